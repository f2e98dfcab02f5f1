"""What tests of several rooms share."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SHARED = Path(__file__).resolve().parents[2] / "shared"
# Many workers on few cores: a slow example says nothing about the code.
settings.register_profile("toolcat", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("toolcat")

NODE = Path(__file__).resolve().parent / "node"


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """The folder of npm packages that the tests use, installed from the lock if it is not there (or out of date)."""
    installed = NODE / "node_modules" / ".package-lock.json"
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    busy = NODE / ".installing"
    for _ in range(600):  # two workers may want it at once: the first installs, the other waits
        if installed.exists() and installed.stat().st_mtime >= (NODE / "package-lock.json").stat().st_mtime:
            return NODE / "node_modules"
        try:
            os.close(os.open(busy, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            time.sleep(0.5)
            continue
        try:
            subprocess.run([npm, "ci"], cwd=NODE, check=True, stdout=subprocess.DEVNULL)
            os.utime(installed)
        finally:
            busy.unlink()
    raise TimeoutError(f"{busy} does not go away")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real tool lists beside the repository; tests that read it skip where it is not."""
    folder = SHARED / "corpus"
    if not folder.is_dir():
        pytest.skip("no ../shared/corpus beside the repository")
    return folder

"""What tests of several rooms share."""

import json
import os
import shutil
import subprocess
import sys
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


@pytest.fixture(scope="session")
def strict(tmp_path_factory):
    """Check folders with basedpyright in strict mode: every finding, as one line each."""

    def run(*folders: Path, version: str = "3.11") -> list[str]:
        root = tmp_path_factory.mktemp("strict")
        settings = {
            "typeCheckingMode": "strict",
            "pythonVersion": version,
            "pythonPlatform": "Linux",
            "include": [str(folder) for folder in folders],
            "exclude": [],
        }
        (root / "pyrightconfig.json").write_text(json.dumps(settings))
        command = ["-m", "basedpyright", "--outputjson", "--project", str(root), "--pythonpath", sys.executable]
        done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)
        report = json.loads(done.stdout)
        assert report["summary"]["filesAnalyzed"] > 0
        return [
            f"{item['file']}:{item['range']['start']['line'] + 1}: {item['message']} ({item.get('rule')})"
            for item in report["generalDiagnostics"]
        ]

    return run

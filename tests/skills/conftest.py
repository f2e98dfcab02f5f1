"""Skills on disk for tests, and the real ones where they can be had."""

from collections.abc import Callable
from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "skills"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return a function that writes `<tmp_path>/skills/<name>/SKILL.md` and files beside it, and returns the folder."""

    def make(name: str, text: str | bytes | None = None, root: str = "skills", **files: bytes) -> Path:
        folder = tmp_path / root / name
        folder.mkdir(parents=True, exist_ok=True)
        if text is None:
            text = f"---\nname: {name}\ndescription: Does {name}.\n---\nBody of {name}.\n"
        (folder / "SKILL.md").write_bytes(text.encode() if isinstance(text, str) else text)
        for asset, data in files.items():
            path = folder / asset
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return folder

    return make


@pytest.fixture(scope="session")
def real_skills() -> Path:
    if not CORPUS.is_dir():
        pytest.skip("the corpus of real skills is not here")
    return CORPUS

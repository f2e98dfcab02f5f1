"""Writing sources and loading them, as every test of the catalog does."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from toolcat.catalog.findings import ToolcatError
from toolcat.catalog.loading import Loaded, LoadOptions, SourceRequest, load


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, object], str]:
    """Write a file (text, bytes, or anything else as JSON) and return its path."""

    def write(name: str, content: object) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_text(text, encoding="utf-8", newline="")
        return str(path)

    return write


@pytest.fixture
def read(write: Callable[[str, object], str]) -> Callable[..., Loaded]:
    """Write one file and load it."""

    def read(content: object, name: str = "tools.json", server: str | None = None, **options: object) -> Loaded:
        return load([SourceRequest(write(name, content), server)], options=LoadOptions(**options))

    return read


@pytest.fixture
def refused(write: Callable[[str, object], str]) -> Callable[..., ToolcatError]:
    """Write one file that cannot be read as a whole, and return the error."""

    def refused(content: object, name: str = "tools.json", **options: object) -> ToolcatError:
        with pytest.raises(ToolcatError) as caught:
            load([SourceRequest(write(name, content))], options=LoadOptions(**options))
        error = caught.value
        assert "\n" not in error.message
        assert error.hint
        return error

    return refused

"""Packages that import their modules when a name is used."""

import inspect
import sys
from types import ModuleType

import pytest

import toolcat.catalog.live
import toolcat.generators.typescript
from toolcat.catalog.lazily import lazily

PACKAGES: list[ModuleType] = [toolcat.catalog.live, toolcat.generators.typescript]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_public_name_is_there_and_no_module_hides_it(package: ModuleType):
    for name in package.__all__:
        assert not inspect.ismodule(getattr(package, name)), name
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = package.nothing


def test_a_module_is_imported_when_its_name_is_used(tmp_path, monkeypatch):
    folder = tmp_path / "lazy_room"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "far.py").write_text("thing = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    get = lazily("lazy_room", {".far": ["thing"]})
    assert "lazy_room.far" not in sys.modules
    assert get("thing") == 1
    assert "lazy_room.far" in sys.modules

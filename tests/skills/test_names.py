import pytest

from toolcat.skills.names import asset_name_problem, is_portable_name, skill_name_problem


@pytest.mark.parametrize("name", ["a", "pdf", "pdf-forms", "pdf_forms", "0day", "a-", "a--b", "x" * 64])
def test_skill_names(name: str):
    assert skill_name_problem(name) is None


@pytest.mark.parametrize(
    "name", ["", "-a", "_a", "Pdf", "a b", "a.b", "a/b", "..", "é", "ａ", "a\n", "٣", "ſ", "x" * 65]
)
def test_no_skill_names(name: str):
    problem = skill_name_problem(name)
    assert problem is not None
    assert len(name) < 2 or name not in problem


@pytest.mark.parametrize(
    ("name", "portable"), [("a-b", True), ("a_b", False), ("a--b", False), ("a-", False), ("a\n", False)]
)
def test_the_specification_is_stricter(name: str, portable: bool):
    assert is_portable_name(name) is portable


@pytest.mark.parametrize("name", ["a", "references/api.md", "a b/ü.txt", ".hidden", "...", "a/SKILL.md", "a:b"])
def test_asset_names(name: str):
    assert asset_name_problem(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/abs",
        "../x",
        "a/../b",
        "a/./b",
        ".",
        "a//b",
        "a/",
        "a\\b",
        "a\0b",
        "a\nb",
        "a\x7f",
        "a\x85",
        "a\u2028",
        "a\u2029",
        "a\udcff",
    ],
)
def test_no_asset_names(name: str):
    assert asset_name_problem(name) is not None

"""The catalog: registration, merging, modes, gates, order."""

import pytest

from toolcat.catalog import Catalog, DuplicateToolError, InvalidToolError, Mode, Origin, ToolSpec
from toolcat.catalog.documents import Document


def spec(name: str, **fields: object) -> ToolSpec:
    return ToolSpec(name=name, tool=name, **fields)


def names(specs: list[ToolSpec]) -> list[str]:
    return [each.name for each in specs]


def test_registers_and_looks_up():
    catalog = Catalog([spec("b"), spec("a")])
    assert catalog.lookup("a") is not None
    assert catalog.lookup("A") is None
    assert "b" in catalog
    assert len(catalog) == 2
    assert names(catalog.tools()) == ["a", "b"]


def test_a_duplicate_names_both_places_and_the_first_stays():
    first = Document("one.json", '[{"name": "a"}]', "json", [{"name": "a"}])
    again = Document("two.json", '[\n {"name": "a"}]', "json", [{"name": "a"}])
    catalog = Catalog([spec("a", origin=Origin(first, "/0"))])
    with pytest.raises(DuplicateToolError, match=r"first at one\.json:1:2, again at two\.json:2:2"):
        catalog.register(spec("a", origin=Origin(again, "/0")))
    kept = catalog.lookup("a")
    assert kept is not None
    assert kept.origin is not None
    assert kept.origin.document is first


@pytest.mark.parametrize("name", ["", "a\nb", "a\x7f", "a\x85", "x" * 257, "é" * 129, "a\ud800"])
def test_bad_names_are_refused(name: str):
    with pytest.raises(InvalidToolError):
        Catalog([spec(name)])


@pytest.mark.parametrize("name", ["a", "a b", "a/b", "é" * 128, "x" * 256, "名前", "__proto__", "tool\u202e"])
def test_names_are_not_repaired_or_judged(name: str):
    assert Catalog([spec(name)]).lookup(name) is not None


def test_merge_keeps_the_first_and_returns_the_skipped_in_order():
    catalog = Catalog([spec("b", description="old"), spec("a", description="old")])
    skipped = catalog.merge([spec("c"), spec("b", description="new"), spec("a", description="new")])
    assert [(skip.refused.name, skip.refused.description, skip.kept.description) for skip in skipped] == [
        ("b", "new", "old"),
        ("a", "new", "old"),
    ]
    assert names(catalog.tools()) == ["a", "b", "c"]


def test_order_is_by_code_point():
    catalog = Catalog([spec(name) for name in ("b", "é", "a", "Z", "_", "\U0001f600", "\uffff")])
    assert names(catalog.tools()) == ["Z", "_", "a", "b", "é", "\uffff", "\U0001f600"]


def test_modes():
    catalog = Catalog([spec("write"), spec("read", read_only=True), spec("plan", plan_only=True)])
    assert names(catalog.available(Mode.ACT)) == ["read", "write"]
    assert names(catalog.available(Mode.PLAN)) == ["plan", "read"]
    assert names(catalog.available()) == ["plan", "read", "write"]
    assert [each["name"] for each in catalog.specs(Mode.PLAN)] == ["plan", "read"]


def test_a_gate_is_on_unless_it_is_off_and_companions_share_it():
    catalog = Catalog([spec("run", gate="shell"), spec("kill", gate="shell"), spec("read")], gates={"shell": False})
    assert names(catalog.available()) == ["read"]
    assert catalog.lookup("run") is not None
    assert names(catalog.tools()) == ["kill", "read", "run"]
    catalog.gates["shell"] = True
    assert names(catalog.available()) == ["kill", "read", "run"]


def test_advertised_specs_are_light_only_where_asked_for():
    schema = {"type": "object", "properties": {"a": {}}}
    big = spec("big", description="First.\n\nMore.", input_schema=schema, disclosure="advertised")
    catalog = Catalog([big, spec("small", input_schema=schema)])
    assert catalog.advertised_specs() == [
        {"name": "big", "description": "First.", "inputSchema": {"type": "object"}},
        {"name": "small", "inputSchema": schema},
    ]
    plain = Catalog([spec("small", input_schema=schema)])
    assert plain.advertised_specs() == plain.specs()


def test_the_advertised_line():
    assert spec("a", summary="S", description="D").first_line == "S"
    assert spec("a", description="\n  D  \nmore").first_line == "D"
    assert spec("a", title="T").first_line == "T"
    assert spec("a").first_line == ""


def test_a_usage_hint_stands_in_meta_beside_what_is_there():
    hinted = spec("a", usage_hint="Use it.", meta={"x": 1, "toolcat": {"y": 2}})
    assert hinted.to_mcp()["_meta"] == {"x": 1, "toolcat": {"y": 2, "usageHint": "Use it."}}
    assert hinted.meta == {"x": 1, "toolcat": {"y": 2}}
    assert "_meta" not in spec("a").to_mcp()
    assert spec("a", meta={"x": 1}).to_mcp()["_meta"] == {"x": 1}


def test_specs_can_be_pickled():
    import pickle

    assert pickle.loads(pickle.dumps(spec("a"))) == spec("a")

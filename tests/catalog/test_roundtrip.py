"""What a listing prints as JSON reads back equal."""

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from toolcat.catalog import Catalog, ToolSpec
from toolcat.catalog.loading import Loaded, SourceRequest, load
from toolcat.catalog.spec import CATEGORIES


def bare(catalog: Catalog) -> list[ToolSpec]:
    return [replace(spec, origin=None) for spec in catalog.tools()]


def again(catalog: Catalog, folder: Path) -> Loaded:
    path = folder / "listed"
    path.write_text(json.dumps(catalog.specs(), ensure_ascii=False), encoding="utf-8")
    return load([SourceRequest(str(path))])


def test_every_file_of_the_corpus(corpus: Path, tmp_path: Path):
    for path in sorted([*(corpus / "tools").glob("*.json"), *(corpus / "formats").glob("openai-*.json")]):
        for server in (None, "a-server"):
            first = load([SourceRequest(str(path), server)])
            second = again(first.catalog, tmp_path)
            assert bare(second.catalog) == bare(first.catalog), path.name
            assert second.findings == []


WORDS = st.text("ab_- é\U0001f600", min_size=1, max_size=8)
OBJECTS = st.dictionaries(
    WORDS, st.none() | st.booleans() | st.integers() | WORDS | st.lists(WORDS, max_size=2), max_size=3
)
TOOLS = st.fixed_dictionaries(
    {"name": WORDS.filter(str.strip), "inputSchema": OBJECTS | st.booleans()},
    optional={
        "title": WORDS,
        "description": WORDS,
        "outputSchema": OBJECTS | st.booleans(),
        "annotations": st.dictionaries(st.sampled_from(["title", "readOnlyHint", "x"]), st.booleans(), max_size=3),
        "icons": st.lists(OBJECTS, max_size=2),
        "execution": OBJECTS,
        "_meta": st.fixed_dictionaries(
            {},
            optional={"a/b": WORDS, "toolcat": OBJECTS | st.fixed_dictionaries({"usageHint": WORDS | st.integers()})},
        ),
        "category": st.sampled_from([*CATEGORIES, "own"]),
        "keywords": st.lists(WORDS, max_size=3),
        "gate": WORDS.filter(str.strip),
        "usageHint": WORDS,
        "planOnly": st.booleans(),
        "disclosure": st.sampled_from(["full", "advertised"]),
        "summary": WORDS,
        "command": WORDS,
        "type": st.just("custom"),
        "function": OBJECTS,
        "arguments": st.lists(OBJECTS, max_size=2),
    },
)


@settings(max_examples=60, deadline=None)
@given(st.lists(TOOLS, min_size=1, max_size=4, unique_by=lambda tool: tool["name"]), st.sampled_from([None, "s"]))
def test_any_manifest(tmp_path_factory, tools: list[dict[str, object]], server: str | None):
    folder = tmp_path_factory.mktemp("roundtrip")
    path = folder / "first.json"
    manifest = {"categories": [*CATEGORIES, "own"], "tools": tools} | ({"server": server} if server else {})
    path.write_text(json.dumps(manifest), encoding="utf-8")
    first = load([SourceRequest(str(path))])
    assert len(first.catalog) == len(tools)
    second = again(first.catalog, folder)
    assert bare(second.catalog) == bare(first.catalog)
    assert second.catalog.specs() == first.catalog.specs()


def test_a_category_of_a_manifests_own(tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_text('{"categories": ["own"], "tools": [{"name": "a", "inputSchema": {}, "category": "own"}]}', "utf-8")
    first = load([SourceRequest(str(path))])
    assert first.catalog.specs()[0]["_meta"] == {"toolcat": {"customCategory": True}}
    second = again(first.catalog, tmp_path)
    assert second.catalog.tools()[0].category == "own"
    assert second.catalog.tools()[0].meta == {}


def test_a_meta_folder_and_a_yaml_listing(tmp_path: Path):
    import yaml

    (tmp_path / "a.meta").write_text(
        '{"description": "A.", "prompt": "P.", "tier": "cold", "scope": "read", "cmd": "x", "outputFormat": "text"}',
        "utf-8",
    )
    first = load([SourceRequest(str(tmp_path))])
    assert bare(again(first.catalog, tmp_path).catalog) == bare(first.catalog)
    listed = tmp_path / "listed.yaml"
    listed.write_text(yaml.safe_dump(first.catalog.specs()), "utf-8")
    assert bare(load([SourceRequest(str(listed))]).catalog) == bare(first.catalog)

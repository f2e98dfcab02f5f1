"""Comments between the members of flow collections outlive the members beside them."""

import pytest

from toolcat.catalog.documents import Document
from toolcat.catalog.sources.text import Limits
from toolcat.catalog.sources.yaml_text import parse_yaml
from toolcat.lint import Fix, Insert, Remove
from toolcat.lint.fixes import edited, fix_document


def parse(text):
    return parse_yaml(text, "x.yaml", Limits()).document.data


@pytest.mark.parametrize(
    ("before", "edits", "after"),
    [
        ("a: [x, y,  # twice\n    z]\n", [Remove("/a/1")], "a: [x,   # twice\n    z]\n"),
        ("a: [x,  # first\n    y]\n", [Remove("/a/1")], "a: [x,  # first\n    ]\n"),
        ("a: [x, y  # last\n    ]\n", [Remove("/a/1")], "a: [x  # last\n    ]\n"),
        ("a: [  # why\n  x\n  ]\n", [Remove("/a/0")], "a: [  # why\n  \n  ]\n"),
        ("a: {x: 1,  # one\n    y: 2}\n", [Remove("/a/x")], "a: {  # one\n    y: 2}\n"),
        ("a: {x: 1,  # one\n    y: 2}\n", [Remove("/a/y")], "a: {x: 1,  # one\n    }\n"),
        ("a: {x: 1,  # one\n    y: 2, # two\n    z: 3}\n", [Remove("/a/x"), Remove("/a/y")], None),
        ("a: [x, 'p # q', y]\n", [Remove("/a/0")], "a: ['p # q', y]\n"),
        ("a: {  # nothing yet\n  }\n", [Insert("/a/x", 1)], None),
        ("a: [x # one\n    , y]\n", [Remove("/a/0")], None),
    ],
)
def test_comments_in_flow_collections_stay(before, edits, after):
    data = parse(before)
    done = fix_document(Document("x.yaml", before, "yaml", data), [Fix("mend", tuple(edits))], parse)
    if after is not None:
        assert done.text == after
    for comment in [line.partition("#")[2] for line in before.splitlines() if " #" in line]:
        assert comment.strip("]}\n ") in done.text
    assert parse(done.text) in (data, edited(data, edits))

"""English as descriptions are written: first sentences behind headings and list marks, verbs in every spelling."""

import json

import pytest

from toolcat.lint import LintOptions, lint
from toolcat.lint.english import first_sentence, is_verb


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Return one order. It has lines.", "Return one order"),
        (
            "Purpose\n  1. Authenticates the token, giving context.\n\nMore",
            "Purpose\n  1. Authenticates the token, giving context",
        ),
        ("1. Return one order. 2. Show it.", "1. Return one order"),
        ("**Purpose:**\n\nReturn one order. More.", "Return one order"),
        ("# Orders\n\nReturn one order. More.", "Return one order"),
        ("Purpose:\n\nReturn one order", "Return one order"),
        ("Costs 12. No more.", "Costs 12"),
        ("Purpose:", "Purpose:"),
        ("", ""),
    ],
)
def test_first_sentence(text, first):
    assert first_sentence(text) == first


@pytest.mark.parametrize(
    "word",
    [
        "go",
        "goes",
        "demonstrates",
        "customize",
        "customise",
        "analyses",
        "summarise",
        "buys",
        "withdraws",
        "deduplicating",
        "replays",
    ],
)
def test_verbs(word):
    assert is_verb(word)


@pytest.mark.parametrize("word", ["page", "property", "the", "customer", "token", "shop"])
def test_no_verbs(word):
    assert not is_verb(word)


@pytest.mark.parametrize(
    "text",
    [
        "Go back to the previous page in the history.",
        "\n    \N{DIRECT HIT} Purpose\n      1. Authenticates the current token.\n\n    Usage:\n      1. Call it.",
        "## Purpose\n\nDemonstrates how a server asks for roots.",
    ],
)
def test_a_purpose_that_is_stated_is_not_asked_for(folder, text):
    (folder / "x.json").write_text(json.dumps([{"name": "get_order", "description": text, "inputSchema": {}}]))
    assert not lint(["x.json"], LintOptions(select=("TD002",), ignore=("TJ", "TS"))).findings

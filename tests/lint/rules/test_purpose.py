"""TD002: whether a first sentence says what a tool does, also with a verb that no list has."""

import json

import pytest

from toolcat.lint import LintOptions, lint


def is_clear(tmp_path, description):
    path = tmp_path / "x.json"
    path.write_text(
        json.dumps({"tools": [{"name": "x_1", "description": description, "inputSchema": {"type": "object"}}]})
    )
    return not lint([str(path)], LintOptions(select=("TD002",))).findings


@pytest.mark.parametrize(
    "description",
    [
        "Charge the customer's card. There is no way back.",
        "Say how much room is left on each disk.",
        "Bill a client for the hours of a month.",
        "Ship every parcel of the day.",
        "Price one bottle of the cellar.",
        "**Notarize** the deed of a house.",
        "Hash a password with a salt.",
        "Deduplicate rows by their keys.",
        "Buy shares at the market.",
        "Recognizes faces in a photo.",
    ],
)
def test_an_order_is_clear(tmp_path, description):
    assert is_clear(tmp_path, description)


@pytest.mark.parametrize(
    "description",
    [
        "The red bicycle of the customer.",
        "All the bicycles of the shop.",
        "For the bicycles of the shop.",
        "With a bicycle and its wheels.",
        "Bicycle that the customer wants.",
        "Only the bicycles of the shop.",
        "Not a bicycle at all, sadly.",
        "This is the bicycle of the shop.",
        "Really the best bicycle of all.",
    ],
)
def test_what_is_no_order_is_not(tmp_path, description):
    assert not is_clear(tmp_path, description)

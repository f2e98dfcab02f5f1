"""What a tool's description says of its parameters counts as their description, in whatever way it is written."""

import pytest

from toolcat.lint.parameters import told_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Args:\n    city: Where.\n    days (int): How many.", {"city", "days"}),
        (
            "- **url**, **pageNumbers**, and **metadata** — what the feedback refers to.",
            {"url", "pageNumbers", "metadata"},
        ),
        ("* `from`/`to`: the two days, as `YYYY-MM-DD`.", {"from", "to", "YYYY-MM-DD"}),
        ("start_date, end_date: ISO dates.", {"start_date", "end_date"}),
        ("x and y (pixels) - where to click", {"x", "y"}),
        ("The search runs where **cwd** says.", {"cwd"}),
    ],
)
def test_told_names(text, names):
    assert names <= told_names(text)


@pytest.mark.parametrize("text", ["Look for the page, the post and the file.", "Return one order, with its lines."])
def test_prose_tells_of_nothing(text):
    assert not told_names(text)


def test_a_long_line_of_words_is_read_quickly():
    assert not told_names(", ".join(["word"] * 20_000))

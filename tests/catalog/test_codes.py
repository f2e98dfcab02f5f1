"""The codes of reading: one scheme, documented."""

import re
from pathlib import Path

from toolcat.catalog.codes import CODES

DOCS = Path(__file__).resolve().parents[2] / "docs" / "formats.md"


def test_codes_follow_the_scheme():
    assert all(re.fullmatch(r"(?:T[SNU]|CF|M)[0-9]{3}", code) for code in CODES)
    assert all(re.fullmatch(r"[a-z]+(?:-[a-z]+)*", code.name) for code in CODES.values())


def test_codes_are_documented():
    text = DOCS.read_text(encoding="utf-8")
    for code in CODES.values():
        assert f"| {code.code} | {code.name} | {code.severity} | {code.meaning} |" in text

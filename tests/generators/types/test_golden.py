"""Types as they should read, and the values that prove them: `tests/golden/types/cases.json`."""

import json
from pathlib import Path

import jsonschema
import pytest

CASES = json.loads((Path(__file__).parents[2] / "golden" / "types" / "cases.json").read_text(encoding="utf-8"))
READINGS = ("intended", "literal")


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["title"])
def test_reads_as_wanted(case):
    from toolcat.generators.types import TypeRequest, translate
    from toolcat.generators.typescript.types import print_declarations

    for reading in READINGS:
        module = translate([TypeRequest("T", case["schema"], "input")], reading=reading)
        assert "\n".join(print_declarations(module)) == case[reading]


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["title"])
def test_values_are_labelled_right(case):
    validator = jsonschema.Draft202012Validator(case["schema"])
    assert all(validator.is_valid(v) for v in case["accepted"])
    assert not any(validator.is_valid(v) for v in case["refused"])


def test_types_have_just_these_values(judge):
    runs = [(case, reading) for case in CASES for reading in READINGS]
    verdicts = judge([(case[reading], case["accepted"] + case["refused"]) for case, reading in runs])
    for (case, reading), verdict in zip(runs, verdicts, strict=True):
        assert verdict.errors == [], case["title"]
        good = len(case["accepted"])
        for value, errors in zip(case["accepted"], verdict.fresh[:good], strict=True):
            assert not errors, (case["title"], reading, value)
        for value, errors in zip(case["refused"], verdict.fresh[good:], strict=True):
            assert errors, (case["title"], reading, value)

"""Types as they should read, and the values that prove them: `tests/golden/types/cases.json`.

`let_through` has values that the schema and its literal type refuse, and the intended type takes: the price of taking
every legal one.
"""

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
    assert not any(validator.is_valid(v) for v in case["refused"] + case.get("let_through", []))


def test_types_have_just_these_values(judge):
    runs = []
    for case in CASES:
        let_through = case.get("let_through", [])
        runs.append((case["title"], case["intended"], case["accepted"] + let_through, case["refused"]))
        runs.append((case["title"], case["literal"], case["accepted"], case["refused"] + let_through))
    verdicts = judge([(source, accepted + refused) for _, source, accepted, refused in runs])
    for (title, source, accepted, refused), verdict in zip(runs, verdicts, strict=True):
        assert verdict.errors == [], title
        for value, errors in zip(accepted, verdict.fresh[: len(accepted)], strict=True):
            assert not errors, (title, source, value)
        for value, errors in zip(refused, verdict.fresh[len(accepted) :], strict=True):
            assert errors, (title, source, value)

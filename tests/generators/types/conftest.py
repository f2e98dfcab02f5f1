"""A judge for types: the TypeScript compiler says which values they have."""

import json
import math
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from toolcat.generators.types import TypeRequest, translate
from toolcat.generators.typescript.types import print_declarations


class Verdict(NamedTuple):
    """What the compiler says of a type and of each value: as a fresh literal, and as a variable of its exact type."""

    source: str
    errors: list[str]
    fresh: list[list[str]]
    exact: list[list[str]]


def expression(value) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "1e999" if value > 0 else "-1e999"
    if isinstance(value, list):
        return "[" + ", ".join(map(expression, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{member(k)}: {expression(v)}" for k, v in value.items()) + "}"
    return json.dumps(value)


def member(key: str) -> str:
    return '["__proto__"]' if key == "__proto__" else json.dumps(key)


def exact_type(value) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(exact_type, value)) + "]"
    if isinstance(value, dict):
        return "{ " + "; ".join(f"{json.dumps(k)}: {exact_type(v)}" for k, v in value.items()) + " }"
    return expression(value)


def source_of(schema, reading: str, direction: str = "input") -> str:
    module = translate([TypeRequest("T", schema, direction)], reading=reading)
    return "\n".join(print_declarations(module)) + "\n"


def drawn(strategy: st.SearchStrategy, count: int) -> list:
    """Draw many examples; hypothesis picks them, and nothing is judged yet."""
    found = []

    @settings(
        max_examples=count,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(example):
        found.append(example)

    draw()
    return found


@pytest.fixture(scope="session")
def collect():
    """Many examples of a strategy, always the same ones."""
    return drawn


@pytest.fixture(scope="session")
def judge(node_modules: Path):
    """Judge many (source, values) at once: one run of the compiler, however many there are."""

    def run(cases: list[tuple[str, list]], **flags) -> list[Verdict]:
        payload = {
            "typescript": str(node_modules / "typescript"),
            "flags": flags,
            "cases": [
                {
                    "source": source,
                    "name": "T",
                    "values": [{"fresh": expression(v), "exact": exact_type(v)} for v in values],
                }
                for source, values in cases
            ],
        }
        done = subprocess.run(
            ["node", "--stack-size=4000", str(Path(__file__).with_name("judge.mjs"))],
            input=json.dumps(payload),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return [
            Verdict(source, a["errors"], [v[0] for v in a["values"]], [v[1] for v in a["values"]])
            for (source, _), a in zip(cases, json.loads(done.stdout), strict=True)
        ]

    run.source_of = source_of
    return run

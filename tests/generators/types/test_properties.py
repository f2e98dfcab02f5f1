"""Values that a validator accepts are of the type; those that a mistake which a type can see makes illegal are not.

Schemas are random ones and every one of the corpus; values and mistakes are drawn by hypothesis from a strategy that
reads the schema. What is legal is the validator's word alone. Each test is one run of the compiler.
"""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import strategies as st

KINDS = {"string": "text", "number": 1.5, "integer": 7, "boolean": True, "null": None, "array": [], "object": {}}
TEXTS = st.sampled_from(["text", "", "2024-01-02", "a", "https://example.com/a"])
NUMBERS = st.sampled_from([0, 1, 7, 100, -3])
FREE = st.sampled_from([None, True, 1, 1.5, "text", [], ["a"], {}, {"k": 1}])


# -- schemas


KEYS = st.sampled_from(["a", "b", "c", "d-e"])
SCALARS = st.one_of(
    st.sampled_from([{"type": kind} for kind in ("string", "number", "integer", "boolean", "null")]),
    st.lists(st.sampled_from(["x", "y", "z", 1, 2, True, None]), min_size=1, max_size=4, unique=True).map(
        lambda values: {"enum": values}
    ),
    st.sampled_from(["k", 3, False]).map(lambda value: {"const": value}),
    st.lists(st.sampled_from(["string", "number", "boolean", "null"]), min_size=1, max_size=3, unique=True).map(
        lambda kinds: {"type": kinds}
    ),
    st.just({"$ref": "#/$defs/shared"}),
)


@st.composite
def structures(draw, inner):
    if draw(st.integers(0, 3)) == 0:
        return {"type": "array", "items": draw(inner)}
    members = draw(st.dictionaries(KEYS, inner, min_size=1, max_size=3))
    out = {"type": "object", "properties": members}
    out["required"] = [key for key in members if draw(st.booleans())]
    if draw(st.booleans()):
        out["additionalProperties"] = False
    if draw(st.integers(0, 3)) == 0:
        return {"allOf": [out, {"required": [next(iter(members))]}]}
    return {"anyOf": [out, {"type": "null"}]} if draw(st.integers(0, 5)) == 0 else out


@st.composite
def documents(draw):
    root = draw(structures(st.recursive(SCALARS, structures, max_leaves=6)))
    shared = draw(structures(SCALARS.filter(lambda schema: "$ref" not in schema)))
    return root | {"$defs": {"shared": shared}}


# -- values


def followed(schema, root):
    for _ in range(8):
        if not (isinstance(schema, dict) and str(schema.get("$ref", "")).startswith("#/")):
            break
        target = root
        for step in schema["$ref"][2:].split("/"):
            step = step.replace("~1", "/").replace("~0", "~")  # noqa: PLW2901
            target = target[int(step)] if isinstance(target, list) else target[step]
        schema = target
    return schema if isinstance(schema, dict) else {}


def values(draw, schema, root, depth=0):
    """Draw a value that is meant to be legal; what it is, the validator says."""
    schema = followed(schema, root)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return draw(st.sampled_from(schema["enum"]))
    for word in ("anyOf", "oneOf"):
        if schema.get(word):
            branch = followed(draw(st.sampled_from(schema[word])), root)
            rest = {k: v for k, v in schema.items() if k != word}
            return values(draw, merged(rest, branch), root, depth + 1)
    if schema.get("allOf"):
        whole = {k: v for k, v in schema.items() if k != "allOf"}
        for part in schema["allOf"]:
            whole = merged(whole, followed(part, root))
        return values(draw, whole, root, depth + 1)
    kind = schema.get("type", "object" if "properties" in schema else None)
    if isinstance(kind, list):
        kind = draw(st.sampled_from(kind))
    if kind == "object":
        needed = schema.get("required", [])
        out = {}
        for key, sub in schema.get("properties", {}).items():
            if key in needed or (depth < 4 and draw(st.booleans())):
                out[key] = values(draw, sub, root, depth + 1)
        return out | {key: draw(FREE) for key in needed if key not in out}
    if kind == "array":
        items = schema.get("items", {})
        count = max(schema.get("minItems", 0), 0 if depth > 4 else draw(st.integers(0, 2)))
        return [values(draw, items, root, depth + 1) for _ in range(min(count, schema.get("maxItems", 9)))]
    if kind == "string":
        return draw(TEXTS)
    if kind in ("number", "integer"):
        return schema.get("minimum", draw(NUMBERS))
    return draw(st.booleans()) if kind == "boolean" else None if kind == "null" else draw(FREE)


def merged(one, other):
    out = {**one, **other}
    for word, join in (("properties", dict), ("required", list)):
        if word in one and word in other:
            out[word] = join([*one[word], *other[word]]) if join is list else {**one[word], **other[word]}
    return out


# -- mistakes


def mistakes(value, schema, root, depth=0):
    """Yield values with one mistake each that a type can see, wherever a schema says plainly what is right."""
    schema = followed(schema, root)
    if depth > 8 or any(word in schema for word in ("anyOf", "oneOf", "allOf", "not", "if")):
        return
    if "enum" in schema or "const" in schema:
        yield "no such member"
        return
    kinds = schema.get("type")
    kinds = {kinds} if isinstance(kinds, str) else set(kinds or [])
    if not kinds:
        return
    wrong = [k for k in KINDS if k not in kinds and not (k == "integer" and "number" in kinds)]
    # No number but a whole one is an integer, which no type can say.
    wrong = [k for k in wrong if not (k == "number" and "integer" in kinds)]
    yield from (KINDS[k] for k in wrong)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for i, item in enumerate(value):
            yield from ([*value[:i], bad, *value[i + 1 :]] for bad in mistakes(item, schema["items"], root, depth + 1))
    if not isinstance(value, dict):
        return
    yield from ({k: v for k, v in value.items() if k != key} for key in schema.get("required", []) if key in value)
    if schema.get("additionalProperties") is False and not schema.get("patternProperties"):
        yield value | {"no_such_key": 1}
    for key, sub in schema.get("properties", {}).items():
        if key in value:
            yield from (value | {key: bad} for bad in mistakes(value[key], sub, root, depth + 1))


def drawn(draw, schema, count):
    """Draw legal values, and illegal ones with what is illegal about them left to the validator."""
    check = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)(schema)
    made = [values(draw, schema, schema) for _ in range(count)]
    spoilt = [bad for value in made for bad in mistakes(value, schema, schema)]
    if len(spoilt) > 3 * count:
        places = st.lists(st.sampled_from(range(len(spoilt))), min_size=3 * count, max_size=3 * count, unique=True)
        spoilt = [spoilt[place] for place in draw(places)]
    return [v for v in made if check.is_valid(v)], [v for v in spoilt if not check.is_valid(v)]


@st.composite
def cases(draw, schema=None, count=4):
    schema = draw(documents()) if schema is None else schema
    return schema, *drawn(draw, schema, count)


# -- the properties


def hold(judge, found):
    verdicts = judge([(judge.source_of(schema, "literal"), good + bad) for schema, good, bad in found])
    accepted = refused = 0
    for (schema, good, bad), verdict in zip(found, verdicts, strict=True):
        assert verdict.errors == [], (schema, verdict.source)
        for value, fresh, exact in zip(good, verdict.fresh, verdict.exact, strict=False):
            assert not fresh, (schema, value, verdict.source)
            assert not exact, (schema, value, verdict.source)
            accepted += 1
        for value, fresh in zip(bad, verdict.fresh[len(good) :], strict=True):
            assert fresh, (schema, value, verdict.source)
            refused += 1
    return accepted, refused


def test_of_random_schemas(judge, collect):
    accepted, refused = hold(judge, collect(cases(), 400))
    assert accepted > 1_000
    assert refused > 1_500


@pytest.fixture(scope="module")
def schemas(corpus: Path) -> list[dict]:
    return [
        tool[word]
        for file in sorted((corpus / "tools").glob("*.json"))
        for tool in json.loads(file.read_text(encoding="utf-8"))["tools"]
        for word in ("inputSchema", "outputSchema")
        if isinstance(tool.get(word), dict)
    ]


def test_of_every_schema_of_the_corpus(schemas, judge, collect):
    found = []
    for schema in schemas:
        # The first that is drawn is the simplest.
        drawn_ones = collect(cases(schema, 1), 3)
        found.append(
            (schema, [v for _, good, _ in drawn_ones for v in good], [v for *_, bad in drawn_ones for v in bad])
        )
    accepted, refused = hold(judge, found)
    assert accepted > 2.5 * len(schemas)
    assert refused > 6 * len(schemas)

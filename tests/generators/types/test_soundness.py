"""Random schemas over the whole of 2020-12: what a validator accepts, the literal type has; and every type compiles."""

import jsonschema
import referencing.exceptions
from hypothesis import strategies as st

# No key that objects inherit: beside strings and numbers in a union, the compiler takes a fresh tuple under such a key
# for an array. The golden cases have those keys.
KEYS = st.sampled_from(["a", "b", "c", "x-1"])
SCALARS = st.sampled_from([None, True, False, 0, 1, 1.5, -2, "", "a", "b", "long text"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
KINDS = ["string", "number", "integer", "boolean", "null", "array", "object"]
TYPES = st.sampled_from(KINDS) | st.lists(st.sampled_from(KINDS), min_size=1, max_size=3, unique=True)
REFS = st.sampled_from(
    ["#/$defs/one", "#/$defs/two~1%25", "#named", "#", "#/$defs/one/properties/a", "https://example.com/inner"]
)
NAMES = st.lists(KEYS, max_size=2, unique=True)
SMALL = st.integers(0, 3)
PATTERNS = st.sampled_from(["^a$", "^x-", "^x-.*$", "^x-1", "1$", "[ab]", "b", "^.*$", ".*", "", "^(.*)$", "^.+$"])


def keywords(sub: st.SearchStrategy) -> dict[str, st.SearchStrategy]:
    """Every keyword of the core, applicator, unevaluated and validation vocabularies, with values for it."""
    several = st.lists(sub, min_size=1, max_size=3)
    members = st.dictionaries(KEYS, sub, min_size=1, max_size=3)
    return {
        "type": TYPES,
        "enum": st.lists(VALUES, min_size=1, max_size=4),
        "const": VALUES,
        "properties": members,
        "patternProperties": st.dictionaries(PATTERNS, sub, min_size=1, max_size=3),
        "additionalProperties": sub,
        "propertyNames": st.builds(lambda p: {"pattern": p}, PATTERNS) | st.builds(lambda n: {"enum": n}, NAMES) | sub,
        "required": NAMES,
        "dependentRequired": st.dictionaries(KEYS, NAMES, min_size=1, max_size=2),
        "dependentSchemas": st.dictionaries(KEYS, sub, min_size=1, max_size=2),
        "minProperties": SMALL,
        "maxProperties": SMALL,
        "unevaluatedProperties": sub,
        "items": sub,
        "prefixItems": several,
        "contains": sub,
        "minContains": SMALL,
        "maxContains": SMALL,
        "minItems": SMALL,
        "maxItems": SMALL,
        "uniqueItems": st.booleans(),
        "unevaluatedItems": sub,
        "allOf": several,
        "anyOf": several,
        "oneOf": several,
        "not": sub,
        "if": sub,
        "then": sub,
        "else": sub,
        "$ref": REFS,
        "$dynamicRef": st.sampled_from(["#named", "#dynamic"]),
        "minLength": SMALL,
        "maxLength": SMALL,
        "pattern": PATTERNS,
        "minimum": SMALL,
        "maximum": SMALL,
        "exclusiveMinimum": SMALL,
        "exclusiveMaximum": SMALL,
        "multipleOf": st.sampled_from([1, 0.5, 2]),
        "format": st.sampled_from(["uuid", "date"]),
        "description": st.sampled_from(["Text.", "*/ x"]),
        "title": st.sampled_from(["Money", "two words"]),
        "default": SCALARS,
    }


@st.composite
def one_schema(draw, sub):
    known = keywords(sub)
    chosen = draw(st.lists(st.sampled_from(sorted(known)), max_size=4, unique=True))
    return {word: draw(known[word]) for word in chosen}


SCHEMAS = st.recursive(
    st.booleans() | st.builds(lambda t: {"type": t}, TYPES) | st.builds(lambda v: {"const": v}, SCALARS),
    one_schema,
    max_leaves=8,
)


@st.composite
def documents(draw):
    root = draw(one_schema(SCHEMAS))
    root["$defs"] = {
        "one": {"properties": {"a": draw(SCHEMAS)}, "$anchor": "named", "$dynamicAnchor": "dynamic"},
        "two/%": draw(SCHEMAS),
        "inner": {"$id": "https://example.com/inner", **draw(one_schema(SCHEMAS)), "$dynamicAnchor": "dynamic"},
    }
    return root


def valid(schema, values):
    validator = jsonschema.Draft202012Validator(schema)
    out = []
    for value in values:
        try:
            if validator.is_valid(value):
                out.append(value)
        except (RecursionError, referencing.exceptions.Unresolvable):
            continue  # no end, or a member that this schema has not: there is no verdict to compare with
        except BaseException as error:
            # What a RecursionError becomes when it strikes inside the validator's own extension module.
            if type(error).__name__ != "PanicException":
                raise
    return out


def test_literal_types_have_every_valid_value(judge, collect):
    values = [*collect(VALUES, 30), {}, {"a": 1}, {"a": "a", "b": None}, [], [1], ["a", 1], None, 1, 1.5, "a", True]
    cases = [
        (schema, valid(schema, values + own))
        for schema, own in collect(st.tuples(documents(), st.lists(VALUES, max_size=4)), 300)
    ]
    verdicts = judge([(judge.source_of(schema, "literal"), good) for schema, good in cases])
    checked = 0
    for (schema, good), verdict in zip(cases, verdicts, strict=True):
        assert verdict.errors == [], (schema, verdict.source)
        for value, fresh, exact in zip(good, verdict.fresh, verdict.exact, strict=True):
            assert not fresh, (schema, value, verdict.source)
            assert not exact, (schema, value, verdict.source)
            checked += 1
    assert checked > 1500


def test_intended_types_compile(judge, collect):
    schemas = collect(documents(), 120)
    sources = [judge.source_of(s, "intended", d) for s in schemas for d in ("input", "output")]
    for verdict in judge([(source, []) for source in sources]):
        assert verdict.errors == [], verdict.source

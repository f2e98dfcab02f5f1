"""Members by pattern: index signatures of one object are settled together, compile, and refuse nothing valid."""

import itertools

import jsonschema
import pytest
from hypothesis import strategies as st

from toolcat.generators.types import NUMBER, STRING, UNKNOWN, Array, Object, Pattern, Property, TypeRequest, translate
from toolcat.generators.types.patterns import (
    EVERYTHING,
    is_all_but_empty,
    matches,
    may_share_keys,
    template_around,
    template_has,
    template_of,
    template_within,
)
from toolcat.generators.typescript.types import print_declarations, print_type

S, N, B = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
KEYS = ["a", "b", "ab", "x-", "x-1", "x-ab", ""]
EVERY_KEY = ["", "^", "$", ".*", "^.*", ".*$", "^.*$", "^(.*)", "(.*)$", "^(.*)$", "^(?:.*)$", r"^[\s\S]*$"]
PATTERNS = st.sampled_from(
    [*EVERY_KEY, "^.+$", "^x-", "^x-.*$", "^x-a", "b$", "^a", "a", "^a$", "[ab]", "^x-\\d+$", "^x-.+$", "^[ax]+b$"]
)
MEMBERS = st.sampled_from(
    [
        *(S, N, B, True, False, {}, {"enum": ["s", 1]}, {"const": "s"}, {"type": ["string", "number"]}),
        {"type": "object", "properties": {"b": N}, "additionalProperties": False},
        {"type": "array", "items": S},
    ]
)


@st.composite
def objects(draw):
    out = {"type": "object"}
    if draw(st.booleans()):
        out["properties"] = draw(st.dictionaries(st.sampled_from(KEYS), MEMBERS, min_size=1, max_size=2))
    out["patternProperties"] = draw(st.dictionaries(PATTERNS, MEMBERS, min_size=1, max_size=3))
    if draw(st.booleans()):
        out["additionalProperties"] = draw(MEMBERS)
    if draw(st.booleans()):
        out["required"] = draw(st.lists(st.sampled_from(KEYS), min_size=1, max_size=2, unique=True))
    return out


@st.composite
def schemas(draw):
    root = draw(objects())
    for word in draw(st.lists(st.sampled_from(["allOf", "anyOf", "oneOf"]), max_size=2, unique=True)):
        root[word] = draw(st.lists(objects() | st.just({"required": ["b"]}), min_size=1, max_size=2))
    if draw(st.integers(0, 5)) == 0:
        root["unevaluatedProperties"] = draw(MEMBERS)
    return root


PARTS = ["s", "t", 1, True, None, {"b": 1}, ["s"]]
VALUES = [
    {},
    *({k: v} for k in KEYS for v in PARTS),
    *({k: v, m: w} for (k, m), v, w in itertools.product(itertools.combinations(KEYS, 2), ["s", 1], ["s", 1])),
]


def read(schema, reading, direction="input"):
    module = translate([TypeRequest("T", schema, direction)], reading=reading)
    return module, "\n".join(print_declarations(module)) + "\n"


def assumed(module):
    return {n.code for n in module.notes if n.kind == "assumed"}


def test_objects_of_patterns_compile_and_have_every_valid_value(judge, collect):
    cases = []
    for schema in collect(schemas(), 220):
        validator = jsonschema.Draft202012Validator(schema)
        good = [v for v in VALUES if validator.is_valid(v)][:60]
        cases.append((schema, "literal", read(schema, "literal")[1], good))
        for direction in ("input", "output"):
            module, source = read(schema, "intended", direction)
            # Where nothing is assumed but that keys are ordinary, the intended type has them all as well.
            kept = [v for v in good if "" not in v] if assumed(module) <= {"assumed-pattern"} else []
            cases.append((schema, "intended", source, kept if direction == "input" else []))
    verdicts = judge([(source, good) for _, _, source, good in cases])
    checked = 0
    for (schema, reading, source, good), verdict in zip(cases, verdicts, strict=True):
        assert verdict.errors == [], (schema, reading, source)
        for value, fresh, exact in zip(good, verdict.fresh, verdict.exact, strict=True):
            assert not fresh, (schema, reading, value, source)
            assert not exact, (schema, reading, value, source)
            checked += 1
    assert checked > 3000


OBJECT = {"type": "object"}


@pytest.mark.parametrize(
    ("said", "literal", "intended"),
    [
        ({"patternProperties": {".*": S}}, "{ [key: string]: string }", "{ [key: string]: string }"),
        ({"patternProperties": {"": S}}, "{ [key: string]: string }", "{ [key: string]: string }"),
        ({"patternProperties": {"^(.*)$": S}}, "{ [key: string]: unknown }", "{ [key: string]: string }"),
        ({"patternProperties": {"^.+$": S}}, "{ [key: string]: unknown }", "{ [key: string]: string }"),
        (
            {"patternProperties": {"^.+$": S}, "additionalProperties": N},
            "{ [key: string]: number | string }",
            "{ [key: string]: number | string }",
        ),
        (
            {"patternProperties": {"^.+$": S}, "additionalProperties": False},
            "{ [key: string]: string }",
            "{ [key: string]: string }",
        ),
        (
            {"patternProperties": {".*": S}, "additionalProperties": N},
            "{ [key: string]: string }",
            "{ [key: string]: string }",
        ),
        ({"patternProperties": {".*": S, "": N}}, "{ [key: string]: never }", "{ [key: string]: never }"),
        (
            {"patternProperties": {"^x-": S, "^x-.*": {"const": "a"}}, "additionalProperties": False},
            '{ [key: `x-${string}`]: "a" }',
            '{ [key: `x-${string}`]: "a" }',
        ),
        (
            {"patternProperties": {"^.*$": S}, "additionalProperties": B},
            "{ [key: string]: boolean | string }",
            "{ [key: string]: string }",
        ),
        (
            {"patternProperties": {"^.*$": S}, "allOf": [{"additionalProperties": N}]},
            "{ [key: string]: number }",
            "{ [key: string]: never }",
        ),
        (
            {"patternProperties": {".*": S, "^x-": N}, "additionalProperties": False},
            "{ [key: `x-${string}`]: never; [key: string]: string }",
            "{ [key: `x-${string}`]: never; [key: string]: string }",
        ),
        (
            {"patternProperties": {"^x-": {"enum": ["a", 1]}, "^x-a": S}, "additionalProperties": False},
            '{ [key: `x-${string}`]: "a" | 1; [key: `x-a${string}`]: "a" }',
            '{ [key: `x-${string}`]: "a" | 1; [key: `x-a${string}`]: "a" }',
        ),
        (
            {"properties": {"a": S}, "anyOf": [{"patternProperties": {".*": {}}}, {"required": ["b"]}]},
            "{ a?: string; [key: string]: unknown }",
            "{ a?: string; [key: string]: unknown }",
        ),
    ],
)
def test_patterns_are_settled_by_the_keys_they_cover(said, literal, intended):
    for reading, expected in (("literal", literal), ("intended", intended)):
        module, _ = read(OBJECT | said, reading)
        assert print_type(module.declarations[0].type) == expected, reading


@pytest.mark.parametrize("pattern", EVERY_KEY)
def test_a_pattern_of_every_key_is_known_however_it_is_written(pattern):
    assert template_of(pattern, loose=True) == EVERYTHING
    module, source = read(OBJECT | {"patternProperties": {pattern: S}}, "intended")
    assert source == "export type T = { [key: string]: string };\n"
    # With both anchors a line end matters, unless the pattern takes those as well.
    exact = pattern not in ("^.*$", "^(.*)$", "^(?:.*)$")
    assert (template_of(pattern, loose=False) == EVERYTHING) is exact
    assert assumed(module) == (set() if exact else {"assumed-pattern"})


def test_all_keys_but_the_empty_one():
    assert all(map(is_all_but_empty, ["^.+$", "^(.+)$", ".+"]))
    assert not any(map(is_all_but_empty, [*EVERY_KEY, "^a.+$"]))


@pytest.mark.parametrize(
    ("inner", "outer", "expected"),
    [
        (("x-a", ""), ("x-", ""), True),
        (("x-", ""), ("x-a", ""), False),
        (("", "b"), ("", "b", ""), True),
        (("a", "b", "c"), ("a", "c"), True),
        (("a", "c"), ("a", "b", "c"), False),
        (("ab",), ("a", "b"), True),
        (("a",), ("a", "a"), False),
        (("a", ""), EVERYTHING, True),
        (EVERYTHING, ("", "a", ""), False),
    ],
)
def test_which_templates_lie_within_which(inner, outer, expected):
    assert template_within(inner, outer) is expected


def test_a_printer_widens_what_would_refuse_a_narrower_signature():
    """Also for types that no schema led to: the same keys twice, every key as a pattern, and wide types within."""
    lists = Array(NUMBER)
    type_ = Object(
        (Property("x-1", lists, True),),
        (
            Pattern(("x-", ""), STRING),
            Pattern(("x-", ""), NUMBER),
            Pattern(("x-a", ""), UNKNOWN),
            Pattern(("", ""), NUMBER),
        ),
    )
    assert print_type(type_, width=200) == (
        '{ "x-1": number[]; [key: `x-${string}`]: unknown; [key: `x-a${string}`]: unknown; [key: string]: unknown }'
    )


@pytest.mark.parametrize(
    ("pattern", "around"),
    [
        ("^x-.+$", ("x-", "")),
        ("^x-[a-z]+$", ("x-", "")),
        ("^[a-z]+_id$", ("", "_id")),
        (r"^x-(a|b)-\d+$", ("x-", "-", "")),
        (r"^\$[a-z]+$", ("$", "")),
        ("^ab*c$", ("a", "c")),
        ("^ab+c$", ("a", "c")),
        ("^(?:x|y)-z$", ("", "-z")),
        ("^a(?=b)c", ("a", "c", "")),
        ("[0-9]foo", ("", "foo", "")),
        # Nothing that every key has, or nothing that is known for sure.
        ("a|b", None),
        ("^a|b$", None),
        ("[a-z]", None),
        ("^(a+)+$", None),
        (r"x\u0041", None),
        (r"(a)\1b", None),
        ("^a$b", None),
        ("(", None),
        ("a{", None),
        ("*a", None),
        ("^id$", None),
    ],
)
def test_a_template_around_a_pattern(pattern, around):
    assert template_around(pattern) == around


PIECES = st.sampled_from(
    [
        "a",
        "b",
        "x-",
        "_id",
        r"\.",
        ".",
        "[ab]",
        "[^a]",
        r"\d",
        "(a|b)",
        "(?:ab)",
        "(a)",
        r"\w",
        "a(?=b)",
        "(?!a)",
        "\\\\",
    ]
)
OFTEN = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{0,1}", "+?"])
WRITTEN = st.builds(
    lambda start, parts, end: start + "".join(p + o for p, o in parts) + end,
    st.sampled_from(["", "^"]),
    st.lists(st.tuples(PIECES, OFTEN), min_size=1, max_size=4),
    st.sampled_from(["", "$"]),
)


def test_a_template_around_a_pattern_has_every_key_that_matches(collect):
    texts = ["", "a", "b", "x-", "_id", ".", "1", "\\", "c"]
    keys = sorted({"".join(parts) for n in range(4) for parts in itertools.product(texts, repeat=n)})
    checked = 0
    for pattern in collect(WRITTEN, 400):
        around = template_around(pattern)
        if around is None:
            continue
        for key in keys:
            if matches(pattern, key):
                assert template_has(around, key), (pattern, key, around)
                checked += 1
    assert checked > 3_000


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (("x-", ""), ("x-a", ""), True),
        (("x-", ""), ("y-", ""), False),
        (("x-", ""), ("", "-y"), True),
        (("", "a"), ("", "b"), False),
        (("x-", ""), ("x-1",), True),
        (("x-1",), ("y", ""), False),
    ],
)
def test_which_templates_may_share_keys(one, other, expected):
    assert may_share_keys(one, other) is may_share_keys(other, one) is expected


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        ({"^x-.+$": S}, "{ [key: `x-${string}`]: string }"),
        ({"^x-[a-z]+$": S, "^y-[a-z]+$": N}, "{ [key: `x-${string}`]: string; [key: `y-${string}`]: number }"),
        # A key of the first need not match it, and then has the type of the second.
        (
            {"^x-[a-z]+$": S, "^x-[0-9]+$": N, "^y": B},
            "{ [key: `y${string}`]: boolean; [key: `x-${string}`]: string | number }",
        ),
        ({"^x-[a-z]+$": S, "[0-9]": N}, "{ [key: string]: string | number }"),
    ],
)
def test_a_closed_object_takes_no_keys_that_no_pattern_can_match(patterns, expected, judge):
    schema = {"type": "object", "patternProperties": patterns, "additionalProperties": False}
    validator = jsonschema.Draft202012Validator(schema)
    values = [{k: v} for k in ("x-a", "x-1", "x-", "y-b", "z", "z1") for v in ("s", 1, True, None)]
    cases = []
    for reading in ("intended", "literal"):
        module, source = read(schema, reading)
        assert print_type(module.declarations[0].type) == expected
        cases.append((source, values))
    for verdict in judge(cases):
        assert verdict.errors == []
        for value, fresh, exact in zip(values, verdict.fresh, verdict.exact, strict=True):
            assert not (validator.is_valid(value) and (fresh or exact)), (value, verdict.source)
        assert all(verdict.fresh[values.index({"z": v})] for v in ("s", 1)) or "[key: string]" in expected


def test_names_by_pattern():
    schema = {"type": "object", "propertyNames": {"pattern": "^[a-z]+_id$"}, "additionalProperties": S}
    module, source = read(schema, "literal")
    assert print_type(module.declarations[0].type) == "{ [key: `${string}_id`]: string }"
    assert "@propertyNames" in source

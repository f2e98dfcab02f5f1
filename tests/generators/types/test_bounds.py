"""What a schema may cost: hostile ones are bounded, and twice as large a one costs at most twice as much."""

import json
import random
import sys
import time
import tracemalloc

import pytest

from toolcat.generators.types import UNKNOWN, Limits, TypeRequest, translate
from toolcat.generators.typescript.types import print_declarations, print_type

STR = {"type": "string"}


def typed(schema, reading="intended", direction="input"):
    return translate([TypeRequest("T", schema, direction)], reading=reading)


def codes(module, kind):
    return [n.code for n in module.notes if n.kind == kind]


# -- bounds


def nest(count, wrap):
    schema = STR
    for _ in range(count):
        schema = wrap(schema)
    return schema


def shared(word, count):
    """Each definition refers to the next one twice: written out, it would be 2 ** count schemas."""
    defs = {
        f"d{i}": {
            word: [
                {"$ref": f"#/$defs/d{i + 1}"},
                {"type": "object", "properties": {"x": {"$ref": f"#/$defs/d{i + 1}"}}},
            ]
        }
        for i in range(count)
    }
    return {"$ref": "#/$defs/d0", "$defs": {**defs, f"d{count}": STR}}


HOSTILE = {
    "deep members": lambda: nest(10_000, lambda s: {"type": "object", "properties": {"a": s}}),
    "deep items": lambda: nest(10_000, lambda s: {"type": "array", "items": s}),
    "deep allOf": lambda: nest(10_000, lambda s: {"allOf": [s, {"title": "t"}]}),
    "deep anyOf": lambda: nest(10_000, lambda s: {"anyOf": [s, {"type": "null"}]}),
    "deep oneOf": lambda: nest(3_000, lambda s: {"oneOf": [s, {"type": "null"}], "type": ["string", "null"]}),
    "deep not": lambda: nest(10_000, lambda s: {"not": s}),
    "deep if": lambda: nest(3_000, lambda s: {"if": s, "then": STR}),
    "deep merged members": lambda: nest(
        500, lambda s: {"type": "object", "properties": {"a": {"allOf": [s, {"properties": {"z": STR}}]}}}
    ),
    "a deep constant": lambda: {
        "const": json.loads("[" * 900 + "]" * 900),
        "default": json.loads("[" * 900 + "]" * 900),
    },
    "wide members": lambda: {
        "type": "object",
        "properties": {f"p{i}": STR for i in range(100_000)},
        "required": ["p7"],
    },
    "wide anyOf": lambda: {"anyOf": [{"type": "object", "properties": {f"p{i}": STR}} for i in range(30_000)]},
    "wide oneOf": lambda: {
        "type": "object",
        "properties": {"k": {}},
        "oneOf": [{"properties": {f"p{i}": STR}, "required": [f"p{i}"]} for i in range(3_000)],
    },
    "wide enum": lambda: {"enum": [f"v{i}" for i in range(50_000)]},
    "wide required": lambda: {"type": "object", "required": [f"v{i}" for i in range(50_000)]},
    "many patterns": lambda: {
        "type": "object",
        "patternProperties": {f"^p{i}": STR for i in range(1_000)},
        "properties": {f"q{i}": {} for i in range(1_000)},
    },
    "a hostile pattern": lambda: {
        "type": "object",
        "patternProperties": {"^(a+)+$": STR},
        "properties": {"a" * 60 + "b": STR},
    },
    "a long tuple": lambda: {"type": "array", "items": STR, "minItems": 1_000_000, "maxItems": 1_000_000},
    "shared allOf": lambda: shared("allOf", 60),
    "shared anyOf": lambda: shared("anyOf", 60),
    "shared oneOf": lambda: shared("oneOf", 16),
    "many alternatives": lambda: {
        "type": "object",
        "allOf": [{"anyOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(40)],
    },
    "many conditions": lambda: {
        "type": "object",
        "allOf": [{"if": {"required": [f"a{i}"]}, "then": {"required": [f"a{i + 1}"]}} for i in range(40)],
    },
    "a long chain of references": lambda: {
        "$ref": "#/$defs/d0",
        "$defs": {**{f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(3_000)}, "d3000": STR},
    },
    "a ring of references": lambda: {
        "$ref": "#/$defs/d0",
        "$defs": {f"d{i}": {"$ref": f"#/$defs/d{(i + 1) % 300}"} for i in range(300)},
    },
    "a long chain of objects": lambda: {
        "$ref": "#/$defs/d0",
        "$defs": {
            f"d{i}": {"type": "object", "properties": {"n": {"$ref": f"#/$defs/d{(i + 1) % 2000}"}, "m": STR}}
            for i in range(2_000)
        },
    },
    "two megabytes": lambda: {
        "type": "object",
        "properties": {
            f"p{i}": {"type": "object", "properties": {f"q{j}": STR | {"description": "x" * 90} for j in range(20)}}
            for i in range(900)
        },
    },
}


def deeper(frames, run):
    return run() if frames == 0 else deeper(frames - 1, run)


@pytest.mark.parametrize("reading", ["intended", "literal"])
@pytest.mark.parametrize("name", HOSTILE)
def test_time_and_stack_are_bounded(name, reading):
    schema = HOSTILE[name]()
    began = time.process_time()
    # A caller may be far down its own stack.
    out = deeper(250, lambda: print_declarations(typed(schema, reading)))
    assert sum(map(len, out)) < 8_000_000
    # No benchmark: only that it is seconds and not hours.
    assert time.process_time() - began < 30


def test_limits_degrade_to_unknown_with_a_note():
    wide = {"type": "object", "properties": {f"p{i}": STR for i in range(10)}}
    module = translate([TypeRequest("T", wide, "input")], limits=Limits(nodes=6))
    assert [p.type is UNKNOWN for p in module.declarations[0].type.properties] == [False] * 5 + [True] * 5
    assert codes(module, "degraded") == ["too-large"]
    deep = nest(5, lambda s: {"type": "array", "items": s})
    module = translate([TypeRequest("T", deep, "input")], limits=Limits(depth=3))
    assert print_type(module.declarations[0].type) == "unknown[][][]"
    assert codes(module, "degraded") == ["too-deep"]


# -- growth


def obj(**members):
    return {"type": "object", "properties": members}


def variant(key, **members):
    return obj(**members) | {"required": [key]}


# One level of a nest: all that is below it is `s`, level `i` counted from above.
LEVELS = {
    "oneOf of objects that share a member": lambda s, i: {"oneOf": [obj(**{f"a{i}": STR}, n=s), obj(b=STR, n=s)]},
    "oneOf, one wider": lambda s, i: {"oneOf": [obj(a=STR, n=s), obj(a=STR, b=STR)]},
    "oneOf beside members": lambda s, i: obj(r=STR) | {"oneOf": [variant("a", a=STR, n=s), variant("b", b=STR)]},
    "oneOf of what is below": lambda s, i: {"oneOf": [s, obj(a=s)]},
    "oneOf, one only requires": lambda s, i: {"oneOf": [s, obj(a=STR), {"required": ["a"]}]},
    "oneOf of required keys": lambda s, i: obj(a=s, b=STR) | {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    "anyOf of required keys": lambda s, i: obj(a=s, b=STR) | {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
    "allOf of anyOf of oneOf": lambda s, i: {"allOf": [{"anyOf": [{"oneOf": [s, obj(x=STR)]}, obj(y=STR)]}]},
    "allOf of the same member": lambda s, i: {"allOf": [obj(n=s), obj(n=obj(z=STR))]},
    "not": lambda s, i: {"not": s},
    "not of an object": lambda s, i: obj(n=s) | {"not": variant("n", n=s)},
    "if": lambda s, i: {"if": s, "then": obj(t=STR)},
    "if on a member": lambda s, i: obj(a=s) | {"if": {"required": ["a"]}, "then": obj(a=s)},
    "if, else": lambda s, i: {"if": {"properties": {"k": {"const": i}}}, "then": s, "else": obj(e=s)},
    "dependentSchemas": lambda s, i: obj(a=s) | {"dependentSchemas": {"a": obj(a=s)}},
    "unevaluatedProperties": lambda s, i: {"anyOf": [s, obj(b=STR)], "unevaluatedProperties": False},
    "unevaluatedProperties with a schema": lambda s, i: obj(a=STR) | {"unevaluatedProperties": s},
    "other members": lambda s, i: obj(a=s) | {"additionalProperties": s, "patternProperties": {"^a": s, "b$": s}},
    "names": lambda s, i: obj(a=s) | {"propertyNames": s},
    "tuples": lambda s, i: {"type": "array", "prefixItems": [s, s], "items": s},
    "contains": lambda s, i: {"type": "array", "contains": s, "maxContains": 0, "unevaluatedItems": s},
    "without types": lambda s, i: {"properties": {"a": s}, "oneOf": [{"required": ["a"]}, s]},
}


def nested(levels, count):
    """A nest of definitions, each of which refers to the next one: text grows with the count alone."""
    defs = {f"d{i}": levels[i % len(levels)]({"$ref": f"#/$defs/d{i + 1}"}, i) for i in range(count)}
    return {"$ref": "#/$defs/d0", "$defs": {**defs, f"d{count}": obj(z=STR)}}


def tangled(seed, count):
    """Definitions that refer to each other in all ways at random."""
    rng = random.Random(seed)
    words = rng.sample(["oneOf", "anyOf", "allOf", "not", "if", "members", "prefixItems", "contains", "dependent"], 3)

    def part():
        reference = {"$ref": f"#/$defs/d{rng.randrange(count)}"}
        return rng.choice([reference, variant(rng.choice("ab"), a=reference, b=STR), {"properties": {"a": reference}}])

    def one():
        said = {word: [part() for _ in range(3)] for word in words if word.endswith("Of") or word == "prefixItems"}
        said |= {word: part() for word in words if word in ("not", "contains")}
        if "if" in words:
            said |= {"if": part(), "then": part(), "else": part()}
        if "members" in words:
            said["properties"] = {"a": part(), "b": part()}
        if "dependent" in words:
            said["dependentSchemas"] = {"a": part()}
        return said

    return {"$ref": "#/$defs/d0", "$defs": {f"d{i}": one() for i in range(count)}}


def keys(count, **said):
    return obj(**{f"p{i}": STR for i in range(count)}) | said


WIDE = {
    "many alternatives beside many members": lambda n: keys(n, anyOf=[{"required": [f"p{i}"]} for i in range(n)]),
    "many variants beside many members": lambda n: keys(n, oneOf=[{"required": [f"p{i}"]} for i in range(n)]),
    "some alternatives beside many members": lambda n: keys(n, anyOf=[{"required": [f"p{i}"]} for i in range(20)]),
    "not many members": lambda n: keys(n, **{"not": keys(n)}),
    "not many required keys": lambda n: keys(n, **{"not": {"required": [f"p{i}" for i in range(n)]}}),
    "many that speak of others": lambda n: {
        "type": "object",
        "allOf": [{"properties": {f"p{i}": STR}, "additionalProperties": {"minLength": i}} for i in range(n)],
    },
    "many that speak of all items": lambda n: {
        "type": "array",
        "prefixItems": [STR] * n,
        "allOf": [{"items": {"minLength": i}} for i in range(n)],
    },
    "many names": lambda n: {"allOf": [keys(n, propertyNames={"enum": [f"p{i}" for i in range(n)]})] * 2},
    "many patterns of names": lambda n: keys(n, allOf=[{"propertyNames": {"pattern": f"^p|{i}"}} for i in range(n)]),
    "many conditions": lambda n: keys(n, dependentRequired={f"p{i}": [f"p{i + 1}"] for i in range(n)}),
    "unevaluated all the way down": lambda n: nest(
        n, lambda s: {"allOf": [s], "anyOf": [obj(a=STR), obj(b=STR)], "unevaluatedProperties": False}
    ),
    "problems all the way down": lambda n: nest(n, lambda s: {"allOf": [s], "enum": 7, "required": 7}),
}


def calls(schema, reading):
    """How many functions are called to translate and print a schema: the same number each time."""
    count = 0

    def seen(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        print_declarations(typed(schema, reading))
    finally:
        sys.setprofile(None)
    return count


def memory(schema, reading):
    tracemalloc.start()
    try:
        print_declarations(typed(schema, reading))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


# What any document may cost, in calls and in bytes; from there on, cost is in proportion to size.
CALLS, BYTES = 500_000, 1_000_000
MORE = 2.5


@pytest.mark.parametrize("reading", ["intended", "literal"])
@pytest.mark.parametrize("name", LEVELS)
def test_a_nest_twice_as_deep_costs_at_most_twice_as_much(name, reading):
    small, large = (calls(nested([LEVELS[name]], n), reading) for n in (80, 160))
    assert large <= MORE * max(small, CALLS)


@pytest.mark.parametrize("reading", ["intended", "literal"])
@pytest.mark.parametrize("seed", range(8))
def test_so_does_a_nest_of_several_kinds(seed, reading):
    levels = random.Random(seed).sample(list(LEVELS.values()), 3)
    small, large = (calls(nested(levels, n), reading) for n in (60, 120))
    assert large <= MORE * max(small, CALLS)


@pytest.mark.parametrize("reading", ["intended", "literal"])
@pytest.mark.parametrize("seed", range(6))
def test_so_does_a_tangle(seed, reading):
    small, large = (calls(tangled(seed, n), reading) for n in (20, 40))
    assert large <= MORE * max(small, CALLS)


@pytest.mark.parametrize("reading", ["intended", "literal"])
@pytest.mark.parametrize("name", WIDE)
def test_so_does_a_wide_schema(name, reading):
    for cost, least in ((calls, CALLS), (memory, BYTES)):
        small, large = (cost(WIDE[name](n), reading) for n in (250, 500))
        assert large <= MORE * max(small, least), cost.__name__


def test_a_small_document_may_cost_what_any_may_and_a_large_one_more():
    many = {"type": "object", "properties": {f"p{i}": {"not": {"const": i}} for i in range(5_000)}}
    assert codes(typed(many), "degraded") == []

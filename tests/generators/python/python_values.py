"""A hypothesis strategy for the values of a JSON Schema; what it draws is put to jsonschema before it is used."""

import math
import re
from urllib.parse import unquote

import jsonschema
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

TEXTS = st.sampled_from(["", "text", "ünï 名前", '"""\\', "None", "OMIT", "1"])
NUMBERS = st.sampled_from([0, 1, -2, 7, 1.5, -0.25, 2**40])
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["from", "a-b", "self"]), inner, max_size=2)
    ),
    max_leaves=4,
)
DEPTH = 6


class Values:
    """Draws values of the schemas of one document."""

    def __init__(self, root, draw):
        self.root = root
        self.draw = draw

    def of(self, schema, depth=0):
        schema = self.resolved(schema)
        if schema is False:
            raise UnsatisfiedAssumption
        if schema is True or not schema:
            return self.draw(ANYTHING)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.pick(schema["enum"])
        for word in ("anyOf", "oneOf"):
            if word in schema:
                rest = {k: v for k, v in schema.items() if k != word}
                # Deep down the first branch is taken: in a recursive schema it is the one that ends.
                branch = schema[word][0] if depth > DEPTH * 2 else self.pick(schema[word])
                return self.of(merged(rest, self.resolved(branch)), depth + 1)
        if "allOf" in schema:
            total = {k: v for k, v in schema.items() if k != "allOf"}
            for part in schema["allOf"]:
                total = merged(total, self.resolved(part))
            return self.of(total, depth)
        kind = schema.get("type")
        if kind is None:
            kind = "object" if "properties" in schema else "array" if "items" in schema else None
        if kind is None:
            return self.draw(ANYTHING)
        return self.kind(self.pick(kind) if isinstance(kind, list) else kind, schema, depth)

    def pick(self, options):
        return options[self.draw(st.integers(0, len(options) - 1))]

    def resolved(self, schema):
        for _ in range(20):
            if not (isinstance(schema, dict) and "$ref" in schema):
                break
            node = self.root
            for token in unquote(schema["$ref"]).split("/")[1:]:
                key = token.replace("~1", "/").replace("~0", "~")
                node = node[int(key)] if isinstance(node, list) else node[key]
            schema = merged({k: v for k, v in schema.items() if k != "$ref"}, node) if len(schema) > 1 else node
        return schema

    def kind(self, kind, schema, depth):
        if kind == "null":
            return None
        if kind == "boolean":
            return self.draw(st.booleans())
        if kind in ("integer", "number"):
            return self.number(kind, schema)
        if kind == "string":
            return self.string(schema)
        return self.array(schema, depth) if kind == "array" else self.object(schema, depth)

    def number(self, kind, schema):
        low, high = bound(schema, "minimum", "exclusiveMinimum", 1), bound(schema, "maximum", "exclusiveMaximum", -1)
        step = schema.get("multipleOf")
        if step and float(step).is_integer():
            return self.draw(st.integers(-3, 40)) * int(step)
        if low is not None and high is not None and math.ceil(low) > math.floor(high):
            return (low + high) / 2
        whole = self.draw(
            st.integers(None if low is None else math.ceil(low), None if high is None else math.floor(high))
        )
        if kind == "integer":
            # JSON's integers include 1.0.
            return float(whole) if whole % 5 == 1 and abs(whole) < 2**53 else whole
        return whole + self.pick([0, 0.0, 0.5, -0.25]) if abs(whole) < 2**40 else whole

    def string(self, schema):
        low, high = schema.get("minLength", 0), schema.get("maxLength")
        if "pattern" in schema:
            for text in ("0" * max(low, 1), "a" * max(low, 1), "A1b2", "2024-01-02", "a-b"):
                if re.search(schema["pattern"], text) and len(text) >= low and self.draw(st.booleans()):
                    return text
            return self.draw(st.from_regex(re.compile(schema["pattern"])))
        if schema.get("format") == "uuid":
            return "123e4567-e89b-12d3-a456-426614174000"
        text = self.draw(TEXTS)
        if len(text) < low:
            text += "é" * (low - len(text))
        return text if high is None else text[:high]

    def array(self, schema, depth):
        value = [self.of(item, depth + 1) for item in schema.get("prefixItems", [])]
        items = schema.get("items", True)
        low = max(schema.get("minItems", 0) - len(value), 0)
        high = min(schema.get("maxItems", 99) - len(value), low if depth > DEPTH or items is False else low + 2)
        return value + [self.of(items, depth + 1) for _ in range(self.draw(st.integers(low, max(low, high))))]

    def object(self, schema, depth):
        members = schema.get("properties", {})
        others = schema.get("additionalProperties")
        value = {}
        if others not in (None, False) or (others is None and not members):
            keys = [k for k in ("from", "x-extra", "self", "from_", "extra", "arguments") if k not in members]
            for _ in range(0 if depth > DEPTH else self.draw(st.integers(0, 2))):
                value[self.pick(keys)] = self.of(True if others is None else others, depth + 1)
        needed = schema.get("required", [])
        for key in needed:
            value[key] = self.of(members.get(key, True), depth + 1)
        for key, member in members.items():
            if key not in needed and depth <= DEPTH and member is not False and self.draw(st.integers(0, 2)):
                value[key] = self.of(member, depth + 1)
        return value


def merged(a, b):
    """One schema for two that hold together, near enough: what it draws is checked."""
    if not isinstance(a, dict) or not isinstance(b, dict):
        return b if a in (True, {}) else a
    out = {**a, **b}
    if "properties" in a and "properties" in b:
        out["properties"] = {**a["properties"], **b["properties"]}
    if "required" in a and "required" in b:
        out["required"] = list(dict.fromkeys(a["required"] + b["required"]))
    return out


def bound(schema, word, exclusive, step):
    found = schema.get(word)
    if isinstance(schema.get(exclusive), (int, float)) and not isinstance(schema.get(exclusive), bool):
        found = schema[exclusive] + step
    return found


@st.composite
def value_of(draw, schema):
    return Values(schema, draw).of(schema)


def values_of(schema, count):
    """Return up to `count` values that the schema accepts, always the same ones."""
    validator = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)(schema)
    found = []

    @settings(
        max_examples=count + 2,
        phases=[Phase.generate],
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(value_of(schema))
    def draw(value):
        if len(found) < count and isinstance(value, dict) and value not in found and validator.is_valid(value):
            found.append(value)

    draw()
    return found

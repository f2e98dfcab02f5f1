"""The drafts of JSON Schema, and one schema of any of them read with the words of 2020-12.

`words` looks at one schema at a time and leaves its subschemas alone: a rewritten copy of a whole document would break
every reference that points into it, and most schemas need no rewriting at all.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import cast

Json = object
Schema = Mapping[str, Json]


class Dialect(IntEnum):
    """The drafts, in order, so that `dialect <= Dialect.DRAFT7` reads as it should."""

    DRAFT4 = 4
    DRAFT6 = 6
    DRAFT7 = 7
    DRAFT2019 = 2019
    DRAFT2020 = 2020


_BY_URI = {
    "json-schema.org/draft-03/schema": Dialect.DRAFT4,
    "json-schema.org/draft-04/schema": Dialect.DRAFT4,
    "json-schema.org/draft-06/schema": Dialect.DRAFT6,
    "json-schema.org/draft-07/schema": Dialect.DRAFT7,
    "json-schema.org/draft/2019-09/schema": Dialect.DRAFT2019,
    "json-schema.org/draft/2020-12/schema": Dialect.DRAFT2020,
}

# What an older draft says in other words. A schema that has none of these keys reads the same in each of them.
LEGACY = frozenset({"additionalItems", "dependencies", "$recursiveRef", "exclusiveMinimum", "exclusiveMaximum", "$ref"})


def dialect_of(schema: Json, default: Dialect = Dialect.DRAFT2020) -> Dialect:
    """Return the draft that `$schema` names (2020-12 core §8.1.1); `default` when it names none that is known."""
    if isinstance(schema, dict):
        uri = cast("dict[str, Json]", schema).get("$schema")
        if isinstance(uri, str):
            return _BY_URI.get(uri.rstrip("#").partition("://")[2], default)
    return default


def words(schema: Schema, dialect: Dialect, *, dependencies: bool = False) -> Schema:
    """Return one schema in the words of 2020-12; the same object when nothing needs another word.

    * An array of `items` becomes `prefixItems`, and `additionalItems` beside it `items` (2020-12 core §10.3.1);
      `additionalItems` without such an array says nothing (draft-07 validation §6.4.2).
    * `dependencies` becomes `dependentRequired` and `dependentSchemas` (2019-09 validation, appendix): until draft-07,
      or in any draft if `dependencies` is asked for.
    * Until draft-07 `$ref` silences everything beside it (draft-07 core §8.3); annotations stay: they forbid nothing.
    * Boolean `exclusiveMinimum` and `exclusiveMaximum` (draft-04 §5.1.2) take the number of `minimum` and `maximum`.

    Later drafts dropped some of these words; an array of `items` is read the old way everywhere.
    """
    if dialect <= Dialect.DRAFT7 and "$ref" in schema:
        kept = {k: v for k, v in schema.items() if k in _BESIDE_REF}
        return kept if len(kept) < len(schema) else schema
    items = schema.get("items")
    has_list = isinstance(items, list)
    if not has_list and LEGACY.isdisjoint(schema):
        return schema
    out = dict(schema)
    if has_list:
        del out["items"]
        if "prefixItems" not in out:
            out["prefixItems"] = items
        if "additionalItems" in out:
            out["items"] = out.pop("additionalItems")
    elif dialect <= Dialect.DRAFT2019:
        out.pop("additionalItems", None)
    if (dependencies or dialect <= Dialect.DRAFT7) and "dependencies" in out:
        _split_dependencies(out)
    for word, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        flag = out.get(word)
        if isinstance(flag, bool):
            del out[word]
            if flag and bound in out:
                out[word] = out.pop(bound)
    return out


_ANNOTATIONS = frozenset({"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"})
_BESIDE_REF = _ANNOTATIONS | {"$ref", "$comment", "definitions"}


def _split_dependencies(out: dict[str, Json]) -> None:
    dependencies = out.pop("dependencies")
    if not isinstance(dependencies, dict):
        return
    schemas: dict[str, Json] = {}
    required: dict[str, Json] = {}
    for key, value in cast("dict[str, Json]", dependencies).items():
        if isinstance(value, list):
            required[key] = value
        elif isinstance(value, str):  # draft-03 allowed one name alone
            required[key] = [value]
        else:
            schemas[key] = value
    if schemas:
        out.setdefault("dependentSchemas", schemas)
    if required:
        out.setdefault("dependentRequired", required)

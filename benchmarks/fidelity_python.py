"""The Python targets of the fidelity adapter: one schema becomes one module, as an export would print its types."""

import re
from functools import cache

from toolcat.generators.python.annotations import Annotator
from toolcat.generators.python.model_stub import print_models
from toolcat.generators.python.model_types import ModelAnnotator
from toolcat.generators.python.pydantic_models import GeneratorError, Request, fields_of
from toolcat.generators.python.stub import build_module
from toolcat.generators.python.typeddicts import TypedDicts
from toolcat.generators.templating import Templates
from toolcat.generators.types import TypeRequest

# What the runtime of an exported tree offers. TypedDict comes from typing_extensions, and recursive aliases are
# TypeAliasType, because pydantic demands both on Python 3.11; the judge is pydantic, the trees themselves need neither.
TYPEDDICT_PRELUDE = """
from __future__ import annotations
from enum import Enum
from typing import Any, Literal, NotRequired, TypeAlias, Union
from typing_extensions import TypeAliasType, TypedDict

class Never(Enum):
    pass
"""
RECURSIVE_ALIAS = re.compile(r"^(\w+): TypeAlias = ((?:.|\n(?=[ )\]]))*\"\1\"(?:.|\n(?=[ )\]]))*)$", flags=re.MULTILINE)


def typeddict(name: str, schema: object, reading: str, direction: str) -> str:
    """Return the TypedDicts of a schema."""
    module = build_module([TypeRequest(name, schema, direction)], reading, "snake", "typeddict")
    annotator = Annotator(exact_integers=reading == "literal")
    declarations = TypedDicts(annotator).print([*module.roots, *module.nested])
    source = "\n\n".join([TYPEDDICT_PRELUDE, *declarations]) + "\n"
    return RECURSIVE_ALIAS.sub(r'\1 = TypeAliasType("\1", \2)', source)


@cache
def pydantic_prelude() -> str:
    """Return the module of a tree that its models import from, and what else they need."""
    runtime = Templates("python").render("_values.pydantic.py.j2", {"header": "#", "sync": False})
    imports = ("from pydantic import Field", "from typing import Union", "from typing_extensions import TypeAliasType")
    return "\n".join([runtime, *imports, "OMIT = Omit.OMIT", ""])


def pydantic(name: str, schema: object, reading: str, direction: str) -> str:
    """Return the pydantic models of a schema."""
    module = build_module([TypeRequest(name, schema, direction)], reading, "snake", "pydantic")
    annotator = ModelAnnotator()
    types = [*module.roots, *module.nested]
    fields = fields_of([Request(module, [n for n in types if n.is_class], annotator)])[0]
    if isinstance(fields, GeneratorError):
        raise fields
    return "\n\n".join([pydantic_prelude(), *print_models(types, fields, annotator)]) + "\n"


PRINTERS = {"typeddict": typeddict, "pydantic": pydantic}

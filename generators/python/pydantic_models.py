"""Pydantic models through datamodel-code-generator, one call for a whole batch of tools.

The generator turns canonical JSON Schema into classes; its answer is read as a syntax tree, holes are filled, names,
aliases, defaults and docstrings are put back, and each class is printed in the module of its tool. Nothing of the
answer is emitted as text: a stranger's text reaches the tree only as a literal that we print.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..text import WIDTH
from ..types import NEVER, Object
from .annotations import laid_out, others
from .canonical import Canonical
from .classes import Module, Named
from .model_types import ModelAnnotator
from .remarks import sentences
from .text import block, comment, docstring, string


class Request(NamedTuple):
    """The classes of one module that are to become models, and the printer of what the generator cannot say."""

    module: Module
    classes: Sequence[Named]
    annotator: ModelAnnotator


class Fields(NamedTuple):
    """The annotations of a class's members in their order, and of its other members, if these have a type."""

    members: list[str]
    others: str | None


class GeneratorError(Exception):
    """The generator failed on a batch, or its answer is not what was asked for."""


def fields_of(requests: Sequence[Request]) -> list[dict[str, Fields] | GeneratorError]:
    """Return for each request the annotations of its classes, by name, or why there are none.

    One call of the generator serves them all; if it fails, the batch is halved until those that break it are alone.
    """
    if not requests:
        return []
    try:
        return [*_batch(requests)]
    except GeneratorError as error:
        if len(requests) == 1:
            return [error]
        half = len(requests) // 2
        return [*fields_of(requests[:half]), *fields_of(requests[half:])]


def _batch(requests: Sequence[Request]) -> list[dict[str, Fields] | GeneratorError]:
    canonical = Canonical()
    for request in requests:
        for named in request.classes:
            canonical.add(named, request.module, request.annotator.print)
    if not canonical.classes:
        return [{} for _ in requests]
    found = _generate(canonical)
    for name in canonical.classes:
        wanted = len(canonical.definitions[name]["properties"])
        if len(found.get(name, ())) != wanted:
            raise GeneratorError(f"a class came back with {len(found.get(name, ()))} members of {wanted}")
    out: list[dict[str, Fields] | GeneratorError] = []
    for request in requests:
        made: dict[str, Fields] = {}
        for named in request.classes:
            places = canonical.members[canonical.name(named)]
            if any(at >= len(found[owner]) for owner, at in places):
                raise GeneratorError(f"{named.name} came back without one of its members")
            annotations = [_printed(found[owner][at], canonical, request.annotator) for owner, at in places]
            typed = len(annotations) > len(named.fields)
            made[named.name] = Fields(annotations[: len(named.fields)], annotations[-1] if typed else None)
        out.append(made)
    return out


def _generate(canonical: Canonical) -> Mapping[str, list[ast.expr]]:
    """Call the generator and return the annotations of each class that it made."""
    # Heavy, and only needed here: a tree of TypedDicts must not pay for it.
    from datamodel_code_generator import InputFileType, LiteralType, PythonVersion, generate
    from datamodel_code_generator.enums import DataModelType

    try:
        source = generate(
            json.dumps(canonical.document()),
            input_file_type=InputFileType.JsonSchema,
            output_model_type=DataModelType.PydanticV2BaseModel,
            target_python_version=PythonVersion.PY_311,
            formatters=[],
            use_annotated=True,
            field_constraints=True,
            enum_field_as_literal=LiteralType.All,
            use_union_operator=True,
            use_standard_collections=True,
            disable_timestamp=True,
        )
        tree = ast.parse(str(source))
    except Exception as error:
        # Whatever it is, it concerns a tool of this batch and must not stop the export.
        raise GeneratorError(f"{type(error).__name__}: {' '.join(str(error).split())[:200]}") from error
    found: dict[str, list[ast.expr]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = [item.annotation for item in node.body if isinstance(item, ast.AnnAssign)]
    return found


def _printed(node: ast.expr, canonical: Canonical, annotator: ModelAnnotator) -> str:
    """Return an annotation of the generator's as ours: names put back, holes filled, literals spelled by us."""
    if isinstance(node, ast.Name):
        if node.id in canonical.holes:
            return canonical.holes[node.id]
        if node.id in canonical.classes:
            return canonical.classes[node.id].name
        if node.id == "float":
            return annotator.number
        if node.id in ("Any", "Literal", "Annotated"):
            annotator.used.add(node.id)
        return node.id
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return string(node.value)
        return repr(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts = dict.fromkeys(_union(node, canonical, annotator))
        return " | ".join(parts)
    if isinstance(node, ast.Subscript):
        head = _printed(node.value, canonical, annotator)
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        arguments = [_printed(item, canonical, annotator) for item in inner]
        if head == "Union":
            return " | ".join(dict.fromkeys(arguments))
        if head == "Optional":
            return f"{arguments[0]} | None"
        return f"{head}[{', '.join(arguments)}]"
    raise GeneratorError(f"an annotation that is not understood: {ast.unparse(node)[:80]}")


def _union(node: ast.BinOp, canonical: Canonical, annotator: ModelAnnotator) -> list[str]:
    out: list[str] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp):
        out.append(_printed(left.right, canonical, annotator))
        left = left.left
    return [_printed(left, canonical, annotator), *reversed(out)]


def print_model(named: Named, fields: Fields, annotator: ModelAnnotator) -> str:
    """Return the source of one class."""
    type_ = named.type
    assert isinstance(type_, Object)
    base = "Closed" if others(type_) is NEVER else "Open"
    annotator.ours.add(base)
    lines = [f"class {named.name}({base}):"]
    doc = docstring(block(sentences(named.doc), "    "), "    ")
    if doc:
        lines += [*doc, ""]
    for identifier, text, p in zip(named.fields, fields.members, type_.properties, strict=True):
        alias = ""
        if identifier != p.key:
            annotator.fields = True
            alias = f"validation_alias={string(p.key)}, serialization_alias={string(p.key)}"
        value = ""
        shown = text if p.required else f"{text} | Omit"
        if not p.required:
            annotator.runtime |= {"OMIT", "Omit"}
            value = f" = Field(default=OMIT, {alias})" if alias else " = OMIT"
        elif alias:
            value = f" = Field({alias})"
        head = f"    {identifier}: "
        if value.endswith(")") and len(head) + len(shown) + len(value) > WIDTH:
            value = f" = Field(\n        {value[9:-1]}\n    )"
            lines.append(f"{head}{laid_out(shown, '    ', len(head) + 9, WIDTH)}{value}")
        else:
            lines.append(f"{head}{laid_out(shown, '    ', len(head) + len(value), WIDTH)}{value}")
        lines += docstring(block(sentences(p.doc), "    "), "    ")
    if fields.others is not None:
        annotator.used.add("TYPE_CHECKING")
        lines += ["", "    if not TYPE_CHECKING:", f"        __pydantic_extra__: dict[str, {fields.others}]"]
    return "\n".join(lines)


def print_alias(named: Named, annotator: ModelAnnotator, *, recursive: bool) -> str:
    """Return the source of a type that is no class; one that refers to itself is a type of its own at run time."""
    head = f"{named.name}: TypeAlias = "
    text = annotator.print(named.type)
    if not recursive:
        annotator.used.add("TypeAlias")
        lines = [head + laid_out(text, "", len(head), WIDTH)]
    else:
        # Pyright knows recursion that is used further up by plain aliases only, pydantic by a type of its own only.
        annotator.used |= {"TYPE_CHECKING", "TypeAlias", "TypeAliasType"}
        shown = laid_out(text, "    ", len(head) + 4, WIDTH)
        line = f'    {named.name} = TypeAliasType("{named.name}", {text})'
        if len(line) > WIDTH:
            made = laid_out(text, "        ", 8, WIDTH - 1)
            line = f'    {named.name} = TypeAliasType(\n        "{named.name}",\n        {made},\n    )'
        lines = ["if TYPE_CHECKING:", f"    {head}{shown}", "else:", line]
    return "\n".join([*comment(sentences(named.doc), ""), *lines])

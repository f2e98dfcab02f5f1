"""One tool as Python, its objects as pydantic models; a tree of TypedDicts imports none of this."""

from __future__ import annotations

from collections.abc import Sequence

from ..types import NEVER
from .classes import Named
from .model_types import ArgumentAnnotator, ModelAnnotator
from .options import PythonOptions
from .pydantic_models import Fields, print_alias, print_model
from .stub import Names, Stub, Tool, exports, renamed, wrapper_of
from .typeddicts import in_circles, in_order


def model_stub(
    tool: Tool, options: PythonOptions, dots: str, fields: dict[str, Fields], printer: ModelAnnotator
) -> Stub:
    """Word a tool with pydantic models, whose members have the annotations `fields`, printed with `printer`."""
    declarations = print_models(tool.types, fields, printer)
    arguments = ArgumentAnnotator(tool.module, exact_integers=options.reading == "literal")
    made = wrapper_of(tool, options, arguments.print, recursive=False)
    names = Names(
        standard=(printer.used | arguments.used | made.typing) - {"TypeAliasType"},
        extensions=printer.used & {"TypeAliasType"},
        runtime=printer.runtime | made.runtime,
        values=set(printer.ours),
        fields=printer.fields,
    )
    if tool.output is None or tool.output.type is NEVER:
        names.standard.add("Any")
    return Stub(names.imports(dots), exports(tool), declarations, made.source, renamed(tool, fields=True))


def print_models(types: Sequence[Named], fields: dict[str, Fields], printer: ModelAnnotator) -> list[str]:
    """Return the source of named types: the classes, then the aliases, which are evaluated as they stand."""
    declarations = [print_model(named, fields[named.name], printer) for named in types if named.is_class]
    aliases = in_order([named for named in types if not named.is_class])
    pending = {named.name for named in aliases}
    circles = in_circles(aliases)
    for named in aliases:
        printer.pending = pending
        declarations.append(print_alias(named, printer, recursive=named.name in circles))
        pending.discard(named.name)
    printer.pending = ()
    return declarations

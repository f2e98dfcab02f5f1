"""TD010, TD011: descriptions that say something else than the schema."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from ..examples import Example
from ..parameters import declared_names, kinds_of
from ..patterns import later
from ..rule import Confidence, Problem, Rule, Severity
from ..units import as_list, as_object
from ..words import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..nodes import Node
    from ..units import File, Tool

_HEAD = "type: object\nadditionalProperties: false\nproperties:\n"
_NAMED = later(
    r"\b(?:parameters?|arguments?|params?|args?)\s+`([A-Za-z_][\w-]*)`"
    r"|`([A-Za-z_][\w-]*)`\s+(?:parameter|argument|param|arg)\b",
    re.IGNORECASE,
)
_SECTION = later(r"^([ \t]*)(?:Args|Arguments|Parameters|Params):[ \t]*$", re.MULTILINE)
_ENTRY = later(r"([ \t]*)(\w+)[ \t]*(?:\([^)\n]*\))?[ \t]*:(?!//)")


def _entries(text: str) -> list[tuple[str, tuple[int, int]]]:
    """Return what a section `Args:` of a docstring lists: the lines below it that are indented alike, and deeper."""
    is_likely = any(word in text for word in ("Args:", "Arguments:", "Parameters:", "Params:"))
    header = _SECTION.search(text) if is_likely else None
    if header is None:
        return []
    found: list[tuple[str, tuple[int, int]]] = []
    indent: int | None = None
    at = header.end() + 1
    for line in text[at:].split("\n"):
        start, at = at, at + len(line) + 1
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip())
        if depth <= len(header[1]):
            break
        indent = depth if indent is None else indent
        entry = _ENTRY.match(line)
        if depth == indent and entry is not None:
            found.append((entry[2], (start + entry.start(2), start + entry.end(2))))
    return found


@lru_cache(maxsize=4096)
def _named(text: str) -> tuple[tuple[str, tuple[int, int]], ...]:
    """Return the parameters that a description names as such, and where."""
    found: list[tuple[str, tuple[int, int]]] = []
    if "`" in text and ("aram" in text or "arg" in text or "Arg" in text):
        for match in _NAMED.finditer(text):
            group = 1 if match[1] else 2
            found.append((match[group], match.span(group)))
    found += _entries(text)
    return tuple(found)


_OPTIONAL = later(r"\A\W*optional\b(?!ly)|\(optional\)\s*\.?\s*\Z|\A[^.]{0,60}\(optional[,)]", re.IGNORECASE)


class ParamMismatch(Rule):
    code = "TD010"
    name = "param-mismatch"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    fold = 3
    what = (
        "The description of a tool names a parameter (``parameter `x` ``, or an entry under `Args:`) that no schema of "
        "the tool has; or that of a parameter says that it is optional, and it is required (without a default, and "
        "null is not allowed)."
    )
    why = "A model gives an argument that does not exist, or leaves one out that must be there."
    source = "Custom; docstrings that became descriptions outlive their parameters."
    help = "Bring text and schema together."
    bad = (
        Example(
            "description: Return one order. With the parameter `full` it has its lines. Use it for known numbers.",
            at="/description",
        ),
        Example(
            "type: object\nadditionalProperties: false\nrequired: [order]\n"
            "properties: {order: {type: string, maxLength: 9, description: Optional number of the order.}}",
            at="/properties/order/description",
            wrap="input",
        ),
    )
    good = (
        Example("description: Return one order, that of the parameter `order`. Use it for known numbers."),
        Example(
            f"{_HEAD}  order: {{type: string, maxLength: 9, description: Optional number of the order.}}", wrap="input"
        ),
    )

    def check_tool(self, tool: Tool) -> Iterator[Problem]:
        text = tool.description
        if ("`" in text or "ar" in text) and (named := _named(text)) and tool.properties:
            plain = {plain_name(name) for name in declared_names(tool)}
            for name, span in named:
                if plain_name(name) in plain or name in _tool_names(tool.file):
                    continue
                if not _is_of_another(text, span[0], tool):
                    yield tool.problem(
                        f"the description names a parameter `{name}`, the schema has none", "description", span=span
                    )
                    break

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return "default" not in keys

    def check_node(self, node: Node) -> Iterator[Problem]:
        text = node.text("description")
        if "ptional" not in text or node.slot == "output":
            return
        parent, name = node.parent, node.property_name
        if parent is None or name is None or name not in parent.items("required"):
            return
        if not _OPTIONAL.search(text) or _takes_null(node):
            return
        yield node.problem(f"the text says that `{name}` is optional, the schema requires it", "description")

    keywords = ("description",)


def _is_of_another(text: str, at: int, tool: Tool) -> bool:
    """Whether the line speaks of another tool, or of a web address, whose parameter it may be."""
    line = text[text.rfind("\n", 0, at) + 1 :].split("\n", 1)[0]
    others = _tool_names(tool.file).intersection(_WORDS.findall(line)) - {tool.name}
    return bool(others) or _ADDRESS.search(line) is not None


@lru_cache(maxsize=2)
def _tool_names(file: File) -> frozenset[str]:
    return frozenset(tool.name for tool in file.tools)


_WORDS = later(r"[\w.-]*\w")
_ADDRESS = later(r"/[\w{}-]+/")


def _takes_null(node: Node) -> bool:
    schema = node.schema
    if "null" in node.types or schema.get("nullable") is True or None in as_list(schema.get("enum")):
        return True
    options = [option for keyword in ("anyOf", "oneOf") for option in as_list(schema.get(keyword))]
    return any(as_object(option).get("type") == "null" for option in options)


_SAYS: tuple[tuple[str, re.Pattern[str], frozenset[str]], ...] = (
    (
        "a list",
        later(r"\A\W*(?:an?\s+|the\s+|optional\s+)*(?:list|array)\s+of\b", re.IGNORECASE),
        frozenset(("number", "boolean", "string")),
    ),
    (
        "a number",
        later(
            r"\A\W*(?:the\s+)?(?:(?:maximum|max|minimum|total)\s+)?number\s+of\b(?!\s+the\b)|\A\W*(?:an?\s+)?integer\b",
            re.IGNORECASE,
        ),
        frozenset(("string", "boolean", "array")),
    ),
    (
        "a truth value",
        later(
            r"\A\W*(?:optional\s+)?(?:(?:an?\s+)?boolean\b|whether\s+(?:or\s+not\s+)?to\b|if\s+true\b)", re.IGNORECASE
        ),
        frozenset(("string", "number", "array")),
    ),
)
_OR_ELSE = later(
    r"comma|separated|delimited|json|stringif|string|newline|space|encoded|csv|expression|range|\bor\b|\bas text\b|"
    r"'(?:true|false|yes|no|auto)'|\"(?:true|false|yes|no|auto)\"|`(?:true|false|yes|no|auto)`|true/false|e\.g\.",
    re.IGNORECASE,
)


@lru_cache(maxsize=16_384)
def _type_said(text: str) -> tuple[str, frozenset[str], tuple[int, int]] | None:
    for word, pattern, others in _SAYS:
        found = pattern.search(text)
        if found is not None and not _OR_ELSE.search(text):
            return word, others, found.span()
    return None


class TypeConflict(Rule):
    code = "TD011"
    name = "type-conflict"
    severity = Severity.WARNING
    confidence = Confidence.MEDIUM
    fold = 3
    keywords = ("description",)
    what = (
        "The description of a parameter begins like that of a list (list of …), a number (number of …) or a truth "
        "value (whether to …), and its type is another one. Texts that speak of a form (comma-separated, JSON, or …) "
        "are passed over, and so are enumerations."
    )
    why = "A model gives what the text says, and the call is refused; or what the type says, and it means nothing."
    source = "mcplint has the idea; custom."
    help = "Correct the type, or say the form: a comma-separated list of …"
    bad = (
        Example(
            f"{_HEAD}  tags: {{type: string, maxLength: 9, description: List of tags that the order must have.}}",
            at="/properties/tags/description",
            wrap="input",
        ),
    )
    good = (
        Example(
            f"{_HEAD}  tags: {{type: string, maxLength: 9, description: A list of tags in a comma-separated text.}}",
            wrap="input",
        ),
    )

    def concerns(self, kind: str | None, keys: frozenset[str]) -> bool:
        return kind != "object" and keys.isdisjoint(_LISTS_VALUES)

    def check_node(self, node: Node) -> Iterator[Problem]:
        found = _type_said(node.text("description"))
        name = None if found is None else node.property_name
        if found is None or name is None or node.slot == "output":
            return
        word, others, span = found
        kinds = kinds_of(node.schema)
        if kinds and kinds <= others:
            message = f"the text says that `{name}` is {word}, its type is {' or '.join(sorted(kinds))}"
            yield node.problem(message, "description", span=span)


_LISTS_VALUES = frozenset(("enum", "const", "$ref", "format", "pattern"))

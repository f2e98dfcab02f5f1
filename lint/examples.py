"""Examples: the good and bad input of a rule, written as a user would write it; its tests and its documentation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Wrap = Literal["tool", "input", "output", "property"]

_TOOL: Mapping[str, str] = MappingProxyType(
    {
        "name": "get_order",
        "title": "Get order",
        "description": "Return one order of the shop with its lines. Use it when you know the number of the order.",
        "inputSchema": "{type: object, additionalProperties: false, required: [order], properties: {order: "
        "{type: string, maxLength: 40, description: The number that list_orders returned.}}}",
        "outputSchema": "{type: object, additionalProperties: false, properties: {total: "
        "{type: integer, minimum: 0, maximum: 900000, description: The sum in cents.}}}",
        "annotations": "{readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false}",
    }
)
"""A tool that no rule finds fault with: what an example does not say, this says."""

_PROPERTY = """\
inputSchema:
  type: object
  additionalProperties: false
  required: [order]
  properties:
    order:
"""

_AROUND: Mapping[str, tuple[str, int, str]] = MappingProxyType(
    {
        "input": ("inputSchema:\n", 2, "/inputSchema"),
        "output": ("outputSchema:\n", 2, "/outputSchema"),
        "property": (
            _PROPERTY,
            6,
            "/inputSchema/properties/order",
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """An example as files, and where its problem stands: a file name and a JSON pointer."""

    files: Mapping[str, str]
    file: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Example:
    """A piece of input, as text (YAML unless `file` says otherwise), and the place of the problem in it.

    `wrap` says what the text is: `tool` some keys of a tool, `input` or `output` a schema, `property` the schema of one
    property; the rest is filled in from a tool without faults, minus the keys of `without`. No `wrap`: the text is the
    whole file. `at` is the JSON pointer of the problem *in the text*; in another of `files` it is `name#pointer`.
    With `key` the problem stands at the key. `also` names other rules (prefixes) that the example may set off.
    `fixed` is the text after the fix. `options` are fields of `LintOptions` to run it with. `files` are further files,
    by name; those in `not_sources` only lie beside. `note` is a word to the reader.
    """

    text: str
    at: str = ""
    wrap: Wrap | None = "tool"
    key: bool = False
    also: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    fixed: str | None = None
    file: str = "example.tools.yaml"
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    not_sources: tuple[str, ...] = ()
    note: str = ""

    def render(self, text: str | None = None) -> Rendered:
        """Return the example (or with `text` in the place of its own) as complete files."""
        whole, prefix = self._wrapped(self.text if text is None else text)
        name, found, pointer = self.at.partition("#")
        if not found:
            name, pointer = self.file, prefix + self.at
        return Rendered(files={self.file: whole, **self.files}, file=name, pointer=pointer)

    def _wrapped(self, text: str) -> tuple[str, str]:
        if self.wrap is None:
            return text, ""
        text = text.strip("\n") + "\n"
        if self.wrap == "tool":
            own = set(re.findall(r"^(?:\"([^\"]+)\"|([A-Za-z_$][\w$]*)):", text, re.MULTILINE))
            keys = {quoted or plain for quoted, plain in own}
            prefix = ""
        else:
            before, indent, prefix = _AROUND[self.wrap]
            text = before + "".join(f"{' ' * indent}{line}\n" if line else "\n" for line in text.splitlines())
            keys = {before.partition(":")[0]}
        rest = [f"{key}: {value}\n" for key, value in _TOOL.items() if key not in keys and key not in self.without]
        return text + "".join(rest), prefix

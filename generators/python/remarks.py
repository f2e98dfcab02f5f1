"""What a schema says beyond a type, as sentences of a docstring."""

from __future__ import annotations

from ..types import Doc, Tag

_SENTENCES = {
    "format": "Format: {}.",
    "multipleOf": "A multiple of {}.",
    "pattern": "Matches `{}`.",
    "uniqueItems": "No two items are equal.",
    "contentEncoding": "Encoded as {}.",
    "contentMediaType": "Content of type {}.",
    "readonly": "Read-only.",
    "writeonly": "Write-only.",
    "deprecated": "Deprecated.",
    "example": "For example {}.",
    "items": "Items: {}.",
}
_RANGES = (
    ("minimum", "maximum", "from {} to {}", "at least {}", "at most {}", ""),
    ("exclusiveMinimum", "exclusiveMaximum", "between {} and {}, both excluded", "more than {}", "less than {}", ""),
    ("minLength", "maxLength", "{} to {}", "at least {}", "at most {}", " characters"),
    ("minItems", "maxItems", "{} to {}", "at least {}", "at most {}", " items"),
    ("minProperties", "maxProperties", "{} to {}", "at least {}", "at most {}", " keys"),
)


def sentences(doc: Doc) -> str:
    """Return what a doc says, as raw text: its summary and a sentence for each remark."""
    if not doc.tags:
        return doc.summary.strip()
    told = " ".join(_remarks(doc.tags))
    return joined(doc.summary.strip(), told)


def joined(text: str, more: str) -> str:
    """Return a text and a sentence behind it."""
    if not text:
        return more
    if "\n" in text:
        return f"{text}\n{more}"
    return f"{text}{'' if text[-1] in '.!?:;…' else '.'} {more}"


def _remarks(tags: tuple[Tag, ...]) -> list[str]:
    by_name: dict[str, str] = {}
    for tag in tags:
        by_name.setdefault(tag.name, tag.text)
    out: list[str] = []
    first: list[str] = []
    if "default" in by_name:
        first.append(f"default {by_name.pop('default')}")
    for low, high, both, least, most, unit in _RANGES:
        at_least, at_most = by_name.pop(low, None), by_name.pop(high, None)
        if at_least is not None and at_most is not None:
            first.append((f"exactly {at_least}" if at_least == at_most else both.format(at_least, at_most)) + unit)
        elif at_least is not None:
            first.append(least.format(at_least) + _unit(unit, at_least))
        elif at_most is not None:
            first.append(most.format(at_most) + _unit(unit, at_most))
    if first:
        line = ", ".join(first)
        out.append(f"{line[0].upper()}{line[1:]}.")
    examples: list[str] = []
    for tag in tags:
        if tag.name == "example":
            examples.append(tag.text)
        elif tag.name in by_name:
            pattern = _SENTENCES.get(tag.name)
            out.append(pattern.format(tag.text) if pattern else f"{tag.name}: {tag.text}.")
    if examples:
        out.append(f"For example {', '.join(examples)}.")
    return out


def _unit(unit: str, number: str) -> str:
    return unit[:-1] if unit and number == "1" else unit

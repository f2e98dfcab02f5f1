"""The config's `[exports]`: what `tools export-typescript` and `export-python` do unless their flags say otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, cast

from .findings import ToolcatError
from .pointers import join
from .text import quoted

ExportValue = str | int | Path | tuple[str, ...]
"""What an option of an export is; flags are true or false."""

Exports = Mapping[str, Mapping[str, ExportValue]]
"""Options by language (`typescript`, `python`), each under its name in code: `import_suffix`."""

_FLAG, _TEXT, _PATH, _NUMBER, _PAIRS = ("true or false",), ("a text",), ("a path",), ("a number",), ("KEY=VALUE texts",)
_COMMON: dict[str, tuple[str, ...]] = {
    "output": _PATH,
    "strict": _FLAG,
    "reading": ("intended", "literal"),
    "templates": _PATH,
    "host": _TEXT,
    "form": ("tree", "prelude", "declarations"),
    "host-option": _PAIRS,
    "detail": ("names", "signatures", "full"),
    "budget": _NUMBER,
    "index": _FLAG,
}
OPTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "typescript": {
        **_COMMON,
        "import-suffix": ("js", "ts", "none"),
        "layout": ("server", "flat"),
        "names": ("camel", "preserve"),
        "package-json": _FLAG,
    },
    "python": {
        **_COMMON,
        "models": ("pydantic", "typeddict"),
        "sync": _FLAG,
        "names": ("snake", "preserve"),
        "results": ("validate", "trust"),
    },
}
"""The options of each language by their names on the command line: the words that each may be, or what it holds."""

_OF_ONE_RUN = ("check", "dry-run", "force")


class Wrong(Protocol):
    """Makes the error about a place in the config."""

    def __call__(self, pointer: str, message: str, help: str, *, key: bool = False) -> ToolcatError:
        """Return the error."""
        ...


def read_exports(table: Mapping[str, object], wrong: Wrong, relative: Callable[[str], str]) -> Exports:
    """Return the options of the table `[exports]`; `relative` makes a path of the config one from here.

    Raises ToolcatError, made by `wrong`, for the first thing that is not understood.
    """
    made: dict[str, Mapping[str, ExportValue]] = {}
    for language, given in table.items():
        pointer = join("/exports", language)
        if language not in OPTIONS:
            help = _near(language, OPTIONS) or f"Write {' or '.join(f'[exports.{each}]' for each in OPTIONS)}."
            raise wrong(pointer, f"exports has no language {quoted(language)}", help, key=True)
        if not isinstance(given, dict):
            raise wrong(pointer, f"exports.{language} is no table", f"Write [exports.{language}].")
        made[language] = _read(cast("dict[str, object]", given), language, pointer, wrong, relative)
    return made


def _read(
    given: dict[str, object], language: str, pointer: str, wrong: Wrong, relative: Callable[[str], str]
) -> Mapping[str, ExportValue]:
    options = OPTIONS[language]
    made: dict[str, ExportValue] = {}
    for key, value in given.items():
        at = join(pointer, key)
        name = key.replace("_", "-")
        if name not in options:
            help = _near(name, options) or f"Its options are {', '.join(options)}."
            if name in _OF_ONE_RUN:
                help = f"Write --{name} on the command line: it belongs to one run."
            raise wrong(at, f"the key {quoted(key)} is not known in exports.{language}", help, key=True)
        stored = name.replace("-", "_")
        if stored in made:
            raise wrong(at, f"{name} stands twice, spelt with '-' and with '_'", "Keep one of the two.", key=True)
        settled = _settled(value, options[name])
        if settled is None:
            words = options[name]
            expected = f"{words[0]} is expected" if len(words) == 1 else f"one of {', '.join(words)} is expected"
            expected = expected.replace("texts is", "texts are")
            help = (isinstance(value, str) and _near(value, words)) or "Correct or remove it."
            raise wrong(at, f"{key} is {quoted(value)}, {expected}", help)
        if options[name] is _PATH:
            # `-` is standard output, and no file of the config's folder.
            settled = Path("-" if settled == "-" else relative(str(settled)))
        made[stored] = settled
    return made


def _settled(value: object, expected: tuple[str, ...]) -> ExportValue | None:
    """Return the value if it is what is expected, else None."""
    if expected is _FLAG:
        return value if isinstance(value, bool) else None
    if expected is _NUMBER:
        return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
    if expected is _PAIRS:
        pairs = cast("list[object]", value) if isinstance(value, list) else [None]
        texts = [each for each in pairs if isinstance(each, str) and each.partition("=")[0].strip() and "=" in each]
        return tuple(texts) if len(texts) == len(pairs) else None
    if not isinstance(value, str) or not value.strip():
        return None
    return value if len(expected) == 1 or value in expected else None


def _near(word: str, known: Mapping[str, object] | tuple[str, ...]) -> str | None:
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), known, n=1)
    return f"Did you mean {near[0]!r}?" if near and near[0] != word else None

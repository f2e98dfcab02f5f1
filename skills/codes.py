"""The codes of findings that no rule of `skills lint` makes: what reading a skill cuts or drops, and what drifts."""

from __future__ import annotations

from typing import NamedTuple


class Code(NamedTuple):
    """A code, its name, the command that reports it, what is found, and what to do."""

    code: str
    name: str
    command: str
    what: str
    help: str


_LIST, _DRIFT = "skills list", "skills drift"

CODES = (
    Code(
        "SK101",
        "description-cut",
        _LIST,
        "The description has more than 800 bytes of UTF-8: a model gets it cut, with an ellipsis.",
        "Put first what decides when to use the skill, and shorten the rest.",
    ),
    Code(
        "SK102", "text-cut", _LIST, "`license` or `compatibility` has more than 1,024 bytes and is cut.", "Shorten it."
    ),
    Code(
        "SK103",
        "metadata-dropped",
        _LIST,
        "`metadata` is no map of at most 32 texts of at most 4,096 bytes: the whole map is dropped.",
        "Keep it a small map of texts.",
    ),
    Code(
        "SK104",
        "allowed-tools-cut",
        _LIST,
        "`allowed-tools` has more than 64 entries, of which the first 64 are kept, or an entry of more than 64 bytes.",
        "Name fewer tools, or shorten the entry.",
    ),
    Code(
        "SK105",
        "body-over-activation",
        _LIST,
        "The body has more than 25,000 bytes: activating the skill cuts it.",
        "Move parts into reference files that the body names.",
    ),
    Code(
        "SK106",
        "assets-refused",
        _LIST,
        "The skill has no assets, though it has files: too many, too long names, or a folder that cannot be read.",
        "Bundle fewer files.",
    ),
    Code(
        "SK107",
        "field-ignored",
        _LIST,
        "A field is a list or a map where a text belongs, or the other way round, and is ignored.",
        "Write it as the message says.",
    ),
    Code(
        "SK108",
        "asset-name",
        _LIST,
        "A file's name has a backslash, a control character, a line separator or bytes that are not UTF-8: the skill "
        "is invalid.",
        "Rename it; a strict source refuses the whole directory for it.",
    ),
    Code(
        "SK109",
        "asset-link-skipped",
        _LIST,
        "A link lies in the skill's folder. It is no asset.",
        "Copy the file into the skill.",
    ),
    Code(
        "SX001",
        "tool-not-routed",
        _DRIFT,
        "The routing skill does not name a live tool, neither by its catalog name nor by its own.",
        "Say in the skill when to use it, or let it off with --allow NAME=REASON.",
    ),
    Code("SX002", "allow-stale", _DRIFT, "The allow-list lets off what is no live tool.", "Remove the entry."),
    Code(
        "SX003",
        "allow-no-reason",
        _DRIFT,
        "The allow-list gives no reason for a tool.",
        "Say why the skill need not name it.",
    ),
    Code(
        "SX004",
        "allowed-tool-stale",
        _DRIFT,
        "`allowed-tools` names what is no live tool and none of a host's own.",
        "Remove or rename the entry; --host-tool names more tools of hosts.",
    ),
    Code(
        "SX005",
        "mentioned-tool-stale",
        _DRIFT,
        "The routing skill or a command file names `mcp__…`, which is no live tool.",
        "Remove or rename it.",
    ),
)


def find_code(name: str) -> Code | None:
    """Return the entry of a code or name, ignoring case; None if there is none."""
    return next((each for each in CODES if name.lower() in (each.code.lower(), each.name)), None)

"""Variants: conditions of a tool (`binary`, `file`, `os`, `arch`, `env`, `nenv`) and which variant holds here.

Several keys of one `match` must all hold, several values of one key are alternatives, the first variant that matches
is merged over the tool, and a tool with variants of which none matches is hidden. Facts about this machine can be
replaced by assumptions, and every fact that was looked at is recorded, so that an export can say what it relied on.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from ..findings import ToolcatError
from ..spec import JsonObject
from ..text import quoted

MATCH_KEYS = ("binary", "file", "os", "arch", "env", "nenv")
OPERATING_SYSTEMS = frozenset(
    (
        "aix",
        "android",
        "darwin",
        "dragonfly",
        "freebsd",
        "illumos",
        "ios",
        "js",
        "linux",
        "netbsd",
        "openbsd",
        "plan9",
        "solaris",
        "wasip1",
        "windows",
    )
)
ARCHITECTURES = frozenset(
    (
        "386",
        "amd64",
        "arm",
        "arm64",
        "loong64",
        "mips",
        "mips64",
        "mips64le",
        "mipsle",
        "ppc64",
        "ppc64le",
        "riscv64",
        "s390x",
        "wasm",
    )
)
"""Go's names, which `.meta` files use."""

_MACHINES = {
    "x86_64": "amd64",
    "aarch64": "arm64",
    "armv6l": "arm",
    "armv7l": "arm",
    "i386": "386",
    "i686": "386",
    "loongarch64": "loong64",
}
_SYSTEMS = {"macos": "darwin", "mac": "darwin", "osx": "darwin", "win32": "windows", "win": "windows"}
_OTHER_NAMES = {**_MACHINES, **_SYSTEMS, "x64": "amd64", "x86": "386"}
_YES = frozenset(("yes", "true", "1", "on", "set", "present"))
_NO = frozenset(("no", "false", "0", "off", "unset", "absent"))
ASSUMPTION_HELP = (
    "Write KEY=VALUE with one of binary:NAME=yes|no, file:PATH=yes|no, env:NAME=set|unset, os=NAME, arch=NAME."
)


def this_platform() -> str:
    """Return this machine as `os/arch`, in Go's names: `linux/amd64`, `darwin/arm64`, `windows/amd64`."""
    system = {"win32": "windows", "cygwin": "windows"}.get(sys.platform, sys.platform)
    import platform

    machine = platform.machine().lower()
    return f"{system}/{_MACHINES.get(machine, machine)}"


def parse_platform(text: str) -> tuple[str, str]:
    """Split `os/arch`, in Go's names; raises ToolcatError if it is not that."""
    system, slash, machine = text.partition("/")
    if not slash or not system or not machine or "/" in machine:
        raise ToolcatError(f"the platform {text!r} is not OS/ARCH", hint="Write for example linux/amd64.")
    _check_name("os", system)
    _check_name("arch", machine)
    return system, machine


def _check_name(kind: str, name: str) -> None:
    """Raise ToolcatError for a name that no condition can mean; this machine's own name is always one."""
    known = OPERATING_SYSTEMS if kind == "os" else ARCHITECTURES
    own = this_platform().split("/")[0 if kind == "os" else 1]
    if name in known or name == own:
        return
    from difflib import get_close_matches

    lower = name.lower()
    other = _OTHER_NAMES.get(lower, lower)
    near = [other] if other in known else get_close_matches(lower, sorted(known), n=2)
    meant = f"Did you mean {' or '.join(repr(each) for each in near)}? " if near else ""
    title = "operating system" if kind == "os" else "architecture"
    raise ToolcatError(
        f"there is no {title} {quoted(name)}",
        hint=f"{meant}Go's names are {', '.join(sorted(known))}.",
    )


def parse_assumption(text: str) -> tuple[str, str]:
    """Return key and normalised value of one `KEY=VALUE` of `--assume`.

    The keys are `binary:NAME`, `file:PATH` and `env:NAME` (each a fact that is or is not, `nenv` included: it asks
    about the same fact as `env`), `os` and `arch`. The value stands behind the last `=`, since a path may hold one.
    Raises ToolcatError for anything else.
    """
    key, equals, value = text.rpartition("=")
    kind, colon, name = key.partition(":")
    if equals and colon and name and kind in ("binary", "file", "env"):
        word = value.strip().lower()
        if word in _YES or word in _NO:
            holds = word in _YES
            return key, ("set" if holds else "unset") if kind == "env" else ("yes" if holds else "no")
    elif equals and not colon and key in ("os", "arch") and value:
        _check_name(key, value)
        return key, value
    raise ToolcatError(f"the assumption {text!r} is not understood", hint=ASSUMPTION_HELP)


@dataclass(slots=True)
class Facts:
    """What is known about the machine that the tools are for.

    `recorded` holds every fact that was looked at, in the words of `--assume`, plus `os` and `arch` if one was.
    """

    system: str
    machine: str
    assumed: Mapping[str, str]
    recorded: dict[str, str] = field(default_factory=dict[str, str])
    hidden: dict[str, str] = field(default_factory=dict[str, str])
    """The tools of which no variant held, by catalog name, with the reason."""
    hidden_gates: set[str] = field(default_factory=set[str])
    """The gates of hidden tools: a config may switch them though nothing here hangs on them."""

    @classmethod
    def make(cls, platform: str | None, assume: Mapping[str, str]) -> Facts:
        """Return the facts of a platform (None: this machine) under assumptions; see parse_assumption for keys."""
        checked = dict(parse_assumption(f"{key}={value}") for key, value in assume.items())
        if platform is not None:
            system, machine = parse_platform(platform)
        else:
            system, _, machine = this_platform().partition("/")
        return cls(checked.get("os", system), checked.get("arch", machine), checked)

    def holds(self, key: str, value: str, folder: Path) -> bool:
        """Whether one condition holds; `folder` is that of the file which states it."""
        if key == "os":
            self.recorded["os"] = self.system
            return value == self.system
        if key == "arch":
            self.recorded["arch"] = self.machine
            return value == self.machine
        kind = "env" if key == "nenv" else key
        name = f"{kind}:{value}"
        words = ("set", "unset") if kind == "env" else ("yes", "no")
        known = self.recorded.get(name) or self.assumed.get(name)
        if known is None:
            known = words[0] if _look(kind, value, folder) else words[1]
        self.recorded[name] = known
        return (known == words[0]) != (key == "nenv")


def _look(kind: str, value: str, folder: Path) -> bool:
    """Look at this machine: `~` is the home folder, relative paths start at the file's folder, no variables."""
    if kind == "env":
        return bool(os.environ.get(value))
    try:
        if kind == "file":
            return (folder / Path(value).expanduser()).exists()
        if "/" in value or os.sep in value:
            path = folder / Path(value).expanduser()
            return path.is_file() and os.access(path, os.X_OK)
        return shutil.which(value) is not None
    except (OSError, ValueError, RuntimeError):
        return False


def failing_condition(match: JsonObject, facts: Facts, folder: Path) -> str | None:
    """Return the first condition of a `match` that does not hold, in words; None if all hold.

    The match has been checked: known keys, strings or non-empty lists of strings.
    """
    failed: str | None = None
    for key in MATCH_KEYS:
        if key not in match:
            continue
        value = match[key]
        values = cast("list[str]", value) if isinstance(value, list) else [cast("str", value)]
        # Every value is looked at, so that what is recorded does not depend on which one is found first.
        if not any([facts.holds(key, each, folder) for each in values]) and failed is None:  # noqa: C419
            failed = f"{key}: {' or '.join(values)}"
    return failed


def is_empty(value: object) -> bool:
    """Whether a variant's value is empty and so has no effect: null, `""`, `[]`, `{}`; false and 0 are values."""
    return value is None or (isinstance(value, (str, list, dict)) and not value)


def merge(base: JsonObject, variant: JsonObject) -> dict[str, object]:
    """Return the tool with a variant over it: values that are not empty replace, each field as a whole."""
    merged = {key: value for key, value in base.items() if key != "variants"}
    merged.update(
        (key, value) for key, value in variant.items() if key not in ("match", "variants") and not is_empty(value)
    )
    return merged

"""Reads the host files, and checks each: a misspelt key in one is our bug, and must not be passed over."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from ...catalog import ToolcatError
from .host import Host, Language, Rule, Settings

_BRACES = re.compile(r"\{(?!(?:server|tool)\})[a-z]*\}?|(?<!\{server)(?<!\{tool)\}")
_TUPLES = ("forms", "path", "lone", "limits")


@cache
def load_hosts() -> tuple[Host, ...]:
    """Return every host that there is, by name. Raises ValueError for a file that is not understood."""
    folder = files("toolcat.generators.hosts")
    hosts = [
        parse_host(entry.read_text("utf-8"), entry.name) for entry in folder.iterdir() if entry.name.endswith(".toml")
    ]
    return tuple(sorted(hosts, key=lambda host: (host.name, host.language)))


def parse_host(text: str, where: str) -> Host:
    """Return the host that a TOML text describes. Raises ValueError, with `where`, for a key or value that is wrong."""
    data: dict[str, Any] = tomllib.loads(text)
    known = {field.name for field in fields(Host)}
    unknown = sorted(data.keys() - known)
    if unknown:
        raise ValueError(f"{where}: the keys {', '.join(unknown)} are not known")
    for key in _TUPLES:
        if key in data:
            data[key] = tuple(data[key])
    data["rule"] = _rule(data.get("rule", {}), where)
    data["settings"] = _settings(data.get("settings", {}), where)
    try:
        host = Host(**data)
    except TypeError as error:
        raise ValueError(f"{where}: {error}") from error
    if not host.forms or not set(host.forms) <= {"tree", "prelude", "declarations"}:
        raise ValueError(f"{where}: its forms are {host.forms}")
    return host


def _settings(data: Mapping[str, Any], where: str) -> Settings:
    plain = Settings()
    known = {field.name for field in fields(Settings)}
    unknown = sorted(data.keys() - known)
    if unknown:
        raise ValueError(f"{where}: the keys {', '.join(unknown)} are not known in settings")
    values: dict[str, Any] = {key: tuple(data[key]) if isinstance(data[key], list) else data[key] for key in data}
    for key, value in values.items():
        if not isinstance(value, type(getattr(plain, key))):
            raise ValueError(f"{where}: {key} is {value!r} in settings")
    return Settings(**values)


def _rule(data: Mapping[str, Any], where: str) -> Rule:
    known = {field.name for field in fields(Rule)}
    unknown = sorted(data.keys() - known)
    if unknown:
        raise ValueError(f"{where}: the keys {', '.join(unknown)} are not known in a rule")
    values = dict(data)
    values["replace"] = tuple((re.compile(pattern), text) for pattern, text in data.get("replace", ()))
    values["reserved"] = frozenset(" ".join(data.get("reserved", ())).split())
    if "refused" in data:
        values["refused"] = re.compile(data["refused"])
    return Rule(**values)


def find_host(name: str, language: Language | None = None, options: Mapping[str, str] | None = None) -> Host:
    """Return the host called `name` (of a language, where both have one), its variables set as `options` say.

    Raises ToolcatError, with what there is, for a host or an option that is not known.
    """
    hosts = {host.name: host for host in load_hosts() if language is None or host.language == language}
    host = hosts.get(name)
    if host is None:
        other = next((one for one in load_hosts() if one.name == name), None)
        if other is not None:
            command = f"tools export-{other.language}"
            raise ToolcatError(f"the host {name} runs {other.language}", hint=f"use `{command} --host {name}`")
        near = get_close_matches(name, hosts, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(hosts)}"
        raise ToolcatError(f"there is no host {name!r}", hint=f"{hint}; `tools hosts` lists them")
    return with_options(host, options) if options else host


def with_options(host: Host, options: Mapping[str, str]) -> Host:
    """Return the host with its variables set. Raises ToolcatError for one it has not, or a value that names nothing."""
    for key, value in options.items():
        default = host.variables.get(key)
        if default is None:
            has = f"its options are {', '.join(host.variables)}" if host.variables else "it has no options"
            raise ToolcatError(f"the host {host.name} has no option {key!r}", hint=has)
        if default and not value.strip():
            raise ToolcatError(f"the option {key} is empty", hint=f"leave it out for {default!r}, or name something")
        braces = _BRACES.search(value)
        if braces is not None:
            raise ToolcatError(
                f"the option {key} is {value!r}, and {braces[0]!r} stands for nothing",
                hint="{server} and {tool} are filled in; no other braces may stand there",
            )
    return replace(host, variables={**host.variables, **options})

"""A rule as a page: for `tools explain`, and for the pages of `docs/rules/`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .examples import Example
    from .rule import Rule


def rule_object(rule: type[Rule]) -> dict[str, object]:
    """Return what a rule says of itself, as `--format json` prints it."""
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "confidence": rule.confidence.value,
        "default": not rule.off and (not rule.clients or rule.portable),
        "fix": None if rule.fix is None else rule.fix.value,
        "what": rule.what,
        "why": rule.why,
        "source": rule.source,
        "help": rule.help,
        "since": rule.since,
        "until": rule.until,
        "clients": list(rule.clients),
        "clientSeverity": {name: severity.value for name, severity in rule.client_severity.items()},
        "profiles": list(rule.profiles),
        "security": rule.security,
        "options": dict(rule.options),
        "bad": [example_object(example) for example in rule.bad],
        "good": [example_object(example) for example in rule.good],
    }


def example_object(example: Example) -> dict[str, object]:
    """Return an example as `--format json` prints it."""
    return {"text": example.text, "at": example.at, "fixed": example.fixed, "note": example.note or None}


def facts(rule: type[Rule]) -> list[str]:
    """Return in short lines how bad a rule's findings are, when it is on and what can be mended."""
    out = [f"Severity: {rule.severity}, confidence: {rule.confidence}"]
    if rule.off:
        names = " or ".join(f"--profile {name}" for name in ("strict", *rule.profiles))
        out.append(f"Off unless selected ({names}, --select {rule.code})")
    if rule.clients:
        names = ", ".join(rule.clients)
        where = "as a warning for everybody" if rule.portable else "only if asked for"
        out.append(f"About clients: {names}; otherwise {where}")
    out += [f"{severity.value.capitalize()} with --client {name}" for name, severity in rule.client_severity.items()]
    if rule.since or rule.until:
        span = f"from {rule.since}" if rule.since else ""
        span += f"{' ' if span else ''}to {rule.until}" if rule.until else ""
        out.append(f"MCP versions: {span}")
    if rule.fix is not None:
        out.append("Fix: --fix" if rule.fix == "safe" else "Fix: --fix --unsafe-fixes (may change the meaning)")
    if rule.security:
        out.append("Security: hiding a finding needs a reason")
    out += [f"Setting: [lint.rules.{rule.name}] {key} = {value!r}" for key, value in rule.options.items()]
    return out


def rule_page(rule: type[Rule], *, markdown: bool) -> str:
    """Return a rule as a page, ending in a newline."""
    return (_markdown if markdown else _text)(rule)


def _text(rule: type[Rule]) -> str:
    lines = [f"{rule.code} {rule.name}", "", *_wrapped(rule.what), ""]
    lines += [f"  {fact}" for fact in facts(rule)]
    for title, body in (("Why", rule.why), ("What to do", rule.help), ("Source", rule.source)):
        lines += ["", *_wrapped(f"{title}: {body}")]
    for title, examples in (("Bad", rule.bad), ("Good", rule.good)):
        for example in examples:
            lines += ["", f"{title}:" + (f" {example.note}" if example.note else ""), *_indented(_shown(example))]
            if title == "Bad" and example.fixed is not None:
                lines += ["Fixed:", *_indented(example.fixed)]
    return "\n".join(lines) + "\n"


def _wrapped(text: str) -> list[str]:
    import textwrap

    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def _indented(text: str) -> list[str]:
    from ..catalog.text import printable

    return [f"    {line}".rstrip() for line in printable(text.strip("\n")).splitlines()]


def _shown(example: Example) -> str:
    """Return an example's text as it is shown: what is long by nature is cut."""
    lines = [line if len(line) <= _WIDTH else f"{line[:_WIDTH]} …" for line in example.text.strip("\n").splitlines()]
    if len(lines) <= 24:
        return "\n".join(lines)
    return "\n".join([*lines[:6], f"# … {len(lines) - 9} more lines …", *lines[-3:]])


_WIDTH = 200


def _markdown(rule: type[Rule]) -> str:
    lines = [f"# {rule.code} {rule.name}", "", rule.what, ""]
    lines += [f"- {fact}" for fact in facts(rule)]
    lines += ["", "## Why", "", rule.why, "", f"Source: {rule.source}", "", "## What to do", "", rule.help]
    if rule.bad:
        lines += ["", "## Bad"]
    for example in rule.bad:
        lines += _example_lines(example)
        if example.fixed is not None:
            lines += ["", "Fixed:", "", *_fenced(example.fixed, example.file)]
    if rule.good:
        lines += ["", "## Good"]
    for example in rule.good:
        lines += _example_lines(example)
    return "\n".join(lines) + "\n"


def _example_lines(example: Example) -> list[str]:
    out = ["", example.note, ""] if example.note else [""]
    out += _fenced(_shown(example), example.file)
    for name, text in example.files.items():
        out += ["", f"with `{name}`:", "", *_fenced(text, name)]
    if example.options:
        said = ", ".join(f"{key} {_plain(value)}" for key, value in example.options.items())
        out += ["", f"(with {said})"]
    return out


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)  # pyright: ignore[reportUnknownArgumentType]


def _fenced(text: str, file: str) -> list[str]:
    from ..catalog.text import printable

    language = "json" if file.endswith((".json", ".jsonl", ".meta")) else "markdown" if file.endswith(".md") else "yaml"
    fence = "````" if "```" in text else "```"
    return [f"{fence}{language}", *printable(text.strip("\n")).splitlines(), fence]

"""Files that loaders disagree about: one row each, with what every loader makes of it.

`y` it loads, `n` it does not, `?` not known; a text after it is the description that it sees, where that is not the
author's. The columns of skills-ref and skills-cli were checked against the programs (0.1.1 and 1.5.18).
"""

from dataclasses import dataclass, field

LOADERS = ("claude-code", "claude-ai", "vscode", "codex", "skills-cli", "skills-ref")

TEXT = "Makes things. Use when things are wanted."


@dataclass(frozen=True)
class Row:
    what: str
    raw: bytes
    verdicts: str
    """One character a loader, in the order of `LOADERS`."""
    folder: str = "demo"
    file: str = "SKILL.md"
    description: str = TEXT
    seen: dict[str, str] = field(default_factory=dict)
    """What single loaders see instead of `description`."""
    linked: bool = False
    nested: bool = False
    reason: str | None = None
    """The rule for which our own source refuses it; None if it takes it."""

    @property
    def findings(self) -> str:
        """What `skills lint` finds in the profile portable: codes with `w` for a warning, `i` for an info."""
        return FINDINGS[self.what]


def text(head: str = f"name: demo\ndescription: {TEXT}\n", body: str = "# Demo\n\nDo it.\n") -> bytes:
    return f"---\n{head}---\n\n{body}".encode()


PLAIN = text()

ROWS = (
    Row("plain", PLAIN, "yyyyyy"),
    Row("bom", b"\xef\xbb\xbf" + PLAIN, "?n?nnn"),
    Row("crlf", PLAIN.replace(b"\n", b"\r\n"), "yyyyyy"),
    Row(
        "colon unquoted",
        text("name: demo\ndescription: Makes things. Use when: things are wanted.\n"),
        "nn?nnn",
        reason="colon-unquoted",
    ),
    Row(
        "hash in text",
        text("name: demo\ndescription: Makes things as issue #12 asks. Use when things are wanted.\n"),
        "yyyyyy",
        description="Makes things as issue",
    ),
    Row(
        "dashes in a value",
        text("name: demo\ndescription: Use --- when things are wanted.\n"),
        "yyyyyy",
        description="Use --- when things are wanted.",
        seen={"skills-ref": "Use"},
    ),
    Row("flow map", text(f'name: demo\ndescription: {TEXT}\nmetadata: {{a: "1"}}\n'), "yyyyyn"),
    Row("anchor and alias", text(f"name: demo\ndescription: &d {TEXT}\ncompatibility: *d\n"), "yyyyyn"),
    Row("allowed-tools list", text(f"name: demo\ndescription: {TEXT}\nallowed-tools:\n  - Read\n  - Bash\n"), "yyyyyy"),
    Row("metadata number", text(f"name: demo\ndescription: {TEXT}\nmetadata:\n  version: 1.10\n"), "yyyyyy"),
    Row("metadata nested", text(f"name: demo\ndescription: {TEXT}\nmetadata:\n  a:\n    b: c\n"), "yyyyyy"),
    Row("name is a number", text(f"name: 123\ndescription: {TEXT}\n"), "ynnnny", folder="123"),
    Row("name is yes", text(f"name: yes\ndescription: {TEXT}\n"), "ynyyyy", folder="yes"),
    Row(
        "duplicate key",
        text(f"name: other\nname: demo\ndescription: {TEXT}\n"),
        "yy?nnn",
        reason="duplicate-key",
    ),
    Row("latin-1 byte", PLAIN.replace(b"# Demo", b"# D\xe9mo"), "?nynyn", reason="not-utf8"),
    Row("skill.md", PLAIN, "nnnnny", file="skill.md", reason="no-skill-md"),
    Row("leading blank line", b"\n" + PLAIN, "?nnnnn", reason="frontmatter-missing"),
    Row("blanks after fence", b"---  \n" + PLAIN[4:], "ynyyny", reason="fence-spaces"),
    Row("empty compatibility", text(f'name: demo\ndescription: {TEXT}\ncompatibility: ""\n'), "yyyyyy"),
    Row("full-width name", text(f"name: ｄｅｍｏ\ndescription: {TEXT}\n"), "ynnyyy", reason="name-charset"),
    Row("bidi in name", text(f"name: de\u202emo\ndescription: {TEXT}\n"), "ynnyyn", reason="name-charset"),
    Row(
        "hidden text in description",
        text("name: demo\ndescription: Makes things.\u200b\U000e0041\n"),
        "yyyyyy",
        description="Makes things.\u200b\U000e0041",
    ),
    Row("claude fields", text(f"name: demo\ndescription: {TEXT}\ncontext: fork\nmodel: x\n"), "ynyyyn"),
    Row("symlinked folder", PLAIN, "yynnyn", folder="link", linked=True),
    Row("nested skill", PLAIN, "nn?yn?", nested=True),
    Row(
        "quoted text goes on in column one",
        text('name: demo\ndescription: "Makes things.\nUse when things are wanted."\n'),
        "yyyyny",
    ),
)

FINDINGS = {
    "plain": "",
    "bom": "SF003w",
    "crlf": "SF004i",
    "colon unquoted": "SF010",
    "hash in text": "SD003i SD004i SF011",
    "dashes in a value": "SD003i SF008w",
    "flow map": "SF013w",
    "anchor and alias": "SF013w SF013w",
    "allowed-tools list": "SF018w SF019i",
    "metadata number": "SF016",
    "metadata nested": "SF016",
    "name is a number": "SF015",
    "name is yes": "SF015w",
    "duplicate key": "SF012",
    "latin-1 byte": "SF002",
    "skill.md": "SF001",
    "leading blank line": "SF005",
    "blanks after fence": "SF007",
    "empty compatibility": "SF017",
    "full-width name": "SN003 SN004w",
    "bidi in name": "SD008 SN003 SN005",
    "hidden text in description": "SD003i SD004i SD008",
    "claude fields": "SC001i SC001i",
    "symlinked folder": "SN005",
    "nested skill": "SU004w",
    "quoted text goes on in column one": "SF013w",
}

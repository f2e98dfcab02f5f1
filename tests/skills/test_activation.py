import pytest

from toolcat.skills import AssetRefusedError, FilesystemSource, SkillAsset, SkillMeta, UnknownSkillError
from toolcat.skills.activation import activate, activation_text, asset_text, decode
from toolcat.skills.expansion import expand, fill
from toolcat.skills.limits import MAX_ACTIVATION, MAX_INVENTORY_TEXT
from toolcat.skills.prompt import PromptEntry, largest, prompt_block
from toolcat.skills.tokens import estimate


def test_a_plain_skill_is_its_name_and_its_body():
    assert activation_text(SkillMeta("a", "d"), "Body") == "Skill: a\n\nBody"


def test_the_order_of_what_a_model_reads():
    meta = SkillMeta("a", "d", license="MIT", compatibility="Needs git", allowed_tools=("Read", "Shell"))
    text = activation_text(meta, "Body", [SkillAsset("x.md", 3), SkillAsset("y.sh", 4, executable=True)])
    assert text.split("\n") == [
        "Skill: a",
        "Compatibility: Needs git",
        "Tools it expects (advice, not a permission): Read, Shell",
        "Assets:",
        "- x.md (3 bytes)",
        "- y.sh (4 bytes, executable)",
        "",
        "Body",
    ]


def test_the_marker_of_a_cut_is_inside_the_limit():
    text = activation_text(SkillMeta("a", "d"), "ü" * MAX_ACTIVATION)
    assert MAX_ACTIVATION - 2 <= len(text.encode()) <= MAX_ACTIVATION
    assert text.endswith("may hold]")
    whole = "x" * (MAX_ACTIVATION - len("Skill: a\n\n"))
    assert activation_text(SkillMeta("a", "d"), whole).endswith("x")


def test_the_inventory_has_its_own_budget():
    assets = [SkillAsset(f"references/file-{i:04}.md", i) for i in range(1000)]
    text = activation_text(SkillMeta("a", "d"), "Body", assets)
    inventory = text[text.index("Assets:") : text.index("\n\nBody")]
    assert len(inventory.encode()) <= MAX_INVENTORY_TEXT
    listed = inventory.count("file-")
    assert f"… and {1000 - listed} more" in inventory


def test_an_unknown_skill_lists_the_valid_ones(write, tmp_path):
    write("a")
    write("b")
    source = FilesystemSource(tmp_path / "skills")
    assert activate(source, "a").startswith("Skill: a\n")
    with pytest.raises(UnknownSkillError, match="a, b"):
        activate(source, "c")


def test_an_asset_is_whole_with_its_header_or_refused(write, tmp_path):
    header = "Skill: a\nAsset: x\n\n"
    write("a", x=b"x" * (MAX_ACTIVATION - len(header)))
    assert len(asset_text(FilesystemSource(tmp_path / "skills"), "a", "x")) == MAX_ACTIVATION
    write("a", x=b"x" * (MAX_ACTIVATION - len(header) + 1))
    with pytest.raises(AssetRefusedError):
        asset_text(FilesystemSource(tmp_path / "skills"), "a", "x")


@pytest.mark.parametrize("data", [b"\xff", b"a\0b", b"\xed\xa0\x80"])
def test_what_is_no_text(data: bytes):
    with pytest.raises(AssetRefusedError):
        decode(data)


@pytest.mark.parametrize(
    ("body", "arguments", "text"),
    [
        ("Do $ARGUMENTS.", ["a", "b c"], "Do a b c."),
        ("$1-$2-$3", ["a", "b"], "a-b-"),
        ("$1", ["$2", "x"], "$2"),
        ("$ARGUMENTS", ["$1 $ARGUMENTS"], "$1 $ARGUMENTS"),
        ("costs $5.00, $1,000 or $10", ["x"], "costs $5.00, $1,000 or $10"),
        ("$0 $ARGUMENTSX $x $", ["a"], "$0 $ARGUMENTSX $x $"),
        ("end $1.", ["a"], "end a."),
        ("$1", ["\\1 \\g<0>"], "\\1 \\g<0>"),
    ],
)
def test_placeholders(body: str, arguments: list[str], text: str):
    assert fill(body, arguments)[0] == text


def test_what_an_expansion_tells(write, tmp_path):
    write("a", "---\nname: a\ndescription: $1\nargument-hint: $2\n---\nDo $1 and $3 and $3\n")
    write("empty", "---\nname: empty\ndescription: d\n---\n\n  \n")
    source = FilesystemSource(tmp_path / "skills")
    found = expand("a", ["x"], source)
    assert found is not None
    assert (found.text, found.kind, found.used_arguments, found.missing) == ("Do x and  and ", "skill", True, (3,))
    assert expand("empty", [], source) is None
    with pytest.raises(UnknownSkillError):
        expand("nope", [], source)


def test_a_command_file_hides_a_skill(write, tmp_path):
    write("a")
    write("b")
    commands = tmp_path / "commands"
    commands.mkdir()
    (commands / "a.md").write_text("---\ndescription: $1\n---\nCommand $1\n")
    (commands / "b.md").write_text("---\ndescription: d\n---\n")
    (commands / "c.md").write_text("No frontmatter $ARGUMENTS\n")
    (commands / "d.md").write_text("")
    (tmp_path / "secret.md").write_text("secret")
    source = FilesystemSource(tmp_path / "skills")
    places = [(tmp_path / "none", "none"), (commands, "commands")]
    first = expand("a", ["x"], source, places)
    assert first is not None
    assert (first.text, first.kind, first.origin) == ("Command x", "command", "commands/a.md")
    second = expand("b", [], source, places)
    assert second is not None
    assert second.kind == "skill", "an empty command does not expand, so the next of the name does"
    third = expand("c", ["y", "z"], source, places)
    assert third is not None
    assert third.text == "No frontmatter y z"
    assert expand("d", [], source, places) is None
    for name in ("../secret", "nope", ""):
        with pytest.raises(UnknownSkillError):
            expand(name, [], source, places)


def test_the_prompt_block():
    entries = [PromptEntry("a", "Does <a> & 'b'.", "/x/a/SKILL.md"), PromptEntry("b", "Two\nlines.")]
    assert prompt_block(entries).split("\n") == [
        "<available_skills>",
        "<skill>",
        "<name>",
        "a",
        "</name>",
        "<description>",
        "Does &lt;a&gt; &amp; &#x27;b&#x27;.",
        "</description>",
        "<location>",
        "/x/a/SKILL.md",
        "</location>",
        "</skill>",
        "<skill>",
        "<name>",
        "b",
        "</name>",
        "<description>",
        "Two",
        "lines.",
        "</description>",
        "</skill>",
        "</available_skills>",
    ]
    assert prompt_block([]) == "<available_skills>\n</available_skills>"
    assert prompt_block(entries, "markdown") == "- **a**: Does <a> & 'b'. (`/x/a/SKILL.md`)\n- **b**: Two lines."
    assert '"description": "Two\\nlines."' in prompt_block(entries, "json")
    assert largest(entries, 1) == [("a", 4)]
    assert (estimate(""), estimate("abcd"), estimate("abcde")) == (0, 1, 2)

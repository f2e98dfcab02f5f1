import pytest

from toolcat.skills.drift import LiveTool, Surfaces, find_drift, names_tool
from toolcat.skills.frontmatter import parse


def drift(body: str, *, tools: str = "read search_notes", command: str = "", head: str = "", **options):
    live = [LiveTool(*(name.split("=") if "=" in name else (name, name))) for name in tools.split()]
    skill = parse(f"---\nname: a\ndescription: d\n{head}---\n{body}\n".encode(), "SKILL.md")
    commands = [parse(command.encode(), "go.md")] if command else []
    return [
        (found.name, found.tool or found.message.split(",")[0].split()[-1], found.place.file, found.place.line)
        for found in find_drift(Surfaces(live, skill, commands, **options))
    ]


def test_every_tool_is_named():
    assert drift("Use read, then `search_notes`.") == []
    assert drift("Use read.") == [("tool-not-routed", "search_notes", "SKILL.md", None)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("read", True),
        ("`read`", True),
        ("Read", False),
        ("read.", True),
        ("(read)", True),
        ("thread", False),
        ("read_file", False),
        ("re-read", False),
        ("read-only", False),
        ("files.read", False),
        ("read.file", False),
        ("a/read", False),
        ("reads; read", True),
        ("bread read", True),
        ("read…", True),
        ("éread", False),
    ],
)
def test_whole_words(text: str, found: bool):
    assert names_tool(text, "read") is found


def test_a_shared_raw_name_says_nothing():
    tools = "mcp__a__get=get mcp__b__get=get mcp__b__put=put"
    assert [entry[:2] for entry in drift("Use get and put.", tools=tools)] == [
        ("tool-not-routed", "mcp__a__get"),
        ("tool-not-routed", "mcp__b__get"),
    ]
    assert drift("Use mcp__a__get, mcp__b__get and put.", tools=tools) == []


def test_the_allow_list():
    assert drift("Use read.", allowed={"search_notes": "internal"}) == []
    assert drift("Use read.", allowed={"search_notes": " "}, allowed_label="x.toml") == [
        ("allow-no-reason", "search_notes", "x.toml", None)
    ]
    assert drift("Use read and search_notes.", allowed={"gone": "x"}) == [("allow-stale", "gone", "--allow", None)]


def test_allowed_tools_must_be_live():
    body = "Use read and search_notes."
    head = "allowed-tools: Bash(git:*), Read read mcp__n__* gone(x)\n"
    assert drift(body, head=head) == [
        ("allowed-tool-stale", "mcp__n__*", "SKILL.md", 4),
        ("allowed-tool-stale", "gone", "SKILL.md", 4),
    ]
    assert drift(body, head="allowed-tools:\n  - read\n  - Mine\n", host_tools=frozenset({"Mine"})) == []


def test_command_files():
    head = "---\nallowed-tools: mcp__n__find mcp__n mcp__n__* mcp__m__x\n---\n"
    command = f"{head}Call mcp__n__find or\nmcp__n__gone and mcp__n__*.\n"
    tools = "mcp__n__find=find"
    assert drift("Use find.", tools=tools, command=command) == [
        ("allowed-tool-stale", "mcp__m__x", "go.md", 2),
        ("mentioned-tool-stale", "mcp__n__gone", "go.md", 5),
    ]


def test_the_skill_itself_may_not_name_dead_tools():
    assert drift("Use read, search_notes and mcp__x__y.") == [("mentioned-tool-stale", "mcp__x__y", "SKILL.md", 5)]

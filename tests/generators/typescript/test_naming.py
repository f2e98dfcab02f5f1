"""The pools of a TypeScript tree: who wins where functions, types, namespaces and files meet, and what stays."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcat.catalog import ToolSpec, qualify
from toolcat.generators.names import camel, digest, fold, preserved
from toolcat.generators.typescript.naming import RESERVED, TreeNames, settle_tree

TOOLS = st.one_of(
    st.text(st.sampled_from("aAbB_-.1é"), min_size=1, max_size=4),
    st.sampled_from(["get_user", "getUser", "search", "SearchInput", "search_input", "kit", "index", "call", "delete"]),
)
SERVERS = st.sampled_from([None, None, "kit", "Kit2", "my-server", "search", "default"])


def specs(*names: tuple[str | None, str]) -> list[ToolSpec]:
    return [ToolSpec(name=qualify(server, tool), tool=tool, server=server) for server, tool in names]


def functions(*names: tuple[str | None, str], **options: str) -> list[str]:
    return [tool.function for tool in settle_tree(specs(*names), **options).tools]  # pyright: ignore[reportArgumentType]


def test_a_server_wins_over_a_tool_and_a_tool_over_a_type():
    tree = settle_tree(
        specs(("github", "a"), (None, "github"), (None, "search"), (None, "SearchInput")), style="preserve"
    )
    assert tree.servers[0].namespace == "github"
    assert tree.tools[1].function == f"github_{digest('github')}"
    assert tree.tools[2] == (
        "search",
        f"Search_{digest('search')}Input",
        f"Search_{digest('search')}Output",
        "search.ts",
    )
    assert tree.tools[3].function == "SearchInput"


def test_types_go_with_their_function():
    tree = settle_tree(specs((None, "getUser"), (None, "get_user")))
    assert tree.tools[0][:3] == ("getUser", "GetUserInput", "GetUserOutput")
    hashed = digest("get_user")
    assert tree.tools[1][:3] == (f"getUser_{hashed}", f"GetUser_{hashed}Input", f"GetUser_{hashed}Output")


def test_servers_do_not_meet():
    assert functions(("a", "run"), ("b", "run"), (None, "run")) == ["run", "run", "run"]


def test_flat_names_carry_their_server():
    names = [("git-hub", "find_all"), (None, "find_all"), ("a_b", "c"), ("a", "b_c")]
    assert functions(*names, layout="flat") == [
        "gitHubFindAll",
        "findAll",
        f"aBC_{digest('mcp__a_b__c')}",
        f"aBC_{digest('mcp__a__b_c')}",
    ]
    assert functions(*names[:2], layout="flat", style="preserve") == ["git_hub_find_all", "find_all"]


def test_folders_are_raw_names_where_they_can_be():
    servers = settle_tree(specs(("my-server", "a"), ("CON", "a"), ("index", "a"), ("../up", "a"))).servers
    assert {server.server: (server.namespace, server.folder) for server in servers} == {
        "my-server": ("myServer", "my-server"),
        "CON": ("con", "CON_"),
        "index": ("index", "index_"),
        "../up": ("up", "up"),
    }


def test_the_same_tool_twice_is_an_error():
    with pytest.raises(ValueError, match="same server and tool"):
        settle_tree([*specs((None, "a")), *specs((None, "a"))])


def exported(tree: TreeNames) -> list[list[str]]:
    """Return what each barrel exports."""
    root = [server.namespace for server in tree.servers]
    pools = [root, *([] for _ in tree.servers)]
    for pool, members in zip(pools, [tree.root, *(server.tools for server in tree.servers)], strict=True):
        for index in members:
            pool.extend(tree.tools[index][:3])
    return pools


@settings(max_examples=300)
@given(
    st.sets(st.tuples(SERVERS, TOOLS), min_size=1, max_size=15),
    st.sampled_from(["server", "flat"]),
    st.sampled_from(["camel", "preserve"]),
    st.randoms(use_true_random=False),
)
def test_names_are_injective_stable_and_legal(names, layout, style, rng: random.Random):
    members = sorted(names, key=lambda pair: (pair[0] or "", pair[1]))
    tree = settle_tree(specs(*members), layout=layout, style=style)
    for pool in exported(tree):
        assert len(set(pool)) == len(pool)
        assert RESERVED.isdisjoint(pool)
        assert all(name.isidentifier() for name in pool)
    files = [fold(tool.file) for tool in tree.tools]
    assert len(set(files)) == len(files)
    by_name = dict(zip(members, tree.tools, strict=True))

    shuffled = list(members)
    rng.shuffle(shuffled)
    again = settle_tree(specs(*shuffled), layout=layout, style=style)
    assert dict(zip(shuffled, again.tools, strict=True)) == by_name

    gone = shuffled.pop()
    rest = settle_tree(specs(*shuffled), layout=layout, style=style)
    words = {fold(camel(text)).strip("_") for text in (gone[1], gone[0] or "") if text}
    words |= {fold(camel(f"{gone[0]}_{gone[1]}"))} if gone[0] else set()
    for pair, tool in zip(shuffled, rest.tools, strict=True):
        wish = fold(camel(pair[1] if layout == "server" or not pair[0] else f"{pair[0]}_{pair[1]}")).strip("_")
        related = any(word in {wish, wish + "input", wish + "output"} for word in words)
        related |= fold(preserved(pair[1])) == fold(preserved(gone[1]))
        if not related:
            assert tool == by_name[pair], f"{gone} renamed {pair}"

"""Hosts as data, their names, the compatibility report, the budget and the estimator."""

import json
import re

import pytest

from toolcat.catalog import ToolcatError, ToolSpec, qualify
from toolcat.generators.hosts import compatibility, estimate_tokens, find_host, load_hosts
from toolcat.generators.hosts.detail import first_sentence, fit
from toolcat.generators.hosts.host import settled_names
from toolcat.generators.hosts.load import parse_host

NAMES = {
    "anthropic", "anthropic-ptc", "cloudflare", "codex", "fastmcp", "generic", "ipybox", "lootbox", "mcp-coded-tools",
    "mcp-execution", "mcporter", "openclaw", "opencode", "pctx", "pydantic-ai", "utcp", "utcp-python",
}  # fmt: skip


def spec(tool: str, server: str | None = "odd", **fields: object) -> ToolSpec:
    return ToolSpec(name=qualify(server, tool), tool=tool, server=server, **fields)  # type: ignore[arg-type]


def test_every_host_is_there_and_says_what_it_is():
    hosts = load_hosts()
    assert {host.name for host in hosts} == NAMES
    assert {host.language for host in hosts if host.name == "generic"} == {"typescript", "python"}
    for host in hosts:
        assert host.title
        assert host.modules
        assert host.call
        assert host.proved


def test_a_host_file_with_a_wrong_key_is_refused():
    with pytest.raises(ValueError, match="colour"):
        parse_host('name = "x"\ncolour = 1', "x.toml")
    with pytest.raises(ValueError, match="shape"):
        parse_host('name = "x"\n[rule]\nshape = 1', "x.toml")


def test_an_unknown_host_or_option_says_what_there_is():
    with pytest.raises(ToolcatError) as refused:
        find_host("cloudflar")
    assert "cloudflare" in (refused.value.hint or "")
    with pytest.raises(ToolcatError) as refused:
        find_host("fastmcp", "typescript")
    assert "export-python" in (refused.value.hint or "")
    with pytest.raises(ToolcatError) as refused:
        find_host("utcp", None, {"manuel": "x"})
    assert "manual" in (refused.value.hint or "")


@pytest.mark.parametrize(
    ("host", "raw", "path"),
    [
        ("cloudflare", "get user", "odd.get_user"),
        ("cloudflare", "a/b", "odd.ab"),
        ("cloudflare", "名前", "odd._"),
        ("cloudflare", "2fa", "odd._2fa"),
        ("cloudflare", "delete", "odd.delete_"),
        ("codex", "get.user", "tools.mcp__odd__get_user"),
        ("opencode", "a-b", "tools.odd.a-b"),
        ("opencode", "a.b", "tools.odd.a.b"),
        ("openclaw", "a-b", "MCP.odd.a_b"),
        ("utcp", "2fa", "odd.odd_2fa"),
        ("lootbox", "a-b", "tools.mcp_odd.a_b"),
        ("pctx", "get_user", "odd.getUser"),
        ("pydantic-ai", "from", "from_"),
        ("pydantic-ai", "2x", "_2x"),
        ("fastmcp", "a-b", "a-b"),
        ("anthropic-ptc", "a b", "odd__a_b"),
    ],
)
def test_names_as_each_host_makes_them(host, raw, path):
    assert ".".join(find_host(host).names(spec(raw)).path) == path


def test_a_variable_stands_where_the_host_puts_it():
    host = find_host("utcp", "typescript", {"manual": "my desk"})
    assert host.names(spec("a")).path == ("my_desk", "odd_a")
    host = find_host("fastmcp", "python", {"prefix": "{server}_"})
    assert host.names(spec("a")).path == ("odd_a",)


@pytest.mark.parametrize(
    ("host", "lost"),
    [
        ("cloudflare", {"get_user": "refused", "get-user": "refused"}),
        ("codex", {"get_user": "merged", "get-user": "merged"}),
        ("openclaw", {"get_user": "hidden", "get-user": "hidden"}),
        ("pydantic-ai", {"get_user": "hidden", "get-user": "hidden"}),
        ("lootbox", {"get_user": "hidden", "get-user": "hidden"}),
        ("utcp-python", {"get_user": "merged", "get-user": "merged"}),
        ("opencode", {}),
        ("generic", {}),
        ("anthropic", {}),
    ],
)
def test_what_a_host_does_with_names_that_meet(host, lost):
    verdicts = compatibility([spec("get_user"), spec("get-user"), spec("other")], [find_host(host)])
    assert {one.tool.removeprefix("mcp__odd__"): one.status for one in verdicts if one.lost} == lost


def test_names_that_a_host_cannot_use():
    verdicts = compatibility([spec("constructor"), spec("fine")], [find_host("opencode")])
    assert [one.status for one in verdicts] == ["refused", "ok"]
    verdicts = compatibility([spec("run_code")], [find_host("pydantic-ai")])
    assert verdicts[0].lost


def test_the_tools_array_has_names_that_its_vendor_takes():
    specs = [spec("a b"), spec("a.b"), spec("x" * 200), spec("y" * 64, None)]
    names = settled_names(specs, find_host("anthropic-ptc"))
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name) for name in names)


def test_first_sentences():
    assert first_sentence(spec("a", description="Get it. Then more.\nAnd more.")) == "Get it."
    assert first_sentence(spec("a", description="Uses e.g. this. Not that.")) == "Uses e.g. this."
    assert first_sentence(spec("a", description="x " * 300)).endswith(" …")
    assert first_sentence(spec("a", description="Long. More.", summary="Short.")) == "Short."


@pytest.mark.parametrize(
    ("description", "sentence"),
    [
        # Lines that an author has broken by hand go on.
        ("Put lines to cells, one per row of\n`source`. They stay.", "Put lines to cells, one per row of `source`."),
        ("Say all (tables,\n    PivotTables), with sizes.\n\nMore.", "Say all (tables, PivotTables), with sizes."),
        ("Read code (kinds:\nstandard, class).", "Read code (kinds: standard, class)."),
        ("Clear the current\n    cell, no more", "Clear the current cell, no more"),
        # What is no more of the sentence does not.
        ("Run a cell and return its outputs\n    It is a shortcut.", "Run a cell and return its outputs"),
        ("Get it\n\nand more", "Get it"),
        ("Takes:\n- one\n- two", "Takes:"),
        ("Options\n* a\n* b", "Options"),
        ("Steps\n1. do", "Steps"),
        ("Get it\nargs: none", "Get it"),
        ("Get it.\nthen more", "Get it."),
        ("List them\n| a | b |", "List them"),
        ("Show\n```\ncode", "Show"),
        # Nor does an abbreviation, a number or a name with a dot end one.
        ("Uses Node.js 22.1 or later, i.e. a recent one. Else none.", "Uses Node.js 22.1 or later, i.e. a recent one."),
        ("Ask e.g. Ada (see below!). Then.", "Ask e.g. Ada (see below!)."),
        ('Say "Hello." Then go.', 'Say "Hello." Then go.'),
        ("取得する。次に", "取得する。"),
    ],
)  # fmt: skip
def test_a_first_sentence_ends_where_its_author_ended_it(description, sentence):
    assert first_sentence(spec("a", description=description)) == sentence


def test_a_long_sentence_is_cut_at_a_word():
    said = first_sentence(spec("a", description="Generate a chart, " + "very " * 60 + "wide"))
    assert len(said) <= 202
    assert said.endswith(" very …")
    assert first_sentence(spec("a", description="x" * 500)) == "x" * 200 + "…"


def budgeted(specs, budget):
    sizes = {"full": 40, "signatures": 10, "names": 1}

    def compose(details):
        return "".join(f"{name} " * sizes[details[name]] for name in sorted(details))

    def cost(one, detail):
        return sizes[detail] * estimate_tokens(one.name)

    return fit(specs, compose, cost, detail="full", budget=budget)


def test_a_budget_lowers_in_order_and_drops_nothing():
    specs = [spec(name, None) for name in ("a", "b", "c")]
    whole = budgeted(specs, None)
    assert not whole.lowered
    some = budgeted(specs, whole.tokens - 1)
    assert some.lowered == {"a": "signatures"}
    for budget in range(5, whole.tokens, 7):
        fitted = budgeted(specs, budget)
        assert fitted.tokens <= budget
        assert {"a", "b", "c"} == set(fitted.text.split())
        # No tool goes to names while another still has its full text.
        assert not {"full", "names"} <= set(fitted.details.values())


def test_a_budget_that_is_too_small_says_so():
    with pytest.raises(ToolcatError, match="names alone"):
        budgeted([spec(name, None) for name in "abc"], 1)


def test_the_estimator_grows_with_the_text():
    assert estimate_tokens("") == 0
    one = estimate_tokens(json.dumps({"name": "search", "description": "Find it."}))
    assert 5 < one < 25
    assert estimate_tokens("名前" * 50) > 50


@pytest.mark.parametrize(
    ("host", "tool", "status", "why"),
    [
        ("pctx", "get_user", "renamed", "the host writes names in camelCase"),
        ("ipybox", "getUser", "renamed", "the host writes names in lower case"),
        ("cloudflare", "delete", "renamed", "delete is a word of the host's"),
        ("cloudflare", "a.b", "renamed", "the host replaces what it does not take in a name"),
        ("opencode", "a..b", "refused", "a part of its name between its dots is empty"),
        ("opencode", "..", "refused", "a part of its name between its dots is empty"),
    ],
)
def test_a_verdict_says_why_a_name_is_not_kept(host, tool, status, why):
    [verdict] = compatibility([spec(tool)], [find_host(host)])
    assert (verdict.status, verdict.why) == (status, why)


def test_tools_that_an_export_tells_apart_are_said_to_be():
    verdicts = compatibility([spec("get_user"), spec("get-user")], [find_host("ipybox")])
    assert {one.why for one in verdicts} == {"names that meet there are told apart by a hash in the export"}

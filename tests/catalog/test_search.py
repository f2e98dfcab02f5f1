import pytest

from toolcat.catalog import ToolcatError, ToolSpec, qualify
from toolcat.catalog.search import Detail, search, split_words


def tool(name: str, description: str = "", **more: object) -> ToolSpec:
    server = more.pop("server", None)
    return ToolSpec(name=qualify(server, name), tool=name, server=server, description=description, **more)


def names(hits) -> list[str]:
    return [hit.spec.name for hit in hits]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("createIssue", ["create", "issue", "createissue"]),
        ("create_issue", ["create", "issue"]),
        ("create-issue", ["create", "issue"]),
        ("HTTPServer2Go", ["http", "server", "2", "go", "httpserver", "server2", "2go"]),
        ("GitHub", ["git", "hub", "github"]),
        ("Größe_ändern", ["größe", "ändern"]),
        ("搜索文件", ["搜", "索", "文", "件"]),
        ("  -- __ ", []),
    ],
)
def test_words(text, words):
    assert split_words(text) == words


def test_every_spelling_of_a_name_is_found():
    specs = [tool("createIssue"), tool("create_pull"), tool("list-issues"), tool("GitHubThing")]
    assert set(names(search(specs, "issue"))) == {"createIssue", "list-issues"}
    assert names(search(specs, "create_issue"))[0] == "createIssue"
    assert names(search(specs, "github")) == ["GitHubThing"]
    assert names(search(specs, "gitHub"))[0] == "GitHubThing"


def test_the_name_weighs_more_than_keywords_and_those_more_than_the_description():
    specs = [
        tool("a", "translate this", keywords=("other",)),
        tool("b", "other thing", keywords=("translate",)),
        tool("translate", "other thing", keywords=("other",)),
        tool("z", "other thing", keywords=("other",)),
    ]
    assert names(search(specs, "translate")) == ["translate", "b", "a"]


def test_the_server_is_part_of_the_name():
    specs = [tool("search", server="github"), tool("search", server="gitlab")]
    assert names(search(specs, "gitlab search"))[0] == "mcp__gitlab__search"


def test_equal_scores_go_by_name_whatever_the_order():
    specs = [tool(name, "Sends mail.") for name in ("delta", "alpha", "charlie", "bravo")]
    assert names(search(specs, "mail")) == ["alpha", "bravo", "charlie", "delta"]
    assert names(search(specs[::-1], "mail", limit=2)) == ["alpha", "bravo"]


@pytest.mark.parametrize(
    "query", ["name:alpha", "+mail -mail", '"mail', "mail AND (", "mail^9", "*", "a:b:c", "[x TO y]", "\\", "mail~"]
)
def test_a_query_is_words_and_no_syntax(query):
    assert isinstance(search([tool("alpha", "Sends mail.")], query), list)


def test_nothing_found_and_nothing_to_search_are_empty_lists():
    assert search([tool("alpha")], "quark") == []
    assert search([tool("alpha")], "?!") == []
    assert search([], "alpha") == []


@pytest.mark.parametrize(("query", "limit"), [("", 5), (" \n", 5), ("x", 0), ("x", -1)])
def test_blank_queries_and_limits_below_one_are_refused(query, limit):
    with pytest.raises(ToolcatError):
        search([tool("x")], query, limit=limit)


def test_details():
    hit = search([tool("alpha", "Sends mail.\n\nMore.", read_only=True)], "mail")[0]
    score = hit.listed(Detail.NAME)["score"]
    assert hit.listed(Detail.NAME) == {"name": "alpha", "score": score}
    assert hit.listed(Detail.NAME_DESC) == {"name": "alpha", "score": score, "description": "Sends mail."}
    assert hit.listed(Detail.FULL) == {**hit.spec.to_mcp(), "score": score}


def test_a_long_query_is_cut():
    assert names(search([tool("mail")], "mail " * 100_000)) == ["mail"]


@pytest.mark.parametrize(
    ("said", "asked"),
    [("Trouver un cafe\u0301", "café"), ("Trouver un café", "cafe\u0301"), ("ＰＤＦ を読む", "pdf"), ("ﬁle", "file")],
)
def test_one_word_in_two_spellings_of_unicode_is_one_word(said, asked):
    assert [
        hit.spec.name for hit in search([tool("one", description=said), tool("two", description="Other.")], asked)
    ] == ["one"]

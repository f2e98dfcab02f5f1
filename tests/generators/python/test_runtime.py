"""The runtime: whose caller is called, what a result is read as, and what errors carry."""

import asyncio
import contextvars
import pickle
import sys
import threading
from types import SimpleNamespace

import pytest
from python_trees import spec, takes

TYPED = {
    "untyped": None,
    "text": {"type": "string"},
    "word": {"enum": ["on", "off"]},
    "data": takes({"a": {"type": "number"}}),
    "numbers": {"type": "array", "items": {"type": "number"}},
    "either": {"type": ["string", "object"]},
    "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False, "minItems": 2},
    "nothing": {"type": "null"},
    "never": False,
    "anything": True,
}


def text(*parts):
    return {"content": [{"type": "text", "text": part} for part in parts]}


def plain(value):
    return value.model_dump() if hasattr(value, "model_dump") else value


@pytest.fixture
def tree(export, models):
    return export([spec(name, None, schema) for name, schema in TYPED.items()], models=models)


UNWRAPPED = [
    ("untyped", {"content": [], "structuredContent": {"a": 1}}, {"a": 1}),
    ("untyped", {"content": [{"type": "text", "text": "x"}], "structuredContent": None}, None),
    ("untyped", {"content": []}, None),
    ("untyped", text("plain"), "plain"),
    ("untyped", text(' {"a": 1}'), {"a": 1}),
    ("untyped", text("[1, 2"), "[1, 2"),
    ("untyped", text("1"), "1"),
    ("untyped", text("a", "b"), "a\nb"),
    (
        "untyped",
        {"content": [{"type": "image", "data": "x", "mimeType": "image/png"}]},
        [{"type": "image", "data": "x", "mimeType": "image/png"}],
    ),
    ("text", text("[1]"), "[1]"),
    ("word", text("on"), "on"),
    ("data", text('{"a": 1.5, "b": null}'), {"a": 1.5, "b": None}),
    ("numbers", text("[1, 2.5]"), [1, 2.5]),
    ("either", text('{"a": 1}'), {"a": 1}),
    ("either", text("words"), "words"),
    ("pair", {"content": [], "structuredContent": ["x", 1.0]}, ("x", 1)),
    ("nothing", {"content": []}, None),
    ("nothing", text("null"), None),
    ("anything", {"content": [], "structuredContent": [1]}, [1]),
    ("anything", {"content": [], "structuredContent": "\ud800"}, "\ud800"),
]


@pytest.mark.parametrize(("name", "answer", "wanted"), UNWRAPPED)
def test_unwrapping(tree, name, answer, wanted):
    tree.answer = answer
    assert plain(tree.call(f"mcp__srv__{name}")) == wanted


def test_results_of_an_sdk_are_read_as_they_are(tree):
    types = pytest.importorskip("mcp.types")
    result = types.CallToolResult
    for answer, wanted in (
        ({"content": [{"type": "text", "text": "plain"}]}, "plain"),
        ({"content": [], "structuredContent": {"a": 1}}, {"a": 1}),
        ({"content": [{"type": "text", "text": "x"}], "structuredContent": None}, None),
        (
            {"content": [{"type": "image", "data": "eA==", "mimeType": "image/png"}]},
            [{"type": "image", "data": "eA==", "mimeType": "image/png"}],
        ),
    ):
        tree.answer = result.model_validate(answer)
        assert tree.call("mcp__srv__untyped") == wanted
    tree.answer = result.model_validate({**text("no"), "isError": True})
    with pytest.raises(tree.package.ToolError, match="no"):
        tree.call("mcp__srv__untyped")
    tree.answer = SimpleNamespace(content=[{"type": "text", "text": "x"}], structured_content={"a": 2}, is_error=False)
    assert tree.call("mcp__srv__untyped") == {"a": 2}


def test_a_failed_tool_raises_an_error_that_carries_everything(tree):
    tree.answer = {**text("no", "way"), "isError": True, "structuredContent": {"code": 7}}
    with pytest.raises(tree.package.ToolError) as caught:
        tree.call("mcp__srv__data")
    error = caught.value
    assert (error.server, error.tool, error.message, error.data) == ("srv", "data", "no\nway", {"code": 7})
    assert error.content == tree.answer["content"]
    assert not isinstance(error, tree.package.ResultError)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.tool, again.data, str(again)) == (type(error), "data", {"code": 7}, "no\nway")
    tree.answer = {"content": [], "isError": True}
    with pytest.raises(tree.package.ToolError, match="the tool 'data' failed"):
        tree.call("mcp__srv__data")


def test_a_protocol_error_becomes_a_tool_error_with_its_cause(tree):
    tree.answer = cause = ConnectionError("gone")
    cause.data = {"retry": True}
    with pytest.raises(tree.package.ToolError, match="gone") as caught:
        tree.call("mcp__srv__data")
    assert caught.value.__cause__ is cause
    assert caught.value.data == {"retry": True}


def test_a_caller_that_returns_no_result_is_told_so(tree):
    for tree.answer in ("text", 7, None):
        with pytest.raises(TypeError, match="must return an MCP CallToolResult"):
            tree.call("mcp__srv__data")


REFUSED = [
    ("text", {"content": [], "structuredContent": 5}),
    ("word", text("maybe")),
    ("data", {"content": [], "structuredContent": {"a": "1"}}),
    ("data", text("not JSON")),
    ("data", {"content": []}),
    ("numbers", {"content": [], "structuredContent": [1, True]}),
    ("pair", {"content": [], "structuredContent": ["x"]}),
    ("pair", {"content": [], "structuredContent": ["x", 1.5]}),
    ("nothing", {"content": [], "structuredContent": {"a": 1}}),
    ("never", {"content": [], "structuredContent": 1}),
]


@pytest.mark.parametrize(("name", "answer"), REFUSED)
def test_a_result_that_its_schema_refuses_raises_with_the_raw_data(export, tree, models, name, answer):
    tree.answer = answer
    with pytest.raises(
        tree.package.ResultError, match=f"the result of '{name}' is not what its output schema says"
    ) as caught:
        tree.call(f"mcp__srv__{name}")
    said = answer["content"][0]["text"] if answer["content"] else None
    assert caught.value.data == answer.get("structuredContent", said)
    assert isinstance(caught.value, tree.package.ToolError)
    trusting = export([spec(name, None, TYPED[name])], models=models, results="trust")
    trusting.answer = answer
    assert trusting.call(f"mcp__srv__{name}") == caught.value.data


def test_a_refusal_says_what_is_wrong_and_nothing_else(export, models):
    """Of a member that may be left out, where it is and what it should be, not what else was tried."""
    tree = export(
        [spec("f", None, takes({"a": {"type": "string"}, "no": False})), spec("g", None, False)], models=models
    )
    for name, value, wanted in (
        ("f", {"a": 1}, "says: /?a.* string"),
        ("f", {"no": 1}, "says: /?no:? must not be there"),
        ("g", 1, "says: it:? must not be there"),
    ):
        tree.answer = {"content": [], "structuredContent": value}
        with pytest.raises(tree.package.ResultError, match=f"{wanted}$"):
            tree.call(f"mcp__srv__{name}")


def test_content_parts_may_be_objects_of_an_sdk_in_a_dictionary(tree):
    types = pytest.importorskip("mcp.types")
    tree.answer = {"content": [types.TextContent(type="text", text="plain")]}
    assert tree.call("mcp__srv__untyped") == "plain"
    tree.answer["isError"] = True
    with pytest.raises(tree.package.ToolError, match="plain"):
        tree.call("mcp__srv__untyped")


def test_a_plain_caller_serves_an_asynchronous_tree(tree):
    """It was called, and answered: an error would invite a program to call again."""
    with tree.package.bind(lambda server, tool, arguments: text("plain")):
        assert asyncio.run(tree.function("mcp__srv__untyped")()) == "plain"


def test_names_are_mapped_back_on_the_way_in(export, models):
    inner = takes({"from": {"type": "string"}, "api-version": {"type": "string"}}, "from")
    schema = takes({"class": inner, "items": {"type": "array", "items": inner}}, "class")
    tree = export([spec("f", None, schema)], models=models)
    tree.answer = {
        "content": [],
        "structuredContent": {"class": {"from": "x"}, "items": [{"from": "y", "api-version": "1", "from_": 7}]},
    }
    got = tree.call("mcp__srv__f")
    assert plain(got) == tree.answer["structuredContent"]
    if models == "pydantic":
        assert got.class_.from_ == "x"
        assert got.items[0].api_version == "1"
        assert got.class_.api_version is tree.package.OMIT
    else:
        assert got["class"]["from"] == "x"


def test_results_keep_what_they_do_not_name(export, models):
    tree = export([spec("f", None, takes({"n": {"type": "integer"}}))], models=models)
    for value in ({"n": 2**70}, {"n": 1, "more": [{"x": None}]}, {"more": 0.5}):
        tree.answer = {"content": [], "structuredContent": value}
        assert plain(tree.call("mcp__srv__f")) == value


def test_recursive_results(export, models):
    schema = {
        "$ref": "#/$defs/Json",
        "$defs": {
            "Json": {
                "anyOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"$ref": "#/$defs/Json"}},
                    {"type": "object", "additionalProperties": {"$ref": "#/$defs/Json"}},
                ]
            }
        },
    }
    tree = export(
        [
            spec("f", None, schema),
            spec(
                "g",
                None,
                takes(
                    {"x": schema["$ref"] and {"$ref": "#/$defs/J"}},
                    **{"$defs": {"J": {"type": "array", "items": {"$ref": "#/$defs/J"}}}},
                ),
            ),
        ],
        models=models,
    )
    tree.answer = {"content": [], "structuredContent": {"a": [["b"], {"c": "d"}]}}
    assert tree.call("mcp__srv__f") == {"a": [["b"], {"c": "d"}]}
    tree.answer = {"content": [], "structuredContent": {"a": [["b"], {"c": 1}]}}
    with pytest.raises(tree.package.ResultError):
        tree.call("mcp__srv__f")
    tree.answer = {"content": [], "structuredContent": {"x": [[], [[]]]}}
    assert plain(tree.call("mcp__srv__g")) == {"x": [[], [[]]]}


def test_without_a_caller_the_error_says_what_to_do(export, models):
    tree = export([spec("f")], models=models, sync=True)
    with pytest.raises(RuntimeError, match=r"call bind\(\) before 'f'"):
        contextvars.Context().run(tree.function("mcp__srv__f"))


def test_two_sessions_in_one_program_do_not_mix(export, models):
    tree = export([spec("f", takes({"n": {"type": "integer"}}))], models=models)
    function = tree.function("mcp__srv__f")

    async def session(name):
        async def caller(server, tool, arguments):
            await asyncio.sleep(0)
            return text(f"{name} {arguments['n']}")

        tree.package.bind(caller)
        return [await function(n=n) for n in range(20)]

    async def both():
        return await asyncio.gather(session("one"), session("two"))

    one, two = asyncio.run(both())
    assert one == [f"one {n}" for n in range(20)]
    assert two == [f"two {n}" for n in range(20)]


def test_two_sessions_in_two_threads_do_not_mix(export, models):
    tree = export([spec("f")], models=models, sync=True)
    function = tree.function("mcp__srv__f")
    together = threading.Barrier(2, timeout=60)
    seen = {}

    def session(name):
        tree.package.bind(lambda server, tool, arguments: text(name))
        together.wait()
        seen[name] = {function() for _ in range(50)}

    threads = [threading.Thread(target=session, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == {"one": {"one"}, "two": {"two"}}


def test_threads_may_read_the_first_results_together(export, models):
    """Readers are made when first needed, and one that is half made would refuse what it must not."""
    last = 39
    variants = [takes({"kind": {"const": f"k{i}"}, f"n{i}": {"type": "integer"}}, "kind") for i in range(last + 1)]
    names = [f"f{n}" for n in range(8)]
    tree = export([spec(name, None, {"anyOf": variants}) for name in names], models=models, sync=True)
    together = threading.Barrier(4, timeout=60)
    refused = []

    def read():
        tree.package.bind(lambda *_: {"content": [], "structuredContent": {"kind": f"k{last}", f"n{last}": 1}})
        for name in names:
            together.wait()
            try:
                tree.function(f"mcp__srv__{name}")()
            except tree.package.ResultError as error:
                refused.append(error.message)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert refused == []


def test_a_default_caller_ends_with_its_block(export, models):
    tree = export([spec("f")], models=models, sync=True)
    function, bind = tree.function("mcp__srv__f"), tree.package.bind

    def elsewhere():
        return contextvars.Context().run(function)

    bind(lambda server, tool, arguments: text("outer"), default=True)
    with bind(lambda server, tool, arguments: text("inner"), default=True):
        assert elsewhere() == "inner"
    assert elsewhere() == "outer"


class Recorder(list):
    """A caller that is empty, and thus false, until it is called."""

    def __call__(self, server, tool, arguments):
        self.append(tool)
        return text("called")


def test_a_caller_may_be_false(export, models):
    tree = export([spec("f")], models=models, sync=True)
    with tree.package.bind(Recorder()):
        assert tree.function("mcp__srv__f")() == "called"


def test_binding_ends_with_its_block_and_nests(export, models):
    tree = export([spec("f")], models=models, sync=True)
    function, bind = tree.function("mcp__srv__f"), tree.package.bind

    def caller(name):
        return lambda server, tool, arguments: text(name)

    def run():
        with bind(caller("outer")):
            with bind(caller("inner")):
                assert function() == "inner"
            assert function() == "outer"
        with pytest.raises(RuntimeError):
            function()

    contextvars.Context().run(run)


def test_a_default_caller_is_seen_by_other_threads(export, models):
    tree = export([spec("f")], models=models, sync=True)
    function = tree.function("mcp__srv__f")
    seen = []

    def run():
        try:
            seen.append(function())
        except RuntimeError:
            seen.append(None)

    def in_thread():
        thread = (
            threading.Thread(target=run, context=contextvars.Context())
            if hasattr(threading, "_make_context")
            else threading.Thread(target=run)
        )
        thread.start()
        thread.join()

    def main():
        tree.package.bind(lambda server, tool, arguments: text("mine"))
        in_thread()
        tree.package.bind(lambda server, tool, arguments: text("default"), default=True)
        in_thread()

    contextvars.Context().run(main)
    assert seen == [None, "default"]

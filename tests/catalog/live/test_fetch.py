"""Asking servers over stdio: what they send is kept exactly, and no fault of one is another's."""

import json
import logging
import os
import sys
import time

import pytest

from toolcat.catalog.live.answers import Captured, Failed
from toolcat.catalog.live.fetch import AT_ONCE, fetch
from toolcat.catalog.live.listing import Unfit, listing, listing_text
from toolcat.catalog.live.servers import LiveServer, StdioServer
from toolcat.catalog.live.unstable import differences, suspicions
from toolcat.catalog.loading import LoadOptions, load
from toolcat.catalog.requests import live_request

from .conftest import faulty


def one(kind: str, seconds: float = 20, **env: str) -> Captured | Failed:
    (answer,) = fetch([faulty(kind, **env)], seconds=seconds)
    return answer


def names(answer: Captured) -> list[str]:
    return [tool["name"] for tool in answer.tools]


def test_an_answer_is_kept_with_who_gave_it():
    answer = one("ok")
    assert names(answer) == ["write", "read", "odd"]
    assert answer.identity == {"name": "faulty", "version": "1.2.3"}
    assert answer.instructions == "Be kind."
    assert listing_text(answer) == listing_text(one("ok"))
    document = json.loads(listing_text(answer))
    assert list(document) == ["server", "x-snapshot", "tools"]


def test_what_the_models_of_the_sdk_drop_or_refuse_is_kept():
    answer = one("raw")
    assert answer.protocol == "2024-11-05"
    assert answer.tools == [
        {"name": "bare", "description": "No schema.", "unknownKey": [1, 2.5, None]},
        {"name": "array", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}},
    ]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("pages", ["tool_0", "tool_1", "tool_2"]), ("empty", []), ("junk", ["write", "read", "odd"])],
)
def test_pages_are_followed_and_junk_is_passed_over(kind, expected):
    answer = one(kind)
    assert names(answer) == expected
    assert "nextCursor" not in listing_text(answer)


def test_failures_say_what_happened_and_hide_no_neighbour(capfd):
    servers = [
        faulty("dies", "dies"),
        LiveServer("none", StdioServer("no-such-program"), "the test"),
        faulty("circle", "circle"),
        faulty("ok", "fine"),
        LiveServer("unset", StdioServer("x", ("${NO_SUCH_VARIABLE}",)), "the test"),
        faulty("silent", "silent"),
    ]
    seen = []
    start = time.monotonic()
    dies, none, circle, fine, unset, silent = fetch(servers, seconds=8, on_done=seen.append)
    assert time.monotonic() - start < 30
    assert len(seen) == 6
    assert isinstance(fine, Captured)
    for answer, words in (
        (dies, "ended before it answered; its last words: cannot find the database"),
        (none, "cannot be started"),
        (circle, "in a circle"),
        (unset, "NO_SUCH_VARIABLE is not set"),
        (silent, "did not answer within 8 s"),
    ):
        assert isinstance(answer, Failed)
        assert words in answer.message
        assert "\n" not in answer.message
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("kind", ["endless", "chatter"])
def test_a_server_that_never_stops_is_cut_off(kind):
    start = time.monotonic()
    answer = one(kind, seconds=5)
    assert isinstance(answer, Failed)
    assert time.monotonic() - start < 25


@pytest.mark.parametrize(("kind", "count"), [("many", 10_000), ("huge", 1)])
def test_large_lists_come_whole(kind, count):
    answer = one(kind, seconds=60)
    assert isinstance(answer, Captured), answer
    assert len(answer.tools) == count
    assert len(listing_text(answer)) > 500_000


def test_slow_is_not_dead():
    assert isinstance(one("slow"), Captured)


def test_a_secret_is_not_kept_and_not_shown(capfd, caplog):
    caplog.set_level(logging.DEBUG)
    answer = one("leak", API_KEY='top"secret\\value')
    assert isinstance(answer, Captured)
    with pytest.raises(Unfit) as caught:
        listing_text(answer)
    assert "top" not in str(caught.value) + repr(answer) + caplog.text + "".join(capfd.readouterr())


def test_half_a_secret_is_not_shown_either():
    """The last words are cut at 300 characters, which is where this secret stands."""
    answer = one("screams", API_KEY="abcdefghijklmnop")
    assert isinstance(answer, Failed)
    assert answer.message.endswith("***" + "y" * 290)
    assert "op" + "y" * 290 not in answer.message


@pytest.mark.skipif(os.name == "nt", reason="there is no sleep")
def test_sixteen_are_asked_at_once():
    servers = [LiveServer(f"s{n}", StdioServer("sleep", ("60",)), "the test") for n in range(AT_ONCE + 1)]
    done = []
    start = time.monotonic()
    answers = fetch(servers, seconds=1, on_done=lambda _: done.append(time.monotonic() - start))
    assert [answer.server.name for answer in answers] == [server.name for server in servers]
    assert done[-1] - done[-2] > 0.9
    assert done[-1] < 30


def test_names_with_tricks_are_refused_one_by_one_and_never_repaired():
    loaded = load([live_request(faulty("paths"))], options=LoadOptions(server_seconds=20))
    assert [spec.tool for spec in loaded.catalog.tools()] == ["../../etc/passwd", "good"]
    assert [finding.code for finding in loaded.findings] == ["TN010", "TN010"]


def test_first_wins_among_servers_and_only_read_only_hints_count():
    loaded = load([live_request(faulty("ok", "a")), live_request(faulty("ok", "a"))])
    assert [(spec.name, spec.read_only) for spec in loaded.catalog.tools()] == [
        ("mcp__a__odd", False),
        ("mcp__a__read", True),
        ("mcp__a__write", False),
    ]
    assert {finding.code for finding in loaded.findings} == {"TU007"}


def test_servers_that_differ_in_spelling_only_clash():
    loaded = load([live_request(faulty("ok", "my-git")), live_request(faulty("empty", "x"))])
    assert len(loaded.catalog) == 3
    loaded = load([live_request(faulty("ok", "my-git")), live_request(faulty("ok", "MY_GIT"))])
    assert {finding.code for finding in loaded.findings} == {"TU008"}
    assert {spec.server for spec in loaded.catalog.tools()} == {"my-git"}


def test_what_is_not_the_same_twice_is_found():
    found = dict(differences(listing(one("now")), listing(one("now"))))
    assert list(found) == ["/tools/0/inputSchema/properties/at/default"]


def test_what_looks_like_this_machine_is_found():
    assert dict(suspicions(listing(one("here")))) == {
        "/tools/0/description": "holds the working folder of this machine"
    }
    assert dict(suspicions(listing(one("ok")))) == {}


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({"a": 1}, {"a": True}, "differs"),
        (["a", "b"], ["b", "a"], "another order"),
        ("a,b", "b,a", "same parts"),
        ("2026-01-02 10:11", "2026-01-02 10:12", "a time"),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, "keys in another order"),
        ([1], [1, 2], "1 entries once and 2"),
    ],
)
def test_kinds_of_differences(first, second, words):
    (found,) = [what for _, what in differences(first, second)]
    assert words in found


def test_a_command_that_cannot_be_started_is_named(tmp_path):
    (tmp_path / "plain").write_text("text")
    servers = [
        LiveServer("none", StdioServer("no-such-program", ("s3cret",)), "the test"),
        LiveServer("plain", StdioServer(str(tmp_path / "plain")), "the test"),
        LiveServer("folder", StdioServer(sys.executable, cwd=str(tmp_path / "nowhere")), "the test"),
    ]
    none, plain, folder = fetch(servers, seconds=8)
    assert none.message == "it cannot be started: there is no program 'no-such-program'"
    assert plain.message == f"it cannot be started: {str(tmp_path / 'plain')!r} may not be run"
    assert folder.message == f"it cannot be started: there is no folder {str(tmp_path / 'nowhere')!r}"


def test_a_server_whose_messages_are_no_lines_of_json_is_told_so():
    message = 'json.dumps({"jsonrpc": "2.0", "id": 1, "result": {}}, indent=1)'
    program = f"import json, time\nprint({message}, flush=True)\ntime.sleep(30)"
    (answer,) = fetch([LiveServer("s", StdioServer(sys.executable, ("-c", program)), "the test")], seconds=3)
    assert isinstance(answer, Failed)
    assert "5 of its messages could not be read" in answer.message
    assert "one JSON-RPC message a line" in answer.help

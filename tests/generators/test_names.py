"""Names: what each raw name wishes to be, and how wishes that meet are settled."""

import keyword
import random
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolcat.generators.names import Wish, camel, digest, file_stem, fold, preserved, settle

RAW = st.one_of(
    st.text(min_size=1, max_size=20),
    st.text("aAbB_-. /1é名", min_size=1, max_size=6),
    st.sampled_from(["get_user", "getUser", "GET_USER", "get-user", "GetUser", "get user", "2fa", "---", "🚀", "con"]),
)


@pytest.mark.parametrize(
    ("raw", "wish"),
    [
        ("get_user", "getUser"),
        ("getUser", "getUser"),
        ("GetUser", "getUser"),
        ("GET_USER", "getUser"),
        ("getURL", "getURL"),
        ("HTTPServer", "httpServer"),
        ("URL", "url"),
        ("API-get-user", "apiGetUser"),
        ("a/b", "aB"),
        ("read.file", "readFile"),
        ("2fa", "_2fa"),
        ("v1_2", "v1_2"),
        ("get2users", "get2users"),
        ("__proto__", "proto"),
        ("_private", "private"),
        ("名前", "名前"),
        ("名前_取得", "名前取得"),
        ("🚀launch", "launch"),
        ("a\u200bb", "aB"),
        ("\u3164", f"tool_{digest(chr(0x3164))}"),
        ("---", f"tool_{digest('---')}"),
        ("🚀", f"tool_{digest('🚀')}"),
        ("e\u0301tat", "état"),
    ],
)
def test_camel(raw: str, wish: str):
    assert camel(raw) == wish


@pytest.mark.parametrize(
    ("raw", "wish"),
    [
        ("get_user", "get_user"),
        ("getUser", "getUser"),
        ("__proto__", "__proto__"),
        ("a/b", "a_b"),
        ("a//b", "a_b"),
        ("a_/b", "a__b"),
        ("/a/", "a"),
        ("2fa", "_2fa"),
        ("___", "___"),
        ("---", f"tool_{digest('---')}"),
        ("名前", "名前"),
    ],
)
def test_preserved(raw: str, wish: str):
    assert preserved(raw) == wish


@given(RAW)
def test_wishes_are_identifiers_and_final(raw: str):
    for wish in (camel(raw), preserved(raw)):
        assert wish.isidentifier()
        assert unicodedata.normalize("NFC", wish) == wish
    assert preserved(preserved(raw)) == preserved(raw)


def test_the_granted_the_first_and_the_hashed():
    wishes = [
        Wish("get_user", "getUser", first=False),
        Wish("getUser", "getUser", first=True),
        Wish("list", "list", first=True),
        Wish("a-b", "aB", first=False),
        Wish("a_b", "aB", first=False),
    ]
    assert settle(wishes) == [
        f"getUser_{digest('get_user')}",
        "getUser",
        "list",
        f"aB_{digest('a-b')}",
        f"aB_{digest('a_b')}",
    ]


def test_two_that_go_first_both_step_aside():
    wishes = [Wish("Foo", "Foo", first=True), Wish("foo", "foo", first=True)]
    assert settle(wishes) == ["Foo", "foo"]
    assert settle(wishes, key=fold) == [f"Foo_{digest('Foo')}", f"foo_{digest('foo')}"]


def test_what_was_settled_before_wins():
    assert settle([Wish("github", "github", first=True)], taken=["github"]) == [f"github_{digest('github')}"]


def test_a_hash_that_collides_grows():
    by_hash: dict[str, str] = {}
    for number in range(100_000):
        raw = f"raw{number}"
        other = by_hash.setdefault(digest(raw), raw)
        if other != raw:
            break
    else:
        pytest.fail("no collision of four hex digits")
    names = settle([Wish(raw, "x", first=False), Wish(other, "x", first=False)])
    assert names == [f"x_{digest(raw, 8)}", f"x_{digest(other, 8)}"]


def test_a_name_that_looks_hashed_keeps_its_place():
    literal = f"x_{digest('b')}"
    wishes = [Wish("x", "x", first=True), Wish("b", "x", first=False), Wish(literal, literal, first=True)]
    assert settle(wishes) == ["x", f"x_{digest('b', 8)}", literal]


@settings(max_examples=200)
@given(st.sets(RAW, min_size=1, max_size=30), st.randoms(use_true_random=False), st.sampled_from([str, fold]))
def test_names_are_injective_and_independent_of_order_and_strangers(raws: set[str], rng: random.Random, key):
    def settled(members: list[str]) -> dict[str, str]:
        wishes = [Wish(raw, camel(raw), first=camel(raw) == raw) for raw in members]
        return dict(zip(members, settle(wishes, key=key), strict=True))

    members = sorted(raws)
    names = settled(members)
    assert len({key(name) for name in names.values()}) == len(members)
    rng.shuffle(members)
    assert settled(members) == names
    gone = members.pop()
    left = settled(members)
    for raw in members:
        if key(camel(raw)) != key(camel(gone)):
            assert left[raw] == names[raw], "an unrelated tool renamed another"


@pytest.mark.parametrize("name", ["con", "CON", "Aux", "nul", "com1", "lpt9", "index", "Index"])
def test_files_are_no_devices_and_no_barrels(name: str):
    assert file_stem(name, name, {"index"}) == f"{name}_"


@pytest.mark.parametrize("raw", ["x" * 256, "名" * 85, "𠮷" * 64])
def test_files_are_short_and_keep_their_hash(raw: str):
    stem = file_stem(raw, raw)
    assert len(stem) <= 100
    assert len(stem.encode()) <= 200
    assert stem.endswith(f"_{digest(raw)}")


def test_fold_sees_what_file_systems_see():
    assert fold("Straße") == fold("STRASSE")
    assert fold("é") == fold("e\u0301") == fold("É")
    assert fold("ﬁle") == fold("file")
    assert fold("a") != fold("b")


def test_python_keywords_are_words_too():
    assert all(camel(word).isidentifier() for word in keyword.kwlist)

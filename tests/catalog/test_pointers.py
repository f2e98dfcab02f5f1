from hypothesis import given
from hypothesis import strategies as st

from toolcat.catalog.pointers import escape, is_within, join, tokens


@given(st.lists(st.text("a~/01é ", max_size=4), max_size=5))
def test_tokens_are_escaped_and_read_back(keys: list[str]):
    pointer = join("", *keys)
    assert tokens(pointer) == keys
    assert pointer == "".join("/" + escape(key) for key in keys)
    assert all(is_within(pointer, join("", *keys[:i])) for i in range(len(keys) + 1))


def test_how_a_pointer_is_spelt():
    assert join("", "a/b", "m~n", "~1", "", 0) == "/a~1b/m~0n/~01//0"
    assert tokens("") == []
    assert tokens("/") == [""]

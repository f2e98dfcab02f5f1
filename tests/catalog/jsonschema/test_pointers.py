from toolcat.catalog.jsonschema import escape_token, pointer_of, split_fragment, split_pointer


def test_tokens_are_escaped_and_read_back():
    keys = ["a/b", "m~n", "~1", "", "é", " "]
    pointer = "".join("/" + escape_token(k) for k in keys)
    assert pointer == "/a~1b/m~0n/~01//é/ "
    assert split_pointer(pointer) == keys
    assert split_pointer("") == []


def test_a_place_is_spelt_as_a_pointer():
    assert pointer_of(None) == ""
    assert pointer_of((((None, "properties"), "a/b"), 0)) == "/properties/a~1b/0"


def test_fragments_are_percent_decoded():
    assert split_fragment("#/$defs/a%25b") == ("", "/$defs/a%b")
    assert split_fragment("other.json#name") == ("other.json", "name")
    assert split_fragment("other.json") == ("other.json", "")

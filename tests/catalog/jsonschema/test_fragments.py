from toolcat.catalog.jsonschema import pointer_of, split_fragment


def test_a_place_is_spelt_as_a_pointer():
    assert pointer_of(None) == ""
    assert pointer_of((((None, "properties"), "a/b"), 0)) == "/properties/a~1b/0"


def test_fragments_are_percent_decoded():
    assert split_fragment("#/$defs/a%25b") == ("", "/$defs/a%b")
    assert split_fragment("other.json#name") == ("other.json", "name")
    assert split_fragment("other.json") == ("other.json", "")

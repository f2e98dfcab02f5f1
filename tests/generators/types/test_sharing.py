"""Sharing: which structures go by a name in one text, and what they are called."""

import re

from toolcat.generators.hosts import estimate_tokens
from toolcat.generators.types import Doc, TypeRequest, translate
from toolcat.generators.types.sharing import Root, Sharing
from toolcat.generators.typescript.compact import compact, compact_declaration

SIZE = {"enum": ["xs", "sm", "md", "lg", "xl"]}
BOX = {"type": "object", "properties": {"size": SIZE, "label": {"type": "string"}, "depth": {"type": "number"}}}


def shared(*schemas: dict, docs: bool = False, **options: object) -> tuple[Sharing, list]:
    """Share what tools `One`, `Two` … take; also return the types as they were."""
    names = ["One", "Two", "Three", "Four"]
    requests = [TypeRequest(name, schema, "input") for name, schema in zip(names, schemas, strict=False)]
    types = [one.type for one in translate(requests, reading="intended").declarations if one.is_root]
    roots = [Root(type_, name) for name, type_ in zip(names, types, strict=False)]
    sharing = Sharing(roots, docs=docs, taken=options.pop("taken", set()), weigh=estimate_tokens, **options)  # type: ignore[arg-type]
    return sharing, types


def text(sharing: Sharing, types: list) -> list[str]:
    return [*map(compact_declaration, sharing.used(types)), *(compact(sharing.type(type_)) for type_ in types)]


def takes(**properties: object) -> dict:
    return {"type": "object", "properties": properties}


def test_what_recurs_is_said_once_and_what_is_short_in_place():
    sharing, types = shared(takes(first=BOX, flag={"type": "boolean"}), takes(first=BOX), takes(other=BOX))
    assert text(sharing, types) == [
        'type First = { size?:"xs"|"sm"|"md"|"lg"|"xl"; label?:string; depth?:number };',
        "{ first?:First; flag?:boolean }",
        "{ first?:First }",
        "{ other?:First }",
    ]


def test_nothing_goes_by_a_name_for_nothing():
    pair = takes(x={"type": "integer"})
    sharing, types = shared(takes(a=pair), takes(b=pair))
    assert sharing.used(types) == []


def test_a_name_that_is_taken_is_not_given():
    sharing, types = shared(takes(first=BOX), takes(first=BOX, second=BOX), taken={"First"})
    assert [one.name for one in sharing.used(types)] == ["Second"]


def test_an_authors_name_goes_before_that_of_a_member():
    defs = {"$defs": {"Parcel": BOX}}
    ref = {"$ref": "#/$defs/Parcel"}
    sharing, types = shared(takes(a=ref, b=ref) | defs, takes(c=BOX))
    assert [one.name for one in sharing.used(types)] == ["Parcel"]


def test_circles_that_unfold_to_the_same_are_one():
    def chain(first: str, second: str) -> dict:
        return takes(top={"$ref": f"#/$defs/{first}"}) | {
            "$defs": {
                first: takes(next={"$ref": f"#/$defs/{second}"}, label={"type": "string"}),
                second: takes(next={"$ref": f"#/$defs/{first}"}, label={"type": "string"}),
            }
        }

    sharing, types = shared(chain("A", "B"), chain("C", "D"))
    assert len(sharing.used(types)) == 1
    assert compact(sharing.type(types[0])) == compact(sharing.type(types[1]))


def test_comments_tell_structures_apart_only_where_they_are_said():
    said = takes(size=SIZE | {"description": "How large."}, label={"type": "string"}, depth={"type": "number"})
    for docs, count in ((False, 1), (True, 2)):
        sharing, types = shared(takes(a=BOX, b=BOX), takes(c=said, d=said), docs=docs)
        assert len([one for one in sharing.used(types) if "label" in compact(one.type)]) == count


def test_a_named_type_keeps_its_own_comment():
    defs = {"$defs": {"Parcel": BOX | {"description": "What is sent."}}}
    ref = {"$ref": "#/$defs/Parcel"}
    sharing, types = shared(takes(a=ref, b=ref) | defs, takes(c=BOX), docs=True)
    assert [(one.name, one.doc) for one in sharing.used(types)] == [("Parcel", Doc("What is sent."))]


def test_a_name_of_both_texts_is_one_structure():
    """A text with and one without comments may stand together: no name means one thing here and another there."""
    size = {"enum": ["s", "m", "l", "xl", "xxl", "3xl"], "description": "Large."}
    schemas = (takes(size=SIZE, b=takes(size=size)), takes(size=SIZE), takes(size=size))
    bare, types = shared(*schemas)
    again = Sharing(
        [Root(type_, f"T{at}") for at, type_ in enumerate(types)],
        docs=True,
        taken=set(),
        weigh=estimate_tokens,
        beside=bare,
    )
    plain = {one.name: compact(one.type) for one in bare.used(types)}
    full = {one.name: compact(one.type) for one in again.used(types)}
    assert plain.keys() & full.keys()
    for name in plain.keys() & full.keys():
        assert re.sub(r"/\*.*?\*/|\s", "", full[name]).replace(";}", "}") == re.sub(r"\s", "", plain[name])


def test_a_hash_in_a_name_does_not_depend_on_other_tools():
    other = {"enum": ["north", "south", "east", "west", "up"]}
    third = {"enum": ["one", "two", "three", "four", "five"]}
    whole, text_ = {"type": "integer"}, {"type": "string"}
    tools = (
        takes(p=takes(size=SIZE, k=whole), q=takes(size=SIZE)),
        takes(r=takes(size=other, m=text_), s=takes(size=other)),
    )
    few, types = shared(*tools)
    more, more_types = shared(takes(zzz=third, yyy=third), *tools)
    names = {one.name for one in few.used(types)}
    assert len(names) == 2
    assert any("_" in name for name in names)
    assert names < {one.name for one in more.used(more_types)}

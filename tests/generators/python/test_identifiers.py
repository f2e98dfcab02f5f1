"""Raw names become Python identifiers: legible, injective, and none that means something else."""

import builtins
import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolcat.generators.python.identifiers import class_base, identifiers
from toolcat.generators.python.reserved import ANNOTATION_BUILTINS, BUILTINS, KEYWORDS, MODEL_ATTRIBUTES
from toolcat.generators.types.naming import pascal

SNAKE = {
    "per_page": "per_page",
    "perPage": "per_page",
    "HTTPServer": "http_server",
    "getURL": "get_url",
    "from": "from_",
    "class": "class_",
    "None": "none",
    "self": "self_",
    "cls": "cls_",
    "id": "id_",
    "type": "type_",
    "list": "list_",
    "schema": "schema_",
    "copy": "copy_",
    "json": "json_",
    "model_config": "model_config_",
    "model_dump": "model_dump_",
    "model_name": "model_name",
    "api-version": "api_version",
    "a.b c/d": "a_b_c_d",
    "$and": "and_",
    "_meta": "meta",
    "__init__": "init",
    "2fa": "key_2fa",
    "match": "match",
    "größe": "größe",
    "名前": "名前",
    "ﬁeld": "field",
    "call": "call_",
    "OMIT": "omit",
    "OAuth2Token": "o_auth2_token",
}
PRESERVED = {
    "perPage": "perPage",
    "from": "from_",
    "api-version": "api_version",
    "_meta": "meta",
    "__x": "x",
    "2fa": "key_2fa",
    "OMIT": "OMIT_",
    "Any": "Any_",
    "id": "id",
    "list": "list_",
    "copy": "copy_",
}


@pytest.mark.parametrize(("raw", "name"), SNAKE.items())
def test_snake(raw, name):
    assert identifiers([raw], "snake") == [name]


@pytest.mark.parametrize(("raw", "name"), PRESERVED.items())
def test_preserve(raw, name):
    assert identifiers([raw], "preserve") == [name]


def test_a_raw_name_that_is_the_wish_keeps_it_and_the_others_step_aside():
    raws = ["per_page", "perPage", "per-page"]
    assert identifiers(raws, "snake") == ["per_page", "per_page_7787", "per_page_990c"]
    assert identifiers([*reversed(raws)], "snake") == ["per_page_990c", "per_page_7787", "per_page"]


@given(
    st.lists(st.text(max_size=12) | st.sampled_from([*SNAKE]), unique=True, max_size=30),
    st.sampled_from(["snake", "preserve"]),
)
def test_identifiers_are_injective_and_free(raws, style):
    names = identifiers(raws, style)
    assert len(set(names)) == len(raws)
    for name in names:
        assert name.isidentifier()
        assert not keyword.iskeyword(name)
        assert not name.startswith("_")
        assert name not in MODEL_ATTRIBUTES | ANNOTATION_BUILTINS
        if style == "snake":
            assert not hasattr(builtins, name)


def test_the_written_out_names_are_those_of_this_python():
    assert set(keyword.kwlist) <= KEYWORDS
    # `exit` and its like come from `site`, and later versions add builtins: all that are here are known.
    assert {name for name in vars(builtins) if name[0].islower()} <= BUILTINS


def test_model_attributes_are_those_of_pydantic():
    pydantic = pytest.importorskip("pydantic")
    ours = {name for name in dir(pydantic.BaseModel) if not name.startswith("_")}
    assert ours <= MODEL_ATTRIBUTES


@pytest.mark.parametrize("raw", ["İ", "i\u0307", "ΐ", "ǰx", "ŉa", "ﬁx", "ℌx", "ß", "x_i\u0307"])
def test_every_name_is_the_one_that_python_reads(raw):
    """Python reads identifiers in NFKC: another spelling in `__all__`, or of a TypedDict, is another name."""
    names = [class_base(function, raw) for function in identifiers([raw], "snake", prefix="tool")]
    names += [pascal(raw), *identifiers([raw], "preserve")]
    for name in names:
        space: dict[str, object] = {}
        exec(f"{name} = 1", space)
        assert name in space

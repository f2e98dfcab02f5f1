"""Names that are not free in Python, written out: they must not depend on the interpreter that exports."""

from __future__ import annotations

_KEYWORDS = """
False None True and as assert async await break class continue def del elif else except finally for from global if
import in is lambda nonlocal not or pass raise return try while with yield
"""

_BUILTINS = """
abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright
credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash
help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open
ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type
vars zip
"""

_MODEL_ATTRIBUTES = """
construct copy dict from_orm json model_computed_fields model_config model_construct model_copy model_dump
model_dump_json model_extra model_fields model_fields_set model_json_schema model_parametrized_name model_post_init
model_rebuild model_validate model_validate_json model_validate_strings mro parse_file parse_obj parse_raw register
schema schema_json update_forward_refs validate
"""

KEYWORDS = frozenset(_KEYWORDS.split())

BUILTINS = frozenset(_BUILTINS.split())
"""Those that begin in lower case: no wish of ours looks like the others."""

ANNOTATION_BUILTINS = frozenset({"bool", "dict", "float", "int", "list", "object", "str", "tuple", "type"})
"""Builtins that emitted annotations use: nothing may hide them."""

MODEL_ATTRIBUTES = frozenset(_MODEL_ATTRIBUTES.split())
"""Attributes of a pydantic model, the deprecated ones and its metaclass's included: a field would hide one."""

RUNTIME_NAMES = frozenset({"Caller", "OMIT", "Omit", "ResultError", "ToolError", "bind", "call"})
VALUE_NAMES = frozenset({"Closed", "Integer", "Items", "Never", "NotBool", "OnlyBool", "Open"})
"""What the runtime modules of a tree offer, of either kind."""

MODULE_NAMES = (
    RUNTIME_NAMES
    | VALUE_NAMES
    | {"Annotated", "Any", "Literal", "NotRequired", "Required", "TypeAlias", "TypedDict", "Union", "TYPE_CHECKING"}
    | {"Mapping", "Sequence", "BaseModel", "ConfigDict", "Field", "TypeAliasType", "annotations"}
)
"""Every name that an emitted module may import."""

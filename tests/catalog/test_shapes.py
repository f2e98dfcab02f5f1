"""Shapes: every wrapping and every vendor's form of a tool is recognised by its content; the rest is refused."""

import json

import pytest

from toolcat.catalog.loading import LoadOptions, SourceRequest, load

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
TOOL = {"name": "find", "description": "Find.", "inputSchema": SCHEMA}
OTHER = {"name": "other", "description": "Other.", "inputSchema": SCHEMA}


def lines(*values: object) -> str:
    return "\n".join(json.dumps(value) for value in values) + "\n"


FORMS = {
    "mcp": TOOL,
    "openai-chat": {"type": "function", "function": {"name": "find", "description": "Find.", "parameters": SCHEMA}},
    "openai-responses": {"type": "function", "name": "find", "description": "Find.", "parameters": SCHEMA},
    "anthropic": {"name": "find", "description": "Find.", "input_schema": SCHEMA},
    "gemini": {"name": "find", "description": "Find.", "parameters": SCHEMA},
    "bedrock": {"toolSpec": {"name": "find", "description": "Find.", "inputSchema": {"json": SCHEMA}}},
}


@pytest.mark.parametrize("format", FORMS)
@pytest.mark.parametrize("wrapping", ["one", "list", "tools", "rpc", "rpc list", "lines", "pages"])
def test_every_form_in_every_wrapping(read, format: str, wrapping: str):
    tool = FORMS[format]
    content = {
        "one": tool,
        "list": [tool],
        "tools": {"tools": [tool]},
        "rpc": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}},
        "rpc list": [{"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}],
        "lines": lines(tool),
        "pages": [{"tools": [tool]}, {"tools": []}],
    }[wrapping]
    loaded = read(content, "tools.jsonl" if wrapping == "lines" else "tools.json")
    assert loaded.findings == []
    (spec,) = loaded.catalog.tools()
    assert (spec.name, spec.description, spec.input_schema) == ("find", "Find.", SCHEMA)
    assert loaded.sources[0].format == format
    assert spec.origin is not None
    document = spec.origin.document
    start, end = document.span(spec.origin.pointer_to("inputSchema")) or (0, 0)
    assert json.loads(document.text[start:end]) == SCHEMA
    start, end = document.span(spec.origin.pointer_to("name")) or (0, 0)
    assert document.text[start:end] == '"find"'


@pytest.mark.parametrize(
    "content",
    [
        {"tools": [TOOL, OTHER]},
        [TOOL, OTHER],
        [{"tools": [TOOL], "nextCursor": "2"}, {"tools": [OTHER]}],
        [
            {"jsonrpc": "2.0", "method": "tools/list", "id": 1},
            {"jsonrpc": "2.0", "id": 0, "result": {"capabilities": {}}},
            {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL], "nextCursor": "2"}},
            {"jsonrpc": "2.0", "id": 2, "result": {"tools": [OTHER]}},
        ],
        [TOOL, {"tools": [OTHER]}],
        {"result": [TOOL, OTHER]},
        {"model": "m", "messages": [], "tools": [TOOL, FORMS["anthropic"] | {"name": "other"}]},
        [FORMS["openai-chat"], FORMS["bedrock"] | {"toolSpec": {"name": "other", "inputSchema": {"json": SCHEMA}}}],
    ],
)
def test_lists_and_pages(read, content: object):
    loaded = read(content)
    assert loaded.findings == []
    assert [spec.name for spec in loaded.catalog.tools()] == ["find", "other"]


def test_json_lines_of_pages_and_tools(read):
    loaded = read(lines({"tools": [TOOL], "nextCursor": "2"}, {"jsonrpc": "2.0", "result": {"tools": [OTHER]}}))
    assert [spec.name for spec in loaded.catalog.tools()] == ["find", "other"]
    assert loaded.findings == []


def test_a_missing_page_is_a_warning(read):
    for content in ({"tools": [TOOL], "nextCursor": "2"}, [{"tools": [TOOL]}, {"tools": [OTHER], "nextCursor": "3"}]):
        (finding,) = read(content).findings
        assert (finding.code, finding.severity, finding.place.line) == ("TS017", "warning", 1)
    assert read({"tools": [TOOL], "nextCursor": None}).findings == []


@pytest.mark.parametrize(
    "content",
    [
        {"functionDeclarations": [FORMS["gemini"]]},
        {"function_declarations": [FORMS["gemini"]]},
        {"tools": [{"functionDeclarations": [FORMS["gemini"]]}]},
        [{"functionDeclarations": [FORMS["gemini"]]}],
        [{"name": "find", "description": "Find.", "parametersJsonSchema": SCHEMA}],
        [{"name": "find", "description": "Find.", "parameters_json_schema": SCHEMA}],
    ],
)
def test_gemini(read, content: object):
    loaded = read(content)
    assert loaded.findings == []
    (spec,) = loaded.catalog.tools()
    assert spec.input_schema == SCHEMA
    assert loaded.sources[0].format == "gemini"


def test_gemini_words_become_json_schema_where_a_schema_stands(read):
    parameters = {
        "type": "OBJECT",
        "properties": {
            "type": {"type": "STRING", "enum": ["STRING", "NUMBER"], "default": "STRING"},
            "many": {"type": "ARRAY", "items": {"type": "INTEGER"}, "minItems": "1", "maxItems": "20"},
            "any": {"anyOf": [{"type": "NUMBER"}, {"type": "NULL"}], "example": {"type": "STRING"}},
        },
        "nullable": True,
    }
    before = json.dumps(parameters)
    declaration = {"name": "a", "parameters": parameters, "response": {"type": "ARRAY", "items": {"type": "STRING"}}}
    (spec,) = read([declaration]).catalog.tools()
    assert json.dumps(parameters) == before
    assert spec.input_schema == {
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": ["STRING", "NUMBER"], "default": "STRING"},
            "many": {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 20},
            "any": {"anyOf": [{"type": "number"}, {"type": "null"}], "example": {"type": "STRING"}},
        },
        "nullable": True,
    }
    assert spec.output_schema == {"type": "array", "items": {"type": "string"}}


def test_a_deep_gemini_schema_needs_no_recursion(read):
    schema = '{"type": "ARRAY", "items": ' * 950 + '{"type": "STRING"}' + "}" * 950
    (spec,) = read(f'[{{"name": "a", "parameters": {schema}}}]').catalog.tools()
    assert isinstance(spec.input_schema, dict)
    assert spec.input_schema["type"] == "array"


def test_bedrock_tool_configuration(read):
    loaded = read({"toolConfig": {"tools": [FORMS["bedrock"], {"cachePoint": {"type": "default"}}]}, "modelId": "x"})
    assert loaded.findings == []
    assert [spec.name for spec in loaded.catalog.tools()] == ["find"]


def test_function_tools_without_parameters_take_none(read):
    for tool in (
        {"type": "function", "function": {"name": "a"}},
        {"type": "function", "name": "a", "parameters": None},
    ):
        loaded = read([tool])
        (spec,) = loaded.catalog.tools()
        assert spec.input_schema == {"type": "object"}
        assert loaded.findings == []


def test_fields_that_nobody_knows_are_kept(read):
    tool = {"type": "function", "function": {"name": "a", "parameters": {}, "strict": True}}
    assert read([tool]).catalog.tools()[0].extra == {"strict": True}
    assert read([{"name": "a", "input_schema": {}, "cache_control": {}}]).catalog.tools()[0].extra == {
        "cache_control": {}
    }


def test_catalog_fields_stand_beside_a_vendors_form(read):
    loaded = read([FORMS["openai-chat"] | {"category": "web", "gate": "net"}])
    (spec,) = loaded.catalog.tools()
    assert (spec.category, spec.gate) == ("web", "net")


def test_docker_lists_give_empty_objects_and_one_finding(read):
    loaded = read(
        [
            {"name": "a", "description": "A.", "arguments": [{"name": "x", "type": "string", "desc": "X."}]},
            {"name": "b", "description": "B."},
            {"name": "c", "description": "C.", "inputSchema": SCHEMA},
        ]
    )
    assert [spec.input_schema for spec in loaded.catalog.tools()] == [{"type": "object"}, {"type": "object"}, SCHEMA]
    (finding,) = loaded.findings
    assert (finding.code, finding.severity) == ("TS007", "warning")
    assert "2 tools" in finding.message
    assert loaded.catalog.tools()[0].extra["arguments"]


def test_mcpb_manifests(read):
    loaded = read(
        {
            "manifest_version": "0.3",
            "name": "bundle",
            "version": "1.0.0",
            "server": {"type": "node", "entry_point": "server/index.js"},
            "tools": [{"name": "a", "description": "A."}, {"name": "b", "description": "B."}],
            "tools_generated": True,
            "keywords": ["x"],
        }
    )
    assert [(spec.name, spec.server) for spec in loaded.catalog.tools()] == [("a", None), ("b", None)]
    assert sorted(finding.code for finding in loaded.findings) == ["TS007", "TS017"]
    assert loaded.sources[0].format == "mcpb"


def test_a_packages_own_categories_are_not_ours(read):
    loaded = read({"name": "p", "version": "1", "tools": [{"name": "a", "description": "A.", "category": "project"}]})
    assert [spec.category for spec in loaded.catalog.tools()] == [None]
    assert sorted((finding.code, str(finding.severity)) for finding in loaded.findings) == [
        ("TS007", "warning"),
        ("TS023", "info"),
    ]


def test_a_tool_without_a_schema_is_kept_with_a_finding(read):
    loaded = read({"tools": [{"name": "a", "description": "A."}, TOOL]})
    assert [spec.input_schema for spec in loaded.catalog.tools()] == [{"type": "object"}, SCHEMA]
    (finding,) = loaded.findings
    assert (finding.code, finding.severity, finding.tool) == ("TS007", "warning", "a")


@pytest.mark.parametrize("schema", [True, False, {}])
def test_boolean_and_empty_schemas_are_schemas(read, schema: object):
    loaded = read([{"name": "a", "inputSchema": schema}])
    assert loaded.findings == []
    assert loaded.catalog.tools()[0].input_schema == schema


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ({"items": []}, 'no "tools"'),
        ({"tools": {"a": {}}}, '"tools" is an object, a list is expected'),
        ({"tools": None}, '"tools" is null'),
        ([1, 2], "none of its 2 entries is a tool"),
        (["a"], "the first is a string"),
        ([{"name": "Ann", "age": 3}], "none"),
        ({"name": "io.example/server", "description": "A server.", "packages": []}, 'no "inputSchema"'),
        ({"web": {"tools": [TOOL]}}, 'no "tools"'),
        ([{"name": "a", "parameters": {"type": "dict"}}], "has the type 'dict', which is none of JSON Schema"),
        ([{"name": "a", "parameters": [{"name": "x"}]}], '"parameters" is a list, not a schema'),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no such method"}}, "no such method"),
        ({"openapi": "3.1.0", "paths": {}}, 'no "tools"'),
        ([[[[[[[[[[TOOL]]]]]]]]]], "the first is a list"),
        (3, "it is a number"),
        ("x", "it is a string"),
        (None, "it is null"),
    ],
)
def test_everything_else_says_what_was_tried(refused, content: object, why: str):
    error = refused(json.dumps(content))
    assert "holds no tools in a shape that is read" in error.message
    assert len(error.message.partition("that is read: ")[2]) < 160
    if why != "none":
        assert why in error.message


@pytest.mark.parametrize(
    "words",
    [
        "toolcat manifests",
        "MCP tools/list results",
        "JSON-RPC",
        "OpenAI",
        "Anthropic",
        "Gemini",
        "Bedrock",
        "MCPB manifests",
        "Docker tool lists",
        ".meta folders",
    ],
)
def test_the_error_names_every_shape(refused, words: str):
    assert words in refused({"x": 1}).hint


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ({"tools": {"a": {}}}, '"tools" is an object, a list is expected (taken for an MCP tools/list result'),
        ({"items": [], "x": 1}, "no \"tools\" (its keys are 'items', 'x')"),
        ({"name": "a", "parameters": {"type": "dict"}}, "has the type 'dict'"),
        ({"tools": [TOOL, {"type": "bash_20250124", "name": "bash"}]}, "\"type\" is 'bash_20250124'"),
    ],
)
def test_the_likeliest_reason_leads(write, content: object, reason: str):
    loaded = load([SourceRequest(write("a.json", content))], options=LoadOptions(allow_empty=True))
    (finding,) = loaded.findings
    assert reason in finding.message.partition(": ")[2][:110]


@pytest.mark.parametrize("name", [3, None, ["a"], {}])
def test_a_name_that_is_no_string_is_said(read, name: object):
    (finding,) = read({"tools": [TOOL, {"name": name}]}).findings
    assert (finding.code, finding.place.pointer) == ("TS006", "/tools/1/name")


def test_an_entry_that_is_no_tool_is_reported_and_its_neighbours_stay(read):
    loaded = read(
        {
            "tools": [
                TOOL,
                "x",
                {"type": "web_search_preview"},
                {"type": "bash_20250124", "name": "bash"},
                {"name": "args", "parameters": [{"name": "x"}]},
                {"description": "No name."},
                OTHER,
            ]
        }
    )
    assert [spec.name for spec in loaded.catalog.tools()] == ["find", "other"]
    assert [(finding.code, finding.place.pointer) for finding in loaded.findings] == [
        ("TS005", "/tools/1"),
        ("TS002", "/tools/2"),
        ("TS002", "/tools/3"),
        ("TS002", "/tools/4"),
        ("TS006", "/tools/5/name"),
    ]
    assert all(finding.is_error for finding in loaded.findings)


def test_pages_that_hold_nothing_are_reported_and_the_others_stay(read):
    loaded = read([{"tools": [TOOL]}, {"nothing": 1}, {"jsonrpc": "2.0", "error": {"message": "boom"}}, 5])
    assert [spec.name for spec in loaded.catalog.tools()] == ["find"]
    assert [(finding.code, finding.place.pointer) for finding in loaded.findings] == [
        ("TS002", "/1"),
        ("TS002", "/2"),
        ("TS002", "/3"),
    ]
    assert "boom" in loaded.findings[1].message


def test_a_manifest_with_a_name_and_a_version_is_no_package(read):
    loaded = read({"name": "p", "version": "1", "server": "s", "tools": [{"name": "a", "category": "web"}]})
    assert loaded.catalog.tools()[0].category == "web"
    assert loaded.catalog.tools()[0].name == "mcp__s__a"
    assert sorted(finding.code for finding in loaded.findings) == ["TS007", "TS021", "TS021"]

"""How types look as TypeScript: one line where it fits, quoted keys, groups, wrapping, and hostile text."""

import json
import subprocess

import pytest

from toolcat.generators.types import (
    BOOLEAN,
    INTEGER,
    NEVER,
    NULL,
    NUMBER,
    STRING,
    UNKNOWN,
    Array,
    Literal,
    Object,
    Pattern,
    Property,
    Tuple,
    TypeRequest,
    Union,
    translate,
)
from toolcat.generators.typescript.types import print_declarations, print_type

# Says how many syntax errors a file has, and which statements.
STATEMENTS = """
const ts = require(process.argv[1]);
const file = ts.createSourceFile('a.ts', require('fs').readFileSync(0, 'utf8'), 9);
console.log(JSON.stringify([file.parseDiagnostics.length, file.statements.map((s) => ts.SyntaxKind[s.kind])]));
"""


def lit(value):
    return Literal({str: "string", bool: "boolean"}.get(type(value), "number"), value)


AB = Union((lit("a"), lit("b")))


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (UNKNOWN, "unknown"),
        (NEVER, "never"),
        (INTEGER, "number"),
        (lit('q"\n'), '"q\\"\\n"'),
        (lit(1.5), "1.5"),
        (lit(True), "true"),
        (Array(STRING), "string[]"),
        (Array(AB), '("a" | "b")[]'),
        (Array(Array(Union((STRING, NULL)))), "(string | null)[][]"),
        (Tuple((STRING, NUMBER), 1), "[string, number?]"),
        (Tuple((STRING, AB), 1, BOOLEAN), '[string, ("a" | "b")?, ...boolean[]]'),
        (Tuple((), 0), "[]"),
        (Tuple((STRING,), 1, AB), '[string, ...("a" | "b")[]]'),
        (Object(()), "{ [key: string]: never }"),
        (Object((), (), UNKNOWN), "{ [key: string]: unknown }"),
        (Object((Property("a", STRING, True), Property("b-c", NUMBER, False))), '{ a: string; "b-c"?: number }'),
        (Object((Property("1", STRING, True), Property("名前", STRING, True))), '{ "1": string; "名前": string }'),
        (Object((Property("a", STRING, True),), (), UNKNOWN, shown=False), "{ a: string }"),
        # An index type admits what stands beside it: optional members read as undefined.
        (Object((Property("a", STRING, True),), (), NUMBER), "{ a: string; [key: string]: number | string }"),
        (
            Object((Property("a", STRING, False),), (), NUMBER),
            "{ a?: string; [key: string]: number | string | undefined }",
        ),
        (Object((Property("a", NEVER, False),), (), NUMBER), "{ a?: never; [key: string]: number | undefined }"),
        (Object((), (Pattern(("x-", ""), STRING),)), "{ [key: `x-${string}`]: string }"),
        (
            Object((Property("x-a", NUMBER, True),), (Pattern(("x-", ""), STRING),), BOOLEAN),
            '{ "x-a": number; [key: `x-${string}`]: string | number; [key: string]: boolean | number | string }',
        ),
        (Object((), (Pattern(("`${", ""), STRING),)), "{ [key: `\\`\\${${string}`]: string }"),
        # Every object inherits a function of this name.
        (Object((Property("toString", STRING, False),)), "{ toString?: string | Function }"),
        (Object((Property("toString", STRING, True),)), "{ toString: string }"),
    ],
)
def test_one_line(type_, text):
    assert print_type(type_) == text


def test_long_unions_of_constants_fill_lines():
    type_ = Union(tuple(lit(f"constant number {i}") for i in range(12)))
    lines = print_type(Object((Property("kind", type_, False),))).split("\n")
    assert lines[0] == "{"
    assert lines[1] == "  kind?:"
    assert all(line.startswith('    | "constant') for line in lines[2:-1])
    assert max(map(len, lines)) <= 100
    assert len(lines) < 8


def test_long_objects_and_unions_of_objects_take_a_line_each():
    wide = Object(tuple(Property(f"member_number_{i}", STRING, False) for i in range(6)))
    assert print_type(wide).count("\n") == 7
    union = print_type(Array(Union((wide, NULL))))
    assert union.startswith("(\n  | {\n")
    assert union.endswith("\n  | null\n)[]")


def declared(schema, **more):
    return "\n".join(print_declarations(translate([TypeRequest("T", schema, "input")], **more)))


def test_comments_stand_on_one_line_if_they_fit():
    schema = {
        "type": "object",
        "properties": {"n": {"type": "number", "description": "How many.", "default": 3, "minimum": 1}},
    }
    assert declared(schema) == "export type T = {\n  /** How many. @default 3 @minimum 1 */\n  n?: number;\n} & object;"


def test_long_comments_are_wrapped_with_a_tag_a_line():
    schema = {"type": "object", "properties": {"n": {"type": "string", "description": "word " * 40, "pattern": "^x$"}}}
    lines = declared(schema).split("\n")
    assert lines[1] == "  /**"
    assert max(map(len, lines)) <= 100
    assert "   * @pattern ^x$" in lines


@pytest.mark.parametrize(
    "text", ["*/ export const x = 1; /*", "a\u202eb\u2028c\x00d", "\ud800", "@param x", "back\\", "`${x}`", "//"]
)
def test_hostile_text_stays_text(text, node_modules, tmp_path):
    schema = {
        "title": text,
        "description": text,
        "type": "object",
        "properties": {
            text: {"type": "string", "description": text, "pattern": text, "default": text, "examples": [text]},
            "e": {"enum": [text, "x"]},
            "r": {"$ref": "#/$defs/r"},
        },
        "patternProperties": {"^" + text.replace("\\", ""): {"type": "string"}},
        "$defs": {
            "r": {"type": "object", "title": text, "description": text, "properties": {text: {"type": "string"}}}
        },
    }
    source = declared(schema)
    source.encode("utf-8")
    assert not any(c in source for c in "\u202e\u2028\x00\ud800")
    # Whatever the text, the file declares types and nothing else.
    done = subprocess.run(
        ["node", "-e", STATEMENTS, str(node_modules / "typescript")],
        input=source,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    problems, kinds = json.loads(done.stdout)
    assert problems == 0
    assert set(kinds) == {"TypeAliasDeclaration"}

"""Templates: ours, a user's in their place, and one clear line for a broken one."""

from pathlib import Path

import pytest

from toolcat.catalog import ToolcatError, ToolSpec
from toolcat.generators.templating import Templates
from toolcat.generators.typescript import TypeScriptOptions, export_typescript, signature

SPEC = ToolSpec(name="mcp__kit__one", tool="one", server="kit", description="Does <one> & 'all'.")


def with_templates(folder: Path, **templates: str) -> TypeScriptOptions:
    folder.mkdir(exist_ok=True)
    for name, text in templates.items():
        (folder / f"{name}.ts.j2").write_text(text, encoding="utf-8")
    return TypeScriptOptions(templates=folder)


def test_a_template_replaces_ours_and_the_others_stay(tmp_path: Path):
    text = (
        "// {{ spec.tool }} of {{ spec.server }}: {{ spec.description }}\n"
        "export type {{ input }} = {};\nexport const {{ function }} = () => 1;\n"
    )
    export_typescript([SPEC], tmp_path / "out", with_templates(tmp_path / "t", tool=text))
    assert (tmp_path / "out" / "kit" / "one.ts").read_text() == (
        "// one of kit: Does <one> & 'all'.\nexport type OneInput = {};\nexport const one = () => 1;\n"
    )
    export_typescript([SPEC], tmp_path / "plain")
    assert (tmp_path / "out" / "index.ts").read_bytes() == (tmp_path / "plain" / "index.ts").read_bytes()


def test_a_template_extends_ours(tmp_path: Path):
    options = with_templates(
        tmp_path / "t",
        tool='{% extends "toolcat/tool.ts.j2" %}{% block header %}\n{{ super() }}// @ts-check\n{% endblock %}',
    )
    export_typescript([SPEC], tmp_path / "out", options)
    export_typescript([SPEC], tmp_path / "plain")
    lines = (tmp_path / "out" / "kit" / "one.ts").read_text().splitlines()
    assert lines[1] == "// @ts-check"
    assert [*lines[:1], *lines[2:]] == (tmp_path / "plain" / "kit" / "one.ts").read_text().splitlines()


def test_a_template_includes_its_own(tmp_path: Path):
    options = with_templates(tmp_path / "t", index='{% include "more.j2" %}')
    (tmp_path / "t" / "more.j2").write_text("// {{ servers[0].namespace }}")
    export_typescript([SPEC], tmp_path / "out", options)
    assert (tmp_path / "out" / "index.ts").read_text() == "// kit\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\nb {% if %}\n", r"tool\.ts\.j2:2: .*Expected"),
        ("a\n\n{{ unknown_name }}", r"tool\.ts\.j2:3: .*'unknown_name' is undefined"),
        ("{{ spec.nothing }}", r"tool\.ts\.j2:1: .*no attribute 'nothing'"),
        ("\n{{ 1 / 0 }}", r"tool\.ts\.j2:2: .*division by zero"),
        ("{{ spec | nofilter }}", r"tool\.ts\.j2:1: .*nofilter"),
        ('{% include "absent.j2" %}', r"tool\.ts\.j2.*absent\.j2"),
        ("{{ ''.__class__.__mro__ }}", r"tool\.ts\.j2:1: .*unsafe"),
        ("{{ spec.server() }}", r"tool\.ts\.j2:1: .*not callable"),
        ('{% extends "tool.ts.j2" %}', r"tool\.ts\.j2.*itself"),
        ('\n{{ "a" * 10**10 }}', r"tool\.ts\.j2:2: .*more than the 16 MiB"),
        ('{{ 10**10 * "a" }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ("{{ [1] * 10**9 }}", r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ("{{ 10 ** (10 ** 10) }}", r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ('{{ "a" | center(10000000000) }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ('{{ "a\\nb" | indent(10000000000) }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ('{{ "a".ljust(10000000000) }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ('{{ "%10000000000d" % 1 }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ('{{ "%*d" % (10000000000, 1) }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ('{{ "%10000000000d" | format(1) }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ('{{ "{:>10000000000}".format(1) }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        ('{{ "{:>{}}".format(1, 10000000000) }}', r"tool\.ts\.j2:1: .*more than the 16 MiB"),
        (
            '{% set ns = namespace(x="a") %}{% for _ in range(40) %}{% set ns.x = ns.x + ns.x %}{% endfor %}',
            r"tool\.ts\.j2:1: .*more than the 16 MiB",
        ),
        (
            '{% for _ in range(99999) %}{{ "a" * 99999 }}{% endfor %}',
            r"tool\.ts\.j2: .*more than the 16 MiB",
        ),
        ("{% for _ in range(10**9) %}a{% endfor %}", r"tool\.ts\.j2:1: .*Range too big"),
        ("", r"tool\.ts\.j2: the template gives nothing"),
        (" \n\t\n", r"tool\.ts\.j2: the template gives nothing"),
        ("{{ header }}", r"tool\.ts\.j2: .*does not export one, OneInput$"),
        ("// export function one\nexport type OneInput = {};", r"tool\.ts\.j2: .*does not export one$"),
        ("export type OneInput = 'export const one = 1';", r"tool\.ts\.j2: .*does not export one$"),
        ("export function one1() {}\nexport type OneInput = 1", r"tool\.ts\.j2: .*does not export one$"),
    ],
)
def test_a_broken_template_is_one_clear_line(tmp_path: Path, text: str, message: str):
    options = with_templates(tmp_path / "t", tool=text)
    with pytest.raises(ToolcatError, match=message) as caught:
        export_typescript([SPEC], tmp_path / "out", options)
    assert "\n" not in caught.value.message
    assert str(tmp_path / "t") in caught.value.message
    assert not (tmp_path / "out").exists()


def test_a_folder_without_a_template_of_ours_is_an_error(tmp_path: Path):
    with pytest.raises(ToolcatError, match="is not there"):
        Templates("typescript", tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(ToolcatError, match="is no folder"):
        Templates("typescript", tmp_path / "file")
    (tmp_path / "t").mkdir()
    (tmp_path / "t" / "tools.ts.j2").write_text("misspelt")
    with pytest.raises(ToolcatError, match="holds no template") as caught:
        Templates("typescript", tmp_path / "t")
    assert "tool.ts.j2" in caught.value.hint


def test_a_template_that_is_no_text(tmp_path: Path):
    options = with_templates(tmp_path / "t", tool='{% include "more.j2" %}')
    more = tmp_path / "t" / "more.j2"
    more.write_bytes(b"fine\n\xff\xfe")
    with pytest.raises(ToolcatError) as caught:
        export_typescript([SPEC], tmp_path / "out", options)
    assert caught.value.message == f"{more}:2: the template cannot be rendered: it is not UTF-8 text"


def test_a_folder_called_like_a_template_is_an_error(tmp_path: Path):
    options = with_templates(tmp_path / "t", index="{{ header }}")
    (tmp_path / "t" / "tool.ts.j2").mkdir()
    with pytest.raises(ToolcatError, match=r"tool\.ts\.j2 is a folder"):
        export_typescript([SPEC], tmp_path / "out", options)


def test_a_runtime_that_lacks_what_the_barrel_re_exports(tmp_path: Path):
    options = with_templates(tmp_path / "t", runtime="export function bind() {}\nexport { x as ToolError };")
    with pytest.raises(ToolcatError, match=r"runtime\.ts\.j2: .*does not export Caller, CallToolResult") as caught:
        export_typescript([SPEC], tmp_path / "out", options)
    assert "index.ts" in caught.value.hint
    with_templates(tmp_path / "t", index="export {};")
    export_typescript([SPEC], tmp_path / "out", options)


@pytest.mark.parametrize(
    "text",
    [
        "export async function one() {}\nexport interface OneInput {}",
        "export function* one() {}\nexport declare class OneInput {}",
        "function one() {}\ntype A = 'image/*';\nexport { one, type A as OneInput };",
        "const a = 1;\nexport {\n  a as one,\n};\ntype OneInput = {};\nexport type { OneInput };",
        "export * from './elsewhere.js';",
        "const s: 'a/*' = 'a/*';\nexport const one = s;\nexport enum OneInput { a } // */",
    ],
)
def test_every_way_to_export_is_seen(tmp_path: Path, text: str):
    export_typescript([SPEC], tmp_path / "out", with_templates(tmp_path / "t", tool=text))
    assert (tmp_path / "out" / "kit" / "one.ts").read_text() == text + "\n"


def test_formats_and_products_of_a_sensible_size_are_made(tmp_path: Path):
    text = (
        '{{ "=" * 40 }}{{ "%05d|%s" % (7, "123456789") }}{{ "{:>8}|{}".format("x", 10**9) }}{{ 2 ** 10 }}{{ 6 * 7 }}'
        '{{ "a".center(9) }}{{ "a" | center(5) }}{{ "a" + "b" }}{{ 7 % 4 }}{{ "%s" | format(1) }}{{ [1] + [2] }}'
    )
    export_typescript([SPEC], tmp_path / "out", with_templates(tmp_path / "t", index=text))
    assert (tmp_path / "out" / "index.ts").read_text() == (
        f"{'=' * 40}00007|123456789       x|1000000000102442    a      a  ab31[1, 2]\n"
    )


def test_the_signature_is_what_a_model_sees():
    spec = ToolSpec(
        name="mcp__hub__find_all",
        tool="find_all",
        server="hub",
        description="Finds them.",
        usage_hint="Use it.",
        category="web",
        keywords=("a", "b"),
        read_only=True,
        input_schema={"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
        output_schema={"type": "array", "items": {"type": "string"}},
        extra={"deprecated": "Use find."},
    )
    assert signature(spec) == (
        "export type FindAllInput = { q: string };\n"
        "\n"
        "export type FindAllOutput = string[];\n"
        "\n"
        "/**\n"
        " * Finds them.\n"
        " *\n"
        " * Use it.\n"
        " * @category web\n"
        " * @keywords a, b\n"
        " * @readOnly\n"
        " * @deprecated Use find.\n"
        " */\n"
        "function findAll(input: FindAllInput): Promise<FindAllOutput>;\n"
    )


def test_a_misspelt_template_beside_others_is_refused(tmp_path: Path):
    options = with_templates(tmp_path / "t", tool='{% extends "toolcat/tool.ts.j2" %}', serve="x")
    with pytest.raises(ToolcatError, match=r"serve\.ts\.j2 replaces none of ours") as caught:
        export_typescript([SPEC], tmp_path / "out", options)
    assert "did you mean server.ts.j2" in caught.value.hint
    # What a template uses is a part of it, and a folder may hold what another language replaces.
    (tmp_path / "t" / "serve.ts.j2").rename(tmp_path / "t" / "part.j2")
    (tmp_path / "t" / "tool.py.j2").write_text("x")
    (tmp_path / "t" / "tool.ts.j2").write_text('{% extends "toolcat/tool.ts.j2" %}{# {% include "part.j2" %} #}')
    export_typescript([SPEC], tmp_path / "out", options)

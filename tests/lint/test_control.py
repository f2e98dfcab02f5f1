"""What decides whether a finding is reported: selection, severities, clients, protocol, suppressions."""

import json
import tomllib
from datetime import date
from types import MappingProxyType

import jsonschema
import pytest

from toolcat.catalog.config import load_config
from toolcat.catalog.findings import Severity, ToolcatError
from toolcat.cli.tools_schema import SchemaName, read_schema
from toolcat.lint import LintOptions, Rule, Suppression, all_rules, lint, lint_reading, read
from toolcat.lint.context import PROTOCOLS, Context
from toolcat.lint.profiles import CLIENTS
from toolcat.lint.registry import is_active, select_rules
from toolcat.lint.run import Run
from toolcat.lint.settings import KEYS, options_of

from .conftest import CLEAN, codes

DOTTED = "tools:\n" + CLEAN.format(name="order.get")
TWO = "tools:\n" + CLEAN.format(name="order.get") + CLEAN.format(name="invoice.get")
NAMES = {"select": ("TC101",), "clients": ("anthropic",)}


def active(**options):
    return {rule.code for rule in select_rules(Context(LintOptions(**options)))}


def test_selectors():
    always = {rule.code for rule in all_rules() if rule.always}
    assert {code for code in active(select=("TC1",)) - always if not code.startswith("TC1")} == set()
    assert "TC101" in active(select=("anthropic-name",))
    assert "TC101" not in active(ignore=("TC",))
    assert "TC101" in active(ignore=("TC",), extend_select=("TC101",))
    assert "TC101" not in active(select=("TC",), ignore=("TC101",))
    assert "TC101" not in active(select=("TC101",), ignore=("TC101",))
    off = {rule.code for rule in all_rules() if rule.off}
    assert not off & active()
    assert off <= active(select=("ALL",))
    assert off <= active(profile="strict")


def test_what_always_runs_is_only_ignored_by_name():
    always = {rule.code for rule in all_rules() if rule.always}
    assert always <= active(select=("TC101",))
    assert not always & active(ignore=tuple(always))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"select": ("XX",)}, "--select: no rule answers to 'XX'"),
        ({"ignore": ("nothing",)}, "--ignore: no rule answers to 'nothing'"),
        ({"profile": "loud"}, "no rule profile is called 'loud'"),
        ({"clients": ("netscape",)}, "no client profile is called 'netscape'"),
        ({"protocol": "2020-01-01"}, "'2020-01-01' is no version of the protocol"),
    ],
)
def test_what_means_nothing_is_refused(check, options, message):
    with pytest.raises(ToolcatError) as error:
        check({"x.yaml": DOTTED}, **options)
    assert error.value.message == message
    assert error.value.hint


def test_clients():
    assert {"TC101", "TC201"} <= active()
    assert "TC203" not in active()
    assert "TC203" in active(select=("openai-strict",))
    assert "TC203" in active(extend_select=("TC203",))
    assert "TC203" not in active(select=("TC",))
    assert active(clients=("gemini",)) & {"TC101", "TC201", "TC301"} == {"TC301"}


def test_portable_is_at_most_a_warning(check):
    assert {f.severity for f in check({"x.yaml": DOTTED}, select=("TC101",)).findings} == {Severity.WARNING}
    assert {f.severity for f in check({"x.yaml": DOTTED}, **NAMES).findings} == {Severity.ERROR}


def test_severities(check):
    assert check({"x.yaml": DOTTED}, **NAMES, severity={"TC": Severity.INFO}).findings[0].severity is Severity.INFO
    severity = {"TC": None, "anthropic-name": Severity.WARNING}
    assert check({"x.yaml": DOTTED}, **NAMES, severity=severity).findings[0].severity is Severity.WARNING
    assert not check({"x.yaml": DOTTED}, **NAMES, severity={"TC101": None}).findings


def test_a_client_may_raise_a_severity():
    class Odd(Rule):
        code, name, severity = "ZZ001", "odd", Severity.WARNING
        client_severity = MappingProxyType({"openai": Severity.ERROR})

    from toolcat.lint.registry import severity_of

    assert severity_of(Odd, Context(LintOptions())) is Severity.WARNING
    assert severity_of(Odd, Context(LintOptions(clients=("openai", "gemini")))) is Severity.ERROR


def test_protocol_spans():
    class New(Rule):
        code, name, severity = "ZZ001", "new", Severity.WARNING
        since, until = "2025-06-18", "2025-11-25"

    spans = {
        version: is_active(New, Context(LintOptions(protocol=version)))
        for version in ("2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
    }
    assert list(spans.values()) == [False, True, True, False]


def test_many_findings_of_a_rule_are_folded(check):
    many = "tools:\n" + "".join(CLEAN.format(name=f"order.get{n}") for n in range(6))
    result = check({"x.yaml": many}, select=("TC101",))
    assert len(result.findings) == 1
    assert result.findings[0].message.endswith("; likewise 5 more tools: order.get1, order.get2, order.get3, …")
    assert result.counts["TC101", "anthropic-name"] == 6
    assert len(check({"x.yaml": many}, select=("TC101",), fold=False).findings) == 6
    assert len(check({"x.yaml": many}, **NAMES).findings) == 6


def test_clients_that_agree_are_one_finding(check):
    result = check({"x.yaml": DOTTED}, select=("TC101", "TC201", "TC601"))
    assert codes(result) == ["TC101"]
    assert result.findings[0].message.endswith("; likewise OpenAI API (TC201), Amazon Bedrock (TC601)")


def test_ignores_by_file_and_tool(check):
    files = {"a/x.yaml": DOTTED, "b/x.yaml": "server: b\n" + DOTTED}
    result = check(files, **NAMES, per_file_ignores={"a/*": ("TC",)})
    assert [f.place.file for f in result.findings] == ["b/x.yaml"]
    assert result.suppressed == 1
    assert not check(files, **NAMES, per_tool_ignores={"order.*": ("anthropic-name",)}).findings
    assert len(check(files, **NAMES, per_tool_ignores={"mcp__b__*": ("ALL",)}).findings) == 1


def test_suppressions(check):
    def left(**fields):
        suppress = Suppression(**{"rule": "TC101", "reason": "the shop's word", **fields})
        return [
            f.tool
            for f in check({"x.yaml": TWO}, **NAMES, suppress=(suppress,), today=date(2026, 6, 1)).findings
            if f.code == "TC101"
        ]

    assert left() == []
    assert left(tool="order.*") == ["invoice.get"]
    assert left(pointer="/tools/1") == ["order.get"]
    assert left(path="*.yaml", tool="invoice.get") == ["order.get"]
    assert left(path="y.yaml") == ["order.get", "invoice.get"]
    assert left(rule="TN") == ["order.get", "invoice.get"]
    assert left(expires=date(2026, 6, 1)) == []
    assert left(expires=date(2026, 5, 31)) == ["order.get", "invoice.get"]


def test_suppressions_that_hold_no_more(check):
    used = Suppression(rule="TC101", reason="r", tool="order.get")
    unused = Suppression(rule="TC101", reason="r", tool="invoice.get", pointer="/nowhere")
    ended = Suppression(rule="TC101", reason="r", expires=date(2026, 5, 31))
    elsewhere = Suppression(rule="TC101", reason="r", tool="not_here")
    other_rule = Suppression(rule="TX001", reason="r", tool="order.get")
    options = LintOptions(
        select=("TC101", "TL"),
        clients=("anthropic",),
        today=date(2026, 6, 1),
        suppress=(used, unused, ended, elsewhere, other_rule),
    )
    check({"x.yaml": TWO})
    reading = read(["x.yaml"])
    partial = lint_reading(reading, options)
    assert sorted(codes(partial)) == ["TC101", "TL002", "TL003"]
    whole = lint_reading(reading, options, is_complete=True)
    assert sorted(codes(whole)) == ["TC101", "TL002", "TL002", "TL003"]


CONFIG = """\
[[sources]]
path = "x.yaml"

[lint]
select = ["TC101", "TL", "TG005"]
clients = ["anthropic"]
fail-on = "never"

[lint.severity]
TC = "info"

[lint.per-tool-ignores]
"nobody*" = ["TC"]

[[lint.suppress]]
rule = "TC101"
tool = "invoice.get"
reason = "the shop's word"
expires = 2030-01-31
"""


@pytest.mark.parametrize("name", ["toolcat.toml", "pyproject.toml"])
def test_config(folder, name):
    text = (
        CONFIG
        if name == "toolcat.toml"
        else CONFIG.replace("[[", "[[tool.toolcat.").replace("[lint", "[tool.toolcat.lint")
    )
    (folder / name).write_text(text)
    (folder / "x.yaml").write_text(TWO)
    config = load_config(folder / name)
    options = options_of(config)
    assert options.suppress[0].expires == date(2030, 1, 31)
    assert (
        options.suppress[0].place.line
        == text.split("\n").index(next(r for r in text.split("\n") if "suppress" in r)) + 1
        or options.suppress[0].place.line
    )
    result = lint((), config=config)
    assert [(f.code, f.severity, f.tool) for f in result.findings] == [
        ("TG005", Severity.WARNING, None),
        ("TC101", Severity.INFO, "order.get"),
    ]
    assert result.findings[0].place.file == name
    assert not result.fails(options.fail_on)


def test_the_schema_of_the_config_knows_every_setting():
    schema = json.loads(read_schema(SchemaName.CONFIG))
    assert set(schema["properties"]["lint"]["properties"]) == set(KEYS)
    assert set(schema["properties"]["lint"]["properties"]["clients"]["items"]["enum"]) == {"portable", *CLIENTS}
    assert schema["properties"]["lint"]["properties"]["protocol"]["enum"] == list(PROTOCOLS)
    data = tomllib.loads(CONFIG.replace("2030-01-31", '"2030-01-31"'))
    jsonschema.Draft202012Validator(schema).validate(data)
    data["lint"]["suppress"][0]["reason"] = " "
    assert not jsonschema.Draft202012Validator(schema).is_valid(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('slect = ["TC"]', "toolcat.toml:2:1: the key 'slect' is not known in [lint]"),
        ("select = 3", "toolcat.toml:2:10: select is no list of strings"),
        ('fail-on = "bad"', "toolcat.toml:2:11: 'bad' is no severity"),
        ('[lint.severity]\nTC = "bad"', "toolcat.toml:3:6: 'bad' is no severity"),
        ('[[lint.suppress]]\nrule = "TC"', "the suppression has no reason"),
        ('[[lint.suppress]]\nrule = "TC"\nreason = "  "', "the suppression has no reason"),
        ('[[lint.suppress]]\nrule = "TC"\nreason = "x"\nexpires = "soon"', "expires is no day"),
        ('select = ["TX", "TZ"]', "toolcat.toml:2:10: no rule answers to 'TZ'"),
        ('select = "TX,TJ"', "toolcat.toml:2:10: no rule answers to 'TX,TJ'"),
        ('extend-select = ["SZ"]', "toolcat.toml:2:17: no rule answers to 'SZ'"),
        ('ignore = ["TC999"]', "toolcat.toml:2:10: no rule answers to 'TC999'"),
        ('[lint.severity]\nTZ = "info"', "toolcat.toml:3:1: no rule answers to 'TZ'"),
        ('[lint.per-file-ignores]\n"*.json" = ["TD", "TZ"]', "toolcat.toml:3:12: no rule answers to 'TZ'"),
        ('[lint.per-tool-ignores]\n"a/b" = "TZ"', "toolcat.toml:3:9: no rule answers to 'TZ'"),
        ('[[lint.suppress]]\nrule = "TZ"\nreason = "x"', "toolcat.toml:3:8: no rule answers to 'TZ'"),
        ('profile = "loud"', "toolcat.toml:2:11: no rule profile is called 'loud'"),
        ('clients = ["openai", "netscape"]', "toolcat.toml:2:11: no client profile is called 'netscape'"),
        ('protocol = "1999"', "toolcat.toml:2:12: '1999' is no version of the protocol"),
        ("[lint.rules.token-hevy]\ntool = 1", "toolcat.toml:2:2: no rule is called 'token-hevy'"),
        ("[lint.rules.TQ]\ntool = 1", "toolcat.toml:2:2: no rule is called 'TQ'"),
        ("[lint.rules.token-heavy]\ntol = 1", "toolcat.toml:3:1: the rule token-heavy has no setting 'tol'"),
        ('[lint.rules.TQ012]\ntool = "x"', "toolcat.toml:3:8: tool is no number"),
        ("[lint.rules.TQ012]\ntool = 1.5", "toolcat.toml:3:8: tool is no number"),
        ("[lint.rules.TQ012]\ntool = -1", "toolcat.toml:3:8: tool is no number"),
        ("[lint.rules.TN001]\nmax = 1", "toolcat.toml:3:1: the rule name-length has no setting 'max'"),
        ('[lint.rules.TN007]\nreserved = "run"', "toolcat.toml:3:12: reserved is no list of texts"),
        ('[lint.rules.TN007]\nreserved = ["run", 3]', "toolcat.toml:3:12: reserved is no list of texts"),
        ("skills = 3", "toolcat.toml:2:10: skills is no table"),
        ('[lint.skills]\nprofil = "spec"', "toolcat.toml:3:1: the key 'profil' is not known in [lint.skills]"),
        ('[lint.skills]\nprofile = "nope"', "toolcat.toml:3:11: no profile is called 'nope'"),
        ("[lint.skills]\nprofile = 3", "toolcat.toml:3:11: profile is no string"),
    ],
)
def test_bad_config(folder, text, message):
    (folder / "toolcat.toml").write_text(f"[lint]\n{text}\n")
    with pytest.raises(ToolcatError) as error:
        options_of(load_config(folder / "toolcat.toml"))
    assert message in error.value.message
    assert error.value.hint


@pytest.mark.parametrize(
    "text",
    [
        'select = ["ALL", "tx", "SF", "openai-name", "SN003"]\nignore = ["TC201"]',
        "[lint.rules.SB002]\nmax = 900",
        "[lint.rules.name-charset]\nunicode-names = true",
        '[lint.rules.TN007]\nreserved = ["run"]\n[lint.skills]\nprofile = "spec"',
        'clients = ["portable"]\nprotocol = "2025-06-18"\nprofile = "docs"',
        '[[lint.suppress]]\nrule = "SL"\nreason = "x"\n[lint.per-file-ignores]\n"*.md" = "hidden-unicode"',
    ],
)
def test_good_config(folder, text):
    """One config serves both commands: what names rules of the other one is no mistake."""
    (folder / "toolcat.toml").write_text(f"[lint]\n{text}\n")
    options_of(load_config(folder / "toolcat.toml"))


def test_a_rule_that_crashes_costs_itself(check, monkeypatch):
    from toolcat.lint.rules.clients_names import AnthropicName

    def crash(self, tool):
        raise RuntimeError("boom\nin two lines")
        yield

    monkeypatch.setattr(AnthropicName, "check_tool", crash)
    result = check(
        {"x.yaml": TWO, "y.yaml": "server: y\n" + DOTTED}, select=("TC101", "TC201"), clients=("anthropic", "openai")
    )
    assert sorted(codes(result)) == ["TC201", "TC201", "TC201", "TL001", "TL001"]
    crashed = next(f for f in result.findings if f.code == "TL001")
    assert crashed.message == "the rule TC101 (anthropic-name) crashed here: RuntimeError: boom in two lines"
    assert crashed.is_error


def test_texts_of_variants_are_read(check):
    text = '{"description": "Plain.", "cmd": "x", "variants": [{"match": {}, "description": "Hid\u200bden."}]}'
    result = check({"run.meta": text}, select=("TX001",))
    assert [(f.code, f.place.pointer) for f in result.findings] == [("TX001", "/variants/0/description")]


def test_a_file_named_twice_is_fixed_once(folder, check):
    from toolcat.lint.fixes.rounds import fix_reading

    check({"x.yaml": DOTTED})
    (changed,) = fix_reading(read(["x.yaml", "x.yaml"]), LintOptions(**NAMES), unsafe=True)
    assert changed.after == DOTTED.replace("name: order.get", "name: order_get")


def test_ignored_source_findings(check):
    text = '{"tools": [{"name": "a", "name": "b", "inputSchema": {"type": "object"}}]}'
    assert "TS004" in codes(check({"x.json": text}))
    assert "TS004" not in codes(check({"x.json": text}, ignore=("TS004",)))


def test_every_rule_is_run_once_per_file():
    assert len({rule.code for rule in all_rules()}) == len(all_rules())
    assert len({rule.name for rule in all_rules()}) >= len(all_rules()) - 3  # .meta rules share some names
    Run(LintOptions(select=("ALL",)))


def test_what_is_not_shown_has_no_line(folder):
    (folder / "x.yaml").write_text(TWO + "  - name: ''\n")
    reading = read(["x.yaml"])
    whole = lint_reading(reading, LintOptions())
    errors = lint_reading(reading, LintOptions(), shown_from=Severity.ERROR)
    assert [f for f in errors.findings if f.is_error] == [f for f in whole.findings if f.is_error] != []
    assert {(f.fingerprint, f.place.pointer) for f in errors.findings} == {
        (f.fingerprint, f.place.pointer) for f in whole.findings
    }
    assert {f.place.line for f in errors.findings if not f.is_error and f.code.startswith("TC")} == {None}
    assert (errors.counts, errors.fails(Severity.WARNING)) == (whole.counts, True)


def test_remarks_are_folded_wherever_they_stand(check):
    single = "  - name: a\n    inputSchema: {type: object, properties: {%s}}\n"
    props = ", ".join(f"p{number}: {{enum: [x], description: One of them.}}" for number in range(5))
    one = {"x.yaml": "tools:\n" + single % props}
    result = check(one, select=("TJ013",))
    assert [finding.message for finding in result.findings] == [
        "`p0`: `enum` has one value only, that is a `const`; likewise in 4 more places"
    ]
    assert result.counts["TJ013", "enum-invalid"] == 5
    assert len(check(one, select=("TJ013",), fold=False).findings) == 5
    assert len(check({"x.yaml": one["x.yaml"].replace("[x]", "[]")}, select=("TJ013",)).findings) == 5


@pytest.mark.parametrize(
    "tool",
    [
        '{"name": "a", "description": "d", "annotations": %s, "inputSchema": {"type": "object"}}',
        '{"type": "function", "function": {"name": "a", "parameters": {"type": "object"}, "annotations": %s}}',
        '{"name": "a", "input_schema": {"type": "object"}, "annotations": %s}',
    ],
)
@pytest.mark.parametrize("protocol", [None, "2024-11-05", "2025-06-18"])
def test_a_hint_that_reading_ignores_is_always_told_once(check, tool, protocol):
    """By TA001 where it looks, else by the error of reading: the tool is not read-only, whatever its author wrote."""
    files = {"x.json": "[" + tool % '{"readOnlyHint": "true"}' + "]"}
    found = check(files, protocol=protocol).findings
    wrong = [finding for finding in found if finding.is_error]
    is_looked_at = "inputSchema" in tool and protocol != "2024-11-05"
    assert codes_of(wrong) == (["TA001"] if is_looked_at else ["TS009"])
    assert wrong[0].place.pointer.endswith("/annotations/readOnlyHint")
    ignored = check(files, protocol=protocol, ignore=("TA001",)).findings
    assert codes_of(each for each in ignored if each.is_error) == []


def codes_of(findings):
    return [finding.code for finding in findings]

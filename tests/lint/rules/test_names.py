"""Words in names: which of them say what a tool does; and what the rules about names make of them."""

import json

import pytest

from toolcat.lint import LintOptions, lint
from toolcat.lint.words import name_words, nearest


def findings(names, tmp_path, *codes, **more):
    tools = [
        {"name": name, "description": f"Does {name}.", "inputSchema": {"type": "object"}, **more} for name in names
    ]
    path = tmp_path / "tools.json"
    path.write_text(json.dumps({"tools": tools}), encoding="utf-8")
    found = lint([str(path)], LintOptions(select=codes, fold=False)).findings
    return [(finding.tool, finding.severity.value) for finding in found if finding.code in codes]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("getUserById", ("get", "user", "by", "id")),
        ("HTTPServer_list-v2", ("http", "server", "list", "v", "2")),
        ("GET_USER", ("get", "user")),
        ("", ()),
        ("_", ()),
        ("caf\u00e9_list", ("caf", "\u00e9", "list")),
    ],
)
def test_words(name, words):
    assert name_words(name) == words


def test_nearest():
    assert nearest("read_only_hint", ("readOnlyHint", "title")) == "readOnlyHint"
    assert nearest("descripton", ("description", "title")) == "description"
    assert nearest("colour", ("description", "title")) is None


READ_ONLY = {"annotations": {"readOnlyHint": True}}


def test_a_shared_prefix_is_no_verb(tmp_path):
    names = ["jira_get_a", "jira_list_b", "jira_delete_c", "jira_search_updates", "jira_actions_delete"]
    assert findings(names, tmp_path, "TA004", **READ_ONLY) == [("jira_delete_c", "warning")]


def test_a_shared_verb_is_no_prefix(tmp_path):
    names = ["get_merge_request", "get_merge_train", "get_set", "list_push_rules"]
    assert findings(names, tmp_path, "TA004", **READ_ONLY) == []


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("get_\u043erder", "error"),  # Cyrillic in a Latin word
        ("\uff47et_order", "error"),  # full width
        ("get_\u0437\u0430\u043a\u0430\u0437", "warning"),  # a Latin word and a Russian one
        ("\u0437\u0430\u043a\u0430\u0437", None),
        ("\u6ce8\u6587\u3092\u53d6\u5f97_v2", None),  # Han, kana and Latin are written together
        ("commande_r\u00e9cup\u00e9rer", None),
        ("get_\u03bcm", None),  # micrometres
        ("\u03bbmax", None),
        ("get_\u00b5m", None),  # the sign on keyboards
        ("g\u03bft_order", "error"),  # a Greek letter that looks Latin
        ("get_m\u00b2", "warning"),
        ("n\u00ba_pedido", "warning"),
        ("\U0001d420et", "error"),  # a mathematical letter
    ],
)
def test_scripts(name, severity, tmp_path):
    assert findings([name], tmp_path, "TN006") == ([] if severity is None else [(name, severity)])


def test_one_word_fits_every_style(tmp_path):
    names = ["ping", "get_a", "get_b", "get_c", "get_d", "get_e", "getF"]
    assert findings(names, tmp_path, "TN004") == [("getF", "info")]
    assert findings(["ping", "get_a", "getB", "get_c", "getD", "get_e"], tmp_path, "TN004") == []


def test_the_name_that_code_gets_is_told(tmp_path):
    path = tmp_path / "tools.json"
    tools = [{"name": name, "inputSchema": {"type": "object"}} for name in ("getOrder", "get-order", "get_order")]
    path.write_text(json.dumps(tools), encoding="utf-8")
    (found,) = lint([str(path)], LintOptions(select=("TN008",))).findings
    assert found.tool == "get-order"
    assert "`getOrder`" in found.message
    assert "getOrder_" in found.message


def test_what_is_removed_from_a_copy_is_no_harm(tmp_path):
    names = ["add", "remove_background", "remove_order", "find_dropped"]
    assert findings(names, tmp_path, "TA004", **READ_ONLY) == [("remove_order", "warning")]
    gentle = {"annotations": {"readOnlyHint": False, "destructiveHint": False}}
    assert findings(names, tmp_path, "TA005", **gentle) == [("remove_order", "warning")]


def test_values_that_tell_what_happened_are_no_orders(tmp_path):
    def tool(**parameter):
        schema = {"type": "object", "properties": parameter}
        return findings(["get_a"], tmp_path, "TA009", inputSchema=schema, **READ_ONLY)

    assert tool(action={"enum": ["get", "delete"]}) == [("get_a", "warning")]
    assert tool(method={"enum": ["GET", "POST"]}) == [("get_a", "warning")]
    assert tool(action={"enum": ["assigned", "mentioned", "merge_removed", "marked"]}) == []
    assert tool(dry_run={"type": "boolean"}) == [("get_a", "warning")]
    assert tool(force={"type": "boolean"}) == []

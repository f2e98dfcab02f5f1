"""The JSON Schema of the frontmatter says what the profile spec says."""

import json
from importlib.resources import files

import jsonschema
import pytest
import yaml

from toolcat.lint import LintOptions
from toolcat.lint.skills_engine import lint_skill_reading
from toolcat.lint.skills_reading import SkillReading, skill_of
from toolcat.lint.skills_units import SkillSet

HEAD = "name: demo\ndescription: Makes demos of things, step by step. Use this skill when a demo is wanted.\n"


@pytest.mark.parametrize(
    ("head", "valid"),
    [
        (HEAD, True),
        (HEAD + "license: MIT\ncompatibility: Needs git\nallowed-tools: Read Bash(git:*)\n", True),
        (HEAD + 'metadata:\n  version: "1.0"\n', True),
        (HEAD + "metadata:\n  version: 1.0\n", False),
        (HEAD + "metadata:\n  a: [b]\n", False),
        (HEAD + "metadata: x\n", False),
        (HEAD + 'compatibility: ""\n', False),
        (HEAD + f"compatibility: {'x' * 501}\n", False),
        (HEAD + "context: fork\n", False),
        (HEAD.replace("demo\n", "a_b\n"), False),
        (HEAD.replace("demo\n", "a--b\n"), False),
        (HEAD.replace("demo\n", f"{'a' * 65}\n"), False),
        (HEAD.replace("name: demo\n", ""), False),
        ("name: demo\n", False),
        ('name: demo\ndescription: ""\n', False),
        (f"name: demo\ndescription: {'x y ' * 300}\n", False),
        ("name: 123\ndescription: Makes demos of things, step by step. Use when asked.\n", False),
    ],
)
def test_the_schema_agrees_with_lint(head: str, valid: bool):
    schema = json.loads((files("toolcat.schemas") / "skill.schema.json").read_text(encoding="utf-8"))
    by_schema = jsonschema.Draft202012Validator(schema).is_valid(yaml.safe_load(head))
    skills = SkillReading(SkillSet([skill_of(f"---\n{head}---\n\n# Demo\n\nShow it.\n".encode(), "SKILL.md")]))
    errors = [
        finding for finding in lint_skill_reading(skills, LintOptions(), profile="spec").findings if finding.is_error
    ]
    assert by_schema is valid
    assert (not errors) is valid

"""SL006-SL008, SL010, SL011: the files of a skill themselves."""

from __future__ import annotations

import os
import re
import sys
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from ...skills.bundle import JUNK, MAX_BUNDLE
from ...skills.yamltext import Span
from ..rule import Problem, Severity
from ..skills_examples import sample
from ..skills_passages import rule_hits
from ..skills_units import SkillFile, SkillRule
from . import security_literals as literals

if TYPE_CHECKING:
    from collections.abc import Iterator


class AssetSymlink(SkillRule):
    code = "SL006"
    name = "asset-symlink"
    severity = Severity.WARNING
    security = True
    what = "A link lies in the skill's folder. An error if it leads out of it, or nowhere."
    why = "Hosts and bundles leave links out; one that leads out hands a model a file that is no part of the skill."
    source = "mecatl's skill source: links are no assets; get-bb issue 3715."
    help = "Copy the file into the skill."
    bad: ClassVar = ()  # an example has no links; tests/lint/rules has
    good = (sample(files={"demo/a.md": "A.\n"}),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.bundle is None:
            return
        root = os.path.realpath(skill.bundle.path)
        for name in skill.bundle.inventory.links:
            target = os.path.realpath(os.path.join(skill.bundle.path, name))  # noqa: PTH118 - links must be resolved so
            is_inside = target.startswith(root + os.sep) and os.path.exists(target)  # noqa: PTH110
            where = "is a link" if is_inside else "is a link that leads out of the skill, or nowhere"
            yield skill.problem(f"{name!a} {where}", severity=None if is_inside else Severity.ERROR)


class AssetBytes(SkillRule):
    code = "SL007"
    name = "asset-bytes"
    severity = Severity.WARNING
    options = MappingProxyType({"max-file": 1024 * 1024, "max-bundle": MAX_BUNDLE})
    what = (
        "A file has more than 1 MiB (`max-file`), all together more than 30 MiB (`max-bundle`), there are more than "
        "1,024 files, or their names have more than 32 KiB."
    )
    why = "No model reads such a file, uploads refuse such a bundle, and a host refuses the whole inventory."
    source = "agnix AS-015; the upload limit of claude.ai; mecatl's skill source."
    help = "Bundle less, or link to it."
    bad = (sample(files={"demo/big.txt": "x" * (1024 * 1024 + 1)}),)
    good = (sample(files={"demo/small.txt": "x"}),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.bundle is None:
            return
        inventory = skill.bundle.inventory
        if inventory.refused is not None:
            yield skill.problem(f"a host refuses all assets of the skill: {inventory.refused}")
        for asset in inventory.assets:
            if asset.size > self.option("max-file"):
                yield skill.problem(f"{asset.name!a} has {asset.size:,} bytes")
        total = len(skill.text.raw) + sum(asset.size for asset in inventory.assets)
        if total > self.option("max-bundle"):
            yield skill.problem(f"the skill has {total:,} bytes, an upload may hold {self.option('max-bundle'):,}")


class AssetName(SkillRule):
    code = "SL012"
    name = "asset-name"
    severity = Severity.ERROR
    what = "A file's name has a backslash, a control character, a line separator or bytes that are not UTF-8."
    why = "A strict source refuses the whole directory of skills for one such name."
    source = "mecatl's skill source: logical asset names."
    help = "Rename the file."
    bad: ClassVar = ()  # no such file exists on every system; tests/lint/rules has
    good = (sample(files={"demo/a b.md": "A.\n"}),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.bundle is not None and skill.bundle.inventory.bad_name is not None:
            yield skill.problem(f"no host takes a file called {skill.bundle.inventory.bad_name!a}")


class ScriptMode(SkillRule):
    code = "SL008"
    name = "script-mode"
    severity = Severity.INFO
    what = "A script begins with `#!` and is not executable."
    why = "A model that runs it as the skill says gets `permission denied`."
    source = "harness-eval HK005."
    help = "chmod +x it; in git: git update-index --chmod=+x."
    bad = (sample(files={"demo/scripts/run.sh": "#!/bin/sh\necho hi\n"}),)
    good = (sample(files={"demo/scripts/lib.py": "print(1)\n"}),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.bundle is None or sys.platform == "win32":
            return
        for asset in skill.bundle.inventory.assets:
            if (
                not asset.executable
                and _is_script(asset.name)
                and (skill.bundle.text(asset.name) or "").startswith("#!")
            ):
                yield skill.problem(f"{asset.name!a} begins with #! and is not executable")


def _is_script(name: str) -> bool:
    """Whether it is worth looking into a file for its first line."""
    last = name.rpartition("/")[2]
    return "." not in last or last.endswith((".sh", ".bash", ".zsh", ".py", ".js", ".mjs", ".rb", ".pl", ".ts"))


_TEXT = re.compile(
    r"\.(?:md|txt|json|ya?ml|toml|py|js|mjs|ts|sh|bash|env|ini|cfg|rb|pl|html|css|xml|csv)$|^[^.]+$|^\.env"
)
_MAX_SEARCHED = 1024 * 1024


class SecretLiteral(SkillRule):
    code = "SL010"
    name = "secret-literal"
    severity = Severity.ERROR
    security = True
    what = "A text of the skill holds a token or key: its shape is a vendor's, and it is not made up."
    why = "A skill is copied, packed and published as it is; the secret with it."
    source = "The shapes of the rule TX006 of tools."
    help = "Revoke it, then read it from the environment."
    bad = (
        sample(body="# Demo\n\nSend `ghp_" + "R4nd0mB1tsQ7wE9uIoPaSdFgHjKlZxCvNm82" + "` along.\n"),
        sample(files={"demo/scripts/run.py": "TOKEN = 'ghp_" + "R4nd0mB1tsQ7wE9uIoPaSdFgHjKlZxCvNm82" + "'\n"}),
    )
    good = (sample(body="# Demo\n\nSend `ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx` along.\n"),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        rule = literals.SecretLiteral(self.context)
        for hit in rule_hits(rule, skill.text.text):
            yield skill.problem(hit.message, at=None if hit.span is None else Span(*hit.span))
        if skill.bundle is None:
            return
        for asset in skill.bundle.inventory.assets:
            if asset.size > _MAX_SEARCHED or not _TEXT.search(asset.name.rpartition("/")[2].lower()):
                continue
            for hit in rule_hits(rule, skill.bundle.text(asset.name) or "")[:1]:
                yield skill.problem(f"{asset.name!a} {hit.message}")


class Junk(SkillRule):
    code = "SL011"
    name = "junk"
    severity = Severity.INFO
    what = "The skill's folder holds what no bundle needs: .DS_Store, __pycache__, node_modules, .git, .venv."
    why = "It is packed, counted and listed to models as assets."
    source = "toolcat; `skills pack` leaves it out."
    help = "Remove it, and ignore it in version control."
    bad = (sample(files={"demo/__pycache__/x.pyc": "x"}),)
    good = (sample(files={"demo/scripts/x.py": "x"}),)

    def check_skill(self, skill: SkillFile) -> Iterator[Problem]:
        if skill.bundle is None:
            return
        found = [part for asset in skill.bundle.inventory.assets for part in asset.name.split("/") if part in JUNK]
        for name in dict.fromkeys(found):
            yield skill.problem(f"{name} is in the skill's folder")

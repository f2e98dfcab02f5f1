"""Every code that the skills room reports, and no rule of lint does, can be explained."""

import re
from pathlib import Path

from toolcat.lint import all_rules
from toolcat.skills import codes


def test_every_code_is_explained():
    room = Path(codes.__file__).parent
    text = "\n".join(path.read_text() for path in room.glob("*.py") if path.name != "codes.py")
    used = set(re.findall(r'"(S[A-Z]\d{3})",\s*"([a-z-]+)"', text))
    rules = {(rule.code, rule.name) for rule in all_rules("skills")}
    assert used - rules == {(each.code, each.name) for each in codes.CODES}

"""Near duplicates: the index of rare pairs finds what comparing everything with everything finds."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolcat.lint import LintOptions, lint
from toolcat.lint.rules.duplicates_text import _pairs

WORDS = st.lists(st.sampled_from(["one", "two", "three", "four", "five", "six", "seven"]), min_size=4, max_size=14)


def flagged(texts, folder):
    tools = [
        {"name": f"t{place}", "description": text, "inputSchema": {"type": "object"}}
        for place, text in enumerate(texts)
    ]
    path = folder / "tools.json"
    path.write_text(json.dumps(tools), encoding="utf-8")
    return {finding.tool for finding in lint([str(path)], LintOptions(select=("TU005",), fold=False)).findings}


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lists=st.lists(WORDS, min_size=2, max_size=8), data=st.data())
def test_nothing_is_missed(tmp_path, lists, data):
    # Variants of one text, so that there is something near.
    for _ in range(3):
        base = list(data.draw(st.sampled_from(lists)))
        base[data.draw(st.integers(0, len(base) - 1))] = "other"
        lists.append(base)
    texts = [" ".join(words) for words in lists]
    pairs = [_pairs(text) for text in texts]
    expected = set()
    for place, own in enumerate(pairs):
        for other in range(place):
            known = pairs[other]
            near = len(own) >= 6 <= len(known) and len(own & known) * 5 >= 4 * len(own | known)
            if near and texts[place] != texts[other]:
                expected.add(f"t{place}")
    assert flagged(texts, tmp_path) == expected

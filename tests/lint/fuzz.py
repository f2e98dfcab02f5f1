"""Mutates real lists of tools, as data and as text, and lints them: `python tests/lint/fuzz.py SECONDS CORPUS [SEED]`.

No rule may crash (TL001), no input may end in an exception or take long, every fix must read back as meant.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from toolcat.catalog.findings import ToolcatError
from toolcat.catalog.yaml_dump import dump
from toolcat.lint import LintOptions, lint_reading, read
from toolcat.lint.fixes.rounds import fix_reading
from toolcat.lint.profiles import CLIENTS
from toolcat.lint.reporters import FORMATS, report

ODD = [None, True, False, 0, -1, 1.5, 1e308, 10**30, "", " ", "x" * 300, "\u202e\u200b", "(a+)+$", "[", "#/nope", "#"]
ODD += ["http://example.com/x", "__proto__", "a/b~c", "ｆｕｌｌ", "\U000e0041", "TODO", "ghp_" + "a" * 36, [], {}]
ODD += [[[]], [None], [1, 1], ["a", "a"], {"": 1}, {"type": "string"}, {"$ref": "#"}, {"type": ["object", "null"]}]
KEYS = """
type properties required items enum const default examples anyOf oneOf allOf not $ref $defs $schema $id $anchor pattern
format minimum maximum exclusiveMinimum minLength maxLength additionalProperties prefixItems name title description
inputSchema outputSchema annotations icons execution _meta x-mcp-header readOnlyHint taskSupport src variants match
category tools nextCursor ttlMs __proto__ descripton if then contentSchema dependencies
""".split()  # noqa: SIM905
KEYS += ["", "a b", "名前"]
PIECES = ["{", "}", "[", "]", ",", ":", '"', "\\", "\n", "\t", "#", "-", "&a ", "*a ", "\u2028", "\x00", "🙂", "\r"]
SECONDS_PER_INPUT = 20.0
OLD = "2025-06-18"


def places(value, path=()):
    """Yield the paths of all containers."""
    if isinstance(value, (dict, list)):
        yield path
        for key, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(below, (*path, key))


def at(value, path):
    """Return the value at a path."""
    for key in path:
        value = value[key]
    return value


def mutate(data, dice, pool):
    """Change some places of a document: values, keys, order, doubles, pieces of other tools."""
    data = copy.deepcopy(data)
    for _ in range(dice.randint(1, 8)):
        container = at(data, dice.choice(list(places(data))))
        instead = copy.deepcopy(dice.choice(ODD) if dice.random() < 0.7 else dice.choice(pool))
        if isinstance(container, dict):
            key = dice.choice([*container, dice.choice(KEYS)]) if dice.random() < 0.7 else dice.choice(KEYS)
            if dice.random() < 0.2:
                container.pop(key, None)
            elif dice.random() < 0.2 and key in container:
                container[dice.choice(KEYS)] = container.pop(key)
            else:
                container[key] = instead
        elif container and dice.random() < 0.5:
            container[dice.randrange(len(container))] = instead
        else:
            container.insert(dice.randint(0, len(container)), instead)
    return data


def spoil(text, dice):
    """Change some characters of a text."""
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(text) + 1)
        piece = dice.choice(PIECES)
        text = text[:place] + piece + text[place + dice.randint(0, 2) :]
    return text


def documents(corpus):
    """Return small documents drawn from real lists: a few tools each."""
    out = []
    for path in sorted(Path(corpus).rglob("*.json")):
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            continue
        tools = data.get("tools") if isinstance(data, dict) else data
        if isinstance(tools, list):
            out += [{"tools": tools[start : start + 3]} for start in range(0, min(len(tools), 60), 3)]
    return out


def check(folder, name, text, dice):
    """Lint, report, fix and lint again. Raises AssertionError for what must not happen."""
    (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    start = time.process_time()
    try:
        reading = read([str(folder / name)])
    except ToolcatError:
        return
    options = dice.choice([LintOptions(select=("ALL",)), LintOptions(select=("ALL",), clients=CLIENTS, protocol=OLD)])
    result = lint_reading(reading, options)
    crashes = [finding.message for finding in result.findings if finding.code == "TL001"]
    assert not crashes, crashes
    report(result, dice.choice(FORMATS)).encode()
    if dice.random() < 0.3:
        fix_reading(reading, options, unsafe=True)
    assert time.process_time() - start < SECONDS_PER_INPUT, "too slow"


def run(seconds, corpus, seed):
    """Fuzz for some seconds; return how many inputs were tried."""
    dice = random.Random(seed)
    base = documents(corpus)
    pool = [at(document, path) for document in base[::7] for path in list(places(document))[:40]]
    pool = [value for value in pool if len(json.dumps(value)) < 2_000]
    end = time.monotonic() + seconds
    tried = 0
    with tempfile.TemporaryDirectory() as work:
        while time.monotonic() < end:
            data = mutate(dice.choice(base), dice, pool)
            name, text = dice.choice(
                [("x.json", json.dumps(data, indent=dice.choice([None, 2]))), ("x.yaml", dump(data))]
            )
            if dice.random() < 0.3:
                text = spoil(text, dice)
            try:
                check(Path(work), name, text, dice)
            except Exception:
                kept = Path(tempfile.gettempdir()) / f"fuzz-{seed}-{tried}-{name}"
                kept.write_bytes(text.encode("utf-8", "surrogatepass"))
                print(f"input {tried} of seed {seed} fails: {kept}", file=sys.stderr)
                raise
            tried += 1
    return tried


if __name__ == "__main__":
    chosen = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**6)
    print(f"{run(float(sys.argv[1]), sys.argv[2], chosen):,} inputs, seed {chosen}")

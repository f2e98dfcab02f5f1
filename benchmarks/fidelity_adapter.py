"""Answers a fidelity harness: JSON Schemas on stdin, types as source text on stdout.

usage: fidelity_adapter.py {typescript|pydantic|typeddict} [--reading literal|intended] [--direction input|output]

stdin: [{"id", "name", "schema"}, …]; stdout: [{"id", "ts" or "py": source or null, "error"?, "ms"}, …].
"""

import argparse
import json
import sys
import time

from toolcat.generators.types import TypeRequest, translate
from toolcat.generators.typescript.types import print_declarations


def typescript(name: str, schema: object, reading: str, direction: str) -> str:
    module = translate([TypeRequest(name, schema, direction)], reading=reading)
    return "\n\n".join(print_declarations(module)) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=("typescript", "pydantic", "typeddict"))
    parser.add_argument("--reading", choices=("literal", "intended"), default="intended")
    parser.add_argument("--direction", choices=("input", "output"), default="input")
    options = parser.parse_args()
    answers = []
    for case in json.load(sys.stdin):
        start = time.perf_counter()
        answer: dict[str, object] = {"id": case["id"]}
        if options.target == "typescript":
            try:
                answer["ts"] = typescript(case["name"], case["schema"], options.reading, options.direction)
            except Exception as error:  # the harness counts it as a crash and goes on
                answer |= {"ts": None, "error": repr(error)}
        else:
            from fidelity_python import PRINTERS

            try:
                printed = PRINTERS[options.target]
                answer["py"] = printed(case["name"], case["schema"], options.reading, options.direction)
            except Exception as error:  # the harness counts it as a crash and goes on
                answer |= {"py": None, "error": repr(error)}
        answer["ms"] = (time.perf_counter() - start) * 1000
        answers.append(answer)
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()

"""The floor of an export: read the lists as Python does, and write as many files of the same sizes.

python floor.py LISTS SIZES TARGET, where SIZES is a JSON object from relative paths to sizes in bytes.
"""

import json
import sys
from pathlib import Path


def main() -> None:
    lists, sizes, target = map(Path, sys.argv[1:])
    tools = 0
    for path in sorted(lists.glob("*.json")):
        tools += len(json.loads(path.read_bytes())["tools"])
    folders = set()
    for name, size in json.loads(sizes.read_bytes()).items():
        path = target / name
        if path.parent not in folders:
            path.parent.mkdir(parents=True, exist_ok=True)
            folders.add(path.parent)
        path.write_bytes(b"x" * size)
    print(tools)


if __name__ == "__main__":
    main()

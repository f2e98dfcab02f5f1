"""Run one command and write what it cost to a file: python -I -S launch.py RESULT COMMAND...

The benchmark starts commands through this small program, because Linux counts the memory of the process that starts a
command towards the command's peak: a large benchmark would be measured instead of what it runs.
"""

import json
import os
import sys
import time


def main() -> None:
    result, *command = sys.argv[1:]
    began = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    cost = {
        "code": os.waitstatus_to_exitcode(status),
        "cpu": usage.ru_utime + usage.ru_stime,
        "wall": time.perf_counter() - began,
        "rss": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
    }
    with open(result, "w", encoding="utf-8") as file:  # noqa: PTH123 (no import that is not needed)
        json.dump(cost, file)


if __name__ == "__main__":
    main()

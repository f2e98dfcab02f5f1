"""Exit codes, the same for every command.

0 done; 1 findings, drift or a failed run; 2 the command line, the config or the input as a whole is wrong, or there
was nothing to do; 3 a bug of ours; 130 interrupted (as shells count it: 128 + SIGINT).
"""

FINDINGS = 1
USAGE = 2
BUG = 3
INTERRUPTED = 130

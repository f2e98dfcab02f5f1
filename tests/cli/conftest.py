"""Runs the command lines in this process, as the entry points do, and keeps what they print."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from toolcat.cli import main


@dataclass
class Ran:
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `tools …` (or another program) and returns exit code, stdout and stderr."""

    def invoke(*args: object, program: str = "tools") -> Ran:
        monkeypatch.setattr(sys, "argv", [program, *map(str, args)])
        code = 0
        try:
            getattr(main, f"{program}_main")()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1 if end.code else 0
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return invoke

"""Values of the command line that are read without pydantic are what Typer would have made of them."""

import copy
from pathlib import Path

import pytest
from typer import BadParameter
from typer.main import get_command

from toolcat.cli import skills, tools
from toolcat.cli.values import read_plainly

APPS = {"tools": tools, "skills": skills}
PARAMETERS = [
    pytest.param(parameter, id=f"{name} {command} {parameter.name}")
    for name, module in APPS.items()
    for command in module.COMMANDS
    for parameter in get_command(module.app).commands[command].params
]
TEXTS = [
    "",
    "x",
    "json",
    "JSON",
    "act",
    "5",
    "+5",
    "٣",
    "-1",
    "0",
    "0.05",
    "30",
    "1e3",
    "nan",
    "true",
    "off",
    ".",
    "no/such",
    "\udcff",
    "a\nb",
]


@pytest.fixture
def unreadable(tmp_path: Path):
    folder = tmp_path / "unreadable"
    folder.mkdir(mode=0)
    yield str(folder)
    folder.chmod(0o700)


def read(parameter, value):
    try:
        return parameter.get_runtime_param().coerce(value, param=parameter, ctx=None)
    except BadParameter as error:
        return f"BadParameter: {error.message.removeprefix('Value error, ')}"  # which class says so is not ours to tell


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_every_value_is_what_typer_makes_of_it(parameter, unreadable: str):
    typers, ours = copy.copy(parameter), copy.copy(parameter)
    for each in (typers, ours):
        vars(each).pop("get_runtime_param", None)
    read_plainly([ours])
    several = parameter.multiple or parameter.nargs == -1
    values = (
        [[], TEXTS[:3], *([text] for text in [*TEXTS, unreadable, __file__])]
        if several
        else [*TEXTS, unreadable, __file__, b"x", 5, 0.5, True]
    )
    for value in [None, parameter.default, *values]:
        wanted, got = read(typers, value), read(ours, value)
        assert (type(got), got) == (type(wanted), wanted), value

"""A group of commands of which only the one that runs is imported: help stays instant however many there are."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from .values import read_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from contextlib import AbstractContextManager

SETTINGS = {"help_option_names": ["-h", "--help"]}


class Entry(NamedTuple):
    """One command of a group: the module of this package that holds it, its function, and the line that help shows."""

    module: str
    function: str
    help: str


class _Formatter(Protocol):
    """What is used here of the help formatter, whose class Typer does not export."""

    def section(self, name: str) -> AbstractContextManager[None]: ...

    def write_dl(self, rows: Sequence[tuple[str, str]]) -> None: ...


class _PlainCommand(TyperCommand):
    """A command whose options, --help among them, are read without heavy imports."""

    def get_params(self, ctx: Any) -> list[Any]:
        params = super().get_params(ctx)
        read_plainly(params)
        return params


class PlainGroup(TyperGroup):
    """A group whose own options (--help, --version, shell completion) are read without heavy imports."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options of the group."""
        params = super().get_params(ctx)
        read_plainly(params)
        return params


class _Commands(MutableMapping[str, TyperCommand]):
    """The commands by name; each is imported when it is first asked for."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries = entries
        self._loaded: dict[str, TyperCommand] = {}

    def __getitem__(self, name: str) -> TyperCommand:
        if name not in self._loaded:
            entry = self._entries[name]
            function = getattr(import_module(f".{entry.module}", __package__), entry.function)
            app = typer.Typer(
                add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=SETTINGS
            )
            app.command(name, cls=_PlainCommand, short_help=entry.help)(function)
            command = get_command(app)
            assert isinstance(command, TyperCommand)
            self._loaded[name] = command
        return self._loaded[name]

    def __setitem__(self, name: str, command: TyperCommand) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def join_command(arguments: list[str]) -> list[str]:
    """Make one argument of `NAME=-- COMMAND…`: all that follows belongs to the command of a server, its options too."""
    for place, argument in enumerate(arguments):
        if argument.endswith("=--") and not argument.startswith(("-", "=")):
            import shlex

            return [*arguments[:place], f"{argument} {shlex.join(arguments[place + 1 :])}"]
    return arguments


def group(entries: Mapping[str, Entry], help_text: str) -> typer.Typer:
    """Return an app whose commands are `entries`, in their order, imported only when they are run."""

    class LazyGroup(PlainGroup):
        def __init__(self, **attributes: object) -> None:
            super().__init__(**attributes)  # pyright: ignore[reportArgumentType]
            self.commands = _Commands(entries)

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            return super().parse_args(ctx, join_command(args))

        def list_commands(self, ctx: object) -> list[str]:
            del ctx
            return list(entries)

        def format_commands(self, ctx: object, formatter: _Formatter) -> None:
            del ctx
            with formatter.section("Commands"):
                formatter.write_dl([(name, entry.help) for name, entry in entries.items()])

    app = typer.Typer(
        cls=LazyGroup,
        help=help_text,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings=SETTINGS,
    )

    @app.callback(help=help_text)
    def root() -> None:  # pyright: ignore[reportUnusedFunction]
        """Do nothing: an app with a callback is a group even if it has one command only."""

    return app

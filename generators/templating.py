"""The loader of templates: ours, a user's instead where there is one, and one clear line for a broken one."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from .. import templates
from ..catalog.findings import ToolcatError

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_OURS = Path(templates.__path__[0])


class Templates:
    """The templates of one language, compiled when first used. Rendering is sandboxed and never escapes.

    A user's template may extend ours under the name `toolcat/<name>` and fill its blocks.
    """

    def __init__(self, language: str, overrides: Path | None = None) -> None:
        """Take `overrides`, a folder whose files replace those of the same name.

        Raises ToolcatError if it is no folder, holds none of our names, or a template beside them that nothing uses (a
        misspelt file would do nothing, silently).
        """
        self.folder = _OURS / language
        self.overrides = overrides
        self.names = sorted(path.name for path in self.folder.glob("*.j2"))
        self._environment: Environment | None = None
        self._compiled: dict[str, Template] = {}
        if overrides is not None:
            if not overrides.is_dir():
                raise ToolcatError(
                    f"the templates folder {overrides} is {'no folder' if overrides.exists() else 'not there'}",
                    hint=f"give a folder that holds some of {', '.join(self.names)}",
                )
            folder = next((overrides / name for name in self.names if (overrides / name).is_dir()), None)
            if folder is not None:
                raise ToolcatError(
                    f"{folder} is a folder, and has the name of a template",
                    hint="a template is a file; call the folder otherwise",
                )
            if not any((overrides / name).is_file() for name in self.names):
                raise ToolcatError(
                    f"the templates folder {overrides} holds no template that replaces one of ours",
                    hint=f"name the files {', '.join(self.names)}",
                )
            _refuse_idle(overrides)

    def fingerprint(self) -> str | None:
        """Return a hash of the user's templates (names and contents), None if there are none; for locks."""
        if self.overrides is None:
            return None
        total = sha256()
        for path in sorted(self.overrides.rglob("*")):
            if path.is_file():
                name = path.relative_to(self.overrides).as_posix()
                content = path.read_bytes().replace(b"\r\n", b"\n")
                total.update(f"{name}\0{len(content)}\0".encode())
                total.update(content)
        return f"sha256:{total.hexdigest()}"

    def own(self, name: str) -> Path | None:
        """Return the user's template that replaces ours, if there is one."""
        path = None if self.overrides is None else self.overrides / name
        return path if path is not None and path.is_file() else None

    def render(self, name: str, context: Mapping[str, object]) -> str:
        """Render the template called `name`; the text ends in exactly one line end.

        Raises ToolcatError, with the template's file and line, if a user's template is broken, asks for what is not
        there, or gives nothing or too much.
        """
        try:
            template = self._compiled.get(name)
            if template is None:
                template = self._compiled[name] = self._load().get_template(name)
            text = template.render(context) if self.overrides is None else _limited(template, context)
        except Exception as error:  # a template can fail in any way; one of ours that fails is a bug
            if self.overrides is None:
                raise
            raise self._failure(name, error) from error
        own = None if text.strip() else self.own(name)
        if own is not None:
            raise ToolcatError(
                f"{own}: the template gives nothing but blanks",
                hint=f'remove the file to use ours, or begin with {{% extends "toolcat/{name}" %}}',
            )
        return text.rstrip("\n") + "\n"

    def _load(self) -> Environment:
        if self._environment is None:
            from jinja2 import ChoiceLoader, PrefixLoader, StrictUndefined

            from .sandbox import LimitedEnvironment, Loader

            ours = Loader(self.folder)
            theirs = [] if self.overrides is None else [Loader(self.overrides)]
            self._environment = LimitedEnvironment(
                loader=ChoiceLoader([*theirs, ours, PrefixLoader({"toolcat": ours})]),
                autoescape=False,
                undefined=StrictUndefined,
                trim_blocks=True,
                lstrip_blocks=True,
                keep_trailing_newline=True,
                auto_reload=False,
            )
        return self._environment

    def _failure(self, name: str, error: Exception) -> ToolcatError:
        from jinja2 import TemplateNotFound, TemplateSyntaxError

        file, line = str(self.own(name) or name), None
        if isinstance(error, TemplateSyntaxError):
            file, line = error.filename or error.name or name, error.lineno
            message = error.message or "it is broken"
        elif isinstance(error, TemplateNotFound):
            message = f"there is no template {error.message!r}"
        elif isinstance(error, RecursionError):
            message = "it includes or extends itself"
        else:
            message = str(error)
        trace = error.__traceback__
        while line is None and trace is not None:  # Jinja2 rewrites tracebacks to lines of the template
            if trace.tb_frame.f_code.co_filename.endswith(".j2"):
                file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        place = file if line is None else f"{file}:{line}"
        return ToolcatError(
            f"{place}: the template cannot be rendered: {message}",
            hint=f"docs/export-{self.folder.name}.md lists what a template is given",
        )


def _limited(template: Template, context: Mapping[str, object]) -> str:
    """Render a user's template piece by piece, so that an endless one is stopped."""
    from .sandbox import LIMIT, TooMuch

    parts: list[str] = []
    size = 0
    for part in template.generate(context):
        size += len(part)
        if size > LIMIT:
            raise TooMuch
        parts.append(part)
    return "".join(parts)


def _refuse_idle(folder: Path) -> None:
    """Raise ToolcatError for a template that replaces none of ours, in any language, and that no other one names."""
    ours = {path.name for path in _OURS.glob("*/*.j2")}
    found = sorted(folder.rglob("*.j2"))
    own = {path: path.relative_to(folder).as_posix() for path in found if path.is_file()}
    if all(name in ours for name in own.values()):
        return
    texts = {path: path.read_text("utf-8", errors="replace") for path in own}
    for path, name in own.items():
        if name in ours or any(name in text for other, text in texts.items() if other != path):
            continue
        from difflib import get_close_matches

        near = get_close_matches(name, sorted(ours), n=1)
        raise ToolcatError(
            f"the template {path} replaces none of ours, and no other template uses it",
            hint=f"did you mean {near[0]}?" if near else "rename it, or take it out of the folder",
        )

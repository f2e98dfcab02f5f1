"""The loader of templates: ours, a user's instead where there is one, and one clear line for a broken one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ..catalog.findings import ToolcatError

if TYPE_CHECKING:
    from jinja2 import Environment

_OURS = Path(str(files("toolcat.templates")))


class Templates:
    """The templates of one language, compiled when first used. Rendering is sandboxed and never escapes.

    A user's template may extend ours under the name `toolcat/<name>` and fill its blocks.
    """

    def __init__(self, language: str, overrides: Path | None = None) -> None:
        """Take `overrides`, a folder whose files replace those of the same name.

        Raises ToolcatError if it is no folder, or holds none of our names (a misspelt file would do nothing, silently).
        """
        self.folder = _OURS / language
        self.overrides = overrides
        self.names = sorted(path.name for path in self.folder.glob("*.j2"))
        self._environment: Environment | None = None
        self._compiled: dict[str, Callable[[Mapping[str, object]], str]] = {}
        if overrides is not None:
            if not overrides.is_dir():
                raise ToolcatError(
                    f"the templates folder {overrides} is {'no folder' if overrides.exists() else 'not there'}",
                    hint=f"give a folder that holds some of {', '.join(self.names)}",
                )
            if not any((overrides / name).is_file() for name in self.names):
                raise ToolcatError(
                    f"the templates folder {overrides} holds no template that replaces one of ours",
                    hint=f"name the files {', '.join(self.names)}",
                )

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

    def render(self, name: str, context: Mapping[str, object]) -> str:
        """Render the template called `name`; the text ends in exactly one line end.

        Raises ToolcatError, with the template's file and line, if a user's template is broken or asks for what is not
        there.
        """
        try:
            render = self._compiled.get(name)
            if render is None:
                render = self._compiled[name] = self._load().get_template(name).render
            return render(context).rstrip("\n") + "\n"
        except Exception as error:  # a template can fail in any way; one of ours that fails is a bug
            if self.overrides is None:
                raise
            raise self._failure(name, error) from error

    def _load(self) -> Environment:
        if self._environment is None:
            from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined
            from jinja2.sandbox import SandboxedEnvironment

            ours = FileSystemLoader(self.folder)
            theirs = [] if self.overrides is None else [FileSystemLoader(self.overrides)]
            self._environment = SandboxedEnvironment(
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

        file, line = name, None
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

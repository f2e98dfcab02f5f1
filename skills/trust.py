"""Trust: whether a workspace's own skills may be read. Only the user's config can say so, never the workspace's."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from ..catalog.findings import ToolcatError


def user_config(home: Path | None = None, xdg_config: Path | None = None) -> Path:
    """Return where the user's own config lies: `toolcat/toolcat.toml` in the XDG config directory."""
    base = xdg_config or Path(os.environ.get("XDG_CONFIG_HOME") or (home or Path("~").expanduser()) / ".config")
    return base / "toolcat" / "toolcat.toml"


def is_trusted(workspace: Path, config: Path | None = None) -> bool:
    """Whether the workspace is, or lies below, one of `[skills] trusted-workspaces` in the user's config.

    Links are resolved, so that a link to a trusted folder is trusted and a trusted name that became a link to somewhere
    else is not. Raises ToolcatError if the config cannot be read; without one nothing is trusted.
    """
    config = config or user_config()
    try:
        data: dict[str, object] = tomllib.loads(config.read_bytes().decode())
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise ToolcatError(f"cannot read {config}: {' '.join(str(error).split())}", hint="mend or remove it") from None
    skills = data.get("skills")
    trusted: object = skills.get("trusted-workspaces", []) if isinstance(skills, dict) else []  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if not isinstance(trusted, list) or not all(isinstance(item, str) for item in trusted):  # pyright: ignore[reportUnknownVariableType]
        raise ToolcatError(
            f"{config}: skills.trusted-workspaces must be a list of paths",
            hint='for example trusted-workspaces = ["~/code/website"]',
        )
    here = Path(os.path.realpath(workspace))
    for item in trusted:  # pyright: ignore[reportUnknownVariableType]
        folder = Path(os.path.expanduser(str(item)))  # pyright: ignore[reportUnknownArgumentType]  # noqa: PTH111
        if folder.is_absolute() and here.is_relative_to(os.path.realpath(folder)):
            return True
    return False

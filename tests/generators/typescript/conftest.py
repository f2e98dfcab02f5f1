"""Real compilers and a real Node for the tests of the TypeScript export."""

import json
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from toolcat.catalog import ToolSpec, qualify

STRICT = {
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "noPropertyAccessFromIndexSignature": True,
    "noImplicitOverride": True,
    "noImplicitReturns": True,
    "noUnusedLocals": True,
    "noUnusedParameters": True,
    "noFallthroughCasesInSwitch": True,
    "allowUnreachableCode": False,
    "verbatimModuleSyntax": True,
    "isolatedModules": True,
    "isolatedDeclarations": True,
    "declaration": True,
    "erasableSyntaxOnly": True,
    "forceConsistentCasingInFileNames": True,
    "module": "nodenext",
    "target": "es2022",
    "types": [],
}
Tsc = Callable[..., None]


@pytest.fixture(scope="session")
def tsc(node_modules: Path) -> Tsc:
    """Compile a folder (which gets a tsconfig.json beside it) with one of the pinned compilers; an error fails."""

    def run(
        folder: Path, compiler: str = "typescript7", *, emit: Path | None = None, sdk: bool = False, **options: object
    ):
        link = folder.parent / "node_modules"
        if sdk and not link.exists():
            link.symlink_to(node_modules, target_is_directory=True)
        settings = {**STRICT, **options, "rootDir": str(folder)}
        settings |= {"noEmit": True} if emit is None else {"outDir": str(emit), "declaration": False}
        if emit is not None:
            settings.pop("isolatedDeclarations", None)
        if sdk:
            settings |= {"types": ["node"], "skipLibCheck": True}
        config = folder.parent / f"tsconfig.{folder.name}.{compiler}.json"
        config.write_text(json.dumps({"compilerOptions": settings, "include": [str(folder)]}), encoding="utf-8")
        command = ["node", node_modules / compiler / "bin" / "tsc", "-p", config]
        done = subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8")
        assert done.returncode == 0, done.stdout[:4000] + done.stderr[:2000]

    return run


@pytest.fixture(scope="session")
def node(node_modules: Path) -> Callable[..., str]:
    """Run a script with Node and return what it prints; a failure fails."""

    def run(script: Path, *arguments: str, binary: str | Path = "node") -> str:
        command = [binary, script, *arguments]
        done = subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8", timeout=120)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    return run


def snapshot(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its relative path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture(scope="session")
def tree_of() -> Callable[[Path], dict[str, bytes]]:
    """Return the function that reads a whole tree."""
    return snapshot


@pytest.fixture
def tools() -> Callable[..., list[ToolSpec]]:
    """Make specs from `server/tool` or `tool` words, each with a small schema."""

    def make(*names: str) -> list[ToolSpec]:
        return list(_specs(names))

    return make


def _specs(names: Iterable[str]) -> Iterable[ToolSpec]:
    for name in names:
        server, _, tool = name.rpartition("/")
        yield ToolSpec(
            name=qualify(server or None, tool),
            tool=tool,
            server=server or None,
            description=f"The tool {tool}.",
            input_schema={"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]},
        )

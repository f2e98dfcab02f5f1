"""TG001–TG004: exported trees that are not what an export of today's catalog would leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..rule import Problem, Rule, Severity
from ..trees import check_tree

if TYPE_CHECKING:
    from ...generators.outcome import Difference
    from ..trees import CheckedTree
    from ..units import File

_HELP = "Export again, as the lock says: `tools export-typescript` or `tools export-python` with the tree as --output."


class _Tree(Rule):
    """A difference of some kinds between a tree and the catalog."""

    severity = Severity.ERROR
    source = "toolcat: the verdicts of `--check`, for the trees under `trees` in the config's [lint]."
    help = _HELP
    bad = ()
    good = ()
    kinds: tuple[str, ...] = ()

    def check_catalog(self, files: Sequence[File]) -> Iterator[Problem]:
        del files
        catalog = self.context.catalog
        if catalog is None or not self.context.is_complete:
            return
        for folder in self.context.options.trees:
            tree = check_tree(folder, catalog)
            yield from self._of_tree(tree)

    def _of_tree(self, tree: CheckedTree) -> Iterator[Problem]:
        for difference in tree.differences:
            if difference.kind in self.kinds:
                yield self._problem(tree, difference)

    def _problem(self, tree: CheckedTree, difference: Difference) -> Problem:
        path = difference.path.replace("~", "~0").replace("/", "~1")
        tool = (difference.tool or "").replace("~", "~0").replace("/", "~1")
        pointer = f"/tools/{tool}" if difference.tool else f"/files/{path}"
        return Problem(
            message=f"{tree.folder / difference.path}: {self._says(difference)}",
            document=tree.document,
            pointer=pointer,
            key=True,
            tool=difference.tool,
            severity=self._severity(difference),
        )

    def _says(self, difference: Difference) -> str:
        what = difference.kind.replace("-", " ")
        return f"{what}: {difference.detail}" if difference.detail else what

    def _severity(self, difference: Difference) -> Severity | None:
        del difference
        return None


class GeneratedStale(_Tree):
    code = "TG001"
    name = "generated-stale"
    kinds = ("missing", "options-changed", "toolcat-changed")
    what = (
        "An exported tree was made by another toolcat (a warning), or with other options, or a file of it is missing, "
        "or there is none where the config names one."
    )
    why = "Programs import what is not there, or what today's toolcat would write otherwise."

    def _of_tree(self, tree: CheckedTree) -> Iterator[Problem]:
        if tree.problem:
            yield Problem(message=f"{tree.folder}: {tree.problem}", document=tree.document)
        yield from super()._of_tree(tree)

    def _severity(self, difference: Difference) -> Severity | None:
        return Severity.WARNING if difference.kind == "toolcat-changed" else None


class GeneratedOrphan(_Tree):
    code = "TG002"
    name = "generated-orphan"
    severity = Severity.WARNING
    kinds = ("stale",)
    what = "An exported tree holds a file of ours that no tool needs any more."
    why = "Programs can still import a tool that is gone, and learn it only when they call it."
    help = "Export again, which removes it, or remove the file."


class GeneratedEdited(_Tree):
    code = "TG003"
    name = "generated-edited"
    kinds = ("edited",)
    what = "A file of an exported tree was edited by hand: it is not what its lock says."
    why = "The next export keeps it back or writes over it; what it says of the tool is nobody's promise."
    help = "Change the catalog (or the templates) instead, and export again."


class LockMismatch(_Tree):
    code = "TG004"
    name = "lock-mismatch"
    kinds = ("catalog-changed",)
    what = "A tool's definition is not the one that an exported tree was made from, or the tool is new or gone."
    why = "Programs are checked against types that the server no longer keeps."

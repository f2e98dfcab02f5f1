"""Work: what a document may cost, so that twice as large a one costs at most twice as much."""

from __future__ import annotations

from typing import TypeAlias, cast

Json: TypeAlias = object

# The work that any document may cost, and how often each of its schemas may be looked at in the mean (real ones come to
# 3): schemas that combine are looked at again in every combination, so that without this a small one could cost much.
_ANY_DOCUMENT = 4_000
_EACH_SCHEMA = 16
# How many steps of taking apart cost as much as following one schema.
_STEPS = 2
# The most work of all, in documents that have the most schemas.
_MUCH = 4


class Work:
    """Counts the work on one document, in schemas followed, against what its size allows."""

    def __init__(self, document: Json, most: int) -> None:
        """Take the document, and how many schemas may be followed in any."""
        self.nodes: int = 0
        self._more = 0
        self._most = most
        self._share = min(_ANY_DOCUMENT, _MUCH * most)
        # How many schemas may be followed as things stand: asked at every one.
        self.allowed: int = min(most, self._share)
        self._document = document
        self._measured = False

    def charge(self, work: int) -> None:
        """Count work besides following schemas, in as many of those."""
        self._more += work
        self.allowed = min(self._most, self._share - self._more)

    def spend(self, steps: int) -> None:
        """Count steps of taking schemas apart as work."""
        self.charge(steps // _STEPS)

    def room(self) -> int:
        """Return how many steps may still be taken."""
        self.may_do(_ANY_DOCUMENT)
        return max(0, self._share - self._more - self.nodes) * _STEPS

    def afford(self, work: int) -> bool:
        """Count work that is about to be done, in schemas followed; False, and nothing counted, if it is too much."""
        if not self.may_do(work):
            return False
        self.charge(work)
        return True

    def may_do(self, work: int) -> bool:
        """Whether so much more may be done: a document that is large enough may cost more."""
        done = self.nodes + self._more + work
        if done > self._share and not self._measured:
            self._measured = True
            share = _EACH_SCHEMA * _count_objects(self._document, _MUCH * self._most // _EACH_SCHEMA + 1)
            self._share = min(_MUCH * self._most, max(self._share, share))
            self.charge(0)
        return done <= self._share and self.nodes <= self._most


def _count_objects(value: Json, most: int) -> int:
    """Return how many JSON objects there are in a value, or about `most` if there are more."""
    waiting = [value]
    objects = 0
    while waiting and objects < most:
        one = waiting.pop()
        if isinstance(one, dict):
            objects += 1
            waiting.extend(cast("dict[str, Json]", one).values())
        elif isinstance(one, list):
            waiting.extend(cast("list[Json]", one))
    return objects

"""What edits mean: the data after them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ...catalog.pointers import tokens
from ..edits import Edit, Insert, Remove, Rename, Replace, Splice


class NotFixable(Exception):
    """An edit that cannot be made: what it changes is not there, or is written in a way that is left alone."""


def value_at(data: object, pointer: str) -> object:
    """Return the value at a pointer. Raises NotFixable if there is none."""
    for token in tokens(pointer):
        data = _below(data, token)
    return data


def _below(data: object, token: str) -> object:
    if isinstance(data, dict) and token in data:
        return cast("dict[str, object]", data)[token]
    if isinstance(data, list) and token.isascii() and token.isdigit():
        entries = cast("list[object]", data)
        if int(token) < len(entries):
            return entries[int(token)]
    raise NotFixable(f"there is no {token!r}")


def split(pointer: str) -> tuple[str, str]:
    """Return a pointer's parent and its last token, unescaped. Raises NotFixable for the root."""
    parent, found, _ = pointer.rpartition("/")
    if not found:
        raise NotFixable("the root has no parent")
    return parent, tokens(pointer)[-1]


def edited(data: object, edits: Sequence[Edit]) -> object:
    """Return a copy of the data with the edits made; pointers are those of the data before.

    Raises NotFixable if an edit does not fit, and for a Splice, which is no matter of data.
    """
    if any(isinstance(edit, Splice) for edit in edits):
        raise NotFixable("an edit of characters says nothing of the data")
    copy = _copied(data, _touched(edits), "")
    removals: list[Remove] = []
    renames: list[Rename] = []
    for edit in edits:
        if isinstance(edit, (Replace, Insert)):
            _put(copy, edit)
        elif isinstance(edit, Remove):
            removals.append(edit)
        elif isinstance(edit, Rename):
            renames.append(edit)
    for edit in sorted(removals, key=lambda edit: _removal_key(edit.pointer), reverse=True):
        parent, last = split(edit.pointer)
        container = value_at(copy, parent)
        _below(container, last)
        if isinstance(container, dict):
            del container[last]
        else:
            del cast("list[object]", container)[int(last)]
    for edit in sorted(renames, key=lambda edit: edit.pointer.count("/"), reverse=True):
        _rename(copy, edit)
    return copy


def _removal_key(pointer: str) -> tuple[int, list[tuple[int, str]]]:
    """Return an order in which deeper pointers are later, and later entries of one list too."""
    path = tokens(pointer)
    return len(path), [(int(token), "") if token.isascii() and token.isdigit() else (-1, token) for token in path]


def _touched(edits: Sequence[Edit]) -> set[str]:
    """Return the pointers of the containers on the way to the edits: only these are copied."""
    out = {""}
    for edit in edits:
        if not isinstance(edit, Splice):
            pointer = edit.pointer
            while pointer:
                out.add(pointer)
                pointer = pointer.rpartition("/")[0]
    return out


def _copied(data: object, touched: set[str], pointer: str) -> object:
    from ...catalog.pointers import join

    if pointer not in touched:
        return data
    if isinstance(data, dict):
        members = cast("dict[str, object]", data)
        return {key: _copied(value, touched, join(pointer, key)) for key, value in members.items()}
    if isinstance(data, list):
        return [_copied(value, touched, f"{pointer}/{place}") for place, value in enumerate(cast("list[object]", data))]
    return data


def _put(data: object, edit: Replace | Insert) -> None:
    parent, last = split(edit.pointer)
    container = value_at(data, parent)
    if isinstance(edit, Replace):
        _below(container, last)
    if isinstance(container, dict):
        if isinstance(edit, Insert) and last in container:
            raise NotFixable(f"{last!r} is there already")
        container[last] = edit.value
    elif isinstance(container, list):
        entries = cast("list[object]", container)
        if isinstance(edit, Insert):
            entries.append(edit.value)
        else:
            entries[int(last)] = edit.value
    else:
        raise NotFixable("there is no container")


def _rename(data: object, edit: Rename) -> None:
    parent, last = split(edit.pointer)
    container = value_at(data, parent)
    if not isinstance(container, dict) or edit.key in container:
        raise NotFixable(f"{edit.key!r} is there already")
    members = cast("dict[str, object]", container)
    _below(members, last)
    renamed = {edit.key if key == last else key: value for key, value in members.items()}
    members.clear()
    members.update(renamed)

"""Objects that hold a list of the rows that count (a conversation its messages, a project its documents), one by one.

A file holds one such object, a list of them, or an object with that list. Large ones are entered, so that their rows
come singly and nothing is ever held as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from satchel.formats.documents import Item, json_items
from satchel.formats.tabular.json_scan import Bounds
from satchel.formats.tabular.sources import SourceFile, Watcher

LARGE = 4 << 20
"""Characters. A longer object is not held as one value."""
_BOUNDS = Bounds(enter_above=LARGE)
_HOLDER = re.compile(r"(?P<holder>(?:[^.\[\]]+)?\[\d+\])(?:\.(?P<member>.+))?", re.DOTALL)
_LISTS = frozenset("conversations projects memories chats design_chats data items".split())
"""Members of an outer object that are lists of holders."""


@dataclass(slots=True, kw_only=True)
class Holder:
    """One object, without the list that it holds."""

    position: str
    fields: dict[str, Any] = field(default_factory=dict)
    whole: list[Any] | None = None
    """The list, where the object was short enough to be held."""
    count: int = 0
    """Rows of the list so far."""


def held(source: SourceFile, inner: str, watcher: Watcher | None = None) -> Iterator[tuple[Holder, Item | None]]:
    """Each row of each holder's list `inner`, and after the last one the holder with None.

    Of a holder that is entered the fields that stand behind its list are not known before the end. What cannot be read,
    and what is no object where one is expected, comes as an item with a problem.

    Raises:
        OSError: reading breaks off.
    """
    yield from _Walk(inner).walk(source, watcher)


class _Walk:
    def __init__(self, inner: str) -> None:
        self._inner = inner
        self._holder: Holder | None = None

    def walk(self, source: SourceFile, watcher: Watcher | None) -> Iterator[tuple[Holder, Item | None]]:
        for item in json_items(source, _BOUNDS, watcher=watcher):
            if item.problem:
                yield self._holder or Holder(position=item.position), item
            elif item.position == f"{item.path}[{item.key}]":
                yield from self._element(item)
            else:
                yield from self._member(item)
        yield from self._end()

    def _element(self, item: Item) -> Iterator[tuple[Holder, Item | None]]:
        place, member = _split(item.path)
        if member == self._inner:
            yield from self._at(place)
            assert self._holder is not None
            yield self._row(self._holder, item)
        elif isinstance(item.value, dict):
            yield from self._end()
            yield from self._whole(item.position, item.value)
        elif not member:
            yield from self._end()
            yield Holder(position=item.position), replace(item, problem="not an object")

    def _member(self, item: Item) -> Iterator[tuple[Holder, Item | None]]:
        place, member = _split(item.path)
        if not place and not member and item.key in _LISTS and _are_objects(item.value):
            for number, value in enumerate(item.value):
                yield from self._element(
                    Item(path=item.key, key=str(number), position=f"{item.key}[{number}]", value=value)
                )
            return
        yield from self._at(place)
        assert self._holder is not None
        fields = self._holder.fields
        if member:
            inside = fields.setdefault(member, {})
            if isinstance(inside, dict):
                inside[item.key] = item.value
        elif item.key == self._inner and isinstance(item.value, list):
            yield from self._rows(self._holder, item.value)
        else:
            fields[item.key] = item.value

    def _whole(self, position: str, value: Mapping[str, Any]) -> Iterator[tuple[Holder, Item | None]]:
        rows = value.get(self._inner)
        listed = isinstance(rows, list)
        holder = Holder(position=position, fields={k: v for k, v in value.items() if not (listed and k == self._inner)})
        if isinstance(rows, list):
            yield from self._rows(holder, rows)
        yield holder, None

    def _rows(self, holder: Holder, rows: list[Any]) -> Iterator[tuple[Holder, Item | None]]:
        holder.whole = rows
        path = f"{holder.position}.{self._inner}".strip(".")
        for number, value in enumerate(rows):
            yield self._row(holder, Item(path=path, key=str(number), position=f"{path}[{number}]", value=value))

    def _row(self, holder: Holder, item: Item) -> tuple[Holder, Item]:
        holder.count += 1
        return holder, item if isinstance(item.value, dict) else replace(item, problem="not an object")

    def _at(self, place: str) -> Iterator[tuple[Holder, Item | None]]:
        """Be in the holder at a place."""
        if self._holder is not None and self._holder.position != place:
            yield from self._end()
        if self._holder is None:
            self._holder = Holder(position=place)

    def _end(self) -> Iterator[tuple[Holder, Item | None]]:
        holder, self._holder = self._holder, None
        if holder is not None:
            yield holder, None


def _split(path: str) -> tuple[str, str]:
    """The holder that a path is in, and the member of it: `[3].docs` → `[3]`, `docs`; `docs` → ``, `docs`."""
    found = _HOLDER.match(path)
    return (found["holder"], found["member"] or "") if found else ("", path)


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)

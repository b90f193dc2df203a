"""The conversations of an export one by one, each with its tree, in memory that no large one can exceed.

Most conversations are held as they come. One longer than `LARGE` is entered, and its messages wait in a temporary file
until its last field has told which branch was the current one.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from satchel.formats.documents import Item, json_items, spread
from satchel.formats.tabular.json_scan import Bounds
from satchel.formats.tabular.sources import SourceFile, Watcher

LARGE = 4 << 20
"""Characters. A longer conversation is not held as one value."""
_BOUNDS = Bounds(enter_above=LARGE, rows_in="mapping")
_INSIDE = re.compile(r"(?P<element>[^\[]*\[\d+\])(?:\.(?P<inner>.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Link:
    """Where a node stands in its tree."""

    parent: str | None
    children: tuple[str, ...]
    time: float
    """Epoch seconds of its message as the file has them; 0 where it has none."""


class Nodes:
    """The nodes of one conversation by id, in the order of the file."""

    def __init__(self, held: Mapping[str, Any] | None = None) -> None:
        self.links: dict[str, Link] = {}
        self._held = held
        self._file: IO[bytes] | None = None
        self._places: dict[str, tuple[int, int]] = {}
        for id, node in (held or {}).items():
            self.links[id] = _link(node)

    def add(self, id: str, node: Any) -> None:
        """Put a node aside, on disk.

        Raises:
            OSError: the disk is full.
        """
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="satchel-")  # noqa: SIM115  # closed below, with this object
            weakref.finalize(self, self._file.close)
        data = json.dumps(node, default=lambda _: None).encode()
        start = self._file.seek(0, 2)
        self._file.write(data)
        id = sys.intern(id)  # the same text comes again as a parent and as a child
        self.links[id] = _link(node)
        self._places[id] = (start, len(data))

    def __getitem__(self, id: str) -> Any:
        if self._held is not None:
            return self._held[id]
        start, size = self._places[id]
        assert self._file is not None
        self._file.seek(start)
        return json.loads(self._file.read(size))


@dataclass(slots=True, kw_only=True)
class Conversation:
    """One conversation."""

    position: str
    """In its file: `[4]`, `conversations[4]`."""
    fields: dict[str, Any]
    """Everything but the tree."""
    nodes: Nodes
    broken: list[Item] = field(default_factory=list)
    """Parts of it that cannot be read."""


def conversations(source: SourceFile, watcher: Watcher) -> Iterator[Conversation | Item]:
    """The conversations of a file, and as items whatever else it holds: broken elements, elements without a tree.

    A list, an object that holds one, one conversation alone, or several one after the other.

    Raises:
        OSError: reading breaks off, or the disk is full.
    """
    outer = _Gathering("")
    inner: _Gathering | None = None
    for item in json_items(source, _BOUNDS, watcher=watcher):
        inside = _INSIDE.fullmatch(item.path)
        if inner is not None and (inside is None or inside["element"] != inner.position):
            yield from inner.found()
            inner = None
        if inside is not None:
            inner = inner or _Gathering(inside["element"])
            if not inside["inner"] and _is_element(item):  # it lost its closing bracket; here comes the next one
                yield from _whole(item)
            else:
                inner.take(item, inside["inner"] or "")
        elif item.path in {"", "mapping"} and not _is_element(item):
            if outer.knows(item):  # the next document of several
                yield from outer.found()
                outer = _Gathering("")
            outer.take(item, item.path)
        else:
            yield from _whole(item)
    if inner is not None:
        yield from inner.found()
    yield from outer.found()


class _Gathering:
    """A conversation, or the object around a list of them, whose members come one by one."""

    def __init__(self, position: str) -> None:
        self.position = position
        self._fields: dict[str, Any] = {}
        self._nodes = Nodes()
        self._broken: list[Item] = []

    def knows(self, item: Item) -> bool:
        """Whether it has a member of that name already."""
        return not item.path and item.key in self._fields

    def take(self, item: Item, inner: str) -> None:
        """A member of it, or of what stands in it (`inner` says where)."""
        if item.problem:
            self._broken.append(item)
        elif inner == "mapping":
            self._nodes.add(item.key, item.value)
        elif not inner:
            self._fields[item.key] = item.value
        # Anything else is a list of addresses or the like, too long to be held and of no use here.

    def found(self) -> Iterator[Conversation | Item]:
        """What it turned out to be."""
        tree = self._fields.get("mapping")
        if self._nodes.links or isinstance(tree, Mapping):
            nodes = self._nodes if self._nodes.links else Nodes(tree)
            fields = {key: value for key, value in self._fields.items() if key != "mapping"}
            place = self.position or "the document"
            yield Conversation(position=place, fields=fields, nodes=nodes, broken=self._broken)
            return
        yield from self._broken
        if self.position or "mapping" in self._fields:
            yield Item(path="", key="", position=self.position or "the document", value=self._fields)
            return
        for key, value in self._fields.items():
            item = Item(path="", key=key, position=key, value=value)
            for element in spread(item):
                yield from _whole(element)


def _whole(item: Item) -> Iterator[Conversation | Item]:
    value = item.value
    if item.problem or not isinstance(value, dict) or not isinstance(value.get("mapping"), dict):
        yield item
        return
    fields = {key: member for key, member in value.items() if key != "mapping"}
    yield Conversation(position=item.position or "the document", fields=fields, nodes=Nodes(value["mapping"]))


def _is_element(item: Item) -> bool:
    """Whether an item stands in a list, or is a whole document by itself."""
    return item.path != "mapping" and (item.position == f"{item.path}[{item.key}]" or _is_tree(item.value))


def _is_tree(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def _link(node: Any) -> Link:
    if not isinstance(node, dict):
        return Link(None, (), 0.0)
    parent, children, message = node.get("parent"), node.get("children"), node.get("message")
    found = (
        tuple(sys.intern(child) for child in children if isinstance(child, str)) if isinstance(children, list) else ()
    )
    time = message.get("create_time") if isinstance(message, dict) else None
    known = isinstance(time, int | float) and 0 < time < 1e18
    return Link(sys.intern(parent) if isinstance(parent, str) else None, found, float(time) if known and time else 0.0)

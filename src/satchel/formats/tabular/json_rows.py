"""JSON documents as tables (conventions in `json_shape`), in memory bounded by `json_scan.WHOLE` and not by the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from satchel.formats.tabular import json_shape
from satchel.formats.tabular.json_scan import Piece, scan
from satchel.formats.tabular.json_shape import KEY, VALUE, element_rows, joined, keyed_rows
from satchel.formats.tabular.json_text import JsonText
from satchel.formats.tabular.rows import Row, Shape, Table, Vector
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.tables import shape_of
from satchel.formats.tabular.textual import SHOWN, chunks

_SAMPLE_ROWS = 1000
_SAMPLE_MEMBERS = 64
_MOST_SCALARS = 1000
_MOST_TABLES = 1000

Key = tuple[str, str]
"""A table in a document: its path, and `rows`, `envelope` or `vectors`."""

Pieces = Callable[[], Iterator[Piece]]


def json_tables(source: SourceFile, encoding: str, *, skip: int = 0) -> list[Table]:
    """The tables of a JSON document, or of several written one after the other.

    Args:
        source: The file.
        encoding: Of its text.
        skip: Characters before the document, such as `window.data = `.

    Raises:
        OSError: reading breaks off; nothing is known then.
    """
    return tables_of(source, "json", encoding, lambda: scan(JsonText(_behind(chunks(source, encoding), skip))))


def _behind(pieces: Iterator[str], skip: int) -> Iterator[str]:
    for piece in pieces:
        if piece[skip:]:
            yield piece[skip:]
        skip = max(0, skip - len(piece))


def value_tables(source: SourceFile, container: str, encoding: str, load: Callable[[], Any]) -> list[Table]:
    """The tables of a value that another parser made (YAML, TOML)."""

    def pieces() -> Iterator[Piece]:
        yield Piece(path="", kind="root", key="0", value=load())

    return tables_of(source, container, encoding, pieces)


def tables_of(source: SourceFile, container: str, encoding: str, pieces: Pieces) -> list[Table]:
    """Look at every piece once, and make the tables that read them anew."""
    layout = _Layout()
    while not layout.survey(pieces()):
        pass  # a container turned out to be keyed by data: look again, knowing it
    return [_table(source, container, encoding, pieces, layout=layout, key=key) for key in layout.order()]


def _table(source: SourceFile, container: str, encoding: str, pieces: Pieces, *, layout: _Layout, key: Key) -> Table:
    seen = layout.tables[key]
    name, slot = key

    def rows() -> Iterator[Row]:
        if slot == "vectors":
            yield Row(values={}, position=name or "the document", weight=seen.count)
            return
        if slot == "envelope" and (beside := layout.beside(name)):
            yield beside  # known since the survey
            return
        for found, row in layout.rows(pieces()):
            if found == key:
                yield row

    dims = sorted(seen.dims)
    return Table(
        source=source.name,
        name=name,
        shape=Shape.VECTORS if slot == "vectors" else seen.shape,
        container=container,
        columns=tuple(seen.columns),
        rows=rows,
        reason=json_shape.vectors_reason(seen.count, dims) if slot == "vectors" else "",
        encoding=encoding,
        envelope=slot == "envelope",
        modified_at=source.modified_at,
    )


@dataclass(slots=True)
class _Seen:
    """What the survey knows of one table."""

    count: int = 0
    columns: dict[str, None] = field(default_factory=dict)
    only_text: bool = True
    dims: set[int] = field(default_factory=set)

    @property
    def shape(self) -> Shape:
        return Shape.LINES if self.only_text and self.columns else Shape.ROWS

    def add(self, row: Row) -> None:
        self.count += 1
        if row.problem and not row.values:
            return
        if self.only_text:
            self.only_text = shape_of(row.values) is Shape.LINES
        if self.count <= _SAMPLE_ROWS:
            self.columns.update(dict.fromkeys(row.values))


@dataclass(slots=True)
class _Object:
    """An object too large or too damaged to be held: what its members show so far."""

    sample: dict[str, Any] = field(default_factory=dict)
    held: list[Piece] = field(default_factory=list)
    keyed: bool | None = None
    """True when its keys are data, False when they are names, None while that is open."""
    scalars: dict[str, Any] = field(default_factory=dict)
    containers: int = 0

    @property
    def settings(self) -> bool:
        """True when it is an object of settings, each of them a row."""
        return not self.containers or len(self.scalars) > _MOST_SCALARS

    @property
    def beside(self) -> bool:
        """True when its scalars stand beside lists, as an envelope."""
        return bool(self.scalars) and not self.keyed and not self.settings


class _Layout:
    """Which tables a document has and which of its pieces belong to which."""

    def __init__(self) -> None:
        self.tables: dict[Key, _Seen] = {}
        self._objects: dict[str, _Object] = {}
        self._keyed: set[str] = set()
        self._roots = 0
        self._contexts: dict[str, dict[str, Any]] = {}
        self._surveyed = False

    def survey(self, pieces: Iterator[Piece]) -> bool:
        """Go through all pieces once. False when what was learned makes another round necessary."""
        self.tables, self._objects, self._contexts = {}, {}, {}
        self._roots, self._surveyed = 0, False
        first: Piece | None = None
        for piece in pieces:
            if piece.kind == "root" and not piece.problem:
                self._roots += 1
                if self._roots == 1:
                    first = piece  # whether it is the only one decides what it is
                    continue
                if first is not None:
                    self._note(first)
                    first = None
            if piece.kind == "object" and not self._observe(piece):
                continue
            self._note(piece)
        if first is not None:
            self._note(first)
        for path, seen in self._objects.items():
            self._decide(path, seen)
        self._surveyed = True
        for path, seen in self._objects.items():
            if seen.beside:
                self._see((path, "envelope"), self._envelope(path))
        for (path, slot), table in self.tables.items():
            if slot != "vectors":
                inner = path if slot == "envelope" else joined(path, "[]")
                table.columns.update(dict.fromkeys(self._context(inner)))
        if len(self.tables) > _MOST_TABLES:
            wide = {p for p, seen in self._objects.items() if seen.containers > _MOST_TABLES // 10} - self._keyed
            self._keyed |= wide
            return not wide
        return True

    def order(self) -> list[Key]:
        """The tables, outer ones first, each followed by what stands beside it."""
        for key in [key for key in self.tables if key[1] == "bad"]:
            bad = self.tables.pop(key)
            home = self.home(key[0])
            self.tables.setdefault(home, _Seen(only_text=False)).count += bad.count
        return list(self.tables)

    def home(self, path: str) -> Key:
        """The table that takes the broken pieces of a container."""
        return (path, "rows")

    def rows(self, pieces: Iterator[Piece]) -> Iterator[tuple[Key, Row]]:
        """Each row with its table; envelopes of entered objects come last."""
        for piece in pieces:
            for key, row in self._rows_of(piece):
                yield (self.home(key[0]) if key[1] == "bad" else key), row
        for path, seen in self._objects.items():
            if seen.beside:
                yield (path, "envelope"), self._envelope(path)

    def beside(self, path: str) -> Row | None:
        """What stands beside the lists of an entered object; None for one that is held in memory when it is read."""
        return self._envelope(path) if path in self._objects and self._objects[path].beside else None

    def _envelope(self, path: str) -> Row:
        values = {**self._objects[path].scalars, **self._context(path)}
        return Row(values=values, position=path or "the document")

    def _observe(self, piece: Piece) -> bool:
        """Learn from a member of an entered object. False while it must wait for what the others show."""
        seen = self._objects.setdefault(piece.path, _Object())
        if piece.problem:
            return True
        if not isinstance(piece.value, list | dict | Vector):
            if len(seen.scalars) <= _MOST_SCALARS:
                seen.scalars[piece.key] = piece.value
        else:
            seen.containers += 1
        if seen.keyed is not None:
            return True
        seen.held.append(piece)
        seen.sample[piece.key] = piece.value
        if len(seen.sample) >= _SAMPLE_MEMBERS or sum(len(p.raw) >= SHOWN for p in seen.held) > 4:
            self._decide(piece.path, seen)
        return False

    def _decide(self, path: str, seen: _Object) -> None:
        if seen.keyed is None:
            entered = any(other != path and _inside(other, path) for other in self._objects) or any(
                _inside(name, path) and name != path for name, _ in self.tables
            )
            seen.keyed = path in self._keyed or (not entered and bool(seen.sample) and json_shape.is_map(seen.sample))
            if entered:
                seen.containers += 1
        for piece in seen.held:
            self._note(piece)
        seen.held.clear()
        seen.sample.clear()

    def _note(self, piece: Piece) -> None:
        for key, row in self._rows_of(piece):
            self._see(key, row)

    def _see(self, key: Key, row: Row) -> None:
        seen = self.tables.setdefault(key, _Seen())
        if key[1] == "vectors":
            seen.count += row.weight
            seen.dims.update(row.values.get("dims", ()))
        else:
            seen.add(row)

    def _context(self, path: str) -> dict[str, Any]:
        """The scalars of every entered object around a place, the nearest last and so the one that counts."""
        if not self._surveyed:
            return {}  # some may still come; the columns are added when all is seen
        if path not in self._contexts:
            context: dict[str, Any] = {}
            for outer in sorted(self._objects, key=len):
                if outer != path and _inside(path, outer) and self._objects[outer].beside:
                    context.update(json_shape.upward(self._objects[outer].scalars))
            self._contexts[path] = context
        return self._contexts[path]

    def _rows_of(self, piece: Piece) -> Iterator[tuple[Key, Row]]:
        if piece.problem:
            yield (
                (piece.path, "bad"),
                Row(values={}, position=piece.position, problem=piece.problem, raw=piece.raw[:SHOWN]),
            )
        elif piece.kind == "array":
            context = self._context(joined(piece.path, "[]"))
            yield from _element(piece.value, piece.path, piece.position, context)
        elif piece.kind == "root":
            if self._roots > 1:
                yield from _element(piece.value, "", piece.position, {})
            else:
                yield from _parts(piece.value, "", {})
        else:
            yield from self._member(piece)

    def _member(self, piece: Piece) -> Iterator[tuple[Key, Row]]:
        seen = self._objects[piece.path]
        context = self._context(joined(piece.path, "[]"))
        if seen.keyed and isinstance(piece.value, Vector):
            yield from _element(piece.value, piece.path, piece.position, context)
        elif seen.keyed:
            for row in keyed_rows(piece.key, piece.value, piece.path, context):
                yield (piece.path, "rows"), row
        elif isinstance(piece.value, list | dict | Vector):
            yield from _parts(piece.value, joined(piece.path, piece.key), context)
        elif seen.settings and piece.value is not None:
            values = {KEY: piece.key, VALUE: piece.value, **self._context(piece.path)}
            yield (piece.path, "rows"), Row(values=values, position=piece.position)


def _inside(path: str, outer: str) -> bool:
    return not outer or path == outer or path.startswith((outer + ".", outer + "["))


def _element(value: Any, path: str, position: str, context: Mapping[str, Any]) -> Iterator[tuple[Key, Row]]:
    if isinstance(value, Vector):
        yield (path, "vectors"), Row(values={"dims": (value.dim,)}, position=position)
    else:
        for row in element_rows(value, position, context):
            yield (path, "rows"), row


def _parts(value: Any, name: str, context: Mapping[str, Any]) -> Iterator[tuple[Key, Row]]:
    for part in json_shape.parts(value, name, context):
        slot = "envelope" if part.envelope else "vectors" if part.shape is Shape.VECTORS else "rows"
        for row in part.rows:
            yield (part.name, slot), row

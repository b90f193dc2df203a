"""Values of SQLite cells: text in any encoding, text and JSON kept in blobs, vectors told from both."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from satchel.formats.tabular.json_text import parsed_text, tidy_text
from satchel.formats.tabular.rows import Vector
from satchel.text.decode import decode, detect_encoding

_SHORTEST_VECTOR = 16
_UNPACKED = 16 << 20
_FOREIGN_SAMPLE = 64 << 10


class ForeignText(bytes):
    """The bytes of a TEXT cell that are no UTF-8."""

    __slots__ = ()


def text_factory(raw: bytes) -> str | ForeignText:
    """What `sqlite3` calls for each TEXT cell."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return ForeignText(raw)


@dataclass(slots=True)
class Cells:
    """How the cells of one table are read, found from a sample of its rows."""

    encoding: str = "utf-8"
    """Of text that is no UTF-8."""
    json_columns: frozenset[int] = frozenset()
    vector_columns: frozenset[int] = frozenset()
    only_vectors: bool = False
    """True when beside vectors there are but ids and numbers."""
    dims: list[int] = field(default_factory=list)

    def values(self, columns: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
        """A row as the readers give it; NULLs stay, as None."""
        return {name: self._value(place, cell) for place, (name, cell) in enumerate(zip(columns, row, strict=False))}

    def _value(self, place: int, cell: Any) -> Any:
        if isinstance(cell, ForeignText):
            cell = self._foreign(cell)
        if isinstance(cell, str):
            return parsed_text(cell) if place in self.json_columns else tidy_text(cell)
        if isinstance(cell, bytes):
            if place in self.vector_columns and (dim := vector_dim(cell)):
                return Vector(dim)
            return from_blob(cell)
        return cell

    def _foreign(self, raw: bytes) -> str:
        try:
            return bytes(raw).decode(self.encoding)
        except UnicodeDecodeError:
            return decode(bytes(raw)).text


def study(rows: Sequence[Sequence[Any]]) -> Cells:
    """How to read a table, by its first rows."""
    foreign = b"\n".join(cell for row in rows for cell in row if isinstance(cell, ForeignText))[:_FOREIGN_SAMPLE]
    cells = Cells(encoding=detect_encoding(foreign, truncated=False) if foreign else "utf-8")
    width = max(map(len, rows), default=0)
    columns = [[row[i] for row in rows if i < len(row) and row[i] is not None and row[i] != ""] for i in range(width)]
    cells.json_columns = frozenset(i for i, column in enumerate(columns) if column and all(map(_is_json, column)))
    cells.vector_columns = frozenset(i for i, column in enumerate(columns) if _are_vectors(column))
    cells.dims = sorted({vector_dim(cell) for i in cells.vector_columns for cell in columns[i][:100]})
    textual = [i for i, column in enumerate(columns) if column and all(isinstance(cell, str) for cell in column)]
    as_text = {i for i in textual if all(isinstance(tidy_text(cell), Vector) for cell in columns[i])}
    cells.dims += sorted(
        {v.dim for i in as_text for cell in columns[i][:100] if isinstance(v := tidy_text(cell), Vector)}
    )
    vectors = cells.vector_columns | as_text
    others = [cell for i, column in enumerate(columns) if i not in vectors for cell in column]
    cells.only_vectors = bool(vectors) and all(map(_is_plain, others))
    return cells


def vector_dim(blob: object) -> int:
    """How many floats a blob holds; 0 when it is no vector of floats."""
    if not isinstance(blob, bytes) or isinstance(blob, ForeignText):
        return 0
    for size, kind in ((4, "<f4"), (8, "<f8")):
        if len(blob) % size or len(blob) < _SHORTEST_VECTOR * size:
            continue
        with np.errstate(all="ignore"):
            numbers = np.abs(np.frombuffer(blob, kind).astype(np.float64))
        # Bytes of anything else give exponents all over the place: infinities, 1e30, 1e-30.
        if np.isfinite(numbers).all() and numbers.max() < 1e4 and np.mean((numbers > 1e-9) | (numbers == 0)) > 0.98:
            return len(blob) // size if numbers.any() else 0
    return 0


def from_blob(blob: bytes) -> Any:
    """Text, JSON or a vector kept in a blob; the bytes themselves when they are none of these."""
    text = _blob_text(blob)
    if text is None and blob[:2] in {b"\x1f\x8b", b"x\x9c", b"x\xda", b"x\x01", b"x^"}:
        text = _unpacked(blob)
    if text is not None:
        return parsed_text(text)
    dim = vector_dim(blob)
    return Vector(dim) if dim else blob


def _blob_text(blob: bytes) -> str | None:
    try:
        text = blob.decode("utf-8")
    except UnicodeDecodeError:
        if len(blob) < 8 or vector_dim(blob):
            return None
        found = decode(blob)
        if not found.certain and not found.encoding.startswith(("gb", "utf-16")):
            return None
        text = found.text if not found.replaced else "\x00"
    controls = sum(char < " " and char not in "\t\r\n\f" for char in text[:4096])
    return None if controls else text


def _unpacked(blob: bytes) -> str | None:
    try:
        if blob[:2] == b"\x1f\x8b":
            with gzip.open(io.BytesIO(blob)) as stream:
                data = stream.read(_UNPACKED)
        else:
            data = zlib.decompressobj().decompress(blob, _UNPACKED)
    except (OSError, EOFError, zlib.error):
        return None
    return _blob_text(data)


def _is_json(cell: Any) -> bool:
    if not isinstance(cell, str):
        return False
    text = cell.strip()
    if text[:1] + text[-1:] not in {"{}", "[]"}:
        return False
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _are_vectors(column: Iterable[Any]) -> bool:
    """True when the blobs of a column are vectors, nearly all of one length."""
    cells = list(column)
    dims = [vector_dim(cell) for cell in cells[:200]]
    good = [dim for dim in dims if dim]
    if not good or len(good) * 10 < len(dims) * 9:
        return False
    return good.count(max(set(good), key=good.count)) * 2 >= len(good)


def _is_plain(cell: Any) -> bool:
    """True for a number, an id or a time, which say nothing by themselves."""
    if isinstance(cell, str):
        return (
            len(cell) <= 128 and cell.isascii() and (cell[:4].isdecimal() or not any(char.isspace() for char in cell))
        )
    return isinstance(cell, int | float)

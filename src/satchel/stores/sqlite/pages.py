"""Reading the rows of a damaged database without SQLite, which refuses a whole table for one broken page.

Each page that still looks like a leaf is read by itself, whatever has become of the pages that lead to it.

Source: https://www.sqlite.org/fileformat2.html, sections 1.5 and 1.6 (pages), 2.1 (records), 4 (write-ahead log).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02
_HEADER_BYTES: Final = {_TABLE_LEAF: 8, _INDEX_LEAF: 8, _INDEX_INTERIOR: 12}
_SIZES: Final = frozenset(1 << power for power in range(9, 17))
_USUAL_SIZE: Final = 4096
_LARGEST_ROW: Final = 1 << 30
_WAL_MAGIC: Final = {0x377F0682: "<", 0x377F0683: ">"}
"""First four bytes of a write-ahead log → byte order of the words that its checksums add up."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row as it stands in a page."""

    number: int | None
    """The rowid; None for a row of a table without, or of an index."""
    values: tuple[int | float | str | bytes | None, ...]
    """A text that is no UTF-8 is given as bytes."""


class Pages:
    """The pages of a database, those in its write-ahead log included, as of the last whole commit."""

    def __init__(self, path: Path) -> None:
        """Open the files.

        Raises:
            OSError: they cannot be read.
        """
        self.path = path
        self._file = path.open("rb")
        self._log: BinaryIO | None = None
        try:
            head = self._file.read(100).ljust(100, b"\0")
            log = path.with_name(path.name + "-wal")
            if log.exists():
                self._log = log.open("rb")
            self.size = self._page_size(head)
            self._usable = self.size - head[20] if head[20] < 64 else self.size
            self.in_log = _log_frames(self._log, self.size) if self._log is not None else {}
            self._file.seek(0, 2)
            self._whole = -(-self._file.tell() // self.size)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Pages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()
        if self._log is not None:
            self._log.close()

    def _page_size(self, head: bytes) -> int:
        (named,) = struct.unpack(">H", head[16:18])
        size = 65536 if named == 1 else named
        if size in _SIZES and head.startswith(b"SQLite format 3\0"):
            return size
        if self._log is not None:
            (size,) = struct.unpack(">8xI", self._log.read(12).ljust(12, b"\0"))
        return size if size in _SIZES else _USUAL_SIZE

    def page(self, number: int) -> bytes:
        """A page by its number from 1; what is missing of it is zeros."""
        place = self.in_log.get(number)
        file = self._file if place is None else self._log
        assert file is not None
        file.seek((number - 1) * self.size if place is None else place)
        return file.read(self.size).ljust(self.size, b"\0")

    def rows(self) -> Iterator[Row]:
        """Every row that can be read, of every table and index, in order of pages."""
        for number in range(1, max([self._whole, *self.in_log]) + 1):
            page = self.page(number)
            start = 100 if number == 1 else 0
            if page[start] in _HEADER_BYTES:
                yield from self._rows_of(page, start)

    def _rows_of(self, page: bytes, start: int) -> Iterator[Row]:
        kind = page[start]
        (count,) = struct.unpack(">H", page[start + 3 : start + 5])
        first = start + _HEADER_BYTES[kind]
        for place in range(first, min(first + 2 * count, self.size - 1), 2):
            (cell,) = struct.unpack(">H", page[place : place + 2])
            try:
                row = self._row(page, cell + (4 if kind == _INDEX_INTERIOR else 0), kind)
            except (IndexError, ValueError, struct.error):
                continue
            if row is not None:
                yield row

    def _row(self, page: bytes, place: int, kind: int) -> Row | None:
        size, place = varint(page, place)
        number: int | None = None
        if kind == _TABLE_LEAF:
            number, place = varint(page, place)
        if not 0 < size < _LARGEST_ROW:
            return None
        payload = self._payload(page, place, size, largest=self._largest(kind))
        return Row(number, _values(payload))

    def _largest(self, kind: int) -> int:
        """How much of a row may stand in its page."""
        return self._usable - 35 if kind == _TABLE_LEAF else (self._usable - 12) * 64 // 255 - 23

    def _payload(self, page: bytes, place: int, size: int, *, largest: int) -> bytes:
        if size <= largest:
            return page[place : place + size]
        least = (self._usable - 12) * 32 // 255 - 23
        here = least + (size - least) % (self._usable - 4)
        here = here if here <= largest else least
        parts = [page[place : place + here]]
        (following,) = struct.unpack(">I", page[place + here : place + here + 4])
        rest, seen = size - here, set[int]()
        while rest > 0 and following and following not in seen:
            seen.add(following)
            more = self.page(following)
            parts.append(more[4 : 4 + min(rest, self._usable - 4)])
            rest -= self._usable - 4
            (following,) = struct.unpack(">I", more[:4])
        return b"".join(parts)


def varint(data: bytes, place: int) -> tuple[int, int]:
    """An integer of variable length, seven bits a byte, highest first, and the place behind it; a ninth byte has eight.

    Raises:
        IndexError: it ends outside the data.
    """
    value = 0
    for step in range(8):
        byte = data[place + step]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + step + 1
    return value << 8 | data[place + 8], place + 9


def _values(payload: bytes) -> tuple[int | float | str | bytes | None, ...]:
    end, place = varint(payload, 0)
    kinds: list[int] = []
    while place < end:
        kind, place = varint(payload, place)
        kinds.append(kind)
    if place != end:
        raise ValueError("a row's header ends in the middle of a number")
    place = end
    values: list[int | float | str | bytes | None] = []
    for kind in kinds:
        size = _size_of(kind)
        values.append(_value(kind, payload[place : place + size], size))
        place += size
    return tuple(values)


def _size_of(kind: int) -> int:
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind] if kind < 12 else (kind - 12) // 2


def _value(kind: int, raw: bytes, size: int) -> int | float | str | bytes | None:
    if kind >= 12:
        if kind % 2 == 0 or len(raw) < size:
            return raw  # a text that is cut is given as bytes too
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return raw
    if len(raw) < size or kind in (10, 11):
        raise ValueError("a number is cut, or of no kind")
    if kind == 7:
        (real,) = struct.unpack(">d", raw)
        return float(real)
    return {0: None, 8: 0, 9: 1}[kind] if kind in (0, 8, 9) else int.from_bytes(raw, "big", signed=True)


def _log_frames(log: BinaryIO, size: int) -> dict[int, int]:
    """Page → offset of its latest version in the committed part of a write-ahead log."""
    log.seek(0)
    head = log.read(32)
    if len(head) < 32:
        return {}
    magic, _, page_size = struct.unpack(">III", head[:12])
    if magic not in _WAL_MAGIC or page_size != size:
        return {}
    order = _WAL_MAGIC[magic]
    sums = _checksum(order, head[:24], (0, 0))
    if sums != struct.unpack(">II", head[24:32]):
        return {}
    committed: dict[int, int] = {}
    waiting: dict[int, int] = {}
    while len(frame := log.read(24 + size)) == 24 + size:
        number, commits = struct.unpack(">II", frame[:8])
        sums = _checksum(order, frame[24:], _checksum(order, frame[:8], sums))
        if frame[8:16] != head[16:24] or sums != struct.unpack(">II", frame[16:24]):
            break
        waiting[number] = log.tell() - size
        if commits:
            committed.update(waiting)
            waiting.clear()
    return committed


def _checksum(order: str, data: bytes, sums: Sequence[int]) -> tuple[int, int]:
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two

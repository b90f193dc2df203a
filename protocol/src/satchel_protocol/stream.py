"""The stream: everything that moves, as JSON Lines in one pass.

Lines, in this order: a header `{"satchel": "1.0", …}`, tombstones `{"tombstone": {…}}`, bare records, unknown lines
from elsewhere, a trailer `{"trailer": {…}}` with counts and the SHA-256 of all bytes before it. Compression and
encryption lie around these bytes and are none of this module's business.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, BinaryIO

from satchel_protocol.errors import StreamAlteredError, StreamCountError, StreamTruncatedError
from satchel_protocol.record import Record
from satchel_protocol.streamframe import (
    Header,
    Signature,
    Signer,
    Trailer,
    looks_like_stream,
    read_header,
    read_trailer,
)
from satchel_protocol.streamitems import MAX_LINE_BYTES, BadLine, Line, StreamItem, UnknownLine, read_line
from satchel_protocol.tombstone import Tombstone

__all__ = [
    "MAX_LINE_BYTES",
    "BadLine",
    "Header",
    "Signature",
    "Signer",
    "StreamItem",
    "StreamReader",
    "StreamWriter",
    "Trailer",
    "UnknownLine",
    "looks_like_stream",
    "read_header",
]

_dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False).encode


@dataclass(slots=True)
class StreamWriter:
    """Writes one stream; call `header`, then tombstones, records and lines, then `trailer`."""

    out: BinaryIO
    _hash: Any = field(default_factory=sha256)
    _types: Counter[str] = field(default_factory=Counter)
    _scopes: Counter[str] = field(default_factory=Counter)
    _withheld: Counter[str] = field(default_factory=Counter)
    _tombstones: int = 0
    _lines: int = 0

    def header(self, header: Header) -> None:
        self._write(_dump(header.to_json()))

    def tombstone(self, tombstone: Tombstone) -> None:
        self._tombstones += 1
        self._write(_dump({"tombstone": tombstone.to_json()}))

    def record(self, record: Record, line: str | None = None) -> None:
        """Write a record.

        Args:
            record: The record.
            line: Its JSON on one line, where somebody has it already.
        """
        self._types[record.type] += 1
        self._scopes[record.scope] += 1
        self._write(_dump(record.to_json()) if line is None else line)

    def line(self, line: str) -> None:
        """Pass an unknown line on, verbatim."""
        self._lines += 1
        self._write(line)

    def withhold(self, reason: str) -> None:
        """Count a record that stays behind."""
        self._withheld[reason] += 1

    def trailer(self, sign: Signer | None = None) -> Trailer:
        """End the stream, signed where there is somebody to sign it."""
        trailer = Trailer(
            records=self._types.total(),
            tombstones=self._tombstones,
            passed_through=self._lines,
            types=dict(self._types),
            scopes=dict(self._scopes),
            withheld=dict(self._withheld),
            sha256=self._hash.hexdigest(),
        )
        if sign is not None:
            trailer = replace(trailer, signature=sign(trailer.signed_bytes()))
        self._write(_dump({"trailer": trailer.to_json()}))
        return trailer

    def _write(self, line: str) -> None:
        raw = line.encode("utf-8", "strict") + b"\n"
        self._hash.update(raw)
        self.out.write(raw)


@dataclass(slots=True)
class StreamReader:
    """Reads one stream in constant memory. Iterate over it; then `trailer` is set and verified.

    Args:
        source: Binary lines, uncompressed.
        name: For messages.
        accept_partial: Let a stream without a trailer, or with a wrong one, pass; `partial` then says what was wrong.

    Raises (while iterating):
        NotAStreamError, StreamVersionError: at once.
        StreamTruncatedError, StreamAlteredError, StreamCountError: at the end.
    """

    source: BinaryIO
    name: str = "stream"
    accept_partial: bool = False
    header: Header | None = None
    trailer: Trailer | None = None
    partial: str = ""
    line_number: int = 0
    _hash: Any = field(default_factory=sha256)
    _kinds: Counter[str] = field(default_factory=Counter)
    _types: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[StreamItem]:
        for line in self._lines():
            yield line.item(f"{self.name}:{self.line_number}")

    def verify(self) -> None:
        """Read to the end and check everything but the records themselves; raises as iterating does."""
        for _ in self._lines():
            pass

    def _lines(self) -> Iterator[Line]:
        first = self._next_line()
        self.header = read_header(first, name=self.name)
        self._hash.update(first)
        while raw := self._next_line():
            if raw.startswith(b'{"trailer"'):
                trailer = read_trailer(raw)
                if trailer is not None:
                    self.trailer = trailer
                    self._check(trailer)
                    return
            self._hash.update(raw)
            line = read_line(raw)
            if len(raw) > MAX_LINE_BYTES:
                del raw
                self._skip_rest_of_line()
            if line is not None:
                self._kinds[line.kind] += 1
                if line.kind == "record":
                    self._types[line.type] += 1
                yield line
        self._fault(
            StreamTruncatedError(f"{self.name} ends at line {self.line_number} without a trailer: it was cut off")
        )

    def _next_line(self) -> bytes:
        raw = self.source.readline(MAX_LINE_BYTES + 1)
        if raw:
            self.line_number += 1
        return raw

    def _skip_rest_of_line(self) -> None:
        while rest := self.source.readline(1 << 20):
            self._hash.update(rest)
            if rest.endswith(b"\n"):
                return

    def _check(self, trailer: Trailer) -> None:
        while rest := self.source.read(1 << 16):
            if rest.strip():
                self._fault(StreamAlteredError(f"{self.name} goes on after its trailer, line {self.line_number}"))
                break
        found = self._hash.hexdigest()
        if trailer.sha256 != found:
            self._fault(
                StreamAlteredError(
                    f"{self.name} was altered: its bytes have the digest {found[:12]}…, "
                    f"the trailer says {trailer.sha256[:12]}…"
                )
            )
        said = {"record": trailer.records, "tombstone": trailer.tombstones, "line": trailer.passed_through}
        if sum(said.values()) != self._kinds.total():
            lines = self._kinds.total()
            self._fault(
                StreamCountError(
                    f"{self.name}: the trailer counts {sum(said.values())} lines, the stream holds {lines}"
                )
            )
        if self._kinds["bad"]:
            return  # of an unreadable line nobody knows what it was counted as
        for kind, count in said.items():
            if count != self._kinds[kind]:
                self._fault(
                    StreamCountError(
                        f"{self.name}: the trailer counts {count} lines of kind {kind}, "
                        f"the stream holds {self._kinds[kind]}"
                    )
                )
        if trailer.types and dict(trailer.types) != dict(self._types):
            self._fault(StreamCountError(f"{self.name}: the trailer's counts per type are not those of the records"))

    def _fault(self, error: Exception) -> None:
        if not self.accept_partial:
            raise error
        self.partial = self.partial or str(error)

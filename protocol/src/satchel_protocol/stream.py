"""The stream: everything that moves, as JSON Lines in one pass.

Lines, in this order: a header `{"satchel": "1.0", …}`, tombstones `{"tombstone": {…}}`, bare records, unknown lines
from elsewhere, a trailer `{"trailer": {…}}` with counts and the SHA-256 of all bytes before it. Compression and
encryption lie around these bytes and are none of this module's business.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, BinaryIO

from satchel_protocol.errors import (
    InvalidRecordError,
    NotAStreamError,
    Problem,
    StreamAlteredError,
    StreamCountError,
    StreamTruncatedError,
    StreamVersionError,
)
from satchel_protocol.record import VERSION, Json, Record
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.wiretime import format_wire

MAX_LINE_BYTES = 64 * 1024 * 1024
"""A longer line is no record and is not read into memory."""

_dump = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), check_circular=False).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line."""

    stream_id: str
    producer: str
    """`tool/version` that wrote it; claimed, not trusted."""
    created_at: datetime | None = None
    scopes: tuple[str, ...] = ()
    """Patterns that were asked for."""
    base: str | None = None
    """Cursor that an incremental stream starts from; None for a full one."""
    cursor: str | None = None
    """Cursor to ask with next time."""
    version: str = VERSION
    unknown: Mapping[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        out: dict[str, Json] = {"satchel": self.version, "stream_id": self.stream_id, "producer": self.producer}
        if self.created_at is not None:
            out["created_at"] = format_wire(self.created_at)
        out["scopes"] = list(self.scopes)
        if self.base is not None:
            out["base"] = self.base
        if self.cursor is not None:
            out["cursor"] = self.cursor
        return out | dict(self.unknown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trailer:
    """The last line."""

    records: int
    tombstones: int
    passed_through: int
    types: Mapping[str, int]
    scopes: Mapping[str, int]
    withheld: Mapping[str, int]
    """Reason → how many records stayed behind for it."""
    sha256: str
    """Digest of every byte before the trailer's line, lower-case hex."""
    unknown: Mapping[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        return {
            "records": self.records,
            "tombstones": self.tombstones,
            "passed_through": self.passed_through,
            "types": dict(sorted(self.types.items())),
            "scopes": dict(sorted(self.scopes.items())),
            "withheld": dict(sorted(self.withheld.items())),
            "sha256": self.sha256,
            **self.unknown,
        }


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

    def record(self, record: Record) -> None:
        self._types[record.type] += 1
        self._scopes[record.scope] += 1
        self._write(_dump(record.to_json()))

    def line(self, line: str) -> None:
        """Pass an unknown line on, verbatim."""
        self._lines += 1
        self._write(line)

    def withhold(self, reason: str) -> None:
        """Count a record that stays behind."""
        self._withheld[reason] += 1

    def trailer(self) -> Trailer:
        trailer = Trailer(
            records=self._types.total(),
            tombstones=self._tombstones,
            passed_through=self._lines,
            types=dict(self._types),
            scopes=dict(self._scopes),
            withheld=dict(self._withheld),
            sha256=self._hash.hexdigest(),
        )
        self._write(_dump({"trailer": trailer.to_json()}))
        return trailer

    def _write(self, line: str) -> None:
        raw = line.encode("utf-8", "strict") + b"\n"
        self._hash.update(raw)
        self.out.write(raw)


@dataclass(frozen=True, slots=True)
class UnknownLine:
    """A line that this version does not know; passed on as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is meant to be a record or tombstone and is none."""

    text: str
    reason: str
    problems: tuple[Problem, ...] = ()


StreamItem = Record | Tombstone | UnknownLine | BadLine


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

    def __iter__(self) -> Iterator[StreamItem]:
        hash_ = sha256()
        tally: Counter[str] = Counter()
        types: Counter[str] = Counter()
        first = self._next_line()
        self.header = read_header(first, name=self.name)
        hash_.update(first)
        while raw := self._next_line():
            if raw.startswith(b'{"trailer"'):
                trailer = _read_trailer(raw)
                if trailer is not None:
                    self.trailer = trailer
                    self._verify(trailer, hash_.hexdigest(), tally, types)
                    return
            hash_.update(raw)
            for item in self._items(raw):
                kind = _kind_of(item)
                tally[kind] += 1
                if isinstance(item, Record):
                    types[item.type] += 1
                yield item
        self._fault(
            StreamTruncatedError(f"{self.name} ends at line {self.line_number} without a trailer: it was cut off")
        )

    def _next_line(self) -> bytes:
        raw = self.source.readline(MAX_LINE_BYTES + 1)
        if raw:
            self.line_number += 1
        return raw

    def _items(self, raw: bytes) -> Iterator[StreamItem]:
        where = f"{self.name}:{self.line_number}"
        if len(raw) > MAX_LINE_BYTES:
            while raw and not raw.endswith(b"\n"):
                raw = self.source.readline(MAX_LINE_BYTES)
            yield BadLine("", f"{where}: the line is longer than {MAX_LINE_BYTES >> 20} MiB")
            return
        try:
            text = raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            yield BadLine(raw.decode("utf-8", "replace")[:2000], f"{where}: not UTF-8 at byte {error.start + 1}")
            return
        if text.strip():
            yield _read_line(text, where)

    def _verify(self, trailer: Trailer, found: str, tally: Counter[str], types: Counter[str]) -> None:
        rest = self.source.readline(4096)
        if rest.strip():
            self._fault(StreamAlteredError(f"{self.name} goes on after its trailer, from line {self.line_number + 1}"))
        if trailer.sha256 != found:
            self._fault(
                StreamAlteredError(
                    f"{self.name} was altered: its bytes have the digest {found[:12]}…, "
                    f"the trailer says {trailer.sha256[:12]}…"
                )
            )
        said = {"records": trailer.records, "tombstones": trailer.tombstones, "passed_through": trailer.passed_through}
        held = {
            "records": tally["record"] + tally["bad"],
            "tombstones": tally["tombstone"],
            "passed_through": tally["line"],
        }
        for kind, count in said.items():
            if tally["bad"] == 0 and count != held[kind]:
                self._fault(
                    StreamCountError(f"{self.name}: the trailer counts {count} {kind}, the stream holds {held[kind]}")
                )
        if tally["bad"] == 0 and dict(trailer.types) != dict(types):
            self._fault(StreamCountError(f"{self.name}: the trailer's counts per type are not those of the records"))

    def _fault(self, error: Exception) -> None:
        if not self.accept_partial:
            raise error
        self.partial = self.partial or str(error)


def read_header(raw: bytes, *, name: str) -> Header:
    """Read the first line of a stream.

    Raises:
        NotAStreamError: it is no header.
        StreamVersionError: its major version is higher than ours.
    """
    data = _json_or_none(raw)
    if not isinstance(data, dict) or not isinstance(data.get("satchel"), str) or "content" in data:
        raise NotAStreamError(
            f"{name} is no Satchel stream: its first line is no header. `satchel import` reads other files"
        )
    version = data["satchel"]
    major = version.partition(".")[0]
    ours = VERSION.partition(".")[0]
    if not major.isdigit() or int(major) > int(ours):
        raise StreamVersionError(
            f"{name} is of version {version}; this Satchel reads {ours}.x. Update Satchel to read it"
        )
    data.pop("satchel")
    created = data.pop("created_at", None)
    scopes = data.pop("scopes", None)
    return Header(
        version=version,
        stream_id=str(data.pop("stream_id", "")),
        producer=str(data.pop("producer", "")),
        created_at=_time_or_none(created),
        scopes=tuple(map(str, scopes)) if isinstance(scopes, list) else (),
        base=data.pop("base", None),
        cursor=data.pop("cursor", None),
        unknown=data,
    )


def looks_like_stream(first_line: bytes) -> bool:
    """Whether a file that begins with this line is a Satchel stream, of whatever version."""
    data = _json_or_none(first_line)
    return isinstance(data, dict) and isinstance(data.get("satchel"), str) and "content" not in data


def _read_line(text: str, where: str) -> StreamItem:
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
        if "\\ud" in text or "\\uD" in text:
            # Half of a surrogate pair is legal JSON but no Unicode text; it could never be written back.
            _dump(data).encode("utf-8")
    except (ValueError, RecursionError) as error:
        return BadLine(text, f"{where}: no JSON: {error}")
    try:
        if isinstance(data, dict) and "tombstone" in data and "content" not in data:
            return Tombstone.from_json(data["tombstone"], where=where)
        if isinstance(data, dict) and ("content" in data or ("id" in data and "type" in data)):
            return Record.from_json(data, where=where)
    except InvalidRecordError as error:
        return BadLine(text, str(error), error.problems)
    return UnknownLine(text)


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON number")


def _read_trailer(raw: bytes) -> Trailer | None:
    data = _json_or_none(raw)
    body = data.get("trailer") if isinstance(data, dict) and len(data) == 1 else None
    if not isinstance(body, dict) or not isinstance(body.get("sha256"), str):
        return None
    body = dict(body)

    def number(name: str) -> int:
        value = body.pop(name, 0)
        return value if isinstance(value, int) else -1

    def counts(name: str) -> dict[str, int]:
        value = body.pop(name, None)
        return value if isinstance(value, dict) else {}

    return Trailer(
        records=number("records"),
        tombstones=number("tombstones"),
        passed_through=number("passed_through"),
        types=counts("types"),
        scopes=counts("scopes"),
        withheld=counts("withheld"),
        sha256=str(body.pop("sha256")),
        unknown=body,
    )


def _json_or_none(raw: bytes) -> Json:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


def _time_or_none(text: Json) -> datetime | None:
    from satchel_protocol.errors import InvalidTimeError
    from satchel_protocol.wiretime import parse_wire

    try:
        return parse_wire(text) if isinstance(text, str) else None
    except InvalidTimeError:
        return None


def _kind_of(item: StreamItem) -> str:
    if isinstance(item, Record):
        return "record"
    if isinstance(item, Tombstone):
        return "tombstone"
    return "line" if isinstance(item, UnknownLine) else "bad"

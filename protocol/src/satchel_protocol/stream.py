"""The stream: everything that moves, as JSON Lines in one pass.

Lines, in this order: a header `{"satchel": "1.0", …}`, tombstones `{"tombstone": {…}}`, bare records, unknown lines
from elsewhere, a trailer `{"trailer": {…}}` with counts and the SHA-256 of all bytes before it. Compression and
encryption lie around these bytes and are none of this module's business.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, BinaryIO

from satchel_protocol.canonical import canonical_json
from satchel_protocol.errors import (
    NotAStreamError,
    StreamAlteredError,
    StreamCountError,
    StreamTruncatedError,
    StreamVersionError,
)
from satchel_protocol.record import VERSION, Json, Record
from satchel_protocol.streamitems import MAX_LINE_BYTES, BadLine, Line, StreamItem, UnknownLine, kind_of, read_line
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.wiretime import format_wire

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
    """Cursor that an incremental stream starts from; unset for a full one."""
    cursor: str | None = None
    """Cursor to ask with next time."""
    print_keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Root scope → names of the keys that the tombstones' prints were made with."""
    print_key_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The keys themselves, in hex: only in a stream that is encrypted."""
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
        if self.print_keys:
            out["print_keys"] = {root: list(names) for root, names in sorted(self.print_keys.items())}
        if self.print_key_values:
            out["print_key_values"] = {root: list(keys) for root, keys in sorted(self.print_key_values.items())}
        return out | dict(self.unknown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who vouches for a stream. Only a key that somebody trusts makes it worth anything."""

    key: str
    """`ed25519:` and the public key, base64."""
    value: str
    """Over `Trailer.signed_bytes`, base64."""
    unknown: Mapping[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        return {"key": self.key, "value": self.value, **self.unknown}


Signer = Callable[[bytes], Signature]
"""Signs bytes."""


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
    signature: Signature | None = None
    unknown: Mapping[str, Json] = field(default_factory=dict)

    def signed_bytes(self) -> bytes:
        """What a signature is made over: everything else in the trailer, and so, by its digest, every byte before."""
        return b"satchel stream\n" + canonical_json(replace(self, signature=None).to_json())

    def to_json(self) -> dict[str, Json]:
        signature = {"signature": self.signature.to_json()} if self.signature is not None else {}
        return {
            "records": self.records,
            "tombstones": self.tombstones,
            "passed_through": self.passed_through,
            "types": dict(sorted(self.types.items())),
            "scopes": dict(sorted(self.scopes.items())),
            "withheld": dict(sorted(self.withheld.items())),
            "sha256": self.sha256,
            **signature,
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
                trailer = _read_trailer(raw)
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


def read_header(raw: bytes, *, name: str) -> Header:
    """Read the first line of a stream.

    Raises:
        NotAStreamError: it is no header.
        StreamTruncatedError: it is the beginning of one.
        StreamVersionError: its major version is higher than ours.
    """
    if raw.startswith(b'{"satchel":') and not raw.endswith(b"\n"):
        raise StreamTruncatedError(f"{name} ends within its first line: it was cut off")
    data = _json_or_none(raw)
    if not _is_header(data):
        raise NotAStreamError(
            f"{name} is no Satchel stream: its first line is no header. `satchel import` reads other files"
        )
    version = data.pop("satchel")
    major, ours = version.partition(".")[0], VERSION.partition(".")[0]
    if not (major.isascii() and major.isdigit()) or len(major) > 9 or int(major) > int(ours):
        raise StreamVersionError(
            f"{name} is of version {version[:20]}; this Satchel reads {ours}.x. Update Satchel to read it"
        )
    known = {field.name for field in fields(Header)} - {"unknown", "version"}
    scopes = data.get("scopes")
    return Header(
        version=version,
        stream_id=_text(data.get("stream_id")) or "",
        producer=_text(data.get("producer")) or "",
        created_at=_time_or_none(data.get("created_at")),
        scopes=tuple(map(str, scopes)) if isinstance(scopes, list) else (),
        base=_text(data.get("base")),
        cursor=_text(data.get("cursor")),
        print_keys=_by_root(data.get("print_keys")),
        print_key_values=_by_root(data.get("print_key_values")),
        unknown={name: value for name, value in data.items() if name not in known},
    )


def _by_root(value: Json) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        return {}
    return {root: tuple(map(str, listed)) for root, listed in value.items() if isinstance(listed, list)}


def _is_header(data: Json) -> bool:
    return isinstance(data, dict) and isinstance(data.get("satchel"), str) and kind_of(data) == "line"


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def looks_like_stream(first_line: bytes) -> bool:
    """Whether a file that begins with this line is a Satchel stream, of whatever version."""
    return _is_header(_json_or_none(first_line))


def _read_trailer(raw: bytes) -> Trailer | None:
    data = _json_or_none(raw)
    body = data.get("trailer") if isinstance(data, dict) and len(data) == 1 else None
    if not isinstance(body, dict) or not isinstance(body.get("sha256"), str):
        return None
    body = dict(body)

    def number(name: str) -> int:
        value = body.pop(name, None)
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
        signature=_signature(body),
        unknown=body,
    )


def _signature(body: dict[str, Any]) -> Signature | None:
    """Taken out of a trailer's members; what has not the form of one stays there."""
    found = body.get("signature")
    if not (isinstance(found, dict) and isinstance(found.get("key"), str) and isinstance(found.get("value"), str)):
        return None
    rest = dict(body.pop("signature"))
    return Signature(key=rest.pop("key"), value=rest.pop("value"), unknown=rest)


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

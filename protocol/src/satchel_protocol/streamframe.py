"""What a stream says of itself: its first line, its last one, and who signed it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from satchel_protocol.canonical import canonical_json
from satchel_protocol.errors import InvalidTimeError, NotAStreamError, StreamTruncatedError, StreamVersionError
from satchel_protocol.record import VERSION, Json
from satchel_protocol.streamitems import kind_of
from satchel_protocol.wiretime import format_wire, parse_wire


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


def read_trailer(raw: bytes) -> Trailer | None:
    """Read the last line of a stream; None when it is no trailer."""
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
    try:
        return parse_wire(text) if isinstance(text, str) else None
    except InvalidTimeError:
        return None

"""What the store keeps of a record beside its JSON text, so that a query can filter by it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Final

from satchel_protocol.record import Record

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_LATEST_US: Final = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
_MARK: Final = "\x1f"

Columns = tuple[str, str, str | None, int | None, int | None, str | None, str | None]
"""(scope, type, state, created_at, expires_at, tool, tags); times in microseconds since 1970."""


def columns_of(record: Record) -> Columns:
    """The filter columns of a record."""
    return (
        record.scope,
        record.type,
        record.state,
        None if record.created_at is None else microseconds(record.created_at),
        None if record.ttl is None else expires_at(record),
        None if record.origin is None else record.origin.tool,
        packed_tags(record.tags) if record.tags else None,
    )


def microseconds(at: datetime) -> int:
    """Microseconds since 1970, exact."""
    return (at - _EPOCH) // _MICROSECOND


def expires_at(record: Record) -> int | None:
    """The last microsecond at which a record is still valid; None when it never expires.

    Agrees with `Record.is_expired` to the microsecond: that compares seconds as floats, so the exact product is moved
    up while the next microsecond still rounds to a validity within `ttl`.
    """
    start = record.valid_from
    if record.ttl is None or start is None or record.ttl == float("inf"):
        return None
    begins = microseconds(start)
    lasts = int(Fraction(record.ttl) * 1_000_000)
    if begins + lasts >= _LATEST_US:
        return None
    while timedelta(microseconds=lasts + 1).total_seconds() <= record.ttl:
        lasts += 1
    return begins + lasts


def packed_tags(tags: Iterable[str]) -> str:
    """Tags as one text in which `packed_tag` of a tag occurs exactly when the tag is one of them."""
    return _MARK + _MARK.join(map(_escaped, tags)) + _MARK


def packed_tag(tag: str) -> str:
    """What to look for in `packed_tags`."""
    return f"{_MARK}{_escaped(tag)}{_MARK}"


def _escaped(tag: str) -> str:
    # JSON escapes control characters, so the mark cannot occur inside a tag, and NULs, which `instr` stops at.
    return json.dumps(tag)


def packed_hex(text: str) -> bytes | str:
    """Half the room for hex digests and prints; any other text as it is."""
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        return text
    return raw if raw.hex() == text else text


def unpacked_hex(packed: bytes | str) -> str:
    """The inverse of `packed_hex`."""
    return packed.hex() if isinstance(packed, bytes) else packed

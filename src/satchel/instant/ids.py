"""Times inside ids: UUID versions 1, 6 and 7, ULID, MongoDB's ObjectId. A fallback that a caller asks for by name.

Never part of the ladder: an id says when it was made, and any 24 hex digits look like an ObjectId.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from satchel.instant.value import EPOCH, Instant, unknown
from satchel.instant.window import AHEAD, EARLIEST

_UUID = re.compile(
    r"(?:urn:uuid:|\{)?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([89ab][0-9a-f]{3})-?([0-9a-f]{12})\}?",
    re.IGNORECASE,
)
_OBJECT_ID = re.compile(r"(?:ObjectId\([\"'])?([0-9a-f]{24})(?:[\"']\))?", re.IGNORECASE)
_ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}", re.IGNORECASE)
_CROCKFORD = {char: n for n, char in enumerate("0123456789ABCDEFGHJKMNPQRSTVWXYZ")}
_GREGORIAN = datetime(1582, 10, 15, tzinfo=UTC)


def from_id(value: object, *, now: datetime) -> Instant:
    """When an id was made, if it is of a kind that says so.

    Args:
        value: Text, or {"$oid": "…"}.
        now: Aware; ids of times before 1995 or more than two days ahead are taken for random ones.

    Returns:
        `unit` says the kind: `uuid1`, `uuid6`, `uuid7`, `ulid`, `objectid`. Unknown, with the reason, for other ids.
    """
    text = value.get("$oid", "") if isinstance(value, dict) else value
    try:
        found = _inside(text.strip()) if isinstance(text, str) else None
    except OverflowError:  # a random id whose bits lie beyond the year 9999
        found = None
    if found is None:
        return unknown(value, "id-without-time", "this kind of id holds no time")
    at, unit, precision = found
    if not EARLIEST <= at <= now + AHEAD:
        return unknown(value, "id-without-time", "the id holds no plausible time")
    return Instant(at, unknown(value, "", "").raw, unit, "UTC", precision, False, f"id-{unit}")


def _inside(text: str) -> tuple[datetime, str, str] | None:
    match = _UUID.fullmatch(text)
    if match is not None:
        low, mid, high = match[1], match[2], match[3]
        if high[0] == "7":
            return EPOCH + timedelta(milliseconds=int(low + mid, 16)), "uuid7", "millisecond"
        if high[0] == "1":
            return _gregorian(int(high[1:] + mid + low, 16)), "uuid1", "microsecond"
        if high[0] == "6":
            return _gregorian(int(low + mid + high[1:], 16)), "uuid6", "microsecond"
        return None
    match = _OBJECT_ID.fullmatch(text)
    if match is not None:
        return EPOCH + timedelta(seconds=int(match[1][:8], 16)), "objectid", "second"
    if _ULID.fullmatch(text):
        milliseconds = 0
        for char in text[:10].upper():
            milliseconds = milliseconds * 32 + _CROCKFORD[char]
        return EPOCH + timedelta(milliseconds=milliseconds), "ulid", "millisecond"
    return None


def _gregorian(ticks: int) -> datetime:
    return _GREGORIAN + timedelta(microseconds=ticks // 10)

"""Times on the wire: RFC 3339, UTC, `Z`, up to microseconds. Strict out, a little tolerant in; nothing is ever guessed.

The many notations of foreign tools are not read here but in `satchel.instant`.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from satchel_protocol.errors import InvalidTimeError

_RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?(?:([Zz])|([+-])(\d\d):(\d\d))", re.ASCII
)

_PLAIN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?Z")
"""What the standard library reads as RFC 3339 has it, and faster than we do."""


def parse_wire(text: str) -> datetime:
    """Read an RFC 3339 time with a zone.

    Fractions beyond microseconds are cut off; a leap second becomes the last microsecond before the next minute.

    Returns:
        An aware datetime in UTC.

    Raises:
        InvalidTimeError: not RFC 3339, no zone, or no such day.
    """
    if len(text) <= 27 and text[-1:] == "Z" and _PLAIN.match(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            pass  # a second 60, or no such day: below
    match = _RFC3339.fullmatch(text)
    if match is None:
        raise InvalidTimeError(f"{text!r} is not an RFC 3339 time with a zone, like 2026-03-04T05:06:07Z")
    year, month, day, hour, minute, second, fraction, zulu, sign, zone_h, zone_m = match.groups()
    microsecond = int((fraction or "0").ljust(6, "0")[:6])
    seconds = int(second)
    if int(zone_m or 0) > 59:
        raise InvalidTimeError(f"{text!r} names no time: its offset has {zone_m} minutes")
    if seconds == 60:
        seconds, microsecond = 59, 999_999
    try:
        zone = UTC if zulu else timezone((1 if sign == "+" else -1) * timedelta(hours=int(zone_h), minutes=int(zone_m)))
        local = datetime(int(year), int(month), int(day), int(hour), int(minute), seconds, microsecond, zone)
        return local.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidTimeError(f"{text!r} names no time: {error}") from error


def format_wire(at: datetime) -> str:
    """Write an aware datetime as RFC 3339 in UTC with `Z`, without trailing zeros of the fraction.

    Raises:
        InvalidTimeError: `at` is naive.
    """
    if at.tzinfo is not UTC:
        if at.tzinfo is None:
            raise InvalidTimeError(f"{at!r} has no zone; a time on the wire is UTC")
        at = at.astimezone(UTC)
    text = at.isoformat()[: -len("+00:00")]
    if at.microsecond:
        text = text.rstrip("0")
    return text + "Z"

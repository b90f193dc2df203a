"""From a wall-clock time to a finished instant: the zone, the plausible window, the placeholders."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from satchel.instant.value import Instant, keepable, unknown
from satchel.instant.window import AHEAD, EARLIEST, is_placeholder
from satchel.instant.zones import Wall, offset_name, place, place_with_tail, resolve_zone, zone_name
from satchel_protocol.errors import UsageError

_MAX_OFFSET = timedelta(hours=16)
_LIMIT = "a limit of the calendar, not a time"


class How(NamedTuple):
    """How a value was read; the fields of `Instant` of the same names."""

    unit: str
    precision: str
    rule: str
    note: str = ""


class Frame:
    """What holds for all values of a column: the zone of naive times and the plausible window.

    Raises:
        InvalidTimeError: `zone` is unknown.
        UsageError: `now` is naive.
    """

    __slots__ = ("high", "this_year", "zone", "zone_name")

    def __init__(self, *, now: datetime, zone: str | tzinfo | None) -> None:
        if now.tzinfo is None:
            raise UsageError("`now` must carry a zone")
        self.zone = resolve_zone(zone) if isinstance(zone, str) else zone
        """Of naive times; None: UTC is assumed."""
        self.zone_name: str = zone if isinstance(zone, str) else zone_name(zone) if zone else ""
        self.high = now.astimezone(UTC) + AHEAD
        self.this_year: int = now.year

    def place(self, raw: object, wall: datetime, how: How, tail: str = "") -> Instant:
        """Put a naive time on the line of time, by the zone written behind it or the declared one."""
        try:
            placed = (
                place_with_tail(wall, tail, self.zone, self.zone_name)
                if tail
                else place(wall, self.zone, self.zone_name)
            )
        except OverflowError:
            return unknown(raw, "placeholder", _LIMIT)
        if isinstance(placed, str):
            return unknown(raw, "ambiguous-zone" if placed.startswith("ambiguous") else "unreadable", placed)
        return self.judge(raw, wall, placed, how)

    def convert(self, raw: object, local: datetime, how: How, zone: str = "") -> Instant:
        """Take an aware time to UTC.

        Args:
            raw: As found.
            local: Aware.
            how: How it was read.
            zone: As found; the offset when empty.
        """
        offset = local.utcoffset()
        if offset is None or abs(offset) > _MAX_OFFSET:
            return unknown(raw, "unreadable", "the zone's offset is impossible")
        try:
            at = local.astimezone(UTC)
        except OverflowError:
            return unknown(raw, "placeholder", _LIMIT)
        zone = zone or offset_name(offset)
        if EARLIEST <= at <= self.high:
            return Instant(at, keepable(raw), how.unit, zone, how.precision, False, how.rule)
        return self.judge(raw, local.replace(tzinfo=None), Wall(at, zone, False, ""), how)

    def judge(self, raw: object, wall: datetime, placed: Wall, how: How) -> Instant:
        """The finished instant, with what is doubtful about it."""
        at, problem, suspicious = placed.at, how.note or placed.note, False
        if not EARLIEST <= at <= self.high:
            if is_placeholder(wall, at):
                return unknown(raw, "placeholder", "the zero or a limit of a clock, not a time")
            suspicious = True
            problem = "earlier than 1995" if at < EARLIEST else "more than two days later than now"
        return Instant(
            at, keepable(raw), how.unit, placed.zone, how.precision, placed.assumed, how.rule, problem, suspicious
        )

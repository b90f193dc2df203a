"""Which columns hold times, and by which policy they are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from satchel.instant import ColumnTimes, Instant, looks_like_time
from satchel.move.infer.names import without_zone, zone_in_name

__all__ = ["ColumnTimes", "Instant", "ZonedTimes", "column_times", "day_clock", "time_share"]


def time_share(values: Sequence[Any], *, name: str, now: datetime) -> float:
    """How surely a column holds times, 0 to 1, by its values and, for bare numbers, by its name."""
    return looks_like_time(values, now=now, name=_bare(name)) if values else 0.0


def column_times(values: Sequence[Any], *, zone: str | None, name: str, now: datetime) -> ColumnTimes:
    """The policy by which a column's values are read; a zone that its heading tells counts before any other."""
    return ColumnTimes(values, now=now, name=_bare(name), zone=zone_in_name(name) or zone)


def _bare(name: str) -> str:
    return without_zone(name.rsplit(".", 1)[-1].lstrip("^"))


class ZonedTimes:
    """A column whose naive times lie in the zone that another column of the same row names.

    Args:
        values: Of the column, from a sample.
        zones: Every zone that rows name, as written.
        zone: Of rows that name none.
        name: Of the column.
        now: Aware.
    """

    def __init__(
        self, values: Sequence[Any], zones: Iterable[str], *, zone: str | None, name: str, now: datetime
    ) -> None:
        self.default = column_times(values, zone=zone, name=name, now=now)
        self._by_zone = {said: column_times(values, zone=said, name=name, now=now) for said in zones}

    def read(self, value: Any, zone: Any) -> Instant:
        """The moment of a value in a row that names this zone."""
        return self._by_zone.get(str(zone).strip(), self.default).read(value)


def day_clock(text: str, *, now: datetime) -> ColumnTimes | None:
    """The policy that reads a day in the name of a file or a heading; None when the text is no plausible day."""
    clock = ColumnTimes([text], now=now, name="date")
    found = clock.read(text)
    return clock if found.at is not None and not found.suspicious and found.precision == "day" else None

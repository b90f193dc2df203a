"""Which columns hold times, and by which policy they are read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from satchel.instant import ColumnTimes, Instant, looks_like_time

__all__ = ["ColumnTimes", "Instant", "column_times", "day_clock", "time_share"]


def time_share(values: Sequence[Any], *, name: str, now: datetime) -> float:
    """How surely a column holds times, 0 to 1, by its values and, for bare numbers, by its name."""
    return looks_like_time(values, now=now, name=name.rsplit(".", 1)[-1].lstrip("^")) if values else 0.0


def column_times(values: Sequence[Any], *, zone: str | None, name: str, now: datetime) -> ColumnTimes:
    """The policy by which a column's values are read."""
    return ColumnTimes(values, now=now, name=name.rsplit(".", 1)[-1].lstrip("^"), zone=zone)


def day_clock(text: str, *, now: datetime) -> ColumnTimes | None:
    """The policy that reads a day in the name of a file or a heading; None when the text is no plausible day."""
    clock = ColumnTimes([text], now=now, name="date")
    found = clock.read(text)
    return clock if found.at is not None and not found.suspicious and found.precision == "day" else None

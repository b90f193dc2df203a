"""Dates written as bare digits: 20260304, 202603040506, 20260304050607, and as far as microseconds.

No length clashes with an epoch number between 1995 and the next decades: those have 9 or 10, 12 or 13, 15 or 16, 18 or
19 digits, and the 12 digits of a minute start where milliseconds would still be before 1995.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

LENGTHS = frozenset({8, 12, 14, 17, 20})
_PRECISION = {4: "year", 6: "month", 8: "day", 12: "minute", 14: "second", 17: "millisecond", 20: "microsecond"}
_YEARS_BACK, _YEARS_AHEAD = 1900, 50


class Digits(NamedTuple):
    """A wall-clock time out of digits."""

    wall: datetime
    """Naive."""
    precision: str


def read_digits(text: str, *, this_year: int) -> Digits | None:
    """Read 4 (a year), 6 (a month), 8, 12, 14, 17 or 20 digits; None where no calendar or clock shows them.

    The year lies between 1900 and 50 years from now; four digits alone, and six, only between 1995 and next year.
    """
    size = len(text)
    precision = _PRECISION.get(size)
    if precision is None:
        return None
    year = int(text[:4])
    low, high = (1995, this_year + 1) if size <= 6 else (_YEARS_BACK, this_year + _YEARS_AHEAD)
    if not low <= year <= high:
        return None
    month, day = int(text[4:6] or 1), int(text[6:8] or 1)
    hour, minute, second = (int(text[at : at + 2] or 0) for at in (8, 10, 12))
    try:
        wall = datetime(year, month, day, hour, minute, second, int(text[14:].ljust(6, "0")))  # noqa: DTZ001  # naive
    except ValueError:
        return None
    return Digits(wall, precision)

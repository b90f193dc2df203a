"""Numbers counted from a zero: seconds, milliseconds, microseconds and nanoseconds of Unix by their magnitude.

From 1995 on the four ranges lie a factor of more than 400 apart, so that the number itself says its unit. Counts from
other zeros (spreadsheets, Apple, Windows, Chromium, SQLite's julianday) are read only when the caller names them.
"""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

from satchel.instant.value import EPOCH
from satchel.instant.window import EARLIEST

PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
PRECISION = {"s": "second", "ms": "millisecond", "us": "microsecond", "ns": "nanosecond"}
NUMBER = re.compile(r"[+-]?[0-9]{1,30}(?:\.[0-9]{0,30})?(?:[eE]\+?[0-9]{1,2})?", re.ASCII)


class Zero(NamedTuple):
    """A count that is not Unix's."""

    start: datetime
    offset: Decimal
    """The count at `start`."""
    per_second: Decimal
    precision: str


_PER_DAY = 1 / Decimal(86_400)
OTHER_ZEROS: dict[str, Zero] = {
    # Spreadsheets count days, and count a 29 February 1900 that never was; the zero of all later days is 30 December.
    "excel": Zero(datetime(1899, 12, 30, tzinfo=UTC), Decimal(0), _PER_DAY, "second"),
    "julian": Zero(datetime(2000, 1, 1, 12, tzinfo=UTC), Decimal(2_451_545), _PER_DAY, "millisecond"),
    "cocoa": Zero(datetime(2001, 1, 1, tzinfo=UTC), Decimal(0), Decimal(1), "microsecond"),
    "webkit": Zero(datetime(1601, 1, 1, tzinfo=UTC), Decimal(0), Decimal(10**6), "microsecond"),
    "filetime": Zero(datetime(1601, 1, 1, tzinfo=UTC), Decimal(0), Decimal(10**7), "microsecond"),
}
DECLARABLE = frozenset(PER_SECOND) | frozenset(OTHER_ZEROS)
"""Units that a caller may name for a column."""


class Counted(NamedTuple):
    """A number read as a time."""

    at: datetime
    unit: str
    precision: str


def bounds(latest: datetime) -> dict[str, tuple[int, int]]:
    """The inclusive range of plausible numbers for each unit."""
    low, high = int((EARLIEST - EPOCH).total_seconds()), int((latest - EPOCH).total_seconds())
    return {unit: (low * factor, high * factor + factor - 1) for unit, factor in PER_SECOND.items()}


def unit_of(number: Decimal | int, ranges: dict[str, tuple[int, int]]) -> str:
    """The only unit in which `number` is plausible, or an empty text."""
    for unit, (low, high) in ranges.items():
        if low <= number <= high:
            return unit
    return ""


def count(number: Decimal, unit: str, written: str) -> Counted:
    """Read `number` in `unit`, of Unix or another zero.

    Args:
        number: Exact.
        unit: One of `DECLARABLE`.
        written: The number as text; its decimals give the precision.

    Raises:
        OverflowError: further away than the calendar reaches.
    """
    other = OTHER_ZEROS.get(unit)
    if other is not None:
        seconds = (number - other.offset) / other.per_second
        precision = _day_precision(written) if unit == "excel" else other.precision
        if precision == "minute":
            seconds = round(seconds / 60) * Decimal(60)
        elif unit in {"excel", "julian"}:  # what binary fractions of a day are good for
            seconds = round(seconds, 0 if unit == "excel" else 3)
        return Counted(other.start + _delta(seconds), unit, precision)
    seconds = number.scaleb(1 - len(str(PER_SECOND[unit])))  # exact, where a division would round to 28 digits
    return Counted(EPOCH + _delta(seconds), unit, _precision(unit, written))


def is_rounded(written: str, unit: str) -> bool:
    """True for a number in scientific notation that lost its seconds, as spreadsheets leave them: 1.77261E+12."""
    mantissa, sign, exponent = written.lower().partition("e")
    if not sign:
        return False
    decimals = len(mantissa.partition(".")[2])
    return unit in PER_SECOND and 10 ** max(int(exponent) - decimals, 0) > PER_SECOND[unit]


def _day_precision(written: str) -> str:
    """What the decimals of a day are good for: 0.6389 means 15:20 and not 15:20:01."""
    decimals = written.partition(".")[2].strip("0")
    return "day" if not decimals else "minute" if len(written.partition(".")[2]) <= 4 else "second"


def _delta(seconds: Decimal) -> timedelta:
    """Cut off, not rounded, behind microseconds, as `fromisoformat` does."""
    whole = math.floor(seconds)
    return timedelta(seconds=whole, microseconds=int((seconds - whole) * 10**6))


def _precision(unit: str, written: str) -> str:
    decimals = "" if "e" in written.lower() else written.partition(".")[2].rstrip("0")
    if not decimals:
        return PRECISION[unit]
    places = len(str(PER_SECOND[unit])) - 1 + len(decimals)
    return "millisecond" if places <= 3 else "microsecond" if places <= 6 else "nanosecond"

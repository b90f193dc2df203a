"""Numbers as times: a count of the declared unit, else of the unit its magnitude says, else digits of a date."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from satchel.instant.digits import read_digits
from satchel.instant.epochs import DECLARABLE, OTHER_ZEROS, PER_SECOND, bounds, count, is_rounded, unit_of
from satchel.instant.frame import Frame, How
from satchel.instant.value import Instant, unknown
from satchel.instant.window import EARLIEST, FAR_AHEAD
from satchel.instant.zones import Wall
from satchel_protocol.errors import UsageError

_ZERO = "zero or nothing, not a time"


class Numbers:
    """Reads numbers in a frame.

    Args:
        frame: Zone and window.
        unit: Of all numbers, when it is declared.
        digit_dates: Read 20260304 as a day.
        short_dates: Read 2026 and 202603 as a year and a month.
        known_units: Units proved for the column; their numbers are read up to fifty years ahead, and flagged.

    Raises:
        UsageError: `unit` is none of `DECLARABLE`.
    """

    __slots__ = ("_digit_dates", "_frame", "_known", "_later", "_short", "ranges", "unit")

    def __init__(
        self, frame: Frame, *, unit: str, digit_dates: bool, short_dates: bool, known_units: frozenset[str]
    ) -> None:
        if unit and unit not in DECLARABLE:
            raise UsageError(f"{unit!r} is no unit of time; known are {', '.join(sorted(DECLARABLE))}")
        self.unit = unit
        self.ranges = bounds(frame.high)
        """Of each unit, the plausible numbers, both ends included."""
        self._frame, self._digit_dates, self._short = frame, digit_dates, short_dates
        self._later = bounds(frame.high + FAR_AHEAD)
        self._known = {known: self._later[known] for known in known_units}

    def read(self, raw: object, text: str) -> Instant:
        """Read a number.

        Args:
            raw: The value as found, number or text.
            text: The number in text that `NUMBER` matches, or `nan`, `inf`.
        """
        try:
            number = Decimal(text)
        except InvalidOperation:
            return unknown(raw, "unreadable", "not a number")
        if not number.is_finite():
            return unknown(raw, "missing", "no time given")
        if abs(number) <= 1:
            return unknown(raw, "placeholder", _ZERO)
        if self.unit:
            return self._declared(raw, number, text)
        unit = unit_of(number, self.ranges) or unit_of(number, self._known)
        if unit:
            return self.counted(raw, number, text, unit)
        as_date = self._as_date(raw, number)
        return as_date or unknown(raw, "not-a-time", "no unit puts this number between 1995 and now")

    def counted(self, raw: object, number: Decimal, text: str, unit: str, note: str = "") -> Instant:
        """Read a number of a certain unit."""
        if is_rounded(text, unit) and not isinstance(raw, float):
            return unknown(raw, "not-a-time", "a number that was rounded to a few digits; the time in it is lost")
        try:
            found = count(number, unit, text)
        except (OverflowError, InvalidOperation):
            return unknown(raw, "not-a-time", "the number lies beyond the calendar")
        how = How(unit, found.precision, f"epoch-{unit}", note)
        wall = found.at.replace(tzinfo=None)
        if unit in OTHER_ZEROS and not EARLIEST <= found.at <= self._frame.high + FAR_AHEAD:
            return unknown(raw, "not-a-time", f"as {unit} this number lies outside 1995 to now")
        if unit == "excel":  # spreadsheets know no zone
            return self._frame.place(raw, wall, how)
        return self._frame.judge(raw, wall, Wall(found.at, "UTC", False, ""), how)

    def _declared(self, raw: object, number: Decimal, text: str) -> Instant:
        """A number whose unit the caller named; one that fits only another unit is read by that, and said so."""
        unit, note = self.unit, ""
        if unit in PER_SECOND and not self._later[unit][0] <= number <= self._later[unit][1]:
            unit = unit_of(number, self.ranges)
            note = f"declared as {self.unit}, but plausible only as {unit}"
        if not unit:
            return unknown(raw, "not-a-time", f"as {self.unit} this number lies outside 1995 to now")
        return self.counted(raw, number, text, unit, note)

    def _as_date(self, raw: object, number: Decimal) -> Instant | None:
        """Digits that spell a date, when they are of a length that does and the column allows it."""
        if not 1000 <= number < 10**20 or number != number.to_integral_value():
            return None
        digits = str(int(number))
        if len(digits) < 8 and not self._short and not (len(digits) == 4 and isinstance(raw, str)):
            return None
        found = read_digits(digits, this_year=self._frame.this_year)
        if found is None:
            return None
        if len(digits) == 8 and not self._digit_dates:
            return unknown(raw, "unreadable", "eight digits, but most others in this column are no dates")
        return self._frame.place(raw, found.wall, How("digits", found.precision, "digits"))

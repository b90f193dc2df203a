"""One value in, one `Instant` out: the ladder of rules, fast for the notations that fill whole files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Decimal

from satchel.instant.epochs import NUMBER
from satchel.instant.frame import Frame, How
from satchel.instant.numbers import Numbers
from satchel.instant.spreadsheet import days_written
from satchel.instant.structured import Inner, unwrap, unwrap_text
from satchel.instant.value import EPOCH, Instant, keepable, unknown
from satchel.instant.window import EARLIEST, is_absent, is_zero
from satchel.instant.written import MAX_LENGTH, Written, normalise, read_written

_BY_LENGTH = {
    19: "second",
    **dict.fromkeys((21, 22, 23), "millisecond"),
    **dict.fromkeys((24, 25, 26), "microsecond"),
}
"""Precision of an extended ISO time by its length without the zone."""
_fromisoformat = datetime.fromisoformat


class Reader:
    """Reads single values under fixed assumptions. It never raises, never guesses and never answers "now".

    Args:
        now: Aware; the plausible window ends two days after it.
        zone: Of naive times: a name for `resolve_zone` or a tzinfo. None: UTC, and each such time is marked `assumed`.
        day_first: The order of 03/04/2026: True 3 April, False March 4th; None: such a date is ambiguous, not read.
        order: The same as `dmy`, `mdy` or `ymd`, which settles two-digit years too; wins over `day_first`.
        unit: Of numbers, when it is known: `s`, `ms`, `us`, `ns`, `excel`, `julian`, `cocoa`, `webkit`, `filetime`.
        digit_dates: Read 20260304 as a day. Off for a column in which other numbers of eight digits are no days.
        short_dates: Read the numbers 2026 and 202603 as a year and a month, for columns that are known to hold times.
        known_units: Units proved for the column; their numbers are read up to fifty years ahead, and flagged.

    Raises:
        InvalidTimeError: `zone` is unknown.
        UsageError: `now` is naive, or `unit` is none of those named.
    """

    __slots__ = ("_frame", "_high", "_ms", "_numbers", "_order", "_s")

    def __init__(
        self,
        *,
        now: datetime,
        zone: str | tzinfo | None = None,
        day_first: bool | None = None,
        order: str = "",
        unit: str = "",
        digit_dates: bool = True,
        short_dates: bool = False,
        known_units: frozenset[str] = frozenset(),
    ) -> None:
        self._frame = Frame(now=now, zone=zone)
        self._numbers = Numbers(
            self._frame, unit=unit, digit_dates=digit_dates, short_dates=short_dates, known_units=known_units
        )
        self._order = order or {True: "dmy", False: "mdy", None: ""}[day_first]
        self._high = self._frame.high
        nothing = (1, 0)
        ranges = self._numbers.ranges
        self._s, self._ms = (nothing, nothing) if unit else (ranges["s"], ranges["ms"])

    def read(self, value: object) -> Instant:
        """Read one value of any type that JSON, CSV, YAML or a database gives. See the ladder in `satchel.instant`."""
        if isinstance(value, str):
            # The common notations are tried first and touch nothing else; all others take the slower way below.
            if len(value) > 18 and value[16] == ":" and value[4] == "-":
                try:
                    wall = _fromisoformat(value)
                except ValueError:
                    return self._text(value, value)
                if wall.tzinfo is UTC and value[-1] == "Z" and EARLIEST <= wall <= self._high:
                    return Instant(wall, value, "iso", "Z", _BY_LENGTH.get(len(value) - 1, "nanosecond"), False, "iso")
                return self._iso(value, wall)
            return self._short_text(value)
        if isinstance(value, int) and value is not True and value is not False:
            if self._s[0] <= value <= self._s[1]:
                return Instant(EPOCH + timedelta(0, value), value, "s", "UTC", "second", False, "epoch-s")
            if self._ms[0] <= value <= self._ms[1]:
                at = EPOCH + timedelta(0, value // 1000, value % 1000 * 1000)
                return Instant(at, value, "ms", "UTC", "millisecond", False, "epoch-ms")
            return self._numbers.read(value, str(value) if abs(value) < 10**30 else "9" * 30)
        return self._other(value)

    def _iso(self, value: str, wall: datetime) -> Instant:
        """What `fromisoformat` read, with its zone and precision."""
        if wall.tzinfo is None:
            precision = _BY_LENGTH.get(len(value), "nanosecond")
            if self._frame.zone is None and EARLIEST <= (at := wall.replace(tzinfo=UTC)) <= self._high:
                return Instant(at, value, "iso", "UTC", precision, True, "iso")
            return self._frame.place(value, wall, How("iso", precision, "iso"))
        start = len(value) - 1 if value[-1] == "Z" else max(value.rfind("+"), value.rfind("-"))
        size = start - 1 if value[start - 1] == " " else start
        return self._frame.convert(value, wall, How("iso", _BY_LENGTH.get(size, "nanosecond"), "iso"), value[start:])

    def _short_text(self, value: str) -> Instant:
        """Dates and counts of seconds or milliseconds as text, which fill whole CSV files; else the full ladder."""
        size = len(value)
        if size == 10 and value[4] == "-" == value[7]:
            try:
                wall = _fromisoformat(value)
            except ValueError:
                return self._text(value, value)
            return self._frame.place(value, wall, How("date", "day", "date"))
        if size in {10, 13} and value.isdigit() and value.isascii() and value[0] != "0":
            number = int(value)
            if self._s[0] <= number <= self._s[1] or self._ms[0] <= number <= self._ms[1]:
                return self.read(number)._replace(raw=value)
        return self._text(value, value)

    def _other(self, value: object) -> Instant:
        """Values that are neither text nor a whole number."""
        if value is None:
            return unknown(None, "missing", "no time given")
        if isinstance(value, bool):
            return unknown(value, "unreadable", "a truth value is no time")
        if isinstance(value, float):
            return self._float(value)
        if isinstance(value, Decimal):
            return self._numbers.read(value, str(value))
        if isinstance(value, date):
            return self._object(value)
        if isinstance(value, Mapping):
            return self._inner(value, unwrap(value))
        if isinstance(value, bytes | bytearray | memoryview):
            text = str(keepable(value))
            return self._text(text, text)
        return unknown(value, "unreadable", f"a {type(value).__name__} is no time")

    def _float(self, value: float) -> Instant:
        """Seconds with decimals, taken from their shortest text, so that the same number as text gives the same time."""
        if not self._s[0] <= value <= self._s[1]:
            return self._numbers.read(value, str(value))
        whole, _, decimals = str(value).partition(".")
        decimals = decimals.rstrip("0")
        at, size = EPOCH + timedelta(0, int(whole), int(decimals[:6].ljust(6, "0"))), len(decimals)
        precision = (
            "second" if not size else "millisecond" if size <= 3 else "microsecond" if size <= 6 else "nanosecond"
        )
        return Instant(at, value, "s", "UTC", precision, False, "epoch-s")

    def _object(self, value: date) -> Instant:
        """A date or datetime that a driver or YAML made."""
        if not isinstance(value, datetime):
            midnight = datetime(value.year, value.month, value.day)  # noqa: DTZ001  # a date has no zone
            return self._frame.place(value.isoformat(), midnight, How("iso", "day", "object"))
        how = How("iso", "microsecond" if value.microsecond else "second", "object")
        if value.utcoffset() is None:
            return self._frame.place(value.isoformat(), value.replace(tzinfo=None), how)
        return self._frame.convert(value.isoformat(), value, how)

    def _text(self, raw: object, value: str) -> Instant:
        """Text in any notation."""
        if len(value) > MAX_LENGTH:
            return unknown(raw, "unreadable", "too long to be a time")
        text = normalise(value)
        if is_absent(text):
            return unknown(raw, "missing", "no time given")
        if is_zero(text):
            return unknown(raw, "placeholder", "zero or nothing, not a time")
        if self._numbers.unit == "excel" and "," in text and (day := days_written(text)):
            text = day
        if NUMBER.fullmatch(text):
            return self._number_text(raw, text)
        inner = unwrap_text(text)
        if inner is not None:
            return self._inner(raw, inner)
        found = read_written(text, this_year=self._frame.this_year)
        return unknown(raw, "unreadable", found) if isinstance(found, str) else self._chosen(raw, found)

    def _number_text(self, raw: object, text: str) -> Instant:
        """A number given as text; 2026.03 is a month once it is no count."""
        if text[0] == "0" and text[:2] != "0.":
            return unknown(raw, "unreadable", "a number with a leading zero is no time")
        found = self._numbers.read(raw, text)
        if found.at is None and not self._numbers.unit and len(text) <= 7 and text[4:5] == ".":
            month = read_written(text, this_year=self._frame.this_year)
            return found if isinstance(month, str) else self._chosen(raw, month)
        return found

    def _inner(self, raw: object, inner: Inner | None) -> Instant:
        """Read what a wrapping holds, by the unit that the wrapping declares."""
        if inner is None or isinstance(inner.value, Mapping | list | tuple):
            return unknown(raw, "unreadable", "an object of unknown form is no time")
        if not inner.unit:
            text = inner.value
            if isinstance(text, str) and (len(text) > MAX_LENGTH or unwrap_text(normalise(text)) is not None):
                return unknown(raw, "unreadable", "a wrapping inside a wrapping")
            return self.read(text)._replace(raw=keepable(raw))
        text = str(inner.value)
        if isinstance(inner.value, bool) or not NUMBER.fullmatch(text):
            return unknown(raw, "unreadable", "the object holds no number")
        number = Decimal(text)
        if abs(number) <= 1:
            return unknown(raw, "placeholder", "zero or nothing, not a time")
        return self._numbers.counted(text, number, text, inner.unit)._replace(raw=keepable(raw))

    def _chosen(self, raw: object, found: Written) -> Instant:
        """Settle the order of day and month, then the zone."""
        choices = found.choices
        if not choices:
            return unknown(raw, "placeholder", "a limit of the calendar, not a time")
        wall = choices.get(self._order) or next(iter(choices.values()))
        if found.notation == "iso":
            how = How("iso", found.precision, "iso") if found.timed else How("date", found.precision, "date")
        else:
            how = How("text", found.precision, f"written-{found.notation}")
        instant = self._frame.place(raw, wall, how._replace(note=found.note), found.zone)
        if instant.at is not None and self._order not in choices and len(set(choices.values())) > 1:
            either = " or ".join(sorted({moment.date().isoformat() for moment in choices.values()}))
            return unknown(raw, "ambiguous-order", f"ambiguous: {either}, by the order of day and month")
        return instant


def read_instant(
    value: object,
    *,
    now: datetime,
    zone: str | tzinfo | None = None,
    day_first: bool | None = None,
    unit: str = "",
) -> Instant:
    """Read one value on its own. For many values of one column use `ColumnTimes`, which knows more.

    Raises:
        InvalidTimeError: `zone` is unknown. Never for a value.
        UsageError: `now` is naive or `unit` unknown.
    """
    return Reader(now=now, zone=zone, day_first=day_first, unit=unit).read(value)

"""Stretches of time on the reader's own clock and calendar: days, weeks, months, seasons, "two weeks ago"."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

_DAY: Final = timedelta(days=1)
_SOUTH: Final = (
    "Australia/", "Pacific/Auckland", "Antarctica/", "Africa/Johannesburg", "Africa/Maputo", "Africa/Windhoek",
    "America/Argentina/", "America/Buenos_Aires", "America/Sao_Paulo", "America/Santiago", "America/Montevideo",
)  # fmt: skip
"""Zones where summer is in January. The tropics have no summer to speak of and keep the northern names."""
PARTS: Final = {"morning": (5, 12), "noon": (11, 14), "afternoon": (12, 18), "evening": (17, 24), "night": (18, 30)}
"""Hours of the day, from and to; a night goes on after midnight."""
EARLY, MIDDLE, LATE = (0.0, 0.36), (0.29, 0.71), (0.64, 1.0)
OPENING, CLOSING = (0.0, 0.25), (0.75, 1.0)
"""Shares of a month or a year. They overlap, since nobody draws a line between early and mid-March."""


@dataclass(frozen=True, slots=True)
class Span:
    """From a moment, inclusive, to another, exclusive; naive, by the reader's clock. None leaves a side open."""

    start: datetime | None
    end: datetime | None

    @property
    def days(self) -> float:
        """How long it is; infinite where it is open."""
        return math.inf if self.start is None or self.end is None else (self.end - self.start) / _DAY

    def hull(self, other: Span) -> Span:
        """The shortest span that holds both."""
        starts, ends = (self.start, other.start), (self.end, other.end)
        return Span(
            None if None in starts else min(s for s in starts if s is not None),
            None if None in ends else max(e for e in ends if e is not None),
        )

    def share(self, part: tuple[float, float]) -> Span:
        """A part of it in whole days: `EARLY`, `MIDDLE`, `LATE`."""
        if self.start is None or self.end is None:
            return self
        length = (self.end - self.start) / _DAY
        if length < 2:
            return self
        first, last = math.floor(length * part[0]), math.ceil(length * part[1])
        return Span(self.start + first * _DAY, self.start + last * _DAY)

    def before(self) -> Span:
        """What was before it. On Christmas Eve it is "before Christmas" to some, so up to three of its days count."""
        if self.start is None or self.end is None or self.end - self.start <= _DAY or self.end - self.start > 9 * _DAY:
            return Span(None, self.start)
        return Span(None, min(self.end, self.start + 3 * _DAY))

    def around(self, *, least: int = 3) -> Span:
        """Three quarters of its length more on both sides, at least so many days, at most 30."""
        if self.start is None or self.end is None:
            return self
        slack = min(max((self.end - self.start) * 0.75, least * _DAY), 30 * _DAY)
        return Span(self.start - slack, self.end + slack)


def days(first: date, count: int = 1) -> Span:
    """Whole days."""
    start = datetime.combine(first, time())
    return Span(start, start + count * _DAY)


def months(year: int, month: int, count: int = 1) -> Span:
    """Whole months; months beyond December are of the next year."""
    return Span(_month_start(year, month), _month_start(year, month + count))


def joined(first: Span, second: Span, *, dated: tuple[bool, bool]) -> Span:
    """From the one to the other. They share a year where only one names it; November to January goes over its turn.

    Args:
        first, second: Whole spans.
        dated: Which of them names its year.
    """
    start, end, begins = first.start, second.end, second.start
    if start is None or end is None or begins is None:
        return first.hull(second)
    if dated[0] and not dated[1]:
        years = start.year - begins.year
        end = _years_later(end, years + (_years_later(begins, years) < start))
    elif not dated[0]:
        years = begins.year - start.year
        start = _years_later(start, years - (_years_later(start, years) > begins))
    return Span(start, max(start + _DAY, end))


def _years_later(at: datetime, years: int) -> datetime:
    return at.replace(year=at.year + years, day=min(at.day, 28) if at.month == 2 else at.day)


def part_of(day: date, name: str) -> Span:
    """A part of a day, by its name in `PARTS`."""
    start = datetime.combine(day, time())
    first, last = PARTS[name]
    return Span(start + timedelta(hours=first), start + timedelta(hours=last))


def _month_start(year: int, month: int) -> datetime:
    return datetime(year + (month - 1) // 12, (month - 1) % 12 + 1, 1)  # noqa: DTZ001  # by the reader's clock


@dataclass(frozen=True, slots=True)
class Today:
    """Where the reader stands: the time on the clock, and which half of the Earth."""

    now: datetime
    """Naive, by the reader's clock."""
    southern: bool = False

    @classmethod
    def at(cls, now: datetime, zone: tzinfo) -> Today:
        """The reader's clock at an instant."""
        key = str(getattr(zone, "key", ""))
        return cls(now.astimezone(zone).replace(tzinfo=None), key.startswith(_SOUTH))

    @property
    def day(self) -> date:
        return self.now.date()

    @property
    def year(self) -> int:
        return self.now.year

    def days_back(self, count: int) -> date:
        return self.day - timedelta(days=count)

    def week(self, back: int = 0) -> Span:
        """Monday to Sunday."""
        return days(self.days_back(self.day.weekday() + 7 * back), 7)

    def weekday(self, number: int, *, back: int) -> date:
        """That day of a week; Monday is 0."""
        return self.days_back(self.day.weekday() - number + 7 * back)

    def weekend(self, back: int = 0) -> Span:
        return days(self.weekday(5, back=back), 2)

    def month(self, back: int = 0) -> Span:
        return months(self.year, self.now.month - back)

    def quarter(self, back: int = 0) -> Span:
        return months(self.year, (self.now.month - 1) // 3 * 3 + 1 - 3 * back, 3)

    def season(self, name: str, year: int) -> Span:
        """Three whole months; a winter is named after the year in which it begins."""
        first = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}[name]
        if self.southern:
            first = (first + 5) % 12 + 1
        return months(year, first, 3)

    def latest(self, of_year: Callable[[int], Span]) -> Span:
        """The latest occurrence of something yearly that has begun."""
        spans = [of_year(self.year - back) for back in range(3)]
        return next((span for span in spans if span.start is not None and span.start <= self.now), spans[-1])

    def last(self, of_year: Callable[[int], Span]) -> Span:
        """ "Last" something yearly: the latest that is over. One of this very year may also be the one before."""
        spans = [of_year(self.year - back) for back in range(4)]
        over = [span for span in spans if span.end is not None and span.end <= self.now]
        latest = over[0]
        if latest.start is not None and latest.start.year == self.year:
            return latest.hull(over[1])
        return latest

    def weekdays_ago(self, number: int, count: int) -> Span:
        """ "Two Fridays ago": a week either way, depending on whether the latest is counted."""
        return days(self.weekday(number, back=count), 8) if count > 1 else self.last_weekday(number)

    def last_weekday(self, number: int) -> Span:
        """ "Last Monday": of last week; where this week has had one, that may be meant too."""
        back = days(self.weekday(number, back=1))
        return back.hull(days(self.weekday(number, back=0))) if number < self.day.weekday() else back

    def latest_weekday(self, number: int) -> Span:
        """The day that was latest; asked on that day, a week ago may be meant too."""
        if number == self.day.weekday():
            return days(self.weekday(number, back=1), 8)
        return days(self.weekday(number, back=0 if number < self.day.weekday() else 1))

    def ago(self, count: float, unit: str) -> Span:
        """ "Two weeks ago": nobody counts exactly, so the further back the wider.

        Args:
            count: How many.
            unit: `minute hour day week fortnight month year`.
        """
        if unit == "fortnight":
            unit, count = "week", 2 * count
        if unit in {"minute", "hour"}:
            length = timedelta(**{unit + "s": count})
            slack = max(length / 2, timedelta(minutes=10))
            return Span(self.now - length - slack, min(self.now, self.now - length + slack))
        if unit == "day":
            return self._about(self.days_back(round(count)), int(count) // 7)
        if unit == "week":
            back = round(count)
            about = self._about(self.days_back(round(count * 7)), max(2 + (back > 1), round(count)))
            return about.hull(self.week(back)) if back > 1 else about
        if unit == "year" and count < 1:
            unit, count = "month", count * 12
        if unit == "month" and count < 1:
            return self.ago(count * 30, "day")
        if unit == "month":
            return self._about(self._months_back(count), max(16, round(count * 4.5)))
        about = self._about(self._months_back(count * 12), 183)
        return about.hull(months(self.year - round(count), 1, 12))

    def few_ago(self, unit: str) -> Span:
        """ "A few days ago": between one and a half and seven of them, days from yesterday on."""
        if unit == "day":
            return days(self.days_back(8), 8)
        return self.ago(7, unit).hull(self.ago(1.5, unit)) if unit in {"minute", "hour"} else self._few(unit)

    def _few(self, unit: str) -> Span:
        far, near = self.since(7, unit), self.since(1.5, unit)
        return Span(far.start, near.start)

    def since(self, count: float, unit: str) -> Span:
        """ "The last three days": up to and with today."""
        if unit == "fortnight":
            unit, count = "week", 2 * count
        end = days(self.day).end
        if unit in {"minute", "hour"}:
            return Span(self.now - timedelta(**{unit + "s": count}), end)
        if unit in {"day", "week"}:
            first = self.days_back(round(count * (7 if unit == "week" else 1)))
        else:
            first = self._months_back(count * (12 if unit == "year" else 1))
        return Span(days(first).start, end)

    def _about(self, day: date, slack: int) -> Span:
        return days(day - slack * _DAY, 2 * slack + 1)

    def _months_back(self, count: float) -> date:
        whole = int(count)
        start = _month_start(self.year, self.now.month - whole)
        end = _month_start(start.year, start.month + 1)
        day = min(start + (self.day.day - 1) * _DAY, end - _DAY)
        return day.date() - timedelta(days=round((count - whole) * 30))

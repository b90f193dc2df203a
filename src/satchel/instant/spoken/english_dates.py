"""English times by their name: 4 March, May 2023, Q3, summer 2025, Christmas."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from satchel.instant.dates import MONTHS
from satchel.instant.spoken.english_words import (
    DAY,
    HOLIDAY,
    MONTH,
    OF_YEAR,
    ORDINALS,
    SEASON,
    WEEKDAY,
    WEEKDAYS,
    YEAR,
    of_year,
    season_name,
    year_named,
    yearly,
)
from satchel.instant.spoken.holidays import ENGLISH as HOLIDAYS
from satchel.instant.spoken.phrase import Manner, Rule
from satchel.instant.spoken.span import Span, Today, days, months


def _dated(match: re.Match[str], today: Today) -> Span:
    """A day of a month, or several of them, of a named year or of the latest."""
    first, month = int(re.sub(r"\D", "", match["day"])), MONTHS[match["month"][:3]]
    last = int(re.sub(r"\D", "", match["to"])) if match.groupdict().get("to") else first

    def of(year: int) -> Span:
        while year and (month, first) == (2, 29) and year % 4:
            year -= 1
        return days(date(year, month, first)).hull(days(date(year, month, last)))

    return of_year(of, match, today)


def _day_of_month(match: re.Match[str], today: Today) -> Span:
    """The latest third of a month."""
    day = int(match["day"])
    for back in range(4):
        month = today.month(back).start
        if month is not None and 1 <= day <= (today.month(back).days) and month + timedelta(days=day - 1) <= today.now:
            return days((month + timedelta(days=day - 1)).date())
    raise ValueError(f"no month has a day {day}")


def _iso(match: re.Match[str], _today: Today) -> Span:
    return days(date(int(match["y"]), int(match["m"]), int(match["d"])))


def _numeric(match: re.Match[str], _today: Today) -> Span:
    """25/12/2025; what may be two days (03/04/2026) is none."""
    first, second = int(match["a"]), int(match["b"])
    if first <= 12 and second <= 12 and first != second:
        raise ValueError("day and month cannot be told apart")
    return days(date(int(match["y"]), min(first, second), max(first, second)))


def _nth_week(match: re.Match[str], year: int) -> Span:
    """The first week of a month, by sevens from its first day, with the days to the end of that week."""
    month = months(year, MONTHS[match["month"][:3]])
    if month.start is None or month.end is None:
        return month
    number = ORDINALS[match["n"]] - 1
    start = month.start + timedelta(days=7 * number) if match["n"] != "last" else month.end - timedelta(days=7)
    if match["what"] == "weekend":
        saturday = start + timedelta(days=(5 - start.weekday()) % 7)
        return Span(saturday - timedelta(days=saturday >= month.end and 7), saturday + timedelta(days=2))
    return Span(start - timedelta(days=start.weekday()), start + timedelta(days=7))


def _nth_weekday(match: re.Match[str], year: int) -> Span:
    """The second Tuesday of a month.

    Raises:
        ValueError: the month has no fifth one.
    """
    month = MONTHS[match["month"][:3]]
    found = [day for day in calendar.Calendar().itermonthdates(year, month) if day.month == month]
    named = [day for day in found if day.weekday() == WEEKDAYS[match["weekday"][:3]]]
    return days(named[-1] if match["n"] == "last" else named[ORDINALS[match["n"]] - 1])


def _half_month(match: re.Match[str], year: int) -> Span:
    month, second = MONTHS[match["month"][:3]], match["n"] != "first"
    middle = date(year, month, 16)
    return days(middle, calendar.monthrange(year, month)[1] - 15) if second else days(middle - timedelta(days=15), 15)


def _week_of(match: re.Match[str], year: int) -> Span:
    day = date(
        year, MONTHS[(match["month"] or match["month2"])[:3]], int(re.sub(r"\D", "", match["day"] or match["day2"]))
    )
    return days(day - timedelta(days=day.weekday()), 7)


def _quarter(match: re.Match[str], today: Today) -> Span:
    number = int(match["n"]) if match["n"].isdigit() else ORDINALS[match["n"]]
    return of_year(lambda year: months(year, 3 * number - 2, 3), match, today)


def _half(match: re.Match[str], today: Today) -> Span:
    second = match["n"] in {"2", "second", "last", "latter"}
    return of_year(lambda year: months(year, 7 if second else 1, 6), match, today)


def _season_of_year(match: re.Match[str], today: Today) -> Span:
    """A winter named by one year alone may be the one that began in it or the one that ended in it."""
    name, year = season_name(match["season"]), year_named(match["year"], today)
    span = of_year(lambda of: today.season(name, of), match, today)
    if year is not None and span.end is not None and span.end.year > year and name in {"winter", "summer"}:
        return months(year, 1, 1).hull(span)
    return span


def _rule(pattern: str, build: Callable[[re.Match[str], Today], Span], *, bare: bool = False) -> Rule:
    return Rule(pattern + r"(?![\w-])", build, Manner.NAMED, bare)


_TO = rf"(?: ?(?:-|to|and) ?(?P<to>{DAY}))?"
RULES: Final = (
    _rule(r"(?P<y>(?:19|20)[0-9]{2})[-/.](?P<m>[01]?[0-9])[-/.](?P<d>[0-3]?[0-9])(?![0-9])", _iso),
    _rule(r"(?P<y>(?:19|20)[0-9]{2})-(?P<m>0[1-9]|1[0-2])", lambda match, _: months(int(match["y"]), int(match["m"]))),
    _rule(r"(?P<a>[0-3]?[0-9])/(?P<b>[0-3]?[0-9])/(?P<y>(?:19|20)[0-9]{2})", _numeric),
    _rule(r"(?P<a>[0-3]?[0-9])\.(?P<b>[0-3]?[0-9])\.(?P<y>(?:19|20)[0-9]{2})", _numeric),
    _rule(
        rf"(?:the )?(?P<n>first|second|third|fourth|last) (?P<what>week|weekend) (?:of|in) (?P<month>{MONTH}){OF_YEAR}?",
        lambda match, today: of_year(lambda year: _nth_week(match, year), match, today),
    ),
    _rule(
        rf"(?:the )?(?P<n>first|second|third|fourth|last) (?P<weekday>{WEEKDAY}) (?:of|in) (?P<month>{MONTH}){OF_YEAR}?",
        lambda match, today: of_year(lambda year: _nth_weekday(match, year), match, today),
    ),
    _rule(
        rf"(?:the )?(?P<n>first|second|last|latter|other) half of (?P<month>{MONTH}){OF_YEAR}?",
        lambda match, today: of_year(lambda year: _half_month(match, year), match, today),
    ),
    _rule(
        rf"the week of (?:the )?(?:(?P<day>{DAY}) (?:of )?(?P<month>{MONTH})|(?P<month2>{MONTH}) (?P<day2>{DAY})){OF_YEAR}?",
        lambda match, today: of_year(lambda year: _week_of(match, year), match, today),
    ),
    _rule(rf"(?:the )?(?P<day>{DAY}){_TO} (?:of )?(?P<month>{MONTH}){OF_YEAR}?", _dated),
    _rule(rf"(?P<month>{MONTH}) (?:the )?(?P<day>{DAY}){_TO}{OF_YEAR}?", _dated),
    _rule(rf"(?P<month>{MONTH}){OF_YEAR}", lambda match, today: of_year(yearly(match["month"], today), match, today)),
    _rule(rf"(?:the )?(?P<season>{SEASON}){OF_YEAR}", _season_of_year),
    _rule(rf"(?P<name>{HOLIDAY}){OF_YEAR}", lambda match, today: of_year(HOLIDAYS[match["name"]], match, today)),
    _rule(rf"q(?P<n>[1-4])\b{OF_YEAR}?", _quarter),
    _rule(rf"the (?P<n>first|second|third|fourth|last|1st|2nd|3rd|4th) quarter{OF_YEAR}?", _quarter),
    _rule(rf"h(?P<n>[12])\b{OF_YEAR}", _half),
    _rule(rf"the (?P<n>first|second|last|latter) half of (?:the year|(?P<year>{YEAR}|last year|this year))", _half),
    _rule(
        rf"(?P<name>(?:the )?{HOLIDAY}(?= (?:holidays?|break|period|time)\b)|{HOLIDAY}|{MONTH}|(?:the )?{SEASON})"
        r"(?: (?:holidays?|break|period|time))?",
        lambda match, today: today.latest(yearly(match["name"].removeprefix("the "), today)),
        bare=True,
    ),
    _rule(r"the (?P<day>[0-3]?[0-9])(?:st|nd|rd|th)", _day_of_month, bare=True),
    _rule(rf"(?:the year )?(?P<y>{YEAR})", lambda match, _: months(int(match["y"]), 1, 12), bare=True),
)

"""English words of time, as patterns: months, weekdays, holidays, numbers, years."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from satchel.instant.dates import MONTHS
from satchel.instant.spoken.holidays import ENGLISH as HOLIDAYS
from satchel.instant.spoken.span import Span, Today, months

NUMBERS: Final = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
} | {"a": 1, "an": 1, "a couple of": 2, "a couple": 2, "couple of": 2, "half a": 0.5, "half an": 0.5}
WEEKDAYS: Final = {
    name[:3]: number for number, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())
}
ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}

MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
)
WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
PART = r"(?:morning|afternoon|evening|night)"
SEASON = r"(?:spring|summer|autumn|fall|winter)"
HOLIDAY = "(?:" + "|".join(re.escape(name) for name in sorted(HOLIDAYS, key=len, reverse=True)) + ")"
COUNT = r"(?:[0-9]{1,3}|a couple(?: of)?|couple of|half an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
UNIT = r"(?:minute|hour|day|week|fortnight|month|year)"
YEAR = r"(?:19[6-9][0-9]|20[0-9]{2})(?![0-9]|[.,:][0-9])"
OF_YEAR = rf"(?:,? (?:of |in )?(?P<year>{YEAR}|last year|this year|the year before last))"
DAY = r"[0-3]?[0-9](?:st|nd|rd|th)?(?![0-9:%]|\.[0-9])"


def number(text: str) -> float:
    """What a match of `COUNT` counts."""
    return float(text) if text.isdigit() else float(NUMBERS[text])


def year_named(text: str | None, today: Today) -> int | None:
    """The year of `OF_YEAR`; None where it is not there."""
    if text is None:
        return None
    named = {"last year": 1, "this year": 0, "the year before last": 2}
    return today.year - named[text] if text in named else int(text)


def of_year(of: Callable[[int], Span], match: re.Match[str], today: Today) -> Span:
    """Of the year that is named, else the latest that has begun."""
    year = year_named(match["year"], today)
    return of(year) if year is not None else today.latest(of)


def season_name(word: str) -> str:
    """As `Today.season` has it."""
    return "autumn" if word == "fall" else word


def yearly(word: str, today: Today) -> Callable[[int], Span]:
    """What comes once a year under this name."""
    if word in HOLIDAYS:
        return HOLIDAYS[word]
    if re.fullmatch(SEASON, word):
        return lambda year: today.season(season_name(word), year)
    return lambda year: months(year, MONTHS[word[:3]])

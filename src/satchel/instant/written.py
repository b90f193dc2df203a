"""Times written as text: a date, perhaps a time of day before or behind it, perhaps a zone. The whole text must fit."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime, timedelta
from typing import NamedTuple

from satchel.instant.clock import Clock, scan_clock
from satchel.instant.dates import Date, scan_date

MAX_LENGTH = 120
"""No notation is longer; a longer text is prose and is not searched for a time."""


class Written(NamedTuple):
    """What a text says, before a zone or an order of day and month is chosen."""

    choices: dict[str, datetime]
    """Naive, by order of day, month and year; one under `""` where the text leaves no choice."""
    precision: str
    notation: str
    """`iso`, `ymd`, `cjk`, `month-name`, `numeric`, `rfc2822`."""
    zone: str
    """What stands where the zone stands, not judged yet."""
    timed: bool
    """True when a time of day is written."""
    note: str


_WRAPPERS = {'"': '"', "'": "'", "`": "`", "[": "]", "(": ")", "<": ">", "“": "”", "「": "」", "【": "】"}
_WEEKDAY = re.compile(
    r"\b(?P<en>mon|tue|wed|thu|fri|sat|sun)(?:s|sday|nesday|r|rs|rsday|urday|day)?\b\.?,?"
    r"|[(]?(?:星期|周|週|礼拜|禮拜)(?P<zh>[一二三四五六日天])[)]?"
    r"|[(](?P<short>[月火水木金土日월화수목금토일])[)]|(?P<long>[月火水木金土日](?=曜)|[월화수목금토일](?=요일))(?:曜日?|요일)",
    re.IGNORECASE,
)
_WEEKDAYS = {
    **{name: n for n, name in enumerate("mon tue wed thu fri sat sun".split())},
    **{name: n for n, name in enumerate("一二三四五六日")},
    **{name: n for n, name in enumerate("月火水木金土日")},
    **{name: n for n, name in enumerate("월화수목금토일")},
    "天": 6,
}
_CTIME = re.compile(
    r"(?P<day>[A-Za-z]{3,9} [0-9]{1,2}) (?P<clock>[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?: [AP]M)?)"
    r"(?P<zone> [A-Z]{2,5}| [+-][0-9]{4})? (?P<year>[0-9]{4})",
    re.IGNORECASE,
)
_RFC2822 = re.compile(
    r"(?:[A-Z][a-z]{2}, )?[0-9]{1,2} [A-Z][a-z]{2} [0-9]{2,4} [0-9]{2}:[0-9]{2}(?::[0-9]{2})? "
    r"(?:[+-][0-9]{4}|GMT|UT|[ECMP][SD]T)(?: \(.*\))?"
)
_TO_CLOCK = re.compile(
    r" ?[Tt@_·•|] ?| ?, ?(?:at )?| at | um | - |-(?=[0-9]{2}[-:][0-9]{2}[-:][0-9]{2})|:(?=[0-9]{2}:[0-9]{2}:)| "
    r"|(?=[上下早凌中午晚傍清夜오])"
)
_TO_DATE = re.compile(
    r"(?: (?P<zone>[A-Z]{1,5}(?:[+-][0-9]{1,2}:?(?:[0-9]{2})?)?|[+-][0-9]{2}:?[0-9]{2}|\([A-Z]{1,5}\)))?"
    r"(?: ?, ?(?:on )?| on | ?[·•|@] ?| - | )"
)
_ONLY_CLOCK = "a time of day without a date"


def read_written(text: str, *, this_year: int) -> Written | str:
    """Take a text apart into date, time of day and zone.

    Args:
        text: As found; at most `MAX_LENGTH` characters are looked at.
        this_year: Places two-digit years.

    Returns:
        The parts, or the reason why there are none.
    """
    if len(text) > MAX_LENGTH:
        return "too long to be a time"
    text = normalise(text)
    rest, weekdays = _take_weekday(text)
    if len(weekdays) > 1:
        return "more than one day of the week"
    if (match := _CTIME.fullmatch(rest)) is not None:
        rest = f"{match['day']} {match['year']} {match['clock']}{match['zone'] or ''}"
    found = _date_first(rest, this_year) or _clock_first(rest, this_year)
    if found is None:
        return _why(rest, this_year)
    if _RFC2822.fullmatch(text):
        found = found._replace(notation="rfc2822")
    return _fit_weekday(found, weekdays[0]) if weekdays else found


def normalise(text: str) -> str:
    """Full-width digits and signs to ASCII, spaces of all kinds to single ones, quotes and brackets around it off."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u2212", "-")
    text = " ".join(text.split())
    while len(text) > 1 and _WRAPPERS.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
    return text[1:] if text[:1] == "'" and "'" not in text[1:] else text  # a spreadsheet's mark for text


def _date_first(text: str, this_year: int) -> Written | None:
    day = scan_date(text, 0, this_year=this_year)
    if day is None:
        return None
    rest = text[day.end :]
    if not rest.strip(" .,"):
        return _written(day, None, "")
    if day.precision not in {"day", "week"}:
        return None
    clock = _clock_behind(text, day)
    if clock is not None:
        return _written(day, clock, text[clock.end :].strip(" ,."))
    # A sign right behind a date would be a time as well as a zone: 2026-03-04-0500.
    zoned = rest[0] in "Zz+" or (rest[0] == " " and not rest[1:2].isdigit())
    return _written(day, None, rest.strip(" ,")) if zoned else None


def _clock_behind(text: str, day: Date) -> Clock | None:
    separator = _TO_CLOCK.match(text, day.end)
    if separator is not None:
        clock = scan_clock(text, separator.end(), joined=True)
        if clock is not None:
            return clock
    return scan_clock(text, day.end, joined=False) if day.notation == "cjk" else None


def _clock_first(text: str, this_year: int) -> Written | None:
    clock = scan_clock(text, 0, joined=False)
    between = _TO_DATE.match(text, clock.end) if clock is not None else None
    if clock is None or between is None:
        return None
    day = scan_date(text, between.end(), this_year=this_year)
    if day is None or day.precision != "day":
        return None
    behind = text[day.end :].strip(" ,.")
    if behind and between["zone"]:
        return None
    return _written(day, clock, between["zone"] or behind)


def _written(day: Date, clock: Clock | None, zone: str) -> Written:
    moment = timedelta(seconds=clock.seconds, microseconds=clock.microsecond) if clock else timedelta()
    choices = {order: _midnight(found) + moment for order, found in day.choices.items() if found < date.max}
    precision = clock.precision if clock else day.precision
    return Written(choices, precision, day.notation, zone, clock is not None, "")


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)  # noqa: DTZ001  # a wall-clock time; its zone is chosen later


def _take_weekday(text: str) -> tuple[str, list[int]]:
    """The text without its day of the week, and that day, Monday 0."""
    found: list[int] = []

    def note(match: re.Match[str]) -> str:
        found.append(_WEEKDAYS[next(part for part in match.groups() if part).lower()])
        return " "

    rest = _WEEKDAY.sub(note, text)
    return (" ".join(rest.split()).strip(", "), found) if found else (text, found)


def _fit_weekday(found: Written, weekday: int) -> Written:
    """Let the day of the week choose between the orders of day and month."""
    fitting = {order: wall for order, wall in found.choices.items() if wall.weekday() == weekday}
    if fitting:
        return found._replace(choices=fitting)
    return found._replace(note="the day of the week does not fit the date")


def _why(text: str, this_year: int) -> str:
    """Why a text that gave nothing is no time."""
    if scan_clock(text, 0, joined=False) is not None and not re.search("[0-9]{4}[-/.年]|[-/. ][0-9]{4}$", text):
        return _ONLY_CLOCK
    if re.fullmatch(
        r"[0-9]{1,2}\s?[月월]\s?[0-9]{1,2}\s?[日号號일]?.*|[A-Za-z]{3,9}\.? [0-9]{1,2}(?:st|nd|rd|th)?|[0-9]{1,2}[-/.][0-9]{1,2}",
        text,
    ):
        return "a date without a year"
    if (
        re.match(r"[0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}", text)
        and scan_date(text, 0, this_year=this_year) is None
    ):
        return "no such day"
    return "not a notation of time"

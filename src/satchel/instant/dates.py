"""The calendar date in a written time: 2026-03-04, 20260304, 2026-W10-3, 2026年3月4日, 13 January, 2026, 03/04/2026."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

ORDERS = ("dmy", "mdy", "ymd")


class Date(NamedTuple):
    """A date, or the dates it may be, and where its text ends."""

    choices: dict[str, date]
    """By order of day, month, year; one entry under `""` where the text leaves no choice."""
    precision: str
    notation: str
    end: int


MONTHS = {
    name[:3]: number
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
}
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_ORDINAL = r"(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>[0-9]{4}(?![0-9])|'?[0-9]{2}(?![0-9:]))"
_HAN_DIGITS = dict(zip("〇零一二三四五六七八九", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_HAN = "〇零一二三四五六七八九十"
_ERAS = {"令和": 2018, "平成": 1988, "民国": 1911, "民國": 1911}

_YMD = re.compile(
    r"(?P<y>[0-9]{4})(?P<sep>[-/.:\u2010\u2011\u2013])(?P<m>[0-9]{1,2})(?P=sep)(?P<d>[0-9]{1,2})(?![0-9])"
)
_YMD_DOTS = re.compile(r"(?P<y>[0-9]{4})\. ?(?P<m>[0-9]{1,2})\. ?(?P<d>[0-9]{1,2})\.?(?![0-9])")
_BASIC = re.compile(r"(?P<y>[0-9]{4})(?P<m>[0-9]{2})(?P<d>[0-9]{2})(?![0-9])")
_YM = re.compile(r"(?P<y>[0-9]{4})[-/.](?P<m>[0-9]{1,2})(?![0-9])")
_MY = re.compile(r"(?P<m>[0-9]{1,2})[-/](?P<y>[0-9]{4})(?![0-9])")
_WEEK = re.compile(r"(?P<y>[0-9]{4})-?W(?P<w>[0-9]{2})(?:-?(?P<d>[1-7]))?(?![0-9])", re.IGNORECASE)
_DAY_OF_YEAR = re.compile(r"(?P<y>[0-9]{4})(?:-(?P<n>[0-9]{3})(?![0-9])|(?P<b>[0-9]{3})(?=T))")
_HAN_DATE = re.compile(
    rf"(?P<era>令和|平成|民国|民國)?\s?(?P<y>[0-9]{{1,4}}|[{_HAN}]{{1,4}}|元)\s?[年년]"
    rf"(?:\s?(?P<m>[0-9]{{1,2}}|[{_HAN}]{{1,3}})\s?[月월](?:份|\s?(?P<d>[0-9]{{1,2}}|[{_HAN}]{{1,3}})\s?[日号號일])?)?"
)
_DAY_MONTH = re.compile(
    rf"(?P<day>[0-9]{{1,2}}){_ORDINAL}(?: of)?[ \-/.,]*{_MONTH},?[ \-/.,]*(?:of )?{_YEAR}", re.IGNORECASE
)
_MONTH_DAY = re.compile(
    rf"{_MONTH}[ \-/]*(?P<day>[0-9]{{1,2}}){_ORDINAL}(?:, ?| |-|/)(?P<year>[0-9]{{4}}|'[0-9]{{2}})(?![0-9])",
    re.IGNORECASE,
)
_YEAR_MONTH_DAY = re.compile(
    rf"(?P<year>[0-9]{{4}})[ \-/.,]+{_MONTH},?(?:[ \-/.]+(?P<day>[0-9]{{1,2}}){_ORDINAL}(?![0-9:]))?", re.IGNORECASE
)
_MONTH_YEAR = re.compile(rf"{_MONTH},?[ \-/]*(?:of )?(?P<year>[0-9]{{4}})(?![0-9:])", re.IGNORECASE)
_NUMERIC = re.compile(
    r"(?P<a>[0-9]{1,2})(?P<sep>[-/.]|\. )(?P<b>[0-9]{1,2})(?P=sep)(?P<c>[0-9]{4}|[0-9]{2})(?![0-9]|[-/.][0-9])"
)


def scan_date(text: str, start: int, *, this_year: int) -> Date | None:
    """Read the date that begins at `start`; None where there is none, or one that no calendar has (30 February).

    Args:
        text: Normalised: ASCII digits, single spaces.
        start: Where to begin.
        this_year: Places two-digit years: none later than the next one.
    """
    for pattern, build in _RULES:
        match = pattern.match(text, start)
        if match is not None:
            try:
                found = build(match, this_year)
            except ValueError:
                return None
            if found is not None:
                return found
    return None


def _plain(match: re.Match[str], _year: int) -> Date:
    day = date(int(match["y"]), int(match["m"]), int(match["d"]))
    padded = len(match["m"]) == len(match["d"]) == 2 and match.groupdict().get("sep", "-") == "-"
    return Date({"": day}, "day", "iso" if padded else "ymd", match.end())


def _month(match: re.Match[str], _year: int) -> Date:
    notation = "iso" if re.fullmatch("[0-9]{4}-[0-9]{2}", match[0]) else "ymd"
    return Date({"": date(int(match["y"]), int(match["m"]), 1)}, "month", notation, match.end())


def _week(match: re.Match[str], _year: int) -> Date:
    day = date.fromisocalendar(int(match["y"]), int(match["w"]), int(match["d"] or 1))
    return Date({"": day}, "day" if match["d"] else "week", "iso", match.end())


def _day_of_year(match: re.Match[str], _year: int) -> Date | None:
    year, number = int(match["y"]), int(match["n"] or match["b"])
    day = date.fromordinal(date(year, 1, 1).toordinal() + number - 1)
    return Date({"": day}, "day", "iso", match.end()) if number and day.year == year else None


def _han_date(match: re.Match[str], this_year: int) -> Date | None:
    era, written = match["era"], match["y"]
    number = 1 if written == "元" else han_number(written)
    if number is None or (written == "元" and not era):
        return None
    if era:
        year = _ERAS[era] + number
    elif len(written) == 4:
        year = number
    elif len(written) == 2 and match["d"]:
        year = _century(number, this_year)
    else:
        return None  # 3年 is a span of time
    month, day = (han_number(match[part]) if match[part] else None for part in ("m", "d"))
    if (month is None and match["m"]) or (day is None and match["d"]):
        return None
    precision = "day" if match["d"] else "month" if match["m"] else "year"
    first = date(year, 1 if month is None else month, 1 if day is None else day)
    return Date({"": first}, precision, "cjk", match.end())


def _named(match: re.Match[str], this_year: int) -> Date:
    parts = match.groupdict()
    written = parts["year"].lstrip("'")
    year = int(written) if len(written) == 4 else _century(int(written), this_year)
    day = parts.get("day")
    found = date(year, MONTHS[parts["name"][:3].lower()], int(day or 1))
    return Date({"": found}, "day" if day else "month", "month-name", match.end())


def _numeric(match: re.Match[str], this_year: int) -> Date | None:
    a, b, c = match["a"], match["b"], match["c"]
    if len(c) == 4:
        tries = {"dmy": (c, b, a), "mdy": (c, a, b)}
    elif match["sep"] == "/" or (len(a) == len(b) == 2 and match["sep"] != ". "):
        # With dots and dashes only fully padded: 1.2.30 is a version.
        tries = {"dmy": (c, b, a), "mdy": (c, a, b), "ymd": (a, b, c)}
    else:
        return None
    choices: dict[str, date] = {}
    for order, (year, month, day) in tries.items():
        if len(year) == 1:
            continue
        try:
            choices[order] = date(int(year) if len(year) == 4 else _century(int(year), this_year), int(month), int(day))
        except ValueError:
            continue
    return Date(choices, "day", "numeric", match.end()) if choices else None


def han_number(text: str) -> int | None:
    """An ASCII or Chinese number below 10,000: 2026, 二〇二六, 十二, 二十一; None when it is put together wrongly."""
    if text.isascii():
        return int(text)
    if "十" not in text:
        return int("".join(str(_HAN_DIGITS[char]) for char in text))
    tens, _, ones = text.partition("十")
    if len(tens) > 1 or len(ones) > 1 or "十" in ones:
        return None
    return (_HAN_DIGITS[tens] if tens else 1) * 10 + (_HAN_DIGITS[ones] if ones else 0)


def _century(year: int, this_year: int) -> int:
    """A two-digit year, no later than the next one and no earlier than 1995.

    Raises:
        ValueError: no such year lies in that window.
    """
    for full in (2000 + year, 1900 + year):
        if 1995 <= full <= this_year + 1:
            return full
    raise ValueError(f"the two-digit year {year:02} lies outside the plausible window")


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], int], Date | None]], ...] = (
    (_YMD, _plain),
    (_YMD_DOTS, _plain),
    (_BASIC, _plain),
    (_WEEK, _week),
    (_DAY_OF_YEAR, _day_of_year),
    (_YM, _month),
    (_HAN_DATE, _han_date),
    (_YEAR_MONTH_DAY, _named),
    (_NUMERIC, _numeric),
    (_MY, _month),
    (_DAY_MONTH, _named),
    (_MONTH_DAY, _named),
    (_MONTH_YEAR, _named),
)

"""Chinese times by their name: 2025年3月上旬, 十月份, 去年夏天, 第三季度, 国庆, 正月十五."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from satchel.instant.spoken.chinese_words import (
    DAY,
    HOLIDAY,
    MONTH,
    PART,
    SHARE,
    WEEKDAYS,
    YEAR,
    number,
    of_year,
    shares,
    third,
    within,
    year_named,
)
from satchel.instant.spoken.holidays import CHINESE as HOLIDAYS
from satchel.instant.spoken.lunar import lunar_day, month_start
from satchel.instant.spoken.phrase import Manner, Rule
from satchel.instant.spoken.span import Span, Today, days, months

_SEASONS: Final = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
_LUNAR_MONTHS: Final = {"正": 1, "冬": 11, "腊": 12}


def _date(match: re.Match[str], today: Today) -> Span:
    """A month, or a part or a day of it, of a named year or of the latest."""
    month = number(match["month"])

    def of(year: int) -> Span:
        if match["day"]:
            day = number(match["day"])
            while not match["year"] and not match["fullyear"] and (month, day) == (2, 29) and year % 4:
                year -= 1
            return within(days(date(year, month, day)), match["part"])
        span = months(year, month)
        return third(span, match["xun"]) if match["xun"] else shares(span, match.groupdict().get("share"))

    return of_year(of, match, today)


def _nth_week(match: re.Match[str], today: Today) -> Span:
    """三月第一周, 五月的第二个周二, 八月最后一个周末.

    Raises:
        ValueError: the month has no fifth one.
    """
    month, last = number(match["month"]), match["n"] is None
    place = 0 if last else number(match["n"]) - 1

    def of(year: int) -> Span:
        of_month = [day for day in calendar.Calendar().itermonthdates(year, month) if day.month == month]
        if match["weekday"] is not None:
            named = [day for day in of_month if day.weekday() == WEEKDAYS[match["weekday"]]]
            if not last and place >= len(named):
                raise ValueError(f"no fifth one in month {month}")
            return days(named[-1 if last else place], 2 if match["weekday"] == "末" else 1)
        # A week is counted by sevens or from its Monday, so that both are covered.
        first = of_month[-7] if last else of_month[min(7 * place, len(of_month) - 1)]
        return days(first - timedelta(days=first.weekday()), 7).hull(days(first, 7))

    return of_year(of, match, today)


def _lunar_date(match: re.Match[str], today: Today) -> Span:
    name = match["month"] or match["named"]
    month = _LUNAR_MONTHS[name] if name in _LUNAR_MONTHS else number(name)
    day = match["day"].removeprefix("初").replace("廿", "二十") if match["day"] else None

    def of(year: int) -> Span:
        if day is not None:
            return days(lunar_day(year, month, number(day)))
        following = month_start(year, month + 1) if month < 12 else month_start(year + 1, 1)
        return days(month_start(year, month)).hull(days(following - timedelta(days=1)))

    return of_year(of, match, today)


def _season(match: re.Match[str], today: Today) -> Span:
    span = of_year(lambda year: today.season(_SEASONS[match["season"]], year), match, today)
    return shares(span, match.groupdict().get("share"))


def _quarter(match: re.Match[str], today: Today) -> Span:
    first = 3 * number(match["n"]) - 2
    return of_year(lambda year: months(year, first, 3), match, today)


def _half(match: re.Match[str], today: Today) -> Span:
    return of_year(lambda year: months(year, 1 if match["half"] == "上" else 7, 6), match, today)


def _whole_year(match: re.Match[str], today: Today) -> Span:
    if match["short"] or (match["fullyear"] and not match["nian"]):
        raise ValueError("digits alone are no year")
    year = year_named(match, today)
    return shares(months(today.year if year is None else year, 1, 12), match["share"])


def _short_year(match: re.Match[str], today: Today) -> Span:
    """24年; only of the last dozen years, since 10年 is a span of time as well."""
    year = 2000 + int(match["short"])
    if not today.year - 12 <= year <= today.year:
        raise ValueError("a span of time, or no year of late")
    return shares(months(year, 1, 12), match["share"])


def _iso(match: re.Match[str], _today: Today) -> Span:
    return days(date(int(match["y"]), int(match["m"]), int(match["d"])))


def _rule(pattern: str, build: Callable[[re.Match[str], Today], Span], *, bare: bool = False) -> Rule:
    return Rule(pattern, build, Manner.NAMED, bare)


_OF_YEAR = rf"(?:{YEAR}的?)"
_LUNAR_DAY = "(?P<day>初[一二三四五六七八九十]|二?十[一二三四五六七八九]?|廿[一二三四五六七八九]|三十)"
RULES: Final = (
    _rule(r"(?P<y>(?:19|20)[0-9]{2})[-/.](?P<m>[01]?[0-9])[-/.](?P<d>[0-3]?[0-9])(?![0-9])", _iso),
    _rule(rf"{YEAR}(?:的?{SHARE})?", _whole_year),
    _rule(rf"(?<![0-9])(?P<short>[0-2][0-9])年(?![前后来多以内里间期老级纪之的])(?:的?{SHARE})?", _short_year),
    _rule(rf"{_OF_YEAR}?{MONTH}份?(?:的?(?P<xun>[上中下])旬|{DAY}(?:的?{PART})?|的?{SHARE})?", _date),
    _rule(
        rf"{_OF_YEAR}?{MONTH}份?的?(?:第(?P<n>[一二三四五1-5])|最后一)个?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天末])?",
        _nth_week,
    ),
    _rule(
        rf"{_OF_YEAR}?(?:(?:农历|阴历|旧历){MONTH}|(?:农历|阴历|旧历)?(?P<named>[正冬腊])月){_LUNAR_DAY}?", _lunar_date
    ),
    _rule(rf"{_OF_YEAR}?{HOLIDAY}", lambda match, today: of_year(HOLIDAYS[match["holiday"]], match, today)),
    _rule(rf"{_OF_YEAR}(?P<season>[春夏秋冬])(?:天|季)?(?P<share>初|末)?", _season),
    _rule(rf"{_OF_YEAR}?(?P<season>[春夏秋冬])(?:天|季)", _season, bare=True),
    _rule(rf"{_OF_YEAR}?第?(?P<n>[一二三四1-4])季度", _quarter),
    _rule(rf"{_OF_YEAR}?q(?P<n>[1-4])(?![0-9])", _quarter),
    _rule(rf"{_OF_YEAR}?(?P<half>[上下])半年", _half),
    _rule(
        "年(?:初|底|末|中)",
        lambda match, today: today.latest(lambda year: shares(months(year, 1, 12), match[0])),
    ),
)

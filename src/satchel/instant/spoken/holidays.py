"""Holidays by which people date things, with the days around them on which they are still "at Christmas"."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from satchel.instant.spoken.lunar import lunar_day
from satchel.instant.spoken.span import Span, days

OfYear = Callable[[int], Span]


def _fixed(month: int, day: int, count: int = 1, *, before: int = 0) -> OfYear:
    return lambda year: days(date(year, month, day) - timedelta(days=before), count + before)


def _nth(month: int, weekday: int, number: int, *, later: int = 0) -> OfYear:
    """The so-manieth weekday of a month, Monday 0."""

    def of_year(year: int) -> Span:
        first = calendar.weekday(year, month, 1)
        return days(date(year, month, 1 + (weekday - first) % 7 + 7 * (number - 1) + later))

    return of_year


def _lunar(month: int, day: int, count: int = 1, *, before: int = 0) -> OfYear:
    return lambda year: days(lunar_day(year, month, day) - timedelta(days=before), count + before)


def _last_day_of_lunar_year(year: int) -> Span:
    """New Year's Eve belongs to the new year in the way people count: 去年除夕 is the evening before 去年春节."""
    return days(lunar_day(year, 1, 1) - timedelta(days=1))


def easter(year: int) -> date:
    """Easter Sunday. Source: the anonymous Gregorian computus (Nature, 1876; Meeus, Astronomical Algorithms, ch. 8)."""
    golden, century, rest = year % 19, year // 100, year % 100
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _qingming(year: int) -> Span:
    """The fifth solar term moves between the 4th and the 5th of April; the days off lie around it."""
    return days(date(year, 4, 4), 3)


ENGLISH: Final[dict[str, OfYear]] = {
    "christmas eve": _fixed(12, 24),
    "christmas day": _fixed(12, 25),
    "christmas": _fixed(12, 25, 2, before=1),
    "xmas": _fixed(12, 25, 2, before=1),
    "boxing day": _fixed(12, 26),
    "new year's eve": _fixed(12, 31),
    "new year's day": _fixed(1, 1),
    "new year's": _fixed(1, 1, 1, before=1),
    "new year": _fixed(1, 1, 1, before=1),
    "chinese new year": _lunar(1, 1, 7, before=1),
    "lunar new year": _lunar(1, 1, 7, before=1),
    "spring festival": _lunar(1, 1, 7, before=1),
    "mid-autumn festival": _lunar(8, 15),
    "dragon boat festival": _lunar(5, 5),
    "valentine's day": _fixed(2, 14),
    "valentine's": _fixed(2, 14),
    "april fools' day": _fixed(4, 1),
    "april fool's day": _fixed(4, 1),
    "st patrick's day": _fixed(3, 17),
    "good friday": lambda year: days(easter(year) - timedelta(days=2)),
    "easter": lambda year: days(easter(year) - timedelta(days=2), 4),
    "whitsun": lambda year: days(easter(year) + timedelta(days=48), 3),
    "pentecost": lambda year: days(easter(year) + timedelta(days=48), 3),
    "thanksgiving": _nth(11, 3, 4),
    "black friday": _nth(11, 3, 4, later=1),
    "cyber monday": _nth(11, 3, 4, later=4),
    "halloween": _fixed(10, 31),
    "independence day": _fixed(7, 4),
    "the fourth of july": _fixed(7, 4),
    "mother's day": _nth(5, 6, 2),
    "father's day": _nth(6, 6, 3),
}
"""In lower case, with a straight apostrophe. Days that countries keep at different times are left out."""

CHINESE: Final[dict[str, OfYear]] = {
    "元旦": _fixed(1, 1, 3),
    "跨年": _fixed(1, 1, 1, before=1),
    "春节": _lunar(1, 1, 7, before=1),
    "过年": _lunar(1, 1, 7, before=1),
    "除夕": _last_day_of_lunar_year,
    "大年三十": _last_day_of_lunar_year,
    **{f"大年初{name}": _lunar(1, day) for day, name in enumerate("一二三四五六七八九十", 1)},
    "元宵": _lunar(1, 15),
    "情人节": _fixed(2, 14),
    "妇女节": _fixed(3, 8),
    "愚人节": _fixed(4, 1),
    "复活节": lambda year: days(easter(year) - timedelta(days=2), 4),
    "清明": _qingming,
    "五一": _fixed(5, 1, 5),
    "劳动节": _fixed(5, 1, 5),
    "母亲节": _nth(5, 6, 2),
    "儿童节": _fixed(6, 1),
    "端午": _lunar(5, 5),
    "父亲节": _nth(6, 6, 3),
    "618": _fixed(6, 18),
    "暑假": _fixed(7, 1, 62),
    "七夕": _lunar(7, 7),
    "中元节": _lunar(7, 15),
    "教师节": _fixed(9, 10),
    "中秋": _lunar(8, 15),
    "国庆": _fixed(10, 1, 8),
    "十一黄金周": _fixed(10, 1, 8),
    "重阳": _lunar(9, 9),
    "万圣节": _fixed(10, 31),
    "双十一": _fixed(11, 11),
    "双11": _fixed(11, 11),
    "感恩节": _nth(11, 3, 4),
    "双十二": _fixed(12, 12),
    "平安夜": _fixed(12, 24),
    "圣诞": _fixed(12, 25, 2, before=1),
    "寒假": lambda year: days(date(year, 1, 10), 50),
}
"""In simplified characters, without 节, 假期 and 期间 behind them."""

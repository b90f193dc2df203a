"""Chinese words of time, as patterns, and what the small ones make of a span: 早上, 初, 上旬."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from satchel.instant.dates import han_number
from satchel.instant.spoken.holidays import CHINESE as HOLIDAYS
from satchel.instant.spoken.span import CLOSING, EARLY, LATE, MIDDLE, OPENING, Span, Today, part_of

_HAN = "〇零一二两三四五六七八九十"
NUMBER = rf"(?<![0-9.{_HAN}百千万亿])(?:[0-9]{{1,3}}|[{_HAN}]{{1,3}})"
_YEARS_BACK: Final = {"今年": 0, "本年": 0, "去年": 1, "前年": 2, "大前年": 3}
WEEKDAYS: Final = {name: number for number, name in enumerate("一二三四五六日")} | {"天": 6, "末": 5}
UNITS: Final = {"分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}  # fmt: skip
PARTS: Final = {
    "凌晨": "night", "清晨": "morning", "早上": "morning", "早晨": "morning", "上午": "morning", "早": "morning", "中午": "noon",
    "下午": "afternoon", "傍晚": "evening", "晚上": "night", "夜里": "night", "半夜": "night", "晚间": "night", "晚": "night", "夜": "night",
}  # fmt: skip

PART = "(?P<part>" + "|".join(sorted(PARTS, key=len, reverse=True)) + ")"
YEAR = rf"(?:(?P<year>大前年|前年|去年|今年|本年)|(?<![0-9{_HAN}])(?P<fullyear>(?:19[6-9]|20[0-9])[0-9]|(?:一九|二[〇零])[{_HAN}]{{2}})(?P<nian>年)?|(?<![0-9])(?P<short>[0-2][0-9])年)"
HOLIDAY = (
    "(?P<holiday>"
    + "|".join(sorted(HOLIDAYS, key=len, reverse=True))
    + ")(?:节(?!目|日|约|点|奏)|假期|长假|小长假|黄金周)*"
)
MONTH = r"(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月"
DAY = rf"(?P<day>[0-3]?[0-9]|[{_HAN}]{{1,3}})[日号]"
_BEGIN, _MID, _END = "初|月初|年初|伊始", "中|月中|年中", "底|末|月底|月末|年底|年末|尾"
_THIRDS: Final = {"上": 0, "中": 1, "下": 2}
UNIT = "(?P<unit>" + "|".join(sorted(UNITS, key=len, reverse=True)) + ")"
SHARE = f"(?P<share>{_BEGIN}|{_MID}(?![国文学间]|旬)|{_END})"


def number(text: str) -> int:
    """What a match of `NUMBER` says.

    Raises:
        ValueError: it is put together wrongly.
    """
    value = han_number(text.replace("两", "二"))
    if value is None:
        raise ValueError(f"{text} is no number")
    return value


def year_named(match: re.Match[str], today: Today) -> int | None:
    """The year of `YEAR`; None where it is not there."""
    if match["year"]:
        return today.year - _YEARS_BACK[match["year"]]
    if match["short"]:
        return 2000 + int(match["short"])
    return number(match["fullyear"]) if match["fullyear"] else None


def of_year(of: Callable[[int], Span], match: re.Match[str], today: Today) -> Span:
    """Of the year that is named, else the latest that has begun."""
    year = year_named(match, today)
    return of(year) if year is not None else today.latest(of)


def within(span: Span, part: str | None) -> Span:
    """That part of a day; of several days all of them."""
    return part_of(span.start.date(), PARTS[part]) if part and span.days == 1 and span.start is not None else span


def shares(span: Span, word: str | None) -> Span:
    """Its beginning, middle or end, by a match of `SHARE`."""
    if not word:
        return span
    of_year = span.start is not None and span.end is not None and (span.end - span.start).days > 100
    if of_year and word not in _MID:
        return span.share(OPENING if word in _BEGIN else CLOSING)
    return span.share(EARLY if word in _BEGIN else MIDDLE if word in _MID else LATE)


def third(span: Span, word: str) -> Span:
    """上旬, 中旬, 下旬: ten days each, the last to the end of the month."""
    place = _THIRDS[word]
    if span.start is None:
        return span
    start = span.start + timedelta(days=10 * place)
    return Span(start, span.end if place == 2 else start + timedelta(days=10))

"""Chinese times that are reckoned from today: 昨晚, 上周三, 三个月前, 上个月底, 最近一周."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from satchel.instant.spoken.chinese_words import (
    DAY,
    NUMBER,
    PART,
    PARTS,
    SHARE,
    UNIT,
    UNITS,
    WEEKDAYS,
    YEAR,
    number,
    shares,
    third,
    within,
    year_named,
)
from satchel.instant.spoken.phrase import Manner, Rule
from satchel.instant.spoken.span import Span, Today, days, part_of

_DAYS_BACK: Final = {
    "今儿": 0,
    "昨儿": 1,
    "前儿": 2,
    "今天": 0,
    "今日": 0,
    "昨天": 1,
    "昨日": 1,
    "前天": 2,
    "前日": 2,
    "大前天": 3,
}
_ONE_OR_TWO = re.compile("[一二两三四五六七八九]{2}")
"""两三天, 七八年: one or the other."""


def _day_word(match: re.Match[str], today: Today) -> Span:
    return within(days(today.days_back(_DAYS_BACK[match["name"]])), match["part"])


def _short_day(match: re.Match[str], today: Today) -> Span:
    """今早, 昨晚, 前晚."""
    back = {"今": 0, "昨": 1, "前": 2}[match["name"]]
    return part_of(today.days_back(back), PARTS[match["part"]])


def _week(match: re.Match[str], today: Today) -> Span:
    back = match["which"].count("上")
    if match["weekday"] == "末":
        return today.weekend(back)
    if match["weekday"]:
        return within(days(today.weekday(WEEKDAYS[match["weekday"]], back=back)), match["part"])
    return today.week(back)


def _bare_weekday(match: re.Match[str], today: Today) -> Span:
    if match["weekday"] == "末":
        return today.weekend(0 if today.day.weekday() >= 5 else 1)
    return within(today.latest_weekday(WEEKDAYS[match["weekday"]]), match["part"])


def _month_back(match: re.Match[str], today: Today) -> Span:
    span = today.month(match["which"].count("上"))
    if match["day"] and span.start is not None:
        return days(date(span.start.year, span.start.month, number(match["day"])))
    return third(span, match["xun"]) if match["xun"] else shares(span, match["share"])


def _ago(match: re.Match[str], today: Today) -> Span:
    unit = UNITS[match["unit"]]
    if _ONE_OR_TWO.fullmatch(match["count"]):
        return today.ago(number(match["count"][1]), unit).hull(today.ago(number(match["count"][0]), unit))
    count = 0.5 if match["count"] == "半" else number(match["count"]) + (0.5 if match["half"] or match["half2"] else 0)
    if match["weekend"]:
        if unit != "week":
            raise ValueError("a weekend lies weeks back")
        return today.weekend(round(count))
    span = today.ago(count, unit)
    return Span(None, span.end) if match["over"] else span


def _this_day(match: re.Match[str], today: Today) -> Span:
    """去年的今天, 三年前的今天."""
    year = year_named(match, today)
    year = today.year - number(match["count"]) if year is None else year
    return days(today.day.replace(year=year, day=min(today.day.day, 28) if today.day.month == 2 else today.day.day))


def _since(match: re.Match[str], today: Today) -> Span:
    counted = match["count"]
    count = 7.0 if counted == "几" else 0.5 if counted == "半" else float(number(counted))
    return today.since(count, UNITS[match["unit"]])


def _rule(pattern: str, build: Callable[[re.Match[str], Today], Span], manner: Manner) -> Rule:
    return Rule(pattern, build, manner)


_WEEK = "(?:周|星期|礼拜)"
_WEEKDAY = "(?P<weekday>[一二三四五六日天末])(?![个次天年月周])"
_IN_MONTH = rf"(?:的?(?P<xun>[上中下])旬|的?{SHARE}|{DAY})?"
_BEFORE = "(?:之前|以前|前)(?!后)"
_PAST, _PRESENT = Manner.PAST, Manner.PRESENT
RULES: Final = (
    _rule(rf"(?P<name>大前天|前天|前日|前儿|昨天|昨日|昨儿)个?(?:的?{PART})?", _day_word, _PAST),
    _rule(rf"(?P<name>今天|今日|今儿)个?(?:的?{PART})?", _day_word, _PRESENT),
    _rule("(?P<name>[昨前])(?P<part>晚上?|夜)", _short_day, _PAST),
    _rule("今(?:早上?|晨)", lambda _, today: part_of(today.day, "morning"), _PRESENT),
    _rule("(?P<name>今)(?P<part>晚上?|夜)", _short_day, _PRESENT),
    _rule(
        "刚才|刚刚", lambda _, today: days(today.day).hull(Span(today.now - timedelta(hours=6), today.now)), _PRESENT
    ),
    _rule(rf"(?P<which>上{{1,3}})一?个?{_WEEK}(?:的?(?:{_WEEK})?{_WEEKDAY}(?:的?{PART})?)?", _week, _PAST),
    _rule(rf"(?P<which>这|本|这个)一?个?{_WEEK}(?:{_WEEKDAY}(?:的?{PART})?)?", _week, _PRESENT),
    # 第二个周二 and 每个周二 are no day of this week.
    _rule(rf"(?<!个){_WEEK}{_WEEKDAY}(?:的?{PART})?", _bare_weekday, _PRESENT),
    _rule(rf"(?P<which>上{{1,2}})一?个?月{_IN_MONTH}", _month_back, _PAST),
    _rule(rf"(?P<which>这|本|这个|当)一?个?月{_IN_MONTH}", _month_back, _PRESENT),
    _rule("上一?个?季度", lambda _, today: today.quarter(1), _PAST),
    _rule("(?:本|这个?)季度", lambda _, today: today.quarter(0), _PRESENT),
    _rule(
        rf"(?P<over>超过)?(?P<count>半|{NUMBER})个?(?P<half>半)?{UNIT}(?P<half2>半)?(?:多|左右)?{_BEFORE}(?:的?(?P<weekend>周末))?",
        _ago,
        _PAST,
    ),
    _rule("去年(?:的?这个?时候|同期|这会儿)", lambda _, today: days(today.days_back(365 + 16), 33), _PAST),
    _rule(rf"(?:{YEAR}|(?P<count>{NUMBER})年前)的?今[天日]", _this_day, _PAST),
    _rule(
        rf"(?<![十百千万])(?:好?几|若干)个?{UNIT}{_BEFORE}|前[几两三](?P<unit2>天|日|周|年)|前[几两三]个(?P<unit3>星期|礼拜|月)",
        lambda match, today: today.few_ago(UNITS[match["unit"] or match["unit2"] or match["unit3"]]),
        _PAST,
    ),
    _rule("前些天|前些日子|前一?阵子|前一?段时间|前不久", lambda _, today: days(today.days_back(90), 90), _PAST),
    _rule(
        rf"(?:在|这)?(?:最近|过去|近|这)的?(?P<count>半|几|{NUMBER})个?{UNIT}(?:以?来|之?内|里|间)?(?!前|次)",
        _since,
        _PAST,
    ),
)

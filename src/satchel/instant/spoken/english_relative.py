"""English times that are reckoned from today: yesterday, last Wednesday, two weeks ago, this month."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from satchel.instant.spoken.english_words import (
    COUNT,
    HOLIDAY,
    MONTH,
    PART,
    SEASON,
    UNIT,
    WEEKDAY,
    WEEKDAYS,
    number,
    yearly,
)
from satchel.instant.spoken.holidays import ENGLISH as HOLIDAYS
from satchel.instant.spoken.phrase import Manner, Rule
from satchel.instant.spoken.span import Span, Today, days, months, part_of


def _within(day: date, part: str | None) -> Span:
    return part_of(day, part) if part else days(day)


def _day_word(match: re.Match[str], today: Today) -> Span:
    back = {"the day before yesterday": 2, "yesterday": 1, "today": 0, "this": 0, "tonight": 0, "last": 1}
    return _within(today.days_back(back[match["day"]]), match["part"])


def _last_period(match: re.Match[str], today: Today) -> Span:
    word = match["what"]
    if word in {"week", "weekend", "month", "quarter"}:
        span = {"week": today.week, "weekend": today.weekend, "month": today.month, "quarter": today.quarter}[word](1)
        if word == "week" and span.start is not None and span.end is not None:
            # Some weeks begin on a Sunday; on a Sunday, "last week" may be the one that ends today.
            span = Span(span.start - timedelta(days=1), span.end - timedelta(days=today.day.weekday() != 6))
            return span.hull(days(today.days_back(1))) if today.day.weekday() == 6 else today.week(1).hull(span)
        if word == "weekend" and today.day.weekday() == 6:
            return today.weekend(1)
        return span
    if word == "year":
        return months(today.year - 1, 1, 12)
    if word[:3] in WEEKDAYS and word.endswith("day") and word not in HOLIDAYS:
        return today.last_weekday(WEEKDAYS[word[:3]])
    return today.last(yearly(word, today))


def _before_last(match: re.Match[str], today: Today) -> Span:
    word = match["what"]
    if word == "year":
        return months(today.year - 2, 1, 12)
    if word == "night":
        return part_of(today.days_back(2), "night")
    if word.endswith("day") and word not in HOLIDAYS:
        return days(today.weekday(WEEKDAYS[word[:3]], back=2), 8)
    if word not in {"week", "weekend", "month"}:
        return _times_back(word, 2, today)
    return {"week": today.week, "weekend": today.weekend, "month": today.month}[word](2)


def _times_back(word: str, count: int, today: Today) -> Span:
    """ "Two summers ago": the last but one that is over."""
    spans = [yearly(word, today)(today.year - back) for back in range(count + 3)]
    return [span for span in spans if span.end is not None and span.end <= today.now][count - 1]


def _this_period(match: re.Match[str], today: Today) -> Span:
    word = match["what"]
    if word in {"week", "weekend", "month", "quarter"}:
        return {"week": today.week, "weekend": today.weekend, "month": today.month, "quarter": today.quarter}[word](0)
    if word == "year":
        return months(today.year, 1, 12)
    if word.endswith("day") and word not in HOLIDAYS:
        return days(today.weekday(WEEKDAYS[word[:3]], back=0))
    return yearly(word, today)(today.year)


def _ago(match: re.Match[str], today: Today) -> Span:
    span = today.ago(number(match["count"]), match["unit"])
    if "couple" in match["count"]:
        span = span.hull(today.ago(3, match["unit"]))
    return Span(None, span.end) if match["over"] else span


def _weekday_of_week(match: re.Match[str], today: Today) -> Span:
    back = 2 if "before last" in match[0] else 0 if "this week" in match[0] else 1
    return _within(today.weekday(WEEKDAYS[match["weekday"][:3]], back=back), match["part"])


def _latest_weekday(match: re.Match[str], today: Today) -> Span:
    span = today.latest_weekday(WEEKDAYS[match["weekday"][:3]])
    if match["part"] and span.start is not None and span.end is not None and (span.end - span.start).days == 1:
        return part_of(span.start.date(), match["part"])
    return span


def _since(match: re.Match[str], today: Today) -> Span:
    few = match["count"] in {"few", "several"}
    return today.since(7 if few else number(match["count"] or "a"), match["unit"])


def _rule(pattern: str, build: Callable[[re.Match[str], Today], Span], manner: Manner, *, bare: bool = False) -> Rule:
    return Rule(pattern + r"(?![\w-])", build, manner, bare)


_PERIOD = rf"(?P<what>weekend|week(?!day)|month|quarter|year|{HOLIDAY}|{WEEKDAY}|{SEASON}|{MONTH})(?:'s)?"
_AGO = r"(?:ago|back|earlier)\b"
_PAST, _PRESENT = Manner.PAST, Manner.PRESENT
RULES: Final = (
    _rule(rf"(?P<day>the day before yesterday|yesterday)(?:'s)?(?: (?P<part>{PART}))?", _day_word, _PAST),
    _rule(r"(?P<day>last) (?P<part>night)(?:'s)?", _day_word, _PAST),
    _rule(r"(?P<day>this) (?P<part>morning|afternoon|evening)(?:'s)?", _day_word, _PRESENT),
    _rule(r"earlier (?P<day>today)(?P<part>)", _day_word, _PAST),
    _rule(r"(?P<day>today|tonight)(?P<part>)", _day_word, _PRESENT),
    _rule(
        rf"(?P<weekday>{WEEKDAY})(?: (?P<part>{PART}))?(?:,| of| in)? (?:last week|this week|the week before last)",
        _weekday_of_week,
        _PAST,
    ),
    _rule(
        rf"(?:last week|the week before last)(?:'s|,)? (?:on )?(?P<weekday>{WEEKDAY})(?: (?P<part>{PART}))?",
        _weekday_of_week,
        _PAST,
    ),
    _rule(
        rf"the (?P<what>night|week|weekend|month|year|{WEEKDAY}|{SEASON}|{HOLIDAY}|{MONTH}) before last",
        _before_last,
        _PAST,
    ),
    _rule(
        rf"(?P<count>two|three|four|five|[2-5]) (?P<what>{SEASON}|{HOLIDAY})(?:e?s)? ago",
        lambda match, today: _times_back(match["what"], int(number(match["count"])), today),
        _PAST,
    ),
    _rule(
        rf"(?:last|(?:the )?previous|(?:this|the) past(?! (?:week|month|quarter|year)\b)) {_PERIOD}",
        _last_period,
        _PAST,
    ),
    _rule(rf"(?:earlier )?this {_PERIOD}", _this_period, _PRESENT),
    _rule(
        r"(?P<over>(?:over|more than|at least) )?(?:about |around |roughly |almost |nearly |some )?"
        rf"(?P<count>{COUNT}) (?P<unit>{UNIT})s? {_AGO}",
        _ago,
        _PAST,
    ),
    _rule(
        rf"(?:a few|few|several|some) (?P<unit>{UNIT})s {_AGO}",
        lambda match, today: today.few_ago(match["unit"]),
        _PAST,
    ),
    _rule(
        rf"(?P<count>{COUNT}) (?:and a half (?P<unit>{UNIT})s?|(?P<unit2>{UNIT})s? and a half) {_AGO}",
        lambda match, today: today.ago(number(match["count"]) + 0.5, match["unit"] or match["unit2"]),
        _PAST,
    ),
    _rule(
        rf"(?P<count>two|three|four|[2-4]) (?P<weekday>{WEEKDAY})s ago",
        lambda match, today: today.weekdays_ago(WEEKDAYS[match["weekday"][:3]], int(number(match["count"]))),
        _PAST,
    ),
    _rule(r"this (?:time|day|week|month) last year", lambda _, today: days(today.days_back(365 + 16), 33), _PAST),
    _rule(r"the other (?:day|night|evening)", lambda _, today: days(today.days_back(14), 14), _PAST),
    _rule(
        rf"(?:the |these )?(?:last|past|previous) (?:(?P<count>{COUNT}|few|several) )?(?P<unit>{UNIT})s?", _since, _PAST
    ),
    _rule(rf"(?P<weekday>{WEEKDAY})(?P<part>)'s", _latest_weekday, _PRESENT),
    _rule(rf"(?P<weekday>{WEEKDAY})(?: (?P<part>{PART}))?", _latest_weekday, _PRESENT, bare=True),
    _rule(r"the year", lambda _, today: months(today.year, 1, 12), _PRESENT, bare=True),
)

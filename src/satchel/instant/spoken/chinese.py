"""Chinese: the phrases of a question that name a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Final

from satchel.instant.spoken import chinese_dates, chinese_relative
from satchel.instant.spoken.chinese_words import HOLIDAY, MONTH, NUMBER, UNITS, YEAR, number
from satchel.instant.spoken.holidays import CHINESE as HOLIDAYS
from satchel.instant.spoken.phrase import Manner, Phrase, Rules
from satchel.instant.spoken.span import Span, Today, joined

RULES: Final = Rules(*chinese_relative.RULES, *chinese_dates.RULES)
_NAMES_YEAR = re.compile(YEAR)
_GONE_YEAR = re.compile("大前年|前年|去年")
_BARE = re.compile(MONTH.replace("?P<month>", "?:") + "|(?:" + "|".join(HOLIDAYS) + ")节?")
"""A month or a holiday without anything else: 五月 may begin 五月天."""
_LONGEST_DAY: Final = 10
"""Days of a holiday; of what is longer it is not plain which end is meant."""
_WITHIN: Final = 0.75
"""Share of a week or a month up to which its first days are a part of it."""
_IS_HOLIDAY = re.compile(HOLIDAY)
_DIGIT = re.compile("[0-9〇零一二两三四五六七八九十]")
_BETWEEN = re.compile(r" ?(?:到|至|和|与|-|—|~|～) ?")
_AFTER = re.compile(
    r"(?P<around>前后|左右)|(?P<since>以来|至今|起(?!床|来|飞|义)|开始)|(?P<before>之前|以前|前(?!后|台|端|任|期))|(?P<after>之后|以后|后(?!来|端|台|面|期))"
    r"|(?P<during>(?:之?间|期间|的时候|那天|那会儿?|那时候?|那几天|当天|里|内|时候?))"
)
_BESIDE = re.compile(
    rf"之?(?P<side>前|后)的?(?:(?P<nth>第)?(?P<count>{NUMBER}|半)|那)个?(?P<unit>天|日|周|星期|礼拜|月)(?![前后内以])"
)
"""春节前一周, 国庆后两天, 五一前那个星期, 开学后第二周: a time that is told from a day."""
_AHEAD_OF = re.compile(r"(?:(?P<since>自从?|从)|在|于)$")

_START = re.compile(
    "[0-9〇零一二两三四五六七八九十半几好若大前昨今刚上下这本当周星礼最过近在去年农阴旧正冬腊春夏秋第q超"
    + "".join(name[0] for name in HOLIDAYS)
    + "]"
)
"""What a time can begin with; nothing else is looked at."""


def phrases(text: str, today: Today) -> Iterator[Phrase]:
    """Every phrase of the text that can name a time, from left to right, none inside another.

    Args:
        text: In simplified characters, half width.
        today: The reader's clock.
    """
    at = 0
    while (found := _START.search(text, at)) is not None:
        phrase = _phrase(text, found.start(), today)
        if phrase is None:
            at = found.end()
        else:
            yield phrase
            at = phrase.end


def _phrase(text: str, at: int, today: Today) -> Phrase | None:
    """The time that begins at a character, and what 以来, 之前, 前后, 期间 behind it make of it."""
    first = _period(text, at, today)
    if first is None:
        return None
    before = _AHEAD_OF.search(text, max(0, at - 2), at)
    start = before.start() if before is not None else at
    span, end, bare = first.span, first.end, first.bare
    joint = _BETWEEN.match(text, end)
    if joint is not None and (joint[0].strip() not in {"和", "与"}):
        second = _second(text, first, joint.end(), today)
        if second is not None:
            dated = tuple(_NAMES_YEAR.match(text, phrase.start) is not None for phrase in (first, second))
            span = joined(first.span, second.span, dated=(dated[0], dated[1]))
            return Phrase(span, start, second.end, first.manner, False, "between")
    beside = _beside(text, first)
    if beside is not None:
        return replace(beside, start=start)
    mark = _AFTER.match(text, end)
    word = mark.lastgroup or "" if mark is not None else ""
    if before is not None and before["since"] and word in {"", "since", "after"} and not text.startswith("的", end):
        word = "since"
    if mark is not None:
        end = mark.end()
    if word in {"since", "after"}:
        span = Span(span.start, None)
    elif word == "before":
        span = span.before() if re.search(HOLIDAY, text[at : first.end]) else Span(None, span.start)
    elif word == "around":
        span = span.around(least=7 if re.search(HOLIDAY, text[at : first.end]) else 3)
    return Phrase(span, start, end, first.manner, bare and not word, word)


def _beside(text: str, day: Phrase) -> Phrase | None:
    """So many days or weeks before or after a day or a holiday, or at the begin or the end of what is longer."""
    match = _BESIDE.match(text, day.end)
    if match is None or day.span.start is None or day.span.end is None:
        return None
    count = 0.5 if match["count"] == "半" else number(match["count"]) if match["count"] else 1
    length = {"day": 1, "week": 7, "month": 30}[UNITS[match["unit"]]]
    near, far = round(length * (count - 1)) if match["nth"] else 0, max(1, round(length * count))
    if day.span.days > 1 and not _IS_HOLIDAY.search(text, day.start, day.end):
        # 上周前三天 are the first three of that week, 五月后十天 the last ten of that month.
        if match[0].startswith("之") or match["nth"] or far > _WITHIN * day.span.days:
            return None
        edge = day.span.start + timedelta(days=far) if match["side"] == "前" else day.span.end - timedelta(days=far)
        span = Span(day.span.start, edge) if match["side"] == "前" else Span(edge, day.span.end)
        return Phrase(span, day.start, match.end(), day.manner, False, "within")
    if day.span.days > _LONGEST_DAY:
        return None
    try:
        if match["side"] == "前":
            # A holiday may be reckoned from its eve: the day before 春节 is 除夕, which people count in.
            edge = day.span.start + timedelta(days=day.span.days > 1)
            span = Span(day.span.start - timedelta(days=far), edge - timedelta(days=near))
        else:
            span = Span(day.span.end + timedelta(days=near), day.span.end + timedelta(days=far))
    except OverflowError:
        return None
    return Phrase(span, day.start, match.end(), Manner.NAMED, False, "beside")


def _second(text: str, first: Phrase, at: int, today: Today) -> Phrase | None:
    """The other end of "from … to", which may leave out what the first one said: 上周一到周三, 6月3日到9日."""
    plain = _period(text, at, today)
    if plain is not None and plain.manner is not Manner.PRESENT:
        return plain
    lead = text[first.start : first.end]
    for cut in range(len(lead) - 1, 0, -1):
        if _DIGIT.match(text, at) and _DIGIT.match(lead, cut - 1):
            continue  # the 3 of 3日 and the 9 of 9日 are not 39
        whole = _period(lead[:cut] + text[at : at + 12], 0, today)
        if whole is not None and whole.end > cut + 1:
            return replace(whole, start=at, end=at + whole.end - cut)
    return plain


def _period(text: str, at: int, today: Today) -> Phrase | None:
    phrase = RULES.longest(text, at, today)
    if phrase is None:
        return None
    manner = Manner.PAST if _GONE_YEAR.match(text, at) else phrase.manner
    return replace(phrase, manner=manner, bare=phrase.bare or _BARE.fullmatch(text, at, phrase.end) is not None)

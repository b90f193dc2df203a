"""English: the phrases of a question that name a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from satchel.instant.spoken import english_dates, english_relative
from satchel.instant.spoken.english_words import COUNT, HOLIDAY, MONTH, SEASON, WEEKDAY, WEEKDAYS, YEAR, number
from satchel.instant.spoken.phrase import Manner, Phrase, Rules
from satchel.instant.spoken.span import EARLY, LATE, MIDDLE, Span, Today, days, joined

RULES: Final = Rules(*english_relative.RULES, *english_dates.RULES)
_THIRD = re.compile(
    r"(?:the )?(?:(?P<early>early|(?:very )?beginning of|start of|first (?:days|weeks?) of)"
    r"|(?P<middle>mid|middle of)|(?P<late>late|(?:very )?end of|last (?:days|weeks?) of))(?: in)?[ -]"
)
_BEFORE = re.compile(
    r"\b(?:(?:ever |right |just |back |sometime |some time |only )*(?P<word>in|on|at|during|over|since|before|prior to|after|until|till|by"
    r"|from|between|around|about|of|for|as of|through|throughout|within|up to|near|starting)) (?:around )?$"
)
_BETWEEN = re.compile(r" ?(?:-|–|and|to|till|until|through) ?")
_BESIDE = re.compile(
    rf"(?:the |(?P<count>{COUNT}) )(?P<what>day|week(?:end)?|month|{WEEKDAY})s? (?P<side>before|after|following) (?:the )?"
)
_NAMES_YEAR = re.compile(rf"{YEAR}|last year|this year|the year before last")
_CORE = re.compile(
    rf"{MONTH}|{HOLIDAY}|{SEASON}|q[1-4]\b|h[12]\b|quarter|half|day|night|morning|afternoon|evening|week|month|year|hour|minute|[0-9]{{4}}|[0-9](?:st|nd|rd|th)\b"
)
"""One of these is in every time, so that a text without them is passed over at once."""
_LONGEST_LEAD: Final = 40
"""Characters before it at which its phrase can begin."""
_WORD_START = re.compile(r"(?<![\w'/-])[a-z0-9]")


def phrases(text: str, today: Today) -> Iterator[Phrase]:
    """Every phrase of the text that can name a time, from left to right, none inside another.

    Args:
        text: In lower case, straight apostrophes.
        today: The reader's clock.
    """
    at = 0
    for core in _CORE.finditer(text):
        at = max(at, core.start() - _LONGEST_LEAD)
        while (found := _WORD_START.search(text, at, core.end())) is not None:
            phrase = _phrase(text, found.start(), today)
            if phrase is None:
                at = found.end()
            else:
                yield phrase
                at = phrase.end


def _phrase(text: str, at: int, today: Today) -> Phrase | None:
    """The time that begins at a word, with "early" in front of it, and with what a preposition makes of it."""
    first = _period(text, at, today)
    if first is None:
        return None
    before = _BEFORE.search(text, max(0, at - 40), at)
    word, start = (before["word"], before.start()) if before is not None else ("", at)
    end, span = first.end, first.span
    joint = _BETWEEN.match(text, end) if word in {"between", "from", "in", "over", "during", "since", ""} else None
    if joint is not None and (word in {"between", "from"} or joint[0].strip() not in {"and", "to"}):
        second = _period(text, joint.end(), today)
        if second is not None:
            dated = (_has_year(text, first), _has_year(text, second))
            span, end, word = joined(first.span, second.span, dated=dated), second.end, "between"
            return Phrase(span, start, end, first.manner, False, word)
    if word in {"since", "starting"}:
        span = Span(span.start, None)
    elif word in {"before", "prior to", "until", "till", "by", "up to", "as of", "through"}:
        holiday = re.search(HOLIDAY, text[at:end]) is not None
        span = span.before() if holiday else Span(None, span.start if word in {"before", "prior to"} else span.end)
    elif word == "after":
        span = Span(span.start, None)
    elif word in {"around", "near", "about"} and first.manner is Manner.NAMED and word != "about":
        span = span.around(least=7 if re.search(HOLIDAY, text[at:end]) else 3)
    return Phrase(span, start, end, first.manner, first.bare, word)


def _has_year(text: str, phrase: Phrase) -> bool:
    return _NAMES_YEAR.search(text, phrase.start, phrase.end) is not None


def _beside(text: str, at: int, today: Today) -> Phrase | None:
    """The Monday before 24 July, two weeks after 3 May: a time that is told from a day."""
    match = _BESIDE.match(text, at)
    day = RULES.longest(text, match.end(), today) if match is not None else None
    if match is None or day is None or day.manner is Manner.PRESENT or day.span.start is None or day.span.end is None:
        return None
    sign = -1 if match["side"] == "before" else 1
    edge = (day.span.start if sign < 0 else day.span.end - timedelta(days=1)).date()
    what, count = match["what"], int(number(match["count"] or "a"))
    try:
        if what in {"day", "week", "month"}:
            length = {"day": 1, "week": 7, "month": 30}[what]
            near = days(edge + timedelta(days=sign)) if match["count"] is None else days(edge)
            span = near.hull(days(edge + timedelta(days=sign * length * count)))
            if match["count"] is not None:
                span = days(edge + timedelta(days=sign * length * count - length // 3), 2 * (length // 3) + 1)
        else:
            weekday = 5 if what == "weekend" else WEEKDAYS[what[:3]]
            step = (weekday - edge.weekday()) % 7 or 7
            span = days(
                edge + timedelta(days=step if sign > 0 else step - 7 if step < 7 else -7), 2 if what == "weekend" else 1
            )
    except OverflowError:
        return None
    return Phrase(span, at, day.end, Manner.NAMED, False)


def _period(text: str, at: int, today: Today) -> Phrase | None:
    beside = _beside(text, at, today)
    if beside is not None:
        return beside
    third = _THIRD.match(text, at)
    if third is not None:
        whole = RULES.longest(text, third.end(), today)
        if whole is not None:
            part = EARLY if third["early"] else MIDDLE if third["middle"] else LATE
            span = whole.span.share(part)
            if span.start is not None and span.start > today.now and whole.bare:
                # This spring has begun and its end has not: "late spring" was that of the year before.
                before = RULES.longest(text, third.end(), Today(today.now - timedelta(days=365), today.southern))
                span = before.span.share(part) if before is not None else span
            return Phrase(span, at, whole.end, whole.manner, False)
    return RULES.longest(text, at, today)

"""From a question to the interval it asks about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import reduce

from satchel.instant.spoken import asked_chinese, asked_english, chinese, english
from satchel.instant.spoken.phrase import Manner, Phrase
from satchel.instant.spoken.span import Span, Today
from satchel.instant.zones import place, zone_name

_HAN = re.compile("[\u4e00-\u9fff]")
_MONTH = timedelta(days=31)
_PLAIN_SIGNS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "–": "-", "—": "-"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The time that a question asks about."""

    since: datetime | None
    """Inclusive, aware, UTC; None leaves the beginning open."""
    until: datetime | None
    """Exclusive, aware, UTC; None leaves the end open. One of the two is set, and they are in order."""
    words: tuple[tuple[int, int], ...]
    """Where in the question it is said, as offsets in order, prepositions included."""
    of_words: bool
    """Whether it is asked what was said then; else what happened then, which may have been told at another time."""


def read_spoken(question: str, *, now: datetime, zone: tzinfo) -> Spoken | None:
    """The time that a question asks about, None where it asks about none or that is not certain.

    Args:
        question: One sentence; full-width and traditional characters folded to half-width and simplified ones.
        now: When it is asked; aware.
        zone: The reader's, by whose days and months times are meant.
    """
    text = _lowered(question)
    try:
        today = Today.at(now, zone)
        found = _asked_back(text, today)
        if not found:
            return None
        span = reduce(Span.hull, (phrase.span for phrase in found))
        since, until = (at and place(at, zone, zone_name(zone)).at for at in (span.start, span.end))
    except (OverflowError, ValueError):
        return None  # beyond the calendar
    if (since is None and (until is None or until > now)) or (since and until and since >= until):
        return None
    return Spoken(
        since=since,
        until=until,
        words=tuple(sorted((phrase.start, phrase.end) for phrase in found)),
        of_words=asked_chinese.asks_for_words(text) or asked_english.asks_for_words(text),
    )


def speaks_of(text: str, asked: Spoken, *, made_at: datetime, zone: tzinfo) -> bool:
    """Whether a memory names the time that is asked about: "we went there yesterday", written a day later.

    Args:
        text: The memory, folded like a question.
        asked: The time.
        made_at: When the memory was made, from which its "yesterday" is reckoned; aware.
        zone: The reader's.
    """
    if asked.since is None or asked.until is None:
        return False
    longest = max(_MONTH, 2 * (asked.until - asked.since))
    lowered = _lowered(text)
    try:
        today = Today.at(made_at, zone)
        for phrase in (
            *(chinese.phrases(lowered, today) if _HAN.search(lowered) else ()),
            *english.phrases(lowered, today),
        ):
            start, end = phrase.span.start, phrase.span.end
            if phrase.bare or start is None or end is None or end - start > longest:
                continue
            since, until = (place(at, zone, zone_name(zone)).at for at in (start, end))
            if since < asked.until and until > asked.since:
                return True
    except (OverflowError, ValueError):
        pass  # beyond the calendar
    return False


def _lowered(text: str) -> str:
    """In lower case and with plain signs, as long as before."""
    plain = text.translate(_PLAIN_SIGNS)
    low = plain.lower()
    if len(low) == len(plain):  # no character becomes fewer than one
        return low
    return "".join(one if len(one := char.lower()) == 1 else char for char in plain)


def _asked_back(text: str, today: Today) -> list[Phrase]:
    """The phrases that say when what is asked for was remembered."""
    han = list(chinese.phrases(text, today)) if _HAN.search(text) else []
    latin = [
        phrase
        for phrase in english.phrases(text, today)
        if all(phrase.end <= other.start or phrase.start >= other.end for other in han)
    ]
    begun = [(phrase, asked_chinese) for phrase in han if _has_begun(phrase, today)]
    begun += [(phrase, asked_english) for phrase in latin if _has_begun(phrase, today)]
    kept = [phrase for phrase, asked in begun if asked.asks_back(text, phrase, over=_is_over(phrase, today))]
    if any(phrase not in kept and phrase.manner is not Manner.PAST and not phrase.bare for phrase, _ in begun):
        # A date that belongs to something makes the other dates doubtful: "mentioned for 6 April and 8 April".
        kept = [phrase for phrase in kept if phrase.manner is Manner.PAST]
    return kept


def _has_begun(phrase: Phrase, today: Today) -> bool:
    """No memory was made in the future."""
    start, end = phrase.span.start, phrase.span.end
    return start <= today.now if start is not None else end is not None and end <= today.now


def _is_over(phrase: Phrase, today: Today) -> bool:
    return phrase.span.end is not None and phrase.span.end <= today.now

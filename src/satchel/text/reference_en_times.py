"""English days that count from the day of writing: yesterday, next week, two days ago.

A day within a habit, within a rule or within a case that is only supposed moves along with it: "show today's date", "if asked
about tomorrow". It is no reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from satchel.text.sieve import Possible

_Span = tuple[int, int, Literal["thing", "earlier", "person", "time"]]

_UNIT: Final = (
    "week|weekend|month|year|quarter|semester|term|monday|tuesday|wednesday|thursday|friday|saturday|sunday|night|"
    "january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter"
)
_TIME: Final = re.compile(
    r"\b(?:the day (?:after tomorrow|before yesterday)|the other (?:day|night|week|evening)|yesterday|today|tomorrow|tmrw|tonight|this (?:morning|afternoon|evening)"
    r"|(?:in|half) (?:a fortnight|half an hour|an hour)|(?:an?|two|three|\d{1,3}) (?:hour|day|week|fortnight|month|year)s? from (?:now|today|tomorrow)"
    rf"|(?:last|next|this(?: coming| past)?) (?:{_UNIT})"
    r"|(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of|several) (?:minute|hour|day|night|week|fortnight|month|year|spring|summer|autumn|winter|season)s? ago"
    r"|in (?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of|several) (?:day|week|month|year)s?(?:['’] time|(?! (?:of|or|and|time)\b))|in the (?:coming|next few) (?:days|weeks|months)|the coming (?:week|weekend|month)|(?:six|seven|eight|nine|ten|twelve) (?:day|week|month|year)s? from (?:now|today))\b",
    re.IGNORECASE,
)
_EACH: Final = (
    r"\b(?:every|each) (?:day|morning|afternoon|evening|night|week|weekend|month|quarter|year|sprint|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|\b(?:daily|weekly|nightly|monthly)\b"
)
_MACHINE: Final = r"\b(?:reports?|dashboards?|summar(?:y|ies)|digests?|stand-?ups?|pages?|newsletters?|charts?|(?:cron )?jobs?|scripts?|logs?|widgets?|bots?|reminders?|backups?|queries|query|filters?)\b (?:page )?"
_EACH_TIME: Final = re.compile(
    rf"(?:{_EACH}|\b(?:whenever|always|usually|motto)\b|{_MACHINE}(?:shows?|compares?|covers?|lists?|deletes?|contains?|includes?|should|must|older than"
    r"|removes?|archives?|prunes?|keeps?|sends?|prints?|fetch(?:es)?|counts?|loads?|reads?|copies|copy|marks?|sums?)\b)[^.!?;]*$",
    re.IGNORECASE,
)
"""A habit, or what a report shows whenever it is made: the days in it move along with it."""
_ONE_TIME: Final = re.compile(
    r"\b(?:was|were|had|did|has|have|will|going to|since|starting|until|from|got|went|(?!planned\b|needed\b)[a-z]{2,}ed)\b[^.!?;]*$|'ll\b[^.!?;]*$",
    re.IGNORECASE,
)
_RELATIVE: Final = re.compile(
    r"\b(?:that|which|who|what) (?:was|were|is|are|has been|have been)\b[^.!?;,]*$", re.IGNORECASE
)
"""Files that were made: the past of a clause that says which ones, and not of what is done with them."""
_EACH_BEHIND: Final = re.compile(rf"[^.!?;,]*(?:{_EACH})", re.IGNORECASE)
"""User reads tomorrow's agenda every evening."""
_SUPPOSED: Final = re.compile(
    r"\b(?:if|when(?:ever)?) (?:[\w']+ ){0,4}?(?:asked|asks?) (?:(?:about|for)(?: the)? |(?:what|how|who|which|where|if|whether)\b[^.!?;,]*)$"
    r"|\b(?:if|when(?:ever)?) (?:[\w']+ ){1,4}?(?:says?|mentions?)(?: that| the word| something about)? $"
    r"|\b(?:alert|warn|warning|notify|notification|remind|reminder)s?\b[^.!?;]*\b(?:if|when)\b[^.!?;]*$"
    r"|\bas if\b[^.!?;]*$|\bno $",
    re.IGNORECASE,
)
"""What somebody may ask or say on any day."""
_LIKED: Final = re.compile(r"\b(?:likes|loves|prefers|hates|dislikes|enjoys|tends)\b[^.!?;]*$", re.IGNORECASE)
_PREPARED: Final = re.compile(
    r"\b(?:plan|prepare|review|organi[sz]e|think about|think through|planning|preparing|reviewing|organi[sz]ing)(?: for| the)* $",
    re.IGNORECASE,
)
"""User prefers to plan next week on Fridays: what is planned, and no day on which it is done."""
_NEVER: Final = re.compile(r"^\W{0,4}(?:never|do not|don't)\b", re.IGNORECASE)
_WITHOUT: Final = re.compile(r"[^.!?;]*\b(?:without|unless)\b", re.IGNORECASE)
_ORDER: Final = re.compile(
    r"(?:^|[.!?;:\n])\W{0,4}(?:please )?(?:start|begin|open|head|end|show|list|mark|highlight|hide|flag|display|sort|use|put|write|include|print|stamp|label|state)\b[^.!?;]*$",
    re.IGNORECASE,
)
_DUE: Final = re.compile(
    r"\b(?:every|each|any|all)\b[^.!?;]*$|s (?:(?:that|which) (?:are|were|is) )?(?:due|planned|scheduled) (?:for |on )?$|s (?:that|which) (?:are|were) $",
    re.IGNORECASE,
)
"""Show the tasks that are due today: those of the day on which they are shown."""
_DUE_TASKS: Final = re.compile(
    r"^\W{0,4}[a-z]+s (?:(?:that|which) are )?(?:due|planned|scheduled) (?:for |on )?$", re.IGNORECASE
)
_OF_THE_DAY: Final = re.compile(
    r"['’]s (?:date|weather|forecast|exchange rates?|rates?|news|headlines|temperature)\b", re.IGNORECASE
)
"""There is one each day."""
_OF_AN_AGE: Final = re.compile(
    r"['’]s (?:[a-z-]+ ){0,2}(?:world|society|age|era|economy|standards|children|youth|generation|teenagers)\b",
    re.IGNORECASE,
)
"""In today's world."""
_DONE: Final = re.compile(r"\b(?:saw|heard|read|gave|made|took|said|told|sent|found|forgot)\b", re.IGNORECASE)
_POSSESSED: Final = re.compile(r"['’]s\b")
_NEAR: Final = 300
"""Characters in front of a day that are asked whether it moves along."""
_TITLE: Final = re.compile(r" (?:Day|After|Before|Tomorrow|Yesterday|Ago|Night|Morning)\b")
"""The Day After Tomorrow, a film."""
_AHEAD: Final = re.compile(
    r"\b(?:leaves?|leaving|starts?|due|expires?|ends?|begins?|arrives?|returns?|moves?|moving|fl(?:y|ies|ying)|will|'ll|back|going to|renews?|remind(?:ed|er)?|nudged?|check(?:ed|s)? in|follow(?:ed|s)? up|flight|appointment|interview|surgery|visa|delivery|closes?|opens?|launch(?:es)?|wedding|exam|trip|deadline)\b[^.;!?]{0,40}$",
    re.IGNORECASE,
)
"""What is still to come: only then "in three days" is a day, and no length of time."""
_TO_COME: Final = re.compile(
    r",? (?:the user|user|i|we|he|she|they|my|our|his|her|their|the) (?:[\w'’]+ ){0,3}?(?:will|must|has to|have to|needs? to|leaves?|starts?|flies|fly|moves?|turns?|returns?|expires?|ends?|opens?|closes?|arrives?)\b",
    re.IGNORECASE,
)
"""In two weeks the user starts the new job."""


_SAID_EACH_TIME: Final = re.compile(
    rf"(?:{_EACH})[^.!?;]*\b(?:says?|asks?|tells?|shares?|reports?|answers?|writes?|lists?|notes?)\b[^.!?;]*$",
    re.IGNORECASE,
)
"""In a daily stand-up everybody says what they did yesterday."""
_NOWADAYS: Final = re.compile(
    r" (?:everybody|everyone|nobody|people|kids|children|most (?:people|of us))\b|['’]s (?:world|youth|young|kids|children|society|standards|technology|market)\b",
    re.IGNORECASE,
)
_ANY_DAYS: Final = re.compile(
    r"['’]s (?:[a-z]+ ){1,2}(?:makes?|gets?|tastes?|goes|(?:is|are) (?:never|always|best|better|turned|used|fed|given)|never|always|should|must)\b",
    re.IGNORECASE,
)
"""Yesterday's bread makes the best toast."""
_MAXIM_BEFORE: Final = re.compile(r"\b(?:put(?:ting)? (?:\w+ )?off|leave|wait|postpone)\b[^.!?;,]*$", re.IGNORECASE)
_NEVER_OFF: Final = re.compile(r"\b(?:never|not|don't|do not)\b", re.IGNORECASE)
_SENTENCE: Final = re.compile(r"[^.!?;\n]*")
_MAXIM: Final = re.compile(r" (?:is (?:another|a new) day|never comes|never dies|what you can do)\b", re.IGNORECASE)
_WORK: Final = re.compile(
    r"(?:, [A-Z]\w+)*,?(?: (?:and|&) [A-Z]\w+)? (?:by (?:the )?[A-Z]|is (?:(?:her|his|my|their|our|[a-z]+['’]s) )?(?:the )?(?:only|favou?rite|best) (?:song|film|book|piece|album|novel)\b)"
)
"""Yesterday by the Beatles; Yesterday, Today and Tomorrow is her favourite film."""


PATTERNS: Final = (_TIME,)
"""A text that none of these matches has no relative day."""


def find(text: str, possible: Possible) -> Iterator[_Span]:
    """Relative days that stand for one day."""
    moved = -1
    for found in possible.finditer(_TIME, text):
        if found.start() < moved:
            # Of one sentence with a day that moves along.
            continue
        before = text[: found.start()]
        # "USA Today", "Psychology Today": part of a name.
        if found[0][0].isupper() and re.search(r"[A-Z][\w.]* $", before):
            continue
        if _TITLE.search(found[0]):
            continue
        if _OF_AN_AGE.match(text, found.end()) or (text.startswith(" of ", found.end()) and before.endswith("the ")):
            continue
        if re.search(r"\b(?:every|each|the very) $", before) or text.startswith(" of every", found.end()):
            continue
        if _moves_along(before[-_NEAR:], text, found.end()):
            moved = _SENTENCE.match(text, found.end()).end()  # type: ignore[union-attr]  # matches nothing at the least
            continue
        if _is_any_day(before, text, found.end()):
            continue
        if found[0][:3].casefold() == "in " and not (_AHEAD.search(before) or _TO_COME.match(text, found.end())):
            continue
        yield found.start(), found.end(), "time"


def _is_any_day(before: str, text: str, end: int) -> bool:
    """Whether a day is that of a saying, of a title, or the age that people live in."""
    return bool(
        (_NOWADAYS.match(text, end) and not before.strip())
        or _ANY_DAYS.match(text, end)
        or _MAXIM.match(text, end)
        or (_NEVER_OFF.search(before) and _MAXIM_BEFORE.search(before))
        or _WORK.match(text, end)
    )


def _moves_along(before: str, text: str, end: int) -> bool:
    """Whether what a day belongs to happens on any day."""
    if _SUPPOSED.search(before) or _SAID_EACH_TIME.search(before):
        return True
    main = _RELATIVE.sub("", before)
    if _ONE_TIME.search(main):
        return False
    if _EACH_TIME.search(main):
        return True
    if not before.strip():
        return False
    if _LIKED.search(before) and (_POSSESSED.match(text, end) or _PREPARED.search(before)):
        return True
    if _ORDER.search(main) and _DUE.search(before):
        return True
    if _OF_THE_DAY.match(text, end) and not _DONE.search(before):
        return True
    if _NEVER.search(before) and _WITHOUT.match(text, end):
        return True
    return bool(_EACH_BEHIND.match(text, end) or _DUE_TASKS.search(before))

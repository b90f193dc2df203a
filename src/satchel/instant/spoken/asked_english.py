"""English: whether a question asks for what was remembered at a time, or for something that a time belongs to.

"What did we decide in March" looks back; "what is due in March" does not, and a memory of it may be of any age. Where
that is open, the time is left among the words of the search: a wrong filter loses the answer, a missing one does not.
"""

from __future__ import annotations

import re
from typing import Final

from satchel.instant.spoken.phrase import Manner, Phrase

_IRREGULAR = (
    "was were had did said told went got made took gave saw came bought ate met wrote thought knew found left kept let "
    "began brought felt heard held lost meant paid ran sat sent set sold spent spoke stood taught won wore chose drank "
    "drove fell flew forgot grew hid hit hurt led lent put read rode rose sang slept swam threw woke built broke caught "
    "cost cut dealt drew fed fought hung laid lay lit rang shook shot shut sang sank stole stuck struck swore tore sought been done gone taken given seen come "
    "eaten written known begun drunk driven fallen flown forgotten grown hidden ridden spoken sung swum thrown woken worn "
    "broken chosen"
).split()
_NO_PAST: Final = frozenset(
    "need feed seed speed bed red weed hundred indeed breed exceed proceed succeed united naked".split()
)
_LOOKS_BACK = re.compile(
    r"\b(?:did|didn't|wasn't|weren't|hadn't|i'd|we'd|you'd|(?:" + "|".join(_IRREGULAR) + r")|\w{2,}ed)\b"
)
_OPENS_PRESENT = re.compile(
    r"\W*(?:(?:what|who|where|which|how|when)(?: \w+){0,2} (?:is|are)\b|what's|who's|where's|when's|how's)"
)
_SOMEBODY_DID = re.compile(
    r"\b(?:i|we|you|he|she|they|it)(?: \w+ly)? (?:" + "|".join(_IRREGULAR) + r"|\w{2,}ed)\b|\bdid\b"
)
"""In a question that opens with "what is", a participle alone says nothing: the budget allocated for August."""
_LENGTHS = re.compile(r"\bhow (?:many (?:minutes|hours|days|weeks|months|years)|long)\b")
"""Asks for a length, of which the dates are the ends."""
_PRESENT = re.compile(
    r"\b(?:is|are|am|do|does|can|could|may|might|isn't|aren't|don't|doesn't|can't|what's|who's|where's|when's|how's|it's|i'm|i've got)\b"
)
_AHEAD = re.compile(
    r"\b(?:will|won't|shall|should|must|going to|(?:need|have|has|want|like|hope|intend|plan)s? to|gonna|i'll|we'll|due|deadline"
    r"|upcoming|scheduled|planned for|plans? for|goals? for|budget for|expires?|tomorrow|next (?:week|month|year)"
    r"|am i (?:doing|going|having)|are we (?:doing|going|having))\b"
)
_PLAN = re.compile(
    r"\b(?:plan(?:s|ned|ning)?|hop(?:e|es|ed|ing)|intend(?:s|ed)?|expect(?:s|ed)?|going|scheduled|supposed) (?:to|for|on)\b"
)
"""What was planned for a day was told before it."""
_HABIT = re.compile(
    r"\b(?:every|each|usually|always|normally|typically|generally|in general|never|nowadays|these days|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|mornings|afternoons|evenings|nights|weekends|weekdays|daily|weekly|monthly|yearly)\b"
)
_BELONGS = re.compile(
    r"\b(?:due|deadline|birthdays?|born|anniversary|expir\w+|valid|scheduled|planned|booked|appointment|exam|ends|starts|begins"
    r"|opens|closes|leaves|departs|arrives|takes place|budget|plans?|goals?|forecast|edition|version|model|release|class)"
    r"(?: is| are| was| were)?,? ?$"
)
_NOT_AFTER = re.compile(
    r"\b(?:next|every|each|coming|following|another|any|my|our|your|their|his|her|a|an|error|code|port|room|page|windows|office|no\.?|number|#|\$|€|£) $"
)
_TO_COME = re.compile(r",? (?:of )?next (?:week|month|year)\b")
_PART_OF = re.compile(
    r"\b(?:night|evening|morning|afternoon|weekend|week|day|course|rest|part|note|minute|log|entry|message|decision)s? $"
)
_DATE_PREPOSITIONS: Final = frozenset(
    "in on at during over since before after until till from between around near through throughout starting".split()
) | {"prior to", "as of", "up to"}
_FUNCTION: Final = frozenset(
    """
    i you we they he she it my our your their his her its the a an this that these those who what which when where why
    how and or but with about regarding concerning for to at by in on from of did do does was were is are had have has
    there if so please again then because while whether as
    """.split()
)
_HOUSE_NUMBER = re.compile(r"at [0-9]")
"""Nothing happens at 12 March: that is an address."""
_NEXT_WORD = re.compile(r" ?([a-z][\w'-]*)")


def asks_back(question: str, phrase: Phrase, *, over: bool) -> bool:
    """Whether the phrase says when that which is asked for was remembered.

    Args:
        question: The asking sentence, in lower case.
        phrase: A time of it that is not in the future.
        over: Whether that time is over.
    """
    around = question[: phrase.start] + " " + question[phrase.end :]
    before = question[: phrase.start]
    looks_back = _looks_back(around)
    if _HABIT.search(around) and not (looks_back and phrase.manner is Manner.PAST):
        return False
    belongs = _BELONGS.search(before) is not None and phrase.preposition != "since"
    if phrase.manner is Manner.PAST:
        return looks_back or not (belongs or _AHEAD.search(around))
    if belongs or _LENGTHS.search(around):
        return False
    if _NOT_AFTER.search(before) or _TO_COME.match(question, phrase.end):
        return False
    if phrase.preposition == "at" and _HOUSE_NUMBER.match(question[phrase.start :]):
        return False
    if phrase.bare and not _stands_alone(question, phrase):
        return False
    if phrase.manner is Manner.PRESENT:
        # "the recipe from Sunday" lies back without a verb that says so.
        return (looks_back or phrase.preposition == "from") and (not _AHEAD.search(around) or asks_for_words(around))
    if not phrase.preposition and before.endswith("the ") and not _ends_there(question, phrase):
        return False
    if phrase.preposition in {"by", "of", "for", "about", "within"} and not _PART_OF.search(before):
        return False
    if _PLAN.search(before):
        return False
    if _AHEAD.search(around) and not (looks_back if over else asks_for_words(around)):
        return False
    return looks_back or not _PRESENT.search(around)


_WORDS = r"(?:say|tell|told|said|mention\w*|ask\w*|note\w*|writ\w*|wrote|talk\w*|discuss\w*|decid\w*|agree\w*|promis\w*|suggest\w*|recommend\w*|remember\w*|save|saved|record\w*|log|logged)"
_ASKS_WORDS = re.compile(
    rf"\b(?:did|have|has|had|was|were) (?:\w+ ){{1,3}}?{_WORDS}\b|\b(?:i|we|you|\w+) (?:told|said|mentioned|asked|noted|discussed|decided)\b"
    r"|^(?:\W|\w+ ){0,2}(?:notes?|decisions?|conversations?|chats?|minutes|memories|anything|everything)\b"
)


def asks_for_words(text: str) -> bool:
    """Whether it is asked what was said then, not what happened then: "what did I say I should buy"."""
    return _ASKS_WORDS.search(text) is not None


def _looks_back(text: str) -> bool:
    if _OPENS_PRESENT.match(text):
        return _SOMEBODY_DID.search(text) is not None
    return any(word not in _NO_PAST for word in _LOOKS_BACK.findall(text))


def _stands_alone(question: str, phrase: Phrase) -> bool:
    """Whether a bare name is a time: in May, on Friday; not the May family, the Friday meeting, who wrote 1984."""
    if phrase.preposition not in _DATE_PREPOSITIONS:
        return False
    return _ends_there(question, phrase)


def _ends_there(question: str, phrase: Phrase) -> bool:
    """Whether what follows is no noun that the phrase would be a part of the name of."""
    following = _NEXT_WORD.match(question, phrase.end)
    return following is None or following[1] in _FUNCTION or following[1].endswith("ly")

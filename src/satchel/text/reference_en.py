"""English wording that points outside its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

_Span = tuple[int, int, Literal["thing", "earlier", "person", "time"]]

_SINGULAR = (
    "thing|stuff|one|matter|issue|problem|idea|plan|project|file|document|approach|solution|guy|person|place|option|version|"
    "tool|app|bug|error|meeting|company|feature|task|request|question|decision|suggestion|script|link|site|topic|email|message"
)
_PLURAL = (
    "things|ones|matters|issues|problems|ideas|plans|projects|files|documents|people|options|tools|bugs|tasks|questions"
)
_VAGUE = frozenset({"thing", "stuff", "one", "things", "ones"})
# "that" is a pointer only after words that take an object; after a noun or a verb of saying it begins a clause.
_BEFORE_THAT = (
    r"(?:^|[.!?;:\n]\s{0,3}|,\s{1,3}|\b(?:about|with|for|on|of|in|at|from|like|into|and|or|but|use|uses|used|using|do|does|did|doing|fix|fixed|"
    r"finish|finished|need|needs|want|wants|wanted|like|likes|liked|try|tried|keep|keeps|change|changed|drop|stop|send|sent|"
    r"buy|bought|get|got|see|saw|read|handle|discuss|discussed|continue|regarding|make|made|put|ask|asked about|is|was|all|not|just|"
    r"do not|avoid|hates|hate|love|loves|dislikes|skip|add|remove|delete|update|open|opened|solve|solved|remember|forget)\s+)"
)
_THING = re.compile(
    rf"{_BEFORE_THAT}(?P<span>(?:that|this)(?: (?:same|other|whole|particular|specific))? (?P<one>{_SINGULAR})"
    rf"|(?:those|these)(?: (?:same|other))? (?P<many>{_PLURAL})|the (?:other|same) (?P<same>one|thing|issue|problem|project))\b",
    re.IGNORECASE,
)
_EXPLAINED = re.compile(
    r"\s{0,3}(?:[:(—–]|,? (?:called|named|known as|titled|labelled|labeled|being|namely|i\.e\.)\b"
    r"|,? (?:is|was) (?:called|named|known as|that|to|[A-Z])"
    r"|,? (?:for|about|of|in|on|with|from|at|where|when|which|who|whose|to)\b(?! (?:before|earlier|last|then|it|me|him|her|them|us|you|again|now|today|yesterday|tomorrow)\b) \w"
    r"|,? that (?!(?:we|i|you|he|she|they|the user|user)\b)\w)",
)
_ASKED = re.compile(
    r"(?:,? (?:that|which))? (?:we|i|you|he|she|they|the user|user|everyone) (?:\w+ )?(?:discussed|mentioned|said|talked about|wanted|asked(?: for)?|requested|"
    r"showed|sent|agreed(?: on)?|liked|chose|used|needed|were discussing|were talking about)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\bas (?:already |previously |I |we |you )?(?:mentioned|discussed|said|described|noted|stated|explained|agreed)"
    r"(?: (?:above|earlier|before|previously|last time))?\b(?! (?:in|by|on|at|with|to|under) )"
    r"|\bas above\b|\bsee above\b|\bsame as (?:last time|before|above|previously|earlier)\b|\blike (?:last time|before)\b(?= *(?:[.,;!?]|$))"
    r"|\b(?:what|the (?:one|thing|stuff|plan|approach|way|idea)) (?:we|you|I|they) (?:\w+ )?(?:discussed|talked about|mentioned|agreed on)\b"
    r"|\b(?:the )?aforementioned\b|\bthe above\b(?! (?:average|all)\b)"
    r"|\bthe previous (?:one|answer|reply|message|conversation|chat|response)\b"
    r"|\b(?:mentioned|discussed) (?:above|earlier|previously)\b",
    re.IGNORECASE,
)
_LOCAL = re.compile(r"above|aforementioned", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:he|she|they|him|her|his|their|them)\b", re.IGNORECASE)
_UNIT = (
    "week|weekend|month|year|quarter|semester|term|monday|tuesday|wednesday|thursday|friday|saturday|sunday|night|"
    "january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter"
)
_TIME = re.compile(
    r"\b(?:the day (?:after tomorrow|before yesterday)|yesterday|today|tomorrow|tonight|this (?:morning|afternoon|evening)"
    rf"|(?:last|next|this(?: coming| past)?) (?:{_UNIT})"
    r"|(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of|several) (?:minute|hour|day|week|month|year)s? ago)\b",
    re.IGNORECASE,
)
_EMPTY_WORDS = frozenset(
    """
    a about after again all also am an and any are as ask asked asks at be because been before but by can could did do does
    dont for from had has have how i if in is it its just last later let like likes me mentioned mentions my need needs
    never next no not note now of ok on once or our please recently remember said says should so still tell than that the
    then there this time to today told tomorrow too up wants was we were what when where which while why will with would
    yes yesterday you your he she they him her his their them sometimes always often
    """.split()
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_OPENING = 400
"""Characters within which a pronoun can still be the first thing that a text says."""
_CATAPHORA = re.compile(
    r"^\W{0,5}(?:when|if|after|before|while|although|though|once|until|because|since|as)\b[^.!?]*?,\s*(?:[A-Z]|the )",
    re.IGNORECASE,
)


def find(text: str) -> Iterator[_Span]:
    """Spans of unresolved references: start, end, kind. The text has its quotations masked."""
    yield from _things(text)
    yield from _earlier(text)
    yield from _persons(text)
    yield from _times(text)


def _content(before: str) -> list[str]:
    """The words that name something."""
    return [word for word in _WORD.findall(before) if word.casefold().replace("'", "") not in _EMPTY_WORDS]


def _things(text: str) -> Iterator[_Span]:
    for found in _THING.finditer(text):
        start, end = found.span("span")
        noun = (found["one"] or found["many"] or found["same"]).casefold()
        named = [word.casefold().rstrip("s") for word in _content(text[:start])]
        asked = _ASKED.match(text, end)
        if asked:
            # "that thing the user asked for": the clause says who wanted it, not what it is.
            end = asked.end()
        elif _EXPLAINED.match(text, end) or len([word for word in named if word != "user"]) >= 2:
            continue
        if noun not in _VAGUE and noun.rstrip("s") in named:
            continue
        yield start, end, "thing"


def _earlier(text: str) -> Iterator[_Span]:
    for found in _EARLIER.finditer(text):
        if not (_LOCAL.search(found[0]) and len(_content(text[: found.start()])) >= 4):
            yield found.start(), found.end(), "earlier"


def _persons(text: str) -> Iterator[_Span]:
    for found in _PERSON.finditer(text, 0, _OPENING):
        if _content(text[: found.start()]) or re.search(r"[\u3041-\u9fff]", text[: found.start()]):
            return
        if _CATAPHORA.match(text) or re.match(
            r" (?:full |first |last |real )?(?:name|(?:is|are) (?:called|named))\b", text[found.end() :]
        ):
            return
        yield found.start(), found.end(), "person"


def _times(text: str) -> Iterator[_Span]:
    for found in _TIME.finditer(text):
        before = text[: found.start()]
        # "USA Today", "Psychology Today": part of a name.
        if found[0][0].isupper() and re.search(r"[A-Z][\w.]* $", before):
            continue
        if re.search(r"\b(?:every|each|the very) $", before):
            continue
        yield found.start(), found.end(), "time"

"""What somebody has, takes, cannot have or was treated for: allergies, diagnoses, medicines, conditions.

Without a dictionary of the world this stays a judgement: a name of a condition counts when the sentence is about a
person, and not when it is about an app, a study or a profession. English here, Chinese in `health_han`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from re import Pattern
from typing import Final

from satchel.access.classes import Finding
from satchel.access.health_context import (
    ASKS_IN_GENERAL,
    FIGURATIVE,
    FIGURED,
    FIGURED_BEHIND,
    FIGURED_NAMES,
    KEYED,
    OF_A_TEST,
    PERSON,
    READ_IN_GENERAL,
    SOMEBODY,
    SOMEBODY_HAN,
    SOMETHING_ELSE,
    TELLS_IN_GENERAL,
)
from satchel.access.health_han import SOMETHING_ELSE_HAN
from satchel.access.health_names import (
    AMBIGUOUS,
    CONDITIONS_BY_WORD,
    LABS,
    MEDICINES_BY_WORD,
    OF_STATEMENTS,
    TREATMENTS,
    WORDS,
)
from satchel.access.widths import small_letters

_STATED: Final = re.compile(
    r"\b(?:(?P<allergy>(?:[a-z]+ly |very )?allergic(?: reactions?)?(?: to)?[^.;\n]{0,40}|(?P<noun>(?:(?:has|have|had|having|with|to|of|from|severe|his|her|my|our|their|an?|[A-Za-z]+['’]s)(?: [a-z]+){0,3} )?allerg(?:y|ies)(?: to [^.;\n]{1,30})?)|intolerant (?:to|of) \w+|\w+[ -]intoleran(?:t|ce))"
    r"|(?P<listed>\ballerg(?:y|ies)[\"']?\s?[:=]\s?[\"'\[({]{0,3}(?!none|no\b|nil|n/a|null|unknown|string|str\b|text|list|array|optional|true|false|[\]})])[A-Za-z][^.;\n]{2,40})|(?P<said>diagnosed (?:with|as)[^.;\n]{1,60}|diagnosis (?:of|is|was)[^.;\n]{1,40}|suffer(?:s|ing|ed) from[^.;\n]{1,40}|prescribed[^.;\n]{1,40}|blood type (?:is )?(?:a|b|ab|o)\b[^.;\n]{0,10})"
    r"|(?P<dose>(?:takes?|taking|on|dose of|needs?) \d+(?:\.\d+)? ?(?:mg|mcg|µg|ug|iu)\b[^.;\n]{0,30}|\d+(?:\.\d+)? ?(?:mg|mcg) (?:of )?\w+))",
    re.IGNORECASE,
)
_LONGEST: Final = 600
"""Characters of a sentence that are looked at together."""
_SENTENCE: Final = re.compile(rf"(?:[^.!?;\n]|[.!?](?=\S)){{1,{_LONGEST}}}")
_SHORT_SENTENCE: Final = re.compile(r"(?:[^.!?;\n]++|[.!?](?=\S))++")
"""The same where no sentence can be longer."""
_STEMS: Final = ("allerg", "intoleran", "diagnos", "suffer", "prescribed", "blood type")
_AMOUNT: Final = re.compile(r"\d ?[mui]")
_WORD: Final = re.compile("[a-z]+")
_OF_THINGS: Final = re.compile(
    r"(?i)\b(?:caffeine|creatine|vitamin|sugar|salt|sodium|protein|system|service|server|pods?|cluster|build|code ?base|app|performance|memory leaks?|latency|bugs?|burnout from|lack of|jet ?lag|writer's block)\b"
)
_ASKED: Final = re.compile(
    r"(?i)\b(?:any|no|possible|potential|confirm|check|ask|about|whether|common|food allergies)\b"
)
_FELT: Final = re.compile(
    r"(?i)\b(?:ha[sd]|have|suffer\w*|struggl\w+ with|diagnosed|severe|chronic|social|general\w*|clinical|health|for|with)(?: \w+){0,2} $"
)
_DENIED: Final = re.compile(
    r"(?i)\b(?:isn't|not|no|never|without|denies|doesn't have|don't have|no known) (?:\w+ ){0,2}$"
)
_CLAUSE: Final = re.compile(r"(?i),\s|;\s|\s(?:and|but|so|while|because|who|which)\s")
_HAS: Final = re.compile(
    r"(?i)\b(?:has|have|had|got|suffers?|suffering|diagnosed|takes?|taking|lives? with|living with|recovering|is|was|am|'s|'m) (?:\w+ ){0,3}$"
)
_HAVING: Final = re.compile(
    r"(?i)\b(?:has|have|had|having|with|from|suffer\w*|struggl\w+|manag\w+|since|after|diagnos\w+|takes?|taking|took|on|uses?|using|needs?|prescribed|recover\w+|history of|living with|treat\w+|surviv\w+|battl\w+|fight\w*|because of|due to|gets?|got|getting|was|is|his|her|my|their|'s|'re|'m|am|are|wears?|wearing|prone to|for|in|died|dying|of|feel(?:s|ing)?|felt|been|showed|shows|confirmed|hits?|positive|tested|started|stopped|again|another|third|second)\b"
)


@lru_cache(maxsize=1024)
def _names(word: str) -> Pattern[str]:
    """Every name of a condition, a medicine or a treatment that this word is in."""
    kinds = (
        ("treatment", TREATMENTS.get(word, ())),
        ("medicine", MEDICINES_BY_WORD.get(word, ())),
        ("lab", LABS.get(word, ())),
        ("condition", CONDITIONS_BY_WORD.get(word, ())),
    )
    return re.compile(
        r"\b(?:"
        + "|".join(f"(?P<{kind}>{'|'.join(sorted(names, key=len, reverse=True))})" for kind, names in kinds if names)
        + r")s?(?![A-Za-z])",
        re.IGNORECASE,
    )


def health(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Statements about somebody's health, in English."""
    sentences = _SENTENCE if stop - begin > _LONGEST else _SHORT_SENTENCE
    for sentence in sentences.finditer(text, begin, stop):
        hits = WORDS.intersection(_WORD.findall(sentence[0].lower()))
        if hits:
            yield from _in_sentence(
                sentence[0], sentence.start(), hits, asked=text[sentence.end() : sentence.end() + 1] == "?"
            )


def _in_sentence(sentence: str, offset: int, hits: Iterable[str], *, asked: bool) -> Iterator[Finding]:
    lower = sentence.lower()
    names = [
        match
        for word in hits
        if word in lower and word not in OF_STATEMENTS
        for match in _names(word).finditer(sentence)
    ]
    stated = list(_STATED.finditer(sentence)) if _may_be_stated(lower) else []
    if not names and not stated:
        return
    elsewhere = SOMETHING_ELSE.search(small_letters(sentence)) is not None or (
        not sentence.isascii() and SOMETHING_ELSE_HAN.search(sentence) is not None
    )
    person = SOMEBODY.search(sentence) is not None
    if (
        person
        and (asked or TELLS_IN_GENERAL.search(sentence))
        and ASKS_IN_GENERAL.search(sentence)
        and not PERSON.search(sentence)
    ):
        person = False  # "When was penicillin found?"
    for match in stated:
        if _counts(match, named=bool(names), elsewhere=elsewhere, person=person):
            yield Finding("health", offset + match.start(), offset + match.end())
    for match in names:
        if _is_read(sentence, match, person=person) or (
            not elsewhere and match.lastgroup in ("condition", "medicine") and KEYED.search(sentence[: match.start()])
        ):
            yield Finding("health", offset + match.start(), offset + match.end())
    if not person:
        if not (elsewhere or sentence.isascii()):
            yield from _in_han(sentence, offset, names)
        return
    having = _HAVING.search(sentence) is not None
    for match in names:
        ahead = sentence[: match.start()]
        groups = match.groupdict()
        doubtful = match[0].lower() in AMBIGUOUS and not groups.get("treatment") and not _HAVING.search(ahead[-48:])
        if (
            match[0].lower() == "anxiety"
            and not _FELT.search(ahead)
            and not re.match(r"(?i) (?:disorder|attack)", sentence[match.end() :])
        ):
            continue
        if groups.get("lab") or _is_figured(sentence, match):
            continue
        if _DENIED.search(ahead) or doubtful or (groups.get("condition") and not having):
            continue
        if elsewhere and not _is_told_apart(sentence, match):
            continue
        yield Finding("health", offset + match.start(), offset + match.end())


def _in_han(sentence: str, offset: int, names: Iterable[re.Match[str]]) -> Iterator[Finding]:
    """English names in a Chinese sentence about somebody: 我有 ADHD, 我妈在吃 Lexapro."""
    for match in names:
        doubtful = match[0].lower() in FIGURED_NAMES and not re.search("确诊|诊断|患|治疗|医生", sentence)
        if (
            match.lastgroup != "lab"
            and not doubtful
            and SOMEBODY_HAN.search(sentence[: match.start()])
            and not _is_figured(sentence, match)
        ):
            yield Finding("health", offset + match.start(), offset + match.end())


def _is_read(sentence: str, match: re.Match[str], *, person: bool) -> bool:
    """Whether a name and a figure are somebody's reading: "TSH 6.2" in a line of its own, "my A1c is 7.9"."""
    if match.lastgroup != "lab" or READ_IN_GENERAL.search(sentence):
        return False
    alone = not sentence[: match.start()].strip(" \t-*•|,") and not sentence[match.end() :].strip(" \t|,.)")
    return alone or person or OF_A_TEST.search(sentence) is not None


def _is_figured(sentence: str, match: re.Match[str]) -> bool:
    """Whether a name is a manner of speaking: "this gives me a heart attack", "so OCD about it"."""
    return match[0].lower() in FIGURED_NAMES and (
        FIGURED.search(sentence[: match.start()]) is not None
        or FIGURED_BEHIND.match(sentence[match.end() :]) is not None
    )


def _is_told_apart(sentence: str, match: re.Match[str]) -> bool:
    """Whether the clause around a name says that somebody has it, though another clause is about work or a study.

    "User has asthma and works at a bakery" is; "User works on an app for asthma" is not.
    """
    start = max((found.end() for found in _CLAUSE.finditer(sentence, 0, match.start())), default=0)
    behind = _CLAUSE.search(sentence, match.end())
    clause = sentence[start : behind.start() if behind is not None else len(sentence)]
    return (
        SOMETHING_ELSE.search(small_letters(clause)) is None
        and SOMEBODY.search(clause) is not None
        and _HAS.search(clause[: match.start() - start]) is not None
    )


def _may_be_stated(lower: str) -> bool:
    """Whether `_STATED` could match; letters beyond ASCII can stand for others in it."""
    return not lower.isascii() or any(stem in lower for stem in _STEMS) or _AMOUNT.search(lower) is not None


def _counts(match: re.Match[str], *, named: bool, elsewhere: bool, person: bool) -> bool:
    """Whether a statement about an allergy, a diagnosis or a dose is about somebody's health."""
    if match["noun"] and (_ASKED.search(match["noun"]) or not (person and " " in match["noun"])):
        return False
    if match["listed"]:
        return not elsewhere
    if match["allergy"]:
        return not FIGURATIVE.search(match[0]) and not (elsewhere and "allergic" not in match[0].lower())
    if _OF_THINGS.search(match[0]) or (elsewhere and not named):
        return False
    return bool(match["dose"]) or named or person

"""What a name is about, as a set of words that another name for the same thing is likely to share.

For proposals that a person looks through: it may take two things for one. The rules of `check` do not use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from satchel.schema.names import is_generic, segments, words
from satchel.text.stem import stem

_PEOPLE: Final = frozenset("user customer client person human".split())
"""Say whose it is, which the place says already: `customer_language` is about the language."""
_EMPTY: Final = frozenset("favorite fav known usual typical method in the for and my".split())
"""Say nothing that another name for the same would have to say."""
_CLASSES: Final = {
    word: words[0]
    for words in (
        "time schedule date timetable calendar".split(),
        "goal target objective aim".split(),
        "topic subject theme".split(),
        "note instruction hint remark comment".split(),
        "name title label".split(),
        "number id code identifier".split(),
        "url link uri".split(),
    )
    for word in words
}
"""Words that stand for each other behind another word: `exam_dates` and `exam_schedule`."""
_LABELS: Final = frozenset({"name", "number", "url"})
"""Classes that may be missing: `pets` and `pet_names`."""
_SHORT: Final = {
    "lang": "language", "repo": "repository", "addr": "address", "tz": "timezone", "tel": "telephone", "phone": "telephone",
    "qty": "quantity", "msg": "message", "img": "image", "desc": "description", "doc": "document", "org": "organization",
    "dept": "department", "acct": "account", "dob": "birthday", "bday": "birthday", "birthdate": "birthday", "appt": "appointment",
    "med": "medication", "medicine": "medication", "temp": "temperature", "amt": "amount", "proj": "project", "mail": "email",
    "num": "number", "no": "number", "cust": "customer", "usr": "user", "loc": "location", "notif": "notification",
}  # fmt: skip
"""Usual abbreviations, and a few words that are written in two ways."""
_BRITISH: Final = (
    (re.compile(r"our(?=$|ite$|ing$|ed$)"), "or"),
    (re.compile(r"is(?=e$|ing$|ed$|ation$)"), "iz"),
    (re.compile(r"tre$"), "ter"),
)
_APART: Final = {"time zone": "timezone", "date birth": "birthday", "birth date": "birthday", "e mail": "email"}


@dataclass(frozen=True, slots=True)
class Subject:
    """What a name is about."""

    words: frozenset[str]
    bare: frozenset[str]
    """Without what only says how it is labelled."""
    head: str
    """The last of the bare words: what kind of thing it is."""
    last: frozenset[str]
    """The bare words of the last segment."""

    def without(self, common: frozenset[str]) -> Subject:
        """Without words that stand in most names, as long as something is left."""
        if not self.bare - common:
            return self
        return Subject(self.words - common, self.bare - common, self.head, self.last - common)


def subject_of(name: str) -> Subject:
    """The words of a name, each in one form."""
    parts = [_words_of(part) for part in segments(name) if not part.startswith("[")]
    told = [[_form(word) for word in part if _tells(word)] for part in parts]
    every = [form for part in told for form in part] or [_form(word) for part in parts for word in part]
    bare = [form for form in every if form not in _LABELS] or every
    last = next((part for part in reversed(told) if part), every)
    return Subject(frozenset(every), frozenset(bare), bare[-1] if bare else "", frozenset(last) & frozenset(bare))


def alike(one: Subject, other: Subject) -> bool:
    """Whether two names seem to be about the same thing."""
    if not one.words & other.words:
        return False
    if one.words == other.words:
        return True
    if one.words != one.bare and other.words != other.bare and one.words - one.bare != other.words - other.bare:
        return False  # the name and the number of a thing
    if one.bare == other.bare:
        return True
    less, more = sorted((one, other), key=lambda subject: len(subject.bare))
    # `deadline` and `project_deadline` are of one kind; `order` and `order_status` are not.
    return less.bare < more.bare and less.head == more.head and more.bare - less.bare <= more.last


def spoken(name: str) -> dict[str, str]:
    """Form of a word → the word as the name says it."""
    found: dict[str, str] = {}
    for part in segments(name):
        for word in words(part) if not part.startswith("[") else ():
            found.setdefault(_form(word), word)
    return found


def _words_of(part: str) -> list[str]:
    """The words of a segment; what is written as one word or as two is one."""
    said = [word for word in words(part) if word != "of"]
    found: list[str] = []
    for word in said:
        joined = _APART.get(f"{found[-1]} {word}") if found else None
        if joined:
            found[-1] = joined
        else:
            found.append(word)
    return found


def _form(word: str) -> str:
    """One form of a word: without endings, abbreviations written out, spelled one way."""
    word = _SHORT.get(_american(word), _american(word))
    if word in _CLASSES:
        return _CLASSES[word]
    return stem(word) if word.isascii() else word


def _tells(word: str) -> bool:
    plain = _SHORT.get(_american(word), _american(word))
    return plain not in _PEOPLE and plain not in _EMPTY and (plain in _CLASSES or not is_generic(plain))


def _american(word: str) -> str:
    for pattern, plain in _BRITISH:
        word = pattern.sub(plain, word)
    return word


def common_of(subjects: Iterable[Subject], share: float) -> frozenset[str]:
    """Words that stand in more than a share of the names: they tell nothing."""
    counts: dict[str, int] = {}
    total = 0
    for one in subjects:
        total += 1
        for word in one.words:
            counts[word] = counts.get(word, 0) + 1
    return frozenset(word for word, count in counts.items() if count > share * total)

"""What a statement claims of what: a frame, and the value in it that another statement may contradict.

"The default branch is main" claims `main` of `default branch`; "User does not eat meat" claims no of `user eat meat`. Two
statements contradict each other when they have a frame in common and their values exclude each other. Wording decides
alone: what follows from knowledge of the world ("is a vegan", "ordered a steak") is not seen.

Only what holds now is a claim. What somebody did once, used to do or plans, questions and conditions are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from satchel.text.claims import NUMBER_WORDS, counted_in_figures
from satchel.text.fold import fold
from satchel.text.language import is_chinese, sentences
from satchel.text.stem import stem

_LONGEST: Final = 240
"""Characters; in a longer text a claim has too many conditions around it to be read by wording."""
_MOST_SENTENCES: Final = 4


@dataclass(frozen=True, slots=True)
class Assertion:
    """One claim."""

    frame: str
    """What it is of; two claims compare only within one."""
    value: str
    """What is claimed, in small letters."""

    def excludes(self, other: Assertion) -> bool:
        """Whether both cannot hold. "Porto" and "Porto, Portugal" can: one only says more."""
        if self.frame != other.frame or self.value == other.value:
            return False
        if counted_in_figures(self.value) == counted_in_figures(other.value):
            return False
        mine, yours = _parts(self.value), _parts(other.value)
        if mine and yours and (mine <= yours or yours <= mine):
            return False
        return not (_HAN.search(self.value) and (self.value in other.value or other.value in self.value))


_HAN = re.compile("[\u4e00-\u9fff]")
_PART = re.compile(r"[a-z0-9]+(?:[.:'-][a-z0-9]+)*|[\u4e00-\u9fff]+")
_SMALL: Final = frozenset("a an the of in on at to for and".split())


def assertions(text: str) -> list[Assertion]:
    """The claims of a short text, each once."""
    if len(text) > _LONGEST:
        return []
    from satchel.text import assertions_en, assertions_zh

    found: dict[Assertion, None] = {}
    parts = sentences(text)
    for sentence in parts if len(parts) <= _MOST_SENTENCES else ():
        plain = fold(sentence).strip(" -*•·.。!！;；")
        read = assertions_zh.read if is_chinese(plain) or _HAN.search(plain) else assertions_en.read
        for frame, value in read(plain):
            found[Assertion(frame, value)] = None
    return list(found)


def _parts(value: str) -> frozenset[str]:
    return frozenset(map(_one_spelling, _PART.findall(value))) - _SMALL


def _one_spelling(part: str) -> str:
    if not (part.isalpha() and part.isascii()):
        return part
    return NUMBER_WORDS.get(part) or stem(part)

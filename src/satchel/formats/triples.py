"""Relations of a graph as sentences: (Nora, works_at, Halden library) → `Nora works at Halden library.`"""

from __future__ import annotations

import re
from typing import Final

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_JOINTS = re.compile(r"[\s_\-./:]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_PREPOSITIONS: Final = frozenset("of to in at by for with from on as about under over near against into within".split())
_VERBS: Final = frozenset(
    (
        "is are was were has have had will can may must should would did does do"
        " use love like know own hate need want make made met got went lead led run ran work live play read write wrote"
        " speak spoke teach taught study visit support implement contain include require prefer own manage"
        " call extend replace fix follow help join buy bought sell sold drink eat drive build built create produce"
        " depend belong report attend affect block trigger cause prevent enable provide"
    ).split()
)
_STATES: Final = frozenset("born made built written known sent held kept led taught set found bound grown".split())


def relation_words(name: str) -> str:
    """The name of a relation as words: `worksAt`, `WORKS_AT`, `works-at` → `works at`; other scripts stay as they are."""
    words = [word for part in _CAMEL.split(name.strip()) for word in _JOINTS.split(part) if word]
    return " ".join(word.lower() if word.isascii() else word for word in words)


def sentence(subject: str, relation: str, target: str) -> str:
    """One relation as a readable sentence.

    A noun alone (`manager`) does not tell who is whose; then the relation is quoted rather than guessed.
    """
    words = relation_words(relation)
    if _HAN.search(words):
        parts = (subject, words, target)
        return _joined(parts) + "。"
    if not words:
        return f"{subject} is related to {target}."
    first, *rest = words.split(" ")
    if words == "isa":
        return f"{subject} is a {target}."
    if words.rsplit(" ", 1)[-1] in _PREPOSITIONS and not _is_verb(first):
        return f"{subject} is {words} {target}."
    if rest or _is_verb(first) or first.endswith("ed"):
        return f"{subject} {words} {target}."
    return f'{subject} has the relation "{words}" to {target}.'


def _is_verb(word: str) -> bool:
    if word in _VERBS:
        return True
    if word in _STATES or word.endswith(("ed", "ing", "ss", "us", "ous", "ness")):
        return False
    return word.endswith("s") and len(word) > 2


def _joined(parts: tuple[str, ...]) -> str:
    """Side by side, with a blank only where Latin letters would run together."""
    text = ""
    for part in parts:
        part = part.strip()
        blank = bool(text) and text[-1].isascii() and part[:1].isascii()
        text += " " + part if blank else part
    return text

"""Texts that say the same in slightly other words; two statements that differ in a number or a name are none.

Two texts can only be one statement when their numbers and negations are equal, so that those sort them into blocks;
inside a block MinHash finds who is worth comparing. The work grows in proportion to the number of memories.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from satchel.move.checkup.duplicates import Age, age_of, key_of
from satchel.move.checkup.finding import Action, Finding
from satchel.move.checkup.subject import Circumstances, Subject
from satchel.text.claims import NUMBER_WORDS, counted_in_figures, may_agree
from satchel.text.rewording import Wording, says_the_same, wording_of
from satchel.text.similar import NearDuplicates

_COMPARED: Final = 2_000
"""Characters of a text; two long ones that begin alike are compared by how long they are as well."""
_FIGURE = re.compile(r"\d+|\b(?:" + "|".join(NUMBER_WORDS) + r")\b", re.IGNORECASE)
_SMALL: Final = 40
"""Texts of a block up to which comparing all of them by their words is quicker than looking for who is near."""
_MOST: Final = 12
"""Candidates looked at for one text."""
_QUOTED: Final = 120
_KEEP_ONE: Final = Action("compare it with {other} and keep one of them")


class Gatherer:
    """The texts of live memories, each once; about 400 bytes a memory beside its text."""

    def __init__(self, circumstances: Circumstances) -> None:
        self._circumstances = circumstances
        self._texts: dict[bytes, tuple[Age, Subject]] = {}

    def add(self, subject: Subject) -> None:
        if not subject.is_live:
            return
        key, age = key_of(subject.record), age_of(subject.record)
        held = self._texts.get(key)
        if held is None or age < held[0]:
            self._texts[key] = (age, subject)

    def findings(self) -> Iterator[Finding]:
        # First by the digits alone: what nothing else has in common with needs no closer look.
        rough: dict[tuple[str, str, tuple[str, ...]], list[tuple[Age, Subject]]] = defaultdict(list)
        for age, subject in self._texts.values():
            record = subject.record
            rough[record.scope, record.key or "", _figures(subject.text[:_COMPARED])].append((age, subject))
        for together in rough.values():
            if len(together) == 1:
                continue
            blocks: dict[tuple[tuple[str, ...], int], list[tuple[Age, Subject, Wording]]] = defaultdict(list)
            for age, subject in together:
                wording = wording_of(subject.text[:_COMPARED])
                blocks[wording.numbers, wording.negations].append((age, subject, wording))
            for block in blocks.values():
                if len(block) > 1:
                    yield from _among(sorted(block, key=lambda one: one[0]))


def _figures(text: str) -> tuple[str, ...]:
    """The figures of a text, in order of the alphabet; English words for small numbers count, as in its plain wording."""
    return tuple(sorted(NUMBER_WORDS.get(word.lower(), word) for word in _FIGURE.findall(counted_in_figures(text))))


def _among(block: list[tuple[Age, Subject, Wording]]) -> Iterator[Finding]:
    """Pairs within a block, each newer memory with the one before it that it repeats."""
    small = len(block) <= _SMALL
    index: NearDuplicates[int] = NearDuplicates()
    alike: dict[tuple[tuple[str, ...], ...], int] = {}
    moved: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for number, (_, subject, wording) in enumerate(block):
        text = subject.text[:_COMPARED]
        words = wording.words
        same = alike.setdefault(wording.clauses, number) if wording.clauses else number
        if wording.plain:
            same = min(same, moved.setdefault((wording.plain, wording.times), number))
        if same != number:
            candidates = [same]
        elif small:
            candidates = list(range(number - 1, -1, -1))
        else:
            candidates = index.nearest(text, most=_MOST)
        for earlier in candidates:
            _, other, told = block[earlier]
            another = other.record.id != subject.record.id  # else two versions of one record
            if (
                another
                and _is_as_long(subject.text, other.text)
                and (same == earlier or may_agree(words, told.words))
                and says_the_same(wording, told)
            ):
                yield _finding(subject, other)
                break
        if not small:
            index.add(number, text)


def _is_as_long(one: str, other: str) -> bool:
    """Of texts that are longer than what is compared, only such as end at about the same place."""
    longest = max(len(one), len(other))
    return longest <= _COMPARED or abs(len(one) - len(other)) <= 0.06 * longest


def _finding(subject: Subject, other: Subject) -> Finding:
    id = other.record.id
    return Finding(
        rule="near_duplicate",
        record=subject.record.id,
        evidence=f"{subject.opening()[:_QUOTED]} ≈ {other.opening()[:_QUOTED]}",
        action=Action(_KEEP_ONE.text, {"other": id}),
        severity="warning",
        others=(id,),
    )

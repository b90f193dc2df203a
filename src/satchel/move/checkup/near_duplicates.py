"""Texts that say the same in slightly other words; two statements that differ in a number or a name are none.

Two texts can only be one statement when their numbers and negations are equal, so that those sort them into blocks;
inside a block MinHash finds who is worth comparing. The work grows in proportion to the number of memories.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from satchel.move.checkup.duplicates import Age, age_of, key_of
from satchel.move.checkup.finding import Action, Finding
from satchel.move.checkup.subject import Circumstances, Subject
from satchel.text.claims import may_agree, negations, numbers, telling
from satchel.text.similar import NearDuplicates, is_near_duplicate

_COMPARED: Final = 2_000
"""Characters of a text; two long ones that begin alike are compared by how long they are as well."""
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
        blocks: dict[tuple[str, str, tuple[str, ...], int], list[tuple[Age, Subject]]] = defaultdict(list)
        for age, subject in self._texts.values():
            text = subject.text[:_COMPARED]
            record = subject.record
            blocks[record.scope, record.key or "", tuple(numbers(text)), negations(text)].append((age, subject))
        for block in blocks.values():
            if len(block) > 1:
                yield from _among(sorted(block, key=lambda one: one[0]))


def _among(block: list[tuple[Age, Subject]]) -> Iterator[Finding]:
    """Pairs within a block, each newer memory with the one before it that it repeats."""
    index: NearDuplicates[int] = NearDuplicates()
    words: list[frozenset[str]] = []
    for number, (_, subject) in enumerate(block):
        text = subject.text[:_COMPARED]
        said = telling(text)
        for earlier in index.nearest(text, most=_MOST):
            other = block[earlier][1]
            another = other.record.id != subject.record.id  # else two versions of one record
            if another and may_agree(said, words[earlier]) and _same(subject.text, other.text):
                yield _finding(subject, other)
                break
        index.add(number, text)
        words.append(said)


def _same(one: str, other: str) -> bool:
    if abs(len(one) - len(other)) > 0.06 * max(len(one), len(other)) and max(len(one), len(other)) > _COMPARED:
        return False
    return is_near_duplicate(one[:_COMPARED], other[:_COMPARED])


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

"""Texts that say the same in slightly other words; two statements that differ in a number or a name are none.

Two texts can only be one statement when their numbers and negations are equal, so that those sort them into blocks;
inside a block MinHash finds who is worth comparing. The work grows in proportion to the number of memories.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from satchel.move.checkup.duplicates import Age, age_of
from satchel.move.checkup.finding import Action, Finding
from satchel.move.checkup.subject import Apply, Circumstances, Subject
from satchel.text.claims import NUMBER_WORDS, counted_in_figures, may_agree
from satchel.text.rewording import Wording, says_the_same, wording_of
from satchel.text.similar import NearDuplicates

_COMPARED: Final = 2_000
"""Characters of a text; two long ones that begin alike are compared by how long they are as well."""
_FIGURE = re.compile(r"\d+|\b(?:" + "|".join(NUMBER_WORDS) + r")\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_SMALL: Final = 40
"""Texts of a block up to which comparing all of them by their words is quicker than looking for who is near."""
_MOST: Final = 12
"""Candidates looked at for one text."""
_SHARE: Final = 1_500
"""Texts that a process compares at a time, about: a block is not divided."""
_QUOTED: Final = 120
_KEEP_ONE: Final = Action("compare it with {other} and keep one of them")


@dataclass(frozen=True, slots=True)
class _Text:
    """What a comparison needs of a memory: little enough to be handed to another process."""

    id: str
    text: str
    """Not more than is compared."""
    length: int
    """Of all of it."""


_Pair = tuple[int, int]
"""Places in a block: of a memory, and of an earlier one that it repeats."""


class Gatherer:
    """The texts of live memories, each once; about 400 bytes a memory beside its text."""

    def __init__(self, _circumstances: Circumstances) -> None:
        self._texts: dict[bytes, tuple[Age, Subject]] = {}

    def add(self, subject: Subject) -> None:
        if not subject.is_live:
            return
        key, age = subject.key, age_of(subject.record)
        held = self._texts.get(key)
        if held is None or age < held[0]:
            self._texts[key] = (age, subject)

    def findings(self, apply: Apply) -> Iterator[Finding]:
        jobs = _jobs(self._blocks())
        # Begun here, and not when the first finding is asked for: others may have something to do meanwhile.
        pairs = apply(_pairs_in, [[list(map(_text, block)) for block in job] for job in jobs])
        return (
            _finding(block[newer], block[older])
            for job, found in zip(jobs, pairs, strict=True)
            for block, among in zip(job, found, strict=True)
            for newer, older in among
        )

    def _blocks(self) -> Iterator[list[Subject]]:
        """By the digits alone, oldest first: what nothing else has in common with needs no closer look."""
        rough: dict[tuple[str, str, tuple[str, ...]], list[tuple[Age, Subject]]] = defaultdict(list)
        for age, subject in self._texts.values():
            record = subject.record
            rough[record.scope, record.key or "", _figures(subject.text[:_COMPARED])].append((age, subject))
        for together in rough.values():
            if len(together) > 1:
                yield [subject for _, subject in sorted(together, key=lambda one: one[0])]


def _jobs(blocks: Iterable[list[Subject]]) -> list[list[list[Subject]]]:
    """Blocks as shares of about one size, the largest first; no block is divided."""
    jobs: list[list[list[Subject]]] = []
    room = 0
    for block in sorted(blocks, key=len, reverse=True):
        if room <= 0:
            jobs.append([])
            room = _SHARE
        jobs[-1].append(block)
        room -= len(block)
    return jobs


def _text(subject: Subject) -> _Text:
    return _Text(subject.record.id, subject.text[:_COMPARED], len(subject.text))


def _pairs_in(blocks: list[list[_Text]]) -> list[list[_Pair]]:
    """The pairs of each block."""
    return [list(_pairs(block)) for block in blocks]


def _pairs(block: list[_Text]) -> Iterator[_Pair]:
    alike: dict[tuple[tuple[str, ...], int], list[tuple[int, _Text, Wording]]] = defaultdict(list)
    for place, text in enumerate(block):
        wording = wording_of(text.text)
        alike[wording.numbers, wording.negations].append((place, text, wording))
    for some in alike.values():
        if len(some) > 1:
            yield from _among(some)


def _figures(text: str) -> tuple[str, ...]:
    """The figures of a text, in order of the alphabet; English words for small numbers count, as in its plain wording."""
    counted = counted_in_figures(text)
    low = counted.lower()
    figure = _FIGURE if any(map(low.__contains__, NUMBER_WORDS)) else _DIGITS
    return tuple(sorted(NUMBER_WORDS.get(word.lower(), word) for word in figure.findall(counted)))


def _among(some: list[tuple[int, _Text, Wording]]) -> Iterator[_Pair]:
    """Each newer memory with the one before it that it repeats."""
    small = len(some) <= _SMALL
    words = [wording.words for _, _, wording in some]
    index: NearDuplicates[int] = NearDuplicates()
    alike: dict[tuple[tuple[str, ...], ...], int] = {}
    moved: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for number, (place, text, wording) in enumerate(some):
        same = alike.setdefault(wording.clauses, number) if wording.clauses else number
        if wording.plain:
            same = min(same, moved.setdefault((wording.plain, wording.times), number))
        if same != number:
            candidates = [same]
        elif small:
            candidates = list(range(number - 1, -1, -1))
        else:
            candidates = index.nearest(text.text, most=_MOST)
        for earlier in candidates:
            before, other, told = some[earlier]
            another = other.id != text.id  # else two versions of one record
            if (
                another
                and _is_as_long(text.length, other.length)
                and (same == earlier or may_agree(words[number], words[earlier]))
                and says_the_same(wording, told)
            ):
                yield place, before
                break
        if not small:
            index.add(number, text.text)


def _is_as_long(one: int, other: int) -> bool:
    """Of texts that are longer than what is compared, only such as end at about the same place."""
    longest = max(one, other)
    return longest <= _COMPARED or abs(one - other) <= 0.06 * longest


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

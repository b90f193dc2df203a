"""Which of several lookup tables a column of codes is read by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from satchel.formats.tabular.rows import Table
from satchel.move.infer.lookup import Dictionary, concepts_of, subject_words
from satchel.move.infer.names import words_of
from satchel.move.infer.profile import Profile

_FEWEST_KNOWN = 0.8
"""Share of the values of a column that a lookup table must know."""
_AS_MANY = 0.1
"""A table that knows a share less than the best by more than this is one of other codes."""
_USER = 2
"""The concept of users; see `lookup.concepts_of`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What a column of codes is read by."""

    book: Dictionary | None = None
    doubt: str = ""
    """Why it is read by none although some would fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fit:
    """How well one lookup table fits a column, the most telling first."""

    book: Dictionary
    known: float
    """Share of the values that it knows, 0 to 1."""
    declared: bool
    """The schema names it."""
    alike: bool
    """It holds one code, or this one of its codes is called like the column."""
    near: int
    """See `_nearness`."""
    score: float
    """What names and language say, unitless."""

    @property
    def rank(self) -> tuple[bool, bool, int, float]:
        """Compares fits that know the same values."""
        return self.declared, self.alike, self.near, round(self.score, 6)


def match(
    table: Table, column: str, profile: Profile, books: Sequence[Dictionary], keys: Mapping[str, str], *, chinese: bool
) -> Match:
    """The lookup table whose codes a column uses.

    Values must be contained in the codes; beside that a declared foreign key, or names that mean the same thing. Of
    several that know the values the nearest counts: one of the same file, then one in a file of its own in the same
    folder, then one in a file of its own elsewhere; one among the tables of another database explains those. Of equally
    near ones, names and the language of the rows decide. Where two are equal and read the codes differently, none counts.
    """
    if not profile.filled or profile.lists or profile.objects or profile.share(profile.phrases) > 0.5:
        return Match()
    fits: list[_Fit] = []
    alone: list[Dictionary] = []
    words = subject_words(column.rsplit(".", 1)[-1])
    mine = concepts_of(words)
    total = sum(profile.counter.values())
    unique = profile.distinct == profile.filled >= 8
    for book in books:
        known = sum(count for value, count in profile.counter.items() if value in book.entries)
        if (book.source, book.table) == (table.source, table.name) or not total or known < _FEWEST_KNOWN * total:
            continue
        if all(value == book.entries.get(value) for value in profile.counter):
            continue
        declared = keys.get(column, "").partition(".")[0] == book.table != ""
        if unique and not declared and not (book.people and _USER in mine):
            continue  # codes return; a column without repeats numbers its own rows
        same = bool(words & book.hints) or _is_named_after(book, column)
        theirs = concepts_of(book.hints)
        if mine and theirs and not mine & theirs and not same and not declared:
            continue
        if not mine and known == total and _proves_itself(book, profile, table):
            alone.append(book)
        if declared or same or mine & theirs:
            fits.append(
                _Fit(
                    book=book,
                    known=known / total,
                    declared=declared,
                    alike=not book.family or _is_called_like(book.family, words),
                    near=_nearness(book, table),
                    score=1.0 * same
                    + 0.8 * bool(mine & theirs)
                    + 0.3 * known / total
                    + 0.4 * (book.chinese is chinese)
                    + 0.2 * bool(words & subject_words(book.family)),
                )
            )
    if not fits:
        return Match(book=alone[0] if len(alone) == 1 else None)
    most = max(fit.known for fit in fits)
    fits = [fit for fit in fits if fit.known >= most - _AS_MANY]
    best = max(fits, key=lambda fit: fit.rank)
    for fit in fits:
        if fit.rank == best.rank and not _agree(fit.book, best.book, profile):
            return Match(
                doubt=f"the codes in {column} stand in {_place(best.book)} and in {_place(fit.book)} with other meanings,"
                " and nothing says which is meant; they stay codes"
            )
    return Match(book=best.book)


def _is_named_after(book: Dictionary, column: str) -> bool:
    """Whether a lookup table is called like the column and nothing else: `labels.json` beside `label`, however general."""
    stem = book.source.rsplit("/", 1)[-1].rsplit("!", 1)[-1].rsplit(".", 1)[0]
    mine = "_".join(words_of(column.rsplit(".", 1)[-1]))
    return bool(mine) and any("_".join(words_of(name)) in (mine, f"{mine}s") for name in (book.table, stem) if name)


def _is_called_like(family: str, words: set[str]) -> bool:
    """Whether the name of one code among several means what the column's name means."""
    named = subject_words(family)
    return bool(named & words or concepts_of(named) & concepts_of(words))


def _nearness(book: Dictionary, table: Table) -> int:
    """How near a lookup table stands: 3 in the same file, 2 in the same folder, 1 elsewhere, 0 among tables of others."""
    if book.source == table.source:
        return 3
    if book.shared:
        return 0
    return 2 if _folder(book.source) == _folder(table.source) else 1


def _folder(source: str) -> str:
    """The folder or archive that a file lies in."""
    return re.sub(r"[^/!]*$", "", source)


def _place(book: Dictionary) -> str:
    return book.title if book.title.startswith(book.source) else f"{book.source} ({book.title})"


def _agree(one: Dictionary, other: Dictionary, profile: Profile) -> bool:
    """Whether two tables read all the values of a column alike."""
    return all(one.entries.get(value) == other.entries.get(value) for value in profile.counter)


def _proves_itself(book: Dictionary, profile: Profile, table: Table) -> bool:
    """Whether containment alone is proof: unusual codes, or most of the codes of a table that is called a lookup table."""
    if (
        profile.distinct < 2
        or profile.overflow
        or profile.share(profile.truths) > 0.95
        or (book.source != table.source and not book.people)
    ):
        return False
    unusual = all(not code.isdigit() or int(code) > 20 for code in profile.counter)
    return unusual or (book.evident and 2 < profile.distinct >= 0.6 * len(book.entries))

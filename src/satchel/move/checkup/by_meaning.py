"""Pairs that say the same, or exclude each other, in quite other words: candidates by meaning, decided by the model of pairs.

Wording alone finds what was written twice in one way. "Doesn't eat meat" and "vegetarian since 2019" share no word; their vectors
are near each other. Near is not enough: so are "likes green tea" and "likes black tea". `pair_model` tells them apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from satchel.move.checkup.contradictions import proposed
from satchel.move.checkup.duplicates import Age, age_of
from satchel.move.checkup.finding import Action, Finding
from satchel.move.checkup.pair_features import features
from satchel.move.checkup.pair_model import NEAR, Verdict, decide, has_sign, promising
from satchel.move.checkup.subject import Subject
from satchel.move.checkup.told import LONGEST, Told
from satchel.retrieval.embedders import Embedder

Vectors = npt.NDArray[np.float32]
FITTED_WITH: Final = "use"
"""The embedder on whose vectors the model of pairs was fitted; cosines of others mean something else."""
RULES_BY_MEANING: Final = ("contradiction", "near_duplicate")
MOST_MADE: Final = 2_000
"""Memories without a vector up to which vectors are made without being asked for: ten to twenty seconds with the default
model."""
NEAREST: Final = 6
"""Older or newer memories that each is held against, the nearest first."""
LEAST_COSINE: Final = 0.3
"""Cosine below which two short notes are about different things; with the default model unrelated ones lie at 0.1."""
_LEAST_OF_MANY: Final = 0.45
_MANY: Final = 5_000
"""Memories of one scope from which only the nearer are looked at, and near ones are looked for in cells."""
_CELLS: Final = 3
"""Cells that each memory belongs to; two near ones share one of three in 97 of 100 cases."""
_BLOCK: Final = 1_024
_QUOTED: Final = 120
_COMPARE: Final = Action("compare it with {other}: do they say the same?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """How texts are compared by meaning."""

    embedder: Embedder
    held: Callable[[], Mapping[str, Vectors]] | None = None
    """Vectors of this model that there are already, by id; None: all have to be made."""
    most: int | None = MOST_MADE
    """So many vectors are made at most; None: as many as it takes."""


@dataclass(slots=True, kw_only=True)
class Compared:
    """What came of it, for the report."""

    memories: int = 0
    """Compared by meaning."""
    made: int = 0
    """Vectors that were made for it."""
    without: int = 0
    """Memories that have no vector, where they are too many; then nothing was compared."""

    def to_json(self) -> dict[str, int]:
        return {"memories": self.memories, "made": self.made, "without_vectors": self.without}


class Gatherer:
    """Short live memories, each text once, to be compared when all are there."""

    def __init__(self, most: int | None = None) -> None:
        """
        Args:
            most: Memories from which on none are kept, since they would not be compared; None: all are kept.
        """
        self._texts: dict[bytes, tuple[Age, Subject]] = {}
        self._most = most
        self.compared = Compared()

    def add(self, subject: Subject) -> None:
        record = subject.record
        if not subject.is_live or record.type == "interaction" or record.key is not None or len(subject.text) > LONGEST:
            return
        if self.compared.without:
            self.compared.without += 1
            return
        if self._most is not None and len(self._texts) >= self._most:
            self.compared.without = len(self._texts) + 1
            self._texts.clear()
            return
        key, age = subject.key, age_of(record)
        held = self._texts.get(key)
        if held is None or age < held[0]:
            self._texts[key] = age, subject

    def findings(self, meaning: Meaning, rules: Collection[str], told: Iterable[Finding]) -> Iterator[Finding]:
        """What wording did not find.

        Args:
            meaning: The embedder, and what vectors there are.
            rules: Which of `near_duplicate` and `contradiction` are asked for.
            told: What was found already: a pair is told once.
        """
        if self.compared.without:
            return
        known = {frozenset({one.record, other}) for one in told if one.record is not None for other in one.others}
        subjects = [subject for _, subject in sorted(self._texts.values(), key=lambda one: one[0])]
        held = meaning.held() if meaning.held is not None else {}
        missing = [subject for subject in subjects if subject.record.id not in held]
        if meaning.most is not None and len(missing) > meaning.most:
            self.compared.without = len(missing)
            return
        made = embedded(meaning.embedder, [subject.text for subject in missing])
        vectors = dict(held) | {subject.record.id: made[place] for place, subject in enumerate(missing)}
        self.compared.memories, self.compared.made = len(subjects), len(missing)
        scopes: dict[str, list[Subject]] = defaultdict(list)
        for subject in subjects:
            scopes[subject.record.scope].append(subject)
        closest = Closest(meaning.embedder)
        for group in scopes.values():
            if len(group) > 1:
                matrix = np.stack([vectors[subject.record.id] for subject in group])
                yield from _among(group, matrix, closest, rules, known)


def _among(
    group: Sequence[Subject], vectors: Vectors, closest: Closest, rules: Collection[str], known: set[frozenset[str]]
) -> Iterator[Finding]:
    """The pairs of one scope, oldest first; each newer memory with the one that it fits best."""
    tolds: dict[int, Told] = {}
    hopeful: list[tuple[int, int, float]] = []
    least = LEAST_COSINE if len(group) <= _MANY else _LEAST_OF_MANY
    for newer, older, similarity in nearest_pairs(vectors, most=NEAREST, least=least):
        if frozenset({group[newer].record.id, group[older].record.id}) in known:
            continue
        one, other = (_told(tolds, group, place) for place in (newer, older))
        if similarity < NEAR and not has_sign(one, other):
            continue
        if promising(features(one, other, similarity)):
            hopeful.append((newer, older, similarity))
    closest.learn(tolds[place] for newer, older, _ in hopeful for place in (newer, older))
    best: dict[tuple[int, Verdict], tuple[float, int]] = {}
    for newer, older, similarity in hopeful:
        judged = decide(features(tolds[newer], tolds[older], similarity, closest.of))
        if judged is not None and (judged[1], -older) > best.get((newer, judged[0]), (0.0, 0)):
            best[newer, judged[0]] = judged[1], -older
    for (newer, verdict), (_, place) in sorted(best.items()):
        finding = _finding(verdict, group[newer], group[-place])
        if finding.rule in rules:
            yield finding


def _told(tolds: dict[int, Told], group: Sequence[Subject], place: int) -> Told:
    found = tolds.get(place)
    if found is None:
        found = tolds[place] = Told(group[place].text)
    return found


def _finding(verdict: Verdict, newer: Subject, older: Subject) -> Finding:
    sign = "≈" if verdict == "same" else "≠"
    return Finding(
        rule="near_duplicate" if verdict == "same" else "contradiction",
        record=newer.record.id,
        kind="meaning",
        evidence=f"{newer.opening()[:_QUOTED]} {sign} {older.opening()[:_QUOTED]}",
        action=Action(_COMPARE.text, {"other": older.record.id}) if verdict == "same" else proposed(newer, older),
        severity="warning",
        others=(older.record.id,),
    )


class Closest:
    """How close words, and texts, are in meaning; each is embedded once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, Vectors] = {}

    def vectors(self, texts: Iterable[str]) -> Vectors:
        """Of these texts, in order."""
        listed = list(texts)
        new = [text for text in dict.fromkeys(listed) if text not in self._vectors]
        self._vectors.update(zip(new, embedded(self._embedder, new), strict=True))
        return np.stack([self._vectors[text] for text in listed])

    def learn(self, tolds: Iterable[Told]) -> None:
        """Embed the words of these texts, all at once."""
        words = dict.fromkeys(word for told in tolds for spelled in told.phrases.values() for word in spelled)
        if words:
            self.vectors(words)

    def of(self, one: str, other: str) -> float:
        """Cosine of two that were embedded."""
        return float(self._vectors[one] @ self._vectors[other])


def embedded(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """One vector a text; similar lengths together, since a batch costs what its longest text does."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    found = np.zeros((len(texts), embedder.dimension), np.float32)
    for start in range(0, len(order), embedder.batch):
        places = order[start : start + embedder.batch]
        found[places] = embedder.embed([texts[place] for place in places])
    return found


def nearest_pairs(vectors: Vectors, *, most: int, least: float) -> list[tuple[int, int, float]]:
    """(later, earlier, cosine) of rows near each other, each pair once: of every row the nearest ones, at most so many.

    Of many rows only those are compared that lie in one cell: around each of √n of them those to which it is among the
    nearest. So the work grows with n√n.
    """
    found: dict[tuple[int, int], float] = {}
    for rows in _cells(vectors):
        part = vectors[rows]
        for start in range(0, len(rows), _BLOCK):
            cosines = part[start : start + _BLOCK] @ part.T
            at = np.arange(len(cosines))
            cosines[at, start + at] = -1.0
            taken = min(most, cosines.shape[1])
            columns = np.argpartition(-cosines, taken - 1, axis=1)[:, :taken]
            scores = np.take_along_axis(cosines, columns, axis=1)
            for row, place in zip(*np.nonzero(scores >= least), strict=True):
                mine, yours = int(rows[start + row]), int(rows[columns[row, place]])
                found[max(mine, yours), min(mine, yours)] = float(scores[row, place])
    return sorted((later, earlier, score) for (later, earlier), score in found.items())


def _cells(vectors: Vectors) -> Iterator[npt.NDArray[np.int64]]:
    """Places of rows that are compared with each other; all of them where they are few."""
    count = len(vectors)
    if count <= _MANY:
        yield np.arange(count)
        return
    centres = vectors[np.linspace(0, count - 1, int(count**0.5)).astype(np.int64)]
    nearest = np.empty((count, _CELLS), np.int64)
    for start in range(0, count, _BLOCK):
        cosines = vectors[start : start + _BLOCK] @ centres.T
        nearest[start : start + _BLOCK] = np.argpartition(-cosines, _CELLS - 1, axis=1)[:, :_CELLS]
    for cell in range(len(centres)):
        rows = np.flatnonzero((nearest == cell).any(axis=1))
        if len(rows) > 1:
            yield rows

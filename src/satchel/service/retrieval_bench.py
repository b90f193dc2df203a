"""`satchel bench retrieval`: sets of questions with known answers, asked through the same recall that everybody uses."""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from satchel.retrieval.embedders import Embedder
from satchel.retrieval.embedders.remembering import Remembering
from satchel.retrieval.measure import Measured, interval, measure, paired
from satchel.retrieval.pipeline import Found, Hit
from satchel.retrieval.profile import DEFAULT, Profile
from satchel.retrieval.when import recall_when
from satchel.service.embedding import Embedding
from satchel.service.retrieval_sets import Question, Set, fill, questions
from satchel.stores.registry import open_store
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Filter
from satchel_protocol.store import Store

_RETURNED = 100
"""Hits asked for. Where facts are linked with turns they stand among them, and only the turns are counted."""
_LATER = datetime(2026, 1, 1, tzinfo=UTC)
"""When a question was asked whose time is unknown."""
FLOORS: Final = (0.02, 0.04, 0.06, 0.1, 0.15, 0.2, 0.3, 0.5)
"""Of the curve of false answers against recall."""
DEFAULT_WAY: Final = "default"
_NO_FLOOR: Final = "no floor"

_KEPT_TEXTS: Final = 20_000

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of answering."""

    name: str
    profile: Profile | None
    """None: BM25 alone, as the store ranks."""
    meaning: bool = True
    """Whether vectors are used."""
    reads_time: bool = True
    """Whether a time in the question becomes a filter."""
    elsewhere: bool = False
    """Whether each question is put to another group's history too, which does not answer it."""


@dataclass(slots=True, kw_only=True)
class Scores:
    """What one way of ranking reached on one set."""

    name: str
    way: str
    measured: list[Measured] = field(default_factory=list)
    asked: list[Question] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    """Of each question: how sure the best candidate is to be worth showing."""
    no_answer: list[bool] = field(default_factory=list)
    """Of questions put where nothing answers them: whether something was returned all the same."""
    chances_elsewhere: list[float] = field(default_factory=list)

    def values(self, what: str, *, type: str | None = None, chosen_on: bool | None = None) -> list[float]:
        """A figure of each question, of one type or of one half."""
        return [
            getattr(found, what)
            for found, of in zip(self.measured, self.asked, strict=True)
            if type in {None, of.query["type"]} and chosen_on in {None, of.chosen_on}
        ]

    def to_json(self, baseline: Scores | None = None) -> dict[str, Any]:
        """Its figures, and what they gain on a baseline of the same questions."""
        shown: dict[str, Any] = {"set": self.name, "way": self.way, "questions": len(self.measured)}
        for what in ("recall_5", "recall_10", "ndcg_10", "mrr"):
            shown[what] = _interval(self.values(what))
        shown["halves"] = {
            "chosen_on": _interval(self.values("recall_10", chosen_on=True)),
            "other": _interval(self.values("recall_10", chosen_on=False)),
        }
        types = [str(question.query["type"]) for question in self.asked]
        shown["types"] = {
            type: {"questions": types.count(type), "recall_10": round(_mean(self.values("recall_10", type=type)), 4)}
            for type in sorted(set(types))
        }
        ordered = sorted(self.seconds)
        shown["p50_ms"] = round(1000 * ordered[len(ordered) // 2], 2) if ordered else None
        if self.no_answer:
            shown["false_answers"] = round(_mean([float(answered) for answered in self.no_answer]), 4)
        if baseline is not None:
            for what in ("recall_5", "recall_10"):
                gain, low, high = paired(self.values(what), baseline.values(what))
                shown[f"{what}_over_bm25"] = {"mean": round(gain, 4), "low": round(low, 4), "high": round(high, 4)}
        return shown


def default_ways(embedder: Embedder | None) -> list[Way]:
    """BM25 alone, the default profile, and the default without one of its parts each: what that part does."""
    ways = [
        Way(name="bm25", profile=None, meaning=False),
        Way(name=DEFAULT_WAY, profile=DEFAULT, elsewhere=True),
        Way(name="no times", profile=DEFAULT, reads_time=False),
        Way(name=_NO_FLOOR, profile=replace(DEFAULT, floor=0.0)),
        Way(name="relevance", profile=replace(DEFAULT, floor=0.0, decay=0.0, priority=0.0)),
    ]
    return ways if embedder is not None else [replace(way, meaning=False) for way in ways]


def curve(found: Sequence[Scores]) -> list[dict[str, float]]:
    """False answers against recall as the floor rises, of one set; empty where nothing was asked elsewhere.

    Recall is that of the ranking without a floor, counting 0 where nothing reaches the floor.
    """
    default = next((scores for scores in found if scores.chances_elsewhere), None)
    ranked = next((scores for scores in found if scores.way == _NO_FLOOR), None)
    if default is None or ranked is None:
        return []
    recalls = ranked.values("recall_10")
    points = []
    for floor in FLOORS:
        kept = [r if chance >= floor else 0.0 for r, chance in zip(recalls, default.chances, strict=True)]
        points.append(
            {
                "floor": floor,
                "false_answers": round(_mean([float(chance >= floor) for chance in default.chances_elsewhere]), 4),
                "answered": round(_mean([float(chance >= floor) for chance in default.chances]), 4),
                "recall_10": round(_mean(kept), 4),
            }
        )
    return points


def run(
    chosen: Set,
    folder: Path,
    *,
    ways: Sequence[Way],
    embedder: Embedder | None,
    progress: Progress | None = None,
    sample: int | None = None,
) -> list[Scores]:
    """Measure a set under several ways of answering.

    Args:
        chosen: The set.
        folder: An empty folder for the store, which stays there.
        ways: How to answer.
        embedder: For the ways with meaning.
        progress: Told the set, questions asked, questions in all.
        sample: Ask only so many questions, chosen by chance.
    """
    with open_store(f"sqlite:///{folder / (chosen.name + '.db')}", create=True) as store:
        ids = fill(store, chosen)
        if embedder is not None:
            # The first way with meaning embeds a question, and its time shows it.
            embedder = Remembering(embedder, texts=_KEPT_TEXTS)
            tell = (lambda made, total: progress(f"{chosen.name}: embed", made, total)) if progress else None
            given = embedder
            Embedding("given", lambda _: given).fill(store, progress=tell)
        asked = questions(chosen, ids)
        if sample is not None and sample < len(asked):
            asked = random.Random(0).sample(asked, sample)
        found = [Scores(name=chosen.name, way=way.name) for way in ways]
        for number, question in enumerate(asked):
            for scores, way in zip(found, ways, strict=True):
                _ask(store, chosen, question, way, embedder, scores)
            if progress is not None:
                progress(chosen.name, number + 1, len(asked))
        return found


def _ask(store: Store, chosen: Set, question: Question, way: Way, embedder: Embedder | None, scores: Scores) -> None:
    """Put one question, and note what came."""
    started = time.perf_counter()
    answer = _answer(store, question, question.group, way, embedder)
    scores.seconds.append(time.perf_counter() - started)
    scores.measured.append(measure(list(_documents(answer, chosen, question.gold)), question.gold))
    scores.asked.append(question)
    scores.chances.append(answer.chance)
    others = len(chosen.groups) - 1
    if way.elsewhere and others:
        away = (question.group + 1 + zlib.crc32(question.query["qid"].encode()) % others) % len(chosen.groups)
        nothing = _answer(store, question, away, way, embedder)
        scores.no_answer.append(bool(nothing.hits))
        scores.chances_elsewhere.append(nothing.chance)


def _answer(store: Store, question: Question, group: int, way: Way, embedder: Embedder | None) -> Found:
    where = Filter(scopes=Scopes.of(f"session:g{group}"), include_archived=True)
    text = question.query["text"]
    if way.profile is None:
        found = store.search(text, where=where, limit=_RETURNED)
        return Found(hits=tuple(Hit.bare(candidate.record, candidate.score) for candidate in found))
    return recall_when(
        store,
        text,
        where=where,
        now=question.at or _LATER,
        limit=_RETURNED,
        profile=way.profile,
        embedder=embedder if way.meaning else None,
        read_time=way.reads_time,
    ).found


def _documents(answer: Found, chosen: Set, gold: Collection[str]) -> Iterator[str]:
    """Ids of documents in the order found; a fact stands for nothing but itself, and in linked sets for no document.

    Where a document of the same words was folded into another, the one that is asked for counts.
    """
    for hit in answer.hits:
        if not (chosen.facts and hit.record.derived_from):
            same = [id for id in hit.folded if id in gold]
            yield same[0] if same and hit.record.id not in gold else hit.record.id


def _interval(values: Sequence[float]) -> dict[str, float]:
    low, high = interval(values)
    return {"mean": round(_mean(values), 4), "low": round(low, 4), "high": round(high, 4)}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0

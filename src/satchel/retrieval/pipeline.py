"""Recall: candidates by words and by meaning, fused, weighed, cut to the few that are worth showing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from satchel.retrieval.embedders import Embedder
from satchel.retrieval.fusion import Fused, fuse
from satchel.retrieval.profile import DEFAULT, Profile
from satchel.retrieval.rerank import Ranked, rerank
from satchel.retrieval.worth import worth
from satchel.text.tokens import query as parse_query
from satchel_protocol.errors import VectorSpaceError
from satchel_protocol.record import Record
from satchel_protocol.state import Candidate, Filter
from satchel_protocol.store import Capability, Store

CANDIDATES = 50
"""How many candidates each side is asked for."""
LINKED = 0.5
"""Share of a memory's relevance that the turns get from which it was made. Source: section 7 of the measurements in
docs/benchmarks.md; both together find 7 to 9 points more than the turns alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One memory that was found, with its score explained."""

    record: Record
    score: float
    """0 to 1, higher is better."""
    relevance: float
    """Words and meaning, normalised over the candidates: 1 for the best."""
    decay: float
    priority: float
    text: float
    """BM25 divided by the best candidate's."""
    coverage: float
    """Share of the question's terms that the memory holds."""
    side_by_side: float
    """Share of the question's neighbouring terms that are neighbours in the memory too."""
    cosine: float | None
    """Of its vector and the question's; None where there is no search by meaning."""
    text_rank: int | None
    meaning_rank: int | None
    expired: bool = False
    kept_place: bool = False

    def explained(self) -> dict[str, Any]:
        """Every component of the score, and the place that each stage gave it."""
        return {
            "relevance": self.relevance,
            "decay": self.decay,
            "priority": self.priority,
            "text": {
                "score": self.text,
                "coverage": self.coverage,
                "side_by_side": self.side_by_side,
                "rank": self.text_rank,
            },
            "meaning": {"cosine": self.cosine, "rank": self.meaning_rank},
            "expired": self.expired,
            "kept_place": self.kept_place,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The answer to a question."""

    hits: tuple[Hit, ...] = ()
    candidates: int = 0
    below_floor: int = 0
    """Candidates for which too little spoke."""
    withheld: int = 0
    """Candidates that fit and may not be shown."""
    notes: tuple[str, ...] = field(default=())
    """What was not done as asked, such as a search by meaning without vectors."""


def recall(
    store: Store,
    query: str,
    *,
    where: Filter,
    now: datetime,
    limit: int,
    profile: Profile = DEFAULT,
    embedder: Embedder | None = None,
    may_show: Callable[[Record], bool] = lambda record: True,
    besides: tuple[Filter, Callable[[Record], bool]] | None = None,
) -> Found:
    """The best matches of a query, best first, ties by id; fewer than `limit`, even none, where nothing more fits.

    Args:
        store: Where to look; it must be able to search text.
        query: A question or words, any language.
        where: What may be found; applied inside the store's searches.
        now: For the age and the expiry of memories.
        limit: Most hits to return.
        profile: How to rank.
        embedder: For the search by meaning; None searches words alone.
        may_show: Whether a memory may be shown to whoever asks; others are counted and take no place.
        besides: Another filter, of whose candidates those count too of which the function says so.

    Raises:
        VectorSpaceError: the store's vectors are of another model than the embedder.
        EmbedderError: the embedder failed.
    """
    vector, notes = _question(store, query, embedder) if embedder is not None and query.strip() else (None, ())
    gathered = _gather_both(store, query, where, vector)
    if besides is not None:
        gathered.add(_gather(store, query, besides[0], vector), besides[1])
    if not gathered.records:
        return Found(notes=notes)
    asked = parse_query(query)
    fused = [candidate for part in gathered.apart() for candidate in fuse(*part, asked, profile)]
    worthy = worth(fused, asked, profile, unrelated=embedder.unrelated() if embedder is not None else None)
    shown = [candidate for candidate in _linked(worthy) if may_show(candidate.record)]
    ranked = rerank(shown, profile, now, limit=limit)
    return Found(
        hits=tuple(map(_hit, ranked)),
        candidates=len(fused),
        below_floor=len(fused) - len(worthy),
        withheld=len(worthy) - len(shown),
        notes=notes,
    )


def unasked(
    store: Store,
    *,
    where: Filter,
    now: datetime,
    limit: int,
    profile: Profile = DEFAULT,
    may_show: Callable[[Record], bool] = lambda record: True,
) -> Found:
    """What a filter lets through, by age and kind alone: for a question that names nothing else. As `recall`."""
    records = [version.record for version in store.enumerate(where)]
    shown = [_speechless(record) for record in records if may_show(record)]
    ranked = rerank(shown, profile, now, limit=limit)
    return Found(hits=tuple(map(_hit, ranked)), candidates=len(records), withheld=len(records) - len(shown))


def _speechless(record: Record) -> Fused:
    return Fused(
        record=record,
        text=0.0,
        coverage=0.0,
        side_by_side=0.0,
        cosine=None,
        meaning=0.0,
        relevance=1.0,
        text_rank=None,
        meaning_rank=None,
    )


@dataclass(slots=True)
class _Gathered:
    records: dict[str, Record] = field(default_factory=dict)
    text: dict[str, float] = field(default_factory=dict)
    cosines: dict[str, float] | None = None

    def take(self, found: Sequence[Candidate], scores: dict[str, float]) -> None:
        for candidate in found:
            self.records[candidate.record.id] = candidate.record
            scores[candidate.record.id] = candidate.score

    def apart(self) -> Iterator[tuple[dict[str, Record], dict[str, float], dict[str, float] | None]]:
        """Memories and conversations by themselves: a short statement and a turn are not measured by one another."""
        for archived in (False, True):
            records = {id: r for id, r in self.records.items() if (r.state == "archived") == archived}
            if records:
                yield records, _of(self.text, records), _of(self.cosines, records) if self.cosines is not None else None

    def add(self, other: _Gathered, wanted: Callable[[Record], bool]) -> None:
        """Take over what another filter's searches found, as far as it is wanted."""
        for id, record in other.records.items():
            if id in self.records or not wanted(record):
                continue
            self.records[id] = record
            for mine, scores in ((self.text, other.text), (self.cosines, other.cosines)):
                if mine is not None and scores is not None and id in scores:
                    mine[id] = scores[id]


def _of(scores: dict[str, float], records: dict[str, Record]) -> dict[str, float]:
    return {id: score for id, score in scores.items() if id in records}


def _gather_both(store: Store, query: str, where: Filter, asked: Any) -> _Gathered:
    """Where conversations are asked for too, memories and turns are looked for apart, so that neither crowds the other out."""
    if not where.include_archived or where.types:
        return _gather(store, query, where, asked)
    found = _gather(store, query, replace(where, include_archived=False), asked)
    turns = _gather(store, query, replace(where, types=frozenset({"interaction"})), asked, also=_sources(found.records))
    found.add(turns, lambda record: True)
    found.add(_gather(store, query, where, None), lambda record: record.state == "archived")
    return found


def _gather(store: Store, query: str, where: Filter, asked: Any, *, also: Collection[str] = ()) -> _Gathered:
    """Both searches; each scores what only the other one found, and the turns that memories were made from."""
    found = _Gathered()
    if asked is None:
        found.take(store.search(query, where=where, limit=CANDIDATES, also=also), found.text)
    else:
        found.cosines = {}
        found.take(store.search_vector(asked.tolist(), where=where, limit=CANDIDATES, also=also), found.cosines)
        both = found.records.keys() | set(also)
        found.take(store.search(query, where=where, limit=CANDIDATES, also=both), found.text)
        missing = found.records.keys() - found.cosines.keys()
        found.take(store.search_vector(asked.tolist(), where=where, limit=0, also=missing), found.cosines)
    if sources := _sources(found.records) - found.records.keys():
        found.take(store.search(query, where=where, limit=0, also=sources), found.text)
        if asked is not None and found.cosines is not None:
            found.take(store.search_vector(asked.tolist(), where=where, limit=0, also=sources), found.cosines)
    return found


def _question(store: Store, query: str, embedder: Embedder) -> tuple[Any, tuple[str, ...]]:
    """The question's vector; None, and why, where there is nothing to compare it with.

    Raises:
        VectorSpaceError: the store's vectors are of another model.
    """
    if Capability.VECTOR_SEARCH not in store.capabilities:
        return None, ("this kind of store searches words alone",)
    serving = next((space for space in store.vector_spaces() if space.serving), None)
    if serving is None:
        return None, ("there are no vectors yet; `satchel embed` makes them",)
    if serving.model != embedder.model:
        raise VectorSpaceError(
            f"the vectors of {store.url} are of {serving.model}, not of {embedder.model}; run: satchel embed"
        )
    return embedder.embed_question(query), ()


def _sources(records: dict[str, Record]) -> set[str]:
    """What the candidates were made from."""
    return {source for record in records.values() for source in record.derived_from}


def _linked(candidates: list[Fused]) -> list[Fused]:
    """Turns gain from the memories that were made from them: whoever finds the fact wants to see where it was said."""
    gain: dict[str, float] = {}
    for candidate in candidates:
        for source in candidate.record.derived_from:
            gain[source] = max(gain.get(source, 0.0), LINKED * candidate.relevance)
    if not gain:
        return candidates
    return [
        replace(candidate, relevance=candidate.relevance + gain[candidate.record.id])
        if candidate.record.id in gain
        else candidate
        for candidate in candidates
    ]


def _hit(ranked: Ranked) -> Hit:
    fused = ranked.fused
    return Hit(
        record=ranked.record,
        score=round(ranked.score, 6),
        relevance=round(ranked.relevance, 6),
        decay=round(ranked.decay, 6),
        priority=ranked.priority,
        text=round(fused.text, 6),
        coverage=round(fused.coverage, 6),
        side_by_side=round(fused.side_by_side, 6),
        cosine=None if fused.cosine is None else round(fused.cosine, 6),
        text_rank=fused.text_rank,
        meaning_rank=fused.meaning_rank,
        expired=ranked.expired,
        kept_place=ranked.kept_place,
    )

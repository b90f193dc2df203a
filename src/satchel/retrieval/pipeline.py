"""Recall: candidates by words and by meaning, fused, weighed, cut to the few that are worth showing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from satchel.retrieval.embedders import Embedder
from satchel.retrieval.folding import fold
from satchel.retrieval.fusion import Fused, fuse
from satchel.retrieval.gathering import gather
from satchel.retrieval.links import linked, sources
from satchel.retrieval.profile import DEFAULT, Profile
from satchel.retrieval.rerank import Ranked, best_by_words, rerank
from satchel.retrieval.supersession import stated_task, successors, without_replaced
from satchel.retrieval.trail import Trail
from satchel.retrieval.worth import chances, worth
from satchel.text.query import Query
from satchel.text.tokens import query as parse_query
from satchel_protocol.errors import VectorSpaceError
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Filter
from satchel_protocol.store import Capability, Store

_STATES = 20
"""States of one task that are looked at, those with the most of its name first."""
_FOLDED = 200
"""Best of a ranking among which duplicates are looked for."""


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
    """BM25 among the candidates, divided by the best one's."""
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
    piece: tuple[int, int] | None = None
    """Where in a long content that begins and ends which matched; None for a short one."""
    folded: tuple[str, ...] = ()
    """Ids of other memories that say the same, sorted."""

    @classmethod
    def bare(cls, record: Record, score: float) -> Hit:
        """A hit of which nothing is known but the record and a score."""
        return cls(
            record=record,
            score=score,
            relevance=score,
            decay=0.0,
            priority=0.0,
            text=0.0,
            coverage=0.0,
            side_by_side=0.0,
            cosine=None,
            text_rank=None,
            meaning_rank=None,
        )

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
            "piece": list(self.piece) if self.piece is not None else None,
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
    chance: float = 0.0
    """That the best candidate is worth showing, 0 to 1, whatever the floor; see `retrieval.worth`."""
    withheld: int = 0
    """Candidates that fit and may not be shown."""
    notes: tuple[str, ...] = field(default=())
    """What was not done as asked, such as a search by meaning without vectors."""
    cut: tuple[Record, ...] = ()
    """Keyed memories that fit and that only their rank kept out of the answer."""


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
    trail: Trail | None = None,
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
        trail: Told what becomes of its record at each stage.

    Raises:
        VectorSpaceError: the store's vectors are of another model than the embedder.
        EmbedderError: the embedder failed.
    """
    vector, notes = _question(store, query, embedder) if embedder is not None and query.strip() else (None, ())
    gathered = gather(store, query, where, vector)
    if besides is not None:
        gathered.add(gather(store, query, besides[0], vector), besides[1])
    if trail is not None:
        trail.began(query, where, gathered.records)
    if not gathered.records:
        return Found(notes=notes)
    asked = parse_query(query)
    fused = [candidate for part in gathered.apart() for candidate in fuse(*part, asked, profile)]
    sure = chances(fused, asked, unrelated=embedder.unrelated() if embedder is not None else None)
    worthy = _with_sources(worth(fused, sure, profile), fused)
    found = [*linked(fused), *_later_states(store, asked, worthy, fused, where)]
    current = _current(store, found, where, now, {candidate.record.id for candidate in worthy})
    shown = [candidate for candidate in current if may_show(candidate.record)]
    ranked = rerank(shown, profile, now)
    hits = _hits(ranked, limit)
    if trail is not None:
        trail.judged(fused, sure, worthy)
        trail.kept(current, shown)
        trail.answered(ranked, [(hit.record, hit.folded, hit.score) for hit in hits])
    return Found(
        hits=hits,
        candidates=len(fused),
        below_floor=len(fused) - len(worthy),
        chance=max(sure, default=0.0),
        withheld=len(current) - len(shown),
        notes=notes,
        cut=_cut(ranked, hits),
    )


def unasked(
    store: Store,
    *,
    where: Filter,
    now: datetime,
    limit: int,
    profile: Profile = DEFAULT,
    may_show: Callable[[Record], bool] = lambda record: True,
    trail: Trail | None = None,
) -> Found:
    """What a filter lets through, by age and kind alone: for a question that names nothing else. As `recall`."""
    found = [_speechless(version.record) for version in store.enumerate(where)]
    current = _current(store, found, where, now, {candidate.record.id for candidate in found})
    shown = [candidate for candidate in current if may_show(candidate.record)]
    ranked = rerank(shown, profile, now)
    hits = _hits(ranked, limit)
    if trail is not None:
        trail.began("", where, [candidate.record.id for candidate in found])
        trail.judged(found, [1.0] * len(found), found)
        trail.kept(current, shown)
        trail.answered(ranked, [(hit.record, hit.folded, hit.score) for hit in hits])
    return Found(hits=hits, candidates=len(found), withheld=len(current) - len(shown), cut=_cut(ranked, hits))


def _speechless(record: Record) -> Fused:
    return Fused(
        record=record,
        text=0.0,
        held=0,
        coverage=0.0,
        side_by_side=0.0,
        cosine=None,
        meaning=0.0,
        relevance=1.0,
        tokens=frozenset(),
        piece=None,
        text_rank=None,
        meaning_rank=None,
    )


def _with_sources(worthy: list[Fused], candidates: Sequence[Fused]) -> list[Fused]:
    """What is worth showing, and the turns from which it was made, however little of the question they repeat."""
    kept = {candidate.record.id for candidate in worthy}
    also = sources(worthy) - kept
    return [*worthy, *(candidate for candidate in candidates if candidate.record.id in also)] if also else worthy


def _later_states(
    store: Store, asked: Query, worthy: Sequence[Fused], candidates: Sequence[Fused], where: Filter
) -> list[Fused]:
    """Further states of the task that fits best, which share no word with the question.

    Who asks about something that only an earlier state names is to be told where the task is now. Where the question
    has all words of the task's name, its states are candidates already. Within a time that was asked for, what was said
    then is the answer. Of one task alone, since a search in many tasks takes as long as the question itself.
    """
    if where.include_superseded or where.since is not None or where.until is not None:
        return []
    best = min(worthy, key=lambda candidate: (-candidate.relevance, candidate.record.id), default=None)
    name = stated_task(best.record) if best is not None else None
    if name is None:
        return []
    words = parse_query(name[1]).terms
    if words and all(term in asked.terms for term in words):
        return []
    known = {candidate.record.id for candidate in candidates}
    there = replace(where, types=frozenset({"task"}), scopes=Scopes.of(name[0]))
    near = [candidate.record for candidate in store.search(name[1], where=there, limit=_STATES)]
    later = [record for record in near if record.id not in known and stated_task(record) == name]
    return [replace(_speechless(record), relevance=0.0) for record in later]


def _current(store: Store, candidates: list[Fused], where: Filter, now: datetime, worthy: set[str]) -> list[Fused]:
    """The worthy candidates without those that others of them replace; all of them where that was asked for."""
    if where.include_superseded:
        return [candidate for candidate in candidates if candidate.record.id in worthy]

    def look_up(id: str) -> Record | None:
        version = store.read(id)
        return version.record if version is not None and where.scopes.match(version.record.scope) else None

    by = successors({candidate.record.id: candidate.record for candidate in candidates}, now, look_up)
    return without_replaced(candidates, by, worthy)


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


def _cut(ranked: list[Ranked], hits: tuple[Hit, ...]) -> tuple[Record, ...]:
    """The keyed memories of a ranking that no hit holds or stands for."""
    keyed = [one.record for one in ranked if one.record.key is not None]
    if not keyed:
        return ()
    answered = {id for hit in hits for id in (hit.record.id, *hit.folded)}
    return tuple(record for record in keyed if record.id not in answered)


def _hits(ranked: list[Ranked], limit: int) -> tuple[Hit, ...]:
    """The first `limit` of a ranking after duplicates were folded; the best by words among them, however old it is."""
    if limit < 1:
        return ()
    at = best_by_words(ranked)
    best = ranked[at] if at is not None else None
    groups = fold(ranked[:_FOLDED], limit)
    hits = [_hit(group.best, *group.standing()) for group in groups[:limit]]
    late = [group for group in groups[limit:] if best in (group.best, *group.others)]
    if at is not None and at >= _FOLDED:
        late = fold(ranked[at : at + 1], 1)
    if late:
        stands = _hit(late[0].best, *late[0].standing())
        last = hits[limit - 2].score if limit > 1 else hits[0].score
        hits[-1] = replace(stands, score=min(stands.score, last), kept_place=True)
    return tuple(hits)


def _hit(best: Ranked, ranked: Ranked, folded: tuple[str, ...]) -> Hit:
    """One hit: the record that stands for its duplicates, with the score of the best of them."""
    fused = best.fused
    return Hit(
        record=ranked.record,
        score=round(best.score, 6),
        relevance=round(best.relevance, 6),
        decay=round(best.decay, 6),
        priority=best.priority,
        text=round(fused.text, 6),
        coverage=round(fused.coverage, 6),
        side_by_side=round(fused.side_by_side, 6),
        cosine=None if fused.cosine is None else round(fused.cosine, 6),
        text_rank=fused.text_rank,
        meaning_rank=fused.meaning_rank,
        expired=ranked.expired,
        piece=fused.piece if ranked is best else None,
        folded=folded,
    )

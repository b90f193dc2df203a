"""Recall: candidates from the store, ranked, cut to the few that are worth showing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from satchel.text.query import Query
from satchel.text.tokens import index_tokens
from satchel.text.tokens import query as parse_query
from satchel_protocol.record import Record
from satchel_protocol.state import Candidate, Filter
from satchel_protocol.store import Store

CANDIDATES = 50
"""How many candidates a store is asked for."""
COVERAGE = 0.5
"""Weight of coverage against relevance. BM25 holds a long memory – a task with its state, next step and dates – against
a short one that shares fewer words; on MADial, MemDaily and LoCoMo facts this weight moved R@10 by -0 to +1.2 points and R@5 by -0.4 to +0.4."""
EXPIRED_WEIGHT = 0.5
"""An expired memory is demoted, not hidden: half its relevance lets any living match of like quality pass it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One memory that was found, with its score explained."""

    record: Record
    score: float
    """0 to 1, higher is better: relevance and coverage, halved for an expired memory."""
    relevance: float
    """The text score divided by the best candidate's."""
    coverage: float
    """Share of the query's terms that the memory holds."""
    expired: bool = False


def recall(store: Store, query: str, *, where: Filter, now: datetime, limit: int) -> list[Hit]:
    """The best matches of a query, best first, ties by id.

    Args:
        store: Where to look; it must be able to search text.
        query: A question or words, any language.
        where: What may be found; applied inside the store's search.
        now: For the expiry of memories.
        limit: Most hits to return.
    """
    candidates = store.search(query, where=where, limit=max(CANDIDATES, limit))
    if not candidates:
        return []
    best = max(candidate.score for candidate in candidates)
    asked = parse_query(query)
    hits = [_hit(candidate, best, asked, now) for candidate in candidates]
    hits.sort(key=lambda hit: (-hit.score, hit.record.id))
    return hits[:limit]


def _hit(candidate: Candidate, best: float, asked: Query, now: datetime) -> Hit:
    record = candidate.record
    relevance = candidate.score / best if best > 0 else 1.0
    tokens = set(index_tokens(" ".join((record.content, record.key or "", *record.tags))))
    coverage = asked.hits(tokens) / len(asked.terms) if asked.terms else 1.0
    expired = record.is_expired(now)
    score = ((1 - COVERAGE) * relevance + COVERAGE * coverage) * (EXPIRED_WEIGHT if expired else 1.0)
    return Hit(
        record=record,
        score=round(score, 6),
        relevance=round(relevance, 6),
        coverage=round(coverage, 6),
        expired=expired,
    )

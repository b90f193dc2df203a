"""Recall: candidates from the store, ranked, cut to the few that are worth showing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from satchel_protocol.record import Record
from satchel_protocol.state import Candidate, Filter
from satchel_protocol.store import Store

CANDIDATES = 50
"""How many candidates a store is asked for. Source: the recall curves in the project's retrieval notes flatten there."""
EXPIRED_WEIGHT = 0.5
"""An expired memory is demoted, not hidden: half its relevance lets any living match of like quality pass it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One memory that was found, with its score explained."""

    record: Record
    score: float
    """0 to 1, higher is better; 1 is the best lexical match of this query."""
    relevance: float
    """The text score divided by the best candidate's."""
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
    hits = [_hit(candidate, best, now) for candidate in candidates]
    hits.sort(key=lambda hit: (-hit.score, hit.record.id))
    return hits[:limit]


def _hit(candidate: Candidate, best: float, now: datetime) -> Hit:
    relevance = candidate.score / best if best > 0 else 1.0
    expired = candidate.record.is_expired(now)
    score = relevance * (EXPIRED_WEIGHT if expired else 1.0)
    return Hit(record=candidate.record, score=round(score, 6), relevance=round(relevance, 6), expired=expired)

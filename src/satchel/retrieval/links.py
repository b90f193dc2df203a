"""What one candidate says for another: a memory for the turns it was made from, a turn for the turns beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satchel.retrieval.conversation import neighbours
from satchel.retrieval.fusion import Fused

LINKED = 0.5
"""Share of a memory's relevance that the turns get from which it was made."""
BESIDE = 0.2
"""Share of its relevance that a turn gives to the one before and the one behind it: an answer rarely repeats the words
of its question. Both were chosen on half of the questions of docs/benchmarks.md."""


def linked(candidates: Sequence[Fused]) -> list[Fused]:
    """The candidates with what the others add to their relevance, in the same order."""
    own = {candidate.record.id: candidate.relevance for candidate in candidates}
    gains = dict.fromkeys(own, 0.0)
    for one, other in neighbours(candidate.record for candidate in candidates):
        gains[one] += BESIDE * own[other]
        gains[other] += BESIDE * own[one]
    for id, gain in _from_memories(candidates, own).items():
        gains[id] += gain
    return [
        replace(candidate, relevance=candidate.relevance + gains[candidate.record.id])
        if gains[candidate.record.id]
        else candidate
        for candidate in candidates
    ]


def sources(candidates: Sequence[Fused]) -> set[str]:
    """Ids of what these were made from."""
    return {source for candidate in candidates for source in candidate.record.derived_from}


def _from_memories(candidates: Sequence[Fused], own: dict[str, float]) -> dict[str, float]:
    """Whoever finds the fact wants to see where it was said; of several facts the best counts."""
    gains: dict[str, float] = {}
    for candidate in candidates:
        for source in candidate.record.derived_from:
            if source in own and source != candidate.record.id:
                gains[source] = max(gains.get(source, 0.0), LINKED * own[candidate.record.id])
    return gains

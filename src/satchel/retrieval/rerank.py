"""The second stage: relevance, age and kind as one score. All decay lives here."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from satchel.retrieval.fusion import Fused
from satchel.retrieval.profile import Profile
from satchel_protocol.record import Record

NEUTRAL_DECAY = 0.5
"""Of a memory whose time is unknown, where no candidate's is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One candidate with its score explained."""

    fused: Fused
    relevance: float
    """Normalised over the candidates, 0 to 1."""
    decay: float
    """1 for the newest candidate, halved with each half-life that another is older; the middle one when its time is unknown."""
    priority: float
    score: float
    """0 to 1, higher is better."""
    expired: bool
    kept_place: bool = False
    """Whether it stands where it does because the best hit by words never falls out."""

    @property
    def record(self) -> Record:
        return self.fused.record


def rerank(candidates: Sequence[Fused], profile: Profile, now: datetime) -> list[Ranked]:
    """All candidates, best first, ties by id.

    Relevance is normalised over the candidates first: raw scores lie so close together that a quarter of time would
    decide everything. Age counts from the newest candidate and not from today: what an agent of years ago left would
    otherwise be ranked by the half-lives of its kinds. A memory whose time is unknown counts as the middle one of them.
    """
    if not candidates:
        return []
    expired = [candidate.record.is_expired(now) for candidate in candidates]
    raw = [
        candidate.relevance * (profile.expired if over else 1.0)
        for candidate, over in zip(candidates, expired, strict=True)
    ]
    low, high = min(raw), max(raw)
    whole = (profile.relevance + profile.decay + profile.priority) or 1.0
    newest = min(now, max((at for candidate in candidates if (at := _at(candidate.record)) is not None), default=now))
    decays = [
        # Past its validity it is no news, however lately it was written.
        0.0 if over else _decay(candidate.record, profile, newest)
        for candidate, over in zip(candidates, expired, strict=True)
    ]
    middle = statistics.median([decay for decay in decays if decay is not None] or [NEUTRAL_DECAY])
    ranked = [
        _ranked(
            candidate,
            (relevance - low) / (high - low) if high > low else 1.0,
            middle if decay is None else decay,
            whole,
            profile,
            over,
        )
        for candidate, relevance, decay, over in zip(candidates, raw, decays, expired, strict=True)
    ]
    ranked.sort(key=lambda hit: (-hit.score, hit.record.id))
    return ranked


def _ranked(candidate: Fused, relevance: float, decay: float, whole: float, profile: Profile, expired: bool) -> Ranked:
    record = candidate.record
    priority = profile.priority_of(record.type)
    return Ranked(
        fused=candidate,
        relevance=relevance,
        decay=decay,
        priority=priority,
        score=(profile.relevance * relevance + profile.decay * decay + profile.priority * priority) / whole,
        expired=expired,
    )


def _at(record: Record) -> datetime | None:
    return record.updated_at or record.created_at


def _decay(record: Record, profile: Profile, newest: datetime) -> float | None:
    """None of a memory whose time is unknown."""
    at = _at(record)
    if at is None:
        return None
    age_s = max(0.0, (newest - at).total_seconds())
    return float(0.5 ** (age_s / profile.half_life_s(record.type)))


def best_by_words(ranked: Sequence[Ranked]) -> int | None:
    """Place of the best hit by words, from 0, which keeps a place however old it is and of whatever kind."""
    places = [n for n, hit in enumerate(ranked) if hit.fused.text_rank is not None and not hit.expired]
    return min(places, key=lambda n: (ranked[n].fused.text_rank or 0, n), default=None)

"""Nothing is better than junk: what speaks for a candidate in absolute terms, before anything is normalised.

A word that every candidate holds says nothing; a rare one says much. A cosine says something where it stands out from
those of texts that have nothing to do with each other, which differ from model to model.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from satchel.retrieval.fusion import Fused
from satchel.retrieval.profile import Profile
from satchel.text.query import Query
from satchel.text.tokens import index_tokens

ENOUGH_WORDS: Final = 0.25
"""Share of the question's weight in words that is enough by itself."""
ENOUGH_MEANING: Final = 2.7
"""Standard deviations above unrelated texts that are enough by themselves."""
_WORDS_ALONE: Final = 0.5
"""Factor on `ENOUGH_WORDS` where nothing but words can speak."""
_POOL: Final = 50
"""Texts among which a word's rarity is judged, at the least: of three memories none is a measure of what is common."""
_LONG_QUESTION: Final = 12
"""Terms from which a question is a piece of conversation, of which no memory holds a large part."""


def worth(
    candidates: Sequence[Fused], asked: Query, profile: Profile, *, unrelated: tuple[float, float] | None
) -> list[Fused]:
    """The candidates for which enough speaks.

    Args:
        candidates: All of a question's.
        asked: Its terms.
        profile: `floor` is what words and meaning must reach together; 0 lets everything pass.
        unrelated: Mean and standard deviation of the cosines of unrelated texts, by the model; None without vectors.
    """
    if profile.floor <= 0 or not candidates:
        return list(candidates)
    shares = _weighted_shares(candidates, asked)
    enough_words = ENOUGH_WORDS * min(1.0, _LONG_QUESTION / max(1, len(asked.terms)))
    if unrelated is None:
        enough_words *= _WORDS_ALONE
    kept = []
    for candidate, share in zip(candidates, shares, strict=True):
        speaks = share / enough_words
        if unrelated is not None and candidate.cosine is not None:
            mean, spread = unrelated
            speaks += max(0.0, (candidate.cosine - mean) / (spread or 1.0)) / ENOUGH_MEANING
        if speaks >= profile.floor:
            kept.append(candidate)
    return kept


def _weighted_shares(candidates: Sequence[Fused], asked: Query) -> list[float]:
    """Of each candidate, the share of the question's terms that it holds, each weighed by its rarity among them."""
    held = []
    for candidate in candidates:
        record = candidate.record
        tokens = set(index_tokens(" ".join((record.content, record.key or "", *record.tags))))
        held.append([term.matches(tokens) for term in asked.terms])
    count = max(len(candidates), _POOL)
    weights = []
    for place in range(len(asked.terms)):
        holders = sum(row[place] for row in held)
        weights.append(math.log1p((count - holders + 0.5) / (holders + 0.5)))
    whole = sum(weights)
    if whole <= 0:
        return [1.0] * len(candidates)
    return [sum(weight for weight, holds in zip(weights, row, strict=True) if holds) / whole for row in held]

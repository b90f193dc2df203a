"""How good a ranking is: recall, gain and reciprocal rank, with bootstrap intervals.

Sources: Järvelin and Kekäläinen, Cumulated gain-based evaluation, 2002; Efron, Bootstrap methods, 1979.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

_ROUNDS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One ranking against what should have been found."""

    recall_5: float
    recall_10: float
    ndcg_10: float
    mrr: float
    """1 / place of the first that is right, 0 when none is among those returned."""


def measure(found: Sequence[str], gold: Collection[str]) -> Measured:
    """Compare a ranking, best first, with the ids that are right (at least one)."""
    hits = [place for place, id in enumerate(found) if id in gold]
    gain = sum(1 / math.log2(place + 2) for place in hits if place < 10)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(gold))))
    return Measured(
        recall_5=sum(place < 5 for place in hits) / len(gold),
        recall_10=sum(place < 10 for place in hits) / len(gold),
        ndcg_10=gain / ideal,
        mrr=1 / (hits[0] + 1) if hits else 0.0,
    )


def interval(values: Sequence[float], *, seed: int = 0) -> tuple[float, float]:
    """The middle 95 % of the means of resamples; (0, 0) of nothing."""
    if not values:
        return 0.0, 0.0
    chance = np.random.default_rng(seed)
    samples = np.asarray(values)[chance.integers(0, len(values), (_ROUNDS, len(values)))].mean(axis=1)
    low, high = np.percentile(samples, [2.5, 97.5])
    return float(low), float(high)


def paired(values: Sequence[float], others: Sequence[float], *, seed: int = 0) -> tuple[float, float, float]:
    """Mean difference of two rankings over the same questions, and its 95 % interval."""
    differences = [value - other for value, other in zip(values, others, strict=True)]
    return float(np.mean(differences)), *interval(differences, seed=seed)

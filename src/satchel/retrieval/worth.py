"""Nothing is better than junk: what speaks for a candidate in absolute terms, before anything is normalised.

A word that every candidate holds says nothing; a rare one says much. A cosine says something where it stands out from
those of texts that have nothing to do with each other, which differ from model to model, and from those of the other
candidates. Together they give a chance that the candidate is worth showing, by a logistic model of four figures.

Its weights were learned on half of the questions of five sets (docs/benchmarks.md), half of them put to a history that
does not hold the answer; none of its figures knows a word, a language or a model.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Final

from satchel.retrieval.agreement import rarities
from satchel.retrieval.fusion import Fused
from satchel.retrieval.profile import Profile
from satchel.text.query import Query

_WORDS, _MEANING, _AMONG, _LENGTH, _BIAS = 7.77, 1.89, -1.12, 0.116, -7.23
_WORDS_ALONE, _LENGTH_ALONE, _BIAS_ALONE = 12.5, 0.139, -4.22
"""Learned likewise from words alone; the bias is lower than learned, so that one floor serves both: words deceive more."""
_LONGEST: Final = 40
"""Terms; a longer question is a piece of conversation like one of this length."""
_FEW: Final = 20
"""Candidates below which a cosine is not compared with those of the others."""


def chances(candidates: Sequence[Fused], asked: Query, *, unrelated: tuple[float, float] | None) -> list[float]:
    """Of each candidate, the chance that it is worth showing, 0 to 1.

    Args:
        candidates: All of a question's.
        asked: Its terms.
        unrelated: Mean and standard deviation of the cosines of unrelated texts, by the model; None without vectors.
    """
    shares = _weighted_shares(candidates, asked)
    length = min(_LONGEST, len(asked.terms))
    middle, spread = _middle([candidate.cosine for candidate in candidates if candidate.cosine is not None])
    found = []
    for candidate, share in zip(candidates, shares, strict=True):
        if unrelated is None or candidate.cosine is None:
            if not candidate.held:
                found.append(0.0)  # neither a word nor a meaning speaks for it
                continue
            evidence = _WORDS_ALONE * share + _LENGTH_ALONE * length + _BIAS_ALONE
        else:
            above = (candidate.cosine - unrelated[0]) / (unrelated[1] or 1.0)
            among = (candidate.cosine - middle) / spread if spread else 0.0
            evidence = _WORDS * share + _MEANING * above + _AMONG * among + _LENGTH * length + _BIAS
        found.append(1 / (1 + math.exp(-evidence)))
    return found


def worth(candidates: Sequence[Fused], sure: Sequence[float], profile: Profile) -> list[Fused]:
    """The candidates that are worth showing; all where `profile.floor` is 0.

    The best must have a chance of at least `floor`, else nothing answers. Beside one that has it, those are shown too
    that have a share of that, usually a sixth: a question with several answers rarely repeats the words of all of them.

    Args:
        candidates: All of a question's.
        sure: Their `chances`.
        profile: Its `floor` and what suffices `beside`.
    """
    if profile.floor <= 0 or not candidates:
        return list(candidates)
    if max(sure) < profile.floor:
        return []
    least = profile.floor * profile.beside
    return [candidate for candidate, chance in zip(candidates, sure, strict=True) if chance >= least]


def _weighted_shares(candidates: Sequence[Fused], asked: Query) -> list[float]:
    """Of each candidate, the share of the question's terms that it holds, each weighed by its rarity among them."""
    weights = rarities([candidate.held for candidate in candidates], len(asked.terms))
    whole = sum(weights)
    if whole <= 0:
        return [0.0] * len(candidates)
    shares = {
        held: sum(weight for place, weight in enumerate(weights) if held >> place & 1) / whole
        for held in {candidate.held for candidate in candidates}
    }
    return [shares[candidate.held] for candidate in candidates]


def _middle(cosines: Sequence[float]) -> tuple[float, float]:
    """Median and standard deviation; (0, 0) of so few that neither means anything."""
    if len(cosines) < _FEW:
        return 0.0, 0.0
    mean = math.fsum(cosines) / len(cosines)
    # `statistics.pstdev` reckons with fractions, which takes longer than all else here.
    spread = math.sqrt(math.fsum((cosine - mean) ** 2 for cosine in cosines) / len(cosines))
    return statistics.median(cosines), spread

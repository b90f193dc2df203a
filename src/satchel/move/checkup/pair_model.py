"""Whether two texts say the same, exclude each other, or neither: two small linear models over the features of a pair.

Fitted on pairs written for the purpose by `bench/pairs/train.py`, which writes the weights beside this module; its README has
the figures. What no weight may overrule stands here as rules: another number, name, code or version is never the same, and nothing
is called a contradiction unless one subject is shared and both hold at one time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from satchel.move.checkup.pair_features import Closeness, features, no_closeness
from satchel.move.checkup.told import Told
from satchel.text.traits import clash

WEIGHTS: Final = "pair_weights.json"
Verdict = Literal["same", "against"]
_HOPE: Final = 0.3
VERDICTS: Final[tuple[Verdict, ...]] = ("same", "against")


@dataclass(frozen=True, slots=True)
class Weights:
    """Of one verdict."""

    bias: float
    of: Mapping[str, float]
    """Feature → weight; features that are missing here count nothing."""
    least: float
    """Probability from which the verdict is given."""

    def probability(self, found: Mapping[str, float]) -> float:
        total = self.bias + sum(weight * found[name] for name, weight in self.of.items())
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))


def judge(
    one: Told, other: Told, similarity: float, closeness: Closeness = no_closeness
) -> tuple[Verdict, float] | None:
    """The verdict and its probability; None for two texts that have nothing to do with each other.

    Args:
        one, other: The texts, in any order.
        similarity: Cosine of their vectors.
        closeness: Of two words.
    """
    return decide(features(one, other, similarity, closeness))


def decide(found: Mapping[str, float]) -> tuple[Verdict, float] | None:
    """The same from the features."""
    weights = _weights()
    same, against = weights["same"].probability(found), weights["against"].probability(found)
    if may_be_same(found) and same >= weights["same"].least and same >= against:
        return "same", same
    if may_be_against(found) and against >= weights["against"].least and against > same:
        return "against", against
    return None


def promising(found: Mapping[str, float]) -> bool:
    """Whether features without the closeness of words leave a verdict possible; spares embedding the words of all others."""
    weights = _weights()
    return (may_be_same(found) and weights["same"].probability(found) >= weights["same"].least * _HOPE) or (
        may_be_against(found) and weights["against"].probability(found) >= weights["against"].least * _HOPE
    )


def has_sign(one: Told, other: Told) -> bool:
    """Whether two that are not near all the same speak of one thing: a name, or what only one value can hold of."""
    return bool(one.names & other.names) or bool(clash(one.traits, other.traits))


def may_be_same(found: Mapping[str, float]) -> bool:
    """Whether nothing is told of another thing, person, time or value."""
    return not any(found[name] for name in _ANOTHER) and found["swapped"] < _SWAPPED


def may_be_against(found: Mapping[str, float]) -> bool:
    """Whether one subject is shared, and both are said of the same time and circumstances."""
    if any(found[name] for name in _ELSEWHERE):
        return False
    if found["person on one side"] and not found["trait denied"]:
        return False
    if found["names differ, none alike"] and not (found["trait against"] or found["unique"]):
        return False
    if not (found["shared"] or found["names alike"] or found["trait against"]):
        return False
    if found["similarity"] < NEAR and not (found["names alike"] or found["trait against"]):
        return False
    return _excludes(found)


def _excludes(found: Mapping[str, float]) -> bool:
    """Whether what differs can be what excludes the other. Two of one build that differ in two things tell of two things:
    the staging server on one port, the production server on another."""
    if found["two things"]:
        return False
    if found["order"] > _ONE_BUILD:
        known = found["unique"] or found["exclusive differs"] or found["trait against"]
        return bool(known or not found["one place, word"])
    return any(found[name] for name in _SIGNS)


_SIGNS: Final = (
    "trait against",
    "opposites",
    "turned",
    "sign evidence",
    "exclusive differs",
    "kind alike",
    "sole, shared",
)
"""What may exclude something in another sentence of another build."""
_ANOTHER: Final = (
    "values differ", "names differ", "labels differ", "other person", "former", "hoped", "trait against", "scopes differ", "exclusive differs", "question differs",
    "side differs", "direction differs", "exception on one side", "ordinal differs", "person alone", "opposites", "turned", "reordered",
)  # fmt: skip
_ELSEWHERE: Final = (
    "labels differ",
    "other person",
    "former",
    "hoped",
    "scopes differ",
    "question differs",
    "side differs",
    "exception on one side",
    "ordinal differs",
    "occasions",
)
NEAR: Final = 0.4
"""Cosine below which two texts are compared only where they share a name or a trait; with the default model unrelated ones lie at 0.1."""
_ONE_BUILD: Final = 0.6
"""Share of what stands in the same order, from which two sentences are of one build."""
_SWAPPED: Final = 0.55
"""Share of what stands in the same order, from which one place that holds something else makes another statement."""


@cache
def _weights() -> dict[str, Weights]:
    stored: dict[str, Any] = json.loads((files(__package__) / WEIGHTS).read_text("utf-8"))
    return {name: Weights(stored[name]["bias"], stored[name]["weights"], stored[name]["least"]) for name in VERDICTS}

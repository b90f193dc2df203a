"""What a text is by its wording: a small linear model over its characters and words.

The model tells preference, task, skill, fact, log line and turn of a conversation apart in Chinese and English. It was
fitted on sentences written for the purpose (`bench/wording/`), none of them from an export; its weights are a file
beside this one. `bench/wording/train.py` makes it, `bench/wording/README.md` has its figures on texts it never saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np

from satchel.text.linear import Linear, grams, places

CLASSES = ("preference", "task", "skill", "fact", "log", "chat")
WEIGHTS = "wording.npz"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text reads."""

    shares: Mapping[str, float]
    """Class → probability; they sum to 1."""

    @property
    def best(self) -> str:
        """The likeliest class."""
        return max(self.shares, key=lambda name: self.shares[name])


@lru_cache(maxsize=1 << 13)
def read(text: str) -> Reading:
    """Judge one text. An empty one says nothing: all classes alike."""
    scores = _model().scores(places(grams(text)))
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    return Reading(dict(zip(CLASSES, map(float, shares), strict=True)))


@cache
def _model() -> Linear:
    return Linear.load(files(__package__) / WEIGHTS)

"""What a text is by its wording: a small linear model over its characters and words.

The model tells preference, task, skill, fact, log line and turn of a conversation apart in Chinese and English. It was
fitted on sentences written for the purpose (`bench/wording/`), none of them from an export; its weights are a file
beside this one. `bench/wording/train.py` makes it, `bench/wording/README.md` has its figures on texts it never saw.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from satchel.text.linear import Reader, worded

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


def read(text: str) -> Reading:
    """Judge one text. An empty one says nothing: all classes alike."""
    scores = _reader().scores(text).tolist()
    top = max(scores)
    weights = [math.exp(score - top) for score in scores]
    total = sum(weights)
    return Reading({name: weight / total for name, weight in zip(CLASSES, weights, strict=True)})


def read_ahead(texts: Iterable[str]) -> None:
    """Judge texts that will be asked about soon together, which takes a quarter of the time."""
    _reader().ahead(texts)


@cache
def _reader() -> Reader:
    return Reader(files(__package__) / WEIGHTS, worded)

"""Linear models over hashed features: what some thousands of labelled texts teach, in a file of some hundred kilobytes.

A model that ships is fitted by a script under `bench/` with the features of the module that uses it, and read with numpy alone.
"""

from __future__ import annotations

import math
import re
import unicodedata
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

BUCKETS: Final = 1 << 17
"""Features are hashed into so many places; most stay empty, so that few share one."""
LEVELS: Final = 127
"""Weights are stored in a byte each."""
LONGEST: Final = 300
"""Characters that `grams` looks at: what a note is shows early."""

_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[a-z']+|\d+")


def grams(text: str) -> set[str]:
    """How a text is worded: runs of one to three characters, words, pairs of words, how it begins and ends.

    Numbers are all alike, as are width and case.
    """
    plain = _NUMBER.sub("0", unicodedata.normalize("NFKC", text[: 2 * LONGEST]).lower())[:LONGEST]
    framed = f"\x02{plain}\x03"
    found = {f"c{framed[i : i + n]}" for n in (1, 2, 3) for i in range(len(framed) - n + 1)}
    words = _WORD.findall(plain)
    found.update(f"w{word}" for word in words)
    found.update(f"b{one} {other}" for one, other in pairwise(words))
    if words:
        found |= {f"1{words[0]}", f"2{' '.join(words[:2])}", f"${words[-1]}"}
    return found


def places(features: Iterable[str]) -> list[int]:
    """The places of features, ascending, each once."""
    return sorted(set(map(_place, features)))


@lru_cache(maxsize=1 << 16)
def _place(feature: str) -> int:
    """Kept for a while: most features of a text are in most texts."""
    return zlib.crc32(feature.encode("utf-8", "surrogatepass")) % BUCKETS


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """Weights of every place, a column for each class; of two classes one column is enough."""

    weights: npt.NDArray[np.float32]
    """BUCKETS × classes."""
    bias: npt.NDArray[np.float32]
    """One a class."""
    first: list[float]
    """The weights of the first class once more, as a list: of one class it takes an eighth of the time to add up a few."""

    @classmethod
    def load(cls, file: Traversable) -> Linear:
        """Read what `save` wrote."""
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as stored:
            bias = stored["bias"].astype(np.float32)
            weights = np.zeros((BUCKETS, len(bias)), dtype=np.float32)
            weights[stored["places"]] = stored["weights"].astype(np.float32) * stored["scale"]
        return cls(weights=weights, bias=bias, first=weights[:, 0].tolist() if len(bias) == 1 else [])

    def scores(self, at: list[int]) -> npt.NDArray[np.float32]:
        """One score a class for features at these places, whose vector is taken to have length 1."""
        scores: npt.NDArray[np.float32] = self.bias + self.weights[at].sum(axis=0) / np.sqrt(max(1, len(at)))
        return scores

    def share(self, features: Iterable[str]) -> float:
        """How likely a text of these features is of the class, 0 to 1, for a model of one class against the rest."""
        at = set(map(_place, features))
        score = float(self.bias[0]) + sum(map(self.first.__getitem__, at)) / math.sqrt(max(1, len(at)))
        return 1 / (1 + math.exp(-score))

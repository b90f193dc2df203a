"""Linear models over hashed features: what some thousands of labelled texts teach, in a file of some hundred kilobytes.

A model that ships is fitted by a script under `bench/` with the features of the module that uses it, and read with numpy alone.
"""

from __future__ import annotations

import math
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable
from itertools import chain, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from satchel.text.runs import LONGEST_RUN, runs

BUCKETS: Final = 1 << 17
"""Features are hashed into so many places; most stay empty, so that few share one."""
LEVELS: Final = 127
"""Weights are stored in a byte each."""
LONGEST: Final = 300
"""Characters that `grams` looks at: what a note is shows early."""

_AT_ONCE: Final = 256
"""Texts whose features are sorted together: more of them no longer fit the processor's cache."""
_REMEMBERED: Final = 1 << 13

Look = tuple[set[str], str]
"""What is looked at of one text: features by name, and a string all of whose runs of one to three signs count; it may be empty."""

_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[a-z']+|\d+")


def framed(text: str) -> str:
    """What is looked at of a text: how it begins, between two marks. Numbers are all alike, as are width and case."""
    plain = _NUMBER.sub("0", unicodedata.normalize("NFKC", text[: 2 * LONGEST]).lower())[:LONGEST]
    return f"\x02{plain}\x03"


def words(framed: str) -> set[str]:
    """The words of a framed text, pairs of them, and how it begins and ends."""
    found = _WORD.findall(framed)
    features = {f"w{word}" for word in found}
    features.update([f"b{one} {other}" for one, other in pairwise(found)])
    if found:
        features |= {f"1{found[0]}", f"2{' '.join(found[:2])}", f"${found[-1]}"}
    return features


def worded(text: str) -> Look:
    """How a text is worded: its words, pairs of them, how it begins and ends, and runs of one to three characters."""
    frame = framed(text)
    return words(frame), frame


def grams(text: str) -> set[str]:
    """All features of how a text is worded, by name."""
    return named(*worded(text))


def named(features: set[str], spelled: str) -> set[str]:
    """Features and those of the runs of signs in a string, by name."""
    runs_of = (spelled[i : i + n] for n in range(1, LONGEST_RUN + 1) for i in range(len(spelled) - n + 1))
    return features | {f"c{run}" for run in runs_of}


def places(features: Iterable[str]) -> list[int]:
    """The places of features, ascending, each once."""
    return sorted(set(map(_place, features)))


@lru_cache(maxsize=1 << 16)
def _place(feature: str) -> int:
    """Kept for a while: most features of a text are in most texts."""
    return zlib.crc32(feature.encode("utf-8", "surrogatepass")) % BUCKETS


@dataclass(frozen=True, slots=True)
class Table:
    """Which texts have which features, each pair once, in the order of the texts."""

    texts: int
    row: npt.NDArray[np.int64]
    """The number of the text, of each pair."""
    at: npt.NDArray[np.int64]
    """The place of the feature."""

    @classmethod
    def of(cls, looks: Sequence[Look]) -> Table:
        """The features of many texts."""
        features = [found for found, _ in looks]
        rows, sums = runs([spelled for _, spelled in looks])
        counts = list(map(len, features))
        at = np.fromiter(map(_place, chain.from_iterable(features)), dtype=np.int64, count=sum(counts))
        keys = np.concatenate(
            [np.repeat(np.arange(len(looks)), counts) * BUCKETS + at, rows * BUCKETS + sums % BUCKETS]
        )
        keys.sort()  # `np.unique` takes ten times as long
        once = np.concatenate([keys[:1], keys[1:][keys[1:] != keys[:-1]]])
        return cls(len(looks), once // BUCKETS, once % BUCKETS)


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

    def scores_of(self, table: Table) -> npt.NDArray[np.float64]:
        """Texts x classes: the same for many texts at once, which takes a quarter of the time."""
        counts = np.maximum(1, np.bincount(table.row, minlength=table.texts))
        weights = self.weights[table.at]
        sums = [np.bincount(table.row, weights=column, minlength=table.texts) for column in weights.T]
        scores: npt.NDArray[np.float64] = self.bias + np.stack(sums, axis=1) / np.sqrt(counts)[:, None]
        return scores

    def share(self, features: Iterable[str]) -> float:
        """How likely a text of these features is of the class, 0 to 1, for a model of one class against the rest."""
        at = set(map(_place, features))
        score = float(self.bias[0]) + sum(map(self.first.__getitem__, at)) / math.sqrt(max(1, len(at)))
        return 1 / (1 + math.exp(-score))


class Reader:
    """A model of whole texts, which remembers what it read of late."""

    def __init__(self, file: Traversable, look: Callable[[str], Look]) -> None:
        """
        Args:
            file: The weights of the model.
            look: What it looks at of a text.
        """
        self._model = Linear.load(file)
        self._look = look
        self._read: dict[str, npt.NDArray[np.floating]] = {}

    def scores(self, text: str) -> npt.NDArray[np.floating]:
        """One score a class."""
        scores = self._read.get(text)
        if scores is None:
            scores = self._model.scores(places(named(*self._look(text))))
            self._keep({text: scores})
        return scores

    def ahead(self, texts: Iterable[str]) -> None:
        """Read texts that will be asked for soon, many at once."""
        new = [text for text in dict.fromkeys(texts) if text not in self._read]
        for some in (new[start : start + _AT_ONCE] for start in range(0, len(new), _AT_ONCE)):
            table = Table.of([self._look(text) for text in some])
            self._keep(dict(zip(some, self._model.scores_of(table), strict=True)))

    def _keep(self, scores: dict[str, npt.NDArray[np.floating]]) -> None:
        if len(self._read) >= _REMEMBERED:
            self._read.clear()
        self._read.update(scores)

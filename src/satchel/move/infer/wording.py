"""What a text is by its wording: a small linear model over its characters and words.

The model tells preference, task, skill, fact, log line and turn of a conversation apart in Chinese and English. It was
fitted on sentences written for the purpose (`bench/wording/`), none of them from an export; its weights are a file
beside this one. `bench/wording/train.py` makes it, `bench/wording/README.md` has its figures on texts it never saw.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise

import numpy as np

CLASSES = ("preference", "task", "skill", "fact", "log", "chat")
BUCKETS = 1 << 17
"""Features are hashed into so many places; two thirds stay empty, so that few share one."""
LONGEST = 300
"""Characters looked at: what a note is shows early."""
WEIGHTS = "wording.npz"

_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[a-z']+|\d+")


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text reads."""

    shares: Mapping[str, float]
    """Class → probability; they sum to 1."""

    @property
    def best(self) -> str:
        """The likeliest class."""
        return max(self.shares, key=lambda name: self.shares[name])


def features(text: str) -> set[str]:
    """What of a text the model looks at: runs of one to three characters, words, pairs of words, how it begins and ends.

    Numbers are all alike to it, as are width and case.
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


def buckets(text: str) -> list[int]:
    """The places of a text's features, ascending, each once."""
    return sorted({zlib.crc32(feature.encode("utf-8", "surrogatepass")) % BUCKETS for feature in features(text)})


@lru_cache(maxsize=1 << 13)
def read(text: str) -> Reading:
    """Judge one text. An empty one says nothing: all classes alike."""
    weights, bias = _model()
    places = buckets(text)
    scores = bias + weights[places].sum(axis=0) / np.sqrt(max(1, len(places)))
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    return Reading(dict(zip(CLASSES, map(float, shares), strict=True)))


@cache
def _model() -> tuple[np.ndarray, np.ndarray]:
    """(BUCKETS × classes) weights and the bias of each class, float32."""
    with (files(__package__) / WEIGHTS).open("rb") as file, np.load(file, allow_pickle=False) as stored:
        weights = np.zeros((BUCKETS, len(CLASSES)), dtype=np.float32)
        weights[stored["places"]] = stored["weights"].astype(np.float32) * stored["scale"]
        return weights, stored["bias"].astype(np.float32)

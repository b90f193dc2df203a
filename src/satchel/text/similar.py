"""Near-duplicates: texts that say the same with other spacing, filler words, endings or a slip of the pen.

Likeness of letters is not likeness of meaning: "port 8080" and "port 8081" differ in one character of twenty. So a
pair is called a duplicate only when `difference` finds no number, negation or telling word on one side alone.
Sketches that recognise a forgotten text without holding it are `satchel_protocol.fingerprint.text_sketch`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Generic, TypeVar
from zlib import crc32

import numpy as np
import numpy.typing as npt

from satchel.text.claims import difference
from satchel.text.clean import strip_marks
from satchel.text.fold import fold
from satchel.text.remembered import remembered

THRESHOLD = 0.8
"""Similarity from which a pair is worth a closer look."""
_HASHES = 125
_ROWS = 5
"""Values per band: a pair at the threshold (Jaccard 2/3) shares one of the 25 bands in 97 of 100 cases, at 0.9 always."""
_CROWD = 40
"""Texts of one band that `nearest` looks at; a pair that is nearly the same shares most of its bands, rare ones too."""
_GAPS = re.compile(r"[\W_]+")
_Id = TypeVar("_Id", bound=Hashable)

# Constants, not secrets: this index lives in memory beside the texts themselves.
_RANDOM = np.random.default_rng(20_090_719)
_FACTORS: npt.NDArray[np.uint64] = _RANDOM.integers(1, 2**63, size=(_HASHES, 1), dtype=np.uint64) * np.uint64(
    2
) + np.uint64(1)
_SHIFTS: npt.NDArray[np.uint64] = _RANDOM.integers(0, 2**63, size=(_HASHES, 1), dtype=np.uint64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(Generic[_Id]):
    """An earlier text that is like the one asked about."""

    id: _Id
    score: float
    """`similarity`, from the index's threshold to 1."""
    difference: str | None
    """What tells the two apart all the same (`number: 8080 / 8081`); None for a duplicate."""

    @property
    def duplicate(self) -> bool:
        return self.difference is None


def similarity(a: str, b: str) -> float:
    """Share of character trigrams that two texts have in common, 0 to 1 (Dice, repeats counted).

    Case, width, accents, punctuation, list marks and traditional characters make no difference; 1 means equal but
    for those. Two texts without letters or digits are as alike as they are equal.
    """
    left, right = _plain(a), _plain(b)
    if left == right:
        return 1.0 if left or a == b else 0.0
    (ours, many), (theirs, more) = _counted(left), _counted(right)
    few, others = (ours, theirs) if len(ours) < len(theirs) else (theirs, ours)
    shared = sum(min(count, others[gram]) for gram, count in few.items() if gram in others)
    return 2 * shared / (many + more)


def is_near_duplicate(a: str, b: str, *, threshold: float = THRESHOLD) -> bool:
    """Whether two texts are alike and nothing in them tells two statements apart."""
    return similarity(a, b) >= threshold and difference(a, b) is None


class NearDuplicates(Generic[_Id]):
    """Index of texts for finding near-duplicates among many, in memory.

    MinHash over trigrams with banding finds who is worth comparing; `similarity` and `difference` then confirm.
    """

    def __init__(self, *, threshold: float = THRESHOLD) -> None:
        """
        Args:
            threshold: Lowest similarity of a candidate, above 0. Well below 0.7 the banding misses pairs.
        """
        self._threshold = threshold
        self._texts: dict[_Id, str] = {}
        self._bands: dict[tuple[int, bytes], list[_Id]] = {}

    def __len__(self) -> int:
        return len(self._texts)

    def add(self, id: _Id, text: str) -> None:
        """Index one text.

        Raises:
            ValueError: The id is taken by another text; adding the same pair again does nothing.
        """
        if id in self._texts:
            if self._texts[id] != text:
                raise ValueError(f"{id!r} is already indexed with another text")
            return
        self._texts[id] = text
        for band in _band_keys(text):
            self._bands.setdefault(band, []).append(id)

    def candidates(self, text: str) -> list[Match[_Id]]:
        """Indexed texts at least as similar as the threshold, best first, ties in order of adding."""
        near = dict.fromkeys(id for band in _band_keys(text) for id in self._bands.get(band, ()))
        scored = ((id, similarity(text, self._texts[id])) for id in near)
        alike = sorted(((id, score) for id, score in scored if score >= self._threshold), key=lambda pair: -pair[1])
        return [Match(id=id, score=score, difference=difference(text, self._texts[id])) for id, score in alike]

    def nearest(self, text: str, *, most: int) -> list[_Id]:
        """Indexed texts that are worth comparing with this one, at most so many, those that share most with it first.

        Their number does not grow with the index: of texts made from one template, which share a band by the thousand,
        only the last ones added are looked at, so that all pairs of many texts are found in time in proportion to them.
        """
        shared = Counter(chain.from_iterable(self._bands.get(band, ())[-_CROWD:] for band in _band_keys(text)))
        return [id for id, _ in shared.most_common(most)]

    def duplicates(self, text: str) -> list[Match[_Id]]:
        """The candidates that say the same."""
        return [match for match in self.candidates(text) if match.duplicate]


@remembered
def _plain(text: str) -> str:
    """What is compared: folded, lower case, every stretch of punctuation or blanks one blank."""
    return _GAPS.sub(" ", fold(strip_marks(text)).casefold()).strip()


def _trigrams(plain: str) -> Iterator[str]:
    """Trigrams of the text with a blank before and after, so that its ends count and one character has one."""
    framed = f" {plain} "
    return (framed[start : start + 3] for start in range(len(framed) - 2))


@remembered
def _counted(plain: str) -> tuple[Counter[str], int]:
    """How often each trigram is in a text, and how many there are; a text is compared with several others."""
    counts = Counter(_trigrams(plain))
    return counts, counts.total()


@lru_cache(maxsize=64)
def _band_keys(text: str) -> tuple[tuple[int, bytes], ...]:
    """Kept for a while: a text is first looked up and then added."""
    plain = _plain(text)
    if not plain:
        return ()
    shingles = set(map(_code, _trigrams(plain)))
    codes = np.fromiter(shingles, dtype=np.uint64, count=len(shingles))
    # Multiply and shift: the high half of the product is well mixed; overflow is meant. The least product has the least high half.
    mixed = codes * _FACTORS
    mixed += _SHIFTS
    signature = (mixed.min(axis=1) >> np.uint64(32)).astype(np.uint32)
    band, written = _ROWS * signature.itemsize, signature.tobytes()
    return tuple((start, written[start : start + band]) for start in range(0, len(written), band))


@lru_cache(maxsize=1 << 16)
def _code(gram: str) -> int:
    """Kept for a while: most trigrams of a text are in most texts."""
    return crc32(gram.encode("utf-8", "surrogatepass"))

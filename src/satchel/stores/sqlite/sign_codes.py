"""Signs of vectors, one bit a component, held in memory: which are nearest to a question, roughly and fast.

Source: sign random projections, Charikar, STOC 2002; here the components themselves are the projections, which for the
embedders at hand finds 99.5 % of the nearest ten among the best thousand of a million.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from satchel.stores.sqlite.connection import Handle

_CHUNK: Final = 50_000
_SLICE: Final = 1 << 16
"""Codes compared at once: the intermediate values then stay in the processor's cache."""
_GROWTH: Final = 1.25

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Counts = npt.NDArray[np.uint16]


def sign_code(vector: npt.NDArray[np.int8] | npt.NDArray[np.float32]) -> bytes:
    """One bit a component, padded to whole 64-bit words."""
    return bytes(sign_codes(vector.reshape(1, -1))[0])


def sign_codes(vectors: npt.NDArray[np.int8] | npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """The same for many at once, a row each."""
    bits = np.packbits(vectors > 0, axis=1)
    return np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8)))


class SignCodes:
    """The codes of one space, in the order in which they were written.

    They lie word by word, not code by code: the first 64 components of all vectors, then the next 64. So every step of
    a comparison runs over one unbroken stretch of memory, which is four times as fast.
    """

    def __init__(self, space: int) -> None:
        self.space = space
        self._size = 0
        self._last = 0
        self._words: Words = np.empty((0, 0), np.uint64)
        """Word, then code."""
        self._v: Numbers = np.empty(0, np.int64)
        self._n: Numbers = np.empty(0, np.int64)
        self._by_n: tuple[Numbers, Numbers] | None = None
        """Places in order of record number, and these numbers; made when first needed after a change."""

    def __len__(self) -> int:
        return self._size

    def catch_up(self, db: Handle) -> None:
        """Take in what was written since. What has gone stays until a search finds that it has."""
        newest = db.value("SELECT max(v) FROM vector_codes") or 0
        if newest <= self._last:
            return
        # What is reserved and not needed, after deletes or for another model, costs no memory.
        expected = int(db.value("SELECT count(*) FROM vector_codes")) if self._size == 0 else 0
        for part in db.parts(
            "SELECT v, n, code FROM vector_codes WHERE v > ? AND space = ? ORDER BY v",
            (self._last, self.space),
            size=_CHUNK,
        ):
            v, n, codes = zip(*part, strict=True)
            self._append(
                np.array(v, np.int64),
                np.array(n, np.int64),
                np.frombuffer(b"".join(codes), np.uint64).reshape(len(part), -1),
                expected=expected,
            )
        self._last = newest

    def nearest(
        self, asked: npt.NDArray[np.float32], most: int, *, among: Numbers | None = None
    ) -> tuple[Numbers, Numbers]:
        """Numbers (`v`) of the vectors whose signs agree best with the question's, at most `most`, in any order, and
        the records (`n`) that they are of.

        Args:
            asked: The question's vector.
            most: How many.
            among: Only vectors of these records (`n`, in any order); None: of all.
        """
        if self._size == 0:
            return np.empty(0, np.int64), np.empty(0, np.int64)
        wanted = np.frombuffer(sign_code(asked), np.uint64)
        if among is None:
            v, n, words = self._v[: self._size], self._n[: self._size], self._words[:, : self._size]
        else:
            places = self._places(among)
            v, n, words = self._v[places], self._n[places], self._words[:, places]
        if v.size > most:
            best = _least_apart(words, wanted, most)
            v, n = v[best], n[best]
        return v, n

    def of_records(self, records: Numbers) -> Numbers:
        """Numbers (`v`) of all vectors of these records."""
        found: Numbers = self._v[: self._size][self._places(records)]
        return found

    def _places(self, records: Numbers) -> Numbers:
        """Where the codes of these records stand."""
        if self._by_n is None:
            order = np.argsort(self._n[: self._size], kind="stable")
            self._by_n = order, self._n[order]
        by_n, sorted_n = self._by_n
        records = np.sort(records)
        starts = np.searchsorted(sorted_n, records, "left")
        ends = np.searchsorted(sorted_n, records, "right")
        counts = ends - starts
        if counts.max(initial=0) <= 1:
            places: Numbers = by_n[starts[counts == 1]]
            return places
        inside = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        several: Numbers = by_n[np.repeat(starts, counts) + inside]
        return several

    def _append(self, v: Numbers, n: Numbers, codes: Words, *, expected: int) -> None:
        """Codes come one after the other, a row each."""
        need = self._size + v.size
        if need > self._v.size:
            self._make_room(max(need, expected, int(_GROWTH * self._v.size)), words=codes.shape[1])
        self._words[:, self._size : need] = codes.T
        self._v[self._size : need], self._n[self._size : need] = v, n
        self._size = need
        self._by_n = None

    def _make_room(self, room: int, *, words: int) -> None:
        grown = np.empty((words, room), np.uint64)
        if self._size:
            grown[:, : self._size] = self._words[:, : self._size]
        self._words = grown
        self._v = np.concatenate([self._v[: self._size], np.empty(room - self._size, np.int64)])
        self._n = np.concatenate([self._n[: self._size], np.empty(room - self._size, np.int64)])


def _least_apart(words: Words, wanted: Words, most: int) -> Numbers:
    """Places of the `most` codes that differ from the wanted one in the fewest bits, of more than that, in any order."""
    total = words.shape[1]
    places: list[Numbers] = []
    apart: list[Counts] = []
    held, bound = 0, np.iinfo(np.uint16).max
    xor, bits = np.empty(_SLICE, np.uint64), np.empty(_SLICE, np.uint8)
    for start in range(0, total, _SLICE):
        size = min(_SLICE, total - start)
        counts = np.zeros(size, np.uint16)
        for word, bitmap in zip(words, wanted, strict=True):
            np.bitwise_xor(word[start : start + size], bitmap, out=xor[:size])
            np.bitwise_count(xor[:size], out=bits[:size])
            np.add(counts, bits[:size], out=counts)
        # Whatever is further away than the worst of those that are held cannot be among the best.
        near = np.flatnonzero(counts < bound) if bound < np.iinfo(np.uint16).max else np.arange(size)
        places.append(near + start)
        apart.append(counts[near])
        held += near.size
        if held > 2 * most:
            places, apart = _cut(places, apart, most)
            held, bound = most, int(apart[0].max())
    return _cut(places, apart, most)[0][0]


def _cut(places: list[Numbers], apart: list[Counts], most: int) -> tuple[list[Numbers], list[Counts]]:
    all_places, all_apart = np.concatenate(places), np.concatenate(apart)
    if all_places.size > most:
        best = np.argpartition(all_apart, most)[:most]
        all_places, all_apart = all_places[best], all_apart[best]
    return [all_places], [all_apart]

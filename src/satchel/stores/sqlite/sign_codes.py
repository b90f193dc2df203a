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
_SLICE: Final = 1 << 17
"""Codes compared at once: the intermediate values then stay in the processor's cache."""

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


def sign_code(vector: npt.NDArray[np.int8] | npt.NDArray[np.float32]) -> bytes:
    """One bit a component, padded to whole 64-bit words."""
    bits = np.packbits(vector > 0)
    return bits.tobytes() + b"\x00" * (-len(bits) % 8)


class SignCodes:
    """The codes of one space, in the order in which they were written."""

    def __init__(self, space: int) -> None:
        self.space = space
        self._size = 0
        self._last = 0
        self._codes: Words = np.empty((0, 0), np.uint64)
        self._v: Numbers = np.empty(0, np.int64)
        self._n: Numbers = np.empty(0, np.int64)
        self._by_n: Numbers | None = None
        """Places in order of record number; made when first needed after a change."""

    def __len__(self) -> int:
        return self._size

    def catch_up(self, db: Handle) -> None:
        """Take in what was written since. What has gone stays until a search finds that it has."""
        newest = db.value("SELECT max(v) FROM vector_codes") or 0
        if newest <= self._last:
            return
        rows = db.run(
            "SELECT v, n, code FROM vector_codes WHERE v > ? AND space = ? ORDER BY v", (self._last, self.space)
        )
        while part := rows.fetchmany(_CHUNK):
            self._append(
                np.fromiter((row[0] for row in part), np.int64, len(part)),
                np.fromiter((row[1] for row in part), np.int64, len(part)),
                np.frombuffer(b"".join(row[2] for row in part), np.uint64).reshape(len(part), -1),
            )
        self._last = newest

    def nearest(self, asked: npt.NDArray[np.float32], most: int, *, among: Numbers | None = None) -> Numbers:
        """Numbers (`v`) of the vectors whose signs agree best with the question's, at most `most`, in any order.

        Args:
            asked: The question's vector.
            most: How many.
            among: Only vectors of these records (`n`, in any order); None: of all.
        """
        if self._size == 0:
            return np.empty(0, np.int64)
        wanted = np.frombuffer(sign_code(asked), np.uint64)
        places = None if among is None else self._places(among)
        codes = self._codes[: self._size] if places is None else self._codes[places]
        numbers = self._v[: self._size] if places is None else self._v[places]
        if numbers.size <= most:
            return numbers
        apart = np.empty(numbers.size, np.uint16)
        for start in range(0, numbers.size, _SLICE):
            part = codes[start : start + _SLICE]
            apart[start : start + _SLICE] = np.bitwise_count(part ^ wanted).sum(axis=1, dtype=np.uint16)
        return numbers[np.argpartition(apart, most)[:most]]

    def _places(self, records: Numbers) -> Numbers:
        """Where the codes of these records stand."""
        if self._by_n is None:
            self._by_n = np.argsort(self._n[: self._size], kind="stable")
        sorted_n = self._n[self._by_n]
        records = np.sort(records)
        starts = np.searchsorted(sorted_n, records, "left")
        ends = np.searchsorted(sorted_n, records, "right")
        counts = ends - starts
        if counts.max(initial=0) <= 1:
            places: Numbers = self._by_n[starts[counts == 1]]
            return places
        inside = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        several: Numbers = self._by_n[np.repeat(starts, counts) + inside]
        return several

    def _append(self, v: Numbers, n: Numbers, codes: Words) -> None:
        need = self._size + v.size
        if self._codes.shape[1] != codes.shape[1] or need > self._v.size:
            room = max(need, 2 * self._v.size)
            grown = np.empty((room, codes.shape[1]), np.uint64)
            grown[: self._size] = self._codes[: self._size] if self._size else grown[:0]
            self._codes = grown
            self._v = np.concatenate([self._v[: self._size], np.empty(room - self._size, np.int64)])
            self._n = np.concatenate([self._n[: self._size], np.empty(room - self._size, np.int64)])
        self._codes[self._size : need], self._v[self._size : need], self._n[self._size : need] = codes, v, n
        self._size = need
        self._by_n = None

"""The places of the runs of signs of many texts at once, where one text after the other would take ten times as long.

A feature's place is the CRC-32 of its name. A run of signs is its run without the last sign and one sign more, and so is its checksum:
each length of run costs one step over all signs of all texts.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

LONGEST_RUN: Final = 3
_ALL: Final = np.uint32(0xFFFFFFFF)
_STEP: Final = np.array([zlib.crc32(bytes([byte]), 0xFFFFFFFF) ^ 0xFFFFFFFF for byte in range(256)], dtype=np.uint32)
_STARTS_AT: Final = np.uint32(zlib.crc32(b"c") ^ 0xFFFFFFFF)
"""The state of the checksum behind the letter that names of runs begin with."""

Checksums = npt.NDArray[np.uint32]


def runs(texts: Sequence[str]) -> tuple[npt.NDArray[np.int64], Checksums]:
    """For each run of one to three signs: the number of its text, and the CRC-32 of `c` and the run in UTF-8.

    Runs of a text that occur twice come twice; the order is by length.
    """
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    row = np.repeat(np.arange(len(texts)), lengths)
    points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    signs = _Signs(points)
    rows, sums = [], []
    state = np.full(len(points), _STARTS_AT, dtype=np.uint32)
    for length in range(LONGEST_RUN):
        if length:
            # The run that begins at each place becomes longer by the sign behind it, unless that is another text's.
            state = state[: len(points) - length]
        state = signs.behind(state, length)
        inside = row[: len(row) - length] == row[length:]
        rows.append(row[: len(row) - length][inside])
        sums.append(state[inside] ^ _ALL)
    return np.concatenate(rows), np.concatenate(sums)


class _Signs:
    """Signs as the bytes of their UTF-8, a row of bytes each; those that a sign has not are 0."""

    def __init__(self, points: Checksums) -> None:
        self._bytes: list[tuple[npt.NDArray[np.bool_] | None, Checksums]] = []
        wide = [points >= limit for limit in (0x80, 0x800, 0x10000)]
        two, three, four = (bool(mask.any()) for mask in wide)
        if not two:
            self._bytes = [(None, points)]
            return
        one_byte, two_bytes, three_bytes = ~wide[0], wide[0] & ~wide[1], wide[1] & ~wide[2]
        first = np.where(one_byte, points, 0xC0 | (points >> 6))
        if three:
            first = np.where(wide[1], np.where(three_bytes, 0xE0 | (points >> 12), 0xF0 | (points >> 18)), first)
        self._bytes.append((None, first.astype(np.uint32)))
        last = 0x80 | (points & 0x3F)
        middle = 0x80 | ((points >> 6) & 0x3F)
        upper = 0x80 | ((points >> 12) & 0x3F)
        second = np.where(two_bytes, last, np.where(three_bytes, middle, upper))
        self._bytes.append((wide[0], second.astype(np.uint32)))
        if three:
            self._bytes.append((wide[1], np.where(three_bytes, last, middle).astype(np.uint32)))
        if four:
            self._bytes.append((wide[2], last.astype(np.uint32)))

    def behind(self, state: Checksums, start: int) -> Checksums:
        """The states after the signs from `start` on."""
        for has, byte in self._bytes:
            after = _STEP[(state ^ byte[start:]) & 0xFF] ^ (state >> 8)
            state = after if has is None else np.where(has[start:], after, state)
        return state

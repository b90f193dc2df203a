"""The nearest vectors to a question: by their signs among all, then the best of these by their bytes.

Signs are 64 bytes for 512 components, in memory, two hundred million comparisons a second. Where a filter leaves few
records, those alone are compared.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from satchel.stores.sqlite.connection import Handle
from satchel.stores.sqlite.sieve import Numbers, Scores, Sieve, Sieves
from satchel.stores.sqlite.sign_codes import SignCodes
from satchel_protocol.errors import VectorSpaceError
from satchel_protocol.state import Filter

Floats = npt.NDArray[np.float32]

EXACT: Final = (400, 2000)
"""Best by signs that are compared by their bytes, of few vectors and of many. With the default model 400 of 20,000 hold
99.9 % of the true nearest ten and 99 % of the nearest 50; a model of 256 components needs more."""
_OF_EACH: Final = 200
"""One in so many is compared, between these two."""
_FEW: Final = 2000
"""Records that pass a filter up to which their vectors are read straight from the file."""
_ENOUGH: Final = 0.4
"""Share of the best by signs that must pass a filter; where fewer do, too few of those that pass would be re-scored."""
_MORE: Final = 8
_MOST_READ: Final = 16_000_000
"""Bytes of vectors that are kept from one search to the next: those of a person's store."""


class VectorSearch:
    """Searches the serving space of one store; keeps the codes in memory from one search to the next."""

    def __init__(self, sieves: Sieves) -> None:
        self._sieves = sieves
        self._codes: SignCodes | None = None
        self._read = _Read()

    def nearest(self, db: Handle, vector: list[float], where: Filter, limit: int) -> list[tuple[int, float]]:
        """(n, cosine) of the nearest records that pass the filter, best first, at most `limit`."""
        row = db.one("SELECT space, dimension FROM vector_spaces WHERE serving = 1")
        if row is None:
            return []
        space, dimension = row
        asked = np.asarray(vector, np.float32)
        if asked.shape != (dimension,):
            raise VectorSpaceError(f"the question's vector has {asked.size} components, the store's have {dimension}")
        sieve = self._sieves.of(db, where)
        if sieve.listed is None:
            return self._everywhere(db, space, asked, sieve, limit)
        if sieve.listed.size <= _FEW and self._codes is None:
            return sieve.best(*_exact_of(db, space, asked, sieve.listed), limit)
        return self._among(db, space, asked, sieve, sieve.listed, limit)

    def of_records(self, db: Handle, vector: list[float], where: Filter, ids: Collection[str]) -> dict[int, float]:
        """Record → cosine, of these records where they pass the filter and have vectors."""
        space = db.value("SELECT space FROM vector_spaces WHERE serving = 1")
        asked, named = np.asarray(vector, np.float32), self._sieves.of(db, where).named(ids)
        if self._codes is None or self._codes.space != space:
            numbers, cosines = _exact_of(db, space, asked, named)
        else:
            numbers, cosines = self._exact_of_codes(db, asked, self._loaded(db, space).of_records(named))
        return dict(zip(numbers.tolist(), cosines.tolist(), strict=True))

    def _everywhere(self, db: Handle, space: int, asked: Floats, sieve: Sieve, limit: int) -> list[tuple[int, float]]:
        """Signs of all first; where too few of the best pass the filter, of those that pass alone."""
        codes = self._loaded(db, space)
        wanted = _compared(len(codes), limit)
        v, _ = codes.nearest(asked, wanted)
        hits = sieve.best(*self._exact_of_codes(db, asked, v), limit, of_these=True)
        if len(codes) <= wanted or sieve.share >= _ENOUGH:
            return hits
        _, n = codes.nearest(asked, wanted * _MORE)
        passing = np.fromiter(sieve.passing(n), np.int64)
        if passing.size < _ENOUGH * wanted:
            passing = sieve.all()
        return self._among(db, space, asked, sieve, passing, limit)

    def _among(
        self, db: Handle, space: int, asked: Floats, sieve: Sieve, passing: Numbers, limit: int
    ) -> list[tuple[int, float]]:
        codes = self._loaded(db, space)
        v, _ = codes.nearest(asked, _compared(passing.size, limit), among=passing)
        return sieve.best(*self._exact_of_codes(db, asked, v), limit, of_these=True)

    def _exact_of_codes(self, db: Handle, asked: Floats, numbers: Numbers) -> tuple[Numbers, Scores]:
        """As `_exact_of`, for vectors by number; what has gone since is left out."""
        return _scored(asked, self._read.rows(db, numbers.tolist()))

    def _loaded(self, db: Handle, space: int) -> SignCodes:
        if self._codes is None or self._codes.space != space:
            self._codes = SignCodes(space)
        self._codes.catch_up(db)
        return self._codes


class _Read:
    """Vectors that were read, each with its record, until anything changes: half a search is reading 400 of them."""

    def __init__(self) -> None:
        self._state: tuple[Any, ...] = ()
        self._rows: dict[int, tuple[int, bytes]] = {}
        self._bytes = 0

    def rows(self, db: Handle, numbers: list[int]) -> list[tuple[int, bytes]]:
        """(n, vector) of those of these numbers that there are."""
        state = db.one("SELECT (SELECT value FROM internals WHERE name = 'seq'), (SELECT max(v) FROM vectors)") or ()
        if state != self._state or self._bytes > _MOST_READ:
            self._rows.clear()
            self._state, self._bytes = state, 0
        missing = [v for v in numbers if v not in self._rows]
        for v, n, vector in db.among("SELECT v, n, vector FROM vectors WHERE v IN ({numbers})", missing):
            self._rows[v] = n, vector
            self._bytes += len(vector)
        return [self._rows[v] for v in numbers if v in self._rows]


def _compared(vectors: int, limit: int) -> int:
    few, many = EXACT
    return max(2 * limit, min(many, max(few, vectors // _OF_EACH)))


def _exact_of(db: Handle, space: int, asked: Floats, passing: Numbers) -> tuple[Numbers, Scores]:
    """Records, ascending, and the cosine of the nearest piece of each, for all of these records."""
    sql = f"SELECT n, vector FROM vectors WHERE n IN ({{numbers}}) AND space = {space}"
    return _scored(asked, db.among(sql, passing.tolist()))


def _scored(asked: Floats, rows: list[Any]) -> tuple[Numbers, Scores]:
    if not rows:
        return np.empty(0, np.int64), np.empty(0, np.float64)
    stored = np.frombuffer(b"".join([vector for _, vector in rows]), np.int8).reshape(len(rows), -1).astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", stored, stored))
    # Not by BLAS, which would wake its threads for a fifth of a millisecond's work and let them wait for one another.
    along = np.einsum("ij,j->i", stored, asked)
    cosines = (along / np.where(lengths > 0, lengths, 1.0)).astype(np.float64)
    numbers, places = np.unique(np.array([n for n, _ in rows], np.int64), return_inverse=True)
    best = np.full(numbers.size, -2.0)
    np.maximum.at(best, places, cosines)
    return numbers, best

"""Vectors in the store's file: one byte a component, and beside them one bit a component to look for them by.

A search compares signs first – 64 bytes for 512 components, in memory, a hundred million comparisons a second – and then
the best thousand by their bytes. Where a filter leaves few records, those alone are compared. Rows go by triggers when
their record goes or its text changes, so no way of writing a record can forget it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from satchel.stores.sqlite import filters
from satchel.stores.sqlite.connection import Handle
from satchel.stores.sqlite.sign_codes import SignCodes, sign_code
from satchel_protocol.errors import VectorSpaceError
from satchel_protocol.state import Filter
from satchel_protocol.vectors import VectorSpace, unit

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

_TABLES: Final = (
    """CREATE TABLE vector_spaces (
        space INTEGER PRIMARY KEY AUTOINCREMENT,
        model TEXT NOT NULL UNIQUE,
        dimension INTEGER NOT NULL,
        serving INTEGER NOT NULL
    ) STRICT""",
    # Numbers are never used twice, so that what other processes have in memory is only ever added to.
    """CREATE TABLE vectors (
        v INTEGER PRIMARY KEY AUTOINCREMENT,
        space INTEGER NOT NULL,
        n INTEGER NOT NULL,
        vector BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX vectors_n ON vectors (n, space)",
    """CREATE TABLE vector_codes (
        v INTEGER PRIMARY KEY,
        space INTEGER NOT NULL,
        n INTEGER NOT NULL,
        code BLOB NOT NULL
    ) STRICT""",
    """CREATE TRIGGER vectors_of_removed AFTER DELETE ON records
        WHEN EXISTS (SELECT 1 FROM vector_spaces)
        BEGIN DELETE FROM vectors WHERE n = old.n; END""",
    """CREATE TRIGGER vectors_of_changed AFTER UPDATE OF body ON records
        WHEN EXISTS (SELECT 1 FROM vector_spaces) AND CASE WHEN json_valid(old.body) AND json_valid(new.body)
            THEN json_extract(old.body, '$.content') IS NOT json_extract(new.body, '$.content') ELSE 1 END
        BEGIN DELETE FROM vectors WHERE n = old.n; END""",
    """CREATE TRIGGER codes_of_removed AFTER DELETE ON vectors
        BEGIN DELETE FROM vector_codes WHERE v = old.v; END""",
)

EXACT: Final = 1000
"""Best by signs that are compared by their bytes. With 1,000 of a million, 99.5 % of the true nearest ten are found."""
_FEW: Final = 2000
"""Records that pass a filter up to which their vectors are read straight from the file."""
_NARROW: Final = 200_000
"""Records that pass a filter up to which their numbers are listed and looked for among the codes."""
_AT_ONCE: Final = 500


def create(db: Handle) -> None:
    """Make the tables."""
    for statement in _TABLES:
        db.run(statement)


def spaces(db: Handle) -> list[VectorSpace]:
    """The models there are vectors of, the serving one first."""
    rows = db.all(
        "SELECT s.model, s.dimension, s.serving, (SELECT count(DISTINCT v.n) FROM vectors v WHERE v.space = s.space)"
        " FROM vector_spaces s ORDER BY s.serving DESC, s.space"
    )
    return [
        VectorSpace(model=model, dimension=dimension, serving=bool(serving), records=count)
        for model, dimension, serving, count in rows
    ]


def add_space(db: Handle, model: str, dimension: int) -> None:
    """Make room for a model's vectors; see `Store.add_vector_space`."""
    if dimension < 1:
        raise VectorSpaceError(f"a vector of {dimension} components")
    held = db.one("SELECT dimension FROM vector_spaces WHERE model = ?", (model,))
    if held is not None:
        if held[0] != dimension:
            raise VectorSpaceError(f"{model} has {held[0]} components here, not {dimension}")
        return
    first = not db.value("SELECT EXISTS (SELECT 1 FROM vector_spaces)")
    db.run("INSERT INTO vector_spaces (model, dimension, serving) VALUES (?, ?, ?)", (model, dimension, int(first)))


def space_of(db: Handle, model: str) -> tuple[int, int]:
    """Number and dimension of a model's space.

    Raises:
        VectorSpaceError: there is none.
    """
    row = db.one("SELECT space, dimension FROM vector_spaces WHERE model = ?", (model,))
    if row is None:
        raise VectorSpaceError(f"{db.path}: there are no vectors of {model}")
    return int(row[0]), int(row[1])


def put(db: Handle, space: int, dimension: int, items: Iterable[tuple[str, int, Sequence[Sequence[float]]]]) -> int:
    """Keep vectors of (id, revision, pieces) where that revision still lives; gives how many records took them."""
    taken = 0
    for id, revision, pieces in items:
        packed = [_packed(piece, dimension, id) for piece in pieces]
        row = db.one("SELECT n FROM records WHERE id = ? AND revision = ?", (id, revision))
        if row is None:
            continue
        taken += 1
        db.run("DELETE FROM vectors WHERE n = ? AND space = ?", (row[0], space))
        for vector in packed:
            v = db.run(
                "INSERT INTO vectors (space, n, vector) VALUES (?, ?, ?)", (space, row[0], vector.tobytes())
            ).lastrowid
            db.run("INSERT INTO vector_codes VALUES (?, ?, ?, ?)", (v, space, row[0], sign_code(vector)))
    return taken


def serve(db: Handle, model: str) -> None:
    """Let one model serve and drop the others."""
    space, _ = space_of(db, model)
    db.run("DELETE FROM vectors WHERE space <> ?", (space,))
    db.run("DELETE FROM vector_spaces WHERE space <> ?", (space,))
    db.run("UPDATE vector_spaces SET serving = 1 WHERE space = ?", (space,))


def drop(db: Handle) -> None:
    """Remove everything."""
    db.run("DELETE FROM vectors")
    db.run("DELETE FROM vector_spaces")


def mend(db: Handle) -> None:
    """Take out what belongs to nothing and make missing codes anew; vectors of the wrong length go."""
    for condition in ORPHANS.values():
        db.run(f"DELETE FROM vectors WHERE {condition}")
    db.run("DELETE FROM vector_codes WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.v = vector_codes.v)")
    for v, space, n, blob in db.all(
        "SELECT v, space, n, vector FROM vectors WHERE v NOT IN (SELECT v FROM vector_codes)"
    ):
        code = sign_code(np.frombuffer(blob, np.int8))
        db.run("INSERT INTO vector_codes VALUES (?, ?, ?, ?)", (v, space, n, code))


ORPHANS: Final = {
    "vectors of no record": "n NOT IN (SELECT n FROM records)",
    "vectors of no model": "space NOT IN (SELECT space FROM vector_spaces)",
    "vectors of a wrong length": "length(vector) <> (SELECT s.dimension FROM vector_spaces s WHERE s.space = vectors.space)",
}
"""What a check-up looks for in `vectors`: what it is → the condition."""
_CODES_AGREE: Final = (
    "SELECT (SELECT count(*) FROM vectors) = (SELECT count(*) FROM vector_codes)"
    " AND NOT EXISTS (SELECT 1 FROM vector_codes c WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.v = c.v))"
)


def faults(db: Handle) -> dict[str, int]:
    """What is wrong with the vectors, and how often."""
    found = {what: db.value(f"SELECT count(*) FROM vectors WHERE {condition}") for what, condition in ORPHANS.items()}
    if not db.value(_CODES_AGREE):
        found["vectors without their signs, or signs without their vectors"] = 1
    return {what: count for what, count in found.items() if count}


class VectorSearch:
    """Searches the serving space of one store; keeps the codes in memory from one search to the next."""

    def __init__(self) -> None:
        self._codes: SignCodes | None = None

    def nearest(self, db: Handle, vector: list[float], where: Filter, limit: int) -> list[tuple[int, float]]:
        """(n, cosine) of the nearest records that pass the filter, best first, at most `limit`."""
        row = db.one("SELECT space, dimension FROM vector_spaces WHERE serving = 1")
        if row is None:
            return []
        space, dimension = row
        asked = np.asarray(vector, np.float32)
        if asked.shape != (dimension,):
            raise VectorSpaceError(f"the question's vector has {asked.size} components, the store's have {dimension}")
        condition = filters.of_filter(where)
        if filters.is_narrow(where.scopes):
            passing = _passing(db, condition, _NARROW + 1)
            if passing.size <= _FEW:
                return _best(_exact_of(db, space, asked, passing), limit)
            if passing.size <= _NARROW:
                return self._among(db, space, asked, passing, limit)
        return self._everywhere(db, space, asked, condition, limit)

    def of_records(self, db: Handle, vector: list[float], where: Filter, ids: Iterable[str]) -> dict[int, float]:
        """Record → cosine, of these records where they pass the filter and have vectors."""
        space = db.value("SELECT space FROM vector_spaces WHERE serving = 1")
        condition = filters.of_filter(where)
        passing = db.all(
            f"SELECT r.n FROM records r WHERE r.id IN (SELECT value FROM json_each(?)) AND {condition.sql}",
            (json.dumps(sorted(ids)), *condition.parameters),
        )
        return _exact_of(db, space, np.asarray(vector, np.float32), np.array([n for (n,) in passing], np.int64))

    def _everywhere(
        self, db: Handle, space: int, asked: Floats, condition: filters.Condition, limit: int
    ) -> list[tuple[int, float]]:
        """Signs of all first; when too few of the best pass the filter, those that pass are listed after all."""
        codes = self._loaded(db, space)
        wanted = max(EXACT, 2 * limit)
        numbers = codes.nearest(asked, wanted)
        found = _exact_of_codes(db, asked, numbers, condition)
        if len(found) >= limit or len(codes) <= wanted:
            return _best(found, limit)
        return self._among(db, space, asked, _passing(db, condition, None), limit)

    def _among(self, db: Handle, space: int, asked: Floats, passing: Numbers, limit: int) -> list[tuple[int, float]]:
        codes = self._loaded(db, space)
        numbers = codes.nearest(asked, max(EXACT, 2 * limit), among=passing)
        return _best(_exact_of_codes(db, asked, numbers, filters.ALWAYS), limit)

    def _loaded(self, db: Handle, space: int) -> SignCodes:
        if self._codes is None or self._codes.space != space:
            self._codes = SignCodes(space)
        self._codes.catch_up(db)
        return self._codes


def _passing(db: Handle, condition: filters.Condition, most: int | None) -> Numbers:
    """Numbers of the records that pass, at most `most` of them."""
    bound = "" if most is None else f" LIMIT {most}"
    rows = db.all(f"SELECT r.n FROM records r WHERE {condition.sql}{bound}", condition.parameters)
    return np.fromiter((n for (n,) in rows), np.int64, len(rows))


def _exact_of(db: Handle, space: int, asked: Floats, passing: Numbers) -> dict[int, float]:
    """Record → cosine of its nearest piece, for all of these records."""
    rows: list[Any] = []
    for start in range(0, passing.size, _AT_ONCE):
        part = passing[start : start + _AT_ONCE].tolist()
        marks = ", ".join("?" * len(part))
        rows += db.all(f"SELECT n, vector FROM vectors WHERE n IN ({marks}) AND space = {space}", part)
    return _scored(asked, rows)


def _exact_of_codes(db: Handle, asked: Floats, numbers: Numbers, condition: filters.Condition) -> dict[int, float]:
    """The same for vectors by number, of records that pass a condition; what has gone since is left out."""
    rows: list[Any] = []
    join = "" if condition.sql == "1" else " CROSS JOIN records r ON r.n = x.n"
    for start in range(0, numbers.size, _AT_ONCE):
        part = numbers[start : start + _AT_ONCE].tolist()
        marks = ", ".join("?" * len(part))
        rows += db.all(
            f"SELECT x.n, x.vector FROM vectors x{join} WHERE x.v IN ({marks}) AND {condition.sql}",
            (*part, *condition.parameters),
        )
    return _scored(asked, rows)


def _scored(asked: Floats, rows: list[Any]) -> dict[int, float]:
    if not rows:
        return {}
    stored = np.frombuffer(b"".join(vector for _, vector in rows), np.int8).reshape(len(rows), -1).astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", stored, stored))
    cosines = (stored @ asked) / np.where(lengths > 0, lengths, 1.0)
    best: dict[int, float] = {}
    for (n, _), cosine in zip(rows, cosines.tolist(), strict=True):
        if cosine > best.get(n, -2.0):
            best[n] = cosine
    return best


def _best(found: dict[int, float], limit: int) -> list[tuple[int, float]]:
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]


def _packed(vector: Sequence[float], dimension: int, id: str) -> npt.NDArray[np.int8]:
    """One byte a component: the vector scaled so that its largest is 127; all zeros stay all zeros."""
    values = np.asarray(vector, np.float64)
    if values.shape != (dimension,) or not np.isfinite(values).all():
        unit(vector, dimension, what=f"a vector of {id}")  # says what is wrong
    top = float(np.abs(values).max())
    return np.rint(values / top * 127.0).astype(np.int8) if top > 0 else np.zeros(dimension, np.int8)

"""Vectors in the store's file: one byte a component, and beside them one bit a component to look for them by.

Rows go by triggers when their record goes or its text changes, so no way of writing a record can forget it; by triggers
too it is noted which records have none yet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from satchel.stores.sqlite.connection import Handle
from satchel.stores.sqlite.sign_codes import sign_codes
from satchel_protocol.errors import VectorSpaceError
from satchel_protocol.vectors import VectorSpace, unit

Bytes = npt.NDArray[np.int8]

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

_RESTING: Final = "coalesce({0}.state IN ('archived', 'superseded'), 0)"
"""Whether a record is out of recall, and gets its vectors after all others."""
_CONTENT_CHANGES: Final = (
    "CASE WHEN json_valid(old.body) AND json_valid(new.body)"
    " THEN json_extract(old.body, '$.content') IS NOT json_extract(new.body, '$.content') ELSE 1 END"
)
_LOSES: Final = (
    "UPDATE vector_spaces SET held = held - 1"
    " WHERE EXISTS (SELECT 1 FROM vectors v WHERE v.n = old.n AND v.space = vector_spaces.space);"
    " DELETE FROM vectors WHERE n = old.n;"
)
_GAPS: Final = (
    # Records without vectors, by model; else each question would look for them among all records.
    """CREATE TABLE vector_gaps (
        space INTEGER NOT NULL,
        resting INTEGER NOT NULL,
        n INTEGER NOT NULL,
        PRIMARY KEY (space, resting, n DESC)
    ) STRICT, WITHOUT ROWID""",
    "ALTER TABLE vector_spaces ADD COLUMN held INTEGER NOT NULL DEFAULT 0",
    "DROP TRIGGER vectors_of_removed",
    "DROP TRIGGER vectors_of_changed",
    f"""CREATE TRIGGER vectors_of_new AFTER INSERT ON records
        WHEN EXISTS (SELECT 1 FROM vector_spaces)
        BEGIN INSERT INTO vector_gaps SELECT s.space, {_RESTING.format("new")}, new.n FROM vector_spaces s; END""",
    f"""CREATE TRIGGER vectors_of_removed AFTER DELETE ON records
        WHEN EXISTS (SELECT 1 FROM vector_spaces)
        BEGIN {_LOSES}
        DELETE FROM vector_gaps
            WHERE space IN (SELECT s.space FROM vector_spaces s) AND resting IN (0, 1) AND n = old.n; END""",
    f"""CREATE TRIGGER vectors_of_changed AFTER UPDATE OF body ON records
        WHEN EXISTS (SELECT 1 FROM vector_spaces) AND {_CONTENT_CHANGES}
        BEGIN {_LOSES}
        INSERT OR IGNORE INTO vector_gaps SELECT s.space, {_RESTING.format("new")}, new.n FROM vector_spaces s; END""",
    f"""CREATE TRIGGER gaps_of_changed AFTER UPDATE OF state ON records
        WHEN EXISTS (SELECT 1 FROM vector_spaces) AND {_RESTING.format("old")} <> {_RESTING.format("new")}
        BEGIN UPDATE OR REPLACE vector_gaps SET resting = {_RESTING.format("new")}
            WHERE space IN (SELECT s.space FROM vector_spaces s) AND resting = {_RESTING.format("old")} AND n = new.n; END""",
)

_PACKED_AT_ONCE: Final = 1000


def create(db: Handle) -> None:
    """Make the tables."""
    for statement in _TABLES:
        db.run(statement)


def create_gaps(db: Handle) -> None:
    """Make the table of what has no vectors yet, and fill it."""
    for statement in _GAPS:
        db.run(statement)
    _note_gaps(db)


def _note_gaps(db: Handle) -> None:
    """Look among all records for those without vectors."""
    db.run("DELETE FROM vector_gaps")
    db.run(
        f"INSERT INTO vector_gaps SELECT s.space, {_RESTING.format('r')} AS resting, r.n"
        " FROM vector_spaces s CROSS JOIN records r"
        " WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.n = r.n AND v.space = s.space)"
        " ORDER BY s.space, resting, r.n DESC"
    )
    db.run(
        "UPDATE vector_spaces SET held = (SELECT count(*) FROM records)"
        " - (SELECT count(*) FROM vector_gaps g WHERE g.space = vector_spaces.space)"
    )


def spaces(db: Handle) -> list[VectorSpace]:
    """The models there are vectors of, the serving one first."""
    rows = db.all("SELECT model, dimension, serving, held FROM vector_spaces ORDER BY serving DESC, space")
    return [
        VectorSpace(model=model, dimension=dimension, serving=bool(serving), records=held)
        for model, dimension, serving, held in rows
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
    space = db.run(
        "INSERT INTO vector_spaces (model, dimension, serving) VALUES (?, ?, ?)", (model, dimension, int(first))
    ).lastrowid
    db.run(
        f"INSERT INTO vector_gaps SELECT ?, {_RESTING.format('r')} AS resting, r.n FROM records r"
        " ORDER BY resting, r.n DESC",
        (space,),
    )


def space_of(db: Handle, model: str) -> tuple[int, int]:
    """Number and dimension of a model's space.

    Raises:
        VectorSpaceError: there is none.
    """
    row = db.one("SELECT space, dimension FROM vector_spaces WHERE model = ?", (model,))
    if row is None:
        raise VectorSpaceError(f"{db.path}: there are no vectors of {model}")
    return int(row[0]), int(row[1])


def put(db: Handle, space: int, dimension: int, items: Sequence[tuple[str, int, Sequence[Sequence[float]]]]) -> int:
    """Keep vectors of (id, revision, pieces) where that revision still lives; gives how many records took them."""
    taken = 0
    for start in range(0, len(items), _PACKED_AT_ONCE):
        part = items[start : start + _PACKED_AT_ONCE]
        packed = _packed([(id, piece) for id, _, pieces in part for piece in pieces], dimension)
        living = {
            (id, revision): n
            for id, revision, n in db.all(
                "SELECT r.id, r.revision, r.n FROM json_each(?) j CROSS JOIN records r ON r.id = j.value",
                (json.dumps([id for id, _, _ in part]),),
            )
        }
        place = 0
        places: dict[int, range] = {}
        for id, revision, pieces in part:
            n = living.get((id, revision))
            if n is not None:
                taken += 1
                places[n] = range(place, place + len(pieces))
            place += len(pieces)
        _replace(db, space, places, packed)
    return taken


def whole(db: Handle, model: str) -> Iterator[tuple[str, Bytes]]:
    """(id, vector) of every record that the model has vectors of: of a long text, that of all of it."""
    row = db.one("SELECT space FROM vector_spaces WHERE model = ?", (model,))
    if row is None:
        return
    # The first of a record's rows is of the whole text, those behind it of its pieces.
    for id, _, blob in db.rows(
        "SELECT r.id, min(v.v), v.vector FROM vectors v JOIN records r ON r.n = v.n WHERE v.space = ? GROUP BY v.n", row
    ):
        yield id, np.frombuffer(blob, np.int8)


def unpacked(packed: Bytes) -> npt.NDArray[np.float32]:
    """A stored vector with length 1; all zeros stay all zeros."""
    values = packed.astype(np.float32)
    length = float(np.linalg.norm(values))
    return values / np.float32(length) if length else values


def _replace(db: Handle, space: int, places: dict[int, range], packed: Bytes) -> None:
    """Let records have these rows of a matrix as their vectors, instead of those that they have."""
    db.each("DELETE FROM vectors WHERE n = ? AND space = ?", [(n, space) for n in places])
    # Numbers are given out here, so that both tables are filled by one statement each.
    first = 1 + (db.value("SELECT seq FROM sqlite_sequence WHERE name = 'vectors'") or 0)
    codes = sign_codes(packed)
    rows = [(n, row) for n, rows in places.items() for row in rows]
    db.each(
        "INSERT INTO vectors (v, space, n, vector) VALUES (?, ?, ?, ?)",
        [(v, space, n, packed[row].tobytes()) for v, (n, row) in enumerate(rows, first)],
    )
    db.each(
        "INSERT INTO vector_codes (v, space, n, code) VALUES (?, ?, ?, ?)",
        [(v, space, n, codes[row].tobytes()) for v, (n, row) in enumerate(rows, first)],
    )
    filled = db.each(
        "DELETE FROM vector_gaps WHERE space = ? AND resting IN (0, 1) AND n = ?",
        [(space, n) for n, rows in places.items() if rows],
    )
    db.run("UPDATE vector_spaces SET held = held + ? WHERE space = ?", (filled, space))


def serve(db: Handle, model: str) -> None:
    """Let one model serve and drop the others."""
    space, _ = space_of(db, model)
    db.run("DELETE FROM vectors WHERE space <> ?", (space,))
    db.run("DELETE FROM vector_gaps WHERE space <> ?", (space,))
    db.run("DELETE FROM vector_spaces WHERE space <> ?", (space,))
    db.run("UPDATE vector_spaces SET serving = 1 WHERE space = ?", (space,))


def drop(db: Handle) -> None:
    """Remove everything."""
    db.run("DELETE FROM vectors")
    db.run("DELETE FROM vector_gaps")
    db.run("DELETE FROM vector_spaces")


def mend(db: Handle) -> None:
    """Take out what belongs to nothing and make missing codes anew; vectors of the wrong length go."""
    for condition in ORPHANS.values():
        db.run(f"DELETE FROM vectors WHERE {condition}")
    db.run("DELETE FROM vector_codes WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.v = vector_codes.v)")
    for v, space, n, blob in db.all(
        "SELECT v, space, n, vector FROM vectors WHERE v NOT IN (SELECT v FROM vector_codes)"
    ):
        code = sign_codes(np.frombuffer(blob, np.int8).reshape(1, -1))[0]
        db.run("INSERT INTO vector_codes VALUES (?, ?, ?, ?)", (v, space, n, code.tobytes()))
    _note_gaps(db)


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


_LACKS: Final = "NOT EXISTS (SELECT 1 FROM vectors v WHERE v.n = r.n AND v.space = s.space)"
_GAPS_AGREE: Final = (
    f"SELECT NOT EXISTS (SELECT 1 FROM vector_spaces s CROSS JOIN records r WHERE {_LACKS} AND NOT EXISTS"
    " (SELECT 1 FROM vector_gaps g WHERE g.space = s.space AND g.n = r.n"
    f" AND g.resting = {_RESTING.format('r')}))"
    " AND NOT EXISTS (SELECT 1 FROM vector_gaps g WHERE NOT EXISTS (SELECT 1 FROM vector_spaces s, records r"
    f" WHERE s.space = g.space AND r.n = g.n AND g.resting = {_RESTING.format('r')} AND {_LACKS}))"
    " AND NOT EXISTS (SELECT 1 FROM vector_spaces s WHERE s.held <>"
    " (SELECT count(DISTINCT v.n) FROM vectors v WHERE v.space = s.space))"
)


def faults(db: Handle) -> dict[str, int]:
    """What is wrong with the vectors, and how often."""
    found = {what: db.value(f"SELECT count(*) FROM vectors WHERE {condition}") for what, condition in ORPHANS.items()}
    if not db.value(_CODES_AGREE):
        found["vectors without their signs, or signs without their vectors"] = 1
    if not db.value(_GAPS_AGREE):
        found["records whose lack of vectors is not noted, or noted and not true"] = 1
    return {what: count for what, count in found.items() if count}


def _packed(pieces: Sequence[tuple[str, Sequence[float]]], dimension: int) -> Bytes:
    """One byte a component, a row for each (id, vector), scaled so that its largest is 127; all zeros stay all zeros.

    Raises:
        VectorSpaceError: a vector of another dimension, or one that is not finite; says of which record.
    """
    if not pieces:
        return np.empty((0, dimension), np.int8)
    try:
        values = np.array([vector for _, vector in pieces], np.float64)
    except ValueError:  # they differ in length
        values = np.empty(0)
    if values.shape != (len(pieces), dimension) or not np.isfinite(values).all():
        for id, vector in pieces:
            unit(vector, dimension, what=f"a vector of {id}")  # says what is wrong
    top = np.abs(values).max(axis=1, keepdims=True)
    packed: Bytes = np.rint(values / np.where(top > 0, top, 1.0) * 127.0).astype(np.int8)
    return packed

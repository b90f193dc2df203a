"""The full-text index: an FTS5 table over the tokens of the project, which it computes from the records by a view.

Tokens are not stored a second time: FTS5 reads them through `search_text`, whose SQL function is ours. So the index is
a third smaller and a quarter quicker to fill than with stored tokens, SQLite itself can rebuild it and compare it with
the records, and a row is taken out by handing FTS5 the old tokens (a contentless table of SQLite 3.40 cannot delete).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import numpy as np
import numpy.typing as npt

from satchel.stores.sqlite import faults
from satchel.stores.sqlite.connection import Handle
from satchel.stores.stored_json import decode
from satchel.text.query import Term
from satchel.text.tokens import joined
from satchel_protocol.errors import StoreDamagedError, StoreError
from satchel_protocol.record import Record

_VIEW: Final = "CREATE VIEW IF NOT EXISTS search_text (n, text) AS SELECT n, satchel_tokens(body) FROM records"
_TABLE: Final = (
    "CREATE VIRTUAL TABLE search USING fts5(text, content='search_text', content_rowid='n', tokenize='ascii')"
)
_SHADOWS: Final = {
    "search_data": "(id INTEGER PRIMARY KEY, block BLOB)",
    "search_idx": "(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
    "search_docsize": "(id INTEGER PRIMARY KEY, sz BLOB)",
    "search_config": "(k PRIMARY KEY, v) WITHOUT ROWID",
}
_SAMPLES: Final = 16
_AT_ONCE: Final = 50_000
_PROBE: Final = "Prefers green-tea v2.3 at café、乌龙茶 東京 ゆき 안녕 don't ERR_7731 C++ 🍵 running"
"""If its tokens change, the tokeniser did, and every index is built anew."""
_NOT_THE_INDEX: Final = frozenset(
    {faults.BUSY, faults.LOCKED, faults.READ_ONLY, faults.IO_ERROR, faults.FULL, faults.CANNOT_OPEN, 7, 9}
)
"""Result codes that say nothing about the index; 7 and 9 are: no memory, interrupted."""


def searchable(record: Record) -> str:
    """The text of a record that is searched: content, key and tags."""
    return "\n".join((record.content, record.key or "", *record.tags))


def searchable_of_body(body: str) -> str:
    """The same, from a record's stored JSON."""
    data = decode(body)
    return "\n".join((data["content"], data.get("key") or "", *data.get("tags", ())))


def tokens_of_body(body: str) -> str:
    """The tokens under which a record is found, from its stored JSON, with blanks between them."""
    try:
        return joined(searchable_of_body(body))
    except (ValueError, KeyError, TypeError, AttributeError):
        return ""  # a damaged record is not found by its text; the check-up names it


def register(db: Handle) -> None:
    """Give a connection the function that the view calls, and a look at the terms of the index.

    Raises:
        StoreError: the file cannot be read.
    """
    db.connection.create_function("satchel_tokens", 1, tokens_of_body, deterministic=True)
    # For this connection alone: it stands in no file.
    guarded = db.value("PRAGMA query_only")
    db.run("PRAGMA query_only = OFF")
    db.run("CREATE VIRTUAL TABLE temp.search_terms USING fts5vocab('main', 'search', 'instance')")
    db.run(f"PRAGMA query_only = {guarded}")


def tokeniser() -> str:
    """A name for how the tokeniser works today."""
    return joined(_PROBE)


def create(db: Handle) -> None:
    """Make an empty index."""
    db.run(_VIEW)
    db.run(_TABLE)
    db.run("INSERT OR REPLACE INTO internals VALUES ('tokeniser', ?)", (tokeniser(),))


def add(db: Handle, rows: list[tuple[int, str]]) -> None:
    """Index (n, tokens)."""
    db.each("INSERT INTO search (rowid, text) VALUES (?, ?)", rows)


def take_out(db: Handle, rows: list[tuple[int, str]]) -> None:
    """Take (n, tokens) out of the index; the tokens are those it was indexed with."""
    db.each("INSERT INTO search (search, rowid, text) VALUES ('delete', ?, ?)", rows)


def holders(db: Handle, term: Term) -> npt.NDArray[np.int64]:
    """Numbers of the records that hold a term, ascending, each as often as it holds it."""
    condition, bounds = ("term = ?", [term.token])
    if term.prefix:
        condition, bounds = ("term >= ? AND term < ?", [term.token, term.token + "\U0010ffff"])
    # As one text: a row each would take five times as long to hand over.
    listed = db.value(f"SELECT group_concat(doc) FROM temp.search_terms WHERE {condition}", bounds)
    with _taken_apart(db):
        numbers = np.fromstring(listed or "", np.int64, sep=",")
    return numbers if bool((numbers[1:] >= numbers[:-1]).all()) else np.sort(numbers)


def lengths(db: Handle) -> npt.NDArray[np.int32]:
    """Tokens of each record, by its number; 0 where there is none, and at the end."""
    with _taken_apart(db):
        found = np.zeros((db.value("SELECT max(id) FROM search_docsize") or 0) + 2, np.int32)
        for part in db.parts("SELECT id, sz FROM search_docsize", size=_AT_ONCE):
            ids, sizes = zip(*part, strict=True)
            found[np.array(ids)] = _varints(sizes)
    return found


@contextmanager
def _taken_apart(db: Handle) -> Iterator[None]:
    """Say of what the index holds and cannot be read that the index is damaged, as SQLite would."""
    try:
        yield
    except (IndexError, TypeError, ValueError, OverflowError, MemoryError) as error:
        raise StoreDamagedError(f"{db.path}: the full-text index is garbled") from sqlite3.DatabaseError(str(error))


def _varints(blobs: Sequence[bytes]) -> npt.NDArray[np.int64]:
    """The first varint of each; nearly all of them have one byte or two."""
    widths = np.fromiter(map(len, blobs), np.int64, len(blobs))
    starts = np.cumsum(widths) - widths
    raw = np.frombuffer(b"".join(blobs) + b"\x00", np.uint8).astype(np.int64)
    values: npt.NDArray[np.int64] = np.where(widths == 1, raw[starts], (raw[starts] & 0x7F) << 7 | raw[starts + 1])
    for place in np.flatnonzero(widths > 2).tolist():
        values[place] = _varint(blobs[place], 0)[0]
    return values


def totals(db: Handle) -> tuple[int, int]:
    """How many rows the index has, and how many tokens they have together.

    Source: https://www.sqlite.org/fts5.html, section 9, and fts5_index.c: id 1 holds varints, the row count first.
    """
    block = db.value("SELECT block FROM search_data WHERE id = 1")
    if not block:
        return 0, 0
    with _taken_apart(db):
        rows, place = _varint(block, 0)
        return rows, _varint(block, place)[0] if place < len(block) else 0


def rebuild(db: Handle) -> None:
    """Make the index anew from the records, whatever is left of the old one; inside a transaction of the caller.

    Raises:
        StoreDamagedError: the pages of the old one are broken; `erase` it first.
    """
    _remove(db)
    db.run("DROP VIEW IF EXISTS search_text")
    create(db)
    db.run("INSERT INTO search (search) VALUES ('rebuild')")


def squeeze(db: Handle) -> None:
    """Merge the index into one piece, so that nothing of what was taken out is left in it.

    FTS5 of SQLite 3.40 only notes that a row is gone; its words stay in older pieces until those are merged.
    """
    db.run("INSERT INTO search (search) VALUES ('optimize')")


def is_damage(error: StoreError) -> bool:
    """Whether an error of a statement on the index says that the index, not the store, is at fault."""
    cause = error.__cause__
    if not isinstance(cause, sqlite3.DatabaseError):
        return False
    return ((getattr(cause, "sqlite_errorcode", None) or 1) & 0xFF) not in _NOT_THE_INDEX


def looks_whole(db: Handle) -> bool:
    """A quick look, for every opening: the counts agree, no page is missing, and a sample of records is found."""
    try:
        if db.value("SELECT value FROM internals WHERE name = 'tokeniser'") != tokeniser():
            return False
        db.one("SELECT text FROM search_text LIMIT 1")
        live = db.value("SELECT count(*) FROM records")
        return (
            totals(db)[0] == live == db.value("SELECT count(*) FROM search_docsize") and _pages_agree(db) and _finds(db)
        )
    except StoreError as error:
        if is_damage(error):
            return False
        raise
    except (IndexError, TypeError, ValueError):
        return False  # a record of the index itself is garbled


def verify(db: Handle) -> str:
    """Compare the whole index with the records; what is wrong, or an empty text. Inside a write transaction."""
    try:
        db.run("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    except StoreError as error:
        if is_damage(error):
            return f"the full-text index does not agree with the records ({error.__cause__})"
        raise
    live, indexed = db.value("SELECT count(*) FROM records"), db.value("SELECT count(*) FROM search_docsize")
    return "" if live == indexed else f"the full-text index has {indexed} rows for {live} records"


def _pages_agree(db: Handle) -> bool:
    """Whether there is one leaf page for each that the structure record (id 10) lists."""
    block = db.value("SELECT block FROM search_data WHERE id = 10")
    place = 4  # a cookie
    levels, place = _varint(block, place)
    _, place = _varint(block, place)
    _, place = _varint(block, place)
    for _ in range(levels):
        _, place = _varint(block, place)
        segments, place = _varint(block, place)
        for _ in range(segments):
            segment, place = _varint(block, place)
            first, place = _varint(block, place)
            last, place = _varint(block, place)
            low, high = (segment << 37) + first, (segment << 37) + last
            found = db.value("SELECT count(*) FROM search_data WHERE id BETWEEN ? AND ?", (low, high))
            if found != last - first + 1:
                return False
    return True


def _varint(block: bytes, place: int) -> tuple[int, int]:
    """SQLite's variable-length integer: seven bits a byte, highest first; a ninth byte has eight."""
    value = 0
    for i in range(8):
        byte = block[place + i]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + i + 1
    return value << 8 | block[place + 8], place + 9


def check_sample(db: Handle) -> None:
    """A glance before its terms are taken over: FTS5 reads some noise as terms that nobody holds, and says nothing.

    Raises:
        StoreDamagedError: some records are not found by their words.
    """
    if not _finds(db):
        raise StoreDamagedError(f"{db.path}: the full-text index does not find what is there") from (
            sqlite3.DatabaseError("records are not found by their words")
        )


def _finds(db: Handle) -> bool:
    """Whether some records, spread over the table, are found by all their words."""
    last = db.value("SELECT max(n) FROM records") or 0
    for n in {last * i // _SAMPLES for i in range(1, _SAMPLES + 1)}:
        row = db.one("SELECT n, body FROM records WHERE n >= ? ORDER BY n LIMIT 1", (n,))
        words = list(dict.fromkeys(tokens_of_body(row[1]).split()))[:40] if row else []
        if words:
            match = " AND ".join(f'"{word}"' for word in words)
            if db.one("SELECT 1 FROM search WHERE search MATCH ? AND rowid = ?", (match, row[0])) is None:
                return False
    return True


def _remove(db: Handle) -> None:
    if db.value("SELECT count(*) FROM sqlite_master WHERE name = 'search'"):
        try:
            db.run("DROP TABLE search")
        except StoreError as error:
            if not is_damage(error):
                raise
            _complete(db)
            db.run("DROP TABLE search")
    for name in _SHADOWS:
        db.run(f"DROP TABLE IF EXISTS {name}")


def _complete(db: Handle) -> None:
    """FTS5 opens a table before it drops it, and cannot without its shadow tables, or when they make no sense."""
    for name, columns in _SHADOWS.items():
        db.run(f"CREATE TABLE IF NOT EXISTS {name}{columns}")
    db.run("INSERT OR REPLACE INTO search_config VALUES ('version', 4)")
    db.run("INSERT OR REPLACE INTO search_data VALUES (1, x''), (10, x'00000000000000')")  # an index of no rows


def erase(db: Handle) -> None:
    """Forget an index whose pages cannot be read, hence not be freed either: they stay unused until a repair.

    On a connection that has not touched the index, in a transaction of its own: FTS5 takes part in every commit after
    it was touched, and would fail it.
    """
    db.run("BEGIN IMMEDIATE")
    try:
        db.run("PRAGMA writable_schema = ON")
        db.run("DELETE FROM sqlite_master WHERE name = 'search' OR tbl_name IN (?, ?, ?, ?)", tuple(_SHADOWS))
        db.run("COMMIT")
    except BaseException:
        db.undo()
        raise
    finally:
        db.run("PRAGMA writable_schema = RESET")

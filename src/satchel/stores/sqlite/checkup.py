"""Looking for damage, and mending what follows from the records. Nothing here removes a live record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from satchel.stores.health import Finding
from satchel.stores.sqlite import fulltext, vectors
from satchel.stores.sqlite.columns import columns_of, packed_hex
from satchel.stores.sqlite.connection import Handle
from satchel.stores.sqlite.rows import ReadTransaction, WriteTransaction
from satchel.stores.stored_json import decode_record, decode_tombstone
from satchel_protocol.errors import InvalidRecordError, StoreDamagedError
from satchel_protocol.fingerprint import text_print
from satchel_protocol.printkeys import all_keys
from satchel_protocol.record import Record
from satchel_protocol.scope import scope_root

_ORPHANS: Final = {
    "prints": "n NOT IN (SELECT n FROM records)",
    "sources": "n NOT IN (SELECT n FROM records)",
    "history": "id NOT IN (SELECT id FROM records)",
    "tombstone_prints": "NOT EXISTS (SELECT 1 FROM tombstones t"
    " WHERE t.id = tombstone_prints.id AND t.tombstone_id = tombstone_prints.tombstone_id)",
}
"""Table → rows that belong to nothing any more. History of a forgotten record is one: its text must be gone."""
_LAST_SEQ: Final = (
    "SELECT max((SELECT coalesce(max(seq), 0) FROM records), (SELECT coalesce(max(seq), 0) FROM tombstones),"
    " (SELECT coalesce(max(seq), 0) FROM removed))"
)
_COLUMNS: Final = "scope, type, state, created_at, expires_at, tool, tags"


@dataclass(slots=True)
class _Row:
    """A record's row that does not say what its text says."""

    n: int
    record: Record
    columns: tuple[Any, ...] | None = None
    """The columns as they should be; None when they are."""
    digest: str | None = None
    sources: set[str] | None = None
    prints: set[bytes | str] | None = None


@dataclass(slots=True)
class _Rows:
    wrong: list[_Row] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)


def look(tx: ReadTransaction) -> list[Finding]:
    """Everything but the comparison of the full-text index with the records, which needs `look_at_index`."""
    db = tx.handle
    found = list(_file(db))
    if any(not finding.repairable for finding in found):
        return found  # nothing that is read further on could be trusted
    found += _schema(db)
    rows = _compare(tx)
    if rows.unreadable:
        numbers = ", ".join(map(str, rows.unreadable[:10]))
        message = f"records whose text cannot be read (rows {numbers})"
        found.append(Finding(kind="record", message=message, count=len(rows.unreadable), repairable=False))
    if rows.wrong:
        message = "records whose look-up columns, sources or prints do not agree with them"
        found.append(Finding(kind="lookup", message=message, count=len(rows.wrong)))
    bad_graves = _tombstones_with_wrong_prints(db)
    if bad_graves:
        message = "tombstones whose look-up prints do not agree with them"
        found.append(Finding(kind="lookup", message=message, count=len(bad_graves)))
    for table, condition in _ORPHANS.items():
        count = db.value(f"SELECT count(*) FROM {table} WHERE {condition}")
        if count:
            found.append(Finding(kind="orphan", message=f"rows in {table} that belong to nothing", count=count))
    found += [Finding(kind="vectors", message=what, count=count) for what, count in vectors.faults(db).items()]
    last = db.value(_LAST_SEQ)
    if last > tx.last_seq():
        message = f"the change feed is at {last}, the store's counter at {tx.last_seq()}"
        found.append(Finding(kind="sequence", message=message))
    return found


def look_at_index(db: Handle) -> list[Finding]:
    """Compare the full-text index with the records, in a transaction that may write."""
    if not fulltext.looks_whole(db):
        return [Finding(kind="index", message="the full-text index is missing, incomplete or of another tokeniser")]
    wrong = fulltext.verify(db)
    return [Finding(kind="index", message=wrong)] if wrong else []


def mend(tx: WriteTransaction) -> None:
    """Make what follows from the records anew, all but the full-text index.

    Raises:
        StoreDamagedError: the number of live records would change; nothing is written then.
    """
    db = tx.handle
    before = db.value("SELECT count(*) FROM records")
    for table, condition in _ORPHANS.items():
        db.run(f"DELETE FROM {table} WHERE {condition}")
    vectors.mend(db)
    for row in _compare(tx).wrong:
        _rewrite(db, row)
    for id, tombstone_id, prints in _tombstones_with_wrong_prints(db):
        db.run("DELETE FROM tombstone_prints WHERE id = ? AND tombstone_id = ?", (id, tombstone_id))
        db.each("INSERT INTO tombstone_prints VALUES (?, ?, ?)", [(id, tombstone_id, print) for print in prints])
    db.run("INSERT OR REPLACE INTO internals VALUES ('seq', ?)", (max(tx.last_seq(), db.value(_LAST_SEQ)),))
    tx.forget_what_it_knows()
    if db.value("SELECT count(*) FROM records") != before:
        raise StoreDamagedError(f"{db.path}: the repair would have lost records; nothing was changed")


def compact(db: Handle) -> None:
    """Write the file anew if SQLite complains of it; that gets rid of pages that nothing uses. Outside a transaction.

    A file with broken pages stays as it is: what can still be read of it must not be thrown away by a repair.
    """
    if list(_file(db)):
        try:
            db.run("VACUUM")
        except StoreDamagedError:
            pass  # the next check names it again


def _file(db: Handle) -> Iterator[Finding]:
    try:
        lines = [str(line) for (line,) in db.all("PRAGMA quick_check(20)")]
    except StoreDamagedError as error:
        lines = [str(error.__cause__)]
    if lines == ["ok"]:
        return
    complaints = [line for text in lines for line in text.splitlines() if not line.startswith("***")]
    unused = all(line.endswith("is never used") for line in complaints)
    message = f"SQLite finds the file damaged: {'; '.join(complaints[:3])}"
    yield Finding(kind="file", message=message, count=len(complaints), repairable=unused)


def _schema(db: Handle) -> Iterator[Finding]:
    missing = {"internals", "settings", "aside", "lines", "removed"} - {
        name for (name,) in db.all("SELECT name FROM sqlite_master")
    }
    if missing:
        message = f"tables that should be there are not: {', '.join(sorted(missing))}"
        yield Finding(kind="schema", message=message, count=len(missing), repairable=False)


def _compare(tx: ReadTransaction) -> _Rows:
    """Every record against what is kept beside it."""
    db = tx.handle
    keys = all_keys(tx)
    rows = _Rows()
    for n, body, digest, *columns in db.rows(f"SELECT n, body, digest, {_COLUMNS} FROM records ORDER BY n"):
        try:
            record = decode_record(body)
        except ValueError:
            rows.unreadable.append(n)
            continue
        row = _Row(n, record)
        if columns_of(record) != tuple(columns):
            row.columns = columns_of(record)
        if record.digest() != (digest.hex() if isinstance(digest, bytes) else digest):
            row.digest = record.digest()
        if {source for (source,) in db.all("SELECT source FROM sources WHERE n = ?", (n,))} != set(record.derived_from):
            row.sources = set(record.derived_from)
        known = keys.get(scope_root(record.scope))
        if known is not None:
            prints = {packed_hex(text_print(key, record.content)) for key in known}
            if {print for (print,) in db.all("SELECT print FROM prints WHERE n = ?", (n,))} != prints:
                row.prints = prints
        if (row.columns, row.digest, row.sources, row.prints) != (None, None, None, None):
            rows.wrong.append(row)
    return rows


def _rewrite(db: Handle, row: _Row) -> None:
    if row.columns is not None:
        assignments = ", ".join(f"{name} = ?" for name in _COLUMNS.split(", "))
        db.run(f"UPDATE records SET {assignments} WHERE n = ?", (*row.columns, row.n))
    if row.digest is not None:
        db.run("UPDATE records SET digest = ? WHERE n = ?", (packed_hex(row.digest), row.n))
    if row.sources is not None:
        db.run("DELETE FROM sources WHERE n = ?", (row.n,))
        db.each("INSERT INTO sources VALUES (?, ?)", [(row.n, source) for source in row.sources])
    if row.prints is not None:
        db.run("DELETE FROM prints WHERE n = ?", (row.n,))
        db.each("INSERT INTO prints VALUES (?, ?)", [(row.n, print) for print in row.prints])


def _tombstones_with_wrong_prints(db: Handle) -> list[tuple[str, str, set[bytes | str]]]:
    held: dict[tuple[str, str], set[bytes | str]] = {}
    for id, tombstone_id, print in db.rows("SELECT id, tombstone_id, print FROM tombstone_prints"):
        held.setdefault((id, tombstone_id), set()).add(print)
    found = []
    for id, tombstone_id, body in db.rows("SELECT id, tombstone_id, body FROM tombstones"):
        try:
            prints = {packed_hex(print) for print in decode_tombstone(body).prints}
        except (ValueError, InvalidRecordError):
            continue
        if held.get((id, tombstone_id), set()) != prints:
            found.append((id, tombstone_id, prints))
    return found

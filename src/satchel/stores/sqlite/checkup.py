"""Looking for damage, and mending what follows from the records. Nothing here removes a live record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from satchel.stores.health import Finding
from satchel.stores.sqlite import faults, fulltext, vectors
from satchel.stores.sqlite.columns import columns_of, packed_hex
from satchel.stores.sqlite.connection import Handle
from satchel.stores.sqlite.rows import ReadTransaction, WriteTransaction
from satchel.stores.stored_json import decode, decode_record, decode_tombstone
from satchel_protocol.errors import InvalidRecordError, StoreDamagedError
from satchel_protocol.fingerprint import text_print
from satchel_protocol.printkeys import all_keys, check_setting
from satchel_protocol.record import Record
from satchel_protocol.scope import scope_root
from satchel_protocol.state import Outcome, Quarantined

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
DAMAGED: Final = "its text was damaged in the store's file"
ONLY_EARLIER: Final = "its latest version was lost with a part of the store's file; this is the one before"
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

    @property
    def disagrees(self) -> bool:
        """Whether something beside the text has to be made anew."""
        return (self.columns, self.sources, self.prints) != (None, None, None)


_TEXTS: Final = {"records": "record", "history": "earlier version", "tombstones": "tombstone"}
"""Table → what a row of it is called."""


def is_broken(found: Iterable[Finding]) -> bool:
    """Whether pages of the file are broken, so that only a new file helps."""
    return any(finding.kind == "file" for finding in found)


def broken(error: StoreDamagedError) -> Finding:
    """The finding for an error of SQLite."""
    return Finding(kind="file", message=f"SQLite finds the file damaged: {faults.said(error)}")


def kept(path: Path) -> Finding:
    """The finding that says where a damaged file is now."""
    message = (
        f"what could be read is in a new file; the damaged one is kept as {path.name}. Delete that when you have looked:"
        " forgetting does not reach it"
    )
    return Finding(kind="file", message=message)


def look(tx: ReadTransaction) -> list[Finding]:
    """Everything but the comparison of the full-text index with the records, which needs `look_at_index`."""
    db = tx.handle
    found = list(_file(db))
    if is_broken(found):
        return found  # nothing that is read further on could be trusted
    notes = [*_schema(db), *_notes(db)]
    if notes:
        return found + notes  # the rest is judged by these
    wrong = _compare(tx)
    for table, what in _TEXTS.items():
        numbers = _unreadable(db, table)
        if numbers:
            message = f"{what}s whose text cannot be read (rows {', '.join(map(str, numbers[:10]))})"
            found.append(Finding(kind="record", message=message, count=len(numbers)))
    altered = sum(row.digest is not None for row in wrong)
    if altered:
        message = "records whose text is not the one that was written; a repair takes it as it is now"
        found.append(Finding(kind="record", message=message, count=altered))
    disagreeing = sum(row.disagrees for row in wrong)
    if disagreeing:
        message = "records whose look-up columns, sources or prints do not agree with them"
        found.append(Finding(kind="lookup", message=message, count=disagreeing))
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

    What cannot be read is set aside, so that it does not stand in the way of what can.

    Raises:
        StoreDamagedError: the number of live records would change otherwise; nothing is written then.
    """
    db = tx.handle
    db.each("DELETE FROM settings WHERE name = ?", [(name,) for name in _unreadable_settings(db)])
    tx.forget_what_it_knows()
    for table in _TEXTS:
        _set_unreadable_aside(tx, table)
    _set_altered_lines_aside(tx)
    before = db.value("SELECT count(*) FROM records")
    _set_histories_aside(tx)
    for table, condition in _ORPHANS.items():
        db.run(f"DELETE FROM {table} WHERE {condition}")
    vectors.mend(db)
    for row in _compare(tx):
        _rewrite(db, row)
    for id, tombstone_id, prints in _tombstones_with_wrong_prints(db):
        db.run("DELETE FROM tombstone_prints WHERE id = ? AND tombstone_id = ?", (id, tombstone_id))
        db.each("INSERT INTO tombstone_prints VALUES (?, ?, ?)", [(id, tombstone_id, print) for print in prints])
    db.run("INSERT OR REPLACE INTO internals VALUES ('seq', ?)", (max(tx.last_seq(), db.value(_LAST_SEQ)),))
    tx.forget_what_it_knows()
    if db.value("SELECT count(*) FROM records") != before:
        raise StoreDamagedError(f"{db.path}: the repair would have lost records; nothing was changed")


def _unreadable(db: Handle, table: str) -> list[int]:
    """Numbers of the rows of a table whose text is none that a store writes."""
    read = decode_tombstone if table == "tombstones" else decode_record
    wrong = []
    for n, body in db.rows(f"SELECT rowid, body FROM {table} ORDER BY rowid"):
        try:
            read(body)
        except (ValueError, InvalidRecordError, TypeError, AttributeError):
            wrong.append(n)
    return wrong


def _set_unreadable_aside(tx: WriteTransaction, table: str) -> None:
    for n in _unreadable(tx.handle, table):
        id, body = tx.handle.one(f"SELECT id, body FROM {table} WHERE rowid = ?", (n,))
        tx.set_aside(
            Quarantined(number=0, item=body, outcome=Outcome.REJECTED, reason=DAMAGED, where=f"{_TEXTS[table]} {id}")
        )
        tx.handle.run(f"DELETE FROM {table} WHERE rowid = ?", (n,))


def _notes(db: Handle) -> Iterator[Finding]:
    names = _unreadable_settings(db)
    if names:
        message = (
            f"notes of the store about itself that cannot be read ({', '.join(names[:5])}); a repair begins them anew"
        )
        yield Finding(kind="record", message=message, count=len(names))
    lines = _altered_lines(db)
    if lines:
        message = "lines of a later version of Satchel that are not what was kept; a repair sets them aside"
        yield Finding(kind="record", message=message, count=len(lines))


def _unreadable_settings(db: Handle) -> list[str]:
    wrong = []
    for name, value in db.rows("SELECT name, value FROM settings ORDER BY name"):
        try:
            check_setting(name, decode(value))
        except (ValueError, AttributeError, TypeError, StoreDamagedError):
            wrong.append(name)
    return wrong


def _altered_lines(db: Handle) -> list[int]:
    rows = db.rows("SELECT number, digest, line FROM lines ORDER BY number")
    return [number for number, digest, line in rows if sha256(line).digest() != digest]


def _set_altered_lines_aside(tx: WriteTransaction) -> None:
    for number in _altered_lines(tx.handle):
        line = tx.handle.value("SELECT line FROM lines WHERE number = ?", (number,))
        item = line.decode("utf-8", "backslashreplace")
        tx.set_aside(Quarantined(number=0, item=item, outcome=Outcome.REJECTED, reason=DAMAGED, where="kept line"))
        tx.handle.run("DELETE FROM lines WHERE number = ?", (number,))


def _set_histories_aside(tx: WriteTransaction) -> None:
    """The last version of each record that is gone without having been forgotten."""
    rows = tx.handle.all(
        "SELECT body, max(revision) FROM history h WHERE id NOT IN (SELECT id FROM records)"
        " AND id NOT IN (SELECT id FROM tombstones) AND id NOT IN (SELECT id FROM removed) GROUP BY id"
    )
    for body, _ in rows:
        item = decode_record(body).to_json()
        tx.set_aside(Quarantined(number=0, item=item, outcome=Outcome.QUARANTINED, reason=ONLY_EARLIER))


def compact(db: Handle) -> None:
    """Write the file anew if SQLite complains of it; that gets rid of pages that nothing uses. Outside a transaction.

    A file with broken pages stays as it is: what can still be read of it must not be thrown away.
    """
    if any(finding.kind == "space" for finding in _file(db)):
        db.run("VACUUM")


def _file(db: Handle) -> Iterator[Finding]:
    try:
        lines = [str(line) for (line,) in db.all("PRAGMA quick_check(20)")]
    except StoreDamagedError as error:
        lines = [faults.said(error)]
    if lines == ["ok"]:
        return
    complaints = [line for text in lines for line in text.splitlines() if not line.startswith("***")]
    message = f"SQLite finds the file damaged: {'; '.join(complaints[:3])}"
    unused = all(line.endswith("is never used") for line in complaints)
    yield Finding(kind="space" if unused else "file", message=message, count=len(complaints))


def _schema(db: Handle) -> Iterator[Finding]:
    missing = {"internals", "settings", "aside", "lines", "removed"} - {
        name for (name,) in db.all("SELECT name FROM sqlite_master")
    }
    if missing:
        message = f"tables that should be there are not: {', '.join(sorted(missing))}"
        yield Finding(kind="file", message=message, count=len(missing))


def _compare(tx: ReadTransaction) -> list[_Row]:
    """Every record against what is kept beside it."""
    db = tx.handle
    keys = all_keys(tx)
    wrong: list[_Row] = []
    for n, body, digest, *columns in db.rows(f"SELECT n, body, digest, {_COLUMNS} FROM records ORDER BY n"):
        try:
            record = decode_record(body)
        except ValueError:
            continue  # `_unreadable` has it
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
        if row.disagrees or row.digest is not None:
            wrong.append(row)
    return wrong


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

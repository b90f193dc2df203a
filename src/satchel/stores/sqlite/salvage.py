"""Taking out of a damaged database whatever can still be read, into a new one that takes its place.

The damaged file stays beside it: it may hold what only a specialist gets out of it.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Final

from satchel.stores.sqlite import schema
from satchel.stores.sqlite.checkup import DAMAGED, ONLY_EARLIER
from satchel.stores.sqlite.columns import columns_of, unpacked_hex
from satchel.stores.sqlite.pages import Pages, Row
from satchel.stores.sqlite.rows import WriteTransaction, quarantined
from satchel.stores.stored_json import decode, decode_record, decode_tombstone
from satchel_protocol.errors import (
    InvalidRecordError,
    StoreDamagedError,
    StoreVersionError,
)
from satchel_protocol.state import Buried, Outcome, Quarantined, Version
from satchel_protocol.tombstone import Tombstone

_STAGE: Final = (
    "CREATE TABLE versions (id TEXT, revision INTEGER, seq INTEGER, batch TEXT, body TEXT, live INTEGER, whole INTEGER)",
    "CREATE TABLE tombstones (id TEXT, tombstone_id TEXT, seq INTEGER, batch TEXT, body TEXT)",
    "CREATE TABLE lines (number INTEGER, line BLOB, batch TEXT)",
    "CREATE TABLE aside (body TEXT)",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT)",
    "CREATE TABLE broken (kind TEXT, id TEXT, body TEXT)",
)


def fill(pages: Pages, tx: WriteTransaction, ids: Callable[[], str]) -> None:
    """Write everything that can be read of a damaged database into an empty store.

    What has the shape of a record, an earlier version or a tombstone and cannot be read is set aside. Cursors of the
    change feed are good no more: the store gets a new epoch.

    Args:
        pages: Of the damaged file.
        tx: Of the new store.
        ids: Makes the name of the epoch.

    Raises:
        StoreDamagedError: nothing in it is ours.
        StoreVersionError: a newer Satchel wrote it.
    """
    with closing(
        sqlite3.connect("", isolation_level=None)
    ) as stage:  # a file that SQLite removes by itself: a store may be large
        for statement in _STAGE:
            stage.execute(statement)
        ours = _is_ours(pages)
        for row in pages.rows():
            _take(row, stage)
        if not ours and not stage.execute("SELECT 1 FROM versions UNION ALL SELECT 1 FROM tombstones").fetchone():
            raise StoreDamagedError(f"{pages.path} is no Satchel store: nothing in it is a memory; name another file")
        _set(stage, tx, ids)
        forgotten = _graves(stage, tx)
        _versions(stage, tx, forgotten)
        for line, batch in stage.execute("SELECT line, batch FROM lines ORDER BY number"):
            tx.keep_line(line.decode("utf-8", "surrogatepass"), batch)
        for (body,) in stage.execute("SELECT body FROM aside ORDER BY rowid"):
            tx.set_aside(quarantined(0, body))
        for kind, id, body in stage.execute("SELECT kind, id, body FROM broken ORDER BY rowid"):
            tx.set_aside(
                Quarantined(number=0, item=body, outcome=Outcome.REJECTED, reason=DAMAGED, where=f"{kind} {id}")
            )


def _is_ours(pages: Pages) -> bool:
    version, application = struct.unpack(">60xI4xI", pages.page(1)[:72])
    if application != schema.APPLICATION_ID:
        return False
    # A number that no version will reach soon is damage like any other.
    if schema.present_format() < version < schema.present_format() + 100:
        raise StoreVersionError(
            f"{pages.path} was written by a newer version of Satchel (format {version}; this one knows up to"
            f" {schema.present_format()}); update Satchel, then repair it"
        )
    return True


# Rows by their shape --------------------------------------------------------------------------------------------------


def _take(row: Row, stage: sqlite3.Connection) -> None:
    match row.values:
        case (None, id, _, _, _, _, _, _, _, revision, seq, batch, digest, str() | bytes() as body, *_):
            _take_version(stage, "record", id, (revision, seq, batch), digest, body)
        case (id, revision, seq, batch, digest, str() | bytes() as body) if row.number is not None:
            _take_version(stage, "earlier version", id, (revision, seq, batch), digest, body)
        case (id, tombstone_id, int(seq), batch, str() | bytes() as body) if row.number is not None:
            text = _text(body)
            if _tombstone(text) is not None:
                stage.execute(
                    "INSERT INTO tombstones VALUES (?, ?, ?, ?, ?)", (id, tombstone_id, seq, _named(batch), text)
                )
            else:
                _take_broken(stage, "tombstone", id, text)
        case (None, bytes(digest), bytes(line), batch) if sha256(line).digest() == digest:
            stage.execute("INSERT INTO lines VALUES (?, ?, ?)", (row.number, line, _named(batch)))
        case (None, str(body)) if body.startswith(" {") and _is_json(body):
            stage.execute("INSERT INTO aside VALUES (?)", (body,))
        case (str(name), str(value)) if row.number is None and _is_json(value):
            stage.execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", (name, value))
        case _:
            pass


def _take_version(
    stage: sqlite3.Connection, kind: str, id: object, about: tuple[object, object, object], digest: object, body: object
) -> None:
    text = _text(body)
    try:
        record = decode_record(text)
        columns_of(record)
        found = record.digest()
    except (ValueError, TypeError, AttributeError):
        _take_broken(stage, kind, id, text)
        return
    revision, seq = (number if isinstance(number, int) else 0 for number in about[:2])
    whole = isinstance(digest, str | bytes) and found == unpacked_hex(digest)
    stage.execute(
        "INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?, ?)",
        (record.id, revision, seq, _named(about[2]), text, kind == "record", whole),
    )


def _take_broken(stage: sqlite3.Connection, kind: str, id: object, text: str) -> None:
    if text.lstrip().startswith("{"):  # else it is no row of ours
        stage.execute("INSERT INTO broken VALUES (?, ?, ?)", (kind, _text(id), text))


def _text(value: object) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _named(batch: object) -> str | None:
    return batch if isinstance(batch, str) else None


def _is_json(text: str) -> bool:
    try:
        decode(text)
    except ValueError:
        return False
    return True


def _tombstone(text: str) -> Tombstone | None:
    try:
        return decode_tombstone(text)
    except (ValueError, InvalidRecordError, TypeError, AttributeError):
        return None


# Into the new store ---------------------------------------------------------------------------------------------------


def _set(stage: sqlite3.Connection, tx: WriteTransaction, ids: Callable[[], str]) -> None:
    for name, value in stage.execute("SELECT name, value FROM settings"):
        tx.set_setting(name, decode(value))
    tx.set_setting("epoch", ids())


def _graves(stage: sqlite3.Connection, tx: WriteTransaction) -> dict[str, set[str]]:
    """Bury what was forgotten; gives id → ids of its tombstones."""
    forgotten: dict[str, set[str]] = {}
    for seq, batch, body in stage.execute("SELECT seq, batch, body FROM tombstones ORDER BY seq"):
        tombstone = decode_tombstone(body)
        tx.bury(Buried(tombstone=tombstone, seq=seq, batch=batch))
        forgotten.setdefault(tombstone.id, set()).add(tombstone.tombstone_id)
    return forgotten


def _versions(stage: sqlite3.Connection, tx: WriteTransaction, forgotten: dict[str, set[str]]) -> None:
    """Put the live version of each record, and before it its history.

    Of two rows that claim to be the same version, the one whose text agrees with its digest is taken. Where only
    earlier versions are left, the last of them is set aside: nobody can say what became of the record.
    """
    stage.execute("CREATE INDEX versions_id ON versions (id)")
    rows = stage.execute(
        "SELECT id, revision, seq, batch, body, live FROM versions ORDER BY id, live DESC, whole DESC, revision DESC, seq DESC"
    )
    for id, group in groupby(rows, key=itemgetter(0)):
        found = [(live, _version(*about)) for _, *about, live in group]
        last = found[0][1]
        if not forgotten.get(id, set()) <= set(last.record.revives):
            continue  # forgotten: its text must not come back
        if not found[0][0]:
            tx.set_aside(
                Quarantined(number=0, item=last.record.to_json(), outcome=Outcome.QUARANTINED, reason=ONLY_EARLIER)
            )
            continue
        earlier = {version.revision: version for live, version in reversed(found) if not live}
        for version in [*(earlier[n] for n in sorted(earlier) if n < last.revision), last]:
            tx.put(version, prints=(), keep=True)


def _version(revision: int, seq: int, batch: str | None, body: str) -> Version:
    record = decode_record(body)
    return Version(record=record, revision=revision, seq=seq, digest=record.digest(), batch=batch)

"""One transaction on the tables: plain reads and writes of rows. Decides nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from satchel.stores.sqlite import filters, fulltext
from satchel.stores.sqlite.columns import columns_of, packed_hex, unpacked_hex
from satchel.stores.sqlite.connection import Handle
from satchel.stores.stored_json import (
    decode,
    decode_record,
    decode_tombstone,
    encode,
    encode_record,
    encode_tombstone,
)
from satchel.text.tokens import joined
from satchel_protocol.errors import InvalidRecordError, StoreDamagedError, StoreError
from satchel_protocol.printkeys import check_setting
from satchel_protocol.record import Json, Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, Buried, Filter, Outcome, Quarantined, Version
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction

_VERSION: Final = "r.body, r.revision, r.seq, r.digest, r.batch"
_INDEX_BATCH: Final = 4000
"""Rows of the full-text index that wait in memory."""
_SETTINGS_KEPT: Final = 10_000
"""Settings that stay in memory; there is one for each user."""


@dataclass(slots=True)
class Memo:
    """What the writing connection knows of the file; good until another process writes."""

    data_version: int = -1
    seq: int = 0
    settings: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class _Row:
    """A live row, and the version that it holds once somebody asked for that."""

    n: int
    columns: Any
    """As `_VERSION` lists them; the body is the first."""
    version: Version | None = None


class ReadTransaction(Transaction):
    """Reads on one snapshot."""

    def __init__(self, db: Handle) -> None:
        self._connection = db

    @property
    def _db(self) -> Handle:
        """The connection, for statements on `records`, `prints` and `sources`."""
        return self._connection

    @property
    def handle(self) -> Handle:
        """The connection it runs on."""
        return self._db

    # Records

    def current(self, id: str) -> Version | None:
        row = self._db.one(f"SELECT {_VERSION} FROM records r WHERE r.id = ?", (id,))
        return None if row is None else self._version(row)

    def history(self, id: str) -> list[Version]:
        rows = self._db.all(f"SELECT {_VERSION} FROM history r WHERE r.id = ? ORDER BY r.revision", (id,))
        return [self._version(row) for row in rows]

    def earlier_versions(self, scopes: Scopes) -> Iterator[Version]:
        for row in self._db.rows(f"SELECT {_VERSION} FROM history r ORDER BY r.id, r.revision"):
            version = self._version(row)
            if scopes.match(version.record.scope):
                yield version

    def scan(self, scopes: Scopes) -> Iterator[Version]:
        return self.select(replace(ALL, scopes=scopes))

    def scan_lines(self, scopes: Scopes) -> Iterator[tuple[Record, str | None]]:
        for row in self._rows_of(replace(ALL, scopes=scopes)):
            body = row[0]
            # What the standard library wrote has a blank in front and escapes, which a stream has not.
            yield self._record(row), None if body.startswith(" ") else body

    def mentioning(self, words: Sequence[str]) -> Iterator[Version]:
        holds = " AND ".join("instr(lower(r.body), ?)" for _ in words) or "TRUE"
        # Chinese is written as it is, but for what the standard library wrote: that has a blank in front.
        # Full-width letters begin with one of two bytes; to look for those first takes a tenth of the time.
        other = (
            "substr(r.body, 1, 1) = ' ' OR ((instr(CAST(r.body AS BLOB), x'EFBC') OR instr(CAST(r.body AS BLOB), x'EFBD'))"
            " AND r.body GLOB '*[０-９Ａ-Ｚａ-ｚ]*')"
        )
        rows = self._db.rows(f"SELECT {_VERSION} FROM records r WHERE ({holds}) OR {other}", tuple(words))
        return map(self._version, rows)

    def select(self, where: Filter) -> Iterator[Version]:
        """Live versions that pass a filter, in order of id."""
        return map(self._version, self._rows_of(where))

    def _rows_of(self, where: Filter) -> Iterator[Any]:
        condition = filters.of_filter(where)
        if filters.is_narrow(where.scopes):
            # Ids first: sorting them takes little room, sorting whole records would not.
            ids = self._db.rows(f"SELECT r.n FROM records r WHERE {condition.sql} ORDER BY r.id", condition.parameters)
            for (n,) in ids:
                yield self._db.one(f"SELECT {_VERSION} FROM records r WHERE r.n = ?", (n,))
            return
        yield from self._db.rows(
            f"SELECT {_VERSION} FROM records r INDEXED BY sqlite_autoindex_records_1"
            f" WHERE {condition.sql} ORDER BY r.id",
            condition.parameters,
        )

    def count(self, scopes: Scopes) -> int:
        condition = filters.of_scopes(scopes)
        return int(self._db.value(f"SELECT count(*) FROM records r WHERE {condition.sql}", condition.parameters))

    def numbered(self, numbers: Sequence[int]) -> dict[int, Version]:
        """The live versions of these numbers."""
        rows = self._db.among(f"SELECT {_VERSION}, r.n FROM records r WHERE r.n IN ({{numbers}})", numbers)
        return {row[5]: self._version(row[:5]) for row in rows}

    def without_vectors(self, space: int, where: Filter, limit: int) -> list[Version]:
        """Live records that pass and have no vectors in a space, the newest first, those at rest last."""
        condition = filters.of_filter(where)
        active_alone = not where.include_archived and not where.include_superseded
        rows = self._db.all(
            f"SELECT {_VERSION} FROM vector_gaps g CROSS JOIN records r ON r.n = g.n"
            f" WHERE g.space = ? AND g.resting <= ? AND {condition.sql} ORDER BY g.space, g.resting, g.n DESC LIMIT ?",
            (space, 0 if active_alone else 1, *condition.parameters, limit),
        )
        return [self._version(row) for row in rows]

    def ids_with_print(self, fingerprint: str) -> list[str]:
        return self._ids("JOIN prints p ON p.n = r.n WHERE p.print = ?", packed_hex(fingerprint))

    def ids_derived_from(self, id: str) -> list[str]:
        return self._ids("JOIN sources s ON s.n = r.n WHERE s.source = ?", id)

    def ids_of_batch(self, batch: str) -> list[str]:
        return self._ids("WHERE r.batch = ?", batch)

    def ids_with_earlier(self, batch: str) -> list[str]:
        return self._ids("JOIN (SELECT DISTINCT h.id FROM history h WHERE h.batch = ?) e ON e.id = r.id", batch)

    def _ids(self, rest: str, parameter: str | bytes) -> list[str]:
        return [id for (id,) in self._db.all(f"SELECT r.id FROM records r {rest} ORDER BY r.id", (parameter,))]

    def _version(self, row: Any) -> Version:
        _, revision, seq, digest, batch = row
        return Version(record=self._record(row), revision=revision, seq=seq, digest=unpacked_hex(digest), batch=batch)

    def _record(self, row: Any) -> Record:
        try:
            return decode_record(row[0])
        except ValueError as error:
            raise self._damaged("a record", row[2]) from error

    def _damaged(self, what: str, seq: int) -> StoreDamagedError:
        return StoreDamagedError(f"{self._db.path}: {what} (change {seq}) cannot be read; run: satchel doctor --repair")

    # Tombstones

    def tombstones_of(self, id: str) -> list[Buried]:
        rows = self._connection.all("SELECT body, seq, batch FROM tombstones WHERE id = ? ORDER BY tombstone_id", (id,))
        return [self._buried(row) for row in rows]

    def tombstones_with_print(self, fingerprint: str) -> list[Tombstone]:
        rows = self._connection.all(
            "SELECT t.body, t.seq, t.batch FROM tombstone_prints p"
            " JOIN tombstones t ON t.id = p.id AND t.tombstone_id = p.tombstone_id"
            " WHERE p.print = ? ORDER BY t.id, t.tombstone_id",
            (packed_hex(fingerprint),),
        )
        return [self._buried(row).tombstone for row in rows]

    def tombstones(self) -> Iterator[Buried]:
        for row in self._connection.rows("SELECT body, seq, batch FROM tombstones ORDER BY id, tombstone_id"):
            yield self._buried(row)

    def tombstones_of_batch(self, batch: str) -> list[Buried]:
        rows = self._connection.all(
            "SELECT body, seq, batch FROM tombstones WHERE batch = ? ORDER BY id, tombstone_id", (batch,)
        )
        return [self._buried(row) for row in rows]

    def tombstone_scopes(self) -> set[str]:
        rows = self._connection.rows(
            "SELECT DISTINCT json_extract(body, '$.scope') FROM tombstones WHERE json_valid(body)"
        )
        return {scope for (scope,) in rows if scope is not None}

    def has_tombstones(self) -> bool:
        return bool(self._connection.value("SELECT EXISTS (SELECT 1 FROM tombstones)"))

    def _buried(self, row: Any) -> Buried:
        body, seq, batch = row
        try:
            return Buried(tombstone=decode_tombstone(body), seq=seq, batch=batch)
        except (ValueError, InvalidRecordError) as error:
            raise self._damaged("a tombstone", seq) from error

    # Change feed

    def changes(self, after: int) -> Iterator[tuple[int, str]]:
        # Each arm is read by its index on seq and gives an id only where nothing later of it is in another arm.
        yield from self._db.rows(
            "SELECT r.seq, r.id FROM records r WHERE r.seq > ?1"
            " AND NOT EXISTS (SELECT 1 FROM tombstones t WHERE t.id = r.id AND t.seq > r.seq)"
            " AND NOT EXISTS (SELECT 1 FROM removed x WHERE x.id = r.id AND x.seq > r.seq)"
            " UNION ALL SELECT t.seq, t.id FROM tombstones t WHERE t.seq > ?1"
            " AND NOT EXISTS (SELECT 1 FROM tombstones o WHERE o.id = t.id AND o.seq > t.seq)"
            " AND NOT EXISTS (SELECT 1 FROM records r WHERE r.id = t.id AND r.seq > t.seq)"
            " AND NOT EXISTS (SELECT 1 FROM removed x WHERE x.id = t.id AND x.seq > t.seq)"
            " UNION ALL SELECT x.seq, x.id FROM removed x WHERE x.seq > ?1"
            " AND NOT EXISTS (SELECT 1 FROM records r WHERE r.id = x.id AND r.seq > x.seq)"
            " AND NOT EXISTS (SELECT 1 FROM tombstones t WHERE t.id = x.id AND t.seq > x.seq)"
            " ORDER BY 1",
            (after,),
        )

    def last_seq(self) -> int:
        return int(self._connection.value("SELECT value FROM internals WHERE name = 'seq'") or 0)

    # Quarantine, lines, settings

    def aside(self) -> Iterator[Quarantined]:
        for number, body in self._connection.rows("SELECT number, body FROM aside ORDER BY number"):
            yield quarantined(number, body)

    def kept_lines(self) -> Iterator[str]:
        for (line,) in self._connection.rows("SELECT line FROM lines ORDER BY number"):
            yield line.decode("utf-8", "surrogatepass")

    def setting(self, name: str) -> Json:
        text = self._connection.value("SELECT value FROM settings WHERE name = ?", (name,))
        return None if text is None else self._noted(name, text)

    def _noted(self, name: str, text: str) -> Json:
        try:
            value = decode(text)
            check_setting(name, value)
            return value
        except (ValueError, AttributeError, TypeError, StoreDamagedError) as error:
            raise StoreDamagedError(
                f"{self._connection.path}: what the store notes about itself cannot be read; run: satchel doctor --repair"
            ) from error

    def settings(self, prefix: str) -> list[tuple[str, Json]]:
        behind = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        rows = self._connection.all(
            "SELECT name, value FROM settings WHERE name >= ? AND name < ? ORDER BY name", (prefix, behind)
        )
        return [(name, self._noted(name, value)) for name, value in rows]

    # Writing is for the other one

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise TypeError("this transaction was begun for reading")

    put = drop = drop_revision = reprint = bury = exhume = mark_removed = next_seq = _refuse
    set_aside = drop_aside = keep_line = drop_lines = drop_line = set_setting = _refuse


def _values(version: Version) -> tuple[Any, ...]:
    """What is kept of a version, in the order of the columns."""
    record = version.record
    return (
        *columns_of(record), version.revision, version.seq, version.batch, packed_hex(version.digest),
        encode_record(record),
    )  # fmt: skip


def quarantined(number: int, body: str) -> Quarantined:
    """An item that was set aside, from the text that is kept of it."""
    try:
        data = decode(body)
        return Quarantined(number=number, **{**data, "outcome": Outcome(data["outcome"])})
    except (ValueError, TypeError, KeyError, AttributeError):
        reason = "what was set aside here was damaged in the store's file"
        return Quarantined(number=number, item=body, outcome=Outcome.REJECTED, reason=reason)


class WriteTransaction(ReadTransaction):
    """Reads and writes.

    New rows wait to be written many at once: an import writes thousands and looks at none of them again. Changes of the
    full-text index wait until `flush`, so that a broken index fails no write.
    """

    def __init__(self, db: Handle, memo: Memo) -> None:
        super().__init__(db)
        version = int(db.value("PRAGMA data_version"))
        if memo.data_version != version:
            memo.settings = {}
            memo.seq = super().last_seq()
            memo.data_version = version
        self._memo = memo
        self._dirty: set[str] = set()
        self._seq_before = memo.seq
        self._any_tombstones: bool | None = None
        self._any_removed: bool | None = None
        self._rows: dict[str, _Row | None] = {}
        self._number: int | None = None
        self._fresh: dict[str, Version] = {}
        self._new_rows: list[tuple[int, Version]] = []
        self._new_prints: list[tuple[int, str]] = []
        self._new_sources: list[tuple[int, str]] = []
        self._index_in: dict[int, Record] = {}
        self._index_out: dict[int, str] = {}
        self.erased = False
        """Whether a text was removed that must not stay in the log file."""

    @property
    def _db(self) -> Handle:
        self._flush_rows()
        return self._connection

    def flush(self) -> None:
        """Write what still waits; the caller commits afterwards."""
        self._flush_rows()
        self._flush_index()
        self._flush_settings()
        if self._memo.seq != self._seq_before:
            self._connection.run("INSERT OR REPLACE INTO internals VALUES ('seq', ?)", (self._memo.seq,))

    def forget_what_it_knows(self) -> None:
        """After the tables were changed past this object."""
        self._memo.settings = {}
        self._memo.seq = self._seq_before = super().last_seq()
        self._number = None
        self._rows.clear()

    # Records

    def expect(self, ids: Sequence[str]) -> None:
        if len(self._rows) + len(ids) > _INDEX_BATCH:
            self._rows.clear()
        self._rows |= dict.fromkeys(ids)
        try:
            asked = json.dumps(ids)
            for row in self._db.rows(
                f"SELECT {_VERSION}, r.n, r.id FROM json_each(?) j CROSS JOIN records r ON r.id = j.value", (asked,)
            ):
                self._rows[row[6]] = _Row(row[5], row[:5])
        except BaseException:
            self._rows.clear()
            raise

    def current(self, id: str) -> Version | None:
        fresh = self._fresh.get(id)
        if fresh is not None:
            return fresh
        row = self._row(id)
        if row is None:
            return None
        if row.version is None:
            row.version = self._version(row.columns)
        return row.version

    def put(self, version: Version, *, prints: Sequence[str], keep: bool) -> None:
        record = version.record
        if record.id in self._fresh:
            self._flush_rows()
        held = self._row(record.id)
        if held is None:
            n = self._next_number()
            self._fresh[record.id] = version
            self._new_rows.append((n, version))
        else:
            n = held.n
            self._flush_rows()
            self._replace(n, _values(version), keep=keep)
            self._unindex(n, held.columns[0])
        self._rows.pop(record.id, None)
        self._new_prints += [(n, fingerprint) for fingerprint in prints]
        self._new_sources += [(n, source) for source in record.derived_from]
        self._unmark(record.id)
        self._index_in[n] = record
        if len(self._index_in) >= _INDEX_BATCH:
            self._flush_rows()
            self._flush_index()

    def _next_number(self) -> int:
        """The number of a new row: never one that went within this transaction, which the index still has to learn."""
        if self._number is None:
            highest = self._connection.value("SELECT max(n) FROM records") or 0
            self._number = max((highest, *self._index_out))
        self._number += 1
        return self._number

    def _flush_rows(self) -> None:
        """Write the new rows that wait; whatever looks at more than one id needs them there."""
        if not (self._new_rows or self._new_prints or self._new_sources):
            return
        self._connection.each(
            "INSERT INTO records (n, id, scope, type, state, created_at, expires_at, tool, tags,"
            " revision, seq, batch, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            # One step after the other for all of them: half as quick again as one record after the other, whose steps
            # push each other out of the processor's cache.
            [(n, version.record.id, *_values(version)) for n, version in self._new_rows],
        )
        prints = [(n, packed_hex(fingerprint)) for n, fingerprint in self._new_prints]
        self._connection.each("INSERT OR IGNORE INTO prints VALUES (?, ?)", prints)
        self._connection.each("INSERT OR IGNORE INTO sources VALUES (?, ?)", self._new_sources)
        self._fresh.clear()
        self._new_rows.clear()
        self._new_prints.clear()
        self._new_sources.clear()

    def _replace(self, n: int, values: tuple[Any, ...], *, keep: bool) -> None:
        if keep:
            self._connection.run(
                "INSERT OR REPLACE INTO history (id, revision, seq, batch, digest, body)"
                " SELECT id, revision, seq, batch, digest, body FROM records WHERE n = ?",
                (n,),
            )
        self._connection.run("DELETE FROM sources WHERE n = ?", (n,))
        self._connection.run(
            "UPDATE records SET scope = ?, type = ?, state = ?, created_at = ?, expires_at = ?, tool = ?, tags = ?,"
            " revision = ?, seq = ?, batch = ?, digest = ?, body = ? WHERE n = ?",
            (*values, n),
        )
        self._connection.run("DELETE FROM prints WHERE n = ?", (n,))

    def drop(self, id: str) -> None:
        self.erased = True
        self._flush_rows()
        self._connection.run("DELETE FROM history WHERE id = ?", (id,))
        held = self._row(id)
        if held is None:
            return
        n = held.n
        self._connection.run("DELETE FROM prints WHERE n = ?", (n,))
        self._connection.run("DELETE FROM sources WHERE n = ?", (n,))
        self._connection.run("DELETE FROM records WHERE n = ?", (n,))
        self._rows[id] = None
        self._unindex(n, held.columns[0])
        if len(self._index_out) >= _INDEX_BATCH:
            self._flush_index()

    def drop_revision(self, id: str, revision: int) -> None:
        self.erased = True
        self._connection.run("DELETE FROM history WHERE id = ? AND revision = ?", (id, revision))

    def reprint(self, id: str, prints: Sequence[str]) -> None:
        self._flush_rows()
        held = self._row(id)
        if held is not None:
            self._connection.run("DELETE FROM prints WHERE n = ?", (held.n,))
            for fingerprint in prints:
                self._connection.run("INSERT OR IGNORE INTO prints VALUES (?, ?)", (held.n, packed_hex(fingerprint)))

    def _row(self, id: str) -> _Row | None:
        """The live row, kept: the writing rules ask for the same one several times before and while it changes."""
        if id not in self._rows:
            if len(self._rows) > _INDEX_BATCH:
                self._rows.clear()
            found = self._connection.one(f"SELECT {_VERSION}, r.n FROM records r WHERE r.id = ?", (id,))
            self._rows[id] = None if found is None else _Row(found[5], found[:5])
        return self._rows[id]

    def _unindex(self, n: int, body: str) -> None:
        if self._index_in.pop(n, None) is None:  # else what was indexed before this transaction is noted already
            self._index_out.setdefault(n, body)

    def _flush_index(self) -> None:
        """Bring the full-text index up to date; anew from the records when it turns out to be broken."""
        if not self._index_in and not self._index_out:
            return
        # In order of number: FTS5 writes a piece of its index each time that the numbers do not ascend.
        gone = [(n, joined(fulltext.searchable_of_body(body))) for n, body in sorted(self._index_out.items())]
        come = {n: joined(fulltext.searchable(record)) for n, record in sorted(self._index_in.items())}
        unchanged = {n for n, tokens in gone if come.get(n) == tokens}
        try:
            fulltext.take_out(self._connection, [(n, tokens) for n, tokens in gone if n not in unchanged])
            fulltext.add(self._connection, [(n, tokens) for n, tokens in come.items() if n not in unchanged])
        except StoreError as error:
            if not fulltext.is_damage(error):
                raise
            fulltext.rebuild(self._connection)
        finally:
            self._index_in.clear()
            self._index_out.clear()

    # Tombstones

    def bury(self, buried: Buried) -> None:
        tombstone = buried.tombstone
        self.exhume(tombstone.id, tombstone.tombstone_id)
        self._any_tombstones = True
        self._connection.run(
            "INSERT INTO tombstones (id, tombstone_id, seq, batch, body) VALUES (?, ?, ?, ?, ?)",
            (tombstone.id, tombstone.tombstone_id, buried.seq, buried.batch, encode_tombstone(tombstone)),
        )
        for fingerprint in tombstone.prints:
            self._connection.run(
                "INSERT OR IGNORE INTO tombstone_prints (id, tombstone_id, print) VALUES (?, ?, ?)",
                (tombstone.id, tombstone.tombstone_id, packed_hex(fingerprint)),
            )
        self._unmark(tombstone.id)

    def exhume(self, id: str, tombstone_id: str) -> None:
        self._any_tombstones = None
        self._connection.run("DELETE FROM tombstones WHERE id = ? AND tombstone_id = ?", (id, tombstone_id))
        self._connection.run("DELETE FROM tombstone_prints WHERE id = ? AND tombstone_id = ?", (id, tombstone_id))

    def has_tombstones(self) -> bool:
        if self._any_tombstones is None:
            self._any_tombstones = super().has_tombstones()
        return self._any_tombstones

    # Change feed

    def mark_removed(self, id: str, seq: int) -> None:
        self._any_removed = True
        self._connection.run("INSERT OR REPLACE INTO removed VALUES (?, ?)", (id, seq))

    def _unmark(self, id: str) -> None:
        if self._any_removed is None:
            self._any_removed = bool(self._connection.value("SELECT EXISTS (SELECT 1 FROM removed)"))
        if self._any_removed:
            self._connection.run("DELETE FROM removed WHERE id = ?", (id,))

    def next_seq(self) -> int:
        self._memo.seq += 1
        return self._memo.seq

    def last_seq(self) -> int:
        return self._memo.seq

    # Quarantine, lines, settings

    def set_aside(self, item: Quarantined) -> int:
        body = {
            "item": item.item,
            "outcome": str(item.outcome),
            "reason": item.reason,
            "where": item.where,
            "batch": item.batch,
        }
        # Pure ASCII: a source's name or a broken line may hold what is no Unicode. The blank is explained at `encode`.
        cursor = self._connection.run("INSERT INTO aside (body) VALUES (?)", (" " + json.dumps(body),))
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def drop_aside(self, number: int) -> None:
        self.erased = True
        self._connection.run("DELETE FROM aside WHERE number = ?", (number,))

    def keep_line(self, line: str, batch: str | None) -> bool:
        raw = line.encode("utf-8", "surrogatepass")
        cursor = self._connection.run(
            "INSERT OR IGNORE INTO lines (digest, line, batch) VALUES (?, ?, ?)",
            (hashlib.sha256(raw).digest(), raw, batch),
        )
        return cursor.rowcount == 1

    def drop_lines(self, batch: str) -> None:
        self.erased = True
        self._connection.run("DELETE FROM lines WHERE batch = ?", (batch,))

    def drop_line(self, line: str) -> None:
        self.erased = True
        raw = line.encode("utf-8", "surrogatepass")
        self._connection.run("DELETE FROM lines WHERE digest = ?", (hashlib.sha256(raw).digest(),))

    def setting(self, name: str) -> Json:
        settings = self._memo.settings
        if name not in settings:
            if len(settings) > _SETTINGS_KEPT:
                self._flush_settings()
                settings.clear()
            settings[name] = super().setting(name)
        return settings[name]

    def settings(self, prefix: str) -> list[tuple[str, Json]]:
        self._flush_settings()
        return super().settings(prefix)

    def set_setting(self, name: str, value: Json) -> None:
        self._memo.settings[name] = value
        self._dirty.add(name)

    def _flush_settings(self) -> None:
        for name in self._dirty:
            value = self._memo.settings[name]
            if value is None:
                self._connection.run("DELETE FROM settings WHERE name = ?", (name,))
            else:
                self._connection.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, encode(value)))
        self._dirty.clear()

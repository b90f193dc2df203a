"""Looking after a store: figures about it, its health, and what was set aside."""

from __future__ import annotations

import json
import platform
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from satchel.access.classify import classified
from satchel.service.config import config_path
from satchel.service.memory import Memory
from satchel.service.wording import type_of
from satchel.stores.health import Finding
from satchel.stores.registry import salvage
from satchel_protocol import __version__
from satchel_protocol.errors import (
    InvalidRecordError,
    NotFoundError,
    SatchelError,
    StoreDamagedError,
    StoreMissingError,
)
from satchel_protocol.ids import foreign_id, keyed_id
from satchel_protocol.ids import new_id as made_id
from satchel_protocol.record import Origin, Record
from satchel_protocol.rehearsal import Rehearsal
from satchel_protocol.scope import parse_scope
from satchel_protocol.state import ALL, Merged, Outcome, Quarantined
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.wiretime import format_wire


def stats(memory: Memory) -> dict[str, Any]:
    """Figures about a store, from one pass over it."""
    store = memory.store()
    types: Counter[str] = Counter()
    scopes: Counter[str] = Counter()
    states: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    tools: Counter[str] = Counter()
    unknown_times = 0
    earliest: datetime | None = None
    latest: datetime | None = None
    for version in store.enumerate(ALL):
        record = version.record
        types[record.type] += 1
        scopes[record.scope] += 1
        states[record.state or "active"] += 1
        levels[record.level] += 1
        tools[(record.origin.tool if record.origin else None) or record.source_agent] += 1
        at = record.created_at
        if at is None:
            unknown_times += 1
        else:
            earliest = at if earliest is None or at < earliest else earliest
            latest = at if latest is None or at > latest else latest
    aside = Counter(item.outcome.value for item in store.quarantine())
    return {
        "store": memory.url,
        "capabilities": sorted(store.capabilities),
        "meaning": memory.embedding.about(store),
        "records": types.total(),
        "tombstones": len(store.tombstones()),
        "types": dict(types.most_common()),
        "scopes": dict(scopes.most_common()),
        "states": dict(states.most_common()),
        "levels": dict(levels.most_common()),
        "origins": dict(tools.most_common()),
        "created_at": {
            "unknown": unknown_times,
            "earliest": format_wire(earliest) if earliest else None,
            "latest": format_wire(latest) if latest else None,
        },
        "set_aside": dict(aside),
        "imports": len(store.batches()),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing the doctor looked at."""

    name: str
    ok: bool
    detail: str

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "ok": self.ok, "detail": self.detail}


def examine(memory: Memory, *, repair: bool = False) -> list[Check]:
    """Look at the machine, the configuration and the store; with `repair`, mend the store first.

    A repair loses no record that can be read: indexes are made anew from them, and where a file is broken, all that can
    be read goes into a new one. What cannot be read is kept aside.
    """
    checks = [
        Check(name="python", ok=sys.version_info >= (3, 11), detail=platform.python_version()),
        Check(name="satchel", ok=True, detail=__version__),
        _full_text(),
        Check(name="configuration", ok=True, detail=str(config_path()) if config_path().is_file() else "defaults"),
    ]
    try:
        store = memory.store()
    except StoreMissingError:
        return [
            *checks,
            Check(name="store", ok=True, detail=f"none yet at {memory.url}; the first `remember` makes it"),
        ]
    except StoreDamagedError as error:
        if not repair:
            return [*checks, Check(name="store", ok=False, detail=str(error))]
        checks.append(_salvaged(memory, error))
        if not checks[-1].ok:
            return checks
        store = memory.store()
    except SatchelError as error:
        return [*checks, Check(name="store", ok=False, detail=str(error))]
    try:
        return [*checks, *_of_store(store, memory.url, repair=repair)]
    except StoreDamagedError as error:
        # What a repair in place does not come upon, such as a page in the middle of a long text, reading all does.
        if not repair or any(check.name == "repair" for check in checks):
            return [*checks, Check(name="store", ok=False, detail=str(error))]
        memory.close()  # nobody reads from a file that is replaced
        checks.append(_salvaged(memory, error))
    if not checks[-1].ok:
        return checks
    try:
        return [*checks, *_of_store(memory.store(), memory.url, repair=True)]
    except StoreDamagedError as error:
        return [*checks, Check(name="store", ok=False, detail=str(error))]


def _of_store(store: Store, url: str, *, repair: bool) -> Iterator[Check]:
    mend: Callable[[], list[Finding]] | None = getattr(store, "repair", None)
    if repair and mend is not None:
        before = _count(store)
        for finding in mend():
            yield Check(name="repair", ok=True, detail=finding.message)
        lost = before - store.count()
        if lost > 0:
            detail = (
                f"{lost:,} of {before:,} records could not be read any more; look into quarantine and the damaged file"
            )
            yield Check(name="repair", ok=False, detail=detail)
    yield Check(name="store", ok=True, detail=f"{url}, {store.count():,} records")
    yield from _store_findings(store)
    yield _records(store)
    unfinished = store.unfinished_purges()
    if unfinished:
        detail = f"not finished; run: satchel forget --purge {' '.join(unfinished[:10])}"
        yield Check(name="purge", ok=False, detail=detail)
    aside = len(store.quarantine())
    detail = f"{aside:,} items wait in quarantine; `satchel quarantine list` shows them" if aside else "empty"
    yield Check(name="quarantine", ok=True, detail=detail)


def _count(store: Store) -> int:
    """How many records there are; 0 where damage keeps them from being counted."""
    try:
        return store.count()
    except StoreDamagedError:
        return 0


def _salvaged(memory: Memory, damage: StoreDamagedError) -> Check:
    try:
        aside = salvage(memory.url)
    except SatchelError as error:
        return Check(name="store", ok=False, detail=f"{damage}; {error}")
    files = ", ".join(path.name for path in aside)
    detail = (
        f"mended; what could not be read is in {files}. Delete that when you have looked: forgetting does not reach it"
    )
    return Check(name="repair", ok=True, detail=detail if aside else "mended")


def _full_text() -> Check:
    try:
        with sqlite3.connect(":memory:") as connection:
            connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.Error as error:
        return Check(name="full text", ok=False, detail=f"this Python's SQLite has no FTS5: {error}")
    return Check(name="full text", ok=True, detail=f"SQLite {sqlite3.sqlite_version} with FTS5")


def _store_findings(store: Store) -> list[Check]:
    inspect: Callable[[], list[Finding]] | None = getattr(store, "check", None)
    if inspect is None:
        return []
    found = inspect()
    return [
        Check(name="integrity", ok=False, detail=f"{finding.message} ({finding.count:,})") for finding in found
    ] or [Check(name="integrity", ok=True, detail="rows, history and indexes agree")]


def _records(store: Store) -> Check:
    """Every stored record still obeys the protocol."""
    bad: list[str] = []
    for version in store.enumerate(ALL):
        try:
            version.record.check()
        except InvalidRecordError as error:
            bad.append(f"{version.record.id}: {error}")
    if bad:
        return Check(name="records", ok=False, detail=f"{len(bad)} break the protocol's rules, first: {bad[0]}")
    return Check(name="records", ok=True, detail="all obey the protocol's rules")


def quarantined(memory: Memory, number: int) -> Quarantined:
    """One item that was set aside.

    Raises:
        NotFoundError: there is none of this number.
    """
    for item in memory.store().quarantine():
        if item.number == number:
            return item
    raise NotFoundError(f"nothing is set aside under number {number}; `satchel quarantine list` shows what is")


def accept(
    memory: Memory, number: int, changes: Mapping[str, Any], *, new_id: bool = False, dry_run: bool = False
) -> Merged | Record:
    """Take an item into the store after all, repaired by `changes` (fields of a record).

    A record that was set aside is written on the user's word, dated now if its own time is impossible. Of one that was
    rejected, optional fields that are still wrong are left out. A row needs at least a text.

    Args:
        memory: Whose.
        number: Of the item.
        changes: Field → value.
        new_id: Give it an id of its own, where the one that it has belongs to a record of another scope.
        dry_run: Change nothing.

    Raises:
        NotFoundError, InvalidRecordError: what is still wrong is named.
        ScopeCollisionError: the id is taken.
    """
    item = quarantined(memory, number)
    if new_id:
        changes = {**changes, "id": made_id()}
    if dry_run:
        with Rehearsal(memory.store()) as rehearsal:
            return _accepted(memory, rehearsal, item, changes)
    return _accepted(memory, memory.store(), item, changes)


def _accepted(memory: Memory, store: Store, item: Quarantined, changes: Mapping[str, Any]) -> Merged | Record:
    data = item.item if isinstance(item.item, dict) else _record_in(item.item)
    if "deleted_at" in data and "content" not in data:
        (merged,) = store.merge([Tombstone.from_json(data, where=item.where)])
        store.drop_quarantined(item.number)
        return merged
    record = _repaired(memory, item, data, changes)
    written = store.write(classified(record), revive=True)
    store.drop_quarantined(item.number)
    return written.record


def _repaired(memory: Memory, item: Quarantined, data: Mapping[str, Any], changes: Mapping[str, Any]) -> Record:
    whole = {"source_agent": memory.agent, "created_at": None, **data, **changes}
    if isinstance(whole.get("key"), str) and changes.keys() & {"scope", "id"}:
        whole["id"] = keyed_id(parse_scope(str(whole.get("scope"))), whole["key"])
    if item.outcome is not Outcome.QUARANTINED and data.keys() >= _FLOOR:
        return _mended(whole, item)
    if item.outcome is Outcome.QUARANTINED:
        record = Record.from_json(whole, where=item.where)
        if record.stamp is not None and record.stamp > memory.store().now():
            record = replace(record, created_at=None, updated_at=None)
        return record
    fields = {name: data[name] for name in data if name in _RECORD_FIELDS} | dict(changes)
    content = fields.get("content") or (item.item if isinstance(item.item, str) else "")
    fields.setdefault("id", foreign_id("quarantine", item.where, str(content)))
    fields["content"] = content
    fields.setdefault("type", type_of(str(content)))
    fields["scope"] = parse_scope(fields.get("scope") or memory.scope)
    fields.setdefault("source_agent", memory.agent)
    fields.setdefault("created_at", None)
    record = Record.from_json(fields, where=item.where)
    return replace(record, origin=record.origin or Origin(path=item.where, imported_at=datetime.now(UTC)))


def _record_in(item: Any) -> dict[str, Any]:
    """The record in a line that was rejected as a whole; nothing where it is none."""
    try:
        data = json.loads(item) if isinstance(item, str) else None
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) and data.keys() >= _FLOOR else {}


def _mended(data: dict[str, Any], item: Quarantined) -> Record:
    """The record of a rejected line, without what is wrong with its optional fields.

    Raises:
        InvalidRecordError: what it cannot do without is wrong.
    """
    try:
        return Record.from_json(data, where=item.where)
    except InvalidRecordError as error:
        wrong = {problem.path.partition(".")[0].partition("[")[0] for problem in error.problems}
        if not wrong or wrong & {*_FLOOR, "source_agent"} or not wrong <= data.keys():
            raise
        return Record.from_json({name: data[name] for name in data.keys() - wrong}, where=item.where)


_FLOOR = frozenset(("id", "type", "content", "scope"))
"""What makes a row a record, whole or broken."""
_RECORD_FIELDS = frozenset("id type content scope source_agent created_at ttl tags meta importance".split())

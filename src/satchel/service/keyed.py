"""Keyed memory: values at (scope, key), checked by the schema on every write and counted on every read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from satchel.access.classify import classified, reclassified
from satchel.retrieval.pipeline import Found
from satchel.schema.content import content_of
from satchel.schema.guarding import By, Guard
from satchel.schema.items import taken_apart
from satchel.schema.reading import Got, Stored, read, recalled
from satchel.schema.resolving import Resolved
from satchel.schema.rules.privacy import hours
from satchel.schema.snapshot import KeyEntry
from satchel.service.wording import type_of
from satchel_protocol.errors import StoreMissingError, UsageError
from satchel_protocol.ids import keyed_id
from satchel_protocol.merge import join_access
from satchel_protocol.record import UNSET, Access, Json, Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Filter, Version
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.wiretime import format_wire

MARK = "schema"
"""Where in `meta` a record says by which key and revision it was written."""
_DETECTOR = "schema"
"""What `access.detector` says where the schema made a value sensitive."""
_LEVELS = {"sensitive": "sensitive", "secret": "secret"}
_OWNERS_ALONE = frozenset({"personal", "sensitive", "secret"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """What a put did."""

    record: Record
    number: int | None
    """Of the key; None where it is not declared."""
    changed: bool
    """Whether it says something new."""
    revived: bool = False
    """Whether what was forgotten before was said again."""
    notice: str = ""
    """For the model: the name to use from now on."""

    def to_json(self) -> dict[str, Any]:
        return {
            "record": self.record.to_json(standalone=True), "number": self.number, "changed": self.changed,
            "revived": self.revived, "notice": self.notice,
        }  # fmt: skip


class Keyed:
    """The verbs of keyed memory over one store.

    Args:
        guard: The schema in force.
        store: Opens the store for reading.
        write: Runs a write on the store, again where it was busy.
        seen: What whoever opened the memory may see.
        clock: For times of records and for what is past its retention.
    """

    def __init__(
        self,
        guard: Guard,
        *,
        store: Callable[[], Store],
        write: Callable[..., Any],
        seen: Scopes,
        clock: Callable[[], datetime],
    ) -> None:
        self.guard = guard
        self._store, self._write, self._seen, self._clock = store, write, seen, clock

    def put(
        self,
        key: str,
        value: Json,
        *,
        scope: str,
        agent: str,
        by: str = By.MODEL,
        revision: int | None = None,
        dry_run: bool = False,
        session: str = "",
        surface: str = "",
    ) -> Put:
        """Put a value at a key; see `Memory.put`."""
        found = self.guard.writable(key, value, by=by)
        place = self._allowed(self.guard.home(found, scope))
        id = keyed_id(place, found.name)
        held: list[Record] = []

        def act(store: Store) -> Version:
            self.guard.free(found, lambda other: self._fetch(store, other, scope) is not None)
            before = store.read(id)
            held[:] = [before.record] if before is not None else []
            old = before.record if before is not None else None
            record, relax = self._record(found, place, id, value, agent, old)
            if before is not None and record == before.record and revision in {None, before.revision}:
                return before
            return store.write(record, expected_revision=revision, revive=True, relax=relax)

        version: Version = self._write(act, dry_run=dry_run)
        record, old = version.record, held[0] if held else None
        if not dry_run:
            self.guard.written(found, session=session, surface=surface)
        return Put(
            record=record,
            number=found.number or None,
            changed=old is None or record != old,
            revived=bool(set(record.revives) - set(old.revives if old is not None else ())),
            notice=self.guard.notice(found),
        )

    def checked(self, key: str, value: Json, *, scope: str, count: bool = True) -> tuple[str, str]:
        """The key's own name and its scope, where a person may put this value; as `put`."""
        found = self.guard.writable(key, value, by=By.PERSON)
        place = self.guard.home(found, scope)
        self.guard.free(found, lambda other: self._holds(other, scope))
        if count:
            self.guard.written(found)
        return found.name, place

    def _holds(self, found: Resolved, scope: str) -> bool:
        try:
            return self._fetch(self._store(), found, scope) is not None
        except StoreMissingError:
            return False

    def get(self, key: str, *, scope: str, session: str = "", surface: str = "") -> Got:
        """Read a key; see `Memory.get`."""
        found = self.guard.resolve(key)
        if found.key is not None and self.guard.names.home(found.key, scope) is None:
            where = self.guard.names.place_of(found.key)
            raise UsageError(f"{found.key.name} is not declared for {scope}; it lives in scopes such as {where}")
        store = self._store()
        return read(self.guard, key, lambda at: self._fetch(store, at, scope), session=session, surface=surface)

    def delete(self, key: str, *, scope: str, agent: str, by: str = By.MODEL, dry_run: bool = False) -> list[Tombstone]:
        """Forget what is at a key; see `Memory.delete`."""
        found = self.guard.deletable(key, by=by)
        ids = []
        for one in (found, *self.guard.twins(found)):
            place = self._home(one, scope)
            if place is not None:
                ids.append(keyed_id(self._allowed(place), one.name))
        gone: list[Tombstone] = self._write(
            lambda store: store.delete_many(ids, actor=agent), create=False, dry_run=dry_run
        )
        if gone and not dry_run:
            self.guard.deleted(found)
        return gone

    def keys(self, pattern: str | None = None, *, scope: str) -> Iterator[str]:
        """Names that have a value for whoever is at a scope, by id of their records; see `Memory.keys`."""
        return (name for name, _ in self.values(pattern, scope=scope))

    def values(self, pattern: str | None = None, *, scope: str) -> Iterator[tuple[str, Record]]:
        """As `keys`, each with its record."""
        wanted = self.guard.resolve(pattern) if pattern is not None else None
        where = Filter(scopes=Scopes.of(self._allowed(scope)), include_archived=True, expired_at=self._clock())
        for version in self._store().enumerate(where):
            record = version.record
            if record.key is None:
                continue
            found = self.guard.resolve(record.key)
            if found.reserved is not None or found.whole or found.name != record.key:
                continue
            if wanted is not None and _pattern(found) != _pattern(wanted):
                continue
            if self._home(found, scope) == record.scope:
                yield record.key, record

    def recalled(self, answer: Found) -> None:
        """Count the keyed memories of a recall."""
        if self.guard.declared:
            recalled(self.guard, (hit.record for hit in answer.hits), answer.cut)

    # Inside -------------------------------------------------------------------------------------------------------

    def _allowed(self, scope: str) -> str:
        if not self._seen.match(scope):
            raise UsageError(f"this memory was opened for {self._seen.patterns[0]}; {scope} lies outside it")
        return scope

    def _home(self, found: Resolved, scope: str) -> str | None:
        return scope if found.key is None else self.guard.names.home(found.key, scope)

    def _fetch(self, store: Store, found: Resolved, scope: str) -> Stored | None:
        place = self._home(found, scope)
        if place is None or not self._seen.match(place):
            return None
        version = store.find(place, found.name)
        if version is None:
            return None
        record = version.record
        if record.state == "superseded" or record.is_expired(self._clock()):
            return None
        value = record.value if record.value is not UNSET else record.content
        return Stored(value=value, stamp=record.stamp, record=record)

    def _record(
        self, found: Resolved, place: str, id: str, value: Json, agent: str, old: Record | None
    ) -> tuple[Record, bool]:
        """The record of a put, and whether it may be less strict than the one before."""
        key, now = found.key, self._clock().astimezone(UTC)
        ids = taken_apart(found.name)[1]
        content = content_of(key, key.name if key is not None else found.pattern, ids, value)
        ttl, relax = _ttl(key), False
        if old is not None:
            changed = replace(old, content=content, value=value, state=None, ttl=ttl)
            record, relax = reclassified(old, changed)
        else:
            record = classified(
                Record(
                    id=id, type=_type_of(content.partition(": ")[0]), content=content, scope=place, source_agent=agent,
                    created_at=now, key=found.name, value=value, ttl=ttl,
                )
            )  # fmt: skip
        return (self._promised(key, record, old, now) if key is not None else record), relax

    def _promised(self, key: KeyEntry, record: Record, old: Record | None, now: datetime) -> Record:
        """The record with what the schema promises of it."""
        record = replace(record, access=join_access(record.access, _access(key)))
        mark: dict[str, Json] = {"key": key.number, "revision": self.guard.names.snapshot.revision}
        before = record.meta.get(MARK)
        if record.ttl is not None:
            # Said again it is kept for the whole time again, so that this version is another one.
            mark["said_at"] = format_wire(now)
        elif isinstance(before, dict) and before.get("key") == key.number and old is not None:
            same = replace(record, meta=old.meta) == old
            mark = before if same else mark
        return replace(record, meta={**record.meta, MARK: mark})


def _pattern(found: Resolved) -> str:
    return found.key.name if found.key is not None else found.pattern


def _ttl(key: KeyEntry | None) -> float | None:
    lasts = hours(key.get("retention")) if key is not None else float("inf")
    return lasts * 3600 if lasts != float("inf") else None


def _access(key: KeyEntry) -> Access | None:
    """What the sensitivity of a key makes of its values: personal ones are for their owner alone."""
    sensitivity = key.get("sensitivity")
    if sensitivity not in _OWNERS_ALONE:
        return None
    level = _LEVELS.get(str(sensitivity), "normal")
    return Access(level=level, share="owner", detector=_DETECTOR if level != "normal" else None)


@lru_cache(maxsize=4096)
def _type_of(about: str) -> str:
    """The type that the description of a key speaks for; it is one for all its values."""
    return type_of(about)

"""What is written into a memory, changed in it and forgotten, and what of it is let through to models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from satchel.access.classify import classified, reclassified
from satchel.access.masking import masked
from satchel.access.policy import known_class
from satchel.service.events import Event
from satchel.service.memory_opened import OpenedMemory, not_found
from satchel.service.wording import type_of
from satchel.text.language import split_long
from satchel.text.reference import unresolved_references
from satchel_protocol.errors import UsageError
from satchel_protocol.ids import keyed_id
from satchel_protocol.permissions import Permission
from satchel_protocol.record import MAX_CONTENT_BYTES, UNSET, Access, Json, Record
from satchel_protocol.state import Version
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Tombstone

_EDITABLE = frozenset(
    "content type tags meta ttl importance basis confidence state access supersedes derived_from value created_at".split()
)


class Writing(OpenedMemory):
    """The verbs that write; see `Memory`."""

    def remember(
        self,
        content: str,
        *,
        type: str | None = None,
        scope: str | None = None,
        tags: Iterable[str] = (),
        key: str | None = None,
        value: Json = UNSET,
        ttl: float | None = None,
        importance: float | None = None,
        basis: str | None = None,
        confidence: float | None = None,
        access: Access | None = None,
        supersedes: Iterable[str] = (),
        derived_from: Iterable[str] = (),
        meta: Mapping[str, Json] | None = None,
        created_at: datetime | None = None,
        id: str | None = None,
        dry_run: bool = False,
    ) -> Record:
        """Write a memory. Its type is read from the wording when none is given.

        What was forgotten before and is remembered now comes back: somebody said it again on purpose, and the record
        lists the tombstone it revives. A text over 64 KiB is split into linked parts; the first is returned.

        With a key it is a keyed memory in words of one's own; the schema is asked as for a person's `put`.

        Raises:
            InvalidRecordError: with every problem.
            GuardError: the schema refuses the key, or the value.
        """
        scope = self._scope(scope)
        if key is not None:
            said = value if value is not UNSET else content
            key, scope = self.keyed().checked(key, said, scope=scope, count=not dry_run)
        self._warn_unresolved(content)
        parts = split_long(content, MAX_CONTENT_BYTES) or [content]
        first = Record(
            id=id or (keyed_id(scope, key) if key is not None else self._ids()),
            type=type or type_of(content),
            content=parts[0],
            scope=scope,
            source_agent=self.agent,
            created_at=(created_at or self._clock()).astimezone(UTC),
            ttl=ttl,
            tags=tuple(dict.fromkeys(tag.strip().lower() for tag in tags if tag.strip())),
            meta=dict(meta or {}),
            key=key,
            value=value,
            access=access,
            importance=importance,
            basis=basis,
            confidence=confidence,
            supersedes=tuple(supersedes),
            derived_from=tuple(derived_from),
        )
        records = [classified(r) for r in ([first] if len(parts) == 1 else self._linked(first, parts))]
        versions = self._write(lambda store: store.write_many(records, revive=True), dry_run=dry_run)
        self._warn_revived({t for v in versions for t in v.record.revives})
        if not dry_run:
            self._events.emit(Event(kind="remembered", ids=tuple(v.record.id for v in versions)))
        return versions[0].record

    def _linked(self, first: Record, parts: Sequence[str]) -> list[Record]:
        def part(number: int) -> dict[str, Json]:
            return {**first.meta, "part": {"of": first.id, "number": number, "total": len(parts)}}

        rest = [
            replace(first, id=f"{first.id}#{number}", content=text, meta=part(number), key=None, value=UNSET)
            for number, text in enumerate(parts[1:], 2)
        ]
        return [replace(first, meta=part(1)), *rest]

    def edit(self, id: str, *, expected_revision: int | None = None, dry_run: bool = False, **changes: Any) -> Record:
        """Change fields of a memory; what is not named stays.

        Args:
            id: The record.
            expected_revision: Compare-and-set.
            changes: Fields of `Record` and their new values.

        Raises:
            NotFoundError: there is no such record.
            UsageError: a field that cannot be changed: `id`, `scope`, `source_agent`, `origin` and the like.
            GuardError: the schema refuses the value of a keyed memory.
        """
        wrong = changes.keys() - _EDITABLE
        if wrong:
            raise UsageError(
                f"{', '.join(sorted(wrong))} cannot be edited; editable are {', '.join(sorted(_EDITABLE))}"
            )
        if "content" in changes:
            self._warn_unresolved(changes["content"])

        def change(store: Store) -> Version:
            before = self._readable(store, id)
            revision = before.revision if expected_revision is None else expected_revision
            if "value" in changes and before.record.key is not None:
                self.keyed().guard.writable(before.record.key, changes["value"], by="person")
            record, relax = replace(before.record, **changes), True
            if "content" in changes and "derived_from" not in changes:
                # Written anew, it no longer says what was forgotten.
                dead = store.dead_sources(record)
                record = replace(record, derived_from=tuple(id for id in record.derived_from if id not in dead))
            if "access" not in changes:
                record, relax = reclassified(before.record, record)
            return store.write(record, expected_revision=revision, revive=True, relax=relax)

        version = self._write(change, create=False, dry_run=dry_run)
        if not dry_run:
            self._events.emit(Event(kind="edited", ids=(id,)))
        return version.record

    def forget(self, id: str, *, dry_run: bool = False) -> Tombstone:
        """Forget a memory: its text goes, a tombstone keeps it from coming back.

        Raises:
            NotFoundError: there is no such record.
        """

        def delete(store: Store) -> Tombstone:
            self._readable(store, id)
            tombstone = store.delete(id, actor=self.agent)
            if tombstone is None:
                raise not_found(id)
            return tombstone

        tombstone = self._write(delete, create=False, dry_run=dry_run)
        if not dry_run:
            self._events.emit(Event(kind="forgotten", ids=(id, *tombstone.derived)))
        return tombstone

    def forget_many(self, ids: Iterable[str], *, dry_run: bool = False) -> list[Tombstone]:
        """Forget several memories; what goes along with one of them need not be forgotten by itself.

        Returns:
            One tombstone for each that did not go along with another one.

        Raises:
            NotFoundError: one of them is not there; none was forgotten then.
        """
        ids = list(dict.fromkeys(ids))
        for id in ids:
            self._readable(self.store(), id)
        forgotten: list[Tombstone] = []
        gone: set[str] = set()
        for id in ids:
            if id not in gone:
                forgotten.append(self.forget(id, dry_run=dry_run))
                gone.update(forgotten[-1].derived)
        return forgotten

    def allow(self, kind: str, *, scope: str | None = None, dry_run: bool = False) -> Permission:
        """Let a class of sensitive memories through to models in a scope, from now on; see `permissions`.

        Files and streams are another matter: they are let out one by one (`include_sensitive`).

        Args:
            kind: A class, such as `health`.
            scope: A pattern; the configured scope when left out.
            dry_run: Look whether it could be done.

        Raises:
            UsageError: there is no such class.
        """
        kind = known_class(kind)
        return self._write(
            lambda store: store.permit(kind, scope or self.scope, actor=self.agent), create=False, dry_run=dry_run
        )

    def disallow(self, kind: str, *, scope: str | None = None, dry_run: bool = False) -> bool:
        """Take a permission back; says whether there was one."""
        kind = known_class(kind)
        return self._write(lambda store: store.withdraw(kind, scope or self.scope), create=False, dry_run=dry_run)

    def permissions(self) -> Sequence[Permission]:
        """What is let through to models on purpose."""
        return self.store().permissions()

    def needing_rebuild(
        self, *, scope: str | Iterable[str] | None = None, of: Iterable[str] | None = None
    ) -> Sequence[Record]:
        """Memories that were derived from a forgotten one and from others, by id: they wait to be written anew.

        `edit` with a new content clears one from this list. With `of`, only those derived from these.
        """
        found = self.store().needing_rebuild(self._scopes(scope), of=of)
        return [version.record for version in found if self._policy.withhold(version.record) is None]

    def _warn_unresolved(self, content: str) -> None:
        for reference in unresolved_references(content):
            self._events.emit(Event(kind="warned", detail=masked(reference.message)))

"""The writing rules every store shares: local writes, merges, forgetting. Works inside one transaction of an adapter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from satchel_protocol.errors import (
    InvalidRecordError,
    Problem,
    RevisionConflictError,
    ScopeCollisionError,
    TombstonedError,
)
from satchel_protocol.fingerprint import sketch_similarity, text_print, text_sketch
from satchel_protocol.merge import (
    Incarnation,
    Order,
    Verdict,
    bounded_tombstone,
    compare_incarnations,
    forbidden_by_derivation,
    forbidden_by_id,
    forbidden_by_print,
    implied_tombstones,
    inherit,
    is_stricter,
    join,
    join_tombstones,
    order_of,
)
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes, is_within, scope_root
from satchel_protocol.state import Buried, Merged, Outcome, Quarantined, Version
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction

TOO_FAR_AHEAD: Final = timedelta(days=2)
"""A version dated further in the future than this is set aside: it would beat every honest edit until then."""
NEAR_DUPLICATE: Final = 0.85
"""Sketch similarity from which a text counts as a near-duplicate of a forgotten one."""


@dataclass(slots=True)
class Writer:
    """The writing rules, inside one transaction."""

    tx: Transaction
    clock: Callable[[], datetime]
    ids: Callable[[], str]
    entropy: Callable[[int], bytes]
    batch: str | None = None
    where: str = ""
    quarantine_similar: bool = False
    _keys: dict[str, list[bytes]] = field(default_factory=dict)
    _sketches: dict[str, list[Tombstone]] | None = None

    # A local write

    def local(self, record: Record, expected: int | None, *, revive: bool, relax: bool) -> Version:
        self._ensure_identity()
        before = self.tx.current(record.id)
        found = before.revision if before is not None else 0
        if expected is not None and expected != found:
            raise RevisionConflictError(record.id, expected=expected, found=found)
        if before is not None and before.record.scope != record.scope:
            raise ScopeCollisionError(f"record {record.id} is in another scope; a record's scope never changes")
        now = self._now()
        self._refuse_future(record, now)
        record = replace(record, revives=tuple(sorted({*record.revives, *(before.record.revives if before else ())})))
        record = self._revived(record) if revive else record
        verdict = self._forbidden(record, order_of(record))
        if verdict is not None:
            raise TombstonedError(_why(verdict, record) + "; write it with revive to bring it back on purpose")
        if before is None:
            return self._put(record, None)
        record = self._dated(record, before, now, relax=relax)
        if record is before.record:
            return before
        return self._put(record, before)

    def _dated(self, record: Record, before: Version, now: datetime, *, relax: bool) -> Record:
        """The record as the next version after `before`; `before.record` itself when it says nothing new."""
        old = before.record
        access = record.access
        if is_stricter(old.access, access):
            if relax:
                access = replace(access or type(old.access)(), relaxed_at=now) if old.access else access
            else:
                access = inherit(record, created_at=None, access=old.access).access
        created = min((at for at in (old.created_at, record.created_at) if at is not None), default=None)
        record = replace(record, access=access, created_at=created)
        same = record.digest() == before.digest and access == old.access and created == old.created_at
        if same:
            return old
        stamp = old.stamp
        updated = now if stamp is None else max(now, stamp + timedelta(microseconds=1))
        return replace(record, updated_at=updated)

    def _revived(self, record: Record) -> Record:
        """The record listing every tombstone that forbids it."""
        revives = set(record.revives)
        while True:
            candidate = replace(record, revives=tuple(sorted(revives)))
            verdict = self._forbidden(candidate, order_of(candidate))
            if verdict is None:
                return candidate
            revives.add(verdict.tombstone.tombstone_id)

    def delete(self, id: str, *, actor: str, reason: str, expected: int | None) -> Tombstone | None:
        self._ensure_identity()
        before = self.tx.current(id)
        if before is None:
            return None
        if expected is not None and expected != before.revision:
            raise RevisionConflictError(id, expected=expected, found=before.revision)
        record = before.record
        now = self._now()
        keys = self._keys_of(record.scope)
        derived = self._derived_alone(id) if reason == "user" else []
        tombstone = Tombstone(
            id=id,
            tombstone_id=self.ids(),
            scope=record.scope,
            deleted_at=now,
            actor=actor,
            reason=reason,
            derived=tuple(sorted(derived)),
            prints=tuple(sorted(text_print(key, record.content) for key in keys)),
            sketch=text_sketch(keys[0], record.content),
        )
        # Before the tombstone itself, whose arrival would give them bounded tombstones only.
        for other in derived:
            self._bury_derived(other, tombstone)
        self.bury(tombstone)
        return tombstone

    def _bury_derived(self, id: str, cause: Tombstone) -> None:
        version = self.tx.current(id)
        if version is None:
            return
        record = version.record
        prints = sorted(text_print(key, record.content) for key in self._keys_of(record.scope))
        self.bury(
            replace(
                cause,
                id=id,
                tombstone_id=self.ids(),
                scope=record.scope,
                derived=(),
                prints=tuple(prints),
                sketch=text_sketch(self._keys_of(record.scope)[0], record.content),
                cause=cause.tombstone_id,
            )
        )

    def _derived_alone(self, id: str) -> list[str]:
        """Ids of all records whose every source is `id` or one of these, transitively."""
        gone, queue = {id}, [id]
        while queue:
            for other in self.tx.ids_derived_from(queue.pop()):
                version = self.tx.current(other)
                if version is not None and other not in gone and gone.issuperset(version.record.derived_from):
                    gone.add(other)
                    queue.append(other)
        return sorted(gone - {id})

    # A merge

    def merge(self, item: Record | Tombstone) -> Merged:
        self._ensure_identity()
        if isinstance(item, Tombstone):
            changed = self.bury(item)
            return Merged(id=item.id, outcome=Outcome.TOMBSTONE_APPLIED, changed=changed)
        return self._merge_record(item)

    def _merge_record(self, record: Record) -> Merged:
        digest = record.digest()
        order = order_of(record, digest=digest)
        before = self.tx.current(record.id)
        if before is not None and before.record.scope != record.scope:
            return self._aside(record, f"the id is taken by a record of scope {before.record.scope}")
        now = self._now()
        if record.stamp is not None and record.stamp > now + TOO_FAR_AHEAD:
            return self._aside(record, "it is dated more than two days in the future")
        relation = Incarnation.SAME
        if before is not None:
            relation = compare_incarnations(record.revives, before.record.revives)
        verdict = self._forbidden(record, order)
        if verdict is not None:
            return self._dead_on_arrival(record, order, verdict, before, relation)
        if before is None:
            if self.quarantine_similar:
                near = self._near_forgotten(record)
                if near is not None:
                    return self._aside(record, near)
            version = self._put(self._with_inheritance(record), None, digest=digest)
            return Merged(id=record.id, outcome=Outcome.IMPORTED, revision=version.revision, changed=True)
        if relation is Incarnation.OLDER:
            return Merged(id=record.id, outcome=Outcome.TOMBSTONED, reason="a later revival of it is here")
        if relation is Incarnation.RIVAL:
            self._kill_rivals(record, before)
            reason = "it and the version here each revive a delete that the other did not know of"
            return Merged(id=record.id, outcome=Outcome.TOMBSTONED, reason=reason, changed=True)
        if relation is Incarnation.NEWER:
            version = self._put(self._with_inheritance(record), before, digest=digest)
            return Merged(id=record.id, outcome=Outcome.IMPORTED, revision=version.revision, changed=True)
        return self._join(record, digest, before)

    def _join(self, record: Record, digest: str, before: Version) -> Merged:
        joined = join(before.record, record)
        wins = order_of(record, digest=digest) > order_of(before.record, digest=before.digest)
        same_text = digest == before.digest
        if same_text:
            outcome = Outcome.UNCHANGED
        else:
            outcome = Outcome.IMPORTED if wins else Outcome.SUPERSEDED
        old = before.record
        if not wins and joined.created_at == old.created_at and joined.access == old.access:
            return Merged(id=record.id, outcome=outcome, revision=before.revision)
        version = self._put(joined, before, digest=digest if wins else before.digest)
        return Merged(id=record.id, outcome=outcome, revision=version.revision, changed=True)

    def _with_inheritance(self, record: Record) -> Record:
        """What a version takes over from earlier ones that are known only by their bounded tombstones."""
        if not self.tx.has_tombstones():
            return record
        for buried in self.tx.tombstones_of(record.id):
            through = buried.tombstone.through
            if through is not None and through.revives == record.revives:
                record = inherit(record, created_at=through.created_at, access=through.access)
        return record

    def _dead_on_arrival(
        self, record: Record, order: Order, verdict: Verdict, before: Version | None, relation: Incarnation
    ) -> Merged:
        changed = False
        if verdict.how == "id":
            known = [b.tombstone for b in self.tx.tombstones_of(record.id)]
            for implied in implied_tombstones(record, known):
                changed |= self.bury(implied)
        else:
            changed = self.bury(bounded_tombstone(record, order, verdict))
        return Merged(id=record.id, outcome=Outcome.TOMBSTONED, reason=_why(verdict, record), changed=changed)

    def _kill_rivals(self, record: Record, before: Version) -> None:
        known = [b.tombstone for b in self.tx.tombstones_of(record.id)]
        for implied in (*implied_tombstones(record, known), *implied_tombstones(before.record, known)):
            self.bury(implied)

    # Tombstones

    def bury(self, tombstone: Tombstone) -> bool:
        """Store a tombstone and remove what it forbids; whether anything changed."""
        held = next(
            (b for b in self.tx.tombstones_of(tombstone.id) if b.tombstone.tombstone_id == tombstone.tombstone_id), None
        )
        joined = join_tombstones(held.tombstone, tombstone) if held is not None else tombstone
        if held is not None and joined == held.tombstone:
            return False
        batch = held.batch if held is not None else self.batch
        seq = self.tx.next_seq()
        victims = self._victims(joined)
        # A tombstone that removed a text no longer belongs to its import: undoing that cannot bring the text back.
        self.tx.bury(Buried(tombstone=joined, seq=seq, batch=None if victims else batch))
        for version, verdict in victims:
            self._kill(version, verdict)
        return True

    def _victims(self, tombstone: Tombstone) -> list[tuple[Version, Verdict]]:
        found: list[tuple[Version, Verdict]] = []
        own = self.tx.current(tombstone.id)
        if own is not None:
            verdict = forbidden_by_id(own.record, order_of(own.record, digest=own.digest), [tombstone])
            if verdict is not None:
                found.append((own, verdict))
        for fingerprint in tombstone.prints:
            for id in self.tx.ids_with_print(fingerprint):
                version = self.tx.current(id)
                if version is not None and id != tombstone.id:
                    verdict = forbidden_by_print(version.record, [fingerprint], [tombstone])
                    if verdict is not None:
                        found.append((version, verdict))
        for id in self.tx.ids_derived_from(tombstone.id):
            version = self.tx.current(id)
            if version is not None:
                verdict = forbidden_by_derivation(version.record, [*self._source_tombstones(version.record), tombstone])
                if verdict is not None:
                    found.append((version, verdict))
        return found

    def _kill(self, version: Version, verdict: Verdict) -> None:
        record = version.record
        if self.tx.current(record.id) is None:
            return
        known = [b.tombstone for b in self.tx.tombstones_of(record.id)]
        order = order_of(record, digest=version.digest)
        self.tx.drop(record.id)
        if verdict.how != "id":
            self.bury(bounded_tombstone(record, order, verdict))
        else:
            for implied in implied_tombstones(record, known):
                self.bury(implied)

    def _forbidden(self, record: Record, order: Order) -> Verdict | None:
        if not self.tx.has_tombstones():
            return None
        verdict = forbidden_by_id(record, order, [b.tombstone for b in self.tx.tombstones_of(record.id)])
        if verdict is not None:
            return verdict
        prints = self.prints(record)
        with_prints = [
            tombstone for p in prints for tombstone in self.tx.tombstones_with_print(p) if tombstone.id != record.id
        ]
        return forbidden_by_print(record, prints, with_prints) or forbidden_by_derivation(
            record, self._source_tombstones(record)
        )

    def _source_tombstones(self, record: Record) -> list[Tombstone]:
        return [b.tombstone for source in record.derived_from for b in self.tx.tombstones_of(source)]

    def _near_forgotten(self, record: Record) -> str | None:
        if self._sketches is None:
            self._sketches = {}
            for buried in self.tx.tombstones():
                if buried.tombstone.sketch:
                    self._sketches.setdefault(scope_root(buried.tombstone.scope), []).append(buried.tombstone)
        for tombstone in self._sketches.get(scope_root(record.scope), ()):
            if is_within(record.scope, tombstone.scope):
                for key in self._keys_of(record.scope):
                    likeness = sketch_similarity(text_sketch(key, record.content), tombstone.sketch)
                    if likeness >= NEAR_DUPLICATE:
                        return f"its text is much like one that was forgotten (tombstone of {tombstone.id})"
        return None

    # Small things

    def _put(self, record: Record, before: Version | None, *, digest: str | None = None) -> Version:
        version = Version(
            record=record,
            revision=before.revision + 1 if before is not None else 1,
            seq=self.tx.next_seq(),
            digest=digest if digest is not None else record.digest(),
            batch=self.batch,
        )
        self.tx.put(version, prints=self.prints(record), keep=True)
        return version

    def _aside(self, record: Record, reason: str) -> Merged:
        item = Quarantined(
            number=0,
            item=record.to_json(),
            outcome=Outcome.QUARANTINED,
            reason=reason,
            where=self.where,
            batch=self.batch,
        )
        self.tx.set_aside(item)
        return Merged(id=record.id, outcome=Outcome.QUARANTINED, reason=reason)

    def _refuse_future(self, record: Record, now: datetime) -> None:
        if record.stamp is not None and record.stamp > now + TOO_FAR_AHEAD:
            problem = Problem("created_at", "range", "it is dated more than two days in the future")
            raise InvalidRecordError([problem])

    def _now(self) -> datetime:
        return self.clock()

    def prints(self, record: Record) -> list[str]:
        return [text_print(key, record.content) for key in self._keys_of(record.scope)]

    def _keys_of(self, scope: str) -> list[bytes]:
        root = scope_root(scope)
        keys = self._keys.get(root)
        if keys is None:
            stored = dict(self.tx.setting("print_keys") or {})
            if root not in stored:
                stored[root] = [self.entropy(32).hex()]
                self.tx.set_setting("print_keys", stored)
            keys = self._keys[root] = [bytes.fromhex(k) for k in stored[root]]
        return keys

    def adopt_keys(self, keys: Mapping[str, Iterable[bytes]]) -> None:
        self._ensure_identity()
        stored = {root: list(known) for root, known in (self.tx.setting("print_keys") or {}).items()}
        changed: set[str] = set()
        for root, more in keys.items():
            known = stored.setdefault(root, [])
            fresh = [key.hex() for key in more if key.hex() not in known]
            if fresh:
                known.extend(fresh)
                changed.add(root)
        if not changed:
            return
        self.tx.set_setting("print_keys", stored)
        self._keys.clear()
        for root in changed:
            for version in list(self.tx.scan(Scopes((root,)))):
                self.tx.reprint(version.record.id, self.prints(version.record))
        for buried in list(self.tx.tombstones()):
            if scope_root(buried.tombstone.scope) in changed:
                for version, verdict in self._victims(buried.tombstone):
                    self._kill(version, verdict)

    def _ensure_identity(self) -> None:
        if self.tx.setting("store_id") is None:
            self.tx.set_setting("store_id", self.ids())
            self.tx.set_setting("epoch", self.ids())


def _why(verdict: Verdict, record: Record) -> str:
    how = {
        "id": f"record {record.id} was forgotten",
        "print": "the same text was forgotten",
        "derived": "everything it was derived from was forgotten",
    }[verdict.how]
    at = verdict.tombstone.deleted_at
    return f"{how} on {at:%Y-%m-%d}" if at is not None else how

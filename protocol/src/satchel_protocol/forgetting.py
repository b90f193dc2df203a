"""Storing tombstones and removing what they forbid, inside one transaction of an adapter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import quote

from satchel_protocol.fingerprint import text_sketch
from satchel_protocol.ids import twin_tombstone_id
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
    is_forgotten_source,
    is_revived,
    join_through,
    join_tombstones,
    order_of,
    through_of,
)
from satchel_protocol.printkeys import PrintKeys
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes, scope_root
from satchel_protocol.similar import ForgottenTexts
from satchel_protocol.state import Buried, Version
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction


def widened_by(batch: str) -> str:
    """What the settings are called that hold [tombstone before, tombstone after] for each that an import widened, so
    that it can be undone; the number of the change follows."""
    return f"widened/{quote(batch, safe='')}/"


def dead_sources(tx: Transaction, record: Record) -> tuple[str, ...]:
    """Those of a record's sources that a person forgot and that are not remembered again."""
    return tuple(
        source
        for source in record.derived_from
        if tx.current(source) is None
        and any(
            is_forgotten_source(buried.tombstone) and not is_revived(buried.tombstone, record)
            for buried in tx.tombstones_of(source)
        )
    )


@dataclass(slots=True)
class Graveyard:
    """The tombstones of a store."""

    tx: Transaction
    keys: PrintKeys
    texts: ForgottenTexts
    batch: str | None = None

    # What a tombstone forbids

    def forbidden(self, record: Record, order: Order) -> Verdict | None:
        """Why a version may not live here; None when it may."""
        if not self.tx.has_tombstones():
            return None
        verdict = forbidden_by_id(record, order, self.of(record.id))
        if verdict is not None:
            return verdict
        prints = self.keys.prints(record)
        with_prints = [tombstone for p in prints for tombstone in self.tx.tombstones_with_print(p)]
        return forbidden_by_print(record, prints, with_prints) or forbidden_by_derivation(
            record, self._of_sources(record)
        )

    def of(self, id: str) -> list[Tombstone]:
        """The tombstones of one id."""
        return [buried.tombstone for buried in self.tx.tombstones_of(id)]

    def _of_sources(self, record: Record) -> list[Tombstone]:
        return [tombstone for source in record.derived_from for tombstone in self.of(source)]

    def inheritance(self, record: Record) -> Record:
        """The record with what it takes over from earlier versions known only by their bounded tombstones."""
        if not self.tx.has_tombstones():
            return record
        for tombstone in self.of(record.id):
            through = tombstone.through
            if through is not None and set(through.revives) == set(record.revives):
                record = inherit(record, created_at=through.created_at, access=through.access)
        return record

    # Storing one

    def bury(self, tombstone: Tombstone) -> bool:
        """Store a tombstone and remove what it forbids; whether anything changed."""
        held = next(
            (b for b in self.tx.tombstones_of(tombstone.id) if b.tombstone.tombstone_id == tombstone.tombstone_id), None
        )
        joined = join_tombstones(held.tombstone, tombstone) if held is not None else tombstone
        if held is not None and joined == held.tombstone:
            return False
        victims = self._victims(joined)
        # A tombstone that removed a text no longer belongs to its import: undoing that cannot bring the text back.
        batch = None if victims else held.batch if held is not None else self.batch
        self.tx.bury(Buried(tombstone=joined, seq=self.tx.next_seq(), batch=batch))
        if held is not None and not victims and held.batch != self.batch:
            self._note_widened(held.tombstone, joined)
        self.texts.add(joined)
        for version, verdict in victims:
            self._kill(version, verdict)
        if joined.through is not None:
            self.imply(joined.id, joined.scope, joined.through.revives)
            self._bequeath(joined)
        return True

    def imply(self, id: str, scope: str, revives: tuple[str, ...]) -> bool:
        """Store the tombstones that a version proves by what it revives; whether any is new."""
        changed = False
        for implied in implied_tombstones(id, scope, revives, self.of(id)) if revives else ():
            changed |= self.bury(implied)
        return changed

    def dead_on_arrival(self, record: Record, order: Order, verdict: Verdict) -> bool:
        """Note what a forbidden version teaches, and remove what that forbids; whether anything changed."""
        changed = self.imply(record.id, record.scope, record.revives)
        tombstone = verdict.tombstone
        if verdict.how != "id":
            if not self._is_outdone(record, order):
                changed |= self.bury(bounded_tombstone(record, order, verdict))
        elif tombstone.through is not None and set(tombstone.through.revives) == set(record.revives):
            # It lies within the bound, and later versions inherit from it too.
            changed |= self.bury(replace(tombstone, through=join_through(tombstone.through, through_of(record, order))))
        return changed

    def _is_outdone(self, record: Record, order: Order) -> bool:
        """Whether the live version stands above this one and has taken over all it knew: it needs no bound then."""
        version = self.tx.current(record.id)
        if version is None:
            return False
        live = version.record
        relation = compare_incarnations(record.revives, live.revives)
        if relation is not Incarnation.SAME:
            return relation is Incarnation.OLDER
        later = order < order_of(live, digest=version.digest)
        return later and inherit(live, created_at=record.created_at, access=record.access) is live

    def _bequeath(self, tombstone: Tombstone) -> None:
        """Let the live version, if it is a later one of the same incarnation, take over what the forgotten ones knew."""
        version = self.tx.current(tombstone.id)
        if version is None or tombstone.through is None:
            return
        if compare_incarnations(version.record.revives, tombstone.through.revives) is not Incarnation.SAME:
            return
        record = inherit(version.record, created_at=tombstone.through.created_at, access=tombstone.through.access)
        if record is not version.record:
            self.put(record, version, digest=version.digest)

    def _note_widened(self, before: Tombstone, after: Tombstone) -> None:
        if self.batch is not None:
            name = f"{widened_by(self.batch)}{self.tx.last_seq():020}"
            self.tx.set_setting(name, [before.to_json(), after.to_json()])

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
                if version is not None:
                    verdict = forbidden_by_print(version.record, [fingerprint], [tombstone])
                    if verdict is not None:
                        found.append((version, verdict))
        if is_forgotten_source(tombstone):
            for id in self.tx.ids_derived_from(tombstone.id):
                version = self.tx.current(id)
                if version is not None:
                    sources = [*self._of_sources(version.record), tombstone]
                    verdict = forbidden_by_derivation(version.record, sources)
                    if verdict is not None:
                        found.append((version, verdict))
        return found

    def _kill(self, version: Version, verdict: Verdict) -> None:
        if self.tx.current(version.record.id) is None:
            return
        self.tx.drop(version.record.id)
        self.dead_on_arrival(version.record, order_of(version.record, digest=version.digest), verdict)

    # Forgetting on somebody's word

    def forget(self, record: Record, *, at: datetime, actor: str, reason: str, ids: Callable[[], str]) -> Tombstone:
        """Bury a live record, and with reason `user` what was derived from it alone."""
        derived = self._derived_alone(record.id) if reason == "user" else []
        blank = Tombstone(id="", tombstone_id=ids(), scope="", deleted_at=at, actor=actor, reason=reason)
        tombstone = replace(self._epitaph(blank, record), derived=tuple(derived))
        for other in derived:
            version = self.tx.current(other)
            if version is not None:
                # Before the tombstone itself, whose arrival would give them bounded tombstones only. It has the id of
                # those, so that replicas that cascade and replicas that are told of it agree.
                own = twin_tombstone_id(tombstone.tombstone_id, other)
                followed = replace(blank, tombstone_id=own, cause=tombstone.tombstone_id)
                self.bury(self._epitaph(followed, version.record))
        self.bury(tombstone)
        return tombstone

    def _epitaph(self, blank: Tombstone, record: Record) -> Tombstone:
        return replace(
            blank,
            id=record.id,
            scope=record.scope,
            prints=tuple(sorted(self.keys.prints(record))),
            sketch=text_sketch(self.keys.of(record.scope)[0], record.content),
        )

    def _derived_alone(self, id: str) -> list[str]:
        """Ids of all records whose every source is `id`, one of these, or forgotten before; transitively."""
        gone, queue = {id}, [id]
        while queue:
            for other in self.tx.ids_derived_from(queue.pop()):
                version = self.tx.current(other)
                if version is None or other in gone:
                    continue
                if all(
                    source in gone or self._is_dead_for(source, version.record)
                    for source in version.record.derived_from
                ):
                    gone.add(other)
                    queue.append(other)
        return sorted(gone - {id})

    def _is_dead_for(self, source: str, record: Record) -> bool:
        return any(is_forgotten_source(t) and not is_revived(t, record) for t in self.of(source))

    # Small things

    def put(self, record: Record, before: Version | None, *, digest: str | None = None) -> Version:
        """Make a record the live version after `before`."""
        version = Version(
            record=record,
            revision=before.revision + 1 if before is not None else 1,
            seq=self.tx.next_seq(),
            digest=digest if digest is not None else record.digest(),
            batch=self.batch,
        )
        self.tx.put(version, prints=self.keys.prints(record), keep=True)
        return version

    def rekey(self, roots: set[str]) -> None:
        """After new keys came in: give the records of these roots their new prints, and remove what that forbids."""
        for root in sorted(roots):
            for version in list(self.tx.scan(Scopes((root,)))):
                self.tx.reprint(version.record.id, self.keys.prints(version.record))
        for buried in list(self.tx.tombstones()):
            if scope_root(buried.tombstone.scope) in roots:
                victims = self._victims(buried.tombstone)
                if victims and buried.batch is not None:
                    self.tx.bury(replace(buried, batch=None))
                for version, verdict in victims:
                    self._kill(version, verdict)

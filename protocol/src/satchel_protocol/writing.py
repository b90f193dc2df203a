"""The writing rules every store shares: local writes, merges, forgetting. Works inside one transaction of an adapter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from satchel_protocol.canonical import digest as digest_of
from satchel_protocol.checks import problems_of, problems_of_tombstone
from satchel_protocol.errors import (
    InvalidRecordError,
    InvalidTimeError,
    Problem,
    RevisionConflictError,
    ScopeCollisionError,
    TombstonedError,
)
from satchel_protocol.fingerprint import text_print, text_sketch
from satchel_protocol.forgetting import Graveyard
from satchel_protocol.merge import (
    Incarnation,
    Verdict,
    compare_incarnations,
    is_stricter,
    join,
    join_access,
    order_of,
    revival_of,
)
from satchel_protocol.printkeys import PrintKeys
from satchel_protocol.quickdigest import digest_of as digest_of_record
from satchel_protocol.record import Access, Json, Record
from satchel_protocol.similar import ForgottenTexts
from satchel_protocol.state import Merged, Outcome, Quarantined, Version
from satchel_protocol.tombstone import Tombstone
from satchel_protocol.transaction import Transaction

TOO_FAR_AHEAD: Final = timedelta(days=2)
"""A version dated further in the future than this is set aside: it would beat every honest edit until then."""
_TICK: Final = timedelta(microseconds=1)


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
    said: Mapping[str, str] = field(default_factory=dict)
    """Tombstone id → what the deleted record said, for tombstones of a merge that come without prints of ours."""
    beside: Collection[str] = ()
    """Ids of tombstones that the source of a merge shows beside what lives there: no record is set aside for those."""
    keys: PrintKeys = field(init=False)
    texts: ForgottenTexts = field(init=False)
    graves: Graveyard = field(init=False)
    _now: datetime | None = None
    _aside_by_digest: dict[str, int] | None = None

    def __post_init__(self) -> None:
        self.keys = PrintKeys(self.tx, self.entropy)
        self.texts = ForgottenTexts(self.tx, self.keys)
        self.graves = Graveyard(self.tx, self.keys, self.texts, self.batch)

    # A local write

    def local(self, record: Record, expected: int | None, *, revive: bool, relax: bool) -> Version:
        self.ensure_identity()
        before = self.tx.current(record.id)
        found = before.revision if before is not None else 0
        if expected is not None and expected != found:
            raise RevisionConflictError(record.id, expected=expected, found=found)
        if self._collision(record.id, record.scope, before) is not None:
            raise ScopeCollisionError(f"record {record.id} is in another scope; a record's scope never changes")
        now = self.clock()
        ahead = _far_ahead(record, now)
        if ahead is not None:
            raise InvalidRecordError([ahead])
        if before is not None:
            record = self._dated(record, before, now, relax=relax)
            if record is before.record:
                return before
        if not self.tx.has_tombstones():
            return self.graves.put(record, before)
        if revive:
            record = self._revived(record)
        verdict = self.graves.forbidden(record, order_of(record))
        if verdict is not None:
            raise TombstonedError(_why(verdict, record) + "; write it with revive to bring it back on purpose")
        return self.graves.put(record if before is not None else self.graves.inheritance(record), before)

    def _dated(self, record: Record, before: Version, now: datetime, *, relax: bool) -> Record:
        """The record as the next version after `before`; `before.record` itself when it says nothing new."""
        old = before.record
        access = _access_after(old.access, record.access, now, relax=relax)
        created = min((at for at in (old.created_at, record.created_at) if at is not None), default=None)
        revives = tuple(sorted({*record.revives, *old.revives}))
        record = replace(record, access=access, created_at=created, revives=revives)
        if record.digest() == before.digest and access == old.access and created == old.created_at:
            return old
        stamp = old.stamp
        return replace(record, updated_at=now if stamp is None else max(now, stamp + _TICK))

    def _revived(self, record: Record) -> Record:
        """The record listing every tombstone that forbids it."""
        revives = set(record.revives)
        while True:
            candidate = replace(record, revives=tuple(sorted(revives)))
            verdict = self.graves.forbidden(candidate, order_of(candidate))
            if verdict is None:
                return candidate
            more = revival_of(verdict, candidate)
            # A fresh id makes a newer incarnation where what forbids it cannot be named.
            revives |= more if not more <= revives else {self.ids()}

    def delete(self, id: str, *, actor: str, reason: str, expected: int | None) -> Tombstone | None:
        blank = Tombstone(id="any", tombstone_id="any", scope="public", actor=actor, reason=reason)
        problems = problems_of_tombstone(blank)
        if problems:
            raise InvalidRecordError(problems)
        before = self.tx.current(id)
        if before is None:
            return None
        if expected is not None and expected != before.revision:
            raise RevisionConflictError(id, expected=expected, found=before.revision)
        self.ensure_identity()
        return self.graves.forget(before.record, at=self.clock(), actor=actor, reason=reason, ids=self.ids)

    # A merge

    def merge(self, item: Record | Tombstone) -> Merged:
        return self.merge_all([item])[0]

    def merge_all(self, items: Sequence[Record | Tombstone]) -> list[Merged]:
        """Merge items in their order.

        What needs nothing but an item is done for all of them first: the same step again and again is quicker than one
        item after the other.
        """
        self.ensure_identity()
        problems = [problems_of_tombstone(i) if isinstance(i, Tombstone) else problems_of(i) for i in items]
        digests = [
            "" if bad or isinstance(item, Tombstone) else digest_of_record(item)
            for item, bad in zip(items, problems, strict=True)
        ]
        return list(map(self._merge_one, items, problems, digests))

    def _merge_one(self, item: Record | Tombstone, problems: list[Problem], digest: str) -> Merged:
        if problems:
            return self._rejected(item, problems)
        return self._merge_tombstone(item) if isinstance(item, Tombstone) else self._merge_record(item, digest)

    def _rejected(self, item: Record | Tombstone, problems: list[Problem]) -> Merged:
        """Set an item aside that breaks a rule: it would come out of a stream as another one, or not at all."""
        reason = "; ".join(map(str, problems))
        return self._aside(_shown(item.id), _presentable(item), _shown(reason), Outcome.REJECTED)

    def _merge_tombstone(self, tombstone: Tombstone) -> Merged:
        taken = self._collision(tombstone.id, tombstone.scope, self.tx.current(tombstone.id))
        if taken is not None:
            return self._aside(tombstone.id, {"tombstone": tombstone.to_json()}, f"the id is taken by scope {taken}")
        changed = self.graves.bury(self._printed(tombstone))
        return Merged(id=tombstone.id, outcome=Outcome.TOMBSTONE_APPLIED, changed=changed)

    def _printed(self, tombstone: Tombstone) -> Tombstone:
        text = self.said.get(tombstone.tombstone_id)
        if not text:
            return tombstone
        keys = self.keys.of(tombstone.scope)
        prints = {*tombstone.prints, *(text_print(key, text) for key in keys)}
        return replace(tombstone, prints=tuple(sorted(prints)), sketch=tombstone.sketch or text_sketch(keys[0], text))

    def _merge_record(self, record: Record, digest: str) -> Merged:
        before = self.tx.current(record.id)
        taken = self._collision(record.id, record.scope, before)
        if taken is not None:
            return self._aside(record.id, record.to_json(), f"the id is taken by a record of scope {taken}")
        if self._now is None:
            self._now = self.clock()  # once: nobody waits for two days within one transaction
        ahead = _far_ahead(record, self._now)
        if ahead is not None:
            return self._aside(record.id, record.to_json(), ahead.message)
        order = order_of(record, digest=digest)
        verdict = self.graves.forbidden(record, order)
        if verdict is not None:
            changed = self.graves.dead_on_arrival(record, order, verdict)
            return Merged(id=record.id, outcome=Outcome.TOMBSTONED, reason=_why(verdict, record), changed=changed)
        if before is None:
            return self._merge_new(record, digest)
        relation = compare_incarnations(record.revives, before.record.revives)
        if relation is Incarnation.OLDER:
            return Merged(id=record.id, outcome=Outcome.TOMBSTONED, reason="a later revival of it is here")
        if relation is Incarnation.RIVAL:
            # Each dies of what the other proves; burying what this one proves removes the one that is here.
            self.graves.imply(record.id, record.scope, record.revives)
            reason = "it and the version here each revive a delete that the other did not know of"
            return Merged(id=record.id, outcome=Outcome.TOMBSTONED, reason=reason, changed=True)
        if relation is Incarnation.NEWER:
            version = self.graves.put(self.graves.inheritance(record), before, digest=digest)
            return Merged(id=record.id, outcome=Outcome.IMPORTED, revision=version.revision, changed=True)
        return self._join(record, digest, before)

    def _merge_new(self, record: Record, digest: str) -> Merged:
        if self.quarantine_similar:
            near = self.texts.like(record, self.beside)
            if near is not None:
                reason = f"its text is much like one that was forgotten (tombstone of {near.id})"
                return self._aside(record.id, record.to_json(), reason)
        version = self.graves.put(self.graves.inheritance(record), None, digest=digest)
        return Merged(id=record.id, outcome=Outcome.IMPORTED, revision=version.revision, changed=True)

    def _join(self, record: Record, digest: str, before: Version) -> Merged:
        old = before.record
        joined = join(old, record, digests=(before.digest, digest))
        wins = order_of(record, digest=digest) > order_of(old, digest=before.digest)
        if digest == before.digest:
            outcome = Outcome.UNCHANGED
        else:
            outcome = Outcome.IMPORTED if wins else Outcome.SUPERSEDED
        if joined is old or joined == old:
            return Merged(id=record.id, outcome=outcome, revision=before.revision)
        version = self.graves.put(joined, before, digest=digest if wins else before.digest)
        return Merged(id=record.id, outcome=outcome, revision=version.revision, changed=True)

    def _collision(self, id: str, scope: str, before: Version | None) -> str | None:
        """The scope that an id is fixed to, if it is another one than `scope`."""
        if before is not None:
            return before.record.scope if before.record.scope != scope else None
        if self.tx.has_tombstones():
            for tombstone in self.graves.of(id):
                if tombstone.scope != scope:
                    return tombstone.scope
        return None

    # Small things

    def _aside(self, id: str, item: Json, reason: str, outcome: Outcome = Outcome.QUARANTINED) -> Merged:
        self.set_aside(
            Quarantined(
                number=0,
                item=item,
                outcome=outcome,
                reason=reason,
                where=self.where,
                batch=self.batch,
            )
        )
        return Merged(id=id, outcome=outcome, reason=reason)

    def set_aside(self, item: Quarantined) -> int:
        """Keep an item that could not be imported, once: a second import of the same file adds nothing."""
        if self._aside_by_digest is None:
            self._aside_by_digest = {_aside_digest(held): held.number for held in self.tx.aside()}
        name = _aside_digest(item)
        number = self._aside_by_digest.get(name)
        if number is None:
            number = self._aside_by_digest[name] = self.tx.set_aside(item)
        return number

    def prints(self, record: Record) -> list[str]:
        return self.keys.prints(record)

    def adopt_keys(self, keys: Mapping[str, Iterable[bytes]]) -> None:
        self.ensure_identity()
        self.graves.rekey(self.keys.adopt(keys))

    def rotate_keys(self, roots: Iterable[str]) -> dict[str, str]:
        self.ensure_identity()
        made = self.keys.rotate(roots)
        self.graves.rekey(set(made))
        return made

    def ensure_identity(self) -> None:
        """Name the store and its epoch, if it was never written to."""
        if self.tx.setting("store_id") is None:
            self.tx.set_setting("store_id", self.ids())
            self.tx.set_setting("epoch", self.ids())


def _far_ahead(record: Record, now: datetime) -> Problem | None:
    """The first time of a record that lies too far in the future."""
    times = [("updated_at", record.updated_at), ("created_at", record.created_at)]
    if record.access is not None:
        times.append(("access.relaxed_at", record.access.relaxed_at))
    if record.origin is not None:
        times.append(("origin.exported_at", record.origin.exported_at))
    limit = now + TOO_FAR_AHEAD
    for path, at in times:
        if at is not None and at > limit:
            return Problem(path, "range", f"{path} is more than two days in the future")
    return None


def _access_after(old: Access | None, new: Access | None, now: datetime, *, relax: bool) -> Access | None:
    """The access of the next version: as strict as the one before, unless a relaxing is authorised.

    The time of the last relaxing goes with the record, so that neither it nor a later tightening is undone by a merge
    with an older version. It is never taken from the caller.
    """
    decided = old.relaxed_at if old is not None else None
    if old is not None and is_stricter(old, new):
        if not relax:
            return join_access(replace(new or Access(), relaxed_at=decided), old)
        decided = now if decided is None else max(now, decided + _TICK)
    elif new is None and decided is None:
        return None
    if new is not None and new.relaxed_at == decided:
        return new
    return replace(new or Access(), relaxed_at=decided)


def _presentable(item: Record | Tombstone) -> Json:
    """An invalid item as a JSON value that can be kept, as near to it as that can be."""
    try:
        data = item.to_json()
        digest_of(data)
    except (ValueError, TypeError, RecursionError, InvalidTimeError):
        try:
            return _shown(repr(item))
        except RecursionError:
            return "an item that is nested too deeply to be shown"
    return {"tombstone": data} if isinstance(item, Tombstone) else data


def _shown(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _aside_digest(item: Quarantined) -> str:
    return digest_of([item.item, str(item.outcome), item.reason])


def _why(verdict: Verdict, record: Record) -> str:
    how = {
        "id": f"record {record.id} was forgotten",
        "print": "the same text was forgotten",
        "derived": "everything it was derived from was forgotten",
    }[verdict.how]
    at = verdict.tombstone.deleted_at
    return f"{how} on {at:%Y-%m-%d}" if at is not None else how

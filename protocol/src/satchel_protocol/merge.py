"""Which of two versions wins, and what a tombstone forbids. Pure: values in, a value or a verdict out.

Replicas that have seen the same records and tombstones, in any order and with any repetition, hold the same live
records. For one id, let K be all tombstone ids that are known for it: those of its tombstones, and those that any
version of it, dead or alive, lists in `revives` (a version that revives a delete proves it). Three rules follow:

1. Only versions whose `revives` is all of K can live. `revives` is thus the incarnation of a record: a version that
   revives more replaces one that revives less, whatever the times, and inherits nothing from it; two that revive
   different things kill each other, since each proves a delete that the other did not know of.
2. Versions of one incarnation are totally ordered by `order_of`; the greatest wins as a whole record. What a merge
   joins field by field (`created_at`, `access`) takes no part in that order, and comes from every version of the
   incarnation, the forbidden ones included.
3. A tombstone forbids by id for good. By print or derivation it forbids the *version* that matches: that version leaves
   a bounded tombstone (`through`), so that a later version of the record, which says something else, still wins and
   an earlier one still loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum

from satchel_protocol.ids import twin_tombstone_id
from satchel_protocol.record import LEVELS, SHARES, Access, Json, Record
from satchel_protocol.scope import is_within
from satchel_protocol.tombstone import REASONS, Through, Tombstone

_NEVER = datetime.min.replace(tzinfo=UTC)

Order = tuple[datetime, datetime, str]
"""(stamp, exported_at, digest); unknown times sort before every known one."""


def order_of(record: Record, *, digest: str | None = None) -> Order:
    """The place of a version among the versions of its id and incarnation; greater wins.

    Args:
        record: The version.
        digest: `record.digest()`, when the caller has it already.
    """
    exported = record.origin.exported_at if record.origin is not None else None
    return (record.stamp or _NEVER, exported or _NEVER, digest if digest is not None else record.digest())


def join(one: Record, other: Record, *, digests: tuple[str, str] | None = None) -> Record:
    """Merge two versions of one record of the same incarnation. Commutative, associative, idempotent.

    The greater by `order_of` wins as a whole, but the earliest known `created_at` survives and `access` takes the
    stricter value unless its owner relaxed it later. Two versions that differ in nothing but when and how they were
    imported are one: `one` stays.

    Args:
        one: A version, the store's own if there is one.
        other: The other version.
        digests: Digests of the two, when the caller has them already.

    Raises:
        ValueError: the two are of different ids or incarnations.
    """
    if one.id != other.id or set(one.revives) != set(other.revives):
        raise ValueError("only versions of one id and incarnation can be joined")
    a, b = (order_of(one), order_of(other)) if digests is None else _orders(one, other, digests)
    winner, loser = (one, other) if a >= b else (other, one)
    if a == b and winner.updated_at is None and loser.updated_at is not None:
        winner = replace(winner, updated_at=loser.updated_at)
    return inherit(winner, created_at=loser.created_at, access=loser.access)


def _orders(one: Record, other: Record, digests: tuple[str, str]) -> tuple[Order, Order]:
    return order_of(one, digest=digests[0]), order_of(other, digest=digests[1])


def inherit(winner: Record, *, created_at: datetime | None, access: Access | None) -> Record:
    """What a winning version takes over from one that lost."""
    created = _earliest(winner.created_at, created_at)
    joined = join_access(winner.access, access)
    if created == winner.created_at and joined == winner.access:
        return winner
    updated = winner.updated_at
    if updated is None and created != winner.created_at:
        # A version without `updated_at` is dated by its `created_at`; lowering that must not make the version older.
        updated = winner.created_at
    return replace(winner, created_at=created, updated_at=updated, access=joined)


def join_access(one: Access | None, other: Access | None) -> Access | None:
    """The stricter of two, unless one was relaxed by its owner later than the other was.

    Strict means the higher level, the narrower sharing and the union of the classes. Commutative, associative,
    idempotent; None is neutral.
    """
    if one is None or one == other:
        return other
    if other is None:
        return one
    if _relaxed(one) != _relaxed(other):
        return max(one, other, key=_relaxed)
    top = max(one.level, other.level, key=_level_rank)
    shares = [share for share in (one.share, other.share) if share is not None]
    detectors = [a.detector for a in (one, other) if a.level == top and a.detector is not None]
    return replace(
        one,
        level=top,
        classes=tuple(sorted({*one.classes, *other.classes})),
        share=min(shares, key=_share_rank) if shares else None,
        detector=max(detectors, default=None),
        unknown=_join_unknown(one.unknown, other.unknown),
    )


def is_stricter(one: Access | None, other: Access | None) -> bool:
    """Whether `one` forbids something that `other` allows."""
    a, b = one or Access(), other or Access()
    return (
        _level_rank(a.level)[0] > _level_rank(b.level)[0]
        or _share_rank(a.share)[0] < _share_rank(b.share)[0]
        or not set(a.classes) <= set(b.classes)
    )


def _relaxed(access: Access) -> datetime:
    return access.relaxed_at or _NEVER


def _level_rank(level: str) -> tuple[int, str]:
    """An unknown level counts as stricter than every known one; among unknown ones the name decides."""
    return (LEVELS.index(level) if level in LEVELS else len(LEVELS), level)


def _share_rank(share: str | None) -> tuple[int, str]:
    """Nothing said is the widest, an unknown word the narrowest sharing; among unknown ones the name decides."""
    if share is None:
        return (len(SHARES), "")
    return (SHARES.index(share) if share in SHARES else -1, share)


def _earliest(one: datetime | None, other: datetime | None) -> datetime | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)


def _join_unknown(one: Mapping[str, Json], other: Mapping[str, Json]) -> dict[str, Json]:
    """Both, and for a name that both have the greater by its spelling: any total order would do."""
    joined = {**one, **other}
    for name in one.keys() & other.keys():
        joined[name] = max(one[name], other[name], key=repr)
    return joined


class Incarnation(Enum):
    """How the incarnations of two versions relate."""

    SAME = "same"
    NEWER = "newer"
    OLDER = "older"
    RIVAL = "rival"


def compare_incarnations(revives: Iterable[str], than: Iterable[str]) -> Incarnation:
    """How the first set of `revives` relates to the second."""
    a, b = set(revives), set(than)
    if a == b:
        return Incarnation.SAME
    if a > b:
        return Incarnation.NEWER
    return Incarnation.OLDER if a < b else Incarnation.RIVAL


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a version may not live."""

    tombstone: Tombstone
    how: str
    """`id`, `print` or `derived`."""


def forbidden_by_id(record: Record, order: Order, tombstones: Iterable[Tombstone]) -> Verdict | None:
    """The first of the tombstones of the record's own id that forbids this version."""
    for tombstone in tombstones:
        through = tombstone.through
        if through is None:
            if tombstone.tombstone_id not in record.revives:
                return Verdict(tombstone, "id")
            continue
        relation = compare_incarnations(record.revives, through.revives)
        if relation is Incarnation.NEWER:
            continue
        if relation is not Incarnation.SAME or order <= _order_of_through(through):
            return Verdict(tombstone, "id")
    return None


def forbidden_by_print(record: Record, prints: Iterable[str], tombstones: Iterable[Tombstone]) -> Verdict | None:
    """A tombstone of another record whose forgotten text this version repeats inside its scope; the least by its id."""
    mine = set(prints)
    matching = [
        tombstone
        for tombstone in tombstones
        if not mine.isdisjoint(tombstone.prints)
        and tombstone.id != record.id
        and is_within(record.scope, tombstone.scope)
        and not is_revived(tombstone, record)
    ]
    return Verdict(min(matching, key=_by_id), "print") if matching else None


def forbidden_by_derivation(record: Record, tombstones: Iterable[Tombstone]) -> Verdict | None:
    """The tombstone of a source, if the person forgot every source that this version was derived from.

    Args:
        record: The version.
        tombstones: All tombstones of the ids in `record.derived_from`.
    """
    if not record.derived_from:
        return None
    dead = [t for t in tombstones if is_forgotten_source(t) and not is_revived(t, record)]
    if {*record.derived_from} <= {t.id for t in dead}:
        return Verdict(min((t for t in dead if t.id in record.derived_from), key=_by_id), "derived")
    return None


def is_forgotten_source(tombstone: Tombstone) -> bool:
    """Whether what was derived from this record alone goes with it."""
    return tombstone.reason in ("user", "source") and tombstone.through is None


def is_said_again(tombstone: Tombstone, record: Record) -> bool:
    """Whether a version was written after a delete; not where either time is unknown."""
    return tombstone.deleted_at is not None and record.stamp is not None and record.stamp > tombstone.deleted_at


def is_revived(tombstone: Tombstone, record: Record) -> bool:
    """Whether a version overrides the tombstone of another record, or the one that it left on this record."""
    if not record.revives:
        return False
    own = twin_tombstone_id(tombstone.tombstone_id, record.id)
    return tombstone.tombstone_id in record.revives or own in record.revives


def revival_of(verdict: Verdict, record: Record) -> set[str]:
    """What a version must list in `revives` to override a verdict.

    Of a tombstone that follows from another one, both are listed, whichever of the two a replica met: so that two
    replicas that revive one thing make one incarnation.
    """
    tombstone = verdict.tombstone
    if verdict.how != "id":
        return {tombstone.tombstone_id, twin_tombstone_id(tombstone.tombstone_id, record.id)}
    also = {tombstone.cause} if tombstone.cause else set()
    return {tombstone.tombstone_id, *also, *(tombstone.through.revives if tombstone.through else ())}


def _by_id(tombstone: Tombstone) -> tuple[str, str]:
    return (tombstone.tombstone_id, tombstone.id)


def through_of(record: Record, order: Order) -> Through:
    """The bound at a version: it and everything before it in its incarnation is forgotten."""
    return Through(
        updated_at=record.updated_at,
        created_at=record.created_at,
        exported_at=record.origin.exported_at if record.origin is not None else None,
        digest=order[2],
        revives=record.revives,
        access=record.access,
    )


def bounded_tombstone(record: Record, order: Order, verdict: Verdict) -> Tombstone:
    """The tombstone that a version leaves behind when a print or a derivation forbids it."""
    cause = verdict.tombstone.tombstone_id
    return Tombstone(
        id=record.id,
        tombstone_id=twin_tombstone_id(cause, record.id),
        scope=record.scope,
        deleted_at=verdict.tombstone.deleted_at,
        actor=verdict.tombstone.actor,
        reason=verdict.tombstone.reason,
        cause=cause,
        through=through_of(record, order),
    )


def implied_tombstones(id: str, scope: str, revives: Iterable[str], known: Iterable[Tombstone]) -> list[Tombstone]:
    """Tombstones that a version proves by what it revives, for those this replica never saw for its id."""
    seen = {tombstone.tombstone_id for tombstone in known if tombstone.through is None}
    return [
        Tombstone(id=id, tombstone_id=revived, scope=scope, reason="policy")
        for revived in revives
        if revived not in seen
    ]


def join_tombstones(one: Tombstone, other: Tombstone) -> Tombstone:
    """Merge two copies of one tombstone: nothing either knows is lost, the wider bound counts.

    Commutative, associative, idempotent. The reason belongs to the bound: a delete without one is a `user` delete only
    if it says so itself, not because a bounded copy does.
    """
    if one == other:
        return one
    widest = [t for t in (one, other) if t.through is None] or [one, other]
    return replace(
        one,
        scope=min(one.scope, other.scope),
        deleted_at=_earliest(one.deleted_at, other.deleted_at),
        actor=max(one.actor, other.actor),
        reason=min((t.reason for t in widest), key=_reason_rank),
        derived=tuple(sorted({*one.derived, *other.derived})),
        prints=tuple(sorted({*one.prints, *other.prints})),
        sketch=max(one.sketch, other.sketch),
        cause=max((c for c in (one.cause, other.cause) if c is not None), default=None),
        through=join_through(one.through, other.through),
        unknown=_join_unknown(one.unknown, other.unknown),
    )


def _reason_rank(reason: str) -> tuple[int, str]:
    return (REASONS.index(reason) if reason in REASONS else len(REASONS), reason)


def join_through(one: Through | None, other: Through | None) -> Through | None:
    """The wider of two bounds; None, no bound at all, is the widest.

    Bounds of different incarnations forbid every version that does not revive what both list; of the versions that
    list exactly that, those up to the bound that lists it too.
    """
    if one is None or other is None:
        return None
    a, b = set(one.revives), set(other.revives)
    if a != b:
        if a > b:
            return one
        return other if b > a else Through(revives=tuple(sorted(a | b)))
    p, q = _order_of_through(one), _order_of_through(other)
    winner, loser = (one, other) if p >= q else (other, one)
    created = _earliest(one.created_at, other.created_at)
    updated = winner.updated_at
    if updated is None and (created != winner.created_at or (p == q and loser.updated_at is not None)):
        updated = winner.created_at
    return replace(
        winner,
        created_at=created,
        updated_at=updated,
        access=join_access(one.access, other.access),
        unknown=_join_unknown(one.unknown, other.unknown),
    )


def _order_of_through(through: Through) -> Order:
    stamp = through.updated_at if through.updated_at is not None else through.created_at
    return (stamp or _NEVER, through.exported_at or _NEVER, through.digest)

"""Which of two versions wins, and what a tombstone forbids. Pure: values in, a value or a verdict out.

Replicas that have seen the same records and tombstones, in any order and with any repetition, hold the same live
records. Three rules make that so:

1. Versions of one id that list the same `revives` are totally ordered by `order_of`; the greatest wins as a whole
   record. What a merge joins field by field (`created_at`, `access`) takes no part in that order.
2. `revives` is the incarnation of a record. A version that revives more replaces one that revives less, whatever the
   times, and inherits nothing from it; two that revive different things kill each other, since each proves a delete
   that the other did not know of.
3. A tombstone forbids by id for good. By print or derivation it forbids the *version* that matches: that version leaves
   a bounded tombstone (`through`), so that a later version of the record, which says something else, still wins and
   an earlier one still loses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum

from satchel_protocol.ids import twin_tombstone_id
from satchel_protocol.record import LEVELS, SHARES, Access, Record
from satchel_protocol.scope import is_within
from satchel_protocol.tombstone import Through, Tombstone

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


def join(one: Record, other: Record) -> Record:
    """Merge two versions of one record of the same incarnation. Commutative, associative, idempotent.

    The greater by `order_of` wins as a whole, but the earliest known `created_at` survives and `access` takes the
    stricter value unless its owner relaxed it later.

    Raises:
        ValueError: the two are of different ids or incarnations.
    """
    if one.id != other.id or one.revives != other.revives:
        raise ValueError("only versions of one id and incarnation can be joined")
    winner, loser = (one, other) if order_of(one) >= order_of(other) else (other, one)
    return inherit(winner, created_at=loser.created_at, access=loser.access)


def inherit(winner: Record, *, created_at: datetime | None, access: Access | None) -> Record:
    """What a winning version takes over from one that lost."""
    created = min((at for at in (winner.created_at, created_at) if at is not None), default=None)
    joined = join_access(winner.access, access)
    if created == winner.created_at and joined == winner.access:
        return winner
    # A version without `updated_at` is dated by its `created_at`; lowering that must not make the version older.
    updated = winner.updated_at if winner.updated_at is not None or winner.created_at is None else winner.created_at
    if created == winner.created_at:
        updated = winner.updated_at
    return replace(winner, created_at=created, updated_at=updated, access=joined)


def join_access(one: Access | None, other: Access | None) -> Access | None:
    """The stricter of two, unless one was relaxed by its owner later than the other was.

    Strict means the higher level, the narrower sharing and the union of the classes.
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
    unknown = {**one.unknown, **other.unknown}
    for name in one.unknown.keys() & other.unknown.keys():
        unknown[name] = max(one.unknown[name], other.unknown[name], key=repr)
    return replace(
        one,
        level=top,
        classes=tuple(sorted({*one.classes, *other.classes})),
        share=min(shares, key=_share_rank) if shares else None,
        detector=max(detectors, default=None),
        unknown=unknown,
    )


def is_stricter(one: Access | None, other: Access | None) -> bool:
    """Whether `one` forbids something that `other` allows."""
    a, b = one or Access(), other or Access()
    return _level_rank(a.level) > _level_rank(b.level) or _share_rank(a.share) < _share_rank(b.share)


def _relaxed(access: Access) -> datetime:
    return access.relaxed_at or _NEVER


def _level_rank(level: str) -> int:
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)


def _share_rank(share: str | None) -> int:
    return len(SHARES) if share is None else SHARES.index(share) if share in SHARES else -1


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
        if tombstone.tombstone_id in record.revives or (tombstone.cause and tombstone.cause in record.revives):
            continue
        through = tombstone.through
        if through is None:
            return Verdict(tombstone, "id")
        relation = compare_incarnations(record.revives, through.revives)
        if relation is Incarnation.OLDER or (relation is Incarnation.SAME and order <= _order_of_through(through)):
            return Verdict(tombstone, "id")
    return None


def forbidden_by_print(record: Record, prints: Iterable[str], tombstones: Iterable[Tombstone]) -> Verdict | None:
    """The first tombstone of another record whose forgotten text this version repeats inside its scope."""
    mine = set(prints)
    for tombstone in tombstones:
        if (
            not mine.isdisjoint(tombstone.prints)
            and is_within(record.scope, tombstone.scope)
            and tombstone.tombstone_id not in record.revives
        ):
            return Verdict(tombstone, "print")
    return None


def forbidden_by_derivation(record: Record, tombstones: Iterable[Tombstone]) -> Verdict | None:
    """The tombstone of a source, if the person forgot every source that this version was derived from.

    Args:
        record: The version.
        tombstones: All tombstones of the ids in `record.derived_from`.
    """
    if not record.derived_from:
        return None
    dead: dict[str, Tombstone] = {}
    for tombstone in tombstones:
        if tombstone.reason == "user" and tombstone.through is None and tombstone.tombstone_id not in record.revives:
            dead.setdefault(tombstone.id, tombstone)
    if all(source in dead for source in record.derived_from):
        return Verdict(dead[record.derived_from[0]], "derived")
    return None


def bounded_tombstone(record: Record, order: Order, verdict: Verdict) -> Tombstone:
    """The tombstone that a version leaves behind when a print or a derivation forbids it."""
    exported = record.origin.exported_at if record.origin is not None else None
    cause = verdict.tombstone.tombstone_id
    return Tombstone(
        id=record.id,
        tombstone_id=twin_tombstone_id(cause, record.id),
        scope=record.scope,
        deleted_at=verdict.tombstone.deleted_at,
        actor=verdict.tombstone.actor,
        reason=verdict.tombstone.reason,
        cause=cause,
        through=Through(
            updated_at=record.updated_at,
            created_at=record.created_at,
            exported_at=exported,
            digest=order[2],
            revives=record.revives,
            access=record.access,
        ),
    )


def implied_tombstones(record: Record, known: Iterable[Tombstone]) -> list[Tombstone]:
    """Tombstones that a dead version proves by what it revives, for those this replica never saw for its id."""
    seen = {tombstone.tombstone_id for tombstone in known}
    return [
        Tombstone(id=record.id, tombstone_id=id, scope=record.scope, reason="policy")
        for id in record.revives
        if id not in seen
    ]


def join_tombstones(one: Tombstone, other: Tombstone) -> Tombstone:
    """Merge two copies of one tombstone: nothing either knows is lost, the wider bound counts."""
    if one == other:
        return one
    rest, base = sorted((one, other), key=lambda t: (t.deleted_at is not None, t.reason == "user", repr(t.to_json())))
    return replace(
        base,
        actor=base.actor or rest.actor,
        derived=tuple(sorted({*one.derived, *other.derived})),
        prints=tuple(sorted({*one.prints, *other.prints})),
        sketch=base.sketch or rest.sketch,
        cause=base.cause or rest.cause,
        through=_wider(one.through, other.through),
        unknown={**rest.unknown, **base.unknown},
    )


def _wider(one: Through | None, other: Through | None) -> Through | None:
    if one is None or other is None:
        return None
    relation = compare_incarnations(one.revives, other.revives)
    if relation is Incarnation.RIVAL:
        return None
    if relation is not Incarnation.SAME:
        return one if relation is Incarnation.NEWER else other
    winner, loser = (one, other) if _order_of_through(one) >= _order_of_through(other) else (other, one)
    created = min((at for at in (one.created_at, other.created_at) if at is not None), default=None)
    updated = winner.updated_at if winner.updated_at is not None else winner.created_at
    if created == winner.created_at:
        updated = winner.updated_at
    return replace(winner, created_at=created, updated_at=updated, access=join_access(winner.access, loser.access))


def _order_of_through(through: Through) -> Order:
    stamp = through.updated_at if through.updated_at is not None else through.created_at
    return (stamp or _NEVER, through.exported_at or _NEVER, through.digest)

"""The joins are joins: commutative, associative, idempotent. Verdicts of single tombstones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel_protocol.conformance import memory
from satchel_protocol.fingerprint import text_print
from satchel_protocol.ids import twin_tombstone_id
from satchel_protocol.merge import (
    Incarnation,
    bounded_tombstone,
    compare_incarnations,
    forbidden_by_derivation,
    forbidden_by_id,
    forbidden_by_print,
    implied_tombstones,
    inherit,
    is_stricter,
    join,
    join_access,
    join_through,
    join_tombstones,
    order_of,
    revival_of,
    through_of,
)
from satchel_protocol.record import Access, Origin, Record
from satchel_protocol.tombstone import Through, Tombstone

T = TypeVar("T")
NOW = datetime(2026, 3, 1, tzinfo=UTC)
EARLY, LATE = NOW - timedelta(days=9), NOW - timedelta(days=1)

times = st.none() | st.integers(0, 3).map(lambda days: EARLY + timedelta(days=days))
accesses = st.none() | st.builds(
    Access,
    level=st.sampled_from(["normal", "sensitive", "secret", "cosmic", "ultra"]),
    classes=st.sets(st.sampled_from(["card", "health"])).map(lambda found: tuple(sorted(found))),
    share=st.sampled_from([None, "owner", "scope", "any", "kin", "none"]),
    detector=st.sampled_from([None, "a", "b"]),
    relaxed_at=times,
    unknown=st.sampled_from([{}, {"x": 1}, {"x": [2]}, {"y": None}]),
)
versions = st.builds(
    memory,
    content=st.sampled_from(["One.", "Two."]),
    created_at=times,
    updated_at=times,
    access=accesses,
    origin=st.none() | st.builds(Origin, exported_at=times),
)
throughs = st.none() | st.builds(
    Through,
    updated_at=times,
    created_at=times,
    exported_at=times,
    digest=st.sampled_from(["a", "b"]),
    revives=st.sets(st.sampled_from(["r", "s", "t"])).map(lambda found: tuple(sorted(found))),
    access=accesses,
    unknown=st.sampled_from([{}, {"x": 1}, {"x": 2}]),
)
ids = st.sets(st.sampled_from(["a", "b"])).map(lambda found: tuple(sorted(found)))
graves = st.builds(
    Tombstone,
    id=st.just("one"),
    tombstone_id=st.just("t0"),
    scope=st.sampled_from(["user:ann", "user:ann/work"]),
    deleted_at=times,
    actor=st.sampled_from(["", "ann", "bob"]),
    reason=st.sampled_from(["user", "source", "superseded", "policy", "expired", "whim"]),
    derived=ids,
    prints=ids,
    sketch=st.sampled_from([(), (1, 2), (2, 1)]),
    cause=st.sampled_from([None, "c", "d"]),
    through=throughs,
    unknown=st.sampled_from([{}, {"x": 1}, {"x": 2}, {"y": 1}]),
)


def assert_is_join(join: Callable[[T, T], T], a: T, b: T, c: T) -> None:
    assert join(a, a) == a
    assert join(a, b) == join(b, a)
    assert join(join(a, b), c) == join(a, join(b, c))
    assert join(join(a, b), b) == join(a, b)


@given(versions, versions, versions)
def test_joining_versions_is_a_join(a: Record, b: Record, c: Record) -> None:
    assert_is_join(join, a, b, c)


@given(accesses, accesses, accesses)
def test_joining_access_is_a_join(a: Access | None, b: Access | None, c: Access | None) -> None:
    assert_is_join(join_access, a, b, c)


@given(throughs, throughs, throughs)
def test_joining_bounds_is_a_join(a: Through | None, b: Through | None, c: Through | None) -> None:
    assert_is_join(join_through, a, b, c)


@given(graves, graves, graves)
def test_joining_tombstones_is_a_join(a: Tombstone, b: Tombstone, c: Tombstone) -> None:
    assert_is_join(join_tombstones, a, b, c)


@given(versions, versions)
def test_a_join_says_what_the_greater_says_and_loses_no_time_and_no_strictness(a: Record, b: Record) -> None:
    joined, winner = join(a, b), max(a, b, key=order_of)
    assert joined.digest() == winner.digest()
    assert order_of(joined) == order_of(winner), "what is joined moves no version in the order"
    known = [at for at in (a.created_at, b.created_at) if at is not None]
    assert joined.created_at == min(known, default=None)


@given(accesses, accesses)
def test_a_join_is_never_milder_unless_one_was_relaxed(a: Access | None, b: Access | None) -> None:
    joined = join_access(a, b)
    if (a.relaxed_at if a else None) == (b.relaxed_at if b else None):
        assert not is_stricter(a, joined)
        assert not is_stricter(b, joined)


def test_only_versions_of_one_id_and_incarnation_can_be_joined() -> None:
    for other in (memory("two"), memory(revives=("t",))):
        with pytest.raises(ValueError, match="can be joined"):
            join(memory(), other)


def test_the_digests_of_the_caller_are_used() -> None:
    a, b = memory(content="A."), memory(content="B.")
    assert join(a, b, digests=("2", "1")) == a
    assert join(a, b, digests=("1", "2")) == b


def test_an_inherited_creation_makes_a_version_no_older() -> None:
    winner = memory(created_at=LATE)
    assert inherit(winner, created_at=EARLY, access=None) == replace(winner, created_at=EARLY, updated_at=LATE)
    assert inherit(winner, created_at=NOW, access=None) is winner


@pytest.mark.parametrize(
    ("one", "than", "relation"),
    [
        ((), (), Incarnation.SAME),
        (("a", "b"), ("b", "a"), Incarnation.SAME),
        (("a",), (), Incarnation.NEWER),
        ((), ("a",), Incarnation.OLDER),
        (("a",), ("b",), Incarnation.RIVAL),
    ],
)
def test_incarnations(one: tuple[str, ...], than: tuple[str, ...], relation: Incarnation) -> None:
    assert compare_incarnations(one, than) is relation


def grave(**changes: Any) -> Tombstone:
    return replace(Tombstone(id="one", tombstone_id="t", scope="user:ann"), **changes)


def forbidden(record: Record, *tombstones: Tombstone) -> bool:
    return forbidden_by_id(record, order_of(record), tombstones) is not None


def test_a_tombstone_forbids_its_id_for_good_but_not_a_revival() -> None:
    assert forbidden(memory(updated_at=NOW), grave(deleted_at=EARLY))
    assert not forbidden(memory(revives=("t",)), grave())
    assert forbidden(memory(revives=("t",)), grave(), grave(tombstone_id="u"))
    assert not forbidden(memory())


def test_a_bound_forbids_what_lies_up_to_it() -> None:
    bound = memory(updated_at=LATE, content="The bound.")
    tombstone = grave(through=through_of(bound, order_of(bound)))
    assert forbidden(bound, tombstone)
    assert forbidden(memory(updated_at=EARLY), tombstone)
    assert forbidden(memory(created_at=None), tombstone)
    assert not forbidden(memory(updated_at=NOW), tombstone)
    assert not forbidden(replace(bound, revives=("x",)), tombstone), "a newer incarnation"


def test_a_bound_forbids_older_and_rival_incarnations_whatever_their_time() -> None:
    bound = memory(updated_at=EARLY, revives=("a",))
    tombstone = grave(through=through_of(bound, order_of(bound)))
    assert forbidden(memory(updated_at=NOW), tombstone)
    assert forbidden(memory(updated_at=NOW, revives=("b",)), tombstone)
    assert not forbidden(memory(updated_at=EARLY, revives=("a", "b")), tombstone)


def test_a_print_forbids_another_record_of_the_text_within_the_scope() -> None:
    key = b"k" * 32
    tombstone = grave(id="gone", prints=(text_print(key, "Ann likes tea."),))

    def verdict(record: Record) -> bool:
        return forbidden_by_print(record, [text_print(key, record.content)], [tombstone]) is not None

    twin = memory(content="- ann likes TEA")
    assert verdict(twin)
    assert verdict(replace(twin, scope="user:ann/work"))
    assert not verdict(replace(twin, scope="user:anna"))
    assert not verdict(replace(twin, scope="team:ann"))
    assert not verdict(replace(twin, content="Ann likes coffee."))
    assert not verdict(replace(twin, revives=("t",)))
    assert not verdict(replace(twin, revives=(twin_tombstone_id("t", "one"),)))
    assert not verdict(replace(twin, id="gone")), "its own id is forbidden by id, not by print"


def test_a_derivation_forbids_when_the_person_forgot_every_source() -> None:
    a, b = grave(id="a", tombstone_id="ta"), grave(id="b", tombstone_id="tb")
    both = memory(derived_from=("a", "b"))
    assert forbidden_by_derivation(both, [a, b]) is not None
    assert forbidden_by_derivation(both, [a]) is None
    assert forbidden_by_derivation(memory(), [a, b]) is None
    assert forbidden_by_derivation(both, [a, replace(b, reason="policy")]) is None
    assert forbidden_by_derivation(both, [a, replace(b, through=Through())]) is None
    assert forbidden_by_derivation(replace(both, revives=("ta",)), [a, b]) is None


def test_what_a_revival_must_list_is_the_same_whichever_tombstone_a_replica_met() -> None:
    record = memory(derived_from=("a",))
    by_source = forbidden_by_derivation(record, [grave(id="a", tombstone_id="ta")])
    assert by_source is not None
    own = bounded_tombstone(record, order_of(record), by_source)
    by_id = forbidden_by_id(record, order_of(record), [own])
    assert by_id is not None
    assert revival_of(by_source, record) == revival_of(by_id, record) == {"ta", twin_tombstone_id("ta", "one")}


def test_a_version_proves_the_deletes_that_it_revives() -> None:
    known = [grave(tombstone_id="a"), grave(tombstone_id="b", through=Through())]
    implied = implied_tombstones("one", "user:ann", ("a", "b", "c"), known)
    assert [(t.id, t.tombstone_id, t.reason, t.through) for t in implied] == [
        ("one", "b", "policy", None),
        ("one", "c", "policy", None),
    ]


def test_a_delete_without_a_bound_is_a_users_only_if_it_says_so_itself() -> None:
    joined = join_tombstones(grave(reason="policy"), grave(reason="user", through=Through()))
    assert (joined.reason, joined.through) == ("policy", None)
    assert join_tombstones(grave(reason="policy"), grave(reason="user")).reason == "user"

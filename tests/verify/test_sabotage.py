"""A move passes all checks; whatever is done to the new place afterwards fails one of them, which names the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from unicodedata import normalize

import pytest
from tests.verify.olden import ANN, BO, FORGOTTEN, NOW, RECORDS, at, made, old_store

from satchel.move.verify.outcome import Verdict
from satchel.service.arrival import ImportOptions
from satchel.service.moving import Move
from satchel.service.verification import VerifyOptions, verify
from satchel.stores.registry import open_store
from satchel_protocol.ids import new_id
from satchel_protocol.record import Access, Origin, Record, TimeEvidence, evolve
from satchel_protocol.store import Store

MORE = (
    made(
        "f4",
        "fact",
        "Ann takes her tablets at eight",
        at(4, 6),
        access=Access(level="sensitive", classes=("health",)),
    ),
    made(
        "f5",
        "fact",
        "The code of the workshop is on the blue card",
        at(4, 7),
        access=Access(level="secret", classes=("password",)),
    ),
    made(
        "f7",
        "fact",
        "The kayak is in the boathouse",
        at(4, 9),
        origin=Origin(
            tool="quill", path="notes.md, line 7", time=TimeEvidence(raw="2026-04-09T12:00:00+02:00", zone="+02:00")
        ),
    ),
    made("f6", "fact", "The café Zoë closes at six", at(4, 8), updated_at=at(5, 8)),
    made(
        "s4",
        "skill",
        "When the kiln trips the fuse:\n  - unplug the wheel\n    - wait a minute\n  - start it again",
        at(6, 28),
    ),
)
ALL = (*RECORDS, *MORE)
BY_ID = {record.id: record for record in ALL}


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The old store, and a new one that it was moved to."""
    folder = tmp_path_factory.mktemp("verify")
    old_store(folder / "old.db", *MORE).close()
    old = f"sqlite:///{(folder / 'old.db').as_posix()}"
    move = Move(f"sqlite:///{(folder / 'new.db').as_posix()}", ImportOptions(), clock=lambda: NOW, ids=new_id)
    move.run(old)
    return old, folder / "new.db"


@pytest.fixture
def new(places: tuple[str, Path], tmp_path: Path) -> Iterator[Store]:
    """A copy of the new store, to be sabotaged."""
    copy = tmp_path / "new.db"
    copy.write_bytes(places[1].read_bytes())
    with open_store(f"sqlite:///{copy.as_posix()}", create=False, clock=lambda: NOW) as store:
        yield store


def judged(places: tuple[str, Path], new: Store, **options: object) -> Verdict:
    url = new.url
    new.close()
    chosen = VerifyOptions(zone=UTC, **options)  # type: ignore[arg-type]
    return verify(places[0], url, chosen, clock=lambda: NOW)


def failed(verdict: Verdict) -> dict[str, set[tuple[str, str]]]:
    return {c.name: {(f.record, f.kind) for f in c.failures} for c in verdict.checks if c.failures}


def test_a_move_passes_every_check(places: tuple[str, Path], new: Store) -> None:
    verdict = judged(places, new, sample=None)
    assert failed(verdict) == {}
    assert verdict.ok
    assert {check.name: check.applies for check in verdict.checks} == {
        "preferences": 5,
        "tasks": 3,
        "lessons": 4,
        "history": 2,
        "forgetting": 1,
        "accounting": len(ALL),
        "time": len(ALL),
        "scope": len(ALL),
    }


def _replaced(store: Store, id: str, **changes: object) -> None:
    """Put another version in a record's place without a trace, as a faulty import would."""
    record = replace(BY_ID[id], **changes)  # type: ignore[arg-type]
    with store._begin(write=True) as tx:
        version = tx.current(id)
        assert version is not None
        tx.drop(id)
        tx.put(replace(version, record=record, seq=tx.next_seq(), digest=record.digest()), prints=(), keep=False)


def _origin(id: str) -> Origin:
    origin = BY_ID[id].origin
    assert origin is not None
    return origin


def _lost(store: Store, id: str) -> None:
    with store._begin(write=True) as tx:
        tx.drop(id)


def _unburied(store: Store, id: str) -> None:
    with store._begin(write=True) as tx:
        for buried in tx.tombstones_of(id):
            tx.exhume(id, buried.tombstone.tombstone_id)


def _put(store: Store, record: Record) -> None:
    store.write(record, revive=True)


SABOTAGE: dict[str, tuple[Callable[[Store], object], dict[str, set[tuple[str, str]]]]] = {
    "a preference is lost": (
        lambda store: _lost(store, "p2"),
        {"accounting": {("p2", "missing")}, "preferences": {("p2", "not_found"), ("p2", "not_in_wake")}},
    ),
    "a preference is forgotten": (lambda store: store.delete("p3"), {"accounting": {("p3", "missing")}}),
    "a preference is aged": (
        lambda store: _replaced(store, "p1", ttl=60),
        {"accounting": {("p1", "altered")}, "preferences": {("p1", "not_in_wake")}},
    ),
    "a preference became another's": (
        lambda store: _replaced(store, "p2", scope=BO),
        {"scope": {("p2", "scope_changed")}, "preferences": {("p2", "not_found"), ("p2", "not_in_wake")}},
    ),
    "a memory became visible to all below a scope": (
        lambda store: _replaced(store, "p5", scope=f"{ANN}/trip"),
        {"scope": {("p5", "scope_changed")}},
    ),
    "the state of a task is outdated": (
        lambda store: _replaced(store, "t1", content=BY_ID["t1-old"].content, created_at=BY_ID["t1"].created_at),
        {"accounting": {("t1", "altered")}, "tasks": {("t1", "state_differs")}},
    ),
    "the latest state of a task is lost": (
        lambda store: _lost(store, "t1"),
        {"accounting": {("t1", "missing")}, "tasks": {("t1", "older_state")}},
    ),
    "a lesson is lost": (
        lambda store: _lost(store, "s1"),
        {"accounting": {("s1", "missing")}, "lessons": {("s1", "not_found"), ("s1", "not_in_wake")}},
    ),
    "a lesson is archived": (
        lambda store: _replaced(store, "s2", state="archived"),
        {"accounting": {("s2", "state_changed")}, "lessons": {("s2", "not_found"), ("s2", "not_in_wake")}},
    ),
    "a fact is of another type": (
        lambda store: _replaced(store, "f1", type="skill"),
        {"accounting": {("f1", "type_changed")}},
    ),
    "a turn is lost": (
        lambda store: _lost(store, "c3"),
        {"accounting": {("c3", "missing")}, "history": {("c3", "missing"), ("c3", "day_not_found")}},
    ),
    "a conclusion no longer names its source": (
        lambda store: _replaced(store, "f2", derived_from=()),
        {"accounting": {("f2", "altered")}, "history": {("f2", "link_lost")}},
    ),
    "a time is the time of the import": (
        lambda store: _replaced(store, "f1", created_at=NOW),
        {"time": {("f1", "import_time")}},
    ),
    "an unknown time was invented": (
        lambda store: _replaced(store, "f3", created_at=BY_ID["p1"].created_at),
        {"time": {("f3", "invented_time")}},
    ),
    "what was sensitive is shown to everybody": (
        lambda store: _replaced(store, "f4", access=None),
        {"accounting": {("f4", "access_relaxed")}},
    ),
    "what was secret is only sensitive": (
        lambda store: _replaced(store, "f5", access=Access(level="sensitive", classes=("password",))),
        {"accounting": {("f5", "access_relaxed")}},
    ),
    "a class is lost": (
        lambda store: _replaced(store, "f4", access=Access(level="sensitive")),
        {"accounting": {("f4", "access_relaxed")}},
    ),
    "an older state of a task is dated as the latest": (
        lambda store: _replaced(store, "t1-old", updated_at=at(9, 10)),
        {"time": {("t1-old", "update_changed")}, "tasks": {("t1", "older_state")}},
    ),
    "where a memory is from is lost": (
        lambda store: _replaced(store, "f7", origin=None),
        {"accounting": {("f7", "altered")}},
    ),
    "a memory is from another file": (
        lambda store: _replaced(store, "f7", origin=evolve(_origin("f7"), path="other.md, line 7")),
        {"accounting": {("f7", "altered")}},
    ),
    "the time of a change is lost": (
        lambda store: _replaced(store, "f6", updated_at=None),
        {"time": {("f6", "update_changed")}},
    ),
    "what a forgotten memory said is back beside memories that may be there": (
        lambda store: _put(store, replace(FORGOTTEN, id="new-id")),
        {"forgetting": {("new-id", "back_by_text")}},
    ),
    "a forgotten memory is back by its id": (
        lambda store: _put(store, FORGOTTEN),
        {"accounting": {("gone", "unexpected")}, "forgetting": {("gone", "back_by_id")}},
    ),
    "the new place no longer knows what was forgotten": (
        lambda store: _unburied(store, FORGOTTEN.id),
        {"forgetting": {("gone", "tombstone_missing")}},
    ),
    "a forgotten text is back under another id": (
        lambda store: _put(store, replace(FORGOTTEN, id="new-id")),
        {"accounting": {("new-id", "unexpected")}, "forgetting": {("new-id", "back_by_text")}},
    ),
    "a forgotten text is back in nearly the same words": (
        lambda store: _put(store, replace(FORGOTTEN, id="new-id", content=f"{FORGOTTEN.content}s")),
        {"accounting": {("new-id", "unexpected")}, "forgetting": {("new-id", "back_by_likeness")}},
    ),
}


@pytest.mark.parametrize("what", SABOTAGE)
def test_sabotage_is_found_and_named(what: str, places: tuple[str, Path], new: Store) -> None:
    sabotage, expected = SABOTAGE[what]
    sabotage(new)
    verdict = judged(places, new, sample=None, allow_more="may be there" in what)
    assert not verdict.ok
    found = failed(verdict)
    for check, failures in expected.items():
        assert failures <= found.get(check, set()), found
    named = {record for failures in expected.values() for record, _ in failures}
    assert {record for failures in found.values() for record, _ in failures} == named


def _guarded(store: Store, *ids: str) -> None:
    for id in ids:
        _replaced(store, id, access=Access(level="sensitive", classes=("health",)))


FAITHFUL: dict[str, Callable[[Store], object]] = {
    "blanks are put otherwise": lambda store: _replaced(
        store, "t1", content=BY_ID["t1"].content.replace(" ", "  ") + " \r\n"
    ),
    "line breaks are another system's": lambda store: _replaced(
        store, "s4", content=BY_ID["s4"].content.replace("\n", "\r\n")
    ),
    "accents are apart from their letters": lambda store: _replaced(
        store, "f6", content=normalize("NFD", BY_ID["f6"].content)
    ),
    "a row stands at another line of its file": lambda store: _replaced(
        store, "f7", origin=evolve(_origin("f7"), path="notes.md, line 12")
    ),
    "a time is told in another zone": lambda store: _replaced(
        store, "f7", origin=evolve(_origin("f7"), time=TimeEvidence(raw="2026-04-09T10:00:00Z", zone="Z"))
    ),
    "a detector knows more of what is sensitive": lambda store: _guarded(store, "p2", "s1", "f1"),
    "a memory was changed there, and back": lambda store: [
        store.write(replace(BY_ID["f1"], content=content))
        for content in ("It hangs behind the boat", BY_ID["f1"].content)
    ],
    "its owner relaxed what was sensitive": lambda store: store.write(replace(BY_ID["f4"], access=None), relax=True),
}


@pytest.mark.parametrize("what", FAITHFUL)
def test_what_says_the_same_fails_nothing(what: str, places: tuple[str, Path], new: Store) -> None:
    FAITHFUL[what](new)
    assert failed(judged(places, new, sample=None)) == {}


def test_blanks_that_are_a_part_of_what_is_said_are_compared(places: tuple[str, Path], new: Store) -> None:
    _replaced(new, "s4", content=" ".join(BY_ID["s4"].content.split()))
    assert failed(judged(places, new))["accounting"] == {("s4", "altered")}

"""A schema before a store of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.keyed.cases import SCHEMA, Clock

from satchel.integrations.keyvalue import GuardedStore
from satchel.schema.snapshot import Snapshot
from satchel_protocol.errors import ReservedKeyError, UndeclaredKeyError, UsageError, ValueTypeError, WriterError

TASK = {"title": "Oil the chain", "state": "open"}


class Shelf:
    """A store as a team has one: absence is a KeyError, there is no list of keys, and every call is noted."""

    def __init__(self) -> None:
        self.held: dict[str, Any] = {}
        self.calls: list[tuple[str, str]] = []

    def get(self, key: str) -> Any:
        self.calls.append(("get", key))
        return self.held[key]

    def put(self, key: str, value: Any) -> None:
        self.calls.append(("put", key))
        self.held[key] = value

    def delete(self, key: str) -> None:
        self.calls.append(("delete", key))
        del self.held[key]


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def guarded(shelf: Shelf, snapshot: Snapshot) -> Callable[..., GuardedStore]:
    return lambda **how: GuardedStore(shelf, schema=snapshot, clock=Clock(), **how)


def test_values_go_through_as_they_are(shelf: Shelf, guarded: Callable[..., GuardedStore]) -> None:
    store, value = guarded(), dict(TASK)
    assert store.put("tasks.open[t-17]", value) == ""
    assert shelf.held["tasks.open[t-17]"] is value
    assert store.get("tasks.open[t-17]").value is value
    assert store.delete("tasks.open[t-17]")
    assert shelf.held == {}
    assert not store.delete("tasks.open[t-17]")


def test_data_that_is_there_already_is_found_however_its_ids_are_spelled(
    shelf: Shelf, guarded: Callable[..., GuardedStore]
) -> None:
    shelf.held = {"tasks.open[v1.2 of Ann]": TASK, "users/ann": 1}
    store = guarded()
    assert store.get("tasks.open[v1.2 of Ann]").number == 18
    assert store.get("tasks.open[v1.2 of Ann]").value == TASK
    assert store.get("users/ann").value == 1
    store.put("tasks.open[v1.2 of Ann]", {**TASK, "state": "done"})
    assert shelf.held == {"tasks.open[v1.2 of Ann]": {**TASK, "state": "done"}, "users/ann": 1}


def test_an_alias_reaches_the_value_under_the_keys_own_name(shelf: Shelf, guarded: Callable[..., GuardedStore]) -> None:
    store = guarded()
    assert "use user.display.theme" in store.put("user.ui_theme", "dark")
    assert shelf.held == {"user.display.theme": "dark"}
    got = store.get("user.theme")
    assert (got.value, got.resolved_via) == ("dark", "deprecated")


def test_without_times_a_deprecated_keys_own_value_comes_first(
    shelf: Shelf, guarded: Callable[..., GuardedStore]
) -> None:
    store = guarded()
    store.put("user.display.theme", "dark")
    store.put("user.theme", "like night")
    assert store.get("user.theme").value == "like night"
    assert store.get("user.display.theme").value == "dark"


@pytest.mark.parametrize("mode", ["observe", "propose", "reject"])
def test_each_mode_does_with_an_undeclared_key_what_it_says(
    shelf: Shelf, guarded: Callable[..., GuardedStore], mode: str
) -> None:
    store = guarded(mode=mode)
    if mode == "reject":
        with pytest.raises(UndeclaredKeyError, match=r"Did you mean user\.display\.theme\? .* one of light, dark"):
            store.put("user.display.thema", "dark")
        assert shelf.calls == []
    else:
        store.put("user.display.thema", "dark")
        assert shelf.held == {"user.display.thema": "dark"}
    kind = {"observe": "undeclared", "propose": "proposed", "reject": "rejected"}[mode]
    assert [(one.number, one.name, one.kind) for one in store.counts()] == [(0, "user.display.thema", kind)]
    assert store.delete("user.display.thema") is (mode != "reject")


@pytest.mark.parametrize("mode", ["observe", "propose", "reject"])
@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("user.lang", "fi", ReservedKeyError),
        ("user.display.theme", "pink", ValueTypeError),
        ("user.contact.email", "ann@example.org", WriterError),
    ],
)
def test_in_no_mode_a_retired_name_a_wrong_value_or_writer_reaches_the_store(
    shelf: Shelf, guarded: Callable[..., GuardedStore], mode: str, key: str, value: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        guarded(mode=mode).put(key, value)
    assert shelf.calls == []


def test_a_store_that_cannot_list_its_keys_says_so(guarded: Callable[..., GuardedStore]) -> None:
    with pytest.raises(UsageError, match="no keys"):
        guarded().keys()


def test_a_dict_is_a_store(snapshot: Snapshot) -> None:
    held: dict[str, Any] = {}
    store = GuardedStore(held, schema=snapshot)
    store.put("tasks.open[1]", TASK)
    store.put("user.units", "metric")
    assert held == {"tasks.open[1]": TASK, "user.units": "metric"}
    assert list(store.keys("tasks.open[*]")) == ["tasks.open[1]"]
    assert sorted(store.keys()) == sorted(held)


def test_what_is_no_store_is_told_what_it_lacks(snapshot: Snapshot) -> None:
    with pytest.raises(UsageError, match="has no put, delete"):
        GuardedStore(type("Half", (), {"get": lambda self, key: None})(), schema=snapshot)


def test_counts_go_into_a_file_that_several_may_share(tmp_path: Path, guarded: Callable[..., GuardedStore]) -> None:
    path = tmp_path / "ours.counters"
    stores = [guarded(counters=path, session=session, surface="worker") for session in ("s1", "s2")]
    for store in stores:
        with store:
            store.put("user.display.theme", "dark")
            store.get("user.theme")
    store = stores[0]
    assert [(one.kind, one.n) for one in store.counts()] == [("deprecated", 2), ("put", 2)]
    assert [(use.session, use.surface) for use in store.uses()] == [("s1", "worker"), ("s2", "worker")]


@pytest.mark.parametrize("listed", [True, False], ids=["lists its keys", "does not"])
def test_a_proposal_is_made_of_what_the_store_holds(
    tmp_path: Path, shelf: Shelf, snapshot: Snapshot, *, listed: bool
) -> None:
    path = tmp_path / "memory_schema.yml"
    path.write_text(SCHEMA, "utf-8")
    store = GuardedStore(shelf.held if listed else shelf, schema=path, mode="propose")
    store.put("user.shoe.size", 44)
    store.put("user.shoe.size", 45)
    store.put("user.hats[a]", "grey")
    store.put("user.hats[b]", "green")
    store.delete("user.hats[b]")
    found = store.propose(path)
    assert [(key["name"], key["in"], key["type"], key["written"]) for key in found.patch.keys] == [
        ("user.hats[*]", "user", {"type": "string"}, 2),
        ("user.shoe.size", "user", {"type": "integer"}, 2),
    ]
    assert "green" not in found.diff
    assert path.read_text("utf-8") == SCHEMA


def test_the_file_of_a_schema_must_be_whole(tmp_path: Path) -> None:
    path = tmp_path / "memory_schema.yml"
    path.write_text(SCHEMA.replace("type: {type: number}", "type: {type: numbr}"), "utf-8")
    with pytest.raises(UsageError, match=r"memory_schema\.yml:\d+:\d+: .*number"):
        GuardedStore({}, schema=path)
    with pytest.raises(UsageError, match="no mode 'strict'"):
        GuardedStore({}, schema="none", mode="strict")

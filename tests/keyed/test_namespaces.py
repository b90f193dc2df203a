"""A schema before a store of namespaces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from tests.keyed.cases import Clock

from satchel.integrations.namespaces import GuardedNamespaces
from satchel.schema.snapshot import Snapshot
from satchel_protocol.errors import UndeclaredKeyError, UsageError, ValueTypeError, WriterError

ANN = ("users", "ann")
TASK = {"title": "Oil the chain", "state": "open"}


@dataclass
class Item:
    """As LangGraph's has it."""

    value: dict[str, Any]
    updated_at: datetime


class Spaces:
    """A store of namespaces that takes dicts alone."""

    def __init__(self, clock: Clock) -> None:
        self.held: dict[tuple[tuple[str, ...], str], Item] = {}
        self.clock = clock

    def get(self, namespace: tuple[str, ...], key: str) -> Item | None:
        return self.held.get((namespace, key))

    def put(self, namespace: tuple[str, ...], key: str, value: dict[str, Any]) -> None:
        assert isinstance(value, dict)
        self.held[namespace, key] = Item(value, self.clock())

    def delete(self, namespace: tuple[str, ...], key: str) -> None:
        del self.held[namespace, key]


@pytest.fixture
def spaces(clock: Clock) -> Spaces:
    return Spaces(clock)


@pytest.fixture
def guarded(spaces: Spaces, snapshot: Snapshot) -> Callable[..., GuardedNamespaces]:
    return lambda **how: GuardedNamespaces(spaces, schema=snapshot, **how)


def test_a_key_lies_in_the_namespace_of_its_path(spaces: Spaces, guarded: Callable[..., GuardedNamespaces]) -> None:
    store = guarded()
    store.put(ANN, "tasks.open[t-17]", TASK)
    store.put(ANN, "user.display.theme", "dark")
    assert {place: item.value for place, item in spaces.held.items()} == {
        (("users", "ann", "tasks"), "tasks.open[t-17]"): TASK,
        (ANN, "user.display.theme"): {"v": "dark"},
    }
    assert store.get(ANN, "tasks.open[t-17]").value == TASK
    assert store.get(ANN, "user.display.theme").value == "dark"
    assert store.get(("users", "bob"), "user.display.theme").miss == "empty"


def test_times_of_items_say_which_of_two_values_is_the_later(guarded: Callable[..., GuardedNamespaces]) -> None:
    store = guarded()
    store.put(ANN, "user.theme", "like night")
    store.put(ANN, "user.display.theme", "dark")
    assert store.get(ANN, "user.theme").value == "dark"
    assert store.delete(ANN, "user.theme")
    assert not store.get(ANN, "user.display.theme").found
    assert [(one.number, one.kind) for one in store.uses()] == [(7, "deprecated"), (7, "put")]
    assert store.counts()


def test_refusals_come_before_the_store(spaces: Spaces, guarded: Callable[..., GuardedNamespaces]) -> None:
    store = guarded(mode="reject")
    for namespace, key, value, error in (
        (ANN, "user.display.theme", "pink", ValueTypeError),
        (ANN, "user.hat", "grey", UndeclaredKeyError),
        (("teams", "red"), "user.display.theme", "dark", UndeclaredKeyError),
        (ANN, "user.contact.email", "ann@example.org", WriterError),
    ):
        with pytest.raises(error):
            store.put(namespace, key, value)
    with pytest.raises(UsageError):
        store.get(("teams", "red"), "user.display.theme")
    assert spaces.held == {}


@pytest.mark.parametrize("namespace", [("users", None), ("users", 7), ("users", ""), (), "users", ("users", b"ann")])
def test_a_namespace_of_something_else_is_refused_by_every_operation(
    spaces: Spaces, guarded: Callable[..., GuardedNamespaces], namespace: Any
) -> None:
    store = guarded()
    for act in (
        lambda: store.put(namespace, "user.display.theme", "dark"),
        lambda: store.put(namespace, "user.undeclared", "dark"),
        lambda: store.get(namespace, "user.display.theme"),
        lambda: store.delete(namespace, "user.display.theme"),
    ):
        with pytest.raises(UsageError, match="no list of texts"):
            act()
    assert spaces.held == {}

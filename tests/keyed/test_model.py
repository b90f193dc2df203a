"""Random puts, gets and deletes over the schema against a dict, in each kind of store and over a dict of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.keyed.cases import Clock

from satchel.integrations.keyvalue import GuardedStore
from satchel.schema.snapshot import Snapshot
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel.stores.sqlite import connection
from satchel_protocol.errors import GuardError

OWN = {
    "user.display.theme": "user.display.theme", "user.ui_theme": "user.display.theme",
    "user.preferences.theme": "user.preferences.theme", "user.theme": "user.preferences.theme",
    "user.units": "user.units", "tasks.open[1]": "tasks.open[1]", "tasks.open[2]": "tasks.open[2]",
    "user.reach.mail": "user.reach.mail", "user.reach.post": "user.reach.post", "user.hat": "user.hat",
    "user.lang": None, "user.score": None,
}  # fmt: skip
"""Name → the key's own; None for what nobody may write."""
TWINS = {"user.display.theme": "user.preferences.theme", "user.preferences.theme": "user.display.theme"}
RIVALS = {"user.reach.mail": "user.reach.post", "user.reach.post": "user.reach.mail"}
TYPES: dict[str, Callable[[Any], bool]] = {
    "user.display.theme": lambda value: value in ("light", "dark", "system"),
    "user.preferences.theme": lambda value: isinstance(value, str),
    "user.units": lambda value: value in ("metric", "imperial"),
    "user.reach.mail": lambda value: isinstance(value, str),
    "user.reach.post": lambda value: isinstance(value, str),
    "user.hat": lambda value: True,
}
TOPICS: list[tuple[list[str], list[Any]]] = [
    (["user.display.theme", "user.ui_theme", "user.preferences.theme", "user.theme"], ["light", "dark", "like night"]),
    (["user.reach.mail", "user.reach.post"], ["a", "b", 7]),
    (["user.units", "user.hat", "user.lang", "user.score"], ["metric", "imperial", 7]),
    (["tasks.open[1]", "tasks.open[2]", "user.units"], [{"title": "x", "state": "open"}, {"title": "x"}, "metric"]),
]
"""Names that have to do with each other, and values for them: histories of one topic come upon its rules."""


def steps_of(names: list[str], values: list[Any]) -> st.SearchStrategy[list[tuple[str, str, Any]]]:
    verbs = st.sampled_from(["put", "put", "put", "get", "delete"])
    return st.lists(st.tuples(verbs, st.sampled_from(names), st.sampled_from(values)), min_size=8, max_size=30)


STEPS = st.one_of(
    *(steps_of(names, values) for names, values in TOPICS),
    steps_of(sorted(OWN), [value for _, values in TOPICS for value in values]),
)


class Model:
    """What a keyed memory is: a dict, and the order in which its keys were written."""

    def __init__(self) -> None:
        self.held: dict[str, Any] = {}
        self.order: dict[str, int] = {}

    def put(self, name: str, value: Any) -> bool:
        own = OWN[name]
        if own is None or RIVALS.get(own, "") in self.held or not self.fits(own, value):
            return False
        self.order[own] = len(self.order) + max(self.order.values(), default=0) + 1
        self.held[own] = value
        return True

    def fits(self, own: str, value: Any) -> bool:
        if own.startswith("tasks"):
            return bool(value == {"title": "x", "state": "open"})
        return TYPES[own](value)

    def get(self, name: str, *, dated: bool) -> Any:
        own = OWN[name]
        if own is None:
            return None
        twin = "user.display.theme" if own == "user.preferences.theme" else None
        if twin in self.held and (own not in self.held or (dated and self.order[twin] > self.order[own])):
            return self.held[twin]
        return self.held.get(own)

    def delete(self, name: str) -> bool:
        own = OWN[name]
        places = [place for place in (own, TWINS.get(own or "")) if place in self.held]
        for place in places:
            del self.held[place]
        return bool(places)


def check(steps: list[tuple[str, str, Any]], store: Any, *, dated: bool) -> None:
    model = Model()
    for verb, name, value in steps:
        if verb == "put":
            unchanged = OWN[name] is not None and model.held.get(OWN[name] or "") == value
            before = dict(model.order)
            allowed = model.put(name, value)
            if allowed and unchanged and OWN[name] in before:
                model.order = before  # the same again is no later word
            try:
                store.put(name, value)
            except GuardError:
                assert not allowed, (name, value)
            else:
                assert allowed, (name, value)
        elif verb == "delete":
            try:
                assert bool(store.delete(name)) == model.delete(name)
            except GuardError:
                assert name == "user.score"
        got = store.get(name)
        expected = model.get(name, dated=dated)
        assert (got.value if got.found else None) == expected, (verb, name)
        assert got.found == (expected is not None)
        assert set(store.keys()) == set(model.held)


@pytest.fixture(autouse=True)
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at is not whether the disk has it."""
    monkeypatch.setattr(connection, "SYNCHRONOUS", "OFF")


@given(steps=STEPS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@pytest.mark.parametrize("kind", ["memory:", "db", "jsonl"])
def test_a_memory_is_a_dict_with_rules(
    kind: str, tmp_path_factory: pytest.TempPathFactory, snapshot: Snapshot, steps: list[tuple[str, str, Any]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("model")
    url = kind if kind == "memory:" else str(folder / f"own.{kind}")
    with Memory(url, scope="user:ann", schema=snapshot, config=Config(embedder="none"), clock=Clock()) as memory:
        memory.store(create=True)
        check(steps, memory, dated=True)


@given(steps=STEPS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_guarded_dict_is_one_too(snapshot: Snapshot, steps: list[tuple[str, str, Any]]) -> None:
    inner: dict[str, Any] = {}
    store = GuardedStore(inner, schema=snapshot, clock=Clock())
    check(steps, store, dated=False)
    assert set(inner) <= {own for own in OWN.values() if own is not None}

"""Three stores of three kinds, whatever happens to each and whichever two meet: in the end they hold the same."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from satchel.stores.jsonl import JsonlStore
from satchel.stores.sqlite import SqliteStore
from satchel_protocol.canonical import canonical_json
from satchel_protocol.conformance.fixed import FixedEntropy, FrozenClock, SequentialIds, memory
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.errors import SatchelError
from satchel_protocol.record import Access, Record
from satchel_protocol.store import Store
from satchel_protocol.sync import Sync, Synced

KINDS = ("memory", "sqlite", "jsonl")
SCOPES = {"a": "user:ann", "b": "user:ann/work", "c": "user:ann", "d": "user:ann", "s": "user:ann"}
TEXTS = ["Ann drinks oolong.", "- ann drinks  OOLONG", "Ann dislikes coffee", "安喜欢乌龙茶", "安不喝咖啡"]
"""The first two are one text."""
which = st.integers(0, 2)
ids = st.sampled_from(sorted(SCOPES))
texts = st.sampled_from(TEXTS)
pairs = st.sampled_from([(0, 1), (1, 2), (0, 2), (1, 0), (2, 1), (2, 0)])


class Cut(Exception):
    """Stands for a process that dies: what it had acknowledged stays."""


def said(store: Store) -> dict[str, object]:
    """Everything two replicas must agree on; when and how something was imported is each one's own."""
    live = {}
    for version in store.enumerate():
        data = version.record.to_json()
        data.pop("origin", None)
        live[version.record.id] = canonical_json(data)
    graves = {(t.id, t.tombstone_id): canonical_json(t.to_json()) for t in store.tombstones()}
    return {"live": live, "graves": graves, "lines": set(store.kept_lines()), "keys": _sets(store)}


def _sets(store: Store) -> dict[str, set[bytes]]:
    return {root: set(keys) for root, keys in store.print_keys().items()}


class ThreeReplicas(RuleBasedStateMachine):
    """Random operations on each, random meetings of two, some of which are cut off in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self.open_ = ExitStack()
        self.imports: list[str] = []

    @initialize(kinds=st.permutations(KINDS) | st.tuples(*[st.sampled_from(KINDS)] * 3))
    def begin(self, kinds: tuple[str, ...]) -> None:
        folder = Path(self.open_.enter_context(tempfile.TemporaryDirectory()))
        self.clock = FrozenClock()
        self.session = SequentialIds("session")
        self.stores = [self.open_.enter_context(self.make(kind, folder, n)) for n, kind in enumerate(kinds)]

    def make(self, kind: str, folder: Path, number: int) -> Store:
        name = f"r{number}"
        fixed: dict[str, Any] = {
            "clock": self.clock,
            "ids": SequentialIds(name),
            "entropy": FixedEntropy(name.encode()),
        }
        if kind == "memory":
            return EphemeralStore(**fixed)
        if kind == "sqlite":
            return SqliteStore.open(folder / f"{name}.db", **fixed)
        return JsonlStore.open(folder / f"{name}.jsonl", **fixed)

    def teardown(self) -> None:
        try:
            if hasattr(self, "stores"):
                self.end()
        finally:
            self.open_.close()

    def end(self) -> None:
        for pair in ((0, 1), (1, 2), (0, 2), (0, 1)):
            self.sync(pair)
        states = [said(store) for store in self.stores]
        assert states[0] == states[1] == states[2]
        for pair in ((0, 1), (1, 2), (2, 0)):
            again = self.sync(pair)
            assert not again.changed, "a second run changes nothing"
            assert not again.conflicts
        for pair in ((0, 1), (1, 2), (2, 0)):
            cursors = [store.cursor() for store in self.stores]
            quiet = self.sync(pair)
            assert (quiet.there.read, quiet.back.read) == (0, 0), "and reads only what changed"
            assert [store.cursor() for store in self.stores] == cursors

    def sync(self, pair: tuple[int, int], *, page: int = 3, cut: int | None = None, one_way: bool = False) -> Synced:
        steps = 0

        def progress(_way: str, _done: int, _total: int | None) -> None:
            nonlocal steps
            steps += 1
            if steps == cut:
                raise Cut

        one, two = (self.stores[n] for n in pair)
        return Sync(one, two, one_way=one_way, page=page, progress=progress, ids=self.session).run()

    def attempt(self, act: Callable[[], object]) -> None:
        try:
            act()
        except SatchelError:
            pass

    # What happens to one of them ----------------------------------------------------------------------------------

    @rule(n=which, id=ids, text=texts, revive=st.booleans(), derived=st.sets(ids, max_size=2), secret=st.booleans())
    def write(self, n: int, id: str, text: str, revive: bool, derived: set[str], secret: bool) -> None:
        self.clock.advance(seconds=1)
        record = self.record(id, text, derived_from=tuple(sorted(derived - {id})))
        if secret:
            record = replace(record, access=Access(level="secret", classes=("password",)))
        self.attempt(lambda: self.stores[n].write(record, revive=revive))

    def record(self, id: str, text: str, **more: object) -> Record:
        return memory(id, content=text, scope=SCOPES[id], created_at=self.clock.now, **more)

    @rule(n=which, id=ids, text=texts, relax=st.booleans(), minutes=st.integers(0, 3))
    def edit(self, n: int, id: str, text: str, relax: bool, minutes: int) -> None:
        self.clock.advance(minutes=minutes)
        version = self.stores[n].read(id)
        if version is not None:
            access = None if relax else version.record.access
            edited = replace(version.record, content=text, access=access)
            self.attempt(lambda: self.stores[n].write(edited, relax=relax, revive=True))

    @rule(n=which, id=ids, reason=st.sampled_from(["user", "user", "policy"]))
    def forget(self, n: int, id: str, reason: str) -> None:
        self.clock.advance(seconds=1)
        self.stores[n].delete(id, actor="ann", reason=reason)

    @rule(
        n=which,
        many=st.dictionaries(ids, texts, min_size=1, max_size=4),
        days=st.integers(-9, 0),
        dead=st.sampled_from(["", "beside", "alone"]),
    )
    def import_(self, n: int, many: dict[str, str], days: int, dead: str) -> None:
        batch = f"import {len(self.imports)}"
        at = self.clock.now + timedelta(days=days)
        store = self.stores[n]
        store.open_batch(batch, {"source": batch})
        items = [replace(self.record(id, text), created_at=at) for id, text in many.items()]
        tombstones = []
        if dead:
            with EphemeralStore(clock=self.clock, ids=SequentialIds(batch)) as elsewhere:
                elsewhere.adopt_print_keys(store.print_keys())
                elsewhere.write_many(items[:1])
                elsewhere.delete(items[0].id)
                tombstones = elsewhere.tombstones()
        if dead == "alone":
            del items[0]
        store.merge([*items, *tombstones], batch=batch, quarantine_similar=True)
        store.keep_lines([f'{{"line":"{batch}"}}'], batch=batch)
        self.imports.append(batch)

    @rule(n=which, back=st.integers(0, 3))
    def undo(self, n: int, back: int) -> None:
        if back < len(self.imports):
            self.attempt(lambda: self.stores[n].undo(self.imports[-1 - back]))

    # Meetings -----------------------------------------------------------------------------------------------------

    @rule(pair=pairs, page=st.integers(1, 4))
    def meet(self, pair: tuple[int, int], page: int) -> None:
        self.sync(pair, page=page)
        one, two = (said(self.stores[n]) for n in pair)
        assert one == two

    @rule(pair=pairs, page=st.integers(1, 2), cut=st.integers(1, 4))
    def meet_and_be_cut_off(self, pair: tuple[int, int], page: int, cut: int) -> None:
        try:
            self.sync(pair, page=page, cut=cut)
        except Cut:
            pass

    @rule(pair=pairs)
    def tell_one_way(self, pair: tuple[int, int]) -> None:
        self.sync(pair, one_way=True)


@pytest.mark.parametrize("runs", [pytest.param(40, id="short"), pytest.param(1500, id="long", marks=pytest.mark.soak)])
def test_three_replicas_hold_the_same_in_the_end(runs: int) -> None:
    run_state_machine_as_test(
        ThreeReplicas,
        settings=settings(
            max_examples=runs,
            stateful_step_count=25,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )

"""Random operations on an adapter and on the reference store side by side, with the same time, ids and randomness."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from satchel_protocol.conformance.base import content, exported
from satchel_protocol.conformance.fixed import START, FixedEntropy, FrozenClock, OperationIds
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.errors import SatchelError
from satchel_protocol.fingerprint import text_print
from satchel_protocol.ids import keyed_id
from satchel_protocol.merge import order_of, through_of
from satchel_protocol.purging import ROW_PLACES
from satchel_protocol.record import Access, Record
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.state import ALL, Filter, Outcome, Quarantined
from satchel_protocol.store import Capability, Store
from satchel_protocol.tombstone import Tombstone

if TYPE_CHECKING:
    from satchel_protocol.conformance.suite import StoreSuite

KEYED = keyed_id("user:ann", "drink")
SCOPES = {"a": "user:ann", "b": "user:ann/work", "c": "user:ann", "d": "user:anna", KEYED: "user:ann"}
TEXTS = {
    "oolong": "Ann drinks oolong.",
    "OOLONG": "- ann drinks  OOLONG",
    "coffee": "Ann dislikes coffee",
    "乌龙": "安喜欢乌龙茶",
    "咖啡": "安不喝咖啡",
}
"""A word of the text, by which a search must find it → the text; the first two count as the same."""
ROOTS = ["user:ann", "user:anna", "team:x"]
KEY = b"the key that both sides share...."

ids = st.sampled_from(sorted(SCOPES))
instants = st.none() | st.integers(-5, 3).map(lambda days: START + timedelta(days=days))
deletions = st.sampled_from(["t1", "t2"])
accesses = st.none() | st.builds(
    Access,
    level=st.sampled_from(["normal", "sensitive", "secret"]),
    classes=st.sampled_from([(), ("card",)]),
    share=st.sampled_from([None, "owner"]),
    relaxed_at=st.sampled_from([None, None, START]),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    id = draw(ids)
    record = Record(
        id=id,
        type=draw(st.sampled_from(["fact", "task"])),
        content=draw(st.sampled_from(sorted(TEXTS.values()))),
        scope=SCOPES[id],
        source_agent="agent",
        created_at=draw(instants),
        updated_at=draw(instants),
        tags=draw(st.sampled_from([(), ("a",), ("a", "b")])),
        meta=draw(st.sampled_from([{}, {"x": 1.0}, {"y": {"z": [None]}}])),
        state=draw(st.sampled_from([None, None, "archived", "superseded"])),
        access=draw(accesses),
        derived_from=draw(st.lists(ids, max_size=2, unique=True).map(tuple)),
        revives=draw(st.sets(deletions, max_size=1).map(tuple)),
        unknown=draw(st.sampled_from([{}, {"later": ["kept"]}])),
    )
    if id == KEYED:
        return replace(record, key="drink", value=draw(st.sampled_from(["tea", None])))
    return replace(record, scope=draw(st.sampled_from([record.scope] * 9 + ["team:x"])))


@st.composite
def tombstones(draw: st.DrawFn) -> Tombstone:
    id, name = draw(ids), draw(deletions)
    version = replace(draw(records()), id=id, scope=SCOPES[id], revives=())
    prints = [text_print(KEY, version.content)] if draw(st.booleans()) else []
    return Tombstone(
        id=id,
        tombstone_id=name,
        scope=SCOPES[id],
        deleted_at=draw(instants),
        reason=draw(st.sampled_from(["user", "policy"])),
        prints=tuple(prints),
        through=draw(st.sampled_from([None, None, through_of(version, order_of(version))])),
    )


class SideBySide(RuleBasedStateMachine):
    """The adapter's store and the reference store; whatever is asked of both must be answered alike."""

    suite: StoreSuite
    """The test that it runs in."""

    def __init__(self) -> None:
        super().__init__()
        self.batches = self.operations = 0
        self.cursors: list[tuple[str | None, str | None]] = [(None, None)]
        self.saved: list[bytes] = []

    @initialize()
    def open(self) -> None:
        self.clock = FrozenClock()
        self.ids = (OperationIds(), OperationIds())
        fixed: dict[str, Any] = {"clock": self.clock, "entropy": FixedEntropy()}
        self.store = self.suite.new_store(self.suite.next_name(), **fixed, ids=self.ids[0])
        self.reference = EphemeralStore(**fixed, ids=self.ids[1])
        self.both(lambda store: store.adopt_print_keys({root: [KEY] for root in ROOTS}))

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()

    def both(self, act: Callable[[Store], Any]) -> Any:
        """Do one thing to both; the same comes of it, or the same error."""
        self.operations += 1
        for ids in self.ids:
            ids.begin(self.operations)
        got, wanted = _attempt(act, self.store), _attempt(act, self.reference)
        assert got == wanted
        return wanted

    @rule(hours=st.integers(0, 30))
    def wait(self, hours: int) -> None:
        self.clock.advance(hours=hours)

    @rule(record=records(), revive=st.booleans(), relax=st.booleans(), expected=st.sampled_from([None, None, 0, 1, 2]))
    def write(self, record: Record, revive: bool, relax: bool, expected: int | None) -> None:
        self.both(lambda s: s.write(record, revive=revive, relax=relax, expected_revision=expected))

    @rule(id=ids, content=st.sampled_from(sorted(TEXTS.values())), off=st.sampled_from([0, 0, 0, 1]))
    def edit(self, id: str, content: str, off: int) -> None:
        def act(store: Store) -> Any:
            current = store.read(id)
            if current is not None:
                edited = replace(current.record, content=content)
                return store.write(edited, expected_revision=current.revision + off)
            return None

        self.both(act)

    @rule(many=st.lists(records(), max_size=3))
    def write_many(self, many: list[Record]) -> None:
        self.both(lambda s: s.write_many(many))

    @rule(items=st.lists(records() | tombstones(), max_size=4), similar=st.booleans())
    def merge(self, items: list[Record | Tombstone], similar: bool) -> None:
        self.batches += 1
        batch = f"batch {self.batches}"
        self.both(lambda s: s.open_batch(batch, {"number": self.batches}))
        self.both(lambda s: s.merge(items, batch=batch, where="w", quarantine_similar=similar))

    @rule(id=ids, reason=st.sampled_from(["user", "user", "policy"]), expected=st.sampled_from([None, None, 1]))
    def delete(self, id: str, reason: str, expected: int | None) -> None:
        self.both(lambda s: s.delete(id, actor="ann", reason=reason, expected_revision=expected))

    @rule(id=ids, text=st.sampled_from([*sorted(TEXTS.values()), None]))
    def purge(self, id: str, text: str | None) -> None:
        # What lies below the rows, the last receipts, is each store's own.
        self.both(lambda s: s.purge([id], texts=[text] if text is not None else [])[:ROW_PLACES])

    @rule(back=st.integers(0, 2))
    def undo(self, back: int) -> None:
        self.both(lambda s: s.undo(f"batch {self.batches - back}"))

    @rule(number=st.integers(0, 3), batch=st.sampled_from([None, "batch 1", "batch 2"]))
    def keep_aside(self, number: int, batch: str | None) -> None:
        item = Quarantined(number=0, item={"n": number}, outcome=Outcome.REJECTED, reason="no text", batch=batch)
        self.both(lambda s: s.set_aside([item]))
        self.both(lambda s: s.keep_lines([f'{{"line":{number}}}'], batch=batch))

    @rule(number=st.integers(1, 4))
    def drop_aside(self, number: int) -> None:
        self.both(lambda s: s.drop_quarantined(number))

    @rule()
    def remember_the_place(self) -> None:
        self.cursors.append((self.store.cursor(), self.reference.cursor()))

    @rule(data=st.data())
    def follow(self, data: st.DataObject) -> None:
        mine, reference = data.draw(st.sampled_from(self.cursors))
        scopes = data.draw(st.sampled_from([EVERYTHING, Scopes.of("user:ann"), Scopes.of("user:anna")]))
        got, _ = self.store.changes(mine, scopes=scopes)
        wanted, _ = self.reference.changes(reference, scopes=scopes)
        assert got == wanted

    @rule()
    def save(self) -> None:
        self.both(content)
        self.saved.append(exported(self.reference))

    @rule(back=st.integers(1, 3))
    def load(self, back: int) -> None:
        if len(self.saved) >= back:
            stream = self.saved[-back]
            self.both(lambda s: s.import_stream(io.BytesIO(stream), name="saved"))

    @rule()
    def reopen(self) -> None:
        if Capability.DURABLE in self.store.capabilities:
            self.store = self.suite.reopen(self.store)

    @rule(
        word=st.sampled_from(sorted(TEXTS)), where=st.sampled_from([ALL, Filter(), Filter(types=frozenset(("task",)))])
    )
    def search(self, word: str, where: Filter) -> None:
        if Capability.TEXT_SEARCH in self.store.capabilities:
            hits = {candidate.record.id: candidate.version for candidate in self.store.search(word, where=where)}
            live = {version.record.id: version for version in self.reference.enumerate(where)}
            assert {id for id, v in live.items() if word.casefold() in v.record.content.casefold()} <= hits.keys()
            assert all(live[id] == version for id, version in hits.items()), "only what lives and passes is found"

    @invariant()
    def everything_is_the_same(self) -> None:
        self.both(lambda s: list(s.enumerate()))
        self.both(lambda s: [s.history(id) for id in SCOPES])
        self.both(lambda s: s.tombstones())
        self.both(lambda s: (s.quarantine(), s.kept_lines(), s.batches(), s.count()))
        self.both(lambda s: s.changes()[0])
        self.both(lambda s: s.find("user:ann", "drink"))
        self.both(lambda s: list(s.enumerate(Filter(scopes=Scopes.of("user:ann"), tags=frozenset("a")))))


def _attempt(act: Callable[[Store], Any], store: Store) -> Any:
    try:
        return act(store)
    except SatchelError as error:
        return (type(error), str(error))

"""Undoing an import: what it brought vanishes, what it replaced returns, and nothing else changes."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import timedelta

import pytest

from satchel_protocol.conformance.base import SuiteBase, content, exported, needs, records, shown
from satchel_protocol.conformance.fixed import START, memory
from satchel_protocol.errors import NotFoundError
from satchel_protocol.record import Access
from satchel_protocol.state import Outcome, Quarantined
from satchel_protocol.store import Capability, Store
from satchel_protocol.tombstone import Tombstone

EARLY = START - timedelta(days=20)


class UndoingExamples(SuiteBase):
    """Examples of undoing an import."""

    def _filled(self, store: Store) -> Store:
        store.write_many([memory(id, content=f"Text of {id}.") for id in ("a", "b", "c", "d")])
        store.delete("d")
        store.keep_lines(['{"line": 0}'])
        store.set_aside([Quarantined(number=0, item={"x": 1}, outcome=Outcome.REJECTED, reason="why")])
        return store

    def test_it_leaves_the_content_byte_equal(self, store: Store) -> None:
        before = content(self._filled(store))
        store.open_batch("b", {"source": "bad.jsonl"})
        store.merge(
            [
                memory("new", content="New."),
                memory("a", content="Overwritten.", updated_at=START),
                memory("a", content="Twice.", updated_at=START + timedelta(hours=1)),
                memory("b", content="Text of b.", access=Access(level="secret"), created_at=EARLY),
                memory("d", content="Back."),
                memory("c", scope="user:bob"),
                Tombstone(id="elsewhere", tombstone_id="t", scope="user:ann", reason="user"),
                memory("elsewhere", content="Forgotten."),
                memory("rival", content="R.", revives=("t1",)),
                memory("rival", content="S.", revives=("t1", "t2")),
            ],
            batch="b",
        )
        store.keep_lines(['{"line": 1}'], batch="b")
        store.set_aside([Quarantined(number=0, item="r", outcome=Outcome.REJECTED, reason="no", batch="b")])
        assert content(store) != before
        undone = store.undo("b")
        assert content(store) == before
        assert (undone.removed, undone.restored, undone.kept) == (2, 2, ())
        assert store.batches() == {}

    def test_a_stream_is_undone(self, store: Store, other: Store) -> None:
        before = content(self._filled(store))
        other.write_many([memory("x", content="X."), memory("y", content="Y.")])
        other.delete("y")
        other.keep_lines(['{"line": 2}'])
        arrival = store.import_stream(io.BytesIO(exported(other)), name="s", batch="b")
        assert arrival.ledger[Outcome.IMPORTED] == 1
        store.undo("b")
        assert content(store) == before

    def test_a_tombstone_that_an_import_widened_gets_its_former_extent(self, store: Store) -> None:
        store.merge([Tombstone(id="x", tombstone_id="t", scope="user:ann", reason="policy")])
        before = content(store)
        store.open_batch("b", {})
        wider = Tombstone(id="x", tombstone_id="t", scope="user:ann", prints=("00",), deleted_at=EARLY)
        store.merge([wider, replace(wider, derived=("z",))], batch="b")
        assert content(store) != before
        store.undo("b")
        assert content(store) == before

    def test_a_tombstone_that_removed_a_text_stays(self, store: Store) -> None:
        self._filled(store)
        store.open_batch("b", {})
        store.merge([Tombstone(id="a", tombstone_id="t", scope="user:ann")], batch="b")
        store.undo("b")
        assert store.read("a") is None
        assert store.merge([memory("a", content="Back.")])[0].outcome is Outcome.TOMBSTONED

    def test_what_was_changed_since_stays_and_is_named(self, store: Store) -> None:
        store.open_batch("b", {})
        store.merge([memory("a", content="A."), memory("b", content="B.")], batch="b")
        store.write(memory("a", content="Edited."))
        undone = store.undo("b")
        assert undone.kept == ("a",)
        assert sorted(records(store)) == ["a"]
        assert [v.record.content for v in store.history("a")] == ["Edited."], "the import's version left the history"

    def test_imports_are_undone_in_any_order(self, store: Store) -> None:
        self._filled(store)
        before = content(store)
        for undone in (["b1", "b2"], ["b2", "b1"]):
            self.clock.advance(days=3)
            for hours, batch in enumerate(("b1", "b2")):
                store.open_batch(batch, {})
                version = memory("a", content=f"By {batch}.", updated_at=self.clock.now + timedelta(hours=hours))
                store.merge([version, memory(f"of {batch}", content=batch)], batch=batch)
            for batch in undone:
                store.undo(batch)
            assert content(store) == before
            assert records(store)["a"].content == "Text of a."

    def test_an_undo_never_brings_back_what_was_forgotten_meanwhile(self, store: Store) -> None:
        store.write_many([memory("a", content="The secret."), memory("twin", content="The secret.")])
        store.open_batch("b", {})
        store.merge([memory("a", content="Harmless.", updated_at=START)], batch="b")
        store.delete("twin")
        store.undo("b")
        assert store.read("a") is None
        assert b"The secret" not in exported(store)

    def test_an_unknown_import_cannot_be_undone_and_no_import_twice(self, store: Store) -> None:
        with pytest.raises(NotFoundError):
            store.undo("never")
        store.open_batch("b", {"source": "x"})
        assert store.batches() == {"b": {"source": "x"}}
        store.undo("b")
        with pytest.raises(NotFoundError):
            store.undo("b")

    def test_the_same_import_can_be_done_again(self, store: Store) -> None:
        items = [memory("a", content="A."), memory("far", created_at=START + timedelta(days=9))]
        for batch in ("b1", "b2"):
            store.open_batch(batch, {})
            outcomes = [merged.outcome for merged in store.merge(items, batch=batch)]
            assert outcomes == [Outcome.IMPORTED, Outcome.QUARANTINED]
            assert len(store.quarantine()) == 1
            store.undo(batch)
            assert store.quarantine() == []
        assert store.count() == 0

    def test_the_change_feed_tells_of_an_undo(self, store: Store) -> None:
        self._filled(store)
        store.open_batch("b", {})
        store.merge([memory("new", content="N."), memory("a", content="O.", updated_at=START)], batch="b")
        cursor = store.cursor()
        store.undo("b")
        changes, _ = store.changes(cursor)
        assert sorted(shown(changes)) == [("a", "version"), ("new", "removed")]

    @needs(Capability.DURABLE)
    def test_an_import_can_be_undone_after_opening_again(self, store: Store) -> None:
        before = content(self._filled(store))
        store.open_batch("b", {"source": "x"})
        store.merge([memory("new", content="New."), memory("a", content="Over.", updated_at=START)], batch="b")
        again = self.reopen(store)
        assert again.batches() == {"b": {"source": "x"}}
        again.undo("b")
        assert content(again) == before

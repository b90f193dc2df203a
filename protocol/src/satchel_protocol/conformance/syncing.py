"""Two stores of one owner are brought to the same state, in parts, with deletes, and only what changed is told again."""

from __future__ import annotations

from satchel_protocol.conformance.base import SuiteBase, content, needs, records
from satchel_protocol.conformance.fixed import SequentialIds, memory
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.state import Outcome
from satchel_protocol.store import Capability, Store
from satchel_protocol.sync import Sync, Synced
from satchel_protocol.tombstone import Tombstone


class SyncExamples(SuiteBase):
    """Examples of a sync."""

    def sync(self, store: Store, other: Store, *, scopes: Scopes = EVERYTHING, one_way: bool = False) -> Synced:
        """In pages of two ids, so that a few records make several."""
        return Sync(store, other, scopes=scopes, one_way=one_way, page=2, ids=SequentialIds("session")).run()

    def _two(self, store: Store, other: Store) -> None:
        store.write_many([memory(id, content=f"Text of {id}.") for id in "abc"])
        store.delete("c")
        other.write_many([memory(id, content=f"Text of {id}.") for id in "xyz"])
        other.write(memory("a", content="The other's a."))
        self.clock.advance(minutes=1)
        other.write(memory("x", content="Later."))
        other.keep_lines(['{"line": 1}'])

    def test_both_hold_the_same_afterwards_and_a_second_run_reads_nothing(self, store: Store, other: Store) -> None:
        self._two(store, other)
        first = self.sync(store, other)
        assert content(store)["lines"] == content(other)["lines"]
        assert sorted(records(store)) == ["a", "b", "x", "y", "z"]
        assert [conflict.id for conflict in first.conflicts] == ["a"]
        assert store.print_keys().keys() == other.print_keys().keys()
        cursors = (store.cursor(), other.cursor())
        second = self.sync(store, other)
        assert not second.changed
        assert (second.there.read, second.back.read) == (0, 0)
        assert (store.cursor(), other.cursor()) == cursors

    def test_deletes_and_revivals_travel(self, store: Store, other: Store) -> None:
        self._two(store, other)
        self.sync(store, other)
        other.delete("b")
        self.sync(store, other)
        assert store.read("b") is None
        assert store.merge([memory("b2", content="- text of b")])[0].outcome is Outcome.TOMBSTONED
        store.write(memory("b", content="Text of b."), revive=True)
        self.sync(store, other)
        assert records(store) == records(other)
        assert "b" in records(other)

    def test_an_undone_import_is_undone_in_both(self, store: Store, other: Store) -> None:
        self._two(store, other)
        self.sync(store, other)
        before = content(store)["lines"]
        store.open_batch("i", {"source": "bad"})
        store.merge([memory("n", content="New."), memory("a", content="Over.", updated_at=self.clock.now)], batch="i")
        self.sync(store, other)
        assert other.batches() == {"i": {"source": "bad"}}
        other.undo("i")
        self.sync(store, other)
        assert content(store)["lines"] == content(other)["lines"] == before

    def test_what_an_undo_lost_here_and_the_other_keeps_is_told_again(self, store: Store, other: Store) -> None:
        store.write(memory("a", content="A."))
        self.sync(store, other)
        other.write(memory("v", content="Said there."))
        store.open_batch("i", {})
        store.merge([Tombstone(id="v", tombstone_id="t", scope="user:ann")], batch="i")
        self.sync(store, other)
        assert other.read("v") is None
        store.undo("i")
        assert store.tombstones() == [], "it removed nothing here"
        self.sync(store, other)
        assert [t.tombstone_id for t in store.tombstones()] == ["t"], "but a text there"
        assert content(store)["lines"] == content(other)["lines"]

    def test_a_selection_of_scopes_goes_one_way(self, store: Store, other: Store) -> None:
        store.write_many([memory("a", content="A."), memory("b", content="B.", scope="user:bob")])
        other.write(memory("c", content="C."))
        self.sync(store, other, scopes=Scopes.of("user:bob"), one_way=True)
        assert (sorted(records(store)), sorted(records(other))) == (["a", "b"], ["b", "c"])

    @needs(Capability.DURABLE)
    def test_the_marks_are_kept_in_the_stores(self, store: Store, other: Store) -> None:
        self._two(store, other)
        self.sync(store, other)
        store, other = self.reopen(store), self.reopen(other)
        other.write(memory("new", content="New."))
        again = self.sync(store, other)
        assert sorted(records(store)) == ["a", "b", "new", "x", "y", "z"]
        assert (again.there.read, again.back.read) == (0, 1)

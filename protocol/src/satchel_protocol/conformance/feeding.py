"""The change feed: every change once, in order of commit, from any cursor."""

from __future__ import annotations

import pytest

from satchel_protocol.conformance.base import SuiteBase, needs, records, shown
from satchel_protocol.conformance.fixed import memory
from satchel_protocol.errors import CursorError
from satchel_protocol.scope import Scopes
from satchel_protocol.store import Capability, Store
from satchel_protocol.tombstone import Tombstone


class FeedExamples(SuiteBase):
    """Examples of the change feed."""

    def test_it_tells_the_present_state_of_what_changed_and_nothing_twice(self, store: Store) -> None:
        store.write(memory("a", content="A."))
        cursor = store.cursor()
        store.write(memory("b", content="B."))
        store.write(memory("a", content="A again."))
        store.write(memory("a", content="And again."))
        store.delete("b")
        changes, after = store.changes(cursor)
        assert shown(changes) == [("a", "version"), ("b", "tombstone")]
        assert changes[0].version == store.read("a")
        assert changes[1].tombstone == store.tombstones()[0]
        assert store.changes(after) == ([], after)
        assert after == store.cursor()

    def test_from_the_beginning_it_tells_everything_that_is(self, store: Store) -> None:
        store.write_many([memory(id, content=f"Text {id}.") for id in "abc"])
        store.delete("b")
        changes, _ = store.changes()
        assert sorted(shown(changes)) == [("a", "version"), ("b", "tombstone"), ("c", "version")]
        assert [change.seq for change in changes] == sorted({change.seq for change in changes})

    def test_a_cursor_of_the_empty_store_tells_everything(self, store: Store) -> None:
        cursor = store.cursor()
        assert store.changes() == ([], cursor)
        store.write(memory("a"))
        assert shown(store.changes(cursor)[0]) == [("a", "version")]

    def test_a_merge_that_changes_nothing_has_no_entry(self, store: Store) -> None:
        tombstone = Tombstone(id="x", tombstone_id="t", scope="user:ann")
        store.merge([memory("a"), tombstone])
        cursor = store.cursor()
        store.merge([memory("a"), tombstone, memory("x")])
        assert store.changes(cursor) == ([], cursor)

    def test_a_revived_record_is_told_as_a_version(self, store: Store) -> None:
        store.write(memory("a", content="A."))
        store.delete("a")
        cursor = store.cursor()
        store.write(memory("a", content="Back."), revive=True)
        assert shown(store.changes(cursor)[0]) == [("a", "version")]

    def test_entries_of_other_scopes_are_left_out_and_the_cursor_moves_on(self, store: Store) -> None:
        cursor = store.cursor()
        store.write(memory("a", scope="user:1", content="A."))
        store.write(memory("b", scope="user:10", content="B."))
        changes, after = store.changes(cursor, scopes=Scopes.of("user:1"))
        assert shown(changes) == [("a", "version")]
        assert after == store.cursor()

    def test_a_cursor_of_another_store_or_none_at_all_is_refused(self, store: Store, other: Store) -> None:
        store.write(memory())
        other.write(memory())
        for cursor in (other.cursor(), "", "rubbish", "茶", "W10", "WzEsMl0", "bnVsbA", "WyIiLCIiLDVd"):
            with pytest.raises(CursorError):
                store.changes(cursor)

    @needs(Capability.DURABLE)
    def test_a_cursor_holds_after_opening_again(self, store: Store) -> None:
        store.write(memory("a", content="A."))
        cursor = store.cursor()
        store.write(memory("b", content="B."))
        store.delete("a")
        again = self.reopen(store)
        assert sorted(shown(again.changes(cursor)[0])) == [("a", "tombstone"), ("b", "version")]
        last = again.cursor()
        again.write(memory("c", content="C."))
        assert shown(again.changes(last)[0]) == [("c", "version")]

    def test_a_follower_that_applies_the_feed_has_the_same_records(self, store: Store, other: Store) -> None:
        cursor: str | None = None
        for round_ in range(3):
            store.write_many([memory(f"{round_}{id}", content=f"Text {round_}{id}.") for id in "abc"])
            store.write(memory("0a", content=f"Edit {round_}."))
            store.delete(f"{round_}b")
            changes, cursor = store.changes(cursor)
            other.merge([c.version.record if c.version else c.tombstone for c in changes if not c.removed])  # type: ignore[misc]
            assert records(other) == records(store)

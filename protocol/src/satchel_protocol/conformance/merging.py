"""Merging: which of two versions wins, what both leave behind, what is set aside."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from typing import Any

from satchel_protocol.conformance.base import SuiteBase, content, records
from satchel_protocol.conformance.fixed import START, memory
from satchel_protocol.record import Access, Origin, Record
from satchel_protocol.state import Outcome
from satchel_protocol.store import Store
from satchel_protocol.tombstone import Tombstone

EARLY, LATE = START - timedelta(days=20), START - timedelta(days=10)


class MergingExamples(SuiteBase):
    """Examples of merges."""

    def test_each_item_ends_in_one_outcome_in_order(self, store: Store) -> None:
        store.write(memory("live", content="Here.", updated_at=LATE))
        store.write(memory("dead", content="Gone."))
        store.delete("dead")
        merged = store.merge(
            [
                memory("new", content="New."),
                memory("live", content="Here.", updated_at=LATE),
                memory("live", content="Older.", updated_at=EARLY),
                memory("live", content="Newer.", updated_at=LATE + timedelta(days=1)),
                memory("dead", content="Back."),
                memory("live", scope="user:bob"),
                memory("ahead", created_at=START + timedelta(days=3), content="Ahead."),
                Tombstone(id="new", tombstone_id="t", scope="user:ann"),
            ],
            where="a.jsonl",
        )
        assert [m.outcome for m in merged] == [
            Outcome.IMPORTED,
            Outcome.UNCHANGED,
            Outcome.SUPERSEDED,
            Outcome.IMPORTED,
            Outcome.TOMBSTONED,
            Outcome.QUARANTINED,
            Outcome.QUARANTINED,
            Outcome.TOMBSTONE_APPLIED,
        ]
        assert [m.id for m in merged] == ["new", "live", "live", "live", "dead", "live", "ahead", "new"]
        assert {id: r.content for id, r in records(store).items()} == {"live": "Newer."}
        assert [item.where for item in store.quarantine()] == ["a.jsonl", "a.jsonl"]

    def test_merging_the_same_again_changes_nothing(self, store: Store) -> None:
        items: list[Record | Tombstone] = [
            memory("a", content="A.", updated_at=EARLY),
            memory("b", content="B.", access=Access(level="secret")),
            memory("b", content="B, later.", updated_at=LATE),
            memory("far", created_at=START + timedelta(days=30)),
            Tombstone(id="c", tombstone_id="t", scope="user:ann"),
            memory("c", content="C."),
        ]
        store.merge(items)
        before, versions, cursor = content(store), list(store.enumerate()), store.cursor()
        assert not any(merged.changed for merged in store.merge(items))
        assert (content(store), list(store.enumerate()), store.cursor()) == (before, versions, cursor)

    def test_when_and_how_it_was_read_makes_no_new_revision(self, store: Store) -> None:
        origin = Origin(tool="x", imported_at=EARLY, importer="a", importer_version="1")
        store.merge([memory(origin=origin)])
        later = replace(origin, imported_at=LATE, importer="b", importer_version="2")
        assert store.merge([memory(origin=later)])[0].outcome is Outcome.UNCHANGED
        assert records(store)["one"].origin == origin
        assert len(store.history("one")) == 1

    def test_the_later_version_wins_whole_in_any_order(self, store: Store) -> None:
        early = memory("", content="Early.", updated_at=EARLY, tags=("old",), created_at=EARLY, meta={"a": 1})
        late = memory("", content="Late.", updated_at=LATE, created_at=LATE, meta={"b": 2})
        last = memory("", content="Last.", updated_at=START, created_at=None)
        for number, order in enumerate(permutations([early, late, last])):
            id = f"case {number}"
            for version in order:
                store.merge([replace(version, id=id)])
            assert records(store)[id] == replace(last, id=id, created_at=EARLY)

    def test_a_newer_export_wins_where_no_other_time_tells(self, store: Store) -> None:
        old = memory(created_at=None, content="Zzz old.", origin=Origin(tool="x", exported_at=EARLY))
        new = memory(created_at=None, content="Aaa new.", origin=Origin(tool="x", exported_at=LATE))
        store.merge([new])
        assert store.merge([old])[0].outcome is Outcome.SUPERSEDED
        assert records(store)["one"].content == "Aaa new."

    def test_the_digest_decides_where_nothing_else_does(self, store: Store) -> None:
        one, two = memory("", content="One."), memory("", content="Two.")
        for id, order in (("a", [one, two]), ("b", [two, one])):
            for version in order:
                store.merge([replace(version, id=id)])
            winner = max((replace(one, id=id), replace(two, id=id)), key=lambda r: r.digest())
            assert records(store)[id].content == winner.content

    def test_an_unknown_time_is_filled_in_and_a_known_one_never_lost(self, store: Store) -> None:
        store.merge([memory("a", created_at=None), memory("a", created_at=EARLY)])
        store.merge([memory("b", created_at=EARLY), memory("b", created_at=None)])
        assert records(store)["a"].created_at == EARLY
        assert records(store)["b"].created_at == EARLY

    def test_the_stricter_access_survives_a_later_milder_version(self, store: Store) -> None:
        strict = memory(updated_at=EARLY, access=Access(level="secret", classes=("card",), share="scope"))
        mild = memory(updated_at=LATE, content="Later.", access=Access(level="sensitive", classes=("health",)))
        store.merge([strict, mild])
        access = records(store)["one"].access
        assert access == Access(level="secret", classes=("card", "health"), share="scope")
        relaxed = replace(mild, access=Access(level="normal", relaxed_at=LATE), updated_at=START)
        store.merge([relaxed, strict])
        assert records(store)["one"].access == relaxed.access

    def test_an_id_of_another_scope_is_set_aside_and_changes_nothing(self, store: Store) -> None:
        store.merge([memory()])
        before = store.read("one")
        thief = memory(scope="user:mallory", content="Mine now.", updated_at=START)
        merged = store.merge([thief], batch="b", where="evil.jsonl")
        assert merged[0].outcome is Outcome.QUARANTINED
        assert store.read("one") == before
        item = store.quarantine()[0]
        assert (item.item, item.outcome, item.where, item.batch) == (
            thief.to_json(), Outcome.QUARANTINED, "evil.jsonl", "b",
        )  # fmt: skip

    def test_times_more_than_two_days_ahead_are_set_aside(self, store: Store) -> None:
        edge, beyond = START + timedelta(days=2), START + timedelta(days=2, microseconds=1)
        ahead = [
            memory("a", created_at=beyond),
            memory("b", updated_at=beyond),
            memory("c", created_at=beyond, updated_at=EARLY),
            memory("d", access=Access(relaxed_at=beyond)),
            memory("e", origin=Origin(exported_at=beyond)),
        ]
        assert [m.outcome for m in store.merge(ahead)] == [Outcome.QUARANTINED] * 5
        assert store.count() == 0
        assert store.merge([memory("f", updated_at=edge)])[0].outcome is Outcome.IMPORTED

    def test_what_breaks_a_rule_is_rejected_and_does_not_stop_the_others(self, store: Store) -> None:
        deep: list[Any] = []
        for _ in range(200):
            deep = [deep]
        broken: list[Record | Tombstone] = [
            memory("a", content=""),
            memory("b", content="a\x00b"),
            memory("c", content="x" * 65_537),
            memory("d", content="\ud800"),
            memory("e", meta={"x": float("nan")}),
            memory("f", meta={"x": deep}),
            memory("g", meta={"x": {1, 2}}),
            memory("h", tags=("Upper",)),
            memory("i", created_at=START.replace(tzinfo=None)),
            memory("\ud800"),
            Tombstone(id="k", tombstone_id="", scope="user:ann"),
            Tombstone(id="l", tombstone_id="t", scope="nowhere"),
        ]
        good = memory("good", content="Good.")
        merged = store.merge([*broken, good], batch="b", where="f")
        assert [m.outcome for m in merged] == [Outcome.REJECTED] * len(broken) + [Outcome.IMPORTED]
        assert sorted(records(store)) == ["good"]
        aside = store.quarantine()
        assert [item.outcome for item in aside] == [Outcome.REJECTED] * len(broken)
        assert all(item.reason and item.where == "f" for item in aside)
        assert aside[0].item == memory("a", content="").to_json()
        store.merge(broken)
        assert store.quarantine() == aside

    def test_two_who_revive_different_deletes_lose_to_one_that_knows_both(self, store: Store) -> None:
        one, two = memory(revives=("t1",), content="One."), memory(revives=("t2",), content="Two.")
        both = memory(revives=("t1", "t2"), content="Both.", updated_at=EARLY)
        store.merge([one, two])
        assert store.read("one") is None
        store.merge([both, one, two])
        assert records(store)["one"].content == "Both."

    def test_a_merge_keeps_the_version_before_and_counts_the_revision(self, store: Store) -> None:
        first = store.write(memory())
        store.merge([memory(content="Later.", updated_at=START)], batch="b")
        history = store.history("one")
        assert history[0] == first
        assert [v.revision for v in history] == [1, 2]
        assert [v.batch for v in history] == [None, "b"]

    def test_an_edit_beats_what_came_from_elsewhere_and_a_later_import_beats_the_edit(self, store: Store) -> None:
        store.merge([memory(content="Imported.", updated_at=START + timedelta(hours=1))])
        store.write(memory(content="Edited."))
        store.merge([memory(content="Imported.", updated_at=START + timedelta(hours=1))])
        assert records(store)["one"].content == "Edited."
        store.merge([memory(content="Edited elsewhere.", updated_at=START + timedelta(hours=2))])
        assert records(store)["one"].content == "Edited elsewhere."

"""Writing and reading: what somebody wrote is there as it was written, and nothing else changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from satchel_protocol.conformance.base import SuiteBase, content, exported, needs, records
from satchel_protocol.conformance.fixed import START, memory
from satchel_protocol.errors import (
    InvalidRecordError,
    RevisionConflictError,
    ScopeCollisionError,
    UnsupportedError,
)
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import UNSET, Access, Origin, Record, TimeEvidence
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.state import ALL, Filter, Outcome, Quarantined
from satchel_protocol.store import Capability, Store

FULL = Record.from_json(
    {
        "id": keyed_id("user:ann/work", "user.drinks"),
        "type": "habit",
        "content": "Ann drinks 乌龙茶 – “oolong” – 🫖 every\nafternoon.\t\u2028End",
        "scope": "user:ann/work",
        "source_agent": "agent 小助手",
        "created_at": "2025-12-31T23:59:59.999999Z",
        "ttl": 86400.5,
        "tags": ["tea", "茶"],
        "meta": {"deep": [{"er": [1, 2.5, -0.0, 1e300, 12345678901234567890, None, True, "x"]}], "": {}},
        "updated_at": "2026-02-03T04:05:06Z",
        "key": "user.drinks",
        "value": None,
        "state": "archived",
        "access": {"level": "secret", "classes": ["card", "health"], "share": "owner", "detector": "d", "note": [1]},
        "importance": 1,
        "basis": "observed",
        "confidence": 0.25,
        "supersedes": ["old"],
        "derived_from": ["source/1", "source 2"],
        "revives": ["t-1", "t-2"],
        "origin": {
            "tool": "mem0",
            "account": "ann",
            "path": "a/b.json",
            "id": "17",
            "role": "user",
            "exported_at": "2026-01-01T00:00:00Z",
            "imported_at": "2026-01-02T00:00:00Z",
            "importer": "satchel",
            "importer_version": "1",
            "time": {
                "raw": 1767225599.999999,
                "unit": "s",
                "zone": "UTC",
                "precision": "second",
                "assumed": True,
                "q": 1,
            },
            "extra": {"mood": "calm"},
            "later": {"a": 1},
        },
        "future_field": {"kept": ["as", {"it": "is"}]},
        "another": "",
    }
)
"""A record with every field set, and fields that no version knows at every level."""


class WritingExamples(SuiteBase):
    """Examples of writing and reading."""

    def test_a_written_record_is_read_back_as_it_was(self, store: Store) -> None:
        version = store.write(FULL)
        found = store.read(FULL.id)
        assert found == version
        assert found is not None
        assert found.record == FULL
        assert found.record.to_json() == FULL.to_json()
        assert found.digest == FULL.digest()
        assert found.revision == 1
        assert found.batch is None

    def test_null_is_a_value_and_no_value_is_none(self, store: Store) -> None:
        bare = memory(keyed_id("user:ann", "a"), key="a")
        null = memory(keyed_id("user:ann", "b"), key="b", value=None)
        empty = memory(keyed_id("user:ann", "c"), key="c", value="")
        store.write_many([bare, null, empty])
        again = records(store)
        assert again[bare.id].value is UNSET
        assert again[null.id].value is None
        assert again[empty.id].value == ""

    @pytest.mark.parametrize(
        "at",
        [None, datetime.min.replace(tzinfo=UTC), datetime(1969, 12, 31, 23, 59, 59, 1, tzinfo=UTC), START],
    )
    def test_a_time_is_kept_to_the_microsecond_and_an_unknown_one_stays_unknown(
        self, store: Store, at: datetime | None
    ) -> None:
        store.write(memory(created_at=at))
        assert records(store)["one"].created_at == at

    def test_absence_is_none_and_not_an_error(self, store: Store) -> None:
        assert store.read("nobody") is None
        assert store.find("user:ann", "nothing") is None
        assert store.history("nobody") == []
        assert store.delete("nobody") is None

    def test_an_invalid_record_is_refused_with_every_problem_and_nothing_is_written(self, store: Store) -> None:
        with pytest.raises(InvalidRecordError) as refused:
            store.write_many([memory("good"), memory("bad", content=" ", importance=2.0)])
        assert {problem.path for problem in refused.value.problems} == {"content", "importance"}
        assert store.count() == 0

    @pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {"a": ["\udfff"]}, {1: 2}, object()])
    def test_what_json_cannot_say_is_refused_before_it_reaches_the_store(self, store: Store, value: object) -> None:
        with pytest.raises(InvalidRecordError):
            store.write(memory(meta={"x": value}))
        assert store.count() == 0

    def test_writing_many_is_all_or_nothing(self, store: Store) -> None:
        store.write(memory("taken", scope="user:bob"))
        before = content(store)
        with pytest.raises(ScopeCollisionError):
            store.write_many([memory("one"), memory("two"), memory("taken")])
        assert content(store) == before
        assert [v.record.id for v in store.write_many([memory("two"), memory("one")])] == ["two", "one"]
        assert store.count() == 3

    def test_an_error_of_the_caller_in_the_middle_of_many_writes_nothing(self, store: Store) -> None:
        def failing() -> object:
            yield memory("one")
            raise RuntimeError("the source broke")

        with pytest.raises(RuntimeError, match="the source broke"):
            store.write_many(failing())  # type: ignore[arg-type]
        assert store.count() == 0

    def test_every_change_is_one_revision_dated_later_than_the_one_before(self, store: Store) -> None:
        first = store.write(memory(created_at=START + timedelta(hours=1)))
        second = store.write(memory(content="Second."))
        third = store.write(memory(content="Third."))
        assert (first.revision, second.revision, third.revision) == (1, 2, 3)
        assert first.seq < second.seq < third.seq
        assert second.record.updated_at == START + timedelta(hours=1, microseconds=1)
        assert third.record.updated_at == START + timedelta(hours=1, microseconds=2)
        self.clock.advance(hours=5)
        assert store.write(memory(content="Fourth.")).record.updated_at == self.clock.now

    def test_writing_the_same_again_changes_nothing(self, store: Store) -> None:
        first = store.write(FULL)
        self.clock.advance(days=1)
        cursor = store.cursor()
        assert store.write(FULL) == first
        assert store.history(FULL.id) == [first]
        assert store.cursor() == cursor

    def test_the_earliest_known_creation_survives_every_write(self, store: Store) -> None:
        early, late = START - timedelta(days=9), START - timedelta(days=3)
        store.write(memory(created_at=None))
        store.write(memory(created_at=late, content="Two."))
        store.write(memory(created_at=early, content="Three."))
        store.write(memory(created_at=None, content="Four."))
        assert store.write(memory(created_at=late, content="Five.")).record.created_at == early

    def test_a_write_with_the_expected_revision_succeeds_and_with_another_one_fails(self, store: Store) -> None:
        store.write(memory(), expected_revision=0)
        with pytest.raises(RevisionConflictError) as conflict:
            store.write(memory(content="Mine."), expected_revision=0)
        assert (conflict.value.id, conflict.value.expected, conflict.value.found) == ("one", 0, 1)
        store.write(memory(content="Mine."), expected_revision=1)
        with pytest.raises(RevisionConflictError):
            store.delete("one", expected_revision=1)
        with pytest.raises(RevisionConflictError):
            store.write(memory("absent"), expected_revision=1)
        assert records(store)["one"].content == "Mine."
        assert store.delete("one", expected_revision=2) is not None

    def test_access_stays_strict_unless_it_is_relaxed(self, store: Store) -> None:
        strict = Access(level="secret", classes=("card",), share="owner")
        store.write(memory(access=strict))
        for milder in (None, Access(level="normal"), Access(level="normal", relaxed_at=START + timedelta(days=1))):
            kept = store.write(memory(access=milder, content=f"Says {milder}."))
            assert kept.record.access == strict, "nor does a claimed relaxing count"
        relaxed = store.write(memory(access=None, content="Open."), relax=True)
        assert relaxed.record.level == "normal"
        assert relaxed.record.access is not None
        assert relaxed.record.access.relaxed_at == self.clock.now
        tightened = store.write(memory(access=Access(level="sensitive"), content="Open."))
        assert tightened.record.level == "sensitive"

    def test_neither_a_relaxing_nor_a_later_tightening_is_undone_by_an_older_version(self, store: Store) -> None:
        strict = store.write(memory(access=Access(level="secret"))).record
        relaxed = store.write(memory(access=None, content="Open."), relax=True).record
        store.merge([strict])
        assert records(store)["one"].level == "normal"
        store.write(memory(access=Access(level="sensitive"), content="Closed."))
        store.merge([strict, relaxed])
        assert records(store)["one"].level == "sensitive"

    def test_the_scope_of_a_record_never_changes(self, store: Store) -> None:
        store.write(memory())
        with pytest.raises(ScopeCollisionError):
            store.write(memory(scope="user:bob"))
        with pytest.raises(ScopeCollisionError):
            store.write(memory(scope="user:ann/work"))
        store.delete("one")
        with pytest.raises(ScopeCollisionError):
            store.write(memory(scope="user:bob"), revive=True)
        assert store.count() == 0

    def test_a_local_write_from_the_far_future_is_refused(self, store: Store) -> None:
        with pytest.raises(InvalidRecordError):
            store.write(memory(created_at=START + timedelta(days=3)))
        assert store.write(memory(created_at=START + timedelta(days=2))).revision == 1

    def test_a_keyed_memory_is_found_by_scope_and_key(self, store: Store) -> None:
        mine = memory(keyed_id("user:ann", "theme"), key="theme", value="dark")
        theirs = memory(keyed_id("user:bob", "theme"), key="theme", value="light", scope="user:bob")
        store.write_many([mine, theirs])
        found = store.find("user:ann", "theme")
        assert found is not None
        assert found.record == mine
        assert store.find("user:ann/work", "theme") is None
        with pytest.raises(InvalidRecordError):
            store.write(memory("some other id", key="theme"))

    def test_history_is_oldest_first_and_ends_with_the_live_version(self, store: Store) -> None:
        versions = [store.write(memory(content=text)) for text in ("One.", "Two.", "Three.")]
        assert store.history("one") == versions

    def test_enumeration_is_in_order_of_id_and_counts_agree(self, store: Store) -> None:
        ids = ["b", "a", "Z", "茶", "ä", "a b", "10", "9", "🫖", "\uffff"]
        store.write_many([memory(id) for id in ids])
        assert [v.record.id for v in store.enumerate()] == sorted(ids)
        assert store.count() == len(ids)

    def test_an_enumeration_sees_one_snapshot_and_writes_go_on(self, store: Store) -> None:
        store.write_many([memory(id) for id in "abc"])
        seen = []
        for version in store.enumerate():
            seen.append(version.record.id)
            store.write(memory("d" + version.record.id))
            store.delete(version.record.id)
        assert seen == ["a", "b", "c"]
        assert sorted(records(store)) == ["da", "db", "dc"]

    def test_an_abandoned_enumeration_takes_nothing_back(self, store: Store) -> None:
        store.write_many([memory(id) for id in "abc"])
        enumeration = store.enumerate()
        next(enumeration)
        store.write(memory("d"))
        enumeration.close()  # type: ignore[attr-defined]
        assert sorted(records(store)) == ["a", "b", "c", "d"]

    def test_filters_are_those_of_the_reference(self, store: Store) -> None:
        versions = _varied()
        store.merge(versions)
        for where in _filters():
            got = [v.record.id for v in store.enumerate(where)]
            assert got == sorted(r.id for r in versions if where.match(r)), where

    @pytest.mark.parametrize(
        ("asked", "got"),
        [
            (["user:1"], ["user:1", "user:1/a", "user:1/a/b"]),
            (["user:1/a"], ["user:1/a", "user:1/a/b"]),
            (["user:10"], ["user:10"]),
            (["user:*"], ["user:%25", "user:1", "user:1/a", "user:1/a/b", "user:10", "user:_", "user:a_b", "user:axb"]),
            (["user:_"], ["user:_"]),
            (["user:a_b"], ["user:a_b"]),
            (["user:%25"], ["user:%25"]),
            (["public"], ["public"]),
            (["ns:a", "public"], ["ns:a", "ns:a/b:c", "public"]),
            (["ns:a/b"], []),
            (["user:nobody"], []),
        ],
    )
    def test_a_pattern_means_whole_segments(self, store: Store, asked: list[str], got: list[str]) -> None:
        scopes = [
            "user:1", "user:1/a", "user:1/a/b", "user:10", "user:_", "user:a_b", "user:axb", "user:%25", "public",
            "ns:a", "ns:a/b:c", "team:1",
        ]  # fmt: skip
        store.write_many([memory(f"in {scope}", scope=scope, content="Tea time.") for scope in scopes])
        where = Filter(scopes=Scopes.of(asked))
        assert sorted(v.record.scope for v in store.enumerate(where)) == got
        assert store.count(where.scopes) == len(got)
        if Capability.TEXT_SEARCH in store.capabilities:
            assert sorted(c.record.scope for c in store.search("tea", where=where)) == got
        for version in list(store.enumerate()):
            store.delete(version.record.id)
        assert sorted(t.scope for t in store.tombstones(where.scopes)) == got

    def test_everything_but_public_is_what_a_star_means(self, store: Store) -> None:
        store.write_many([memory("mine"), memory("ours", scope="public")])
        assert store.count(Scopes.of("*")) == 1
        assert store.count(EVERYTHING) == 2

    def test_reading_changes_nothing(self, store: Store) -> None:
        for _ in range(2):
            store.read("one"), store.find("user:ann", "k"), store.history("one"), list(store.enumerate())
            store.count(), store.tombstones(), store.quarantine(), store.kept_lines(), store.batches()
            store.print_keys(), store.changes(), store.cursor(), exported(store)
            if Capability.TEXT_SEARCH in store.capabilities:
                store.search("tea")
            assert store.store_id == "", "a store gets its name when it is first written"
            assert store.count() == 0

    def test_every_field_survives_an_edit_of_another_one(self, store: Store) -> None:
        store.write(FULL)
        current = store.read(FULL.id)
        assert current is not None
        data = current.record.to_json() | {"content": "Edited."}
        edited = store.write(Record.from_json(data)).record.to_json()
        assert edited.pop("updated_at") != data.pop("updated_at")
        assert edited == data

    def test_what_was_set_aside_is_listed_by_number_until_it_is_dropped(self, store: Store) -> None:
        items = [
            Quarantined(
                number=0, item={"row": n, "text": "茶"}, outcome=Outcome.REJECTED, reason="no text", where=f"f:{n}"
            )
            for n in range(3)
        ]
        numbers = store.set_aside(items)
        assert len(set(numbers)) == 3
        assert [item.item for item in store.quarantine()] == [item.item for item in items]
        assert [item.number for item in store.quarantine()] == sorted(numbers)
        assert store.set_aside(items[:1]) == numbers[:1], "the same thing is kept once"
        store.drop_quarantined(numbers[1])
        store.drop_quarantined(numbers[1])
        assert [item.where for item in store.quarantine()] == ["f:0", "f:2"]
        assert store.set_aside(items[1:2])[0] not in (numbers[0], numbers[2])

    def test_unknown_lines_are_kept_once_in_order(self, store: Store) -> None:
        lines = ['{"attachment": {"id": 1}}', "[1,2]", '{"attachment": {"id": 1} }']
        assert store.keep_lines([*lines, lines[0]]) == 3
        assert store.keep_lines(lines) == 0
        assert store.kept_lines() == lines
        for bad in ("", "two\nlines"):
            with pytest.raises(ValueError, match="not one line"):
                store.keep_lines([bad])

    def test_closing_twice_is_harmless(self, store: Store) -> None:
        store.write(memory())
        store.close()
        store.close()

    def test_a_declared_gap_is_no_declared_capability(self, store: Store) -> None:
        assert not store.capabilities & self.gaps.keys()

    def test_a_store_without_text_search_says_so(self, store: Store) -> None:
        if Capability.TEXT_SEARCH not in store.capabilities:
            with pytest.raises(UnsupportedError):
                store.search("tea")

    @needs(Capability.DURABLE)
    def test_everything_is_there_after_opening_again(self, store: Store) -> None:
        store.open_batch("b", {"source": "x"})
        store.write(FULL)
        store.write(memory(content="One."))
        store.write(memory(content="Two."))
        store.merge([memory("gone", content="Other.")], batch="b")
        store.delete("gone", actor="ann")
        store.keep_lines(['{"unknown": 1}'])
        store.set_aside([Quarantined(number=0, item="row", outcome=Outcome.REJECTED, reason="no text")])
        before = (
            list(store.enumerate()), store.history("one"), store.tombstones(), store.quarantine(), store.kept_lines(),
            store.batches(), store.print_keys(), store.changes(), store.store_id,
        )  # fmt: skip
        again = self.reopen(store)
        assert (
            list(again.enumerate()), again.history("one"), again.tombstones(), again.quarantine(), again.kept_lines(),
            again.batches(), again.print_keys(), again.changes(), again.store_id,
        ) == before  # fmt: skip
        assert again.write(memory(content="Three.")).revision == 3

    @needs(Capability.MANY_PROCESSES)
    def test_two_that_have_the_store_open_see_what_the_other_wrote(self, store: Store) -> None:
        store.write(memory())
        second = self.open_again(store)
        second.write(memory(content="Second."))
        assert records(store)["one"].content == "Second."
        with pytest.raises(RevisionConflictError):
            store.write(memory(content="Mine."), expected_revision=1)
        store.delete("one")
        assert second.read("one") is None
        assert second.changes() == store.changes()

    def test_stores_side_by_side_do_not_mix(self, store: Store, other: Store, tmp_path: Path) -> None:
        store.write(memory())
        assert other.count() == 0
        other.write(memory(content="Other."))
        assert records(store)["one"].content != "Other."
        assert store.store_id != other.store_id


def _varied() -> list[Record]:
    hours = [None, START - timedelta(hours=2), START - timedelta(hours=1), START]
    versions = []
    for number in range(48):
        at = hours[number % 4]
        versions.append(
            memory(
                f"{number:02}",
                type=("fact", "task", "habit")[number % 3],
                scope=("user:ann", "user:ann/work", "team:x", "public")[number // 12],
                tags=((), ("a",), ("a", "b"), ("b", "c"))[number % 4],
                created_at=at,
                ttl=(None, 3600, 0)[number % 3] if number % 2 else None,
                state=(None, "archived", "superseded", None, "odd")[number % 5],
                origin=Origin(tool=("x", "y", None)[number % 3], time=TimeEvidence(raw=1)) if number % 7 else None,
            )
        )
    return versions


def _filters() -> list[Filter]:
    two, one = START - timedelta(hours=2), START - timedelta(hours=1)
    return [
        ALL,
        Filter(),
        Filter(include_archived=True),
        Filter(include_superseded=True),
        Filter(types=frozenset(("task",))),
        Filter(types=frozenset(("task", "habit")), include_archived=True),
        Filter(tags=frozenset("a")),
        Filter(tags=frozenset(("a", "b"))),
        Filter(tags=frozenset("%")),
        Filter(since=two),
        Filter(since=one),
        Filter(until=one),
        Filter(since=two, until=START),
        Filter(since=START, until=START),
        Filter(undated=True),
        Filter(expired_at=START),
        Filter(expired_at=START + timedelta(microseconds=1)),
        Filter(expired_at=START - timedelta(days=1)),
        Filter(sources=frozenset("x")),
        Filter(sources=frozenset(("x", "y")), include_archived=True, include_superseded=True),
        Filter(scopes=Scopes.of("user:ann"), types=frozenset(("fact",)), tags=frozenset("b")),
        Filter(scopes=Scopes.of(["team:*", "public"]), since=two, expired_at=START),
        Filter(scopes=Scopes.of("*")),
    ]

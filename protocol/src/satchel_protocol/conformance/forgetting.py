"""Forgetting: what is forgotten is gone at once, on every way to it, and stays gone."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest

from satchel_protocol.conformance.base import SuiteBase, content, exported, found, records
from satchel_protocol.conformance.fixed import START, memory
from satchel_protocol.errors import InvalidRecordError, TombstonedError
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import Access, Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Outcome
from satchel_protocol.store import Capability, Store
from satchel_protocol.tombstone import Tombstone


def outcome(store: Store, item: Record | Tombstone, **options: object) -> Outcome:
    """What becomes of one item of a merge."""
    return store.merge([item], **options)[0].outcome  # type: ignore[arg-type]


class ForgettingExamples(SuiteBase):
    """Examples of deletes, tombstones and revivals."""

    def test_a_deleted_record_is_gone_on_every_path(self, store: Store) -> None:
        id = keyed_id("user:ann", "gate")
        store.write(memory(id, key="gate", content="An earlier text with xyzzy."))
        store.write(memory(id, key="gate", content="Ann's gate opens with xyzzy."))
        store.write(memory("kept"))
        tombstone = store.delete(id, actor="ann", reason="user")
        assert tombstone is not None
        assert (tombstone.id, tombstone.actor, tombstone.reason) == (id, "ann", "user")
        assert tombstone.deleted_at == self.clock.now
        assert store.read(id) is None
        assert store.find("user:ann", "gate") is None
        assert store.history(id) == []
        assert [v.record.id for v in store.enumerate()] == ["kept"]
        assert store.count() == 1
        assert store.tombstones() == [tombstone]
        assert b"xyzzy" not in exported(store)
        assert all(change.version is None or change.version.record.id != id for change in store.changes()[0])
        if Capability.TEXT_SEARCH in store.capabilities:
            assert found(store, "xyzzy") == []

    def test_deleting_again_is_silent_and_changes_nothing(self, store: Store) -> None:
        store.write(memory())
        store.delete("one")
        before = content(store)
        assert store.delete("one") is None
        assert content(store) == before

    def test_several_are_forgotten_in_one_go_or_none_of_them(self, store: Store) -> None:
        store.write_many([memory("one"), memory("two"), memory("three")])
        before = content(store)
        with pytest.raises(InvalidRecordError):
            store.delete_many(["one", "two"], reason="")
        assert content(store) == before
        tombstones = store.delete_many(["one", "absent", "two", "one"], actor="ann")
        assert [(t.id, t.actor) for t in tombstones] == [("one", "ann"), ("two", "ann")]
        assert [v.record.id for v in store.enumerate()] == ["three"]

    def test_everything_of_a_scope_is_forgotten_in_one_call(self, store: Store) -> None:
        mine = [memory(f"mine {i:04}", content=f"note {i}", scope="user:ann/notes") for i in range(1200)]
        store.write_many([*mine, memory("whole", scope="user:ann"), memory("hers", scope="user:anna")])
        done: list[int] = []
        assert store.delete_scope(Scopes.of("user:ann/notes"), actor="ann", progress=done.append) == 1200
        assert sorted(v.record.id for v in store.enumerate()) == ["hers", "whole"]
        assert len(store.tombstones(Scopes.of("user:ann/notes"))) == 1200
        assert done[-1] == 1200
        assert store.delete_scope(Scopes.of("user:ann/notes")) == 0

    def test_an_actor_that_could_not_be_written_is_refused(self, store: Store) -> None:
        store.write(memory())
        for actor, reason in (("\ud800", "user"), ("ann", "")):
            with pytest.raises(InvalidRecordError):
                store.delete("one", actor=actor, reason=reason)
        assert store.read("one") is not None

    def test_a_tombstone_never_holds_the_text(self, store: Store) -> None:
        store.write(memory(content="Orchid greenhouse password", meta={"also": "orchid"}, tags=("orchid",)))
        store.delete("one")
        assert "rchid" not in str(store.tombstones()[0].to_json())

    def test_a_write_of_a_forgotten_id_needs_a_revive_and_lists_it(self, store: Store) -> None:
        store.write(memory())
        store.write(memory(content="Edited."))
        tombstone = store.delete("one")
        assert tombstone is not None
        with pytest.raises(TombstonedError):
            store.write(memory(content="Something else."))
        assert store.count() == 0
        revived = store.write(memory(content="Something else."), revive=True)
        assert revived.record.revives == (tombstone.tombstone_id,)
        assert store.history("one") == [revived], "the history begins anew"
        assert store.tombstones() == [tombstone]
        again = store.write(memory(content="And again."))
        assert again.record.revives == (tombstone.tombstone_id,), "an edit keeps what the record revives"

    def test_a_forgotten_text_under_another_id_needs_a_revive(self, store: Store) -> None:
        store.write(memory(content="Ann's birthday is in May."))
        tombstone = store.delete("one")
        assert tombstone is not None
        twin = memory("two", content="- ann's  birthday is in May")
        with pytest.raises(TombstonedError):
            store.write(twin)
        assert outcome(store, twin) is Outcome.TOMBSTONED
        assert store.count() == 0
        revived = store.write(twin, revive=True)
        assert tombstone.tombstone_id in revived.record.revives
        assert store.read("two") == revived

    def test_an_edit_to_a_forgotten_text_is_refused_and_leaves_the_record(self, store: Store) -> None:
        store.write_many([memory("one", content="Old secret."), memory("two", content="Fine.")])
        store.delete("one")
        with pytest.raises(TombstonedError):
            store.write(memory("two", content="Old secret."))
        assert records(store)["two"].content == "Fine."

    def test_an_edited_record_is_the_twin_of_its_present_text_only(self, store: Store) -> None:
        store.write_many(
            [memory("a", content="Before."), memory("b", content="Before."), memory("c", content="After.")]
        )
        store.write(memory("a", content="After."))
        store.delete("b")
        assert sorted(records(store)) == ["a", "c"]
        store.delete("c")
        assert records(store) == {}

    def test_a_delete_removes_twins_inside_its_scope_only(self, store: Store) -> None:
        text = "The same words."
        scopes = {"self": "user:ann", "below": "user:ann/work", "beside": "user:annabel", "above": "user:ann"}
        store.write_many([memory(id, scope=scope, content=text) for id, scope in scopes.items()])
        store.write(memory("inner", scope="user:ann/work/x", content="Inner words."))
        store.write(memory("outer", content="Inner words."))
        store.delete("inner")
        assert "outer" in records(store)
        store.delete("self")
        assert sorted(records(store)) == ["beside", "outer"]

    def test_what_was_derived_from_it_alone_goes_too(self, store: Store) -> None:
        texts = {id: f"Text of {id}." for id in ("talk", "talk2", "fact", "guess", "mixed", "far")}
        sources = {"fact": ("talk",), "guess": ("fact", "talk"), "mixed": ("talk", "talk2"), "far": ("guess",)}
        store.write_many([memory(id, content=text, derived_from=sources.get(id, ())) for id, text in texts.items()])
        tombstone = store.delete("talk", reason="user")
        assert tombstone is not None
        assert tombstone.derived == ("fact", "far", "guess")
        assert sorted(records(store)) == ["mixed", "talk2"]
        for id in tombstone.derived:
            assert outcome(store, memory(id, content=f"New text of {id}.")) is Outcome.TOMBSTONED
        store.delete("talk2")
        assert store.count() == 0, "the last source that was left is gone"

    @pytest.mark.parametrize("reason", ["superseded", "policy"])
    def test_another_reason_does_not_cascade(self, store: Store, reason: str) -> None:
        store.write_many([memory("talk"), memory("fact", content="Fact.", derived_from=("talk",))])
        tombstone = store.delete("talk", reason=reason)
        assert tombstone is not None
        assert tombstone.derived == ()
        assert sorted(records(store)) == ["fact"]
        assert outcome(store, memory("new", content="New.", derived_from=("talk",))) is Outcome.IMPORTED

    def test_nothing_derived_from_forgotten_sources_alone_comes_in(self, store: Store) -> None:
        store.write_many([memory("talk"), memory("other", content="Other.")])
        store.delete("talk")
        assert outcome(store, memory("new", content="New.", derived_from=("talk",))) is Outcome.TOMBSTONED
        assert outcome(store, memory("two", content="Two.", derived_from=("talk", "other"))) is Outcome.IMPORTED
        with pytest.raises(TombstonedError):
            store.write(memory("mine", content="Mine.", derived_from=("talk",)))
        assert store.write(memory("mine", content="Mine.", derived_from=("talk",)), revive=True).revision == 1

    def test_a_tombstone_beats_every_version_whatever_the_time(self, store: Store) -> None:
        early = START - timedelta(days=900)
        store.merge([Tombstone(id="one", tombstone_id="t", scope="user:ann", deleted_at=early)])
        assert outcome(store, memory(updated_at=START)) is Outcome.TOMBSTONED
        assert store.read("one") is None
        assert outcome(store, memory(updated_at=early, revives=("t",))) is Outcome.IMPORTED
        assert outcome(store, memory(updated_at=START)) is Outcome.TOMBSTONED
        assert records(store)["one"].updated_at == early

    def test_a_tombstone_that_arrives_removes_its_record_and_the_texts_it_knows(
        self, store: Store, other: Store
    ) -> None:
        store.adopt_print_keys({"user:ann": [b"k" * 32]})
        other.adopt_print_keys(store.print_keys())
        store.write(memory("here", content="A text in two places."))
        other.write_many([memory("here", content="Another version."), memory("there", content="a text in two places")])
        other.write(memory("other", content="Something else."))
        tombstone = store.delete("here")
        assert tombstone is not None
        assert outcome(other, tombstone) is Outcome.TOMBSTONE_APPLIED
        assert sorted(records(other)) == ["other"]

    def test_keys_that_come_later_make_old_prints_match(self, store: Store, other: Store) -> None:
        store.write(memory("here", content="A text in two places."))
        tombstone = store.delete("here")
        assert tombstone is not None
        other.write(memory("there", content="A text in two places."))
        other.merge([tombstone])
        assert sorted(records(other)) == ["there"]
        other.adopt_print_keys(store.print_keys())
        assert records(other) == {}

    def test_later_text_of_a_record_that_once_said_the_forgotten_thing_is_safe(self, store: Store) -> None:
        store.write(memory("one", content="The forgotten text."))
        store.delete("one")
        early = START - timedelta(days=5)
        said = memory("two", content="The forgotten text.", updated_at=early)
        later = memory("two", content="Quite another.", updated_at=early + timedelta(days=1))
        for order in ([said, later], [later, said], [said, later, said]):
            outcomes = store.merge(order)
            assert {m.outcome for m in outcomes} <= {Outcome.TOMBSTONED, Outcome.IMPORTED, Outcome.UNCHANGED}
            assert records(store)["two"].content == "Quite another."
        earlier = memory("two", content="Before all.", updated_at=early - timedelta(days=1))
        assert outcome(store, earlier) in (Outcome.SUPERSEDED, Outcome.TOMBSTONED)
        assert records(store)["two"].content == "Quite another."

    def test_a_near_duplicate_of_a_forgotten_text_is_set_aside_by_automatic_writers_only(self, store: Store) -> None:
        text = "Ann keeps the spare key of the summer house under the third flower pot beside the blue door"
        store.write(memory(content=text))
        store.delete("one")
        near = memory("two", content=text.replace("Ann keeps", "Ann always keeps"))
        assert outcome(store, near, quarantine_similar=True) is Outcome.QUARANTINED
        assert store.read("two") is None
        assert [item.item for item in store.quarantine()] == [near.to_json()]
        assert outcome(store, memory("far", content="Ann likes tea."), quarantine_similar=True) is Outcome.IMPORTED
        elsewhere = memory("bobs", scope="user:bob", content=near.content)
        assert outcome(store, elsewhere, quarantine_similar=True) is Outcome.IMPORTED
        assert outcome(store, near) is Outcome.IMPORTED

    def test_a_revived_record_forgotten_again_needs_a_second_revive(self, store: Store) -> None:
        store.write(memory())
        first = store.delete("one")
        store.write(memory(), revive=True)
        second = store.delete("one")
        assert first is not None
        assert second is not None
        assert first.tombstone_id != second.tombstone_id
        assert outcome(store, memory(revives=(first.tombstone_id,))) is Outcome.TOMBSTONED
        revived = store.write(memory(), revive=True)
        assert set(revived.record.revives) == {first.tombstone_id, second.tombstone_id}

    def test_deleting_a_scope_leaves_its_neighbours_as_they_were(self, store: Store) -> None:
        mine = [memory(f"mine {n}", scope="user:1", content=f"Mine {n}.") for n in range(120)]
        theirs = [memory(f"theirs {n}", scope="user:10", content=f"Theirs {n}.") for n in range(5)]
        store.write_many([*mine, *theirs])
        before = {v.record.id: v for v in store.enumerate() if v.record.scope == "user:10"}
        for record in mine:
            store.delete(record.id)
        assert {v.record.id: v for v in store.enumerate()} == before
        assert len(store.tombstones()) == 120

    def test_a_tombstone_of_another_scope_does_not_touch_the_record(self, store: Store) -> None:
        store.write(memory())
        forged = Tombstone(id="one", tombstone_id="t", scope="user:mallory")
        assert outcome(store, forged) is Outcome.QUARANTINED
        assert store.read("one") is not None
        assert store.tombstones() == []
        assert store.quarantine()[0].item == {"tombstone": forged.to_json()}

    def test_a_tombstone_travels_with_all_its_fields(self, store: Store, other: Store) -> None:
        tombstone = Tombstone.from_json(
            {
                "id": "one",
                "tombstone_id": "t",
                "scope": "user:ann",
                "deleted_at": "2026-01-01T00:00:00.5Z",
                "actor": "安",
                "reason": "expired",
                "derived": ["a", "b"],
                "prints": ["00ff"],
                "sketch": [0, 4294967295],
                "cause": "t0",
                "through": {
                    "updated_at": "2025-01-01T00:00:00Z",
                    "created_at": "2024-01-01T00:00:00Z",
                    "exported_at": "2025-06-01T00:00:00Z",
                    "digest": "ab",
                    "revives": ["t8"],
                    "access": {"level": "secret"},
                    "later": [1],
                },
                "later": {"x": [1, None]},
            }
        )
        store.merge([tombstone])
        assert tombstone in store.tombstones()
        other.import_stream(io.BytesIO(exported(store)))
        assert other.tombstones() == store.tombstones()

    def test_a_revived_record_takes_nothing_over_from_the_forgotten_one(self, store: Store) -> None:
        store.write(memory(created_at=START - timedelta(days=99), access=Access(level="secret")))
        store.delete("one")
        revived = store.write(memory(created_at=START), revive=True).record
        assert revived.created_at == START
        assert revived.access is None

    def test_what_has_other_sources_too_waits_to_be_written_anew(self, store: Store) -> None:
        store.write_many([memory(id, content=f"Said {id}.") for id in ("a", "b")])
        store.write(memory("sum", content="About a and b.", derived_from=("a", "b")))
        store.write(memory("alone", content="About a.", derived_from=("a",)))
        store.write(memory("other", content="About b.", derived_from=("b",)))
        assert store.needing_rebuild() == []
        store.delete("a", reason="user")
        (waiting,) = store.needing_rebuild()
        assert waiting == store.read("sum")
        assert store.dead_sources(waiting.record) == ("a",)
        assert store.needing_rebuild(Scopes.of("user:bob")) == []
        store.write(memory("sum", content="About b.", derived_from=("b",)), revive=True)
        assert store.needing_rebuild() == []

    def test_nothing_waits_for_a_source_that_is_back_or_that_was_only_tidied_up(self, store: Store) -> None:
        store.write_many([memory(id, content=f"Said {id}.") for id in ("a", "b", "c")])
        store.write(memory("sum", content="About all.", derived_from=("a", "b", "c")))
        store.delete("a", reason="user")
        store.delete("b", reason="superseded")
        store.write(memory("a", content="Said a."), revive=True)
        assert store.needing_rebuild() == []

    def test_a_revived_record_comes_into_another_store_as_one(self, store: Store, other: Store) -> None:
        store.write(memory(content="The gate opens to the left when it has rained."))
        store.delete("one")
        store.write(memory(content="The gate opens to the left when it has rained."), revive=True)
        other.adopt_print_keys(store.print_keys())
        other.import_stream(io.BytesIO(exported(store)))
        assert records(other) == records(store)
        assert other.quarantine() == []

    def test_a_delete_from_elsewhere_with_its_text_keeps_that_text_out(self, store: Store) -> None:
        text = "The gate opens to the left when it has rained."
        gone = Tombstone(id="x", tombstone_id="t", scope="user:ann", deleted_at=START, reason="source")
        store.merge([gone], said={"t": text})
        before, after = START - timedelta(days=1), START + timedelta(days=1)
        assert outcome(store, memory("y", content=f"- {text.upper()}", created_at=before)) is Outcome.TOMBSTONED
        assert outcome(store, memory("z", content=text, scope="user:bob")) is Outcome.IMPORTED
        near = text.replace("rained", "rainedd")
        assert (
            outcome(store, memory("n", content=near, created_at=before), quarantine_similar=True) is Outcome.QUARANTINED
        )
        assert outcome(store, memory("l", content=near, created_at=after), quarantine_similar=True) is Outcome.IMPORTED
        assert b"gate opens to the left when it has rained." not in exported(store, Scopes.of("user:ann")).replace(
            near.encode(), b""
        )
        (tombstone,) = [t for t in store.tombstones() if t.id == "x"]
        assert tombstone.prints
        assert tombstone.sketch
        assert store.merge([gone], said={"t": text})[0].changed is False
        assert [v.record.id for v in store.saying(near, "user:ann")] == ["l"]

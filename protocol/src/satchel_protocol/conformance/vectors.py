"""Searching by vectors: nearest first, filtered inside the search, gone with their text, never of another model."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from satchel_protocol.conformance.base import SuiteBase, needs
from satchel_protocol.conformance.fixed import memory
from satchel_protocol.errors import UnsupportedError, VectorSpaceError
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, Filter
from satchel_protocol.store import Capability, Store
from satchel_protocol.vectors import RecordVectors

MODEL = "compass/1"
POINTS = {"east": (1.0, 0.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "northeast": (1.0, 1.0)}


def fill(store: Store, model: str = MODEL) -> None:
    """Give every record that has a point, by the last word of its text, its vector; as a service does, in rounds."""
    while missing := store.unembedded(model, limit=2):
        taken = store.put_vectors(
            model,
            [
                RecordVectors(id=v.record.id, revision=v.revision, vectors=[POINTS[v.record.content.split()[-1]]])
                for v in missing
            ],
        )
        assert taken == len(missing)


def compass_in(store: Store) -> Store:
    """The store with a record for each direction, embedded."""
    store.write_many([memory(name, content=f"goes {name}") for name in POINTS])
    store.add_vector_space(MODEL, 2)
    fill(store)
    return store


class VectorExamples(SuiteBase):
    """Examples of vector search, with vectors of two components that a person can check."""

    @needs(Capability.VECTOR_SEARCH)
    def test_the_nearest_comes_first_with_its_cosine(self, store: Store) -> None:
        compass = compass_in(store)
        hits = compass.search_vector([2.0, 0.5], where=ALL)
        assert [hit.record.id for hit in hits] == ["east", "northeast", "north", "west"]
        wanted = [2 / math.hypot(2, 0.5), 2.5 / math.hypot(2, 0.5) / math.sqrt(2), 0.5 / math.hypot(2, 0.5)]
        assert [hit.score for hit in hits[:3]] == pytest.approx(wanted, abs=0.01)
        assert [hit.record.id for hit in compass.search_vector([2.0, 0.5], where=ALL, limit=2)] == ["east", "northeast"]

    @needs(Capability.VECTOR_SEARCH)
    def test_records_that_are_named_get_their_cosine_too(self, store: Store) -> None:
        compass = compass_in(store)
        compass.write(memory("bare", content="goes nowhere yet"))
        hits = compass.search_vector([1.0, 0.0], where=ALL, limit=1, also=["west", "bare", "absent"])
        assert [hit.record.id for hit in hits] == ["east", "west"]
        assert hits[1].score == pytest.approx(-1.0, abs=0.01)
        assert [hit.record.id for hit in compass.search_vector([1.0, 0.0], where=ALL, limit=0, also=["west"])] == [
            "west"
        ]

    @needs(Capability.VECTOR_SEARCH)
    def test_only_the_direction_of_a_vector_counts(self, store: Store) -> None:
        compass = compass_in(store)
        for scale in (1e-30, 1.0, 1e30):
            hits = compass.search_vector([scale, scale], where=ALL)
            assert hits[0].record.id == "northeast"
            assert hits[0].score == pytest.approx(1.0, abs=0.01)
        assert compass.search_vector([0.0, 0.0], where=ALL) == []

    @needs(Capability.VECTOR_SEARCH)
    def test_a_record_counts_by_its_nearest_piece_and_comes_once(self, store: Store) -> None:
        compass = compass_in(store)
        version = compass.write(memory("both", content="goes both ways"))
        pieces = [POINTS["west"], POINTS["east"]]
        compass.put_vectors(MODEL, [RecordVectors(id="both", revision=version.revision, vectors=pieces)])
        hits = compass.search_vector([-1.0, 0.0], where=ALL)
        assert [hit.record.id for hit in hits[:2]] == ["both", "west"]
        assert [hit.record.id for hit in hits].count("both") == 1

    @needs(Capability.VECTOR_SEARCH)
    def test_a_filter_holds_inside_a_search_by_vectors(self, store: Store) -> None:
        compass = compass_in(store)
        crowd = [memory(f"crowd {i:03}", content="goes east", scope="user:crowd") for i in range(300)]
        compass.write_many(crowd)
        fill(compass)
        mine = Filter(scopes=Scopes.of("user:ann"))
        assert [hit.record.id for hit in compass.search_vector([1.0, 0.0], where=mine, limit=3)] == [
            "east",
            "northeast",
            "north",
        ]
        compass.write(replace(memory("task", content="goes west"), type="task"))
        fill(compass)
        tasks = Filter(types=frozenset({"task"}))
        assert [hit.record.id for hit in compass.search_vector([1.0, 0.0], where=tasks, limit=3)] == ["task"]

    @needs(Capability.VECTOR_SEARCH)
    def test_vectors_go_with_their_text(self, store: Store) -> None:
        compass = compass_in(store)
        compass.write(memory("east", content="goes west"))
        compass.delete("north")
        assert [v.record.id for v in compass.unembedded(MODEL)] == ["east"]
        assert {hit.record.id for hit in compass.search_vector([0.0, 1.0], where=ALL)} == {"west", "northeast"}
        fill(compass)
        assert {hit.record.id for hit in compass.search_vector([-1.0, 0.0], where=ALL)[:2]} == {"east", "west"}

    @needs(Capability.VECTOR_SEARCH)
    def test_a_change_beside_the_text_keeps_them(self, store: Store) -> None:
        compass = compass_in(store)
        compass.write(replace(memory("east", content="goes east"), tags=("way",), importance=0.9))
        assert compass.unembedded(MODEL) == []
        assert compass.search_vector([1.0, 0.0], where=ALL)[0].record.tags == ("way",)

    @needs(Capability.VECTOR_SEARCH)
    def test_vectors_of_an_earlier_text_are_not_taken(self, store: Store) -> None:
        compass = compass_in(store)
        version = compass.write(memory("new", content="goes north"))
        compass.write(memory("new", content="goes west"))
        late = [RecordVectors(id="new", revision=version.revision, vectors=[POINTS["north"]])]
        gone = [RecordVectors(id="never was", revision=1, vectors=[POINTS["north"]])]
        assert compass.put_vectors(MODEL, late + gone) == 0
        assert [v.record.id for v in compass.unembedded(MODEL)] == ["new"]
        assert compass.unembedded(MODEL, where=Filter(scopes=Scopes.of("user:bob"))) == []

    @needs(Capability.VECTOR_SEARCH)
    def test_another_dimension_or_no_number_is_refused_and_poisons_nothing(self, store: Store) -> None:
        compass = compass_in(store)
        version = compass.read("east")
        assert version is not None
        for bad in ([1.0, 0.0, 0.0], [1.0], [], [math.nan, 1.0], [math.inf, 1.0]):
            with pytest.raises(VectorSpaceError):
                compass.put_vectors(MODEL, [RecordVectors(id="east", revision=version.revision, vectors=[bad])])
            with pytest.raises(VectorSpaceError):
                compass.search_vector(bad, where=ALL)
        with pytest.raises(VectorSpaceError):
            compass.add_vector_space(MODEL, 3)
        assert compass.search_vector([1.0, 0.0], where=ALL)[0].record.id == "east"

    @needs(Capability.VECTOR_SEARCH)
    def test_a_new_model_is_filled_while_the_old_one_serves(self, store: Store) -> None:
        compass = compass_in(store)
        compass.add_vector_space("other/2", 3)
        assert [(s.model, s.dimension, s.serving, s.records) for s in compass.vector_spaces()] == [
            (MODEL, 2, True, 4),
            ("other/2", 3, False, 0),
        ]
        assert compass.search_vector([1.0, 0.0], where=ALL)[0].record.id == "east"
        for version in compass.unembedded("other/2"):
            vector = [1.0, 0.0, 0.0] if version.record.id == "west" else [0.0, 1.0, 0.0]
            item = RecordVectors(id=version.record.id, revision=version.revision, vectors=[vector])
            assert compass.put_vectors("other/2", [item]) == 1
        compass.serve_vectors("other/2")
        assert [(s.model, s.serving, s.records) for s in compass.vector_spaces()] == [("other/2", True, 4)]
        assert compass.search_vector([1.0, 0.0, 0.0], where=ALL)[0].record.id == "west"
        with pytest.raises(VectorSpaceError):
            compass.unembedded(MODEL)

    @needs(Capability.VECTOR_SEARCH)
    def test_without_vectors_a_search_says_so(self, store: Store) -> None:
        store.write(memory("east", content="goes east"))
        with pytest.raises(VectorSpaceError):
            store.search_vector([1.0, 0.0])
        store.add_vector_space(MODEL, 2)
        assert store.search_vector([1.0, 0.0]) == []
        fill(store)
        assert store.search_vector([1.0, 0.0])[0].record.id == "east"
        store.drop_vectors()
        assert store.vector_spaces() == []
        assert store.read("east") is not None

    @needs(Capability.VECTOR_SEARCH, Capability.DURABLE)
    def test_they_are_there_when_the_store_is_opened_again(self, store: Store) -> None:
        compass = compass_in(store)
        again = self.reopen(compass)
        assert [hit.record.id for hit in again.search_vector([1.0, 0.2], where=ALL)][:2] == ["east", "northeast"]

    @needs(Capability.VECTOR_SEARCH, Capability.MANY_PROCESSES)
    def test_what_another_opener_embeds_is_found(self, store: Store) -> None:
        compass = compass_in(store)
        assert compass.search_vector([1.0, 0.0], where=ALL)[0].record.id == "east"
        other = self.open_again(compass)
        other.write(memory("new", content="also goes west"))
        other.delete("west")
        fill(other)
        assert [hit.record.id for hit in compass.search_vector([-1.0, 0.0], where=ALL)][:2] == ["new", "north"]

    def test_a_store_without_vectors_refuses_them(self, store: Store) -> None:
        if Capability.VECTOR_SEARCH in store.capabilities:
            return
        assert store.vector_spaces() == []
        with pytest.raises(UnsupportedError):
            store.search_vector([1.0])
        with pytest.raises(UnsupportedError):
            store.add_vector_space(MODEL, 1)

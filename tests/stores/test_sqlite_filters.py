"""Filters inside the query agree with `Filter.match`, and the feed and look-ups with the reference store."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchel.stores.sqlite import SqliteStore
from satchel.stores.sqlite.columns import expires_at, microseconds
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.record import Origin, Record
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.state import ALL, Filter
from satchel_protocol.store import Store

Make = Callable[..., Record]
START = datetime(2026, 3, 1, tzinfo=UTC)

SCOPES = ["user:1", "user:10", "user:1/tasks", "user:1/tasks_", "user:1_", "user:1%25", "user:1-0", "team:1", "public"]
PATTERNS = [*SCOPES, "*", "user:*", "team:*", "agent:*", "user:2"]
TAGS = ["a", "b", "a,b", '"', "\\", "\x1f", "\x00", "a\x1fb", "é", "%", "_"]
moments = st.integers(-3, 3).map(lambda n: START + timedelta(microseconds=n))
texts = st.sampled_from(["tea", "green tea", "tea 乌龙茶", "tea time 茶"])


@st.composite
def records(draw: st.DrawFn) -> Record:
    tool = draw(st.sampled_from([None, "chatgpt", "mem0", ""]))
    return Record(
        id=draw(st.uuids(version=4)).hex,
        type=draw(st.sampled_from(["fact", "task", "x'; DROP"])),
        content=draw(texts),
        scope=draw(st.sampled_from(SCOPES)),
        source_agent="test",
        created_at=draw(st.none() | moments | moments.map(lambda at: at.astimezone(timezone(timedelta(hours=8))))),
        ttl=draw(st.none() | st.sampled_from([0, 0.0, 1e-6, 2e-6, 0.1, 1, 10**30, 1e300])),
        tags=tuple(dict.fromkeys(draw(st.lists(st.sampled_from(TAGS), max_size=3)))),
        state=draw(st.sampled_from([None, "archived", "superseded", "odd"])),
        origin=draw(st.none() | st.just(Origin(tool=tool, imported_at=START))),
    )


filters = st.builds(
    Filter,
    scopes=st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=4).map(Scopes.of) | st.just(EVERYTHING),
    types=st.frozensets(st.sampled_from(["fact", "task", "x'; DROP"]), max_size=2),
    tags=st.frozensets(st.sampled_from(TAGS), max_size=2),
    since=st.none() | moments,
    until=st.none() | moments,
    include_archived=st.booleans(),
    include_superseded=st.booleans(),
    expired_at=st.none() | moments | moments.map(lambda at: at + timedelta(seconds=1)),
    sources=st.frozensets(st.sampled_from(["chatgpt", "mem0", ""]), max_size=2),
    undated=st.booleans(),
)


@given(st.lists(records(), max_size=12, unique_by=lambda r: r.id), st.lists(filters, min_size=1, max_size=6))
def test_search_enumerate_and_count_agree_with_the_reference(many: list[Record], wheres: list[Filter]) -> None:
    with (
        TemporaryDirectory() as folder,
        SqliteStore.open(Path(folder) / "a.db") as store,
        EphemeralStore() as reference,
    ):
        for each in (store, reference):
            each.merge(many)
        for where in (*wheres, ALL):
            wanted = [version.record for version in reference.enumerate(where)]
            assert [version.record for version in store.enumerate(where)] == wanted
            assert {hit.record.id for hit in store.search("tea", where=where)} == {record.id for record in wanted}
            assert store.count(where.scopes) == reference.count(where.scopes)


seconds = (
    st.integers(0, 10**12) | st.floats(0, 1e9) | st.sampled_from([0.1, 0.3, 1e-7, 1e-6, 1.5e-6, 2.675, 1e15, 1e300])
)


@settings(max_examples=200)
@given(seconds, st.integers(0, 2**53))
def test_the_last_valid_microsecond_is_exact(ttl: float, offset: int) -> None:
    start = START + timedelta(microseconds=offset % 10**15)
    record = Record(id="a", type="fact", content="x", scope="public", source_agent="t", updated_at=start, ttl=ttl)
    last = expires_at(record)
    if last is None:
        assert not record.is_expired(datetime.max.replace(tzinfo=UTC))
        return
    at = start + timedelta(microseconds=last - microseconds(start))
    assert not record.is_expired(at)
    assert record.is_expired(at + timedelta(microseconds=1))


def test_other_scopes_do_not_crowd_out_the_one_that_is_asked_for(store: SqliteStore, make: Make) -> None:
    store.merge(make(f"other-{i}", "tea tea tea", scope=f"user:{i}") for i in range(5000))
    store.merge([make("mine", "a long text in which tea is mentioned just once among many words", scope="user:me")])
    assert [hit.record.id for hit in store.search("tea", where=Filter(scopes=Scopes.of("user:me")), limit=1)] == [
        "mine"
    ]
    assert len(store.search("tea", limit=7)) == 7


def test_hundreds_of_scopes_can_be_asked_for_at_once(store: SqliteStore, make: Make) -> None:
    store.merge(make(f"r{i:04}", scope=f"user:{i}/x%25_") for i in range(0, 3000, 2))
    store.merge([make("twin", scope="user:1998/x"), make("other", scope="user:19980/x%25_"), make("p", scope="public")])
    patterns = [f"user:{i}/x%25_" if i % 3 else f"user:{i}" for i in range(2000)]
    where = Filter(scopes=Scopes.of([*patterns, "team:*"]))
    wanted = {f"r{i:04}" for i in range(0, 2000, 2)} | {"twin"}
    assert {version.record.id for version in store.enumerate(where)} == wanted
    assert store.count(where.scopes) == len(wanted)
    assert {hit.record.id for hit in store.search("tea", where=where, limit=5000)} == wanted


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("茶", ["tea"]),
        ("乌龙", ["tea"]),
        ("乌龙茶", ["tea"]),
        ("龍", ["tea"]),
        ("深色", ["tea"]),
        ("喜", ["tea", "red"]),
        ("咖", []),
        ("mode dark", ["dark"]),
        ("EDITOR", ["dark"]),
        ("theme.dark", ["dark"]),
        ("evening", ["dark"]),
    ],
)
def test_short_chinese_and_shuffled_english_queries_find_their_record(
    store: SqliteStore, make: Make, query: str, found: list[str]
) -> None:
    store.merge([
        make("tea", "用户喜欢深色模式和乌龙茶"),
        make("red", "用户喜欢红色"),
        make("dark", "The editor is in dark mode", key=None, tags=("evening", "theme.dark")),
    ])  # fmt: skip
    hits = store.search(query)
    assert sorted(hit.record.id for hit in hits) == sorted(found)
    assert all(hit.score > 0 for hit in hits)


@pytest.mark.parametrize(
    "query",
    ['"', "a AND", "NEAR(", "text:tea", "*", "^tea", "-tea", "(tea", "' OR 1=1", "\x00", "!!!", "\ud800", "tea\x00x"],
)
def test_any_query_text_is_safe(store: SqliteStore, make: Make, query: str) -> None:
    store.merge([make("tea", "green tea"), make("other", "coffee")])
    assert {hit.record.id for hit in store.search(query)} <= {"tea"}


def test_better_hits_come_first_and_ties_by_id(store: SqliteStore, make: Make) -> None:
    store.merge([
        make("c", "green tea"),
        make("b", "green tea"),
        make("a", "green tea with milk, sugar, biscuits, and a long talk about the weather"),
        make("x", "nothing of that"),
    ])  # fmt: skip
    hits = store.search("green tea")
    assert [hit.record.id for hit in hits] == ["b", "c", "a"]
    assert hits[0].score == hits[1].score > hits[2].score
    assert [hit.record.id for hit in store.search("green tea", limit=2)] == ["b", "c"]


def test_changed_and_forgotten_texts_are_no_longer_found(store: SqliteStore, make: Make) -> None:
    store.write(make("a", "likes oolong"))
    store.write(make("a", "likes coffee"))
    assert store.search("oolong") == []
    assert [hit.record.id for hit in store.search("coffee")] == ["a"]
    store.delete("a")
    assert store.search("coffee") == []


# What happens to the feed, prints and derivations when random operations are played on both stores.

operations = st.lists(
    st.tuples(
        st.sampled_from(["write", "merge", "delete", "undo", "revive"]),
        st.sampled_from("abcd"),
        st.sampled_from(["tea", "coffee", "milk"]),
        st.sampled_from([(), ("a",), ("a", "b")]),
    ),
    max_size=12,
)


@settings(max_examples=30)
@given(operations)
def test_both_stores_end_the_same_after_any_operations(steps: list[tuple[str, str, str, tuple[str, ...]]]) -> None:
    with TemporaryDirectory() as folder:
        stores: list[Store] = [EphemeralStore(**_injected()), SqliteStore.open(Path(folder) / "a.db", **_injected())]
        for number, step in enumerate(steps):
            outcomes = [_play(each, number, *step) for each in stores]
            assert outcomes[0] == outcomes[1]
        one, other = map(_state, stores)
        assert one == other
        sqlite = stores[1]
        assert isinstance(sqlite, SqliteStore)
        assert sqlite.check() == []
        sqlite.close()


def _injected() -> dict[str, Any]:
    ticks, numbers = iter(range(10_000)), iter(range(10_000))
    return {
        "clock": lambda: START + timedelta(seconds=next(ticks)),
        "ids": lambda: f"id-{next(numbers)}",
        "entropy": bytes,
    }


def _play(store: Store, number: int, what: str, id: str, text: str, sources: tuple[str, ...]) -> object:
    record = Record(
        id=id,
        type="fact",
        content=text,
        scope="user:ann",
        source_agent="t",
        updated_at=START + timedelta(hours=number % 5),
        derived_from=tuple(source for source in sources if source != id),
    )
    try:
        if what == "merge":
            store.open_batch(f"batch-{number}", {"n": number})
            return store.merge([record, record], batch=f"batch-{number}")
        if what == "delete":
            return store.delete(id)
        if what == "undo":
            return [store.undo(batch) for batch in list(store.batches())[-1:]]
        return store.write(record, revive=what == "revive")
    except Exception as error:  # noqa: BLE001 - whatever one store raises, the other must raise too
        return type(error), str(error)


def _state(store: Store) -> object:
    changes, cursor = store.changes()
    return (
        list(store.enumerate()),
        [store.history(id) for id in "abcd"],
        store.tombstones(),
        changes,
        cursor,
        store.cursor(),
        store.batches(),
        [hit.record.id for hit in sorted(store.search("tea coffee milk"), key=lambda hit: hit.record.id)],
    )

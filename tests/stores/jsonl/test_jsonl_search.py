"""Full text of the JSON Lines store: what is found, in which order, and that it is what the SQLite store finds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.stores.jsonl import JsonlStore
from satchel.stores.sqlite import SqliteStore
from satchel.stores.words import WordList
from satchel.text.tokens import index_tokens, query
from satchel_protocol.record import Origin, Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import Filter

Make = Callable[..., Record]
WORDS = [
    "tea",
    "teas",
    "green",
    "user_name",
    "C++",
    "v1.2",
    "乌龙茶",
    "茶",
    "表格里写英文",
    "的",
    "the",
    "don't",
    "東京",
    "Ünï",
    "🍵",
]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
TIME = datetime(2026, 1, 1, tzinfo=UTC)
RECORDS: st.SearchStrategy[list[dict[str, Any]]] = st.lists(
    st.builds(
        dict,
        content=TEXTS,
        scope=st.sampled_from(["user:ann", "user:ann/work", "user:annie", "public"]),
        type=st.sampled_from(["fact", "task"]),
        tags=st.sampled_from([(), ("tea",), ("green", "x")]),
        state=st.sampled_from([None, None, "archived", "superseded"]),
        created_at=st.sampled_from([None, TIME, TIME.replace(year=2027)]),
        ttl=st.sampled_from([None, 60]),
        origin=st.sampled_from([None, Origin(tool="x")]),
    ),
    max_size=12,
)
FILTERS = st.builds(
    Filter,
    scopes=st.sampled_from([Scopes(("*", "public")), Scopes(("user:ann",)), Scopes(("user:*",))]),
    types=st.sampled_from([frozenset(), frozenset({"task"})]),
    tags=st.sampled_from([frozenset(), frozenset({"tea"})]),
    since=st.sampled_from([None, TIME]),
    until=st.sampled_from([None, TIME.replace(year=2027)]),
    include_archived=st.booleans(),
    include_superseded=st.booleans(),
    expired_at=st.sampled_from([None, TIME.replace(month=6)]),
    sources=st.sampled_from([frozenset(), frozenset({"x"})]),
)


@given(RECORDS, st.lists(st.tuples(TEXTS, FILTERS), min_size=1, max_size=4), st.data())
def test_it_finds_what_the_sqlite_store_finds_and_nothing_that_the_filter_leaves_out(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[dict[str, Any]],
    asked: list[tuple[str, Filter]],
    data: st.DataObject,
) -> None:
    folder = tmp_path_factory.mktemp("both")
    many = [Record(id=f"r{n}", source_agent="t", **row) for n, row in enumerate(rows)]
    with JsonlStore.open(folder / "a.jsonl") as lines, SqliteStore.open(folder / "a.db") as tables:
        for store in (lines, tables):
            store.merge(many)
        if many:
            gone = data.draw(st.sampled_from(many)).id
            for store in (lines, tables):
                store.search("tea")  # the index is made before the record goes
                store.delete(gone)
            many = [record for record in many if lines.read(record.id) is not None]
        for text, where in asked:
            found = lines.search(text, where=where, limit=99)
            ids = {candidate.record.id for candidate in found}
            assert ids == {candidate.record.id for candidate in tables.search(text, where=where, limit=99)}
            wanted = query(text)
            assert ids == {
                r.id for r in many if where.match(r) and wanted.hits(set(index_tokens("\n".join((r.content, *r.tags)))))
            }
            assert [(-c.score, c.record.id) for c in found] == sorted((-c.score, c.record.id) for c in found)
            assert all(candidate.score > 0 for candidate in found)
            assert lines.search(text, where=where, limit=2) == found[:2]


def ranked(texts: dict[str, str], asked: str) -> list[str]:
    words = WordList()
    for id, text in texts.items():
        words.add(Record(id=id, type="fact", content=text, scope="user:ann", source_agent="t"))
    return [id for id, _ in words.rank(asked, lambda _: True, 99)]


def test_in_a_store_of_three_memories_the_one_that_holds_more_of_the_query_comes_first() -> None:
    texts = {
        "a": "The user drinks tea in the morning",
        "b": "The user drinks oolong tea in the evening",
        "c": "The user drinks tea at work",
    }
    assert ranked(texts, "oolong tea")[0] == "b"
    assert ranked(texts, "tea at work")[0] == "c"
    assert ranked({"a": "绿茶和红茶", "b": "乌龙茶和绿茶", "c": "喝茶"}, "乌龙茶")[0] == "b"


def test_a_term_that_all_hold_still_ranks_by_how_much_of_it_there_is() -> None:
    texts = {"a": "tea and much more that is of no matter here", "b": "tea tea", "c": "tea with milk, sugar and bread"}
    assert ranked(texts, "tea") == ["b", "c", "a"]


def test_one_memory_alone_is_found() -> None:
    assert ranked({"a": "green tea"}, "tea") == ["a"]


def test_a_rare_term_outweighs_a_common_one() -> None:
    texts = {f"n{n}": f"tea number {n}" for n in range(20)} | {"x": "sencha only"}
    assert ranked(texts, "tea sencha")[0] == "x"


def test_equal_scores_are_in_order_of_id() -> None:
    assert ranked({"c": "tea", "a": "tea", "b": "tea"}, "tea") == ["a", "b", "c"]


def test_key_and_tags_are_searched_and_an_edit_takes_the_old_text_out(store: JsonlStore, make: Make) -> None:
    store.write(make("a", "prefers dark", tags=("display",)))
    assert [c.record.id for c in store.search("display")] == ["a"]
    store.write(make("a", "prefers light", tags=("screen",)))
    assert store.search("dark display") == []
    assert [c.record.id for c in store.search("light")] == ["a"]


def test_the_index_waits_until_somebody_searches(path: Path, store: JsonlStore, make: Make) -> None:
    store.merge(make(f"r{n}") for n in range(50))
    store.delete("r7")
    assert len(store._log.table.words._lengths) == 0
    assert len(store.search("tea", limit=99)) == 49
    store.write(make("new", "more tea"))
    assert len(store.search("tea", limit=99)) == 50

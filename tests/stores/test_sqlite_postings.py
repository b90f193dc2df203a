"""Full text ranked in memory: the hits and scores of FTS5's own `bm25`, after every change and through every filter."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchel.stores.sqlite import SqliteStore, fulltext, postings, sieve
from satchel.text.tokens import query as parsed
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, Filter

MINE = Filter(scopes=Scopes.of("user:ann"))
WORDS = "tea oolong green walk cat cats C++ ERR_7731 乌龙茶 喝茶 茶 东京 cafe naïve 2.3".split()
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)

Make = Callable[..., Record]


def by_fts5(store: SqliteStore, query: str) -> list[tuple[str, float]]:
    """(id, score) of every hit, as the index itself ranks them."""
    with store._begin_checked() as tx:
        return tx.handle.all(
            "SELECT r.id, -bm25(search) FROM search CROSS JOIN records r ON r.n = search.rowid WHERE search MATCH ?"
            " ORDER BY 2 DESC, 1",
            (parsed(query).fts5(),),
        )


def by_us(store: SqliteStore, query: str, where: Filter = ALL, limit: int = 1000) -> list[tuple[str, float]]:
    return [(hit.record.id, hit.score) for hit in store.search(query, where=where, limit=limit)]


def assert_agree(store: SqliteStore, query: str) -> None:
    theirs, ours = dict(by_fts5(store, query)), dict(by_us(store, query))
    assert ours == pytest.approx(theirs)
    assert list(ours) == sorted(ours, key=lambda name: (-ours[name], name))


@given(
    first=st.lists(TEXTS, min_size=1, max_size=12),
    later=st.lists(st.tuples(st.integers(0, 14), TEXTS), max_size=8),
    query=TEXTS,
)
def test_hits_and_scores_are_those_of_the_index(first: list[str], later: list[tuple[int, str]], query: str) -> None:
    with tempfile.TemporaryDirectory() as folder, SqliteStore.open(Path(folder, "a.db")) as store:

        def write(number: int, text: str) -> None:
            store.write(Record(id=f"r{number}", type="fact", content=text, scope="user:ann", source_agent="test"))

        for number, text in enumerate(first):
            write(number, text)
        assert_agree(store, query)
        for number, text in later:
            write(number, text)
            assert_agree(store, query)


def test_what_was_forgotten_is_found_no_more_though_its_number_is_given_again(store: SqliteStore, make: Make) -> None:
    store.write_many([make(f"r{i}", f"green tea, cup {i}") for i in range(5)])
    assert len(by_us(store, "tea")) == 5
    store.delete("r4")
    store.write(make("new", "a walk"))
    assert {id for id, _ in by_us(store, "tea")} == {"r0", "r1", "r2", "r3"}
    assert [id for id, _ in by_us(store, "walk")] == ["new"]


def test_many_changes_are_taken_in_and_rows_of_many_terms_make_room(
    store: SqliteStore, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "MOST_CHANGED", 3)
    monkeypatch.setattr(postings, "_MOST_KEPT", 5)
    for i in range(12):
        store.write(make(f"r{i}", f"{WORDS[i % 4]} with {WORDS[(i + 1) % 4]}"))
        for word in WORDS[:4]:
            assert_agree(store, word)


def test_another_process_writes(store: SqliteStore, make: Make, db_path: Path) -> None:
    store.write(make("one", "green tea"))
    assert len(by_us(store, "tea")) == 1
    with SqliteStore.open(db_path) as other:
        other.write(make("two", "more tea"))
        other.write(make("one", "no more of it"))
    assert [id for id, _ in by_us(store, "tea")] == ["two"]
    assert_agree(store, "more")


@pytest.mark.parametrize("most_asked", [5, 30_000])
def test_a_filter_holds_inside_the_search(
    store: SqliteStore, make: Make, monkeypatch: pytest.MonkeyPatch, most_asked: int
) -> None:
    """Case: three hundred better hits of another kind emptied the answer."""
    monkeypatch.setattr(sieve, "_MOST_ASKED", most_asked)
    store.write_many([make(f"r{i:03}", "tea tea tea tea") for i in range(300)])
    store.write_many(
        [make("task", "some tea and a good many words beside it", type="task"), make("tag", "a tea", tags=("x",))]
    )
    assert [id for id, _ in by_us(store, "tea", replace(ALL, types=frozenset({"task"})), 2)] == ["task"]
    assert [id for id, _ in by_us(store, "tea", replace(ALL, tags=frozenset({"x"})), 2)] == ["tag"]
    assert [id for id, _ in by_us(store, "tea", limit=3)] == ["r000", "r001", "r002"]


class TestASmallScopeOfALargeStore:
    @pytest.fixture
    def store(self, db_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteStore]:
        monkeypatch.setattr(postings, "LARGE_STORE", 10)
        monkeypatch.setattr(postings, "SMALL_SCOPE", 8)
        with SqliteStore.open(db_path) as opened:
            opened.write_many([make(f"bob {i}", f"drinks tea, cup {i}", scope="user:bob") for i in range(40)])
            opened.write_many([make("oolong", "喜欢乌龙茶"), make("green", "green tea"), make("walk", "A walk")])
            yield opened

    def test_is_searched_by_its_own_rarity_of_words(self, store: SqliteStore) -> None:
        ((id, score),) = by_us(store, "tea", MINE)
        assert id == "green"
        assert score > by_us(store, "tea", replace(ALL, scopes=Scopes.of("user:bob")))[0][1]
        assert [id for id, _ in by_us(store, "乌龙", MINE)] == ["oolong"]
        assert by_us(store, "nothing of the kind", MINE) == []

    def test_follows_every_change_by_whoever(self, store: SqliteStore, make: Make, db_path: Path) -> None:
        assert [id for id, _ in by_us(store, "tea", MINE)] == ["green"]
        with SqliteStore.open(db_path) as other:
            other.write(make("green", "stopped drinking it"))
            other.write(make("new", "tea with the neighbours", scope="user:ann/home"))
            other.delete("walk")
        assert [id for id, _ in by_us(store, "tea", MINE)] == ["new"]
        assert by_us(store, "walk", MINE) == []
        archived = make("new", "tea with the neighbours", scope="user:ann/home", state="archived")
        store.write(archived)
        assert [hit.record.id for hit in store.search("tea", where=MINE)] == []
        assert [id for id, _ in by_us(store, "tea", replace(MINE, include_archived=True))] == ["new"]

    def test_scores_what_is_named_too(self, store: SqliteStore) -> None:
        hits = store.search("tea walk", where=MINE, limit=1, also=["green", "walk", "bob 1", "absent"])
        assert sorted(hit.record.id for hit in hits) == ["green", "walk"]


def test_lengths_of_texts_are_those_that_the_index_counts(store: SqliteStore, make: Make) -> None:
    words = [0, 1, 127, 128, 129, 500, 9000]  # a byte, two bytes, three bytes
    store.write_many([make(f"r{i}", "tea " * count or "…") for i, count in enumerate(words)])
    with store._begin_checked() as tx:
        numbers = dict(tx.handle.all("SELECT id, n FROM records"))
        lengths = fulltext.lengths(tx.handle)
        assert [int(lengths[numbers[f"r{i}"]]) for i in range(len(words))] == words
    for i in range(len(words)):
        store.write(make(f"r{i}", "green tea"))
    assert_agree(store, "tea")

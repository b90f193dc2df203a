"""Searching by text: Chinese and English, safe for any query, filtered inside the query."""

from __future__ import annotations

from datetime import timedelta

import pytest

from satchel_protocol.conformance.base import SuiteBase, found, needs
from satchel_protocol.conformance.fixed import START, memory
from satchel_protocol.ids import keyed_id
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, Filter
from satchel_protocol.store import Capability, Store

TEXTS = {
    "tea": "用户喜欢深色模式和乌龙茶",
    "coffee": "用户讨厌咖啡",
    "editor": "The user prefers dark mode in every editor.",
    "mixed": "Ann 在 Berlin 用 Python 写代码",
    "dragon": "龙年出生的乌鸦",
    "kana": "アンはコーヒーをのみます",
    "short": "茶",
}

HOSTILE = [
    '"', "'", "''", '"" OR ""', "tea AND", "NOT tea", "tea*", "*", "(", ")", "tea)", "NEAR(tea, 2)", "content:tea",
    "-tea", "+tea", "^tea", "{tea}", "tea:", ":", "%", "_", "\\", "[", "]", "tea; DROP TABLE records;--", "\x00", "\x00tea",
    "\ud800", "\ufeff", "🫖", "a" * 50_000, "tea " * 5_000, "\n\t ", "ＴＥＡ", "Ṫ", "ﷺ", "\u202e", "AND", "OR", "NULL",
]  # fmt: skip


class SearchingExamples(SuiteBase):
    """Examples of text search; the ranking of several hits is the adapter's business."""

    @pytest.fixture
    def library(self, store: Store) -> Store:
        """A store with texts in several languages."""
        store.write_many([memory(id, content=text) for id, text in TEXTS.items()])
        return store

    @needs(Capability.TEXT_SEARCH)
    @pytest.mark.parametrize(
        ("query", "hits", "others"),
        [
            ("乌龙茶", {"tea"}, {"coffee", "editor"}),
            ("乌龙", {"tea"}, {"coffee", "dragon"}),
            ("茶", {"tea", "short"}, {"coffee", "dragon"}),
            ("深色", {"tea"}, {"coffee"}),
            ("咖啡", {"coffee"}, {"tea"}),
            ("dark mode", {"editor"}, {"tea", "coffee"}),
            ("mode dark", {"editor"}, {"tea", "coffee"}),
            ("EDITOR", {"editor"}, {"mixed"}),
            ("Berlin", {"mixed"}, {"editor"}),
            ("python 代码", {"mixed"}, {"coffee"}),
            ("乌龙 深色", {"tea"}, {"coffee"}),
            ("コーヒー", {"kana"}, {"tea"}),
        ],
    )
    def test_words_and_characters_find_their_records(
        self, library: Store, query: str, hits: set[str], others: set[str]
    ) -> None:
        result = set(found(library, query))
        assert hits <= result
        assert not others & result

    @needs(Capability.TEXT_SEARCH)
    def test_the_text_that_says_all_of_the_query_comes_first(self, library: Store) -> None:
        library.write(memory("part", content="Dark chocolate."))
        assert found(library, "dark mode editor")[0] == "editor"

    @needs(Capability.TEXT_SEARCH)
    def test_key_and_tags_are_searched_too(self, store: Store) -> None:
        store.write(memory(keyed_id("user:ann", "zebra"), key="zebra", content="Stripes."))
        store.write(memory("tagged", tags=("quokka",), content="Smiles."))
        assert found(store, "zebra") == [keyed_id("user:ann", "zebra")]
        assert found(store, "quokka") == ["tagged"]

    @needs(Capability.TEXT_SEARCH)
    @pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
    def test_any_query_is_safe(self, library: Store, query: str) -> None:
        before = library.count()
        assert len(library.search(query)) <= before
        assert library.count() == before

    @needs(Capability.TEXT_SEARCH)
    def test_a_text_of_anything_is_found_by_its_words(self, store: Store) -> None:
        store.write(memory("odd", content="x" * 60_000 + " needle \u202e \ufeff '\"; DROP -- 🫖\u0301 end"))
        assert found(store, "needle") == ["odd"]

    @needs(Capability.TEXT_SEARCH)
    def test_an_empty_query_or_limit_finds_nothing_and_a_negative_one_is_an_error(self, library: Store) -> None:
        assert library.search("") == []
        assert library.search(" \n") == []
        assert library.search("dark", limit=0) == []
        with pytest.raises(ValueError, match="limit"):
            library.search("dark", limit=-1)

    @needs(Capability.TEXT_SEARCH)
    def test_best_first_ties_by_id_and_no_more_than_asked(self, store: Store) -> None:
        store.write_many([memory(f"{n:02}", content="Green tea.") for n in (3, 1, 2, 5, 4)])
        assert found(store, "tea") == ["01", "02", "03", "04", "05"]
        assert found(store, "tea", limit=2) == ["01", "02"]
        scores = [candidate.score for candidate in store.search("green tea")]
        assert scores == sorted(scores, reverse=True)

    @needs(Capability.TEXT_SEARCH)
    def test_an_edit_is_found_by_its_new_words_and_not_by_its_old_ones(self, library: Store) -> None:
        library.write(memory("editor", content="The user prefers bright windows."))
        assert found(library, "bright") == ["editor"]
        assert found(library, "dark") == []
        library.merge([memory("editor", content="Something merged.", updated_at=START + timedelta(hours=1))])
        assert found(library, "merged") == ["editor"]
        assert found(library, "bright") == []
        library.delete("editor")
        assert found(library, "merged") == []

    @needs(Capability.TEXT_SEARCH)
    def test_many_records_of_another_scope_do_not_empty_a_result(self, store: Store) -> None:
        crowd = [memory(f"bob {n}", scope="user:bob", content=f"Bob's tea number {n}.") for n in range(5_000)]
        store.merge([*crowd, memory("mine", content="Ann's tea, as it happens among many other things she drinks.")])
        assert found(store, "tea", where=Filter(scopes=Scopes.of("user:ann"))) == ["mine"]
        assert len(store.search("tea", where=Filter(scopes=Scopes.of("user:bob")), limit=50)) == 50

    @needs(Capability.TEXT_SEARCH)
    def test_every_filter_holds_on_every_hit(self, store: Store) -> None:
        states = (None, "archived", "superseded", "odd")
        versions = [
            memory(
                f"{n:02}",
                content="A cup of tea.",
                type=("fact", "task")[n % 2],
                state=states[n // 2 % 4],
                tags=(("hot",), ("hot", "iced"), ())[n % 3],
                created_at=(None, START - timedelta(days=n))[n % 5 > 0],
                ttl=(None, 86400)[n % 2],
            )
            for n in range(40)
        ]
        store.merge(versions)
        for where in (
            Filter(),
            ALL,
            Filter(types=frozenset(("task",)), include_archived=True),
            Filter(tags=frozenset(("hot", "iced")), include_superseded=True),
            Filter(since=START - timedelta(days=20), until=START - timedelta(days=3), include_archived=True),
            Filter(expired_at=START, include_archived=True, include_superseded=True),
        ):
            assert sorted(found(store, "tea", where=where)) == [r.id for r in versions if where.match(r)]

    @needs(Capability.TEXT_SEARCH)
    def test_what_an_undo_took_back_is_not_found(self, library: Store) -> None:
        library.open_batch("b", {})
        library.merge(
            [memory("new", content="Walrus."), memory("editor", content="Walrus.", updated_at=START)], batch="b"
        )
        assert set(found(library, "walrus")) == {"new", "editor"}
        library.undo("b")
        assert found(library, "walrus") == []
        assert found(library, "dark") == ["editor"]

    @needs(Capability.TEXT_SEARCH, Capability.DURABLE)
    def test_texts_are_found_after_opening_again(self, library: Store) -> None:
        again = self.reopen(library)
        assert found(again, "乌龙茶") == ["tea"]

    @needs(Capability.TEXT_SEARCH)
    def test_records_that_are_named_are_scored_however_far_behind(self, store: Store) -> None:
        store.write_many([memory(f"tea {i:02}", content=f"Tea and tea again, cup {i}") for i in range(20)])
        store.write_many(
            [
                memory("far", content="A long walk by the river, and at its end a little tea"),
                memory("none", content="A long walk by the river"),
                memory("other", content="Tea elsewhere", scope="user:other"),
            ]
        )
        mine = Filter(scopes=Scopes.of("user:ann"))
        every = store.search("tea", where=mine, limit=100)
        assert len(every) == 21
        named = [every[-1].record.id, "none", "other", every[0].record.id, "absent"]
        found = store.search("tea", where=mine, limit=3, also=named)
        assert [(c.record.id, c.score) for c in found] == [(c.record.id, c.score) for c in (*every[:3], every[-1])]
        assert [c.record.id for c in store.search("tea", where=mine, limit=0, also=named[:3])] == [every[-1].record.id]

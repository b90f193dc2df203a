"""Full text of one small scope among many: the same hits as the file's index would give, after every change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from satchel.stores.sqlite import SqliteStore, scope_words
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes
from satchel_protocol.state import ALL, Filter

MINE = Scopes.of("user:ann")


def note(id: str, content: str, scope: str = "user:ann", **more: object) -> Record:
    return replace(Record(id=id, type="fact", content=content, scope=scope, source_agent="test"), **more)  # type: ignore[arg-type]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqliteStore]:
    monkeypatch.setattr(scope_words, "LARGE_STORE", 10)
    monkeypatch.setattr(scope_words, "MOST_RECORDS", 8)
    with SqliteStore.open(tmp_path / "a.db") as store:
        store.write_many([note(f"bob {i}", f"Bob drinks tea, cup {i}", "user:bob") for i in range(20)])
        store.write_many([note("oolong", "喜欢乌龙茶"), note("green", "Ann drinks green tea"), note("walk", "A walk")])
        yield store


def found(store: SqliteStore, query: str, **about: object) -> list[str]:
    where = Filter(scopes=MINE, **about)  # type: ignore[arg-type]
    return [hit.record.id for hit in store.search(query, where=where)]


def in_use(store: SqliteStore) -> bool:
    with store._begin_checked() as tx:
        return store._scope_words.suits(tx.handle, MINE)


def test_a_small_scope_of_a_large_store_is_searched_by_itself(store):
    assert in_use(store)
    assert found(store, "tea") == ["green"]
    assert found(store, "乌龙") == ["oolong"]
    assert found(store, "nothing of the kind") == []


def test_it_follows_every_change_by_whoever(store, tmp_path):
    assert found(store, "tea") == ["green"]
    with SqliteStore.open(tmp_path / "a.db") as other:
        other.write(note("green", "Ann stopped drinking it"))
        other.write(note("new", "tea with the neighbours", "user:ann/home"))
        other.delete("walk")
    assert found(store, "tea") == ["new"]
    assert found(store, "walk") == []
    store.write(note("new", "tea with the neighbours", "user:ann/home", state="archived"))
    assert found(store, "tea") == []
    assert found(store, "tea", include_archived=True) == ["new"]


def test_a_large_scope_a_pattern_and_a_small_store_go_through_the_index(store, tmp_path):
    store.write_many([note(f"more {i}", "more and more tea") for i in range(9)])
    assert not in_use(store)
    assert len(found(store, "tea")) == 10
    with store._begin_checked() as tx:
        assert not store._scope_words.suits(tx.handle, Scopes.of("user:*"))
    with SqliteStore.open(tmp_path / "small.db") as small:
        small.write(note("one", "tea"))
        assert not in_use(small)


def test_scopes_asked_long_ago_make_room(store, monkeypatch):
    monkeypatch.setattr(scope_words, "_MOST_HELD", 4)
    for user in ("user:ann", "user:cleo", "user:ann"):
        store.write_many([note(f"{user} {i}", f"likes cake number {i}", user) for i in range(3)])
        hits = store.search("cake", where=replace(ALL, scopes=Scopes.of(user)))
        assert len(hits) == 3
        assert len(store._scope_words._scopes) == 1

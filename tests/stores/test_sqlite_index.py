"""A full-text index that is deleted, garbled or half-written: noticed, rebuilt from the records, nothing lost."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from satchel.stores.sqlite import SqliteStore, fulltext
from satchel_protocol.record import Record

Make = Callable[..., Record]
WORDS = [f"word{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(26 * 26)]
COUNT = 600


@pytest.fixture
def filled(db_path: Path, make: Make) -> Path:
    """A store of some hundred records, closed; every tenth speaks of tea, in English and in Chinese."""
    chance = random.Random(5)
    with SqliteStore.open(db_path) as store:
        store.merge(
            make(f"r{i:03}", " ".join(chance.choices(WORDS, k=12)) + (" green tea 乌龙茶" if i % 10 == 0 else ""))
            for i in range(COUNT)
        )
    return db_path


def damage(path: Path, *statements: str) -> None:
    db = sqlite3.connect(path)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()


def assert_whole(store: SqliteStore) -> None:
    wanted = [f"r{i:03}" for i in range(0, COUNT, 10)]
    for query in ("tea", "乌龙", "茶"):
        assert sorted(hit.record.id for hit in store.search(query, limit=COUNT)) == wanted
    assert store.count() == COUNT


DAMAGES = {
    "the table is dropped": ["DROP TABLE search"],
    "the view is dropped": ["DROP VIEW search_text"],
    "a shadow table is dropped": ["DROP TABLE search_data"],
    "the directory is dropped": ["DROP TABLE search_idx"],
    "the sizes are dropped": ["DROP TABLE search_docsize"],
    "the configuration is dropped": ["DROP TABLE search_config"],
    "the data are deleted": ["DELETE FROM search_data"],
    "the leaves are deleted": ["DELETE FROM search_data WHERE id > 10"],
    "one leaf is deleted": ["DELETE FROM search_data WHERE id = (SELECT max(id) FROM search_data)"],
    "the directory is emptied": ["DELETE FROM search_idx"],
    "the sizes are emptied": ["DELETE FROM search_docsize"],
    "half of the sizes are missing": ["DELETE FROM search_docsize WHERE id % 2"],
    "the configuration is emptied": ["DELETE FROM search_config"],
    "the leaves are zeros": ["UPDATE search_data SET block = zeroblob(length(block)) WHERE id > 10"],
    "the leaves are empty": ["UPDATE search_data SET block = x'' WHERE id > 10"],
    "the leaves are noise": ["UPDATE search_data SET block = randomblob(length(block)) WHERE id > 10"],
    "the structure is noise": ["UPDATE search_data SET block = x'00000000ff0102' WHERE id = 10"],
    "the structure is empty": ["UPDATE search_data SET block = x'' WHERE id = 10"],
    "the averages are noise": ["UPDATE search_data SET block = x'ff' WHERE id = 1"],
    "records came past the index": [
        "DELETE FROM search_docsize WHERE id > 500",
        "INSERT INTO search (search) VALUES ('delete-all')",
    ],
    "it was filled by another tokeniser": ["UPDATE internals SET value = 'old' WHERE name = 'tokeniser'"],
}


@pytest.mark.parametrize("statements", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_broken_index_is_noticed_at_opening_and_rebuilt(filled: Path, statements: list[str]) -> None:
    damage(filled, *statements)
    with SqliteStore.open(filled, create=False) as store:
        assert_whole(store)
        assert store.check() == []


@pytest.mark.parametrize(
    "name", ["the table is dropped", "the data are deleted", "the leaves are noise", "the sizes are dropped"]
)
def test_an_index_that_breaks_while_open_is_rebuilt_by_a_search(filled: Path, name: str) -> None:
    with SqliteStore.open(filled) as store:
        damage(filled, *DAMAGES[name])
        assert_whole(store)
        assert store.check() == []


@pytest.mark.parametrize(
    "name", ["the table is dropped", "the data are deleted", "the leaves are noise", "the sizes are dropped"]
)
def test_a_write_survives_a_broken_index_and_mends_it(filled: Path, make: Make, name: str) -> None:
    with SqliteStore.open(filled) as store:
        damage(filled, *DAMAGES[name])
        store.write(make("new", "jasmine"))
        store.write(make("r001", "changed to hibiscus"))
        store.delete("new")
        assert [hit.record.id for hit in store.search("hibiscus")] == ["r001"]
        assert store.search("jasmine") == []
        assert_whole(store)
        assert store.repair() is not None
        assert store.check() == []


@pytest.mark.parametrize("table", ["search_data", "search_idx", "search_docsize", "search_config"])
def test_an_index_whose_pages_are_noise_is_given_up_and_built_anew(filled: Path, table: str) -> None:
    db = sqlite3.connect(filled)
    (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    db.close()
    raw = bytearray(filled.read_bytes())
    raw[(page - 1) * 4096 : page * 4096] = b"\xa5" * 4096
    filled.write_bytes(raw)
    with SqliteStore.open(filled) as store:
        assert_whole(store)
        # Pages of the old index may be left over; nothing uses them, and a repair takes them out.
        assert {finding.kind for finding in store.check()} <= {"space"}
        store.repair()
        assert store.check() == []
        assert_whole(store)


def test_a_store_that_cannot_be_written_is_searched_without_its_index(filled: Path) -> None:
    damage(filled, "DROP TABLE search")
    with SqliteStore.open(filled, read_only=True) as store:
        assert_whole(store)
        assert store.search("tea", limit=3)[0].score > 0


def test_check_finds_an_index_that_says_something_else_than_the_records(filled: Path) -> None:
    damage(filled, "UPDATE records SET body = replace(body, 'green tea', 'black tee') WHERE id = 'r010'")
    with SqliteStore.open(filled) as store:
        assert "index" in {finding.kind for finding in store.check()}
        store.repair()
        assert store.check() == []
        assert [hit.record.id for hit in store.search("tee")] == ["r010"]
        assert store.count() == COUNT


def test_the_quick_look_believes_every_index_that_grew_by_itself(store: SqliteStore, make: Make) -> None:
    # Merges of FTS5 in the middle of their work must not look like damage: each opening would rebuild the index.
    chance = random.Random(7)
    ids = [f"r{i}" for i in range(300)]
    for round in range(60):
        store.write_many([make(id, " ".join(chance.choices(WORDS, k=30))) for id in chance.sample(ids, 20)])
        if round % 7 == 0:
            store.delete(ids.pop())
        with store._begin_read() as tx:
            assert fulltext.looks_whole(tx.handle), round
    assert store.check() == []


def test_no_leaf_of_the_index_can_be_missing_unnoticed(filled: Path) -> None:
    with SqliteStore.open(filled) as store:
        db = store._writing_handle()
        leaves = [id for (id,) in db.all("SELECT id FROM search_data WHERE id > 10")]
        assert len(leaves) > 5
        for leaf in leaves:
            db.run("BEGIN IMMEDIATE")
            db.run("DELETE FROM search_data WHERE id = ?", (leaf,))
            assert not fulltext._pages_agree(db)
            db.undo()
        assert fulltext.looks_whole(db)


def test_a_reopened_store_is_not_rebuilt_for_nothing(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(db: object) -> None:
        raise AssertionError("rebuilt")

    monkeypatch.setattr(fulltext, "rebuild", refuse)
    with SqliteStore.open(filled) as store:
        assert_whole(store)


def test_a_forgotten_text_is_in_no_file_any_more(db_path: Path, make: Make) -> None:
    secret = "the vault opens with zanzibar marmalade"
    with SqliteStore.open(db_path) as store:
        store.merge(make(f"r{i}", " ".join(WORDS[i : i + 9])) for i in range(200))
        store.write(make("a", secret))
        store.write(make("a", f"{secret}, and then xylophone"))
        store.delete("a")
        held = b"".join(path.read_bytes() for path in db_path.parent.iterdir())
        assert secret.encode() not in held
        assert WORDS[20].encode() in held
    held = db_path.read_bytes()
    assert b"marmalad" not in held
    assert b"xylophon" not in held


@pytest.mark.parametrize("broken", [False, True])
def test_a_number_given_twice_in_one_transaction_is_indexed_for_the_later_record(
    store: SqliteStore, make: Make, *, broken: bool
) -> None:
    store.write(make("a", "oolong"))
    with store._begin(write=True) as tx:
        if broken:
            store._writing_handle().run("DELETE FROM search_data")
        writer = store._writer(tx)
        writer.delete("a", actor="", reason="user", expected=None)
        writer.local(make("b", "coffee"), None, revive=False, relax=False)
        writer.local(make("b", "coffee with milk"), None, revive=False, relax=False)
    assert store.search("oolong") == []
    assert [hit.record.id for hit in store.search("coffee milk")] == ["b"]
    assert store.check() == []

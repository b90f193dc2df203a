"""A database whose pages are broken: all that can be read goes into a new file, the damaged one stays beside it."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from satchel.stores.sqlite import SqliteStore
from satchel.stores.sqlite.pages import Pages
from satchel_protocol.errors import (
    CursorError,
    StoreBusyError,
    StoreDamagedError,
    StoreMissingError,
    StoreVersionError,
    TombstonedError,
)
from satchel_protocol.record import Record
from satchel_protocol.state import Outcome, Quarantined

Make = Callable[..., Record]
PAGE = 4096


@pytest.fixture
def filled(db_path: Path, make: Make) -> Path:
    """A store with long and short texts, histories, something forgotten, something set aside, a line of a later version."""
    chance = random.Random(3)
    with SqliteStore.open(db_path) as store:
        store.merge(
            make(
                f"r{n:03}", f"note {n} " + "乌龙茶 tea " * chance.choice([1, 5, 300]), derived_from=("r000",) * (n % 3)
            )
            for n in range(150)
        )
        for n in range(0, 150, 10):
            store.write(make(f"r{n:03}", f"note {n}, changed"))
        store.write(make("gone", "the cellar door"))
        store.delete("gone")
        store.set_aside([Quarantined(number=0, item={"x": "人"}, outcome=Outcome.REJECTED, reason="r", where="w")])
        store.keep_lines(['{"weather": {"said": "rain"}}'], batch="b1")
        store.open_batch("b1", {"source": "s"})
    return db_path


def everything(store: SqliteStore) -> tuple[object, ...]:
    return (
        [(v.record, v.revision, v.seq, v.batch) for v in store.enumerate()],
        [store.history(f"r{n:03}") for n in range(0, 150, 10)],
        store.tombstones(),
        [(q.item, q.reason, q.where) for q in store.quarantine()],
        store.kept_lines(),
        store.batches(),
        store.print_keys(),
    )


@pytest.fixture
def before(filled: Path) -> tuple[object, ...]:
    with SqliteStore.open(filled) as store:
        return everything(store)


def break_pages(path: Path, *, root_of: str = "", header: bool = False) -> None:
    """Overwrite the page that a table or index begins with, or the file's first 100 bytes."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        found = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (root_of,)).fetchone()
    with path.open("r+b") as file:
        if header:
            file.write(b"\xa5" * 100)
        else:
            file.seek((found[0] - 1) * PAGE)
            file.write(b"\xa5" * PAGE)


@pytest.mark.parametrize(
    "place",
    ["records", "sqlite_autoindex_records_1", "records_scope", "prints", "sources", "removed", "internals", "header"],
)
def test_all_is_there_again_when_no_row_was_hit(filled: Path, before: tuple[object, ...], place: str) -> None:
    break_pages(filled, root_of=place, header=place == "header")
    (kept,) = SqliteStore.salvage(filled)
    assert kept.name == "memory.db.damaged-1"
    with SqliteStore.open(filled, create=False) as store:
        assert everything(store) == before
        assert store.check() == []
        assert len(store.search("note", limit=1000)) == 150
        with pytest.raises(TombstonedError):
            store.write(Record(id="x", type="fact", content="the cellar door", scope="user:ann", source_agent="t"))
    assert sorted(path.name for path in filled.parent.iterdir()) == ["memory.db", "memory.db.damaged-1"]


def test_an_open_store_salvages_itself_and_goes_on(filled: Path, before: tuple[object, ...], make: Make) -> None:
    with SqliteStore.open(filled) as store:
        cursor = store.cursor()
        break_pages(filled, root_of="records_seq")
        found = store.repair()
        assert {finding.kind for finding in found} == {"file"}
        assert any("memory.db.damaged-1" in finding.message for finding in found)
        assert everything(store) == before
        assert store.check() == []
        assert store.write(make("new")).revision == 1
        with pytest.raises(CursorError):  # who follows the changes has to ask for everything again
            store.changes(cursor)


def test_whoever_had_it_open_meanwhile_is_told_and_writes_nothing_to_the_old_file(filled: Path, make: Make) -> None:
    with SqliteStore.open(filled) as other:
        other.write(make("early"))
        break_pages(filled, root_of="records_seq")
        (kept,) = SqliteStore.salvage(filled)
        size = kept.stat().st_size
        with pytest.raises(StoreMissingError, match="open it again"):
            other.write(make("late"))
        assert kept.stat().st_size == size


def test_what_only_the_log_holds_is_taken_too(filled: Path, make: Make) -> None:
    with SqliteStore.open(filled) as store:
        store.write(make("in the log", "long " * 3000))
        store.write(make("r001", "changed in the log"))
        assert Path(f"{filled}-wal").stat().st_size > 0
        copy = filled.with_name("copy.db")
        for ending in ("", "-wal"):
            Path(f"{copy}{ending}").write_bytes(Path(f"{filled}{ending}").read_bytes())
    with copy.open("r+b") as file:
        file.write(b"\0" * 100)
    SqliteStore.salvage(copy)
    assert not Path(f"{copy}-wal").exists()
    with SqliteStore.open(copy, create=False) as store:
        for id, text in (("in the log", "long " * 3000), ("r001", "changed in the log")):
            version = store.read(id)
            assert version is not None
            assert version.record.content == text
        assert store.check() == []


def test_a_lost_page_costs_the_rows_in_it_and_no_others(filled: Path, before: tuple[object, ...]) -> None:
    with Pages(filled) as pages:
        leaves = [
            number
            for number in range(2, filled.stat().st_size // PAGE + 1)
            if pages.page(number)[0] == 0x0D
            and any(len(row.values) == 14 for row in pages._rows_of(pages.page(number), 0))
        ]
    with filled.open("r+b") as file:
        file.seek((leaves[1] - 1) * PAGE)
        file.write(b"\0" * PAGE)
    SqliteStore.salvage(filled)
    with SqliteStore.open(filled, create=False) as store:
        kept = {version.record.id: version.record for version in store.enumerate()}
        whole = {record.id: record for record, *_ in before[0]}  # type: ignore[attr-defined]
        assert kept.items() <= whole.items()
        assert len(whole) - 60 < len(kept) < len(whole)
        # Of what was lost there may be an earlier version, which is offered and not passed off as the last one.
        offered = {item.item["id"] for item in store.quarantine() if isinstance(item.item, dict) and "id" in item.item}
        assert offered <= whole.keys() - kept.keys()
        assert store.check() == []


def test_a_forgotten_text_does_not_come_back(filled: Path) -> None:
    with SqliteStore.open(filled) as store:
        forgotten = [f"r{n:03}" for n in range(7, 150, 7)]
        for id in forgotten:
            store.delete(id)
    break_pages(filled, root_of="records")
    SqliteStore.salvage(filled)
    with SqliteStore.open(filled, create=False) as store:
        assert store.count() == 150 - len(forgotten)
        assert all(store.read(id) is None for id in forgotten)
    assert b"cellar door" not in filled.read_bytes()


def other_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE notes (id TEXT, body TEXT)")
        db.execute("INSERT INTO notes VALUES ('a', '{\"id\": \"a\"}')")
        db.commit()


@pytest.mark.parametrize("make_it", [other_program, lambda path: path.write_bytes(b"a letter\n" * 3000)])
def test_what_is_not_ours_is_left_alone(db_path: Path, make_it: Callable[[Path], object]) -> None:
    make_it(db_path)
    content = db_path.read_bytes()
    with pytest.raises(StoreDamagedError, match="no Satchel store"):
        SqliteStore.salvage(db_path)
    assert db_path.read_bytes() == content
    assert [path.name for path in db_path.parent.iterdir()] == [db_path.name]


def test_a_newer_format_is_not_taken_apart(filled: Path) -> None:
    with closing(sqlite3.connect(filled)) as db:
        db.execute("PRAGMA user_version = 9")
    with pytest.raises(StoreVersionError):
        SqliteStore.salvage(filled)
    assert not filled.with_name("memory.db.damaged-1").exists()


def test_another_process_that_is_writing_is_not_disturbed(filled: Path) -> None:
    break_pages(filled, root_of="records_seq")
    with closing(sqlite3.connect(filled, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError):
            SqliteStore.salvage(filled, busy_timeout_s=0.01)
    assert not filled.with_name("memory.db.damaged-1").exists()
    assert not filled.with_name(".memory.db.new").exists()


def test_the_new_file_has_the_rights_of_the_old_one_and_a_link_stays_one(filled: Path, tmp_path: Path) -> None:
    filled.chmod(0o640)
    link = tmp_path / "link.db"
    link.symlink_to(filled)
    break_pages(filled, root_of="records_seq")
    SqliteStore.salvage(link)
    assert link.is_symlink()
    assert filled.stat().st_mode & 0o777 == 0o640
    with SqliteStore.open(link, create=False) as store:
        assert store.count() == 150


def test_where_a_file_cannot_have_two_names_the_damaged_one_is_copied(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError("not on this file system")

    break_pages(filled, root_of="records_seq")
    damaged = filled.read_bytes()
    monkeypatch.setattr(os, "link", refuse)
    (kept,) = SqliteStore.salvage(filled)
    assert kept.read_bytes()[PAGE:] == damaged[PAGE:]


def test_what_a_killed_repair_left_is_no_hindrance(filled: Path, before: tuple[object, ...]) -> None:
    break_pages(filled, root_of="records")
    for ending in ("", "-wal", "-shm"):
        filled.with_name(f".memory.db.new{ending}").write_bytes(b"half a file")
    SqliteStore.salvage(filled)
    with SqliteStore.open(filled, create=False) as store:
        assert everything(store) == before
    assert sorted(path.name for path in filled.parent.iterdir()) == ["memory.db", "memory.db.damaged-1"]

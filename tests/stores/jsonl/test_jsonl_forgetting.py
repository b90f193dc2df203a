"""What is forgotten is gone from the bytes of the file, at once."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from satchel.stores.jsonl import JsonlStore
from satchel.stores.stored_json import encode
from satchel_protocol.record import Record
from satchel_protocol.state import Outcome, Quarantined
from satchel_protocol.tombstone import Tombstone

Make = Callable[..., Record]
SECRET = "the cellar door sticks 地窖"


def spelled() -> list[bytes]:
    """The text as it may stand in a log, whole and in parts."""
    return [encode(SECRET).encode()[1:-1], b"cellar", "地窖".encode()]


def assert_gone(folder: Path) -> None:
    for file in folder.iterdir():
        assert not any(text in file.read_bytes() for text in spelled()), file.name


def test_a_deleted_text_with_all_its_versions_is_gone_from_the_folder(
    path: Path, store: JsonlStore, make: Make
) -> None:
    for n in range(3):
        store.write(make("a", f"{SECRET} {n}", meta={"also": SECRET}))
    store.write(make("b"))
    assert spelled()[1] in path.read_bytes()
    store.delete("a")
    assert_gone(path.parent)
    with JsonlStore.open(path) as again:
        assert [v.record.id for v in again.enumerate()] == ["b"]
        assert [t.id for t in again.tombstones()] == ["a"]


def test_what_was_derived_from_it_goes_with_it(path: Path, store: JsonlStore, make: Make) -> None:
    store.write(make("a", "said once"))
    store.write(make("b", SECRET, derived_from=("a",)))
    store.delete("a")
    assert_gone(path.parent)


def test_a_tombstone_from_elsewhere_removes_the_text(path: Path, store: JsonlStore, make: Make) -> None:
    store.write(make("a", SECRET))
    store.merge([Tombstone(id="a", tombstone_id="t", scope="user:ann", deleted_at=datetime(2026, 3, 2, tzinfo=UTC))])
    assert_gone(path.parent)


def test_an_import_that_is_undone_leaves_no_text(path: Path, store: JsonlStore, make: Make) -> None:
    store.write(make("old", "stays as it was"))
    store.open_batch("imp", {"source": "x"})
    newer = datetime(2026, 3, 1, tzinfo=UTC)
    store.merge([make("a", SECRET), make("old", SECRET + "!", updated_at=newer)], batch="imp")
    aside = Quarantined(number=0, item={"text": SECRET}, outcome=Outcome.REJECTED, reason="odd", batch="imp")
    store.set_aside([aside])
    store.keep_lines([f'{{"later": "{SECRET}"}}'], batch="imp")
    store.undo("imp")
    assert_gone(path.parent)
    found = store.read("old")
    assert found is not None
    assert found.record.content == "stays as it was"


def test_a_dropped_item_of_the_quarantine_is_gone(path: Path, store: JsonlStore) -> None:
    aside = Quarantined(number=0, item={"text": SECRET}, outcome=Outcome.QUARANTINED, reason="odd")
    (number,) = store.set_aside([aside])
    store.drop_quarantined(number)
    assert_gone(path.parent)
    assert store.set_aside([aside]) == [number + 1], "a number is never given twice"


def test_a_text_that_a_killed_writer_left_unfinished_is_gone_with_the_next_write(
    path: Path, store: JsonlStore, make: Make
) -> None:
    with path.open("ab") as file:
        file.write(b'{"put":{"version":{"revision":1,"record":{"content":' + encode(SECRET).encode())
    path.with_name(".notes.jsonl.new").write_text(SECRET, encoding="utf-8")
    store.write(make("a"))
    assert_gone(path.parent)


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_behind_a_symbolic_link_the_file_itself_is_rewritten(tmp_path: Path, make: Make) -> None:
    real = tmp_path / "disk" / "real.jsonl"
    real.parent.mkdir()
    link = tmp_path / "notes.jsonl"
    link.symlink_to(real)
    with JsonlStore.open(link) as store, JsonlStore.open(real) as other:
        store.write(make("a", SECRET))
        assert other.count() == 1
        other.delete("a")
        assert store.count() == 0
    assert link.is_symlink()
    assert_gone(real.parent)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX modes")
def test_a_store_is_private_and_a_rewriting_keeps_the_mode_it_was_given(tmp_path: Path, make: Make) -> None:
    path = tmp_path / "new" / "folder" / "notes.jsonl"
    with JsonlStore.open(path) as store:
        modes = [stat.S_IMODE(place.stat().st_mode) for place in (path, path.parent, path.parents[1])]
        assert modes == [0o600, 0o700, 0o700]
        store.write(make("a"))
        path.chmod(0o640)
        store.delete("a")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_log_of_mostly_superseded_operations_is_rewritten_and_keeps_everything(
    path: Path, store: JsonlStore, make: Make
) -> None:
    store.merge(make(f"r{n}", f"memory {n} " + "long " * 200) for n in range(1000))
    inodes = [path.stat().st_ino]
    for n in range(5):
        store.adopt_print_keys({"user:ann": [bytes([n]) * 32]})  # gives every record its prints anew
        inodes.append(path.stat().st_ino)
    assert 1 < len(set(inodes)) < len(inodes), "it was rewritten, and not each time"
    seen, keys = list(store.enumerate()), store.print_keys()
    with JsonlStore.open(path) as again:
        assert list(again.enumerate()) == seen
        assert again.print_keys() == keys
        assert again.check() == []

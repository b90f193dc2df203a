"""Torn groups, damaged groups, and files that are no log."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from satchel.stores.jsonl import JsonlStore, journal
from satchel_protocol.errors import (
    StoreDamagedError,
    StoreError,
    StoreMissingError,
    StoreUrlError,
    StoreVersionError,
)
from satchel_protocol.record import Record
from satchel_protocol.state import Outcome, Quarantined

Make = Callable[..., Record]


def ids(store: JsonlStore) -> list[str]:
    return [version.record.id for version in store.enumerate()]


def opened(path: Path, **options: Any) -> JsonlStore:
    return JsonlStore.open(path, **options)


@pytest.fixture(autouse=True)
def _no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    # Thousands of logs are opened and mended here, and no power is lost.
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture
def groups(path: Path, make: Make, injected: dict[str, Any]) -> list[int]:
    """Offsets at which each of four groups begins, and the file's end. The last one holds two records."""
    ends = []
    with opened(path, **injected) as store:
        ends.append(path.stat().st_size)
        for many in (["a"], ["b"], ["c"], ["d", "e"]):
            store.merge([make(id, f"{id} drinks 乌龙茶") for id in many])
            ends.append(path.stat().st_size)
    return ends


# Torn -----------------------------------------------------------------------------------------------------------------


def test_a_group_torn_at_any_byte_is_cut_off_by_the_next_write_and_nothing_else_is_lost(
    path: Path, groups: list[int], make: Make
) -> None:
    whole = path.read_bytes()
    begin = groups[-2]
    for size in range(begin, len(whole)):
        path.write_bytes(whole[:size])
        with opened(path) as store:
            assert ids(store) == ["a", "b", "c"], size
            if size % 4:
                continue  # each byte for reading, every fourth for what follows
            store.write(make("f"))
            assert ids(store) == ["a", "b", "c", "f"], size
        with opened(path) as store:
            assert ids(store) == ["a", "b", "c", "f"], size
            assert store.check() == []


def test_sectors_that_a_power_loss_left_unwritten_are_a_torn_group(path: Path, groups: list[int], make: Make) -> None:
    whole = path.read_bytes()
    begin, end = groups[-2:]
    sector = begin - begin % 512 + 512
    assert sector < end - 100
    for first, last in ((begin, end), (begin, sector), (sector, end)):
        path.write_bytes(whole[:first] + bytes(last - first) + whole[last:])
        with opened(path) as store:
            assert ids(store) == ["a", "b", "c"]
            store.write(make("f"))
        with opened(path) as store:
            assert ids(store) == ["a", "b", "c", "f"]


def test_reading_changes_no_byte_of_a_torn_log(path: Path, groups: list[int]) -> None:
    torn = path.read_bytes()[:-20]
    path.write_bytes(torn)
    with opened(path) as store:
        assert ids(store) == ["a", "b", "c"]
        assert store.check() == []
    assert path.read_bytes() == torn


# Damaged --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "masks"), [(5, [0x01]), pytest.param(1, [1 << bit for bit in range(8)], marks=pytest.mark.soak)]
)
def test_no_changed_byte_loses_anything_silently(
    path: Path, groups: list[int], step: int, masks: Sequence[int]
) -> None:
    whole = path.read_bytes()
    closing = whole.rindex(b"\n", 0, -1)
    for place in sorted({*range(0, len(whole), step), *range(closing - 1, closing + 12), len(whole) - 1}):
        for mask in masks:
            path.write_bytes(whole[:place] + bytes([whole[place] ^ mask]) + whole[place + 1 :])
            try:
                with opened(path) as store:
                    assert ids(store) == ["a", "b", "c", "d", "e"], (place, mask)
                    assert all(v.record.content == f"{v.record.id} drinks 乌龙茶" for v in store.enumerate())
            except (StoreDamagedError, StoreVersionError):
                pass


def test_damage_in_the_middle_is_refused_with_the_place_and_what_to_do(path: Path, groups: list[int]) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"b drinks", b"B drinks"))
    with pytest.raises(StoreDamagedError, match=r"notes\.jsonl: 1 damaged stretches, the first at line \d+.*--repair"):
        opened(path)
    assert path.read_bytes() == whole.replace(b"b drinks", b"B drinks"), "opening changed it"


def test_salvage_keeps_every_whole_line_and_puts_the_others_aside(path: Path, groups: list[int]) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"b drinks", b"B drinks").replace(b"d drinks", b"D drinks"))
    (aside,) = JsonlStore.salvage(path)
    kept = aside.read_bytes()
    assert b"B drinks" in kept
    assert b"D drinks" in kept
    assert b"e drinks" not in kept
    with opened(path) as store:
        assert ids(store) == ["a", "c", "e"], "e stood in a damaged group and was whole itself"
        assert store.check() == []


def test_salvage_after_any_changed_byte_loses_at_most_the_line_it_is_in(path: Path, groups: list[int]) -> None:
    whole = path.read_bytes()
    for place in range(0, len(whole), 11):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x15]) + whole[place + 1 :])
        try:
            JsonlStore.salvage(path)
        except StoreVersionError:
            assert place < groups[0], "only the first line says a version"
            continue
        with opened(path) as store:
            assert len(ids(store)) >= 4, place


@pytest.mark.parametrize("kind", ["deleted", "zeros", "noise", "doubled"])
def test_salvage_of_any_damaged_stretch_keeps_all_groups_outside_it(path: Path, groups: list[int], kind: str) -> None:
    whole = path.read_bytes()
    for first in range(groups[1], groups[3], 23):
        last = min(first + 90, groups[3])
        stretch = {
            "deleted": b"",
            "zeros": bytes(last - first),
            "noise": bytes(range(1, last - first + 1)),
            "doubled": whole[first:last] * 2,
        }[kind]
        path.write_bytes(whole[:first] + stretch + whole[last:])
        JsonlStore.salvage(path)
        with opened(path) as store:
            kept = ids(store)
        lost = {"b"} if last <= groups[2] else {"c"} if first >= groups[2] else {"b", "c"}
        assert {"a", "b", "c", "d", "e"} - set(kept) <= lost, (first, kept)


def test_salvage_of_a_whole_log_keeps_all_and_leaves_nothing_aside(path: Path, groups: list[int]) -> None:
    assert JsonlStore.salvage(path) == []
    with opened(path) as store:
        assert ids(store) == ["a", "b", "c", "d", "e"]


def test_salvage_never_writes_over_what_an_earlier_one_put_aside(path: Path, groups: list[int]) -> None:
    path.write_bytes(path.read_bytes().replace(b"b drinks", b"B drinks"))
    (one,) = JsonlStore.salvage(path)
    path.write_bytes(path.read_bytes().replace(b"c drinks", b"C drinks"))
    (two,) = JsonlStore.salvage(path)
    assert b"B drinks" in one.read_bytes()
    assert b"C drinks" in two.read_bytes()


def test_a_compacted_log_is_not_lost_for_one_damaged_line(path: Path, make: Make) -> None:
    with opened(path) as store:
        store.merge(make(f"r{n:04}", f"memory {n} " + "long " * 40) for n in range(3000))
        store.delete("r0000")
    path.write_bytes(path.read_bytes().replace(b"memory 77 ", b"memory 78 ", 1))
    with pytest.raises(StoreDamagedError):
        opened(path)
    JsonlStore.salvage(path)
    with opened(path) as store:
        assert store.count() == 2998
        assert store.read("r0077") is None
        assert [t.id for t in store.tombstones()] == ["r0000"]


def test_a_compacted_log_that_is_cut_anywhere_is_damaged_and_keeps_every_whole_line(path: Path, make: Make) -> None:
    # A copy that was interrupted, say. A killed writer leaves no such thing: the log got its name when it was whole.
    with opened(path) as store:
        store.merge(make(f"r{n:02}", f"memory {n}") for n in range(30))
        store.delete("r00")
    whole = path.read_bytes()
    for size in range(whole.index(b"\n") + 1, len(whole), 97):
        path.write_bytes(whole[:size])
        with pytest.raises(StoreDamagedError, match="--repair"):
            opened(path)
        JsonlStore.salvage(path)
        with opened(path) as store:
            lines = whole[:size].splitlines(keepends=True)
            assert store.count() == sum(line.startswith(b'{"put":') and journal.is_whole(line) for line in lines)
            assert store.check() == []
    path.write_bytes(whole)
    with opened(path) as store:
        assert store.count() == 29


def test_a_store_that_is_open_notices_damage_done_since_and_repairs_it(path: Path, make: Make) -> None:
    with opened(path) as store, opened(path) as other:
        store.merge([make("a"), make("b"), make("c")])
        assert other.count() == 3
        raw = path.read_bytes()
        path.write_bytes(raw.replace(b"as b does", b"as B does"))
        (finding,) = other.check()
        assert finding.kind == "file"
        assert finding.repairable
        other.repair()
        assert ids(other) == ["a", "c"]
        assert ids(store) == ["a", "c"]
        assert other.check() == []


def test_a_write_never_cuts_off_a_damaged_group(path: Path, make: Make) -> None:
    with opened(path) as store:
        store.write(make("a"))
        before = path.stat().st_size
        with opened(path) as other:
            other.write(make("b"))
        raw = path.read_bytes()
        path.write_bytes(raw[:before] + raw[before:].replace(b"as b does", b"as B does"))
        damaged = path.read_bytes()
        with pytest.raises(StoreDamagedError):
            store.write(make("c"))
        assert path.read_bytes() == damaged


def test_a_log_cut_back_by_somebody_is_read_anew(path: Path, groups: list[int], make: Make) -> None:
    whole = path.read_bytes()
    with opened(path) as store:
        assert store.count() == 5
        path.write_bytes(whole[: groups[2]])
        assert ids(store) == ["a", "b"]
        path.write_bytes(whole[: groups[1]] + whole[groups[2] : groups[3]])
        assert ids(store) == ["a", "c"], "the file is as long as before, and another one"


# Findings -------------------------------------------------------------------------------------------------------------


def test_rows_that_disagree_are_found_and_mended_without_losing_a_record(path: Path, make: Make) -> None:
    with opened(path) as store:
        store.merge([make("a"), make("b")])
        with store._begin(write=True) as tx:
            tx.reprint("a", ["0" * 64])
        assert [finding.kind for finding in store.check()] == ["lookup"]
        store.repair()
        assert store.check() == []
        assert ids(store) == ["a", "b"]
        store.delete("a")
        assert store.merge([make("z", "likes tea as a does")])[0].outcome is Outcome.TOMBSTONED


def test_a_wrong_digest_is_found_and_mended(path: Path, make: Make) -> None:
    with opened(path) as store:
        store.write(make("a"))
        store.write(make("a", "changed"))
        found = store.read("a")
        assert found is not None
        with store._begin(write=True) as tx:
            tx.put(replace(found, digest="0" * 64), prints=[], keep=False)
        assert [finding.kind for finding in store.check()] == ["record", "lookup"]
        store.repair()
        assert store.check() == []
        mended = store.read("a")
        assert mended is not None
        assert (mended.record, mended.digest) == (found.record, found.digest)
        assert len(store.history("a")) == 2


def test_the_rest_of_a_killed_rewriting_is_found_and_removed_by_the_next_write(path: Path, make: Make) -> None:
    left = path.with_name(".notes.jsonl.new")
    with opened(path) as store:
        left.write_text("texts")
        assert [finding.kind for finding in store.check()] == ["orphan"]
        store.write(make("a"))
        assert not left.exists()
        assert store.check() == []


def test_the_rest_of_a_killed_rewriting_is_removed_by_the_next_opening_but_not_by_one_for_reading(
    path: Path, make: Make
) -> None:
    opened(path).close()
    left = path.with_name(".notes.jsonl.new")
    left.write_text("texts")
    with opened(path, read_only=True) as store:
        assert left.exists()
        assert [finding.kind for finding in store.check()] == ["orphan"]
    with opened(path, create=False) as store:
        assert not left.exists()
        assert store.check() == []


def test_a_rewriting_that_is_going_on_is_neither_found_nor_disturbed(path: Path) -> None:
    with opened(path) as store, FileLock(path.with_name("notes.jsonl.lock")):
        left = path.with_name(".notes.jsonl.new")
        left.write_text("texts")
        assert store.check() == []
        opened(path).close()
        assert left.exists()


# Not ours -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b'{"id": "a", "content": "somebody\'s own list"}\n',
        b"\x00\x01\x02" * 100,
        b"SQLite format 3\x00" + bytes(84),
        b"[1, 2, 3]",
        b"\n",
        b"{" * 100_000,
        b'{"satchel_log": true}\n',
        b'{"satchel_log": 1, "generation": "x"}',
    ],
)
def test_a_foreign_file_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for attempt in (opened, JsonlStore.salvage):
        with pytest.raises(StoreDamagedError, match="no Satchel store"):
            attempt(path)
    assert path.read_bytes() == content
    assert list(path.parent.glob("*.damaged*")) == []


def test_a_log_of_a_newer_version_is_refused_and_left_as_it_is(path: Path) -> None:
    content = json.dumps({"satchel_log": 2, "generation": "x"}).encode() + b"\n{}\n"
    path.write_bytes(content)
    for attempt in (opened, JsonlStore.salvage):
        with pytest.raises(StoreVersionError, match="log format 2"):
            attempt(path)
    assert path.read_bytes() == content


def test_an_operation_of_a_newer_version_is_refused(path: Path, make: Make) -> None:
    from satchel.stores.jsonl import journal

    opened(path).close()
    with path.open("ab") as file:
        file.write(journal.encode_group([{"remember_in_colour": {"id": "a"}}]))
    with pytest.raises(StoreVersionError, match="cannot be read by this version"):
        opened(path)


def test_an_empty_file_is_no_store_until_a_write_makes_it_one(path: Path, make: Make) -> None:
    path.touch()
    for options in ({"create": False}, {"read_only": True}):
        with pytest.raises(StoreMissingError):
            opened(path, **options)
    with opened(path) as store:
        store.write(make("a"))
    assert path.stat().st_size > 0


def test_a_read_makes_neither_file_nor_folder(tmp_path: Path) -> None:
    for options in ({"create": False}, {"read_only": True}):
        with pytest.raises(StoreMissingError, match="there is no store at"):
            opened(tmp_path / "deep" / "notes.jsonl", **options)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUrlError, match="is a folder or a device"):
        opened(tmp_path)


def test_a_file_in_place_of_a_folder_gets_an_error_of_ours(path: Path) -> None:
    path.write_text("x")
    with pytest.raises(StoreError, match=r"notes\.jsonl"):
        opened(path / "below.jsonl")


def test_a_log_that_vanished_is_missing_and_not_made_again(path: Path, make: Make) -> None:
    with opened(path) as store:
        store.write(make("a"))
        path.unlink()
        with pytest.raises(StoreMissingError, match="any more"):
            store.read("a")
        with pytest.raises(StoreMissingError, match="any more"):
            store.write(make("b"))
    assert not path.exists()


def test_set_aside_items_and_kept_lines_survive_salvage(path: Path, make: Make) -> None:
    with opened(path) as store:
        store.write(make("a"))
        store.set_aside([Quarantined(number=0, item={"row": 1}, outcome=Outcome.REJECTED, reason="empty")])
        store.keep_lines(['{"later": 1}'])
        store.write(make("b"))
        held = store.quarantine(), store.kept_lines()
    path.write_bytes(path.read_bytes().replace(b"as a does", b"as A does"))
    JsonlStore.salvage(path)
    with opened(path) as store:
        assert (store.quarantine(), store.kept_lines()) == held
        assert ids(store) == ["b"]

"""`sync` as somebody uses it: two files, again and again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.cli.app import code_of
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel.service.sync import SyncOptions, sync
from satchel.stores.registry import open_store
from satchel_protocol.conformance.fixed import FrozenClock
from satchel_protocol.errors import StoreMissingError, StoreReadOnlyError, UsageError
from satchel_protocol.scope import Scopes
from satchel_protocol.sync import Sync


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock()


@pytest.fixture
def ends(tmp_path: Path, clock: FrozenClock) -> Iterator[tuple[Memory, Memory]]:
    with (
        Memory(str(tmp_path / "a.db"), allow=["all"], config=Config(), clock=clock) as a,
        Memory(str(tmp_path / "b.jsonl"), allow=["all"], config=Config(), clock=clock) as b,
    ):
        yield a, b


def run(a: Memory, b: Memory, **options: Any) -> dict[str, Any]:
    return sync(a.url, b.url, SyncOptions(**options)).to_json()


def contents(memory: Memory) -> set[str]:
    return {record.content for record in memory.list(include_archived=True)}


def test_both_have_everything_and_a_second_run_has_nothing_to_do(ends) -> None:
    a, b = ends
    a.remember("Ann drinks oolong.")
    b.remember("安住在杭州。")
    a.remember("The door code is pw: hunter2-blue", type="fact")

    first = run(a, b)
    assert (first["a_to_b"]["changed"], first["b_to_a"]["changed"]) == (2, 1)
    assert contents(a) == contents(b) == {"Ann drinks oolong.", "安住在杭州。", "The door code is pw: hunter2-blue"}
    second = run(a, b)
    assert second["changed"] is False
    assert (second["a_to_b"]["told"], second["b_to_a"]["told"]) == (0, 0)

    a.remember("One more.")
    third = run(a, b)
    assert (third["a_to_b"]["told"], third["b_to_a"]["told"]) == (1, 0), "only what changed is looked at"


def test_what_is_forgotten_in_one_is_forgotten_in_the_other_and_does_not_come_back_as_text(ends, tmp_path) -> None:
    a, b = ends
    gone = a.remember("Ann drinks oolong.")
    run(a, b)
    b.forget(gone.id)
    run(a, b)
    assert contents(a) == set()
    line = {"id": "x", "type": "fact", "content": "- ann drinks OOLONG", "scope": "user:me", "source_agent": "t"}
    (tmp_path / "in.jsonl").write_text(json.dumps({**line, "created_at": None}) + "\n")
    a.import_(tmp_path / "in.jsonl")
    assert contents(a) == set(), "the keys of the prints came along"


def test_a_revived_memory_is_back_in_both(ends) -> None:
    a, b = ends
    gone = a.remember("Ann drinks oolong.")
    run(a, b)
    a.forget(gone.id)
    run(a, b)
    b.remember("Ann drinks oolong.", id=gone.id)
    run(a, b)
    assert contents(a) == contents(b) == {"Ann drinks oolong."}


def test_what_both_changed_is_listed_with_both_versions_and_what_was_kept(ends, clock) -> None:
    a, b = ends
    record, other = a.remember("Ann drinks tea."), a.remember("Ann rows.")
    run(a, b)
    clock.advance(minutes=1)
    a.edit(record.id, content="Ann drinks green tea.")
    a.forget(other.id)
    clock.advance(minutes=1)
    b.edit(record.id, content="Ann drinks black tea.")
    b.edit(other.id, content="Ann rows on Sundays.")

    report = run(a, b)

    found = {conflict["id"]: conflict for conflict in report["conflicts"]}
    assert found.keys() == {record.id, other.id}
    assert found[record.id]["kept"] == found[record.id]["b"] != found[record.id]["a"]
    assert (found[other.id]["a"], found[other.id]["kept"]) == ("forgotten", "forgotten")
    assert contents(a) == contents(b) == {"Ann drinks black tea."}
    assert run(a, b)["conflicts"] == []


def test_one_way_leaves_the_first_alone_and_reports_only_real_conflicts(ends, clock) -> None:
    a, b = ends
    record = a.remember("Ann drinks tea.")
    b.remember("Only in b.")
    before = a.store().cursor()
    run(a, b, one_way=True)
    assert contents(a) == {"Ann drinks tea."}
    assert a.store().cursor() == before
    clock.advance(minutes=1)
    a.edit(record.id, content="Ann drinks green tea.")
    assert run(a, b, one_way=True)["conflicts"] == []
    clock.advance(minutes=1)
    b.edit(record.id, content="Ann drinks no tea.")
    a.edit(record.id, content="Ann drinks any tea.")
    assert [conflict["id"] for conflict in run(a, b, one_way=True)["conflicts"]] == [record.id]


def test_a_selection_of_scopes_takes_nothing_else_along(ends) -> None:
    a, b = ends
    a.remember("Mine.", scope="user:ann/work")
    a.remember("Theirs.", scope="user:bob")
    run(a, b, scopes=Scopes.of("user:ann"))
    assert contents(b) == {"Mine."}
    assert set(b.store().print_keys()) == {"user:ann"}
    run(a, b)
    assert contents(b) == {"Mine.", "Theirs."}


def test_a_dry_run_tells_the_same_and_changes_nothing(ends, tmp_path) -> None:
    a, b = ends
    a.remember("A.")
    b.remember("B.")
    dry, wet = run(a, b, dry_run=True), run(a, b)
    assert {**dry, "dry_run": False} == wet
    c = tmp_path / "c.db"
    told = sync(a.url, str(c), SyncOptions(dry_run=True)).to_json()
    assert told["a_to_b"]["changed"] == 2
    assert not c.exists()


def test_an_import_that_is_taken_back_in_one_does_not_return_from_the_other(ends, tmp_path) -> None:
    a, b = ends
    a.remember("Kept.")
    (tmp_path / "bad.txt").write_text("- Rubbish one is here.\n- Rubbish two is here.\n")
    batch = a.import_(tmp_path / "bad.txt").batch
    run(a, b)
    assert len(contents(b)) == 3
    a.undo(batch)
    report = run(a, b)
    assert report["undone"] == [batch]
    assert contents(a) == contents(b) == {"Kept."}


def test_what_was_dated_ahead_of_the_clock_is_taken_in_once_its_time_has_come(tmp_path, clock) -> None:
    fast = FrozenClock()
    fast.advance(days=5)
    with (
        Memory(str(tmp_path / "a.db"), config=Config(), clock=fast) as a,
        Memory(str(tmp_path / "b.jsonl"), config=Config(), clock=clock) as b,
    ):
        kept, gone = a.remember("Ann drinks oolong."), a.remember("Ann rows.")
        first = sync(a.url, b.url, clock=clock).to_json()
        assert first["a_to_b"]["outcomes"] == {"quarantined": 2}
        a.forget(gone.id)
        clock.advance(days=1)
        second = sync(a.url, b.url, clock=clock).to_json()
        assert contents(b) == set()
        assert any("2 that an earlier sync set aside" in note for note in second["notes"]), "it is told every time"
        clock.advance(days=4)
        third = sync(a.url, b.url, clock=clock).to_json()
        assert third["changed"]
        assert contents(a) == contents(b) == {"Ann drinks oolong."}
        assert b.read(kept.id) == a.read(kept.id)
        assert b.quarantine() == []
        assert third["conflicts"] == []
        sync(a.url, b.url, clock=clock)
        assert sync(a.url, b.url, clock=clock).to_json()["changed"] is False


@pytest.mark.parametrize("forth", [True, False])
def test_a_sync_that_was_cut_off_makes_no_conflicts_of_what_only_one_changed(ends, forth, clock) -> None:
    a, b = ends
    records = [a.remember(f"Note {n}.") for n in range(9)]
    b.store(create=True)
    first, second = (a, b) if forth else (b, a)
    steps = 0

    class CutOffError(Exception):
        pass

    def cut(_way: str, _done: int, _total: int | None) -> None:
        nonlocal steps
        steps += 1
        if steps == 3:
            raise CutOffError

    with pytest.raises(CutOffError):
        Sync(first.store(), second.store(), page=3 if forth else 2, progress=cut).run()
    clock.advance(minutes=1)
    for record in records:
        a.edit(record.id, content=f"{record.content} And more.")
    report = run(a, b)
    assert report["conflicts"] == []
    assert contents(a) == contents(b)
    assert report["b_to_a"]["told"] == 0, "what came from the other is not told back"


@pytest.mark.parametrize("kinds", [("db", "jsonl"), ("jsonl", "db"), ("db", "db")])
def test_one_way_out_of_a_store_that_cannot_be_written(tmp_path, kinds) -> None:
    urls = [str(tmp_path / f"{name}.{kind}") for name, kind in zip("ab", kinds, strict=True)]
    with Memory(urls[0], config=Config()) as a, Memory(urls[1], config=Config()) as b:
        a.remember("Ann drinks oolong.")
        b.remember("Ann rows.")
    for round_ in range(3):
        with open_store(urls[0], create=False, read_only=True) as one, open_store(urls[1], create=False) as two:
            if round_ == 0:
                with pytest.raises(StoreReadOnlyError):
                    Sync(one, two).run()
            done = Sync(one, two, one_way=True).run()
            assert {v.record.content for v in two.enumerate()} == {"Ann drinks oolong.", "Ann rows."}
            assert done.conflicts == []
            assert round_ == 0 or not done.changed


def test_a_copied_file_gets_a_name_of_its_own(ends, tmp_path) -> None:
    a, _ = ends
    a.remember("Before.")
    a.close()
    shutil.copy(tmp_path / "a.db", tmp_path / "copy.db")
    with Memory(str(tmp_path / "copy.db"), config=Config()) as copy:
        a.remember("In the first.")
        copy.remember("In the copy.")
        report = run(a, copy)
        assert any("copy" in note for note in report["notes"])
        assert contents(a) == contents(copy) == {"Before.", "In the first.", "In the copy."}
        assert run(a, copy)["changed"] is False


def test_a_store_that_was_put_back_from_a_backup_loses_nothing(ends, tmp_path) -> None:
    a, b = ends
    a.remember("One.")
    run(a, b)
    a.close()
    shutil.copy(tmp_path / "a.db", tmp_path / "backup")
    for n in range(3):
        a.remember(f"Since then {n}.")
    run(a, b)
    a.close()
    shutil.copy(tmp_path / "backup", tmp_path / "a.db")
    for n in range(5):
        a.remember(f"After the accident {n}.")
    report = run(a, b)
    assert any("older copy" in note for note in report["notes"])
    assert contents(a) == contents(b)
    assert len(contents(a)) == 9


def test_an_unknown_epoch_is_told_and_everything_compared_again(ends) -> None:
    a, b = ends
    a.remember("A.")
    b.remember("B.")
    run(a, b)
    with b.store()._begin(write=True) as tx:
        tx.set_setting("epoch", "another")
    report = run(a, b)
    assert any("epoch" in note for note in report["notes"])
    assert report["changed"] is False
    assert run(a, b)["notes"] == []


def test_one_store_under_two_names_is_refused_and_a_first_that_is_missing_is_not_made(ends, tmp_path) -> None:
    a, _ = ends
    a.remember("A.")
    (tmp_path / "link.db").symlink_to(tmp_path / "a.db")
    for other in (a.url, str(tmp_path / "link.db"), "memory:"):
        with pytest.raises(UsageError):
            sync(a.url, other)
    with pytest.raises(StoreMissingError):
        sync(str(tmp_path / "none.db"), a.url)
    assert not (tmp_path / "none.db").exists()


def test_the_command_prints_one_document_and_syncs_the_configured_store(ends, capsys, monkeypatch) -> None:
    a, b = ends
    a.remember("A.")
    b.remember("B.")
    monkeypatch.setenv("SATCHEL_STORE", a.url)
    assert code_of(["sync", b.url, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["a_to_b"]["changed"], document["b_to_a"]["changed"]) == (1, 1)
    assert code_of(["sync", a.url, b.url]) == 0
    assert capsys.readouterr().out.strip() == "Nothing changed."

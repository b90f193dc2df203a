"""`forget --purge`: afterwards no file on the disk holds a word of it, in any of the forms that a store writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from satchel.cli.app import code_of
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel.service.purge import Purged, purge
from satchel.stores.sqlite import SqliteStore
from satchel.text.tokens import index_tokens
from satchel_protocol.errors import NotFoundError
from satchel_protocol.purging import Erasure
from satchel_protocol.state import Outcome, Quarantined
from satchel_protocol.store import Capability, Store
from satchel_protocol.vectors import RecordVectors

TEXT = "Quetzalpine keeps the xylotrunk under a 鹧鸪 at Brimhollow, 问 zuvembik 椰壳"
OTHERS = [f"Note {n}: the ferry to the island leaves at {n % 24} o'clock 每天 from pier {n % 7}" for n in range(400)]
TELLING = "On the last evening, when everybody else had gone to bed, the old lighthouse keeper told her this at length:"
VECTOR = [((7 * n) % 23 - 11) / 23 for n in range(64)]


def needles() -> list[bytes]:
    """The text's rare words and pairs of characters as they are, escaped, and as the index spells them."""
    plain = [*TEXT.replace(",", "").split(), "鹧鸪", "椰壳"]
    rare = set(index_tokens(TEXT)) - {token for other in OTHERS for token in index_tokens(other)}
    words = {word for word in [*plain, *rare] if len(word.encode()) > 5}
    found = {form for word in words for form in (word, word.lower(), json.dumps(word)[1:-1])}
    return sorted({word.encode() for word in found})


def traces(folder: Path, also: list[bytes] | None = None) -> dict[str, list[bytes]]:
    """File → what of it stands there."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            data = file.read_bytes()
            hits = [needle for needle in [*needles(), *(also or [])] if needle in data]
            if hits:
                found[file.name] = hits
    return found


@pytest.fixture(params=["db", "jsonl"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    with Memory(str(tmp_path / f"own.{request.param}"), allow=["all"], config=Config()) as opened:
        opened.store(create=True).write_many([opened.remember(text, type="fact", dry_run=True) for text in OTHERS])
        yield opened


def everywhere(memory: Memory, path: Path) -> str:
    """The text in every place that a store has; gives the id of the record."""
    store = memory.store()
    id = memory.remember(TEXT, type="fact", meta={"also": TEXT}, tags=["xylotrunk"]).id
    memory.edit(id, content=TEXT + " (since May)")
    memory.edit(id, content=TEXT)
    memory.remember("It is about 鹧鸪 and Quetzalpine.", type="fact", derived_from=[id])
    other = memory.remember(TEXT, type="fact").id
    memory.edit(other, content="Something else by now.")
    if Capability.VECTOR_SEARCH in store.capabilities:
        store.add_vector_space("m", len(VECTOR))
        store.put_vectors("m", [RecordVectors(id=id, revision=3, vectors=[VECTOR])])
    near = {"id": "near", "type": "fact", "content": TEXT + "!?", "scope": "user:me", "source_agent": "x"}
    rows = [near, {"row": ["a", {"b": f"{TELLING} {TEXT}"}]}, f'{{"text": {json.dumps(TEXT)}}}', TEXT.upper()]
    store.set_aside(
        Quarantined(number=0, item=row, outcome=Outcome.REJECTED, reason=f"odd {n}") for n, row in enumerate(rows)
    )
    store.set_aside([Quarantined(number=0, item="the ferry", outcome=Outcome.REJECTED, reason="kept")])
    store.keep_lines([json.dumps({"later": {"text": TEXT, "scope": "user:me"}}, ensure_ascii=False), '{"other": 1}'])
    for name in (f".{path.name}.new", f"{path.name}.damaged-1"):
        path.with_name(name).write_text(TEXT)
    return id


def path_of(memory: Memory) -> Path:
    return Path(memory.url)


def by_place(done: Purged) -> dict[str, Erasure]:
    return {Path(receipt.place).name: receipt.outcome for receipt in done.receipts}


def test_no_file_holds_a_word_of_it_afterwards(memory, tmp_path) -> None:
    path = path_of(memory)
    id = everywhere(memory, path)
    assert traces(tmp_path), "the test would see it"

    done = purge(memory, [id])

    assert traces(tmp_path) == {}
    assert done.is_done
    assert memory.store().unfinished_purges() == []
    assert by_place(done)[f"{path.name}.damaged-1"] is Erasure.ERASED
    assert [item.item for item in memory.quarantine()] == ["the ferry"]
    assert memory.store().kept_lines() == ['{"other": 1}']
    memory.close()
    assert traces(tmp_path) == {}, "nor after closing"
    assert memory.store().count() == len(OTHERS) + 1, "and nothing else is gone"
    assert len(memory.recall("ferry to the island")) > 0


def test_the_vectors_go_too(tmp_path) -> None:
    with Memory(str(tmp_path / "own.db"), config=Config()) as memory:
        memory.store(create=True)
        id = everywhere(memory, tmp_path / "own.db")
        store = memory.store()
        with store._begin(write=False) as tx:
            (blob,) = [bytes(row[0]) for row in tx.handle.all("SELECT vector FROM vectors")]  # type: ignore[attr-defined]
        assert traces(tmp_path, [blob])["own.db-wal"]
        purge(memory, [id])
        assert traces(tmp_path, [blob]) == {}


def test_what_was_forgotten_before_is_purged_by_its_id(memory, tmp_path) -> None:
    id = everywhere(memory, path_of(memory))
    memory.forget(id)
    memory.close()
    assert traces(tmp_path), "forgetting alone leaves what was set aside"
    done = purge(memory, [id])
    assert done.forgotten == ()
    # Without the text at hand, what only contains it cannot be known.
    left = {json.dumps(item.item, ensure_ascii=False)[:9] for item in memory.quarantine()}
    assert left == {'{"row": [', '"the ferr'}
    for item in memory.quarantine():
        memory.store().drop_quarantined(item.number)
    purge(memory, [id])
    assert traces(tmp_path) == {}


def test_an_id_that_is_neither_live_nor_forgotten_is_not_found_and_nothing_is_done(memory) -> None:
    id = memory.remember(TEXT).id
    with pytest.raises(NotFoundError):
        purge(memory, [id, "nobody"])
    assert memory.read(id).content == TEXT


def test_a_dry_run_says_what_would_go_and_changes_nothing(memory, tmp_path) -> None:
    id = everywhere(memory, path_of(memory))
    damaged = path_of(memory).with_name(path_of(memory).name + ".damaged-1")
    dry = {receipt.place: receipt.detail for receipt in purge(memory, [id], dry_run=True).receipts}
    assert dry["quarantine"] == "4 removed"
    assert dry["earlier versions"] == "1 removed"
    assert "other memories" not in dry, "what was made of it alone goes with it"
    assert memory.read(id).content == TEXT
    assert len(memory.quarantine()) == 5
    assert damaged.exists()


def test_what_else_holds_the_words_is_named(memory, tmp_path) -> None:
    id = memory.remember(TEXT).id
    talk = memory.remember(f"Yesterday Ann told me this: {TEXT} and then we went home").id
    stream = tmp_path / "kept.satchel"
    memory.export(stream, scope="*")
    receipts = {receipt.place: receipt for receipt in purge(memory, [id]).receipts}
    assert talk in receipts["other memories"].detail
    assert receipts[str(stream)].outcome is Erasure.UNSUPPORTED


def test_files_beside_the_store_that_may_hold_it_are_named_whatever_they_are_called(
    memory, tmp_path, monkeypatch
) -> None:
    """Streams of every kind, other stores, pages: by their first bytes, not their names alone."""
    pytest.importorskip("pyrage")
    (tmp_path / "keys").mkdir()
    monkeypatch.setenv("SATCHEL_KEYS", str(tmp_path / "keys" / "keys.json"))
    id = memory.remember(TEXT).id
    url = memory.url
    for name in ("plain.txt", "packed.satchel.zst", "for-me.satchel.zst.age", "for-me.bin"):
        more = ["--encrypt-to", "me"] if "for-me" in name else []
        assert code_of(["export", "*", "-o", str(tmp_path / name), "--store", url, *more]) == 0
    packed = (tmp_path / "packed.satchel.zst").read_bytes()
    (tmp_path / "packed").write_bytes(packed)
    for kind in ("db", "jsonl"):
        with Memory(str(tmp_path / f"other.{kind}"), config=Config()) as other:
            other.remember("Something else.")
        (tmp_path / f"other.{kind}").rename(tmp_path / f"copy-of-{kind}")
    (tmp_path / "list.txt").write_text("- Ann rows on Sundays with her brother.\n")
    page = tmp_path / "page.htm"
    assert code_of(["import", str(tmp_path / "list.txt"), "--report", str(page), "--store", url]) == 0
    (tmp_path / "begun").mkdir()
    (tmp_path / "notes.html").write_text("<!DOCTYPE html><title>Somebody else's</title>")
    expected = {"plain.txt", "packed.satchel.zst", "packed", "for-me.satchel.zst.age", "for-me.bin"}
    expected |= {"copy-of-db", "copy-of-jsonl", "page.htm"}
    named = {
        Path(receipt.place).name
        for receipt in purge(memory, [id]).receipts
        if receipt.outcome is Erasure.UNSUPPORTED and Path(receipt.place).parent == tmp_path
    }
    assert named == expected


@pytest.mark.skipif(os.name != "posix", reason="locks of files")
def test_what_a_killed_export_left_goes_and_one_that_is_being_written_stays(memory, tmp_path) -> None:
    import fcntl

    id = memory.remember(TEXT).id
    memory.export(tmp_path / "whole.satchel", scope="*")
    whole = (tmp_path / "whole.satchel").read_bytes()
    left, busy, other = (tmp_path / name for name in (".left.satchel.part", ".busy.satchel.part", ".film.part"))
    left.write_bytes(whole[:-9])
    busy.write_bytes(whole[:-9])
    other.write_bytes(b"no stream")
    with busy.open("rb") as writing:
        fcntl.flock(writing, fcntl.LOCK_EX)
        places = by_place(purge(memory, [id]))
    assert (left.exists(), busy.exists(), other.exists()) == (False, True, True)
    assert places[left.name] is Erasure.ERASED
    assert places[busy.name] is Erasure.UNSUPPORTED


def test_where_else_it_stands_is_told_of_every_field_and_what_was_set_aside_of_it_goes(memory, tmp_path) -> None:
    id = memory.remember(TEXT).id
    line = {"satchel": "1.0", "id": "other", "type": "fact", "scope": "user:me", "source_agent": "x"}
    rows = [
        {**line, "content": "Nothing to see.", "created_at": None, "meta": {"from": [TEXT]}},
        {**line, "id": id, "content": "By now the flugelbinder rests.", "created_at": "2999-01-01T00:00:00Z"},
        {**line, "id": id, "content": "The flugelbinder again.", "created_at": "yesterday"},
    ]
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    memory.import_(tmp_path / "in" / "rows.jsonl")
    (tmp_path / "in" / "rows.jsonl").unlink()
    assert len(memory.quarantine()) == 2
    receipts = {receipt.place: receipt for receipt in purge(memory, [id]).receipts}
    assert "other" in receipts["other memories"].detail
    memory.forget("other")
    purge(memory, ["other"])
    assert traces(tmp_path, [b"flugelbinder"]) == {}


def test_a_place_that_cannot_be_erased_now_is_a_failure_and_is_remembered(tmp_path) -> None:
    with Memory(str(tmp_path / "own.db"), config=Config()) as memory:
        id = memory.remember(TEXT).id
        memory.close()
        memory._store = SqliteStore.open(memory.url, busy_timeout_s=0.05)
        with Memory(memory.url, config=Config()) as reader:
            rows = reader.store().enumerate()
            assert isinstance(rows, Generator)
            next(rows)
            done = purge(memory, [id])
            assert by_place(done)["write-ahead log"] is Erasure.FAILED
            assert not done.is_done
            assert memory.store().unfinished_purges() == [id]
            rows.close()
        assert purge(memory, [id]).is_done
        assert memory.store().unfinished_purges() == []
    assert traces(tmp_path) == {}


CHILD = """
import sys
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel.service.purge import purge
import satchel.stores.sqlite.purge as sqlite, satchel.stores.jsonl.log as log, satchel_protocol.store as store

def told(module, name):
    act = getattr(module, name)
    def wrapper(*args, **more):
        print(name, flush=True)
        sys.stdin.readline()
        return act(*args, **more)
    setattr(module, name, wrapper)

for place in ((store, "purge_rows"), (store, "clear_pending"), (sqlite, "_squeezed"), (sqlite, "_emptied"), (sqlite, "remove"),
              (log.Log, "rewrite")):
    told(*place)
with Memory(sys.argv[1], config=Config()) as memory:
    purge(memory, [sys.argv[2]])
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
@pytest.mark.parametrize("step", range(1, 5))
def test_killed_in_the_middle_it_is_run_again_and_done(memory, tmp_path, step) -> None:
    id = everywhere(memory, path_of(memory))
    store = memory.store()
    before = store.count()
    memory.close()
    command = [sys.executable, "-c", CHILD, memory.url, id]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for n in range(step):
            if not child.stdout.readline():
                break
            if n + 1 < step:
                child.stdin.write("go on\n")
                child.stdin.flush()
        child.kill()
    store = memory.store()
    assert store.count() in (before, before - 2)
    if store.read(id) is None and step < 4:
        assert store.unfinished_purges() in ([id], []), "noted from the first change on"
    purge(memory, [id])
    left = [item for item in memory.quarantine() if item.item != "the ferry"]
    assert len(left) <= 1, "only what contains the text, and that only where the text was gone by then"
    for item in left:
        store.drop_quarantined(item.number)
    assert purge(memory, [id]).is_done
    assert traces(tmp_path) == {}


def test_what_a_killed_process_had_staged_goes_and_what_is_in_use_is_named(memory, tmp_path, monkeypatch) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    folders = {"dead": temporary / f"satchel-{ended.pid}-x", "busy": temporary / f"satchel-{os.getppid()}-x"}
    for folder in [*folders.values(), temporary / "somebody-elses"]:
        folder.mkdir()
        (folder / "move.satchel").write_text(TEXT)
    id = memory.remember(TEXT).id
    receipts = {receipt.place: receipt.outcome for receipt in purge(memory, [id]).receipts}
    assert receipts[str(folders["dead"])] is Erasure.ERASED
    assert receipts[str(folders["busy"])] is Erasure.UNSUPPORTED
    assert sorted(folder.name for folder in temporary.iterdir()) == [folders["busy"].name, "somebody-elses"]


def test_the_command_prints_the_receipts_and_a_failure_has_an_exit_code(memory, capsys) -> None:
    id = memory.remember(TEXT).id
    assert code_of(["forget", id, "--purge", "--yes", "--store", memory.url, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [tombstone["id"] for tombstone in document["forgotten"]] == [id]
    assert {receipt["outcome"] for receipt in document["purged"]} == {"erased", "unsupported"}
    assert code_of(["forget", id, "--purge", "--yes", "--store", memory.url]) == 0
    assert code_of(["forget", id, "--yes", "--store", memory.url]) == 6


def test_the_doctor_names_a_purge_that_was_not_finished(memory, capsys) -> None:
    id = memory.remember(TEXT).id
    memory.forget(id)
    _begun(memory.store(), id)
    assert code_of(["doctor", "--store", memory.url]) == 1
    assert id in capsys.readouterr().out
    purge(memory, [id])
    assert code_of(["doctor", "--store", memory.url]) == 0


def _begun(store: Store, id: str) -> None:
    from satchel_protocol.purging import note_pending

    with store._begin(write=True) as tx:
        note_pending(tx, [id])

"""Files that were damaged: never a traceback, and a repair loses nothing that could still be read."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.durability import sources
from tests.durability.aftermath import assert_goes_on, assert_sound, content, holds, satchel
from tests.durability.nursery import Nursery
from tests.durability.plans import after, plan

from satchel.cli import exits
from satchel.stores.jsonl import journal
from satchel.stores.registry import open_store
from satchel.stores.stored_json import decode_record

ROUNDS = [8, pytest.param(400, marks=pytest.mark.soak)]
ENDING = {"sqlite": "db", "jsonl": "jsonl"}
WAYS = ["a bit", "some bytes", "noise", "zeros", "cut", "a gap", "doubled", "swapped"]


def damage(path: Path, way: str, chance: random.Random) -> None:
    """Damage a file anywhere."""
    raw = bytearray(path.read_bytes())
    first = chance.randrange(len(raw))
    last = min(len(raw), first + chance.choice([1, 30, 512, 4096, 20_000]))
    if way == "a bit":
        raw[first] ^= 1 << chance.randrange(8)
    elif way == "some bytes":
        for _ in range(chance.choice([3, 40])):
            raw[chance.randrange(len(raw))] ^= chance.randrange(1, 256)
    elif way == "noise":
        raw[first:last] = chance.randbytes(last - first)
    elif way == "zeros":
        raw[first:last] = bytes(last - first)
    elif way == "cut":
        del raw[first:]
    elif way == "a gap":
        del raw[first:last]
    elif way == "doubled":
        raw[first:first] = raw[first:last]
    else:
        other = chance.randrange(len(raw) - (last - first) + 1)
        raw[first:last], raw[other : other + last - first] = raw[other : other + last - first], raw[first:last]
    path.write_bytes(raw)


def readable_rows(path: Path) -> dict[str, str]:
    """Texts that SQLite still gives when it is asked for one row after the other."""
    found = {}
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        for n in range(1, 500):
            try:
                row = db.execute("SELECT body FROM records WHERE n = ?", (n,)).fetchone()
                record = decode_record(row[0]) if row else None
            except (sqlite3.Error, ValueError, AttributeError, UnicodeDecodeError):
                continue
            if record is not None:
                found[record.id] = record.content
    return found


def readable_lines(path: Path) -> dict[str, str]:
    """Texts in lines that are as they were written; those of a last group without its end were never acknowledged."""
    lines = path.read_bytes().splitlines(keepends=True)
    closings = [number for number, line in enumerate(lines) if journal.is_closing(line)]
    ends = any(b'"compacted":' in line for line in lines[1:])
    found = {}
    for line in lines[: closings[-1] + 1 if closings and ends else len(lines) if not ends else 0]:
        operation = json.loads(line) if journal.is_whole(line) else {}
        if "put" in operation:
            record = operation["put"]["version"]["record"]
            found[record["id"]] = record["content"]
        found.pop(operation.get("drop", ""), None)
    return found


READABLE = {"sqlite": readable_rows, "jsonl": readable_lines}


@pytest.fixture
def home(kind: str, tmp_path: Path) -> Path:
    """A folder with a store of some hundred records."""
    home = tmp_path / "home"
    home.mkdir()
    url = f"{kind}:{home}/memory.{ENDING[kind]}"
    sources.lived_in(url)
    with open_store(url, create=False) as store:
        store.merge(sources.record(n) for n in range(60, 260))
        store.merge(sources.record(n, text=f"long {n} " + "words " * 1500) for n in range(260, 266))
        store.delete("r-0060")  # a log is written anew by it
        for n in range(300, 310):
            store.write(sources.record(n))
    return home


def gone_or_newer(ran: Any) -> bool:
    """Whether a file does not even say any more that it is a store, or says that it is of a later version."""
    return ran.code != 0 and any(
        word in ran.out + ran.err for word in ("no Satchel store", "newer version", "log format", "there is no store")
    )


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_repair_after_any_damage_loses_nothing_that_could_be_read(
    kind: str, rounds: int, home: Path, tmp_path: Path, record_property: Any
) -> None:
    results: Counter[str] = Counter()
    for round in range(rounds):
        chance = random.Random(f"damage {kind} {round}")
        place = tmp_path / f"round {round}"
        shutil.copytree(home, place)
        path = place / f"memory.{ENDING[kind]}"
        url = f"{kind}:{path}"
        damage(path, WAYS[round % len(WAYS)], chance)
        before = READABLE[kind](path)
        for command in (
            ["recall", "tea"],
            ["export", "--scope", "*", "-o", str(place / "all.satchel")],
        ):
            ran = satchel(*command, "--store", url)
            assert ran.code != exits.INTERNAL, (round, command, ran.err)
            assert ran.err.count("\n") <= 1
            assert ran.code == 0 or str(path) in ran.err
        repaired = satchel("doctor", "--repair", "--store", url)
        assert repaired.code in (exits.OK, exits.FINDINGS), (round, repaired.err)
        found = READABLE[kind](path)
        assert {id: text for id, text in before.items() if found.get(id) != text} == {}, round
        again = satchel("doctor", "--store", url)
        if gone_or_newer(again):
            assert before == {}
            results["no store any more"] += 1
        else:
            assert again.code == exits.OK or "break the protocol's rules" in again.out, (round, again.out)
            assert_goes_on(url, f"n{round}")
            results["nothing lost" if len(before) == 269 else "some lost by the damage"] += 1
        shutil.rmtree(place)
    told = ", ".join(f"{count} {what}" for what, count in sorted(results.items()))
    record_property("measured", f"damage, {kind}: {rounds} rounds: {told}")


@pytest.mark.parametrize("rounds", [6, pytest.param(200, marks=pytest.mark.soak)])
def test_a_damaged_log_of_a_database_costs_at_most_what_was_only_in_it(
    nursery: Nursery, rounds: int, tmp_path: Path
) -> None:
    for round in range(rounds):
        chance = random.Random(f"log {round}")
        place = tmp_path / f"round {round}"
        place.mkdir()
        url, path = f"sqlite:{place}/memory.db", place / "memory.db"
        sources.lived_in(url)
        before = holds(url)
        # Closing and forgetting empty the log.
        steps = [step for step in plan(chance, round, before, 14) if step[0] in ("remember", "edit")]
        child = nursery.born("write", store=url, plan=steps)
        child.wait_for_writing(len(steps) - 1)
        child.kill()
        done = len(child.acknowledged)
        log, index = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
        assert log.stat().st_size > 0
        way = ["index gone", "index noise", "index cut", "log gone", "log damaged", "log damaged"][round % 6]
        if way == "log gone":
            log.unlink()
        elif way == "log damaged":
            damage(log, chance.choice(WAYS), chance)
        elif way == "index gone":
            index.unlink()
        elif way == "index noise":
            index.write_bytes(chance.randbytes(index.stat().st_size))
        else:
            index.write_bytes(index.read_bytes()[: chance.randrange(index.stat().st_size)])
        assert_sound(url)
        states = [after(before, steps[:count]) for count in range(done + 2)]
        if way.startswith("index"):
            assert holds(url) in states[done:]
        else:
            # SQLite takes the log up to where it is damaged: a state that once was, whole.
            assert holds(url) in states
        assert_goes_on(url, f"n{round}")


def test_a_text_index_that_is_deleted_garbled_or_half_written_is_built_anew_and_no_count_changes(
    nursery: Nursery, tmp_path: Path
) -> None:
    url, path = f"sqlite:{tmp_path}/memory.db", tmp_path / "memory.db"
    sources.lived_in(url)
    before = content(url)
    with open_store(url, create=False) as store:
        found = {hit.record.id for hit in store.search("note number word", limit=1000)}
    for statement in (
        "DELETE FROM search_data WHERE id % 2",
        "UPDATE search_data SET block = substr(block, 1, length(block) / 2)",
        "UPDATE search_data SET block = randomblob(length(block))",
        "DELETE FROM search_docsize WHERE id > 5",
        "DROP TABLE search",
        "DELETE FROM search_idx",
    ):
        for arguments in ([], ["--repair"]):
            with closing(sqlite3.connect(path)) as db:
                db.execute(statement)
                db.commit()
            ran = satchel("doctor", *arguments, "--store", url)
            assert ran.code == 0, ran.out
            assert content(url) == before
            with open_store(url, create=False) as store:
                assert {hit.record.id for hit in store.search("note number word", limit=1000)} == found

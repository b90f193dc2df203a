"""SIGKILL at any moment of an import or a move: run again, it ends where an undisturbed run ends, and can be undone."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.durability import sources
from tests.durability.aftermath import assert_goes_on, assert_sound, content, satchel, unfinished
from tests.durability.nursery import Child, Nursery, Tally, Window

from satchel.service import arrival
from satchel.service.memory import Memory
from satchel_protocol import transfer
from satchel_protocol.record import Record
from satchel_protocol.stream import StreamItem, StreamReader
from satchel_protocol.tombstone import Tombstone

SIZE = 120
"""Items of a source; few, in small chunks, so that hundreds of rounds take minutes."""
CHUNK = 20
ROUNDS = [15, pytest.param(300, marks=pytest.mark.soak)]
FORMS: dict[str, Callable[[Path, int], Path]] = {
    "memories.satchel": sources.stream,
    "records.jsonl": sources.lines,
    "old": sources.folder,
}
ENDING = {"sqlite": "db", "jsonl": "jsonl"}


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in this process as in the children that are killed."""
    for module in (arrival, transfer):
        monkeypatch.setattr(module, "CHUNK", CHUNK)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def undo_all(url: str) -> dict[str, Any]:
    """Take all imports back, the last one first; gives what is left."""
    with Memory(url) as memory:
        for batch in reversed(memory.store().batches()):
            memory.undo(batch)
        assert memory.store().batches() == {}
    return content(url)


def outcome(child: Child, url: str, *, pieces: bool, before: Any, whole: Any) -> str:
    if not child.in_the_middle:
        return "between writes"
    if pieces:
        return "left pieces"
    found = content(url)
    return "left nothing of it" if found == before else "all was there" if found == whole else "between chunks"


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_killed_import_is_finished_by_the_next_one_and_undone_as_a_whole(
    nursery: Nursery, kind: str, rounds: int, tmp_path: Path, record_property: Any
) -> None:
    chance = random.Random(f"import {kind}")
    tally = Tally(f"import, {kind}")
    home = tmp_path / "lived in"
    home.mkdir()
    sources.lived_in(f"{kind}:{home}/memory.{ENDING[kind]}")
    made = {name: make(tmp_path / name, SIZE) for name, make in FORMS.items()}
    windows = {name: Window(chance) for name in made}
    ends: dict[str, tuple[Any, Any, Any]] = {}
    for round in range(rounds + len(made)):
        name = list(made)[round % len(made)]
        place = tmp_path / f"round {round}"
        shutil.copytree(home, place)
        url = f"{kind}:{place}/memory.{ENDING[kind]}"
        before = content(url)
        child = nursery.born("bring", store=url, sources=[str(made[name])], chunk=CHUNK)
        if name not in ends:
            child.linger(60)
            child.end()
            windows[name].learn(child)
            ends[name] = before, content(url), undo_all(url)
            assert ends[name][0] != ends[name][1] != ends[name][2]
            continue
        child.wait_for_writing(0)
        child.linger(windows[name].delay_s())
        child.kill()
        windows[name].learn(child)
        pieces = unfinished(url)
        before, whole, undone = ends[name]
        tally.note(outcome(child, url, pieces=pieces, before=before, whole=whole))
        assert_sound(url)
        found = content(url)["records"]
        assert all(data in (before["records"].get(id), whole["records"].get(id)) for id, data in found.items())
        with Memory(url) as memory:
            memory.import_(made[name])
        assert content(url) == whole, (round, name)
        assert_sound(url)
        if round % 4 == 0:
            assert_goes_on(url, f"n{round}")
        else:
            assert undo_all(url) == undone, (round, name)
            assert_sound(url)
        shutil.rmtree(place)
    record_property("measured", str(tally))
    tally.check(least_middle=0.6, telling=("between chunks",))


@pytest.mark.parametrize("rounds", ROUNDS)
def test_a_killed_move_is_finished_by_the_next_one_and_leaves_no_piece_behind(
    nursery: Nursery, kind: str, rounds: int, tmp_path: Path, record_property: Any
) -> None:
    chance = random.Random(f"move {kind}")
    tally = Tally(f"move, {kind}")
    other = "jsonl" if kind == "sqlite" else "sqlite"
    sources.lived_in(f"{other}:{tmp_path}/old.{ENDING[other]}")
    olds = [str(sources.folder(tmp_path / "old", SIZE)), f"{other}:{tmp_path}/old.{ENDING[other]}"]
    windows = {old: Window(chance) for old in olds}
    ends: dict[str, tuple[Any, list[str], list[str], Any]] = {}
    for round in range(rounds + len(olds)):
        old = olds[round % len(olds)]
        place = tmp_path / f"round {round}"
        place.mkdir()
        url = f"{kind}:{place}/new.{ENDING[kind]}"
        # What is read back afterwards writes nothing; kills are to fall into the writing.
        command = ["move", old, url, "--no-verify"]
        child = nursery.born("command", commands=[command], chunk=CHUNK)
        if old not in ends:
            child.linger(60)
            child.end()
            assert child.acknowledged[0]["code"] == 0, child.acknowledged[0]["said"]
            windows[old].learn(child)
            ends[old] = content(url), names_in(place), items_of(place / "new.satchel"), undo_all(url)
            continue
        child.wait_for_writing(0)
        child.linger(windows[old].delay_s())
        child.kill()
        windows[old].learn(child)
        pieces = unfinished(url)
        whole, names, items, undone = ends[old]
        nothing = {**whole, "records": {}, "tombstones": [], "aside": [], "lines": []}
        tally.note(outcome(child, url, pieces=pieces, before=nothing, whole=whole))
        assert_sound(url)
        if (place / "new.satchel").exists():
            assert items_of(place / "new.satchel") == items
        found = content(url)["records"]
        assert found.items() <= whole["records"].items()
        ran = satchel(*command)
        assert ran.code == 0, ran.err
        assert content(url) == whole, (round, old)
        assert items_of(place / "new.satchel") == items
        assert names_in(place) == names
        assert_sound(url)
        assert undo_all(url) == undone, (round, old)
        shutil.rmtree(place)
    record_property("measured", str(tally))
    tally.check(least_middle=0.6, telling=("between chunks", "all was there"))


def items_of(path: Path) -> list[str]:
    """What a verified stream file holds, apart from the times of its import."""
    with path.open("rb") as file:
        StreamReader(file, name=path.name).verify()
        file.seek(0)
        return sorted(shown(item) for item in StreamReader(file, name=path.name))


def shown(item: StreamItem) -> str:
    data: dict[str, Any] = item.to_json() if isinstance(item, Record | Tombstone) else {"line": str(item)}
    data.get("origin", {}).pop("imported_at", None)
    for name in ("prints", "sketch"):
        data.pop(name, None)
    return str(sorted(data.items(), key=str))

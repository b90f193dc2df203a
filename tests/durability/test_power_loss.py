"""A power loss at any moment: what was acknowledged had reached the disk before, and nothing torn is ever read.

A real process runs, strace records what it asked of the disk, and the files are put together again as a loss at any
point could have left them (see `disk.py`). They are then opened by the store as it is.
"""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.durability import plans, sources
from tests.durability.aftermath import Holds, assert_goes_on, assert_sound, content, holds
from tests.durability.disk import Disk
from tests.durability.nursery import Nursery
from tests.durability.plans import after, plan
from tests.durability.tracing import Step, child_command, files_under, record

from satchel.service import arrival
from satchel.service.memory import Memory
from satchel.stores.registry import open_store
from satchel.stores.urls import parse_url
from satchel_protocol import transfer
from satchel_protocol.errors import StoreMissingError

ENDING = {"sqlite": "db", "jsonl": "jsonl"}
STATES = [30, pytest.param(1500, marks=pytest.mark.soak)]
"""How many losses are drawn, beside those just behind each acknowledgement."""
CHUNK = 25
NOTHING = Holds({}, frozenset())

Marks = list[dict[str, Any]]
Check = Callable[[Path, Marks], None]


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (arrival, transfer):
        monkeypatch.setattr(module, "CHUNK", CHUNK)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The disk."""
    root = tmp_path / "disk"
    root.mkdir()
    return root


@dataclass
class Losses:
    """The power losses that are looked at of one run."""

    steps: list[Step]
    disk: Disk
    place: Path
    drawn: int
    seen: int = 0

    def each(self, check: Check) -> None:
        """Call `check` with a folder as a loss left it, and the marks that had been given by then."""
        chance = random.Random(f"{self.drawn} losses")
        changes = [number for number, step in enumerate(self.steps) if step.what != "said"]
        drawn = Counter(chance.choices(changes, k=self.drawn))
        marks: Marks = []
        for number, step in enumerate(self.steps):
            self.disk.take(step)
            if step.what == "said":
                marks += [json.loads(line) for line in step.data.decode().splitlines()]
                if "done" in marks[-1]:
                    # The moment that matters most: the caller knows of it, and whatever is not safe is lost.
                    self._look("safe", chance, marks, check)
            for how in chance.choices(["some"] * 4 + ["safe", "all"], k=drawn[number]):
                self._look(how, chance, marks, check)
        assert "through" in marks[-1]

    def _look(self, how: str, chance: random.Random, marks: Marks, check: Check) -> None:
        self.seen += 1
        self.place.mkdir()
        self.disk.leave(self.place, how, chance)
        check(self.place, marks)
        shutil.rmtree(self.place)

    def __str__(self) -> str:
        times = Counter(step.what for step in self.steps)
        return (
            f"{self.seen} states; {times['write']} writes to files,"
            f" {times['sync']} syncs of files, {times['sync-folder']} of folders"
        )


def run(root: Path, tmp_path: Path, drawn: int, **order: Any) -> Losses:
    """Run one order in a process of its own."""
    before = files_under(root)
    disk = Disk(root, before)
    return Losses(record(child_command(order), tmp_path / "log", root), disk, tmp_path / "lost", drawn)


def acknowledged(marks: Marks) -> int:
    return sum("done" in mark for mark in marks)


def left_by_a_kill(nursery: Nursery, url: str) -> Holds:
    """Make a store whose last writer was killed: a write-ahead log that is in no file yet, a torn group."""
    child = nursery.born("write", store=url, plan=plan(random.Random(f"killed {url[:5]}"), "k", NOTHING, 8))
    child.wait_for_writing(7)
    child.kill()
    scheme, path = parse_url(url)
    if scheme == "jsonl":
        with path.open("ab") as file:
            file.write(b'{"put":{"version":{"revision":1,"record":{"content":"' + b"torn " * 700)
    return holds(url)


@pytest.mark.parametrize("states", STATES)
@pytest.mark.parametrize("start", ["nothing", "left by a kill"])
def test_acknowledged_writes_outlast_a_power_loss_and_others_are_whole_or_not_there(
    nursery: Nursery, kind: str, start: str, states: int, root: Path, tmp_path: Path, record_property: Any
) -> None:
    name = f"new/folders/memory.{ENDING[kind]}" if start == "nothing" else f"memory.{ENDING[kind]}"
    url = f"{kind}:{root}/{name}"
    before = NOTHING if start == "nothing" else left_by_a_kill(nursery, url)
    steps = [("remember", "first", "the first"), *plan(random.Random(f"loss {kind}"), "a", before, 13)]
    losses = run(root, tmp_path, states, job="write", store=url, plan=steps)
    losses.each(check_of_plan(kind, name, before, steps))
    record_property("measured", f"power loss, write, {kind}, {start}: {losses}")


def check_of_plan(kind: str, name: str, before: Holds, steps: list[plans.Step]) -> Check:
    def check(place: Path, marks: Marks) -> None:
        url, done = f"{kind}:{place}/{name}", acknowledged(marks)
        try:
            found = holds(url)
        except StoreMissingError:
            assert done == 0, "the store is gone"
            found = NOTHING
        assert found in (after(before, steps[:done]), after(before, steps[: done + 1])), done
        if len(marks) % 3 == 0:
            assert_goes_on(url, "next")
            assert_sound(url)

    return check


def test_a_store_that_does_not_sync_is_found_out(kind: str, root: Path, tmp_path: Path) -> None:
    # What is tested here is the test: with the same process, the same disk, and syncing turned off.
    name = f"memory.{ENDING[kind]}"
    steps = plan(random.Random("careless"), "a", NOTHING, 6)
    losses = run(root, tmp_path, 1, job="write", store=f"{kind}:{root}/{name}", plan=steps, careless=True)
    with pytest.raises(AssertionError):
        losses.each(check_of_plan(kind, name, NOTHING, steps))


@pytest.mark.parametrize("states", STATES)
def test_a_power_loss_during_an_import_leaves_whole_records_and_the_next_one_finishes_it(
    kind: str, states: int, root: Path, tmp_path: Path, record_property: Any
) -> None:
    name = f"memory.{ENDING[kind]}"
    url = f"{kind}:{root}/{name}"
    sources.lived_in(url)
    source = sources.stream(tmp_path / "memories.satchel", 120)
    before = content(url)
    losses = run(root, tmp_path, states, job="bring", store=url, sources=[str(source)], chunk=CHUNK)
    whole = content(url)

    def check(place: Path, marks: Marks) -> None:
        url = f"{kind}:{place}/{name}"
        found = content(url)
        if acknowledged(marks):
            assert found == whole
        for id, data in found["records"].items():
            assert data in (before["records"].get(id), whole["records"].get(id))
        if losses.seen % 3 == 0:
            with Memory(url) as memory:
                memory.import_(source)
            assert content(url) == whole
            assert_sound(url)

    losses.each(check)
    record_property("measured", f"power loss, import, {kind}: {losses}")


@pytest.mark.parametrize("states", STATES)
def test_a_power_loss_during_a_rewriting_changes_no_content(
    kind: str, states: int, root: Path, tmp_path: Path, record_property: Any
) -> None:
    name = f"memory.{ENDING[kind]}"
    url = f"{kind}:{root}/{name}"
    sources.lived_in(url)
    with open_store(url, create=False) as store:
        store.merge(sources.record(n) for n in range(100, 160))
    before = content(url)
    keys = [random.Random(number).randbytes(32).hex() for number in range(5)]
    about: dict[str, Any] = {"job": "rekey", "keys": keys, "floor": 1}
    if kind == "sqlite":
        about = {"job": "mend", "ways": ["rows", "noise"]}
    losses = run(root, tmp_path, states, store=url, **about)
    assert kind != "jsonl" or any(step.what == "rename" for step in losses.steps)

    def check(place: Path, marks: Marks) -> None:
        url = f"{kind}:{place}/{name}"
        assert content(url) == before
        if kind == "jsonl":
            with open_store(url, create=False) as store:
                known = {key.hex() for key in store.print_keys()["user:me"]}
            assert set(keys[: acknowledged(marks)]) <= known
        if losses.seen % 3 == 0:
            assert_sound(url, repair=True)
            assert_goes_on(url, "next")
            assert content(url)["records"] == before["records"]

    losses.each(check)
    record_property("measured", f"power loss, rewriting, {kind}: {losses}")

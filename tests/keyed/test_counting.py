"""Counts: cheap, shared by processes, and lost by no more than the moment that they wait."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.keyed.cases import Clock, store_past

from satchel.schema.counterfile import OTHERS, CounterFile, CounterFileError
from satchel.schema.counting import Counters, Kind
from satchel.schema.guarding import countable
from satchel.service.memory import Memory

EVENTS = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(["a.b", "a.c[*]"]), st.sampled_from(list(Kind)))
    | st.sampled_from(["flush", "crash", "use"]),
    max_size=40,
)


@pytest.fixture
def file(tmp_path: Path) -> CounterFile:
    return CounterFile(tmp_path / "own.db.counters")


def quiet(file: CounterFile | None, clock: Clock | None = None, revision: int = 14) -> Counters:
    return Counters(file, revision=revision, clock=clock or Clock(), background=False)


def totals(counters: Counters | CounterFile) -> dict[tuple[int, str, str], int]:
    found: dict[tuple[int, str, str], int] = {}
    for one in counters.counts():
        key = (one.number, one.name, one.kind)
        found[key] = found.get(key, 0) + one.n
    return found


@given(events=EVENTS)
def test_a_crash_loses_what_waits_and_never_a_use_of_a_deprecated_key(
    tmp_path_factory: pytest.TempPathFactory, events: list[tuple[int, str, str] | str]
) -> None:
    file = CounterFile(tmp_path_factory.mktemp("counts") / "c")
    counters = quiet(file)
    kept: dict[tuple[int, str, str], int] = {}
    waiting: dict[tuple[int, str, str], int] = {}
    uses = 0
    for event in events:
        if event == "flush":
            counters.flush()
            kept = {key: kept.get(key, 0) + waiting.get(key, 0) for key in kept | waiting}
            waiting = {}
        elif event == "crash":  # nothing of the object is left but what is in the file
            file.close()
            counters, waiting = quiet(file), {}
        elif event == "use":
            counters.use(7, "a.old", Kind.DEPRECATED, session="s", surface="prompt")
            key = (7, "a.old", str(Kind.DEPRECATED))
            waiting[key] = waiting.get(key, 0) + 1
            uses += 1
        else:
            assert isinstance(event, tuple)
            counters.count(*event)
            waiting[event] = waiting.get(event, 0) + 1
    assert totals(file) == kept
    assert sum(use.n for use in file.uses()) == uses
    file.close()


def test_what_is_counted_is_there_by_day_and_revision(file: CounterFile) -> None:
    clock = Clock()
    earlier, counters = quiet(file, clock, 14), quiet(file, clock, 15)
    for one in (earlier, counters):
        one.count(7, "a.b", Kind.HIT)
        one.count(7, "a.b", Kind.HIT)
        one.flush()
    clock.now += timedelta(days=1)
    counters.count(7, "a.b", Kind.EMPTY)
    counters.close()
    assert [(one.day, one.revision, one.kind, one.n) for one in file.counts()] == [
        ("2026-03-04", 14, "hit", 2),
        ("2026-03-04", 15, "hit", 2),
        ("2026-03-05", 15, "empty", 1),
    ]


def test_a_use_says_who_and_when(file: CounterFile) -> None:
    clock = Clock()
    counters = quiet(file, clock)
    counters.use(7, "a.old", Kind.DEPRECATED, session="s1", surface="system_prompt")
    clock.now += timedelta(hours=1)
    counters.use(7, "a.old", Kind.DEPRECATED, session="s1", surface="system_prompt")
    counters.use(7, "a.old", Kind.DEPRECATED, session="s2")
    first, second = CounterFile(file.path).uses()
    assert (first.session, first.surface, first.n, first.revision) == ("s1", "system_prompt", 2, 14)
    assert first.first_at < first.last_at
    assert (second.session, second.n) == ("s2", 1)


def test_a_thread_writes_what_waits(file: CounterFile) -> None:
    written = threading.Event()

    class Watched(CounterFile):
        def add(self, *given: object, **how: object) -> None:
            super().add(*given, **how)  # type: ignore[arg-type]
            written.set()

    counters = Counters(Watched(file.path))
    counters.count(7, "a.b", Kind.HIT)
    assert written.wait(10)
    assert totals(file) == {(7, "a.b", "hit"): 1}
    counters.close()


def test_what_was_counted_by_something_that_is_gone_is_written(file: CounterFile) -> None:
    program = """
import gc, sys
from pathlib import Path
from satchel.schema.counterfile import CounterFile
from satchel.schema.counting import Counters, Kind
counters = Counters(CounterFile(Path(sys.argv[1])))
counters.count(7, "a.b", Kind.HIT)
del counters
gc.collect()
"""
    subprocess.run([sys.executable, "-c", program, str(file.path)], check=True)
    assert totals(file) == {(7, "a.b", "hit"): 1}


def test_threads_count_together(file: CounterFile) -> None:
    counters = Counters(file)

    def count() -> None:
        for _ in range(2000):
            counters.count(7, "a.b", Kind.HIT)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counters.close()
    assert totals(file) == {(7, "a.b", "hit"): 8000}
    counters.count(7, "a.b", Kind.HIT)  # closing is no end
    counters.close()
    assert totals(file) == {(7, "a.b", "hit"): 8001}


CHILD = """
import sys
from pathlib import Path
from satchel.schema.counterfile import CounterFile
from satchel.schema.counting import Counters, Kind

counters = Counters(CounterFile(Path(sys.argv[1])))
for n in range(200):
    counters.count(7, "a.b", Kind.HIT)
    if n % 50 == 0:
        counters.flush()
    if n % 10 == 0:
        counters.use(9, "a.old", Kind.DEPRECATED, session=sys.argv[2])
if sys.argv[3] == "wait":
    counters.flush()
    for _ in range(37):
        counters.count(7, "a.b", Kind.EMPTY)
    counters.use(9, "a.old", Kind.DEPRECATED, session=sys.argv[2])
    print("ready", flush=True)
    sys.stdin.read()
"""


def test_processes_count_into_one_file_and_one_of_them_is_killed(file: CounterFile) -> None:
    command = [sys.executable, "-c", CHILD, str(file.path)]
    killed = subprocess.Popen(
        [*command, "killed", "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    others = [subprocess.Popen([*command, f"s{n}", "end"]) for n in range(2)]
    assert killed.stdout.readline() == "ready\n"
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    killed.stdin.close()
    killed.stdout.close()
    assert [other.wait() for other in others] == [0, 0]
    found = totals(file)
    assert found[7, "a.b", "hit"] == 600
    assert found.get((7, "a.b", "empty"), 0) in {0, 37}  # all of the last moment or none
    by_session = {use.session: use.n for use in file.uses()}
    assert by_session == {"killed": 21, "s0": 20, "s1": 20}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_does_not_count_again_what_waits_in_its_parent(file: CounterFile) -> None:
    program = """
import os, sys
from pathlib import Path
from satchel.schema.counterfile import CounterFile
from satchel.schema.counting import Counters, Kind
counters = Counters(CounterFile(Path(sys.argv[1])), background=False)
counters.use(9, "a.old", Kind.DEPRECATED)
counters.count(7, "a.b", Kind.HIT)
child = os.fork()
counters.count(7, "a.b", Kind.EMPTY)
counters.flush()
counters.close()
if child:
    os.waitpid(child, 0)
"""
    subprocess.run([sys.executable, "-W", "ignore", "-c", program, str(file.path)], check=True)
    assert totals(file) == {(7, "a.b", "hit"): 1, (7, "a.b", "empty"): 2, (9, "a.old", "deprecated"): 1}


def test_counts_are_written_when_the_program_ends(file: CounterFile) -> None:
    program = """
import sys
from pathlib import Path
from satchel.schema.counterfile import CounterFile
from satchel.schema.counting import Counters, Kind
Counters_ = Counters(CounterFile(Path(sys.argv[1])))
Counters_.count(7, "a.b", Kind.HIT)
"""
    subprocess.run([sys.executable, "-c", program, str(file.path)], check=True)
    assert totals(file) == {(7, "a.b", "hit"): 1}


def test_what_cannot_be_written_stops_nobody_and_is_written_later(tmp_path: Path) -> None:
    place = tmp_path / "gone"
    counters = quiet(CounterFile(place / "c"))
    counters.count(7, "a.b", Kind.HIT)
    counters.use(9, "a.old", Kind.DEPRECATED)
    counters.flush()
    assert "No such file" in counters.trouble
    place.mkdir()
    counters.flush()
    assert counters.trouble == ""
    assert totals(counters) == {(7, "a.b", "hit"): 1, (9, "a.old", "deprecated"): 1}
    assert [use.n for use in counters.uses()] == [1]
    counters.close()


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "c"
    path.write_text("these are my notes\n" * 100)
    counters = quiet(CounterFile(path))
    counters.count(7, "a.b", Kind.HIT)
    counters.flush()
    assert counters.trouble
    assert path.read_text().startswith("these are my notes")
    with pytest.raises(CounterFileError):
        counters.counts()


def test_names_that_an_agent_makes_up_without_end_are_counted_together(
    file: CounterFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satchel.schema.counterfile._MOST_NAMES", 10)
    counters = quiet(file)
    for n in range(40):
        counters.count(0, f"user.made_up_{n}", Kind.UNKNOWN)
        counters.flush()
    counters.count(0, "user.made_up_3", Kind.UNKNOWN)
    counters.close()
    found = totals(file)
    assert len(found) == 11
    assert found[0, OTHERS, "unknown"] == 30
    assert found[0, "user.made_up_3", "unknown"] == 2


@pytest.mark.parametrize(
    "name", ["what is my password hunter2", "user." + "x" * 300, "user.card.4111111111111111", "user.[", ""]
)
def test_what_is_no_name_is_not_kept(name: str) -> None:
    assert countable(name) == OTHERS


def test_every_read_is_counted_by_what_came_of_it(memory: Memory) -> None:
    memory.put("user.display.theme", "dark")
    store_past(memory, "user.reach.post", 3)
    for key in (
        "user.display.theme", "user.display.theme", "user.ui_theme", "user.theme", "user.units", "user.nothing_such",
        "user.lang", "user.reach.post", "tasks.open[3]",
    ):  # fmt: skip
        memory.get(key, session="s9", surface="tool.read")
    counters = memory.keyed().guard.counters
    reads = {key: n for key, n in totals(counters).items() if key[2] != Kind.PUT}
    assert reads == {
        (31, "user.display.theme", "hit"): 2,
        (31, "user.ui_theme", "hit"): 1,
        (7, "user.theme", "deprecated"): 1,
        (20, "user.units", "empty"): 1,
        (0, "user.nothing_such", "unknown"): 1,
        (4, "user.lang", "reserved"): 1,
        (22, "user.reach.post", "type_rejected"): 1,
        (18, "tasks.open[*]", "empty"): 1,
    }
    assert {(use.number, use.kind, use.session, use.surface, use.revision) for use in counters.uses()} == {
        (7, "deprecated", "s9", "tool.read", 14),
        (4, "reserved", "s9", "tool.read", 14),
    }


def test_a_recall_counts_the_keys_that_it_shows_and_those_that_its_rank_cut(memory: Memory) -> None:
    memory.put("user.display.theme", "dark")
    memory.put("user.theme", "a colour theme like night")
    for n in range(6):
        memory.put(f"tasks.open[{n}]", {"title": f"Choose the colour theme of wall {n}", "state": "open"})
    answer = memory.recall("Which colour theme did the user ask for?", limit=2)
    assert len(answer) == 2
    found = {key: n for key, n in totals(memory.keyed().guard.counters).items() if key[2] != Kind.PUT}
    shown = sum(n for (_, _, kind), n in found.items() if kind in {Kind.HIT, Kind.DEPRECATED})
    assert shown == 2
    assert sum(n for (_, _, kind), n in found.items() if kind == Kind.FILTERED) >= 1
    before = dict(found)
    from satchel.service.why import why

    why(memory, "Which colour theme did the user ask for?", answer[0].record.id, limit=2)
    after = {key: n for key, n in totals(memory.keyed().guard.counters).items() if key[2] != Kind.PUT}
    assert after == before


def test_the_file_holds_no_value_no_scope_and_no_id_of_an_item(tmp_path: Path, snapshot: object) -> None:
    path = tmp_path / "own.db"
    with Memory(str(path), scope="user:ann", schema=snapshot) as memory:  # type: ignore[arg-type]
        memory.put("tasks.open[visit-the-doctor]", {"title": "Ask about the knee", "state": "open"})
        memory.get("tasks.open[visit-the-doctor]")
        memory.put("user.hats[felt-one]", "grey")
    data = (tmp_path / "own.db.counters").read_bytes()
    assert b"tasks.open[*]" in data
    assert b"user.hats[*]" in data
    for secret in (b"doctor", b"knee", b"felt", b"grey", b"user:ann"):
        assert secret not in data


def test_a_broken_schema_stops_no_recall(tmp_path: Path) -> None:
    schema = tmp_path / "memory_schema.yml"
    schema.write_text("format: 1\n")
    with Memory(str(tmp_path / "own.db"), schema=schema) as memory:
        store_past(memory, "user.bicycle", "red")
        told: list[str] = []
        memory.subscribe(lambda event: told.append(event.detail) if event.kind == "warned" else None)
        assert len(memory.recall("user bicycle")) == 1
        assert any("not counted" in text for text in told)


def test_nobody_takes_the_file_for_a_store_or_for_memories(tmp_path: Path, snapshot: object) -> None:
    from satchel.stores.registry import is_store

    folder = tmp_path / "old"
    folder.mkdir()
    with Memory(str(folder / "own.db"), scope="user:ann", schema=snapshot) as memory:  # type: ignore[arg-type]
        memory.put("user.units", "metric")
        memory.get("user.theme")
    (folder / "own.db").unlink()
    (counters,) = (path for path in folder.iterdir() if path.name.endswith(".counters"))
    assert not is_store(str(counters))
    with Memory(str(tmp_path / "new.db")) as memory:
        report = memory.import_(folder)
        assert list(memory.list(include_archived=True)) == []
    assert report.to_json()["rows"]["unaccounted"] == 0


def test_exports_hold_no_counts(tmp_path: Path, snapshot: object) -> None:
    path = tmp_path / "own.db"
    with Memory(str(path), scope="user:ann", schema=snapshot) as memory:  # type: ignore[arg-type]
        memory.put("user.units", "metric")
        memory.get("user.theme", session="a-session")
        memory.export(tmp_path / "all.satchel", scope="*")
    text = (tmp_path / "all.satchel").read_text("utf-8")
    assert "metric" in text
    assert "a-session" not in text
    assert "user.theme" not in text


def test_a_purge_takes_the_name_of_an_undeclared_key_out_of_the_counts(tmp_path: Path, snapshot: object) -> None:
    from satchel.service.purge import purge

    path = tmp_path / "own.db"
    with Memory(str(path), scope="user:ann", schema=snapshot) as memory:  # type: ignore[arg-type]
        hat = memory.put("user.hat_of_great_aunt_selma", "grey")
        theme = memory.put("user.display.theme", "dark")
        memory.get("user.hat_of_great_aunt_selma")
        memory.keyed().guard.counters.flush()
        done = purge(memory, [hat.record.id, theme.record.id])
        assert any(receipt.place.endswith(".counters") for receipt in done.receipts)
        assert done.is_done
        again = purge(memory, [hat.record.id])
        assert not any(receipt.place.endswith(".counters") for receipt in again.receipts)
    for left in tmp_path.iterdir():
        assert b"selma" not in left.read_bytes(), left
    assert b"user.display.theme" in (tmp_path / "own.db.counters").read_bytes()


def test_counts_that_cannot_be_written_are_told_when_the_memory_is_closed(tmp_path: Path, snapshot: object) -> None:
    (tmp_path / "own.db.counters").mkdir()
    told: list[str] = []
    with Memory(str(tmp_path / "own.db"), scope="user:ann", schema=snapshot) as memory:  # type: ignore[arg-type]
        memory.subscribe(lambda event: told.append(event.detail) if event.kind == "warned" else None)
        memory.put("user.display.theme", "dark")
        assert memory.get("user.theme").value == "dark"
    assert any("not counted" in text for text in told)

"""Keyed memory: what the schema adds to a put, and what a counted read costs.

    python -m bench.keyed            # the targets: under 50 µs of checks for a put, under 3 µs to count a read
    python -m bench.keyed --rounds 200

The checks and the counts are measured by themselves, in one process, the best of several runs; whole puts and gets on a
SQLite store stand beside them, with the schema and without, which waits for the disk with each put.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import measuring
from bench.measuring import Table, count

from satchel.schema.content import content_of
from satchel.schema.counterfile import CounterFile
from satchel.schema.counting import Counters, Kind
from satchel.schema.file import read_schema
from satchel.schema.guarding import Guard
from satchel.schema.reading import Stored, read
from satchel.schema.snapshot import Snapshot
from satchel.service.config import Config
from satchel.service.memory import Memory

RUNS = 5
TASK = {"title": "Oil the chain", "state": "open", "due_at": "2026-05-01T12:00:00Z"}
HEAD = """\
format: 1
schema: bench
revision: 1
next_number: {next}
namespaces:
  user: {{number: 1, path: [users, "{{user_id}}"]}}
keys:
  - {{number: 1, name: user.theme, in: user, type: {{type: string, enum: [light, dark]}}, status: active}}
  - {{number: 2, name: "user.tasks[*]", in: user, item_id: "{{id}}", status: active, type: {{type: object, required: [title, state],
      properties: {{title: {{type: string, maxLength: 200}}, state: {{type: string, enum: [open, done]}}, due_at: {{type: string, format: date-time}}}}}}}}
"""


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--keys", type=int, default=500, metavar="N", help="keys of the schema")
    options.add_argument("--rounds", type=int, default=2000, metavar="N", help="repetitions of each")
    arguments = options.parse_args()
    table = Table(
        name="keyed",
        title=f"Keyed memory guarded by a schema of {count(arguments.keys)} keys",
        columns=("what", "µs each"),
        command="python -m bench.keyed",
    )
    snapshot = schema(arguments.keys)
    rounds = arguments.rounds
    with measuring.workplace() as folder:
        counters = Counters(CounterFile(folder / "counts"))
        guard = Guard(snapshot, counters=counters)
        ids = [f"user.tasks[t-{n}]" for n in range(rounds)]
        each(table, "checks of a put: a word of an enum", lambda n: guard.writable("user.theme", "dark"), rounds)
        each(table, "checks of a put: an object, an item seen before", lambda n: guard.writable(ids[0], TASK), rounds)
        fresh = [Guard(snapshot, counters=counters) for _ in range(RUNS)]
        each(
            table,
            "checks of a put: an object, a new item",
            lambda n: fresh[n // rounds].writable(ids[n % rounds], TASK),
            rounds,
            apart=True,
        )
        entry = snapshot.by_number[2]
        each(table, "the words of a record", lambda n: content_of(entry, entry.name, ("t-7",), TASK), rounds)
        each(table, "counting a read", lambda n: counters.count(1, "user.theme", Kind.HIT), rounds * 20)
        held = Stored(value="dark")
        each(
            table,
            "a read through the guard, of a value at hand",
            lambda n: read(guard, "user.theme", lambda at: held),
            rounds,
        )
        each(
            table,
            "noting a use of a deprecated key, on the disk",
            lambda n: counters.use(1, "user.old", Kind.DEPRECATED),
            max(1, rounds // 20),
        )
        counters.close()
        whole(table, folder, snapshot, max(1, rounds // 10))
    table.publish(arguments)


def whole(table: Table, folder: Path, snapshot: Snapshot, rounds: int) -> None:
    """Puts and gets as an agent does them."""
    for name, guarding in (("guarded", snapshot), ("without a schema", "none")):
        url = str(folder / f"{name.split()[0]}.db")
        with Memory(url, scope="user:ann", config=Config(embedder="none"), schema=guarding) as memory:
            memory.put("user.tasks[first]", TASK)
            values = [{**TASK, "title": f"Oil chain {n}"} for n in range(rounds * RUNS)]

            def put(n: int, memory: Memory = memory, values: list[dict[str, str]] = values) -> Any:
                return memory.put("user.tasks[t-1]", values[n])

            def get(_: int, memory: Memory = memory) -> Any:
                return memory.get("user.tasks[t-1]")

            each(table, f"a whole put, {name}", put, rounds, apart=True)
            each(table, f"a whole get, {name}", get, rounds)


def each(table: Table, what: str, act: Callable[[int], Any], rounds: int, *, apart: bool = False) -> None:
    """The best of several runs; with `apart`, no number comes twice."""
    best = float("inf")
    for run in range(RUNS):
        base = run * rounds if apart else 0
        started = time.perf_counter()
        for n in range(base, base + rounds):
            act(n)
        best = min(best, (time.perf_counter() - started) / rounds)
    table.add(what, f"{best * 1e6:,.2f}", what=what, us=best * 1e6)


def schema(keys: int) -> Snapshot:
    """A schema of so many keys."""
    more = "".join(
        f"  - {{number: {n}, name: user.part{n}.value, in: user, type: {{type: string}}, status: active}}\n"
        for n in range(3, keys + 1)
    )
    file = read_schema(HEAD.format(next=keys + 1) + more, "memory_schema.yml")
    assert not file.findings
    assert file.snapshot is not None
    return file.snapshot


if __name__ == "__main__":
    main()

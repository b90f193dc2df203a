"""How long one durable write takes, beside what this disk can do at all.

    python -m bench.latency

Turn by turn, so that whatever else the machine does hits all alike: append to a file and `fsync` it; commit one row to
a bare SQLite file with a write-ahead log and `synchronous = FULL`; `Store.write`; `Memory.remember`. Then the same
records in one transaction, which is what an import does.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import measuring
from bench.content import records
from bench.measuring import Table, count

from satchel import Memory
from satchel.stores.sqlite import SqliteStore
from satchel_protocol.record import Record

Write = Callable[[dict[str, Any]], object]


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--rounds", type=int, metavar="N", help="writes of each kind")
    arguments = options.parse_args()
    rounds = arguments.rounds or (2000 if arguments.full else 400)
    table = Table(
        name="latency",
        title="One durable write, acknowledged when it is on the disk",
        columns=("what", "p50 ms", "p90 ms", "p99 ms", "writes/s", "p50 to the disk's own"),
        command="python -m bench.latency" + (" --full" if arguments.full else ""),
    )
    with measuring.workplace() as folder:
        _turn_by_turn(table, rounds, folder)
        _at_once(table, rounds, folder)
    table.publish(arguments)


def _turn_by_turn(table: Table, rounds: int, folder: Path) -> None:
    raw = os.open(folder / "bare.log", os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    bare = _bare_database(folder / "bare.db")
    with SqliteStore.open(folder / "store.db") as store, Memory(f"sqlite:///{folder / 'memory.db'}") as memory:
        kinds: dict[str, Write] = {
            "append to a file, fsync": lambda data: _append(raw, data),
            "commit a row, bare SQLite": lambda data: _commit(bare, data),
            "Store.write": lambda data: store.write(Record.from_json(data)),
            "Memory.remember": lambda data: memory.remember(data["content"]),
        }
        took: dict[str, list[float]] = {name: [] for name in kinds}
        for data in records(rounds, seed=7):
            for name, write in kinds.items():
                started = time.perf_counter()
                write(data)
                took[name].append(time.perf_counter() - started)
    os.close(raw)
    bare.close()
    limit = _share(took["append to a file, fsync"], 0.5)
    for name, seconds in took.items():
        _row(table, name, seconds, limit)


def _at_once(table: Table, rounds: int, folder: Path) -> None:
    """Case: a batch of writes that costs as much as so many single ones."""
    many = [Record.from_json(data) for data in records(rounds, seed=8)]
    with SqliteStore.open(folder / "store.db") as store:
        started = time.perf_counter()
        store.write_many(many)
        batch = (time.perf_counter() - started) / rounds
    single = table.data[2]["mean_s"]
    table.notes.append(
        f"`Store.write_many` of {count(rounds)} records in one transaction: {1000 * batch:.2f} ms a record, "
        f"{single / batch:.0f} times as many a second as single writes."
    )


def _append(raw: int, data: dict[str, Any]) -> None:
    os.write(raw, repr(data).encode())
    os.fsync(raw)


def _bare_database(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE records (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
    return db


def _commit(db: sqlite3.Connection, data: dict[str, Any]) -> None:
    db.execute("INSERT INTO records VALUES (?, ?)", (data["id"], repr(data)))


def _row(table: Table, name: str, seconds: list[float], limit: float) -> None:
    p50, p90, p99 = (_share(seconds, share) for share in (0.5, 0.9, 0.99))
    mean = sum(seconds) / len(seconds)
    table.add(
        name, *(f"{1000 * value:.2f}" for value in (p50, p90, p99)), count(1 / mean), f"{p50 / limit:.2f}",
        what=name, p50_s=p50, p90_s=p90, p99_s=p99, mean_s=mean, writes=len(seconds),
    )  # fmt: skip


def _share(seconds: list[float], share: float) -> float:
    """The value below which this share of them lies."""
    return sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]


if __name__ == "__main__":
    main()

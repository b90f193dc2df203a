"""Forgetting much, and changing much: how long it takes, and what is left in the file.

    python -m bench.forgetting           # 20,000 records
    python -m bench.forgetting --full    # 100,000, and a purge at a million
    python -m bench.forgetting --purge 1000000    # the purge alone

Three things that stores are known to be bad at: removing everything of one scope in one call, removing very many
records, and staying small while every record is written anew ten times. And what it costs to erase one memory from
every place on the disk, which writes the whole file anew. Sizes are those of the file once it is closed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from bench import measuring
from bench.content import project, records
from bench.measuring import Table, count, megabytes

from satchel.stores.sqlite import SqliteStore
from satchel_protocol.purging import Erasure, Receipt
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes

ROUNDS = 10
AT_ONCE = 2000


def main() -> None:
    options = measuring.parser(__doc__)
    options.add_argument("--size", type=int, metavar="N", help="records")
    options.add_argument("--purge", type=int, metavar="N", help="measure only a purge, in a store of so many records")
    arguments = options.parse_args()
    size = arguments.size or (100_000 if arguments.full else 20_000)
    table = Table(
        name="forgetting",
        title=f"Forgetting and churn, in a store of {count(size)} records",
        columns=("what", "records", "wall s", "records/s", "file before", "file after", "longest hold on the store, s"),
        command="python -m bench.forgetting" + (" --full" if arguments.full else ""),
    )
    with measuring.workplace() as folder:
        if not arguments.purge:
            _scope(table, folder / "scope.db", size)
            _everything(table, folder / "all.db", size)
            _churn(table, folder / "churn.db", size // 10)
        _purge(table, folder / "purge.db", arguments.purge or (1_000_000 if arguments.full else size))
    table.publish(arguments)


def _scope(table: Table, path: Path, size: int) -> None:
    """Case: a search for everything of a user, then one delete for each hit."""
    _fill(path, size)
    before = path.stat().st_size
    with SqliteStore.open(path) as store:
        scope = Scopes.of(project(0))
        wanted = store.count(scope)
        held = _Held(store)
        took = _timed(lambda: store.delete_scope(scope, progress=held.note))
        assert store.count(scope) == 0
        assert store.count() == size - wanted
    _row(table, "delete of a scope, one call", wanted, took, before, path, held.longest)


def _everything(table: Table, path: Path, size: int) -> None:
    _fill(path, size)
    before = path.stat().st_size
    with SqliteStore.open(path) as store:
        held = _Held(store)
        took = _timed(lambda: store.delete_scope(Scopes.of(["*", "public"]), progress=held.note))
        assert store.count() == 0
        assert len(store.tombstones()) == size
    _row(table, "delete of everything", size, took, before, path, held.longest)


def _churn(table: Table, path: Path, size: int) -> None:
    """Case: an index that only grows, so that writes get slower and slower."""
    _fill(path, size)
    before = path.stat().st_size
    draw = random.Random(4)
    texts = [data["content"] for data in records(size, seed=11)]
    rounds = []
    for number in range(ROUNDS):
        with SqliteStore.open(path) as store:
            live = [version.record for version in store.enumerate()]
            draw.shuffle(texts)
            # No two alike: forgetting one would take the other along.
            changed = [replace(r, content=f"{text} ({r.id})") for r, text in zip(live, texts, strict=True)]
            rounds.append(_timed(lambda changed=changed, store=store: _written(store, changed)))  # type: ignore[misc]
            for record in changed[:: ROUNDS // 2]:  # some go and come again, so that numbers are used anew
                store.delete(record.id)
                store.write(record, revive=True)
        if number in (0, ROUNDS - 1):
            _row(table, f"every record changed, round {number + 1}", size, rounds[-1], before, path, None)
    with SqliteStore.open(path) as store:
        assert store.count() == size
        assert store.check() == []
    table.notes.append(
        f"Churn: round {ROUNDS} took {rounds[-1] / rounds[0]:.1f} times as long as round 1. The file keeps every earlier "
        "version of a record, so it grows by the length of those; the index does not."
    )
    table.notes.append(f"Full-text index after churn: {_index_share(path)}.")


def _purge(table: Table, path: Path, size: int) -> None:
    """Case: one memory is to be gone from the disk, out of very many."""
    with SqliteStore.open(path) as store:
        made = (Record.from_json(data) for data in records(size))
        while chunk := list(islice(made, AT_ONCE)):
            store.merge(chunk)
        id = next(store.enumerate()).record.id
    before = path.stat().st_size
    with SqliteStore.open(path) as store:
        forgotten = _timed(lambda: store.delete(id))
        receipts: list[Receipt] = []
        took = _timed(lambda: receipts.extend(store.purge([id])))
        assert all(receipt.outcome is not Erasure.FAILED for receipt in receipts)
        assert store.count() == size - 1
    _row(table, "purge of one memory", size, took, before, path, None)
    table.notes.append(f"Forgetting that one memory, without the purge, took {1000 * forgotten:.0f} ms.")


def _index_share(path: Path) -> str:
    import sqlite3

    db = sqlite3.connect(path)
    index = db.execute("SELECT sum(length(block)) FROM search_data").fetchone()[0]
    live, earlier = (
        db.execute(f"SELECT total(length(body)) FROM {name}").fetchone()[0] for name in ("records", "history")
    )
    db.close()
    return f"{megabytes(index)} for {megabytes(live)} of live and {megabytes(earlier)} of earlier versions"


class _Held:
    """How long others had to wait at most: the time between two steps that let go of the store."""

    def __init__(self, store: SqliteStore) -> None:
        self._last = time.perf_counter()
        self.longest = 0.0

    def note(self, _: int) -> None:
        now = time.perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now


def _fill(path: Path, size: int) -> None:
    with SqliteStore.open(path) as store:
        _written(store, [Record.from_json(data) for data in records(size)])


def _written(store: SqliteStore, many: list[Record]) -> None:
    for start in range(0, len(many), AT_ONCE):
        store.write_many(many[start : start + AT_ONCE])


def _timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _row(table: Table, what: str, size: int, took: float, before: int, path: Path, longest: float | None) -> None:
    after = path.stat().st_size
    table.add(
        what, count(size), f"{took:.1f}", count(size / took), megabytes(before), megabytes(after),
        "" if longest is None else f"{longest:.2f}", what=what, records=size, wall_s=took, bytes_before=before,
        bytes_after=after, longest_s=longest,
    )  # fmt: skip


if __name__ == "__main__":
    main()

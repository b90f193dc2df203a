"""Opening a large store, counting, reading by id and searching.

    python -m bench.reading              # 10,000 and 100,000 records
    python -m bench.reading --full       # 1,000,000 too

The store is made once by `satchel import` and kept under `build/bench`, so a second run begins at once. Each size is
looked at by a process of its own; ids and questions are drawn from all over the store.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from bench import measuring
from bench.bulk import imported, records_file
from bench.measuring import Table, count, kept, megabytes

READS = 5_000
SEARCHES = 200


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] == "look":
        print(json.dumps(_look(Path(sys.argv[2]))))
        return
    options = measuring.parser(__doc__)
    options.add_argument("--sizes", type=int, nargs="+", metavar="N", help="numbers of records")
    arguments = options.parse_args()
    table = Table(
        name="reading",
        title="Opening, counting, reading and searching",
        columns=(
            "records", "open ms", "count ms", "read by id p50 µs", "p99 µs", "absent id p50 µs",
            "search p50 ms", "p99 ms", "peak memory",
        ),
        command="python -m bench.reading" + (" --full" if arguments.full else ""),
    )  # fmt: skip
    for size in arguments.sizes or ([10_000, 100_000, 1_000_000] if arguments.full else [10_000, 100_000]):
        run = measuring.python("bench.reading", "look", store_of(size))
        seen = json.loads(run.output)
        if seen["count"] != size:
            raise RuntimeError(f"the store of {size} records counts {seen['count']}")
        table.add(
            count(size), f"{1e3 * seen['open']:.1f}", f"{1e3 * seen['counting']:.1f}", f"{1e6 * seen['read'][0]:.0f}",
            f"{1e6 * seen['read'][1]:.0f}", f"{1e6 * seen['absent'][0]:.0f}", f"{1e3 * seen['search'][0]:.1f}",
            f"{1e3 * seen['search'][1]:.1f}", megabytes(run.peak_bytes), records=size, peak_bytes=run.peak_bytes, **seen,
        )  # fmt: skip
    table.notes.append("The target is a read by id of at most 100 µs, p50, at 1,000,000 records. Counts are exact.")
    table.publish(arguments)


def store_of(size: int) -> Path:
    """A store of so many records, made once for each format of the file."""
    from satchel.stores.sqlite.schema import present_format

    return kept(f"store-{size}-format-{present_format()}.db", lambda path: imported(records_file(size), path))


def _look(path: Path) -> dict[str, Any]:
    from bench.content import records

    from satchel.stores.sqlite import SqliteStore

    draw = random.Random(3)
    started = time.perf_counter()
    with SqliteStore.open(path, create=False) as store:
        opened = time.perf_counter() - started
        started = time.perf_counter()
        found = store.count()
        counting = time.perf_counter() - started
        with records_file(found).open("rb") as lines:
            ids = [json.loads(line)["id"] for line in lines if draw.random() < 2 * READS / found]
        draw.shuffle(ids)
        read = _timed(store.read, ids[:READS])
        absent = _timed(store.read, [id[::-1] for id in ids[:READS]])
        texts = [record["content"].split("。")[0][:60] for record in records(SEARCHES, seed=9)]
        search = _timed(lambda text: store.search(text, limit=50), texts)
    return {"open": opened, "counting": counting, "count": found, "read": read, "absent": absent, "search": search}


def _timed(act: Callable[[str], object], many: Iterable[str]) -> tuple[float, float]:
    """Median and 99th percentile, in seconds."""
    took = []
    for one in many:
        started = time.perf_counter()
        act(one)
        took.append(time.perf_counter() - started)
    took.sort()
    return took[len(took) // 2], took[int(0.99 * len(took))]


if __name__ == "__main__":
    main()

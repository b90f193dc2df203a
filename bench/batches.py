"""Batches of records with their vectors supplied, into a store that grows.

    python -m bench.batches              # 10,000 and 100,000 records
    python -m bench.batches --full       # 1,000,000 too, in 1,000 scopes

Each batch of 5,000 is looked through for what is sensitive, written in one transaction, and gets its vectors in a second
one, both synced to disk, as a service does that embeds by itself. Making the records and the vectors is not timed. The
vectors are those that the default embedder gives to 4,096 texts, each moved a little at random for every record. The
store is kept under `build/bench` for `bench.vectors`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import measuring
from bench.measuring import Table, count, kept, megabytes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

BATCH = 5_000
SCOPES = 1_000
"""Of a store of a million records and more; a smaller one has one."""
ENDS = 10_000
"""Records whose rate is that of the beginning, and that of the end."""
POOL = 4_096
APART = 0.6
"""Length of the random step beside the vector of a text, which is 1."""
TARGET_PER_S, TARGET_SLOWER = 10_000, 1.5


def main() -> None:
    if len(sys.argv) == 4 and sys.argv[1] == "make":
        print(json.dumps(_make(int(sys.argv[2]), Path(sys.argv[3]))))
        return
    options = measuring.parser(__doc__)
    options.add_argument("--sizes", type=int, nargs="+", metavar="N", help="numbers of records")
    arguments = options.parse_args()
    table = Table(
        name="batches",
        title="Batches of 5,000 records with their vectors supplied, detectors on, synced to disk",
        columns=(
            "records", "records/s", "CPU µs a record: detectors", "writing", "vectors", "first 10,000, records/s",
            "last 10,000", "slower at the end", "bytes a record", "peak memory",
        ),
        command="python -m bench.batches" + (" --full" if arguments.full else ""),
    )  # fmt: skip
    for size in arguments.sizes or ([10_000, 100_000, 1_000_000] if arguments.full else [10_000, 100_000]):
        path = _place(size)
        run = measuring.make_anew(path, lambda unfinished: _filled(size, unfinished))  # noqa: B023 - called here
        took = json.loads(run.output)
        table.add(
            count(size), count(size / took["wall_s"]), *(f"{1e6 * cpu / size:.0f}" for cpu in took["cpu_s"]),
            count(took["first_per_s"]), count(took["last_per_s"]), f"{took['first_per_s'] / took['last_per_s']:.2f}×",
            count(path.stat().st_size / size), megabytes(run.peak_bytes), records=size, peak_bytes=run.peak_bytes, **took,
        )  # fmt: skip
    table.notes += [
        f"The target is {count(TARGET_PER_S)} records/s at 100,000, and no slow-down beyond {TARGET_SLOWER}× up to a million.",
        "The peak holds the batch, its vectors and the pool they are drawn from too.",
    ]
    table.publish(arguments)


def store_of(size: int) -> Path:
    """A store of so many records with vectors, made once for each format of the file."""
    return kept(_place(size).name, lambda path: _filled(size, path))


def _filled(size: int, path: Path) -> measuring.Run:
    pool()
    return measuring.python("bench.batches", "make", str(size), path)


def _place(size: int) -> Path:
    from satchel.stores.sqlite.schema import present_format

    return measuring.place_of(f"vectors-{size}-format-{present_format()}.db")


def scope_of(number: int, size: int) -> str:
    """The scope of a record of a store of this size."""
    return f"user:u{number % SCOPES:03}" if size >= 1_000_000 else "user:me"


def pool() -> Path:
    """The vectors of `POOL` texts, made once."""
    return kept(f"vectors-of-{POOL}.npy", lambda path: measuring.python("bench.batches", "pool", path))


def vectors(size: int) -> Iterator[npt.NDArray[np.float32]]:
    """The vectors of the records of a store, a batch at a time; the same in every run."""
    import numpy as np

    drawn, base = np.random.default_rng(11), np.load(pool())
    for start in range(0, size, BATCH):
        numbers = np.arange(start, min(size, start + BATCH))
        steps = drawn.standard_normal((numbers.size, base.shape[1]), np.float32)
        yield base[numbers % POOL] + steps * (APART / np.sqrt(base.shape[1]))


def _make(size: int, path: Path) -> dict[str, Any]:
    from bench.content import records

    from satchel.access.classify import classified
    from satchel.retrieval.embedders.use import UseEmbedder
    from satchel.stores.sqlite import SqliteStore
    from satchel_protocol.record import Record
    from satchel_protocol.vectors import RecordVectors

    made = enumerate(records(size))
    cpu, walls = [0.0, 0.0, 0.0], []
    with SqliteStore.open(path) as store:
        model = UseEmbedder().model
        store.add_vector_space(model, UseEmbedder.dimension)
        for batch in vectors(size):
            given = [
                Record.from_json({**data, "scope": scope_of(number, size)}) for number, data in islice(made, BATCH)
            ]
            wall, started = time.perf_counter(), time.process_time()
            marked = [classified(record) for record in given]
            looked = time.process_time()
            written = store.write_many(marked)
            wrote = time.process_time()
            store.put_vectors(
                model,
                [
                    RecordVectors(id=version.record.id, revision=version.revision, vectors=[vector])
                    for version, vector in zip(written, batch, strict=True)
                ],
            )
            done = time.process_time()
            walls.append(time.perf_counter() - wall)
            for place, took in enumerate((looked - started, wrote - looked, done - wrote)):
                cpu[place] += took
        if store.count() != size:
            raise RuntimeError(f"{store.count()} of {size} records are there")
    ends = max(1, ENDS // BATCH)
    return {
        "wall_s": sum(walls),
        "cpu_s": cpu,
        "first_per_s": min(size, ENDS) / sum(walls[:ends]),
        "last_per_s": min(size, ENDS) / sum(walls[-ends:]),
    }


def _make_pool(path: Path) -> None:
    import numpy as np
    from bench.content import records

    from satchel.retrieval.embedders.use import UseEmbedder

    made = UseEmbedder().embed([record["content"] for record in records(POOL, seed=4)])
    with path.open("wb") as out:  # by its name, numpy would add an ending
        np.save(out, made)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "pool":
        _make_pool(Path(sys.argv[2]))
    else:
        main()

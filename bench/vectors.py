"""Search by words and meaning through `Memory.recall`, in stores of ten thousand to a million records.

    python -m bench.vectors              # 10,000 and 100,000 records
    python -m bench.vectors --full       # 1,000,000 in 1,000 scopes too: one scope asked, then all

The stores are those of `bench.batches`, made where they are not there yet. A question is the first sentence of a record
that is not in the store, in English or Chinese; some name a day, which becomes a filter. All
that a person waits for is timed: the model that encodes the question, both searches, ranking, the floor, what is
withheld. Then the ten nearest of 50 questions are compared with those of an exact scan.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import batches, measuring
from bench.measuring import Table, count, megabytes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from satchel import Memory

QUESTIONS = 300
COMPARED = 50
TARGETS_MS = {(10_000, False): 8, (100_000, False): 15, (1_000_000, True): 60, (1_000_000, False): 150}
TARGET_BYTES, TARGET_OPEN_MS = 1_000_000_000, 1000


def main() -> None:
    if len(sys.argv) == 5 and sys.argv[1] == "ask":
        print(json.dumps(_ask(Path(sys.argv[2]), int(sys.argv[3]), one_scope=sys.argv[4] == "one")))
        return
    if len(sys.argv) == 4 and sys.argv[1] == "compare":
        print(json.dumps(_compare(Path(sys.argv[2]), int(sys.argv[3]))))
        return
    options = measuring.parser(__doc__)
    options.add_argument("--sizes", type=int, nargs="+", metavar="N", help="numbers of records")
    arguments = options.parse_args()
    table = Table(
        name="vectors",
        title="Search by words and meaning, encoding included",
        columns=(
            "records", "asked", "p50 ms", "p95 ms", "target", "of it encoding", "CPU p50 ms", "open ms", "first answer ms",
            "peak memory", "of the exact ten",
        ),
        command="python -m bench.vectors" + (" --full" if arguments.full else ""),
    )  # fmt: skip
    for size in arguments.sizes or ([10_000, 100_000, 1_000_000] if arguments.full else [10_000, 100_000]):
        path = batches.store_of(size)
        compared = json.loads(measuring.python("bench.vectors", "compare", path, str(size)).output)
        for one_scope in (True, False) if size >= 1_000_000 else (False,):
            run = measuring.python("bench.vectors", "ask", path, str(size), "one" if one_scope else "all")
            _row(
                table,
                size,
                json.loads(run.output),
                one_scope,
                run.peak_bytes,
                compared["scope" if one_scope else "all"],
            )
    table.notes += [
        f"Targets: p50 as shown, a store that opens in {TARGET_OPEN_MS} ms and searches within {megabytes(TARGET_BYTES)}.",
        "*first answer*: after opening, with a model that is loaded. It reads the signs of all vectors and the lengths of all texts into memory, where they stay.",
        "*of the exact ten*: of the ten nearest vectors by an exact scan of the same bytes, the share that a search finds.",
    ]
    table.publish(arguments)


def _row(table: Table, size: int, seen: dict[str, Any], one_scope: bool, peak: int, exact: float) -> None:
    target = TARGETS_MS.get((size, one_scope))
    table.add(
        count(size), "one scope of 1,000" if one_scope else "everything", f"{1e3 * seen['p50']:.1f}",
        f"{1e3 * seen['p95']:.1f}", f"{target} ms" if target else "", f"{1e3 * seen['encoding']:.1f}",
        f"{1e3 * seen['cpu_p50']:.1f}", f"{1e3 * seen['open']:.0f}", f"{1e3 * seen['first']:.0f}", megabytes(peak),
        f"{exact:.1%}", records=size, one_scope=one_scope, target_ms=target, peak_bytes=peak, exact=exact, **seen,
    )  # fmt: skip


def questions(number: int) -> list[str]:
    """First sentences of records that are in no store, cut to the length of a question."""
    from bench.content import records

    return [record["content"].split("。")[0].split(". ")[0][:60] for record in records(number, seed=9)]


def _opened(path: Path) -> Memory:
    from satchel import Memory
    from satchel.service.config import Config

    return Memory(f"sqlite:///{path}", config=Config(embedder="use", timezone="UTC"))


def _ask(path: Path, size: int, *, one_scope: bool) -> dict[str, Any]:
    draw = random.Random(6)
    with _opened(path) as memory:
        embedder = memory.embedding.embedder
        assert embedder is not None
        embedder.embed_question("warm")
        embedder.unrelated()
        started = time.perf_counter()
        memory.store()
        opened = time.perf_counter() - started
        wall, cpu, hits = [], [], 0
        for question in ["When is the meeting?", *questions(QUESTIONS)]:
            scope = batches.scope_of(draw.randrange(size), size) if one_scope else None
            started, used = time.perf_counter(), time.process_time()
            hits += len(memory.recall(question, scope=scope))
            wall.append(time.perf_counter() - started)
            cpu.append(time.process_time() - used)
        encoding = []
        for question in questions(QUESTIONS):
            started = time.perf_counter()
            embedder.embed_question(question)
            encoding.append(time.perf_counter() - started)
    if hits == 0:
        raise RuntimeError("nothing was found")
    return {
        "open": opened, "first": wall[0], "p50": _share(wall[1:], 0.5), "p95": _share(wall[1:], 0.95),
        "cpu_p50": _share(cpu[1:], 0.5), "encoding": _share(encoding, 0.5), "hits": hits / len(wall),
    }  # fmt: skip


def _share(seconds: list[float], share: float) -> float:
    return sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]


def _compare(path: Path, size: int) -> dict[str, float]:
    """Share of the exact ten that a search finds, in everything and in one scope."""
    from bench.content import records

    from satchel.retrieval.embedders.use import UseEmbedder
    from satchel.stores.sqlite import SqliteStore
    from satchel_protocol.scope import Scopes
    from satchel_protocol.state import ALL, Filter

    asked = UseEmbedder().embed(questions(COMPARED))
    ids = [data["id"] for data in records(size)]
    own = batches.scope_of(7, size)
    shares = {}
    with SqliteStore.open(path, create=False) as store:
        for name, where in (("all", ALL), ("scope", Filter(scopes=Scopes.of(own)))):
            inside = [name == "all" or batches.scope_of(number, size) == own for number in range(size)]
            found = wanted = 0
            for vector, nearest in zip(asked, _exact_ten(asked, size, inside), strict=True):
                true = {ids[number] for number in nearest}
                hits = {hit.record.id for hit in store.search_vector(vector.tolist(), where=where, limit=10)}
                found, wanted = found + len(true & hits), wanted + len(true)
            shares[name] = found / wanted
    return shares


def _exact_ten(asked: npt.NDArray[np.float32], size: int, inside: list[bool]) -> list[list[int]]:
    """For each question, the numbers of the nearest records by the bytes that a store keeps of their vectors."""
    import numpy as np

    best: list[list[tuple[float, int]]] = [[] for _ in asked]
    start = 0
    for batch in batches.vectors(size):
        stored = np.rint(batch / np.abs(batch).max(axis=1, keepdims=True) * 127)
        cosines = (stored @ asked.T) / np.linalg.norm(stored, axis=1, keepdims=True)
        cosines[~np.array(inside[start : start + len(batch)])] = -2
        for place, column in enumerate(cosines.T):
            rows = np.argpartition(-column, min(10, len(column) - 1))[:10]
            best[place] += [(float(column[row]), start + int(row)) for row in rows if column[row] > -2]
            best[place] = sorted(best[place], reverse=True)[:10]
        start += len(batch)
    return [[number for _, number in nearest] for nearest in best]


if __name__ == "__main__":
    main()

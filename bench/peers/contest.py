"""What every tool is asked to do, and how it is judged. It runs in the peers' environment: of ours, standard library only.

    python -m bench.peers.contest ENGINE FOLDER INPUT SINGLES
    python -m bench.peers.contest ENGINE FOLDER INPUT syncs       # 50 writes between two marks, for strace
    python -m bench.peers.contest ENGINE FOLDER INPUT survival    # the way home alone, and what came through

INPUT is a folder that `bench.peers.inputs` made: the same texts, the same vectors, the same questions for all. Each tool
is used by its own documented calls, in the quickest way they offer: single writes one by one, many by its call for many,
a search by its search, an export by whatever gives everything back, and a way home from that into an empty store.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

Record = dict[str, Any]
Vector = Any
"""An `array` of floats: lists of Python's floats would take eight times the memory."""

PATIENCE_S = 100.0
"""An import that took longer is not done a second time on the way home."""


class Engine(Protocol):
    """One tool, opened on a folder of its own."""

    durable: bool
    """Whether what it keeps is there when it is opened again."""

    def write(self, record: Record, vector: Vector) -> None:
        """Keep one record; return when the tool says that it is kept."""

    def import_many(self, records: list[Record], vectors: list[Vector]) -> None:
        """Keep many."""

    def search(self, question: str, vector: Vector, limit: int) -> list[str] | None:
        """The caller's ids of what the tool finds, best first; None where it has no search."""

    def export(self, path: Path) -> None:
        """Write everything to a file or folder."""

    def restore(self, path: Path) -> None:
        """Bring an export in."""

    def read_all(self) -> list[Record]:
        """Everything, as {id, content, created_at} by the tool's own fields; None where it has none. What it gives
        back of the caller's own notes stands under `noted`."""

    def delete(self, id: str) -> None:
        """Forget one, by the tool's own id."""

    def close(self) -> None:
        """Let go of files and processes."""


class Input:
    """Texts, vectors and questions, as `bench.peers.inputs` wrote them."""

    def __init__(self, folder: Path) -> None:
        with (folder / "records.jsonl").open(encoding="utf-8") as lines:
            self.records: list[Record] = [json.loads(line) for line in lines]
        self.vectors = _vectors(folder / "vectors.f32", len(self.records))
        about = json.loads((folder / "questions.json").read_text("utf-8"))
        self.questions: list[tuple[str, str]] = [(q["text"], q["id"]) for q in about]
        self.asked = _vectors(folder / "questions.f32", len(about))
        self.unrelated: tuple[float, float] = tuple(json.loads((folder / "unrelated.json").read_text("utf-8")))
        """Mean and standard deviation of the cosines of texts that have nothing to do with each other."""

        texts = [record["content"] for record in self.records] + [text for text, _ in self.questions]
        # Some tools strip what they hand to a model.
        self._vector_of = {text.strip(): v for text, v in zip(texts, self.vectors + self.asked, strict=True)}

    def embed(self, text: str) -> Vector:
        """The vector of a text, for tools that ask a model of their own."""
        return self._vector_of[text.strip()]


def _vectors(path: Path, count: int) -> list[Vector]:
    numbers = array("f", path.read_bytes())
    size = len(numbers) // count
    return [numbers[start : start + size] for start in range(0, len(numbers), size)]


Make = Callable[[Path, Input], Engine]


def contest(make: Make, folder: Path, given: Input, singles: int) -> dict[str, Any]:
    """All figures of one tool but what survives."""
    result: dict[str, Any] = {"records": len(given.records), "inputs_bytes": _resident()}
    one = make(_new(folder / "single"), given)
    result["write_s"] = _timed(lambda: _written(one, given, 0, singles)) / singles
    one.close()
    many = make(_new(folder / "many"), given)
    used = time.process_time()
    result["import_s"] = _timed(lambda: many.import_many(given.records, given.vectors))
    result["import_cpu_s"] = time.process_time() - used
    if many.durable:
        many.close()
        result["bytes"] = sum(file.stat().st_size for file in (folder / "many").rglob("*") if file.is_file())
        many = make(folder / "many", given)
    result |= _searched(many, given)
    if many.durable:
        result["export_s"] = _timed(lambda: many.export(folder / "export"))
    many.close()
    if many.durable and result["import_s"] < PATIENCE_S:
        other = make(_new(folder / "other"), given)
        result["restore_s"] = _timed(lambda: other.restore(folder / "export"))
        other.close()
    return result


def _searched(engine: Engine, given: Input) -> dict[str, Any]:
    took, cpu, found = [], [], 0
    engine.search(given.questions[0][0], given.asked[0], 10)  # whatever is done once
    for (text, id), vector in zip(given.questions, given.asked, strict=True):
        started, used = time.perf_counter(), time.process_time()
        ids = engine.search(text, vector, 10)
        took.append(time.perf_counter() - started)
        cpu.append(time.process_time() - used)
        if ids is None:
            return {"search_p50_s": None, "search_p95_s": None, "search_cpu_s": None, "recall": None}
        found += id in ids
    took.sort()
    return {
        "search_cpu_s": sorted(cpu)[len(cpu) // 2],
        "search_p50_s": took[len(took) // 2],
        "search_p95_s": took[int(0.95 * len(took))],
        "recall": found / len(took),
    }


def survival(make: Make, folder: Path, given: Input) -> dict[str, Any]:
    """What an export holds, and whether a delete outlives it."""
    one = make(_new(folder / "one"), given)
    one.import_many(given.records, given.vectors)
    one.export(folder / "export")
    one.close()
    other = make(_new(folder / "other"), given)
    other.restore(folder / "export")
    result = _survived(given.records, other.read_all())
    result["deletes"] = _deletes(other, folder / "export")
    other.close()
    return result


def _survived(records: list[Record], found: list[Record]) -> dict[str, Any]:
    """Which share of the records came through an export and back with its text, id and time of birth."""
    own = {record["id"]: record for record in found}
    noted = {(record.get("noted") or {}).get("id"): record.get("noted") for record in found}
    texts = {record["content"] for record in found}
    return {
        "texts": sum(record["content"] in texts for record in records) / len(records),
        "ids": sum(record["id"] in own for record in records) / len(records),
        "ids_noted": sum(record["id"] in noted for record in records) / len(records),
        "times": sum(_same_time(own.get(r["id"], {}).get("created_at"), r["created_at"]) for r in records)
        / len(records),
        "times_noted": sum((noted.get(r["id"]) or {}).get("created_at") == r["created_at"] for r in records)
        / len(records),
    }


def _same_time(one: str | None, other: str) -> bool:
    from datetime import datetime

    return one is not None and datetime.fromisoformat(one) == datetime.fromisoformat(other)


def _deletes(engine: Engine, export: Path) -> bool:
    """Whether a record that was deleted stays away when the export from before comes in again."""
    gone = engine.read_all()[0]
    engine.delete(gone["id"])
    engine.restore(export)
    return all(record["content"] != gone["content"] for record in engine.read_all())


MARKED = 50
MARK = "between the marks"


def _marked_writes(engine: Engine, given: Input) -> None:
    """So many single writes, after some that make what is made once; marks on standard error, where strace sees them."""
    _written(engine, given, 0, 10)
    print(MARK, file=sys.stderr, flush=True)
    _written(engine, given, 10, 10 + MARKED)
    print(MARK, file=sys.stderr, flush=True)
    engine.close()


def _written(engine: Engine, given: Input, start: int, end: int) -> None:
    for record, vector in zip(given.records[start:end], given.vectors[start:end], strict=True):
        engine.write(record, vector)


def _timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _resident() -> int:
    """Bytes that this process holds in memory; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _new(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def main() -> None:
    make = importlib.import_module(f"bench.peers.{sys.argv[1]}_engine").open_engine
    folder, given = Path(sys.argv[2]), Input(Path(sys.argv[3]))
    if sys.argv[4] == "syncs":
        _marked_writes(make(_new(folder), given), given)
    elif sys.argv[4] == "survival":
        print("RESULT " + json.dumps(survival(make, folder, given)))
    else:
        print("RESULT " + json.dumps(contest(make, folder, given, int(sys.argv[4]))))


if __name__ == "__main__":
    main()

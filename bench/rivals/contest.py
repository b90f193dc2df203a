"""What every engine is asked to do, and how it is judged. Standard library only: it runs in the rivals' environment.

    python -m bench.rivals.contest ENGINE FOLDER RECORDS.jsonl SINGLES
    python -m bench.rivals.contest ENGINE FOLDER RECORDS.jsonl syncs     # 50 writes between two marks, for strace

Each engine is used by its own documented calls, in the quickest way they offer: single writes one by one, an import by
its calls for many, an export by whatever gives everything back, and a way home from that export into an empty store.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

Record = dict[str, Any]


class Engine(Protocol):
    """One tool, opened on a folder of its own."""

    def write(self, record: Record) -> None:
        """Keep one record; return when the tool says that it is kept."""

    def import_many(self, records: list[Record]) -> None:
        """Keep many."""

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


def contest(make: Callable[[Path], Engine], folder: Path, records: list[Record], singles: int) -> dict[str, Any]:
    """All figures of one engine."""
    result: dict[str, Any] = {"records": len(records)}
    one = make(_new(folder / "single"))
    result["write_s"] = _timed(lambda: _written(one, records[:singles])) / singles
    one.close()
    many = make(_new(folder / "many"))
    result["import_s"] = _timed(lambda: many.import_many(records))
    many.close()
    result["bytes"] = sum(file.stat().st_size for file in (folder / "many").rglob("*") if file.is_file())
    many = make(folder / "many")
    result["export_s"] = _timed(lambda: many.export(folder / "export"))
    many.close()
    other = make(_new(folder / "other"))
    result["restore_s"] = _timed(lambda: other.restore(folder / "export"))
    result |= _survived(records, other.read_all())
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


def _marked_writes(engine: Engine, records: list[Record]) -> None:
    """So many single writes, after some that make what is made once; marks on standard error, where strace sees them."""
    _written(engine, records[:10])
    print(MARK, file=sys.stderr, flush=True)
    _written(engine, records[10 : 10 + MARKED])
    print(MARK, file=sys.stderr, flush=True)
    engine.close()


def _written(engine: Engine, records: list[Record]) -> None:
    for record in records:
        engine.write(record)


def _timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _new(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def main() -> None:
    engine = importlib.import_module(f"bench.rivals.{sys.argv[1]}_engine")
    with Path(sys.argv[3]).open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    # No two alike: some tools take equal texts for one.
    texts: set[str] = set()
    for record in records:
        if record["content"] in texts:
            record["content"] += f" ({record['id'][:8]})"
        texts.add(record["content"])
    if sys.argv[4] == "syncs":
        _marked_writes(engine.open_engine(_new(Path(sys.argv[2]))), records)
        return
    print("RESULT " + json.dumps(contest(engine.open_engine, Path(sys.argv[2]), records, int(sys.argv[4]))))


if __name__ == "__main__":
    main()

"""Made-up sources: a store that is already lived in, and what is brought to it in three forms."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from satchel.stores.registry import open_store
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.record import Record

START = datetime(2026, 1, 5, 8, tzinfo=UTC)
THINGS = ["green tea", "乌龙茶", "a violin", "the night train", "a red bicycle", "蓝色的伞", "old maps"]


def record(n: int, *, at: datetime | None = None, text: str = "") -> Record:
    return Record(
        id=f"r-{n:04}",
        type="preference" if n % 3 else "fact",
        content=text or f"number {n} is about {THINGS[n % len(THINGS)]}",
        scope="user:me" if n % 5 else "project:web",
        source_agent="older agent",
        created_at=at or START + timedelta(minutes=n),
        tags=("even",) if n % 2 == 0 else (),
    )


def lived_in(url: str) -> None:
    """Make a store with records of its own, some that the sources know in a newer or an older version, some forgotten."""
    with open_store(url, create=True) as store:
        store.write_many([replace(record(n), id=f"own-{n}", content=f"own note {n}") for n in range(20)])
        store.merge([record(n, text=f"an older word on {n}", at=START - timedelta(days=30)) for n in range(0, 60, 3)])
        store.merge([record(n, text=f"a newer word on {n}", at=START + timedelta(days=30)) for n in range(1, 60, 3)])
        for id in ("own-7", "r-0003", "r-0004"):
            store.delete(id)


def stream(path: Path, count: int) -> Path:
    """A stream with tombstones, records, and a line of some later version."""
    with EphemeralStore() as store:
        store.merge(record(n) for n in range(count))
        for n in range(5, count, 40):
            store.delete(f"r-{n:04}")
        store.write(replace(record(0), id="own-11", content="to be forgotten everywhere"))
        store.delete("own-11")
        store.keep_lines(['{"weather": {"scope": "user:me", "said": "rain"}}'])
        with path.open("wb") as out:
            store.export_stream(out)
    return path


def lines(path: Path, count: int) -> Path:
    """Records as JSON Lines, with some that break the rules of the protocol."""
    with path.open("w", encoding="utf-8") as out:
        for n in range(count):
            data = record(n).to_json(standalone=True)
            if n % 50 == 17:
                data["content"] = ""
            out.write(json.dumps(data, ensure_ascii=False) + "\n")
    return path


def folder(path: Path, count: int) -> Path:
    """What a tool that nobody documented leaves: a table, a file of JSON, a row without a text."""
    path.mkdir()
    with (path / "memories.csv").open("w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(["id", "user", "memory", "created_at"])
        for n in range(count):
            text = f"Likes {THINGS[n % len(THINGS)]} since number {n}" if n % 60 != 31 else ""
            table.writerow([n, "ann", text, (START + timedelta(hours=n)).isoformat()])
    notes = [{"note_id": f"n{n}", "text": f"Ann remembers {THINGS[n % 7]} no. {n}"} for n in range(count // 4)]
    (path / "notes.json").write_text(json.dumps(notes, ensure_ascii=False), "utf-8")
    return path

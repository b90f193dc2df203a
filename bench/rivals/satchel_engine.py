"""Ours, by `Memory` and the commands' own functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from satchel import Memory
from satchel.stores.sqlite import SqliteStore
from satchel_protocol.record import Record


class SatchelEngine:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._memory = Memory(f"sqlite:///{folder / 'memory.db'}")

    def write(self, record: dict[str, Any]) -> None:
        self._memory.store(create=True).write(Record.from_json(record))

    def import_many(self, records: list[dict[str, Any]]) -> None:
        source = self._folder.with_suffix(".jsonl")
        source.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
        self._memory.import_(source)

    def export(self, path: Path) -> None:
        self._memory.export(path, scope=["*", "public"], include_sensitive=["all"])

    def restore(self, path: Path) -> None:
        self._memory.import_(path)

    def read_all(self) -> list[dict[str, Any]]:
        with SqliteStore.open(self._folder / "memory.db", create=False) as store:
            found = [version.record.to_json() for version in store.enumerate()]
        return [{"id": r["id"], "content": r["content"], "created_at": r["created_at"]} for r in found]

    def delete(self, id: str) -> None:
        self._memory.store().delete(id)

    def close(self) -> None:
        self._memory.close()


open_engine = SatchelEngine

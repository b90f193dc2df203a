"""LangGraph's SqliteStore without an index of vectors. It has no export: everything is paged through."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

NAMESPACE = ("bench",)
PAGE = 1000


class LangGraphEngine:
    def __init__(self, folder: Path) -> None:
        from langgraph.store.sqlite import SqliteStore

        self._open = ExitStack()
        self._store = self._open.enter_context(SqliteStore.from_conn_string(str(folder / "store.db")))
        self._store.setup()

    def write(self, record: dict[str, Any]) -> None:
        self._store.put(NAMESPACE, record["id"], _value(record))

    def import_many(self, records: list[dict[str, Any]]) -> None:
        from langgraph.store.base import PutOp

        for start in range(0, len(records), PAGE):
            self._store.batch([PutOp(NAMESPACE, r["id"], _value(r)) for r in records[start : start + PAGE]])

    def export(self, path: Path) -> None:
        items = [{"key": item.key, "value": item.value} for item in self._items()]
        path.write_text(json.dumps(items, ensure_ascii=False), "utf-8")

    def restore(self, path: Path) -> None:
        from langgraph.store.base import PutOp

        items = json.loads(path.read_text("utf-8"))
        for start in range(0, len(items), PAGE):
            part = items[start : start + PAGE]
            self._store.batch([PutOp(NAMESPACE, item["key"], item["value"]) for item in part])

    def read_all(self) -> list[dict[str, Any]]:
        return [
            {
                "id": item.key,
                "content": item.value["content"],
                "created_at": item.created_at.isoformat(),
                "noted": item.value["noted"],
            }
            for item in self._items()
        ]

    def delete(self, id: str) -> None:
        self._store.delete(NAMESPACE, id)

    def close(self) -> None:
        self._open.close()

    def _items(self) -> list[Any]:
        found: list[Any] = []
        while True:
            page = self._store.search(NAMESPACE, limit=PAGE, offset=len(found))
            found += page
            if len(page) < PAGE:
                return found


def _value(record: dict[str, Any]) -> dict[str, Any]:
    return {"content": record["content"], "noted": {"id": record["id"], "created_at": record["created_at"]}}


open_engine = LangGraphEngine

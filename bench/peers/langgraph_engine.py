"""LangGraph's SqliteStore, with its index of vectors. It has no export: everything is paged through.

Its index needs an SQLite that loads extensions, which many Pythons were built without; the environment brings one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.peers.contest import Input

NAMESPACE = ("bench",)
PAGE = 1000


class LangGraphEngine:
    durable = True

    def __init__(self, folder: Path, given: Input) -> None:
        def embed(texts: Sequence[str]) -> list[list[float]]:
            return [given.embed(text).tolist() for text in texts]

        self._open = ExitStack()
        # `fields` is what its pages name, `text_fields` what its SqliteStore reads.
        about = {"dims": len(given.asked[0]), "embed": embed, "fields": ["content"], "text_fields": ["content"]}
        self._store = self._opened(folder, about)

    def _opened(self, folder: Path, index: dict[str, Any]) -> Any:
        import pysqlite3

        sys.modules["sqlite3"] = pysqlite3
        from langgraph.store.sqlite import SqliteStore

        opened = SqliteStore.from_conn_string(str(folder / "store.db"), index=index)
        store = self._open.enter_context(opened)
        store.setup()
        return store

    def write(self, record: dict[str, Any], vector: Any) -> None:
        self._store.put(NAMESPACE, record["id"], _value(record))

    def import_many(self, records: list[dict[str, Any]], vectors: list[Any]) -> None:
        from langgraph.store.base import PutOp

        for start in range(0, len(records), PAGE):
            self._store.batch([PutOp(NAMESPACE, r["id"], _value(r)) for r in records[start : start + PAGE]])

    def search(self, question: str, vector: Any, limit: int) -> list[str]:
        return [item.key for item in self._store.search(NAMESPACE, query=question, limit=limit)]

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

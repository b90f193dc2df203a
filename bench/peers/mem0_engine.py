"""mem0 with `infer=False`, its default vector store on disk, and a stub for the model that embeds.

It has no call for many and no export of its own: an import is one `add` after the other, an export is `get_all`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from bench.peers.contest import Input

os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "unused"}
USER = "bench"


class _Embedder:
    def __init__(self, given: Input) -> None:
        self._given = given

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        found: list[float] = self._given.embed(text).tolist()
        return found


class Mem0Engine:
    durable = True

    def __init__(self, folder: Path, given: Input) -> None:
        os.environ["MEM0_DIR"] = str(folder / "home")
        from mem0 import Memory

        about = {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": len(given.asked[0])}
        self._memory = Memory.from_config(
            {"vector_store": {"provider": "qdrant", "config": about}, "history_db_path": str(folder / "history.db")}
        )
        self._memory.embedding_model = _Embedder(given)

    def write(self, record: dict[str, Any], vector: Any) -> None:
        noted = {"noted": json.dumps({"id": record["id"], "created_at": record["created_at"]})}
        self._memory.add(record["content"], user_id=USER, infer=False, metadata=noted)

    def import_many(self, records: list[dict[str, Any]], vectors: list[Any]) -> None:
        for record, vector in zip(records, vectors, strict=True):
            self.write(record, vector)

    def search(self, question: str, vector: Any, limit: int) -> list[str]:
        found = self._memory.search(question, filters={"user_id": USER}, top_k=limit)["results"]
        return [json.loads(item["metadata"]["noted"])["id"] for item in found]

    def export(self, path: Path) -> None:
        path.write_text(json.dumps(self._all(), ensure_ascii=False), "utf-8")

    def restore(self, path: Path) -> None:
        for item in json.loads(path.read_text("utf-8")):
            self._memory.add(item["memory"], user_id=USER, infer=False, metadata=item.get("metadata"))

    def read_all(self) -> list[dict[str, Any]]:
        return [
            {
                "id": item["id"],
                "content": item["memory"],
                "created_at": item.get("created_at"),
                "noted": json.loads((item.get("metadata") or {}).get("noted", "{}")),
            }
            for item in self._all()
        ]

    def delete(self, id: str) -> None:
        self._memory.delete(id)

    def close(self) -> None:
        self._memory.vector_store.client.close()
        self._memory.close()

    def _all(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._memory.get_all(filters={"user_id": USER}, top_k=1_000_000)["results"]
        return found


open_engine = Mem0Engine

"""mem0 with `infer=False`, its default vector store on disk, and a stub for the model that embeds.

It has no call for many and no export of its own: an import is one `add` after the other, an export is `get_all`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from bench.rivals.stub import SIZE, embed

os.environ |= {"MEM0_TELEMETRY": "False", "OPENAI_API_KEY": "unused"}
USER = "bench"


class _Embedder:
    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return embed(text)


class Mem0Engine:
    def __init__(self, folder: Path) -> None:
        os.environ["MEM0_DIR"] = str(folder / "home")
        from mem0 import Memory

        self._memory = Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {"path": str(folder / "qdrant"), "on_disk": True, "embedding_model_dims": SIZE},
                },
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = _Embedder()

    def write(self, record: dict[str, Any]) -> None:
        noted = {"noted": json.dumps({"id": record["id"], "created_at": record["created_at"]})}
        self._memory.add(record["content"], user_id=USER, infer=False, metadata=noted)

    def import_many(self, records: list[dict[str, Any]]) -> None:
        for record in records:
            self.write(record)

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

"""Chroma on disk, with given vectors. It has no export: everything is paged through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.peers.contest import Input

PAGE = 2000


class ChromaEngine:
    durable = True

    def __init__(self, folder: Path, given: Input) -> None:
        import chromadb
        from chromadb.config import Settings

        self._client = chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))
        self._items = self._client.get_or_create_collection(
            "bench", embedding_function=None, metadata={"hnsw:space": "cosine"}
        )

    def write(self, record: dict[str, Any], vector: Any) -> None:
        self.import_many([record], [vector])

    def import_many(self, records: list[dict[str, Any]], vectors: list[Any]) -> None:
        for start in range(0, len(records), PAGE):
            part = records[start : start + PAGE]
            self._items.upsert(
                ids=[record["id"] for record in part],
                documents=[record["content"] for record in part],
                embeddings=[vector.tolist() for vector in vectors[start : start + PAGE]],
                metadatas=[{"id": record["id"], "created_at": record["created_at"]} for record in part],
            )

    def search(self, question: str, vector: Any, limit: int) -> list[str]:
        found: list[str] = self._items.query(query_embeddings=[vector.tolist()], n_results=limit)["ids"][0]
        return found

    def export(self, path: Path) -> None:
        path.write_text(json.dumps(self._pages(), ensure_ascii=False), "utf-8")

    def restore(self, path: Path) -> None:
        for page in json.loads(path.read_text("utf-8")):
            self._items.upsert(**page)

    def read_all(self) -> list[dict[str, Any]]:
        return [
            {"id": id, "content": text, "created_at": None, "noted": noted}
            for page in self._pages()
            for id, text, noted in zip(page["ids"], page["documents"], page["metadatas"], strict=True)
        ]

    def delete(self, id: str) -> None:
        self._items.delete(ids=[id])

    def close(self) -> None:
        from chromadb.api.shared_system_client import SharedSystemClient

        SharedSystemClient.clear_system_cache()

    def _pages(self) -> list[dict[str, Any]]:
        pages = []
        for start in range(0, self._items.count(), PAGE):
            page = self._items.get(limit=PAGE, offset=start, include=["documents", "metadatas", "embeddings"])
            pages.append(
                {
                    "ids": page["ids"],
                    "documents": page["documents"],
                    "metadatas": page["metadatas"],
                    "embeddings": [list(map(float, vector)) for vector in page["embeddings"]],
                }
            )
        return pages


open_engine = ChromaEngine

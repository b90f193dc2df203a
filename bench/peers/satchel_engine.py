"""Ours, by `Memory` and the calls of its store. A search is `Memory.recall`, words and meaning, everything on.

A single write is synced; its vector is made by the first question after it, as the product does, so it is not part of the
write. Many are looked through for what is sensitive, as an import does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from bench.peers.contest import Input

from satchel import Memory
from satchel.access.classify import classified
from satchel.retrieval.embedders import Embedder
from satchel.retrieval.embedders.embedder import Vectors
from satchel.service.config import Config
from satchel.service.embedding import Embedding
from satchel.stores.sqlite import SqliteStore
from satchel_protocol.record import Record
from satchel_protocol.vectors import RecordVectors

BATCH = 5000


class Given(Embedder):
    """The vectors that all tools are given."""

    model = "given/1"

    def __init__(self, given: Input) -> None:
        self._given = given
        self.dimension = len(given.asked[0])
        self._unrelated = given.unrelated

    def parts(self, text: str) -> list[str]:
        return [text]  # one vector a text, as the others have it

    def _embed(self, texts: list[str]) -> Vectors:
        return np.array([self._given.embed(text) for text in texts], np.float32)


class SatchelEngine:
    durable = True

    def __init__(self, folder: Path, given: Input) -> None:
        self._folder = folder
        self._model = Given(given)
        # As the owner sees it: the others withhold nothing either.
        self._memory = Memory(
            f"sqlite:///{folder / 'memory.db'}", config=Config(embedder="given", timezone="UTC"), allow=["all"]
        )
        self._memory.embedding = Embedding("given", lambda _: self._model)

    def write(self, record: dict[str, Any], vector: Any) -> None:
        self._memory.store(create=True).write(Record.from_json(record))

    def import_many(self, records: list[dict[str, Any]], vectors: list[Any]) -> None:
        store = self._memory.store(create=True)
        store.add_vector_space(self._model.model, self._model.dimension)
        for start in range(0, len(records), BATCH):
            part = [classified(Record.from_json(record)) for record in records[start : start + BATCH]]
            written = store.write_many(part)
            items = [
                RecordVectors(id=version.record.id, revision=version.revision, vectors=[vector])
                for version, vector in zip(written, vectors[start:], strict=False)
            ]
            store.put_vectors(self._model.model, items)

    def search(self, question: str, vector: Any, limit: int) -> list[str]:
        return [hit.record.id for hit in self._memory.recall(question, limit=limit, read_time=False)]

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

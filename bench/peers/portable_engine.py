"""Portable Memory (`.mem` bundles). It is a format with an SDK, not a store: what is kept is a bundle that is written
from memory as a whole, so there is no single write to be timed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.peers.contest import Input


class PortableEngine:
    durable = True

    def __init__(self, folder: Path, given: Input) -> None:
        from portable_memory import BundleImporter, InMemoryStore

        self._bundle = folder / "bundle"
        self._store = InMemoryStore()
        if self._bundle.exists():
            BundleImporter().import_bundle(self._store, self._bundle)

    def write(self, record: dict[str, Any], vector: Any) -> None:
        self._store.import_episode(_episode(record), None)

    def import_many(self, records: list[dict[str, Any]], vectors: list[Any]) -> None:
        for record, vector in zip(records, vectors, strict=True):
            self.write(record, vector)
        self.export(self._bundle)

    def search(self, question: str, vector: Any, limit: int) -> None:
        """It has none."""

    def export(self, path: Path) -> None:
        from portable_memory import BundleExporter

        BundleExporter().export(self._store, path)

    def restore(self, path: Path) -> None:
        from portable_memory import BundleImporter

        BundleImporter().import_bundle(self._store, path)

    def read_all(self) -> list[dict[str, Any]]:
        return [
            {"id": e.id, "content": e.details, "created_at": e.event_time.isoformat(), "noted": e.metadata}
            for e in self._store.episodes.values()
        ]

    def delete(self, id: str) -> None:
        from portable_memory import Tombstone, TombstoneOp

        self._store.apply_tombstone(
            Tombstone(
                id=f"t-{id}", op=next(iter(TombstoneOp)), target_kind="episode", target_id=id,
                deleted_at=datetime.now(UTC), actor="bench",
            )
        )  # fmt: skip

    def close(self) -> None:
        pass


def _episode(record: dict[str, Any]) -> Any:
    from portable_memory import PortableEpisode

    at = datetime.fromisoformat(record["created_at"])
    return PortableEpisode(
        id=record["id"], event_time=at, mention_time=at, ingestion_time=at, source_type="chat", actors=[], summary="",
        details=record["content"], sensitivity="low", metadata={"id": record["id"], "created_at": record["created_at"]},
        categories=[], importance=0.5, confidence=1.0, lifecycle_state="active", extraction_state="done",
        access_count=0, pinned=False, vault_refs=[],
    )  # fmt: skip


open_engine = PortableEngine

"""LangGraph's InMemoryStore, with its index of vectors: the fastest that its users have, gone with the process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench.peers.langgraph_engine import LangGraphEngine


class InMemoryEngine(LangGraphEngine):
    durable = False

    def _opened(self, folder: Path, index: dict[str, Any]) -> Any:
        from langgraph.store.memory import InMemoryStore

        return InMemoryStore(index=index)


open_engine = InMemoryEngine

"""The JSON Lines store does what every store must do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from satchel.stores.jsonl import JsonlStore
from satchel_protocol.conformance import StoreSuite
from satchel_protocol.store import Store


class TestJsonlStore(StoreSuite):
    def make(self, folder: Path, **injected: Any) -> Store:
        return JsonlStore.open(folder / "notes.jsonl", **injected)

"""The JSON Lines store does what every store must do."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from satchel.stores.jsonl import JsonlStore
from satchel_protocol.conformance import StoreSuite
from satchel_protocol.store import Capability, Store


class TestJsonlStore(StoreSuite):
    gaps: ClassVar[dict[Capability, str]] = {Capability.VECTOR_SEARCH: "a log of text keeps no vectors"}

    def make(self, folder: Path, **injected: Any) -> Store:
        return JsonlStore.open(folder / "notes.jsonl", **injected)

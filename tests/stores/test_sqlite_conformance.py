"""The shipped suite, all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from satchel.stores.sqlite import SqliteStore
from satchel_protocol.conformance import StoreSuite
from satchel_protocol.store import Store


class TestSqliteStore(StoreSuite):
    def make(self, folder: Path, **injected: Any) -> Store:
        return SqliteStore.open(folder / "memory.db", **injected)

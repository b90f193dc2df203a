"""What the tests of the JSON Lines store share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.stores.jsonl import JsonlStore
from satchel_protocol.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "notes.jsonl"


@pytest.fixture
def store(path: Path, injected: dict[str, Any]) -> Iterator[JsonlStore]:
    with JsonlStore.open(path, **injected) as opened:
        yield opened


def everything(store: Store) -> dict[str, Any]:
    """All that a store holds, counters included."""
    return {
        "live": list(store.enumerate()),
        "history": {v.record.id: store.history(v.record.id) for v in store.enumerate()},
        "tombstones": store.tombstones(),
        "changes": store.changes(),
        "aside": store.quarantine(),
        "lines": store.kept_lines(),
        "batches": store.batches(),
        "keys": store.print_keys(),
        "identity": (store.store_id, store.cursor()),
    }

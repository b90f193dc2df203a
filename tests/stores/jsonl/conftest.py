"""What the tests of the JSON Lines store share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.stores.jsonl import JsonlStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "notes.jsonl"


@pytest.fixture
def store(path: Path, injected: dict[str, Any]) -> Iterator[JsonlStore]:
    with JsonlStore.open(path, **injected) as opened:
        yield opened

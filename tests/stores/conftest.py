"""What the tests of stores share: made-up records, a clock that stands still, a store in a temporary folder."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from satchel.stores.sqlite import SqliteStore, connection
from satchel_protocol.record import Record

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Ticking:
    """A clock that moves one second each time it is read."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@pytest.fixture(autouse=True)
def _not_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of stores are made here. Child processes, which are killed, sync as they always do."""
    monkeypatch.setattr(connection, "SYNCHRONOUS", "OFF")


@pytest.fixture
def injected() -> dict[str, Any]:
    """Clock, ids and entropy that are the same in every run."""
    numbers = itertools.count(1)
    return {
        "clock": Ticking(),
        "ids": lambda: f"id-{next(numbers):06}",
        "entropy": lambda size: bytes(range(size)),
    }


@pytest.fixture
def db_path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def store(db_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore.open(db_path) as opened:
        assert isinstance(opened, SqliteStore)
        yield opened


@pytest.fixture
def make() -> Callable[..., Record]:
    """A function: id, content and any other fields → a record."""

    def record(id: str, content: str = "", **fields: Any) -> Record:
        usual = {"type": "fact", "scope": "user:ann", "source_agent": "test"}
        return Record(id=id, content=content or f"likes tea as {id} does", **{**usual, **fields})

    return record

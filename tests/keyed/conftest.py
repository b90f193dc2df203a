"""Memories over one schema, in each kind of store. The schema is in a module beside the tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satchel.schema.file import read_schema
from satchel.schema.snapshot import Snapshot
from satchel.service.config import Config
from satchel.service.memory import Memory

ROOT = str(Path(__file__).parents[2])
if ROOT not in sys.path:
    sys.path.append(ROOT)
from tests.keyed.cases import SCHEMA, Clock  # noqa: E402 - found by the line above


@pytest.fixture(scope="session")
def snapshot() -> Snapshot:
    file = read_schema(SCHEMA, "memory_schema.yml")
    assert not file.findings
    assert file.snapshot is not None
    return file.snapshot


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory:", "own.db", "own.jsonl"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return request.param if request.param == "memory:" else str(tmp_path / request.param)


@pytest.fixture
def opened(url: str, snapshot: Snapshot, clock: Clock) -> Iterator[Callable[..., Memory]]:
    """Opens memories of user:ann over one store; closed after the test."""
    made: list[Memory] = []

    def memory(**how: Any) -> Memory:
        how = {"scope": "user:ann", "schema": snapshot, "config": Config(embedder="none"), "clock": clock, **how}
        made.append(Memory(url, **how))
        return made[-1]

    yield memory
    for one in made:
        one.close()


@pytest.fixture
def memory(opened: Callable[..., Memory]) -> Memory:
    return opened()

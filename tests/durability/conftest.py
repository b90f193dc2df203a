"""What the tests of lasting share: names of each other, a disk that the checks need not wait for, a nursery."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = str(Path(__file__).parents[2])
if ROOT not in sys.path:
    sys.path.append(ROOT)

from tests.durability.nursery import Nursery  # noqa: E402 - found by the path above

from satchel.stores.sqlite import connection  # noqa: E402


@pytest.fixture(autouse=True)
def _checks_do_not_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children that are killed sync as they always do; whoever looks at what they left has nothing to lose."""
    monkeypatch.setattr(connection, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture(scope="session", autouse=True)
def _no_vectors(_nobody_home: None) -> Iterator[None]:
    """A model of meaning takes seconds to load in each process, and what it makes is made anew from the records."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SATCHEL_EMBEDDER", "none")
        yield


@pytest.fixture(scope="session")
def _one_nursery(_no_vectors: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    if not hasattr(os, "fork"):
        pytest.skip("processes are forked and killed the POSIX way")
    with Nursery(tmp_path_factory.mktemp("nursery")) as opened:
        yield opened


@pytest.fixture
def nursery(_one_nursery: Nursery) -> Iterator[Nursery]:
    """Where processes are born quickly, to be killed."""
    yield _one_nursery
    _one_nursery.clear()


@pytest.fixture(params=["sqlite", "jsonl"])
def kind(request: pytest.FixtureRequest) -> str:
    """Each kind of store that promises to last."""
    return str(request.param)

"""What all parts of the suite share: how a store is made, opened again and looked at."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest

from satchel_protocol.conformance.fixed import FixedEntropy, FrozenClock, SequentialIds
from satchel_protocol.record import Json, Record
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.state import Change
from satchel_protocol.store import Capability, Store

_Test = TypeVar("_Test", bound=Callable[..., Any])


def needs(*capabilities: Capability) -> Callable[[_Test], _Test]:
    """Mark a test of what only stores with these capabilities can do."""

    def mark(test: _Test) -> _Test:
        test.needs = capabilities  # type: ignore[attr-defined]
        return test

    return mark


class SuiteBase:
    """Subclass `StoreSuite`, not this."""

    gaps: ClassVar[dict[Capability, str]] = {}
    """What the store cannot do, and why. Strict: a gap whose tests pass fails the run."""

    def make(self, folder: Path, **injected: Any) -> Store:
        """Open the store that lives in a folder; make it when there is none yet.

        Args:
            folder: An existing folder that is the store's alone.
            injected: `clock`, `ids` and `entropy` for the store's constructor.
        """
        raise NotImplementedError("an adapter's tests say how its store is made")

    def reopen(self, store: Store) -> Store:
        """Close a store and open it again, as another process would find it."""
        store.close()
        return self.open_again(store)

    def open_again(self, store: Store) -> Store:
        """Open a second object on the store of another one, which may be open still."""
        folder, injected = self._places[id(store)]
        return self._keep(self.make(folder, **injected), folder, injected)

    # For the tests ------------------------------------------------------------------------------------------------

    _places: dict[int, tuple[Path, dict[str, Any]]]
    _open: list[Store]
    _folder: Path
    clock: FrozenClock
    """Of every store of the test."""

    @pytest.fixture(autouse=True)
    def _conformance(self, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
        self._places, self._open, self._folder = {}, [], tmp_path
        self.clock = FrozenClock()
        for capability in getattr(request.function, "needs", ()):
            if capability in self.gaps:
                request.applymarker(pytest.mark.xfail(reason=self.gaps[capability], strict=True))
        yield
        for store in self._open:
            store.close()

    @pytest.fixture
    def store(self) -> Store:
        """An open, empty store."""
        return self.new_store("main")

    @pytest.fixture
    def other(self) -> Store:
        """Another open, empty store, of another owner's machine."""
        return self.new_store("other")

    def new_store(self, name: str, **instead: Any) -> Store:
        """An open, empty store in a folder of its own, with time, ids and randomness of the test."""
        folder = self._folder / name
        folder.mkdir(parents=True)
        fixed: dict[str, Any] = {
            "clock": self.clock,
            "ids": SequentialIds(name),
            "entropy": FixedEntropy(name.encode()),
        }
        injected = fixed | instead
        return self._keep(self.make(folder, **injected), folder, injected)

    def _keep(self, store: Store, folder: Path, injected: dict[str, Any]) -> Store:
        self._places[id(store)] = (folder, injected)
        self._open.append(store)
        return store


def exported(store: Store, scopes: Scopes = EVERYTHING) -> bytes:
    """All that a store exports for its owner, as one stream."""
    out = io.BytesIO()
    store.export_stream(out, scopes=scopes, withhold=lambda record: None)
    return out.getvalue()


def content(store: Store) -> dict[str, Json]:
    """Everything in a store but its counters, to be compared."""
    lines = exported(store).splitlines()[1:-1]
    return {
        "lines": lines,
        "quarantine": [(item.item, item.outcome, item.reason, item.where) for item in store.quarantine()],
        "kept": store.kept_lines(),
    }


def records(store: Store) -> dict[str, Record]:
    """The live records by id."""
    return {version.record.id: version.record for version in store.enumerate()}


def found(store: Store, query: str, **options: Any) -> list[str]:
    """Ids of what a search finds, best first."""
    return [candidate.record.id for candidate in store.search(query, **options)]


def shown(changes: list[Change]) -> list[tuple[str, str]]:
    """Changes as (id, what became of it)."""
    return [(c.id, "removed" if c.removed else "version" if c.version is not None else "tombstone") for c in changes]

"""A schema before a key-value store that a team has already: checks, counts and aliases; the data stays where it is.

Any object with `get`, `put` and `delete`, or a plain dict. Values go through as they are, under the keys that the schema
gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from satchel.integrations.counted import Counted
from satchel.schema.guarding import By, Mode
from satchel.schema.mining import Observed
from satchel.schema.reading import Got, Stored, read
from satchel.schema.resolving import Resolved
from satchel.service.counters import Proposed, proposal
from satchel.service.keyed_schema import Schema
from satchel_protocol.errors import UsageError

T = TypeVar("T")
_MOST_REMEMBERED: Final = 10_000
"""Undeclared keys that were written through here, where the store cannot list its own."""


@runtime_checkable
class KeyValue(Protocol):
    """What a store must have. Absence is None, or a KeyError."""

    def get(self, key: str, /) -> Any: ...

    def put(self, key: str, value: Any, /) -> Any: ...

    def delete(self, key: str, /) -> Any: ...


class GuardedStore(Counted):
    """The same verbs over another store, guarded by a schema.

    A write that the schema refuses raises a `GuardError` before the store behind it sees anything; its `hint` is for
    the model. Use it as a context manager, or call `close`: counts are written a moment after they are made.

    Args:
        inner: The store: `get(key)`, `put(key, value)`, `delete(key)`; `keys()` if it has one. Or a dict.
        schema: The schema, or the path of its file.
        mode: What becomes of a key that is not declared: `observe`, `propose` or `reject`.
        counters: File of the counts; None keeps them in memory. Several processes may share one.
        session, surface: What the counts say of who uses a deprecated key.
        clock: Injected for tests.

    Raises:
        UsageError: the schema cannot be used, or there is no such mode; or the store lacks a verb.
    """

    def __init__(
        self,
        inner: KeyValue | MutableMapping[str, Any],
        *,
        schema: Schema,
        mode: str = Mode.OBSERVE,
        counters: Path | str | None = None,
        session: str = "",
        surface: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.inner = inner
        self._verbs = _verbs_of(inner)
        super().__init__(schema, mode=mode, counters=counters, session=session, surface=surface, clock=clock)
        self._undeclared: dict[str, None] = {}

    def put(self, key: str, value: Any, *, by: str = By.MODEL, session: str = "", surface: str = "") -> str:
        """Put a value at a key.

        Args:
            key: Its name, or another that it has.
            value: Of the declared type; it goes to the store as it is.
            by: `model`, `tool` or `person`.
            session, surface: Who says so, noted where the key is deprecated.

        Returns:
            What the model should know, such as the name to use from now on; empty when there is nothing.

        Raises:
            GuardError: the schema refuses it.
        """
        found = self.guard.writable(key, value, by=by)
        self.guard.free(found, lambda other: self._fetch(other) is not None)
        self._verbs.put(found.name, value)
        self.guard.written(found, session=session, surface=surface)
        if found.key is None and len(self._undeclared) < _MOST_REMEMBERED:
            self._undeclared[found.name] = None
        return self.guard.notice(found)

    def get(self, key: str, *, session: str = "", surface: str = "") -> Got:
        """Read a key: its value, or what kind of miss it is, and what a model should be told."""
        return read(self.guard, key, self._fetch, session=session, surface=surface)

    def delete(self, key: str, *, by: str = By.MODEL) -> bool:
        """Delete what is at a key, and at the deprecated keys that it replaces.

        Returns:
            Whether something was there.

        Raises:
            GuardError: the schema does not let whoever it is.
        """
        found = self.guard.deletable(key, by=by)
        there = [one.name for one in (found, *self.guard.twins(found)) if self._fetch(one) is not None]
        for name in there:
            self._verbs.delete(name)
            self._undeclared.pop(name, None)
        if there:
            self.guard.deleted(found)
        return bool(there)

    def keys(self, pattern: str | None = None) -> Iterator[str]:
        """The keys that the store has, as it lists them.

        Args:
            pattern: Only the items of this key, such as `tasks.open[*]`.

        Raises:
            UsageError: the store cannot list its keys.
        """
        if self._verbs.listed is None:
            raise UsageError(f"{type(self.inner).__name__} has no keys(), so it cannot be listed")
        wanted = self._pattern(pattern) if pattern is not None else None
        return (key for key in self._verbs.listed() if wanted is None or self._pattern(key) == wanted)

    def propose(self, path: Path | str, *, everything: bool = False) -> Proposed:
        """A patch to the schema's file, of the keys that were written and are not declared; nothing is changed.

        Types and examples are of the values that are in the store now: of all that it lists, else of those that were
        written through this object.

        Args:
            path: The schema file.
            everything: What was let through or refused in the other modes too.

        Raises:
            UsageError: the file cannot be read, or not be changed without a risk.
        """
        names = list(self._verbs.listed()) if self._verbs.listed is not None else list(self._undeclared)
        values = [Observed("", name, stored.value) for name, stored in self._stored(names)]
        return proposal(Path(path), self.counts(), values, everything=everything)

    def _stored(self, names: Iterable[str]) -> Iterator[tuple[str, Stored]]:
        for name in names:
            found = self.guard.resolve(name)
            stored = self._fetch(found) if found.key is None and found.reserved is None else None
            if stored is not None:
                yield name, stored

    def _fetch(self, found: Resolved) -> Stored | None:
        value = self._verbs.get(found.name)
        return Stored(value=value) if value is not None else None

    def _pattern(self, name: str) -> str:
        found = self.guard.resolve(name)
        return found.key.name if found.key is not None else found.pattern


class _Verbs:
    """The verbs of a store, whatever it calls them."""

    def __init__(
        self,
        get: Callable[[str], Any],
        put: Callable[[str, Any], Any],
        delete: Callable[[str], Any],
        listed: Callable[[], Iterable[str]] | None,
    ) -> None:
        self._get, self.put, self.delete, self.listed = get, put, delete, listed

    def get(self, key: str) -> Any:
        try:
            return self._get(key)
        except KeyError:
            return None


def _verbs_of(inner: Any) -> _Verbs:
    if isinstance(inner, MutableMapping):
        held: MutableMapping[str, Any] = inner
        return _Verbs(held.get, held.__setitem__, held.__delitem__, lambda: list(held))
    if not isinstance(inner, KeyValue):
        lacking = [name for name in ("get", "put", "delete") if not callable(getattr(inner, name, None))]
        raise UsageError(f"{type(inner).__name__} has no {', '.join(lacking)}; a store needs get, put and delete")
    keys = getattr(inner, "keys", None)
    return _Verbs(inner.get, inner.put, inner.delete, keys if callable(keys) else None)

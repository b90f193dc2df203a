"""A store as a memory opens it: on first use, with what may be seen of it, and its schema."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, tzinfo
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from satchel.access.policy import ALL_CLASSES, STRICT, Policy
from satchel.instant import local_zone, resolve_zone
from satchel.service.config import Config, load_config
from satchel.service.embedding import Embedding
from satchel.service.events import Event, Events
from satchel.service.rehearsing import rehearse
from satchel.stores.registry import default_url, open_store
from satchel_protocol.errors import NotFoundError, StoreBusyError, UsageError
from satchel_protocol.ids import new_id
from satchel_protocol.scope import EVERYTHING, Scopes, parse_scope
from satchel_protocol.state import Version
from satchel_protocol.store import Store

if TYPE_CHECKING:
    from satchel.service.keyed import Keyed
    from satchel.service.keyed_schema import Schema

T = TypeVar("T")

_RETRY_WAITS_S = (0.05, 0.2, 0.8)


class OpenedMemory:
    """What every verb of a memory needs: the store, the schema, what may be seen, whom to tell. Use `Memory`."""

    def __init__(
        self,
        url: str | None = None,
        *,
        scope: str | None = None,
        agent: str | None = None,
        allow: Iterable[str] = (),
        config: Config | None = None,
        schema: Schema | None = None,
        mode: str | None = None,
        session: str = "",
        surface: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        ids: Callable[[], str] = new_id,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.config = config if config is not None else load_config()
        self.url = url or self.config.store or default_url()
        self.scope = parse_scope(scope or self.config.scope)
        self.agent = agent or self.config.agent
        self._seen = Scopes.of(scope) if scope is not None else EVERYTHING
        self._policy = Policy.allowing(allow) if allow else STRICT
        self._clock, self._ids, self._sleep = clock, ids, sleep
        self.embedding = Embedding(self.config.embedder)
        self._events = Events()
        self._store: Store | None = None
        self._schema = schema if schema is not None else self.config.schema
        self._guarding: dict[str, Any] = {
            "mode": mode or self.config.schema_mode,
            "session": session,
            "surface": surface,
        }
        self._keyed: Keyed | None = None

    def store(self, *, create: bool = False) -> Store:
        """The store behind it.

        Raises:
            StoreMissingError: there is none and `create` is false.
        """
        if self._store is None:
            self._store = open_store(self.url, create=create, clock=self._clock, ids=self._ids)
        return self._store

    def close(self) -> None:
        """Release the store. It is opened again on next use."""
        if self._keyed is not None:
            counters = self._keyed.guard.counters
            counters.close()
            if counters.trouble:
                self._events.emit(Event(kind="warned", detail=f"reads of keys are not counted: {counters.trouble}"))
        store, self._store = self._store, None
        if store is not None:
            store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call `listener` with every event; the returned function ends it."""
        return self._events.subscribe(listener)

    def keyed(self) -> Keyed:
        """What is behind `put`, `get`, `delete` and `keys`: the schema in force and its counters."""
        if self._keyed is None:
            from satchel.schema.counting import Counters
            from satchel.schema.guarding import Guard
            from satchel.service.keyed import Keyed
            from satchel.service.keyed_schema import counter_file, schema_in_force

            snapshot = schema_in_force(self._schema, self.store)
            counters = Counters(
                counter_file(self.url) if snapshot is not None else None,
                revision=snapshot.revision if snapshot is not None else 0,
                clock=self._clock,
            )
            guard = Guard(snapshot, counters=counters, **self._guarding)
            self._keyed = Keyed(guard, store=self.store, write=self._write, seen=self._seen, clock=self._clock)
        return self._keyed

    def _view(self, store: Store) -> Policy:
        """What may be shown here: what was allowed on opening, and what the owner lets through on purpose."""
        return self._policy if ALL_CLASSES in self._policy.allowed else self._policy.granting(store.permissions())

    def _zone(self) -> tzinfo:
        """The reader's zone."""
        return resolve_zone(self.config.timezone) if self.config.timezone else local_zone()

    def _scopes(self, scope: str | Iterable[str] | None) -> Scopes:
        if scope is None:
            return self._seen
        asked = Scopes.of(scope)
        if self._seen is EVERYTHING:
            return asked
        outside = [pattern for pattern in asked.patterns if not self._seen.match(pattern)]
        if outside:
            raise UsageError(f"this memory was opened for {self._seen.patterns[0]}; {outside[0]} lies outside it")
        return asked

    def _scope(self, scope: str | None) -> str:
        return parse_scope(scope) if scope is not None else self.scope

    def _readable(self, store: Store, id: str) -> Version:
        version = store.read(id)
        if version is None or not self._seen.match(version.record.scope):
            # Absent and not allowed look alike, so that nobody can probe for ids.
            raise not_found(id)
        return version

    def _warn_revived(self, tombstones: Iterable[str]) -> None:
        if any(tombstones):
            self._events.emit(
                Event(kind="warned", detail="this was forgotten before; on your word it is remembered again")
            )

    def _write(self, act: Callable[[Store], T], *, create: bool = True, dry_run: bool = False) -> T:
        for wait_s in (*_RETRY_WAITS_S, None):
            try:
                if dry_run:
                    with rehearse(lambda: self.store(create=False), self._clock, self._ids) as rehearsal:
                        return act(rehearsal)
                return act(self.store(create=create))
            except StoreBusyError:
                if wait_s is None:
                    raise
                self._events.emit(Event(kind="retried", detail="the store was busy"))
                self._sleep(wait_s)
        raise AssertionError("unreachable")


def not_found(id: str) -> NotFoundError:
    return NotFoundError(f"there is no memory {id}")

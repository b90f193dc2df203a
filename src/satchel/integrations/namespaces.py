"""A schema before a store of namespaces, as LangGraph's BaseStore is one: (namespace, key) → a dict.

A namespace is the path of the schema's namespace, filled in: ("users", "ann") for [users, "{user_id}"]. Keys are the
schema's names, and objects are stored as they are. Such a store takes dicts alone: a value of another type is {"v": value}.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Protocol

from satchel.integrations.counted import Counted
from satchel.schema.guarding import By, Mode
from satchel.schema.reading import Got, Stored, read
from satchel.schema.resolving import Resolved
from satchel.service.keyed_schema import Schema
from satchel_protocol.errors import UsageError
from satchel_protocol.scope import namespace_of_scope, scope_of_namespace

_WRAPPED: Final = "v"


class NamespaceStore(Protocol):
    """What a store must have; LangGraph's BaseStore has it."""

    def get(self, namespace: tuple[str, ...], key: str, /) -> Any: ...

    def put(self, namespace: tuple[str, ...], key: str, value: dict[str, Any], /) -> Any: ...

    def delete(self, namespace: tuple[str, ...], key: str, /) -> Any: ...


class GuardedNamespaces(Counted):
    """put, get and delete over a store of namespaces, guarded by a schema; searches go to `inner` as before.

    Args:
        inner: The store; `get` gives None or an item with `value` and, where it has one, `updated_at`.
        schema, mode, counters, session, surface, clock: As for `GuardedStore`.

    Raises:
        UsageError: the schema cannot be used, or there is no such mode.
    """

    def __init__(
        self,
        inner: NamespaceStore,
        *,
        schema: Schema,
        mode: str = Mode.OBSERVE,
        counters: Path | str | None = None,
        session: str = "",
        surface: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.inner = inner
        super().__init__(schema, mode=mode, counters=counters, session=session, surface=surface, clock=clock)

    def put(
        self,
        namespace: Sequence[str],
        key: str,
        value: Any,
        *,
        by: str = By.MODEL,
        session: str = "",
        surface: str = "",
    ) -> str:
        """Put a value at a key; as `GuardedStore.put`.

        Raises:
            GuardError: the schema refuses it.
            UsageError: the namespace is no list of texts, or has an empty label.
        """
        found = self.guard.writable(key, value, by=by)
        place = namespace_of_scope(self.guard.home(found, _scope(namespace)))
        self.guard.free(found, lambda other: self._fetch(other, namespace) is not None)
        self.inner.put(place, found.name, value if isinstance(value, dict) else {_WRAPPED: value})
        self.guard.written(found, session=session, surface=surface)
        return self.guard.notice(found)

    def get(self, namespace: Sequence[str], key: str, *, session: str = "", surface: str = "") -> Got:
        """Read a key; as `GuardedStore.get`.

        Raises:
            UsageError: the schema does not declare the key for this namespace; or as `put`.
        """
        found = self.guard.resolve(key)
        if self._place(found, namespace) is None:
            raise UsageError(f"{found.name} is not declared for {tuple(namespace)}")
        return read(self.guard, key, lambda at: self._fetch(at, namespace), session=session, surface=surface)

    def delete(self, namespace: Sequence[str], key: str, *, by: str = By.MODEL) -> bool:
        """Delete what is at a key, and at the deprecated keys that it replaces; says whether something was there.

        Raises:
            GuardError: the schema does not let whoever it is.
            UsageError: as `put`.
        """
        found = self.guard.deletable(key, by=by)
        gone = False
        for one in (found, *self.guard.twins(found)):
            place = self._place(one, namespace)
            if place is not None and self._fetch(one, namespace) is not None:
                self.inner.delete(place, one.name)
                gone = True
        if gone:
            self.guard.deleted(found)
        return gone

    def _place(self, found: Resolved, namespace: Sequence[str]) -> tuple[str, ...] | None:
        scope = _scope(namespace)
        home = scope if found.key is None else self.guard.names.home(found.key, scope)
        return namespace_of_scope(home) if home is not None else None

    def _fetch(self, found: Resolved, namespace: Sequence[str]) -> Stored | None:
        place = self._place(found, namespace)
        item = self.inner.get(place, found.name) if place is not None else None
        if item is None:
            return None
        value = item.value
        wraps = found.key is None or found.key.type["type"] != "object"
        if wraps and isinstance(value, dict) and value.keys() == {_WRAPPED}:
            value = value[_WRAPPED]
        stamp = getattr(item, "updated_at", None)
        return Stored(value=value, stamp=stamp if isinstance(stamp, datetime) else None)


def _scope(namespace: Sequence[str]) -> str:
    """The scope of a namespace: one check for every operation, since stores check what is put and not what is deleted.

    Raises:
        UsageError: it is no list of texts, or has an empty label.
    """
    labels: tuple[Any, ...] = () if isinstance(namespace, str) else tuple(namespace)
    if not labels or not all(isinstance(label, str) and label for label in labels):
        raise UsageError(f"the namespace {namespace!r} is no list of texts such as ('users', 'ann')")
    return scope_of_namespace(labels)

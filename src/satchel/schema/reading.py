"""Reads of keys: what is found where a name leads, what kind of miss it is otherwise, and what to tell the model.

The one path of every read by key, whoever holds the values; each read is counted here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from satchel.schema.counting import Kind
from satchel.schema.guarding import Guard
from satchel.schema.hints import expected, instead, why_reserved
from satchel.schema.resolving import Resolved, Via
from satchel.schema.snapshot import KeyEntry
from satchel.schema.types import Type, children
from satchel.schema.values import faults
from satchel_protocol.record import UNSET, Json, Record

_ASK: Final = "do not make one up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What lies at one place."""

    value: Json
    stamp: datetime | None = None
    """When it was written, where that is known."""
    record: Record | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Got:
    """The answer to a read by key."""

    key: str
    """As it was asked for."""
    value: Json = UNSET
    """What is stored, or the default; UNSET where there is neither."""
    found: bool = False
    """Whether something is stored."""
    defaulted: bool = False
    """Whether `value` is the schema's default and was never stored."""
    miss: str | None = None
    """Why nothing was found: unknown, empty, reserved or type_rejected."""
    number: int | None = None
    """Of the key; None for a name that the schema does not have."""
    name: str = ""
    """Where the value lies: the key's own name, or that of its successor."""
    resolved_via: str | None = None
    """`direct`, `alias` or `deprecated`; None where the name leads to no key."""
    notice: str = ""
    """For the model: the name to use, or what the miss means."""
    record: Record | None = None

    def to_json(self) -> dict[str, Any]:
        said = {
            "key": self.key, "found": self.found, "value": self.value, "defaulted": self.defaulted, "miss": self.miss,
            "number": self.number, "name": self.name, "resolved_via": self.resolved_via, "notice": self.notice,
        }  # fmt: skip
        return {name: value for name, value in said.items() if value is not UNSET}


def read(
    guard: Guard, key: str, fetch: Callable[[Resolved], Stored | None], *, session: str = "", surface: str = ""
) -> Got:
    """Read a key.

    A deprecated key and its successor may both have a value while sessions of two revisions live: the later written
    one counts, the key's own where the store keeps no times.

    Args:
        guard: The schema in force.
        key: Name, alias or retired name.
        fetch: What lies at a place.
        session, surface: Who asks, noted where the name is deprecated or retired.

    Raises:
        GuardError, StoreError: as `fetch`.
    """
    found = guard.resolve(key)
    if found.whole:
        guard.counters.count(0, guard.countable(found), Kind.UNKNOWN)
        return Got(
            key=key, name=found.asked, miss=Kind.UNKNOWN, notice=f"{key} names no single item; ask for one by its id"
        )
    if found.reserved is not None:
        guard.use(found, Kind.RESERVED, session=session, surface=surface)
        notice = f"{found.asked} {why_reserved(found)}. {instead(guard.names, found)}"
        return Got(key=key, name=found.asked, miss=Kind.RESERVED, number=found.reserved.number, notice=notice)
    if found.key is None:
        return _undeclared(guard, found, key, fetch(found))
    return _declared(guard, found, found.key, key, fetch, session, surface)


def recalled(guard: Guard, shown: Iterable[Record], cut: Iterable[Record]) -> None:
    """Count the keyed memories of a recall: those in its answer, and those that their rank kept out of it."""
    for record in shown:
        if record.key is not None:
            found = guard.resolve(record.key)
            if found.via is Via.DEPRECATED:
                guard.use(found, Kind.DEPRECATED)
            else:
                guard.counters.count(found.number, guard.countable(found), Kind.HIT)
    for record in cut:
        if record.key is not None:
            found = guard.resolve(record.key)
            guard.counters.count(found.number, guard.countable(found), Kind.FILTERED)


def _undeclared(guard: Guard, found: Resolved, key: str, stored: Stored | None) -> Got:
    kind = Kind.HIT if stored is not None else Kind.UNKNOWN
    if guard.declared:
        guard.counters.count(0, guard.countable(found), kind)
    if stored is not None:
        return Got(key=key, name=found.asked, value=stored.value, found=True, record=stored.record)
    hint = instead(guard.names, found)
    notice = f"there is no key {found.asked}. {hint}" if guard.declared else f"{found.asked} has no value; {_ASK}"
    return Got(key=key, name=found.asked, miss=Kind.UNKNOWN, notice=notice.rstrip())


def _declared(
    guard: Guard,
    found: Resolved,
    entry: KeyEntry,
    key: str,
    fetch: Callable[[Resolved], Stored | None],
    session: str,
    surface: str,
) -> Got:
    deprecated = found.via is Via.DEPRECATED
    stored, at, held = fetch(found), found, entry
    if deprecated and found.successor_fits and found.successor is not None:
        following = guard.resolve(found.successor_name)
        newer = fetch(following)
        if newer is not None and (stored is None or _later(newer, stored)):
            stored, at, held = newer, following, found.successor
    wrong = stored is not None and any(True for _ in faults(stored.value, _tolerant(held)))
    kind = Kind.EMPTY if stored is None else Kind.TYPE_REJECTED if wrong else Kind.HIT
    if deprecated:
        guard.use(found, Kind.DEPRECATED if kind is Kind.HIT else kind, session=session, surface=surface)
    else:
        guard.counters.count(entry.number, found.pattern, kind)
    notice = guard.notice(found)
    if kind is Kind.HIT and stored is not None:
        return Got(
            key=key, name=at.name, value=stored.value, found=True, number=entry.number, resolved_via=found.via,
            notice=notice, record=stored.record,
        )  # fmt: skip
    if kind is Kind.TYPE_REJECTED:
        said = f"what is stored at {at.name} is not of its type: {expected(held)}; {_ASK}, put it anew when it is known"
    else:
        said = f"{found.name} has no value: it was never stored, or deleted; {_ASK}"
    defaulted = kind is Kind.EMPTY and "default" in entry.body
    if defaulted:
        said = f"{found.name} has no value; this is the default"
    return Got(
        key=key, name=at.name, value=entry.body["default"] if defaulted else UNSET, defaulted=defaulted, miss=kind,
        number=entry.number, resolved_via=found.via, notice=". ".join(filter(None, (notice, said))),
        record=stored.record if stored is not None else None,
    )  # fmt: skip


def _later(one: Stored, other: Stored) -> bool:
    return one.stamp is not None and other.stamp is not None and one.stamp > other.stamp


_TOLERANT: Final[dict[int, tuple[KeyEntry, Type]]] = {}
_MOST_TYPES: Final = 4096


def _tolerant(key: KeyEntry) -> Type:
    """A key's type for reading: properties that it does not know are passed through."""
    held = _TOLERANT.get(id(key))
    if held is None or held[0] is not key:
        if len(_TOLERANT) >= _MOST_TYPES:
            _TOLERANT.clear()
        held = _TOLERANT[id(key)] = (key, _opened(key.type))
    return held[1]


def _opened(kind: Type) -> Type:
    opened = dict(kind)
    for path, inner in children(kind):
        if len(path) == 1:
            opened[path[0]] = _opened(inner)
        else:
            opened["properties"] = {**opened["properties"], path[1]: _opened(inner)}
    if "properties" in kind and "additionalProperties" not in kind:
        opened["additionalProperties"] = True
    return opened

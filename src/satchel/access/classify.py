"""Set `access` from what is found in a record: on every write of the service and on everything that is imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from satchel.access.assigned_keys import is_record_key
from satchel.access.classes import DETECTOR, LEVEL_OF
from satchel.access.detectors import find
from satchel_protocol.merge import join_access
from satchel_protocol.record import LEVELS, UNSET, Access, Json, Record, evolve

_LEAST_NUMBER: Final = 10**8
"""Numbers below this are no card, no account and no telephone number."""
_DEEPEST: Final = 20
_OFTEN_SEEN: Final = 100
"""Characters beside a record up to which they are likely to come again."""


def classified(record: Record) -> Record:
    """The record with what is found in it joined to the access it has already; the stricter value wins.

    Everything that leaves with a record is looked at: text, value, tags, `meta`, what the source held beside, and
    fields of later versions. A decision of its owner (`access.relaxed_at`) stands.
    """
    found = kinds_of(record)
    return _with(record, join_access(record.access, access_for(found))) if found else record


def reclassified(before: Record, after: Record) -> tuple[Record, bool]:
    """The record after an edit, with its access judged anew; and whether that may be less strict than before.

    What only the detectors had said goes when they no longer find it. What somebody said stays; where the owner relaxed
    it, only what was not there before makes it stricter.
    """
    old, had, has = before.access, kinds_of(before), kinds_of(after)
    if old is None:
        return _with(after, access_for(has)), False
    if old.relaxed_at is not None:
        new = access_for(has - had)
        return _with(
            after, join_access(old, replace(new, relaxed_at=old.relaxed_at) if new is not None else None)
        ), False
    implied = access_for(had) or Access()
    if set(old.classes) <= had and LEVELS.index(implied.level) >= _rank(old.level):
        bare = Access(share=old.share, unknown=old.unknown) if old.share is not None or old.unknown else None
        return _with(after, join_access(access_for(has), bare)), True
    return _with(after, join_access(old, access_for(has))), False


def arriving(record: Record, held: Record | None) -> Record:
    """A classified record that arrives where `held` is, or nothing.

    Where the owner relaxed `held`, that covers what was in it: what a later version brings in makes it stricter again.
    """
    if held is None or held.access is None or held.access.relaxed_at is None:
        return record
    if record.access is None or record.access.relaxed_at is not None:
        return record
    new = access_for(kinds_of(record) - kinds_of(held))
    if new is None:
        return record
    return _with(record, join_access(held.access, replace(new, relaxed_at=held.access.relaxed_at)))


def kinds_of(record: Record) -> set[str]:
    """The classes that are found in a record."""
    return {finding.kind for finding in find(record.content)} | kinds_beside(record)


def kinds_beside(record: Record) -> frozenset[str]:
    """The classes that are found in its tags, value, `meta`, and what its source held beside."""
    # An empty line between them: a name says what its own value is, and nothing of the next one's.
    beside = "\n\n".join(_beside(record))
    if not beside:
        return frozenset()
    return _kinds_beside(beside) if len(beside) <= _OFTEN_SEEN else _kinds_in(beside)


def _kinds_in(text: str) -> frozenset[str]:
    return frozenset(finding.kind for finding in find(text))


_kinds_beside = lru_cache(maxsize=2048)(_kinds_in)
"""What stands beside records is mostly the same few tags and names over and over."""


def access_for(kinds: set[str]) -> Access | None:
    """What follows from the classes that were found; None from none."""
    return _access_for(frozenset(kinds)) if kinds else None


@lru_cache(maxsize=1024)
def _access_for(kinds: frozenset[str]) -> Access:
    level = max((LEVEL_OF[kind] for kind in kinds), key=LEVELS.index)
    return Access(level=level, classes=tuple(sorted(kinds)), detector=DETECTOR)


def _with(record: Record, access: Access | None) -> Record:
    return record if access == record.access else evolve(record, access=access)


def _rank(level: str) -> int:
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)


def _beside(record: Record) -> Iterator[str]:
    """Every text beside the content, each behind its name, as "password: …" is told by its name."""
    if record.tags:
        yield " ".join(record.tags)
    if record.value is not UNSET:
        yield from _leaves(record.key or "value", record.value, 0)
    if record.meta:
        yield from _leaves("", record.meta, 0)
    if record.origin is not None and record.origin.extra:
        yield from _leaves("", record.origin.extra, 0)
    if record.unknown:
        yield from _leaves("", record.unknown, 0)


def _leaves(name: str, value: Json, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        if value:
            yield value if is_record_key(name) else f"{name}: {value}"
    elif isinstance(value, bool) or value is None or depth > _DEEPEST:
        return
    elif isinstance(value, int):
        if abs(value) >= _LEAST_NUMBER:
            yield f"{name}: {value}"
    elif isinstance(value, float):
        yield f"{name}: {value!r}"
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from _leaves(str(key), member, depth + 1)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _leaves(name, member, depth + 1)

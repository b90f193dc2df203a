"""Newer replaces older: what a live candidate says it replaces does not stand beside it, nor a task's earlier state.

A record whose state says `superseded` is out before it gets here. This is about records that nobody marked, of which
only the successor's `supersedes` knows; it holds while the successor lives, so nothing is lost by forgetting it. Tools
that note a task again with each state of it link nothing: there the same name in the same scope is the link.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from satchel.retrieval.fusion import Fused
from satchel.text.titles import title_of_task
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record
from satchel_protocol.scope import PUBLIC

_LOOKED_UP: Final = 64
"""Most links of one question that are followed through records which are no candidates themselves."""
_UNKNOWN = datetime.min.replace(tzinfo=UTC)


def successors(
    records: Mapping[str, Record], now: datetime, read: Callable[[str], Record | None]
) -> dict[str, tuple[str, ...]]:
    """Of each candidate that is replaced by others, those of them that nothing replaces, by id.

    A chain counts as a whole: who replaces a record takes over what that one replaced. An expired record replaces
    nothing any more; the public scope, into which others write, replaces nothing of one's own. Where records replace
    each other in a circle, the latest of them stands. Of several states of one task it is the latest, too.

    Args:
        records: The candidates by id.
        now: For the expiry.
        read: A record that is no candidate and may be looked at, to follow a chain through it; None where there is none.
    """
    linked = any(record.supersedes for record in records.values())
    reached = _reached(records, now, read) if linked else {}
    for id, older in _earlier_states(records, now).items():
        reached.setdefault(id, set()).update(older)
    if not reached:
        return {}
    replaced: dict[str, set[str]] = {}
    for id, ids in reached.items():
        for other in ids & records.keys():
            if id not in reached.get(other, ()) or _age(records[id]) > _age(records[other]):
                replaced.setdefault(other, set()).add(id)
    standing = {id: tuple(sorted(by - replaced.keys())) for id, by in replaced.items()}
    return {id: by for id, by in standing.items() if by}


def stated_task(record: Record) -> tuple[str, str] | None:
    """The scope and the name of a task of known time whose text goes on with its state; None of anything else."""
    if record.type != "task" or record.stamp is None:
        return None
    name = title_of_task(record.content)
    return (record.scope, normalise_text(name)) if name != record.content else None


def without_replaced(candidates: Sequence[Fused], by: Mapping[str, tuple[str, ...]], worthy: set[str]) -> list[Fused]:
    """The candidates without those that are replaced, each successor as relevant as what it replaces.

    Who asks in the words of the old record is answered by the new one, though it shares none of them; `worthy`, the
    ids of the candidates that are worth showing, decides on both.
    """
    inherited: dict[str, float] = {}
    for candidate in candidates:
        if candidate.record.id in worthy:
            for id in by.get(candidate.record.id, ()):
                inherited[id] = max(inherited.get(id, 0.0), candidate.relevance)
    return [
        replace(candidate, relevance=inherited[candidate.record.id])
        if inherited.get(candidate.record.id, 0.0) > candidate.relevance
        else candidate
        for candidate in candidates
        if candidate.record.id not in by and (candidate.record.id in worthy or candidate.record.id in inherited)
    ]


def _reached(records: Mapping[str, Record], now: datetime, read: Callable[[str], Record | None]) -> dict[str, set[str]]:
    """What each live candidate replaces, directly or through others."""
    known: dict[str, Record | None] = dict(records)
    looked_up = 0
    reached: dict[str, set[str]] = {}
    for id, record in records.items():
        if not record.supersedes or record.is_expired(now):
            continue
        found: set[str] = set()
        ahead = [(record, other) for other in record.supersedes]
        while ahead:
            successor, other = ahead.pop()
            if other == id or other in found:
                continue
            if other not in known:
                if looked_up == _LOOKED_UP:
                    continue
                looked_up += 1
                known[other] = read(other)
            older = known[other]
            if older is None or (successor.scope == PUBLIC and older.scope != PUBLIC):
                continue
            found.add(other)
            ahead += [(older, further) for further in older.supersedes]
        reached[id] = found
    return reached


def _earlier_states(records: Mapping[str, Record], now: datetime) -> dict[str, set[str]]:
    """Of each task whose text names a state, the earlier states among the candidates: of known times, and other times."""
    by_name: dict[tuple[str, str], list[Record]] = {}
    for record in records.values():
        name = stated_task(record)
        if name is not None and not record.is_expired(now):
            by_name.setdefault(name, []).append(record)
    found: dict[str, set[str]] = {}
    for states in by_name.values():
        if len(states) > 1:
            latest = max(states, key=_age)
            older = {state.id for state in states if state.stamp != latest.stamp}
            if older:
                found[latest.id] = older
    return found


def _age(record: Record) -> tuple[datetime, str]:
    return record.updated_at or record.created_at or _UNKNOWN, record.id

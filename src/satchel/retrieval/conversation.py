"""Where a turn stands in its conversation: readers keep it in the origin, each in its own words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

from satchel_protocol.record import Record

_NAMES: Final = ("conversation_id", "session_id", "session", "thread_id", "thread", "conversation", "chat_id")
"""Under which a conversation's id is kept in `origin.extra`, the surest first."""
_LAST_NUMBER = re.compile(r"(?<![\w.-])\d+(?=[\])]?$)")
"""Of `log.jsonl, line 12` and `messages[12]`, not of an id that happens to end in digits."""
_SOON: Final = timedelta(minutes=2)
"""Between two turns one of which answers the other, where no number says so."""
_ANY_TIME: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Of one turn."""

    conversation: tuple[str, ...]
    at: datetime | None
    number: int | None
    """Line or message, counted by the source; None where it counts none."""

    def before(self, other: Place) -> bool:
        """Whether the other turn, later in the same conversation, comes right behind this one."""
        if self.number is not None and other.number is not None and abs(other.number - self.number) <= 1:
            return True
        # A session's log holds much between two turns, so numbers that are far apart say nothing; equal times neither.
        if self.at is None or other.at is None:
            return False
        return timedelta() < other.at - self.at <= _SOON


def place(record: Record) -> Place | None:
    """Where a turn stands; None for what is no turn, or says of no conversation that it belongs to."""
    origin = record.origin
    if record.type != "interaction" or origin is None:
        return None
    path = origin.path or ""
    found = _LAST_NUMBER.search(path)
    named = next((str(origin.extra[name]) for name in _NAMES if origin.extra.get(name) not in (None, "")), None)
    if named is None and found is None:
        return None
    where = named if named is not None else path[: found.start()] if found is not None else ""
    return Place(
        conversation=(record.scope, origin.tool or "", origin.account or "", where),
        at=record.created_at,
        number=int(found[0]) if found is not None and len(found[0]) < 16 else None,
    )


def neighbours(records: Iterable[Record]) -> list[tuple[str, str]]:
    """Pairs of ids of turns of which the second comes right behind the first, each pair once."""
    conversations: defaultdict[tuple[str, ...], list[tuple[Place, str]]] = defaultdict(list)
    for record in records:
        stands = place(record)
        if stands is not None:
            conversations[stands.conversation].append((stands, record.id))
    pairs = []
    for turns in conversations.values():
        turns.sort(key=lambda turn: in_order(*turn))
        pairs += [(id, next_id) for (stands, id), (other, next_id) in pairwise(turns) if stands.before(other)]
    return pairs


def in_order(stands: Place, id: str) -> tuple[datetime, int, str]:
    """Sorts the turns of one conversation; those of unknown time last, by their numbers."""
    return stands.at or _ANY_TIME, stands.number or 0, id

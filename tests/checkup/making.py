"""Records and circumstances for the tests of the check-up."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from satchel.move.checkup.examine import Examined, examine
from satchel.move.checkup.finding import RULES
from satchel.move.checkup.subject import Circumstances
from satchel_protocol.record import Record

NOW = datetime(2026, 3, 15, 12, 0, tzinfo=UTC)
CIRCUMSTANCES = Circumstances(now=NOW, zone=UTC)


def memory(id: str, content: str, **fields: Any) -> Record:
    """A record of everyday."""
    fields.setdefault("created_at", datetime(2026, 2, 1, 8, int(id[-2:], 36) % 60, tzinfo=UTC))
    given = {"type": "fact", "scope": "user:me", "source_agent": "notes", **fields}
    return Record(id=id, content=content, **given)


def found(*records: Record, rules: tuple[str, ...] = RULES, now: datetime = NOW) -> Examined:
    """What an examination of these says."""
    return examine(records, Circumstances(now=now, zone=UTC), rules=rules)


def told(*records: Record, rule: str) -> list[tuple[str | None, str]]:
    """(record, class) of each finding of one rule."""
    return [(finding.record, finding.kind) for finding in found(*records, rules=(rule,)).findings]

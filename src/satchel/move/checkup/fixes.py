"""The safe changes of a check-up, applied to a copy: nothing is edited in place, nothing is lost, nothing is made up.

Copies are folded into the oldest one, which keeps their tags and names them in `meta.folded`; relative days get their date
behind them in brackets; log lines and expired memories are archived; what is sensitive is marked. A record that is
changed counts as a microsecond newer than it was, so that it wins over its old self and is no fresher for recall.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from satchel.move.checkup.finding import Archive, Change, Finding, Fold, Insert, Mark, Rewrite
from satchel_protocol.merge import join_access
from satchel_protocol.record import MAX_CONTENT_BYTES, Record

DONE = ("folded", "dated", "rewritten", "archived", "marked")
_TICK = timedelta(microseconds=1)
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class Fixed:
    """What was done, for the report."""

    done: Counter[str] = field(default_factory=Counter)
    """What, of `DONE` → how many memories."""
    skipped: int = 0
    """Changes that no longer fitted, because the source changed in between or the text would become too long."""

    def to_json(self) -> dict[str, Any]:
        return {name: self.done[name] for name in DONE} | {"skipped": self.skipped}


class Fixer:
    """Applies the changes that findings propose.

    Args:
        findings: Of one examination.
        records: Reads the same records again; they are read once to learn what the copies have.
    """

    def __init__(self, findings: Iterable[Finding], records: Callable[[], Iterable[Record]]) -> None:
        self.fixed = Fixed()
        self._changes: dict[str, list[Change]] = {}
        self._kept: dict[str, str] = {}
        for finding in findings:
            if finding.change is None or finding.record is None:
                continue
            if isinstance(finding.change, Fold):
                self._kept[finding.record] = finding.change.into
            else:
                self._changes.setdefault(finding.record, []).append(finding.change)
        self._copies: dict[str, list[Record]] = {}
        if self._kept:
            for record in records():
                if record.id in self._kept:
                    self._copies.setdefault(self._kept[record.id], []).append(record)

    def apply(self, records: Iterable[Record]) -> Iterator[Record]:
        """The records as they should be; folded copies are left out."""
        for record in records:
            if record.id in self._kept:
                self.fixed.done["folded"] += 1
                continue
            yield self._changed(record)

    def _changed(self, record: Record) -> Record:
        after = self._repointed(record)
        if record.id in self._copies:
            after = _folded(after, self._copies[record.id])
        done: set[str] = set()
        changes = self._changes.get(record.id, ())
        after = self._worded(after, changes, done)
        for change in changes:
            if isinstance(change, Archive) and after.state is None:
                after = replace(after, state="archived")
                done.add("archived")
            elif isinstance(change, Mark):
                after = replace(after, access=join_access(after.access, change.access))
                done.add("marked")
        self.fixed.done.update(done)
        if after.digest() == record.digest():
            return after
        if record.stamp is None or after.stamp != record.stamp:
            return after
        return replace(after, updated_at=record.stamp + _TICK)

    def _worded(self, record: Record, changes: Iterable[Change], done: set[str]) -> Record:
        """With another text, or with dates in it."""
        rewrite = next((change for change in changes if isinstance(change, Rewrite)), None)
        if rewrite is not None and record.content == rewrite.before:
            done.add("rewritten")
            return replace(record, content=rewrite.content)
        inserts = [change for change in changes if isinstance(change, Insert)]
        for insert in sorted(inserts, key=lambda change: -change.at):
            # From the end to the front, so that offsets hold.
            dated = _dated(record, insert)
            if dated is None:
                self.fixed.skipped += 1
            else:
                record = dated
                done.add("dated")
        return record

    def _repointed(self, record: Record) -> Record:
        """What points to a folded copy points to the one that stays."""
        if not self._kept or not (record.supersedes or record.derived_from):
            return record

        def pointed(ids: tuple[str, ...]) -> tuple[str, ...]:
            stay = dict.fromkeys(self._kept.get(id, id) for id in ids)
            return tuple(id for id in stay if id != record.id)

        return replace(record, supersedes=pointed(record.supersedes), derived_from=pointed(record.derived_from))


def _folded(record: Record, copies: list[Record]) -> Record:
    """The oldest copy with what only the others knew."""
    access, tags = record.access, dict.fromkeys(record.tags)
    for copy in copies:
        access = join_access(access, copy.access)
        tags |= dict.fromkeys(copy.tags)
    everyone = [record, *copies]
    weights = [one.importance for one in everyone if one.importance is not None]
    before = record.meta.get("folded")
    ids = [*(before if isinstance(before, list) else ()), *(copy.id for copy in copies)]
    newest = max(everyone, key=lambda one: one.stamp or _NEVER)
    return replace(
        record,
        tags=tuple(tags),
        access=access,
        importance=max(weights, default=None),
        # Said again: valid from then on, and as fresh as its latest copy.
        updated_at=newest.stamp if newest is not record else record.updated_at,
        ttl=_longest(everyone, newest),
        meta={**newest.meta, **record.meta, "folded": list(dict.fromkeys(ids))},
        derived_from=tuple(dict.fromkeys(id for one in everyone for id in one.derived_from)),
        supersedes=tuple(dict.fromkeys(id for one in everyone for id in one.supersedes)),
    )


def _longest(copies: list[Record], newest: Record) -> float | int | None:
    """Seconds from the newest copy until the last of them ends; None where one of them never does."""
    lives = [copy.ttl for copy in copies if copy.ttl is not None]
    start = newest.valid_from
    if len(lives) < len(copies) or start is None:
        return None if len(lives) < len(copies) else max(lives)
    ends = [
        (copy.valid_from - start).total_seconds() + copy.ttl
        for copy in copies
        if copy.valid_from is not None and copy.ttl is not None
    ]
    return max(ends)


def _dated(record: Record, insert: Insert) -> Record | None:
    """With a date behind the words; None where the words no longer stand there."""
    text = record.content
    if not text[: insert.at].endswith(insert.behind):
        return None
    longer = text[: insert.at] + insert.text + text[insert.at :]
    return replace(record, content=longer) if len(longer.encode("utf-8")) <= MAX_CONTENT_BYTES else None

"""One table in several files: a database, its backup, its copies in JSON. The newest wording of each row counts.

Tables are copies of one another when they share most of their ids and, under the same ids, most of their texts. Ids that
merely count from one are shared by any two tables; their texts are not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from satchel.formats.contract import Fate
from satchel.move.infer.draft import Judged
from satchel.move.infer.identity import native_id
from satchel.move.infer.role import Role
from satchel.move.infer.table_kind import OPEN

if TYPE_CHECKING:
    from satchel.move.infer.plan import Plan

_COMMON_IDS = 0.5
"""Share of the smaller table's ids that both must have."""
_COMMON_TEXTS = 0.5
"""Share of the common ids under which both must say the same."""
_FEWEST = 3
_BACKUP = re.compile(
    r"(?i)(?:^|[\W_])(?:bak|backups?|old|copy|copies|export(?:s|ed)?|dump|snapshots?|archive[ds]?|previous|prev|orig|save[ds]?"
    r"|auto_?save)(?:$|[\W_\d])|~$|备份|副本|导出|存档|旧"
)
_DATE = re.compile(r"(20\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?([0-2]\d|3[01])(?:[-_T ]?(\d{4,6}))?")


RowNumber = tuple[int, int]
"""Number of the table, and of the row in it."""


@dataclass(frozen=True, slots=True)
class Told:
    """One row of a table that may have copies."""

    key: bytes
    """Of its text."""
    at: datetime | None
    """When it was last changed, as far as the row says."""
    deleted: bool
    row: RowNumber
    place: str


@dataclass(slots=True)
class Replicas:
    """What the copies of one table say together."""

    stale: dict[RowNumber, str] = field(default_factory=dict)
    """Row → where the same row has a newer wording."""
    gone: dict[RowNumber, str] = field(default_factory=dict)
    """Row → where the same row is shown as deleted."""

    def overrule(self, judged: Judged, row: RowNumber) -> Judged:
        """The fate of a row when its copies elsewhere are known."""
        if row in self.gone and judged.fate is Fate.MEMORY:
            return Judged(fate=Fate.REJECTED, reason=f"deleted at the source: {self.gone[row]}")
        if row in self.stale and (judged.fate is Fate.MEMORY or judged.deleted is not None):
            return Judged(fate=Fate.DUPLICATE, reason=f"an earlier state of what stands in {self.stale[row]}")
        return judged


def candidates(plans: Sequence[Plan]) -> list[list[int]]:
    """Groups of tables in different files, by their number, that share most of their ids."""
    ids: dict[int, set[str]] = {}
    for number, plan in enumerate(plans):
        column = plan.first(Role.ID)
        if plan.kind not in OPEN or column is None or plan.versions is not None or column.startswith("^"):
            continue
        found = {native_id(plan, {column: row.values.get(column)}) for row in plan.table.rows() if not row.problem}
        found.discard("")
        if len(found) >= _FEWEST:
            ids[number] = found
    return _joined(
        ids,
        lambda one, other: (
            plans[one].table.source != plans[other].table.source
            and len(ids[one] & ids[other]) >= max(_FEWEST, _COMMON_IDS * min(len(ids[one]), len(ids[other])))
        ),
    )


def settle(plans: Sequence[Plan], told: dict[int, dict[str, Told]]) -> Replicas:
    """Decide between the copies of each row.

    Args:
        plans: Of all tables.
        told: Number of the table → id → what it says.
    """
    result = Replicas()

    def alike(one: int, other: int) -> bool:
        common = told[one].keys() & told[other].keys()
        same = sum(told[one][id].key == told[other][id].key for id in common)
        return (
            plans[one].table.source != plans[other].table.source
            and len(common) >= _FEWEST
            and same >= _COMMON_TEXTS * len(common)
        )

    for family in _joined(told, alike):
        rank = {number: _standing(plans[number]) for number in family}
        for id in {id for number in family for id in told[number]}:
            copies = [(told[number][id], number) for number in family if id in told[number]]
            if len(copies) < 2:
                continue
            timed = all(copy.at is not None for copy, _ in copies)
            best, _ = max(
                copies,
                key=lambda pair: (
                    pair[0].at.timestamp() if timed and pair[0].at else 0.0,
                    pair[0].deleted,
                    rank[pair[1]],
                ),
            )
            newest, _ = max(copies, key=lambda pair: rank[pair[1]])
            if newest.deleted:
                best = newest  # what is gone now was once newer in a copy
            for copy, _ in copies:
                if best.deleted and not copy.deleted:
                    result.gone[copy.row] = best.place
                elif not best.deleted and (copy.deleted or copy.key != best.key):
                    result.stale[copy.row] = best.place
    return result


def _joined(numbers: Iterable[int], related: object) -> list[list[int]]:
    """Groups of two and more that are related, directly or over others."""
    assert callable(related)
    order = sorted(numbers)
    leader = {number: number for number in order}

    def root(number: int) -> int:
        while leader[number] != number:
            number = leader[number]
        return number

    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            if root(one) != root(other) and related(one, other):
                leader[root(other)] = root(one)
    groups: dict[int, list[int]] = defaultdict(list)
    for number in order:
        groups[root(number)].append(number)
    return [group for group in groups.values() if len(group) > 1]


def _standing(plan: Plan) -> tuple[bool, bool, str, float, str]:
    """The higher, the more a copy is the one in use: live before backup, a database first, then by day, then by file time."""
    source = plan.table.source
    days = ["".join(part or "" for part in match) for match in _DATE.findall(source)]
    backup = bool(days) or "!" in source or bool(_BACKUP.search(source))
    return (
        not backup,
        plan.table.container == "sqlite" and not backup,
        max(days, default=""),
        0.0 if "!" in source else plan.table.modified_at or 0.0,
        source,
    )

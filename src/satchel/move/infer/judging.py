"""Memory, log line, turn of a conversation, structure, empty, deleted or rejected: the fate of one row."""

from __future__ import annotations

from typing import Any

from satchel.formats.contract import Fate
from satchel.formats.tabular.rows import BESIDE, Row, Shape, Table
from satchel.formats.unwanted import REASON, is_unwanted
from satchel.move.infer.draft import Judged
from satchel.move.infer.drafting import Drafting
from satchel.move.infer.flatten import flatten
from satchel.move.infer.items import Items
from satchel.move.infer.kept_by_key import SETTING, KeptByKey
from satchel.move.infer.manner import Manner
from satchel.move.infer.open_rows import OpenRows
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import is_empty
from satchel.move.infer.table_kind import TableKind
from satchel.move.infer.turns import Turns

_WHY = {
    TableKind.LOOKUP: "a row of a lookup table; its label went into the rows that use its code",
    TableKind.PEOPLE: "a user and their name; it says whose the memories are",
    TableKind.LINKS: "only ids and codes; there is nothing to read",
    TableKind.INDEX: "an index of its container",
    TableKind.SETTINGS: SETTING,
}


def is_unwanted_table(table: Table) -> bool:
    """Whether a table lists what is not to be remembered."""
    return not table.envelope and is_unwanted(table.source, table.name, table.headings)


def _unwanted(judged: Judged) -> Judged:
    """What becomes of a row of such a table: a delete of what it would say as a memory."""
    gone = judged.deleted or next((draft for draft in judged.drafts if not draft.evidence), None)
    if judged.fate is not Fate.MEMORY and judged.deleted is None:
        return judged
    return Judged(fate=Fate.STRUCTURE, reason=REASON, deleted=gone, deleted_at=judged.deleted_at)


class Judge:
    """Judges rows one at a time, under fixed options.

    Args:
        scope: Of rows that name nobody.
        logs: Make records of log lines too.
        manner: How the source words its types; None judges without.
    """

    def __init__(self, *, scope: str, logs: bool = False, manner: Manner | None = None) -> None:
        self._drafting = Drafting(scope=scope, logs=logs, manner=manner)
        self._turns, self._keys = Turns(self._drafting), KeptByKey(self._drafting)
        self._rows = OpenRows(self._drafting, self._turns, Items(self._drafting))

    def judge(self, plan: Plan, row: Row, ordinal: int = -1) -> Judged:
        """The fate of one row.

        Args:
            plan: Of its table.
            row: The row.
            ordinal: Its number in the table, from 0; tells versions of one memory apart.
        """
        judged = self._judge(plan, row, ordinal)
        return _unwanted(judged) if is_unwanted_table(plan.table) else judged

    def _judge(self, plan: Plan, row: Row, ordinal: int) -> Judged:
        table = plan.table
        if table.shape is Shape.VECTORS or plan.kind is TableKind.VECTORS:
            return Judged(
                fate=Fate.VECTOR, reason=table.reason or "numbers only; an index that is rebuilt from the text"
            )
        if table.shape is Shape.INDEX:
            return Judged(fate=Fate.STRUCTURE, reason=table.reason or "machinery of its container")
        if table.shape is Shape.OPAQUE:
            return Judged(fate=Fate.REJECTED, reason=row.problem or table.reason or "no reader opens it")
        if row.problem:
            return Judged(fate=Fate.REJECTED, reason=row.problem, raw=row.raw or dict(row.values) or row.problem)
        if plan.said is not None and plan.said.skip:
            return Judged(fate=Fate.STRUCTURE, reason="left out by the mapping file")
        if BESIDE in row.values:
            return Judged(fate=Fate.STRUCTURE, reason="a title, a line or a sum beside the rows of a table")
        values = flatten(row.values, plan.plain)
        if all(is_empty(value) for column, value in values.items() if not column.startswith("^")):
            return Judged(fate=Fate.EMPTY, reason="nothing in any column")
        if plan.versions is not None and ordinal >= 0:
            if plan.versions.is_gone(values):
                told = self._dispatch(plan, values)
                gone = next((draft for draft in told.drafts if not draft.evidence), None)
                return Judged(fate=Fate.REJECTED, reason="deleted at the source", deleted=gone)
            if not plan.versions.is_last(values, ordinal):
                return Judged(
                    fate=Fate.DUPLICATE, reason="an earlier version of a memory that the table has in a later one"
                )
        return self._dispatch(plan, values)

    def _dispatch(self, plan: Plan, values: dict[str, Any]) -> Judged:
        kind = plan.kind
        if kind in _WHY and kind is not TableKind.SETTINGS:
            return Judged(fate=Fate.STRUCTURE, reason=_WHY[kind])
        if kind is TableKind.METRICS:
            return Judged(
                fate=Fate.LOG, reason="numbers that a machine counted", drafts=self._drafting.log_draft(plan, values)
            )
        if kind is TableKind.PAYLOADS:
            return Judged(
                fate=Fate.LOG,
                reason="an answer of a tool or service, kept for speed",
                drafts=self._drafting.log_draft(plan, values),
            )
        if kind in (TableKind.PROFILE, TableKind.SETTINGS):
            return self._keys.judge(plan, values)
        if kind is TableKind.CONVERSATION:
            return self._turns.judge(plan, values)
        return self._rows.judge(plan, values)

"""Rows of open kinds: memories and log lines, told apart one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.formats.contract import Fate
from satchel.move.infer.beside import beside_memories
from satchel.move.infer.content import content_of, text_of
from satchel.move.infer.done import with_outcome
from satchel.move.infer.draft import Judged
from satchel.move.infer.drafting import Drafting
from satchel.move.infer.faults import fault_of, is_fragment
from satchel.move.infer.items import Items, names_only
from satchel.move.infer.logs import log_score
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.sentence import join_title, reads_chinese
from satchel.move.infer.table_kind import TableKind
from satchel.move.infer.turns import Turns
from satchel.move.infer.types import type_of_kind, type_scores
from satchel.move.infer.typing_of_rows import named_type

_MACHINE_ROLES = (Role.METRIC, Role.LOGGER, Role.PAYLOAD)
_PROSE_CODE = frozenset({"", "text", "txt", "md", "markdown", "plain"})


class OpenRows:
    """Judges rows of tables of memories, log lines, or both mixed."""

    def __init__(self, drafting: Drafting, turns: Turns, items: Items) -> None:
        self._drafting, self._turns, self._items = drafting, turns, items

    def judge(self, plan: Plan, values: dict[str, Any]) -> Judged:
        """The fate of one row: memory, log line, turn, or beside all of them."""
        items = self._items.inside(plan, values)
        for column in plan.all(Role.TURNS):
            items += tuple(self._turns.inside(plan, values, column))
        content, used = content_of(plan, values)
        content = _in_context(plan, values, content)
        if not content and not items:
            if any(not is_empty(values.get(c)) for r in _MACHINE_ROLES for c in plan.all(r)):
                return Judged(fate=Fate.LOG, reason="an event of a tool, without words")
            return Judged(fate=Fate.EMPTY, reason="its text is empty")
        if items and (not content or names_only(plan)):
            return Judged(fate=Fate.MEMORY, drafts=items)
        if fault := fault_of(content):
            return Judged(fate=Fate.EMPTY if "no words" in fault else Fate.REJECTED, reason=fault)
        if str(values.get("$code", "")).lower() not in _PROSE_CODE:
            return Judged(fate=Fate.STRUCTURE, reason=f"a block of code ({values['$code']})")
        if beside := beside_memories(plan, values, content):
            return Judged(fate=Fate.STRUCTURE, reason=beside)
        turn = self._turns.stray(plan, values, used)
        if turn is not None:
            return turn
        log, why = _is_log(plan, values, content)
        if log:
            return Judged(fate=Fate.LOG, reason=why, drafts=self._drafting.log_draft(plan, values))
        type_ = self._drafting.type_of(plan, values, content)
        draft = self._drafting.draft(plan, values, with_outcome(plan, values, content, type_), type_, used)
        gone = self._drafting.gone(plan, values, draft)
        return gone or Judged(fate=Fate.MEMORY, drafts=(draft, *items))


def _is_log(plan: Plan, values: Mapping[str, Any], content: str) -> tuple[bool, str]:
    """Whether a row is a log line, and why."""
    if plan.said is not None and plan.said.reads_as in (TableKind.LOGS, TableKind.MEMORIES):
        return plan.said.reads_as is TableKind.LOGS, "a log line, by the mapping file"
    if plan.said is not None and plan.said.kinds and (named := named_type(plan, values)):
        return named == "log", "a log line, by the mapping file"
    score = log_score(content)
    add, why = plan.groups.say(values, content)
    total = score.logit + add + plan.log_prior
    if plan.wide and plan.parts and plan.log_share < 0.2:
        total -= 3.0  # one of many rows about subjects, whatever its cells read like
    if plan.silent and not type_scores(content).marked:
        total += 1.4
    elif plan.base and score.machine >= 0.5 and type_scores(content).human < 1.6:
        total += plan.base
    signs = ", ".join(score.signs[:3])
    reason = f"reads like a log line ({'; '.join(part for part in (signs, why) if part) or 'by its table'})"
    return total > 0, reason


def _in_context(plan: Plan, values: Mapping[str, Any], content: str) -> str:
    """An item that says nothing without what stands above it gets that in front."""
    above = text_of(values.get("^item")) if "^item" in values else ""
    if not above and plan.table.headings and is_fragment(content) and type_of_kind(plan.table.headings[-1]) is None:
        above = plan.table.headings[-1]
    return (
        join_title(above, content, chinese=reads_chinese([content]))
        if above and content and len(above) <= 120
        else content
    )

"""What `satchel inspect` shows: each table with its columns, what they were taken for and why, and examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from satchel.access.masking import masked, masked_value
from satchel.move.infer.judging import Judge
from satchel.move.infer.plan import Plan
from satchel.move.infer.role import Role
from satchel.move.infer.secrets import MASK, names_secret, shown_example

_EXAMPLES_PER_FATE = 2
_ROWS_LOOKED_AT = 400
_SURE = 0.45
_DROPPED_WHY = {
    Role.VECTOR: "vectors are an index that is rebuilt from the text",
    Role.EMPTY: "never filled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableInspection:
    """One table."""

    source: str
    name: str
    container: str
    encoding: str
    kind: str
    rows: int
    """Rows in all where the table was small enough to count, else rows sampled."""
    exact: bool
    evidence: tuple[str, ...] = ()
    columns: tuple[dict[str, Any], ...] = ()
    kinds: dict[str, str] = field(default_factory=dict)
    lookups: dict[str, str] = field(default_factory=dict)
    """Column → the lookup table that decodes it."""
    times: dict[str, Any] = field(default_factory=dict)
    dropped: dict[str, str] = field(default_factory=dict)
    """Column → why none of it is kept."""
    ambiguous: tuple[str, ...] = ()
    examples: tuple[dict[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "table": self.name,
            "container": self.container,
            "encoding": self.encoding,
            "kind": self.kind,
            "rows": self.rows,
            "exact": self.exact,
            "evidence": list(self.evidence),
            "columns": list(self.columns),
            "kinds": self.kinds,
            "lookups": self.lookups,
            "times": self.times,
            "dropped": self.dropped,
            "ambiguous": list(self.ambiguous),
            "examples": list(self.examples),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """A whole source."""

    name: str
    tables: tuple[TableInspection, ...]

    def to_json(self) -> dict[str, Any]:
        return {"source": self.name, "tables": [table.to_json() for table in self.tables]}


def inspect_plans(name: str, plans: Sequence[Plan], judge: Judge) -> Inspection:
    """What was decided, with a few rows of each fate; no secret is shown."""
    return Inspection(name=name, tables=tuple(_table(plan, judge) for plan in plans))


def _table(plan: Plan, judge: Judge) -> TableInspection:
    table = plan.table
    columns = []
    for verdict in plan.verdicts:
        shown = verdict.to_json()
        profile = plan.profiles[verdict.column]
        secret = names_secret(verdict.column) or (verdict.role is Role.VALUE and _holds_secrets(plan))
        shown["evidence"] = [masked(text) for text in shown["evidence"]]
        shown["filled"] = round(profile.filled_share, 3)
        shown["samples"] = [MASK] if secret else [_sample(verdict.column, value) for value in profile.samples[:3]]
        columns.append(shown)
    ambiguous = tuple(
        f"{v.column}: {v.role.value}, or {v.rivals[0][0].value}"
        for v in plan.verdicts
        if v.rivals and v.confidence < _SURE
    )
    return TableInspection(
        source=table.source,
        name=table.name,
        container=table.container,
        encoding=table.encoding,
        kind=plan.kind.value,
        rows=plan.sampled if plan.complete else sum(row.weight for row in table.rows()),
        exact=True,
        evidence=tuple(map(masked, plan.evidence)) or ((masked(table.reason),) if table.reason else ()),
        columns=tuple(columns),
        kinds={masked(value): type_ for value, type_ in plan.kinds.shown.items()},
        lookups={column: book.title for column, book in plan.books.items()},
        times={column: clock.summary() for column, clock in plan.clocks.items()},
        dropped={c: _DROPPED_WHY[r] for c, r in plan.roles.items() if r in _DROPPED_WHY},
        ambiguous=ambiguous,
        examples=tuple(_examples(plan, judge)),
    )


def _sample(column: str, value: object) -> str:
    """A value as it may be shown; the name of its column says what it is."""
    return shown_example(str(masked_value(column, str(value))), 60)


def _holds_secrets(plan: Plan) -> bool:
    """Whether a table of keys and values names a password or a key among them."""
    return any(names_secret(key) for column in plan.all(Role.KEY) for key in plan.profiles[column].counter)


def _examples(plan: Plan, judge: Judge) -> list[dict[str, str]]:
    counts: dict[str, int] = {}
    found = []
    for row in islice(plan.table.rows(), _ROWS_LOOKED_AT):
        judged = judge.judge(plan, row)
        fate = judged.fate.value
        if counts.get(fate, 0) >= _EXAMPLES_PER_FATE:
            continue
        counts[fate] = counts.get(fate, 0) + 1
        text = judged.drafts[0].content if judged.drafts else ""
        type_ = judged.drafts[0].type if judged.drafts and judged.fate.value == "memory" else ""
        found.append(
            {
                "position": row.position,
                "fate": fate,
                "type": type_,
                "text": shown_example(text),
                "reason": shown_example(judged.reason),
            }
        )
    return found

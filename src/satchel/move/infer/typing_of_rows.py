"""The type of one row's memory, from its kind column, its place and its wording."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.move.infer.manner import Manner
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.types import DEFAULT_TYPE, type_scores

_OURS = ("preference", "task", "skill", "fact", "interaction")


def type_of_row(
    plan: Plan, values: Mapping[str, Any], content: str, *, said: str | None = None, manner: Manner | None = None
) -> str:
    """The type: said, else of a trusted kind column, else by wording with what the table leans to.

    Args:
        plan: Of the table.
        values: Of the row.
        content: Its text.
        said: What another column than that of kinds calls the row.
        manner: How the source words its types; learns from rows whose kind is trusted.
    """
    if plan.said is not None and plan.said.type:
        return plan.said.type
    named = said or named_type(plan, values)
    if named in _OURS and plan.kinds.trusted:
        if manner is not None:
            manner.learn(content, str(named))
        return str(named)
    found = type_scores(content)
    if plan.parts and (subject := _subject(plan, values)):
        alone = type_scores(subject)
        # What the row is about says more than the columns around it.
        found = alone if alone.marked or alone.margin >= 1 else found
    works = plan.first(Role.TEXT) is None and any(
        plan.roles.get(c) in (Role.NEXT, Role.STATE, Role.DUE) for c in plan.parts
    )
    scores = dict(found.scores)
    if plan.wide and plan.parts and not works:
        # Who somebody is, told in columns: without a word that says otherwise that is a fact, however short cells read.
        scores = {**dict.fromkeys(scores, 0.0), "fact": 1.0, **dict(type_scores(content).marked)}
    if named in _OURS:
        scores[str(named)] = scores.get(str(named), 0.0) + 0.8
    if plan.type_prior is not None:
        leaning, weight = plan.type_prior
        scores[leaning] = scores.get(leaning, 0.0) + weight
    if not is_empty(values.get("$checked")) or isinstance(values.get("$checked"), bool):
        scores["task"] = scores.get("task", 0.0) + 2.5
    if works:
        scores["task"] = scores.get("task", 0.0) + 2.6
    if manner is not None and not (plan.wide and plan.parts):
        # A row told in columns gets its sentence here: the source's manner of wording is not in it.
        for type_, score in manner.scores(content).items():
            scores[type_] = scores.get(type_, 0.0) + score
    return max(scores, key=lambda name: (scores[name], name == DEFAULT_TYPE))


def _subject(plan: Plan, values: Mapping[str, Any]) -> str:
    column = plan.first(Role.TITLE) or plan.first(Role.TEXT)
    value = values.get(column) if column else None
    return value if isinstance(value, str) else ""


def named_type(plan: Plan, values: Mapping[str, Any]) -> str | None:
    """What the row's kind stands for; None without one."""
    column = plan.first(Role.KIND)
    if column is None or is_empty(values.get(column)):
        return None
    return plan.kinds.types.get(as_key(values[column]))

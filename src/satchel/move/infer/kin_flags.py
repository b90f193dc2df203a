"""Flags of many small files of one kind, which tell something only together: one file knows its own `enabled: false` alone."""

from __future__ import annotations

from collections.abc import Sequence

from satchel.move.infer.flags import is_flag, is_unset, names_in_use
from satchel.move.infer.plan import Plan
from satchel.move.infer.role import Role

_KIN = 3
"""Files of one kind in a folder from which they count as written by one hand."""


def share_switches(plans: Sequence[Plan]) -> None:
    """Take a flag of rows in use for one where the files of a folder differ in it; in each alone it has one value."""
    groups: dict[tuple[str, str, str], list[Plan]] = {}
    for plan in plans:
        folder, slash, _ = plan.table.source.rpartition("/")
        if slash and plan.sampled == 1:
            groups.setdefault((folder, plan.table.container, plan.table.name), []).append(plan)
    for kin in groups.values():
        columns = (
            {column for plan in kin for column in plan.profiles if names_in_use(column)} if len(kin) >= _KIN else ()
        )
        for column in columns:
            having = [plan for plan in kin if column in plan.profiles and is_flag(plan.profiles[column])]
            values = {value for plan in having for value in plan.profiles[column].counter}
            if any(is_unset(value) for value in values) and not all(is_unset(value) for value in values):
                for plan in having:
                    plan.roles[column] = Role.ARCHIVED

"""Ids of what was read: the same item gets the same id when it is read again, from a newer export, from another folder.

A native id that is unique in the world (a UUID, a hash) is enough with its table. A row number is not: two agents both
have a memory 1. It is joined with what does not change about the row, its time of creation, else its text. A row without
an id is its text, in its scope.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.ids import foreign_id

TOOL = "generic"
_STRONG = re.compile(
    r"^(?:[A-Za-z]{0,12}[-_:])?(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,64}|[0-9A-HJKMNP-TV-Z]{26})$",
    re.IGNORECASE,
)
_COPY_MARKS = re.compile(r"(?i)[\W_]*(?:copy|backup|bak|export|dump|old|final|副本|备份|导出)?[\W_]*\d*[\W_]*$")


def table_key(plan: Plan) -> str:
    """What a table is called whatever its file is called today: dates, numbers and copy marks at the end do not count."""
    if plan.table.name:
        return plan.table.name
    stem = plan.table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return _COPY_MARKS.sub("", stem) or stem


def native_id(plan: Plan, values: Mapping[str, Any]) -> str:
    """The row's own id in its table; empty when it has none."""
    column = plan.versions.target if plan.versions is not None else plan.first(Role.ID)
    if column is None or is_empty(values.get(column)) or isinstance(values[column], list | dict | bytes):
        return ""
    return as_key(values[column])


def record_id(
    plan: Plan, values: Mapping[str, Any], *, account: str, scope: str, content: str, native: str, turn: str = ""
) -> str:
    """The id of the record that a row becomes.

    Args:
        plan: The table's.
        values: Of the row.
        account: Label of the source, empty by default.
        scope: Of the record.
        content: Its text.
        native: The row's own id, or empty.
        turn: For turns of a conversation and parts of a row: what tells them apart.
    """
    key = table_key(plan)
    if native and _STRONG.match(native):
        return foreign_id(TOOL, account, "\x1f".join((key, native, turn)))
    if native and plan.versions is not None:
        # Versions differ in time and text; the memory is what they are versions of.
        return foreign_id(TOOL, account, "\x1f".join((key, native, scope, turn)))
    created = plan.first(Role.CREATED)
    raw = values.get(created) if created else None
    if native and not is_empty(raw):
        return foreign_id(TOOL, account, "\x1f".join((key, native, as_key(raw), turn)))
    text = normalise_text(content)
    if native:
        return foreign_id(TOOL, account, "\x1f".join((key, native, scope, text, turn)))
    return foreign_id(TOOL, account, "\x1f".join(("", scope, text, turn)))

"""Memories that stand in a list inside a row: facts of a person, observations of an entity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.move.infer.content import content_of, text_of
from satchel.move.infer.draft import Draft
from satchel.move.infer.drafting import Drafting
from satchel.move.infer.faults import fault_of
from satchel.move.infer.flatten import inner_rows
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.row_values import life_state
from satchel.move.infer.sentence import join_title, reads_chinese


class Items:
    """Makes memories of the lists that rows hold."""

    def __init__(self, drafting: Drafting) -> None:
        self._drafting = drafting

    def inside(self, plan: Plan, values: Mapping[str, Any]) -> tuple[Draft, ...]:
        """Memories that stand in a list inside the row, each with the row's owner and time."""
        drafts: list[Draft] = []
        for column in plan.all(Role.ITEMS):
            sub = plan.subplans.get(column)
            if sub is None:
                continue
            title, kind = plan.first(Role.TITLE), plan.first(Role.KIND)
            if title is None and names_only(plan):
                title = plan.first(Role.TEXT)
            subject = text_of(values.get(title)) if title and not _names_owner(plan, title) else ""
            if (
                subject
                and kind
                and not is_empty(values.get(kind))
                and plan.kinds.types.get(as_key(values[kind])) is None
            ):
                subject = f"{subject} ({as_key(values[kind])})"
            for place, inner in enumerate(inner_rows(values, column)):
                content, used = content_of(sub, inner)
                if not content or fault_of(content) or life_state(sub, inner) == "deleted":
                    continue
                # What it is about comes before it in the text, and says nothing of what kind it is.
                type_ = self._drafting.type_of(sub, inner, content)
                content = join_title(subject, content, chinese=reads_chinese([content])) if subject else content
                inner_draft = self._drafting.draft(sub, inner, content, type_, used)
                drafts.append(
                    self._drafting.inherit(plan, values, inner_draft, f"{column}#{place}" if not subject else column)
                )
        return tuple(drafts)


def _names_owner(plan: Plan, title: str) -> bool:
    """Whether each row is a user and its title what that user is called: their memories need no name in front."""
    user = plan.first(Role.USER)
    if user is None or user.startswith("^") or plan.profiles[user].distinct < plan.profiles[user].filled:
        return False
    last = title.rsplit(".", 1)[-1]
    return words_of(last)[-1:] in _CALLED or any(word in last for word in ("名字", "姓名", "昵称", "名称"))


_CALLED = (("name",), ("nickname",), ("nick",), ("login",), ("username",), ("handle",))


def names_only(plan: Plan) -> bool:
    """Whether the text of rows that hold a list is but the name of what the list is about."""
    column = plan.first(Role.TEXT)
    return column is None or (
        plan.profiles[column].share(plan.profiles[column].sentences) < 0.4 and plan.profiles[column].mean_length < 50
    )

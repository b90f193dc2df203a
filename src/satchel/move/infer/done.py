"""Work that is over: the sentence says so, that nobody takes a done task for an open one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from satchel.move.infer.flags import is_flag, is_set
from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.sentence import reads_chinese

_DONE = frozenset(
    "done finished completed complete closed resolved ticked checked accomplished fixed erledigt fertig hecho fait".split()
)
_DONE_HAN = re.compile("完成|办结|做完|办完|已结|搞定|完结|勾选")
_ASIDE = frozenset("is was already flag task todo item been mark at on time date bool".split())
_WHEN = frozenset("at on time date".split())
_WHEN_HAN = re.compile("时间|日期|日$")
_NOT_YET = re.compile("未|率|度|计划|预计|人|数")
_DONE_STATES = frozenset(
    "done finished completed complete closed resolved fixed shipped erledigt 已完成 完成 已解决 已关闭 已办结 办结 已做完 做完 已结束 已搞定 搞定".split()
)
_OFF_STATES = frozenset("cancelled canceled abandoned dropped wontfix won't_do 已取消 取消 已放弃 放弃 不做了".split())


@lru_cache(maxsize=4096)
def _names_done(column: str) -> str:
    """`flag` or `time` when a column by this name says that, or when, something was done; else empty."""
    last = column.rsplit(".", 1)[-1].lstrip("^$")
    if _DONE_HAN.search(last):
        return "" if _NOT_YET.search(last) or len(last) > 8 else "time" if _WHEN_HAN.search(last) else "flag"
    words = words_of(last)
    if not _DONE.intersection(words) or any(word not in _DONE and word not in _ASIDE for word in words):
        return ""
    return "time" if _WHEN.intersection(words) else "flag"


@lru_cache(maxsize=4096)
def _names_state(column: str) -> bool:
    return name_scores(column).get(Role.STATE, 0.0) >= 0.6


def with_outcome(plan: Plan, values: Mapping[str, Any], content: str, type_: str) -> str:
    """The text of a row, with a word at its end when what it tells is done or was called off.

    Args:
        plan: Of the table.
        values: Of the row.
        content: Its text.
        type_: Its type: the state of a row that is no task is not the state of work.
    """
    outcome = _outcome(plan, values, type_)
    if not outcome:
        return content
    chinese = reads_chinese([content])
    word = {"done": "已完成" if chinese else "done", "off": "已取消" if chinese else "cancelled"}[outcome]
    if content.lower().endswith((word, f"{word})", f"{word}）")):
        return content
    return f"{content.rstrip()}（{word}）" if chinese else f"{content.rstrip()} ({word})"


def _outcome(plan: Plan, values: Mapping[str, Any], type_: str) -> str:
    if values.get("$checked") is True:
        return "done"
    for column, role in plan.roles.items():
        value = values.get(column)
        if is_empty(value) or column in plan.parts or column.startswith("^"):
            continue
        if type_ == "task" and (role is Role.STATE or (role is Role.EXTRA and _names_state(column))):
            label = (plan.book(column) or {}).get(as_key(value), as_key(value)).strip().lower().replace(" ", "_")
            if label in _DONE_STATES or label in _OFF_STATES:
                return "done" if label in _DONE_STATES else "off"
        named = _names_done(column)
        if named == "flag" and column in plan.profiles and is_flag(plan.profiles[column]) and is_set(value):
            return "done"
        if named == "time" and type_ == "task" and plan.time_shares.get(column, 0.0) >= 0.5 and is_set(value):
            return "done"
    return ""

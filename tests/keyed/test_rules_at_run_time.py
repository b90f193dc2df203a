"""Each rule of run time refuses or counts what it should, and lets its near misses through: two of both at the least."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from satchel.schema.rules import RULES
from satchel.service.memory import Memory
from satchel_protocol.errors import GuardError

TASK = {"title": "Oil the chain", "state": "open"}
REFUSED = {
    "UNDECLARED_WRITE": [("user.display.colour", "dark", {}), ("tasks.closed[t-1]", TASK, {})],
    "RESERVED_WRITE": [("user.lang", "fr", {}), ("system.clock", "12:00", {})],
    "TYPE_VIOLATION_BY_MODEL": [
        ("user.display.theme", "pink", {}),
        ("tasks.open[t-1]", {**TASK, "due_at": "next Friday"}, {}),
        ("tasks.open[t-1]", {"state": "open"}, {}),
    ],
    "WRITE_NOT_ALLOWED": [("user.contact.email", "ann@example.org", {}), ("user.score", 3, {"by": "tool"})],
}
TAKEN = {
    "UNDECLARED_WRITE": [("user.display.theme", "dark", {}), ("tasks.open[t.1 b]", TASK, {})],
    "RESERVED_WRITE": [("user.display.theme", "dark", {}), ("tasks.open[system]", TASK, {})],
    "TYPE_VIOLATION_BY_MODEL": [
        ("tasks.open[t-1]", {**TASK, "due_at": "2026-06-05T12:00:00Z"}, {}),
        ("user.display.theme", "system", {}),
    ],
    "WRITE_NOT_ALLOWED": [
        ("user.contact.email", "ann@example.org", {"by": "tool"}),
        ("user.display.theme", "dark", {"by": "person"}),
    ],
}
GROUP_ELSEWHERE = "GROUP_TAKEN"
"""Two puts each; in test_verbs.py and test_wrapper.py."""


def test_every_rule_of_run_time_is_here() -> None:
    rules = {rule.id for rule in RULES.values() if rule.subject == "runtime"}
    assert rules == {*REFUSED, GROUP_ELSEWHERE} == {*TAKEN, GROUP_ELSEWHERE}


@pytest.mark.parametrize(("rule", "case"), [(rule, case) for rule, cases in REFUSED.items() for case in cases])
def test_it_is_refused(opened: Callable[..., Memory], rule: str, case: tuple[str, Any, dict[str, str]]) -> None:
    key, value, how = case
    with pytest.raises(GuardError) as refused:
        opened(mode="reject").put(key, value, **how)
    assert refused.value.rule == rule
    assert refused.value.hint


@pytest.mark.parametrize(("rule", "case"), [(rule, case) for rule, cases in TAKEN.items() for case in cases])
def test_it_is_taken(opened: Callable[..., Memory], rule: str, case: tuple[str, Any, dict[str, str]]) -> None:
    key, value, how = case
    memory = opened(mode="reject")
    memory.put(key, value, **how)
    assert memory.get(key).value == value

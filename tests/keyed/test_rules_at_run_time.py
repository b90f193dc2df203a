"""Each rule of run time refuses or counts what it should, and lets its near misses through: two of both at the least."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from satchel.schema.rules import RULES
from satchel.service.memory import Memory
from satchel_protocol.errors import GuardError

TASK = {"title": "Oil the chain", "state": "open"}
Case = tuple[str, Any, str]
"""Key, value, who writes."""
REFUSED: dict[str, list[Case]] = {
    "UNDECLARED_WRITE": [("user.display.colour", "dark", "model"), ("tasks.closed[t-1]", TASK, "model")],
    "RESERVED_WRITE": [("user.lang", "fr", "model"), ("system.clock", "12:00", "model")],
    "TYPE_VIOLATION_BY_MODEL": [
        ("user.display.theme", "pink", "model"),
        ("tasks.open[t-1]", {**TASK, "due_at": "next Friday"}, "model"),
        ("tasks.open[t-1]", {"state": "open"}, "model"),
    ],
    "WRITE_NOT_ALLOWED": [("user.contact.email", "ann@example.org", "model"), ("user.score", 3, "tool")],
}
TAKEN: dict[str, list[Case]] = {
    "UNDECLARED_WRITE": [("user.display.theme", "dark", "model"), ("tasks.open[t.1 b]", TASK, "model")],
    "RESERVED_WRITE": [("user.display.theme", "dark", "model"), ("tasks.open[system]", TASK, "model")],
    "TYPE_VIOLATION_BY_MODEL": [
        ("tasks.open[t-1]", {**TASK, "due_at": "2026-06-05T12:00:00Z"}, "model"),
        ("user.display.theme", "system", "model"),
    ],
    "WRITE_NOT_ALLOWED": [
        ("user.contact.email", "ann@example.org", "tool"),
        ("user.display.theme", "dark", "person"),
    ],
}
GROUP_ELSEWHERE = "GROUP_TAKEN"
"""Two puts each; in test_verbs.py and test_wrapper.py."""


def test_every_rule_of_run_time_is_here() -> None:
    rules = {rule.id for rule in RULES.values() if rule.subject == "runtime"}
    assert rules == {*REFUSED, GROUP_ELSEWHERE} == {*TAKEN, GROUP_ELSEWHERE}


@pytest.mark.parametrize(("rule", "case"), [(rule, case) for rule, cases in REFUSED.items() for case in cases])
def test_it_is_refused(opened: Callable[..., Memory], rule: str, case: Case) -> None:
    key, value, by = case
    with pytest.raises(GuardError) as refused:
        opened(mode="reject").put(key, value, by=by)
    assert refused.value.rule == rule
    assert refused.value.hint


@pytest.mark.parametrize(("rule", "case"), [(rule, case) for rule, cases in TAKEN.items() for case in cases])
def test_it_is_taken(opened: Callable[..., Memory], rule: str, case: Case) -> None:
    key, value, by = case
    memory = opened(mode="reject")
    memory.put(key, value, by=by)
    assert memory.get(key).value == value

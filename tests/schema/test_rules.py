"""Each rule fires where it should and stays silent where it nearly would."""

from __future__ import annotations

import pytest
from tests.schema.cases import Case, all_cases, play

from satchel.schema.rules import RULES
from satchel.schema.rules.registry import RESERVED, Kind

CASES = all_cases()
ELSEWHERE = {"REVISION_ALTERED"} | {rule.id for rule in RULES.values() if rule.subject in {"runtime", "surfaces"}}
"""Not found in the schema; tested in test_revisions.py, tests/keyed and tests/surfaces."""


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.rule}-{'fires' if case.fires else 'silent'}-{case.about}"
)
def test_a_case(case: Case) -> None:
    _, text, checked = play(case)
    found = [finding for finding in checked.findings if finding.rule == case.rule]
    told = "\n".join(f"{one.rule} {one.line} {one.number} {one.message}" for one in checked.findings)
    if not case.fires:
        assert found == [], told
        return
    assert found, told or "nothing at all"
    lines = text.split("\n")
    if case.line:
        assert any(case.line in lines[one.line - 1] for one in found), [lines[one.line - 1] for one in found]
    if case.severity:
        assert {one.severity.value for one in found} == {case.severity}
    for one in found:
        assert 1 <= one.line <= len(lines)
        assert 1 <= one.column <= len(lines[one.line - 1]) + 1


def test_every_rule_has_two_cases_that_fire_and_two_that_do_not() -> None:
    for rule in RULES.keys() - ELSEWHERE:
        for fires in (True, False):
            assert sum(case.rule == rule and case.fires is fires for case in CASES) >= 2, (rule, fires)


def test_every_rule_has_a_page() -> None:
    for rule in RULES.values():
        for part in ("\nWhy: ", "\nInstead: ", "\nBefore:\n", "\nAfter:\n"):
            assert part in rule.page, (rule.id, part)
        assert len(rule.page.splitlines()[0]) < 140


def test_reserved_ids_are_not_used() -> None:
    assert not RESERVED.keys() & RULES.keys()
    assert all(rule.kind in Kind for rule in RULES.values())

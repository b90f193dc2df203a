"""Each rule of the scans fires where it should and stays silent where it nearly would: two cases of both at the least."""

from __future__ import annotations

import pytest
from tests.surfaces.test_judging import claims, findings

from satchel.schema.surfaces.judging import RULES_OF_SCANS
from satchel.schema.surfaces.scan import Scanner
from satchel.schema.surfaces.surface import Kind

FIRES = {
    "SURFACE_UNKNOWN_KEY": [
        ("Store it under user.display.colour_theme.", Kind.PROMPT),
        ('{"key": "user.nmae", "value": "Ann"}', Kind.FEW_SHOT),
        ("Read tasks.opened[t-1] first.", Kind.PROMPT),
    ],
    "SURFACE_DEPRECATED_KEY": [
        ("Write the theme to user.preferences.theme.", Kind.PROMPT),
        ('{"description": "Sets user.lang"}', Kind.TOOL),
        ('store.put("user.lang", "fr")', Kind.CODE),
    ],
    "SURFACE_HANDWRITTEN": [
        ("Write the theme to user.display.theme.", Kind.PROMPT),
        ('{"key": "user.name", "value": "Ann"}', Kind.FEW_SHOT),
    ],
}
SILENT = {
    "SURFACE_UNKNOWN_KEY": [
        ("Store it under user.display.theme.", Kind.PROMPT),
        ("if other.user.display then leave it", Kind.PROMPT),
        ("name = user.name_history[0].strip()", Kind.CODE),
    ],
    "SURFACE_DEPRECATED_KEY": [
        ("Write the theme to user.display.theme.", Kind.PROMPT),
        ("See user.preferences.themes_of_others.list for more.", Kind.PROMPT),
        ("myuser.lang is another tool's", Kind.PROMPT),
    ],
    "SURFACE_HANDWRITTEN": [
        ("<!-- satchel:prompt -->\nuser.display.theme: Colour theme.\n<!-- /satchel -->", Kind.PROMPT),
        ('store.put("user.display.theme", "dark")', Kind.CODE),
    ],
}
ALL = {"system_prompt", "tool.write", "console"}
CLAIMS_FIRE = {
    "SURFACE_CLAIM_WRONG": [({"system_prompt": set(), "tool.write": {1}, "console": {4}}, ALL),
                            ({"system_prompt": {1, 2}, "tool.write": {1}, "console": {4}}, ALL)],
    "SURFACE_UNSCANNED": [({}, set()), ({"system_prompt": {1}, "tool.write": {1}}, ALL - {"console"})],
}  # fmt: skip
CLAIMS_SILENT = {
    "SURFACE_CLAIM_WRONG": [({"system_prompt": {1}, "tool.write": {1}, "console": {4}}, ALL),
                            ({"system_prompt": {1, 3}, "tool.write": {1}, "console": {4}}, ALL)],
    "SURFACE_UNSCANNED": [({}, ALL), ({"elsewhere": {2}}, ALL | {"elsewhere"})],
}  # fmt: skip


def test_every_rule_of_the_scans_is_here() -> None:
    assert {*FIRES, *CLAIMS_FIRE} == set(RULES_OF_SCANS) == {*SILENT, *CLAIMS_SILENT}


@pytest.mark.parametrize(("rule", "text", "kind"), [(rule, *case) for rule, cases in FIRES.items() for case in cases])
def test_it_fires(scanner: Scanner, rule: str, text: str, kind: Kind) -> None:
    assert rule in {one.rule for one in findings(scanner, text, kind)}


@pytest.mark.parametrize(("rule", "text", "kind"), [(rule, *case) for rule, cases in SILENT.items() for case in cases])
def test_it_is_silent(scanner: Scanner, rule: str, text: str, kind: Kind) -> None:
    assert rule not in {one.rule for one in findings(scanner, text, kind)}


@pytest.mark.parametrize(("rule", "case"), [(rule, case) for rule, cases in CLAIMS_FIRE.items() for case in cases])
def test_a_wrong_claim_is_told(rule: str, case: tuple[dict[str, set[int]], set[str]]) -> None:
    assert rule in {one[0] for one in claims(*case)}


@pytest.mark.parametrize(("rule", "case"), [(rule, case) for rule, cases in CLAIMS_SILENT.items() for case in cases])
def test_a_claim_that_holds_is_silent(rule: str, case: tuple[dict[str, set[int]], set[str]]) -> None:
    assert rule not in {one[0] for one in claims(*case)}

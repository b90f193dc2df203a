"""How well the detectors do on labelled texts: one half that they were tuned on, one that they were not."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from tests.access.labelled import Case, load

from satchel.access.classes import LEVEL_OF
from satchel.access.detectors import find

HALVES = {name: load(name) for name in ("held_out", "tuning")}
LOOSE = ("health", "precise_location")
"""Classes that no rule can decide in every case."""


def tallies(cases: list[Case]) -> dict[str, Counter[str]]:
    """Class → how often it was rightly found, wrongly found, missed."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases:
        got = {finding.kind for finding in find(case.text)}
        for kind in got | case.classes:
            found[kind]["right" if kind in got & case.classes else "wrong" if kind in got else "missed"] += 1
    return found


@pytest.mark.parametrize("half", HALVES)
def test_every_class_has_its_cases_in_both_languages(half: str) -> None:
    counts: Counter[tuple[str, str, bool]] = Counter()
    for case in HALVES[half]:
        counts[case.aim, case.language, case.aim in case.classes] += 1
    for kind in LEVEL_OF:
        for language in ("en", "zh"):
            assert counts[kind, language, True] >= 10
            assert counts[kind, language, False] >= 10


def test_no_text_is_in_both_halves() -> None:
    assert {case.text for case in HALVES["held_out"]}.isdisjoint(case.text for case in HALVES["tuning"])


@pytest.mark.parametrize("kind", LEVEL_OF)
@pytest.mark.parametrize("half", HALVES)
def test_precision_and_recall_of_a_class(half: str, kind: str) -> None:
    counts = tallies(HALVES[half])[kind]
    floor = 0.80 if kind in LOOSE else 0.90
    assert counts["right"] >= floor * (counts["right"] + counts["wrong"]), f"precision: {counts}"
    assert counts["right"] >= floor * (counts["right"] + counts["missed"]), f"recall: {counts}"


@pytest.mark.parametrize("half", HALVES)
def test_all_secrets_together_reach_what_is_promised(half: str) -> None:
    counts: Counter[str] = Counter()
    for kind, tally in tallies(HALVES[half]).items():
        if LEVEL_OF[kind] == "secret":
            counts.update(tally)
    assert counts["right"] >= 0.97 * (counts["right"] + counts["wrong"]), f"precision: {counts}"
    assert counts["right"] >= 0.97 * (counts["right"] + counts["missed"]), f"recall: {counts}"


@pytest.mark.parametrize("half", HALVES)
def test_what_is_found_covers_what_must_be_masked(half: str) -> None:
    bare = 0
    framed = 0
    for case in HALVES[half]:
        found = find(case.text)
        for start, end in case.framed:
            framed += 1
            bare += not any(f.start <= start and end <= f.end and f.kind in case.classes for f in found)
    assert framed > 250
    assert bare <= 0.03 * framed

"""Small messy folders of tools that nobody documented, each with what a careful person would take out of it.

Two sets by two authors who had not read the code. What a text *is* by its wording alone may be judged differently here
and there; its words, time, owner and fate may not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from tests.acceptance.folders import judge as first
from tests.acceptance.folders.judge import Rescue, judge, ledger_problems
from tests.acceptance.second import judge as second

CASES = [*(("folders", name) for name in first.NAMES), *(("second", name) for name in second.NAMES)]
LOADERS = {"folders": first.load, "second": second.load}
MOST_TYPES_WRONG = 0.25

pytestmark = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}")


@pytest.fixture(scope="module")
def rescued(tmp_path_factory: pytest.TempPathFactory) -> Callable[[tuple[str, str]], Rescue]:
    """Moves a case once, whatever number of tests look at it."""
    done: dict[tuple[str, str], Rescue] = {}

    def once(case: tuple[str, str]) -> Rescue:
        if case not in done:
            collection, name = case
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(first, "load", LOADERS[collection])
                done[case] = first.rescue(name, tmp_path_factory.mktemp(name))
        return done[case]

    return once


def test_every_memory_comes_through_and_nothing_else(
    case: tuple[str, str], rescued: Callable[[tuple[str, str]], Rescue]
) -> None:
    expected = LOADERS[case[0]](case[1])[1]
    score = judge(rescued(case), expected)
    kinds = Counter(second.kind_of(problem) for problem in score.misses)
    assert kinds["type"] <= max(2, MOST_TYPES_WRONG * score.wanted), score.misses
    assert [problem for problem in score.misses if second.kind_of(problem) != "type"] == []


def test_the_promises_of_a_move_hold(case: tuple[str, str], rescued: Callable[[tuple[str, str]], Rescue]) -> None:
    rescue = rescued(case)
    assert rescue.before
    assert [ledger_problems(report) for report in rescue.reports] == [[], []]
    once, again = (sorted(records, key=lambda record: str(record["id"])) for records in rescue.records)
    assert again == once
    assert rescue.reports[1]["records"]["imported"] == 0
    assert rescue.left == []
    assert rescue.after == rescue.before

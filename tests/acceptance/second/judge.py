"""Judges the second set of folders with the harness of the first.

`python -m tests.acceptance.second.judge [CASE…]` prints the table, every difference, and sums by kind of difference.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from tests.acceptance.folders import judge as harness
from tests.acceptance.folders.expected import Expected

NAMES = sorted(path.stem.removeprefix("case_") for path in Path(__file__).parent.glob("case_*.py"))
_KINDS = ("text", "type", "time", "precision", "scope", "tags", "ttl")


def load(name: str) -> tuple[Any, Expected]:
    module = importlib.import_module(f"tests.acceptance.second.case_{name}")
    return module.build, module.EXPECTED


def main(names: list[str]) -> int:
    harness.load = load
    lines: list[str] = []
    totals: Counter[str] = Counter()
    failed = 0
    print(f"{'case':18} {'recall':>14} {'precision':>14} {'rows':>5}  differences")
    for name in names or NAMES:
        with tempfile.TemporaryDirectory() as place:
            try:
                rescued = harness.rescue(name, Path(place))
            except Exception as error:  # noqa: BLE001 - one case's crash is its result
                failed += 1
                print(f"{name:18} crashed: {type(error).__name__}")
                lines += ["", f"{name}: {error}"]
                continue
        expected = load(name)[1]
        score = harness.judge(rescued, expected)
        problems = [*score.misses, *harness.ledger_problems(rescued.reports[0]), *harness._promises(rescued)]
        kinds = Counter(kind_of(problem) for problem in score.misses)
        failed += bool(problems)
        good = score.active - score.unexpected
        totals.update(wanted=score.wanted, found=score.found, active=score.active, good=good)
        totals.update(kinds)
        print(
            f"{name:18} {score.recall:5.2f} {score.found:3}/{score.wanted:<3}  {score.precision:5.2f} {good:3}/{score.active:<3}"
            f" {rescued.reports[0]['rows']['in']:5}  {dict(kinds)}"
        )
        if problems:
            rows = {fate: count for fate, count in rescued.reports[0]["rows"].items() if count}
            lines += ["", f"{name}  {rows}", *(f"  - {problem}" for problem in problems)]
    if totals["wanted"] and totals["active"]:
        print(
            f"{'all':18} {totals['found'] / totals['wanted']:5.3f} {totals['found']}/{totals['wanted']}"
            f"  {totals['good'] / totals['active']:5.3f} {totals['good']}/{totals['active']}  {dict(totals)}"
        )
    print("\n".join(lines))
    return failed


def kind_of(problem: str) -> str:
    for mark, kind in (
        ("unexpected memory", "unexpected"),
        ("holds ", "forbidden"),
        ("missing", "absent"),
        (": came out otherwise", "reworded"),
        (": not a memory, but", "demoted"),
        (": type ", "type"),
        (": created_at ", "time"),
        (": precision ", "precision"),
        (": scope ", "scope"),
        (": tags ", "tags"),
        (": ttl ", "ttl"),
    ):
        if problem.startswith(mark) if mark in ("unexpected memory", "holds ") else mark in problem:
            return kind
    return "count"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Every measurement of `make bench` still runs and fills its table, on a handful of records."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"
SMALL = {
    "latency": ["--rounds", "3"],
    "reading": ["--sizes", "50"],
    "forgetting": ["--size", "200"],
    "bulk": ["--sizes", "50"],
    "chatgpt": ["--size", "1"],
    "batches": ["--sizes", "50"],
    "vectors": ["--sizes", "50"],
    "surfaces": ["--files", "20", "--bytes", "40000"],
}
SLOW = ("bulk", "chatgpt", "batches", "vectors", "surfaces")
"""They start the command a dozen times, or embed thousands of texts."""
ELSEWHERE = ("checkup", "schema", "keyed", "retrieval", "no-answer", "peers", "survival")
"""They need what is not in the repository, or have tests of their own."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name in SLOW else name for name in SMALL]
)
def test_a_measurement_fills_its_table(name: str, tmp_path: Path) -> None:
    page, results = tmp_path / "page.md", tmp_path / "results.json"
    page.write_text(f"# Before\n\n<!-- bench {name} -->\n<!-- end of {name} -->\n\nAfter\n", "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", f"bench.{name}", *SMALL[name], "--json", results, "--page", page],
        cwd=ROOT, capture_output=True, encoding="utf-8", env={**os.environ, "PYTHONPATH": ""}, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    rows = json.loads(results.read_text("utf-8"))["rows"]
    assert rows
    shown = page.read_text("utf-8")
    assert shown.startswith("# Before\n")
    assert shown.endswith("After\n")
    table = [line for line in shown.splitlines() if line.startswith("|")]
    assert len(table) == 2 + len(rows)
    assert len({line.count("|") for line in table}) == 1


def test_the_page_has_a_place_for_every_measurement() -> None:
    places = re.findall(r"<!-- bench ([\w-]+) -->", PAGE.read_text("utf-8"))
    assert sorted(places) == sorted([*SMALL, *ELSEWHERE])


def test_the_texts_are_the_same_for_the_same_seed_and_keep_bringing_new_words() -> None:
    program = (
        "import json, sys; from bench.content import records;"
        "json.dump([[r['content'] for r in records(n, seed=s)] for n, s in ((40, 1), (60, 1), (3000, 2))], sys.stdout)"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True)
    short, longer, many = json.loads(ran.stdout)
    assert longer[:40] == short
    words = [set(re.findall(r"\w+", " ".join(many[:n]))) for n in (1000, 3000)]
    assert len(words[1]) > 1.8 * len(words[0])
    assert len(set(many)) > 0.8 * len(many)

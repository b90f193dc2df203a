"""The bench of keyed memory still runs and fills its table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_bench_fills_its_table(tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    command = [sys.executable, "-m", "bench.keyed", "--keys", "10", "--rounds", "3", "--json", str(results)]
    ran = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", env={**os.environ, "PYTHONPATH": ""}, check=False
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert len(json.loads(results.read_text("utf-8"))["rows"]) == 11

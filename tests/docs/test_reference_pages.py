"""The generated pages are up to date, and every error code and command has its place in them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_generated_pages_are_what_the_code_says(tmp_path: Path) -> None:
    program = (
        "import runpy, json, sys;"
        f"made = runpy.run_path({str(ROOT / 'docs/reference/generate.py')!r})['pages']();"
        "sys.stdout.buffer.write(json.dumps(made).encode())"
    )
    import json

    made = json.loads(subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout)
    for name, text in made.items():
        committed = (ROOT / "docs/reference" / name).read_text("utf-8")
        assert committed == text, f"docs/reference/{name} is out of date: python docs/reference/generate.py"

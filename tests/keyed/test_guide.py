"""The guide's Python runs as it stands, over the schema that it shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "keyed-memory.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def test_the_blocks_run_and_print_what_is_shown(tmp_path: Path) -> None:
    (schema,) = blocks("yaml")
    (tmp_path / "memory_schema.yml").write_text(schema, "utf-8")
    program = "\n".join(blocks("python"))
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert ran.returncode == 0, ran.stderr
    (shown,) = blocks("text")
    assert ran.stdout.startswith(shown)
    assert "+    name: user.hat" in ran.stdout


def test_the_counters_that_are_shown_are_those_of_the_page(tmp_path: Path) -> None:
    (schema,) = blocks("yaml")
    (tmp_path / "memory_schema.yml").write_text(schema, "utf-8")
    subprocess.run([sys.executable, "-c", "\n".join(blocks("python"))], cwd=tmp_path, capture_output=True, check=True)
    satchel = str(Path(sys.executable).with_name("satchel"))
    ran = subprocess.run(
        [satchel, "schema", "counters", "--store", "notes.db"], cwd=tmp_path, capture_output=True, encoding="utf-8",
        check=True,
    )  # fmt: skip
    shown = next(block for block in blocks("console") if "schema counters" in block).splitlines()
    for line in shown[1 : shown.index("…")]:
        assert line in ran.stdout


def test_the_commands_print_what_is_shown(tmp_path: Path) -> None:
    (schema,) = blocks("yaml")
    (tmp_path / "memory_schema.yml").write_text(schema, "utf-8")
    block = next(block for block in blocks("console") if "SATCHEL_STORE" in block)
    commands = "\n".join(line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ "))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-ec", commands], cwd=tmp_path, env=os.environ | {"PATH": path}, capture_output=True, encoding="utf-8",
        check=True,
    )  # fmt: skip
    shown = [line.rstrip("…") for line in block.splitlines() if not line.startswith("$ ") and line != "…"]
    for line in shown:
        assert line in ran.stdout
    assert (tmp_path / "notes.db").exists()
    assert ran.stderr == ""

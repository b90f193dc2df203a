"""The READMEs' Python runs as it stands, in an empty folder, and both tell the same."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
READMES = ("README.md", "README.zh-CN.md")


def blocks(name: str, language: str) -> list[str]:
    text = (ROOT / name).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("name", READMES)
def test_the_python_block_runs_and_answers(name: str, tmp_path: Path) -> None:
    (block,) = blocks(name, "python")
    ran = subprocess.run([sys.executable, "-c", block], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert ran.stdout.strip() == "用户喜欢乌龙茶，不喝咖啡"
    assert (tmp_path / "notes.satchel").is_file()


def test_both_readmes_have_the_same_blocks_and_sections() -> None:
    english, chinese = READMES
    assert blocks(english, "python") == blocks(chinese, "python")
    commands = [
        re.findall(r"^(?:make|satchel(?: schema| surfaces)?) \w+", "\n".join(blocks(name, "sh")), re.MULTILINE)
        for name in READMES
    ]
    assert commands[0] == commands[1]
    headings = [len(re.findall(r"^## ", (ROOT / name).read_text("utf-8"), re.MULTILINE)) for name in READMES]
    assert headings[0] == headings[1]


def test_every_command_in_a_readme_exists() -> None:
    from satchel.cli.app import app

    alone = {command.name for command in app.registered_commands}
    below = {
        group.name: {command.name for command in group.typer_instance.registered_commands}
        for group in app.registered_groups
        if group.typer_instance is not None
    }
    for name in READMES:
        for used, then in re.findall(r"^satchel (\w+)(?: (\S+))?", "\n".join(blocks(name, "sh")), re.MULTILINE):
            assert used in alone or then in below[used]

"""Blocks of a page that show a console: commands that run, and what they must print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a block."""

    line: int
    text: str
    wanted: tuple[str, ...]
    """Lines of output; an ellipsis alone stands for any number of lines, inside a line for any text."""


def commands(page: str) -> list[Command]:
    """All commands of a page, in order."""
    found = []
    for block in _BLOCK.finditer(page):
        first = page.count("\n", 0, block.start(1)) + 1
        lines = block[1].splitlines()
        starts = [n for n, line in enumerate(lines) if line.startswith("$ ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            text = re.sub(r"\s+#\s.*$", "", lines[start][2:])
            wanted = "\n".join(line.rstrip() for line in lines[start + 1 : end]).rstrip("\n")
            found.append(Command(first + start, text, tuple(wanted.split("\n")) if wanted else ()))
    return found


def run(command: Command, folder: Path) -> str:
    """What a command prints, both streams in one as a terminal shows them."""
    bin = Path(sys.executable).parent
    environment = {
        **os.environ, "PATH": f"{bin}{os.pathsep}{os.environ.get('PATH', '')}", "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8",
        "SATCHEL_LANGUAGE": "en", "SATCHEL_EMBEDDER": "none", "COLUMNS": "400", "NO_COLOR": "1", "HOME": str(folder.parent),
    }  # fmt: skip
    ran = subprocess.run(
        ["sh", "-c", command.text],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return ran.stdout.decode("utf-8")


def agrees(wanted: tuple[str, ...], printed: str) -> bool:
    """Whether what was printed is what the page says."""
    pattern = ""
    for line in wanted:
        if line == ELLIPSIS:
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.split(ELLIPSIS))) + r"\n"
    text = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    return re.fullmatch(pattern, text) is not None

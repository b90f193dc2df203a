"""What every measurement shares: child processes timed by the system, one table, one JSON document, a page that shows it.

Each thing measured runs in a process of its own, so that nothing is warm that would be cold for a user, and its peak
memory is its own. This module imports next to nothing: Linux counts the parent's memory as the child's until it has
started its own program.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "build" / "bench"
"""Input files are made once and kept here."""
SATCHEL = str(Path(sys.executable).with_name("satchel"))


@dataclass(frozen=True, slots=True)
class Run:
    """What a child process took."""

    wall_s: float
    cpu_s: float
    """In user and kernel mode; what others do on this machine counts in it less than in `wall_s`."""
    peak_bytes: int
    """Most memory that was resident at once."""
    output: str = ""
    errors: str = ""
    """The end of what it wrote to standard error."""
    code: int = 0


def child(*command: str | Path, env: Mapping[str, str] | None = None, expect: int | None = 0) -> Run:
    """Run a command to its end.

    Args:
        command: Program and arguments.
        env: Variables to set beside those of this process.
        expect: Exit code that it must have; None takes any.

    Raises:
        RuntimeError: another exit code; with what it wrote to standard error.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        process = subprocess.Popen(
            [str(part) for part in command], stdout=out, stderr=err, cwd=ROOT, env=environment(env)
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = code = os.waitstatus_to_exitcode(status)
        err.seek(0)
        errors = err.read().decode("utf-8", "replace")[-2000:]
        if expect is not None and code != expect:
            shown = " ".join(str(part) for part in command)
            raise RuntimeError(f"exit code {code}: {shown}\n{errors}")
        out.seek(0)
        output = out.read().decode("utf-8", "replace")
        return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, output, errors, code)


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """What every process of ours is started with: no vectors unless they are what is measured, as in a bare install."""
    return {**os.environ, "SATCHEL_EMBEDDER": "none", **(more or {})}


def python(module: str, *arguments: str | Path, **options: Any) -> Run:
    """Run a module of ours or of `bench` in a fresh interpreter; as `child`."""
    return child(sys.executable, "-m", module, *arguments, **options)


def satchel(*arguments: str | Path, **options: Any) -> Run:
    """Run the command as a user does; as `child`."""
    return child(SATCHEL, *arguments, **options)


@contextmanager
def workplace() -> Iterator[Path]:
    """A folder on the disk that is measured, removed afterwards. Not `/tmp`, which may lie in memory."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="work-", dir=KEPT) as folder:
        yield Path(folder)


def kept(name: str, make: Callable[[Path], object]) -> Path:
    """An input file of this name, made if it is not there yet; a half-made one never has the name.

    What other code made is not used: the folder is called by a digest of the generators.
    """
    path = place_of(name)
    if not path.exists():
        make_anew(path, make)
    return path


def place_of(name: str) -> Path:
    """Where `kept` keeps a file of this name."""
    makers = b"".join((ROOT / "bench" / file).read_bytes() for file in ("content.py", "chatgpt_export.py"))
    return KEPT / f"inputs-{hashlib.sha256(makers).hexdigest()[:8]}" / name


def make_anew(path: Path, make: Callable[[Path], T]) -> T:
    """Make a file, in the place of any that is there; until it is done it has another name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    if unfinished.is_dir():
        shutil.rmtree(unfinished)
    else:
        remove_store(unfinished)
    made = make(unfinished)
    unfinished.replace(path)
    return made


def remove_store(path: Path) -> None:
    """Take a SQLite file away with its log."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


@dataclass(slots=True)
class Table:
    """One table of results, and the same as data."""

    name: str
    """Of the block in the page that shows it."""
    title: str
    columns: Sequence[str]
    command: str
    rows: list[tuple[str, ...]] = field(default_factory=list)
    data: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, *cells: str, **data: Any) -> None:
        """One row as it is shown, and its exact numbers."""
        self.rows.append(cells)
        self.data.append(data)
        print(" | ".join(cells), file=sys.stderr, flush=True)

    def markdown(self) -> str:
        lines = [f"**{self.title}**", "", _line(self.columns), _line([_rule(i) for i in range(len(self.columns))])]
        lines += [_line(row) for row in self.rows]
        lines += ["", *(f"- {note}" for note in self.notes), *([""] if self.notes else [])]
        return "\n".join([*lines, f"`{self.command}` – {machine()}"])

    def publish(self, arguments: argparse.Namespace) -> None:
        """Print the table; write it wherever it was asked for."""
        text = self.markdown()
        print("\n" + text + "\n")
        if arguments.json is not None:
            document = {"name": self.name, "command": self.command, "machine": machine(), "rows": self.data}
            arguments.json.parent.mkdir(parents=True, exist_ok=True)
            arguments.json.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")
        if arguments.page is not None:
            _put_into(arguments.page, self.name, text)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _rule(place: int) -> str:
    return "---" if place == 0 else "---:"


def _put_into(page: Path, name: str, text: str) -> None:
    """Replace what stands between the marks of this name."""
    begin, end = f"<!-- bench {name} -->", f"<!-- end of {name} -->"
    before = page.read_text("utf-8")
    if begin not in before or end not in before:
        raise SystemExit(f"{page} has no place for it: {begin} … {end}")
    after = re.sub(
        re.escape(begin) + ".*?" + re.escape(end), lambda _: f"{begin}\n{text}\n{end}", before, flags=re.DOTALL
    )
    page.write_text(after, "utf-8")


def parser(description: str | None) -> argparse.ArgumentParser:
    """The options that every measurement has."""
    options = argparse.ArgumentParser(description=(description or "").splitlines()[0])
    options.add_argument("--full", action="store_true", help="the long form: a million records")
    options.add_argument("--json", type=Path, metavar="FILE", help="write the results as JSON")
    options.add_argument("--page", type=Path, metavar="FILE", help="put the table into this page, between its marks")
    return options


def machine() -> str:
    """Where and when this was measured, how busy it was beside us."""
    load = os.getloadavg()[1] if hasattr(os, "getloadavg") else float("nan")
    return (
        f"{os.cpu_count()} cores of {_processor()}, {_memory_gib():.0f} GiB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {datetime.now(UTC):%Y-%m-%d}, "
        f"load {load:.1f} with this"
    )


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1].strip() if found else platform.processor() or platform.machine()


def _memory_gib() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def free_bytes() -> int:
    """Room on the disk that is measured."""
    KEPT.mkdir(parents=True, exist_ok=True)
    return shutil.disk_usage(KEPT).free


def count(number: float) -> str:
    """12,345"""
    return f"{number:,.0f}"


def megabytes(size: float) -> str:
    """Of 10⁶ bytes, as the targets are given."""
    return f"{size / 1e6:,.0f} MB"

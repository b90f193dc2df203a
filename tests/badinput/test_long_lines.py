"""One line of two gigabytes, of many kinds: told or refused, in memory that does not grow with it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

GOOD = b'{"id":"a%d","type":"fact","content":"User keeps %d in mind","scope":"user:me","source_agent":"x","created_at":null}\n'
MEASURED = r"""
import re, sys
from pathlib import Path
from satchel.cli.app import code_of
code = code_of(sys.argv[1:])
print(re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())[1], file=sys.stderr)
sys.exit(code)
"""
"""Not `getrusage`: what it gives counts the memory of the process that started this one."""


def _hole(path: Path, size: int, before: bytes = b"", after: bytes = b"") -> None:
    """A file with nothing but zeros between two ends, which takes no room on the disk."""
    with path.open("wb") as out:
        out.write(before)
        out.truncate(len(before) + size)
        out.seek(0, 2)
        out.write(after)


def _filled(path: Path, size: int, before: bytes, after: bytes) -> None:
    block = b"tea and toast " * 4096
    with path.open("wb") as out:
        out.write(before)
        for _ in range(size // len(block)):
            out.write(block)
        out.write(after)


Make = Callable[[Path, int], None]
KINDS: dict[str, Make] = {
    "zeros.bin": _hole,
    "zeros.jsonl": lambda path, size: _hole(path, size, GOOD % (1, 1) + b'{"id":"', b'"}\n' + GOOD % (2, 2)),
    "records.jsonl": lambda path, size: _filled(
        path, size, GOOD % (1, 1) + b'{"id":"b","type":"fact","content":"', b'"}\n' + GOOD % (2, 2)
    ),
    "rows.jsonl": lambda path, size: _filled(
        path, size, b'{"memory":"User lives in Oslo"}\n{"memory":"', b'"}\n{"memory":"User likes tea at four"}\n'
    ),
    "list.json": lambda path, size: _filled(path, size, b'[{"memory":"User lives in Oslo"},{"memory":"', b'"}]'),
    "notes.txt": lambda path, size: _filled(path, size, b"- User lives in Oslo\n- ", b"\n- User likes tea at four\n"),
    "table.csv": lambda path, size: _filled(
        path, size, b'id,memory\n1,User lives in Oslo\n2,"', b'"\n3,User likes tea\n'
    ),
    "stream.satchel": lambda path, size: _filled(path, size, b'{"satchel":"1.0"}\n{"id":"', b'"}\n'),
}


def peak_mib(place: Path, name: str, size: int) -> tuple[int, int, str]:
    """Import a file of a kind in a process of its own: its exit code, most memory in MiB, and what it said."""
    file = place / name
    KINDS[name](file, size)
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "import", str(file), "--store", f"sqlite:{place}/{name}.db", "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    file.unlink()
    *said, kib = done.stderr.strip().splitlines()
    assert len(said) == (1 if done.returncode else 0), done.stderr
    document = json.loads(done.stdout)
    assert ("error" in document) == bool(done.returncode)
    if not done.returncode:
        assert document["rows"]["unaccounted"] == 0
        assert document["rows"]["rejected"] >= 1 or document["memories"] >= 1
    return done.returncode, int(kib) >> 10, done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("name", ["records.jsonl", "zeros.bin", "stream.satchel"])
def test_a_line_of_300_mib(name: str, tmp_path: Path) -> None:
    code, peak, _ = peak_mib(tmp_path, name, 300 << 20)
    assert code in {0, 3, 4}
    assert peak < 280


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("name", KINDS)
def test_a_line_of_two_gib(name: str, tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    code, peak, _ = peak_mib(tmp_path, name, 2 << 30)
    record_property("measured", f"a line of 2 GiB in {name}: exit code {code}, at most {peak} MiB of memory")
    assert code in {0, 3, 4}
    assert peak < 400

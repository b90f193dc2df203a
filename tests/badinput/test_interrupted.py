"""Ctrl-C in the middle: exit code 130, one line, a store that works, and what was acknowledged is in it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from satchel.cli import exits
from satchel.stores.registry import open_store

ROWS = 4_500
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a child there")


def _source(place: Path) -> Path:
    file = place / "rows.json"
    rows = [{"id": n, "memory": f"User keeps the number {n} in mind and likes it"} for n in range(ROWS)]
    file.write_text(json.dumps(rows), "utf-8")
    return file


def _started(*arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "satchel", *(str(argument) for argument in arguments), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _count(url: str, *, of: subprocess.Popen[bytes]) -> int:
    """Memories in the store by now, while the child works on."""
    for _ in range(6000):
        if of.poll() is not None:
            break
        try:
            with open_store(url, create=False, read_only=True) as store:
                if found := store.count():
                    return found
        except Exception:  # noqa: BLE001 - not there yet, or being made
            pass
        time.sleep(0.01)  # another process is waited for
    return 0


@pytest.mark.parametrize("command", ["import", pytest.param("move", marks=pytest.mark.soak)])
def test_sigint_in_the_middle_of_an_import(command: str, run: Any, tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/new/s.db"
    source = _source(tmp_path)
    child = _started(command, source, *(("--store", url) if command == "import" else (url,)))
    acknowledged = _count(url, of=child)
    child.send_signal(signal.SIGINT)
    told, said = child.communicate(timeout=120)
    if child.returncode == exits.OK:
        pytest.skip("it was through before the signal came")
    assert child.returncode == exits.INTERRUPTED, said
    assert said.decode().splitlines() == ["Stopped. What was acknowledged is kept."]
    assert json.loads(told)["error"]["code"] == "interrupted"
    with open_store(url, create=False) as store:
        found = store.count()
        assert 0 < acknowledged <= found < ROWS
        batches = list(store.batches())
    assert not [path for path in (tmp_path / "new").iterdir() if path.name.endswith((".part", ".satchel"))]
    assert not list((tmp_path / "scratch").iterdir())
    assert run("doctor", "--store", url).json["ok"]
    undone = run("undo", batches[0], "--store", url).json
    assert undone["removed"] == found
    again = run("import", source, "--store", url).json
    assert again["records"]["imported"] == ROWS


@pytest.mark.soak
def test_sigint_while_a_stream_is_written(run: Any, tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/s.db"
    assert run("import", _source(tmp_path), "--store", url).code == 0
    out = tmp_path / "out"
    child = _started("export", "--scope", "*", "-o", out / "all.satchel", "--store", url)
    while child.poll() is None and not (out / ".all.satchel.part").exists():
        time.sleep(0.005)  # another process is waited for
    child.send_signal(signal.SIGINT)
    told, said = child.communicate(timeout=120)
    if child.returncode == exits.OK:
        pytest.skip("it was through before the signal came")
    assert child.returncode == exits.INTERRUPTED, said
    assert said.decode().splitlines() == ["Stopped. What was acknowledged is kept."]
    assert json.loads(told)["error"]["code"] == "interrupted"
    assert list(out.iterdir()) == []

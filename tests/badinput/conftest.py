"""Running commands against one store that must come out of each of them as it went in."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from satchel.cli import exits
from satchel.cli.app import code_of


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on stdout; anything else there fails."""
        return json.loads(self.out)

    def refused(self, *codes: int, names: str = "", says: str = "") -> None:
        """One line that names the thing, one document with the same, and an exit code of the table."""
        assert self.code in (codes or tuple(set(exits.MEANINGS) - {exits.OK, exits.INTERNAL})), (self.code, self.err)
        assert len(self.err.splitlines()) == 1, self.err
        assert self.err.isprintable() or self.err[:-1].isprintable(), self.err
        assert self.err.startswith("Error: ")
        assert names in self.err
        assert says in self.err
        error = self.json["error"]
        assert set(error) <= {"code", "message", "problems"}
        assert error["code"] != "internal"
        assert error["message"]


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where temporary files go; nothing may be left there."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield folder
    assert list(folder.iterdir()) == []


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], scratch: Path) -> Callable[..., Ran]:
    """`run("recall", "tea")` in this process, with `--json`."""

    def act(*arguments: object) -> Ran:
        capsys.readouterr()
        code = code_of([*(str(argument) for argument in arguments), "--json"])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return act


@pytest.fixture
def child(scratch: Path) -> Callable[..., Ran]:
    """The same as a process of its own; `humble`: one that has no more rights than the files give it, root or not."""

    def act(*arguments: object, humble: bool = False, **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "satchel", *(str(argument) for argument in arguments), "--json"],
            capture_output=True,
            check=False,
            timeout=120,
            env={**os.environ, **environment},
            preexec_fn=_humble if humble else None,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return act


def _humble() -> None:
    """Give up what lets root read and write everything; it holds from the program that is started next."""
    drop_bounding, may_write_all, may_read_all = 24, 1, 2  # of linux/prctl.h and linux/capability.h
    libc = ctypes.CDLL(None)
    for right in (may_write_all, may_read_all):
        libc.prctl(drop_bounding, right, 0, 0, 0)


@dataclass(frozen=True)
class Kept:
    """A store with something in it."""

    url: str
    folder: Path
    before: str

    def unchanged(self, run: Callable[..., Ran]) -> None:
        """What is in it, and that nothing lies beside it that was not there."""
        assert content(run, self.url) == self.before
        strange = {path.name for path in self.folder.iterdir()} - {
            f"store.db{suffix}" for suffix in ("", "-wal", "-shm", ".lock")
        }
        assert not strange


def content(run: Callable[..., Ran], url: str) -> str:
    """Everything in a store, as one digest: its memories, what was set aside, which imports there were."""
    told = [run(*what, "--store", url).out for what in (("list", "--archived"), ("quarantine", "list"), ("undo",))]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


@pytest.fixture
def kept(run: Callable[..., Ran], tmp_path: Path) -> Kept:
    folder = tmp_path / "kept"
    folder.mkdir()
    url = f"sqlite:{folder}/store.db"
    assert run("remember", "User likes green tea with toast", "--store", url).code == 0
    return Kept(url, folder, content(run, url))

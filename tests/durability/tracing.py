"""What a process really asked of the disk: its system calls, recorded by strace, as steps in one order."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

_CALLS = (
    "openat,open,creat,close,dup,dup2,dup3,read,readv,pread64,write,writev,pwrite64,pwritev,pwritev2,lseek,ftruncate,truncate,fallocate,"
    "fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,"
    "copy_file_range,sendfile,mmap"
)
_LINE = re.compile(r"(?:\d+ +)?(\w+)\((.*)\) += (-?\d+|0x[0-9a-f]+|\?)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened to the disk, or an acknowledgement."""

    what: str
    """`write truncate sync` of a file; `create rename remove make sync-folder` of names; `said` on standard output."""
    path: str = ""
    """A name, at the time of the step."""
    file: int = 0
    """Which file it is, whatever its name."""
    at: int = 0
    """Offset, or size after a `truncate`."""
    data: bytes = b""
    other: str = ""
    """The new name of a `rename`."""


def record(command: list[str], log: Path, root: Path) -> list[Step]:
    """Run a command to its end and give what it did under a folder.

    Skips the test where processes cannot be traced.
    """
    tool = shutil.which("strace")
    if tool is None or subprocess.run([tool, "-o", os.devnull, "true"], check=False, capture_output=True).returncode:
        pytest.skip("needs strace, and the right to trace; .ci/run installs it")
    before = files_under(root)
    ran = subprocess.run(
        [tool, "-f", "--seccomp-bpf", "-xx", "-s", str(1 << 26), "-e", f"trace={_CALLS}", "-o", str(log), *command],
        check=False,
        capture_output=True,
    )
    assert ran.returncode == 0, ran.stderr[-3000:].decode()
    return list(_Reader(root=str(root), names=before).steps(log))


def files_under(root: Path) -> dict[str, int]:
    """Names of files under a folder, each with a number of its own."""
    return {str(path): number for number, path in enumerate(sorted(root.rglob("*")), 1) if path.is_file()}


@dataclass(slots=True)
class _Handle:
    path: str
    file: int
    at: int = 0


@dataclass(slots=True)
class _Reader:
    """Follows handles and names through a log."""

    root: str
    names: dict[str, int]
    handles: dict[int, _Handle] = field(default_factory=dict)
    last: int = 10_000

    def steps(self, log: Path) -> Iterator[Step]:
        with log.open(encoding="ascii") as lines:
            for line in lines:
                found = _LINE.match(line)
                if found is None:
                    assert not self._concerns_us(line), line[:300]
                    continue
                name, arguments, result = found.groups()
                assert "..." not in arguments[-20:], "strace cut a text"
                if not result.startswith(("-", "?")):
                    yield from self._step(name, arguments, int(result, 0))

    def _concerns_us(self, line: str) -> bool:
        return "".join(f"\\x{byte:02x}" for byte in self.root.encode()) in line

    def _step(self, name: str, arguments: str, result: int) -> Iterator[Step]:
        texts = [bytes.fromhex(text.replace("\\x", "")) for text, _ in _TEXT.findall(arguments)]
        plain = [part.strip() for part in _TEXT.sub('""', arguments).split(",")]
        act: Callable[..., Iterator[Step]] | None = getattr(self, f"_{name}", None)
        if act is not None:
            yield from act(texts, plain, result)
            return
        # Whatever is not followed here must not happen to our files.
        assert not any(os.fsdecode(text).startswith(self.root) for text in texts), (name, plain)
        handle = self.handles.get(int(plain[0])) if plain[0].isdigit() else None
        assert handle is None, (name, plain)

    # Handles

    def _openat(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        path, flags = os.path.normpath(os.fsdecode(texts[0])), plain[2]
        self.handles.pop(result, None)
        if not path.startswith(self.root + "/") and path != self.root:
            return
        assert "O_APPEND" not in flags
        if "O_DIRECTORY" in flags or Path(path).is_dir():
            self.handles[result] = _Handle(path, 0)
            return
        file = self.names.get(path)
        if file is None:
            if "O_CREAT" not in flags:
                return  # a folder that is gone by now
            self.last += 1
            file = self.names[path] = self.last
            yield Step("create", path, file)
        elif "O_TRUNC" in flags:
            yield Step("truncate", path, file, 0)
        self.handles[result] = _Handle(path, file)

    def _close(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        self.handles.pop(int(plain[0]), None)
        yield from ()

    def _read(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        if handle := self.handles.get(int(plain[0])):
            handle.at += result
        yield from ()

    def _pread64(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        yield from ()

    def _lseek(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        if handle := self.handles.get(int(plain[0])):
            handle.at = result
        yield from ()

    def _mmap(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        handle = self.handles.get(int(plain[4])) if plain[4].isdigit() else None
        if handle is not None and "PROT_WRITE" in plain[2] and "MAP_SHARED" in plain[3]:
            # The index of the write-ahead log is made anew after a power loss; nothing else may be written that way.
            assert handle.path.endswith("-shm"), handle.path
        yield from ()

    # Files

    def _write(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        if plain[0] == "1":
            yield Step("said", data=texts[0][:result])
        elif handle := self.handles.get(int(plain[0])):
            yield Step("write", handle.path, handle.file, handle.at, texts[0][:result])
            handle.at += result

    def _pwrite64(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        if handle := self.handles.get(int(plain[0])):
            yield Step("write", handle.path, handle.file, int(plain[3]), texts[0][:result])

    def _ftruncate(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        if handle := self.handles.get(int(plain[0])):
            yield Step("truncate", handle.path, handle.file, int(plain[1]))

    def _fsync(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        if handle := self.handles.get(int(plain[0])):
            yield Step("sync" if handle.file else "sync-folder", handle.path, handle.file)

    _fdatasync = _fsync

    # Names

    def _rename(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        old, new = (os.path.normpath(os.fsdecode(text)) for text in texts)
        if old.startswith(self.root):
            file = self.names[new] = self.names.pop(old)
            yield Step("rename", old, file, other=new)

    _renameat = _renameat2 = _rename

    def _unlink(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        path = os.path.normpath(os.fsdecode(texts[0]))
        if path.startswith(self.root):
            yield Step("remove", path, self.names.pop(path))

    def _unlinkat(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        path = os.fsdecode(texts[0])
        assert path.startswith("/"), "a relative name"
        yield from self._unlink(texts, plain, result)

    def _mkdir(self, texts: list[bytes], plain: list[str], result: int) -> Iterator[Step]:
        path = os.path.normpath(os.fsdecode(texts[0]))
        if path.startswith(self.root):
            yield Step("make", path)


def child_command(order: dict[str, Any]) -> list[str]:
    """A child of its own, not forked from a nursery, that carries out one order."""
    return [sys.executable, str(Path(__file__).with_name("child.py")), json.dumps(order)]

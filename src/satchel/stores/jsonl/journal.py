"""The log file: committed groups of operations, appended and synced, read back up to the last whole group.

First line: `{"satchel_log": 1, "generation": "…"}`. Then groups: one operation a line, closed by
`{"commit": {"lines": n, "sha256": "…"}}` over the group's bytes. A group without its closing line never happened:
the process was killed before it could acknowledge it. Compaction writes a new file under a new generation and renames
it over the old one; whoever has the old one open sees the generation change and reads anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from satchel.stores.jsonl.table import Operation
from satchel.stores.stored_json import decode, encode
from satchel_protocol.errors import StoreDamagedError, StoreVersionError

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Group:
    """One committed group."""

    operations: tuple[Operation, ...]
    end: int
    """Offset behind its closing line."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A stretch of the log that cannot be read, although whole groups follow it."""

    line: int
    """Line it begins at, from 1."""
    raw: bytes


def header(generation: str) -> bytes:
    """The first line of a log."""
    return encode({"satchel_log": FORMAT, "generation": generation}).encode() + b"\n"


def read_generation(file: BinaryIO, path: Path) -> str:
    """Read the first line.

    Raises:
        StoreDamagedError: this is no log of ours.
        StoreVersionError: a newer Satchel wrote it.
    """
    first = file.readline(1 << 16)
    try:
        data = json.loads(first)
        version, generation = data["satchel_log"], str(data["generation"])
    except (ValueError, KeyError, TypeError) as error:
        raise StoreDamagedError(
            f"{path} is no Satchel log: its first line is something else. To read it as a source: satchel import {path.name}"
        ) from error
    if not isinstance(version, int) or version > FORMAT:
        raise StoreVersionError(f"{path} is of log format {version}; this Satchel knows up to {FORMAT}. Update Satchel")
    return generation


def encode_group(operations: Iterable[Operation]) -> bytes:
    """A group's bytes, closing line included."""
    lines = [encode(operation).encode() + b"\n" for operation in operations]
    body = b"".join(lines)
    return body + encode({"commit": {"lines": len(lines), "sha256": sha256(body).hexdigest()}}).encode() + b"\n"


def read_groups(file: BinaryIO, faults: list[Fault]) -> Iterator[Group]:
    """Read groups from where the file stands; stops before an unfinished one.

    A group that is damaged in its middle goes to `faults` when a whole one follows, since a torn last group is how a
    killed writer looks and no damage.
    """
    pending: list[bytes] = []
    number = start = 1
    suspect: Fault | None = None
    offset = file.tell()
    for raw in file:
        number += 1
        offset += len(raw)
        if not pending:
            start = number
        if not raw.startswith(b'{"commit":') or not raw.endswith(b"\n"):
            pending.append(raw)
            continue
        operations = _whole(pending, raw)
        if operations is None:
            suspect = suspect or Fault(start, b"".join((*pending, raw)))
        else:
            if suspect is not None:
                faults.append(suspect)
                suspect = None
            yield Group(operations, offset)
        pending = []
    if suspect is not None:
        faults.append(suspect)


def _whole(lines: list[bytes], closing: bytes) -> tuple[Operation, ...] | None:
    try:
        said = json.loads(closing)["commit"]
        body = b"".join(lines)
        if said["lines"] != len(lines) or said["sha256"] != sha256(body).hexdigest():
            return None
        return tuple(decode(line.decode()) for line in lines)
    except (ValueError, KeyError, TypeError):
        return None


def append(file: BinaryIO, data: bytes) -> None:
    """Append and sync: when this returns, the bytes survive a power loss."""
    file.seek(0, os.SEEK_END)
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def write_anew(path: Path, generation: str, operations: Iterable[Operation]) -> None:
    """Write a compacted log beside the old one, sync it, and rename it over; one or the other is always whole."""
    temporary = path.with_name(f".{path.name}.{generation}")
    try:
        with temporary.open("xb") as file:
            file.write(header(generation))
            hash_, lines = sha256(), 0
            for operation in operations:
                raw = encode(operation).encode() + b"\n"
                hash_.update(raw)
                lines += 1
                file.write(raw)
            file.write(encode({"commit": {"lines": lines, "sha256": hash_.hexdigest()}}).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename or a new file in a folder durable; a no-op where folders cannot be synced (Windows)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

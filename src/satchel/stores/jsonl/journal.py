"""The format of the log: committed groups of operations, read back up to the last whole group.

First line: `{"satchel_log": 1, "generation": "…"}`. Then groups: one operation a line, each with its CRC-32, closed by
`{"commit": {"lines": n, "bytes": n, "sha256": "…"}}` over them. A group without its closing line never happened:
its writer was killed before it could acknowledge it. The digest decides; the CRCs tell, in a damaged group, which lines
are still good.

A log that was written anew has `"compacted": true` in its first line, and the operation `{"compacted": n}` behind the n
that were put in place as one: a log that ends before it was cut off by somebody, not left by a killed writer.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import BinaryIO, Final

from satchel.stores.jsonl.table import OPERATIONS, Operation
from satchel.stores.stored_json import decode, encode
from satchel_protocol.errors import StoreDamagedError, StoreVersionError
from satchel_protocol.record import Json

FORMAT: Final = 1
_GROUP_BYTES: Final = 1 << 18
"""Size of a group when a whole log is written: small, so that damage to one leaves the others whole."""
_CLOSING: Final = re.compile(rb'\{"commit":\{"lines":([1-9]\d*),"bytes":(\d+),"sha256":"([0-9a-f]{64})"\}\}')
_CRC: Final = re.compile(rb',"crc":"([0-9a-f]{8})"\}\n?$')
_BEGINNING: Final = re.compile(rb'(?=( ?)\{"(?:%s)":)' % "|".join(OPERATIONS).encode())
_ZEROS: Final = re.compile(rb"\0+")
_SECTOR: Final = 512
_ENDING: Final = re.compile(rb',"crc":"[0-9a-f]{8}"\}')


@dataclass(frozen=True, slots=True)
class Fault:
    """A stretch of the log that was once acknowledged, or may have been, and is not what was written."""

    line: int
    """Line it begins at, from 1."""
    lines: tuple[bytes, ...]
    """Its lines as they are."""


# Writing --------------------------------------------------------------------------------------------------------------


def header(generation: str, *, compacted: bool = False) -> bytes:
    """The first line of a log."""
    about: dict[str, Json] = {"satchel_log": FORMAT, "generation": generation}
    if compacted:
        about["compacted"] = True
    return encode(about).encode() + b"\n"


def encode_group(operations: Iterable[Operation]) -> bytes:
    """A group's bytes, closing line included; there is at least one operation."""
    return _closed([encode_line(operation) for operation in operations])


def encode_log(generation: str, operations: Iterable[Operation]) -> Iterator[bytes]:
    """A whole log, group by group. Several groups are no transaction: the file must be put in place as one."""
    yield header(generation, compacted=True)
    lines: list[bytes] = []
    size = count = 0
    for operation in operations:
        count += 1
        lines.append(encode_line(operation))
        size += len(lines[-1])
        if size >= _GROUP_BYTES:
            yield _closed(lines)
            lines, size = [], 0
    yield _closed([*lines, encode_line({"compacted": count})])


def last_line(data: bytes) -> bytes:
    """The last line of whole lines."""
    return data[data.rfind(b"\n", 0, -1) + 1 :]


def encode_line(operation: Operation) -> bytes:
    raw = encode(operation).encode()
    return raw[:-1] + b',"crc":"%08x"}\n' % zlib.crc32(raw)


def _closed(lines: Sequence[bytes]) -> bytes:
    body = b"".join(lines)
    return body + b'{"commit":{"lines":%d,"bytes":%d,"sha256":"%s"}}\n' % (
        len(lines),
        len(body),
        sha256(body).hexdigest().encode(),
    )


# Reading --------------------------------------------------------------------------------------------------------------


def check_header(line: bytes, name: object) -> None:
    """Look whether a first line is ours.

    Args:
        line: The bytes of the line.
        name: What to call the file in a message.

    Raises:
        StoreDamagedError: it is not.
        StoreVersionError: a newer Satchel wrote it.
    """
    try:
        version = json.loads(line)["satchel_log"]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        version = None
    if not isinstance(version, int) or isinstance(version, bool) or version < 1 or not line.endswith(b"\n"):
        raise StoreDamagedError(
            f"{name} is no Satchel store: its first line is something else. To take in what it holds: satchel import"
        )
    if version > FORMAT:
        raise StoreVersionError(f"{name} is of log format {version}; this Satchel knows up to {FORMAT}. Update Satchel")


def is_compacted(line: bytes) -> bool:
    """Whether a first line that `check_header` let pass says that the log was written anew."""
    return json.loads(line).get("compacted") is True


@dataclass(slots=True)
class Reading:
    """One pass over groups. After `groups` is used up, the other fields say how it went."""

    file: BinaryIO
    """Stands where a group begins."""
    line: int = 1
    """Number of the line that it stands at."""
    compacted: bool = False
    """Whether a part that was put in place as one stands here, whose end must come."""
    end: int = 0
    """Offset behind the last whole group."""
    last: bytes = b""
    """Its closing line; empty when there was no group."""
    operations: int = 0
    """How many operations there were."""
    faults: list[Fault] = field(default_factory=list)
    """Grows before the group is given that stands behind the fault."""
    unfinished: tuple[bytes, ...] = ()
    """Lines of a group that its writer did not finish: it was killed, or is still at it."""

    def groups(self) -> Iterator[list[Operation]]:
        """The operations of each whole group.

        Raises:
            StoreVersionError: a whole group holds what this version cannot read.
        """
        offset = self.end = self.file.tell()
        pending: list[bytes] = []
        begun = self.line
        for raw in self.file:
            offset += len(raw)
            self.line += 1
            closing = _CLOSING.fullmatch(raw, 0, len(raw) - 1) if raw.startswith(b'{"commit":') else None
            pending.append(raw)
            if closing is None or not raw.endswith(b"\n"):
                continue
            body = pending[-1 - int(closing[1]) : -1]
            if len(body) != int(closing[1]) or sha256(b"".join(body)).hexdigest().encode() != closing[3]:
                continue  # what follows tells whether this is damage
            if len(pending) > len(body) + 1:
                self.faults.append(Fault(begun, tuple(pending[: -1 - len(body)])))
            self.end, self.last, self.operations = offset, raw, self.operations + len(body)
            operations = [_decoded(line) for line in body]
            self.compacted = self.compacted and "compacted" not in operations[-1]
            yield operations
            pending, begun = [], self.line
        if pending and not self.compacted and _is_unfinished(pending, self.end):
            self.unfinished = tuple(pending)
        elif pending or self.compacted:
            self.faults.append(Fault(begun, tuple(pending)))


def whole_operations(line: bytes) -> list[Operation]:
    """The operations of a line that stands in a damaged stretch: those whose CRC is right.

    The damage may be a line break that was lost, so that a good one has another one, or the rest of one, before it.
    """
    if is_whole(line):
        return [_decoded(line)]
    found: list[Operation] = []
    beginnings = [begun.start() for begun in _BEGINNING.finditer(line)]  # a blank before it may belong to it or not
    behind = 0
    for end in (ending.end() for ending in _ENDING.finditer(line)):
        for start in beginnings:
            if behind <= start < end and is_whole(line[start:end]):
                found.append(_decoded(line[start:end]))
                behind = end
                break
    return found


def is_closing(line: bytes) -> bool:
    """Whether a line closes a group."""
    return _CLOSING.fullmatch(line.rstrip(b"\n")) is not None


def _is_unfinished(lines: Sequence[bytes], offset: int) -> bool:
    """Whether lines at the end of a log are the beginning of a group, and not a group that was damaged.

    Args:
        lines: Everything behind the last whole group.
        offset: Where in the file they begin.
    """
    if any(b"\0" in line for line in lines):
        return _was_never_written(b"".join(lines), offset)
    *whole, last = lines
    if last.endswith(b"\n"):
        return all(map(is_whole, lines))
    closing = _CLOSING.match(last)
    return all(map(is_whole, whole)) and (closing is None or closing.end() == len(last))


def _was_never_written(end: bytes, offset: int) -> bool:
    """Whether the end of a log, with zeros in it, is one group that a power loss kept from being written.

    The disk is written in whole sectors, and those that were not are read as zeros. That can only be the last group,
    for those before it were synced; where its closing line is there, it says where the group begins.
    """
    for zeros in _ZEROS.finditer(end):
        begins = zeros.start() == 0 or (offset + zeros.start()) % _SECTOR == 0
        ends = zeros.end() == len(end) or (offset + zeros.end()) % _SECTOR == 0
        if not (begins and ends):
            return False
    closings = list(_CLOSING.finditer(end))
    return not closings or (len(closings) == 1 and closings[0].start() == int(closings[0][2]))


def is_whole(line: bytes) -> bool:
    """Whether a line is an operation just as it was written."""
    found = _CRC.search(line)
    return found is not None and zlib.crc32(line[: found.start()] + b"}") == int(found[1], 16)


def _decoded(line: bytes) -> Operation:
    try:
        operation: Operation = decode(line.decode())
        del operation["crc"]
    except (ValueError, KeyError, TypeError) as error:
        raise StoreVersionError(f"a line of the log cannot be read by this version of Satchel: {error}") from error
    return operation

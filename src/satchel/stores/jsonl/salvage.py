"""Reading a log that is damaged in its middle: every line that is still what was written, and the rest."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO, Final

from satchel.stores.jsonl import disk, journal
from satchel.stores.jsonl.table import Operation, Table
from satchel_protocol.errors import InvalidRecordError, StoreDamagedError

_OURS: Final = re.compile(
    rb',"crc":"[0-9a-f]{8}"\}\n|\{"commit":\{"lines":[1-9]\d*,"bytes":\d+,"sha256":"[0-9a-f]{64}"\}\}\n'
)
_CHUNK: Final = 1 << 20


def holds_ours(file: BinaryIO) -> bool:
    """Whether a file whose first line is none of ours holds lines that are, behind where it stands."""
    overlap = b""
    while chunk := file.read(_CHUNK):
        if _OURS.search(overlap + chunk):
            return True
        overlap = chunk[-200:]
    return False


def read_damaged(file: BinaryIO, name: object) -> tuple[Table, list[bytes]]:
    """Read what can be read.

    Every whole group counts, and in a damaged one every line whose CRC is right: it was acknowledged as a whole. What
    an unfinished group at the end holds was not, and is only kept aside.

    Args:
        file: The log, at its beginning.
        name: What to call it in a message.

    Returns:
        The rows, and the lines that could not be read or carried out, as they are.

    Raises:
        StoreDamagedError: nothing in it is ours.
        StoreVersionError: a newer Satchel wrote it.
    """
    table, bad = Table(), []
    reading = begin(file, name)
    applied = 0
    for operations in reading.groups():
        bad += _good_lines_of(reading.faults[applied:], table)
        applied = len(reading.faults)
        bad += _apply(operations, table)
    bad += _good_lines_of(reading.faults[applied:], table)
    return table, [*bad, *reading.unfinished]


def begin(file: BinaryIO, name: object) -> journal.Reading:
    """Find the first line that may be ours.

    Raises:
        StoreDamagedError: nothing in it is ours.
        StoreVersionError: a newer Satchel wrote it.
    """
    first = file.readline(1 << 16)
    try:
        journal.check_header(first, name)
        return journal.Reading(file, line=2, compacted=journal.is_compacted(first))
    except StoreDamagedError:
        if not holds_ours(file):
            raise
        file.seek(0)
        return journal.Reading(file)


def put_aside(path: Path, lines: Iterable[bytes]) -> Path:
    """Write lines to a new file beside the log, durably; gives its name."""
    number = 1
    while (target := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    disk.replace(target, lines)
    return target


def _good_lines_of(faults: Iterable[journal.Fault], table: Table) -> list[bytes]:
    """Carry out the good lines of damaged stretches; gives the bad ones."""
    bad: list[bytes] = []
    for line in (line for fault in faults for line in fault.lines):
        if journal.is_closing(line):
            continue
        operations = journal.whole_operations(line)
        failed = _apply(operations, table)
        if failed or not journal.is_whole(line):
            bad.append(line)
    return bad


def _apply(operations: Iterable[Operation], table: Table) -> list[bytes]:
    """Carry out operations; gives those that cannot be, for what they build on is lost."""
    failed: list[bytes] = []
    for operation in operations:
        try:
            table.apply(operation)
        except (KeyError, TypeError, ValueError, AttributeError, InvalidRecordError):
            failed.append(journal.encode_line(operation))
    return failed

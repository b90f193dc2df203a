"""JSON Lines of bare records: the protocol's nine fields, one object a line, without a stream's header.

What any tool can write with a loop and a print. A bad line is rejected with its place and every problem in it; the
good ones around it come in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from satchel.formats.contract import Fate, Reading
from satchel_protocol.errors import InvalidRecordError, SourceError
from satchel_protocol.quickread import read
from satchel_protocol.record import Json
from satchel_protocol.stream import MAX_LINE_BYTES
from satchel_protocol.tombstone import Tombstone

_FLOOR = ({"id"}, {"type"}, {"content"}, {"scope"}, {"source_agent", "sourceAgent"})
SAMPLE_LINES = 20


def is_record_lines(path: Path) -> bool:
    """Whether most of a file's first lines are records: JSON objects with the protocol's required fields."""
    records = lines = 0
    try:
        with path.open("rb") as raw:
            for _ in range(SAMPLE_LINES):
                line = raw.readline(1 << 20)
                if not line:
                    break
                if line.strip():
                    lines += 1
                    records += _is_record(line)
    except OSError:
        return False
    return records > 0 and records * 2 >= lines


def readings(path: Path, *, source: str) -> Iterator[Reading]:
    """Read every line, in constant memory.

    Raises:
        SourceError: the file has gone, or may not be read.
    """
    try:
        raw = path.open("rb")
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror}; check the path and its permissions") from error
    with raw:
        number = 0
        while line := raw.readline(MAX_LINE_BYTES + 1):
            number += 1
            if len(line) > MAX_LINE_BYTES:
                while line and not line.endswith(b"\n"):
                    line = raw.readline(MAX_LINE_BYTES)
                yield _rejected(source, number, f"the line is longer than {MAX_LINE_BYTES >> 20} MiB", None)
            else:
                yield _reading(line.removeprefix(b"\xef\xbb\xbf"), source, number)


def tombstones(path: Path, *, source: str) -> Iterator[Reading]:
    """The lines alone that are tombstones; nothing where the file has none, or cannot be read just now."""
    try:
        raw = path.open("rb")
    except OSError:
        return  # told when its lines are read
    with raw:
        number = 0
        while line := raw.readline(MAX_LINE_BYTES + 1):
            number += 1
            if b'"tombstone"' in line and len(line) <= MAX_LINE_BYTES:
                reading = _reading(line.removeprefix(b"\xef\xbb\xbf"), source, number)
                if reading.tombstones:
                    yield reading


def _reading(line: bytes, source: str, number: int) -> Reading:
    where = f"{source}:{number}"
    position = f"line {number}"
    try:
        text = line.decode("utf-8").strip()
        if not text:
            return Reading(source=source, table="", position=position, fate=Fate.EMPTY, reason="the line is empty")
        data = _decode(text)
        if isinstance(data, dict) and "tombstone" in data and "content" not in data:
            tombstone = Tombstone.from_json(data["tombstone"], where=where)
            reason = "a tombstone: its record was forgotten at the source"
            return Reading(
                source=source, table="", position=position, fate=Fate.STRUCTURE, reason=reason, tombstones=(tombstone,)
            )
        record = read(data, where=where)
    except InvalidRecordError as error:
        return _rejected(source, number, str(error), line.decode("utf-8", "replace").strip())
    except UnicodeDecodeError as error:
        return _rejected(
            source, number, f"{where}: not UTF-8 at byte {error.start + 1}", line.decode("utf-8", "replace")
        )
    except (ValueError, RecursionError) as error:
        return _rejected(source, number, f"{where}: no JSON: {error}", line.decode("utf-8", "replace").strip())
    evidence = record.type == "interaction" and record.state == "archived"
    fate = Fate.EVIDENCE if evidence else Fate.MEMORY
    return Reading(source=source, table="", position=position, fate=fate, records=(record,))


def _rejected(source: str, number: int, reason: str, raw: str | None) -> Reading:
    return Reading(source=source, table="", position=f"line {number}", fate=Fate.REJECTED, reason=reason, raw=raw)


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON number")


_decode = json.JSONDecoder(parse_constant=_refuse).decode
"""Made once: `json.loads` with an argument makes a decoder for every line."""


def _is_record(line: bytes) -> bool:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and all(not names.isdisjoint(data) for names in _FLOOR)

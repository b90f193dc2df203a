"""What stands between a stream's header and its trailer: one line, one item."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from satchel_protocol.errors import InvalidRecordError, Problem
from satchel_protocol.quickread import read
from satchel_protocol.record import Json, Record
from satchel_protocol.tombstone import Tombstone

MAX_LINE_BYTES: Final = 64 * 1024 * 1024
"""A longer line is no record and is not read into memory."""


@dataclass(frozen=True, slots=True)
class UnknownLine:
    """A line that this version does not know; passed on as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is meant to be a record or tombstone and is none."""

    text: str
    reason: str
    problems: tuple[Problem, ...] = ()


StreamItem = Record | Tombstone | UnknownLine | BadLine


@dataclass(frozen=True, slots=True)
class Line:
    """A line, decoded but not yet looked into."""

    text: str
    kind: str
    """`record`, `tombstone`, `line` (an unknown one) or `bad`; what a trailer counts."""
    data: Json = None
    fault: str = ""
    """Why it is bad."""

    @property
    def type(self) -> str:
        """The record's type, as far as it has one; what a trailer counts by."""
        value = self.data.get("type") if self.kind == "record" else None
        return value if isinstance(value, str) else ""

    def item(self, where: str) -> StreamItem:
        """The record or tombstone that the line holds.

        Args:
            where: File and line, for messages.
        """
        if self.kind == "bad":
            return BadLine(self.text, f"{where}: {self.fault}")
        try:
            if self.kind == "record":
                return read(self.data, where=where)
            if self.kind == "tombstone":
                return Tombstone.from_json(self.data["tombstone"], where=where)
        except InvalidRecordError as error:
            return BadLine(self.text, str(error), error.problems)
        return UnknownLine(self.text)


def read_line(raw: bytes) -> Line | None:
    """Decode a line; None for a blank one. A line longer than `MAX_LINE_BYTES` comes without its end."""
    if len(raw) > MAX_LINE_BYTES:
        return Line("", "bad", fault=f"the line is longer than {MAX_LINE_BYTES >> 20} MiB")
    try:
        text = raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        shown = raw[:2000].decode("utf-8", "replace")
        return Line(shown, "bad", fault=f"not UTF-8 at byte {error.start + 1}")
    if not text.strip():
        return None
    try:
        data = _decode(text)
    except (ValueError, RecursionError) as error:
        return Line(text, "bad", fault=f"no JSON: {error}")
    return Line(text, kind_of(data), data)


def kind_of(data: Json) -> str:
    """What a line's value is meant to be, by its shape alone."""
    if data.__class__ is not dict:
        return "line"
    if "content" in data or ("id" in data and "type" in data):
        return "record"
    return "tombstone" if "tombstone" in data else "line"


def _refuse_constant(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON number")


_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode
"""Made once: `json.loads` with an argument makes a decoder for every line."""

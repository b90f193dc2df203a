"""JSON Lines as one table, each line by itself: a bad line costs that line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from satchel.formats.tabular.json_shape import element_row
from satchel.formats.tabular.json_text import decode_value, mended, tidy
from satchel.formats.tabular.rows import Row, Table, Vector
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.tables import sampled
from satchel.formats.tabular.textual import SHOWN, Line, lines

_SPACE = " \t\r\n\ufeff\x00\x1e,"
"""What may stand between two values: white space, the record separator of RFC 7464, a comma of an unwrapped list."""

_TRIES = 200


def jsonl_tables(source: SourceFile, encoding: str) -> list[Table]:
    """One table of all lines. Two objects on a line are two rows; blank lines are none.

    Raises:
        OSError: reading breaks off.
    """

    def rows() -> Iterator[Row]:
        for line in lines(source, encoding):
            yield from line_rows(line)

    return [sampled(source, "jsonl", rows, encoding=encoding)]


@dataclass(frozen=True, slots=True)
class LineValue:
    """One value of a line, good or bad."""

    position: str
    value: Any = None
    """Tidied. Meaningless beside a problem."""
    raw: str = ""
    problem: str = ""


def line_rows(line: Line) -> Iterator[Row]:
    """The rows of one line."""
    for found in line_values(line):
        if found.problem:
            yield Row(values={}, position=found.position, problem=found.problem, raw=found.raw)
        else:
            yield _row(found.value, found.position, found.raw)


def line_values(line: Line) -> Iterator[LineValue]:
    """The values of one line: usually one; two objects that a concurrent write put on one line are two."""
    place = f"line {line.number}"
    if line.problem:
        yield LineValue(place, raw=line.text, problem=line.problem)
        return
    text = line.text
    at = _after_space(text, 0)
    if at == len(text) and "\x00" in text:
        yield LineValue(place, problem="nothing but NUL characters, as a power failure leaves them")
        return
    number = 0
    while at < len(text):
        number += 1
        start = at
        position = place if number == 1 else f"{place}, value {number}"
        try:
            try:
                value, at = decode_value(text, at)
            except json.JSONDecodeError:
                value, at = mended(text[at:]), len(text)
            yield LineValue(position, tidy(value), text[start:at])
        except RecursionError:
            yield LineValue(position, raw=text[:SHOWN], problem="nested too deeply to be of use")
            return
        except ValueError as error:
            message = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
            column = (error.pos if isinstance(error, json.JSONDecodeError) else start) + 1
            problem = f"broken JSON at column {column}: {message}"
            yield LineValue(position, raw=text[start : start + SHOWN], problem=problem)
            following = _next_object(text, start)
            if following < 0:
                return
            at = following
            continue
        at = _after_space(text, at)


def _row(value: Any, position: str, raw: str) -> Row:
    if isinstance(value, Vector):
        return Row(values={"vector": value}, position=position)
    row = element_row(value, position, {})
    return Row(values=row.values, position=position, raw=raw[:SHOWN] if len(raw) <= SHOWN else "")


def _next_object(text: str, start: int) -> int:
    """Where another whole object starts that reaches the line's end, after a broken one; -1 when none does."""
    at = start
    for _ in range(_TRIES):
        at = text.find('{"', at + 1)
        if at < 0:
            break
        before = at - 1
        while before > start and text[before] in _SPACE:
            before -= 1
        if text[before] in ":[":
            continue  # nested in the broken one
        try:
            _, end = decode_value(text, at)
        except (ValueError, RecursionError):
            continue
        if _after_space(text, end) == len(text) or text[_after_space(text, end)] == "{":
            return at
    return -1


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at

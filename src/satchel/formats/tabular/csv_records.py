"""Lines to records of delimited text, with quotes that hold delimiters and line ends, and quotes that were damaged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from satchel.formats.tabular.textual import Line

_LONGEST_RECORD = 16 << 20
_MOST_LINES = 20_000
"""Of one record. A quote that is still open then was never meant to be one."""
_STRAY = -2
_UNCLOSED = "a quote is opened and never closed"


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of one record."""

    line: int
    """Where it starts."""
    fields: list[str]
    problem: str = ""


def records(source: Iterable[Line], delimiter: str, *, width: int = 0) -> Iterator[Record]:
    """The records of some lines; a quote that never closes costs its own line and not the rest of the file.

    Args:
        source: Lines without their ends.
        delimiter: One character.
        width: How many fields a record should have; 0 when that is not known. Decides whether a quote was lost.
    """
    feed = _Feed(source)
    while (first := feed.next()) is not None:
        if first.problem:
            yield Record(first.number, [first.text], first.problem)
            continue
        fields, unclosed = split(first.text, delimiter)
        if not unclosed:
            yield Record(first.number, fields)
            continue
        whole = _several_lines(first, feed, delimiter)
        if whole is None or (width and len(whole.fields) != width):
            if whole is not None:
                feed.back()
            yield Record(first.number, split(first.text.replace('"', ""), delimiter)[0], _UNCLOSED)
            continue
        feed.forget()
        yield whole


class _Feed:
    """Lines that can be given back as far as the last `forget`."""

    def __init__(self, source: Iterable[Line]) -> None:
        self._source = iter(source)
        self._again: list[Line] = []
        self._taken: list[Line] = []

    def next(self) -> Line | None:
        """The next line, not to be given back."""
        return self._again.pop() if self._again else next(self._source, None)

    def take(self) -> Line | None:
        """The next line, kept so that it can be given back."""
        line = self.next()
        if line is not None:
            self._taken.append(line)
        return line

    def back(self) -> None:
        """Give back what was taken."""
        self._again.extend(reversed(self._taken))
        self._taken.clear()

    def forget(self) -> None:
        """What was taken has been used."""
        self._taken.clear()


def _several_lines(first: Line, feed: _Feed, delimiter: str) -> Record | None:
    """The record that starts in `first` and ends lines later; None, all lines given back, when it never ends."""
    parts = [first.text]
    size = len(first.text)
    while len(parts) < _MOST_LINES and size < _LONGEST_RECORD:
        line = feed.take()
        if line is None or line.problem:
            break
        parts.append(line.text)
        size += len(line.text)
        closing = _closing(line.text, 0, delimiter, strict=True)
        if closing == _STRAY:
            break  # inside a field that really goes over lines, quotes are doubled: one was lost before
        if closing >= 0:
            fields, unclosed = split("\n".join(parts), delimiter)
            if not unclosed:
                return Record(first.number, fields)
    feed.back()
    return None


def split(text: str, delimiter: str) -> tuple[list[str], bool]:
    """The fields of a record, and whether a quote is still open at its end.

    A quote closes only before a delimiter or the end; others inside a quoted field are taken as they stand, so that a
    text with unescaped quotes survives.
    """
    if '"' not in text:
        return text.split(delimiter), False
    fields: list[str] = []
    at = 0
    while True:
        start = at
        while start < len(text) and text[start] == " ":
            start += 1
        if text[start : start + 1] == '"':
            end = _closing(text, start + 1, delimiter)
            if end < 0:
                fields.append(text[start + 1 :])
                return fields, True
            fields.append(text[start + 1 : end].replace('""', '"'))
            at = text.find(delimiter, end)
        else:
            end = text.find(delimiter, at)
            fields.append(text[at:] if end < 0 else text[at:end])
            at = end
        if at < 0:
            return fields, False
        at += 1


def _closing(text: str, start: int, delimiter: str, *, strict: bool = False) -> int:
    """Where the quote that opened before `start` closes; -1 when it does not, `_STRAY` at an undoubled quote if strict."""
    at = text.find('"', start)
    while at >= 0:
        run = at
        while text[run : run + 1] == '"':
            run += 1
        after = run
        while text[after : after + 1] == " ":
            after += 1
        ends = after >= len(text) or text[after] == delimiter
        if ends and (run - at) % 2 == 1:
            return run - 1
        if strict and (run - at) % 2 == 1:
            return _STRAY
        at = text.find('"', run)
    return -1

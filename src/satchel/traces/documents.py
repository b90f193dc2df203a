"""Files of traces as JSON documents with their lines: one document, a list, one a line, or one after the other.

What is damaged is counted and passed over: a line that was torn when a process died costs itself.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

import orjson
import zstandard

from satchel_protocol.errors import SourceError

_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_MOST_BYTES: Final = 2 << 30
"""Of one file, unpacked; a bomb ends here."""
_SKIPPED: Final = frozenset({"node_modules", "__pycache__"})


@dataclass(slots=True)
class Damage:
    """What of a file could not be read."""

    lines: list[int] = field(default_factory=list)
    """Where; of many only the first hundred."""
    count: int = 0
    said: str = ""
    """What ended the reading of the file as a whole."""

    def at(self, line: int) -> None:
        """Note a document that is none."""
        self.count += 1
        if len(self.lines) < 100:
            self.lines.append(line)


def files_of(paths: list[Path]) -> Iterator[tuple[Path, str]]:
    """Every file below the paths in the order of names, each with a name for messages; hidden ones are passed over.

    Raises:
        SourceError: a path is not there, or may not be read.
    """
    for path in paths:
        try:
            if path.is_dir():
                yield from _below(path)
            elif path.exists():
                yield path, path.name
            else:
                raise SourceError(f"{path}: there is no such file or folder; check the path")
        except (OSError, ValueError) as error:
            raise SourceError(f"{path}: cannot be read ({error})") from error


def _below(folder: Path) -> Iterator[tuple[Path, str]]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        for name in sorted(names):
            path = Path(here) / name
            if not name.startswith(".") and path.is_file():
                yield path, path.relative_to(folder.parent if folder.name else folder).as_posix()


def documents(path: Path, damage: Damage) -> Iterator[tuple[int, Any]]:
    """The documents of a file, each with the line on which it begins; nothing of a file that is no JSON.

    Raises:
        SourceError: it cannot be opened.
    """
    try:
        with path.open("rb") as raw:
            head = raw.read(4)
            raw.seek(0)
            yield from _read(_unpacked(raw, head), damage)
    except (EOFError, zlib.error, zstandard.ZstdError, gzip.BadGzipFile) as error:
        damage.count += 1
        damage.said = f"cannot be unpacked to its end ({error})"
    except OSError as error:
        raise SourceError(f"{path}: cannot be read ({error.strerror or error})") from error


def _unpacked(raw: io.BufferedReader, head: bytes) -> io.BufferedReader:
    if head.startswith(_GZIP):
        return io.BufferedReader(cast(io.RawIOBase, gzip.open(raw)))
    if head == _ZSTD:
        return io.BufferedReader(cast(io.RawIOBase, zstandard.ZstdDecompressor().stream_reader(raw)))
    return raw


def _read(stream: io.BufferedReader, damage: Damage) -> Iterator[tuple[int, Any]]:
    begin = stream.peek(1).removeprefix(b"\xef\xbb\xbf").lstrip()
    if begin and begin[:1] not in (b"{", b"["):
        return  # before a database is read as one line of gigabytes
    first = b""
    number = 0
    for line in iter(lambda: stream.readline(_MOST_BYTES), b""):
        number += 1
        if line.strip(b"\xef\xbb\xbf \t\r\n"):
            first = line.removeprefix(b"\xef\xbb\xbf")
            break
    if first.lstrip()[:1] not in (b"{", b"["):
        return
    try:
        document = orjson.loads(first)
    except orjson.JSONDecodeError:
        yield from _mixed(first + stream.read(_MOST_BYTES), number, damage)
        return
    yield number, document
    size = len(first)
    for line in iter(lambda: stream.readline(_MOST_BYTES), b""):
        number += 1
        size += len(line)
        if size > _MOST_BYTES:
            damage.count += 1
            damage.said = f"larger than {_MOST_BYTES >> 30} GiB; the rest was not read"
            return
        if line.strip():
            try:
                yield number, orjson.loads(line)
            except orjson.JSONDecodeError:
                damage.at(number)


def _mixed(data: bytes, line: int, damage: Damage) -> Iterator[tuple[int, Any]]:
    """Documents over several lines, one after the other. After damage it goes on at the next line that begins one."""
    text = data.decode("utf-8", "replace")
    decoder = json.JSONDecoder()
    place = 0
    while True:
        begin = place
        while begin < len(text) and text[begin] in " \t\r\n,\x1e":
            begin += 1
        line += text.count("\n", place, begin)
        place = begin
        if place >= len(text):
            return
        try:
            document, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            damage.at(line)
            end = place + 1
            while (end := text.find("\n", end)) != -1 and text[end + 1 : end + 2] not in {"{", "["}:
                end += 1
            if end == -1:
                return
        else:
            yield line, document
        line += text.count("\n", place, end)
        place = end

"""Text of a file, whatever its encoding: as bounded lines, or as chunks for those who scan on."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from satchel.formats.tabular.sources import SourceFile
from satchel.text.decode import decode, detect_encoding

LONGEST_LINE = 64 << 20
"""Bytes. A longer line is no memory, and holding it would be the end of bounded memory."""
SHOWN = 2000
"""Characters of source text that a row carries for messages."""

_SAMPLE = 64 << 10
_CHUNK = 1 << 18
_WHOLE = 1 << 22


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end."""

    number: int
    """From 1."""
    text: str
    problem: str = ""


def encoding_of(source: SourceFile) -> str:
    """The encoding of a text file, by a sample of its head and, where that is plain ASCII, by what comes after."""
    sample = source.head(_SAMPLE)
    encoding = detect_encoding(sample, truncated=source.size > len(sample))
    if not _is_wide(encoding) and encoding != "utf-8":
        # Some lines may be UTF-8 all the same; `lines` then reads the others each by itself.
        lines_only = sample[: sample.rfind(b"\n") + 1] if source.size > len(sample) else sample
        return "utf-8" if decode(lines_only).encoding.startswith("utf-8") else encoding
    if encoding != "utf-8" or source.size <= len(sample) or not sample.isascii():
        return encoding
    later = _first_foreign_bytes(source)
    return detect_encoding(later, truncated=True, at_start=False) if later else "utf-8"


def decode_line(raw: bytes, encoding: str) -> str:
    """One line of a file in `encoding`; a line in another encoding is decoded by itself, so that it alone differs."""
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        pass
    replaced = raw.decode(encoding, "replace")
    high = sum(char > "\x7f" for char in replaced)
    if replaced.count("\ufffd") * 4 <= high:
        return replaced  # a damaged byte or two among good characters
    return decode(raw).text


def lines(source: SourceFile, encoding: str) -> Iterator[Line]:
    """The lines of a text file in constant memory, ends stripped; an over-long one is cut and says so.

    Raises:
        OSError: reading breaks off.
    """
    with source.open() as stream:
        head = stream.peek(_CHUNK)[:_CHUNK] if isinstance(stream, io.BufferedReader) else b""
        if _is_wide(encoding) or (b"\r" in head and b"\n" not in head):
            yield from _wide_lines(stream, encoding)
            return
        number = 0
        while raw := stream.readline(LONGEST_LINE + 1):
            number += 1
            if number == 1:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            if len(raw) > LONGEST_LINE:
                length = len(raw)
                while raw[-1:] != b"\n" and (more := stream.readline(_CHUNK)):
                    length += len(more)
                    raw = raw[: 4 * SHOWN] + more[-1:]
                text = decode_line(raw[: 4 * SHOWN], encoding)[:SHOWN]
                yield Line(number, text, f"the line is {length:,} bytes long, more than {LONGEST_LINE >> 20} MiB")
                continue
            yield Line(number, decode_line(raw.rstrip(b"\r\n"), encoding))


def chunks(source: SourceFile, encoding: str) -> Iterator[str]:
    """The whole text piece by piece; bytes that do not fit become U+FFFD.

    A small file is decoded at once, which reads lines of different encodings each by itself.

    Raises:
        OSError: reading breaks off.
    """
    if source.size <= _WHOLE:
        with source.open() as stream:
            yield decode(stream.read()).text
        return
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    first = True
    with source.open() as stream:
        while True:
            raw = stream.read(_CHUNK)
            text = decoder.decode(raw, final=not raw)
            if first and text:
                text, first = text.removeprefix("\ufeff"), False
            if text:
                yield text
            if not raw:
                return


def whole(source: SourceFile, encoding: str, limit: int) -> str:
    """The text of a file that should be small, cut at `limit` characters."""
    parts: list[str] = []
    left = limit
    for chunk in chunks(source, encoding):
        parts.append(chunk[:left])
        left -= len(chunk)
        if left <= 0:
            break
    return "".join(parts)


def _wide_lines(stream: IO[bytes], encoding: str) -> Iterator[Line]:
    """Lines of UTF-16 and UTF-32, whose line ends are no single bytes, and of old Mac files, which end in CR."""
    assert isinstance(stream, io.BufferedReader)
    with io.TextIOWrapper(stream, encoding=encoding, errors="replace", newline=None) as text:
        number = 0
        most = LONGEST_LINE // 4
        while line := text.readline(most + 1):
            number += 1
            if len(line) <= most:
                yield Line(number, (line.removeprefix("\ufeff") if number == 1 else line).rstrip("\n"))
                continue
            length = len(line)
            while line[-1:] != "\n" and (more := text.readline(_CHUNK)):
                length += len(more)
                line = line[:SHOWN] + more[-1:]
            yield Line(number, line[:SHOWN], f"the line is {length:,} characters long, more than {most:,}")


def _is_wide(encoding: str) -> bool:
    return encoding.lower().replace("-", "").replace("_", "").startswith(("utf16", "utf32"))


def _first_foreign_bytes(source: SourceFile) -> bytes:
    """Some bytes around the first place that is not UTF-8; empty when all of it is."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with source.open() as stream:
        while raw := stream.read(_CHUNK):
            try:
                decoder.decode(raw)
            except UnicodeDecodeError:
                start = next((i for i, byte in enumerate(raw) if byte > 0x7F), 0)
                begin = raw.rfind(b"\n", 0, start) + 1
                return raw[begin : begin + (_CHUNK >> 2)]
    return b""

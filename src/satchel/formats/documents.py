"""JSON and JSON Lines files item by item, damaged ones too: what every tool's reader reads its files with.

The hard part is done by the tabular readers; here an item stays whole, since a tool's reader knows what it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from satchel.formats.tabular.json_scan import Bounds, scan
from satchel.formats.tabular.json_text import JsonText
from satchel.formats.tabular.jsonl_rows import line_values
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel.formats.tabular.textual import chunks, encoding_of, lines
from satchel.text.decode import detect_encoding

HEAD = 64 << 10
"""Bytes of a file that a reader looks at before it claims it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One element of a list, one member of an object, one line; good or bad."""

    path: str
    """Of the list or object it stands in; empty for the document itself and for lines."""
    key: str
    """Its member name or its place in the list, from 0; empty for lines."""
    position: str
    """For messages: `[4]`, `conversations[4]`, `line 12`."""
    value: Any = None
    problem: str = ""
    """Why it cannot be read; then `raw` holds its text."""
    raw: str = ""


def json_items(source: SourceFile, bounds: Bounds | None = None, *, watcher: Watcher | None = None) -> Iterator[Item]:
    """The elements of a document's list, or the members of its object, whatever its size, in constant memory.

    A list inside an object too large to be held is entered, and its elements come one by one (`path` says where they
    stand); a smaller one comes whole. `spread` makes the two the same.

    Args:
        bounds: For formats whose single elements grow large: what of them is entered too.
        watcher: Told how many bytes have been read; the look for the encoding before that does not count.

    Raises:
        OSError: reading breaks off.
    """
    encoding = encoding_of(source)
    watched = source.watched(watcher) if watcher is not None else source
    for piece in scan(JsonText(chunks(watched, encoding)), bounds or Bounds()):
        if piece.kind == "root" and not piece.problem and isinstance(piece.value, list | dict):
            yield from spread(Item(path="", key="", position="", value=piece.value))
        else:
            yield Item(
                path=piece.path,
                key=piece.key,
                position=piece.position,
                value=piece.value,
                problem=piece.problem,
                raw=piece.raw if piece.problem else "",
            )


def spread(item: Item) -> Iterator[Item]:
    """The elements or members of an item's value as items; the item itself where it has neither."""
    path = f"{item.path}.{item.key}".strip(".") if item.key else item.path
    if isinstance(item.value, list):
        for number, value in enumerate(item.value):
            yield Item(path=path, key=str(number), position=f"{path}[{number}]", value=value)
    elif isinstance(item.value, dict):
        for key, value in item.value.items():
            yield Item(path=path, key=key, position=f"{path}.{key}".strip("."), value=value)
    else:
        yield item


def json_lines(source: SourceFile) -> Iterator[Item]:
    """Every value of a JSON Lines file; two on a line are two, a torn line is one with a problem, blank lines are none.

    Raises:
        OSError: reading breaks off.
    """
    for line in lines(source, encoding_of(source)):
        for found in line_values(line):
            yield Item(
                path="",
                key="",
                position=found.position,
                value=found.value,
                problem=found.problem,
                raw=found.raw if found.problem else "",
            )


def head_text(source: SourceFile, size: int = HEAD) -> str:
    """The first bytes of a file as text, empty where it cannot be opened: for claiming, which never raises."""
    try:
        raw = source.head(size)
    except OSError:
        return ""
    encoding = detect_encoding(raw, truncated=source.size > len(raw))
    return raw.decode(encoding, "replace").removeprefix("\ufeff")


def head_items(source: SourceFile, size: int = HEAD) -> Iterator[Item]:
    """What `json_items` gives of a document's first bytes, whole items only: for claiming, which never raises."""
    for piece in scan(JsonText([head_text(source, size)])):
        if piece.problem:
            continue
        found = Item(path=piece.path, key=piece.key, position=piece.position, value=piece.value)
        if piece.kind == "root":
            yield from spread(replace(found, key=""))
        else:
            yield found


def head_lines(source: SourceFile, most: int = 20) -> list[Any]:
    """The values of a file's first whole lines that are JSON."""
    found: list[Any] = []
    text = head_text(source)
    rows = text.split("\n")
    for line in rows[: most if source.size <= HEAD else min(most, len(rows) - 1)]:
        try:
            if line.strip():
                found.append(json.loads(line))
        except (ValueError, RecursionError):
            continue
    return found


def kind_of(value: Any) -> str:
    """What a value is, in words for a person: `a list`, `an object`."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, list):
        return "a list"
    return "nothing" if value is None else "a text" if isinstance(value, str) else "a value of another kind"

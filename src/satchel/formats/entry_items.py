"""The lines of a text of memories as items: marks that no list has, rows of drawn tables, what a fence frames."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from satchel.formats.tabular.text_blocks import Item, TextTable, blocks
from satchel.formats.tabular.text_marks import is_listed
from satchel.formats.tabular.textual import Line

_PLAIN_FENCE = frozenset({"", "text", "txt", "plaintext", "markdown", "md"})
_COUNTED = re.compile(
    r"\s*(?:(?:memory|entry|item|fact|note)\s*(?:no\.?\s*)?#?\d{1,4}\s*[:：.)\-–—]\s*|#\d{1,4}[.:)：]?\s+|\d{1,3}[:：]\s+(?=\D)"
    r"|(?:记忆|条目|第)\s*[\d一二三四五六七八九十]{1,4}\s*条?(?:记忆)?\s*[:：、.]\s*)(?=\S)",
    re.IGNORECASE,
)
_SIGN = re.compile(r"\s*(?:[0-9#*]\ufe0f?\u20e3|[\u2190-\u21ff\u2300-\u2bff\U0001f000-\U0001faff]\ufe0f?)+\s+(?=\S)")
"""Emoji in front of a line: a bullet, unless a list stands under it."""
_OF_DATES = re.compile(
    r"(?:date|when|time|saved|created|added|日期|时间|保存时间)(?: (?:saved|created|added|at|on))?", re.IGNORECASE
)
_TEXTS = ("content", "memory", "text", "fact", "entry", "description", "value", "内容", "记忆")
_DATES = ("date", "saved", "created_at", "timestamp", "date_saved", "saved_at", "日期", "时间")
_SECTIONS = ("category", "section", "type", "topic", "类别", "分类")


def items_of(lines: Sequence[Line]) -> list[Item]:
    """The items of a text, in its order."""
    return list(_flat(_marked(lines)))


def _marked(lines: Sequence[Line]) -> Sequence[Line]:
    """Entries that are marked as no list is (`Memory 5:`, `#6`, 记忆4：, an emoji) with a list's mark instead."""
    return _with_marks(_with_marks(lines, _COUNTED), _SIGN)


def _with_marks(lines: Sequence[Line], mark: re.Pattern[str]) -> Sequence[Line]:
    counted = [bool(mark.match(line.text)) and not _leads(lines, place) for place, line in enumerate(lines)]
    if sum(counted) < 2:
        return lines
    return [
        replace(line, text=mark.sub("- ", line.text)) if is_ else line for line, is_ in zip(lines, counted, strict=True)
    ]


def _leads(lines: Sequence[Line], place: int) -> bool:
    """Whether the line below is an item of a list, so that this one is above it."""
    return place + 1 < len(lines) and is_listed(lines[place + 1].text) and not is_listed(lines[place].text)


def _flat(lines: Sequence[Line]) -> Iterator[Item]:
    """The items of a text; those of a fence that only frames them, and the rows of drawn tables, as items too."""
    for block in blocks(lines):
        if isinstance(block, TextTable):
            yield from _rows(block)
        elif block.code == "json" and (found := _of_json(block)):
            yield from found
        elif block.code is not None and block.code.lower() in _PLAIN_FENCE:
            inner = [Line(block.line + number, text) for number, text in enumerate(block.raw.split("\n"), start=1)]
            for item in _flat(inner):
                yield replace(item, headings=(*block.headings, *item.headings))
        else:
            yield block


def _rows(table: TextTable) -> Iterator[Item]:
    """The rows of a drawn table; a column of dates is what its rows are labelled with."""
    dates = [place for place, name in enumerate(table.columns) if _OF_DATES.fullmatch(name)]
    for line, cells in table.records:
        told = [
            (table.columns[i], cell) for i, cell in enumerate(cells[: len(table.columns)]) if cell and i not in dates
        ]
        text = told[0][1] if len(told) == 1 else "; ".join(f"{name}: {cell}" for name, cell in told)
        label = next((cells[place] for place in dates if place < len(cells)), "")
        yield Item(line=line, text=text, raw=text, headings=table.headings, label=label)


def _of_json(block: Item) -> list[Item]:
    """The memories in a fence of JSON: texts, or objects with a text; none where it holds anything else."""
    try:
        value = json.loads(block.raw)
    except (ValueError, RecursionError):
        return []
    if isinstance(value, Mapping):
        value = next((inner for inner in value.values() if isinstance(inner, list)), [])
    found = [_of_value(inner, block) for inner in value] if isinstance(value, list) else []
    return [item for item in found if item is not None] if all(found) else []


def _of_value(value: Any, block: Item) -> Item | None:
    if isinstance(value, str):
        return Item(line=block.line, text=value, raw=f"- {value}", headings=block.headings) if value.strip() else None
    if not isinstance(value, Mapping):
        return None
    text, date, section = (_first(value, names) for names in (_TEXTS, _DATES, _SECTIONS))
    headings = (*block.headings, section) if section else block.headings
    return Item(line=block.line, text=text, raw=f"- {text}", headings=headings, label=date) if text else None


def _first(value: Mapping[str, Any], names: Sequence[str]) -> str:
    return next((found for name in names if isinstance(found := value.get(name), str) and found.strip()), "")

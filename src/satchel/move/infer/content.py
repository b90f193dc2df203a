"""The text of a row: a clear text as it is, anything else as one sentence of all that informs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from satchel.move.infer.flatten import cell_text
from satchel.move.infer.names import name_scores
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import TIMES, Role
from satchel.move.infer.sentence import compose, join_title, reads_chinese, shown
from satchel.text.clean import strip_controls

_NONZERO = re.compile(r"[1-9A-Za-z\u4e00-\u9fff]")
_OF_EVENTS = frozenset({Role.LEVEL, Role.METRIC, Role.LOGGER, Role.PAYLOAD})
_TEXT_KEYS = ("text", "content", "value", "parts", "message", "body", "内容", "文本")


def text_of(value: Any) -> str:
    """The words in a value, however nested: a string, a list of parts, `{"type": "text", "text": …}`."""
    if isinstance(value, str):
        return strip_controls(value).strip()
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return as_key(value)
    if isinstance(value, list | tuple):
        return "\n".join(part for item in value if (part := text_of(item)))
    if isinstance(value, Mapping):
        for key in _TEXT_KEYS:
            if key in value and (found := text_of(value[key])):
                return found
    return ""


_BOLD = re.compile(r"(\*\*|__)((?:(?!\1).)+)\1[.。]?", re.DOTALL)


def _unmarked(text: str) -> str:
    """A text that is bold as a whole, without the marks."""
    found = _BOLD.fullmatch(text)
    return found[2].strip() if found is not None else text


def main_text(plan: Plan, values: Mapping[str, Any]) -> str:
    """What stands in the text column; of a cell that is JSON among plain ones, the words in it."""
    column = plan.first(Role.TEXT)
    if column is None:
        return ""
    value = values.get(column)
    if column in plan.plain and isinstance(value, str) and isinstance(cell := cell_text(value.strip()), Mapping):
        return _words_of_cell(cell) or text_of(value)
    return _unmarked(text_of(value))


def _words_of_cell(cell: Mapping[str, Any]) -> str:
    """The memory in a JSON cell; empty for an event of a tool, which has a level, counts or a trace beside its message."""
    if any(name_scores(str(name)).keys() & _OF_EVENTS for name in cell):
        return ""
    named = [(name_scores(str(name)).get(Role.TEXT, 0.0), str(name)) for name in cell]
    best = max(named, default=(0.0, ""))
    return text_of(cell[best[1]]) if best[0] >= 0.6 else ""


def content_of(plan: Plan, values: Mapping[str, Any]) -> tuple[str, set[str]]:
    """The text that a row becomes, and the columns that went into it.

    Returns:
        An empty text when the row says nothing.
    """
    used: set[str] = set()
    if plan.triple is not None and all(not is_empty(values.get(column)) for column in plan.triple):
        one, relation, other = (text_of(values[column]) for column in plan.triple)
        return f"{one} {relation.replace('_', ' ')} {other}", set(plan.triple)
    text = main_text(plan, values)
    if text:
        used.add(plan.first(Role.TEXT) or "")
    title_column = plan.first(Role.TITLE)
    title = text_of(values.get(title_column)) if title_column else ""
    if not plan.parts:
        if title and title_column:
            used.add(title_column)
            return (join_title(title, text, chinese=reads_chinese([text])) if text else title), used
        return text, used
    raw = {column: values.get(column) for column in plan.parts if not is_empty(values.get(column))}
    words = [title, text] + [value if isinstance(value, str) else "" for value in raw.values()]
    words += [label for column in raw if (book := plan.book(column)) and (label := book.get(as_key(raw[column])))]
    chinese = reads_chinese([word for word in words if word])
    subject = join_title(title, text, chinese=chinese) if title and text else title or text
    parts: list[tuple[str, str]] = []
    for column, value in raw.items():
        at, day_only = None, False
        if plan.roles.get(column) in TIMES and column in plan.clocks:
            instant = plan.read(column, values)
            at, day_only = instant.at, instant.precision in ("day", "month", "year")
            if at is None and not _NONZERO.search(as_key(value)):
                continue  # `0000-00-00` is no date
        cell = shown(value, plan.book(column), at=at, day_only=day_only, chinese=chinese)
        if plan.roles.get(column) is Role.IMPORTANCE and column in plan.books and as_key(value).isdigit():
            cell = f"{cell} ({as_key(value)})"
        if cell and cell.lower() not in subject.lower():
            parts.append((column, strip_controls(cell)))
        used.add(column)
    if title and title_column:
        used.add(title_column)
    if not subject and len(parts) == 1 and " " in parts[0][1]:
        return parts[0][1], used
    return compose(subject, parts, chinese=chinese), used

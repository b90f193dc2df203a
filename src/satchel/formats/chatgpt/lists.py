"""ChatGPT's own list of what it remembers, as it put it before a conversation: numbered lines with dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from satchel.formats.chatgpt.sayings import single
from satchel.text.clean import split_date_prefix, strip_controls, strip_list_mark

_NUMBER = re.compile(r"[ \t]*\(?(\d{1,4})[.)、．:][ \t]*(?=\S)")
_TITLE = re.compile(
    r"[ \t]*(?:#+[ \t]*.*|(?:model set context|assistant response preferences|memor(?:y|ies))[ \t]*[:：]?)[ \t]*",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\W*(?:none|empty|n/?a|null|no (?:saved )?memories(?: yet| saved)?|无|空|没有)?\W*", re.IGNORECASE
)
_TEXTS = ("content", "text", "memory", "value")
_DATES = ("date", "created_at", "timestamp", "updated_at")


@dataclass(frozen=True, slots=True)
class Listed:
    """One memory of the list."""

    text: str
    date: str | None
    """As it is written."""


def listed(value: Any) -> list[Listed]:
    """The memories of a list, in its order; empty for an empty list and for what is none."""
    if isinstance(value, list):
        return [entry for item in value for entry in _of_item(item)]
    return _of_text(value) if isinstance(value, str) else []


def is_list(value: Any) -> bool:
    """Whether a list is one without doubt: numbered or dated, and no prose of which nobody knows what it leaves out."""
    if isinstance(value, str):
        return any(_NUMBER.match(line) or _dated(strip_list_mark(line)) for line in value.split("\n"))
    return isinstance(value, list)


def _of_item(item: Any) -> list[Listed]:
    if isinstance(item, dict):
        text = next((item[key] for key in _TEXTS if isinstance(item.get(key), str)), "")
        date = next((str(item[key]) for key in _DATES if item.get(key)), None)
        return [Listed(line, date) for line in single(text)]
    return _of_text(item) if isinstance(item, str) else []


def _of_text(text: str) -> list[Listed]:
    entries: list[tuple[str | None, list[str]]] = []
    lines = [line for line in strip_controls(text).split("\n") if not _TITLE.fullmatch(line)]
    of_dated = {int(number[1]) for line in lines if (number := _NUMBER.match(line)) and _dated(line[number.end() :])}
    place, dated = 0, False
    for line in lines:
        number = _NUMBER.match(line)
        date, rest = split_date_prefix(line[number.end() :] if number else strip_list_mark(line))
        # An entry may hold a numbered list of its own: where entries are dated, only a number that they miss starts one.
        counted = number is not None and (not of_dated or (int(number[1]) == place + 1 and place + 1 not in of_dated))
        if counted or date is not None or not (place or dated):
            begins = rest if counted or date is not None else line
            entries.append((date, [begins.lstrip("。．、 ")]))
            place = int(number[1]) if number and counted else place + (date is not None)
            dated = dated or date is not None
        elif entries:
            entries[-1][1].append(line)
    found = []
    for date, parts in entries:
        whole = "\n".join(parts)
        if not _NOTHING.fullmatch(whole):
            found += [Listed(line, date) for line in single(whole)]
    return found


def _dated(text: str) -> bool:
    return split_date_prefix(text)[0] is not None

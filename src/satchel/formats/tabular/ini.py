"""Files of sections and `key = value`: INI, `.cfg`, `.conf`, Java's `.properties`.

Keys that are only counted (`item0`, `item1`; `1`, `2`) or that stand more than once are how such a file holds a list.
Python's own reader refuses repeated keys and takes `%` for a sign of its own, and so is not used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

ENDINGS = (".ini", ".cfg", ".conf", ".properties")

_SECTION = re.compile(r"\s*\[\s*([^\[\]\n]{1,80}?)\s*\]\s*")
_PAIR = re.compile(r"\s*([^\s=:;#\[][^=:\n]{0,79}?)\s*[=:](.*)")
_EQUALS = re.compile(r"\s*[^\s=;#\[][^=\n]{0,79}?\s*=.*")
_COUNTED = re.compile(r"(.*?)[._-]?\d{1,6}")
_FEWEST = 2
_MOST_OTHER = 0.05
"""Share of lines that are none of such a file's; prose with a sign of equality in it is no such file."""


def is_ini(lines: Sequence[str], name: str) -> bool:
    """Whether lines are sections and pairs. A file that is not called like one needs a section and signs of equality."""
    written = [line for line in lines if line.strip() and line.lstrip()[0] not in ";#!"]
    sections = sum(bool(_SECTION.fullmatch(line)) for line in written)
    named = name.lower().endswith(ENDINGS)
    pair = _PAIR if named else _EQUALS
    pairs = sum(bool(pair.fullmatch(line)) for line in written)
    carried = sum(line[0] in " \t" and not pair.fullmatch(line) for line in written)
    other = len(written) - sections - pairs - carried
    return pairs >= _FEWEST and (named or sections > 0) and other <= _MOST_OTHER * len(written)


def load_ini(text: str) -> dict[str, Any]:
    """Section → key → value, as text; keys outside of sections stand at the top. Counted and repeated keys make a list.

    Raises:
        ValueError: a line is none of such a file's.
    """
    found: dict[str, dict[str, list[str]]] = {"": {}}
    here, last = found[""], ""
    for number, line in enumerate(text.splitlines(), start=1):
        bare = line.strip()
        if not bare or bare[0] in ";#!":
            continue
        if section := _SECTION.fullmatch(line):
            here, last = found.setdefault(section[1], {}), ""
        elif last and line[0] in " \t" and not _EQUALS.fullmatch(line):
            here[last][-1] += f" {bare}"  # a value that goes on
        elif pair := _PAIR.fullmatch(line):
            last = pair[1]
            here.setdefault(last, []).append(_unquoted(pair[2].strip()))
        elif last:
            here[last][-1] += f" {bare}"
        else:
            raise ValueError(f"line {number} is neither a section nor a pair")
    top = found.pop("")
    sections = {name: _section(pairs) for name, pairs in found.items()}
    loose = _section(top)
    return {**(loose if isinstance(loose, dict) else {"items": loose} if loose else {}), **sections}


def _section(pairs: dict[str, list[str]]) -> dict[str, Any] | list[str]:
    """A list where the keys only count, else the pairs; a key that stands more than once holds a list."""
    stems = {match[1].lower() if (match := _COUNTED.fullmatch(key)) else key for key in pairs}
    counted = len(pairs) >= _FEWEST and len(stems) == 1 and all(_COUNTED.fullmatch(key) for key in pairs)
    if counted or (len(pairs) == 1 and all(len(values) > 1 for values in pairs.values())):
        return [value for values in pairs.values() for value in values]
    return {key: values[0] if len(values) == 1 else values for key, values in pairs.items()}


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'" else value

"""The values of an `INSERT`, read and never run: texts, numbers, bytes, and the calls that dumps wrap texts in."""

from __future__ import annotations

import re
from typing import Any

_SPACE = re.compile(r"(?:\s+|/\*.*?\*/|--[^\n]*\n)*", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_HEX = re.compile(r"0[xX]([0-9A-Fa-f]+)|[xX]'([0-9A-Fa-f]*)'")
_PLAIN_TEXT = re.compile(r"'((?:[^']|'')*+)'")
_ESCAPED_TEXT = re.compile(r"'((?:[^'\\]|''|\\.)*+)'", re.DOTALL)
_PREFIX = re.compile(r"(?:_\w+\s*|[nN]|[eE])(?=')")
_WORD = re.compile(r"[A-Za-z_]\w*")
_CAST = re.compile(r"\s*::\s*[\w\". ]+(?:\([^)]*\))?(?:\[\])?")
_WORDS: dict[str, Any] = {"null": None, "true": True, "false": False, "default": None}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "Z": "\x1a"}
_DEEPEST = 20


class SqlValueError(ValueError):
    """Something that is no value of an `INSERT`."""


def read_tuple(text: str, at: int, *, backslashes: bool) -> tuple[list[Any], int] | None:
    """The next values in brackets and where reading stopped; None at the end of the statement.

    Args:
        text: The statement.
        at: Where to begin.
        backslashes: Whether a backslash in a text is MySQL's escape and no character of its own.

    Raises:
        SqlValueError: what stands there are no values.
    """
    at = _skip(text, at)
    if text[at : at + 1] == ",":
        at = _skip(text, at + 1)
    if text[at : at + 1] != "(":
        return None  # `;`, `ON CONFLICT …`, `RETURNING …`
    values: list[Any] = []
    at += 1
    while True:
        value, at = _value(text, at, backslashes=backslashes, depth=0)
        values.append(value)
        at = _skip(text, at)
        mark = text[at : at + 1]
        at += 1
        if mark == ")":
            return values, at
        if mark != ",":
            raise SqlValueError(f"no comma or bracket after value {len(values)}: {text[at - 1 : at + 20]!r}")


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int, *, backslashes: bool, depth: int) -> tuple[Any, int]:
    at = _skip(text, at)
    value, at = _bare(text, at, backslashes=backslashes, depth=depth)
    while cast := _CAST.match(text, at):
        at = cast.end()
    return value, at


def _bare(text: str, at: int, *, backslashes: bool, depth: int) -> tuple[Any, int]:
    if found := _HEX.match(text, at):
        digits = found[1] or found[2] or ""
        return bytes.fromhex(digits if len(digits) % 2 == 0 else f"0{digits}"), found.end()
    if prefix := _PREFIX.match(text, at):
        backslashes = backslashes or prefix[0] in "eE"
        at = prefix.end()
    if text[at : at + 1] == "'":
        found = (_ESCAPED_TEXT if backslashes else _PLAIN_TEXT).match(text, at)
        if found is None:
            raise SqlValueError("a text without its end")
        return _unescaped(found[1], backslashes=backslashes), found.end()
    if found := _NUMBER.match(text, at):
        number = found[0]
        return (int(number) if re.fullmatch(r"[+-]?\d+", number) else float(number)), found.end()
    if (found := _WORD.match(text, at)) is None:
        raise SqlValueError(f"no value: {text[at : at + 20]!r}")
    after = _skip(text, found.end())
    if text[after : after + 1] == "(":
        return _call(found[0].lower(), text, after + 1, backslashes=backslashes, depth=depth)
    if found[0].lower() in _WORDS:
        return _WORDS[found[0].lower()], found.end()
    raise SqlValueError(f"no value: {text[at : at + 20]!r}")


def _call(name: str, text: str, at: int, *, backslashes: bool, depth: int) -> tuple[Any, int]:
    """What a call gives, of those that dumps write: SQLite's `replace(…, char(10))`; of others their first argument."""
    if depth > _DEEPEST:
        raise SqlValueError("calls nested too deeply")
    given: list[Any] = []
    while text[_skip(text, at) :][:1] != ")" if not given else True:
        value, at = _value(text, at, backslashes=backslashes, depth=depth + 1)
        given.append(value)
        at = _skip(text, at)
        if word := re.compile(r"(?i)as\s+[\w ()]+?(?=\))").match(text, at):
            at = word.end()
        if text[at : at + 1] == ")":
            break
        if text[at : at + 1] != ",":
            raise SqlValueError(f"no comma or bracket in a call of {name}")
        at += 1
    at = _skip(text, at) + 1
    if name == "char":
        return "".join(chr(code) for code in given if isinstance(code, int) and 0 < code < 0x110000), at
    if name == "replace" and len(given) == 3 and all(isinstance(part, str) for part in given):
        return given[0].replace(given[1], given[2]), at
    return (given[0] if given else None), at


def _unescaped(text: str, *, backslashes: bool) -> str:
    text = text.replace("''", "'")
    if backslashes and "\\" in text:
        return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), text, flags=re.DOTALL)
    return text

"""Cells of tables in a text, with what their column is called: a password often stands far below the word for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_RULE: Final = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*")
"""The line below the head of a Markdown table."""
_TELLING: Final = re.compile(
    r"(?i:pass|pwd|\bpw\b|psk|\bpin\b|codes?\b|token|key\b|secret|credential|\bssn\b|social|licen[cs]e|\bid\b|id_|_id|phone|mobile|\btel\b|cell|number|account|acct|iban|address|street|card)"
    r"|密码|密碼|口令|密钥|令牌|凭证|身份证|护照|证件|证号|电话|手机|联系|账号|帐号|账户|卡号|住址|地址"
)
"""What the head of a column must hold for its cells to be told by it."""
_OPENED: Final = re.compile(r"(?i)\b(?:alarm|door|gate|garage|safe|lock|locker|entrance|building|room)s?\b")
_CODE: Final = re.compile(r"(?i)(?:entry )?codes?$")
_PARTED_BY: Final = (",", "\t", ";", "，")
_HEAD_CELL: Final = 32
"""Characters of the longest name of a column."""


class Cell(NamedTuple):
    """One cell below a head that may say what is in it."""

    head: str
    """With what the other columns are called before it, on a line of their own."""
    start: int
    end: int


_INSERT: Final = re.compile(
    r"(?i)\binto [\w.`\"]{1,60} ?\((?P<heads>[^()]{3,400})\)\s{0,8}values\s{0,8}(?P<rows>\([^;]{1,4000})"
)
_TUPLE: Final = re.compile(r"\((?P<row>[^()]{1,400})\)")


def told_values(text: str) -> Iterator[Cell]:
    """What a statement of SQL inserts, by the columns that it names."""
    for found in _INSERT.finditer(text):
        if _TELLING.search(found["heads"]):
            heads = [head.strip(' `"\n') for head in found["heads"].split(",")]
            for row in _TUPLE.finditer(text, *found.span("rows")):
                yield from _told(heads, list(_cells(text, *row.span("row"), ",")))


def told_cells(text: str) -> Iterator[Cell]:
    """The cells of every table whose columns' names may tell what they hold."""
    signs = [sign for sign in _PARTED_BY if text.count(sign) > 1]
    ruled = "|" in text and "-" in text
    if not signs and not ruled:
        return
    lines = list(_lines(text))
    place = 0
    while place < len(lines):
        start, end = lines[place]
        sign = _sign_of_head(text, lines, place, signs)
        if sign is None:
            place += 1
            continue
        heads = [text[s:e] for s, e in _cells(text, start, end, sign)]
        place += 2 if sign == "|" else 1
        while place < len(lines):
            row = list(_cells(text, *lines[place], sign))
            if len(row) < 2 and len(heads) > 1:
                break
            yield from _told(heads, row)
            place += 1


def _told(heads: list[str], row: list[tuple[int, int]]) -> Iterator[Cell]:
    for column, (head, (start, end)) in enumerate(zip(heads, row, strict=False)):
        if start < end and _TELLING.search(head):
            others = " ".join(heads[:column] + heads[column + 1 :])
            name = f"door {head}" if _CODE.match(head) and _OPENED.search(others) else head
            # A name in several words is one name: `account_no`, `Account no.`
            yield Cell(f"{others}\n{name.replace('_', ' ')}: ", start, end)


def _sign_of_head(text: str, lines: list[tuple[int, int]], place: int, signs: list[str]) -> str | None:
    """What parts the cells of a table that begins on this line; None when none does."""
    if place + 1 >= len(lines):
        return None
    start, end = lines[place]
    below, stop = lines[place + 1]
    if text.find("|", start, end) >= 0 and _RULE.fullmatch(text, below, stop) and _TELLING.search(text, start, end):
        return "|"
    for sign in signs:
        count = text.count(sign, start, end)
        if count and end - start <= (count + 1) * _HEAD_CELL and text.count(sign, below, stop) == count:
            cells = [cell.strip() for cell in text[start:end].split(sign)]
            if (
                all(0 < len(cell) <= _HEAD_CELL and not any(map(str.isdigit, cell)) for cell in cells)
                and _TELLING.search(text, start, end) is not None
            ):
                return sign
    return None


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


def _cells(text: str, start: int, end: int, sign: str) -> Iterator[tuple[int, int]]:
    """Places of the cells of a line, without blanks and marks around them."""
    line = text[start:end]
    if sign == "|":
        left = len(line) - len(line.lstrip(" \t"))
        if line[left : left + 1] == "|":
            left += 1
        right = len(line.rstrip(" \t"))
        if right > left and line[right - 1] == "|":
            right -= 1
        start, line = start + left, line[left:right]
    for piece in line.split(sign):
        inner = piece.strip(" \t`*\"'\r")
        begin = start + (piece.index(inner) if inner else len(piece))
        yield begin, begin + len(inner)
        start += len(piece) + 1

"""Dumps of databases as SQL: what mysqldump, pg_dump and SQLite's `.dump` write, a table of rows for each table.

Only `CREATE TABLE`, `INSERT` and `COPY … FROM stdin` are looked at, and nothing is ever run. Read statement by statement,
so that memory holds one statement and not the file.

Source: the MySQL 8.0, PostgreSQL 17 and SQLite documentation of string literals and of the COPY text format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from satchel.formats.tabular.json_shape import column_name
from satchel.formats.tabular.rows import Row, Shape, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.sql_values import SqlValueError, read_tuple
from satchel.formats.tabular.tables import aside
from satchel.formats.tabular.textual import SHOWN, lines

_NAME = r"(?:`[^`]+`|\"[^\"]+\"|\[[^\]]+\]|[\w$]+)"
_PATH = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_OPENS = re.compile(
    rf"\s*(?:INSERT\s+(?:IGNORE\s+|OR\s+\w+\s+)?INTO|REPLACE\s+INTO|CREATE\s+(?:TEMP(?:ORARY)?\s+)?TABLE|COPY)\s+(?:IF\s+NOT\s+EXISTS\s+)?{_PATH}",
    re.IGNORECASE,
)
_INSERT = re.compile(
    rf"\s*(?:INSERT\s+(?:IGNORE\s+|OR\s+\w+\s+)?INTO|REPLACE\s+INTO)\s+({_PATH})\s*(\([^()]*\))?\s*(?:OVERRIDING\s+\w+\s+VALUE\s*)?VALUES\s*",
    re.IGNORECASE,
)
_CREATE = re.compile(
    rf"\s*CREATE\s+(?:TEMP(?:ORARY)?\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?({_PATH})\s*\(", re.IGNORECASE
)
_COPY = re.compile(rf"\s*COPY\s+({_PATH})\s*(\([^()]*\))?\s+FROM\s+stdin\b.*", re.IGNORECASE | re.DOTALL)
_NO_COLUMN = re.compile(
    r"\s*(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FOREIGN|CHECK|FULLTEXT|SPATIAL|EXCLUDE|LIKE|PERIOD)\b", re.IGNORECASE
)
_FOREIGN = re.compile(
    rf"FOREIGN\s+KEY\s*\(\s*({_NAME})\s*\)\s*REFERENCES\s+({_PATH})\s*\(\s*({_NAME})\s*\)", re.IGNORECASE
)
_INLINE = re.compile(rf"\s*({_NAME})\s[^,]*?\bREFERENCES\s+({_PATH})\s*\(\s*({_NAME})\s*\)", re.IGNORECASE)
_MARKS = re.compile(r"\\.|''|'|\"|`|--|/\*|\*/|;|#", re.DOTALL)
_MYSQL = re.compile(r"(?m)^-- (?:MySQL|MariaDB) dump|^/\*![0-9]{5}|^[ \t]*(?:INSERT\s+INTO|CREATE\s+TABLE[^`\n]*)\s+`")
_MACHINERY = re.compile(r"(?i)sqlite_\w+|.*_(?:fts|idx|data|docsize|config|segments|segdir|stat)$")
_COPY_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"}


def is_sql_dump(written: Sequence[str], name: str) -> bool:
    """Whether lines are a dump: statements that make or fill a table begin some of them, and remarks or SQL the others."""
    opening = sum(bool(_OPENS.match(line)) for line in written)
    if name.lower().endswith(".sql"):
        return opening > 0
    first = next((line for line in written if not line.lstrip().startswith(("--", "/*", "#"))), "")
    return opening > 0 and bool(_OPENS.match(first) or re.match(r"\s*(?:PRAGMA|BEGIN|SET|DROP)\b[^.]*;\s*$", first))


@dataclass(slots=True)
class _Layout:
    columns: dict[str, list[str]] = field(default_factory=dict)
    keys: dict[str, dict[str, str]] = field(default_factory=dict)
    filled: dict[str, None] = field(default_factory=dict)


def sql_tables(source: SourceFile, encoding: str, sample: str) -> list[Table]:
    """A table for each that the dump fills.

    Args:
        source: The file.
        encoding: Of its text.
        sample: Its start, which tells MySQL's notation of texts from the standard's.

    Raises:
        OSError: reading breaks off.
    """
    mysql = bool(_MYSQL.search(sample))
    layout = _Layout()
    for statement in _statements(source, encoding, mysql=mysql):
        _learn(statement.text, layout)
    if not layout.filled:
        return [aside(source, Shape.INDEX, "sql", "statements that make tables and fill none")]
    found = []
    for name in layout.filled:
        shape = Shape.INDEX if _MACHINERY.fullmatch(name) else Shape.ROWS
        found.append(
            Table(
                source=source.name,
                name=name,
                shape=shape,
                container="sql",
                columns=tuple(layout.columns.get(name, ())),
                rows=_reader(source, encoding, layout, name, mysql=mysql),
                encoding=encoding,
                keys=layout.keys.get(name, {}),
                modified_at=source.modified_at,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class _Statement:
    text: str
    line: int
    """Where it begins."""
    data: Iterator[tuple[int, str]] | None = None
    """The lines that follow a `COPY`; they must be read before the next statement is asked for."""


def _statements(source: SourceFile, encoding: str, *, mysql: bool) -> Iterator[_Statement]:
    """The statements that make or fill tables, whole, without those around them."""
    numbered = ((line.number, line.text) for line in lines(source, encoding))
    held: list[str] = []
    start, quote = 0, ""
    for number, text in numbered:
        if not held and not quote:
            if not _OPENS.match(text):
                quote = _quote_after(text, "", mysql=mysql)[0]
                if quote != "/*":
                    quote = ""  # a statement of another kind; its texts do not matter
                continue
            start = number
        elif not held:
            quote = _quote_after(text, quote, mysql=mysql)[0]
            continue
        held.append(text)
        quote, ended = _quote_after(text, quote, mysql=mysql)
        if ended:
            whole, held = "\n".join(held), []
            if _COPY.fullmatch(whole):
                data = _copied(numbered)
                yield _Statement(whole, start, data)
                for _ in data:
                    pass  # what nobody wanted is passed over
            else:
                yield _Statement(whole, start)
    if held:
        yield _Statement("\n".join(held), start)


def _quote_after(text: str, quote: str, *, mysql: bool) -> tuple[str, bool]:
    """Which quote or remark is open after a line, and whether a statement ends with it."""
    ended = False
    for match in _MARKS.finditer(text):
        mark = match[0]
        if mark[0] == "\\":
            if not mysql and quote == "'" and mark == "\\'":
                quote = ""  # the standard knows no backslash
            continue
        if quote == "/*":
            quote = "" if mark == "*/" else quote
        elif quote:
            quote = "" if mark == quote else quote
        elif mark in ("'", '"', "`", "/*"):
            quote, ended = mark, False
        elif mark == "--" or (mark == "#" and mysql and not text[: match.start()].strip()):
            break
        elif mark == ";":
            ended = not text[match.end() :].strip() or text[match.end() :].lstrip().startswith(("--", "/*"))
    return quote, ended and not quote


def _copied(numbered: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, text in numbered:
        if text == "\\.":
            return
        yield number, text


def _plain(name: str) -> str:
    """The last part of a name, without its quotes: `public."notes"` is notes."""
    last = str(re.findall(_NAME, name)[-1])
    return last.strip('`"[]') if not re.fullmatch(r"[\w$]+", last) else last


def _listed(columns: str | None) -> list[str]:
    return [_plain(name) for name in re.findall(_NAME, columns)] if columns else []


def _learn(text: str, layout: _Layout) -> None:
    if made := _CREATE.match(text):
        name, members = _plain(made[1]), _split(text[made.end() :])
        layout.columns[name] = [
            _plain(first[0])
            for member in members
            if not _NO_COLUMN.match(member) and (first := re.search(_NAME, member))
        ]
        for match in (
            *_FOREIGN.finditer(text),
            *filter(None, (_INLINE.match(member) for member in members if not _NO_COLUMN.match(member))),
        ):
            layout.keys.setdefault(name, {})[_plain(match[1])] = f"{_plain(match[2])}.{_plain(match[3])}"
    elif filled := _INSERT.match(text) or _COPY.fullmatch(text):
        name = _plain(filled[1])
        layout.filled.setdefault(name)
        if own := _listed(filled[2]):
            layout.columns.setdefault(name, own)


def _split(text: str) -> list[str]:
    """The members of a list in brackets, whose opening bracket was read; brackets and texts inside them part nothing."""
    members, depth = [""], 0
    for match in re.finditer(r"'(?:[^']|'')*'|[(),]|[^'(),]+|'", text):
        piece = match[0]
        depth += (piece == "(") - (piece == ")")
        if depth < 0:
            break
        if piece == "," and not depth:
            members.append("")
        else:
            members[-1] += piece
    return members


def _reader(source: SourceFile, encoding: str, layout: _Layout, name: str, *, mysql: bool) -> Any:
    def rows() -> Iterator[Row]:
        number = 0
        for statement in _statements(source, encoding, mysql=mysql):
            filled = _INSERT.match(statement.text) or _COPY.fullmatch(statement.text)
            if filled is None or _plain(filled[1]) != name:
                continue
            columns = _listed(filled[2]) or layout.columns.get(name, [])
            read = (
                _copy_rows(statement.data, columns)
                if statement.data is not None
                else _insert_rows(statement, filled.end(), columns, mysql=mysql)
            )
            for row in read:
                number += 1
                yield replace(row, position=f"row {number} ({row.position})")

    return rows


def _insert_rows(statement: _Statement, at: int, columns: Sequence[str], *, mysql: bool) -> Iterator[Row]:
    text, where = statement.text, f"line {statement.line}"
    while at < len(text):
        start = at
        try:
            found = read_tuple(text, at, backslashes=mysql)
        except SqlValueError as error:
            yield Row(values={}, position=where, problem=str(error), raw=text[start : start + SHOWN])
            return
        if found is None:
            return
        values, at = found
        yield _row(values, columns, where, text[start : min(at, start + SHOWN)])


def _copy_rows(data: Iterator[tuple[int, str]], columns: Sequence[str]) -> Iterator[Row]:
    for number, text in data:
        yield _row([_copy_value(cell) for cell in text.split("\t")], columns, f"line {number}", text[:SHOWN])


def _copy_value(cell: str) -> str | None:
    if cell == "\\N":
        return None
    return re.sub(r"\\(.)", lambda match: _COPY_ESCAPES.get(match[1], match[1]), cell) if "\\" in cell else cell


def _row(values: Sequence[Any], columns: Sequence[str], where: str, raw: str) -> Row:
    names = list(columns)
    problem = f"{len(values)} values where {len(names)} are expected" if names and len(values) != len(names) else ""
    return Row(
        values={column_name(names, place): value for place, value in enumerate(values)},
        position=where,
        problem=problem,
        raw=raw,
    )

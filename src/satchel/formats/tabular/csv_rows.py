"""Delimited text (comma, semicolon, tab, bar) as one table; the delimiter and the heading are found by their evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from satchel.formats.tabular.csv_records import Record, records
from satchel.formats.tabular.json_shape import column_name
from satchel.formats.tabular.json_text import parsed_text, tidy_text
from satchel.formats.tabular.rows import BESIDE, Row, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.tables import sampled
from satchel.formats.tabular.textual import SHOWN, Line, lines

_DELIMITERS = ",;\t|"
_MOST_COLUMNS = 2000
_JSON_STARTS = frozenset({'{"', '["', "[{", "{}", "[]"})

_NAME = re.compile(r"[^\W\d][\w .()\[\]/#$%&*:?+'（）【】［］：／、？％＃·’-]{0,47}")
_IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*|[a-z]+(?:[A-Z][a-z0-9]*)+")
"""What programs call columns, and people hardly ever write into cells."""
_VALUE = re.compile(
    r"[-+]?[\d.,]+%?|\d{4}[-/.年]\d{1,2}.*|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}.*|[0-9a-fA-F-]{16,}"
    r"|true|false|null|none|\S+@\S+\.\S+|https?:.*|\[.*|\{.*",
    re.IGNORECASE | re.DOTALL,
)
_DECLARED = re.compile(r"\s*\"?sep=(.)\"?[,;]*\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a delimited file is written."""

    delimiter: str
    width: int
    """Most records have that many fields."""
    records: int
    """How many were looked at."""
    agreement: float
    """Share of them that have that many, 0 to 1."""
    heading: bool
    skip: int = 0
    """Lines before the table: Excel's `sep=` line."""
    lead: int = 0
    """Records above the heading: the title of a sheet kept by hand."""
    valued: frozenset[int] = frozenset()
    """Places whose fields are numbers or dates."""
    quoted: bool = False
    """Nearly every line is fields in quotes with delimiters between them, as only programs write."""


def sniff(sample: list[str]) -> Dialect | None:
    """The dialect that splits the first lines most evenly; None when no delimiter stands in them.

    Args:
        sample: The first lines, without their ends; none of them cut.
    """
    declared = _DECLARED.fullmatch(sample[0]) if sample else None
    body = [Line(i, text) for i, text in enumerate(sample[1 if declared else 0 :], start=1) if text.strip()]
    best: Dialect | None = None
    for delimiter in [declared[1]] if declared else _DELIMITERS:
        found = [r.fields for r in records(body, delimiter) if any(field.strip() for field in r.fields)]
        if not found or (not declared and _cuts_brackets(found)):
            continue
        widths = [len(fields) for fields in found]
        width = max(sorted(set(widths), reverse=True), key=widths.count)
        agreement = widths.count(width) / len(widths)
        lead = _lead(found, width)
        dialect = Dialect(
            delimiter, width, len(found), agreement, bool(lead) or _has_heading(found, width), 1 if declared else 0,
            lead, _valued(found[lead + 1 :], width), _is_quoted(body, delimiter),
        )  # fmt: skip
        if declared or (width > 1 and (best is None or _is_better(dialect, best))):
            best = dialect
    return best


def csv_tables(source: SourceFile, encoding: str, dialect: Dialect) -> list[Table]:
    """One table of all records; a record of another width keeps its fields and says so.

    Raises:
        OSError: reading breaks off.
    """

    def rows() -> Iterator[Row]:
        body = islice(lines(source, encoding), dialect.skip, None)
        heads: list[str] | None = None
        names: list[str] = []
        above = dialect.lead
        for record in records(body, dialect.delimiter, width=dialect.width):
            if not record.problem and not any(field.strip() for field in record.fields):
                if len(record.fields) > 1 and (heads is not None or not dialect.heading):
                    yield _row(record, names, dialect)  # delimiters and nothing else: an empty row, and counted as one
                continue
            if above and heads is None:
                above -= 1
                yield _beside(record)
            elif dialect.heading and heads is None and not record.problem:
                heads, names = record.fields, _unique(record.fields)
            elif heads is not None and _stands_between(record, dialect):
                yield _beside(record)
            elif record.fields != heads:  # the same again: files were joined, headings and all
                yield _row(record, names, dialect)

    table = sampled(source, "csv", rows, encoding=encoding)
    if not table.columns and dialect.heading:
        heading = next(
            (r.fields for r in records(islice(lines(source, encoding), dialect.skip, None), dialect.delimiter)), []
        )
        return [replace(table, columns=tuple(_unique(heading)))]
    return [table]


def _row(record: Record, names: list[str], dialect: Dialect) -> Row:
    fields = [field.strip() for field in record.fields] if dialect.delimiter == "|" else record.fields
    expected = len(names) or dialect.width
    problem = record.problem
    if not problem and any(field.strip() for field in fields[expected:]):
        problem = f"{len(fields)} fields where {expected} are expected; a delimiter inside a text may lack its quotes"
    elif not problem and len(fields) < expected - 1 and not (len(fields) > 1 and dialect.agreement < 0.8):
        problem = f"{len(fields)} fields where {expected} are expected; the line may be cut"
    values = {
        column_name(names, i): parsed_text(field) if field[:2] in _JSON_STARTS else tidy_text(field)
        for i, field in enumerate(fields[:_MOST_COLUMNS])
        if i < expected or field.strip()
    }
    raw = dialect.delimiter.join(fields)[:SHOWN] if problem else ""
    return Row(values=values, position=f"line {record.line}", problem=problem, raw=raw)


_MOST_LEAD = 12
_TOTAL = re.compile(
    r"(?i)(?:合计|总计|小计|共计|总共|汇总|总数|总条数|(?:grand |sub-?)?totals?|sum|count|summe|gesamt|insgesamt|total général|suma|итого)"
    r"\s*[:：]?\s*(?:\d+\s*(?:条|项|行|个|rows?|entries|items)?)?"
)


def _beside(record: Record) -> Row:
    """A record that is no row of the table: a title above it, a line between parts of it, a sum below."""
    return Row(
        values={BESIDE: " ".join(field.strip() for field in record.fields if field.strip())},
        position=f"line {record.line}",
    )


def _lead(found: list[list[str]], width: int) -> int:
    """How many records stand above a heading, each with hardly a field filled; 0 when no heading follows them."""
    if width < 2:
        return 0
    place = 0
    while place < min(_MOST_LEAD, len(found) - 2) and sum(bool(f.strip()) for f in found[place]) <= max(1, width // 4):
        place += 1
    heads = [field for field in found[place] if field.strip()]
    if not place or len(heads) * 3 < width * 2 or len(heads) < 2:
        return 0
    return place if _has_heading(found[place:], width) else 0


def _valued(body: list[list[str]], width: int) -> frozenset[int]:
    """Places where all filled fields but one in ten, or two of a few, are numbers or dates."""
    found = set()
    for place in range(width):
        column = [record[place].strip() for record in body if place < len(record) and record[place].strip()]
        valued = sum(bool(_VALUE.fullmatch(value)) for value in column)
        if valued >= 3 and len(column) - valued <= max(0.1 * len(column), min(2, valued // 2)):
            found.add(place)
    return frozenset(found)


_BRACKETS = {"[": "]", "(": ")", "（": "）", "【": "】", "<": ">"}


def _cuts_brackets(found: list[list[str]]) -> bool:
    """Whether most records begin with a bracket that their first field does not close: `[Aug 31, 2024] - a memory`."""
    first = [fields[0].lstrip(" \t-*") for fields in found]
    cut = sum(field[:1] in _BRACKETS and _BRACKETS[field[0]] not in field for field in first)
    return 2 * cut > len(found)


def _is_quoted(body: list[Line], delimiter: str) -> bool:
    """Whether nine lines of ten are whole records of quoted fields."""
    one = r'"(?:[^"]|"")*"'
    record = re.compile(rf"\s*{one}(?:{re.escape(delimiter)}(?:{one})?)+\s*")
    return sum(bool(record.fullmatch(line.text)) for line in body) >= 0.9 * len(body)


def _stands_between(record: Record, dialect: Dialect) -> bool:
    """True for a sum below the rows, and for words alone in a place of numbers or dates: a line between two parts."""
    filled = [(place, field.strip()) for place, field in enumerate(record.fields) if field.strip()]
    if record.problem or dialect.width < 3 or len(filled) * 3 > dialect.width * 2:
        return False
    place, first = filled[0]
    if _TOTAL.fullmatch(first) and (place in dialect.valued or len(filled) > 1):
        return all(len(field) <= 24 for _, field in filled)
    return len(filled) == 1 and place in dialect.valued and not _VALUE.fullmatch(first)


def _is_better(one: Dialect, other: Dialect) -> bool:
    """More even wins; as even, the one with more columns, since a text splits by chance at most once or twice."""
    if abs(one.agreement - other.agreement) > 0.05:
        return one.agreement > other.agreement
    return one.width > other.width


def _has_heading(found: list[list[str]], width: int) -> bool:
    """True when the first record names its columns: short, distinct, and unlike the values below it."""
    first, body = [field.strip() for field in found[0]], found[1:50]
    names = [field for field in first if field]
    if len(names) * 2 < width or len(set(names)) < len(names) or any(_VALUE.fullmatch(name) for name in names):
        return False
    if not all(_NAME.fullmatch(name) for name in names):
        return False
    if not body:
        return all(" " not in name or len(name) < 20 for name in names)
    evidence = 0
    for place, name in enumerate(first):
        column = [record[place].strip() for record in body if place < len(record) and record[place].strip()]
        if not column or not name:
            continue
        if sum(bool(_VALUE.fullmatch(value)) for value in column) * 2 > len(column):
            evidence += 1  # values of a kind that the first line lacks
        elif name in column:
            evidence -= 2  # a heading is not said again among its values
        elif len(name) * 2 < sum(map(len, column)) / len(column):
            evidence += 1
    return evidence > 0 or all(map(_IDENTIFIER.fullmatch, names))


def _unique(fields: list[str]) -> list[str]:
    """Column names: stripped, numbered where empty or given twice."""
    names: list[str] = []
    for place, field in enumerate(fields):
        name = field.strip() or f"column_{place + 1}"
        while name in names:
            name += "_2"
        names.append(name)
    while len(names) > 1 and names[-1] == f"column_{len(names)}":
        names.pop()  # a delimiter at the end of every line
    return names

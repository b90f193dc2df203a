"""Workbooks of Excel and of whatever writes `.xlsx`: each sheet a table, its dates as dates.

A cell of a date is a number; that it is one stands in the format of the cell. Formulas are never computed: what the
program that saved the file last saw is what counts. A part that declares entities is never parsed.

Source: ECMA-376, part 1, §18.3.1.4 (cells), §18.8.30 (number formats), §18.17.4.1 (date systems).
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import IO, Any
from xml.etree import ElementTree

from satchel.formats.tabular.json_shape import column_name
from satchel.formats.tabular.rows import BESIDE, Row, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.tables import sampled

WORKBOOK = "xl/workbook.xml"
_LARGEST_PART = 256 << 20
"""Bytes, unpacked. Excel itself ends at a million rows."""
_MOST_COLUMNS = 2000
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_CLOCK_FORMATS = frozenset((18, 19, 20, 21, 22, 32, 33, 45, 46, 47, 55, 56))
_NO_TIME_IN_FORMAT = re.compile(r"\"[^\"]*\"|\\.|\[(?!h|m|s)[^\]]*\]", re.IGNORECASE)
_CELL = re.compile(r"([A-Z]{1,3})\d+")
_LONGEST_NAME = 48
_LEAD = 8
"""Rows in which a heading is looked for; titles of sheets stand above it."""


@dataclass(frozen=True, slots=True)
class _Book:
    sheets: tuple[tuple[str, str], ...]
    """Name and part."""
    texts: tuple[str, ...]
    dates: Mapping[int, bool]
    """Style of a date → whether it shows a clock."""
    zero: datetime


def workbook_tables(source: SourceFile) -> list[Table]:
    """A table for each sheet that holds anything.

    Raises:
        ValueError: the file is broken, or a part of it is dangerous or too large.
    """
    with source.local_copy() as path, zipfile.ZipFile(path) as archive:
        book = _book(archive)
    found = []
    for name, part in book.sheets:
        table = sampled(source, "xlsx", _reader(source, book, part), name=name if len(book.sheets) > 1 else "")
        if next(iter(table.rows()), None) is not None:
            found.append(table)
    return found


def _reader(source: SourceFile, book: _Book, part: str) -> Any:
    def rows() -> Iterator[Row]:
        with source.local_copy() as path, zipfile.ZipFile(path) as archive, _part(archive, part) as stream:
            yield from _rows(_unbroken(_cells(stream, book)))

    return rows


def _part(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    info = archive.getinfo(name)
    if info.file_size > _LARGEST_PART:
        raise ValueError(f"{name} is larger than {_LARGEST_PART >> 20} MiB")
    if info.flag_bits & 1:
        raise ValueError(f"{name} is locked with a password")
    with archive.open(info) as stream:
        if b"<!" in stream.read(2048):
            raise ValueError(f"{name} declares entities of its own")
    return archive.open(info)


def _tree(archive: zipfile.ZipFile, name: str) -> ElementTree.Element | None:
    if name not in archive.namelist():
        return None
    with _part(archive, name) as stream:
        try:
            return ElementTree.parse(stream).getroot()  # noqa: S314  # without declarations nothing could grow
        except ElementTree.ParseError as error:
            raise ValueError(f"{name}: {error}") from error


def _book(archive: zipfile.ZipFile) -> _Book:
    root, links = _tree(archive, WORKBOOK), _tree(archive, "xl/_rels/workbook.xml.rels")
    if root is None or links is None:
        raise ValueError("no list of sheets")
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    sheets = []
    for sheet in _all(root, "sheet"):
        linked = next((value for key, value in sheet.attrib.items() if key.endswith("}id")), "")
        target = targets.get(linked, "")
        part = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        if part in archive.namelist():
            sheets.append((sheet.get("name", ""), part))
    of_mac = any(each.get("date1904") in ("1", "true") for each in _all(root, "workbookPr"))
    zero = datetime(1904, 1, 1) if of_mac else datetime(1899, 12, 30)  # noqa: DTZ001  # spreadsheets know no zone
    return _Book(
        tuple(sheets), _texts(_tree(archive, "xl/sharedStrings.xml")), _dates(_tree(archive, "xl/styles.xml")), zero
    )


def _any(tag: str) -> str:
    return f"{{*}}{tag}"


def _all(root: ElementTree.Element, tag: str) -> Iterator[ElementTree.Element]:
    """Every element of a name, in whatever namespace: strict and transitional files have two."""
    return (element for element in root.iter() if element.tag.rpartition("}")[2] == tag)


def _texts(root: ElementTree.Element | None) -> tuple[str, ...]:
    return () if root is None else tuple(_said(item) for item in _all(root, "si"))


def _said(item: ElementTree.Element) -> str:
    """The text of a cell, whose words may stand in runs of different letters; readings beside Chinese are left out."""
    parts = [*item.findall(_any("t")), *item.findall(f"{_any('r')}/{_any('t')}")]
    return "".join(part.text or "" for part in parts)


def _dates(root: ElementTree.Element | None) -> dict[int, bool]:
    if root is None:
        return {}
    own = {int(each.get("numFmtId", "0")): each.get("formatCode", "") for each in _all(root, "numFmt")}
    found: dict[int, bool] = {}
    styles = root.find(_any("cellXfs"))
    for place, style in enumerate(styles if styles is not None else ()):
        number = int(style.get("numFmtId", "0"))
        code = _NO_TIME_IN_FORMAT.sub("", own.get(number, "")).lower()
        if number in _DATE_FORMATS or re.search(r"[yd]|h|mm?/|年|月", code):
            found[place] = number in _CLOCK_FORMATS or "h" in code
    return found


def _cells(stream: IO[bytes], book: _Book) -> Iterator[tuple[int, list[Any]]]:
    """The number and the cells of each row, in constant memory."""
    number, above = 0, None
    for event, element in ElementTree.iterparse(stream, events=("start", "end")):  # noqa: S314  # see `_part`
        if event == "start":
            above = element if element.tag.endswith("}sheetData") else above
            continue
        if not element.tag.endswith("}row"):
            continue
        number = int(element.get("r") or number + 1)
        cells: list[Any] = []
        for cell in element:
            place = _place(cell.get("r", ""), len(cells))
            if place < _MOST_COLUMNS:
                cells += [None] * (place + 1 - len(cells))
                cells[place] = _value(cell, book)
        if above is not None:
            above.clear()  # the rows that were read
        yield number, cells


def _unbroken(cells: Iterator[tuple[int, list[Any]]]) -> Iterator[tuple[int, list[Any]]]:
    """The rows before a fault, and then the fault."""
    number = 0
    try:
        for number, filled in cells:
            yield number, filled
    except ElementTree.ParseError as error:
        yield number, [_Fault(f"the sheet is broken after row {number}: {error}")]


class _Fault(str):
    """What is wrong with a sheet from here on."""

    __slots__ = ()


def _place(name: str, following: int) -> int:
    found = _CELL.fullmatch(name)
    if found is None:
        return following
    place = 0
    for letter in found[1]:
        place = place * 26 + ord(letter) - 64
    return place - 1


def _value(cell: ElementTree.Element, book: _Book) -> Any:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inner = cell.find(_any("is"))
        return _said(inner) if inner is not None else None
    value = cell.find(_any("v"))
    if value is None or value.text is None or kind == "e":
        return None
    if kind == "s":
        place = int(value.text)
        return book.texts[place] if place < len(book.texts) else None
    if kind in ("str", "d"):
        return value.text
    if kind == "b":
        return value.text == "1"
    return _number(value.text, int(cell.get("s", "-1")), book)


def _number(text: str, style: int, book: _Book) -> Any:
    try:
        number = float(text)
    except ValueError:
        return text
    clock = book.dates.get(style)
    if clock is None or not 1 <= number < 2_958_466:
        return int(number) if number.is_integer() and "." not in text and "e" not in text.lower() else number
    moment = book.zero + timedelta(seconds=round(number * 86_400))
    return moment.isoformat(" ") if clock or moment.time() != moment.min.time() else moment.date().isoformat()


def _rows(cells: Iterator[tuple[int, list[Any]]]) -> Iterator[Row]:
    held: list[tuple[int, list[Any]]] = []
    for row in cells:
        held.append(row)
        if len(held) >= 4 * _LEAD:
            break
    heading = _heading([filled for _, filled in held])
    names: list[str] = [] if heading is None else _unique(held[heading][1])
    for place, (number, filled) in enumerate(held):
        if heading is not None and place < heading:
            if said := " ".join(str(cell) for cell in filled if cell not in (None, "")):
                yield Row(values={BESIDE: said}, position=f"row {number}")
        elif place != heading:
            yield from _row(number, filled, names)
    for number, filled in cells:
        yield from _row(number, filled, names)


def _row(number: int, filled: Sequence[Any], names: Sequence[str]) -> Iterator[Row]:
    if filled and isinstance(filled[0], _Fault):
        yield Row(values={}, position=f"after row {number}", problem=str(filled[0]))
    elif any(cell not in (None, "") for cell in filled):
        values = {column_name(list(names), place): cell for place, cell in enumerate(filled)}
        values.update(dict.fromkeys(names[len(filled) :]))
        yield Row(values=values, position=f"row {number}")


def _heading(rows: Sequence[Sequence[Any]]) -> int | None:
    """Which row names the columns: the first with a short text in nearly every place that is filled below it."""
    width = max((sum(cell not in (None, "") for cell in row) for row in rows), default=0)
    for place, row in enumerate(rows[:_LEAD]):
        filled = [cell for cell in row if cell not in (None, "")]
        if len(filled) < max(1, 0.6 * width):
            continue
        named = all(isinstance(cell, str) and len(cell) <= _LONGEST_NAME for cell in filled)
        return place if named and len(set(filled)) == len(filled) and place + 1 < len(rows) and width > 1 else None
    return None


def _unique(cells: Sequence[Any]) -> list[str]:
    names: list[str] = []
    for place, cell in enumerate(cells):
        name = str(cell).strip() if cell not in (None, "") else column_name([], place)
        names.append(name if name not in names else f"{name} ({place + 1})")
    return names

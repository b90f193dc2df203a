"""Markdown, pasted text and web pages as rows: one an item, under its headings, with its line number.

Columns: `text`; `$label`, the date before an item as it stood there; `$checked`, a check box; `$code`, the language of a
code block; `^item`, the item above an indented one; `^name` for each field of the front matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from satchel.formats.entry_dates import with_dates_behind
from satchel.formats.tabular.chat_lines import chat_table
from satchel.formats.tabular.front_matter import split_front_matter
from satchel.formats.tabular.json_shape import UP, column_name
from satchel.formats.tabular.rows import Row, Shape, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.tables import sampled, shape_of
from satchel.formats.tabular.text_blocks import Item, TextTable, blocks, item
from satchel.formats.tabular.textual import SHOWN, Line, lines, whole

LARGEST = 16 << 20
"""Bytes. A longer text is a log: it is read line by line, without looking for headings."""
FRONT_MATTER = "front matter"


def text_tables(source: SourceFile, encoding: str, *, container: str) -> list[Table]:
    """The sections of a text, each a table of its items; drawn tables apart; the front matter as the envelope.

    Args:
        source: The file.
        encoding: Of its text.
        container: `markdown`, `text` or `html`.

    Raises:
        OSError: reading breaks off before anything is known.
    """
    if source.size > LARGEST:
        return [sampled(source, container, lambda: _single_lines(source, encoding), encoding=encoding)]
    if container == "html":
        body, front, taken, problem = html_lines(whole(source, encoding, LARGEST)), dict[str, Any](), 0, ""
    else:
        body, fault = held_lines(source, encoding)
        if (chat := chat_table(source, body, encoding, container=container)) is not None:
            return [chat]
        front, taken, problem = split_front_matter("\n".join(line.text for line in body[:2000]))
        body = body[taken:]
        problem = problem or fault
    found: list[Table] = []
    context = {UP + key: value for key, value in front.items() if _is_context(value)}
    if front or problem:
        row = Row(values=front, position="front matter" if taken else "the file", problem=problem)
        found.append(_held(source, container, encoding, FRONT_MATTER if taken else "", [row], envelope=bool(front)))
    return found + _sections(source, container, encoding, blocks(body), context)


def held_lines(source: SourceFile, encoding: str) -> tuple[list[Line], str]:
    """All lines of a text that is small enough, or those before reading broke off and the reason.

    Raises:
        OSError: not even the first line can be read.
    """
    body: list[Line] = []
    try:
        for line in lines(source, encoding):
            body.append(line)  # noqa: PERF402  # what came before a fault is kept
    except OSError as error:
        if not body:
            raise
        return body, f"reading broke off after line {body[-1].number} ({error})"
    return body, ""


def _sections(
    source: SourceFile, container: str, encoding: str, found: Iterator[Item | TextTable], context: Mapping[str, Any]
) -> list[Table]:
    gathered: dict[tuple[str, ...], list[Item]] = {}
    drawn: list[TextTable] = []
    for block in found:
        if isinstance(block, TextTable):
            drawn.append(block)
        else:
            gathered.setdefault(block.headings, []).append(block)
    sections = {
        headings: [_row(block, context) for block in with_dates_behind(items)] for headings, items in gathered.items()
    }
    tables = [_held(source, container, encoding, " / ".join(h), rows, headings=h) for h, rows in sections.items()]
    for number, table in enumerate(drawn, start=1):
        rows = [_table_row(table, line, record, context) for line, record in table.records]
        name = " / ".join((*table.headings, f"table {number}"))
        tables.append(_held(source, container, encoding, name, rows, headings=table.headings))
    return tables


def _row(block: Item, context: Mapping[str, Any]) -> Row:
    values: dict[str, Any] = {"text": block.text}
    if block.label:
        values["$label"] = block.label
    if block.checked is not None:
        values["$checked"] = block.checked
    if block.code is not None:
        values["$code"] = block.code
    if block.parent:
        values["^item"] = block.parent
    values.update(context)
    return Row(
        values=values,
        position=_position(block.headings, block.line),
        problem=block.problem,
        raw=block.raw[:SHOWN],
    )


def _table_row(table: TextTable, line: int, record: Sequence[str], context: Mapping[str, Any]) -> Row:
    names = list(table.columns)
    values: dict[str, Any] = {column_name(names, i): cell for i, cell in enumerate(record)}
    extra = any(record[len(names) :])
    problem = f"{len(record)} cells where {len(names)} are expected" if extra else ""
    return Row(values={**values, **context}, position=_position(table.headings, line), problem=problem)


def _position(headings: Sequence[str], line: int) -> str:
    return f"# {headings[-1]}, line {line}" if headings else f"line {line}"


def _held(
    source: SourceFile,
    container: str,
    encoding: str,
    name: str,
    rows: Sequence[Row],
    *,
    headings: tuple[str, ...] = (),
    envelope: bool = False,
) -> Table:
    """A table whose rows are held, since a text is small and its sections are many."""
    columns = dict.fromkeys(column for row in rows for column in row.values)
    return Table(
        source=source.name,
        name=name,
        shape=Shape.ROWS if envelope else shape_of(columns),
        container=container,
        columns=tuple(columns),
        rows=lambda: iter(rows),
        encoding=encoding,
        headings=headings,
        envelope=envelope,
        modified_at=source.modified_at,
    )


def _single_lines(source: SourceFile, encoding: str) -> Iterator[Row]:
    for line in lines(source, encoding):
        if line.problem:
            yield Row(values={}, position=f"line {line.number}", problem=line.problem, raw=line.text)
        elif line.text.strip():
            yield _row(item(line.text.strip(), line), {})


def _is_context(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= 64 and all(isinstance(inner, str | int | float) for inner in value)
    return not isinstance(value, dict) and value != "" and not (isinstance(value, str) and len(value) > 4096)


# ------------------------------------------------------------------------------------------------------------------ HTML

_HIDDEN = frozenset("script style template noscript svg math head iframe object".split())
_BLOCKS = frozenset(
    "address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 "
    "h4 h5 h6 header hr html li main nav ol option p pre section summary table tbody tfoot thead tr ul".split()
)


def html_lines(text: str) -> list[Line]:
    """A web page as lines of markdown, each with the line it started at; scripts and styles are left out.

    In other XML every element is a block, since nobody knows which are.
    """
    parser = _Page(blocks=None if text.lstrip()[:5].lower() == "<?xml" else _BLOCKS)
    parser.feed(text)
    parser.close()
    parser.end_page()
    return parser.lines


class _Page(HTMLParser):
    def __init__(self, blocks: frozenset[str] | None) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks = blocks
        self.lines: list[Line] = []
        self._parts: list[str] = []
        self._start = 1
        self._prefix = ""
        self._hidden = 0
        self._depth = 0
        self._row: list[str] | None = None
        self._in_cell = False
        self._rows_in_table = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "body":
            self._hidden = 0  # a head that was never closed
        if tag in _HIDDEN:
            self._hidden += 1
        elif tag == "tr":
            self._end_row()
            self.end_line()
            self._row = []
        elif tag in {"td", "th"} and self._row is not None:
            self._end_cell()
            self._in_cell = True
        elif self._is_block(tag):
            self.end_line()
        if tag in {"ul", "ol"}:
            self._depth += 1
        elif tag == "table":
            self._rows_in_table = 0
        elif tag == "li":
            self._prefix = "  " * max(0, self._depth - 1) + "- "
        elif tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            self._prefix = "#" * int(tag[1]) + " "

    def handle_endtag(self, tag: str) -> None:
        if tag in _HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        elif tag in {"td", "th"}:
            self._end_cell()
        elif tag in {"tr", "table"} and self._row is not None:
            self._end_row()
        elif self._is_block(tag):
            self.end_line()
            if tag in {"p", "ul", "ol", "table", "div", "pre"} and self._row is None:
                self.lines.append(Line(self.getpos()[0], ""))
        if tag in {"ul", "ol"}:
            self._depth = max(0, self._depth - 1)

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            if not self._parts:
                self._start = self.getpos()[0]
            self._parts.append(data)

    def _is_block(self, tag: str) -> bool:
        return self._blocks is None or tag in self._blocks

    def end_page(self) -> None:
        """What was never closed is a line too."""
        self._end_row()
        self.end_line()

    def end_line(self) -> None:
        """What was gathered so far is a line of its own."""
        if self._row is not None:
            self._parts.append(" ")
            return
        text = " ".join("".join(self._parts).split())
        self._parts = []
        if text:
            self.lines.append(Line(self._start, self._prefix + text))
            self._prefix = ""

    def _end_cell(self) -> None:
        if self._in_cell and self._row is not None:
            self._row.append(" ".join("".join(self._parts).split()).replace("|", "\\|"))
            self._parts = []
        self._in_cell = False

    def _end_row(self) -> None:
        """Close a row, whether or not its tags were closed."""
        if self._row is None:
            return
        self._end_cell()
        row, self._row, self._parts = self._row, None, []
        number = self.getpos()[0]
        if not any(row):
            return
        if len(row) == 1:
            self.lines.append(Line(number, row[0]))
            return
        self.lines.append(Line(number, "| " + " | ".join(row) + " |"))
        self._rows_in_table += 1
        if self._rows_in_table == 1:
            self.lines.append(Line(number, "|" + " --- |" * len(row)))

"""What every tabular source is reduced to: tables of rows, each row with its place in the file.

A reader knows a container (JSON, SQLite, CSV …) and nothing of memories; what a column means is inferred later, from
all tables together. Rows are yielded in file order and in constant memory; `Table.rows` may be called several times
and reads the source anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

BESIDE = "$beside"
"""The one column of a row that is none of its table's: a title above it, a line between its parts, a sum below it."""


class Shape(StrEnum):
    """What a table looks like from its container alone."""

    ROWS = "rows"
    """Records with named columns: a SQLite table, a CSV file, a JSON array of objects."""
    LINES = "lines"
    """Text without columns: a pasted list, a markdown section, a JSON array of strings. One column, `text`."""
    VECTORS = "vectors"
    """Numbers only; `Row.values` is empty and `Row.weight` counts the vectors. Never text."""
    INDEX = "index"
    """Machinery of a container: full-text shadow tables, migrations, sequences. Counted, not read."""
    OPAQUE = "opaque"
    """Bytes that no reader opens (a pickle, an image, an unknown binary); one row, with the reason."""


@dataclass(frozen=True, slots=True)
class Vector:
    """Stands in a row for a long list of numbers, which is never text."""

    dim: int
    """How many numbers."""

    def __str__(self) -> str:
        return f"<vector of {self.dim}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a source, good or bad."""

    values: Mapping[str, Any]
    """Column name → value as the container has it (JSON types; bytes stay bytes). Nested objects stay nested."""
    position: str
    """Where it stands, for messages: `line 12`, `row 3`, `[4]`, `memories[17]`, `# Preferences, line 9`."""
    problem: str = ""
    """Why the row could not be read; then `values` holds what could be kept, `raw` the text. Empty for a good row."""
    raw: str = ""
    """The row's source text where that is worth showing (bad rows, lines); cut at 2,000 characters."""
    weight: int = 1
    """How many source rows this stands for; 1 but for vectors and indexes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One list of rows of like shape inside a source file."""

    source: str
    """The file, relative to what was imported, with `/`; members of an archive as `old.zip!notes/a.json`."""
    name: str
    """The table's name in its file: SQLite table, JSON path (`data.memories`), sheet; empty where the file is the table."""
    shape: Shape
    container: str
    """`json`, `jsonl`, `yaml`, `csv`, `sqlite`, `markdown`, `html`, `text`, `vectors`, `binary`."""
    columns: tuple[str, ...]
    """Names in order of first appearance; for JSON those of a sample of at least the first 1,000 rows."""
    rows: Callable[[], Iterator[Row]] = field(repr=False)
    reason: str = ""
    """For VECTORS, INDEX and OPAQUE: what it is, in a sentence for the report."""
    encoding: str = "utf-8"
    """The text encoding that was found."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Declared foreign keys, column → `table.column` (databases and their dumps only)."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Declared column types, upper-case (databases and their dumps only)."""
    primary: tuple[str, ...] = ()
    """Declared primary key columns (databases and their dumps only)."""
    headings: tuple[str, ...] = ()
    """Heading path above the rows (markdown, pasted text), outermost first."""
    modified_at: float | None = None
    """The file's modification time, epoch seconds: evidence for nothing by itself, since copying destroys it."""
    envelope: bool = False
    """True for the one-row table of what stood beside the lists of a document: version, export time, account."""

"""Making a table from a function that reads its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from satchel.formats.tabular.rows import BESIDE, Row, Shape, Table
from satchel.formats.tabular.sources import SourceFile

SAMPLE_ROWS = 1000


def sampled(
    source: SourceFile,
    container: str,
    rows: Callable[[], Iterator[Row]],
    *,
    encoding: str = "utf-8",
    name: str = "",
    headings: tuple[str, ...] = (),
) -> Table:
    """A table whose columns are those of its first rows; the shape follows from them."""
    columns: dict[str, None] = {}
    for row in islice(rows(), SAMPLE_ROWS):
        columns.update(dict.fromkeys(column for column in row.values if column != BESIDE))
    return Table(
        source=source.name,
        name=name,
        shape=shape_of(columns),
        container=container,
        columns=tuple(columns),
        rows=rows,
        encoding=encoding,
        headings=headings,
        modified_at=source.modified_at,
    )


def shape_of(columns: Iterable[str]) -> Shape:
    """LINES when beside `text` there are only what readers add (`$label`) and what stands further out (`^user_id`)."""
    names = list(columns)
    return Shape.LINES if "text" in names and all(n == "text" or n[:1] in {"$", "^"} for n in names) else Shape.ROWS


def aside(
    source: SourceFile,
    shape: Shape,
    container: str,
    reason: str,
    *,
    name: str = "",
    weight: int = 1,
    position: str = "",
) -> Table:
    """A table that is counted and not read: an index, vectors, or something that no reader opens."""

    def rows() -> Iterator[Row]:
        if weight:
            yield Row(values={}, position=position or name or "the file", weight=weight)

    return Table(
        source=source.name,
        name=name,
        shape=shape,
        container=container,
        columns=(),
        rows=rows,
        reason=reason,
        modified_at=source.modified_at,
    )

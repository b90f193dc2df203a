"""Headings that were read as a first row: what programs call columns, standing above values that look otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from satchel.formats.tabular.rows import Row, Shape, Table
from satchel.move.infer.names import without_zone

_NUMBERED = re.compile(r"column_\d+")
_IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]*|[a-z]+(?:[A-Z][a-z0-9]*)+|[A-Z][A-Z0-9_]+")
"""`created_at`, `displayName`, `LOGGED_AT`: hardly ever what people write into cells."""
_LOOKED_AT = 50


def with_headings(table: Table) -> Table:
    """The table with its first row as names, where its columns have none and that row reads like names of columns."""
    if table.shape is not Shape.ROWS or not all(_NUMBERED.fullmatch(name) for name in table.columns):
        return table
    rows = list(islice(table.rows(), _LOOKED_AT))
    if len(rows) < 2 or rows[0].problem or not table.columns:
        return table
    names = [rows[0].values.get(column) for column in table.columns]
    said = [without_zone(name.strip()) for name in names if isinstance(name, str)]
    if len(said) < len(names) or len(set(said)) < len(said) or not all(map(_IDENTIFIER.fullmatch, said)):
        return table
    for column, name in zip(table.columns, names, strict=True):
        if any(row.values.get(column) == name for row in rows[1:]):
            return table  # a name is not said again among the values below it
    renamed = {column: str(name).strip() for column, name in zip(table.columns, names, strict=True)}

    def body() -> Iterator[Row]:
        for row in islice(table.rows(), 1, None):
            yield replace(row, values={renamed.get(column, column): value for column, value in row.values.items()})

    return replace(table, columns=tuple(renamed.values()), rows=body)

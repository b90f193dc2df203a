"""Rows of many columns, as tables and as delimited files."""

import csv
import io

from .containers import csv_cell
from .entries import World
from .folder import Folder
from .sqlite_files import Table

Rows = list[dict[str, object]]
"""Rows as dictionaries with the same keys in the same order."""


def structure(world: World, folder: Folder, *, file: str, part: str, rows: int) -> None:
    """Note rows that only explain other rows."""
    for number in range(1, rows + 1):
        world.ledger.none(folder.place(file, part, number), why="structure")


def table_of_rows(name: str, rows: Rows) -> Table:
    """The rows as a database table."""
    return Table(name=name, columns=tuple(rows[0]), rows=[tuple(row.values()) for row in rows])


def csv_bytes(rows: Rows, mark: str, encoding: str) -> bytes:
    """The rows as a delimited file with a heading."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=mark)
    writer.writerow(rows[0])
    writer.writerows([csv_cell(value) for value in row.values()] for row in rows)
    return buffer.getvalue().encode(encoding)

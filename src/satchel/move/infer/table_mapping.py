"""What a person said about the columns of one table, in a mapping file."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping
from dataclasses import dataclass, field

from satchel.move.infer.role import Role
from satchel.move.infer.table_kind import TableKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMapping:
    """What was said about the tables that match."""

    source: str = "*"
    table: str | None = None
    skip: bool = False
    reads_as: TableKind | None = None
    zone: str | None = None
    scope: str | None = None
    type: str | None = None
    columns: Mapping[str, Role] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)

    def matches(self, source: str, table: str) -> bool:
        """Whether it is about this table; globs, and a bare file name also matches deeper in a folder."""
        names = (source, source.rsplit("/", 1)[-1])
        if not any(fnmatch.fnmatchcase(name, self.source) for name in names):
            return False
        return self.table is None or fnmatch.fnmatchcase(table, self.table)

"""What an SQLite database holds: which tables are content, which are indexes and machinery of some library."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass, field

FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged database raises; the latter where SQLite's own message quotes bytes that are no text."""

_MIGRATIONS = re.compile(
    r"_*(?:\w+_)?migrations?(?:_lock|_history)?|alembic_version|(?:\w+_)?schema_(?:version|history|info)|goose_db_version"
    r"|databasechangelog(?:lock)?|android_metadata|ar_internal_metadata|room_master_table|__efmigrationshistory",
    re.IGNORECASE,
)
_SHADOWS = re.compile(
    r"data|idx|content|docsize|config|segments|segdir|stat|node|rowid|parent"
    r"|chunks|rowids|info|vector_chunks\d+|metadatachunks\d+|metadatatext\d+"
)
_VIRTUAL = re.compile(
    r"CREATE\s+VIRTUAL\s+TABLE\s+.*?\bUSING\s+([\w$]+)\s*(?:\((.*)\))?\s*$", re.IGNORECASE | re.DOTALL
)


@dataclass(slots=True, kw_only=True)
class Entry:
    """One table of a database."""

    name: str
    kind: str
    """`content`, `index` (with the reason), `virtual`."""
    reason: str = ""
    module: str = ""
    """Of a virtual table, lower-case: `fts5`, `vec0` …"""
    arguments: str = ""
    columns: list[str] = field(default_factory=list)
    types: dict[str, str] = field(default_factory=dict)
    primary: tuple[str, ...] = ()
    keys: dict[str, str] = field(default_factory=dict)
    rowid: bool = True


def quoted(name: str) -> str:
    """A name as SQL takes it, whatever it holds."""
    return '"' + name.replace('"', '""') + '"'


def entries(connection: sqlite3.Connection) -> list[Entry]:
    """Every table and view, in the order in which they were made.

    Raises:
        sqlite3.Error, UnicodeDecodeError: the list of tables itself is damaged.
    """
    listed = connection.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid"
    )
    rows = [(str(kind), str(name), str(sql or "")) for kind, name, sql in listed.fetchall()]
    virtual = {name: match for _, name, sql in rows if (match := _VIRTUAL.match(sql))}
    found = []
    for kind, name, sql in rows:
        entry = _classify(kind, name, virtual)
        if kind == "table":
            _describe(connection, entry, sql)
        found.append(entry)
    return found


def _classify(kind: str, name: str, virtual: dict[str, re.Match[str]]) -> Entry:
    if kind == "view":
        return Entry(name=name, kind="view", reason="a view: rows of other tables, which are read there")
    if name in virtual:
        match = virtual[name]
        return Entry(name=name, kind="virtual", module=match[1].lower(), arguments=match[2] or "")
    if name.startswith("sqlite_"):
        return Entry(name=name, kind="index", reason="SQLite's own bookkeeping")
    if _MIGRATIONS.fullmatch(name):
        return Entry(name=name, kind="index", reason="which migrations ran on this database")
    for owner in virtual:
        if name.startswith(owner + "_") and _SHADOWS.fullmatch(name[len(owner) + 1 :]):
            return Entry(name=name, kind="index", reason=f"the inside of the index {owner}")
    return Entry(name=name, kind="content")


def _describe(connection: sqlite3.Connection, entry: Entry, sql: str) -> None:
    """Fill in columns, types, keys; a table that cannot even be described keeps what is known."""
    try:
        info = connection.execute(f"PRAGMA table_info({quoted(entry.name)})").fetchall()
    except FAULTS as error:
        if entry.kind == "virtual":
            entry.reason = f"a virtual table of the module {entry.module!r}, which cannot be opened here ({error})"
        return
    entry.columns = [str(row[1]) for row in info]
    entry.types = {str(row[1]): str(row[2]).upper() for row in info if row[2]}
    entry.primary = tuple(str(row[1]) for row in sorted(info, key=lambda row: row[5]) if row[5])
    entry.rowid = entry.kind != "virtual" and not re.search(r"WITHOUT\s+ROWID[\s,A-Z;]*$", sql, re.IGNORECASE)
    try:
        references = connection.execute(f"PRAGMA foreign_key_list({quoted(entry.name)})").fetchall()
    except FAULTS:
        return
    for row in references:
        table, column = str(row[2]), row[4]
        if column is None:  # the primary key of the other table is meant
            other = connection.execute(f"PRAGMA table_info({quoted(table)})").fetchall()
            column = next((r[1] for r in other if r[5]), "rowid")
        entry.keys[str(row[3])] = f"{table}.{column}"

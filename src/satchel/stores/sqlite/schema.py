"""The tables, and how a file of an older format becomes one of the present format.

A new file goes through the same steps as an old one, so both end in the same schema. A step is never edited once it
was released; a change is a new step. Kept within SQLite 3.37 (STRICT tables), no loadable extension.
"""

from __future__ import annotations

from typing import Final

from satchel.stores.sqlite import fulltext, reprinting, vectors
from satchel.stores.sqlite.connection import Handle

APPLICATION_ID: Final = 0x53617463
"""`Satc`, in the file's header, so that a database of another program is told from ours."""

_STEP_1: Final = (
    """CREATE TABLE internals (
        name TEXT PRIMARY KEY,
        value ANY NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    # Narrow columns first: a filter then never reads the overflow pages of a long text.
    """CREATE TABLE records (
        n INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        scope TEXT NOT NULL,
        type TEXT NOT NULL,
        state TEXT,
        created_at INTEGER,
        expires_at INTEGER,
        tool TEXT,
        tags TEXT,
        revision INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        batch TEXT,
        digest ANY NOT NULL,
        body TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX records_scope ON records (scope)",
    "CREATE INDEX records_seq ON records (seq)",
    "CREATE INDEX records_batch ON records (batch) WHERE batch IS NOT NULL",
    """CREATE TABLE history (
        id TEXT NOT NULL,
        revision INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        batch TEXT,
        digest ANY NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (id, revision)
    ) STRICT""",
    """CREATE TABLE prints (
        n INTEGER NOT NULL,
        print ANY NOT NULL,
        PRIMARY KEY (n, print)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX prints_print ON prints (print)",
    """CREATE TABLE sources (
        n INTEGER NOT NULL,
        source TEXT NOT NULL,
        PRIMARY KEY (n, source)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX sources_source ON sources (source)",
    """CREATE TABLE tombstones (
        id TEXT NOT NULL,
        tombstone_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        batch TEXT,
        body TEXT NOT NULL,
        PRIMARY KEY (id, tombstone_id)
    ) STRICT""",
    "CREATE INDEX tombstones_seq ON tombstones (seq)",
    """CREATE TABLE tombstone_prints (
        id TEXT NOT NULL,
        tombstone_id TEXT NOT NULL,
        print ANY NOT NULL,
        PRIMARY KEY (id, tombstone_id, print)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tombstone_prints_print ON tombstone_prints (print)",
    """CREATE TABLE removed (
        id TEXT PRIMARY KEY,
        seq INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX removed_seq ON removed (seq)",
    """CREATE TABLE aside (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        body TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE lines (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        digest BLOB NOT NULL UNIQUE,
        line BLOB NOT NULL,
        batch TEXT
    ) STRICT""",
)


def _step_1(db: Handle) -> None:
    for statement in _STEP_1:
        db.run(statement)
    fulltext.create(db)


def _step_2(db: Handle) -> None:
    vectors.create(db)


def _step_3(db: Handle) -> None:
    # The normal form of texts drops more of what tools put in front of them.
    reprinting.reprint(db)


def _step_4(db: Handle) -> None:
    # What still has no vectors is noted, so that nobody has to look for it among all records.
    vectors.create_gaps(db)
    db.run("CREATE INDEX records_created ON records (created_at)")


def _step_5(db: Handle) -> None:
    # What most filters look at stands beside the scope, so that listing a scope reads a stretch of the index and no row.
    db.run("DROP INDEX records_scope")
    db.run("CREATE INDEX records_scope ON records (scope, state, type, created_at, expires_at)")


STEPS: Final = (_step_1, _step_2, _step_3, _step_4, _step_5)
"""STEPS[i] takes a file from format i to i + 1; format 0 is an empty file."""


def present_format() -> int:
    """The format that this version writes; `PRAGMA user_version` of the file."""
    return len(STEPS)


def format_of(db: Handle) -> int | None:
    """The format of a file; 0 for one without tables, None for a database of another program."""
    alone = not db.connection.in_transaction
    if alone:
        db.run("BEGIN")  # one moment: another process may be making the store just now
    try:
        application = db.value("PRAGMA application_id")
        version = int(db.value("PRAGMA user_version"))
        if application == APPLICATION_ID:
            return version
        empty = application == 0 and version == 0 and not db.value("SELECT count(*) FROM sqlite_master")
        return 0 if empty else None
    finally:
        if alone:
            db.undo()


def upgrade(db: Handle) -> None:
    """Bring a file to the present format, inside one transaction of the caller."""
    for step in STEPS[format_of(db) or 0 :]:
        step(db)
    db.run(f"PRAGMA application_id = {APPLICATION_ID}")
    db.run(f"PRAGMA user_version = {present_format()}")


def objects_of(db: Handle) -> dict[str, str]:
    """Name → definition of everything in the schema that is ours, to compare two files by."""
    rows = db.all(
        "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    return {name: " ".join(sql.split()) for name, sql in rows}

"""What the import and the export are measured against: the least that a script could do for the same data.

    python -m bench.bare import RECORDS.jsonl NEW.db
    python -m bench.bare export RECORDS.jsonl NEW.jsonl

`import` is `json.loads` of each line and `executemany` into one SQLite table and one FTS5 table without content, in
transactions as large as ours, with the same tokens, write-ahead log and `synchronous = FULL`. No checks, no ids of
imports, no history, no fingerprints, no undo, no report. `export` is `json.dumps` of each record to a file, synced at
the end; the records are in memory before the clock starts. Prints seconds of wall and of CPU time.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from satchel.text.tokens import joined

CHUNK = 2000
"""Rows in one transaction."""

Row = tuple[str, str, int, str]


def bare_import(source: Path, target: Path) -> None:
    """Records and their tokens into two tables."""
    db = sqlite3.connect(target, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE records (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
    db.execute("CREATE VIRTUAL TABLE search USING fts5(text, content='', tokenize='ascii')")
    rows: list[Row] = []
    for row in _rows(source):
        rows.append(row)
        if len(rows) == CHUNK:
            _insert(db, rows)
            rows = []
    if rows:
        _insert(db, rows)
    db.close()


def _rows(source: Path) -> Iterator[Row]:
    with source.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            record = json.loads(line)
            searched = "\n".join((record["content"], record.get("key") or "", *record.get("tags", ())))
            yield record["id"], line.decode("utf-8"), number, joined(searched)


def _insert(db: sqlite3.Connection, rows: list[Row]) -> None:
    db.execute("BEGIN")
    db.executemany("INSERT INTO records VALUES (?, ?)", [row[:2] for row in rows])
    db.executemany("INSERT INTO search (rowid, text) VALUES (?, ?)", [row[2:] for row in rows])
    db.execute("COMMIT")


def bare_export(source: Path, target: Path) -> Callable[[], None]:
    """Loads the records; what it gives writes them."""
    with source.open("rb") as lines:
        records = [json.loads(line) for line in lines]

    def write() -> None:
        with target.open("w", encoding="utf-8") as out:
            for record in records:
                out.write(json.dumps(record, ensure_ascii=False) + "\n")
            out.flush()
            os.fsync(out.fileno())

    return write


def main() -> None:
    what, source, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    write = bare_export(source, target) if what == "export" else None
    wall, cpu = time.perf_counter(), time.process_time()
    if write is None:
        bare_import(source, target)
    else:
        write()
    print(json.dumps({"wall_s": time.perf_counter() - wall, "cpu_s": time.process_time() - cpu}))


if __name__ == "__main__":
    main()

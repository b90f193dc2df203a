"""How the made-up tools write their files."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def epoch(text: str) -> int:
    """Seconds since 1970 of a UTC wall time such as `2026-03-04 05:06:07`."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def write_text(path: Path, text: str, encoding: str = "utf-8") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(encoding))


def write_json(path: Path, data: Any, *, indent: int | None = 2, ascii_only: bool = False) -> None:
    write_text(path, json.dumps(data, ensure_ascii=ascii_only, indent=indent))


def write_jsonl(path: Path, rows: Iterable[Any], *, tail: str = "") -> None:
    write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows) + tail)


def write_csv(
    path: Path,
    header: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    delimiter: str = ",",
    encoding: str = "utf-8",
) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(header)
    writer.writerows(rows)
    write_text(path, out.getvalue(), encoding)


def write_sqlite(path: Path, tables: dict[str, Iterable[Sequence[Any]]]) -> None:
    """Statement (`CREATE TABLE name (…)`, or another one without rows) → its rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db:
        for statement, rows in tables.items():
            db.execute(statement)
            name = statement.split("(")[0].split()[-1]
            for row in rows:
                db.execute(f"INSERT INTO {name} VALUES ({','.join('?' * len(row))})", row)
        db.commit()

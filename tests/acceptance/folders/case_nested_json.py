"""Memories as JSON text inside a column, some of it encoded twice, beside rows of the tool's own state."""

from __future__ import annotations

import json
from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_sqlite

ROWS = [
    ("Yusra grows chillies on the balcony and gives them away", "fact", "2026-03-03T06:00:00Z", FACT),
    ("Yusra prefers voice notes transcribed word for word", "preference", "2026-03-05T10:00:00Z", PREFERENCE),
    ("Return the borrowed projector to the library", "task", "2026-03-09T12:30:00Z", TASK),
    ("Yusra's brother-in-law Hamid runs the print shop on Mill Road", "fact", "2026-03-12T18:45:00Z", FACT),
    ("Don't schedule anything during Friday prayers", "preference", "2026-03-20T09:15:00Z", PREFERENCE),
]


def build(folder: Path) -> None:
    rows: list[tuple[object, ...]] = []
    for n, (text, kind, when, _) in enumerate(ROWS):
        data = json.dumps(
            {"memory": {"text": text, "kind": kind}, "meta": {"saved_at": when, "model": "m-7b", "tokens": 20 + n}}
        )
        rows.append((f"mem:{n}", "memory", json.dumps(data) if n % 2 else data))
    rows += [
        (
            f"st:{n}",
            "state",
            json.dumps({"cursor": n, "window": [n, n + 5], "dirty": False, "checksum": f"{n * 99991:x}"}),
        )
        for n in range(15)
    ]
    write_sqlite(folder / "objects.db", {"CREATE TABLE objects (key TEXT PRIMARY KEY, class TEXT, data TEXT)": rows})


EXPECTED = Expected(
    memories=tuple(Memory(text=text, types=types, at=when) for text, _, when, types in ROWS),
    never=("checksum", "cursor", "m-7b", "saved_at"),
    evidence=0,
    rows=20,
)

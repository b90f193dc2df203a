"""A table that only grows: each change of a memory is a new row of the same key, and the highest version is true."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import WISH, Expected, Memory
from tests.acceptance.folders.files import write_sqlite

ROWS = [
    ("profile.city", 1, "Lives in Porto, in a shared flat", "2025-06-01T10:00:00Z"),
    ("profile.employer", 1, "Works for a wind-farm operator", "2025-06-01T10:00:05Z"),
    ("prefs.reply_length", 1, "Likes long and detailed answers", "2025-06-03T18:20:00Z"),
    ("profile.city", 2, "Lives in Braga with her parents for now", "2025-09-14T09:30:00Z"),
    ("prefs.reply_length", 2, "Prefers short answers, details only when asked", "2025-10-02T12:12:12Z"),
    ("profile.pet", 1, "Has a tortoise named Gonçalo", "2025-10-10T20:00:00Z"),
    ("profile.city", 3, "Lives in Aveiro, own apartment since January", "2026-01-19T08:08:08Z"),
    ("prefs.units", 1, "Wants recipes in grams, not in cups", "2026-02-01T17:00:00Z"),
]
# The first row of a key tells when the memory was made, the last one what it says: either time is right.
BORN = {"profile.city": "2025-06-01T10:00:00Z", "prefs.reply_length": "2025-06-03T18:20:00Z"}
LATEST = {key: (text, when) for key, _, text, when in ROWS}


def build(folder: Path) -> None:
    write_sqlite(
        folder / "mem_v2.db",
        {
            "CREATE TABLE memory_versions (row_id INTEGER PRIMARY KEY, mem_key TEXT, version INTEGER, value TEXT, written_at TEXT)": [
                (n, *row) for n, row in enumerate(ROWS, 1)
            ]
        },
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(parts=(text,), types=WISH, at=(when, BORN.get(key, when))) for key, (text, when) in LATEST.items()
    ),
    never=("Porto", "Braga", "long and detailed"),
    evidence=0,
    logs=0,
    rows=8,
)

"""Memories with an end: an expiry time in one file, seconds to live in the other."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, WISH, Expected, Memory
from tests.acceptance.folders.files import epoch, write_json, write_jsonl

ROWS = [
    ("Staying at the Hotel Lindner until Sunday", "2026-06-01T09:00:00Z", "2026-06-07T21:59:59Z", FACT),
    ("Is on crutches, needs step-free routes", "2026-06-03T12:00:00Z", "2026-08-01T00:00:00Z", FACT),
    ("Speaks Czech with the grandparents", "2026-06-10T08:00:00Z", None, FACT),
    ("Prefers calls over video", "2026-06-11T10:30:00Z", None, PREFERENCE),
]
SHORT = [
    ("The blue bike is at the repair shop", "2026-06-12 07:00:00", 604_800),
    ("Wants no coffee suggestions during the fast", "2026-06-13 06:00:00", 2_592_000),
    ("Mother-in-law is called Ludmila", "2026-06-14 11:00:00", None),
]


def build(folder: Path) -> None:
    write_json(
        folder / "longterm.json",
        {
            "items": [
                {"id": f"m{n}", "memory": text, "createdAt": made, "expiresAt": end}
                for n, (text, made, end, _) in enumerate(ROWS)
            ]
        },
    )
    write_jsonl(
        folder / "shortterm.jsonl",
        [{"note": text, "ts": epoch(made), "ttl_seconds": ttl} for text, made, ttl in SHORT],
    )


def _seconds(made: str, end: str | None) -> float | None:
    return None if end is None else epoch(end[:19].replace("T", " ")) - epoch(made[:19].replace("T", " "))


EXPECTED = Expected(
    memories=(
        *(Memory(text=text, types=types, at=made, ttl_s=_seconds(made, end)) for text, made, end, types in ROWS),
        *(Memory(text=text, types=WISH, at=made.replace(" ", "T") + "Z", ttl_s=ttl) for text, made, ttl in SHORT),
    ),
    evidence=0,
    logs=0,
)

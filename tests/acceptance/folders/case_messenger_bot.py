"""A messenger bot: updates with milliseconds in JSON Lines, and notes in local time under a zone that the file names."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, WISH, Expected, Memory
from tests.acceptance.folders.files import epoch, write_json, write_jsonl

NOTES = [
    ("Pick up the framed print from the shop in Alfama", "2026-07-02 10:15:00", "2026-07-02T09:15:00Z", TASK),
    ("Rui's new number starts with 91, he changed providers", "2026-07-04 21:40:30", "2026-07-04T20:40:30Z", FACT),
    ("I'd rather take the ferry than drive over the bridge", "2026-07-09 08:05:00", "2026-07-09T07:05:00Z", PREFERENCE),
    (
        "Mãe's surgery went fine, check-up is in October",
        "2026-07-15 00:20:00",
        "2026-07-14T23:20:00Z",
        ("fact", "task"),
    ),
    ("No meat on Fridays", "2026-08-01 12:00:00", "2026-08-01T11:00:00Z", WISH),
    ("The allotment gate code is written inside the blue shed", "2026-11-03 17:45:00", "2026-11-03T17:45:00Z", FACT),
]
LINES = [
    "oi",
    "did you save that?",
    "and the ferry times?",
    "ok!",
    "remind me at 6",
    "hahaha",
    "what's on the list",
    "wrong chat sorry",
]


def build(folder: Path) -> None:
    start = epoch("2026-07-01 07:00:00")
    updates = []
    for n in range(24):
        mine = n % 2 == 0
        updates.append(
            {
                "update_id": 88100 + n,
                "date_ms": (start + n * 5400) * 1000 + n,
                "from": {"id": 5550 if mine else 1, "is_bot": not mine, "first_name": "Célia" if mine else "notas_bot"},
                "text": LINES[n // 2 % len(LINES)] if mine else f"Saved. You have {n // 2 + 1} notes.",
            }
        )
    write_jsonl(folder / "updates.jsonl", updates)
    write_json(
        folder / "notes.json",
        {
            "owner": "Célia",
            "timezone": "Europe/Lisbon",
            "notes": [{"text": text, "saved_at": local} for text, local, _, _ in NOTES],
        },
        ascii_only=True,
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=at, scope=("user:me", "user:Célia")) for text, _, at, types in NOTES
    ),
    never=("Saved. You have", "did you save that", "hahaha"),
    evidence=24,
)

"""One file of JSON Lines for a couple: each line names its owner; chat and memories side by side, one line damaged."""

from __future__ import annotations

import json
from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_text

ROWS = [
    ("anna", "Anna is left-handed", "2026-01-03T09:00:00+02:00", "2026-01-03T07:00:00Z", FACT),
    ("ben", "Ben prefers podcasts at 1.5× speed", "2026-01-03T09:05:00+02:00", "2026-01-03T07:05:00Z", PREFERENCE),
    (
        "anna",
        "Anna hat im Mai Prüfung und will abends nicht gestört werden",
        "2026-01-10T21:00:00+02:00",
        "2026-01-10T19:00:00Z",
        ("fact", "preference"),
    ),
    ("ben", "Ben has to return the drill to Fatih", "2026-01-15T08:00:00+02:00", "2026-01-15T06:00:00Z", TASK),
    (
        "anna",
        "Anna likes her tea strong, without milk",
        "2026-02-01T10:00:00+02:00",
        "2026-02-01T08:00:00Z",
        PREFERENCE,
    ),
    ("ben", "Ben's passport expires in March 2027", "2026-02-20T19:30:00+02:00", "2026-02-20T17:30:00Z", FACT),
    ("anna", "Anna likes her tea strong, without milk", "2026-03-01T10:00:00+02:00", "", PREFERENCE),
]
TALK = ["good morning", "what's for dinner?", "there is soup left", "ok, soup it is", "good night", "sleep well"]


def build(folder: Path) -> None:
    lines = [
        json.dumps({"owner": who, "kind": "remember", "what": text, "when": local}, ensure_ascii=False)
        for who, text, local, _, _ in ROWS
    ]
    for n, text in enumerate(TALK * 3):
        lines.insert(
            n * 2 % len(lines),
            json.dumps(
                {
                    "owner": ("anna", "ben")[n % 2],
                    "kind": "say",
                    "what": text,
                    "when": f"2026-02-{1 + n:02d}T20:00:00+02:00",
                }
            ),
        )
    lines.insert(5, '{"owner": "ben", "kind": "remember", "what": "Ben\'s bik')
    write_text(folder / "house.ndjson", "\n".join(lines) + "\n")


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=at, scope=f"user:{who}") for who, text, _, at, types in ROWS if at
    ),
    never=("soup", "good night", "sleep well", "Ben's bik"),
    evidence=18,
    repeated=12,
    logs=0,
    rows=26,
    min_rejected=1,
    max_rejected=1,
)

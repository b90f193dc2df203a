"""One JSON file in which the people are the keys: each with memories and with what was said last."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_json

PEOPLE = {
    "lena": [
        ("Lena is training for the Hamburg marathon", "2026-02-01T07:00:00Z", FACT),
        ("Lena prefers training plans in kilometres", "2026-02-03T07:30:00Z", PREFERENCE),
        ("Book the physio for Lena's left calf", "2026-02-09T12:00:00Z", TASK),
    ],
    "omar": [
        ("Omar keeps bees, four hives behind the church", "2026-02-02T18:00:00Z", FACT),
        ("Omar doesn't want medical advice from a machine", "2026-02-05T21:10:00Z", PREFERENCE),
    ],
}


def build(folder: Path) -> None:
    write_json(
        folder / "state.json",
        {
            "schema": 2,
            "saved_at": "2026-03-01T00:00:00Z",
            "users": {
                who: {
                    "memories": [{"text": text, "added": when} for text, when, _ in rows],
                    "recent": [
                        {"role": ("user", "assistant")[n % 2], "content": said, "at": f"2026-02-2{n}T08:00:00Z"}
                        for n, said in enumerate(["hi", "Hello! How was the run?", "wet", "Tomorrow will be drier."])
                    ],
                }
                for who, rows in PEOPLE.items()
            },
        },
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=when, scope=f"user:{who}")
        for who, rows in PEOPLE.items()
        for text, when, types in rows
    ),
    never=("How was the run", "be drier"),
    turns=8,
)

"""Sessions, messages and memories in three tables; the times of the memories changed notation with an upgrade."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import epoch, write_sqlite

ROWS = [
    ("The user is called Idris and teaches chemistry", epoch("2025-12-01 08:00:00"), "2025-12-01T08:00:00Z", FACT),
    (
        "Idris wants quizzes with five questions, never more",
        epoch("2025-12-04 16:20:00"),
        "2025-12-04T16:20:00Z",
        PREFERENCE,
    ),
    ("Class 10b has its exam on the 19th of June", epoch("2025-12-09 07:10:00"), "2025-12-09T07:10:00Z", FACT + TASK),
    (
        "Idris prefers worked examples to definitions",
        epoch("2026-01-12 18:00:00") * 1000,
        "2026-01-12T18:00:00Z",
        PREFERENCE,
    ),
    ("The lab has only eight fume hoods", epoch("2026-01-20 12:34:56") * 1000 + 789, "2026-01-20T12:34:56.789Z", FACT),
    ("Idris has two daughters, Amal and Zaynab", "2026-02-02T20:00:00+01:00", "2026-02-02T19:00:00Z", FACT),
    (
        "Remember to order indicator paper before the holidays",
        "2026-02-10T09:30:00+01:00",
        "2026-02-10T08:30:00Z",
        TASK,
    ),
]
TALK = [
    "Can you make a quiz about redox reactions?",
    "Of course. Here are five questions on redox reactions.",
    "Make the third one harder.",
    "Done: the third one now asks for half-equations.",
    "Perfect, print it.",
    "I cannot print, but here is a PDF.",
]  # fmt: skip


def build(folder: Path) -> None:
    start = epoch("2026-02-01 10:00:00")
    write_sqlite(
        folder / "data" / "chat.sqlite",
        {
            "CREATE TABLE sessions (id INTEGER PRIMARY KEY, started INTEGER, title TEXT)": [
                (n, start + n * 86_400, f"Chat {n}") for n in range(1, 5)
            ],
            "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id INTEGER, from_user INTEGER, txt TEXT, at INTEGER)": [
                (n + 1, n // 6 + 1, int(n % 2 == 0), TALK[n % 6], start + n // 6 * 86_400 + n * 30) for n in range(24)
            ],
            "CREATE TABLE long_term (id INTEGER PRIMARY KEY, mem TEXT, at)": [
                (n, text, at) for n, (text, at, _, _) in enumerate(ROWS, 1)
            ],
        },
    )


EXPECTED = Expected(
    memories=tuple(Memory(text=text, types=types, at=at) for text, _, at, types in ROWS),
    never=("redox", "print it", "Chat 1"),
    evidence=24,
    logs=0,
    rows=35,
)

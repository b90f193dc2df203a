"""An export of a document database: camelCase, `$oid`, and `$date` in its two spellings; two collections."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, SKILL, TASK, Expected, Memory
from tests.acceptance.folders.files import epoch, write_json, write_jsonl

ROWS = [
    (
        "Takes the stairs, so never book above the third floor",
        "USER_PREFERENCE",
        "2026-05-01T10:11:12.345Z",
        PREFERENCE,
    ),
    ("Company fiscal year starts in July", "FACT", "2026-05-02T09:00:00.000Z", FACT),
    ("Reconcile the petty cash with Oyelaran", "TODO", "2026-05-04T15:30:00.000Z", TASK),
    ("Invoices above 5,000 need a second signature", "FACT", "2026-05-06T12:00:00.500Z", FACT),
    (
        "If the VAT number check times out, use the national registry instead",
        "LESSON",
        "2026-05-09T08:45:10.000Z",
        SKILL,
    ),
    ("Prefers spreadsheets over slide decks", "USER_PREFERENCE", "2026-05-12T17:20:00.000Z", PREFERENCE),
    ("The office in Ibadan closes at four on Fridays", "FACT", "2026-05-20T16:00:00.000Z", FACT),
]


def build(folder: Path) -> None:
    write_jsonl(
        folder / "dump" / "agentMemories.json",
        [
            {
                "_id": {"$oid": f"6811{n:020x}"},
                "userId": "acct-funmi",
                "memoryText": text,
                "memoryKind": kind,
                "createdAt": {"$date": when}
                if n % 2
                else {"$date": {"$numberLong": str(epoch(when[:19].replace("T", " ")) * 1000 + int(when[20:23]))}},
                "__v": 0,
                "isActive": True,
            }
            for n, (text, kind, when, _) in enumerate(ROWS)
        ],
    )
    write_json(
        folder / "dump" / "conversationTurns.json",
        [
            {
                "_id": {"$oid": f"6822{n:020x}"},
                "userId": "acct-funmi",
                "senderRole": ("USER", "ASSISTANT")[n % 2],
                "messageBody": (
                    "Where do I find last year's receipts?",
                    "In the shared drive, folder “Receipts 2025”.",
                    "And who approves them?",
                    "Your line manager does.",
                )[n % 4],
                "sentAt": {"$date": f"2026-05-{10 + n:02d}T10:00:00.000Z"},
            }
            for n in range(12)
        ],
    )


EXPECTED = Expected(
    memories=tuple(Memory(text=text, types=types, at=when, scope="user:acct-funmi") for text, _, when, types in ROWS),
    never=("Receipts 2025", "line manager"),
    evidence=12,
    logs=0,
    rows=19,
)

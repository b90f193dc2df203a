"""One JSON file a memory: the owner an object of its own, a switch that says which cards are still told."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_json

CARDS = [
    (
        "preference",
        "Milo wants his bike repairs quoted before any work begins",
        True,
        "2026-03-01T09:00:00Z",
        PREFERENCE,
    ),
    ("fact", "Milo's cargo bike has a belt drive and a hub gear", True, "2026-03-02T09:00:00Z", FACT),
    ("todo", "Order a belt of 118 teeth for the cargo bike", True, "2026-03-03T09:00:00Z", TASK),
    ("preference", "Milo likes his invoices by post", False, "2026-03-04T09:00:00Z", PREFERENCE),
    ("fact", "The workshop closes at six on Thursdays", True, "2026-03-05T09:00:00Z", FACT),
]


def build(folder: Path) -> None:
    for n, (kind, text, told, at, _) in enumerate(CARDS, start=1):
        write_json(
            folder / "cards" / f"{n:02d}.json",
            {
                "cardId": f"c-{n}",
                "sentence": text,
                "sort": kind,
                "owner": {"name": "milo"},
                "made": at,
                "isActive": told,
            },
        )


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=at, scope="user:milo") for _, text, told, at, types in CARDS if told
    ),
    never=("by post",),
)

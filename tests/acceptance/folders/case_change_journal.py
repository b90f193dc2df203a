"""A journal of changes instead of a state: additions, updates and deletions of memories, in order."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import ANY, WISH, Expected, Memory
from tests.acceptance.folders.files import write_jsonl

ROWS = [
    ("ADD", "a1", "Rents a garage on Kestrel Lane", "2026-01-02T10:00:00Z"),
    ("ADD", "a2", "Wants invoices as PDF", "2026-01-03T10:00:00Z"),
    ("ADD", "a3", "Is dating somebody from the choir", "2026-01-04T10:00:00Z"),
    ("UPDATE", "a1", "Rents a garage on Heron Street since the old one flooded", "2026-02-01T10:00:00Z"),
    ("ADD", "a4", "Speaks Portuguese with customers from Brazil", "2026-02-03T10:00:00Z"),
    ("DELETE", "a3", "", "2026-02-10T10:00:00Z"),
    ("UPDATE", "a2", "Wants invoices as PDF and a copy on paper", "2026-02-20T10:00:00Z"),
    ("ADD", "a5", "Closes the shop during the regatta", "2026-03-01T10:00:00Z"),
]


def build(folder: Path) -> None:
    write_jsonl(
        folder / "memory_journal.jsonl",
        [{"event": event, "memory_id": id, "new_memory": text or None, "at": when} for event, id, text, when in ROWS],
    )


EXPECTED = Expected(
    memories=(
        Memory(text="Rents a garage on Heron Street since the old one flooded", types=WISH, at=ANY),
        Memory(text="Wants invoices as PDF and a copy on paper", types=("preference",), at=ANY),
        Memory(text="Speaks Portuguese with customers from Brazil", types=WISH, at="2026-02-03T10:00:00Z"),
        Memory(text="Closes the shop during the regatta", types=WISH, at="2026-03-01T10:00:00Z"),
    ),
    never=("Kestrel", "choir"),
    evidence=0,
    logs=0,
    rows=8,
    # The row that deletes has no text; whether it counts as empty or as rejected is a matter of taste.
    max_rejected=2,
)

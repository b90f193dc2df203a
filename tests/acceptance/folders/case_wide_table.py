"""A table of 25 columns, most of them empty in most rows, as a no-code database exports it."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, KNOWN, Expected, Memory
from tests.acceptance.folders.files import write_csv

HEADER = [
    "Record ID", "Created time", "Last modified", "Created by", "Type", "Memory", "Details", "Person", "Place", "Due", "Priority",
    "Status", "Tags", "Source", "Link", "Attachment", "Attachment summary", "Related", "Score", "Reviewed", "Reviewer", "Color",
    "Rollup", "Lookup", "Autonumber",
]  # fmt: skip
ROWS = [
    ("2026-04-02T07:10:00.000Z", "Person", "Joost is the neighbour with the ladder", "", "Joost", FACT),
    (
        "2026-04-03T12:45:00.000Z",
        "Preference",
        "Prefers the quiet carriage",
        "Even when it means waiting for the next train",
        "",
        ("preference",),
    ),
    ("2026-04-05T18:00:00.000Z", "Task", "Repaint the garden bench", "Use the leftover green", "", ("task",)),
    ("2026-04-08T21:30:00.000Z", "Preference", "No spoilers for the cycling races", "", "", ("preference",)),
    ("2026-04-10T06:05:00.000Z", "Place", "The bakery on the corner is closed on Mondays", "", "", FACT),
    ("2026-04-15T14:20:00.000Z", "Person", "Aunt Griet turns eighty in October", "Wants no party", "Griet", FACT),
    ("2026-04-22T09:00:00.000Z", "Health", "Knee exercises twice a day", "Prescribed until summer", "", KNOWN),
]


def build(folder: Path) -> None:
    rows = []
    for n, (made, kind, text, details, person, _) in enumerate(ROWS, 1):
        row = dict.fromkeys(HEADER, "")
        row |= {
            "Record ID": f"rec{n * 7919:011d}",
            "Created time": made,
            "Last modified": made,
            "Type": kind,
            "Memory": text,
        }
        row |= {"Details": details, "Person": person, "Autonumber": str(n)}
        rows.append([row[name] for name in HEADER])
    write_csv(folder / "Memories-Grid view.csv", HEADER, rows, encoding="utf-8-sig")


EXPECTED = Expected(
    memories=tuple(
        Memory(parts=(text, details) if details else (text,), types=types, at=made, scope=("user:me", f"user:{person}"))
        for made, _, text, details, person, types in ROWS
    ),
    evidence=0,
    logs=0,
    rows=7,
)

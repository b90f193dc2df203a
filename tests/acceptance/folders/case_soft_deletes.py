"""A store that never deletes a row: a flag in one table, a time of deletion in the other."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, WISH, Expected, Memory
from tests.acceptance.folders.files import epoch, write_csv, write_sqlite

KEPT = [
    ("Sings alto in the town choir", "2026-01-05 19:00:00", WISH),
    ("对花生过敏，出门随身带药", "2026-01-09 08:30:00", FACT),
    ("Wants the news without sports", "2026-01-22 07:00:00", PREFERENCE),
    ("女儿的钢琴课改到周四下午", "2026-02-03 17:15:00", FACT),
    ("Collect the altered suit by the 20th", "2026-02-11 12:00:00", TASK),
]
DELETED = [
    ("Is seeing a therapist on Tuesdays", "2026-01-07 10:00:00"),
    ("准备三月辞职，先不要告诉任何人", "2026-01-30 23:10:00"),
    ("Drinks oat milk", "2026-02-14 09:00:00"),
]
CARDS_KEPT = [
    ("Reads the subtitles, so always switch them on", "2026-03-01"),
    ("Has a season ticket for the zoo", "2026-03-04"),
]
CARDS_DELETED = [("Owes Piotr forty złoty", "2026-03-02")]


def build(folder: Path) -> None:
    rows: list[tuple[object, ...]] = []
    for n, (text, when) in enumerate(sorted([k[:2] for k in KEPT] + DELETED, key=lambda row: row[1]), 1):
        gone = any(text == deleted for deleted, _ in DELETED)
        rows.append((n, text, epoch(when), int(gone)))
    write_sqlite(
        folder / "app.db",
        {
            "CREATE TABLE memories (id INTEGER PRIMARY KEY, content TEXT, created_at INTEGER, is_deleted INTEGER DEFAULT 0)": rows
        },
    )
    write_csv(
        folder / "cards.csv",
        ["uuid", "text", "created", "deleted_at"],
        [
            ("a1f0", *CARDS_KEPT[0], ""),
            ("a1f1", *CARDS_DELETED[0], "2026-03-05T10:00:00Z"),
            ("a1f2", *CARDS_KEPT[1], ""),
        ],
    )


EXPECTED = Expected(
    memories=(
        *(Memory(text=text, types=types, at=when.replace(" ", "T") + "Z") for text, when, types in KEPT),
        *(Memory(text=text, types=WISH, at=f"{day}T00:00:00Z", precision="day") for text, day in CARDS_KEPT),
    ),
    never=("therapist", "辞职", "oat milk", "Piotr"),
    evidence=0,
    logs=0,
    rows=11,
    # Deleted rows may be listed as left out for that reason.
    max_rejected=4,
)

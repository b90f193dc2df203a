"""A night's backup of a database as SQL, with its table of kinds and rows that were deleted, beside an export in XML."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_text

KINDS = {1: PREFERENCE, 2: TASK, 3: FACT}
ROWS = [
    (1, "Nils wants his letters set in a serif type", "2026-02-01 08:00:00", 0),
    (2, "Order 'Fabriano' paper, 160 g; two reams", "2026-02-02 09:30:00", 0),
    (3, "The press in the cellar prints A3 at most", "2026-02-03 10:45:00", 0),
    (3, "The guillotine was sold to a school", "2026-02-04 11:00:00", 1),
    (1, "Nils never wants exclamation marks in a headline", "2026-02-05 12:15:00", 0),
]
EXPORTED = [
    ("fact", "The shop is closed in the second week of July", "2026-02-10T08:00:00Z", FACT),
    ("task", "Send the proofs of the wedding cards to Astrid", "2026-02-11T08:00:00Z", TASK),
]


def build(folder: Path) -> None:
    def quoted(text: str) -> str:
        return "'" + text.replace("'", "\\'") + "'"

    values = ",".join(
        f"({n},{kind},{quoted(text)},'{at}','nils',{gone})" for n, (kind, text, at, gone) in enumerate(ROWS, start=1)
    )
    write_text(
        folder / "nightly.sql",
        "-- MySQL dump 10.13  Distrib 8.0.36\n\nDROP TABLE IF EXISTS `note_kinds`;\n"
        "CREATE TABLE `note_kinds` (\n  `id` int NOT NULL,\n  `name` varchar(20),\n  PRIMARY KEY (`id`)\n);\n"
        "INSERT INTO `note_kinds` VALUES (1,'preference'),(2,'task'),(3,'fact');\n"
        "CREATE TABLE `notes` (\n  `id` int NOT NULL,\n  `kind_id` int,\n  `note` text,\n  `created_at` datetime,\n"
        "  `username` varchar(40),\n  `is_deleted` tinyint DEFAULT '0',\n  PRIMARY KEY (`id`)\n);\n"
        f"INSERT INTO `notes` VALUES {values};\n",
    )
    notes = "".join(f'<note kind="{kind}" created="{at}"><text>{text}</text></note>' for kind, text, at, _ in EXPORTED)
    write_text(folder / "export.xml", f'<?xml version="1.0" encoding="UTF-8"?>\n<notes user="nils">{notes}</notes>\n')


EXPECTED = Expected(
    memories=(
        *(
            Memory(text=text, types=KINDS[kind], at=f"{at.replace(' ', 'T')}Z", scope="user:nils")
            for kind, text, at, gone in ROWS
            if not gone
        ),
        *(Memory(text=text, types=types, at=at, scope="user:nils") for _, text, at, types in EXPORTED),
    ),
    never=("guillotine", "CREATE TABLE", "INSERT"),
    min_rejected=1,
    max_rejected=1,
)

"""A spreadsheet saved as "Unicode text": UTF-16, tabs, days before months, a quoted line break in one cell."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, SKILL, TASK, Expected, Memory
from tests.acceptance.folders.files import write_csv

ROWS = [
    ("03/02/2026", "Preference", "Wants quotes in euros, never in pounds", PREFERENCE),
    ("07/02/2026", "Fact", "Runs a two-person architecture practice in Cork", FACT),
    ("12/02/2026", "To do", "Send the revised elevation drawings to Mr Dunne", TASK),
    ("19/02/2026", "Preference", "Likes summaries on one page, with the risks first", PREFERENCE),
    ("28/02/2026", "Fact", "The Kinsale project is on hold until the survey is back", FACT),
    ("04/03/2026", "How-to", "Export drawings at 1:50 and then\nflatten the layers before mailing", SKILL),
    ("09/03/2026", "Fact", 'Uses "Óg" in his signature, as his father has the same name', FACT),
    ("11/03/2026", "To do", "Chase the planning office about reference 26/1187", TASK),
    ("", "Fact", "Closed every year between Christmas and the 6th of January", FACT),
]


def build(folder: Path) -> None:
    write_csv(
        folder / "Copy of assistant memory (2).txt",
        ["Date added", "Category", "Note"],
        [row[:3] for row in ROWS],
        delimiter="\t",
        encoding="utf-16",
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(
            text=text,
            types=types,
            at=f"{day[6:]}-{day[3:5]}-{day[:2]}T00:00:00Z" if day else None,
            precision="day" if day else "",
        )
        for day, _, text, types in ROWS
    ),
    evidence=0,
    logs=0,
    rows=9,
)

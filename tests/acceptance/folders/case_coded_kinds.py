"""Kinds as numbers with a legend beside them, dates as Americans write them, the clock with AM and PM."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, SKILL, TASK, Expected, Memory
from tests.acceptance.folders.files import write_csv

LEGEND = {"1": "preference", "2": "fact", "3": "todo", "4": "how-to", "9": "system log"}
ROWS = [
    ("01/31/2026 9:05 AM", "1", "Window blinds stay shut during video calls", PREFERENCE, "2026-01-31T09:05:00Z"),
    ("02/03/2026 12:15 PM", "2", "Parking spot 14 belongs to the couple from 3B", FACT, "2026-02-03T12:15:00Z"),
    ("02/04/2026 6:40 PM", "3", "Drop the ballots at the library", TASK, "2026-02-04T18:40:00Z"),
    (
        "02/11/2026 8:00 AM",
        "4",
        "Hold the reset pin with a paper clip until the light turns amber",
        SKILL,
        "2026-02-11T08:00:00Z",
    ),
    ("02/19/2026 11:59 PM", "2", "Grandpa's hearing aid takes size 312 batteries", FACT, "2026-02-19T23:59:00Z"),
    ("03/05/2026 12:01 AM", "1", "Cilantro is fine, parsley is not", PREFERENCE, "2026-03-05T00:01:00Z"),
]


def build(folder: Path) -> None:
    rows = [(n, kind, text, when) for n, (when, kind, text, _, _) in enumerate(ROWS, 1)]
    rows += [
        (n, "9", f"sync run {n} ok, {n * 3} items pushed in {n % 7}.{n % 10}s", f"03/{n - 10:02d}/2026 4:00 AM")
        for n in range(11, 35)
    ]
    write_csv(folder / "entries.csv", ["entry_id", "kind_id", "entry", "entered"], rows)
    write_csv(folder / "kinds.csv", ["kind_id", "kind_name"], LEGEND.items())


EXPECTED = Expected(
    memories=tuple(Memory(text=text, types=types, at=at, precision="minute") for _, _, text, types, at in ROWS),
    never=("sync run",),
    evidence=0,
    logs=24,
    rows=35,
)

"""An archive of NumPy whose arrays are the columns of one table, with letters that a small file beside it explains."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tests.acceptance.folders.expected import FACT, PREFERENCE, TASK, Expected, Memory
from tests.acceptance.folders.files import write_json

KINDS = {"K": FACT, "W": PREFERENCE, "D": TASK}
ROWS = [
    ("W", "The choir wants scores as PDF, two pages side by side", "2026-02-01T19:30:00.250"),
    ("K", "The hall in Lund holds ninety people", "2026-02-03T08:00:00.000"),
    ("D", "Ask Birgitta for the parking permit before Friday", "2026-02-05T12:45:10.500"),
    ("W", "Never schedule rehearsals on a Tuesday", "2026-02-08T20:00:00.000"),
    ("K", "Two of the altos share one folder", "2026-02-09T07:15:00.000"),
    ("D", "Order forty copies of the Nystedt motet", "2026-02-11T10:10:10.010"),
    ("K", "The organ is tuned every March", "2026-02-12T10:00:00.000"),
    ("W", "The conductor likes programmes without applause between pieces", "2026-02-13T10:00:00.000"),
    ("D", "Print the posters for the concert in May", "2026-02-15T10:00:00.000"),
    ("K", "The accompanist lives above the bakery", "2026-02-16T10:00:00.000"),
    ("D", "Return the borrowed music stands to the school", "2026-02-17T10:00:00.000"),
    ("W", "Birgitta prefers mails over calls", "2026-02-18T10:00:00.000"),
    ("K", "The choir was founded in 1987", "2026-02-19T10:00:00.000"),
    ("D", "Book the coach to Malmö for the twelfth", "2026-02-20T10:00:00.000"),
    ("K", "The coffee machine in the hall takes coins only", "2026-02-21T10:00:00.000"),
]


def build(folder: Path) -> None:
    np.savez(
        folder / "choir.npz",
        sentence=np.array([text for _, text, _ in ROWS]),
        label=np.array([kind for kind, _, _ in ROWS]),
        created=np.array([at for _, _, at in ROWS], dtype="datetime64[ms]"),
        embedding=np.linspace(-1, 1, len(ROWS) * 8, dtype="float32").reshape(len(ROWS), 8),
    )
    write_json(folder / "labels.json", {"K": "fact", "W": "preference", "D": "task"})


EXPECTED = Expected(
    memories=tuple(Memory(text=text, types=KINDS[kind], at=f"{at}Z") for kind, text, at in ROWS),
)

"""The same memories three times: the live file, an older backup with fewer of them, and the old one again in a ZIP."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from tests.acceptance.folders.expected import FACT, WISH, Expected, Memory
from tests.acceptance.folders.files import write_json

ROWS = [
    ("k01", "Bakes sourdough on Saturdays", 1_767_600_000, WISH),
    ("k02", "Cannot eat gluten any more since the diagnosis in February", 1_772_000_000, FACT),
    ("k03", "Plays the accordion in a wedding band", 1_768_000_000, WISH),
    ("k04", "His mother calls every evening at eight", 1_769_000_000, WISH),
    ("k05", "Has a summer house near Lake Balaton", 1_770_000_000, FACT),
    ("k06", "Wants e-mails answered within the day", 1_771_000_000, WISH),
]
TIMES = {
    "k01": "2026-01-05T08:00:00Z",
    "k02": "2026-02-25T06:13:20Z",
    "k03": "2026-01-09T23:06:40Z",
    "k04": "2026-01-21T12:53:20Z",
    "k05": "2026-02-02T02:40:00Z",
    "k06": "2026-02-13T16:26:40Z",
}


def _rows(count: int) -> list[dict[str, object]]:
    return [{"id": id, "fact": text, "created": when} for id, text, when, _ in ROWS[:count]]


def build(folder: Path) -> None:
    write_json(folder / "memory.json", _rows(6))
    write_json(folder / "backup" / "memory.json.bak", _rows(4), indent=None)
    with zipfile.ZipFile(folder / "backup" / "2026-01.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("agent/memory.json", (2026, 1, 30, 0, 0, 0)), json.dumps(_rows(4)))


EXPECTED = Expected(
    memories=tuple(Memory(text=text, types=types, at=TIMES[id]) for id, text, _, types in ROWS),
    evidence=0,
    logs=0,
    rows=14,
)

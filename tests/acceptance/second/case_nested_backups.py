"""Backups of backups: the live database, its .bak, a copy in JSON of an older layout, a ZIP that holds a ZIP."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_json, write_sqlite
from tests.acceptance.second.words import DUTY, LESSON, F, P, T, W, later, mem, ms, ms_z

ROWS = (
    # id, older wording or None, wording now, told, types
    ("7f01", None, "Anselm prefers Markdown over HTML for notes.", "2026-01-02 09:00:00", P),
    ("7f02", "Anselm has a Pixel 6.", "Anselm has a Pixel 9.", "2026-01-03 10:00:00", F),
    ("7f03", None, "Anselm's choir meets on Thursdays at St Hedwig.", "2026-01-04 11:00:00", F),
    ("7f04", None, "Anselm doesn't like being addressed by his first name in letters.", "2026-01-06 12:00:00", P),
    ("7f05", "Anselm's rent is 720 euros.", "Anselm's rent is 790 euros since March.", "2026-01-08 13:00:00", F),
    ("7f06", None, "Pick up the repaired violin from Mr Tesch.", "2026-01-11 14:00:00", T),
    ("7f07", None, "The scanner only works over the USB 2 port.", "2026-01-14 15:00:00", LESSON),
    ("7f08", None, "Anselm reads the Süddeutsche at breakfast.", "2026-01-17 16:00:00", W),
    ("7f09", None, "Anselm's mother Irmgard turns 80 on 9 September.", "2026-01-21 17:00:00", F),
    ("7f0a", "Anselm wants reminders by mail.", "Anselm wants reminders by text message.", "2026-01-25 18:00:00", P),
    ("7f0b", None, "Anselm is a retired railway engineer.", "2026-01-29 19:00:00", F),
    ("7f0c", None, "Compare three offers for the new bathroom by the end of April.", "2026-02-03 08:00:00", DUTY),
    ("7f0d", None, "Anselm's tenant on the first floor is called Pruszynski.", "2026-02-10 07:30:00", F),
    ("7f0e", None, "Anselm drinks his coffee black.", "2026-03-05 06:45:00", W),
)
DELETED = (
    ("7f20", "Anselm's sister does not speak to him any more.", "2026-01-05 09:00:00"),
    ("7f21", "Anselm's safe is behind the bookshelf.", "2026-01-19 09:00:00"),
    ("7f22", "Anselm prefers tea.", "2026-02-01 09:00:00"),
)
TABLE = (
    "CREATE TABLE memories (id TEXT PRIMARY KEY, body TEXT, created_ms INTEGER, updated_ms INTEGER, is_deleted INTEGER)"
)


def _rows(now: bool) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for key, before, text, utc, _ in ROWS:
        if now or utc < "2026-02-05":
            edited = bool(now and before)
            rows.append(
                (key, text if now else before or text, ms(utc), ms("2026-03-01 12:00:00" if edited else utc), 0)
            )
    for key, text, utc in DELETED:
        rows.append((key, text, ms(utc), ms(later(utc, 40000) if now else utc), int(now)))
    return rows


def build(folder: Path) -> None:
    write_sqlite(folder / "data" / "memory.sqlite", {TABLE: _rows(now=True)})
    write_sqlite(folder / "data" / "memory.sqlite.bak", {TABLE: _rows(now=False)})
    older = [{"id": r[0], "text": r[1], "created": r[2], "updated": r[3]} for r in _rows(now=False)]
    write_json(folder / "backups" / "2026-02-05.json", older)
    shutil.copy(folder / "backups" / "2026-02-05.json", folder / "backups" / "2026-02-05 (copy).json")
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr(zipfile.ZipInfo("2026-02-05.json"), json.dumps(older))
    with zipfile.ZipFile(folder / "backups" / "all.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo("backups/february.zip"), inner.getvalue())
        archive.writestr(zipfile.ZipInfo("backups/2026-02-05.json"), json.dumps(older, indent=1))


EXPECTED = Expected(
    memories=tuple(mem(text, ms_z(utc), types) for _, _, text, utc, types in ROWS),
    never=(*(before for _, before, _, _, _ in ROWS if before), *(text for _, text, _ in DELETED)),
    max_rejected=25,
)

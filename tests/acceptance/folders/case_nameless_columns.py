"""Names that say nothing: columns c1 to c5 in one table, `k`, `v` and `z` in another."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import WISH, Expected, Memory
from tests.acceptance.folders.files import epoch, write_sqlite

ROWS = [
    ("Tomasz mends clocks and smells of machine oil, he says so himself", "2026-02-02 10:20:30"),
    ("He asks for metric threads only, imperial screws drive him mad", "2026-02-05 16:00:00"),
    ("The workshop in Gdynia has no heating before November", "2026-02-09 07:45:12"),
    ("Deliveries go to the back door, the bell at the front is broken", "2026-02-18 12:12:00"),
    ("His apprentice Wiktor is colour-blind", "2026-03-01 09:00:00"),
    ("Please never suggest digital watches to him", "2026-03-07 20:30:00"),
]
CHINESE = [
    ("每天早上先喝一杯温水再看消息", 1772409600123),
    ("老家在甘肃天水，过年一定要回去", 1772582400456),
    ("和同事聊天时不要提体重", 1772755200789),
]


def build(folder: Path) -> None:
    write_sqlite(
        folder / "brain.bin",
        {
            "CREATE TABLE t1 (c1 INTEGER PRIMARY KEY, c2 TEXT, c3 TEXT, c4 INTEGER, c5 BLOB)": [
                (n, f"{n * 48271 % 65536:04x}-{n}", text, epoch(when), bytes(range(16)))
                for n, (text, when) in enumerate(ROWS, 1)
            ],
            "CREATE TABLE t2 (k TEXT, v TEXT, z INTEGER)": [
                (f"i{n}", text, ms) for n, (text, ms) in enumerate(CHINESE)
            ],
        },
    )


EXPECTED = Expected(
    memories=(
        *(Memory(text=text, types=WISH, at=when.replace(" ", "T") + "Z") for text, when in ROWS),
        Memory(parts=(CHINESE[0][0],), types=WISH, at="2026-03-02T00:00:00.123Z"),
        Memory(parts=(CHINESE[1][0],), types=WISH, at="2026-03-04T00:00:00.456Z"),
        Memory(parts=(CHINESE[2][0],), types=WISH, at="2026-03-06T00:00:00.789Z"),
    ),
    evidence=0,
    logs=0,
    rows=9,
)

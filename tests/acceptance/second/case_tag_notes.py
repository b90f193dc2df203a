"""A note app's database: notes, tags and the table between them; four time columns; a waste basket."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_sqlite
from tests.acceptance.second.words import DUTY, LESSON, F, K, P, T, W, later, ms, ms_z, sec, told, z

TAGS = {1: "travel", 2: "home", 3: "agent-rule", 4: "health", 5: "work", 6: "lesson"}
NOTES = (
    ("Hotel in Porto", "Pilar liked Casa do Conto and wants to stay there again.", "2026-01-03 10:00:00", (1,), W),
    ("Passport", "Pilar's passport runs out in November 2026.", "2026-01-05 12:30:00", (1,), F),
    (
        "Boiler",
        "The boiler is a Vaillant from 2019; the service contract is with Frio SL.",
        "2026-01-06 18:00:00",
        (2,),
        F,
    ),
    ("How to answer me", "Always answer in Spanish unless the question is in English.", "2026-01-08 09:09:00", (3,), P),
    ("Code style", "I prefer early returns and no nested ifs.", "2026-01-08 09:20:00", (3, 5), P),
    ("Pills", "Pilar takes levothyroxine every morning before breakfast.", "2026-01-11 07:15:00", (4,), W),
    ("Eye doctor", "Make an appointment with Dr Quiroga before Easter.", "2026-01-14 17:45:00", (4,), T),
    (
        "Deploys",
        "Lesson: never deploy while the nightly export is running, it locks the table.",
        "2026-01-17 23:10:00",
        (5, 6),
        ("skill",),
    ),
    (
        "Printer",
        "The office printer needs PCL6, with PostScript it prints blank pages.",
        "2026-01-20 11:00:00",
        (5, 6),
        LESSON,
    ),
    (
        "Neighbours",
        "The neighbours on the second floor are called Aguado and keep our spare key.",
        "2026-01-23 20:20:00",
        (2,),
        F,
    ),
    ("Seats", "I like aisle seats near the front.", "2026-01-27 08:40:00", (1,), P),
    ("Rent", "Rent is 1,150 euros, due on the third of each month.", "2026-02-01 10:10:00", (2,), F),
    ("Stand-up", "Stand-up moved to 9:45 since February.", "2026-02-04 09:50:00", (5,), F),
    ("Nephew", "My nephew Hugo turns ten on 12 June and collects minerals.", "2026-02-07 16:00:00", (), F),
    ("Report", "Finish the accessibility report for the town hall by 15 March.", "2026-02-10 13:13:00", (5,), T),
    ("Tone", "Do not praise me, just give the result.", "2026-02-12 21:00:00", (3,), P),
    ("Bike", "Frame number of the bike is WBK-20931.", "2026-02-16 19:30:00", (2,), F),
    ("Backups", "Backups go to the blue disk every first Sunday.", "2026-02-20 22:22:00", (2, 5), K),
    ("Gym", "Cancel the gym contract in May.", "2026-02-25 06:50:00", (4,), T),
    ("Ferry", "Need to compare ferries to Menorca for August.", "2026-03-01 15:00:00", (1,), DUTY),
)
BASKET = (
    ("Ex", "Pilar's ex lives in Vigo.", "2026-01-04 10:00:00"),
    ("Old rent", "Rent is 980 euros.", "2026-01-09 10:00:00"),
    ("Seats", "I like window seats.", "2026-01-15 10:00:00"),
)


def build(folder: Path) -> None:
    notes: list[tuple[object, ...]] = []
    links: list[tuple[int, int]] = []
    for n, (title, body, utc, tags, _) in enumerate(NOTES, 1):
        notes.append((n, title, body, ms(utc), z(later(utc, 1440)), sec(later(utc, 90000)), None, 0))
        links += [(n, tag) for tag in tags]
    for n, (title, body, utc) in enumerate(BASKET, 50):
        notes.append((n, title, body, ms(utc), z(later(utc, 60)), None, sec(later(utc, 999)), 1))
        links.append((n, 2))
    write_sqlite(
        folder / "notes.sqlite3",
        {
            "CREATE TABLE tag (id INTEGER PRIMARY KEY, label TEXT)": list(TAGS.items()),
            "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, body TEXT, born INTEGER, changed TEXT,"
            " synced INTEGER, trashed INTEGER, in_trash INTEGER)": notes,
            "CREATE TABLE note_tag (note_id INTEGER, tag_id INTEGER)": links,
            "CREATE TABLE sync_state (device TEXT, cursor TEXT, seen INTEGER)": [
                (f"device-{n}", f"{n * 7919:016x}", sec(later("2026-03-01 00:00:00", n))) for n in range(6)
            ],
        },
    )


EXPECTED = Expected(
    memories=tuple(
        told(body, at=ms_z(utc), types=types, tags=tuple(TAGS[tag] for tag in tags))
        for _, body, utc, tags, types in NOTES
    ),
    max_rejected=len(BASKET),
    never=("device-", *(body for _, body, _ in BASKET)),
)

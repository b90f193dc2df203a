"""What a crash left: torn and doubled lines, a block of NULs, a truncated array, a database cut short, empty files."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_text
from tests.acceptance.second.words import DUTY, LESSON, F, P, T, W, mem, ms, ms_z, offset, sec, z

ROWS = (
    ("Wren prefers code reviews with line numbers.", "2026-02-02 10:00:00", P),
    ("Wren's home server is a ThinkCentre called 'attic'.", "2026-02-02 11:30:00", F),
    ("Wren is left-handed.", "2026-02-03 08:20:00", F),
    ("Wren hates light mode.", "2026-02-04 19:45:00", P),
    ("Wren's boyfriend Dario is a baker.", "2026-02-05 21:10:00", F),
    ("Replace the UPS battery in 'attic' in spring.", "2026-02-06 07:07:00", T),
    ("Wren's keyboard layout is Colemak.", "2026-02-07 12:21:00", F),
    (
        "The attic server must be shut down before the power cut test, else the RAID rebuilds for a day.",
        "2026-02-08 13:00:00",
        LESSON,
    ),
    ("Wren plays roller derby on Saturdays.", "2026-02-09 15:00:00", W),
    ("Wren uses she/her pronouns.", "2026-02-10 16:16:00", ("fact", "preference")),
    ("Wren wants commit messages in the imperative.", "2026-02-11 17:00:00", P),
    ("Wren's monthly cloud budget is 30 pounds.", "2026-02-12 18:30:00", F),
    ("Write to the council about the bike shed.", "2026-02-13 09:09:00", T),
    ("Wren's passport is at the embassy until 20 March.", "2026-02-14 10:10:00", F),
    ("Wren cannot stand cilantro.", "2026-02-15 20:20:00", P),
    ("Wren speaks Welsh with her grandmother.", "2026-02-16 06:15:00", F),
)
INDEX = (
    ("Wren's office plant is watered on Mondays.", "2026-02-18 08:00:00", W),
    ("Wren likes diagrams in Mermaid.", "2026-02-19 08:00:00", P),
    ("Wren needs a new visa photo.", "2026-02-20 08:00:00", DUTY),
    ("Wren's sister-in-law is a notary.", "2026-02-21 08:00:00", F),
)
TORN = "Wren's favourite cinema is the Chap"


def _line(n: int) -> str:
    text, utc, _ = ROWS[n]
    when = (sec(utc), ms(utc), z(utc), offset(utc, 1))[n % 4]
    return json.dumps({"id": n + 1, "t": when, "memory": text})


def build(folder: Path) -> None:
    lines = [_line(n) for n in range(len(ROWS))]
    body = "\n".join(lines[:4]) + "\n" + lines[4] + lines[5] + "\n" + "\n".join(lines[6:9]) + "\n"
    body += lines[9][:31] + "\n" + lines[9] + "\n"  # torn, then written again
    body += "\x00" * 512 + "\n" + "\n".join(lines[10:]) + "\n"
    write_text(folder / "memory.jsonl", body + '{"id": 17, "t": 1771400000, "memory": "' + TORN)
    write_text(folder / "memory.jsonl.tmp", "\n".join(lines[:7]) + "\n" + lines[7][:20])
    items = ",\n".join(json.dumps({"created": z(utc), "text": text}) for text, utc, _ in INDEX)
    write_text(folder / "index.json", '{"version": 3, "items": [\n' + items + ',\n{"created": "2026-02-22T08:0')
    write_text(folder / "state.json", "")
    write_text(folder / "memory.lock", "4417\n")
    whole = folder / "scratch.db"
    with closing(sqlite3.connect(whole)) as db:
        db.execute("CREATE TABLE scratch (k TEXT, v TEXT)")
        db.executemany("INSERT INTO scratch VALUES (?, ?)", [(f"k{n}", "x" * 200) for n in range(60)])
        db.commit()
    (folder / "cut.db").write_bytes(whole.read_bytes()[:700])
    whole.unlink()


EXPECTED = Expected(
    memories=(
        *(mem(text, ms_z(utc) if n % 4 == 1 else z(utc), types) for n, (text, utc, types) in enumerate(ROWS)),
        *(mem(text, z(utc), types) for text, utc, types in INDEX),
    ),
    never=("4417", "xxxx"),
    tolerated=(TORN,),
    min_rejected=2,
    max_rejected=8,
)

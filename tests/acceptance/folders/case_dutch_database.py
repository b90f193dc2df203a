"""A database of a Dutch program: accents and Dutch words in every name, codes for kinds, `ja` and `nee` for what is deleted."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, SKILL, TASK, Expected, Memory
from tests.acceptance.folders.files import write_sqlite

CODES = {"VK": PREFERENCE, "TK": TASK, "FT": FACT, "WW": SKILL}
NOTES = [
    ("VK", "Sanne wants the boat warm before anybody boards", "04-02-2026 08:15", "sanne", "nee"),
    ("TK", "Renew the mooring permit before the first of May", "11-02-2026 17:40", "sanne", "nee"),
    ("FT", "The boiler on the Zwaluw was replaced in 2023", "13-02-2026 09:05", "jeroen", "nee"),
    ("WW", "To start the bilge pump: open the valve, switch on, wait for the hum", "19-02-2026 21:30", "jeroen", "nee"),
    ("VK", "Jeroen dislikes phone calls during lock hours", "25-02-2026 10:00", "jeroen", "nee"),
    ("FT", "The Zwaluw lies at berth 14 in winter", "27-02-2026 12:20", "sanne", "ja"),
    ("TK", "Ask the yard in Sneek for a quote on the propeller", "28-02-2026 16:45", "sanne", "nee"),
    ("FT", "Diesel at the lock costs more than in the village", "02-03-2026 11:11", "jeroen", "nee"),
]


def build(folder: Path) -> None:
    write_sqlite(
        folder / "geheugen.db",
        {
            "CREATE TABLE soorten (code, omschrijving)": [
                ("VK", "voorkeur"),
                ("TK", "taak"),
                ("FT", "feit"),
                ("WW", "werkwijze"),
                ("SY", "systeemmelding"),
            ],
            "CREATE TABLE herinneringen (volgnummer, inhoud, soort, aangemaakt_op, gebruiker, verwijderd)": [
                *((n, text, code, at, who, gone) for n, (code, text, at, who, gone) in enumerate(NOTES, start=1)),
                (20, "queue drained, 0 jobs left, pid 4112", "SY", "02-03-2026 03:00", "systeem", "nee"),
                (21, "retry 2/5 for vector upsert: connection reset", "SY", "02-03-2026 03:01", "systeem", "nee"),
            ],
        },
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(
            text=text,
            types=CODES[code],
            at=f"{at[6:10]}-{at[3:5]}-{at[:2]}T{at[11:]}:00Z",
            scope=f"user:{who}",
        )
        for code, text, at, who, gone in NOTES
        if gone == "nee"
    ),
    never=("berth 14", "queue drained", "connection reset"),
    logs=2,
    rows=15,
    min_rejected=1,
    max_rejected=1,
)

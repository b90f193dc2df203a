"""A helper for a scattered family: wall times without a zone, and the zone of each row in a column of its own."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_jsonl
from tests.acceptance.second.words import DUTY, LESSON, F, P, T, W, english_logs, later, mem, z

ROWS = (
    # user, wall time, zone, instant, text, types
    (
        "aylin",
        "2026-01-10 08:30:00",
        "Europe/Istanbul",
        "2026-01-10 05:30:00",
        "Aylin prefers being called before noon",
        P,
    ),
    (
        "aylin",
        "2026-01-12 21:00:00",
        "Europe/Istanbul",
        "2026-01-12 18:00:00",
        "Aylin's clinic opens at 9 on weekdays",
        F,
    ),
    ("marcus", "2026-01-12 21:00:00", "America/Chicago", "2026-01-13 03:00:00", "Marcus is learning the banjo", F),
    (
        "marcus",
        "2026-01-15 06:45:00",
        "America/Chicago",
        "2026-01-15 12:45:00",
        "Marcus does not want spoilers for any series",
        P,
    ),
    (
        "grandma",
        "2026-01-16 10:00:00",
        "Asia/Kolkata",
        "2026-01-16 04:30:00",
        "Grandma takes her blood pressure pills at 7 in the evening",
        W,
    ),
    ("grandma", "2026-01-20 17:15:00", "Asia/Kolkata", "2026-01-20 11:45:00", "Grandma likes large print", P),
    (
        "aylin",
        "2026-01-25 12:00:00",
        "+03:00",
        "2026-01-25 09:00:00",
        "Aylin's car has to go to inspection in April",
        DUTY,
    ),
    ("marcus", "2026-02-01 00:30:00", "UTC", "2026-02-01 00:30:00", "Marcus works the night shift until March", F),
    (
        "marcus",
        "2026-02-03 19:20:00",
        "America/Chicago",
        "2026-02-04 01:20:00",
        "Remind Marcus to send Grandma the photos",
        T,
    ),
    (
        "grandma",
        "2026-02-07 08:00:00",
        "Asia/Kolkata",
        "2026-02-07 02:30:00",
        "Grandma's neighbour Mrs Iyer has the spare key",
        F,
    ),
    ("aylin", "2026-02-11 22:10:00", "Europe/Istanbul", "2026-02-11 19:10:00", "Aylin loves figs and hates raisins", P),
    (
        "marcus",
        "2026-03-07 23:00:00",
        "America/Chicago",
        "2026-03-08 05:00:00",
        "Marcus's daughter June was born on 2 March",
        F,
    ),
    (
        "marcus",
        "2026-03-09 07:00:00",
        "America/Chicago",
        "2026-03-09 12:00:00",
        "Marcus prefers messages to calls since June was born",
        P,
    ),
    (
        "grandma",
        "2026-03-12 09:09:00",
        "Asia/Kolkata",
        "2026-03-12 03:39:00",
        "Grandma's tablet only charges with the white cable",
        LESSON,
    ),
    (
        "aylin",
        "2026-03-20 15:45:00",
        "Europe/Istanbul",
        "2026-03-20 12:45:00",
        "Book flights to Chicago for the naming feast in May",
        T,
    ),
    (
        "grandma",
        "2026-04-02 18:30:00",
        "+05:30",
        "2026-04-02 13:00:00",
        "Grandma's pension arrives on the fifth of the month",
        F,
    ),
    (
        "aylin",
        "2026-04-04 11:11:00",
        "Europe/Istanbul",
        "2026-04-04 08:11:00",
        "Aylin is vegetarian during the week",
        W,
    ),
    (
        "marcus",
        "2026-04-10 20:05:00",
        "America/Chicago",
        "2026-04-11 01:05:00",
        "Marcus's shift is 6 to 14 from April on",
        F,
    ),
)


def build(folder: Path) -> None:
    for who in ("aylin", "marcus", "grandma"):
        write_jsonl(
            folder / "notes" / f"{who}.jsonl",
            [
                {"n": n, "member": name, "wall_time": wall, "tz": zone, "note": text, "lang": "en"}
                for n, (name, wall, zone, _, text, _) in enumerate(ROWS)
                if name == who
            ],
        )
    write_jsonl(
        folder / "gateway.jsonl",
        [
            {"time": later("2026-02-01 00:00:00", n * 611), "level": ("info", "warn", "error")[n % 3], "msg": line}
            for n, line in enumerate(english_logs(36, 17))
        ],
    )


EXPECTED = Expected(
    memories=tuple(mem(text, z(utc), types, f"user:{who}") for who, _, _, utc, text, types in ROWS),
    never=("heartbeat", "429"),
    logs=36,
)

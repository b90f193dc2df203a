"""A home-automation hub: readings of sensors by the hundred, and the habits its agent learnt from the household."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import TASK, WISH, Expected, Memory
from tests.acceptance.folders.files import write_csv, write_json, write_text

HABITS = [
    ("Opens the bedroom blinds at 06:40 on weekdays and not before 9 on weekends", "2026-01-11T06:52:00+01:00", WISH),
    ("Wants the hallway light at 20 % after ten in the evening", "2026-01-14T22:03:10+01:00", WISH),
    ("Never heat the guest room unless somebody is staying over", "2026-01-20T17:30:00+01:00", WISH),
    ("The dishwasher runs at night because power is cheaper then", "2026-02-02T23:15:44+01:00", WISH),
    ("Nobody is at home on Wednesday afternoons", "2026-02-11T14:00:00+01:00", WISH),
    ("Please don't announce the doorbell while the baby naps", "2026-03-01T13:05:00+01:00", WISH),
    ("Buy new batteries for the smoke detector in the attic", "2026-03-08T09:41:30+01:00", TASK),
]
UTC_TIMES = [
    "2026-01-11T05:52:00Z",
    "2026-01-14T21:03:10Z",
    "2026-01-20T16:30:00Z",
    "2026-02-02T22:15:44Z",
    "2026-02-11T13:00:00Z",
    "2026-03-01T12:05:00Z",
    "2026-03-08T08:41:30Z",
]
ENTITIES = [
    ("sensor.attic_temp", "°C"),
    ("sensor.hall_lux", "lx"),
    ("sensor.meter_power", "W"),
    ("sensor.bath_hum", "%"),
]


def build(folder: Path) -> None:
    write_csv(
        folder / "recorder" / "states_2026_03.csv",
        ["last_changed", "entity_id", "state", "unit_of_measurement"],
        [
            (
                f"2026-03-{1 + n // 24:02d}T{n % 24:02d}:00:{n % 60:02d}.{n * 7 % 1000:03d}000+00:00",
                ENTITIES[n % 4][0],
                round(18 + n * 37 % 90 / 10, 1),
                ENTITIES[n % 4][1],
            )
            for n in range(96)
        ],
    )
    write_json(
        folder / "learned_habits.json",
        {
            "version": 3,
            "habits": [
                {"habit": text, "learned": when, "confidence": 0.6 + n * 0.05}
                for n, (text, when, _) in enumerate(HABITS)
            ],
        },
    )
    write_text(
        folder / "home.log",
        "".join(
            f"2026-03-0{1 + n % 9} 0{n % 10}:{n * 7 % 60:02d}:11.{n:03d} {level} (MainThread) [{where}] {what}\n"
            for n, (level, where, what) in enumerate(
                [
                    ("INFO", "core.setup", "Setup of domain light took 0.8 seconds"),
                    ("WARNING", "components.zha", "Device 0x3f2a did not respond, will retry"),
                    ("ERROR", "components.rest", "Timeout while fetching data: http://192.0.2.7/state"),
                    ("INFO", "core.bootstrap", "Home initialized in 14.31s"),
                ]
                * 5
            )
        ),
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=at, precision="second")
        for (text, _, types), at in zip(HABITS, UTC_TIMES, strict=True)
    ),
    never=("sensor.", "MainThread", "Setup of domain", "attic_temp"),
    evidence=0,
)

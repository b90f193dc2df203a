"""A training coach's database: terse names, kinds and moods as numbers, local times whose zone stands in config.json."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_json, write_sqlite
from tests.acceptance.second.words import english_logs, later, local, told, z

KINDS = {1: "goal", 2: "preference", 3: "lesson", 4: "fact", 5: "task", 9: "system"}
MOODS = {1: "tired", 2: "neutral", 3: "motivated"}
TYPE = {1: ("task", "fact"), 2: ("preference",), 3: ("skill",), 4: ("fact",), 5: ("task",)}
ROWS = (
    # kind, mood, text, instant
    (1, 3, "Run a half marathon in under two hours this autumn", "2026-02-01 07:00:00"),
    (2, 2, "No training before seven in the morning", "2026-02-01 07:05:00"),
    (4, 2, "Svenja has a resting pulse of 54", "2026-02-03 18:30:00"),
    (3, 1, "Intervals the day after leg day end in knee pain", "2026-02-05 20:15:00"),
    (5, 3, "Buy new insoles", "2026-02-06 12:00:00"),
    (4, 2, "Svenja is 172 cm tall", "2026-02-08 09:45:00"),
    (2, 3, "Distances in kilometres, pace in minutes per kilometre", "2026-02-10 06:20:00"),
    (4, 1, "Svenja sleeps badly before races", "2026-02-14 22:10:00"),
    (3, 2, "Eating later than 90 minutes before a run causes cramps", "2026-02-17 17:17:00"),
    (5, 2, "Register for the Alster run", "2026-02-20 11:30:00"),
    (1, 3, "Do ten pull-ups by June", "2026-02-25 19:00:00"),
    (2, 1, "Rest days are not to be commented on", "2026-03-02 21:40:00"),
    (4, 3, "Svenja trains with her colleague Tjark on Wednesdays", "2026-03-06 16:05:00"),
    (4, 2, "The shoes are Saucony Ride, size 39", "2026-03-11 10:25:00"),
    (3, 3, "A warm-up of ten minutes makes the first kilometre easier", "2026-03-18 06:50:00"),
    (5, 2, "Ask the physiotherapist about the left Achilles tendon", "2026-03-27 14:00:00"),
    (2, 3, "Weekly summary on Sunday evening", "2026-03-30 18:00:00"),  # summer time from the 29th
    (4, 2, "Svenja's maximum pulse was 187 in the ramp test", "2026-04-02 17:35:00"),
    (1, 2, "Swim one kilometre without a break", "2026-04-07 05:55:00"),
    (5, 1, "Get a new heart rate belt", "2026-04-12 08:08:00"),
    (2, 2, "Encouragement is fine, pep talk is not", "2026-04-15 20:20:00"),
)


def _wall(utc: str) -> str:
    return local(utc, 2 if utc >= "2026-03-29 01:00:00" else 1)


def build(folder: Path) -> None:
    entries: list[tuple[object, ...]] = [(_wall(utc), kind, mood, text) for kind, mood, text, utc in ROWS]
    entries += [(later("2026-02-01 05:00:00", n * 2600), 9, None, line) for n, line in enumerate(english_logs(40, 19))]
    entries.sort(key=lambda row: str(row[0]))
    write_sqlite(
        folder / "coach.db",
        {
            "CREATE TABLE k (id INTEGER, nm TEXT)": list(KINDS.items()),
            "CREATE TABLE m (id INTEGER, nm TEXT)": list(MOODS.items()),
            "CREATE TABLE e (id INTEGER, ts TEXT, k_id INTEGER, m_id INTEGER, tx TEXT)": [
                (n, *row) for n, row in enumerate(entries, 1)
            ],
        },
    )
    write_json(folder / "config.json", {"name": "pacer", "tz": "Europe/Berlin", "model": "llama3.1:8b", "port": 8123})


EXPECTED = Expected(
    memories=tuple(told(text, at=z(utc), types=TYPE[kind]) for kind, _, text, utc in ROWS),
    never=("heartbeat", "llama3.1", "Europe/Berlin"),
    logs=40,
)

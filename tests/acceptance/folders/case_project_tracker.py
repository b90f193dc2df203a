"""A project assistant in English: work items with codes in one JSON file, what the codes mean in two others."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import ANY, TASK, Expected, Memory
from tests.acceptance.folders.files import epoch, write_json

STATUSES = {10: "Backlog", 20: "In progress", 30: "Waiting for review", 40: "Done"}
MEMBERS = {"m1": "Ottilie Brandt", "m2": "Kwabena Mensah", "m3": "Siobhan Daly"}
ITEMS = [
    ("Replace the intake filters", 20, "m1", "Measure the housing on deck 2", "2026-05-04 08:00:00"),
    ("Crew rota for July", 30, "m3", "Kwabena checks the night shifts", "2026-05-05 13:30:00"),
    ("Renew the harbour permit", 10, "m2", "Scan last year's form", "2026-05-07 09:15:00"),
    ("Safety drill with new life vests", 10, "m3", "Pick a day without charters", "2026-05-11 17:45:00"),
    ("Radio licence for the tender", 20, "m2", "Pay the fee online", "2026-05-12 10:10:00"),
    ("Paint the waterline", 40, "m1", "Photos for the insurer", "2026-05-20 06:30:00"),
]


def build(folder: Path) -> None:
    write_json(
        folder / "items.json",
        [
            {
                "id": n,
                "title": title,
                "status_id": status,
                "assignee_id": who,
                "next_step": following,
                "created_at": epoch(when),
            }
            for n, (title, status, who, following, when) in enumerate(ITEMS, 1001)
        ],
    )
    write_json(folder / "statuses.json", [{"id": id, "name": name} for id, name in STATUSES.items()])
    write_json(folder / "members.json", [{"id": id, "name": name} for id, name in MEMBERS.items()])


EXPECTED = Expected(
    memories=tuple(
        Memory(
            parts=(title, STATUSES[status], MEMBERS[who], following),
            types=TASK,
            at=when.replace(" ", "T") + "Z",
            scope=ANY,
        )
        for title, status, who, following, when in ITEMS
    ),
    tolerated=tuple(MEMBERS.values()),
    evidence=0,
    logs=0,
    rows=13,
)

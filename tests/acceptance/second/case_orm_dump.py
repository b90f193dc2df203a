"""A web framework's `dumpdata`: models in one array, created / modified / removed in three notations, no kind column."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_json
from tests.acceptance.second.words import DUTY, LESSON, RULE, F, P, T, W, later, local, mem, ms, offset, z

USERS = {3: ("mara", -5), 7: ("devin", 1), 12: ("yolanda", 8)}
ROWS = (
    (3, "Mara prefers answers as bullet points, never as long paragraphs.", "2026-01-04 14:02:11", P),
    (3, "Mara's company is moving its office from Boston to Providence in June.", "2026-01-05 09:30:00", F),
    (7, "Devin is allergic to penicillin.", "2026-01-05 18:44:09", F),
    (12, "Yolanda wants every code sample in TypeScript rather than JavaScript.", "2026-01-07 02:10:45", P),
    (12, "Yolanda's daughter Ines starts school in September 2026.", "2026-01-09 11:00:03", F),
    (3, "Remind Mara to renew the wildcard certificate before 1 May.", "2026-01-12 16:21:58", T),
    (7, "Devin runs the backend on a Hetzner machine with 32 GB of memory.", "2026-01-15 07:07:07", F),
    (7, "Devin dislikes emojis in commit messages.", "2026-01-15 07:12:31", P),
    (12, "Never push to the release branch on a Friday, Yolanda said after the outage.", "2026-01-17 20:15:00", RULE),
    (3, "Mara works from 07:00 to 15:00 Eastern time.", "2026-01-20 12:40:26", W),
    (3, "Mara calls the billing service 'the kraken'.", "2026-01-22 13:13:13", F),
    (7, "Devin's partner is named Rosalind and is vegetarian.", "2026-01-25 19:55:40", F),
    (12, "Yolanda likes her stand-up notes in Spanish.", "2026-01-28 01:05:00", P),
    (12, "Lesson learned: running two migrations in parallel locks the orders table.", "2026-01-30 06:48:52", LESSON),
    (3, "Follow up with the accountant about the Q4 invoices.", "2026-02-02 15:30:30", T),
    (7, "Devin finished his marathon in 3 hours 41 minutes.", "2026-02-05 10:20:00", F),
    (7, "Devin prefers tabs over spaces.", "2026-02-08 22:22:22", P),
    (12, "Yolanda's production database is PostgreSQL 17 in Frankfurt.", "2026-02-11 03:33:21", F),
    (3, "Mara hates being called before 9 in the morning.", "2026-02-14 17:08:19", P),
    (3, "The kraken's error E-4012 means that the card was declined twice.", "2026-02-16 12:00:01", LESSON),
    (12, "Book a table for six at Casa Lola for Yolanda's anniversary.", "2026-02-19 05:45:10", T),
    (7, "Devin lives in Utrecht and commutes by bike.", "2026-02-23 08:16:47", F),
    (3, "Mara's dog is called Biscuit.", "2026-02-26 21:31:04", F),
    (7, "Devin needs the quarterly report draft by 20 March.", "2026-03-01 13:50:50", DUTY),
    (12, "Yolanda reads the summary first, so put the result in the first sentence.", "2026-03-04 00:25:36", RULE),
    (3, "Mara's team has five people: two designers, three engineers.", "2026-03-08 14:14:14", F),
)
GONE = (
    (3, "Mara drives a grey Volvo.", "2026-01-06 10:00:00"),
    (7, "Devin is looking for a new job.", "2026-01-16 10:30:00"),
    (12, "Yolanda's salary expectation is confidential and high.", "2026-01-18 08:00:00"),
    (12, "Yolanda prefers Vim.", "2026-01-29 08:05:00"),
    (7, "Devin owes Karl 40 euros.", "2026-02-09 12:00:00"),
)


def _item(pk: int, owner: int, note: str, utc: str, removed: str | None) -> dict[str, object]:
    fields = {
        "owner": owner,
        "note": note,
        "created": offset(utc, USERS[owner][1]),
        "modified": ms(later(utc, 90)),
        "removed": removed,
        "checksum": f"{pk * 7919:032x}",
    }
    return {"model": "brain.memoryitem", "pk": pk, "fields": fields}


def build(folder: Path) -> None:
    users = [
        {
            "model": "auth.user",
            "pk": pk,
            "fields": {
                "username": name,
                "email": f"{name}@example.org",
                "password": f"pbkdf2_sha256$870000${pk:022x}",
                "is_active": True,
                "last_login": "2026-03-09T08:00:00Z",
            },
        }
        for pk, (name, _) in USERS.items()
    ]
    kept = [_item(100 + n, owner, note, utc, None) for n, (owner, note, utc, _) in enumerate(ROWS)]
    gone = [_item(200 + n, owner, note, utc, local(later(utc, 4000), 0)) for n, (owner, note, utc) in enumerate(GONE)]
    mixed = [item for pair in zip(kept, [*gone, *[None] * 40], strict=False) for item in pair if item]
    sessions = [
        {
            "model": "sessions.session",
            "pk": f"{n * 104729:032x}",
            "fields": {"session_data": f".eJxVjDsOw{n:04x}:1vQ", "expire_date": "2026-03-23T08:00:00Z"},
        }
        for n in range(1, 10)
    ]
    admin = [
        {
            "model": "admin.logentry",
            "pk": n,
            "fields": {
                "action_time": z(later("2026-02-01 00:00:00", n * 700)),
                "user": (3, 7, 12)[n % 3],
                "object_id": str(100 + n),
                "action_flag": n % 3 + 1,
                "change_message": '[{"changed": {"fields": ["Note"]}}]',
            },
        }
        for n in range(1, 19)
    ]
    write_json(folder / "dumpdata-2026-03-09.json", [*users, *sessions, *mixed, *admin], indent=1)


EXPECTED = Expected(
    memories=tuple(
        mem(note, z(utc), types, (f"user:{USERS[owner][0]}", f"user:{owner}")) for owner, note, utc, types in ROWS
    ),
    max_rejected=len(GONE),
    never=("pbkdf2_sha256", "session_data", "change_message", ".eJxV", *(note for _, note, _ in GONE)),
)

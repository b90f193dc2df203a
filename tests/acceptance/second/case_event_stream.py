"""An event-sourced memory: what counts is the state after the last event; four notations in one time field."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_json, write_jsonl
from tests.acceptance.second.words import LESSON, F, P, T, W, later, mem, ms, ms_z, offset, sec, z

FINAL = (
    # stream, first wording (or None when never reworded), wording that counts, first told, types
    ("m-0a1", None, "Theo keeps his invoices in a folder named Belege.", "2026-02-01 08:00:10", F),
    ("m-0a2", "Theo has two cats.", "Theo has three cats since February.", "2026-02-01 08:05:00", F),
    ("m-0a3", None, "Theo prefers metric units in recipes.", "2026-02-02 19:20:30", P),
    (
        "m-0a4",
        "Theo's flight to Lisbon leaves on 3 April.",
        "Theo's flight to Lisbon leaves on 5 April.",
        "2026-02-03 07:45:00",
        F,
    ),
    ("m-0a5", None, "Buy a new filter for the espresso machine.", "2026-02-03 07:50:00", T),
    ("m-0a6", None, "Theo does not eat coriander.", "2026-02-04 21:09:09", W),
    ("m-0a7", None, "Theo's landlord is Mrs Okafor.", "2026-02-06 12:12:00", F),
    (
        "m-0a8",
        "Theo likes short answers.",
        "Theo likes short answers, but full ones for travel plans.",
        "2026-02-07 06:30:45",
        P,
    ),
    ("m-0a9", None, "The heating valve in the study sticks; turn it left twice first.", "2026-02-08 17:41:00", LESSON),
    ("m-0b0", None, "Theo plays the cello on Tuesdays.", "2026-02-09 20:00:00", W),
    ("m-0b1", None, "Ask the dentist for an appointment in March.", "2026-02-10 09:15:15", T),
    ("m-0b2", None, "Theo's sister Ama lives in Accra.", "2026-02-11 23:58:59", F),
    (
        "m-0b3",
        "Theo's Wi-Fi router is in the hall.",
        "Theo's Wi-Fi router is in the kitchen cupboard.",
        "2026-02-13 10:10:10",
        F,
    ),
    ("m-0b4", None, "Theo wants dates written as day, month, year.", "2026-02-14 14:00:00", P),
    ("m-0b5", None, "Theo's car insurance ends on 31 December.", "2026-02-16 11:25:00", F),
    ("m-0b6", None, "Theo never wants calendar invitations sent without asking him first.", "2026-02-18 08:08:08", P),
    ("m-0b7", None, "Theo's blood type is 0 negative.", "2026-02-19 16:20:00", F),
)
RETRACTED = (
    ("m-0c1", "Theo is engaged to Lindiwe.", "2026-02-05 10:00:00"),
    ("m-0c2", "Theo likes liquorice.", "2026-02-12 11:00:00"),
    ("m-0c3", "Theo's gate code is 4471.", "2026-02-15 12:00:00"),
)


def _time(n: int, utc: str) -> object:
    return (sec(utc), ms(utc), z(utc), offset(utc, 2))[n % 4]


def build(folder: Path) -> None:
    events: list[tuple[str, int, str, str, dict[str, object]]] = []
    for n, (stream, first, last, utc, _) in enumerate(FINAL):
        events.append((utc, n, stream, "MemoryNoted", {"text": first or last, "by": "agent"}))
        if first:
            events.append((later(utc, 3000), n + 1, stream, "MemoryReworded", {"text": last, "by": "agent"}))
    for n, (stream, text, utc) in enumerate(RETRACTED):
        events.append((utc, n, stream, "MemoryNoted", {"text": text, "by": "agent"}))
        events.append((later(utc, 5000), n, stream, "MemoryRetracted", {"by": "user"}))
    for n in range(24):
        utc = later("2026-02-01 06:00:00", n * 1100)
        name = ("SessionOpened", "TokensCharged", "SnapshotTaken", "SessionClosed")[n % 4]
        events.append((utc, n, f"s-{n // 4:03}", name, {"tokens": 400 + n * 31, "ms": 12 + n}))
    events.sort(key=lambda event: event[0])
    write_jsonl(
        folder / "log" / "00000001.events",
        [
            {"seq": seq, "stream": stream, "event": name, "at": _time(n, utc), "data": data}
            for seq, (utc, n, stream, name, data) in enumerate(events, 1)
        ],
    )
    write_json(folder / "log" / "offsets.json", {"projector": len(events), "indexer": len(events) - 3, "lag": 3})


def _instants(n: int, first: str | None, utc: str) -> tuple[str, ...]:
    both: tuple[str, ...] = (ms_z(utc) if n % 4 == 1 else z(utc),)
    if first:
        both += (ms_z(later(utc, 3000)) if (n + 1) % 4 == 1 else z(later(utc, 3000)),)
    return both


EXPECTED = Expected(
    max_rejected=40,
    memories=tuple(mem(last, _instants(n, first, utc), types) for n, (_, first, last, utc, types) in enumerate(FINAL)),
    never=("two cats", "3 April", "in the hall", "TokensCharged", "SnapshotTaken", *(t for _, t, _ in RETRACTED)),
)

"""A companion bot on a chat server: one SQLite table for what it remembers, what was said, and what it did."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, WISH, Expected, Memory
from tests.acceptance.folders.files import epoch, write_sqlite

KIRI, BOM = "214450087351910400", "398812004417765376"

MEMORIES = [
    (KIRI, "kiri is allergic to cats but fosters them anyway", "2025-11-02 19:04:11", FACT),
    (KIRI, "kiri's birthday is on the 9th of June", "2025-11-05 22:40:02", FACT),
    (KIRI, "kiri prefers to be called by her nickname, never by her full name", "2025-11-19 08:15:30", PREFERENCE),
    (KIRI, "kiri is learning the bass, practises on sunday evenings", "2025-12-01 20:02:45", WISH),
    (BOM, "bom works night shifts at a bakery in Leeds", "2025-12-03 03:55:10", FACT),
    (BOM, "bom likes puns but hates being teased about his height", "2025-12-14 04:20:00", PREFERENCE),
    (BOM, "bom has a younger brother called Theo who plays chess", "2026-01-08 05:11:59", FACT),
    (BOM, "bom doesn't want pings while he sleeps, 9am to 4pm", "2026-01-20 05:45:00", PREFERENCE),
    (KIRI, "kiri moved from Hull to Sheffield in january", "2026-02-02 18:30:15", FACT),
]
TALK = [
    (KIRI, "hey bot you there"),
    (KIRI, "i got the job!!"),
    (BOM, "tell me something about sourdough"),
    (KIRI, "lol no way"),
    (BOM, "gn everyone"),
    (KIRI, "what did i say about the cats last week?"),
    (BOM, "can you remind me later maybe"),
    (KIRI, "brb dinner"),
    (BOM, "that pun was awful, do another"),
    (KIRI, "play the one with the long intro"),
    (BOM, "is it still raining up north"),
    (KIRI, "thank youuu"),
]
EVENTS = [
    "shard 0 resumed session, replayed 14 events",
    "rate limited on POST /channels/messages, retry in 0.81s",
    "voice gateway closed with code 4006",
    "heartbeat ACK took 412ms",
    "reloaded cog: games.trivia",
    "guild member chunk received (250/613)",
    "presence update ignored for uncached member",
    "cache sweep: evicted 1832 messages",
]


def build(folder: Path) -> None:
    rows: list[tuple[str, str | None, str, int]] = [(text, uid, "mem", epoch(when)) for uid, text, when, _ in MEMORIES]
    first = epoch("2025-11-01 12:00:00")
    rows += [(text, uid, "chat_log", first + n * 611_000) for n, (uid, text) in enumerate(TALK)]
    rows += [(EVENTS[n % len(EVENTS)] + f" [{n}]", None, "sys_event", first + n * 170_003) for n in range(48)]
    rows.sort(key=lambda row: row[3])
    write_sqlite(
        folder / "bot.sqlite3",
        {
            "CREATE TABLE ev (n INTEGER PRIMARY KEY, kind TEXT, uid TEXT, body TEXT, ts INTEGER)": [
                (n, kind, uid, text, ts) for n, (text, uid, kind, ts) in enumerate(rows, 1)
            ]
        },
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=when.replace(" ", "T") + "Z", precision="second", scope=f"user:{uid}")
        for uid, text, when, types in MEMORIES
    ),
    never=("shard", "heartbeat", "cache sweep", "rate limited", "hey bot", "gn everyone", "thank youuu"),
    evidence=12,
    logs=48,
    rows=69,
)

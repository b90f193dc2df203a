"""A note app: SQLite with tags as JSON text, fractional epoch seconds, and a full-text index with its shadow tables."""

from __future__ import annotations

import json
from pathlib import Path

from tests.acceptance.folders.expected import FACT, PREFERENCE, SKILL, TASK, Expected, Memory
from tests.acceptance.folders.files import epoch, write_sqlite

NOTES = [
    ("9b1d", "妈妈的降压药放在客厅电视柜第二层", ["家庭", "健康"], "2025-09-01 12:00:00", FACT),
    (
        "77c0",
        "Prefers aisle seats on long flights, window on short ones",
        ["travel"],
        "2025-09-08 07:31:20",
        PREFERENCE,
    ),
    ("e412", "回复邮件时不要用“亲”这种称呼", ["写作", "偏好"], "2025-09-21 15:45:00", PREFERENCE),
    ("0aa9", "Descale the espresso machine on the first Sunday of the month", ["home"], "2025-10-04 09:00:10", TASK),
    ("5f5f", "猫叫芝麻，三岁，对鸡肉过敏", ["pets", "猫"], "2025-10-18 20:20:20", FACT),
    (
        "c3d8",
        "To get the scanner online: hold WPS for five seconds, then restart the print spooler",
        ["howto"],
        "2025-11-02 18:03:00",
        SKILL,
    ),
    ("41ee", "下周三之前把车险续上", ["待办"], "2025-11-11 11:11:11", TASK),
    ("8d20", "The spare key is with Mrs Okafor in flat 3", [], "2025-12-24 16:00:00", FACT),
    ("b00c", "聊技术问题可以直接用英文术语，不必翻译", ["写作"], "2026-01-05 10:10:10", PREFERENCE),
]


def build(folder: Path) -> None:
    write_sqlite(
        folder / "notes.db",
        {
            "CREATE TABLE note (id TEXT PRIMARY KEY, body TEXT NOT NULL, tags TEXT, created REAL, pinned INTEGER)": [
                (id, text, json.dumps(tags, ensure_ascii=False), epoch(when) + 0.25, n % 4 == 0)
                for n, (id, text, tags, when, _) in enumerate(NOTES)
            ],
            "CREATE VIRTUAL TABLE note_fts USING fts5 (body, content='note')": [],
            "CREATE TABLE schema_version (version INTEGER)": [(7,)],
            "CREATE TABLE sync_state (device TEXT, cursor TEXT, last_sync REAL)": [
                ("pixel", "c:00918", epoch("2026-01-06 01:00:00") + 0.5),
                ("laptop", "c:00917", epoch("2026-01-05 22:00:00") + 0.5),
            ],
        },
    )


EXPECTED = Expected(
    memories=tuple(
        Memory(text=text, types=types, at=f"{when.replace(' ', 'T')}.25Z", tags=tuple(tags))
        for _, text, tags, when, types in NOTES
    ),
    never=("c:00918", "pixel", "laptop"),
    evidence=0,
)

"""A single table of 190 rows, nine in ten of them log lines; four notations in one column, the zone told in another table."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_sqlite
from tests.acceptance.second.words import (
    DUTY,
    LESSON,
    RULE,
    F,
    P,
    T,
    W,
    chinese_logs,
    english_logs,
    later,
    local,
    mem,
    ms,
    ms_z,
    sec,
    z,
)

ROWS = (
    ("用户希望周报用表格而不是长段文字", "2026-03-03 02:00:00", P),
    ("User's main monitor is a 27 inch LG, calibrated in January", "2026-03-03 09:14:00", F),
    ("用户的服务器在阿里云杭州节点", "2026-03-04 11:25:30", F),
    ("remember: the user never wants auto-generated unit tests committed", "2026-03-05 01:41:00", RULE),
    ("用户下周三要去深圳见客户，需要提前订酒店", "2026-03-06 08:08:08", DUTY),
    ("User prefers ripgrep over grep", "2026-03-07 14:55:10", P),
    ("经验：改表结构之前先停掉同步任务，否则会产生脏数据", "2026-03-09 03:30:00", LESSON),
    ("用户不吃牛肉", "2026-03-10 12:12:12", W),
    ("The user's wife is called Soraya and works at a bank", "2026-03-11 23:05:00", F),
    ("用户讨厌被叫“亲”", "2026-03-13 06:45:00", P),
    ("TODO: migrate the user's photo archive to the NAS before the old disk dies", "2026-03-15 10:00:00", T),
    ("用户的 NAS 型号是群晖 DS923+", "2026-03-15 10:20:00", F),
    ("User wants error messages quoted verbatim, not paraphrased", "2026-03-17 16:16:16", P),
    ("用户五岁的儿子叫阿树，喜欢恐龙", "2026-03-19 00:30:00", F),
    (
        "When the build fails with exit code 137 the container ran out of memory; raise the limit to 4 GB",
        "2026-03-20 05:50:00",
        LESSON,
    ),
    ("用户每天早上六点半跑步五公里", "2026-03-22 22:40:00", W),
    ("User is preparing for the JLPT N2 exam in July", "2026-03-24 13:35:00", F),
    ("提醒用户四月十五日前报税", "2026-03-26 07:00:00", T),
)


def _time(n: int, utc: str) -> object:
    return (z(utc), local(utc, 8), sec(utc), ms(utc))[n % 4]


def build(folder: Path) -> None:
    memories = [(utc, text, "agent") for text, utc, _ in ROWS]
    lines = [*english_logs(100, 7), *chinese_logs(72, 11)]
    logs = [
        (later("2026-03-03 00:10:00", n * 193), line, ("http", "sched", "db", "agent")[n % 4])
        for n, line in enumerate(lines)
    ]
    # A memory keeps its place in ROWS as the choice of its notation; the rest rotates.
    place = {text: n for n, (text, _, _) in enumerate(ROWS)}
    rows = [
        (n + 1, _time(place.get(text, n), utc), source, text)
        for n, (utc, text, source) in enumerate(sorted([*memories, *logs]))
    ]
    write_sqlite(
        folder / "agent.db",
        {
            "CREATE TABLE entries (id INTEGER PRIMARY KEY, t, src TEXT, msg TEXT)": rows,
            "CREATE TABLE meta (k TEXT, v TEXT)": [
                ("schema", "3"),
                ("timezone", "Asia/Shanghai"),
                ("created_by", "chatd 0.8"),
            ],
        },
    )


EXPECTED = Expected(
    memories=tuple(mem(text, ms_z(utc) if n % 4 == 3 else z(utc), types) for n, (text, utc, types) in enumerate(ROWS)),
    never=("heartbeat", "429", "毫秒", "Asia/Shanghai", "chatd"),
    logs=172,
)

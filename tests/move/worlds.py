"""Messy folders of made-up old agents, each with what must come out of it, written down beside what goes in.

Nothing here knows how the product works. A world varies with its seed: which sentences, how many, in which order.
"""

from __future__ import annotations

import csv
import json
import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import phrases

SHANGHAI = ZoneInfo("Asia/Shanghai")
START = datetime(2026, 1, 5, 7, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Expected:
    """One memory that must come out."""

    text: str
    type: str
    scope: str = "user:me"
    at: datetime | None = None
    exact: bool = True
    """Whether the text must be the whole content; else all of its parts, split at `|`, must be in it."""
    any_type: bool = False
    """The source says nothing that would settle the type."""


@dataclass
class World:
    """A folder and what must come out of it."""

    root: Path
    random: random.Random
    expected: list[Expected] = field(default_factory=list)
    rows: int = 0
    fates: dict[str, int] = field(default_factory=dict)
    """Rows by table file, for those that are no memories: what they must be."""

    def __post_init__(self) -> None:
        self._at = START
        self._pool = [
            (text, type_)
            for type_, texts in (("preference", phrases.PREFERENCES), ("task", phrases.TASKS), ("skill", phrases.SKILLS), ("fact", phrases.FACTS))
            for text in texts
        ]
        self._pool += list(phrases.TRICKY_MEMORIES.items())
        self.random.shuffle(self._pool)

    def memory(self) -> tuple[str, str]:
        """A sentence that this world has not used yet, and its type."""
        return self._pool.pop()

    @property
    def left(self) -> int:
        return len(self._pool)

    def log(self) -> str:
        """A log line."""
        r = self.random
        template = r.choice(phrases.MACHINE)
        return (
            template.replace("{n}", str(r.randint(3, 5000)))
            .replace("{d}", str(r.randint(1, 9)))
            .replace("{ms}", str(r.randint(2, 900)))
            .replace("{h}", f"{r.getrandbits(32):08x}")
            .replace("{t}", self.clock().strftime("%Y-%m-%d %H:%M:%S"))
        )

    def clock(self) -> datetime:
        """The next moment, whole seconds."""
        self._at += timedelta(seconds=self.random.randint(40, 9000))
        return self._at


def sqlite_table(path: Path, name: str, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    with sqlite3.connect(path) as db:
        db.execute(f"CREATE TABLE {name} ({', '.join(columns)})")
        db.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})", rows)
    db.close()


def pinyin(world: World) -> None:
    """A Chinese assistant's database: names in pinyin, codes with a dictionary table, users, logs between memories."""
    db = world.root / "zhushou.db"
    kinds = {1: "偏好", 2: "待办", 3: "经验", 4: "事实", 9: "系统日志"}
    code_of = {"preference": 1, "task": 2, "skill": 3, "fact": 4}
    users = {101: "aning", 102: "laochen", 103: "xiaomi"}
    sqlite_table(db, "leixing_zidian", ["bianma INTEGER PRIMARY KEY", "mingcheng TEXT"], list(kinds.items()))
    sqlite_table(db, "yonghu", ["id INTEGER PRIMARY KEY", "yonghuming TEXT", "zhuce TEXT"], [(k, v, "2025-11-01") for k, v in users.items()])
    rows: list[tuple[Any, ...]] = []
    for number in range(1, 1201):
        at = world.clock()
        stamp = int(at.timestamp() * 1000)
        if world.random.random() < 0.07 and world.left:
            text, type_ = world.memory()
            user = world.random.choice(list(users))
            rows.append((number, text, code_of[type_], user, stamp))
            world.expected.append(Expected(text, type_, f"user:{users[user]}", at))
        else:
            rows.append((number, world.log(), 9, None, stamp))
    sqlite_table(db, "jilu", ["xuhao INTEGER PRIMARY KEY", "neirong TEXT", "lx INTEGER", "yh INTEGER", "shijian INTEGER"], rows)
    world.rows += len(rows) + len(kinds) + len(users)
    states = {0: "未开始", 1: "开发中", 2: "测试中", 3: "已上线"}
    sqlite_table(db, "zhuangtai", ["dm INTEGER PRIMARY KEY", "mc TEXT"], list(states.items()))
    work = [("订单中心拆库", 1, "阿宁", "补双写校验"), ("报表导出改版", 2, "老陈", "走查样式"), ("短信网关替换", 0, "小米", "选供应商"), ("会员积分重算", 3, "阿宁", "")]
    sqlite_table(
        db, "xiangmu", ["id INTEGER PRIMARY KEY", "biaoti TEXT", "zhuangtai INTEGER", "fuzeren TEXT", "xiayibu TEXT", "gengxin TEXT"],
        [(i, t, s, o, n, "2026-03-0%d 09:00" % i) for i, (t, s, o, n) in enumerate(work, 1)],
    )  # fmt: skip
    for title, state, owner, step in work:
        world.expected.append(Expected("|".join(p for p in (title, states[state], owner, step) if p), "task", exact=False))
    world.rows += len(states) + len(work)


def camel(world: World) -> None:
    """An English agent's JSON Lines, camelCase, milliseconds, no kind column; chat, settings, cache and vectors beside it."""
    lines = []
    for number in range(900):
        at = world.clock()
        if world.random.random() < 0.08 and world.left:
            text, type_ = world.memory()
            lines.append({"eventId": f"e{number}", "createdAt": int(at.timestamp() * 1000), "payload": {"message": text, "level": "info"}, "userId": "mira"})
            world.expected.append(Expected(text, type_, "user:mira", at))
        else:
            lines.append({"eventId": f"e{number}", "createdAt": int(at.timestamp() * 1000), "payload": {"message": world.log(), "level": world.random.choice(["info", "info", "debug", "warn"])}, "userId": None})
    (world.root / "journal.jsonl").write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), "utf-8")
    chat = [{"role": r, "content": c, "ts": "2026-02-01T10:00:%02dZ" % i} for i, (r, c) in enumerate([("user", "Can you plan my week?"), ("assistant", "Of course, what is fixed?"), ("user", "Dentist on Tuesday."), ("assistant", "Noted.")] * 5)]
    (world.root / "chat").mkdir()
    (world.root / "chat" / "2026-02-01.json").write_text(json.dumps(chat), "utf-8")
    config = {"api_base": "https://api.example.net/v1", "model": "gpt-5-mini", "temperature": 0.2, "log_level": "info", "db_path": "/var/lib/agent/mem.db", "api_key": "sk-test-0123456789abcdef0123"}
    (world.root / "config.json").write_text(json.dumps(config), "utf-8")
    prefs = {"favourite_drink": "smoky lapsang", "reply_language": "British English", "units": "metric"}
    (world.root / "preferences.json").write_text(json.dumps(prefs), "utf-8")
    for value in prefs.values():
        world.expected.append(Expected(value, "preference", exact=False))
    cache = [{"key": f"c{i}", "url": f"https://api.example.net/q/{i}", "status": 200, "body": json.dumps({"ok": True, "items": [i]}), "fetched_at": 1769000000 + i} for i in range(30)]
    (world.root / "api_cache.json").write_text(json.dumps(cache), "utf-8")
    world.rows += len(lines) + len(chat) + len(config) + len(prefs) + len(cache)


def nameless(world: World) -> None:
    """A CSV without a heading, in GB18030: text, a time without a zone, a user, a word for the kind."""
    words = {"preference": "喜好", "task": "待办", "skill": "教训", "fact": "资料"}
    with (world.root / "dump.csv").open("w", encoding="gb18030", newline="") as file:
        out = csv.writer(file)
        for number in range(400):
            at = world.clock()
            local = at.astimezone(SHANGHAI).strftime("%Y/%m/%d %H:%M:%S")
            if number % 9 == 0 and world.left:
                text, type_ = world.memory()
                if not text.isascii():
                    out.writerow([5000 + number, local, words[type_], text])
                    world.expected.append(Expected(text, type_, at=at))
                    world.rows += 1
                    continue
            out.writerow([5000 + number, local, "运行", world.log()])
            world.rows += 1


def lying_level(world: World) -> None:
    """A table whose level column says INFO of nearly everything and whose category is a team name."""
    db = world.root / "agent_state.sqlite3"
    rows: list[tuple[Any, ...]] = []
    for number in range(1, 701):
        at = world.clock()
        team = world.random.choice(["falcon", "otter"])
        if world.random.random() < 0.1 and world.left:
            text, type_ = world.memory()
            rows.append((number, at.isoformat().replace("+00:00", "Z"), "INFO", team, text))
            world.expected.append(Expected(text, type_, at=at))
        else:
            rows.append((number, at.isoformat().replace("+00:00", "Z"), world.random.choice(["INFO", "INFO", "INFO", "WARN"]), team, world.log()))
    sqlite_table(db, "entries", ["id INTEGER PRIMARY KEY", "ts TEXT", "lvl TEXT", "category TEXT", "msg TEXT"], rows)
    world.rows += len(rows)


def deleted_and_copied(world: World) -> None:
    """Soft deletes, a backup that repeats rows without user and time, a list pasted into markdown."""
    live, gone, backup = [], [], []
    for number in range(40):
        text, type_ = world.memory()
        at = world.clock()
        user = world.random.choice(["ingrid", "petra"])
        dead = number % 8 == 0
        live.append({"uuid": f"{world.random.getrandbits(128):032x}", "body": text, "owner": user, "created": int(at.timestamp()), "removed": dead})
        if dead:
            gone.append(text)
        else:
            world.expected.append(Expected(text, type_, f"user:{user}", at))
        backup.append(text)
    (world.root / "store.json").write_text(json.dumps({"version": 3, "exported": "2026-04-01T00:00:00Z", "items": live}, ensure_ascii=False), "utf-8")
    (world.root / "old_backup.json").write_text(json.dumps(backup[:20], ensure_ascii=False), "utf-8")
    pasted = []
    for _ in range(8):
        text, type_ = world.memory()
        pasted.append(f"[2026-02-{len(pasted) + 10}] - {text}")
        world.expected.append(Expected(text, type_, at=datetime(2026, 2, len(pasted) + 9, tzinfo=UTC)))
    (world.root / "about_me.md").write_text("# What I know\n\n" + "\n".join(f"- {line}" for line in pasted) + "\n", "utf-8")
    world.rows += len(live) + 1 + 20 + len(pasted)


WORLDS: dict[str, Callable[[World], None]] = {w.__name__: w for w in (pinyin, camel, nameless, lying_level, deleted_and_copied)}


def build(name: str, root: Path, seed: int) -> World:
    """Build one world."""
    world = World(root, random.Random(f"{name}-{seed}"))
    WORLDS[name](world)
    return world

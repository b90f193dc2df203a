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

from tests.move import phrases

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
            for type_, texts in (
                ("preference", phrases.PREFERENCES),
                ("task", phrases.TASKS),
                ("skill", phrases.SKILLS),
                ("fact", phrases.FACTS),
            )
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
    sqlite_table(
        db,
        "yonghu",
        ["id INTEGER PRIMARY KEY", "yonghuming TEXT", "zhuce TEXT"],
        [(k, v, "2025-11-01") for k, v in users.items()],
    )
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
    sqlite_table(
        db, "jilu", ["xuhao INTEGER PRIMARY KEY", "neirong TEXT", "lx INTEGER", "yh INTEGER", "shijian INTEGER"], rows
    )
    world.rows += len(rows) + len(kinds) + len(users)
    states = {0: "未开始", 1: "开发中", 2: "测试中", 3: "已上线"}
    sqlite_table(db, "zhuangtai", ["dm INTEGER PRIMARY KEY", "mc TEXT"], list(states.items()))
    work = [
        ("订单中心拆库", 1, "阿宁", "补双写校验"),
        ("报表导出改版", 2, "老陈", "走查样式"),
        ("短信网关替换", 0, "小米", "选供应商"),
        ("会员积分重算", 3, "阿宁", ""),
    ]
    sqlite_table(
        db, "xiangmu", ["id INTEGER PRIMARY KEY", "biaoti TEXT", "zhuangtai INTEGER", "fuzeren TEXT", "xiayibu TEXT", "gengxin TEXT"],
        [(i, t, s, o, n, f"2026-03-0{i} 09:00") for i, (t, s, o, n) in enumerate(work, 1)],
    )  # fmt: skip
    for title, state, owner, step in work:
        world.expected.append(
            Expected("|".join(p for p in (title, states[state], owner, step) if p), "task", exact=False)
        )
    world.rows += len(states) + len(work)


def camel(world: World) -> None:
    """An English agent's JSON Lines, camelCase, milliseconds, no kind column; chat, settings, cache and vectors beside it."""
    lines = []
    for number in range(900):
        at = world.clock()
        if world.random.random() < 0.08 and world.left:
            text, type_ = world.memory()
            lines.append(
                {
                    "eventId": f"e{number}",
                    "createdAt": int(at.timestamp() * 1000),
                    "payload": {"message": text, "level": "info"},
                    "userId": "mira",
                }
            )
            world.expected.append(Expected(text, type_, "user:mira", at))
        else:
            lines.append(
                {
                    "eventId": f"e{number}",
                    "createdAt": int(at.timestamp() * 1000),
                    "payload": {
                        "message": world.log(),
                        "level": world.random.choice(["info", "info", "debug", "warn"]),
                    },
                    "userId": None,
                }
            )
    (world.root / "journal.jsonl").write_text(
        "\n".join(json.dumps(line, ensure_ascii=False) for line in lines), "utf-8"
    )
    chat = [
        {"role": r, "content": c, "ts": f"2026-02-01T10:00:{i:02d}Z"}
        for i, (r, c) in enumerate(
            [
                ("user", "Can you plan my week?"),
                ("assistant", "Of course, what is fixed?"),
                ("user", "Dentist on Tuesday."),
                ("assistant", "Noted."),
            ]
            * 5
        )
    ]
    (world.root / "chat").mkdir()
    (world.root / "chat" / "2026-02-01.json").write_text(json.dumps(chat), "utf-8")
    config = {
        "api_base": "https://api.example.net/v1",
        "model": "gpt-5-mini",
        "temperature": 0.2,
        "log_level": "info",
        "db_path": "/var/lib/agent/mem.db",
        "api_key": "sk-test-0123456789abcdef0123",
    }
    (world.root / "config.json").write_text(json.dumps(config), "utf-8")
    prefs = {"favourite_drink": "smoky lapsang", "reply_language": "British English", "units": "metric"}
    (world.root / "preferences.json").write_text(json.dumps(prefs), "utf-8")
    for value in prefs.values():
        world.expected.append(Expected(value, "preference", exact=False))
    cache = [
        {
            "key": f"c{i}",
            "url": f"https://api.example.net/q/{i}",
            "status": 200,
            "body": json.dumps({"ok": True, "items": [i]}),
            "fetched_at": 1769000000 + i,
        }
        for i in range(30)
    ]
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
            rows.append(
                (
                    number,
                    at.isoformat().replace("+00:00", "Z"),
                    world.random.choice(["INFO", "INFO", "INFO", "WARN"]),
                    team,
                    world.log(),
                )
            )
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
        live.append(
            {
                "uuid": f"{world.random.getrandbits(128):032x}",
                "body": text,
                "owner": user,
                "created": int(at.timestamp()),
                "removed": dead,
            }
        )
        if dead:
            gone.append(text)
        else:
            world.expected.append(Expected(text, type_, f"user:{user}", at))
        backup.append(text)
    (world.root / "store.json").write_text(
        json.dumps({"version": 3, "exported": "2026-04-01T00:00:00Z", "items": live}, ensure_ascii=False), "utf-8"
    )
    (world.root / "old_backup.json").write_text(json.dumps(backup[:20], ensure_ascii=False), "utf-8")
    pasted: list[str] = []
    for _ in range(8):
        text, type_ = world.memory()
        pasted.append(f"[2026-02-{len(pasted) + 10}] - {text}")
        world.expected.append(Expected(text, type_, at=datetime(2026, 2, len(pasted) + 9, tzinfo=UTC)))
    (world.root / "about_me.md").write_text(
        "# What I know\n\n" + "\n".join(f"- {line}" for line in pasted) + "\n", "utf-8"
    )
    world.rows += len(live) + 1 + 20 + len(pasted)


def sections(world: World) -> None:
    """Markdown with headings in two languages and front matter, a to-do list with boxes, a log as plain text."""
    heads = {
        "preference": ["## Likes and dislikes", "## 用户偏好"],
        "task": ["## To do", "## 待办事项"],
        "skill": ["## Lessons learned", "## 经验教训"],
        "fact": ["## Facts", "## 基本信息"],
    }
    parts = ["---", "title: notes", "owner_app: Quill", "---", "", "# Memory", ""]
    by_type: dict[str, list[str]] = {}
    for _ in range(48):
        text, type_ = world.memory()
        by_type.setdefault(type_, []).append(text)
        world.expected.append(Expected(text, type_))
    for type_, texts in by_type.items():
        half = len(texts) // 2
        for head, some in zip(heads[type_], (texts[:half], texts[half:]), strict=True):
            parts += [head, "", *[f"- {text}" for text in some], ""]
            world.rows += len(some)
    (world.root / "MEMORY.md").write_text("\n".join(parts), "utf-8")
    (world.root / "agent.log").write_text(
        "\n".join(f"{world.clock():%Y-%m-%d %H:%M:%S} {world.log()}" for _ in range(300)), "utf-8"
    )
    world.rows += 301


def key_value(world: World) -> None:
    """Profiles and settings as keys and values: one table for each, and one with both."""
    db = world.root / "kv.db"
    person = {
        "nickname": "Mo",
        "home_city": "Ghent",
        "diet": "vegetarian, no mushrooms",
        "reply_style": "short and dry",
        "编程语言": "主力是 Rust",
        "喜欢的茶": "正山小种",
        "birthday": "12 March",
    }
    tool = {
        "llm.model": "qwen-max",
        "retry_limit": "5",
        "cache_dir": "/var/cache/agent",
        "schema_version": "14",
        "embedding_dim": "1024",
        "openai_token": "sk-live-aaaabbbbccccdddd",
        "last_sync_cursor": "9912",
    }
    sqlite_table(
        db, "user_profile", ["uid TEXT", "attr TEXT", "val TEXT"], [("oskar", k, v) for k, v in person.items()]
    )
    sqlite_table(db, "settings", ["name TEXT", "value TEXT"], list(tool.items()))
    mixed = [
        ("favourite_band", "a Portuguese fado trio"),
        ("http_timeout_s", "30"),
        ("pet", "a grey cat called Soot"),
        ("log_path", "/tmp/a.log"),
        ("称呼", "叫他老莫就行"),
        ("vector_backend", "faiss"),
        ("max_context_tokens", "8000"),
    ]
    sqlite_table(
        db,
        "kv_store",
        ["k TEXT", "v TEXT", "updated_at INTEGER"],
        [(k, v, 1770000000 + i) for i, (k, v) in enumerate(mixed)],
    )
    for value in person.values():
        world.expected.append(Expected(value, "fact", "user:oskar", exact=False, any_type=True))
    for place in (0, 2, 4):
        world.expected.append(Expected(mixed[place][1], "fact", exact=False, any_type=True))
    world.rows += len(person) + len(tool) + len(mixed)


def wide(world: World) -> None:
    """Rows of many columns: tickets with two dictionaries and declared keys, contacts, books; job runs that are none."""
    db = world.root / "planner.db"
    with sqlite3.connect(db) as con:
        con.executescript(
            "CREATE TABLE statuses (id INTEGER PRIMARY KEY, label TEXT); INSERT INTO statuses VALUES (1,'todo'),(2,'in progress'),(3,'blocked'),(4,'done');"
            "CREATE TABLE priorities (code TEXT PRIMARY KEY, meaning TEXT); INSERT INTO priorities VALUES ('a','high'),('b','medium'),('c','low');"
            "CREATE TABLE tickets (id INTEGER PRIMARY KEY, subject TEXT, status_id INTEGER REFERENCES statuses(id), prio TEXT REFERENCES priorities(code), assignee TEXT, next_action TEXT, due_date TEXT, created_ts INTEGER);"
            "CREATE TABLE job_runs (id INTEGER PRIMARY KEY, job_name TEXT, status TEXT, started_at TEXT, finished_at TEXT, duration_ms INTEGER);"
        )
        tickets = [
            ("Invoice PDF rewrite", 2, "a", "Petra", "check the tax footer", "2026-04-01"),
            ("Move search to the new cluster", 3, "b", "Oskar", "wait for the firewall rule", "2026-05-12"),
            ("Onboarding mails", 1, "c", "Ingrid", "collect copy from sales", "2026-04-20"),
            ("Audit log export", 2, "b", "Petra", "agree on the columns", "2026-03-30"),
            ("Password reset flow", 4, "a", "Oskar", "", "2026-02-11"),
        ]
        names = {1: "todo", 2: "in progress", 3: "blocked", 4: "done"}
        for number, ticket in enumerate(tickets, 1):
            at = world.clock()
            con.execute("INSERT INTO tickets VALUES (?,?,?,?,?,?,?,?)", (number, *ticket, int(at.timestamp())))
            world.expected.append(
                Expected(
                    "|".join(p for p in (ticket[0], names[ticket[1]], ticket[3], ticket[4], ticket[5]) if p),
                    "task",
                    at=at,
                    exact=False,
                )
            )
        for number in range(200):
            at = world.clock()
            con.execute(
                "INSERT INTO job_runs VALUES (?,?,?,?,?,?)",
                (
                    number,
                    world.random.choice(["nightly_compact", "sync_mail", "reindex"]),
                    world.random.choice(["success", "failed", "success"]),
                    at.isoformat(),
                    (at + timedelta(seconds=3)).isoformat(),
                    world.random.randint(100, 9000),
                ),
            )
    con.close()
    contacts = [
        ("Petra Aalto", "printing company", "Tampere", "calls back after lunch"),
        ("Ingrid Moe", "accountant", "Bergen", "sends invoices on paper"),
        ("周工", "客户对接人", "成都", "只在工作日接电话"),
    ]
    with (world.root / "contacts.csv").open("w", encoding="utf-8-sig", newline="") as file:
        out = csv.writer(file, delimiter=";")
        out.writerow(["Name", "Role", "City", "Remarks"])
        out.writerows(contacts)
    for contact in contacts:
        world.expected.append(Expected("|".join(contact), "fact", exact=False, any_type=True))
    world.rows += 4 + 3 + len(tickets) + 200 + len(contacts)


def history(world: World) -> None:
    """A memory service's own database: living memories, their history with deletes, messages they were made from."""
    db = world.root / "mem.db"
    messages, memories, past = [], [], []
    for number in range(1, 41):
        text, type_ = world.memory()
        at = world.clock()
        messages.append((f"m{number}", "s1", "user", f"By the way: {text}", at.isoformat()))
        messages.append((f"a{number}", "s1", "assistant", "Noted.", at.isoformat()))
        memories.append(
            (f"{world.random.getrandbits(128):032x}", text, f"m{number}", "lena", at.isoformat(), 0.5 + number % 5 / 10)
        )
        world.expected.append(Expected(text, type_, "user:lena", at))
    sqlite_table(
        db,
        "memories",
        [
            "id TEXT PRIMARY KEY",
            "memory TEXT",
            "source_message_id TEXT",
            "user_id TEXT",
            "created_at TEXT",
            "importance REAL",
        ],
        memories,
    )
    sqlite_table(
        db,
        "messages",
        ["id TEXT PRIMARY KEY", "session_id TEXT", "role TEXT", "content TEXT", "created_at TEXT"],
        messages,
    )
    for number in range(6):
        text, _ = world.memory()
        past.append((number, f"old{number}", text, None, "DELETE", world.clock().isoformat(), 1))
    sqlite_table(
        db,
        "history",
        [
            "id INTEGER PRIMARY KEY",
            "memory_id TEXT",
            "old_memory TEXT",
            "new_memory TEXT",
            "event TEXT",
            "created_at TEXT",
            "is_deleted INTEGER",
        ],
        past,
    )
    world.rows += len(messages) + len(memories) + len(past)


def by_user(world: World) -> None:
    """JSON keyed by user, lists of texts and of objects inside; seconds and milliseconds in one field."""
    users: dict[str, Any] = {}
    for name in ("ingrid", "petra", "阿宁"):
        notes = []
        for number in range(14):
            text, type_ = world.memory()
            at = world.clock()
            stamp = at.timestamp()
            notes.append(
                {"note": text, "when": int(stamp) if number % 2 else int(stamp * 1000), "stars": number % 5 + 1}
            )
            world.expected.append(Expected(text, type_, f"user:{name}", at))
        users[name] = notes
    (world.root / "by_user.json").write_text(json.dumps({"users": users}, ensure_ascii=False), "utf-8")
    world.rows += 42


def stream_of_events(world: World) -> None:
    """One table for everything: turns, memories of unhelpfully named kinds, and log lines, in one text column."""
    db = world.root / "everything.db"
    rows: list[tuple[Any, ...]] = []
    for number in range(1, 1001):
        at = world.clock()
        stamp = at.strftime("%Y-%m-%d %H:%M:%S")
        dice = world.random.random()
        if dice < 0.08 and world.left:
            text, type_ = world.memory()
            rows.append((number, "mem", None, text, "lena", stamp))
            world.expected.append(Expected(text, type_, "user:lena", at))
        elif dice < 0.3:
            rows.append(
                (
                    number,
                    "msg",
                    world.random.choice(["user", "assistant"]),
                    world.random.choice(
                        [
                            "What is on for today?",
                            "你好，帮我看看日程",
                            "Here is your list.",
                            "好的，已经记下",
                            "Thanks!",
                        ]
                    ),
                    "lena",
                    stamp,
                )
            )
        else:
            rows.append((number, "evt", None, world.log(), None, stamp))
    sqlite_table(
        db, "stream", ["n INTEGER PRIMARY KEY", "k TEXT", "who_spoke TEXT", "t TEXT", "usr TEXT", "at TEXT"], rows
    )
    world.rows += len(rows)


def old_chinese(world: World) -> None:
    """Chinese column names, UTF-16, a date without a time, a column of codes that nothing explains, no users."""
    codes = {"preference": "P", "task": "T", "skill": "S", "fact": "F"}
    records = []
    for number in range(150):
        day = (START + timedelta(days=number)).date()
        if world.random.random() < 0.5 and world.left:
            text, type_ = world.memory()
            records.append({"编号": number, "记录日期": day.isoformat(), "类": codes[type_], "内容": text, "备注": ""})
            world.expected.append(Expected(text, type_, at=datetime(day.year, day.month, day.day, tzinfo=UTC)))
        else:
            records.append({"编号": number, "记录日期": day.isoformat(), "类": "X", "内容": world.log(), "备注": ""})
    (world.root / "记忆导出.json").write_bytes(json.dumps(records, ensure_ascii=False).encode("utf-16"))
    world.rows += len(records)


WORLDS: dict[str, Callable[[World], None]] = {
    w.__name__: w
    for w in (
        pinyin,
        camel,
        nameless,
        lying_level,
        deleted_and_copied,
        sections,
        key_value,
        wide,
        history,
        by_user,
        stream_of_events,
        old_chinese,
    )
}


def build(name: str, root: Path, seed: int) -> World:
    """Build one world."""
    world = World(root, random.Random(f"{name}-{seed}"))
    WORLDS[name](world)
    return world

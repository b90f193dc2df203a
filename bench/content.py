"""Records to measure with: seeded, English and Chinese mixed, with the variety that real memories have.

A vocabulary that went round every thousand records would make every index look small and every cache look good. So
names and identifiers are coined by rank, drawn by a law like Zipf's: new ones keep appearing however many records there
are. Ids are of both kinds that stores meet: sorted by time (written here) and spread evenly (read from another tool).
Everybody in these texts is made up, and so is every number.
"""

from __future__ import annotations

import json
import random
import sys
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

SEED = 2026
BEGINS = datetime(2023, 1, 5, 8, 0, 0, tzinfo=UTC)

_EN = {
    "person": "Mara Jonas Priya Tomek Aiko Lucía Femi Ingrid Ravi Noor Stefan Wanjiru Elif Mateo Sanna Duc".split(),
    "food": "ramen|sourdough|pierogi|mapo tofu|lentil soup|blue cheese|oat milk|kimchi|tagine|rye bread".split("|"),
    "thing": "window seat|paper notebook|second monitor|standing desk|red pen|mechanical keyboard|raincoat".split("|"),
    "tool": "Postgres SQLite Terraform Ruff Vite Kubernetes Redis Grafana pytest Docker Figma Helm dbt".split(),
    "city": "Lisbon Kraków Osaka Nairobi Chengdu Porto Tallinn Montréal Hangzhou Utrecht Bogotá Leipzig".split(),
    "quality": "short plain cautious detailed friendly formal blunt patient visual numbered bilingual".split(),
    "doing": "hiking|pottery|choir practice|bouldering|sketching|gardening|night photography|chess".split("|"),
    "when": "every Monday|on weekdays|before lunch|late at night|in spring|twice a month|after standup".split("|"),
    "why": "because the old one broke|to save time|since the audit|as agreed with the team|for the demo".split("|"),
}  # fmt: skip
_ZH = {
    "person": "小王 阿珍 老周 林黛 思远 佳宁 志强 慧敏 子轩 若曦 国栋 春燕".split(),
    "food": "乌龙茶 担担面 小笼包 豆浆油条 酸汤鱼 桂花糕 凉拌黄瓜 麻婆豆腐 银耳羹".split(),
    "thing": "靠窗的座位 纸质笔记本 第二块屏幕 升降桌 机械键盘 保温杯 降噪耳机".split(),
    "tool": "飞书 钉钉 数据库 脚本 看板 仓库 流水线 表格 接口文档 测试环境".split(),
    "city": "杭州 成都 北京 厦门 西安 哈尔滨 昆明 苏州 广州 乌鲁木齐".split(),
    "quality": "简短 直接 详细 正式 温和 分点 先说结论 中英对照 带例子".split(),
    "doing": "爬山 书法 夜跑 羽毛球 拍星星 种多肉 下围棋 学吉他".split(),
    "when": "每周一 工作日早上 午饭以前 半夜 春天 每月两次 开完晨会以后".split(),
    "why": "因为旧的坏了 为了省时间 审计之后 跟组里商量过 为了演示".split(),
}  # fmt: skip

_SENTENCES: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "preference": (
            "Prefers {quality} answers and would rather see {thing} than a table.",
            "Likes {food}, but not {when}.",
            "{person} wants replies to be {quality}, {why}.",
            "Does not want {tool} suggested again {why}.",
        ),
        "fact": (
            "{person} moved from {city} to {city} and works on {name} there.",
            "The {name} service talks to {tool} through {path}.",
            "{person} is allergic to {food}; the last reaction was on {date}.",
            "The budget for {name} is {amount} euros until {date}.",
            "{name} runs version {version} of {tool} in {city}.",
            "The meeting with {person} about {name} is {when}, room {number}.",
        ),
        "task": (
            "Renew the contract for {name} before {date}, {why}.",
            "Ask {person} about {error} in {path}.",
            "Book {thing} in {city} for {date}.",
            "Move {name} off {tool} {version}, {why}.",
        ),
        "skill": (
            "When {error} shows up, restart {tool} and clear {path}.",
            "To deploy {name}: run {path}, wait for {tool}, then tell {person}.",
        ),
        "interaction": (
            "Talked with {person} about {doing} in {city} and about {name}.",
            "{person} asked why {name} failed with {error} on {date}.",
        ),
    },
    "zh": {
        "preference": (
            "喜欢{food}，不过{when}不吃。",
            "回答要{quality}，{why}。",
            "{person}更愿意用{tool}，不要再推荐{name}。",
            "写邮件的时候语气要{quality}，结尾附上{thing}。",
        ),
        "fact": (
            "{person}从{city}搬到了{city}，现在负责{name}项目。",
            "{name}的{tool}地址是{path}，版本{version}。",
            "{person}对{food}过敏，上次发作是{date}。",
            "{name}的预算到{date}为止是{amount}元。",
            "和{person}约好{when}在{city}讨论{name}。",
        ),
        "task": (
            "{date}之前续签{name}的合同，{why}。",
            "问一下{person}为什么{path}里会出现{error}。",
            "给{person}订{city}的票，要{thing}。",
        ),
        "skill": (
            "遇到{error}先重启{tool}，再清掉{path}。",
            "发布{name}：先跑{path}，等{tool}变绿，再通知{person}。",
        ),
        "interaction": (
            "和{person}聊了{doing}，还提到{name}在{city}的进展。",
            "{person}问{name}为什么在{date}报{error}。",
        ),
    },
}
_TYPES = ("fact", "preference", "task", "skill", "interaction")
_TYPE_WEIGHTS = (50, 20, 14, 6, 10)
_SENSITIVE = (
    "Reach {person} at {low}@example.org or +49 1511 5550{number:04d}.",
    "{person}的邮箱是 {low}@example.com，手机 1380013{number:04d}。",
    "The card for the trip is 4111 1111 1111 1111, expires {version}.",
    "password: {name}-{number}-{low}",
)
_TAGS = "work home travel health food code team 学习 家庭 客户 urgent later idea review money".split()
_SYLLABLES = "ba ko ri ten lu mo sha vi dor el na quin zu per ya fo gri sta mel ok".split()
_CHARACTERS = "云海星河青松晨光远山百川华信天成安泰同舟启明瑞丰金石长风万里新川乐知博雅鼎元"


PROJECTS = 12
"""A quarter of all records belong to one of so many projects."""


def records(count: int, *, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """The first `count` records of a seed, as JSON objects of the protocol, about 400 bytes each.

    A longer list begins with the shorter one.
    """
    draw = random.Random(seed)
    at = BEGINS
    for number in range(count):
        at += timedelta(seconds=draw.expovariate(1 / 90))
        yield _record(draw, number, at)


def write_jsonl(path: Path, count: int, *, seed: int = SEED) -> int:
    """Write records as JSON Lines, as any tool would with a loop and a print.

    Returns:
        Bytes written.
    """
    with path.open("w", encoding="utf-8") as out:
        for record in records(count, seed=seed):
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    return path.stat().st_size


def text(draw: random.Random, language: str, kind: str) -> str:
    """One memory of a type: a sentence, often two or three, now and then a long note."""
    length = min(1 + int(draw.expovariate(1.1)), 5) if draw.random() > 0.02 else draw.randint(12, 60)
    kinds = [kind] + [draw.choice(_TYPES) for _ in range(length - 1)]
    sentences = [draw.choice(_SENTENCES[language][k]) for k in kinds]
    return ("" if language == "zh" else " ").join(_filled(draw, sentence, language) for sentence in sentences)


def _record(draw: random.Random, number: int, at: datetime) -> dict[str, Any]:
    language = "en" if draw.random() < 0.6 else "zh"
    kind = draw.choices(_TYPES, _TYPE_WEIGHTS)[0]
    content = text(draw, language, kind)
    if draw.random() < 0.01:
        content += " " + _filled(draw, draw.choice(_SENSITIVE), language)
    foreign = draw.random() < 0.5
    record: dict[str, Any] = {
        "id": _spread_id(draw) if foreign else _sorted_id(draw, at),
        "type": kind,
        "content": content,
        "scope": _scope(draw),
        "source_agent": draw.choice(("chatgpt", "claude", "notes", "coder")),
        "created_at": _wire(at),
    }
    if draw.random() < 0.1:
        record["ttl"] = draw.choice((86_400, 604_800, 31_536_000))
    if draw.random() < 0.6:
        record["tags"] = draw.sample(_TAGS, draw.randint(1, 3))
    if draw.random() < 0.3:
        record["meta"] = {"source_line": number, "list": draw.choice(_TAGS), "pinned": draw.random() < 0.2}
    if draw.random() < 0.15:
        record["updated_at"] = _wire(at + timedelta(days=draw.random() * 40))
    if draw.random() < 0.2:
        record["importance"] = round(draw.random(), 2)
    if foreign:
        record["origin"] = _origin(draw, number, at)
    return record


def _origin(draw: random.Random, number: int, at: datetime) -> dict[str, Any]:
    return {
        "tool": draw.choice(("mem0", "chatgpt", "langgraph")),
        "path": f"export/part-{number // 5000:03d}.json",
        "id": f"mem_{draw.getrandbits(48):012x}",
        "time": {"raw": int(at.timestamp()), "unit": "s", "precision": "second"},
    }


def _scope(draw: random.Random) -> str:
    place = draw.random()
    if place < 0.6:
        return "user:me"
    if place < 0.9:
        return project(draw.randrange(PROJECTS))
    return f"user:me/{draw.choice(_TAGS)}"


def project(number: int) -> str:
    """The scope of one of the projects."""
    return f"project:{_coined(number).lower()}"


def _filled(draw: random.Random, sentence: str, language: str) -> str:
    words = _EN if language == "en" else _ZH
    return sentence.format_map(_Slots(draw, words, language))


class _Slots(dict[str, Any]):
    """Draws a slot's text when the sentence asks for it."""

    def __init__(self, draw: random.Random, words: dict[str, list[str]], language: str) -> None:
        super().__init__()
        self._draw, self._words, self._language = draw, words, language

    def __missing__(self, slot: str) -> Any:
        return self._draw.choice(self._words[slot]) if slot in self._words else _MADE[slot](self._draw, self._language)


def _rank(draw: random.Random) -> int:
    """A rank by a law like Zipf's, without an end: some names return all the time, new ones keep coming."""
    return int(draw.paretovariate(0.6)) % 100_000_000


def _coined(rank: int) -> str:
    """The name of a rank: nothing that a dictionary knows."""
    made = ""
    rank += len(_SYLLABLES)
    while rank:
        rank, syllable = divmod(rank, len(_SYLLABLES))
        made += _SYLLABLES[syllable]
    return made.capitalize()


def _coined_zh(rank: int) -> str:
    made = ""
    rank += len(_CHARACTERS)
    while rank:
        rank, character = divmod(rank, len(_CHARACTERS))
        made += _CHARACTERS[character]
    return made


_MADE: dict[str, Callable[[random.Random, str], Any]] = {
    "name": lambda draw, language: (_coined if language == "en" else _coined_zh)(_rank(draw)),
    "low": lambda draw, _: _coined(_rank(draw)).lower(),
    "number": lambda draw, _: draw.randrange(10_000),
    "amount": lambda draw, _: f"{draw.randrange(100, 900_000):,}",
    "date": lambda draw, _: (BEGINS + timedelta(days=draw.randrange(1400))).strftime("%Y-%m-%d"),
    "version": lambda draw, _: f"{draw.randrange(1, 20)}.{draw.randrange(30)}.{draw.randrange(10)}",
    "error": lambda draw, _: f"ERR_{_rank(draw) % 100_000}",
    "path": lambda draw, _: f"src/{_coined(_rank(draw)).lower()}/{_coined(_rank(draw)).lower()}.py",
}


def _spread_id(draw: random.Random) -> str:
    return str(uuid.UUID(int=draw.getrandbits(128), version=5))


def _sorted_id(draw: random.Random, at: datetime) -> str:
    milliseconds = int(at.timestamp() * 1000)
    return str(uuid.UUID(int=milliseconds << 80 | 7 << 76 | 2 << 62 | draw.getrandbits(62)))


def _wire(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


if __name__ == "__main__":
    write_jsonl(Path(sys.argv[2]), int(sys.argv[1]))

"""The kind column of one table: words, numbers or letters, with gaps and mistakes."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from .entries import Entry

Value = object


_KIND_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "preference": "preference pref user_preference likes",
        "task": "task todo action_item",
        "skill": "skill lesson howto learned",
        "fact": "fact info profile knowledge",
        "log": "log system event trace sys_log",
        "plain": "note memory entry",
    },
    "zh": {
        "preference": "偏好 用户偏好 喜好",
        "task": "任务 待办 事项",
        "skill": "技能 经验 教训 方法",
        "fact": "事实 信息 资料",
        "log": "日志 系统 运行记录",
        "plain": "笔记 记忆 记录",
    },
    "pinyin": {
        "preference": "pianhao xihao",
        "task": "renwu daiban",
        "skill": "jineng jingyan",
        "fact": "shishi xinxi",
        "log": "rizhi xitong",
        "plain": "biji jilu",
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinds:
    """The kind column of one table."""

    values: Mapping[str, Value]
    """Type, or log, or plain → what the column says."""
    coded: bool
    """The values mean nothing by themselves."""
    explained: bool
    """A code table beside explains them."""
    missing: float
    wrong: float
    plain: float
    """Share of memories that only say 'note'."""


def some_kinds(rng: random.Random, *, style: str, messy: bool) -> Kinds:
    """A kind column drawn at random: words in some language, capitals, numbers or letters."""
    form = rng.choice(("words", "words", "words", "number", "letter"))
    names = ["preference", "task", "skill", "fact", "log", "plain"]
    lang = "zh" if style == "zh" else "pinyin" if style == "pinyin" and rng.random() < 0.5 else "en"
    values: dict[str, Value]
    if form == "words":
        shape = rng.choice((str, str, str.upper, str.capitalize))
        values = {name: shape(rng.choice(_KIND_WORDS[lang][name].split())) for name in names}
    elif form == "number":
        numbers = rng.sample(range(1, 10), len(names))
        values = dict(zip(names, numbers, strict=True))
    else:
        letters = rng.sample("ABCDEFGHKMNPRSTX", len(names))
        values = dict(zip(names, letters, strict=True))
    coded = form != "words"
    return Kinds(
        values=values,
        coded=coded,
        explained=coded and rng.random() < 0.6,
        missing=rng.choice((0.05, 0.12, 0.2)) if messy else rng.choice((0.0, 0.04)),
        wrong=rng.choice((0.01, 0.03)) if messy else 0.0,
        plain=rng.choice((0.0, 0.0, 0.1)),
    )


def kind_cell(rng: random.Random, kinds: Kinds, entry: Entry) -> tuple[Value, tuple[str, ...], list[str]]:
    """The kind cell, the types that are right given it, and what is hard about it."""
    if entry.role in ("empty", "log", "grey"):
        if rng.random() < kinds.missing:
            return None, entry.types, []
        wrong = rng.random() < kinds.wrong
        return kinds.values[rng.choice(("preference", "task", "fact")) if wrong else "log"], entry.types, []
    intended = entry.types[0]
    if rng.random() < kinds.missing:
        return rng.choice((None, None, "")), entry.types, ["kind-missing"]
    if rng.random() < kinds.wrong:
        other = rng.choice([name for name in ("preference", "task", "skill", "fact", "log") if name != intended])
        return kinds.values[other], (*entry.types, *([other] if other != "log" else [])), ["kind-wrong"]
    if rng.random() < kinds.plain:
        return kinds.values["plain"], entry.types, ["kind-plain"]
    if kinds.coded and not kinds.explained:
        return kinds.values[intended], entry.types, ["kind-coded"]
    return kinds.values[intended], (intended,), (["kind-coded"] if kinds.coded else [])

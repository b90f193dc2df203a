"""What stands in the column that says who speaks, beside speakers: `memory`, `note`, `system` decide row by row."""

from __future__ import annotations

from satchel.move.infer.names import words_of
from satchel.move.infer.profile import Profile
from satchel.move.infer.types import type_of_kind
from satchel.move.infer.value_words import SPEAKERS

_REMEMBERED = frozenset(
    "memory memories mem memo memos note notes remember remembered remembering recall fact facts insight insights learned learning"
    " lesson observation preference todo task reminder profile saved stored long_term longterm ltm kept save_memory"
    " 记忆 记住 备忘 备忘录 笔记 便签 事实 偏好 待办 提醒 经验 教训 记录 长期记忆 jiyi beiwang"
    " recuerdo nota erinnerung notiz souvenir メモ 記憶".split()
)
_MACHINES = frozenset(
    "event events log logs logger trace debug info warn warning error notice status heartbeat scheduler cron worker daemon"
    " 日志 事件 告警 警告 错误 通知 定时任务".split()
)


def says_memory(value: str) -> bool:
    """Whether a value in the place of a speaker says that its row is something remembered."""
    low = value.strip().lower()
    if not low or low in SPEAKERS:
        return False
    words = "_".join(words_of(low)) or low
    return words in _REMEMBERED or type_of_kind(low) in ("preference", "task", "skill", "fact", "vague")


def says_machine(value: str) -> bool:
    """Whether such a value says that a machine wrote its row: the system, a tool, a log."""
    low = value.strip().lower()
    if low in SPEAKERS:
        return SPEAKERS[low] in ("system", "tool")
    words = "_".join(words_of(low)) or low
    return words in _MACHINES or bool({"log", "logs"} & set(words.split("_"))) or type_of_kind(low) == "log"


def speaks(profile: Profile) -> bool:
    """Whether a column tells both sides of a conversation apart, and beside them only memories and machines."""
    counts = profile.counter
    sides = {SPEAKERS.get(value.strip().lower()) for value in counts}
    if not {"user", "assistant"} <= sides:
        return False
    known = sum(
        n
        for value, n in counts.items()
        if value.strip().lower() in SPEAKERS or says_memory(value) or says_machine(value)
    )
    spoken = sum(n for value, n in counts.items() if SPEAKERS.get(value.strip().lower()) in ("user", "assistant"))
    total = sum(counts.values())
    return known >= 0.95 * total and spoken >= 0.1 * total

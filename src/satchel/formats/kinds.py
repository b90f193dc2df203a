"""What tools call kinds of memories, as our types; only words that decide by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

_WORDS: Final = {
    "preference": "preference pref like dislike taste habit hobby interest favorite favourite style communication_style"
    " working_style coding_style setting personal_preference user_preference 偏好 喜好 习惯 爱好 用户偏好 个人偏好 兴趣",
    "task": "task todo to_do reminder action_item goal plan objective deadline next_step 任务 待办 待办事项 提醒 计划 目标",
    "skill": "skill procedure procedural workflow howto how_to playbook runbook lesson lesson_learned best_practice"
    " technique pattern tip 技能 流程 步骤 经验 教训 经验教训 最佳实践 方法 技巧",
    "fact": "fact semantic personal_detail profile identity biography 事实 个人信息 基本信息 身份",
}
_TYPES: Final = {word: type for type, words in _WORDS.items() for word in words.split()}
_LONGEST = 60
_EDGES = re.compile(r"[\s_\-]+")


def kind_type(value: Any) -> str | None:
    """The type that one word for a kind names; None when it names none, or is no text.

    `Preferences`, `user_preferences`, `procedural_memory` and `communication-style` are known.
    """
    return _type_of_word(value) if isinstance(value, str) and len(value) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _type_of_word(value: str) -> str | None:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", value)
    word = _EDGES.sub("_", spaced.strip()).lower().strip("_")
    for candidate in (word, word.removesuffix("_memory"), word.removeprefix("memory_")):
        for form in (candidate, candidate.removesuffix("s"), re.sub(r"ies$", "y", candidate)):
            if form in _TYPES:
                return _TYPES[form]
    return None


def first_type(values: Iterable[Any]) -> str | None:
    """The type that the first telling one of several words names; that something is a fact counts last."""
    found = [type for value in values if (type := kind_type(value))]
    return next((type for type in found if type != "fact"), found[0] if found else None)

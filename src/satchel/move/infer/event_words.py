"""What the name of a change says: added, changed or gone, and of what: `MemoryReworded`, `note.updated`, 修改."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from satchel.move.infer.names import words_of

ADDS: Final = frozenset(
    "add added adds insert inserted create created creates new put upsert set noop none note noted record recorded store stored save saved"
    " learn learned learnt remember remembered capture captured observe observed register registered import imported restore restored"
    " 新增 添加 创建 插入 新建 记录 记下 恢复 增加 录入".split()
)
UPDATES: Final = frozenset(
    "update updated updates edit edited modify modified change changed replace replaced merge merged reword reworded rephrase rephrased"
    " revise revised correct corrected amend amended rewrite rewritten refine refined overwrite overwritten patch patched supersede superseded"
    " 更新 修改 变更 替换 改写 更正 修订 编辑 合并 改动 调整".split()
)
DELETES: Final = frozenset(
    "delete deleted deletes remove removed del forget forgot forgotten drop dropped erase erased purge purged retract retracted withdraw withdrawn"
    " revoke revoked discard discarded void voided invalidate invalidated expunge expunged tombstone tombstoned destroy destroyed"
    " 删除 移除 遗忘 撤回 撤销 作废 清除 忘记 废弃 删掉".split()
)
_OF_OTHER_THINGS = frozenset(
    "session sessions user users account login token tokens snapshot cache job task_run config setting settings connection model index"
    " vector embedding conversation message chat thread file db database schema plugin tool agent worker 会话 登录 缓存 配置 连接 索引 消息".split()
)
"""What else is created, changed and removed in a tool's own events."""


@lru_cache(maxsize=4096)
def change_of(value: str) -> tuple[str, str]:
    """What happens by the name of an event, `add`, `update`, `delete` or nothing, and to what.

    `MemoryReworded` gives `("update", "memory")`, 删除 gives `("delete", "")`, `SessionOpened` gives `("", "")`.
    """
    low = value.strip()
    for change, verbs in (("delete", DELETES), ("update", UPDATES), ("add", ADDS)):
        if low.lower() in verbs:
            return change, ""
        han = next((verb for verb in verbs if verb > "\u4e00" and (low.endswith(verb) or low.startswith(verb))), "")
        if han and len(low) <= 10:
            return change, low.replace(han, "").strip("的了已_ .:-")
    words = words_of(low)
    if not 2 <= len(words) <= 5:
        return "", ""
    for place in (-1, 0):
        for change, verbs in (("delete", DELETES), ("update", UPDATES), ("add", ADDS)):
            if words[place] in verbs:
                rest = words[:-1] if place else words[1:]
                return ("", "") if _OF_OTHER_THINGS.intersection(rest) else (change, "_".join(rest))
    return "", ""

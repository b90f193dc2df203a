"""What an observation is: a statement about a person, about something else, or a line of somebody's log."""

from __future__ import annotations

import re
from collections.abc import Callable

from satchel.formats.kinds import kind_type

_USER_NAMES = frozenset(
    (
        "user default_user defaultuser the_user current_user me myself i self owner human 用户 默认用户 我 本人 主人 使用者 当前用户"
    ).split()
)
_PEOPLE = frozenset(
    (
        "person people user human individual contact friend colleague coworker family family_member relative partner child"
        " developer customer client owner employee member 人 人物 用户 个人 朋友 同事 家人 亲人 联系人 客户 开发者 孩子"
    ).split()
)
_LOG_KINDS = frozenset(
    "log logs session_log work_log worklog event_log activity_log error_log debug_log heartbeat telemetry 日志 工作日志 操作日志".split()
)
_ABOUT_A_PERSON = re.compile(
    r"\b(?:the )?(?:user|i|my|me|he|she|his|her|they|their)\b|^(?:用户|我|他|她|本人)|用户", re.IGNORECASE
)
_TASTE = re.compile(
    r"^(?:prefers?|likes?|loves?|hates?|dislikes?|enjoys?|wants?|avoids?|always|never|favou?rites?)\b|喜欢|偏好|讨厌|爱好|习惯",
    re.IGNORECASE,
)
_MACHINE_LINE = re.compile(
    r"^\W{0,2}\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\W+(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|^(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)[\]:]\s"
)
_WORK = re.compile(
    r"\b[\w-]+\.(?:py|ts|tsx|js|jsx|go|rs|java|rb|c|cpp|h|cs|php|html|css|json|ya?ml|toml|md|sh|sql|vue|kt|swift)\b"
    r"|\b(?:pr|mr|issue|ticket|bug) ?#?\d+|\b(?:commit|branch|merge[ds]?|deploy(?:ed|ment)?|refactor(?:ed|ing)?|build|tests?|endpoint|module|middleware|parser|api|npm|pnpm|pip|docker|git|staging|pipeline|migration|tool call|session)\b"
    r"|\b[0-9a-f]{7,40}\b|部署|构建|测试|提交|重构|模块|接口|脚本|报错|分支|上线|编译",
    re.IGNORECASE,
)


def is_user(name: str, kind: str) -> bool:
    """Whether an entity is the person whose memory this is."""
    folded = name.casefold().replace(" ", "_").replace("-", "_")
    return folded in _USER_NAMES or kind.casefold() in {"user", "用户"}


def is_person(name: str, kind: str) -> bool:
    """Whether an entity is a person at all."""
    return is_user(name, kind) or kind.casefold().replace(" ", "_") in _PEOPLE


def type_of(name: str, kind: str, text: str, judge: Callable[[str], str]) -> str:
    """The type of an observation.

    What the entity is called decides first (`Preferences`, `workflow`). The wording decides for people, and for what
    speaks of one; a graph about software is full of sentences that read like tasks and are statements about modules.
    """
    told = kind_type(kind) or kind_type(name)
    if told is not None and told != "fact":
        return told
    if is_person(name, kind) or _ABOUT_A_PERSON.search(text):
        return judge(text)
    return "preference" if not kind and _TASTE.search(text) and judge(text) == "preference" else "fact"


def type_of_relation(words: str) -> str:
    """The type of a relation by its name as words: what somebody likes is a preference, all else a fact."""
    return "preference" if _TASTE.search(words) else "fact"


def is_log(name: str, kind: str, text: str, judge: Callable[[str], bool]) -> bool:
    """Whether an observation is a line of a log.

    Agents note work they did on the person they did it for; there the wording is asked, and it must tell of work on
    software too, since `moved to Lyon` is put like a log line and is none.
    """
    if kind.casefold().replace(" ", "_") in _LOG_KINDS or _MACHINE_LINE.search(text):
        return True
    return is_person(name, kind) and judge(text) and _WORK.search(text) is not None

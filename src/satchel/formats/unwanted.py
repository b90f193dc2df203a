"""Lists of what an old tool was not to remember: a file, a table or a section that is named for it.

What stands in one is no memory. It is a delete: its text stays out, whatever else holds it. Only names that say nothing
but this count; "Never store secrets in the repository" is a rule about something else, and "Forgotten Realms" a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

REASON: Final = "on a list of what is not to be remembered"

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_WORDS: Final = re.compile(r"[^0-9A-Za-z'’\u4e00-\u9fff]+")
_NUMBER: Final = re.compile(r"^\d+ | \d+$")
_THINGS: Final = (
    r"(?:(?:the |my |user |users |user's |these |those |all |any |old |saved |stored )*"
    r"(?:memor(?:y|ies)|facts?|items?|things?|notes?|entr(?:y|ies)|records?|topics?|statements?|details?|info(?:rmation)?|data|preferences?|lines?|texts?))"
)
_LIST: Final = r"(?:lists?|log|file|table|section|bin|archive|history)"
_KEEP: Final = r"(?:remember(?:ed)?|memori[sz]ed?|stored?|saved?|keep|kept|retain(?:ed)?|record(?:ed)?|persist(?:ed)?|recall(?:ed)?)"
_NEVER: Final = (
    r"(?:do not|don't|don’t|dont|never|not|no longer|must not|should not|shouldn't|may not|cannot|not to|what not to)"
)
_GONE: Final = (
    r"(?:forgotten|forget|deleted|removed|erased|purged|trashed|retracted|revoked|withdrawn|discarded|unwanted|suppressed|excluded|banned"
    r"|blacklisted|ignored)"
)
_GONE_ALONE: Final = r"(?:forgotten|deleted|erased|purged|trashed)"
"""`Removed` is a section of a list of changes, `Blocked` one of tasks."""
_STOP: Final = r"(?:block ?list|black ?list|deny ?list|ignore ?list|exclusion list|suppression list|forget ?list|opt ?outs?|tombstones)"
_ASKED: Final = (
    r"(?:(?:i|we|the user|user|they) )?(?:(?:have |has )?(?:asked|told|want|wants|wanted)(?: you| me)?(?: to)? )"
)
_REFUSAL: Final = re.compile(
    rf"(?:is |to )?{_NEVER} (?:to )?(?:be )?{_KEEP}|(?:是否)?(?:不要|别|勿|禁止|不可)(?:记住|记忆|记|保存|存储)"
)
_ENGLISH: Final = re.compile(
    rf"(?:please )?{_NEVER} (?:to )?(?:be )?{_KEEP}(?: (?:again|these|this|those|the following|{_THINGS}))*(?: {_LIST})?"
    rf"|{_THINGS}(?: that)?(?: (?:i|you|we|which))?(?: (?:are|is|must|should))? {_NEVER} (?:to )?(?:be )?{_KEEP}(?: again)?"
    rf"|(?:please |to )?forget(?: (?:me|these|this|those|the following|{_THINGS}))?(?: {_LIST})?|to be forgotten"
    rf"|{_THINGS} (?:that )?(?:{_ASKED})?(?:to |you must |you should )?(?:forget|be forgotten|delete)"
    rf"|{_GONE_ALONE}|{_GONE} {_THINGS}(?: {_LIST})?|{_THINGS} {_GONE}|{_GONE_ALONE} {_LIST}"
    rf"|(?:{_THINGS} )?{_STOP}|(?:{_THINGS} )?(?:trash|recycle bin|trash bin|wastebasket)(?: {_LIST})?"
)
_HAN: Final = re.compile(
    r"(?:请|以下|用户)?(?:不要|别|勿|请勿|禁止|不可|不能|不准|不得|无需|不必|不应|不再|不该|永不|绝不)(?:再|被|去)?(?:记住|记忆|记得|记录|记下|记|保存|存储|储存|保留|留存)"
    r"(?:的|这些|以下)?(?:清单|列表|名单|内容|事项|事情|东西|信息|条目|记忆|事)*"
    r"|(?:要|需要|请|应|已|已经|被)?(?:忘记|忘掉|忘却|遗忘|删除|删掉|清除|移除|抹去|作废)(?:了|过)?(?:的|掉的)?(?:清单|列表|名单|内容|事项|事情|东西|信息|条目|记忆|记录|事)+"
    r"|(?:已|已经|被|请)(?:忘记|忘掉|遗忘|删除|删掉|清除|移除)|(?:记忆)?(?:黑名单|屏蔽名单|屏蔽列表|屏蔽清单|回收站|废纸篓|垃圾箱|墓碑)"
)
_SUFFIX: Final = re.compile(r"(?i)(?:\.[a-z][a-z0-9]{0,7}){1,2}$")


def is_unwanted(source: str, name: str = "", headings: Sequence[str] = ()) -> bool:
    """Whether rows stand on such a list.

    Args:
        source: Their file as messages name it, folders included.
        name: Of their table in it, such as a JSON path.
        headings: Above them.
    """
    return _place(source) or any(map(names_unwanted, [*re.split(r"[./\[\]>]+", name), *headings]))


@lru_cache(maxsize=1024)
def _place(source: str) -> bool:
    *folders, file = re.split(r"[/!\\]", source)
    return any(names_unwanted(folder.lstrip(".")) for folder in folders) or names_unwanted(_SUFFIX.sub("", file))


@lru_cache(maxsize=4096)
def names_unwanted(name: str) -> bool:
    """Whether a name or heading says nothing but that what is under it is not to be remembered."""
    words = _NUMBER.sub("", _words(name))
    return bool(_ENGLISH.fullmatch(words) or _HAN.fullmatch(words.replace(" ", "")))


@lru_cache(maxsize=4096)
def names_refusal(name: str) -> bool:
    """Whether a column by this name would flag rows that are not to be remembered."""
    return bool(_REFUSAL.fullmatch(_words(name)))


def _words(name: str) -> str:
    return _NOT_WORDS.sub(" ", _CAMEL.sub(" ", name)).strip().casefold()

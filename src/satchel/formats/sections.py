"""What the heading above a remembered text says about it: its type, whether it names anything, its tag.

Assistants file what they remember under headings of their own (`Work context`, `Top of mind`) or of the prompt by which
a person asks for it (`Instructions`, `Identity`, `Career`, `Projects`, `Preferences`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from satchel.formats.entry_dates import lone_date
from satchel.text.chatter import is_chatter

_TYPES: Final[dict[str, str]] = {
    "preference": "instruction instructions preference preferences preferred prefer style styles tone likes dislikes taste tastes interest interests hobby"
    " hobbies favorites favourites rule rules guidelines feedback behavior behaviour formatting format boundaries requests"
    " instrucciones preferencias präferenzen vorlieben anweisungen préférences consignes instructions"
    " 偏好 喜好 指令 要求 风格 习惯 兴趣 爱好 规则 反馈 口味 指示 好み",
    "task": "task tasks todo todos to-do to-dos goal goals plan plans project projects reminder reminders deadline deadlines upcoming commitments initiatives"
    " objectives milestones follow-ups next ongoing pending proyectos tareas projekte aufgaben projets tâches"
    " 任务 待办 计划 目标 项目 提醒 进行中 规划 近期 事项",
    "skill": "skill-notes lesson lessons learnings procedure procedures workflow workflows how-to howto principles patterns playbook tips techniques"
    " 经验 教训 流程 步骤 方法 技巧 心得 做法",
    "fact": "identity about profile bio biography person demographic demographics background context history career work job employment education family"
    " relationship relationships people contacts health location home tool tools resource resources stack setup environment events facts personal"
    " professional skills expertise knowledge months identidad carrera perfil identität beruf identité carrière"
    " 身份 背景 资料 信息 档案 职业 工作 教育 家庭 人物 关系 健康 生活 经历 事实 工具 环境 技能 历史",
}
_OF_WORD: Final = {word: type_ for type_, words in _TYPES.items() for word in words.split()}
_HAN_WORDS: Final = sorted((word for word in _OF_WORD if word[0] > "\u2e80"), key=len, reverse=True)
_PHRASES: Final = (
    (re.compile(r"top of mind|on the horizon|current(?:ly)? (?:focus|state|work)|in progress|to do|looking ahead|what'?s next|当前状态|正在进行"), "task"),
    (re.compile(r"key learnings|lessons learned|approach (?:&|and) patterns|how to\b"), "skill"),
    (re.compile(r"dated events|important dates|brief history|project (?:context|background|details?)|purpose (?:&|and) context|项目背景"), "fact"),
    (re.compile(r"(?:communication|response|writing|answer|reply|working) (?:style|preferences?)|how (?:you|i) (?:like|prefer|want)|like to be answered|沟通方式|回答方式|回复方式"), "preference"),
)  # fmt: skip
_SAYS_NOTHING = re.compile(
    r"(?:(?:my|your|the|all|saved|stored|current|full|complete|chatgpt|claude|gemini|copilot|grok|long-term|model|assistant|exported|everything|summary of"
    r"|list of|what|things|information|facts|notes|memor(?:y|ies)|entries|items|other|others|misc|miscellaneous|general|export|data|set|i|we|you|have|has|know|knows"
    r"|remember|about|of|on|and|for|from|in|is|are|here|here's|that|this|as|it|me|so|far|below|above|following|everything|import|section|category|categories|untitled|memory)\W*)+"
    r"|(?:我|你|您|的|所有|全部|已|已经|保存|存储|记住|记忆|目前|关于|用户|内容|以下|是|其他|其它|杂项|一般|列表|条目|信息|清单|了解|知道|到|这些|都|汇总|总结|整理|了|有|导出|对|部分|存|在|[\s:：,，、的])+",
    re.IGNORECASE,
)
_CATEGORY = re.compile(r"(?:category|section|topic|类别|分类|栏目)\s*(?:\d{1,2}\s*)?[:：.\-–—]\s*(?=\S)", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?:\(?\d{1,2}[.)、:：]|[一二三四五六七八九十]{1,3}、|[（(][一二三四五六七八九十\d]{1,2}[）)])\s*(?=\S)"
)
_WORD = re.compile(r"[^\W\d_]+(?:[-'][^\W\d_]+)*")
_SIGNS = re.compile(r"[^\w(（【\[]+")
_LONGEST = 200
"""Characters of a heading that are looked at."""


def title_of(heading: str) -> str:
    """A heading as a person would name it: without its number, its marks, and the word that it is a category."""
    plain = _SIGNS.sub("", heading[:_LONGEST], count=1) if _SIGNS.match(heading[:_LONGEST]) else heading[:_LONGEST]
    plain = plain.rstrip(" \t:：*_#")
    return _NUMBER.sub("", _CATEGORY.sub("", _NUMBER.sub("", plain, count=1), count=1), count=1).strip(" *_")


def says_nothing(heading: str) -> bool:
    """Whether a heading only says that memories follow (`Saved memories`, 以下是我记住的内容), or since when."""
    title = title_of(heading)
    return not title or bool(lone_date(title) or _SAYS_NOTHING.fullmatch(title)) or is_chatter(heading)


def type_of_section(headings: Sequence[str]) -> str | None:
    """The type of what stands under headings, given from the outside in; the innermost that says anything decides.

    Returns:
        None when no heading is known, or when one names things of several types (`Goals and background`).
    """
    for heading in reversed(headings):
        if named := _type_of_heading(title_of(heading)):
            return named if named in _TYPES else None
    return None


def tag_of(headings: Sequence[str]) -> tuple[str, ...]:
    """The innermost heading that names something, as a tag."""
    for heading in reversed(headings):
        title = title_of(heading)
        if not says_nothing(title):
            return (title.lower(),) if len(title) <= 40 else ()
    return ()


def _type_of_heading(title: str) -> str:
    """A type, `several`, or nothing."""
    low = title.lower().replace("\u2019", "'")
    if says_nothing(title):
        return ""
    for pattern, type_ in _PHRASES:
        if pattern.search(low):
            return type_
    found = set()
    for part in re.split(r"\s(?:and|or|y|und|et|&|\+)\s|[&/,;，、+]|与|和|及", low):
        # The last word names the thing: `work preferences` are preferences, `project context` is context.
        named = [_OF_WORD[word] for word in _WORD.findall(part) if word in _OF_WORD]
        if not named:
            named = [
                _OF_WORD[word] for _, word in sorted((part.rfind(word), word) for word in _HAN_WORDS if word in part)
            ]
        found |= set(named[-1:])
    return found.pop() if len(found) == 1 else "several" if found else ""

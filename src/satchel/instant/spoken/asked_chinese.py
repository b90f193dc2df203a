"""Chinese: whether a question asks for what was remembered at a time, or for something that a time belongs to.

去年三月我们定了什么 looks back; 三月要交什么 does not, and a memory of it may be of any age. Where that is open, the time is
left among the words of the search.
"""

from __future__ import annotations

import re
from typing import Final

from satchel.instant.spoken.phrase import Manner, Phrase

_LOOKS_BACK = re.compile(
    "了(?!解|不起)|(?<![超路经通])过(?![敏程期年节去渡滤于分生])|说(?!明|法)|聊|提到|提起|告诉|跟你讲|讲的|问我|写下|决定|定下|答应|讨论|商量|建议|推荐"
    "|记录|来着|曾|当时|怎么[^，。？?的要该会能]{1,4}的|得怎么样|得如何|见到|遇到|收到|买到|(?:吃|喝|买|看|去|用|做|住|坐|见|选|定|送|骑|玩|学|读|开|穿|拜|爬|跑|写|唱|拍|修|装|搬|点|挑|租|办|煮|签|种|养|聚|请)的"
)
_SAYING = re.compile(
    "说了|说过|说的|聊了|聊过|聊的|提到|提过|告诉|讲了|讲过|问了|问过|跟你说|跟我说|写了|写过|写下|记了|记过|记下|记录|决定|定了|定的|定下|答应|讨论|商量|建议|推荐|笔记|对话|聊天"
)
_AHEAD = re.compile(
    "(?<![重主需首紧纪摘概提简次])要(?![求闻点素是好])|应该|该[做去怎买交]|打算|将要|会不会|会(?=到期|去|有|在|发生|来|下|是|做|开始)"
    "|到期|截止|适合|值得|明[天年早晚]|后天|下[个]?[周月]|需要|得[去做交买]"
)
_AIMS = re.compile("计划(?!了)|目标|安排(?!了)|准备(?!了)|预算|待办|日程|任务")
"""What looks ahead unless something was done about it: 定了什么目标."""
_PLAN = re.compile("打算|原定|计划(?=去|做|在|要|买)")
"""What was planned for a day was told before it."""
_HABIT = re.compile("每[天日周月年个逢一]|一般|通常|平时|平常|总是|总爱|往年|历年|逢年|最爱|最喜欢|几点")
_TO_COME = re.compile("(?:[下每逢]个?|明年|后年|来年|每年)的?$")
"""Before a weekday or a month: one to come, or all of them."""
_BELONGS_BEFORE = re.compile(
    "(?:生日|出生|截止|到期|有效期|过期|定在|约在|安排在|排在|纪念日|预约|预订|每年?)(?:日期|时间)?[是在于到至为：: ]*$"
)
_BELONGS_AFTER = re.compile(
    "(?:的?(?:人)?过?生日|过的?生日|出生|截止|到期|开始的|过期|款|版|届|级|代|码|号楼|路|街|女士|先生|小姐|天乐队|的?(?:预算|计划|目标|安排|任务|日程|待办|衣服|轮胎|活动))"
)
_OF_WORDS = re.compile(
    "的(?=.{0,6}(?:会|会议|记录|笔记|对话|聊天|决定|讨论|结论|约定|事|内容|比分|话|消息|邮件|菜谱|结果|说|时候))"
)
_SAYING_FOLLOWS = re.compile("[说聊讲谈定]了|[说聊讲谈定]过|提到|提过|讨论|商量|商定|决定")
"""Behind a holiday: 元宵节说了什么."""
_SUBJECT_FOLLOWS: Final = frozenset("我你您他她它咱们谁老小孩爸妈有，,、：: 那这在跟和都大家团公")
"""What stands behind a month or a holiday that says when; anything else may be the rest of a name."""


def asks_for_words(text: str) -> bool:
    """Whether it is asked what was said then, not what happened then."""
    return _SAYING.search(text) is not None


def asks_back(question: str, phrase: Phrase, *, over: bool) -> bool:
    """Whether the phrase says when that which is asked for was remembered.

    Args:
        question: The asking sentence, in simplified characters.
        phrase: A time of it that is not in the future.
        over: Whether that time is over.
    """
    before, after = question[: phrase.start], question[phrase.end :]
    around = before + " " + after
    looks_back = _LOOKS_BACK.search(around) is not None
    ahead = _AHEAD.search(around) is not None
    if (
        (phrase.manner is not Manner.PAST and _TO_COME.search(before))
        or _BELONGS_BEFORE.search(before)
        or _BELONGS_AFTER.match(after)
    ):
        return False
    if _HABIT.search(around) and not (looks_back and phrase.manner is Manner.PAST):
        return False
    if phrase.manner is Manner.PAST:
        return looks_back or not ahead
    ahead = ahead or (not looks_back and _AIMS.search(around) is not None)
    if "生日" in around:
        return False
    if phrase.manner is Manner.PRESENT or phrase.bare:
        if not looks_back or (ahead and not _SAYING.search(around)):
            return False
        return (
            not phrase.bare
            or phrase.preposition != ""
            or after[:1] in _SUBJECT_FOLLOWS
            or _SAYING_FOLLOWS.match(after) is not None
            or _OF_WORDS.match(after) is not None
        )
    if _PLAN.search(around) or not (over or looks_back):
        return False
    if after.startswith("的") and not _OF_WORDS.match(after):
        return False
    return not ahead or (looks_back if over else _SAYING.search(around) is not None)

"""The templates of the questions. They are data, shown in docs/guides/verifying.md, which is generated from here.

`{topic}` is a few words of the record; every other word is the template's own. No template speaks of a time, which a
search would take for a filter, except those of `HISTORY`, whose `{time}` is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Wordings:
    """Templates of one purpose by language."""

    english: tuple[str, ...]
    chinese: tuple[str, ...]

    def of(self, *, chinese: bool) -> tuple[str, ...]:
        return self.chinese if chinese else self.english


QUESTIONS: Final[Mapping[str, Wordings]] = MappingProxyType(
    {
        "preferences": Wordings(
            english=(
                "Which wishes or dislikes ought somebody respect regarding {topic}?",
                "Any personal tastes worth honouring whenever {topic} comes along?",
                "What conventions hold, wherever {topic} plays a role, for this person?",
                "How would they want {topic} handled, generally speaking?",
            ),
            chinese=(
                "凡是涉及{topic}，有哪些讲究必须照顾到？",
                "碰到{topic}，此人的口味或忌讳是什么？",
                "关于{topic}，平常有何种规矩得遵守？",
                "遇上{topic}，应当按照谁的心意来办，怎样才合意？",
            ),
        ),
        "tasks": Wordings(
            english=(
                "Where do things stand concerning {topic}, and what comes next?",
                "How far along is {topic}, which step follows?",
                "Give a progress report about {topic}, including whatever remains open.",
                "Is {topic} finished or stuck, and who moves it forward?",
            ),
            chinese=(
                "{topic}这件事进展到哪一步，接下来该干嘛？",
                "{topic}办得如何，卡在何处，后续怎么推进？",
                "汇报{topic}的进度，还剩哪些尾巴没收？",
                "{topic}目前走到什么阶段，谁来继续跟进？",
            ),
        ),
        "lessons": Wordings(
            english=(
                "Trouble again around {topic}: which remedy worked earlier on?",
                "Somebody struggles because of {topic}. Do we possess a known trick?",
                "Facing {topic}, how does one proceed properly according to experience?",
                "Recommended procedure, learned through mistakes, concerning {topic}?",
            ),
            chinese=(
                "{topic}又出状况，以往是靠哪种办法摆平的？",
                "有人被{topic}难住，咱们手里有没有现成窍门？",
                "面对{topic}，凭经验应该怎样操作才稳妥？",
                "围绕{topic}踩坑后总结的诀窍是哪一条？",
            ),
        ),
        "facts": Wordings(
            english=(
                "What does memory hold concerning {topic}?",
                "Remind me, which details exist regarding {topic}?",
                "Anything noted down that involves {topic}?",
            ),
            chinese=(
                "有关{topic}，记忆里存着哪些资料？",
                "提醒我一声，{topic}的详细情况是怎样的？",
                "凡牵涉{topic}的信息，麻烦找出来看看。",
            ),
        ),
    }
)
"""What is asked of the new place, by purpose."""

TASKS: Final[Mapping[str, Wordings]] = MappingProxyType(
    {
        "preferences": Wordings(
            english=(
                "Please take charge of {topic} and get going.",
                "Your upcoming assignment involves {topic}; prepare everything required.",
                "Let us begin a piece of work dealing with {topic}.",
            ),
            chinese=(
                "接下来由你负责{topic}，请先着手准备。",
                "有一份牵涉{topic}的活儿交给你，动手吧。",
                "咱们要开始弄{topic}，麻烦你来承担。",
            ),
        ),
        "lessons": Wordings(
            english=(
                "We ran into {topic}; please sort that out.",
                "There is an issue involving {topic}, kindly deal with it.",
                "The situation at hand: {topic}. Find a way through.",
            ),
            chinese=(
                "现在撞上{topic}的麻烦，请你摆平。",
                "手头的状况是{topic}，拜托处置妥当。",
                "碰到{topic}，劳驾你设法搞定。",
            ),
        ),
    }
)
"""What the new agent is told to do, without asking it for anything, by purpose."""

HISTORY: Final = Wordings(
    english=(
        "What was discussed {time} about {topic}, and who raised which arguments?",
        "Which conclusions did our conversation {time} reach regarding {topic}?",
        "Looking back {time}, how did the exchange around {topic} unfold?",
    ),
    chinese=(
        "{time}咱们围绕{topic}商量过哪些事情，谁提出了意见？",
        "{time}谈到{topic}，得出了哪些结论，各自怎么看？",
        "{time}的对话里，有关{topic}的来龙去脉麻烦回顾一遍。",
    ),
)
"""Questions about a time."""

JOINED: Final = {False: " and ", True: "、"}
"""Between the words of a topic, by whether the language is Chinese."""

"""One statement in other words: filler words, spellings, "doesn't" and "does not", clauses in another order.

What is left of a text when all that is made alike is its plain wording. Two texts of one plain wording say the same; so do
two that `satchel.text.similar` finds alike and nothing tells apart. Synonyms are no business of this module, but for a few
that stand in the same place in any sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from satchel.text.assertions_en import SPELLINGS
from satchel.text.claims import NUMBER_WORDS, counted_in_figures, negations, numbers
from satchel.text.clean import strip_marks
from satchel.text.fold import fold
from satchel.text.respelling import Respelling
from satchel.text.sieve import Sieve
from satchel.text.similar import is_near_duplicate
from satchel.text.stem import stem

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_FILLER: Final = frozenset(
    "a an the is are am was were be been being do does did have has had of that which who user user's users i my me he she his her their they would will just so it".split()
)
_SAME: Final = {
    "named": "called", "each": "every", "like": "like", "okay": "ok", "need": "must", "should": "must", "needs": "must", "mum": "mother", "mom": "mother", "dad": "father",
    "deployments": "deploy", "deployment": "deploy", "cellphone": "mobile", "movie": "film", "movies": "films", "apartment": "flat", "begins": "starts", "begin": "start",
    "bicycle": "bike", "bicycles": "bikes", "photo": "picture", "photos": "pictures", "kid": "child", "kids": "children", "large": "big", "shop": "store", "purchase": "buy",
    "email": "mail", "emails": "mails", "e-mail": "mail", "e-mails": "mails", "replies": "answers", "reply": "answer", "responses": "answers", "response": "answer",
}  # fmt: skip
_PHRASES: Final = (
    (re.compile(r"\b(?:would|'d) like\b"), "wants"),
    (re.compile(r"\b(?:has|have) to\b|\bneeds? to\b"), "must"),
    (re.compile(r"\bin order to\b"), "to"),
    (re.compile(r"\b(?:dislikes?|hates?)\b"), "not likes"),
    (re.compile(r"\bthe (\w+) (?:of|for) (?:the )?(\w+)\b"), r"\2's \1"),
    (re.compile(r"\bnever\b"), "not"),
    (re.compile(r"(?<=\d) (?=[ap]\.?m\b)"), ""),
    (re.compile(r"\b(?:is|are) (?:called|named)\b|'s name is\b"), " called "),
    (
        re.compile(r"\b(?:is|are) an? (?:(?:big|huge|great) )?fan of\b|\b(?:is|are) fond of\b|\benjoys?\b|\bloves?\b"),
        "likes",
    ),
    (re.compile(r"\b(?:every|each) (day|week|month|year)\b"), r"\1ly"),
    (re.compile(r"\bdayly\b"), "daily"),
)
_HAN_SAME: Final = (
    (re.compile("^(?:用户|我)(?:本人|自己)?|(?<=[，,；;])(?:用户|我)"), ""),
    (re.compile("(?:的)?时候|之时"), "时"),
    (re.compile("从来不|从不|绝不"), "不"),
    (re.compile("不爱(?=吃|喝|看|玩|听|开|用|说|做|去)|讨厌|反感"), "不喜欢"),
    (re.compile("爱(?=吃|喝|看|玩|听|开|用|说|做|去)"), "喜欢"),
    (re.compile("自(?=\\d{4}年)"), "从"),
    (re.compile("正(?=打算|准备|考虑|要|计划)"), ""),
    (re.compile("(?<![因认以成作行])为(?![了什何难止期])"), ""),
    (re.compile("(?<![一二三四五六七八九十百第])一(?=[个只条台本份张件位家间辆部])"), ""),
    (re.compile("想要"), "想"),
    (re.compile("[，,；;](?:请|要|务必)?(?:注意|记住|留意|牢记)$"), ""),
    (re.compile("之前|以前"), "前"),
    (re.compile("之后|以后"), "后"),
    (re.compile("早晨|早上"), "早"),
    (re.compile("晚上|夜里|晚间"), "晚"),
    (re.compile("名字叫|名叫|叫做"), "叫"),
    (re.compile("使用|采用"), "用"),
    (re.compile("正在|目前|现在|如今|当前"), ""),
    (re.compile("需要|必须|应该|应当|务必"), "要"),
    (re.compile("非常|特别|十分|比较|一些|一点儿?|一下|有点"), ""),
    (re.compile("热爱|喜爱"), "喜欢"),
    (re.compile("回复|答复"), "回答"),
    (re.compile("每一天|每日|天天"), "每天"),
    (re.compile("星期|礼拜"), "周"),
    (re.compile("周[天]"), "周日"),
    (re.compile("妈妈|母亲"), "妈"),
    (re.compile("爸爸|父亲"), "爸"),
    (re.compile("太太|老婆"), "妻子"),
    (re.compile("老公"), "丈夫"),
    (re.compile("能够|可以"), "能"),
    (re.compile("邮件"), "邮"),
    (re.compile("[的了吗呢吧啊呀嘛地得着很就也都在是请]"), ""),
)  # fmt: skip
_HAN_DIGITS: Final = str.maketrans("两〇", "二零")
_CLAUSE = re.compile(r"[,;，；。.!！?？\n]+\s*|\s+(?:and|but)\s+|并且|而且|同时")
_DAY: Final = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|afternoons?|evenings?|nights?|noon|weekends?|weekdays?|midnight"
_WHEN = re.compile(
    rf"\b(?:(?:on|every|each|in the|at|in|during) )?(?:(?:the|early|late|most) )?(?:{_DAY})(?: (?:{_DAY}))?\b|\bat \d{{1,2}}(?::\d\d)?(?: ?[ap]\.?m\.?)?\b"
    "|每?(?:周[一二三四五六日末]|工作日|每天|每晚|每早|每月|每年|每周)?的?(?:[早中下晚]午?|上午|凌晨)?(?:(?:[0-9]{1,2}|[一二三四五六七八九十]{1,3})点半?)|每?(?:周[一二三四五六日末]|工作日|每天|每晚|每早|每月|每年|每周)的?(?:[早中下晚]午?|上午|凌晨)?"
)
_TOKEN = re.compile(rf"[{_HAN}]|[a-z0-9_@#+][a-z0-9_@#+.'/:-]*[a-z0-9_#+]|[a-z0-9_]")


@dataclass(frozen=True, slots=True)
class Wording:
    """A text made plain."""

    text: str
    """As it was, without list marks."""
    clauses: tuple[tuple[str, ...], ...]
    """The telling words of each clause, in the order of the alphabet: who says what of whom stays together."""
    plain: tuple[str, ...]
    """The telling words in order, without those that say when; they may stand anywhere in a sentence."""
    times: tuple[str, ...]
    """Those that say when, in the order of the alphabet."""
    numbers: tuple[str, ...]
    """Its numbers, smallest first."""
    negations: int

    @property
    def words(self) -> frozenset[str]:
        return frozenset(word for clause in self.clauses for word in clause)


_RESPELLED: Final = Respelling((*SPELLINGS, *_PHRASES))
_TIMED: Final = Sieve((_WHEN,))
_HAN_RESPELLED: Final = Respelling(_HAN_SAME)


def wording_of(text: str) -> Wording:
    """The plain wording of a text."""
    marked = strip_marks(text)
    low = fold(marked).lower().replace("’", "'")
    low = _RESPELLED.of(low)
    if re.search(f"[{_HAN}]", low):
        low = re.sub(rf"(?<=[{_HAN}]) +| +(?=[{_HAN}])", "", low.translate(_HAN_DIGITS))
        low = counted_in_figures(low)
        low = _HAN_RESPELLED.of(low)
    clauses = sorted(filter(None, map(_telling, _CLAUSE.split(low))))
    said = " ".join(word for clause in clauses for word in clause)
    when = list(_TIMED.possible(low).finditer(_WHEN, low))
    around = [0, *(edge for found in when for edge in found.span()), len(low)]
    timeless = " ".join(low[start:end] for start, end in zip(around[::2], around[1::2], strict=True))
    return Wording(
        text=marked,
        clauses=tuple(clauses),
        plain=_telling(_CLAUSE.sub(" ", timeless)),
        times=tuple(sorted(" ".join(_telling(found[0])) for found in when)),
        numbers=tuple(sorted(numbers(said))),
        negations=negations(low),
    )


def says_the_same(one: Wording, other: Wording) -> bool:
    """Whether two texts are one statement in other words."""
    if one.numbers != other.numbers or one.negations != other.negations:
        return False
    if one.clauses and one.clauses == other.clauses:
        return True
    if one.plain and one.plain == other.plain and one.times == other.times:
        return True
    return is_near_duplicate(one.text, other.text)


def _telling(clause: str) -> tuple[str, ...]:
    return tuple(filter(None, map(_word, _TOKEN.findall(clause))))


@lru_cache(maxsize=1 << 14)
def _word(token: str) -> str:
    """What a token says; nothing for one that only fills."""
    token = token.removesuffix("'s")
    word = NUMBER_WORDS.get(token, _SAME.get(token, token))
    if word in _FILLER:
        return ""
    return stem(word) if word.isalpha() and word.isascii() else word

"""How much a decoded text looks like the language that its encoding was made for."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from satchel.text.han_variants import SIMPLIFIED

_FREQUENT_HAN = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同"
    "现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很"
    "最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各"
    "入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书"
    "非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔喜欢户吃喝茶爱"
    "写英表每早晚请谢买钱车店班级试考习惯猫狗朋友生妈爸姐妹哥弟项目需偏好提醒服码语言版邮件地址姓叫岁周末午夜饭菜酒咖啡游戏音乐电影旅跑步健康医院药"
)
_FREQUENT_HANGUL = frozenset(
    "이다는을를에의가고한하기로지사도은자인어나시아들라리대서그수있해정일스보과전부것제주장으만여년들게면되안상동구무마니오원비선생소유내조성국세적"
    "공요습와까네좋때위말모미신식분간중물방경연학회요거야려러없않같더했합입음"
)
_JAPANESE_HAN = frozenset("日一人年大国本中出会時生上行者分事月後前間手見学気自部下場用話言語思食飲好使")


@lru_cache(maxsize=1)
def _common_han() -> frozenset[str]:
    """The characters that the Chinese standards sort first because they are common: level 1 of GB 2312 and Big5."""
    simplified = (bytes([lead, trail]) for lead in range(0xB0, 0xD8) for trail in range(0xA1, 0xFF))
    trails = (*range(0x40, 0x7F), *range(0xA1, 0xFF))
    traditional = (bytes([lead, trail]) for lead in range(0xA4, 0xC7) for trail in trails)
    return frozenset("".join(code.decode("gb2312", "ignore") for code in simplified)) | frozenset(
        "".join(code.decode("big5", "ignore") for code in traditional)
    )


def _is_han(char: str) -> bool:
    return "\u3400" <= char <= "\u9fff" or char >= "\U00020000"


def _is_kana(char: str) -> bool:
    return "\u3041" <= char <= "\u30ff"


def _is_cjk_mark(char: str) -> bool:
    return "\u3000" <= char <= "\u3011" or "\uff01" <= char <= "\uff5e" or char in "“”‘’…—·"


def _chinese(char: str) -> float:
    if _is_han(char):
        if SIMPLIFIED.get(ord(char), char) in _FREQUENT_HAN:
            return 1.0
        return 0.45 if char in _common_han() else -0.3
    if _is_cjk_mark(char):
        return 0.5
    return 0.1 if _is_kana(char) or _is_symbol(char) else -1.0


def _japanese(char: str) -> float:
    if _is_kana(char):
        return 1.0
    if _is_han(char):
        return 0.8 if char in _JAPANESE_HAN else 0.35
    # Half-width kana are what other encodings turn into when read as Shift-JIS.
    return 0.5 if _is_cjk_mark(char) else (-0.5 if "\uff61" <= char <= "\uff9f" else -0.3)


def _korean(char: str) -> float:
    if "\uac00" <= char <= "\ud7a3":
        return 1.0 if char in _FREQUENT_HANGUL else 0.4
    return 0.4 if _is_cjk_mark(char) else -0.4


def _cyrillic(char: str) -> float:
    if "\u0430" <= char <= "\u044f" or char == "ё":
        return 0.9
    if "\u0410" <= char <= "\u042f" or char == "Ё":
        return 0.3
    return 0.4 if char in "«»—–№…“”" else -0.8


def _is_symbol(char: str) -> bool:
    return "\u2000" <= char <= "\u27bf" or char in "°±×÷§¥£€"


_CHARACTER_SCORES: dict[str, Callable[[str], float]] = {
    "gb18030": _chinese,
    "big5hkscs": _chinese,
    "cp932": _japanese,
    "euc_jp": _japanese,
    "cp949": _korean,
    "cp1251": _cyrillic,
}
_WESTERN_WORD = re.compile(r"(?<=[A-Za-z])[À-ÖØ-öø-ÿŒœŠšŽžŸ]|[À-ÖØ-öø-ÿŒœŠšŽžŸ](?=[a-z])")
_WESTERN_MARK = re.compile(r"(?<=[A-Za-z])[’](?=[a-z])|[“”‘’–—…•€£°©®™«»¿¡\xa0]")
_CYRILLIC_ODD = re.compile(r"[а-яё][А-ЯЁ]|[A-Za-z][А-яёЁ]|[А-яёЁ][A-Za-z]|(?<![А-яёЁ])[А-яёЁ](?![А-яёЁ])")

LEGACY = (*_CHARACTER_SCORES, "cp1252")
"""Encodings that are considered when a text is no Unicode, in the order of preference when they look equally good."""


def plausibility(text: str, encoding: str) -> float:
    """How likely it is that the text was meant like this, from about -1 to 1; 0.25 and above is believable.

    Args:
        text: A sample as the encoding decodes it; only characters outside ASCII are looked at.
        encoding: One of `LEGACY`, or `gb18030` for Chinese in UTF-16.
    """
    foreign = [char for char in text if char > "\x7f"]
    if not foreign:
        return 0.0
    if encoding == "cp1252":
        letters, marks = len(_WESTERN_WORD.findall(text)), len(_WESTERN_MARK.findall(text))
        rest = len(foreign) - letters - marks
        return (0.8 * letters + 0.45 * marks - 0.6 * rest) / len(foreign)
    score = sum(map(_CHARACTER_SCORES[encoding], foreign)) / len(foreign)
    if encoding == "cp1251":
        # Odd case, and letters alone among Latin ones, are what other encodings look like when read as Cyrillic.
        score -= len(_CYRILLIC_ODD.findall(text)) / len(foreign)
    return score

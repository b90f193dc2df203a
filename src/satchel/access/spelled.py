"""Secrets and numbers in words: 密码是六个八, "the pin is four four seven one", 手机幺三八….

Figures spelled out are read to somebody or typed by voice; they are as good as digits to whoever finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding

_HAN: Final = "零〇一二三四五六七八九幺两"
_HAN_SECRET: Final = re.compile(
    r"(?:密码|密碼|口令|(?i:pin) ?码?|门禁码|开门码|解锁码|取件码|提取码|会议码|锁屏码)(?:[还就都]?[是为為]|[:：]|设成|设的|设为|改成|改为|换成|用的?)?了? ?[“\"「]?"
    rf"(?P<bare>[{_HAN}]{{4,16}}(?![{_HAN}十百千万位次个遍年月日号天种]))"
)
_HAN_REPEATED: Final = re.compile(
    rf"(?:密码|密碼|口令|(?i:pin) ?码)(?:[还就都]?[是为為]|[:：]|设成|设的|设为|改成|改为|换成|用的?)?了? ?[“\"「]?(?P<bare>(?:[二三四五六七八九十两\d]个[{_HAN}\d](?![十百千万位次个])(?:加)?)+)"
)
_HAN_PHONE: Final = re.compile(
    rf"(?:电话|電話|手机|手機|号码|號碼|联系|微信|打|拨)[^\n。；{_HAN}]{{0,8}}(?P<bare>[一幺][三四五六七八九][{_HAN}]{{9}})(?![{_HAN}十百])"
)
_WORDS: Final = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_SECRET: Final = re.compile(
    r"(?i)(?<![a-z])(?:password|passcode|pin(?: (?:code|number))?|(?:alarm|door|gate|garage|safe|entry|access|security|lock|keypad|unlock|building)[ -]?code|combination)(?![a-z])"
    rf"[^\n.;!?]{{0,24}}?(?<![a-z])(?P<bare>(?:(?:double|triple) )?{_WORDS}(?:[ ,-]{{1,2}}(?:(?:double|triple) )?{_WORDS}){{2,11}})(?![a-z])"
)
_PHONE: Final = re.compile(
    rf"(?i)(?<![a-z])(?P<bare>(?:(?:double|triple) )?{_WORDS}(?:[ ,-]{{1,2}}(?:(?:double|triple) )?{_WORDS}){{6,14}})(?![a-z])"
)
_SHORTEST: Final = 4
"""Figures of the shortest code."""
_CALLED_PHONE: Final = re.compile(r"(?i)\b(?:phone|number|call|text|cell|mobile|ring|dial|reach)\b")


def spelled_han(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Passwords and telephone numbers in Chinese figures."""
    for pattern in (_HAN_SECRET, _HAN_REPEATED):
        for match in pattern.finditer(text, begin, stop):
            yield Finding("password", *match.span("bare"))
    for match in _HAN_PHONE.finditer(text, begin, stop):
        yield Finding("phone", *match.span("bare"))


def spelled(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """The same in English words."""
    for match in _SECRET.finditer(text, begin, stop):
        words = re.findall("[a-z]+", match["bare"].lower())
        if len(words) + words.count("triple") >= _SHORTEST:
            yield Finding("password", *match.span("bare"))
    for match in _PHONE.finditer(text, begin, stop):
        if _CALLED_PHONE.search(text, max(0, match.start() - 32), match.end() + 32):
            yield Finding("phone", *match.span("bare"))

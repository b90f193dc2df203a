"""Digits that open something though nothing calls them a code: "press 2580# at the gate", 单元门按2580#就开."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from satchel.access.classes import Finding
from satchel.access.password_words import UNITS

_DIGITS: Final = r"(?P<bare>(?<![\w.,:/#*-])(?:[#*]?\d{3,8}[#*]?|\d{1,2}(?:[- ]\d{1,2}){2,3})(?![\w/:%-])(?!\.\d))"
_LOCK: Final = r"(?:doors?|gates?|lock ?box(?:es)?|key ?box|keypads?|key ?pad|(?:pad)?locks?|safe|garage|shed|entrance|lobby|lockers?|barrier|turnstile|intercom|buzzer|alarm|vault|cabinet|suitcase|luggage|storage unit|car ?port|driveway)"
_PRESSED: Final = re.compile(
    rf"\b(?:punch(?:es|ed|ing)?(?: in)?|types?|typing|typed|enters?|entering|entered|key(?:s|ed|ing)? in|press(?:es|ed|ing)?|hit(?:s|ting)?|dial(?:s|ed|ling|ing)?|buzz(?:es|ed)?(?: in)?(?: with)?|tap(?:s|ped)?(?: in)?|input|use[sd]?|using|with|set to|open(?:s|ed)? (?:at|to|on|with|by)|unlock(?:s|ed)? with|takes|wants|spin(?:ning)?(?: it)? to|turn(?: it)? to) (?:the digits |in )?{_DIGITS}",
    re.ASCII | re.IGNORECASE,
)
_LOCK_NEAR: Final = re.compile(rf"\b{_LOCK}\b", re.ASCII | re.IGNORECASE)
_OPENS: Final = re.compile(
    r"\b(?:open(?:s|ed)?|unlock(?:s|ed)?|lets? (?:you|me|us|him|her|them|yourself) in|get(?:s|ting)? in(?:to)?|buzz|punch|disarm(?:s|ed)?|keypad|lock ?box|pad ?lock|star|pound|hash|enter|dial(?:s|led)?|pull|takes|wants)\b|[#*]",
    re.ASCII | re.IGNORECASE,
)
_LOCK_IS: Final = re.compile(
    rf"\b(?:bike |door |front |smart |gym |garage |combination |number )*(?:(?:pad)?locks?|lock ?box|key ?safe|locker)\b(?:'s| is| was|:| =|)? ?(?:now |set to |set at |on )?{_DIGITS}(?=\s*(?:$|[.,;!?)\n]|btw\b|by the way|if you|in case|and |but ))",
    re.ASCII | re.IGNORECASE,
)
_COMBO: Final = re.compile(rf"\bcombo(?:s|ination)?\b[^\n\d.;]{{0,24}}?{_DIGITS}", re.ASCII | re.IGNORECASE)
_LOCK_TURNS: Final = re.compile(
    r"\b(?:locker|safe|padlock|lock)\b[^\n\d.;]{0,20}?(?:is|:|=) ?(?P<bare>\d{1,2}(?:-\d{1,2}){2})(?![\d-])",
    re.ASCII | re.IGNORECASE,
)
_TURNS: Final = re.compile(
    r"(?P<bare>(?:right|left)(?: to)? \d{1,2}(?:,|,? then|,? and)* (?:right|left)(?: to)? \d{1,2}(?:,|,? then|,? and)* (?:right|left)(?: to)? \d{1,2})\b",
    re.ASCII | re.IGNORECASE,
)
_HAN_TURNS: Final = re.compile(
    r"(?P<bare>[左右](?:转|拧)?[一二两三四\d]圈(?:到)? ?\d{1,2}[, ]{0,2}(?:再|然后)?[左右](?:转|拧)?[一二两三四\d]?圈?(?:到)? ?\d{1,2})",
    re.ASCII,
)
_SIGNED: Final = re.compile(
    r"(?i:\bcode)(?:['’]s|\sis|:|：|是|\s是)?\s?(?P<bare>\d{4,8}[#*]|[#*]\d{4,8}[#*]?)(?!\w)|(?<![\w-])(?P<groups>\d{6}(?:-\d{6}){7})(?![\w-])",
    re.ASCII,
)
"""A code with the sign that ends it, and a key by which a disk is recovered."""
_CODE_IS: Final = re.compile(
    r"(?i:\bcode)(?:['’]s|\sis|\swas|:)?\s(?P<bare>\d{4,8})(?=\s*(?:$|[.,;!?)\n]|and\b|then\b|for\b|to\b))", re.ASCII
)
_HOME_NEAR: Final = re.compile(
    rf"(?i)\b(?:{_LOCK[3:-1]}|let (?:yourself|myself)|building|house|flat|apartment|airbnb|check-?in|keys?|studio|office|cabin|cottage|cleaner|guests?|dog walker|sitter|upstairs|downstairs|stairwell|arrive|buzzer)\b"
)
_OTHER_CODES: Final = re.compile(
    r"(?i)(?:error|status|exit|issue|country|area|zip|postal|post|promo|coupon|discount|product|item|order|dress|source|colou?r|review|airport|http|return|response|reason|fault|bar|qr|错误|状态|优惠)[ _-]?$"
)
_LOCK_NEXT: Final = re.compile(
    r"(?i:\b(?:lock ?box|key ?box|key ?safe|keypad|padlock)\b)(?:[:,]| \(|,? (?:combination|is|takes|on [\w ]{1,20}?[,:]))? ?(?P<bare>(?<![\w.])[#*]?\d{4,8}[#*]?)(?=\s*(?:$|[.,;!)\n]))"
    r"|(?i:\b(?:lock ?box|key ?box|key ?safe|keypad|padlock|doors?|gate|garage|barrier|lobby|entrance)\b)[:,]? (?:code )?(?P<signed>[#*]\d{4,8}[#*]?|\d{4,8}[#*])(?!\w)"
    r"|\b(?:Front |Back |Side )?(?i:doors?|garage|lobby)(?:: ?|, )(?P<four>\d{4})(?=[.,;]|\s*$)",
    re.ASCII,
)
_ALARM: Final = re.compile(
    r"\b(?:house |home |burglar |office |shop )?alarm(?:'s| is|:)? (?P<bare>\d{4,6})(?=\s*(?:$|[.,;!?)\n]|then\b|to\b|and\b))",
    re.ASCII | re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"(?:[01]?\d|2[0-3])[0-5]\d")
_MEASURE: Final = re.compile(
    r"\s?(?:pounds?|lbs?|kgs?|g|grams?|mm|cm|m|km|feet|ft|inch(?:es)?|degrees?|euros?|dollars?|usd|reps|screws?|nails?|bolts?|watts?|followers|people|by|x)\b|\s?[x×]"
)
_OPENS_YEAR: Final = re.compile(
    r"(?i)\b(?:keypad|lock ?box|padlock|opens?|unlocks?|get in|lets? (?:you|me|us|yourself) in|disarm)\b|[#*]"
)
_HAN_DIGITS: Final = r" ?[“\"‘'「]?(?P<bare>(?<![\d.:/-])(?:[#*]?\d{4,8}[#*]{0,2}|[#*]\d{3}|\d{3}[#*]|\d{1,2}(?:-\d{1,2}){2,3}))(?![\d.:/%-])"
_HAN_PRESSED: Final = re.compile(
    rf"(?:按下?|揿|摁|输入?|輸入?|键入|敲|拨到?|转到|轉到|对到|拧到)(?:一下|个|的是|上|了)?{_HAN_DIGITS}", re.ASCII
)
_HAN_LOCK: Final = re.compile(
    r"[大房前后院侧铁木单元東东西南北楼入防盗闸库柜]门(?!口的?(?:店|摊|路|树))|门口|门禁|门锁|开门|进门|單元門|大門|門禁|開門|锁|鎖|闸机|道闸|车库|车位|柜|保险箱|保險箱|箱子?|[门門](?=按|输|键)|进来|进去|电梯"
)
_HAN_LOCK_IS: Final = re.compile(
    rf"(?:[门柜车箱能码房鎖][锁鎖]|锁屏|鎖屏|挂锁|密码锁|行李箱|保险[箱柜]|保險箱|手机解锁|屏幕解锁|开机解锁|电脑解锁|门禁 ?(?i:code)|(?:入户|房|大|院|单元|车库|铁|防盗|屋|家)门(?=的(?:数字|号码)| ?[#*]?\d{{4,8}}[#*]|是#))(?:图案|圖案)?(?:的)?(?:临时|臨時|开门|开锁|初始|新|数字|數字|号码){{0,3}}(?:是|为|為|用|设的|设成|设为|改成了?|改为|:|：)?{_HAN_DIGITS}",
    re.ASCII,
)
_GOES: Final = re.compile(
    r"即可|(?:就|便|才)?(?:能|可以?|会)?(?:进|開|开|登|解|用|行)|[,，]?(?:再|然后|最后)|[,，]?按?(?:井号|星号|#|确认|确定|回车)"
)
_YEAR: Final = re.compile(r"(?:19|20)\d\d")


def entry_codes(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Digits that are pressed, typed or dialled to get in."""
    for match in _PRESSED.finditer(text, begin, stop):
        near = _sentence(text, match.start(), match.end(), 64)
        opens = _OPENS_YEAR if _YEAR.fullmatch(match["bare"]) else _OPENS
        if match[0].startswith(("open", "Open")) and _CLOCK.fullmatch(match["bare"]):
            continue
        if _is_code(text, match) and _LOCK_NEAR.search(near) and opens.search(near):
            yield Finding("password", *match.span("bare"))
    for match in _TURNS.finditer(text, begin, stop):
        if _LOCK_NEAR.search(text[max(0, match.start() - 80) : match.end() + 60]):
            yield Finding("password", *match.span("bare"))
    for match in _COMBO.finditer(text, begin, stop):
        if _is_code(text, match) and _LOCK_NEAR.search(_sentence(text, match.start(), match.end(), 40)):
            yield Finding("password", *match.span("bare"))
    for pattern in (_LOCK_IS, _LOCK_TURNS, _ALARM):
        for match in pattern.finditer(text, begin, stop):
            if _is_code(text, match) and not (pattern is _ALARM and _CLOCK.fullmatch(match["bare"])):
                yield Finding("password", *match.span("bare"))
    yield from _called_codes(text, begin, stop)


def _called_codes(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """Codes that are called so, or that stand right behind what they open."""
    for match in _SIGNED.finditer(text, begin, stop):
        if match["groups"]:
            yield Finding("password", *match.span("groups"))
        elif not _OTHER_CODES.search(text, max(0, match.start() - 14), match.start()) and (
            match["bare"][0] not in "#*" or _LOCK_NEAR.search(_sentence(text, match.start(), match.end(), 40))
        ):
            yield Finding("password", *match.span("bare"))
    for match in _CODE_IS.finditer(text, begin, stop):
        near = text[max(0, match.start() - 80) : match.end() + 60]
        if not _OTHER_CODES.search(text, max(0, match.start() - 14), match.start()) and (
            _HOME_NEAR.search(near) and not _YEAR.fullmatch(match["bare"])
        ):
            yield Finding("password", *match.span("bare"))
    for match in _LOCK_NEXT.finditer(text, begin, stop):
        name = next(name for name in ("bare", "signed", "four") if match[name])
        if not _YEAR.fullmatch(match[name]) and _MEASURE.match(text, match.end(name)) is None:
            yield Finding("password", *match.span(name))


def entry_codes_han(text: str, begin: int, stop: int) -> Iterator[Finding]:
    """The same in Chinese."""
    for match in _HAN_PRESSED.finditer(text, begin, stop):
        lock = _HAN_LOCK.search(text, max(begin, match.start() - 14), match.end("bare") + 10)
        goes = text[match.end("bare") - 1] in "#*" or _GOES.match(
            text, match.end("bare") + (text[match.end("bare") :][:1] in (" ", "”", "’", "」"))
        )
        if lock and goes and _is_code(text, match):
            yield Finding("password", *match.span("bare"))
    for match in _HAN_TURNS.finditer(text, begin, stop):
        yield Finding("password", *match.span("bare"))
    for match in _HAN_LOCK_IS.finditer(text, begin, stop):
        if _is_code(text, match):
            yield Finding("password", *match.span("bare"))


def _is_code(text: str, match: re.Match[str]) -> bool:
    """Whether the digits count nothing and are no year."""
    value = match["bare"]
    end = match.end("bare")
    return (
        UNITS.match(text, end) is None
        and _MEASURE.match(text, end) is None
        and not (_YEAR.fullmatch(value) and text[match.start() : match.start("bare")].strip().endswith(("lock", "锁")))
    )


def _sentence(text: str, start: int, end: int, reach: int) -> str:
    """What stands around a span in its sentence."""
    left = max((text.rfind(sign, max(0, start - reach), start) + 1 for sign in "\n.;!?"), default=0)
    right = min((place for sign in "\n;!?" if (place := text.find(sign, end, end + reach)) >= 0), default=end + reach)
    return text[max(left, start - reach) : right]

"""The values in a text, by kind and in one spelling each: 7.30 pm, 19:30 and 晚上七点半 are one clock time.

Two texts that name different values of one kind say two different things, whatever their words have in common.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from satchel.text.claims import NUMBER_WORDS
from satchel.text.fold import fold

Parts = tuple[str, ...]
_ANY: Final = "?"
"""A part that is not said: the year of a birthday."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value."""

    kind: str
    """`clock`, `date`, `weekday`, `money`, `amount`, `code`, `place number` …"""
    parts: Parts
    """In one spelling; `?` where one is not said."""
    start: int
    end: int
    """Where it stands in the text as `plain_of` gives it."""

    def fits(self, other: Value) -> bool:
        """Whether both may name one thing: what one leaves open is no difference."""
        if self.kind == "clock" and other.kind == "clock":
            return _same_clock(self.parts, other.parts)
        if self.kind != other.kind and {self.kind, other.kind} - {"number", "amount", "money", "date", "version"}:
            return False
        if self.kind != other.kind:
            mine, yours = _bare(self), _bare(other)
            return bool(mine) and (mine == yours or _short_year(self, other) or _short_year(other, self))
        return len(self.parts) == len(other.parts) and all(
            a == b or _ANY in (a, b) for a, b in zip(self.parts, other.parts, strict=True)
        )


def _short_year(one: Value, other: Value) -> bool:
    """一七年 is 2017."""
    return (
        one.parts[1:] == ("year",)
        and other.kind == "date"
        and len(one.parts[0]) == 2
        and other.parts[0][2:] == one.parts[0]
    )


def _bare(value: Value) -> str:
    """The number alone, where a unit or the rest of a date may be left out."""
    if value.kind == "date":
        return value.parts[0] if value.parts[1:] == (_ANY, _ANY) else ""
    return value.parts[0]


def _same_clock(one: Parts, other: Parts) -> bool:
    (hour, minute, half), (hour2, minute2, half2) = one, other
    if minute != minute2:
        return False
    if _ANY in (half, half2):
        return int(hour) % 12 == int(hour2) % 12
    return hour == hour2


_DIGITS: Final = {sign: place for place, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_UNITS: Final = {"十": 10, "百": 100, "千": 1000}
_HAN_NUMBER: Final = "零〇一二两三四五六七八九十百千万"
_CLASSIFIER: Final = (
    "个半?月|个?小时|分钟|秒|点|岁|周岁|年级|年|月|日|号|天|周|星期|次|回|遍|趟|块|元|万|亿|人|只|条|台|本|份|张|件|位|家|间|间房|辆|部|杯|瓶|顿|碗|片|粒|棵|斤|公斤|"
    "千克|克|分|米|公里|里|厘米|亩|楼|层|级|章|节|页|行|字|句|首|篇|幅|倍|折|成|股|期|届|名|口|头|匹|所|支|套|双|把|盒|包|箱|场|门|种|项|席|桌|盆|"
    "居室|室|厅|路|线|排|栋|单元|组|个|多|余|来"
)
_COUNTED = re.compile(rf"(?P<n>[{_HAN_NUMBER}]+)(?=(?:{_CLASSIFIER}))")
_NOT_COUNTED = re.compile("(?:星期|礼拜|周)$")
_WORDS: Final = NUMBER_WORDS | {
    "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18",
    "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70",
    "eighty": "80", "ninety": "90", "hundred": "100", "twice": "2 times", "dozen": "12",
}  # fmt: skip
_WORD_NUMBER = re.compile(
    r"\b(?:(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(one|two|three|four|five|six|seven|eight|nine)|("
    + "|".join(sorted(_WORDS.keys() - {"one", "zero"}, key=len, reverse=True))
    + r"))\b"
)
_HALF_PAST = re.compile(r"\bhalf past (\d{1,2})\b")
_QUARTER = re.compile(r"\bquarter (past|to) (\d{1,2})\b")
_MONTHS: Final = {
    name: str(number)
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|october oct|november nov|december dec".split(
            "|"
        ),
        1,
    )
    for name in names.split()
}
_MONTH: Final = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAYS: Final = {
    name: str(number)
    for number, names in enumerate(
        "monday mon|tuesday tue tues|wednesday wed|thursday thu thurs|friday fri|saturday sat|sunday sun".split("|"), 1
    )
    for name in names.split()
}
_HAN_DAYS: Final = {"一": "1", "二": "2", "三": "3", "四": "4", "五": "5", "六": "6", "日": "7", "天": "7"}
_PM: Final = "下午|晚上|傍晚|夜里|晚|夜间|中午"
_AM: Final = "上午|早上|清晨|凌晨|早晨|早|一早"
_MONEY_AFTER: Final = r"usd|eur|gbp|dollars?|bucks|euros?|pounds?|francs?|chf|zloty|zl|yen|yuan|rmb|kr|sek|nok|dkk|quid|元|块钱?|人民币|美元|欧元|英镑|日元|港币"
_UNITS_EN: Final = (
    r"years?|yrs?|months?|weeks?|days?|hours?|hrs?|h|minutes?|mins?|seconds?|secs?|ms|km|kilomet(?:er|re)s?|miles?|m|met(?:er|re)s?|cm|mm|kg|kilos?|g|grams?|mg|ml|l|lit(?:er|re)s?|"
    r"gb|mb|tb|kb|percent|%|degrees|times|spaces|people|persons|rooms?|bedrooms?|sessions?|pages?|words|sentences|lines|chickens|hens|seats|floors?|th floor|children|kids|dogs|cats"
)
_CANON: Final = (
    ("year", "years? yrs? 年 周岁 岁 aged years old"),
    ("month", "months? 个月 月"), ("week", "weeks? 周 星期 个星期"), ("day", "days? 天 日"),
    ("hour", "hours? hrs? h 小时 个小时"), ("minute", "minutes? mins? 分钟 分"), ("second", "seconds? secs? 秒"),
    ("km", "km kilometers? kilometres? 公里 千米"), ("kg", "kg kilos? 公斤 千克"), ("metre", "m meters? metres? 米"),
    ("percent", "% percent"), ("litre", "l liters? litres? 升"), ("time", "times 次 回 遍"),
)  # fmt: skip
_UNIT_OF: Final = tuple(
    (name, re.compile("|".join(sorted(spellings.split(), key=len, reverse=True)))) for name, spellings in _CANON
)


@lru_cache(maxsize=4096)
def plain_of(text: str) -> str:
    """The text folded, in small letters, its counted numbers in figures."""
    plain = fold(text).lower().replace("：", ":")
    plain = _WORD_NUMBER.sub(_figure, plain)
    plain = _HALF_PAST.sub(r"\1:30", plain)
    plain = _QUARTER.sub(lambda m: f"{m[2]}:15" if m[1] == "past" else f"{(int(m[2]) - 2) % 12 + 1}:45", plain)
    return _COUNTED.sub(lambda m: m[0] if _NOT_COUNTED.search(plain[: m.start()]) else _han_figure(m[0]), plain)


def _figure(found: re.Match[str]) -> str:
    if found[3]:
        return _WORDS[found[3]]
    return str(int(_WORDS[found[1]]) + int(_WORDS[found[2]]))


def _han_figure(written: str) -> str:
    """一百二十 is 120, 一五 15; a lone 一 stays, since it is an article more often than a number."""
    if written in ("一", "万", "千", "百", "零"):
        return written
    if not any(sign in written for sign in "十百千万"):
        return "".join(str(_DIGITS[sign]) for sign in written)
    total, section, digit = 0, 0, 0
    for sign in written:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
        elif sign == "万":
            total, section, digit = (total + section + digit) * 10_000, 0, 0
        else:
            section, digit = section + (digit or 1) * _UNITS[sign], 0
    return str(total + section + digit)


def values(text: str) -> list[Value]:
    """Its values in order; no two overlap."""
    return list(_values(plain_of(text)))


@lru_cache(maxsize=4096)
def _values(plain: str) -> tuple[Value, ...]:
    taken = bytearray(len(plain))
    found: list[Value] = []
    for kind, pattern, read in _PATTERNS:
        for match in pattern.finditer(plain):
            start, end = match.span()
            if end == start or any(taken[start:end]):
                continue
            parts = read(match)
            if parts is None:
                continue
            taken[start:end] = b"\1" * (end - start)
            found.append(Value(kind, parts, start, end))
    return tuple(sorted(found, key=lambda value: value.start))


def _date(year: str | None, month: str | None, day: str | None) -> Parts:
    return tuple(part.lstrip("0") or "0" if part else _ANY for part in (year, month, day))


def _english_date(found: re.Match[str]) -> Parts:
    groups = found.groupdict()
    return _date(groups.get("y"), _MONTHS[groups["m"]], groups.get("d"))


def _han_date(found: re.Match[str]) -> Parts | None:
    if not any(found.groupdict().values()):
        return None
    return _date(found["y"], found["m"], found["d"])


def _english_clock(found: re.Match[str]) -> Parts | None:
    groups = found.groupdict()
    hour, minute, half = int(groups["h"]), int(groups.get("min") or 0), (groups.get("half") or "")[:1]
    if hour > 24 or minute > 59:
        return None
    return _clock(hour, minute, half)


def _clock(hour: int, minute: int, half: str) -> Parts:
    if half == "p" and hour < 12:
        return str(hour + 12), str(minute), "24"
    if half == "a":
        return str(hour % 12), str(minute), "24"
    sure = hour > 12 or hour == 0 or half == "p"
    return str(hour % 24), str(minute), "24" if sure else _ANY


def _colon_clock(found: re.Match[str]) -> Parts | None:
    parts = _english_clock(found)
    written = found["h"]
    # 07:30 and 19:30 are written by a clock of 24 hours; 7:30 may be either.
    if parts and not found.groupdict().get("half") and len(written) == 2 and written[0] == "0":
        return parts[0], parts[1], "24"
    return parts


def _han_clock(found: re.Match[str]) -> Parts | None:
    hour = int(found["h"])
    if hour > 24:
        return None
    minute = 30 if found["half"] == "半" else 15 if found["half"] == "一刻" else int(found["min"] or 0)
    part = found["part"] or ""
    half = ""
    if part:
        half = "p" if re.fullmatch(_PM, part) and not (part == "中午" and hour == 11) else "a"
        if half == "p" and part in {"夜里", "晚上", "夜间"} and hour in (1, 2, 3, 12):
            half = "a"
    return _clock(hour, minute, half)


def _number(written: str) -> str:
    plain = re.sub(r"(?<=\d)[,' ](?=\d{3}(?:\D|$))", "", written)
    if re.fullmatch(r"\d+(?:\.\d+)?[kw万亿]", plain):
        scale = {"k": 1_000, "w": 10_000, "万": 10_000, "亿": 100_000_000}[plain[-1]]
        return f"{float(plain[:-1]) * scale:g}"
    return plain.lstrip("0") or "0"


def _unit(written: str) -> str:
    for name, spellings in _UNIT_OF:
        if spellings.fullmatch(written):
            return name
    return written.rstrip("s") if written.isascii() else written


_NUM: Final = r"\d[\d,]*(?:\.\d+)?"
_PATTERNS: Final[tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], Parts | None]], ...]] = (
    ("code", re.compile(r"https?://[^\s，。、；）)]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), lambda m: (m[0].rstrip("./"),)),
    ("code", re.compile(r"(?<![\w/])[~.]?/?(?:[\w.-]+/)+[\w.-]*\w|(?<!\w)/[\w.-]+\w"), lambda m: None if re.fullmatch(r"[\d/]+", m[0]) or (m[0].isalpha()) or not re.search(r"[./_\d-].*/|/.*[/._\d-]|^/", m[0]) else (m[0].strip("/"),)),
    ("date", re.compile(r"(?<!\d)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)"), _han_date),
    ("date", re.compile(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{_MONTH})\b\.?(?:,? (?P<y>(?:19|20)\d\d)\b)?"), _english_date),
    ("date", re.compile(rf"\b(?P<m>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:\d])(?:,? (?P<y>(?:19|20)\d\d)\b)?"), _english_date),
    ("date", re.compile(rf"\b(?P<m>{_MONTH})\.?,? (?P<y>(?:19|20)\d\d)\b"), _english_date),
    ("date", re.compile(rf"\b(?P<m>{'|'.join(name for name in _MONTHS if name not in ('may', 'mar', 'march', 'sep', 'dec', 'jan'))}|january|december)\b"), _english_date),
    ("date", re.compile(r"\b(?:in|since|until|from|by|of|mid|early|late|this|next|last)[ -](?P<m>may|march)\b"), _english_date),
    ("date", re.compile(r"(?:(?P<y>\d{4}) ?年)(?: ?(?P<m>\d{1,2}) ?月(?: ?(?P<d>\d{1,2}) ?[日号])?)?"), _han_date),
    ("date", re.compile(r"(?P<y>(?!))?(?P<m>\d{1,2}) ?月(?:份|底|初| ?(?P<d>\d{1,2}) ?[日号]?)?(?!内)"), _han_date),
    ("date", re.compile(r"(?P<y>(?!))?(?P<m>(?!))?(?P<d>\d{1,2})[日号](?![线楼院店门台机馆场])"), _han_date),
    ("clock", re.compile(r"(?<![\d:.])(?P<h>\d{1,2})[:.](?P<min>\d\d)(?::\d\d)? ?(?P<half>[ap])\.?m\b\.?"), _english_clock),
    ("clock", re.compile(r"(?<![\d:.])(?P<h>\d{1,2})[:.](?P<min>\d\d)(?= ?(?:-|to|until) ?\d{1,2}(?:[:.]\d\d)? ?(?P<half>[ap])\.?m\b)"), _english_clock),
    ("clock", re.compile(r"(?<![\d:.])(?P<h>\d{1,2})(?= ?(?:-|to|until) ?\d{1,2}(?:[:.]\d\d)? ?(?P<half>[ap])\.?m\b)"), _english_clock),
    ("clock", re.compile(r"(?<![\d:.])(?P<h>\d{1,2}) ?(?P<half>[ap])\.?m\b\.?"), _english_clock),
    ("amount", re.compile(r"(?<![\d:])\d{1,3}:[0-5]\d:[0-5]\d(?![\d:])"), lambda m: (m[0], "h:m:s")),
    ("clock", re.compile(rf"(?P<part>{_PM}|{_AM})?(?<![\d:.])(?P<h>\d{{1,2}}):(?P<min>[0-5]\d)(?![\d:])(?P<half>(?!))?"), lambda m: _han_clock(m) if m["part"] else _colon_clock(m)),
    ("clock", re.compile(rf"(?P<part>{_PM}|{_AM})?(?:的)?(?<![\d.])(?P<h>\d{{1,2}})点钟?(?P<half>半|一刻)?(?:(?P<min>[0-5]?\d)分?)?(?![\d个])"), _han_clock),
    ("clock", re.compile(r"\b(?:noon|midday)\b"), lambda m: ("12", "0", "24")),
    ("clock", re.compile(r"\bmidnight\b"), lambda m: ("0", "0", "24")),
    ("clock", re.compile(r"\b(?:at|by|until|till|before|after|past|around|from) (?P<h>1[0-2]|[1-9])(?: ?o'?clock|(?= (?:and|on|or|every|each|in|sharp|so|but)\b| ?$|[.,;)]))"), _english_clock),
    ("weekday", re.compile(r"\b(?:(mon|tues|wednes|thurs|fri|satur|sun)days?|(?<=\bon )(mon|tue|wed|thu|fri|sat|sun)|(?<=\bevery )(mon|tue|wed|thu|fri|sat|sun)|(mon|tues?|wed|thurs?|fri|sat|sun)(?=[.,/;:]? ?(?:-|&|/|and \b(?:mon|tue|wed|thu|fri|sat|sun)|\d)))\b"), lambda m: (_DAYS[m[1] + "day"] if m[1] else _DAYS[m[2] or m[3] or m[4]],)),
    ("weekday", re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])(?![年次个])"), lambda m: (_HAN_DAYS[m[1]],)),
    ("money", re.compile(rf"[$€£¥₤]\s?({_NUM}(?: ?[kw万])?)"), lambda m: (_number(m[1].replace(" ", "")), _ANY)),
    ("money", re.compile(rf"({_NUM}[万亿kw]?)多? ?(?:{_MONEY_AFTER})(?![a-z])"), lambda m: (_number(m[1]), _ANY)),
    ("version", re.compile(r"(?<![a-z0-9_.])v?(\d+(?:\.\d+){2,}(?:-[a-z0-9.]+)?)(?![a-z0-9_])"), lambda m: (m[1],)),
    ("version", re.compile(r"(?<![a-z0-9_.])v(\d+(?:\.\d+)*)(?![a-z0-9_])"), lambda m: (m[1],)),
    ("ordinal", re.compile(r"第(\d+|[一二三四五六七八九十])"), lambda m: (m[1] if m[1].isdigit() else _han_figure(m[1]) if m[1] != "一" else "1",)),
    ("ordinal", re.compile(r"\b(\d+)(?:st|nd|rd|th)\b"), lambda m: (m[1],)),
    ("code", re.compile(r"(?<![a-z0-9_#-])#?(?=[a-z0-9_-]*\d)(?=[0-9_-]*[a-z])[a-z0-9]+(?:[_-][a-z0-9]+)*(?![a-z0-9_])"), lambda m: None if re.fullmatch(rf"\d+-?(?:k|w|{_UNITS_EN}|px|am|pm|st|nd|rd|th|s)", m[0]) else (re.sub(r"[#_-]", "", m[0]),)),
    ("amount", re.compile(rf"({_NUM}[万亿kw]?)多? ?-?({_UNITS_EN}|{_CLASSIFIER}|%)(?![a-z])"), lambda m: (_number(m[1]), _unit(m[2]))),
    ("date", re.compile(r"(?<![\d.,])(?P<y>(?:19|20)\d\d)(?![\d.,]\d|\d)(?P<m>(?!))?(?P<d>(?!))?"), _han_date),
    ("number", re.compile(rf"(?<![a-z0-9_.])({_NUM}[万亿]?)"), lambda m: (_number(m[1].rstrip(",")),)),
)  # fmt: skip
"""In this order: what is found first takes its place in the text."""


def unmatched(ours: list[Value], theirs: list[Value]) -> tuple[list[Value], list[Value], int]:
    """What of each no value of the other fits, and how many do."""
    left = [value for value in ours if not any(value.fits(other) for other in theirs)]
    right = [value for value in theirs if not any(value.fits(other) for other in ours)]
    return left, right, len(ours) - len(left)


def quoted(text: str) -> Iterator[str]:
    """What stands in quotation marks: titles, names, words that are spoken of."""
    for found in _QUOTED.finditer(text):
        yield next(filter(None, found.groups())).strip().lower()


_QUOTED = re.compile(
    r"“([^”]{1,40})”|\"([^\"]{1,40})\"|《([^》]{1,40})》|「([^」]{1,40})」|‘([^’]{2,40})’|`([^`]{1,60})`"
)

"""How likely a pointing word is to point out of its text: a linear model over what stands around it.

`reference_en` and `reference_zh` know wording that points nowhere. The model has read some thousand labelled notes (`bench/pointing/`,
whose README has its figures on texts it never saw) and weighs what they can't list: the words on both sides, where in the text
the pointer stands, whether its noun was there before, who and what was named in front of it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from satchel.text.linear import Linear
from satchel.text.reference_en_nouns import OPENING, Named, Noun
from satchel.text.reference_zh_names import (
    is_empty,
    names_several,
    names_somebody,
    names_something,
)

WEIGHTS: Final = "pointing.npz"
_NEAR: Final = 60
_NEAR_HAN: Final = 200

_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_UNIT: Final = r"(?:minutes?|hours?|days?|nights?|weeks?|fortnights?|months?|years?|decades?)"
_COUNT: Final = (
    r"(?:\d{1,4}|an?|half an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|a few|a couple of|several|some)"
)
LATIN: Final = re.compile(
    r"\b(?:(?P<time>yesterday|today|tonight|tomorrow|tmrw|tmr|just now|the other (?:day|night|week)|the day (?:before yesterday|after tomorrow)"
    rf"|(?:earlier|later) (?:today|this [a-z]+)|(?:last|next|this|this coming|this past|coming|past) (?:{_DAY}|{_UNIT}|morning|afternoon|evening|weekend|spring|summer|autumn|fall|winter"
    r"|term|semester|quarter|season|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter)"
    rf"|(?<!every ){_COUNT} {_UNIT} (?:ago|from (?:now|today)|hence)|in {_COUNT} {_UNIT}(?:['’]s? time)?|in a fortnight)"
    r"|(?P<person>he|she|they|him|her|hers|his|their|theirs|them|you-know-who)"
    r"|(?P<earlier>(?:as|like) (?:i|we|you|he|she|they) (?:[a-z]+ )?(?:said|told|mentioned|discussed|agreed|explained|wrote|asked|planned|did|had|promised|noted|described|suggested)"
    r"|(?:as|like) (?:usual|before|always|agreed|discussed|mentioned|said|above|noted|stated|described|planned|requested|promised|last time)"
    r"|(?:the|what) (?:[a-z]+ ){0,2}(?:we|you|i|they) (?:just )?(?:discussed|mentioned|agreed|talked about|suggested|proposed|brought up|outlined|sent|came up with|described|asked (?:about|for)|went (?:over|through)|recommended|drafted|listed|showed|promised|planned|chose|picked)"
    r"|(?:the )?(?:previous|earlier|above|aforementioned|preceding|prior|following|below)(?: [a-z]+)?)"
    r"|(?P<place>there|here)"
    r"|(?P<it>it|its|itself)"
    r"|(?P<dem>(?:this|that|these|those|such)(?: (?:same|other|whole|particular|specific|very|exact|one|old|new))?)"
    r"|(?P<other>(?:the )?(?:other|another|same|usual|former|latter|original|rest|others|first|second|third|fourth|last|next|final|two|three|four)(?: [a-z]+)?|(?:the [a-z]+ )?ones?|both|neither|either))\b",
    re.IGNORECASE,
)
_HAN_COUNT: Final = r"[\d一二两三四五六七八九十几半]{1,4}"
_HAN_UNIT: Final = "(?:分钟|个?小时|天|日|晚|周|个?星期|个?礼拜|个?月|个?季度|年|个?学期)"
_DEMONSTRATIVES: Final = r"[这那](?:一|两|三|几|些)?(?:个|种|件|份|套|条|位|次|家|本|部|台|辆|张|篇|段|句|款|批|组|块|间|座|笔|封|首|场|期|类|只|支|把|双|版|项|栋|幅|棵|副|样|么)?|[该此]"
HAN: Final = re.compile(
    rf"(?P<time>大?[前后]天|[昨今明]天|[昨今明][晚早日]|[上下本这]+(?:一|个)?(?:周|星期|礼拜)[一二三四五六日天末]?|[上下本这]个?(?:月[初中底末]?|季度|学期|旬|年度)|[去今明前后]年(?:[初底中春夏秋冬]天?)?"
    rf"|(?:再过)?{_HAN_COUNT}{_HAN_UNIT}(?:之|以)?[前后](?![端面半])|再过{_HAN_COUNT}{_HAN_UNIT}|前(?:几|两|些)(?:天|日|周|年|个月)|前(?:一)?阵子?|过(?:几|两)天|刚才|刚刚)"
    r"|(?P<person>(?<![其吉排利])(?:他们|她们|[他她](?![人乡杀日国者山]))|对方(?![案法便式面向])|前者|后者)"
    r"|(?P<it>它们|它|其中|其)"
    r"|(?P<place>[这那](?:边|里|儿|头)|当地|对面|隔壁|老地方)"
    r"|(?P<earlier>上次|上回|上文|前文|之前|先前|此前|前面|上面|下面|以上|上述|前述|同上|附件|如[前上]|照旧|照原|老样子|老规矩|原来|原先|以前|届时|到时候?|事后|随后|见[上下前]"
    r"|(?:用户|你|您|我们?|你们|大家|他|她)(?:刚才|之前|上次|前面|一起)?(?:发来|发|说|讲|提到|给|推荐|提|讨论|聊到|要求|约定|建议|列出?|写|选|定)(?:过|了|好)?的|刚[说讲聊提发给]|前一[个封条版次份位]|[上下]一[个封条版次份步页张])"
    rf"|(?P<dem>{_DEMONSTRATIVES})"
    r"|(?P<other>第[一二两三四五六七八九十\d]{1,2}[个种版条款项家本份步次页段位张]|另外?一?(?:个|种|家|款|位|份|套|版|条|边|件)|同样|同一?[个种家款样份]|其余|其他|其它|剩下|余下|别的|两者|二者|一样|类似|相同)"
)
KNOWN_WELL: Final = re.compile(_DEMONSTRATIVES)
"""Pointing words that the model may be trusted with where no rule finds them: of what it finds of these in ordinary notes six in seven
are right, of other sorts half (`en_d zh_d` of its corpus, before they were fitted on)."""
_WORD: Final = re.compile(r"[a-z0-9']+|[^\sa-z0-9']")
_SIGNS: Final = re.compile(r"[\u3400-\u9fff]")
_STOPS: Final = re.compile(r"[.!?;\n。！？；]")
_DATE: Final = re.compile(
    r"\d{4}[-/.]\d{1,2}|\d{4} ?年|\d{1,2} ?月 ?\d{1,2}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b20\d\d\b"
)
_PAST: Final = re.compile(r"\b(?:was|were|had|went|got|said|told|came|[a-z]{3,}ed)\b")
_HABIT: Final = re.compile(r"\b(?:every|always|usually|never|each|whenever|often|any)\b")
_CONDITION: Final = re.compile(r"\b(?:when|if|until|once|before|after|while|unless)\b")
_SAYS: Final = re.compile(
    r"\b(?:every|always|usually|never|when|if|whenever|each|prefers?|wants?|likes?|before|after|was|were|will|said|asked|told|has|had|is)\b"
)
_ORDER: Final = re.compile(r"\W*[a-z]+ (?:the|an?|all|any|it|this|that|user)\b")
_NAME_BEFORE: Final = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")
_OPENS_WITH_NAME: Final = re.compile(
    r"\W*(?!(?:The|User|I|We|When|If|My|A|An|In|On|For|After|It|This|That|He|She|They|Please|Note)\b)[A-Z][a-z]+\b"
)
_FOLLOWING: Final = frozenset(
    "of for that which who whose where in on at from with about to is was are were and or i we you he she they user the . , : ! ? ; called named".split()
)
_ANYTHING: Final = frozenset(
    "thing stuff one matter issue problem idea plan project file document approach solution guy person place option version tool bug error meeting"
    " feature task request question decision suggestion script link site topic email message proposal setting draft design".split()
)
_HAN_HABIT: Final = re.compile("每|总是|经常|平时|如果|时候|一旦|凡是")
_HAN_DONE: Final = re.compile("[了过]")
_HAN_BEFORE: Final = re.compile("每|总|如果|时|喜欢|希望|要|了|过|说|问|让|用户|我|是|在|把|给|跟|和|的")
_HAN_BEHIND: Final = re.compile("每|总|如果|时|喜欢|希望|要|了|过|说|问|让|用户|是|的")
_COLON: Final = re.compile(r"[^.。;；!?！？]{0,25}[:：]")
_END: Final = re.compile(r"\s*(?:[.,;!?)]|$)")
_RUN: Final = re.compile(r"(?:(?![的了是很太也都就在把被要会能不没给和跟])[\u3400-\u9fffA-Za-z])*")
_QUANTIFIED: Final = re.compile(r"^[这那该此其第一二两三四几个种件些位套条款家本部台份张篇段句次批只座栋]+")


def likelihoods(masked: str, spans: list[tuple[int, int]]) -> list[float]:
    """How likely each span points out of the text, 0 to 1; the text has its quotations masked, in simplified signs."""
    model = _model() if spans else None
    return [model.share(found) for found in features(masked, spans)] if model else []


def features(masked: str, spans: list[tuple[int, int]]) -> list[set[str]]:
    """What the model looks at, for each span."""
    view = _View(masked)
    return [view.features(start, end) for start, end in spans]


class _View:
    """One text, and what is asked of it again for each of its pointers."""

    __slots__ = ("_date", "_done", "_habit", "_low", "_named", "_past", "_text")

    def __init__(self, text: str) -> None:
        self._text, self._low = text, text.lower()
        if len(self._low) != len(text):  # a few capitals become two characters: offsets would move
            self._low = text
        self._named = Named(text)
        self._date = _DATE.search(self._low)
        self._past = _PAST.search(self._low) is not None
        self._habit = _HABIT.search(self._low) is not None or _HAN_HABIT.search(text) is not None
        self._done = _HAN_DONE.search(text) is not None

    def features(self, start: int, end: int) -> set[str]:
        low = self._low
        word, before, behind = low[start:end], low[:start], low[end:]
        sort = _sort_of(self._text[start:end])
        if _SIGNS.search(word):
            key, near, told = word, *self._han(word, start, end)
        else:
            key, near, told = word.split()[0] if word.split() else word, *self._latin(word, start, end, sort)
        inside = _STOPS.split(before)
        told += [
            f"first{len(inside) == 1}",
            f"clause{_size(len(re.split('[，,]', inside[-1])[-1]) // 4)}",
            f"len{_size(len(low) // 12)}",
            f"rep{low.count(word) > 1}",
            f"date{'no' if self._date is None else 'bef' if self._date.start() < start else 'aft'}",
            f"user{'user' in before or '用户' in before}",
            f"colon{_COLON.match(behind) is not None}",
            f"hab{self._habit}",
            f"q{'Q' in self._text[start : end + 8]}",
            f"sent{min(len(inside) - 1, 3)}",
        ]
        found = {f"w={word}", f"k={key}", f"C={sort}", *near}
        found.update(f".{one}" for one in told)
        found.update(f"{sort}:{one}" for one in told)
        found.update(f"k{key}{one}" for one in told[:5])
        return found

    def _latin(self, word: str, start: int, end: int, sort: str) -> tuple[list[str], list[str]]:
        low, text = self._low, self._text
        left = _WORD.findall(low[max(0, start - _NEAR) : start])[-4:]
        right = _WORD.findall(low[end : end + _NEAR])[:4]
        key = word.split(maxsplit=1)[0] if word.split() else word
        one, other = (left[-1] if left else "^"), (right[0] if right else "$")
        two = " ".join(left[-2:]) if len(left) > 1 else f"^ {one}"
        others = " ".join(right[:2])
        near = [
            f"l={one}", f"r={other}", f"l2={two}", f"r2={others}", f"lr={one}_{other}", f"wl={word}_{one}", f"wr={word}_{other}",
            f"wr2={key}_{others}", f"wl2={key}_{two}", f"suf={other[-3:]}", f"wsuf={key}{other[-3:]}",
            *(f"R~{each}" for each in right[1:]), *(f"L~{each}" for each in left[:-1]),
            *(f"hb={each}" for each in set(_SAYS.findall(low[max(0, start - 80) : start]))),
        ]  # fmt: skip
        nouns = [noun for noun in self._nouns(start) if noun.end <= start]
        words_before = _WORD.findall(low, 0, start)
        people = sum(noun.person for noun in nouns)
        told = [
            f"nn{min(len(nouns), 4) if start <= OPENING else 5}",
            f"p{people > 0}",
            f"pl{any(noun.plural for noun in nouns)}",
            f"cap{_NAME_BEFORE.search(text, 0, start) is not None}",
            f"nb{_size(len(words_before))}",
            f"pn{people > 1}",
            f"capfirst{_OPENS_WITH_NAME.match(text, 0, start) is not None}",
            f"l={one}",
            f"tail{_END.match(low, end) is not None}",
            f"past{self._past}",
            f"when{_CONDITION.search(low, max(0, start - _NEAR), start) is not None}",
            f"imp{_ORDER.match(low) is not None}",
        ]
        if sort in ("dem", "other", "earlier"):
            words = _WORD.findall(word)
            head = words[-1] if len(words) > 1 else other
            if head.isalpha():
                seen = _singular(head) in set(map(_singular, words_before))
                told += [
                    f"seen{seen}",
                    f"gen{head in _ANYTHING}",
                    f"seen{seen}gen{head in _ANYTHING}",
                    f"suf{head[-3:]}",
                ]
            behind = right[1] if len(words) == 1 and len(right) > 1 else other
            ending = "ed" if behind.endswith("ed") else "ing" if behind.endswith("ing") else behind[-1:] == "s"
            told.append(f"fol={behind if behind in _FOLLOWING else ending}")
        return near, told

    def _nouns(self, start: int) -> list[Noun]:
        return [] if start > OPENING else list(self._named.before(start))

    def _han(self, word: str, start: int, end: int) -> tuple[list[str], list[str]]:
        text = self._text
        left, right = text[max(0, start - 4) : start].rjust(4, "^"), text[end : end + 4].ljust(4, "$")
        near = [f"clr={left[-1]}{right[0]}", f"clr2={left[-2:]}{right[:2]}"]
        for length in (1, 2, 3, 4):
            near += [f"cl={left[-length:]}", f"cr={right[:length]}"]
        for length in (1, 2, 3):
            near += [f"wcl={word}{left[-length:]}", f"wcr={word}{right[:length]}"]
        ahead = text[max(0, start - 7) : start]
        near += [f"LG{ahead[place : place + 2]}" for place in range(len(ahead) - 1)]
        near += [f"RG{text[place : place + 2]}" for place in range(end, min(end + 6, len(text) - 1))]
        near += [f"zb={each}" for each in set(_HAN_BEFORE.findall(text, max(0, start - 20), start))]
        near += [f"za={each}" for each in set(_HAN_BEHIND.findall(text, end, end + 12))]
        core = (_QUANTIFIED.sub("", word) or text[end : end + 2])[:2]
        before = text[max(0, start - _NEAR_HAN) : start]
        shared = any(sign in before for sign in core if _SIGNS.match(sign))
        named = names_something(before)
        told = [
            f"ns{named}",
            f"em{is_empty(before)}",
            f"sb{names_somebody(before)}",
            f"sv{names_several(before)}",
            f"nb{_size(len(_SIGNS.findall(text, 0, start)) // 2)}",
            f"seen{len(core) == 2 and core in before}",
            f"s1{shared}",
            f"ns{named}s1{shared}",
            f"l={text[start - 1 : start] or '^'}",
            f"r={text[end : end + 1] or '$'}",
            f"de{text[end : end + 8].find('的')}",
            f"le{self._done}",
            f"run{_size(_RUN.match(text, end).end() - end)}",  # type: ignore[union-attr]  # matches nothing at the least
            f"cl{start == 0 or text[start - 1] in '，。；！？,;:： ' or text[start - 1] == chr(10)}",
        ]
        return near, told


def _sort_of(pointer: str) -> str:
    """Which sort of pointer it is; one that only the rules know is of none."""
    found = (HAN if _SIGNS.search(pointer) else LATIN).match(pointer)
    return (found.lastgroup or "x") if found else "x"


def _singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


def _size(count: int) -> int:
    """A count, coarse where it is large."""
    return count if count < 4 else next((limit for limit in (4, 7, 12, 20) if count <= limit), 40)


@cache
def _model() -> Linear:
    return Linear.load(files(__package__) / WEIGHTS)

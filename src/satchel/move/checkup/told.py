"""What a text tells, taken apart once, so that it can be held against many others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from satchel.text.clean import strip_marks
from satchel.text.exclusive_words import HAN_STRONG, HAN_WEAK, STRONG, WEAK
from satchel.text.fold import fold
from satchel.text.stem import stem
from satchel.text.stopwords import ENGLISH
from satchel.text.synonyms import han_meaning_of, han_words, meaning_of, person_of
from satchel.text.traits import traits
from satchel.text.values import Value, plain_of, quoted, values

LONGEST: Final = 600
"""Characters; a longer text says too much to be held against another sentence by sentence."""
_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_TOKEN = re.compile(rf"[{_HAN}]+|[^\W\d_{_HAN}]+(?:['-][^\W\d_{_HAN}]+)*|[a-z]+\d+[a-z\d]*")
_STOP: Final = (ENGLISH - {"like"}) | frozenset(
    "user users client owner i'm i've i'd it's that's doesn't don't didn't isn't aren't wasn't can't won't btw ok okay yes yeah well get gets got getting go goes going went come comes"
    " make makes made take takes took thing things really quite rather still just also even actually currently now always usually sometimes says said told tell mentioned asked per"
    " note noted via yet already ever never no not none without cannot one new say according one's something anything nothing everything someone somebody us use uses used".split()
)
_HAN_STOP: Final = frozenset(
    "设成定时间做进行按的了吗呢吧啊呀嘛地得着很就也都是在把被让给对和与及跟或但而且又还再才只这那哪些个之其我你他她它们您咱用户说到去来有会要能可以为于从向以及里上中下后前时等过最更太已经着一不没无未别"
)
_HAN_SPLIT = re.compile(
    "用户|我们|他们|她们|自己|本人|因为|所以|但是|不过|而且|并且|如果|的时候|时候|现在|目前|已经|还是|一个|一些|一下|一点|有点|非常|特别|比较|十分|其实|就是|"
    "[的了吗呢吧啊呀嘛地得着很就也都是在把被让给对和与及跟或但而这那我你他她它您为于从向以]"
)
_NEGATION_EN = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|nowhere|without|cannot|\w+n't|stopped|quit|refuses?|refused|avoids?|avoid|lacks?|hardly|rarely|seldom|no longer|except|instead of|rather than|unable|hasn't|isn't|un(?:finished|paid|signed|solved|married|employed|available|happy|started|resolved))\b"
)
_NEGATION_ZH = re.compile(
    "(?:不过(?!敏|期|关|滤|户|问)|不仅|不但|不错|不断|不久|不同|不管|不论|无论|差不多|没关系|要不然|对不起|了不起|非常|除非|特别|分别|区别|级别|性别|别人|未来|是否|能否|是不是|能不能|要不要|会不会|有没有|无线|无锡|不例外|不变)"
    "|(不再|不要|不能|不会|不想|没有|尚未|还没|不|没|无|未|别|勿|禁止|拒绝|停止|除了)"
)
_CLAUSE_END: Final = re.compile(
    r"[.,;:!?，。；：！？\n()（）]|\s[-–—]\s|\b(?:but|because|since|although|though)\b|但是?|因为|不过"
)
_SIGNED_EN: Final = {
    "hate": "like", "forbid": "allow", "forbidden": "allow", "prohibit": "allow", "ban": "allow", "banned": "allow", "disallow": "allow", "disabl": "enabl", "closed": "open",
    "inact": "activ", "unpaid": "pay", "reject": "accept", "refus": "accept", "declin": "accept",
}  # fmt: skip
"""Word → what it denies."""
_SIGN_EN = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|\w+n't|stopp?e?d?|stops|quit|avoids?|avoided|lacks?|hardly|rarely|except|instead of|rather than|skip|leave out|leaves out|refuses?|unable|fails? to|failed to|forgot to|dropped|removed|free of|yet to|far from)\b"
)
_SIGN_ZH = re.compile(
    "(?:不过(?!敏|期|关|滤|户|问)|不仅|不但|不错|不断|不久|不同|不管|不论|无论|差不多|没关系|非常|特别|分别|级别|性别|别人|未来|无线|不例外|不变|不止)|(不|没|无|未|别|勿|禁止|拒绝|停止|避免|取消)"
)
_CANNOT_STAND = re.compile(
    r"\b(?:can't|cannot|can not|couldn't) (?:stand|bear|abide)\b|\bnot (?:a |much of a )?(?:big )?fan of\b"
)
_ON = re.compile(r"\b(?:switched|turned) on\b|(?<=\bis) on(?= for|\.|,|$)|(?<=\bare) on(?= for|\.|,|$)")
_OFF = re.compile(r"\b(?:switched|turned) off\b|(?<=\bis) off\b|(?<=\bare) off\b")
_FORMER = re.compile(
    r"\b(?:used to|formerly|former|previously|back then|in the past|years ago|until (?:last|recently|\d{4})|as a (?:child|kid|teenager|student)|grew up|(?:in|at) (?:college|university|school)|in (?:my|his|her|their|the) (?:twenties|teens|thirties|childhood)|back in my)\b|以前|曾经|曾|过去|原来|原先|当年|小时候|年轻时|从前|前年|去年|早年|大学时|学生时代|大学期间|上学时|那时"
)
_HOPED = re.compile(
    r"\b(?:plans? to|planning to|plan is|intends? to|hopes? to|wants? to|wanted to|would like to|might|maybe|perhaps|considering|thinking (?:of|about)|someday|one day|dreams? of|would love to|asked for|toying with)\b|打算|计划|想(?:要|换|去|买|学|搬|养|试)|考虑|将来|以后想|也许|或许|有朝一日|想.{0,8}(?:换|搬|学|买)"
)
_SCOPES: Final = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("weekdays", r"\bweekdays?\b|\bworking days?\b|工作日|平日|周一到周五|周一至周五"),
        ("weekends", r"\bweekends?\b|\bsaturdays?\b|\bsundays?\b|周末|周六|周日|双休"),
        ("winter", r"\bwinters?\b|冬天|冬季"), ("summer", r"\bsummers?\b|\bjuly\b|\baugust\b|夏天|夏季|暑假"), ("spring", r"\bspring\b|春天|春季"), ("autumn", r"\bautumn\b|秋天|秋季"),
        ("work", r"\bat work\b|\bwork (?:laptop|phone|computer|mail|email)\b|\bat the office\b|公司里|上班时|工作群"), ("home", r"\bat home\b|在家|家族群|家里"),
        ("raw", r"\braw\b|生(?:的|吃)"), ("cooked", r"\bcooked\b|\bpickled\b|\bfried\b|熟(?:的|吃)"),
    )
)  # fmt: skip
_PAST = re.compile(
    r"\b(?:used to|formerly|previously|once|back then|in the past|years ago|months ago|ago|until (?:last|recently|\d{4})|was|were|had been|as a (?:child|kid|teenager|student)|grew up|ex-|former|originally|at first|last (?:year|month|week|summer|winter|spring|autumn))\b"
    "|以前|曾经|曾|过去|之前(?!提交|交)|原来|原先|当年|小时候|年轻时|从前|前年|去年|上个月|最初|一度|早年|大学时|那时"
)
_PLAN = re.compile(
    r"\b(?:plans? to|planning to|intends? to|hopes? to|wants? to|would like to|might|may|maybe|perhaps|considering|thinking (?:of|about)|going to|will|someday|one day|next (?:year|month|summer|spring|winter)|is looking (?:for|to)|dreams? of|would love to|if)\b"
    "|打算|计划|想(?:要|换|去|买|学|搬|养|试)|准备(?!好)|考虑|将来|以后想|希望|可能|也许|或许|有朝一日|明年|下个月|如果|要是|假如|等.{1,10}再"
)
_QUESTION = re.compile(r"\?|？|吗[。！]?$|\bwhether\b|是否|能否")
_EXCEPT = re.compile(
    r"\b(?:except|exception|unless|only when|only if|other than|apart from|but not|on weekends|at weekends|when (?:travelling|traveling|abroad|sick|ill|stressed|on)|during|while|in emergencies|for (?:medical|legal|work|school))\b"
    "|除了|除非|例外|只有|仅在|只在|时(?:候)?[，,]|期间|出差|旅行时|紧急|特殊|周末|工作日|聚会"
)
_ONCE = re.compile(
    r"\b(?:yesterday|today|tonight|last night|this (?:morning|week|time)|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday) \d|one time|once|tried|for once)\b"
    "|昨天|今天|今晚|昨晚|这次|有一次|那次|一次|一回|陪.{1,6}(?:去|坐|吃|看)|试过|破例"
)
_NAME = re.compile(r"(?<![A-Za-z])[A-Z][\w'&.-]*[A-Za-z0-9]|(?<![A-Za-z])[A-Z](?![A-Za-z'])")
_SOMEBODY_DOES = re.compile(
    r"([A-Z][a-z]+) (?:is|has|runs|leads|lives|works|owns|likes|wants|loves|hates|plays|teaches|manages|reviews|writes|does|doesn't|isn't|can|can't|will|was|takes|keeps|looks|handles|needs|prefers|drives|eats|drinks|speaks|studies|and [A-Z])\b"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:;]\s+|\n\s*|[-*•]\s+|[“\"(])$")
_NO_FAMILY: Final = frozenset(("team", "dentist", "doctor", "boss", "colleague", "landlord", "neighbour", "flatmate"))
"""Whom both texts may mean though one of them leaves them out."""
_NO_NAMES: Final = frozenset(
    "user the a an i my our we he she they it this that his her their there if when on in at for from to of by as with and or but not no yes always never please use write call keep answer do don't dr mr mrs ms prof"
    " monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays january february march april may june july august september october november december"
    " user's i'm i've i'd i'll pm am".split()
)


@dataclass(frozen=True)
class Told:
    """One text."""

    text: str

    @cached_property
    def marked(self) -> str:
        return strip_marks(self.text)[:LONGEST]

    @cached_property
    def plain(self) -> str:
        """Folded, small, counts in figures."""
        return plain_of(self.marked)

    @cached_property
    def values(self) -> list[Value]:
        return values(self.marked)

    @cached_property
    def tokens(self) -> list[tuple[str, str]]:
        """(meaning, spelling) of what carries the statement: English words, Chinese words of the lexicon, other characters."""
        text = list(self.plain)
        for value in self.values:
            text[value.start : value.end] = " " * (value.end - value.start)
        found: list[tuple[str, str]] = []
        for match in _TOKEN.finditer("".join(text)):
            word = match[0]
            if word[0] >= "\u3400":
                found += _han(word)
            else:
                for part in (word.removesuffix("'s"),):
                    if part not in _STOP and len(part) > 1 and meaning_of(part) not in _STOP:
                        found.append((meaning_of(part), part))
        return found

    @cached_property
    def sequence(self) -> list[str]:
        """Words, negations (¬) and values (#kind) in order."""
        text = list(self.plain)
        places: list[tuple[int, str]] = []
        for value in self.values:
            text[value.start : value.end] = " " * (value.end - value.start)
            places.append((value.start, f"#{value.kind}:{'/'.join(value.parts)}"))
        plain = "".join(text)
        denials = [*_SIGN_EN.finditer(plain), *(match for match in _SIGN_ZH.finditer(plain) if match[1])]
        places += [(match.start(), "¬") for match in denials]
        for match in _TOKEN.finditer(plain):
            word = match[0]
            if word[0] >= "\u3400":
                places += [(match.start() + at, meaning) for meaning, at in _han_places(word)]
            elif (part := word.removesuffix("'s")) not in _STOP and len(part) > 1 and meaning_of(part) not in _STOP:
                places.append((match.start(), meaning_of(part)))
        return [what for _, what in sorted(places)]

    @cached_property
    def exclusive(self) -> dict[str, frozenset[str]]:
        """Set of words of which one can hold in a place → those of it that stand here."""
        found: dict[str, set[str]] = {}
        for word in re.findall(r"[a-z][a-z0-9_-]+", self.plain):
            for table in (STRONG, WEAK):
                if word in table:
                    name, value = table[word]
                    found.setdefault(name, set()).add(value)
        for pattern, table in ((HAN_STRONG, STRONG), (HAN_WEAK, WEAK)):
            for match in pattern.finditer(self.plain):
                name, value = table[match[0]]
                found.setdefault(name, set()).add(value)
        return {name: frozenset(values) for name, values in found.items() if name != "weekday"}

    @cached_property
    def scopes(self) -> frozenset[str]:
        """Parts of the year or the week that a statement is limited to."""
        return frozenset(name for name, pattern in _SCOPES if pattern.search(self.plain))

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(meaning for meaning, _ in self.tokens)

    @cached_property
    def phrases(self) -> dict[str, tuple[str, ...]]:
        """Meaning → the words or phrases that it stands in, for a model that embeds them."""
        found: dict[str, list[str]] = {}
        pieces: list[str] = []
        for run in re.findall(f"[{_HAN}]+", self.plain):
            pieces += [piece for piece in _HAN_SPLIT.split(run) if piece]
        for meaning, spelling in self.tokens:
            if spelling[0] >= "\u3400":
                within = [piece for piece in pieces if spelling in piece]
                found.setdefault(meaning, []).extend(within[:2] or [spelling])
            else:
                found.setdefault(meaning, []).append(spelling)
        return {meaning: tuple(dict.fromkeys(spelled)) for meaning, spelled in found.items()}

    @cached_property
    def names(self) -> frozenset[str]:
        """Names, in small letters: capitals inside a sentence, Latin words in a Chinese one, what stands in quotation marks."""
        found = set()
        text = fold(self.marked)
        chinese = re.search(f"[{_HAN}]", text) is not None
        for match in _NAME.finditer(text):
            word = match[0].removesuffix("'s").lower().strip(".")
            if word in _NO_NAMES or (
                not chinese and _SENTENCE_START.search(text[: match.start()]) and match[0][1:].islower()
            ):
                continue
            found.add(word)
        if not chinese and (first := _SOMEBODY_DOES.match(text)):
            word = first[1].lower()
            if word not in _NO_NAMES and word not in _STOP and meaning_of(word) == stem(word):
                found.add(word)
        if chinese:
            found |= {
                word for word in re.findall(r"(?<![a-z0-9])[a-z][a-z0-9+#.-]+", text.lower()) if word not in _NO_NAMES
            }
        for title in quoted(text):
            found |= {title} if re.search(f"[{_HAN}]", title) else set(re.findall(r"[\w'+#.-]+", title))
        return frozenset(found - {""})

    @cached_property
    def openings(self) -> frozenset[str]:
        """First words of sentences with a capital: names where the other text has them as such."""
        found = (match[0].removesuffix("'s").lower() for match in _NAME.finditer(fold(self.marked)))
        return frozenset(word for word in found if word not in _NO_NAMES and word not in _STOP)

    def has(self, word: str) -> bool:
        """Whether a word in small letters, or one of its meaning, stands in the text."""
        return word in self.plain or meaning_of(word) in self.words

    @cached_property
    def negations(self) -> int:
        return len(_NEGATION_EN.findall(self.plain)) + sum(1 for m in _NEGATION_ZH.finditer(self.plain) if m[1])

    @cached_property
    def signs(self) -> dict[str, frozenset[int]]:
        """Meaning → whether it is said or denied: a word behind a negation in its clause is denied."""
        found: dict[str, set[int]] = {}
        plain = _CANNOT_STAND.sub("hates", self.plain)
        plain = _OFF.sub(" not enabled", _ON.sub(" enabled", plain))
        for clause in _clauses(plain):
            marks = [match.end() for match in _SIGN_EN.finditer(clause)]
            marks += [match.end() for match in _SIGN_ZH.finditer(clause) if match[1]]
            for match in _TOKEN.finditer(clause):
                word = match[0]
                units = _han_places(word) if word[0] >= "\u3400" else [(meaning_of(word.removesuffix("'s")), 0)]
                for meaning, offset in units:
                    start = match.start() + offset
                    sign = (
                        -1
                        if sum(
                            1 for end in marks if end <= start + 1 and start - end < (10 if word[0] >= "\u3400" else 40)
                        )
                        % 2
                        else 1
                    )
                    if meaning in _SIGNED_EN:
                        meaning, sign = _SIGNED_EN[meaning], -sign
                    found.setdefault(meaning, set()).add(sign)
        return {meaning: frozenset(signs) for meaning, signs in found.items()}

    @cached_property
    def labels(self) -> frozenset[str]:
        """What is numbered: chapter 3, ticket OPS-12, 第二章. Two of them are two things."""
        found = {f"{match[1]} {match[2]}" for match in _LABEL.finditer(self.plain)}
        found |= {f"第 {match[2]} {match[1]}" for match in _LABEL_ZH.finditer(self.plain)}
        found |= {f"{match[1]} {match[2]}" for match in _LETTERED_ZH.finditer(self.plain)}
        found |= {f"{match[2]} {match[1]}" for match in _NUMBERED_ZH.finditer(self.plain)}
        return frozenset(found) | {
            value.parts[0]
            for value in self.values
            if value.kind == "code"
            and re.fullmatch(r"[a-z]+\d+", value.parts[0])
            and not value.parts[0].startswith("v")
        }

    @cached_property
    def sides(self) -> dict[str, frozenset[str]]:
        return _chosen(self.plain, _SIDES)

    @cached_property
    def directions(self) -> dict[str, frozenset[str]]:
        return _chosen(self.plain, _DIRECTIONS)

    @cached_property
    def is_excepted(self) -> bool:
        """Whether it names an exception."""
        return _EXCEPTED.search(self.plain) is not None

    @cached_property
    def is_sole(self) -> bool:
        """Whether it says that nothing else holds: the only one, nobody else, 唯一."""
        return _SOLE.search(self.plain) is not None

    @cached_property
    def is_former(self) -> bool:
        """Whether it is told of a time that has passed."""
        return _FORMER.search(self.plain) is not None

    @cached_property
    def is_hoped(self) -> bool:
        """Whether it is a plan, a wish or a guess."""
        return _HOPED.search(self.plain) is not None

    @cached_property
    def persons(self) -> frozenset[str]:
        spellings = [spelling for _, spelling in self.tokens]
        return frozenset(filter(None, map(person_of, spellings))) - _NO_FAMILY

    @cached_property
    def traits(self) -> dict[str, frozenset[str]]:
        return traits(self.plain)

    @cached_property
    def validity(self) -> tuple[bool, ...]:
        """Past, planned, asked, with an exception, once: where a statement does not simply hold."""
        return tuple(bool(pattern.search(self.plain)) for pattern in (_PAST, _PLAN, _QUESTION, _EXCEPT, _ONCE))

    @cached_property
    def is_chinese(self) -> bool:
        return re.search(f"[{_HAN}]", self.plain) is not None


_LABEL = re.compile(
    r"\b(chapter|bug|album|hall|project|option|plan|variant|server|channel|ticket|hive|room|invoice|order|issue|phase|sprint|line|bus|tram|gate|section|part|episode|level|unit|item|step|no\.?|number|season|volume|week|lesson|exercise|task|batch|lot|plot|track|seat|row|stage|round|milestone|module|question|page|bed|group|team|class|grade|building|block|floor|flat|apartment|platform|version|release|rfc|pr|case|shelf|box|cabinet|draft|greenhouse) #?(\d+[a-z]?|[a-df-hj-z])\b"
)
_LABEL_ZH = re.compile(
    "(?:第)(\\d+|[一二三四五六七八九十]+)(章|次|期|回|季|集|版|节|课|单元|批|轮|组|学期|阶段|部|卷|篇|排|层|届|稿|号|周|天|页|棚|场)"
)


_LETTERED_ZH = re.compile("(仓库|项目|会议室|教室|方案|班|组|栋|楼|区|馆|线|户型|套餐|计划|型号)([a-z])(?![a-z])")
_NUMBERED_ZH = re.compile(
    "(\\d+|[一二三四五六七八九十])号?(期|线|楼|会议室|门|机|仓|院|场|车间|服务器|教室|桌|窗口|站|库|池|塘|棚|井)"
)
_SIDES: Final = (
    "left/right", "north/south/east/west", "front/back/rear", "old/new", "upstairs/downstairs/next-door", "kitchen/bathroom/bedroom/hallway/garage/balcony/cellar/attic", "first/second/third/fourth/fifth/last",
    "mon/tue", "deposit/balance", "junior/senior", "inbound/outbound", "lunch/dinner/breakfast", "左/右", "东门/西门/南门/北门", "东侧/西侧/南侧/北侧", "旧/新", "厨房/客厅/卧室/浴室/阳台/书房/厕所/卫生间", "职业联赛/大学联赛", "前端/后端",
    "上半年/下半年", "上学期/下学期", "首付/尾款", "早餐/午餐/晚餐", "早饭/午饭/晚饭", "上册/下册", "初稿/终稿", "生产/测试/预发", "production/staging/dev/development/test",
)  # fmt: skip
"""Sets of words of which each makes another thing: the left knee and the right one."""
_DIRECTIONS: Final = (
    "before/after/during",
    "minimum/maximum",
    "above/below",
    "under/over",
    "least/most",
    "upper/lower",
    "increase/decrease",
    "之前/之后",
    "以前/以后",
    "上限/下限",
    "最多/最少/至少",
    "以上/以下",
    "以内/以外",
    "前/后",
)
"""Sets of words of which each makes another statement."""
_SOLE = re.compile(
    r"\b(?:only|sole|solely|alone|exclusively|nothing else|nobody else|nowhere else|no one else|no other|single|entirely|nothing but)\b|唯一|只有|仅(?!供)|只(?=[用准能许在喝吃收由管去听看养种])|没有?别的|都不|从来没|从没"
)
_EXCEPTED = re.compile(
    r"\b(?:exceptions?|except|unless|otherwise|apart from|aside from)\b|例外|除非|除外|破例|特殊情况"
)


def _chosen(plain: str, sets: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Set → those of its words that stand in a text."""
    found = {}
    for words in sets:
        held = frozenset(
            word
            for word in words.split("/")
            if (re.search(rf"(?<![a-z-]){word}(?![a-z-])", plain) if word.isascii() else word in plain)
        )
        if held:
            found[words] = held
    return found


def _clauses(plain: str) -> list[str]:
    return [clause for clause in _CLAUSE_END.split(plain) if clause and clause.strip()]


def _han_places(run: str) -> list[tuple[str, int]]:
    """(meaning, offset) of the words of a run that carry meaning."""
    run = run.replace("用户", "的的")
    found: list[tuple[str, int]] = []
    place = 0
    for match in han_words().finditer(run):
        found += [(run[at], at) for at in range(place, match.start()) if run[at] not in _HAN_STOP]
        found.append((han_meaning_of(match[0]), match.start()))
        place = match.end()
    return found + [(run[at], at) for at in range(place, len(run)) if run[at] not in _HAN_STOP]


def _han(run: str) -> list[tuple[str, str]]:
    """Words that the lexicon knows, the characters between them."""
    found: list[tuple[str, str]] = []
    place = 0
    for match in han_words().finditer(run):
        found += [(sign, sign) for sign in run[place : match.start()] if sign not in _HAN_STOP]
        if not (len(match[0]) == 1 and match[0] in _HAN_STOP):
            found.append((han_meaning_of(match[0]), match[0]))
        place = match.end()
    found += [(sign, sign) for sign in run[place:] if sign not in _HAN_STOP]
    return [(meaning, spelling) for meaning, spelling in found if spelling not in ("用", "用户")]

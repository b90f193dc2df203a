"""Log line or memory? A score from many weak signs of wording, never from one word alone.

The score is a log-odds: above 0 speaks for a log line. What a whole table knows (its level column, how often one
skeleton of text returns) is added in `grouping`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from satchel.move.infer import wording
from satchel.move.infer.log_words import (
    FUNCTION_WORDS,
    HUMAN_HAN,
    HUMAN_WORDS,
    MACHINE_ENDS,
    MACHINE_NOUNS,
    MACHINE_NOUNS_HAN,
    MACHINE_STARTS,
    MACHINE_VERBS_HAN,
)
from satchel.move.infer.types import SAME_DIGITS, TYPES, type_scores
from satchel.text.sieve import Sieve

BIAS = -0.4
"""A text of which nothing is known is rather a memory: losing one costs more than keeping a stray line."""

CLEARLY = 2.5
"""Log-odds from which the wording alone is clearly that of a log; the same as for a row of a table that calls itself a memory."""
_HINT = 1.6
"""A type's wording below this is too weak to speak for a person."""
_MOST = 6.0
"""What the wording as a whole can count at most, in log-odds."""

_EVENT_SIGNS = {
    **dict.fromkeys(
        ("level mark", "level mark inside", "time stamp in front", "duration", "HTTP request", "status code", "stack trace", "error type",
         "count of tries", "sign-in", "done by a machine", "cut to a size", "falls back on a default", "queued", "in so many seconds", "machine clause"),
        9.0,
    ),
    "a machine's verb in front": 0.7, "a machine's verb at the end": 0.7, "something was done, nobody says by whom": 0.6, "count at the end": 0.6,
    "size": 0.5, "machine nouns": 0.5, "ratio of counts": 0.4, "a value changed": 0.6, "arrow or dots of progress": 0.3, "numbered": 0.3,
}  # fmt: skip
"""Signs that something happened → the most that each counts of it; several weak ones together make an event."""
WORD = re.compile(r"[a-z][a-z'_-]*|\d+")
HAN = re.compile(r"[\u4e00-\u9fff]")

_SIGNS: tuple[tuple[str, float, re.Pattern[str]], ...] = tuple(
    (name, weight, re.compile(pattern))
    for name, weight, pattern in (
        ("seconds", 1.0, r"(?<!the )\b\d+ ?s\b|\d+ ?秒"),
        ("numbered", 0.8, r"#\d+\b"),
        (
            "done by a machine",
            1.6,
            r"已(?:截断|停止|降级|重连|关闭|启动|恢复|断开|清理|加载|跳过|丢弃|切换|刷新|过期|满|就绪|触发|重试|拒绝|回滚|释放|中断|注册|暂停)",
        ),
        (
            "cut to a size",
            3.0,
            r"(?i)\b(?:trimmed|truncated|compressed|shortened|cut|reduced|padded|compacted) to \d+ ?(?:tokens?|chars?|characters|bytes|[km]b)\b|(?:裁剪|截断|压缩|缩减|精简)(?:至|到|为) ?\d+ ?(?:个)?(?:词元|tokens?|字符|字节|[KM]B)",
        ),
        ("falls back on a default", 3.4, r"(?:未设置|未配置|缺失|为空)[，,] ?(?:将)?(?:使用|采用|取|回退到?)默认"),
        ("queued", 2.0, r"已(?:进入|加入|放入|移出|推入)\S{0,4}队列|[，,] ?(?:编号|流水号|请求号) ?[0-9a-f]{6,}$"),
        ("count at the end", 1.2, r"\d+ ?(?:条|个|次|项|行|份|批|KB|MB|GB)\s*[)）]?[。.]?$|新增 ?\d+|跳过 ?\d+"),
        ("in so many seconds", 1.6, r"\d+ ?(?:秒|毫秒|s|ms)后(?:继续|重试|重连|恢复|再试)|进入休眠"),
        ("a value changed", 1.4, r"由 ?\S{1,24} ?(?:改为|变为|切换为|调整为) ?\S|\S+ -> \S+"),
        (
            "level mark",
            3.2,
            r"^\W{0,2}(?:\d[\d\-/:.,TZ+ ]{6,30}\W{0,3})?[\[(<【]?(?:INFO|DEBUG|WARN|WARNING|ERROR|FATAL|TRACE|CRITICAL|NOTICE|VERBOSE|SEVERE|ERR|DBG)[\])>】]?(?:[\s:|\-\[]|$)",
        ),
        (
            "level mark",
            1.2,
            r"(?i)^\W{0,2}[\[(【]?(?:info|debug|warn|warning|error|fatal|trace|critical|notice|err|警告|错误|调试|信息|严重)(?:[\])】]|:|：|\s[-|])",
        ),
        ("level mark inside", 1.8, r"[\s\[|](?:INFO|DEBUG|WARN|WARNING|ERROR|FATAL|TRACE)[\s\]|:]"),
        ("time stamp in front", 2.0, r"^\W{0,2}\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[T ]\d{1,2}:\d{2}:\d{2}"),
        (
            "time stamp in front",
            1.6,
            r"^\W{0,2}(?:\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?|[A-Z][a-z]{2} {1,2}\d{1,2} \d{2}:\d{2}:\d{2})\b",
        ),
        ("duration", 2.0, r"\b\d+(?:\.\d+)? ?(?:ms|µs|us|ns|毫秒|微秒)(?![a-z])"),
        (
            "duration",
            1.4,
            r"\b\d+\.\d+ ?(?:s|sec|secs|seconds|秒)\b|耗时|用时|elapsed|\btook \d|\bin \d+(?:\.\d+)? ?s\b",
        ),
        ("key=value", 1.6, r"\b[A-Za-z_][\w.]*=[^\s=]"),
        ("more key=value", 1.8, r"\b[A-Za-z_][\w.]*=\S+[\s,;].*?\b[A-Za-z_][\w.]*=[^\s=]"),
        ("HTTP request", 3.0, r"\b(?:GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS) (?:/|https?:)"),
        (
            "status code",
            1.5,
            r"(?i)\b(?:http|status|code|状态码|返回码?)\W{0,3}(?:/\d\.\d\W+)?[1-5]\d\d\b|\b[45]\d\d (?:Not Found|Bad Gateway|Internal|Service|Too Many|Unauthorized|Forbidden)",
        ),
        (
            "stack trace",
            3.5,
            r"Traceback \(most recent|^\s*File \".+\", line \d+|\bat [\w$.]+\([\w.]+:\d+\)|\b[A-Z]\w+(?:Error|Exception)\b(?:[:(]|$)",
        ),
        (
            "error type",
            1.6,
            r"\b[A-Z]\w+(?:Error|Exception|Timeout)\b|\b(?:ECONNREFUSED|ETIMEDOUT|ENOENT|EPIPE|SIGTERM|SIGKILL|OOM)\b",
        ),
        (
            "long id",
            1.5,
            r"\b(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f]{8,}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-|\b(?:req|job|task|trace|run|sess|evt|msg|conn|tx|wk|span)[-_#][0-9a-z]{3,}\b|\b(?:worker|thread|shard|node|replica|pod|task|job|batch|partition|attempt|proc)[-_ #]?\d+\b",
        ),
        ("address", 1.5, r"\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b|\blocalhost:\d+|0x[0-9a-f]{4,}"),
        ("ratio of counts", 1.0, r"\b\d+/\d+\b(?! (?:price|size|of the))|\b\d+(?:\.\d+)?%"),
        (
            "size",
            1.0,
            r"(?i)\b\d+(?:\.\d+)? ?(?:[kmg]i?b|bytes|tokens?|rows|records|items|chunks|entries|requests?|events|vectors|results?|docs|documents|memories|messages|files|embeddings|jobs)\b|\d+ ?(?:条记录|条数据|个向量|条向量|行|个分片|个请求|次请求|字节)",
        ),
        (
            "source in front",
            1.6,
            r"^\W{0,2}[\[(<【](?=[\w.\-:/]*[\d._\-:/])[\w.\-:/]{2,40}[\])>】]\s*[\w\u4e00-\u9fff]|^[a-z_]{2,20}(?:\.[a-z_]{2,20})+\s*[:\-|]\s",
        ),
        (
            "source in front",
            1.3,
            r"^(?:[a-z][a-z_\-]{2,18}|[A-Z][a-z]+(?:[A-Z][a-z]+)+)(?:\[\d+\])?: ?[a-z\u4e00-\u9fff]",
        ),
        (
            "count of tries",
            1.8,
            r"(?i)\b(?:attempt|retry|try|retries|round|step|epoch)\W{0,2}#?\d+(?:\s?(?:/|of)\s?\d+)?|第 ?\d+ ?(?:次|轮)(?:重试|尝试|执行|运行|检测|上报)|重试\(?\d|[(（]\d+/\d+[)）]",
        ),
        (
            "sign-in",
            1.4,
            r"(?i)\b(?:logged (?:in|out)|sign(?:ed)?[ -](?:in|out)|login (?:succeeded|failed|ok)|session (?:started|expired|closed|ended|opened|created)|authenticated)\b|登录成功|登录失败|登出|会话(?:已)?(?:过期|结束|开始|创建|关闭|建立)",
        ),
        ("arrow or dots of progress", 0.8, r"\.\.\.$|…$|->|=>|→"),
        ("JSON", 1.8, r"^\s*[\[{]\s*\"[\w]+\"\s*:|\{\"\w+\":"),
        ("markup", 1.5, r"^\s*<(?:!DOCTYPE|html|\?xml|div|body|script)\b"),
        (
            "machine clause",
            1.7,
            rf"(?:{MACHINE_NOUNS_HAN})[\w\s（()）\[\]:：#\-/.]{{0,10}}(?:{MACHINE_VERBS_HAN})|(?:{MACHINE_VERBS_HAN})[\w\s]{{0,6}}(?:{MACHINE_NOUNS_HAN})",
        ),
    )
)
_SIEVE = Sieve(pattern for _, _, pattern in _SIGNS)
_DONE = re.compile(r"^[a-z]+(?: [a-z]+)? [a-z]{2,}ed\b")
_CLAUSE = frozenset(
    "the a an is are was were be has have had he she they we you it his her their my our i will would should can must".split()
)
"""Without one of these a run of words is no sentence but a note, of a person or of a machine."""
_STATES = frozenset(
    "answers runs lives belongs uses listens needs contains consists comes speaks works closes opens owns hosts serves keeps supports requires stands drives costs ships includes means depends".split()
)
"""Verbs of lasting states, in the present tense; logs tell what just happened."""
_BRACKET = re.compile(r"^\W{0,2}[\[(<【]([a-z]{2,20})[\])>】]")
_SOURCES = frozenset(
    "sys system core main app agent memory engine loader manager monitor tool llm net network auth security storage bot web ui ws bus timer".split()
)
MACHINE_VERBS = MACHINE_STARTS | MACHINE_ENDS
_ADVICE = re.compile(
    r"\?\s+[A-Z]\w+|[？?]\s?[\u4e00-\u9fffA-Za-z]|怎么办|(?:^|[：:，）)】])(?:亲测\w{0,4}|窍门|技巧|经验|教训|心得|要点|提示|(?:解决|处理|应对|绕过)?(?:的)?(?:办法|方法))[：:，]"
    r"|遇到.{2,24}[时，]|引起的[，,].{2,30}就|就(?:行|好|够)了|还不行(?:再|就)"
)
"""A question with its answer, a trick and its name: nothing that a program would say."""
_WISH_HAN = re.compile(
    r"^(?!.{0,4}(?:系统|服务|接口|程序|进程|节点|网关|请求))(?:.{1,8}[：:，）)】])?(?:用户|客户|他|她|我|[\u4e00-\u9fff]{2,4})(?:要求|希望|想让|坚持|规定|嘱咐|交代)"
)
_HUMAN_HAN = re.compile(HUMAN_HAN)
NOUN_HAN = re.compile(MACHINE_NOUNS_HAN, re.IGNORECASE)
VERB_HAN = re.compile(MACHINE_VERBS_HAN)
_MACHINE_END_HAN = re.compile(rf"(?:{MACHINE_VERBS_HAN}|秒|毫秒|ms|s|条|次|%|\d)[。.！!…]*$")
_ARTICLE = re.compile(r"\b(?:the|a|an)\b")
_SUBJECT = re.compile(
    r"^(?:the )?(?:user|i|he|she|they|we|my|his|her|our|client|customer|[A-Z][a-z]+ (?=(?:prefers|likes|wants|hates|lives|works|is|has|asked|needs|said|owns|plans)))\b",
    re.IGNORECASE,
)
_PREDICATE = re.compile(
    r"^(?:the )?(?:user|i|he|she|they|we|client|customer)\b[^.:=]{0,24}?\b(?:wants?|prefers?|likes?|dislikes?|hates?|needs?|asked|asks|has|is|lives|works|owns|plans?|thinks|feels|loves|enjoys|said|never|always|uses|keeps|takes|drinks|eats|speaks)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class LogScore:
    """How much a text reads like a log line."""

    logit: float
    signs: tuple[str, ...]
    """The signs that counted, strongest first, as phrases."""
    machine: float = 0.0
    """Sum of the signs that speak for a machine."""
    events: float = 0.0
    """Sum of those that tell of an event: a level, a duration, a status, a retry, what a machine did."""


def log_score(text: str) -> LogScore:
    """Score one text; only its first 500 characters are looked at."""
    return _log_score(text[:500].translate(SAME_DIGITS))


@lru_cache(maxsize=1 << 16)
def _log_score(text: str) -> LogScore:
    head = text.strip()
    if not head:
        return LogScore(BIAS, ())
    signs = dict(_signs(head))
    human = type_scores(text).human
    if human >= _HINT:
        signs["worded like a memory"] = -min(3.2, human)
    signs["its wording as a whole"] = as_a_whole(text)
    total = BIAS + sum(signs.values())
    ranked = sorted(signs, key=lambda name: -abs(signs[name]))
    machine = sum(weight for weight in signs.values() if weight > 0)
    return LogScore(total, tuple(ranked[:5]), machine, _events(signs))


def bounds(text: str) -> tuple[float, float]:
    """What `LogScore.logit` is at the most, and `LogScore.events`; most texts are known to be no log line by these, in a tenth of the time."""
    head = text[:500].translate(SAME_DIGITS)
    signs = _signs(head.strip())
    return BIAS + sum(signs.values()) + as_a_whole(head), _events(signs)


def _events(signs: Mapping[str, float]) -> float:
    return sum(min(weight, _EVENT_SIGNS[name]) for name, weight in signs.items() if name in _EVENT_SIGNS)


@lru_cache(maxsize=1 << 11)
def _signs(head: str) -> Mapping[str, float]:
    """Every single sign in a text, with its weight."""
    signs: dict[str, float] = {}
    possible = _SIEVE.possible(head)
    for name, weight, pattern in _SIGNS:
        if pattern in possible and pattern.search(head):
            signs[name] = max(signs.get(name, 0.0), weight)
    low = head.lower()
    words = WORD.findall(low)
    if len(words) >= 2 or not HAN.search(head):
        _english(low, words, head, signs)
    if HAN.search(head):
        _chinese(head, signs)
    if _ADVICE.search(head):
        signs["advice"] = -2.4
    return signs


def as_a_whole(text: str) -> float:
    """Log-odds of a log line against a memory by the model of wording, within bounds."""
    shares = wording.read(text).shares
    memory = sum(shares[type_] for type_ in TYPES)
    return max(-_MOST, min(_MOST, math.log(max(1e-6, shares["log"]) / max(1e-6, memory))))


def _english(low: str, words: list[str], head: str, signs: dict[str, float]) -> None:
    letters = [word for word in words if word[0].isalpha()]
    if not letters:
        return
    nouns = sum(word in MACHINE_NOUNS for word in letters)
    if nouns:
        signs["machine nouns"] = min(1.8, 0.6 * nouns)
    if letters[0] in MACHINE_STARTS:
        signs["a machine's verb in front"] = 1.5 if len(letters) > 1 or len(words) > 1 else 1.0
    if len(letters) > 1 and letters[-1] in MACHINE_ENDS:
        signs["a machine's verb at the end"] = 1.3
    if any(one in MACHINE_NOUNS and two in MACHINE_VERBS for one, two in pairwise(letters)):
        signs["machine clause"] = 1.3
    bracket = _BRACKET.match(low)
    if bracket and (bracket[1] in MACHINE_NOUNS or bracket[1] in _SOURCES):
        signs["source in front"] = 1.6
    if (
        2 <= len(letters) <= 7
        and _DONE.match(low)
        and not _CLAUSE.intersection(letters)
        and "machine clause" not in signs
        and ("sign-in" in signs or not _SUBJECT.search(head))
    ):
        signs["something was done, nobody says by whom"] = 1.0
    digits = len(words) - len(letters)
    if digits >= 2 and digits / len(words) >= 0.25:
        signs["many numbers"] = 0.8
    _english_people(low, letters, head, signs)


def _english_people(low: str, letters: list[str], head: str, signs: dict[str, float]) -> None:
    """The signs of a person's sentence."""
    people = len(HUMAN_WORDS.intersection(letters))
    if people:
        signs["words of people"] = -min(2.0, 0.8 * people)
    function = sum(word in FUNCTION_WORDS for word in letters)
    if len(letters) >= 5 and function / len(letters) >= 0.25 and _CLAUSE.intersection(letters):
        signs["whole sentence"] = -1.0
    if _ARTICLE.search(low):
        signs["article"] = -0.7
    if _PREDICATE.search(head):
        signs["somebody and what they do"] = -2.5
    elif _SUBJECT.search(head) and "sign-in" not in signs:
        signs["somebody"] = -0.8
    if _STATES.intersection(letters):
        signs["says how things are"] = -1.8
    if head[:1].isupper() and head.endswith(".") and not head.endswith("..") and len(letters) >= 4:
        signs["whole sentence"] = signs.get("whole sentence", 0.0) - 0.4


def _chinese(head: str, signs: dict[str, float]) -> None:
    people = len(set(_HUMAN_HAN.findall(head)))
    if people:
        signs["words of people"] = min(signs.get("words of people", 0.0), -min(2.4, 1.0 * people))
    nouns, verbs = len(set(NOUN_HAN.findall(head))), len(set(VERB_HAN.findall(head)))
    if nouns and verbs and len(head) <= 60:
        signs["machine nouns"] = max(signs.get("machine nouns", 0.0), min(2.0, 0.5 * (nouns + verbs)))
    if verbs and _MACHINE_END_HAN.search(head) and not people:
        signs["a machine's verb at the end"] = 1.0 if len(head) > 14 else 1.4
    if _WISH_HAN.search(head):
        signs["somebody and what they do"] = -3.4
    if "的" in head or "了" in head[:-1]:
        signs["particles"] = -0.5


_MASKS = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{20,}|\b(?=[0-9a-f]*\d)[0-9a-f]{6,}\b|\"[^\"]{0,60}\"|'[^']{0,60}'|`[^`]{0,60}`|https?://\S+|(?:/[\w.\-]+){2,}"
    r"|[\w.]+@[\w.]+|\b[\w\-]*\d[\w\-]*\b|\d+(?:\.\d+)?",
    re.IGNORECASE,
)


def skeleton(text: str) -> str:
    """The text with its numbers, ids, quotes, paths and addresses masked: what a template would look like."""
    return _MASKS.sub("#", text[:200])

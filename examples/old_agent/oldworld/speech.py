"""What is said in one world: memories of each type, chat turns, log lines; no memory twice."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from .cast import Cast
from .grammar import Grammar, load, some
from .text import squeeze

TYPES = ("preference", "task", "skill", "fact")
_WEEKDAYS = {"en": "Mon Tue Wed Thu Fri Sat Sun".split(), "zh": "周一 周二 周三 周四 周五 周六 周日".split()}
_MONTHS = "January February March April May June July August September October November December".split()
_BEFORE = {
    "en": ("Note: ", "FYI, ", "As of {md}: ", "From the call with {person}: ", "(re: {project}) ", "{person} says: "),
    "zh": ("备注：", "记一下，", "{md}记：", "据{person}说，", "（{project}）", "和{person}通话得知："),
}
_AFTER = {
    "en": (" (came up with {person})", " – said twice", " (noted {md})", " [{project}]", " (see {matter})"),
    "zh": ("（{person}转述）", "（{md}提到）", "，说过两遍了", "【{project}】", "（另见{matter}）"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """One sentence of worth and how a careful reader would file it."""

    text: str
    types: tuple[str, ...]
    """Every type that is defensible from the wording alone, the intended one first."""
    lang: str


@dataclass(slots=True)
class Speech:
    """The voice of one world."""

    cast: Cast
    rng: random.Random
    _grammars: dict[str, Grammar] = field(init=False)
    _patterns: dict[str, tuple[str, ...]] = field(init=False)
    _said: set[str] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self._grammars = {lang: self._grammar(lang) for lang in ("en", "zh")}
        self._patterns = {}
        for lang in ("en", "zh"):
            for kind in TYPES:
                self._patterns[f"{kind}.{lang}"] = some(self.rng, load(f"{kind}.{lang}")[""], 0.66)
            for role in ("user", "assistant"):
                self._patterns[f"{role}.{lang}"] = some(self.rng, load(f"chat.{lang}")[role], 0.8)
            self._patterns[f"log.{lang}"] = some(self.rng, load("log")[lang], 0.6)

    def memory(self, kind: str, lang: str) -> Saying:
        """A new memory of the type `kind` that nobody has uttered in this world."""
        return self._fresh(lambda: self._saying(self.rng.choice(self._patterns[f"{kind}.{lang}"]), kind, lang))

    def phrase(self, pattern: str, lang: str) -> str:
        """Expand one pattern with this world's words; it may repeat."""
        return self._grammars[lang].expand(pattern, self.rng)

    def fixed(self, pattern: str, kind: str, lang: str) -> Saying:
        """A new memory worded exactly after `pattern`."""
        return self._fresh(lambda: Saying(text=self.phrase(pattern, lang), types=(kind,), lang=lang))

    def turn(self, role: str, lang: str) -> str:
        """A new chat turn of the user or the assistant."""
        return self._fresh(lambda: self._saying(self.rng.choice(self._patterns[f"{role}.{lang}"]), role, lang)).text

    def log(self, lang: str) -> str:
        """A line (or several) of a system log; it may repeat."""
        pattern = self.rng.choice(self._patterns[f"log.{lang}"])
        return self._grammars[lang].expand(pattern, self.rng).replace("\\n", "\n").replace("\\t", "\t")

    def _saying(self, pattern: str, kind: str, lang: str) -> Saying:
        types, _, body = pattern.rpartition(" :: ")
        text = self._grammars[lang].expand(body, self.rng)
        text = self._finish(text, lang) if kind in TYPES else text
        listed = tuple(types.split(",")) if types else (kind,)
        return Saying(text=text, types=listed, lang=lang)

    def _finish(self, text: str, lang: str) -> str:
        """Dress the bare sentence: capitals, full stops, now and then a remark that changes nothing about its type."""
        if lang == "en" and self.rng.random() < 0.85:
            text = text[:1].upper() + text[1:]
        if lang == "en" and self.rng.random() < 0.3:
            text = text.rstrip(".")
        if lang == "zh" and self.rng.random() < 0.4 and text[-1] not in "？！。）":
            text += "。"
        if self.rng.random() < 0.07:
            text = self.phrase(self.rng.choice(_BEFORE[lang]), lang) + text
        elif self.rng.random() < 0.07:
            text += self.phrase(self.rng.choice(_AFTER[lang]), lang)
        return text

    def _fresh(self, make: Callable[[], Saying]) -> Saying:
        for _ in range(400):
            saying = make()
            key = squeeze(saying.text)
            if key not in self._said:
                self._said.add(key)
                return saying
        raise RuntimeError("the word bank is too small for this many sentences")

    def _grammar(self, lang: str) -> Grammar:
        cast, rng = self.cast, self.rng
        words = {slot: some(rng, lines, 0.6) for slot, lines in load(f"vocab.{lang}").items()}
        for slot in ("weekday", "month", "U"):  # a year has all its months
            words[slot] = load(f"vocab.{lang}")[slot]
        words |= {slot.removeprefix("vocab:"): lines for slot, lines in load("log").items() if ":" in slot}
        words |= {"me": (cast.me[lang],), "nick": (cast.nick,)}
        return Grammar(words=words, makers=_makers(cast, lang))


def _makers(cast: Cast, lang: str) -> dict[str, Callable[[random.Random], str]]:
    def month_day(rng: random.Random) -> str:
        day = cast.start + timedelta(days=rng.randrange(150))
        if lang == "zh":
            return f"{day.month}月{day.day}{rng.choice(('日', '号'))}"
        month = _MONTHS[day.month - 1]
        return rng.choice((f"{day.day} {month}", f"{month} {day.day}", f"{day.day} {month[:3]}"))

    def log_time(rng: random.Random) -> str:
        moment = cast.moment(rng)
        return rng.choice((f"{moment:%Y-%m-%d %H:%M:%S},{rng.randrange(1000):03}", f"{moment:%Y-%m-%dT%H:%M:%S}Z"))

    return {
        "n1": lambda rng: str(rng.randint(2, 9)),
        "n": lambda rng: str(rng.randint(11, 99)),
        "n3": lambda rng: str(rng.randint(101, 999)),
        "n4": lambda rng: str(rng.randint(1001, 9999)),
        "n5": lambda rng: str(rng.randint(10_001, 99_999)),
        "ms": lambda rng: str(rng.choice((rng.randint(3, 99), rng.randint(100, 9000)))),
        "pct": lambda rng: str(rng.randint(11, 99)),
        "port": lambda rng: str(rng.randint(3000, 9900)),
        "hex8": lambda rng: f"{rng.randrange(16**8):08x}",
        "ip": lambda rng: f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randint(2, 250)}",
        "ver": lambda rng: f"{rng.randint(1, 19)}.{rng.randint(0, 30)}",
        "hhmm": lambda rng: f"{rng.randint(7, 21):02}:{rng.choice(('00', '15', '30', '45'))}",
        "isots": log_time,
        "md": month_day,
        "person": lambda rng: rng.choice(cast.people[lang]),
        "project": lambda rng: rng.choice(cast.projects[lang]),
        "host": lambda rng: rng.choice(cast.hosts),
    }

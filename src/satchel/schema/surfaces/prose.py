"""Names taken apart into the words of a sentence: the theme stored under preferences, preferences 里的 theme.

A sentence names a key when its last segment and the one above it stand close together and what stands between them
says that one lies in the other. Two words in one sentence are not enough: "contact me by email" names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from satchel.schema.names import segments, words
from satchel.schema.surfaces.chunks import places
from satchel.schema.surfaces.index import Known
from satchel.schema.surfaces.notation import UNSEEN

_WINDOW: Final = 64
"""Characters between the two words."""
_DET: Final = (
    r"(?: (?:the|a|an|your|our|their|his|her|its|my|this|that|each|every|new|current|same|user|user's|users'|of))*"
)
_NOUN: Final = r"(?: (?:keys?|fields?|settings?|values?|entry|entries|property|properties|options?|slots?|attributes?|memory|memories))"
_BOX: Final = (
    r"(?: (?:sections?|namespaces?|records?|objects?|blocks?|settings|part|entry|entries|groups?|folder|keys?|memory))"
)
_KEPT: Final = r"(?: (?:stored|kept|saved|held|recorded|remembered|written|filed|located|placed|put|lives?|sits?|resides?|belongs?|goes|found|noted|tracked))"
_AUX: Final = (
    r"(?:,? (?:that|which|is|are|was|were|be|been|gets?|will|should|must|always|now|also|has|have|it|they|you|can))*"
)
_IN: Final = r" (?:in|under|inside|within|into|beneath|below|underneath|at|on|with|to|from)"
_INSIDE: Final = r" (?:in|under|inside|within|into|beneath|below|underneath)"
_ACT: Final = re.compile(
    r"\b(?:stor(?:e|es|ed|ing)|sav(?:e|es|ed|ing)|writ(?:e|es|ing)|wrote|keep(?:s|ing)?|kept|put(?:s|ting)?|record(?:s|ed)?|look(?:s|ing)? up|look(?:s|ing)? at|find|read(?:s|ing)?|set(?:s|ting)?|update[sd]?|add(?:s|ed)?|"
    r"remember(?:s|ed)?|fetch(?:es|ed)?|move[sd]?|change[sd]?|use|uses|using|check)\b(?: [\w'-]+){0,4}$"
)
_FORWARD_STRONG: Final = (
    re.compile(
        rf"{_NOUN}?{_AUX}{_KEPT}(?: (?:away|down|as text|only|together|there|safely))?{_IN}{_DET}(?: \w+){{0,2}}? ?,?(?:{_IN}{_DET})? "
    ),
    re.compile(rf"{_NOUN}{_AUX}(?:{_INSIDE}| of){_DET} "),
    re.compile(rf"{_AUX}{_KEPT}{_IN}{_DET} \w+,{_IN}{_DET} "),
)
_FORWARD_PLAIN: Final = re.compile(rf"{_NOUN}?{_INSIDE}{_DET} ")
_FORWARD_TO: Final = re.compile(rf"{_NOUN}? (?:to|from|at){_DET} ")
_BACKWARD_BOX: Final = re.compile(rf"(?:{_BOX}|'s)* ")
_BACKWARD_HOLDS: Final = re.compile(
    rf"{_BOX}? (?:also |always )?(?:holds?|contains?|includes?|keeps?|stores?|records?){_DET} "
)
_BACKWARD_LED: Final = re.compile(
    rf"{_BOX}?,? (?:(?:you (?:will|can) |you'll |we )?(?:find|set|store|read|use|write|put|look up|look for|look at|there is|there's|keep|save|update|change)|as|for|field|key){_DET} "
)
_ARROW: Final = re.compile(r" ?(?:->|→|>|›|»|=>|::) ?")
_LEADS_IN: Final = re.compile(
    r"\b(?:in|under|inside|within|from|below|beneath)(?: (?:the|your|their|his|her|our|its|user's|user))*(?: \w+)? $"
)
_ZH_IN: Final = re.compile(r" ?(?:里面|里边|里|中|下面|下边|下|当中|之下|之中|内部|内) ?(?:的|,|，|:|：)? ?")
_ZH_KEPT: Final = re.compile(
    r" ?(?:字段|信息|数据|值|设置|键|记录|内容)?(?:一律|都|应该|应|会|要|需要|被|就|是|统一|总是|现在)*"
    r"(?:存放|保存|存储|储存|记录|记|放|写|存|位于|写入|存入|放入|归)(?:在|到|进|入|于)?(?:了)? ?(?:用户的|用户)? ?"
)
_ZH_AFTER: Final = re.compile(r" ?(?:里面|里边|里|中|下面|下边|下|当中|之下|之中|内部|内)?")
_BREAK: Final = re.compile(r"[.!?;。！？；](?=\s|$|[\u2e80-\u9fff])|[;。！？；]|\n\s*\n|\n\s*[-*#\d]")
_AFTER_NOUN: Final = re.compile(rf"{_NOUN}\b| ?(?:字段|键|设置)")
_SPACES: Final = re.compile(r"\s+")
_HIDDEN: Final = re.compile(rf"[{UNSEEN}]+")


_LETTERS: Final = bytes(
    code if code in b"abcdefghijklmnopqrstuvwxyz0123456789" else code + 32 if 65 <= code <= 90 else 32
    for code in range(256)
)
"""Of `bytes.translate`: words of small letters between blanks."""
_NEAR: Final = 14
"""Words on either side of a last segment among which one above it stands."""
_CUES: Final = frozenset(
    b"in under inside within into beneath below underneath at on with to from of hold holds contain contains include includes keep keeps store "
    b"stores record records key keys field fields setting settings value values entry entries property properties option options slot attribute "
    b"memory".split()
)
"""One of these stands between the two words, or a sign that is none."""
_SIGNS: Final = re.compile(rb">|::|[\x80-\xff]")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that names a key."""

    known: Known
    begin: int
    end: int
    """In bytes."""
    confidence: float


class Names:
    """The names that sentences are searched for, by the last word of their last segments."""

    def __init__(self, names: Iterable[Known]) -> None:
        self._by_last: dict[bytes, dict[bytes, list[Known]]] = {}
        """Form of a last word → form of a word of a segment above → names."""
        self._han: list[Known] = []
        for known in names:
            if _shape(known.name) is None:
                continue
            if not known.name.isascii():
                self._han.append(known)
                continue
            plain = known.plain
            for last in _forms(words(plain[-1])[-1:]):
                above = self._by_last.setdefault(last, {})
                for part in plain[1:-1] or plain[:1]:
                    for form in _forms(words(part)[-1:]):
                        above.setdefault(form, []).append(known)

    def find(self, data: bytes) -> Iterator[Said]:
        """The places where the words of a text name a key."""
        for known in self._han:
            if not data.isascii():
                yield from _find(data, 0, known)
        letters = data.translate(_LETTERS)
        said = letters.split()
        for last in self._by_last.keys() & set(said):
            above = self._by_last[last]
            at = -1
            for place in places(letters, last):
                at = said.index(last, at + 1)
                around = said[max(0, at - _NEAR) : at + _NEAR]
                near = above.keys() & set(around)
                if not near:
                    continue
                begin = max(0, place - _WINDOW - 60)
                slice_ = data[begin : place + _WINDOW + 60]
                if _CUES.isdisjoint(around) and not _SIGNS.search(slice_):
                    continue
                told: set[int] = set()
                for form in near:
                    for known in above[form]:
                        if id(known) not in told:
                            told.add(id(known))
                            yield from _find(slice_, begin, known, place - begin + len(last))


def _forms(said: tuple[str, ...]) -> set[bytes]:
    """A word in singular and plural."""
    if not said or not said[0].isascii():
        return set()
    word = said[0]
    return {one.encode() for one in (word, f"{word}s", f"{word}es", f"{word[:-1]}ies")}


def _find(data: bytes, offset: int, known: Known, ends: int | None = None) -> Iterator[Said]:
    """The places where a text names one key.

    Args:
        offset: Of the text in the surface.
        ends: Where the last segment ends that is meant; all of them count without it.
    """
    shape = _shape(known.name)
    if shape is None:
        return
    last, above, lonely = shape
    text = data.lower().decode("utf-8", "replace")
    for found in last.finditer(text):
        if ends is not None and len(text[: found.end()].encode()) != ends:
            continue
        for parents in above:
            said = _around(text, found.start(), found.end(), parents, lonely=lonely)
            if said is not None:
                begin, end = min(said[0], found.start()), max(said[1], found.end())
                start = offset + len(text[:begin].encode())
                yield Said(known, start, start + len(text[begin:end].encode()), said[2])
                break


@lru_cache(maxsize=20_000)
def _shape(name: str) -> tuple[re.Pattern[str], tuple[re.Pattern[str], ...], bool] | None:
    """How the last segment is looked for, how those above it, and whether the first alone is above it."""
    plain = [part for part in segments(name) if not part.startswith("[")]
    if len(plain) < 2:
        return None
    lonely = len(plain) == 2
    above = plain[-2:-1] if lonely else plain[-2:0:-1]
    wider = [f"{above[0]} {plain[0]}"] if len(plain) == 3 else []
    return _pattern(plain[-1]), tuple(_pattern(part) for part in (*wider, *above)), lonely


def _pattern(segment: str) -> re.Pattern[str]:
    """The words of a segment in singular or plural, with a blank, hyphen or nothing between them."""
    if not segment.isascii():  # what a file escapes is filled up with characters that nobody sees
        return re.compile(rf"[\s_{UNSEEN}-]*".join(re.escape(char) for word in words(segment) for char in word))
    body = r"[\s_-]?".join(_any_number(word) for word in words(segment))
    return re.compile(rf"(?<![a-z0-9_.-]){body}(?![a-z0-9_-])")


def _any_number(word: str) -> str:
    if not word.isascii() or len(word) < 3:
        return re.escape(word)
    if word.endswith("y"):
        return f"{re.escape(word[:-1])}(?:y|ies|ys)"
    return f"{re.escape(word)}(?:s|es)?"


def _around(
    text: str, begin: int, end: int, parents: re.Pattern[str], *, lonely: bool
) -> tuple[int, int, float] | None:
    ahead = text[end : end + _WINDOW + 40]
    stop = _BREAK.search(ahead)
    ahead = ahead[: stop.start()] if stop else ahead
    for found in parents.finditer(ahead):
        strength = _forward(
            text[max(0, begin - _WINDOW) : begin], ahead[: found.start()], ahead[found.end() :], lonely=lonely
        )
        if strength:
            return begin, end + found.end(), strength
    back = text[max(0, begin - _WINDOW - 40) : begin]
    stops = [one.end() for one in _BREAK.finditer(back)]
    back = back[stops[-1] :] if stops else back
    for found in parents.finditer(back):
        strength = _backward(back[: found.start()], back[found.end() :], text[end : end + 20], lonely=lonely)
        if strength:
            return begin - len(back) + found.start(), end, strength
    return None


def _spaced(text: str) -> str:
    """On one line, without what nobody sees."""
    return _SPACES.sub(" ", _HIDDEN.sub("", text))


def _forward(before: str, gap: str, after: str, *, lonely: bool) -> float:
    gap = _spaced(gap)
    if any(pattern.fullmatch(gap) for pattern in _FORWARD_STRONG):
        return 0.75
    if _ZH_KEPT.fullmatch(gap) and (re.search(r"[\u2e80-\u9fff]", gap) is not None):
        return 0.75
    acted = _ACT.search(_spaced(before).strip()) is not None
    if _FORWARD_PLAIN.fullmatch(gap):
        if acted:
            return 0.7
        return 0.0 if lonely else 0.65
    if _FORWARD_TO.fullmatch(gap) and not lonely and acted:
        return 0.65
    if _FORWARD_TO.fullmatch(gap) and not lonely and re.match(rf"{_BOX}\b", _spaced(after)):
        return 0.65
    return 0.0


def _backward(before: str, gap: str, after: str, *, lonely: bool) -> float:
    gap = _spaced(gap)
    if _ARROW.fullmatch(gap):
        return 0.75
    if _ZH_IN.fullmatch(gap) and not lonely:
        return 0.75
    if lonely:
        return 0.0
    if _BACKWARD_HOLDS.fullmatch(gap):
        return 0.7
    if _BACKWARD_BOX.fullmatch(gap) and _AFTER_NOUN.match(_spaced(after)):
        return 0.7
    if _BACKWARD_LED.fullmatch(gap) and _LEADS_IN.search(_spaced(before)):
        return 0.7
    return 0.0

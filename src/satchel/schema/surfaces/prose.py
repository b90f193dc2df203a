"""Names taken apart into the words of a sentence: the theme stored under preferences, preferences 里的 theme.

A sentence names a key when its last segment and the one above it stand close together and what stands between them
says that one lies in the other. Two words in one sentence are not enough: "contact me by email" names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from satchel.schema.names import segments, words
from satchel.schema.surfaces.index import Known

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


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that names a key."""

    known: Known
    begin: int
    end: int
    """In characters."""
    confidence: float


def find(text: str, known: Known) -> Iterator[Said]:
    """The places where the words of a text name a key.

    Args:
        text: In lower case, blanks as they are.
        known: Of at least two segments.
    """
    shape = _shape(known.name)
    if shape is None:
        return
    last, above, lonely = shape
    for found in last.finditer(text):
        for parents in above:
            said = _around(text, found.start(), found.end(), parents, lonely=lonely)
            if said is not None:
                yield Said(known, min(said[0], found.start()), max(said[1], found.end()), said[2])
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
    body = r"[\s_-]?".join(_any_number(word) for word in words(segment))
    if not segment.isascii():
        return re.compile(body)
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


def _forward(before: str, gap: str, after: str, *, lonely: bool) -> float:
    gap = _SPACES.sub(" ", gap)
    if any(pattern.fullmatch(gap) for pattern in _FORWARD_STRONG):
        return 0.75
    if _ZH_KEPT.fullmatch(gap) and (re.search(r"[\u2e80-\u9fff]", gap) is not None):
        return 0.75
    acted = _ACT.search(_SPACES.sub(" ", before).strip()) is not None
    if _FORWARD_PLAIN.fullmatch(gap):
        if acted:
            return 0.7
        return 0.0 if lonely else 0.65
    if _FORWARD_TO.fullmatch(gap) and not lonely and acted:
        return 0.65
    if _FORWARD_TO.fullmatch(gap) and not lonely and re.match(rf"{_BOX}\b", _SPACES.sub(" ", after)):
        return 0.65
    return 0.0


def _backward(before: str, gap: str, after: str, *, lonely: bool) -> float:
    gap = _SPACES.sub(" ", gap)
    if _ARROW.fullmatch(gap):
        return 0.75
    if _ZH_IN.fullmatch(gap) and not lonely:
        return 0.75
    if lonely:
        return 0.0
    if _BACKWARD_HOLDS.fullmatch(gap):
        return 0.7
    if _BACKWARD_BOX.fullmatch(gap) and _AFTER_NOUN.match(_SPACES.sub(" ", after)):
        return 0.7
    if _BACKWARD_LED.fullmatch(gap) and _LEADS_IN.search(_SPACES.sub(" ", before)):
        return 0.7
    return 0.0

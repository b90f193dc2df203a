"""Preference, task, skill or fact: the type of a memory by its wording, with the words that decided."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from satchel.move.infer import wording
from satchel.move.infer.kind_words import KIND_NAMES, LOG_KINDS, VAGUE_KINDS
from satchel.move.infer.names import words_of
from satchel.move.infer.type_words import ENGLISH, Lexicon
from satchel.move.infer.type_words_han import CHINESE

DEFAULT_TYPE = "fact"
FACT_BIAS = 1.4
"""What a type must beat: a plain statement is a fact."""
TYPES = ("preference", "task", "skill", "fact")
MODEL_TRUST = 1.4
"""What the wording as a whole counts against the lexicons' words, a factor on its log-odds. Chosen by leaving one corpus
file out at a time (`bench/wording/`): the two together are right some 3 points oftener than the better alone."""
_MOST = 7.0
_HAN = re.compile(r"[\u4e00-\u9fff]")
_WORDS = re.compile(r"[a-z]+", re.IGNORECASE)
_LATIN = re.compile(r"[a-z]{2}")


def _compile(lexicon: Mapping[str, Lexicon]) -> dict[str, tuple[tuple[float, re.Pattern[str]], ...]]:
    out = {}
    for type_, entries in lexicon.items():
        compiled = []
        for weight, text in entries:
            patterns = [line.strip() for line in text.strip().splitlines() if line.strip()]
            compiled.append((weight, re.compile("|".join(patterns))))
        out[type_] = tuple(compiled)
    return out


_ENGLISH = _compile(ENGLISH)
_CHINESE = _compile(CHINESE)
_NAMES = {name: type_ for type_, names in KIND_NAMES.items() for name in names.split()}


@dataclass(frozen=True, slots=True)
class TypeScores:
    """How strongly a wording speaks for each type, and by which words."""

    best: str
    margin: float
    """How far the best stands above the next; 0 when only the default speaks."""
    scores: tuple[tuple[str, float], ...]
    """Of every type, best first: the words of the lexicons and the wording as a whole together."""
    marked: tuple[tuple[str, float], ...]
    """Of the types that words of the lexicons speak for, best first."""
    words: tuple[str, ...]

    @property
    def human(self) -> float:
        """How much its words are those of a memory at all: the best of the marked types."""
        return max(
            (0.6 * score if type_ == "fact" else score for type_, score in self.marked if type_ != "interaction"),
            default=0.0,
        )


SAME_DIGITS = str.maketrans("123456789", "444444444")
"""Which digits stand in a text says nothing about its wording; folded, lines of one template are scored once."""


def type_scores(text: str) -> TypeScores:
    """Score a text for the types; the longest texts are judged by their first 600 characters."""
    return _type_scores(text[:600].translate(SAME_DIGITS))


@lru_cache(maxsize=1 << 13)
def _type_scores(text: str) -> TypeScores:
    low = text.lower().replace("\u2019", "'")
    found: dict[str, float] = {}
    words: list[str] = []
    if _LATIN.search(low):
        _match(_ENGLISH, low, found, words)
    if _HAN.search(low):
        _match(_CHINESE, low, found, words)
    weighed = {type_: found.get(type_, 0.0) for type_ in TYPES}
    if "interaction" in found:
        weighed["interaction"] = found["interaction"]
    trust = MODEL_TRUST * _wordiness(text)
    shares = wording.read(text).shares
    for type_ in TYPES:
        weighed[type_] += trust * max(-_MOST, math.log(max(1e-6, shares[type_] / max(1e-6, shares["fact"]))))
    if trust < MODEL_TRUST:
        # Too short for its wording to say much: without a word that speaks for another type it is a fact.
        weighed["fact"] += FACT_BIAS * (1 - trust / MODEL_TRUST)
    ranked = sorted(weighed.items(), key=lambda pair: (-pair[1], pair[0] != DEFAULT_TYPE))
    margin = ranked[0][1] - ranked[1][1]
    marked = sorted(found.items(), key=lambda pair: -pair[1])
    return TypeScores(ranked[0][0], margin, tuple(ranked), tuple(marked), tuple(words[:6]))


def _wordiness(text: str) -> float:
    """0 to 1: how far a text is long enough for its wording to be judged, not just a word or a name."""
    units = len(_HAN.findall(text)) / 2 + len(_WORDS.findall(text))
    return min(1.0, max(0.0, (units - 1) / 4))


def _match(
    lexicon: Mapping[str, tuple[tuple[float, re.Pattern[str]], ...]],
    low: str,
    found: dict[str, float],
    words: list[str],
) -> None:
    for type_, entries in lexicon.items():
        top = total = 0.0
        for weight, pattern in entries:
            # Two different matches of one weight say more than one, but never twice as much.
            first = pattern.search(low)
            if first is not None:
                hits = {match[0].strip() for match in _some(pattern, low, first)}
                words.extend(hits)
                top = max(top, weight)
                total += weight * (1 + 0.25 * (len(hits) - 1))
        if top:
            score = top + 0.25 * (total - top)
            found[type_] = max(found.get(type_, 0.0), score)


def _some(pattern: re.Pattern[str], low: str, first: re.Match[str]) -> list[re.Match[str]]:
    """The first three matches, the first of which is at hand."""
    return [first, *islice(pattern.finditer(low, first.end()), 2)]


@lru_cache(maxsize=4096)
def type_of_kind(value: str) -> str | None:
    """The type that a kind column's value names: one of ours, `log`, `vague`, or None when unknown."""
    folded = "_".join(words_of(value)) or value.strip().lower()
    for candidate in (
        folded,
        folded.removeprefix("memory_"),
        folded.removeprefix("user_"),
        folded.removesuffix("_memory"),
        folded.removesuffix("s"),
    ):
        if candidate in _NAMES:
            return _NAMES[candidate]
        if candidate in LOG_KINDS:
            return "log"
        if candidate in VAGUE_KINDS:
            return "vague"
    if _HAN.search(value) and len(value) <= 10:
        for name, type_ in sorted(_NAMES.items(), key=lambda pair: -len(pair[0])):
            if len(name) > 1 and _HAN.search(name) and name in value:
                return type_
        if any(_HAN.search(name) and name in value for name in LOG_KINDS):
            return "log"
    parts = folded.split("_")
    named = {_NAMES[part] for part in parts if part in _NAMES} | (
        {"log"}
        if any(part in ("log", "logs", "syslog", "heartbeat", "metric", "telemetry", "audit") for part in parts)
        else set()
    )
    if "log" in named and len(named) > 1 and parts[-1] in _NAMES:
        named.discard("log")
    return named.pop() if len(named) == 1 else None

"""Preference, task, skill or fact: the type of a memory by its wording, with the words that decided."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from satchel.move.infer.names import words_of
from satchel.move.infer.type_words import CHINESE, ENGLISH, KIND_NAMES, LOG_KINDS, VAGUE_KINDS, Lexicon

DEFAULT_TYPE = "fact"
FACT_BIAS = 1.4
"""What a type must beat: a plain statement is a fact."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
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
    words: tuple[str, ...]

    @property
    def human(self) -> float:
        """How much the wording is that of a memory at all: the best of the marked types."""
        return max(
            (0.6 * score if type_ == "fact" else score for type_, score in self.scores if type_ != "interaction"),
            default=0.0,
        )


SAME_DIGITS = str.maketrans("123456789", "444444444")
"""Which digits stand in a text says nothing about its wording; folded, lines of one template are scored once."""


def type_scores(text: str) -> TypeScores:
    """Score a text for the types; the longest texts are judged by their first 600 characters."""
    return _type_scores(text[:600].translate(SAME_DIGITS))


@lru_cache(maxsize=1 << 16)
def _type_scores(text: str) -> TypeScores:
    low = text.lower().replace("\u2019", "'")
    found: dict[str, float] = {}
    words: list[str] = []
    if _LATIN.search(low):
        _match(_ENGLISH, low, found, words)
    if _HAN.search(low):
        _match(_CHINESE, low, found, words)
    weighed = {**found, "fact": FACT_BIAS + 0.3 * found.get("fact", 0.0)}
    ranked = sorted(
        ((score, type_) for type_, score in weighed.items()), key=lambda pair: (-pair[0], pair[1] != "fact")
    )
    best_score, best = ranked[0]
    margin = best_score - (ranked[1][0] if len(ranked) > 1 else 0.0)
    if not found:
        margin = 0.0
    return TypeScores(best, margin, tuple(sorted(found.items(), key=lambda pair: -pair[1])), tuple(words[:6]))


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

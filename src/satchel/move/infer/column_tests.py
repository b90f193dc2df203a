"""How well the values of a column fit each role, weighed with what its name says."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from satchel.move.infer.names import says_speaker
from satchel.move.infer.profile import Profile
from satchel.move.infer.role import TIMES, Role
from satchel.move.infer.speaking import speaks
from satchel.move.infer.types import type_of_kind
from satchel.move.infer.value_words import LEVELS, LIFE_STATES, OUTCOMES, RANKS, RELATIONSHIPS, SPEAKERS, TASK_STATES

SURE = 0.5
"""A score from which a reading is taken."""


ACCEPT = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of one column before roles are given."""

    profile: Profile
    names: Mapping[Role, float]
    time: float
    """How surely its values are times, 0 to 1."""
    place: int
    """Which column it is, counted from 0."""


Test = Callable[[Facts], float]


def share_in(profile: Profile, words: Any) -> float:
    """Share of the filled values, by frequency, that are in a set of words; of those that are counted."""
    known = sum(count for value, count in profile.counter.items() if value.strip().lower() in words)
    total = sum(profile.counter.values())
    return known / total if total else 0.0


def kind_share(profile: Profile) -> float:
    """Share of values that name a type of ours, or a log."""
    known = sum(
        count
        for value, count in profile.counter.items()
        if len(value) <= 24 and type_of_kind(value) not in (None, "vague")
    )
    total = sum(profile.counter.values())
    return known / total if total else 0.0


def _scalar(p: Profile) -> bool:
    return p.share(p.strings + p.numbers + p.truths) > 0.8


def _codes(p: Profile) -> float:
    """How far the values are short codes that return."""
    if not _scalar(p) or p.sentences > 0.3 * p.filled:
        return 0.0
    return 1.0 if p.few else 0.4 if p.distinct <= 120 and p.filled >= 2 * p.distinct else 0.0


def _text(f: Facts) -> float:
    p = f.profile
    if not p.strings or p.share(p.strings) < 0.5:
        return 0.0
    wordy = p.share(p.phrases)
    named = f.names.get(Role.TEXT, 0.0)
    if f.time >= 0.5:
        # `2026年3月9日 11:08` and `March 9, 2026 at 11:08` have words and blanks in them, and are no sentences.
        return 0.0
    if wordy < 0.3 and not (
        named >= 0.6 and p.share(p.slugs + p.phrases) > 0.3 and p.share(p.ids + p.urls + p.digits) < 0.5
    ):
        return 0.0
    length = min(1.0, math.log1p(p.mean_length) / math.log1p(60))
    return min(
        1.0,
        (0.35 + 0.65 * wordy)
        * (0.4 + 0.6 * length)
        * (0.45 + 0.55 * p.distinct_share)
        * (1 - 0.6 * p.share(p.json_texts + p.code)),
    )


def short_text(f: Facts) -> float:
    p = f.profile
    if p.share(p.strings) < 0.7 or p.share(p.ids + p.urls + p.digits + p.json_texts) > 0.5 or f.time > 0.5:
        return 0.0
    if p.samples and all(isinstance(value, str) and value.count("/") >= 3 and " " not in value for value in p.samples):
        return 0.0  # `projects/p/documents/notes/a1` is a place
    return 1.0 if p.mean_length <= 80 else 0.6


def _any_text(f: Facts) -> float:
    p = f.profile
    return 1.0 if p.share(p.strings) > 0.6 and p.share(p.phrases) > 0.3 and f.time < 0.5 else 0.0


def _kind(f: Facts) -> float:
    codes = _codes(f.profile)
    if not codes and f.names.get(Role.KIND, 0.0) >= 0.9 and f.profile.distinct <= 40 and f.profile.mean_length <= 16:
        codes = 0.8 * (kind_share(f.profile) >= 0.3)  # few rows, but words that name kinds
    if f.time > 0.5 or not codes:
        return 0.0
    return min(1.0, 0.6 * codes + 0.5 * kind_share(f.profile))


def _state(f: Facts) -> float:
    p = f.profile
    if f.time > 0.5 or not _codes(p):
        return 0.0
    return 0.5 + 0.5 * share_in(p, TASK_STATES | LIFE_STATES | OUTCOMES)


def _level(f: Facts) -> float:
    return share_in(f.profile, LEVELS) if f.profile.few else 0.0


def _speaker(f: Facts) -> float:
    return share_in(f.profile, SPEAKERS) if f.profile.few else 0.0


def _person(f: Facts) -> float:
    p = f.profile
    if (
        not _scalar(p)
        or p.share(p.sentences) > 0.1
        or p.mean_length > 48
        or f.time > 0.5
        or p.share(p.truths) > 0.9
        or p.share(p.urls) > 0.3
    ):
        return 0.0
    if share_in(p, RELATIONSHIPS) > 0.3:
        return 0.0
    if p.filled > 20 and p.distinct_share > 0.97:
        return 0.2
    return 1.0


def _group(f: Facts) -> float:
    p = f.profile
    return (
        1.0
        if _scalar(p)
        and p.share(p.sentences) < 0.1
        and p.share(p.truths) < 0.9
        and f.time < 0.5
        and not (p.filled > 20 and p.distinct_share > 0.98)
        else 0.0
    )


def _id(f: Facts) -> float:
    p = f.profile
    if not _scalar(p) or p.filled < 0.9 * p.rows or (f.time > 0.75 and f.names.get(Role.ID, 0) < 0.6):
        return 0.0
    if p.distinct_share < 0.9:
        return 0.0
    alike = p.share(p.ids + p.digits + p.numbers + p.randoms + p.slugs)
    return 0.0 if p.share(p.phrases) > 0.2 or p.fractions else 0.5 + 0.5 * min(1.0, alike)


def _ref(f: Facts) -> float:
    p = f.profile
    return (
        0.9
        if _scalar(p) and p.share(p.ids + p.digits + p.numbers + p.slugs) > 0.7 and not p.fractions and f.time < 0.5
        else 0.0
    )


def _tags(f: Facts) -> float:
    p = f.profile
    if p.share(p.list_texts) > 0.7 and p.share(p.long_items) < 0.3:
        return 1.0
    if p.share(p.strings) < 0.8 or f.names.get(Role.TAGS, 0) < 0.5:
        return 0.0
    return 0.9 if p.mean_length < 80 else 0.3


def _rank(f: Facts) -> float:
    p = f.profile
    if p.share(p.numbers + p.digits) > 0.9 and p.low is not None and p.high is not None:
        return 1.0 if p.low >= 0 and p.high <= 100 else 0.0
    return share_in(p, RANKS) if p.few else 0.0


def _number(f: Facts) -> float:
    p = f.profile
    return 1.0 if p.share(p.numbers + p.digits) > 0.85 and f.time < 0.6 else 0.0


def _truth(f: Facts) -> float:
    p = f.profile
    if p.share(p.truths) > 0.95 or (
        p.share(p.numbers) > 0.95 and p.low is not None and p.low >= 0 and (p.high or 0) <= 1 and not p.fractions
    ):
        return 1.0
    return 0.0


def _vector(f: Facts) -> float:
    p = f.profile
    if p.share(p.vectors) > 0.5:
        return 1.0
    if p.share(p.list_numbers) > 0.5:
        return 0.9 if all(len(v) >= 8 for v in p.samples[:50] if isinstance(v, list)) else 0.0
    named = f.names.get(Role.VECTOR, 0.0)
    if p.share(p.blobs) > 0.5:
        return 0.9 if named else 0.5
    return 0.8 if named and p.share(p.strings) > 0.5 and p.mean_length > 200 and not p.phrases else 0.0


def _hash(f: Facts) -> float:
    p = f.profile
    return (
        0.95
        if p.share(p.hashes) > 0.9 and not p.share(p.digits)
        else 0.6
        if f.names.get(Role.HASH, 0) >= 0.6 and not p.phrases
        else 0.0
    )


def _payload(f: Facts) -> float:
    p = f.profile
    heavy = p.share(p.json_texts + p.code + p.objects + p.list_objects)
    if heavy > 0.5:
        return min(1.0, heavy)
    return 0.6 if f.names.get(Role.PAYLOAD, 0) >= 0.8 and p.mean_length > 20 else 0.0


def key_like(f: Facts) -> float:
    p = f.profile
    if (
        p.share(p.strings) < 0.95
        or p.share(p.sentences) > 0.1
        or p.mean_length > 60
        or f.time > 0.5
        or p.share(p.randoms) > 0.3
    ):
        return 0.0
    return 1.0 if p.share(p.slugs) > 0.5 or p.share(p.han) > 0.5 or p.distinct_share > 0.3 else 0.5


def _any(f: Facts) -> float:
    return 1.0


def _time(f: Facts) -> float:
    return f.time if f.time >= 0.5 else 0.0


_TESTS: dict[Role, tuple[Test, float]] = {
    # role: (test on values, how much good values are worth where the name says nothing)
    Role.TEXT: (_text, 0.8),
    Role.TITLE: (short_text, 0.0),
    Role.DETAIL: (short_text, 0.0),
    Role.STATE: (_state, 0.0),
    Role.NEXT: (short_text, 0.0),
    Role.PROMPT: (_any_text, 0.0),
    Role.REPLY: (_any_text, 0.0),
    Role.TTL: (_number, 0.0),
    Role.USER: (_person, 0.0),
    Role.AGENT: (_group, 0.0),
    Role.PROJECT: (_group, 0.0),
    Role.TEAM: (_group, 0.0),
    Role.SESSION: (_group, 0.0),
    Role.SPEAKER: (_speaker, 0.75),
    Role.KIND: (_kind, 0.0),
    Role.LEVEL: (_level, 0.85),
    Role.LOGGER: (_group, 0.0),
    Role.ID: (_id, 0.3),
    Role.REF: (_ref, 0.0),
    Role.SOURCE_REF: (_any, 0.0),
    Role.TAGS: (_tags, 0.0),
    Role.IMPORTANCE: (_rank, 0.0),
    Role.CONFIDENCE: (_rank, 0.0),
    Role.KEY: (key_like, 0.0),
    Role.VALUE: (_any, 0.0),
    Role.DELETED: (_truth, 0.0),
    Role.ARCHIVED: (_truth, 0.0),
    Role.VECTOR: (_vector, 0.95),
    Role.HASH: (_hash, 0.9),
    Role.METRIC: (_number, 0.0),
    Role.PAYLOAD: (_payload, 0.7),
    Role.COPY: (_any_text, 0.0),
    Role.EXTRA: (_any, 0.0),
}


def candidates(facts: Facts) -> dict[Role, float]:
    """Every reading of a column with its score, 0 to 1."""
    scores: dict[Role, float] = {}
    for role, (test, alone) in _TESTS.items():
        named = facts.names.get(role, 0.0)
        if not named and not alone:
            continue
        fit = test(facts)
        if fit > 0:
            scores[role] = min(1.0, fit * (alone * 0.6 + (1 - alone * 0.6) * named) if alone else fit * named)
            if role is Role.TEXT:
                # The text is the column that is filled: one of rare cells is something beside it.
                scores[role] = fit * (0.5 + 0.5 * named) * min(1.0, 0.3 + facts.profile.filled_share)
    if facts.time >= 0.5:
        for role in TIMES:
            named = facts.names.get(role, 0.0)
            base = 0.55 if role is Role.CREATED else 0.0
            if named or base:
                scores[role] = facts.time * max(base, 0.5 + 0.5 * named if named else 0.0)
    _adjust(facts, scores)
    return scores


def _adjust(facts: Facts, scores: dict[Role, float]) -> None:
    """What values settle between readings that share a name."""
    p = facts.profile
    if (p.few and share_in(p, SPEAKERS) > 0.9 and _both_sides(p)) or (p.distinct <= 12 and speaks(p)):
        # Whatever the name: `type: human`, `from: assistant`, `author: user`.
        scores[Role.SPEAKER] = max(scores.get(Role.SPEAKER, 0.0), 0.95)
        scores[Role.USER] = scores[Role.KIND] = 0.2
    if 0 < facts.names.get(Role.USER, 0.0) < SURE and p.few and (_returning_names(p) or _returning_numbers(p)):
        scores[Role.USER] = max(scores.get(Role.USER, 0.0), 0.45)  # `u` with names or numbers that return
    if _truth(facts) and p.distinct == 2 and says_speaker(p.name):
        scores[Role.SPEAKER] = 0.95
    if (
        Role.KIND not in scores
        and p.few
        and p.distinct >= 2
        and p.share(p.strings) > 0.9
        and kind_share(p) >= 0.6
        and facts.time < 0.5
    ):
        scores[Role.KIND] = 0.6 * kind_share(p)
    if (
        Role.STATE not in scores
        and p.few
        and p.distinct >= 2
        and share_in(p, TASK_STATES) > 0.7
        and not p.share(p.digits)
    ):
        scores[Role.STATE] = 0.6
    if Role.TITLE in scores and Role.TEXT in scores and facts.names.get(Role.TITLE, 0) >= facts.names.get(Role.TEXT, 0):
        scores[Role.TITLE] = max(scores[Role.TITLE], scores[Role.TEXT] + 0.01)
    if Role.KIND in scores and scores.get(Role.LEVEL, 0.0) > 0.8:
        scores[Role.KIND] *= 0.5


def _returning_names(p: Profile) -> bool:
    # A Chinese name is two signs long; two letters are a code.
    return p.strings == p.filled and (p.mean_length >= 3 or (p.mean_length >= 2 and 3 * p.han >= p.strings))


def _returning_numbers(p: Profile) -> bool:
    """Whether a few numbers as large as only ids are stand in the rows again and again."""
    whole = p.numbers + p.digits == p.filled and not p.fractions
    return whole and p.distinct >= 2 and p.filled >= 3 * p.distinct and p.low is not None and p.low >= 1000


def _both_sides(profile: Profile) -> bool:
    """Whether a user and an assistant speak."""
    return {"user", "assistant"} <= {SPEAKERS.get(value.strip().lower()) for value in profile.counter}

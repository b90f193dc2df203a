"""Keys that may be one: by their words, their spelling, and what was stored under them. Told with the evidence, never merged.

Written for stores that grew without a schema, where a model invents `medications` on Monday and `medication_list` on
Tuesday and writes the same value under both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from satchel.schema.mined_words import Subject, alike, common_of, spoken, subject_of
from satchel.schema.names import one_letter_apart, segments, skeleton

_COMMON: Final = 0.3
"""Share of names that a word stands in before it tells nothing: `user` in `user_theme`, `user_city`, `user_diet`."""
_FEW: Final = 6
"""Names below which no word is common."""
_CROWD: Final = 50
"""Names with one word, or one value, of which no pairs are made: it is a part of everything."""


@dataclass(slots=True)
class Holding:
    """What is known of one key."""

    values: dict[bytes, set[str]] = field(default_factory=dict)
    """Digest of a telling value → the sessions in which it was written."""
    sessions: set[str] = field(default_factory=set)
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two names, and what speaks for their being one."""

    one: str
    other: str
    words: tuple[str, ...] = ()
    """That both are about."""
    spelling: bool = False
    """They differ in case, plural, separators, or in one letter."""
    values: int = 0
    """Different values that stand under both."""
    sessions: int = 0
    """Sessions that used both."""
    together: int = 0
    """Sessions in which one value was written under both."""

    def to_json(self) -> dict[str, Any]:
        """As `--json` shows it."""
        return {
            "names": [self.one, self.other],
            "shared_words": list(self.words),
            "spelled_alike": self.spelling,
            "same_values": self.values,
            "same_sessions": self.sessions,
            "written_together": self.together,
        }

    def said(self) -> str:
        """In words."""
        parts = []
        if self.spelling:
            parts.append("are spelled nearly alike")
        if self.words:
            parts.append(f"share {', '.join(self.words)}")
        if self.values:
            parts.append(f"hold {_count(self.values, 'same value')}")
        if self.together:
            parts.append(f"got one value in {_count(self.together, 'session')}")
        elif self.sessions:
            parts.append(f"were both used in {_count(self.sessions, 'session')}")
        return f"{self.one} and {self.other} " + "; ".join(parts)


@dataclass(frozen=True, slots=True)
class Group:
    """Names that hang together by pairs."""

    names: tuple[str, ...]
    """Most used first."""
    pairs: tuple[Pair, ...]

    def to_json(self, holdings: Mapping[str, Holding]) -> dict[str, Any]:
        """As `--json` shows it."""
        return {
            "names": [{"name": name, "count": holdings[name].count} for name in self.names],
            "pairs": [pair.to_json() for pair in self.pairs],
        }


def groups_of(holdings: Mapping[str, Holding]) -> list[Group]:
    """Groups of keys that may be one, the largest evidence first; every pair is in one of them."""
    pairs = sorted(_pairs(holdings), key=lambda pair: (pair.one, pair.other))
    parent = {name: name for pair in pairs for name in (pair.one, pair.other)}

    def root(name: str) -> str:
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for pair in pairs:
        parent[root(pair.one)] = root(pair.other)
    together: dict[str, list[Pair]] = {}
    for pair in pairs:
        together.setdefault(root(pair.one), []).append(pair)
    found = []
    for members in together.values():
        names = {name for pair in members for name in (pair.one, pair.other)}
        ranked = sorted(names, key=lambda name: (-holdings[name].count, name))
        best = sorted(members, key=lambda pair: (-pair.together, -pair.values, -pair.sessions, pair.one, pair.other))
        found.append(Group(tuple(ranked), tuple(best)))
    return sorted(found, key=lambda group: (-group.pairs[0].together, -group.pairs[0].values, group.names))


def _pairs(holdings: Mapping[str, Holding]) -> Iterator[Pair]:
    about = _about(holdings)
    spelled = set(_spelled_alike(list(holdings)))
    candidates = set(spelled)
    said = {name: subject.words for name, subject in about.items()}
    for index in (_by(said), _by({name: frozenset(held.values) for name, held in holdings.items()})):
        for names in index.values():
            if len(names) <= _CROWD:
                candidates.update(combinations(sorted(names), 2))
    for one, other in candidates:
        left, right = holdings[one], holdings[other]
        if _holds(one, other):
            continue
        same = left.values.keys() & right.values.keys()
        pair = Pair(
            one=one,
            other=other,
            words=_shared(one, other, about[one].words & about[other].words),
            spelling=(one, other) in spelled,
            values=len(same),
            sessions=len(left.sessions & right.sessions),
            together=len({session for value in same for session in left.values[value] & right.values[value]}),
        )
        if pair.spelling or pair.values or alike(about[one], about[other]):
            yield pair


def _about(names: Iterable[str]) -> dict[str, Subject]:
    """What each name is about, without what most of them say."""
    said = {name: subject_of(name) for name in names}
    if len(said) < _FEW:
        return said
    common = common_of(said.values(), _COMMON)
    return {name: subject.without(common) for name, subject in said.items()}


def _shared(one: str, other: str, forms: frozenset[str]) -> tuple[str, ...]:
    """The words that two names share, as the names say them."""
    left, right = spoken(one), spoken(other)
    found = {min(left.get(form, form), right.get(form, form), key=lambda word: (len(word), word)) for form in forms}
    return tuple(sorted(found))


def _spelled_alike(names: list[str]) -> Iterator[tuple[str, str]]:
    bare: dict[str, list[str]] = {}
    for name in names:
        bare.setdefault(skeleton(name), []).append(name)
    for same in bare.values():
        if len(same) <= _CROWD:
            yield from combinations(sorted(same), 2)
    yield from one_letter_apart(names)


def _by(said: Mapping[str, frozenset[Any]]) -> dict[Any, list[str]]:
    index: dict[Any, list[str]] = {}
    for name, found in said.items():
        for one in found:
            index.setdefault(one, []).append(name)
    return index


def _holds(one: str, other: str) -> bool:
    """Whether one is a part of the other: `tasks.open[*]` and `tasks.open[*].title`."""
    left, right = segments(one), segments(other)
    short = min(len(left), len(right))
    return left[:short] == right[:short] and len(left) != len(right)


def _count(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")

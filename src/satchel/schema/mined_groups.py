"""Keys that may be one: by their words, their spelling, and what was stored under them. Told with the evidence, never merged.

Written for stores that grew without a schema, where a model invents `medications` on Monday and `medication_list` on
Tuesday and writes the same value under both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from satchel.schema.names import is_generic, one_letter_apart, segments, skeleton, words
from satchel.text.stem import stem

_COMMON: Final = 0.3
"""Share of names that a word stands in before it tells nothing: `user` in `user_theme`, `user_city`, `user_diet`."""
_FEW: Final = 6
"""Names below which no word is common."""
_PEOPLE: Final = frozenset(stem(word) for word in ("user", "customer", "client", "person", "member", "human"))
"""Say whose it is, which the place says already: `customer_language` is about the language."""
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
    about, spoken = _about(holdings)
    spelled = set(_spelled_alike(list(holdings)))
    candidates = set(spelled)
    for index in (_by(about), _by({name: frozenset(held.values) for name, held in holdings.items()})):
        for names in index.values():
            if len(names) <= _CROWD:
                candidates.update(combinations(sorted(names), 2))
    for one, other in candidates:
        left, right = holdings[one], holdings[other]
        if _holds(one, other):
            continue
        shared = about[one] & about[other]
        same = left.values.keys() & right.values.keys()
        pair = Pair(
            one=one,
            other=other,
            words=tuple(sorted(spoken[word] for word in shared)),
            spelling=(one, other) in spelled,
            values=len(same),
            sessions=len(left.sessions & right.sessions),
            together=len({session for value in same for session in left.values[value] & right.values[value]}),
        )
        if pair.spelling or pair.values or _same_subject(about[one], about[other], pair):
            yield pair


def _same_subject(one: frozenset[str], other: frozenset[str], pair: Pair) -> bool:
    """Whether the words alone, or the words and that both were used side by side, make two names look like one."""
    shared, less = len(one & other), min(len(one), len(other))
    if not shared:
        return False
    if one == other:
        return True
    return shared == less and (shared > 1 or pair.sessions > 0)


def _about(names: Mapping[str, Any]) -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    """The telling words of each name, as stems, and how each is said; what stands in most names tells nothing."""
    spoken: dict[str, str] = {}
    said = {}
    for name in names:
        found = set()
        for word in (word for part in segments(name) if not part.startswith("[") for word in words(part)):
            if not is_generic(word):
                root = stem(word) if word.isascii() else word
                spoken[root] = min(spoken.get(root, word), word, key=lambda one: (len(one), one))
                found.add(root)
        said[name] = frozenset(found)
    counts: dict[str, int] = {}
    for about in said.values():
        for word in about:
            counts[word] = counts.get(word, 0) + 1
    common = {word for word, count in counts.items() if count > _COMMON * len(said)} if len(said) >= _FEW else set()
    common |= _PEOPLE
    return {name: (about - common) or about for name, about in said.items()}, spoken


def _spelled_alike(names: list[str]) -> Iterator[tuple[str, str]]:
    bare: dict[str, list[str]] = {}
    for name in names:
        bare.setdefault(skeleton(name), []).append(name)
    for alike in bare.values():
        if len(alike) <= _CROWD:
            yield from combinations(sorted(alike), 2)
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

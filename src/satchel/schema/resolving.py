"""Which key a name means: one look-up for every read and write.

Names are compared whole, as their parsed segments are; nothing is a prefix of anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import StrEnum
from functools import lru_cache
from typing import Final

from satchel.schema.items import filled, opened
from satchel.schema.names import ITEM, likeness, matches, segments, words
from satchel.schema.snapshot import KeyEntry, NamespaceEntry, ReservedEntry, Snapshot
from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.scope import KINDS, PUBLIC, encode_segment, make_scope, scope_segments

_NEAR: Final = 0.6
"""Likeness from which on a key is worth naming to whoever asked for another."""
_MOST_REMEMBERED: Final = 4096
"""Names whose meaning is kept at hand; an agent asks for the same few again and again."""


class Via(StrEnum):
    """How a name led to its key."""

    DIRECT = "direct"
    ALIAS = "alias"
    DEPRECATED = "deprecated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """What a name means."""

    asked: str
    """As it was asked for."""
    pattern: str
    """The same with `[*]` for every id: what is counted."""
    key: KeyEntry | None = None
    reserved: ReservedEntry | None = None
    name: str = ""
    """The key's own name, with the ids; `asked` where there is no key."""
    via: Via = Via.DIRECT
    successor: KeyEntry | None = None
    """What to use instead of a deprecated or reserved key, to the end of the chain."""
    successor_name: str = ""
    """With the ids where they fit; else the pattern."""
    whole: bool = False
    """Whether it names all items of a key and not one of them: nothing can be stored there."""

    @property
    def number(self) -> int:
        """Of the key or the reservation; 0 where there is none."""
        if self.key is not None:
            return self.key.number
        return (self.reserved.number or 0) if self.reserved is not None else 0

    @property
    def successor_fits(self) -> bool:
        """Whether `successor_name` names one place."""
        return self.successor is not None and ITEM not in self.successor_name


@dataclass(slots=True)
class Names:
    """All names of a snapshot."""

    snapshot: Snapshot
    keys: dict[str, tuple[KeyEntry, Via]] = field(default_factory=dict)
    reserved: dict[str, ReservedEntry] = field(default_factory=dict)
    patterns: list[tuple[str, ReservedEntry]] = field(default_factory=list)
    namespaces: dict[str, NamespaceEntry] = field(default_factory=dict)
    _known: dict[str, Resolved] = field(default_factory=dict)
    _near: dict[str, KeyEntry | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key in self.snapshot.by_number.values():
            shown = key.get("prompt_name")
            for name in key.names:
                via = Via.DIRECT if name in {key.name, shown} else Via.ALIAS
                self.keys.setdefault(name, (key, Via.DEPRECATED if key.deprecated else via))
        for key in self.snapshot.by_number.values():  # a name of its own goes before another's alias
            self.keys[key.name] = (key, Via.DEPRECATED if key.deprecated else Via.DIRECT)
        for entry in self.snapshot.reserved:
            self.reserved.update(dict.fromkeys(entry.names, entry))
            self.patterns += [(pattern, entry) for pattern in entry.patterns]
        self.namespaces = {one.name: one for one in self.snapshot.namespaces}

    def resolve(self, name: str) -> Resolved:
        """What a name means."""
        found = self._known.get(name)
        if found is None:
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            found = self._known[name] = self._resolve(name)
        return found

    def _resolve(self, name: str) -> Resolved:
        pattern, ids = opened(name)
        held = self.keys.get(pattern)
        if held is not None:
            key, via = held
            successor, successor_name = self._successor(key.successor, ids)
            return Resolved(
                asked=name, pattern=pattern, key=key, name=filled(key.name, ids), via=via, successor=successor,
                successor_name=successor_name, whole=pattern.count(ITEM) != len(ids),
            )  # fmt: skip
        reserved = self.reserved.get(pattern) or self._by_pattern(pattern)
        if reserved is not None:
            successor, successor_name = self._successor(reserved.successor, ids)
            return Resolved(
                asked=name, pattern=pattern, reserved=reserved, name=name, successor=successor,
                successor_name=successor_name,
            )  # fmt: skip
        return Resolved(asked=name, pattern=pattern, name=name)

    def _by_pattern(self, name: str) -> ReservedEntry | None:
        return next((entry for pattern, entry in self.patterns if matches(pattern, name)), None)

    def _successor(self, number: int | None, ids: Sequence[str]) -> tuple[KeyEntry | None, str]:
        seen: set[int] = set()
        key: KeyEntry | None = None
        while number is not None and number not in seen:
            seen.add(number)
            following = self.snapshot.by_number.get(number)
            if following is None:
                break
            key, number = following, following.successor
        if key is None:
            return None, ""
        return key, filled(key.get("prompt_name") or key.name, ids)

    def nearest(self, name: str) -> KeyEntry | None:
        """The active key that somebody who wrote this name most likely meant; None where none is near."""
        pattern = opened(name)[0]
        if pattern not in self._near:
            if len(self._near) >= _MOST_REMEMBERED:
                self._near.clear()
            self._near[pattern] = _nearest(pattern, self.snapshot)
        return self._near[pattern]

    # Places -------------------------------------------------------------------------------------------------------

    def home(self, key: KeyEntry, scope: str) -> str | None:
        """The scope in which a key lives for whoever is at `scope`; None where it does not live there or below.

        The scope either is in the key's namespace, or is its beginning and the path ends in plain labels: the tasks of
        `user:ann`, by the path [users, "{user_id}", tasks], are in `user:ann/tasks`.
        """
        namespace = self.namespaces.get(key.namespace)
        if namespace is None:
            return scope
        return _home(tuple(map(str, namespace.path)), scope)

    def place_of(self, key: KeyEntry) -> str:
        """How the scopes of a key look, for a message: `user:USER_ID/tasks`."""
        namespace = self.namespaces.get(key.namespace)
        path = [str(part) for part in namespace.path] if namespace is not None else []
        kind = _kind_of(path[0]) if path else None
        shown = [part.strip("{}").upper() if _is_placeholder(part) else part for part in path]
        return f"{kind}:{'/'.join(shown[1:])}" if kind is not None else f"ns:{'/'.join(shown)}"


@lru_cache(maxsize=4096)
def _home(path: tuple[str, ...], scope: str) -> str | None:
    try:
        kind, have = scope_segments(scope)
    except InvalidScopeError:
        return None
    if not path:
        return scope
    if scope == PUBLIC:
        return scope if path == (PUBLIC,) else None
    if _kind_of(path[0]) == kind:
        rest = _completed(path[1:], have)
        if rest is not None:
            return scope + "".join(f"/{encode_segment(label)}" for label in rest)
    if kind == "ns":
        rest = _completed(path, have)
        if rest is not None:
            return make_scope("ns", *have, *rest)
    return None


def _kind_of(label: str) -> str | None:
    """The kind of scope that the first label of a path stands for: `users` and `user` are scopes `user:`."""
    return next((kind for kind in KINDS if label in {kind, f"{kind}s"}), None)


def _completed(path: Sequence[str], have: Sequence[str]) -> list[str] | None:
    """The labels that a scope lacks to be in a path; None where it is beside it, or an id is lacking."""
    if len(have) > len(path):
        return None
    if not all(_is_placeholder(want) or want == found for want, found in zip(path, have, strict=False)):
        return None
    rest = list(path[len(have) :])
    return rest if not any(map(_is_placeholder, rest)) else None


def _is_placeholder(label: str) -> bool:
    return label.startswith("{") and label.endswith("}")


def _nearest(name: str, snapshot: Snapshot) -> KeyEntry | None:
    best, score = None, 0.0
    letters = SequenceMatcher(None, b=_end(name))
    for key in snapshot.by_number.values():
        if key.deprecated:
            continue
        for other in key.names:
            letters.set_seq1(_end(other))
            close = letters.ratio() if letters.quick_ratio() >= _NEAR else 0.0
            # What names end in counts most, then their words, then their letters.
            found = max(close, 0.5 * likeness(name, other) + 0.3 * _shared(name, other) + 0.2 * close)
            if found >= _NEAR and found > score:
                best, score = key, found
    return best


def _shared(one: str, other: str) -> float:
    """The share of words that two names have in common."""
    left, right = _words(one), _words(other)
    return 2 * len(left & right) / max(1, len(left) + len(right))


@lru_cache(maxsize=20_000)
def _words(name: str) -> frozenset[str]:
    return frozenset(word for part in segments(name) if not part.startswith("[") for word in words(part))


def _end(name: str) -> str:
    """What follows the first segment, which most names share."""
    return (name.partition(".")[2] or name).casefold()

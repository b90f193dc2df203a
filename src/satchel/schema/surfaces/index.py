"""All names that ever meant a key, made ready for finding them again however they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from satchel.schema.names import ITEM, matches, segments, words
from satchel.schema.revisions import History
from satchel.schema.snapshot import KeyEntry, Snapshot


class Standing(StrEnum):
    """What a name is today. The order of the members is the order in which they win over each other."""

    LIVE = "live"
    DEPRECATED = "deprecated"
    RETIRED = "retired"
    """Reserved, or of an older revision and of nothing in this one."""


_ORDER: Final = list(Standing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """One name of one key."""

    name: str
    number: int | None
    key: str
    """The key's own name."""
    standing: Standing
    alias: bool = False
    """Whether it is another name of the key: an alias, its prompt name, or one that it once had."""
    successor: str | None = None
    """The key to use instead, with its number."""
    properties: frozenset[str] = frozenset()
    """What the value may hold, as skeletons."""

    @property
    def segments(self) -> tuple[str, ...]:
        """Its segments, items among them."""
        return _segments(self.name)

    @property
    def plain(self) -> tuple[str, ...]:
        """Its segments without items."""
        return _plain(self.name)


@lru_cache(maxsize=20_000)
def _segments(name: str) -> tuple[str, ...]:
    return segments(name)


@lru_cache(maxsize=20_000)
def _plain(name: str) -> tuple[str, ...]:
    return tuple(part for part in segments(name) if not part.startswith("["))


@dataclass(slots=True)
class _Node:
    """A step of all names at once."""

    children: dict[str, _Node] = field(default_factory=dict)
    item: _Node | None = None
    known: Known | None = None
    foreign: bool = False
    """Whether `known` is reached by the path of its namespace."""


@dataclass(frozen=True, slots=True)
class Found:
    """A name that a path stands for."""

    known: Known
    collection: bool = False
    """Whether the path stops before the item: `tasks.open` for `tasks.open[*]`."""
    by_namespace: bool = False


@lru_cache(maxsize=100_000)
def bare(segment: str) -> str:
    """A segment without case, plural, separators and look-alikes."""
    return "".join(words(segment))


class NameIndex:
    """The names, by segments, by words and by what begins like them."""

    def __init__(
        self, names: Iterable[Known], *, patterns: Sequence[str] = (), spaces: Mapping[str, Sequence[Any]] | None = None
    ) -> None:
        """Make it.

        Args:
            names: All names; of two for one path the more lively wins.
            patterns: Reserved patterns, of which nothing is unknown.
            spaces: Namespace → its path, labels and placeholders.
        """
        self.names = sorted(names, key=lambda known: (_ORDER.index(known.standing), known.alias, known.number or 0))
        self.patterns = tuple(patterns)
        self.spaces = dict(spaces or {})
        self.exact: dict[tuple[str, ...], Known] = {}
        self.flat: dict[str, Known] = {}
        self.roots: set[str] = set()
        self.words: set[str] = set()
        self.han: set[str] = set()
        """Words that stand in a Chinese sentence without a blank around them."""
        self.first: set[str] = set()
        """What a path may begin with: first segments, and the first labels of namespaces."""
        self.by_last: dict[str, list[Known]] = {}
        self._but_one: dict[tuple[int | str, ...], list[Known]] = {}
        """Place and the other bare segments → names."""
        self._by_ends: dict[tuple[str, str], list[Known]] = {}
        self._root = _Node()
        for known in self.names:
            self._add(known)
        for known in self.names:
            self._add_path(known)

    @classmethod
    def of(cls, snapshot: Snapshot, history: History | None = None) -> NameIndex:
        """All names of a state and of every revision before it."""
        spaces = {space.name: space.path for space in snapshot.namespaces}
        return cls(_names(snapshot, history or History()), patterns=snapshot.reserved_patterns(), spaces=spaces)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.names, self.patterns, self.spaces)

    def _add(self, known: Known) -> None:
        parts = known.segments
        self.exact.setdefault(parts, known)
        plain = known.plain
        self.roots.add(bare(plain[0]))
        parts_of = [bare(part) for part in plain]
        for place in range(len(parts_of)):
            self._but_one.setdefault((place, *parts_of[:place], *parts_of[place + 1 :]), []).append(known)
        if len(parts_of) > 1:
            self._by_ends.setdefault((parts_of[0], parts_of[-1]), []).append(known)
        for part in plain:
            self.words.update(words(part))
            self.words.add(bare(part))
            if not part.isascii():
                self.han.update(word for word in words(part) if not word.isascii())
        self.words.update(known.properties)
        for last in {bare(plain[-1]), *words(plain[-1])[-1:]}:
            self.by_last.setdefault(last, []).append(known)
        self.flat.setdefault("".join(bare(part) for part in plain), known)
        self._insert([ITEM if part.startswith("[") else bare(part) for part in parts], known, foreign=False)

    def _add_path(self, known: Known) -> None:
        """The way to a key through the path of its namespace: users, 42, display, theme."""
        plain = known.segments
        path = self.spaces.get(plain[0], ())
        if not path or len(plain) < 2:
            return
        labels = [ITEM if str(one).startswith("{") else bare(str(one)) for one in path]
        self.words.update(word for one in path if not str(one).startswith("{") for word in words(str(one)))
        rest = [ITEM if part.startswith("[") else bare(part) for part in plain[1:]]
        self._insert([*labels, *rest], known, foreign=True)

    def _insert(self, parts: Sequence[str], known: Known, *, foreign: bool) -> None:
        self.first.add(parts[0])
        node = self._root
        for part in parts:
            if part == ITEM:
                node.item = node.item or _Node()
                node = node.item
            else:
                node = node.children.setdefault(part, _Node())
        if node.known is None:
            node.known, node.foreign = known, foreign

    def resolve(self, path: Sequence[Step]) -> Found | None:
        """The name that a path stands for, items and a property below an item included."""
        return _walk(self._root, path, 0)

    def is_prefix(self, path: Sequence[Step]) -> bool:
        """Whether names go on where a path ends."""
        node: _Node | None = self._root
        for step in path:
            assert node is not None
            node = node.children.get(bare(step.text)) if not step.item else node.item
            if node is None:
                return False
        return True

    def shares(self, path: Sequence[Step]) -> int:
        """With how many segments any name begins like a path, items left out."""
        node, count = self._root, 0
        for step in path:
            below = node.item if step.item else node.children.get(bare(step.text))
            if below is None:
                break
            node, count = below, count + (not step.item)
        return count

    def is_reserved(self, name: str) -> bool:
        """Whether a reserved pattern covers a name."""
        return any(matches(pattern, name) for pattern in self.patterns)

    def one_segment_apart(self, parts: Sequence[str]) -> Iterator[tuple[int, Known]]:
        """Names that differ from bare segments in one of them, each with which."""
        for place in range(len(parts)):
            for known in self._but_one.get((place, *parts[:place], *parts[place + 1 :]), ()):
                yield place, known

    def same_ends(self, first: str, last: str) -> Sequence[Known]:
        """Names with these bare segments at their beginning and end."""
        return self._by_ends.get((first, last), ())

    def near(self, present: set[str]) -> Iterator[Known]:
        """Names whose last segment is present, and one above it: the first alone counts where there is no other."""
        told: set[int] = set()
        for word in present:
            for known in self.by_last.get(word, ()):
                plain = known.plain
                above = plain[1:-1] or plain[:1]
                if (
                    id(known) not in told
                    and _is_in(plain[-1], present)
                    and any(_is_in(part, present) for part in above)
                ):
                    told.add(id(known))
                    yield known


@dataclass(frozen=True, slots=True)
class Step:
    """One segment of a path that was read somewhere."""

    text: str
    item: bool = False
    """Whether it can only be the id of an item: `[42]`, `{task_id}`, `*`."""
    quoted: bool = False
    """Whether it is a literal in brackets: `["passport"]`, a field or the id of an item."""

    @property
    def may_be_item(self) -> bool:
        """Whether it can be an id: in brackets, or with a digit."""
        return self.item or self.quoted or any(char.isdigit() for char in self.text)


def _is_in(part: str, present: set[str]) -> bool:
    return bare(part) in present or all(word in present for word in words(part))


def _walk(node: _Node, path: Sequence[Step], place: int) -> Found | None:
    if place == len(path):
        if node.known is not None:
            return Found(node.known, by_namespace=node.foreign)
        if node.item is not None and node.item.known is not None:
            return Found(node.item.known, collection=True, by_namespace=node.item.foreign)
        return None
    step = path[place]
    if not step.item:
        below = node.children.get(bare(step.text))
        found = _walk(below, path, place + 1) if below is not None else None
        if found is not None:
            return found
    if node.item is not None:
        # An item may be written or left out: `tasks.open[3].deadline`, `tasks.open.3.deadline`, `tasks.open.deadline`.
        found = (_walk(node.item, path, place + 1) if step.may_be_item else None) or _walk(node.item, path, place)
        if found is not None:
            return found
    if node.known is not None and all(one.item or bare(one.text) in node.known.properties for one in path[place:]):
        return Found(node.known, by_namespace=node.foreign)
    return None


def _names(snapshot: Snapshot, history: History) -> Iterator[Known]:
    live = snapshot.by_number
    told: set[tuple[int | None, str]] = set()

    def successor_of(number: int | None) -> str | None:
        key = live.get(number) if number is not None else None
        return f"{key.name} ({key.number})" if key is not None else None

    def known_of(key: KeyEntry, name: str, standing: Standing) -> Known:
        return Known(
            name=name, number=key.number, key=key.name, standing=standing, alias=name != key.name,
            successor=successor_of(key.successor), properties=_properties(key.type),
        )  # fmt: skip

    for key in snapshot.keys:
        for name in key.names:
            told.add((key.number, name))
            yield known_of(key, name, Standing.DEPRECATED if key.deprecated else Standing.LIVE)
    for entry in snapshot.reserved:
        for name in entry.names:
            told.add((entry.number, name))
            own = entry.name or name
            yield Known(
                name=name, number=entry.number, key=own, standing=Standing.RETIRED, alias=name != own,
                successor=successor_of(entry.successor),
            )  # fmt: skip
        for name in entry.patterns:
            if "*" not in name.replace(ITEM, ""):
                yield Known(name=name, number=entry.number, key=name, standing=Standing.RETIRED)
    for key, _ in history.key_forms():
        for name in key.names:
            if (key.number, name) not in told:
                told.add((key.number, name))
                yield known_of(live.get(key.number, key), name, Standing.RETIRED)


def _properties(kind: Mapping[str, Any]) -> frozenset[str]:
    found: set[str] = set()
    waiting: list[Any] = [kind]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            for name, inner in (one.get("properties") or {}).items():
                found.add(bare(name))
                waiting.append(inner)
            waiting.append(one.get("items"))
    return frozenset(found)


def _remade(names: Sequence[Known], patterns: Sequence[str], spaces: Mapping[str, Sequence[Any]]) -> NameIndex:
    return NameIndex(names, patterns=patterns, spaces=spaces)

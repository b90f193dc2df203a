"""What becomes of each field of a foreign format: mapped, kept, or dropped with a reason. A field in no list is found out.

A reader declares its objects by shape (`conversation`, `message`, `message.metadata`). While reading it asks which
keys of an object are in no list; those are kept in `origin.extra` where they belong to a record, counted, and told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The known keys of one kind of object."""

    mapped: frozenset[str] = frozenset()
    """Read: they become part of a record, or decide what becomes of a row."""
    kept: frozenset[str] = frozenset()
    """Kept as they are in `origin.extra`."""
    dropped: Mapping[str, str] = field(default_factory=dict)
    """Key → why nobody needs it. Never anything that a person wrote."""
    open_because: str = ""
    """Why the keys of this object are no fixed set (ids as keys, what a user named); they are then all kept or mapped."""
    known: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", self.mapped | self.kept | frozenset(self.dropped))


def shape(
    mapped: str = "", *, kept: str = "", dropped: Mapping[str, str] | None = None, open_because: str = ""
) -> Shape:
    """A shape from names separated by blanks; `dropped` gives a reason for such names: {"a b": "why"}.

    Raises:
        ValueError: a key stands in two lists, or a reason is missing.
    """
    reasons = {name: reason for names, reason in (dropped or {}).items() for name in names.split()}
    lists = [frozenset(mapped.split()), frozenset(kept.split()), frozenset(reasons)]
    if sum(map(len, lists)) != len(lists[0] | lists[1] | lists[2]) or not all(reasons.values()):
        raise ValueError("every field stands in one list, and a dropped one has a reason")
    return Shape(mapped=lists[0], kept=lists[1], dropped=reasons, open_because=open_because)


class Unexplained:
    """Counts the keys that no list of a format explains, as `shape.key`."""

    def __init__(self, shapes: Mapping[str, Shape]) -> None:
        self._shapes = shapes
        self.counts: Counter[str] = Counter()

    def look(self, name: str, found: Mapping[str, Any]) -> dict[str, Any]:
        """What of an object belongs into `origin.extra`: its kept keys, and those that nobody explains, which are counted.

        Empty values are left out: a key without a value says nothing.
        """
        known = self._shapes[name]
        extra: dict[str, Any] = {}
        for key in found.keys() - known.mapped:
            if key in known.dropped:
                continue
            if key not in known.kept and not known.open_because:
                self.counts[f"{name}.{key}"] += 1
            value = found[key]
            if value is not None and value not in ("", [], {}):
                extra[key] = value
        return extra

    def note(self, name: str, kinds: Iterable[str]) -> None:
        """Count kinds (of a message, a line, a part) that the reader has no rule for."""
        self.counts.update(f"{name}={kind}" for kind in kinds)

"""What was promised about a value when it was written holds for as long as it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from satchel.schema.finding import Severity
from satchel.schema.layout import SENSITIVITIES
from satchel.schema.rules.registry import Category, Hit, Kind, rule
from satchel.schema.snapshot import KeyEntry, NamespaceEntry

_Holder = KeyEntry | NamespaceEntry
_HOURS: Final = {"h": 1, "d": 24, "w": 7 * 24, "m": 30 * 24, "y": 365 * 24}


@rule("SENSITIVITY_LOWERED", Severity.ERROR, Category.BEHAVIOUR, Kind.PROMISE)
def sensitivity_lowered(old: _Holder, new: _Holder) -> Iterator[Hit]:
    """A key is less private than before, by itself, its namespace or the defaults.

    Why: values were given under the stricter promise. They turn up in files, logs and prompts that never had them.

    Instead: leave it. A looser key is a new key that starts empty.

    Before:
        sensitivity: personal
        # in the next revision: sensitivity: internal

    After:
        sensitivity: personal
    """
    before, after = _promises(old, new, "sensitivity")
    if _rank(after) < _rank(before):
        yield Hit(
            path=("sensitivity",), old=before, new=after,
            message=f"sensitivity {before} became {after or 'unsaid'}",
        )  # fmt: skip


@rule("RETENTION_EXTENDED", Severity.ERROR, Category.BEHAVIOUR, Kind.PROMISE)
def retention_extended(old: _Holder, new: _Holder) -> Iterator[Hit]:
    """Values of a key are kept longer than before, by itself, its namespace or the defaults.

    Why: whoever gave a value was promised that it goes after that time. It cannot be asked back.

    Instead: leave it, or add a key with the longer time for what is written from now on.

    Before:
        retention: 90d
        # in the next revision: retention: 400d

    After:
        retention: 90d
    """
    before, after = _promises(old, new, "retention")
    if hours(after) > hours(before):
        yield Hit(
            path=("retention",), old=before, new=after,
            message=f"retention {before} became {after or 'unlimited'}",
        )  # fmt: skip


def hours(duration: str | None) -> float:
    """How long a duration of the file is, in hours; months have 30 days, years 365. None and `forever` have no end."""
    if duration is None or duration == "forever":
        return float("inf")
    return int(duration[:-1]) * _HOURS[duration[-1]]


def _promises(old: _Holder, new: _Holder, name: str) -> tuple[Any, Any]:
    """What was promised and what is. A namespace counts where it says something itself: defaults are told by its keys."""
    if isinstance(old, KeyEntry) and isinstance(new, KeyEntry):
        return old.get(name), new.get(name)
    if isinstance(old, NamespaceEntry) and isinstance(new, NamespaceEntry) and name in {*old.body, *new.body}:
        return old.promise(name), new.promise(name)
    return None, None


def _rank(level: str | None) -> int:
    return SENSITIVITIES.index(level) if level in SENSITIVITIES else -1

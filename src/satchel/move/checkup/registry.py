"""Which finder finds what. A new one is a module with a `look` (one memory at a time) or a `Gatherer` (all of them)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from satchel.move.checkup import (
    contradictions,
    duplicates,
    expired,
    injection,
    log_lines,
    near_duplicates,
    references,
    sensitive,
    times,
    type_mix,
)
from satchel.move.checkup.finding import RULES, Finding
from satchel.move.checkup.subject import Apply, Circumstances, Subject
from satchel_protocol.errors import UsageError

Look = Callable[[Subject, Circumstances], Iterator[Finding]]


class Gatherer(Protocol):
    """Looks at every memory, and says at the end what all of them together show."""

    def add(self, subject: Subject) -> None: ...

    def findings(self, apply: Apply, /) -> Iterator[Finding]:
        """
        Args:
            apply: How work that falls into independent jobs is done; it may have begun when this returns.
        """
        ...


LOOKS: Final[tuple[tuple[str, Look], ...]] = (
    ("sensitive", sensitive.look),
    ("injection", injection.look),
    ("dangling_reference", references.look),
    ("time", times.look),
    ("expired", expired.look),
    ("log_line", log_lines.look),
)
AHEAD: Final[tuple[tuple[str, Callable[[Iterable[str]], None]], ...]] = (
    ("injection", injection.read_ahead),
    ("log_line", log_lines.read_ahead),
)
"""What finders work out sooner for many texts together; they find the same without it."""
GATHERERS: Final[tuple[tuple[str, Callable[[Circumstances], Gatherer]], ...]] = (
    ("duplicate", duplicates.Gatherer),
    ("near_duplicate", near_duplicates.Gatherer),
    ("contradiction", contradictions.Gatherer),
    ("time", times.Gatherer),
    ("type_mix", type_mix.Gatherer),
)


def rules_named(names: list[str] | None) -> tuple[str, ...]:
    """The rules of these names, all of them for none.

    Raises:
        UsageError: there is no such rule.
    """
    unknown = sorted(set(names or ()) - set(RULES))
    if unknown:
        raise UsageError(f"{', '.join(unknown)}: no such rule; known are {', '.join(RULES)}")
    return tuple(rule for rule in RULES if not names or rule in names)

"""A stretch of words that may name a time, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import Final, NamedTuple

from satchel.instant.spoken.span import Span, Today


class Manner(Enum):
    """How a time is named, which says what else must be there before it counts."""

    PAST = "past"
    """Nothing but a time gone by: last week, 三天前."""
    NAMED = "named"
    """A date, a month, a season, a holiday: may be what the memory is about, or part of a name."""
    PRESENT = "present"
    """Today, this week, a bare weekday: asks for plans as often as for what was."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of the question that name a span of time."""

    span: Span
    start: int
    end: int
    """Offsets in the question, prepositions included."""
    manner: Manner
    bare: bool = False
    """A month, a season, a weekday, a year or a holiday without anything that makes it a date: May, Friday, 1984."""
    preposition: str = ""


class Rule(NamedTuple):
    """One way to name a time."""

    pattern: str
    """Compiled when it is first needed: all of them take a tenth of a second, and most questions name no time."""
    build: Callable[[re.Match[str], Today], Span]
    """May raise ValueError, OverflowError or KeyError for what no calendar has."""
    manner: Manner
    bare: bool = False


_compiled = cache(re.compile)
_NAMED_GROUP: Final = re.compile(r"\(\?P<\w+>")


class Rules:
    """The ways of one language to name a time, in their order."""

    def __init__(self, *rules: Rule) -> None:
        self._rules = rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    @cached_property
    def any(self) -> re.Pattern[str]:
        """All in one, which says quickly that none matches; a name may stand once in a pattern, so there are none."""
        return re.compile("|".join(f"(?:{_NAMED_GROUP.sub('(?:', rule.pattern)})" for rule in self._rules))

    def longest(self, text: str, at: int, today: Today) -> Phrase | None:
        """The longest time that one of the rules reads at this place; of equals the first rule's."""
        if self.any.match(text, at) is None:
            return None
        best: Phrase | None = None
        for rule in self._rules:
            match = _compiled(rule.pattern).match(text, at)
            if match is None or match.end() <= (best.end if best is not None else at):
                continue
            try:
                span = rule.build(match, today)
            except (ValueError, OverflowError, KeyError):
                continue
            best = Phrase(span, at, match.end(), rule.manner, rule.bare)
        return best

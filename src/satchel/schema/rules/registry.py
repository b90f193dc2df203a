"""What a rule is, how it is declared, and the table of all of them.

A rule is one function. Its docstring is its page: what it finds, why that breaks an agent, what to do instead, and an
example before and after. What the function is given says
its kind:

- `FILE` and `CHANGE`: the whole state as it is, and for a change as it was (`Facts`);
- `KEY`: a key as it was and as it is, called for every form that it ever had.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from satchel.schema.file import SchemaFile
from satchel.schema.finding import Severity
from satchel.schema.revisions import History
from satchel.schema.shapes import Path
from satchel.schema.snapshot import KeyEntry, Snapshot


class Category(StrEnum):
    """What a rule protects; each of the first three holds the one before it."""

    STORE = "STORE"
    """Stored bytes still decode."""
    RESOLVE = "RESOLVE"
    """Every name that ever existed resolves or is reserved."""
    BEHAVIOUR = "BEHAVIOUR"
    """What a model sees."""
    EVIDENCE = "EVIDENCE"
    LINT = "LINT"
    FORM = "FORM"
    RUNTIME = "RUNTIME"
    """Found while an agent runs."""


class Kind(StrEnum):
    """What a rule is given."""

    FILE = "file"
    KEY = "key"
    PROMISE = "promise"
    """As `key`, and called for namespaces as well, where no key of them said the same."""
    CHANGE = "change"
    SURFACE = "surface"
    """What a scan saw in a surface, or of what the file says of it; `satchel surfaces scan` makes these findings."""
    MADE_ELSEWHERE = "made elsewhere"
    """The reader of the file, the check itself, or whoever reads and writes memories makes these findings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """What a rule found, before it has a place and a fingerprint."""

    message: str
    number: int | None = None
    key: str | None = None
    at: tuple[str, int | str] | None = None
    """The entry it stands in: ("key", 7); by default the key of `number`."""
    path: Path = ()
    """From there."""
    occurrence: int = 0
    """Which entry is meant, where several have one number."""
    old: Any = None
    new: Any = None
    """The values that differ, for the fingerprint."""
    subject: str = ""
    """Tells findings of one rule about one number apart."""
    severity: Severity | None = None
    """Where it is another than the rule's."""


@dataclass
class Facts:
    """Everything that a rule may look at. Nothing in it is read from a disk or a clock by a rule."""

    file: SchemaFile
    now: Snapshot
    last: Snapshot | None
    """What it is compared with: the newest published revision, or the base that was named."""
    history: History
    today: date
    evidence: Mapping[str, Any] = field(default_factory=dict)
    """Bundle that the file names → its JSON; one that cannot be read is missing."""

    @cached_property
    def numbers_before(self) -> set[int]:
        """Numbers of keys that any revision had."""
        return {int(what[4:]) for what in self.history.pasts if what.startswith("key:")}

    @cached_property
    def names_before(self) -> set[str]:
        """Names of keys that any revision had."""
        return {key.name for key, _ in self.history.key_forms()}

    @cached_property
    def added(self) -> list[KeyEntry]:
        """Keys that no revision had."""
        return [key for key in self.now.by_number.values() if key.number not in self.numbers_before]

    @cached_property
    def linked(self) -> set[frozenset[int]]:
        """Pairs of numbers of which the file says how they belong together."""
        found: set[frozenset[int]] = set()
        links = [(key.number, key.successor) for key in self.now.keys]
        links += [(entry.number, entry.successor) for entry in self.now.reserved if entry.number is not None]
        found.update(frozenset((number, successor)) for number, successor in links if successor is not None)
        by_name = {name: key.number for key, _ in self.history.key_forms() for name in key.names}
        by_name.update({name: key.number for key in self.now.keys for name in key.names})
        for key in self.now.keys:
            said = key.body.get("not_a_rename", ())
            for other in said if isinstance(said, list) else [said]:
                number = by_name.get(other) if isinstance(other, str) else other
                if isinstance(number, int) and not isinstance(number, bool):
                    found.add(frozenset((key.number, number)))
        return found

    def is_no_rename(self, key: KeyEntry) -> bool:
        """Whether the file says of a key that it has nothing to do with any other."""
        return key.body.get("not_a_rename") is True


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule."""

    id: str
    severity: Severity
    category: Category
    kind: Kind
    check: Callable[..., Iterator[Hit]]

    @property
    def page(self) -> str:
        """What `satchel schema explain` prints."""
        return inspect.cleandoc(self.check.__doc__ or "")

    @property
    def subject(self) -> str:
        """The module it is in: identity, retirement, types …"""
        return self.check.__module__.rpartition(".")[2]


RULES: Final[dict[str, Rule]] = {}

RESERVED: Final = {
    **dict.fromkeys(("SUMMARY_UNSTAMPED", "SUMMARY_OLD_KEY"), "needs the stored summaries"),
    **dict.fromkeys(
        ("TRANSLATION_PARTIAL", "TRANSLATION_LOSSY", "TRANSLATION_COLLIDES"), "needs a census of the stored values"
    ),
    **dict.fromkeys(
        ("MODEL_DELETE", "MODEL_RENAME"),
        "needs the tools of an agent that delete and rename",
    ),
    **dict.fromkeys(
        (
            "DUAL_WRITE_DIVERGED", "PROMPT_STORE_SKEW", "MODEL_CHANGED_IN_PHASE", "EXAMPLE_NAMES_DEPRECATED",
            "WINDOW_TOO_SHORT", "EVIDENCE_NO_TRAFFIC", "EVIDENCE_BLIND",
        ),
        "needs a running migration",
    ),
}  # fmt: skip
"""Ids that are taken and have no check yet, each with what it needs."""


def rule(
    id: str, severity: Severity, category: Category, kind: Kind
) -> Callable[[Callable[..., Iterator[Hit]]], Callable[..., Iterator[Hit]]]:
    """Declare a function to be a rule."""

    def declared(check: Callable[..., Iterator[Hit]]) -> Callable[..., Iterator[Hit]]:
        assert id not in RULES
        assert id not in RESERVED
        RULES[id] = Rule(id=id, severity=severity, category=category, kind=kind, check=check)
        return check

    return declared

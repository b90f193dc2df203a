"""What a check-up says about a memory: the rule, the words, what to do, and the change that would do it safely."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from satchel_protocol.record import Access

RULES: Final = (
    "sensitive",
    "injection",
    "dangling_reference",
    "contradiction",
    "duplicate",
    "near_duplicate",
    "time",
    "expired",
    "log_line",
    "type_mix",
)
"""Every rule by its stable name, in the order in which a person is told."""
SEVERITIES: Final = ("error", "warning", "info")
"""`error` fails a check in CI: a secret in clear text, words that command whoever reads them, a time that cannot be."""


@dataclass(frozen=True, slots=True)
class Action:
    """What is proposed, as a sentence in English with its values, so that it can be said in another language too."""

    text: str
    values: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text.format(**self.values) if self.values else self.text


@dataclass(frozen=True, slots=True)
class Fold:
    """Leave this copy out; what it has beyond the one that stays goes into that one."""

    into: str
    """Id of the one that stays."""


@dataclass(frozen=True, slots=True)
class Insert:
    """Put words into the text."""

    at: int
    """Offset in the text as it was looked at."""
    text: str
    behind: str
    """What stands before that offset: a text that changed since is left alone."""


@dataclass(frozen=True, slots=True)
class Archive:
    """Take it out of recall and keep it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Set what is sensitive about it, so that it is withheld."""

    access: Access


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Another text, that a language model proposed on a person's word and the rules let pass."""

    content: str
    before: str
    """The text that it replaces: one that changed since is left alone."""


Change = Fold | Insert | Archive | Mark | Rewrite
"""What `--fix` may do: nothing that could lose or invent something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was found."""

    rule: str
    """One of `RULES`."""
    record: str | None
    """Id of the memory; None where it is about all of them."""
    kind: str = ""
    """Which case of the rule: a class of sensitive content, `future`, `person`; `class` in JSON."""
    evidence: str
    """The very words or figures, masked where they are withheld."""
    excerpt: str = ""
    """The words around them, masked likewise."""
    action: Action
    severity: str
    others: tuple[str, ...] = ()
    """Ids of further memories that it is about."""
    resolved: str | None = None
    """What the words mean, where that can be worked out: the date of "yesterday"."""
    change: Change | None = None
    """What `--fix` does about it; None: a person decides."""

    def to_json(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "record": self.record,
            "class": self.kind or None,
            "evidence": self.evidence,
            "action": str(self.action),
            "severity": self.severity,
            "excerpt": self.excerpt,
            "records": [*([self.record] if self.record is not None else []), *self.others],
            "resolvable": self.resolved is not None,
            "resolved": self.resolved,
            "fixable": self.change is not None,
        }

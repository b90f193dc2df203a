"""What a check finds: one finding a place, with a fingerprint that an approval can be bound to."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import orjson


class Severity(StrEnum):
    """How far a finding stops a change. The order of the members is the order of weight."""

    ERROR = "error"
    """Never allowed."""
    EVIDENCE = "evidence"
    """Not yet: there is no proof of the absence of use."""
    REPLAY = "replay"
    """Not yet: recorded traces were not replayed for exactly this change."""
    WARN = "warn"
    INFO = "info"


OUTSTANDING: Final = (Severity.EVIDENCE, Severity.REPLAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a rule has to say about one place of a file."""

    rule: str
    severity: Severity
    file: str
    line: int
    """Counted from 1."""
    column: int
    """Counted from 1."""
    number: int | None
    """Of the key, namespace or reservation; None where the finding is about none."""
    key: str | None
    """Its name."""
    message: str
    fingerprint: str
    """Of rule, number and the values before and after: another change of the same key has another one."""

    def to_json(self) -> dict[str, Any]:
        """The finding as `--format json` prints it."""
        return {
            "rule": self.rule, "severity": self.severity.value, "file": self.file, "line": self.line,
            "column": self.column, "number": self.number, "key": self.key, "message": self.message,
            "fingerprint": self.fingerprint,
        }  # fmt: skip


def exit_code(findings: list[Finding]) -> int:
    """0 clean, 1 with errors, 3 when only evidence or a replay is outstanding."""
    weights = {finding.severity for finding in findings}
    if Severity.ERROR in weights:
        return 1
    return 3 if weights & set(OUTSTANDING) else 0


def canonical(value: Any) -> bytes:
    """One spelling of a JSON value: keys sorted, no blanks."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are one: for Python true is 1, at any depth."""
    return one is other or (one == other and canonical(one) == canonical(other))


def short_hash(value: Any) -> str:
    """64 bits of SHA-256 of a JSON value, in hexadecimal."""
    return hashlib.sha256(canonical(value)).hexdigest()[:16]


def fingerprint_of(rule: str, number: int | None, subject: str, old: Any, new: Any) -> str:
    """What an approval of a finding is bound to: its rule, its number and both values, wherever they stand."""
    return short_hash([rule, number, subject, short_hash(old), short_hash(new)])

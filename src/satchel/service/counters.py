"""What was counted of keys, as data; and the proposal that undeclared writes make."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from satchel.schema.counterfile import Count, CounterFileError, Use
from satchel.schema.counting import MISSES, READS, Kind
from satchel.schema.finding import Severity
from satchel.schema.mining import Observed
from satchel.schema.proposing import Patch, Seen, UnpatchableError, patched
from satchel.service.keyed_schema import counter_file
from satchel.service.memory import Memory
from satchel.service.schema import Project, bytes_of
from satchel_protocol.errors import StoreMissingError, UsageError
from satchel_protocol.record import UNSET
from satchel_protocol.state import ALL

_WRITES: Final = tuple(kind for kind in Kind if kind not in READS)
_UNDECLARED: Final = (Kind.UNDECLARED, Kind.REJECTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What was counted for one store."""

    counts: Sequence[Count] = ()
    uses: Sequence[Use] = ()

    def of(self, number: int) -> dict[str, Any]:
        """Of one key by its number."""
        return _summed([count for count in self.counts if count.number == number], self.uses_of(number))

    def uses_of(self, number: int) -> list[Use]:
        """Uses of a deprecated or retired key."""
        return [use for use in self.uses if use.number == number]

    def by_key(self) -> list[dict[str, Any]]:
        """One entry for each key, by number; then one for each name that the schema does not have, most asked first."""
        groups: dict[tuple[int, str], list[Count]] = {}
        for count in self.counts:
            groups.setdefault((count.number, "" if count.number else count.name), []).append(count)
        found = [
            {"number": number or None, **_summed(group, self.uses_of(number) if number else [])}
            for (number, _), group in groups.items()
        ]
        return sorted(found, key=lambda one: (one["number"] or 1 << 62, -one["total"], one["names"]))

    def to_json(self) -> dict[str, Any]:
        return {
            "keys": self.by_key(),
            "counts": [count.to_json() for count in self.counts],
            "uses": [use.to_json() for use in self.uses],
        }


def counted(url: str) -> Counted:
    """What was counted for the store of a URL, by all processes; nothing where nothing was.

    Raises:
        StoreUrlError: it names no store.
        UsageError: the file of counts cannot be read.
    """
    file = counter_file(url)
    if file is None:
        return Counted()
    try:
        return Counted(counts=file.counts(), uses=file.uses())
    except CounterFileError as error:
        raise UsageError(str(error)) from error


def _summed(counts: Iterable[Count], uses: Sequence[Use]) -> dict[str, Any]:
    kinds: dict[str, int] = {}
    names: set[str] = set()
    days: set[str] = set()
    for count in counts:
        kinds[count.kind] = kinds.get(count.kind, 0) + count.n
        names.add(count.name)
        days.add(count.day)
    reads = sum(kinds.get(kind, 0) for kind in READS)
    missed = sum(kinds.get(kind, 0) for kind in MISSES)
    return {
        "names": sorted(names),
        "total": sum(kinds.values()),
        "reads": {str(kind): kinds[kind] for kind in READS if kind in kinds},
        "writes": {str(kind): kinds[kind] for kind in _WRITES if kind in kinds},
        "miss_rate": round(missed / reads, 4) if reads else None,
        "first": min(days, default=None),
        "last": max(days, default=None),
        "sessions": len({use.session for use in uses if use.session}),
        "last_used": max((use.last_at for use in uses), default=None),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A patch to a schema file, for a person to look through."""

    path: Path
    patch: Patch
    diff: str
    """Unified; empty where there is nothing to propose."""
    notes: list[str] = field(default_factory=list)
    """What stands against it, such as names that look like others."""

    def to_json(self) -> dict[str, Any]:
        return {
            "file": str(self.path), "diff": self.diff, "keys": self.patch.keys, "left_out": self.patch.left_out,
            "notes": self.notes,
        }  # fmt: skip


def proposed(path: Path, memory: Memory, *, everything: bool = False) -> Proposed:
    """A key for each name that was written in the mode `propose` and is not declared.

    Args:
        path: The schema file.
        memory: Whose store it is; types and examples are taken from what is stored there now, so that what was
            forgotten is in no patch.
        everything: What was let through or refused in the other modes too.

    Raises:
        UsageError: the file cannot be read, or not be changed without a risk.
    """
    counts = counted(memory.url).counts
    try:
        versions = memory.store(create=False).enumerate(ALL)
        records = (version.record for version in versions)
        values = [Observed(r.scope, r.key, r.value if r.value is not UNSET else r.content) for r in records if r.key]
    except StoreMissingError:
        values = []
    return proposal(path, counts, values, everything=everything)


def proposal(path: Path, counts: Iterable[Count], values: Sequence[Observed], *, everything: bool = False) -> Proposed:
    """As `proposed`, of counts and values that lie elsewhere."""
    project = Project.open(path)
    text = bytes_of(path).decode("utf-8-sig", "replace")
    kinds = {Kind.PROPOSED, *(_UNDECLARED if everything else ())}
    seen: dict[str, Seen] = {}
    for one in counts:
        if one.number == 0 and one.kind in kinds:
            before = seen.get(one.name)
            seen[one.name] = Seen(
                name=one.name,
                n=one.n + (before.n if before is not None else 0),
                first=min(one.day, before.first) if before is not None else one.day,
                last=max(one.day, before.last) if before is not None else one.day,
            )
    revisions = {revision.number for revision in project.history.revisions}
    snapshot = project.file.snapshot
    bump = snapshot is not None and snapshot.revision in revisions
    try:
        patch = patched(project.file, text, list(seen.values()), values, bump=bump)
    except UnpatchableError as error:
        raise UsageError(f"{path}: {error}") from error
    name = path.as_posix()
    lines = difflib.unified_diff(
        text.splitlines(keepends=True), patch.text.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    )
    return Proposed(path=path, patch=patch, diff="".join(lines), notes=_against(project, patch))


def _against(project: Project, patch: Patch) -> list[str]:
    """What the check says of the new keys: a person decides which of two look-alikes is right."""
    from datetime import date

    from satchel.schema.check import check
    from satchel.schema.file import read_schema

    numbers = {key["number"] for key in patch.keys}
    if not numbers:
        return []
    checked = check(read_schema(patch.text, project.file.name), history=project.history, today=date.min)
    wanted = {Severity.ERROR, Severity.WARN}
    return [f.message for f in checked.findings if f.number in numbers and f.severity in wanted]

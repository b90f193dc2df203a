"""Making records of what one tool left: ids, times with their evidence, tidy text, long texts in linked parts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from satchel.formats.contract import ReadOptions
from satchel.instant import Instant, Reader
from satchel.text.clean import tidy
from satchel.text.language import split_long
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.ids import foreign_id
from satchel_protocol.record import MAX_CONTENT_BYTES, Origin, Record
from satchel_protocol.tombstone import Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something stands in a source."""

    source: str
    """The file, as `SourceFile.name`."""
    position: str
    """In the file: `line 3`, `[4]`, `conversation Tea, message 2`."""
    table: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.source, self.table, self.position) if part)


class Maker:
    """Makes the records of one claim.

    Args:
        tool: The reader's name.
        version: The reader's version.
        options: How the source is read.
        zone: The zone of times that name none, where the format fixes it; it wins over the options.
        account: The account that the source names; ids of two accounts differ.
        exported_at: When the export was written, where it says so; a newer export wins over an older one.
    """

    def __init__(
        self,
        tool: str,
        version: str,
        options: ReadOptions,
        *,
        zone: str | None = None,
        account: str = "",
        exported_at: datetime | None = None,
    ) -> None:
        self.tool, self.options = tool, options
        self.scope = options.scope
        self.exported_at = exported_at
        self._importer, self._version = f"satchel.{tool}", version
        self._account = options.account or account
        chosen = options.timezone if options.timezone not in (None, "", "UTC") else None
        self._times = Reader(now=options.clock(), zone=zone or chosen)

    def time(self, value: object) -> Instant:
        """Read a time of the source. Unknown stays unknown; see `satchel.instant`."""
        return self._times.read(value)

    def id(self, native: str, text: str = "", *, scope: str | None = None) -> str:
        """The id of an item: from its own id where it has one, else from its text in its scope."""
        key = native or f"{scope or self.scope}\x1f{normalise_text(text)}"
        return foreign_id(self.tool, self._account, key)

    def memory(
        self,
        text: str,
        *,
        at: Place,
        type: str,
        native: str = "",
        key: str = "",
        scope: str | None = None,
        created: Instant | None = None,
        updated: Instant | None = None,
        tags: Sequence[str] = (),
        agent: str | None = None,
        role: str | None = None,
        state: str | None = None,
        basis: str | None = None,
        ttl: float | None = None,
        importance: float | None = None,
        confidence: float | None = None,
        derived_from: Sequence[str] = (),
        supersedes: Sequence[str] = (),
        revives: Sequence[str] = (),
        extra: Mapping[str, Any] | None = None,
    ) -> tuple[Record, ...]:
        """The record of a text, or several linked ones for a text over 64 KiB; none when nothing of it is left.

        Args:
            text: As the source has it; tidied here.
            at: Where it stands.
            type: One of the protocol's types.
            native: The tool's own id; empty where it has none.
            key: What the id is made from; empty takes `native`, else the text. For parts of an item that has one id.
            created: None, or an instant without a time: unknown.
        """
        content = tidy(text)
        if not content:
            return ()
        scope = scope or self.scope
        id = self.id(key or native, content, scope=scope)
        first = Record(
            id=id,
            type=type,
            content=content,
            scope=scope,
            source_agent=agent or self.options.source_agent or self.tool,
            created_at=_plausible(created),
            updated_at=_plausible(updated),
            ttl=ttl,
            tags=tuple(dict.fromkeys(tag.strip().lower() for tag in tags if tag.strip())),
            state=state,
            basis=basis,
            importance=importance,
            confidence=confidence,
            derived_from=tuple(derived_from),
            supersedes=tuple(supersedes),
            revives=tuple(sorted(revives)),
            origin=Origin(
                tool=self.tool,
                account=self._account or None,
                path=str(at),
                id=native or None,
                role=role,
                exported_at=self.exported_at,
                importer=self._importer,
                importer_version=self._version,
                time=created.evidence() if created is not None and not created.missing else None,
                extra={key: plain(value) for key, value in (extra or {}).items()},
            ),
        )
        return self._split(first)

    def turn(self, text: str, *, at: Place, native: str, role: str, **more: Any) -> tuple[Record, ...]:
        """A turn of a conversation as evidence: an archived interaction."""
        return self.memory(text, at=at, type="interaction", native=native, role=role, state="archived", **more)

    def tombstone(
        self, id: str, *, scope: str | None = None, at: datetime | None = None, reason: str = "source", count: int = 1
    ) -> Tombstone:
        """That the source shows an item as deleted. `id` is the record's, as `id` gives it.

        Args:
            count: Which of its deletes this is, from 1, for an item that was deleted, came back and was deleted again.
        """
        return Tombstone(
            id=id,
            tombstone_id=self.tombstone_id(id, count),
            scope=scope or self.scope,
            deleted_at=at,
            actor=self.options.source_agent or self.tool,
            reason=reason,
        )

    def tombstone_id(self, id: str, count: int = 1) -> str:
        """The id of an item's tombstone, which a version that came back after it lists in `revives`."""
        nth = f"\x1f{count}" if count > 1 else ""
        return foreign_id(self.tool, self._account, f"{id}\x1fdeleted{nth}")

    def _split(self, first: Record) -> tuple[Record, ...]:
        pieces = split_long(first.content, MAX_CONTENT_BYTES)
        if len(pieces) == 1:
            return (first,)
        assert first.origin is not None
        records = []
        for number, piece in enumerate(pieces):
            extra = {**first.origin.extra, "part": number + 1, "parts": len(pieces)}
            records.append(
                replace(
                    first,
                    id=first.id
                    if number == 0
                    else foreign_id(self.tool, self._account, f"{first.id}\x1fpart\x1f{number}"),
                    content=piece,
                    derived_from=first.derived_from if number == 0 else (first.id,),
                    origin=replace(first.origin, extra=extra),
                )
            )
        return tuple(records)


def _plausible(instant: Instant | None) -> datetime | None:
    """The moment, unless there is none or it lies where no memory can; its evidence is kept all the same."""
    return None if instant is None or instant.suspicious else instant.at


_DEEPEST = 60
"""Levels of a kept value; a record may be no deeper than 100 in all."""
_TOO_DEEP = "nested too deeply to be kept"


def plain(value: Any, depth: int = 0) -> Any:
    """A value of a source as JSON: what JSON has no word for becomes text, what is too deep to be kept a word that says so."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        if depth >= _DEEPEST:
            return _TOO_DEEP
        return {str(plain(key)): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return _TOO_DEEP if depth >= _DEEPEST else [plain(item, depth + 1) for item in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value[:200].hex()
    return plain(str(value))

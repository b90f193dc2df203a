"""What the readings of one export share: who makes the records, what was seen, how a row is counted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from satchel.formats.claude_ai.claims import TOOL
from satchel.formats.claude_ai.holders import Holder
from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.documents import Item
from satchel.formats.making import Maker, plain
from satchel.formats.tool import Tally
from satchel_protocol.record import Record
from satchel_protocol.scope import make_scope

_EXPORTED = re.compile(r"\bdata-(\d{4})-(\d{2})-(\d{2})(?:-(\d{2})-(\d{2})-(\d{2}))?(?=-|\b)")
_LONGEST_NAME = 200
"""Characters of a project's name in a scope; what is longer is no name."""


@dataclass(slots=True, kw_only=True)
class Desk:
    """Where all rows of one reading pass."""

    options: ReadOptions
    tally: Tally
    version: str
    projects: dict[str, str] = field(default_factory=dict)
    """Project id → its scope, as far as the export names it."""
    nameless: set[str] = field(default_factory=set)
    """Projects that have memories here and no name."""
    _seen: set[int] = field(default_factory=set)
    """Records so far, by a hash of their ids: there may be a million turns."""
    _makers: dict[tuple[str, datetime | None], Maker] = field(default_factory=dict)

    def maker(self, account: object, exported_at: datetime | None) -> Maker:
        """Makes the records of an account, which the item itself names."""
        key = (text_of(account), exported_at)
        if key not in self._makers:
            self._makers[key] = Maker(TOOL, self.version, self.options, account=key[0], exported_at=exported_at)
        return self._makers[key]

    def row(self, source: str, position: str, fate: Fate, reason: str = "", *, raw: Any = None) -> Reading:
        """One row that gives no record, counted."""
        self.tally.seen[source] += 1
        return Reading(source=source, table="", position=position, fate=fate, reason=reason, raw=raw)

    def made(
        self, source: str, position: str, fate: Fate, records: tuple[Record, ...], nothing: str, *, reason: str = ""
    ) -> Reading:
        """One row with its records, counted; a row whose records all came before is a duplicate.

        Args:
            nothing: Why, when there are no records.
            reason: Of a fate that needs one.
        """
        fresh = tuple(record for record in records if hash(record.id) not in self._seen)
        if not fresh:
            told = "the same stands there already" if records else nothing
            return self.row(source, position, Fate.DUPLICATE if records else Fate.EMPTY, told)
        self._seen.update(hash(record.id) for record in fresh)
        self.tally.seen[source] += 1
        return Reading(source=source, table="", position=position, fate=fate, reason=reason, records=fresh)

    def broken(self, source: str, item: Item) -> Reading:
        """A row that cannot be read."""
        raw = item.raw or plain(item.value)
        return self.row(source, item.position or "the file", Fate.REJECTED, item.problem, raw=raw)

    def scope_of(self, project: str) -> str:
        """The scope of a project; under its id where the export does not name it."""
        known = self.projects.get(project)
        if known is None:
            self.nameless.add(project)
        return known or project_scope(project)


def project_scope(name: str) -> str:
    """The scope of a project by its name or id."""
    shown = " ".join("".join(char for char in name if char.isprintable()).split())[:_LONGEST_NAME]
    return make_scope("project", shown or "unnamed")


def text_of(value: object) -> str:
    """A field that should be text; empty when it is none."""
    return value if isinstance(value, str) and value.strip() else ""


def id_in(value: object) -> str:
    """The id of an object such as `{"uuid": "…"}`, or the id itself."""
    return text_of(value.get("uuid")) if isinstance(value, Mapping) else text_of(value)


def place_of(holder: Holder, what: str) -> str:
    """What a holder is called in messages: `conversation 4b3c…`."""
    return f"{what} {text_of(holder.fields.get('uuid')) or holder.position or 'of the file'}"


def exported_at(name: str) -> datetime | None:
    """When an export was made, by the name that its folder or archive was given (`data-2026-09-03-10-11-12-batch-0000`)."""
    found = _EXPORTED.search(name)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None

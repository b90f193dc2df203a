"""A memory of mem0 as a record: whose it is, what kind, how long it is valid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.formats.contract import ReadOptions
from satchel.formats.kinds import first_type
from satchel.formats.making import Maker, Place
from satchel.formats.mem0.items import Memory, native_id
from satchel.formats.mem0.moments import Moments, ttl_until
from satchel.formats.tool import Tally
from satchel_protocol.errors import InvalidScopeError
from satchel_protocol.record import Record
from satchel_protocol.scope import make_scope

_OWNERS = (("user_id", "user"), ("agent_id", "agent"), ("run_id", "session"))
_KIND_FIELDS = ("memory_type", "type", "kind", "category")
_ROLES = frozenset({"user", "assistant", "system", "tool"})


class Memories:
    """Makes the records of one claim."""

    def __init__(self, maker: Maker, options: ReadOptions, tally: Tally) -> None:
        self._maker, self._options, self._tally = maker, options, tally
        self.moments = Moments(maker, options)

    def id(self, native: str) -> str:
        """The record id of a memory of mem0: one, wherever it is met."""
        return self._maker.id(native)

    def scope(self, owners: Mapping[str, Any]) -> tuple[str, str]:
        """The scope that the owner ids give, the narrowest claim last, and which field gave it; else the person's."""
        for field, kind in _OWNERS:
            name = native_id(owners.get(field))
            if name:
                try:
                    return make_scope(kind, name), field
                except InvalidScopeError:
                    continue
        return self._maker.scope, ""

    def records(
        self, memory: Memory, at: Place, *, text: str, scope: str | None = None, state: str | None = None
    ) -> tuple[Record, ...]:
        """The record of a memory; none when nothing of its text is left."""
        fields = memory.fields
        shape = "payload" if memory.point else "memory"
        extra = self._tally.unexplained.look(shape, fields)
        owner, used = self.scope(fields)
        extra |= {field: fields[field] for field, _ in _OWNERS if field != used and fields.get(field)}
        created, updated = self.moments.read(fields.get("created_at")), self.moments.read(fields.get("updated_at"))
        until = self.moments.read(fields.get("expiration_date"))
        ttl = ttl_until(until, updated.at or created.at)
        if not until.missing:
            extra["expiration_date"] = fields["expiration_date"]
        if not updated.missing and (updated.at is None or updated.unit != "iso" or updated.assumed):
            extra["updated_at"] = fields["updated_at"]
        metadata = fields if memory.point else fields.get("metadata")
        role, attributed = fields.get("role"), fields.get("attributed_to")
        speaker = next((word for word in (role, attributed) if isinstance(word, str) and word in _ROLES), None)
        if attributed:
            extra["attributed_to"] = attributed
        if role and role != speaker:
            extra["role"] = role
        categories = _words(fields.get("categories"))
        if isinstance(metadata, dict):
            categories += [word for word in _words(metadata.get("categories")) if word not in categories]
        kinds = [metadata.get(name) for name in _KIND_FIELDS] if isinstance(metadata, dict) else []
        told = first_type([*kinds, *categories])
        return self._maker.memory(
            text,
            at=at,
            type=told if told not in (None, "fact") else self._options.type_of(text),
            native=memory.native,
            scope=scope or owner,
            created=created,
            updated=updated,
            tags=categories,
            agent=native_id(fields.get("agent_id")) or None,
            role=speaker,
            ttl=ttl,
            state=state,
            extra=extra,
        )


def _words(value: Any) -> list[str]:
    """Categories as words: a list of them, or one text with commas."""
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list):
        return []
    return [word.strip() for word in value if isinstance(word, str) and word.strip()]

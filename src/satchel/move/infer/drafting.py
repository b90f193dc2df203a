"""The draft of a record from one row: whose, when, how sure, from where; what an inner row takes from the outer one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from satchel.formats.contract import Fate
from satchel.move.infer.content import content_of
from satchel.move.infer.draft import Draft, Judged
from satchel.move.infer.identity import native_id
from satchel.move.infer.manner import Manner
from satchel.move.infer.people import scope_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.row_values import extra_of, life_state, plausible, read_time, scaled, tags_of, ttl_of
from satchel.move.infer.typing_of_rows import type_of_row
from satchel.text.clean import strip_controls

_PLACED = frozenset(
    {Role.CREATED, Role.UPDATED, Role.USER, Role.SPEAKER, Role.DELETED, Role.ARCHIVED, Role.AGENT, Role.TAGS, Role.ID}
)
"""Roles whose values have a place of their own in the record, so that they need none in `extra`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting:
    """Makes drafts under fixed options."""

    scope: str
    """Of rows that name nobody."""
    logs: bool
    """Whether log lines become records too."""
    manner: Manner | None
    """How the source words its types; None judges without."""

    def type_of(self, plan: Plan, values: Mapping[str, Any], content: str, *, said: str | None = None) -> str:
        """The type of a row's memory; see `type_of_row`."""
        return type_of_row(plan, values, content, said=said, manner=self.manner)

    def draft(
        self, plan: Plan, values: Mapping[str, Any], content: str, type_: str, used: set[str], native: str = ""
    ) -> Draft:
        """What a row says, beside its text and its type.

        Args:
            plan: Of its table.
            values: Of the row.
            content: The text of the record.
            type_: Its type.
            used: Columns that stand in the text.
            native: Its id at the source; empty for the one that the row's own columns give.
        """
        scope, said = scope_of(plan, values, self.scope)
        created, updated = read_time(plan, values, Role.CREATED), read_time(plan, values, Role.UPDATED)
        if plan.versions is not None and (born := plan.versions.born.get(native_id(plan, values))):
            first = read_time(plan, {**values, **born}, Role.CREATED)
            if plausible(first) is not None and first is not created:
                updated, created = updated or created, first
        if created is None and plan.day is not None:
            created = plan.day[1].read(plan.day[0])
        created_at, updated_at = plausible(created), plausible(updated)
        if created_at is not None and updated_at is not None and updated_at < created_at:
            updated_at = None
        agent = plan.first(Role.AGENT)
        told = created if created is not None and not created.missing else updated
        state = life_state(plan, values)
        placed = used | {
            c for c, r in plan.roles.items() if r in _PLACED and (r is not Role.CREATED or created_at is not None)
        }
        return Draft(
            plan=plan,
            values=values,
            # The cells were cleaned; what else is put into a sentence, such as a heading, comes as the file has it.
            content=strip_controls(content).strip(),
            type=type_,
            scope=scope,
            said=said,
            created_at=created_at,
            updated_at=updated_at,
            time=told.evidence() if told is not None else None,
            tags=tags_of(plan, values),
            importance=scaled(plan, values, Role.IMPORTANCE),
            confidence=scaled(plan, values, Role.CONFIDENCE),
            ttl=ttl_of(plan, values, updated_at or created_at),
            state=state if state in ("archived", "superseded") else None,
            native=native_id(plan, values) if plan.versions is not None else native or native_id(plan, values),
            agent=(plan.book(agent) or {}).get(as_key(values[agent]), as_key(values[agent]))
            if agent and not is_empty(values.get(agent))
            else None,
            sources=_sources(plan, values),
            exported_at=plausible(read_time(plan, values, Role.EXPORTED)),
            extra=extra_of(plan, values, placed),
        )

    def inherit(self, plan: Plan, values: Mapping[str, Any], draft: Draft, turn: str) -> Draft:
        """An inner record with what its row knows better."""
        outer = self.draft(
            plan, values, draft.content, draft.type, set(plan.all(Role.ITEMS)) | set(plan.all(Role.TURNS))
        )
        scope, said = (draft.scope, draft.said) if draft.said else (outer.scope, outer.said)
        return Draft(
            plan=draft.plan,
            values=draft.values,
            content=draft.content,
            type=draft.type,
            scope=scope,
            said=said,
            created_at=draft.created_at or (outer.created_at if draft.time is None else None),
            updated_at=draft.updated_at or (outer.updated_at if draft.time is None else None),
            time=draft.time or outer.time,
            tags=draft.tags or outer.tags,
            importance=draft.importance if draft.importance is not None else outer.importance,
            confidence=draft.confidence if draft.confidence is not None else outer.confidence,
            ttl=draft.ttl,
            state=draft.state or outer.state,
            native=draft.native,
            role=draft.role,
            turn=turn if draft.evidence else "",
            agent=draft.agent or outer.agent,
            evidence=draft.evidence,
            sources=draft.sources or outer.sources,
            exported_at=draft.exported_at or outer.exported_at,
            extra={**outer.extra, **({"row": outer.native} if outer.native else {}), **draft.extra},
        )

    def gone(self, plan: Plan, values: Mapping[str, Any], draft: Draft) -> Judged | None:
        """The fate of a row that the source has deleted; None for any other."""
        if life_state(plan, values) != "deleted":
            return None
        return Judged(
            fate=Fate.REJECTED,
            reason="deleted at the source",
            deleted=draft,
            deleted_at=plausible(read_time(plan, values, Role.DELETED_AT)),
        )

    def log_draft(self, plan: Plan, values: Mapping[str, Any]) -> tuple[Draft, ...]:
        """The record of a log line, where logs become records."""
        if not self.logs:
            return ()
        content, used = content_of(plan, values)
        return (self.draft(plan, values, content, "interaction", used),) if content else ()


def _sources(plan: Plan, values: Mapping[str, Any]) -> tuple[str, ...]:
    found: list[str] = []
    for column in plan.all(Role.SOURCE_REF):
        value = values.get(column)
        if not is_empty(value):
            found += (
                [as_key(item) for item in value]
                if isinstance(value, list)
                else [part.strip() for part in as_key(value).split(",")]
            )
    return tuple(found[:64])

"""Keyed memory: values under names that a schema declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from satchel.service.events import Event
from satchel.service.memory_opened import OpenedMemory
from satchel_protocol.record import Json
from satchel_protocol.tombstone import Tombstone

if TYPE_CHECKING:
    from satchel.schema.reading import Got
    from satchel.service.keyed import Put


class KeyedVerbs(OpenedMemory):
    """The verbs on (scope, key); see `Memory`."""

    def put(
        self,
        key: str,
        value: Json,
        *,
        scope: str | None = None,
        by: str = "model",
        revision: int | None = None,
        session: str = "",
        surface: str = "",
        dry_run: bool = False,
    ) -> Put:
        """Put a value at a key, in the place that the schema gives it; what it says in words is made from the schema.

        Like `remember`, a put is somebody's word: a value that was forgotten comes back by it, and the record lists
        what it revives.

        Args:
            key: Its name, or another that it has; `tasks.open[t-17]` for one item of `tasks.open[*]`.
            value: Of the declared type.
            scope: Whose; this Memory's when left out.
            by: `model`, `tool` or `person`; the schema may keep a key to tools.
            revision: Compare-and-set: the revision that is expected, 0 for none.
            session, surface: Who says so, noted where the key is deprecated.
            dry_run: Look whether it could be done.

        Raises:
            GuardError: the schema refuses it; the error's `hint` says what a model can write instead.
            InvalidRecordError: the value is no JSON, or the key no key.
            RevisionConflictError: the revision is another one.
            UsageError: the scope lies outside this Memory's.
        """
        done = self.keyed().put(
            key, value, scope=self._scope(scope), agent=self.agent, by=by, revision=revision, session=session,
            surface=surface, dry_run=dry_run,
        )  # fmt: skip
        self._warn_revived(done.record.revives if done.revived else ())
        if not dry_run and done.changed:
            self._events.emit(Event(kind="remembered", ids=(done.record.id,)))
        return done

    def get(self, key: str, *, scope: str | None = None, session: str = "", surface: str = "") -> Got:
        """Read a key: its value, or what kind of miss it is, and what a model should be told.

        Its owner sees it whatever its level, as with `read`. What is past its retention is not there.

        Args:
            key: Its name, or any other that it ever had.
            scope: Whose; this Memory's when left out.
            session, surface: Who asks, noted where the key is deprecated.

        Raises:
            UsageError: the schema does not declare the key for this scope.
        """
        return self.keyed().get(key, scope=self._scope(scope), session=session, surface=surface)

    def delete(
        self, key: str, *, scope: str | None = None, by: str = "model", dry_run: bool = False
    ) -> Sequence[Tombstone]:
        """Forget what is at a key, and at the deprecated keys that it replaces; none where nothing was there.

        Raises:
            WriterError: the schema does not let whoever it is write this key.
        """
        gone = self.keyed().delete(key, scope=self._scope(scope), agent=self.agent, by=by, dry_run=dry_run)
        if gone and not dry_run:
            ids = [id for tombstone in gone for id in (tombstone.id, *tombstone.derived)]
            self._events.emit(Event(kind="forgotten", ids=tuple(ids)))
        return gone

    def keys(self, pattern: str | None = None, *, scope: str | None = None) -> Iterator[str]:
        """The keys that have a value and that `get` finds at this scope.

        Args:
            pattern: Only the items of this key, such as `tasks.open[*]`.
            scope: Whose; this Memory's when left out.
        """
        return self.keyed().keys(pattern, scope=self._scope(scope))

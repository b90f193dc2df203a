"""What a memory is asked: questions, what a task needs, single memories and lists of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from satchel.access.masking import masked
from satchel.retrieval.blocks import block
from satchel.retrieval.context import Context, build
from satchel.retrieval.pipeline import Found, Hit
from satchel.retrieval.profile import profile as profile_named
from satchel.retrieval.trail import Trail
from satchel.retrieval.when import Dated, recall_when
from satchel.service.context import Explaining
from satchel.service.embedding import Embedded
from satchel.service.events import Event
from satchel.service.memory_opened import OpenedMemory
from satchel.service.schema_scope import holds_schema
from satchel_protocol.errors import StoreMissingError, UsageError
from satchel_protocol.record import Record
from satchel_protocol.scope import parse_scope
from satchel_protocol.state import DEFAULT, Filter, Version
from satchel_protocol.store import Store

if TYPE_CHECKING:
    from satchel.service.waking import Woken

RECALL_LIMIT = 8
"""Most memories an answer holds: more of them cost attention and add little."""


@dataclass(frozen=True, slots=True)
class Recall(Sequence[Hit]):
    """The answer to a question: hits, best first."""

    hits: tuple[Hit, ...]
    withheld: int = 0
    """Hits that were left out because they are sensitive or secret."""
    notes: tuple[str, ...] = ()
    """What was not done as asked, such as a search by meaning without vectors."""
    dated: Dated | None = None
    """The time that was read out of the question, and what it did."""
    where: Filter = DEFAULT
    """What was asked for, without that time."""

    def __getitem__(self, index: Any) -> Any:
        return self.hits[index]

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)


class Asking(OpenedMemory):
    """The verbs that read; see `Memory`."""

    def recall(
        self,
        query: str,
        *,
        scope: str | Iterable[str] | None = None,
        limit: int = RECALL_LIMIT,
        types: Iterable[str] = (),
        tags: Iterable[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        include_archived: bool = False,
        include_superseded: bool = False,
        profile: str | None = None,
        now: datetime | None = None,
        read_time: bool = True,
        trail: Trail | None = None,
    ) -> Recall:
        """The memories that answer a question, best first; none when nothing fits.

        Sensitive and secret ones are withheld and counted, unless their class was allowed when opening.

        Args:
            query: A question or words, any language.
            scope, types, tags, since, until: What may be found; everything this Memory sees when left out.
            limit: Most memories to return; fewer where nothing more fits.
            include_archived: Conversations too.
            include_superseded: What newer memories replaced too.
            profile: How to rank; None takes the configured one.
            now: The time at which the question is asked; None takes the clock's.
            read_time: Whether "last Wednesday" in the question becomes a filter; never where since or until is given.
            trail: Told what becomes of its record at each stage.

        Raises:
            ConfigError: there is no such profile or embedder.
            VectorSpaceError, EmbedderError: the search by meaning cannot be done as configured.
        """
        where = Filter(
            scopes=self._scopes(scope),
            types=frozenset(types),
            tags=frozenset(tag.lower() for tag in tags),
            since=since,
            until=until,
            include_archived=include_archived,
            include_superseded=include_superseded,
        )
        store = self.store()
        dated = recall_when(
            store,
            query,
            where=where,
            now=now or self._clock(),
            limit=limit,
            profile=profile_named(profile or self.config.profile),
            zone=self._zone(),
            read_time=read_time,
            embedder=self.embedding.for_question(store),
            may_show=self._showing(store),
            trail=trail,
        )
        found = dated.found
        if trail is None:  # who asks why something was not found reads nothing
            self._count_recalled(found)
        notes = (*found.notes, *dated.notes())
        answer = Recall(found.hits, withheld=found.withheld, notes=notes, dated=dated, where=where)
        self._events.emit(Event(kind="recalled", ids=tuple(hit.record.id for hit in answer), detail=masked(query)))
        return answer

    def context(
        self, asked: str | Recall, *, budget: int | None = None, unit: str = "tokens", format: str = "plain", **how: Any
    ) -> Context:
        """A block of text for a model: the memories that answer, with date and origin, quoted as data.

        Beside a memory stand the turns it was made from, or those before and after it, where there is room. What is
        sensitive or secret stays out of all of it, as in `recall`.

        Args:
            asked: A question, or what `recall` answered to it.
            budget: Units that the block may take; None takes 1,000 tokens or 4,000 characters.
            unit: `tokens`, estimated without a model, or `characters`.
            format: `plain`, `xml` or `json`.
            how: As for `recall`, where `asked` is a question.

        Raises:
            UsageError: an unknown format or unit, or a budget that is too small for the frame alone.
        """
        shape = block(format, zone=self._zone())
        answer = self.recall(asked, **how) if isinstance(asked, str) else asked
        explain = Explaining(self.store(), answer.where, self._showing(self.store()))
        return build(answer.hits, block=shape, explain=explain, budget=budget, unit=unit, withheld=answer.withheld)

    def wake(
        self,
        task: str = "",
        *,
        scope: str | Iterable[str] | None = None,
        budget: int | None = None,
        unit: str = "tokens",
        format: str = "plain",
        now: datetime | None = None,
    ) -> Woken:
        """What a new agent should know before a task, unasked: standing rules, task states, lessons that apply.

        Args:
            task: What it is about to do; empty for what holds whatever it does.
            scope: What it may see; everything this Memory sees when left out.
            budget: Units that the block may take; None takes 1,500 tokens or 6,000 characters.
            unit: `tokens`, estimated without a model, or `characters`.
            format: `plain`, which other assistants take as a pasted import, `xml` or `json`.
            now: When the task begins; None takes the clock's.

        Raises:
            UsageError: an unknown format or unit, or a budget that is too small for the frame alone.
        """
        from satchel.service.waking import Waking

        store = self.store()
        waking = Waking(
            store=store,
            scopes=self._scopes(scope),
            embedder=self.embedding.for_question(store),
            policy=self._view(store),
            profile=profile_named(self.config.profile),
            zone=self._zone(),
        )
        woken = waking.wake(task, now=now or self._clock(), budget=budget, unit=unit, format=format)
        self._events.emit(Event(kind="recalled", ids=tuple(woken.places()), detail=masked(task)))
        return woken

    def embed(self, *, replace: bool = False, progress: Callable[[int, int], None] | None = None) -> Embedded:
        """Give every memory its vectors; broken off, it goes on where it stopped. See `Embedding.fill`."""
        return self.embedding.fill(self.store(), replace=replace, progress=progress)

    def capabilities(self) -> dict[str, Any]:
        """What is active: the store's capabilities, and what searches by meaning, or why nothing does."""
        store = self.store()
        return {
            "store": store.url,
            "capabilities": sorted(store.capabilities),
            "meaning": self.embedding.about(store),
            "profile": self.config.profile,
        }

    def read(self, id: str) -> Record:
        """One memory by its id. Its owner sees it whatever its level.

        Raises:
            NotFoundError: there is no such record, or it is outside the scope this Memory was opened with.
        """
        return self._readable(self.store(), id).record

    def find(self, key: str, *, scope: str | None = None) -> Record | None:
        """The keyed memory of this name."""
        version = self.store().find(parse_scope(scope) if scope else self.scope, key)
        return version.record if version is not None else None

    def history(self, id: str) -> list[Version]:
        """Every version of a memory, oldest first."""
        store = self.store()
        self._readable(store, id)
        return store.history(id)

    def list(
        self,
        *,
        scope: str | Iterable[str] | None = None,
        types: Iterable[str] = (),
        tags: Iterable[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        include_archived: bool = False,
        include_superseded: bool = False,
        include_expired: bool = False,
    ) -> Iterator[Record]:
        """Memories in order of id, in constant memory; expired ones only when asked for.

        Sensitive and secret ones are withheld unless their class was allowed when opening; an event at the end of the
        list says how many.
        """
        where = Filter(
            scopes=self._scopes(scope),
            types=frozenset(types),
            tags=frozenset(tag.lower() for tag in tags),
            since=since,
            until=until,
            include_archived=include_archived,
            include_superseded=include_superseded,
            expired_at=None if include_expired else self._clock(),
        )
        withheld, view = 0, self._view(self.store())
        for version in self.store().enumerate(where):
            if view.withhold(version.record) is None:
                yield version.record
            else:
                withheld += 1
        if withheld:
            self._events.emit(Event(kind="withheld", detail=str(withheld)))

    def _showing(self, store: Store) -> Callable[[Record], bool]:
        """Whether a record may be shown here."""
        view = self._view(store)
        return lambda record: view.withhold(record) is None

    def _count_recalled(self, found: Found) -> None:
        """Reads of keyed memories by a question; what is wrong with the schema stops no recall."""
        if not found.cut and all(hit.record.key is None for hit in found.hits):
            return
        if self._keyed is None and self._schema is None and not holds_schema(self.store()):
            return
        try:
            self.keyed().recalled(found)
        except (UsageError, StoreMissingError) as error:
            self._events.emit(Event(kind="warned", detail=f"reads of keys are not counted: {error}"))

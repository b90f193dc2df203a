"""`Memory`: what an agent or a person does with a store, in a handful of verbs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from satchel.access.classify import classified, reclassified
from satchel.access.masking import masked, masked_item
from satchel.access.policy import ALL_CLASSES, STRICT, Policy, known_class
from satchel.formats.stream_file import write_stream_file
from satchel.instant import local_zone, resolve_zone
from satchel.retrieval.blocks import block
from satchel.retrieval.context import Context, build
from satchel.retrieval.pipeline import Found, Hit
from satchel.retrieval.profile import profile as profile_named
from satchel.retrieval.trail import Trail
from satchel.retrieval.when import Dated, recall_when
from satchel.service.config import Config, load_config
from satchel.service.context import Explaining
from satchel.service.embedding import Embedded, Embedding
from satchel.service.events import Event, Events
from satchel.service.freed import give_back
from satchel.service.keyring import Keyring
from satchel.service.rehearsing import rehearse
from satchel.service.schema_scope import holds_schema
from satchel.service.wording import type_of
from satchel.stores.registry import default_url, open_store
from satchel.text.language import split_long
from satchel.text.reference import unresolved_references
from satchel_protocol import __version__
from satchel_protocol.errors import (
    EmbedderError,
    MissingExtraError,
    NotFoundError,
    StoreBusyError,
    StoreMissingError,
    UsageError,
)
from satchel_protocol.ids import keyed_id, new_id
from satchel_protocol.permissions import Permission
from satchel_protocol.record import MAX_CONTENT_BYTES, UNSET, Access, Json, Record
from satchel_protocol.scope import EVERYTHING, Scopes, parse_scope
from satchel_protocol.state import DEFAULT, Filter, Quarantined, Undone, Version
from satchel_protocol.store import Store
from satchel_protocol.stream import Trailer
from satchel_protocol.tombstone import Tombstone

if TYPE_CHECKING:
    from satchel.move.ledger import Report
    from satchel.schema.reading import Got
    from satchel.service.arrival import ImportOptions
    from satchel.service.keyed import Keyed, Put
    from satchel.service.keyed_schema import Schema
    from satchel.service.waking import Woken

PRODUCER = f"satchel/{__version__}"
RECALL_LIMIT = 8
"""Most memories an answer holds: more of them cost attention and add little."""
_RETRY_WAITS_S = (0.05, 0.2, 0.8)
_EDITABLE = frozenset(
    "content type tags meta ttl importance basis confidence state access supersedes derived_from value created_at".split()
)

T = TypeVar("T")


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


class Memory:
    """A memory that can be moved. Opens its store on first use; a read never creates one.

    Args:
        url: Store URL; None for the configured or default place.
        scope: Where `remember` writes, and, when given, all that `recall` and `list` see. None: writes go to the
            configured scope and everything is seen.
        agent: Who writes; `source_agent` of new records.
        allow: Classes of sensitive memories that may be returned, `all` for the owner's own view.
        schema: What guards keyed memory: a schema, its file, or `none`; None takes the configured one, else the one
            that was published into the store.
        mode: What becomes of a key that the schema does not declare: `observe`, `propose` or `reject`.
        session, surface: What the counts say of who uses a deprecated key.
        clock, ids, sleep: Injected for tests.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        scope: str | None = None,
        agent: str | None = None,
        allow: Iterable[str] = (),
        config: Config | None = None,
        schema: Schema | None = None,
        mode: str | None = None,
        session: str = "",
        surface: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        ids: Callable[[], str] = new_id,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.config = config if config is not None else load_config()
        self.url = url or self.config.store or default_url()
        self.scope = parse_scope(scope or self.config.scope)
        self.agent = agent or self.config.agent
        self._seen = Scopes.of(scope) if scope is not None else EVERYTHING
        self._policy = Policy.allowing(allow) if allow else STRICT
        self._clock, self._ids, self._sleep = clock, ids, sleep
        self.embedding = Embedding(self.config.embedder)
        self._events = Events()
        self._store: Store | None = None
        self._schema = schema if schema is not None else self.config.schema
        self._guarding: dict[str, Any] = {
            "mode": mode or self.config.schema_mode,
            "session": session,
            "surface": surface,
        }
        self._keyed: Keyed | None = None

    # Opening ------------------------------------------------------------------------------------------------------

    def store(self, *, create: bool = False) -> Store:
        """The store behind it.

        Raises:
            StoreMissingError: there is none and `create` is false.
        """
        if self._store is None:
            self._store = open_store(self.url, create=create, clock=self._clock, ids=self._ids)
        return self._store

    def close(self) -> None:
        """Release the store. It is opened again on next use."""
        if self._keyed is not None:
            counters = self._keyed.guard.counters
            counters.close()
            if counters.trouble:
                self._events.emit(Event(kind="warned", detail=f"reads of keys are not counted: {counters.trouble}"))
        store, self._store = self._store, None
        if store is not None:
            store.close()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call `listener` with every event; the returned function ends it."""
        return self._events.subscribe(listener)

    # Writing ------------------------------------------------------------------------------------------------------

    def remember(
        self,
        content: str,
        *,
        type: str | None = None,
        scope: str | None = None,
        tags: Iterable[str] = (),
        key: str | None = None,
        value: Json = UNSET,
        ttl: float | None = None,
        importance: float | None = None,
        basis: str | None = None,
        confidence: float | None = None,
        access: Access | None = None,
        supersedes: Iterable[str] = (),
        derived_from: Iterable[str] = (),
        meta: Mapping[str, Json] | None = None,
        created_at: datetime | None = None,
        id: str | None = None,
        dry_run: bool = False,
    ) -> Record:
        """Write a memory. Its type is read from the wording when none is given.

        What was forgotten before and is remembered now comes back: somebody said it again on purpose, and the record
        lists the tombstone it revives. A text over 64 KiB is split into linked parts; the first is returned.

        With a key it is a keyed memory in words of one's own; the schema is asked as for a person's `put`.

        Raises:
            InvalidRecordError: with every problem.
            GuardError: the schema refuses the key, or the value.
        """
        scope = self._scope(scope)
        if key is not None:
            said = value if value is not UNSET else content
            key, scope = self.keyed().checked(key, said, scope=scope, count=not dry_run)
        self._warn_unresolved(content)
        parts = split_long(content, MAX_CONTENT_BYTES) or [content]
        first = Record(
            id=id or (keyed_id(scope, key) if key is not None else self._ids()),
            type=type or type_of(content),
            content=parts[0],
            scope=scope,
            source_agent=self.agent,
            created_at=(created_at or self._clock()).astimezone(UTC),
            ttl=ttl,
            tags=tuple(dict.fromkeys(tag.strip().lower() for tag in tags if tag.strip())),
            meta=dict(meta or {}),
            key=key,
            value=value,
            access=access,
            importance=importance,
            basis=basis,
            confidence=confidence,
            supersedes=tuple(supersedes),
            derived_from=tuple(derived_from),
        )
        records = [classified(r) for r in ([first] if len(parts) == 1 else self._linked(first, parts))]
        versions = self._write(lambda store: store.write_many(records, revive=True), dry_run=dry_run)
        self._warn_revived({t for v in versions for t in v.record.revives})
        if not dry_run:
            self._events.emit(Event(kind="remembered", ids=tuple(v.record.id for v in versions)))
        return versions[0].record

    def _linked(self, first: Record, parts: Sequence[str]) -> list[Record]:
        def part(number: int) -> dict[str, Json]:
            return {**first.meta, "part": {"of": first.id, "number": number, "total": len(parts)}}

        rest = [
            replace(first, id=f"{first.id}#{number}", content=text, meta=part(number), key=None, value=UNSET)
            for number, text in enumerate(parts[1:], 2)
        ]
        return [replace(first, meta=part(1)), *rest]

    def edit(self, id: str, *, expected_revision: int | None = None, dry_run: bool = False, **changes: Any) -> Record:
        """Change fields of a memory; what is not named stays.

        Args:
            id: The record.
            expected_revision: Compare-and-set.
            changes: Fields of `Record` and their new values.

        Raises:
            NotFoundError: there is no such record.
            UsageError: a field that cannot be changed: `id`, `scope`, `source_agent`, `origin` and the like.
            GuardError: the schema refuses the value of a keyed memory.
        """
        wrong = changes.keys() - _EDITABLE
        if wrong:
            raise UsageError(
                f"{', '.join(sorted(wrong))} cannot be edited; editable are {', '.join(sorted(_EDITABLE))}"
            )
        if "content" in changes:
            self._warn_unresolved(changes["content"])

        def change(store: Store) -> Version:
            before = self._readable(store, id)
            revision = before.revision if expected_revision is None else expected_revision
            if "value" in changes and before.record.key is not None:
                self.keyed().guard.writable(before.record.key, changes["value"], by="person")
            record, relax = replace(before.record, **changes), True
            if "content" in changes and "derived_from" not in changes:
                # Written anew, it no longer says what was forgotten.
                dead = store.dead_sources(record)
                record = replace(record, derived_from=tuple(id for id in record.derived_from if id not in dead))
            if "access" not in changes:
                record, relax = reclassified(before.record, record)
            return store.write(record, expected_revision=revision, revive=True, relax=relax)

        version = self._write(change, create=False, dry_run=dry_run)
        if not dry_run:
            self._events.emit(Event(kind="edited", ids=(id,)))
        return version.record

    def forget(self, id: str, *, dry_run: bool = False) -> Tombstone:
        """Forget a memory: its text goes, a tombstone keeps it from coming back.

        Raises:
            NotFoundError: there is no such record.
        """

        def delete(store: Store) -> Tombstone:
            self._readable(store, id)
            tombstone = store.delete(id, actor=self.agent)
            if tombstone is None:
                raise _not_found(id)
            return tombstone

        tombstone = self._write(delete, create=False, dry_run=dry_run)
        if not dry_run:
            self._events.emit(Event(kind="forgotten", ids=(id, *tombstone.derived)))
        return tombstone

    # Keyed memory -------------------------------------------------------------------------------------------------

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

    def keyed(self) -> Keyed:
        """What is behind `put`, `get`, `delete` and `keys`: the schema in force and its counters."""
        if self._keyed is None:
            from satchel.schema.counting import Counters
            from satchel.schema.guarding import Guard
            from satchel.service.keyed import Keyed
            from satchel.service.keyed_schema import counter_file, schema_in_force

            snapshot = schema_in_force(self._schema, self.store)
            counters = Counters(
                counter_file(self.url) if snapshot is not None else None,
                revision=snapshot.revision if snapshot is not None else 0,
                clock=self._clock,
            )
            guard = Guard(snapshot, counters=counters, **self._guarding)
            self._keyed = Keyed(guard, store=self.store, write=self._write, seen=self._seen, clock=self._clock)
        return self._keyed

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

    # Reading ------------------------------------------------------------------------------------------------------

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

    # Permissions --------------------------------------------------------------------------------------------------

    def allow(self, kind: str, *, scope: str | None = None, dry_run: bool = False) -> Permission:
        """Let a class of sensitive memories through to models in a scope, from now on; see `permissions`.

        Files and streams are another matter: they are let out one by one (`include_sensitive`).

        Args:
            kind: A class, such as `health`.
            scope: A pattern; the configured scope when left out.
            dry_run: Look whether it could be done.

        Raises:
            UsageError: there is no such class.
        """
        kind = known_class(kind)
        return self._write(
            lambda store: store.permit(kind, scope or self.scope, actor=self.agent), create=False, dry_run=dry_run
        )

    def disallow(self, kind: str, *, scope: str | None = None, dry_run: bool = False) -> bool:
        """Take a permission back; says whether there was one."""
        kind = known_class(kind)
        return self._write(lambda store: store.withdraw(kind, scope or self.scope), create=False, dry_run=dry_run)

    def permissions(self) -> Sequence[Permission]:
        """What is let through to models on purpose."""
        return self.store().permissions()

    def needing_rebuild(
        self, *, scope: str | Iterable[str] | None = None, of: Iterable[str] | None = None
    ) -> Sequence[Record]:
        """Memories that were derived from a forgotten one and from others, by id: they wait to be written anew.

        `edit` with a new content clears one from this list. With `of`, only those derived from these.
        """
        found = self.store().needing_rebuild(self._scopes(scope), of=of)
        return [version.record for version in found if self._policy.withhold(version.record) is None]

    # Moving -------------------------------------------------------------------------------------------------------

    def export(
        self,
        to: Path | str | BinaryIO,
        *,
        scope: str | Iterable[str],
        include_sensitive: Iterable[str] = (),
        withhold: Iterable[str] = (),
        recipient: str | None = None,
        since: str | None = None,
        sign: bool = False,
        encrypt_to: Iterable[str] = (),
        progress: Callable[[int], None] | None = None,
    ) -> Trailer:
        """Write a stream of these scopes; a file appears complete or not at all.

        Args:
            to: A path (`.zst` compresses) or a binary sink.
            scope: Patterns; `'*'` for all but `public`, which must be listed.
            include_sensitive: Classes that may leave.
            withhold: Classes that stay although they are flagged only, such as `email`.
            recipient: Who gets it, as a scope such as `user:bob`, where that is somebody else: what its `access.share`
                does not let them have stays.
            since: Cursor of an earlier stream's header: only what changed after it.
            sign: Sign it with the owner's key; see `satchel.service.keyring`.
            encrypt_to: Who can open the file: `me`, names that are known in the keyring, or public keys `age1…`. Only
                an encrypted file carries the keys of the fingerprints of what was forgotten.

        Raises:
            UsageError: a name is not known, or a sink that is no file was to be encrypted.
        """
        policy = Policy.allowing(include_sensitive, holding=withhold, recipient=recipient)
        store = self.store()  # before there is a file: without a store there is nothing to write
        named = list(encrypt_to)
        if named and not isinstance(to, str | Path):
            raise UsageError("only a file can be encrypted")
        ring = Keyring.open() if named or sign else None
        recipients = ring.recipients(named, self._clock()) if ring is not None else []
        signer = ring.signer(self._clock()) if ring is not None and sign else None

        def write(out: BinaryIO) -> Trailer:
            return store.export_stream(
                out,
                scopes=Scopes.of(scope),
                since=since,
                withhold=policy.withhold,
                withhold_line=policy.withhold_line,
                producer=PRODUCER,
                progress=progress,
                sign=signer,
                carry_keys=bool(recipients),
            )

        if isinstance(to, str | Path):
            with write_stream_file(Path(to), recipients=recipients) as out:
                trailer = write(out)
        else:
            trailer = write(to)
        self._events.emit(Event(kind="exported", detail=str(trailer.records)))
        return trailer

    def import_(self, *sources: str | Path, options: ImportOptions | None = None) -> Report:
        """Read files, folders and archives into the store; every row is accounted for in the report.

        Running it again adds nothing.
        """
        from satchel.service.arrival import Arrivals, ImportOptions

        options = options or ImportOptions(scope=self.scope)
        arrivals = Arrivals(sources, options, ids=self._ids, clock=self._clock)
        if options.dry_run:
            with rehearse(lambda: self.store(create=False), self._clock, self._ids) as rehearsal:
                report = arrivals.run(rehearsal)
        else:
            report = arrivals.run(arrivals.target(lambda create: self.store(create=create)))
            self._events.emit(Event(kind="imported", detail=report.batch))
            self._embed_arrivals(report, options)
        report.store = self.url
        return report

    def move_from(
        self,
        old: str | Path,
        *,
        options: ImportOptions | None = None,
        stream: Path | None = None,
        include_sensitive: Iterable[str] = (),
        withhold: Iterable[str] = (),
        verify: bool = True,
    ) -> Report:
        """Move everything from an old agent's folder, or another store, into this store, with a stream file beside it.

        The store gets everything, the stream file what may leave: see `export`. Afterwards the move is verified, and
        the report says under `verification` what was found.
        """
        from satchel.service.arrival import ImportOptions
        from satchel.service.moving import Move
        from satchel.service.verification import after_move, witness_of

        options = options or ImportOptions(scope=self.scope)
        in_memory = self.url.partition(":")[0] == "memory"
        witness = witness_of(options, self._zone(), clock=self._clock, ids=self._ids) if verify else None
        move = Move(self.url, options, clock=self._clock, ids=self._ids, witness=witness)
        self.close()
        started = self._clock()
        report = move.run(old, stream=stream, policy=Policy.allowing(include_sensitive, holding=withhold))
        ended = self._clock()
        self._events.emit(Event(kind="imported", detail=report.batch))
        self._embed_arrivals(report, options)
        if witness is not None and not options.dry_run and not in_memory:
            verdict = after_move(
                witness, self.store(), (started, ended), self.embedding, self._zone(), progress=options.progress
            )
            verdict.old, verdict.new = str(old), self.url
            report.verification = verdict.to_json()
        return report

    def _embed_arrivals(self, report: Report, options: ImportOptions) -> None:
        """Vectors of what came in. The import itself is done by now: a failure here is told, and mended by `embed`."""
        if not options.embed or options.dry_run or self.url == "memory:":
            return
        self.close()  # with what it keeps in memory; it is opened again
        give_back()
        progress = options.progress
        tell = (lambda made, total: progress("embed", made, total)) if progress is not None else None
        try:
            self.embedding.after_import(self.store(), tell)
        except (EmbedderError, MissingExtraError, StoreBusyError) as error:
            report.notes.append(f"no vectors were made ({error}); make them with: satchel embed")

    def undo(self, batch: str, *, dry_run: bool = False) -> Undone:
        """Take an import back."""
        undone = self._write(lambda store: store.undo(batch), create=False, dry_run=dry_run)
        if not dry_run:
            self._events.emit(Event(kind="undone", detail=batch))
        return undone

    def quarantine(self) -> Sequence[Quarantined]:
        """What was set aside: quarantined records and rejected rows; masked unless everything was allowed."""
        items = self.store().quarantine()
        if ALL_CLASSES in self._policy.allowed:
            return items
        return [replace(q, item=masked_item(q.item), reason=masked(q.reason)) for q in items]

    # Inside -------------------------------------------------------------------------------------------------------

    def _showing(self, store: Store) -> Callable[[Record], bool]:
        """Whether a record may be shown here."""
        view = self._view(store)
        return lambda record: view.withhold(record) is None

    def _view(self, store: Store) -> Policy:
        """What may be shown here: what was allowed on opening, and what the owner lets through on purpose."""
        return self._policy if ALL_CLASSES in self._policy.allowed else self._policy.granting(store.permissions())

    def _zone(self) -> tzinfo:
        """The reader's zone."""
        return resolve_zone(self.config.timezone) if self.config.timezone else local_zone()

    def _scopes(self, scope: str | Iterable[str] | None) -> Scopes:
        if scope is None:
            return self._seen
        asked = Scopes.of(scope)
        if self._seen is EVERYTHING:
            return asked
        outside = [pattern for pattern in asked.patterns if not self._seen.match(pattern)]
        if outside:
            raise UsageError(f"this memory was opened for {self._seen.patterns[0]}; {outside[0]} lies outside it")
        return asked

    def _scope(self, scope: str | None) -> str:
        return parse_scope(scope) if scope is not None else self.scope

    def _readable(self, store: Store, id: str) -> Version:
        version = store.read(id)
        if version is None or not self._seen.match(version.record.scope):
            # Absent and not allowed look alike, so that nobody can probe for ids.
            raise _not_found(id)
        return version

    def _warn_unresolved(self, content: str) -> None:
        for reference in unresolved_references(content):
            self._events.emit(Event(kind="warned", detail=masked(reference.message)))

    def _warn_revived(self, tombstones: Iterable[str]) -> None:
        if any(tombstones):
            self._events.emit(
                Event(kind="warned", detail="this was forgotten before; on your word it is remembered again")
            )

    def _write(self, act: Callable[[Store], T], *, create: bool = True, dry_run: bool = False) -> T:
        for wait_s in (*_RETRY_WAITS_S, None):
            try:
                if dry_run:
                    with rehearse(lambda: self.store(create=False), self._clock, self._ids) as rehearsal:
                        return act(rehearsal)
                return act(self.store(create=create))
            except StoreBusyError:
                if wait_s is None:
                    raise
                self._events.emit(Event(kind="retried", detail="the store was busy"))
                self._sleep(wait_s)
        raise AssertionError("unreachable")


def _not_found(id: str) -> NotFoundError:
    return NotFoundError(f"there is no memory {id}")

"""The reader of mem0: all its files of a source are one claim, since its history says which of its lists are outdated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.databases import as_text
from satchel.formats.documents import kind_of
from satchel.formats.fields import Shape, shape
from satchel.formats.making import Maker, Place
from satchel.formats.mem0.claiming import look, look_beside
from satchel.formats.mem0.items import Memory, as_memory, native_id, snake
from satchel.formats.mem0.knowledge import Knowledge, Spot, is_delete, owners_of
from satchel.formats.mem0.memories import Memories
from satchel.formats.mem0.rows import Found, Kind, Layout, rows_of
from satchel.formats.passage import to_the_end, told
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Checked, Claim, Tally, ToolReader
from satchel.formats.triples import sentence
from satchel_protocol.record import Record

_OF_TEXT = {"hash text_lemmatized": "made from the text"}
_OF_SEARCH = {"score score_details explanation": "how well it fitted one search"}
_READ = (
    "memory text data content id memory_id user_id agent_id run_id created_at updated_at expiration_date categories"
    " role attributed_to"
)
_EVENTS = frozenset({"ADD", "UPDATE", "DELETE", "NONE", "NOOP"})


class Mem0Reader(ToolReader):
    """mem0, open source and platform."""

    tool = "mem0"
    title = "mem0"
    reads = "get_all, search or history as JSON, history.db, payloads in Chroma, Qdrant dumps"
    obtain = "json.dump(memory.get_all(filters={'user_id': …}, top_k=100000), file); ~/.mem0/history.db"
    checked = Checked.PACKAGE
    shows_deletes = True
    shapes: ClassVar[Mapping[str, Shape]] = {
        "memory": shape(
            _READ,
            kept="metadata actor_id app_id immutable structured_attributes name owner organization org_id project_id"
            " internal_metadata type input event previous_memory old_memory timestamp keywords feedback",
            dropped={**_OF_TEXT, **_OF_SEARCH, "vector embedding payload version shard_key order_value": "an index"},
        ),
        "payload": shape(
            _READ, dropped=_OF_TEXT, open_because="the metadata that a user gave stands beside mem0's own keys"
        ),
        "event": shape(
            "id memory_id old_memory new_memory event action created_at updated_at is_deleted role",
            kept="actor_id user_id agent_id run_id app_id metadata categories input timestamp name org_id project_id",
        ),
        "message": shape("id session_scope role content created_at", kept="name"),
        "answer": shape(
            "results memories records data items points relations next count",
            dropped={"previous page page_size total total_pages status time next_page_offset": "which page this is"},
        ),
    }

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        found = [(file, seen) for file in files if (seen := look(file)) is not None]
        found += [(file, seen) for file in files if (seen := look_beside(file, [own for own, _ in found])) is not None]
        if found:
            layouts = Counter(seen.layout.value for _, seen in found)
            yield Claim(
                tool=self.tool,
                layout=", ".join(layouts),
                files=tuple(file for file, _ in found),
                confidence=max(seen.confidence for _, seen in found),
                evidence=tuple(f"{file.name}: {seen.evidence}" for file, seen in found[:8]),
            )

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        yield from _Reading(claim, options, tally).readings()


class _Reading:
    """One reading of one claim."""

    def __init__(self, claim: Claim, options: ReadOptions, tally: Tally) -> None:
        layouts = [seen.layout if (seen := look(file)) else Layout.SIDE for file in claim.files]
        self._files = list(zip(told(claim.files, options, passes=2), layouts, strict=True))
        self._tally = tally
        self._maker = Maker("mem0", Mem0Reader.version, options)
        self._memories = Memories(self._maker, options, tally)
        self._known = Knowledge()
        self._given: set[str] = set()
        """Ids of the records that were given."""
        self._counts: Counter[str] = Counter()
        self._said: dict[str, str] = {}
        """What memories said that were deleted later, by the entries of their history before that."""

    def readings(self) -> Iterator[Reading]:
        for number, (file, layout) in enumerate(self._files):
            try:
                self._known.learn(number, rows_of(file, layout), self._memories)
            except OSError:
                continue  # told when its rows are read
        for number, (file, layout) in enumerate(self._files):
            yield from to_the_end(file, self._file(number, file, layout), self._tally)
        self._tell()

    def _file(self, number: int, file: SourceFile, layout: Layout) -> Iterator[Reading]:
        for row, found in enumerate(rows_of(file, layout)):
            self._tally.seen[file.name] += found.weight
            yield self._reading(file, found, (number, row))

    # Rows ---------------------------------------------------------------------------------------------------------

    def _reading(self, file: SourceFile, found: Found, spot: Spot) -> Reading:
        if found.problem:
            return _left(file, found, Fate.REJECTED, found.problem, raw=found.raw or None)
        match found.kind:
            case Kind.INSIDE:
                return _left(file, found, Fate.STRUCTURE, found.reason)
            case Kind.BESIDE:
                return self._beside(file, found)
            case Kind.POINT:
                return self._point(file, found)
        if found.value is None:
            return _left(file, found, Fate.EMPTY, "nothing stands here")
        if isinstance(found.value, str) and found.kind is Kind.MEMORY:
            return self._memory(file, found, spot)
        if not isinstance(found.value, dict):
            return _left(
                file,
                found,
                Fate.REJECTED,
                f"{kind_of(found.value)} where a memory should stand",
                raw=found.value,
            )
        match found.kind:
            case Kind.MEMORY:
                return self._memory(file, found, spot)
            case Kind.EVENT:
                return self._event(file, found, spot)
            case Kind.TURN:
                return self._turn(file, found)
            case _:
                return self._triple(file, found)

    def _memory(self, file: SourceFile, found: Found, spot: Spot) -> Reading:
        memory = as_memory({"memory": found.value} if isinstance(found.value, str) else found.value)
        if memory is None:
            return _left(file, found, Fate.REJECTED, "an object without a text", raw=found.value)
        if "linked_memory_ids" in memory.fields:
            return _left(file, found, Fate.STRUCTURE, "a name that mem0 found in its memories: an index over them")
        if memory.text is None or memory.text == "":
            return _left(file, found, Fate.EMPTY, "a memory without text")
        text = as_text(memory.text) if memory.point else memory.text
        if not isinstance(text, str):
            reason = f"{kind_of(memory.text)} where the text of a memory should stand"
            return _left(file, found, Fate.REJECTED, reason, raw=found.value)
        native, life = memory.native, self._known.lives.get(memory.native)
        if memory.fields.get("event") == "DELETE" and native:
            scope, _ = self._memories.scope(memory.fields)
            return self._forgotten(file, found, native, scope, at=None, said=text)
        if life is not None and life.deleted and native not in self._known.stored:
            return _left(file, found, Fate.STRUCTURE, "deleted since, as the history says")
        if native and self._known.texts.get(native, (None, spot))[1] != spot:
            return _left(file, found, Fate.DUPLICATE, "the same memory stands elsewhere in a version not older")
        return self._given_once(file, found, self._memories.records(memory, _place(file, found), text=text))

    def _event(self, file: SourceFile, found: Found, spot: Spot) -> Reading:
        names = snake(found.value)
        extra = self._tally.unexplained.look("event", names)
        native = native_id(names.get("memory_id"))
        word = names.get("event", names.get("action"))
        event = word.strip().upper() if isinstance(word, str) else ""
        if not native or (event not in _EVENTS and not (is_delete(names) or not event)):
            reason = f"an entry of a history with the unknown event {word!r}" if native else "an entry without a memory"
            return _left(file, found, Fate.REJECTED, reason, raw=found.value)
        life = self._known.lives.get(native)
        if life is None:
            return _left(file, found, Fate.REJECTED, "the history could not be read as a whole", raw=found.value)
        scope = self._scope(names)
        if is_delete(names):
            if life.last != spot:
                return _left(file, found, Fate.DUPLICATE, "an entry before the last one of this memory")
            if native in self._known.stored:
                return _left(file, found, Fate.STRUCTURE, "a delete of a memory that is live in the vector store again")
            said = as_text(names.get("old_memory")) or as_text(names.get("new_memory")) or self._said.get(native, "")
            return self._forgotten(file, found, native, scope, at=names.get("updated_at"), said=said)
        if life.deleted:
            self._said[native] = as_text(names.get("new_memory")) or self._said.get(native, "")
            return _left(file, found, Fate.STRUCTURE, "the text of a memory that was deleted later")
        if life.last != spot:
            return _left(file, found, Fate.DUPLICATE, "an earlier version of a memory")
        if native in self._known.texts:
            return _left(file, found, Fate.DUPLICATE, "the memory itself stands in a list or a vector store")
        text = as_text(names.get("new_memory"))
        if not text:
            return _left(file, found, Fate.EMPTY, "the last entry of a memory has no text")
        self._counts["ownerless"] += not self._memories.scope(names)[1]
        gone = self._known.complete and native not in self._known.stored
        self._counts["gone" if gone else "alone"] += gone or not self._known.complete
        fields = {**extra, "created_at": life.born, "updated_at": names.get("updated_at"), "role": names.get("role")}
        memory = Memory(fields=fields, text=text, native=native)
        records = self._memories.records(
            memory, _place(file, found), text=text, scope=scope, state="superseded" if gone else None
        )
        return self._given_once(file, found, records)

    def _forgotten(self, file: SourceFile, found: Found, native: str, scope: str, *, at: Any, said: str) -> Reading:
        id = self._memories.id(native)
        if id in self._given:
            return _left(file, found, Fate.DUPLICATE, "its delete was told before")
        self._given.add(id)
        tombstone = self._maker.tombstone(id, scope=scope, at=self._memories.moments.read(at).at)
        said = "" if self._known.lives_elsewhere(said) else said
        reason = "a memory that was deleted"
        return _left(file, found, Fate.STRUCTURE, reason, tombstones=(tombstone,), said=(said,))

    def _scope(self, owners: Mapping[str, Any]) -> str:
        """Of what the history tells: its own ids, where the platform gives them, else the one owner of all the rest."""
        scope, used = self._memories.scope(owners)
        return scope if used else self._known.only_scope or self._maker.scope

    def _point(self, file: SourceFile, found: Found) -> Reading:
        native = found.value["id"]
        life = self._known.lives.get(native)
        if native and (native in self._known.texts or (life is not None and not life.deleted)):
            return _left(file, found, Fate.STRUCTURE, "says that a memory is live; its text is read beside")
        self._counts["pickles"] += 1
        return _left(
            file, found, Fate.REJECTED, "a point kept as a Python pickle, which can run code and is never opened"
        )

    def _turn(self, file: SourceFile, found: Found) -> Reading:
        row = found.value
        extra = self._tally.unexplained.look("message", row)
        text, role = as_text(row.get("content")), row.get("role")
        scope, used = self._memories.scope(owners_of(row.get("session_scope")))
        records = self._maker.turn(
            text or "",
            at=_place(file, found),
            native=native_id(row.get("id")),
            role=role if isinstance(role, str) and role else "user",
            scope=scope if used else self._scope({}),
            created=self._memories.moments.read(row.get("created_at")),
            extra=extra | {"session": row.get("session_scope")},
        )
        return self._given_once(file, found, records, fate=Fate.EVIDENCE)

    def _triple(self, file: SourceFile, found: Found) -> Reading:
        row = found.value
        parts = [
            row.get("source"),
            row.get("relationship", row.get("relation")),
            row.get("target", row.get("destination")),
        ]
        subject, relation, target = (part.strip() if isinstance(part, str) else "" for part in parts)
        if not subject or not target:
            return _left(file, found, Fate.REJECTED, "a relation without one of its ends", raw=row)
        text = sentence(subject.replace("_", " "), relation, target.replace("_", " "))
        records = self._maker.memory(
            text,
            at=_place(file, found),
            type="fact",
            scope=self._scope({}),
            basis="inferred",
            extra={"relation": relation},
        )
        return self._given_once(file, found, records)

    def _beside(self, file: SourceFile, found: Found) -> Reading:
        self._tally.unexplained.look("answer", found.value)
        if found.value.get("next"):
            self._counts["pages"] += 1
        return _left(file, found, Fate.STRUCTURE, "what stands around the list")

    def _given_once(
        self, file: SourceFile, found: Found, records: tuple[Record, ...], *, fate: Fate = Fate.MEMORY
    ) -> Reading:
        if not records:
            return _left(file, found, Fate.EMPTY, "nothing is left of its text")
        if records[0].id in self._given:
            return _left(file, found, Fate.DUPLICATE, "the same text or id stands before it")
        self._given.update(record.id for record in records)
        return Reading(source=file.name, table=found.table, position=found.position, fate=fate, records=records)

    # Notes --------------------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        counts, notes = self._counts, self._tally.notes
        if counts["alone"]:
            notes.append(
                f"known from the history alone, in the last state that it tells: {counts['alone']}; a vector store or a"
                " full list beside it would say whether they are live"
            )
        if counts["ownerless"]:
            notes.append(
                f"the history does not say whose {counts['ownerless']} memories are; they came into {self._scope({})}"
            )
        if counts["gone"]:
            notes.append(
                f"{counts['gone']} memories stand in the history but no longer in the vector store: kept as superseded"
            )
        if counts["pickles"]:
            notes.append(
                f"{counts['pickles']} memories lie only in Qdrant's pickles; save what `Memory.get_all` gives as JSON"
                " and import that"
            )
        if counts["pages"]:
            notes.append("a list is one page of several; fetch the others too")


def _place(file: SourceFile, found: Found) -> Place:
    return Place(source=file.name, position=found.position, table=found.table)


def _left(file: SourceFile, found: Found, fate: Fate, reason: str, **more: Any) -> Reading:
    return Reading(
        source=file.name,
        table=found.table,
        position=found.position,
        fate=fate,
        reason=reason,
        weight=found.weight,
        **more,
    )

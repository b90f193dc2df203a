"""The reader of the MCP reference memory server's file and its dialects: one memory for each observation and relation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar

from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.documents import Item, head_items, head_lines, head_text, json_items, json_lines, kind_of, spread
from satchel.formats.fields import Shape, shape
from satchel.formats.making import Maker, Place
from satchel.formats.mcp_memory.judging import is_log, type_of, type_of_relation
from satchel.formats.mcp_memory.nodes import (
    ENTITY_FIELDS,
    LINE_FIELDS,
    OBSERVATION_FIELDS,
    RELATION_FIELDS,
    Entity,
    Line,
    Observation,
    Relation,
    likeness,
    node,
    observation,
)
from satchel.formats.mcp_memory.think_tank import task, thought
from satchel.formats.passage import to_the_end, told
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Checked, Claim, Tally, ToolReader
from satchel.formats.triples import relation_words, sentence
from satchel.instant import Instant
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record

_LISTS = frozenset({"entities", "relations", "observations"})
_MOST = 0.5
_BOOKKEEPING = (
    "id version createdBy updatedBy changedBy validFrom validTo confidence importance strength weight tags metadata"
    " source agentThreadId status lastRead lastWrite readCount isImportant zone"
)
_LONG_LINE = re.compile(r'\s*\{\s*"(?:type|_type|name)"\s*:\s*"[^"]{1,400}"[^\[\]]{0,2000}"observations"\s*:\s*\[')


class McpMemoryReader(ToolReader):
    """`memory.jsonl`, `memory.json`, and what `read_graph` answers."""

    tool = "mcp_memory"
    title = "MCP memory server"
    reads = "memory.jsonl (memory.json) and dialects of it, or the answer of read_graph"
    obtain = "the file that MEMORY_FILE_PATH names; else memory.jsonl inside the installed package"
    checked = Checked.SAMPLES
    shapes: ClassVar[Mapping[str, Shape]] = {
        "entity": shape(ENTITY_FIELDS, kept=_BOOKKEEPING),
        "relation": shape(RELATION_FIELDS, kept=_BOOKKEEPING.replace(" source", "")),
        "line": shape(LINE_FIELDS, kept=_BOOKKEEPING.removeprefix("id ")),
        "observation": shape(
            OBSERVATION_FIELDS,
            kept=_BOOKKEEPING.removeprefix("id version "),
            dropped={"version": "of the notation of observations"},
        ),
    }

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        for file in files:
            lines = head_lines(file)
            confidence = _confidence([(value, "") for value in lines])
            layout = "lines"
            if not confidence and head_text(file, 4096).lstrip()[:1] in {"{", "["}:
                confidence, layout = _confidence(list(_document_head(file))), "graph"
            if not confidence and not lines and _LONG_LINE.match(head_text(file)):
                confidence, layout = 0.7, "lines"
            if confidence:
                yield Claim(
                    tool=self.tool,
                    layout=layout,
                    files=(file,),
                    confidence=confidence,
                    evidence=("entities with observations, relations with two ends",),
                )

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        for file in told(claim.files, options):
            yield from to_the_end(file, _Graph(file, claim.layout, options, tally).readings(), tally)


def _document_head(file: SourceFile) -> Iterator[tuple[Any, str]]:
    for item in islice(_graph_items(head_items(file)), 200):
        if item.key.isdigit():
            yield item.value, item.path


def _confidence(values: list[tuple[Any, str]]) -> float:
    objects = [(value, among) for value, among in values if isinstance(value, dict)]
    likely = [found for value, among in objects if (found := likeness(value, among))]
    if not likely or len(likely) < _MOST * len(objects):
        return 0.0
    entities = any(isinstance(node(value, among), Entity | Line) and likeness(value, among) for value, among in objects)
    return sum(likely) / len(likely) if entities or len(likely) > 1 else 0.0


def _graph_items(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if not item.path and item.key in _LISTS and isinstance(item.value, list):
            yield from spread(item)
        else:
            yield item


class _Graph:
    """One reading of one file."""

    def __init__(self, file: SourceFile, layout: str, options: ReadOptions, tally: Tally) -> None:
        self._file, self._layout, self._options, self._tally = file, layout, options, tally
        saved = next(
            (value["_savedAt"] for value in head_lines(file) if isinstance(value, dict) and value.get("_savedAt")), None
        )
        maker = Maker("mcp_memory", McpMemoryReader.version, options)
        self._maker = Maker("mcp_memory", McpMemoryReader.version, options, exported_at=maker.time(saved).at)
        self._kinds: dict[str, str] = {}
        """Entity → its kind, for observations on lines of their own."""
        self._given: set[str] = set()

    def readings(self) -> Iterator[Reading]:
        items = json_lines(self._file) if self._layout == "lines" else _graph_items(json_items(self._file))
        for item in items:
            for reading in self._readings(item):
                self._tally.seen[self._file.name] += reading.weight
                yield reading

    def _readings(self, item: Item) -> Iterator[Reading]:
        """The rows of one line: one for each observation."""
        if item.problem:
            yield self._left(item.position, Fate.REJECTED, item.problem, raw=item.raw or None)
            return
        if item.value is None:
            yield self._left(item.position, Fate.EMPTY, "nothing stands here")
            return
        found = node(item.value, item.path) if isinstance(item.value, dict) else None
        match found:
            case Entity():
                yield from self._entity(found, item)
            case Relation():
                yield self._relation(found, item)
            case Line():
                yield from self._line(found, item)
            case _ if self._layout == "graph" and not item.key.isdigit():
                yield self._left(item.position, Fate.STRUCTURE, "what stands beside the graph")
            case _ if isinstance(item.value, dict) and str(item.value.get("type")).startswith("_"):
                yield self._left(item.position, Fate.STRUCTURE, "the mark by which the server knows its file")
            case _:
                yield self._left(item.position, Fate.REJECTED, "neither an entity nor a relation", raw=item.value)

    # Entities -----------------------------------------------------------------------------------------------------

    def _entity(self, entity: Entity, item: Item) -> Iterator[Reading]:
        extra = self._tally.unexplained.look("entity", item.value)
        if not entity.name:
            yield self._left(item.position, Fate.REJECTED, "an entity without a name", raw=item.value)
            return
        self._kinds[entity.name] = entity.kind
        values = _values(entity.observations)
        if values is None:
            reason = f"where observations should stand is {kind_of(entity.observations)}"
            yield self._left(item.position, Fate.REJECTED, reason, raw=item.value)
            return
        if not values:
            yield self._bare(entity, item, extra)
            return
        observations = [observation(value) for value in values]
        whole = task(entity, observations)
        for number, found in enumerate(observations):
            position = f"{item.position}, observation {number + 1}"
            if found is None:
                yield self._unread(position, values[number])
            elif whole is not None and number in whole.fields:
                if number == whole.at:
                    yield self._task(entity, whole.text, whole.created, position, extra)
                else:
                    yield self._left(position, Fate.STRUCTURE, "a field of a task, told with its description")
            else:
                yield self._observed(entity, found, values[number], position, extra)

    def _bare(self, entity: Entity, item: Item, extra: Mapping[str, Any]) -> Reading:
        """An entity without observations still says what something is."""
        if not entity.kind:
            return self._left(item.position, Fate.EMPTY, "an entity of which nothing is told but its name")
        return self._given_once(
            item.position,
            f"{entity.name} ({entity.kind})",
            key=f"entity\x1f{entity.name}",
            type="fact",
            created=self._maker.time(entity.created),
            updated=self._maker.time(entity.updated),
            tags=[entity.kind],
            extra={**extra, "entity": entity.name, "entityType": entity.kind},
        )

    def _observed(
        self,
        entity: Entity,
        found: Observation,
        value: Any,
        position: str,
        extra: Mapping[str, Any],
        *,
        native: str = "",
    ) -> Reading:
        extra = {**extra, "entity": entity.name, "entityType": entity.kind or None}
        if isinstance(value, dict):
            extra |= self._tally.unexplained.look("observation", value)
        text = found.text.strip()
        if not text:
            return self._left(position, Fate.EMPTY, "an observation without text")
        own = found.created is not None
        created = self._maker.time(found.created if own else entity.created)
        updated = self._maker.time(found.updated if own or found.updated is not None else entity.updated)
        if not updated.missing and (updated.at is None or updated.unit != "iso" or updated.assumed):
            extra["updatedAt"] = updated.raw
        key = f"observation\x1f{entity.name}\x1f{normalise_text(text)}"
        step = thought(entity, text)
        if step is not None and step[0] == "frame":
            return self._left(position, Fate.STRUCTURE, step[1])
        if step is not None:
            return self._given_once(
                position,
                step[1],
                key=key,
                fate=Fate.EVIDENCE,
                type="interaction",
                state="archived",
                role="assistant",
                created=created,
                extra=extra,
            )
        label = (
            entity.name if entity.kind.casefold() in {"", entity.name.casefold()} else f"{entity.name} ({entity.kind})"
        )
        content = f"{label}: {text}"
        if is_log(entity.name, entity.kind, text, self._options.is_log):
            return self._log(position, content, key, created, extra)
        return self._given_once(
            position,
            content,
            key=key,
            native=native or found.native,
            type=type_of(entity.name, entity.kind, text, self._options.type_of),
            created=created,
            updated=updated,
            tags=[entity.kind],
            extra=extra,
        )

    def _log(self, position: str, content: str, key: str, created: Instant, extra: Mapping[str, Any]) -> Reading:
        reason = "a line of a log, noted as an observation"
        if not self._options.logs:
            return self._left(position, Fate.LOG, reason)
        return self._given_once(
            position,
            content,
            key=key,
            fate=Fate.LOG,
            reason=reason,
            type="interaction",
            state="archived",
            tags=["log"],
            created=created,
            extra=extra,
        )

    def _task(self, entity: Entity, text: str, created: str | None, position: str, extra: Mapping[str, Any]) -> Reading:
        return self._given_once(
            position,
            text,
            key=f"task\x1f{entity.name}",
            native=entity.name,
            type="task",
            created=self._maker.time(created if created is not None else entity.created),
            tags=[entity.kind],
            extra=extra,
        )

    def _line(self, line: Line, item: Item) -> Iterator[Reading]:
        extra = self._tally.unexplained.look("line", item.value)
        values = _values(line.observations)
        if not line.name or values is None:
            yield self._left(item.position, Fate.REJECTED, "an observation that is about nothing named", raw=item.value)
            return
        if not values:
            yield self._left(item.position, Fate.EMPTY, "an observation without text")
        entity = Entity(
            name=line.name,
            kind=self._kinds.get(line.name, ""),
            observations=values,
            created=line.created,
            updated=line.updated,
        )
        for number, value in enumerate(values):
            position = item.position if len(values) == 1 else f"{item.position}, observation {number + 1}"
            found = observation(value)
            if found is None:
                yield self._unread(position, value)
            else:
                yield self._observed(entity, found, value, position, extra, native=line.native)

    # Relations ----------------------------------------------------------------------------------------------------

    def _relation(self, relation: Relation, item: Item) -> Reading:
        extra = self._tally.unexplained.look("relation", item.value)
        if not relation.subject or not relation.target:
            return self._left(item.position, Fate.REJECTED, "a relation without one of its ends", raw=item.value)
        text = sentence(relation.subject, relation.name, relation.target)
        words = relation_words(relation.name)
        return self._given_once(
            item.position,
            text,
            key=f"relation\x1f{relation.subject}\x1f{words}\x1f{relation.target}",
            type=type_of_relation(words),
            created=self._maker.time(relation.created),
            updated=self._maker.time(relation.updated),
            extra={**extra, "from": relation.subject, "relationType": relation.name or None, "to": relation.target},
        )

    # Rows ---------------------------------------------------------------------------------------------------------

    def _unread(self, position: str, value: Any) -> Reading:
        if value is None:
            return self._left(position, Fate.EMPTY, "an observation without text")
        return self._left(position, Fate.REJECTED, f"{kind_of(value)} without a text for an observation", raw=value)

    def _given_once(
        self, position: str, text: str, *, key: str, fate: Fate = Fate.MEMORY, reason: str = "", **more: Any
    ) -> Reading:
        records: tuple[Record, ...] = self._maker.memory(
            text, at=Place(source=self._file.name, position=position), key=key, **more
        )
        if not records:
            return self._left(position, Fate.EMPTY, "nothing is left of its text")
        if records[0].id in self._given:
            return self._left(position, Fate.DUPLICATE, "the same stands before it")
        self._given.update(record.id for record in records)
        return Reading(source=self._file.name, table="", position=position, fate=fate, reason=reason, records=records)

    def _left(self, position: str, fate: Fate, reason: str, *, raw: Any = None) -> Reading:
        return Reading(source=self._file.name, table="", position=position, fate=fate, reason=reason, raw=raw)


def _values(found: Any) -> list[Any] | None:
    """Observations as a list; a lone one is one of them. None for what can be none."""
    if found is None:
        return []
    if isinstance(found, list):
        return found
    return [found] if isinstance(found, str) or (isinstance(found, dict) and observation(found) is not None) else None

"""What mcp-memory-service leaves: its JSON export and its database `sqlite_vec.db`.

A deleted memory stays in the table with its text and a time in `deleted_at`, so that the service refuses to store it
again: here it becomes a tombstone, and its text is not kept. Source: the package, version 12.4.0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final

from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.databases import as_object, as_text, declared_tables, set_aside
from satchel.formats.documents import Item, head_items, json_items, kind_of, spread
from satchel.formats.fields import Shape, shape
from satchel.formats.kinds import first_type
from satchel.formats.making import Maker, Place
from satchel.formats.passage import to_the_end, told
from satchel.formats.tabular.rows import Shape as TableShape
from satchel.formats.tabular.rows import Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.sqlite_rows import sqlite_tables
from satchel.formats.tool import Checked, Claim, Tally, ToolReader
from satchel.instant import Instant
from satchel_protocol.record import Record

_TABLES = frozenset(
    "metadata memories sqlite_sequence migration_registry memory_graph beliefs sync_events sync_cursor push_cursor"
    " schema_version".split()
)
_PREFIXES = ("memory_embeddings", "memory_content_fts")
_REASONS = {
    "memory_graph": "which memories resemble each other: an index over them",
    "sync_events": "what was sent to other machines, deleted texts among it",
}
_TYPES: Final = {
    type: frozenset(words.split())
    for type, words in {
        "preference": "preference_signal user_correction feedback",
        "task": "action_item follow_up backlog_item sprint_goal deadline retrospective_action planning",
        "skill": "learning insight best_practice anti_pattern gotcha pattern workflow mistake recurring_issue design_pattern command",
        "fact": "decision architecture tool_choice approach configuration milestone requirement constraint dependency risk",
    }.items()
}
"""What the service's own types say; those that say nothing (`observation`, `note`) are left to the wording."""
_TURNS = frozenset({"conversation", "conversation_turn"})
_DAY_S = 86_400


class McpMemoryServiceReader(ToolReader):
    """mcp-memory-service."""

    tool = "mcp_memory_service"
    title = "mcp-memory-service"
    reads = "JSON export, sqlite_vec.db"
    obtain = "`memory sync export`, or a copy of sqlite_vec.db with its -wal file"
    checked = Checked.PACKAGE
    shows_deletes = True
    shapes: ClassVar[Mapping[str, Shape]] = {
        "memory": shape(
            "id content content_hash tags memory_type created_at created_at_iso updated_at updated_at_iso deleted_at"
            " confidence superseded_by parent_id",
            kept="metadata store export_source version last_accessed",
            dropped={"embedding embedding_pending": "an index that is rebuilt from the text"},
        ),
        "belief": shape(
            "id belief_hash content confidence status created_at updated_at derived_from",
            kept="contradicted_by metadata",
        ),
        "export": shape(
            "memories export_timestamp",
            dropped={
                "export_metadata source_machine total_memories database_path platform python_version include_embeddings"
                " filter_tags stores exporter_version": "how the export was made"
            },
        ),
    }

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        for file in files:
            tables = declared_tables(file)
            if tables:
                known = all(name in _TABLES or name.startswith(_PREFIXES) for name in tables)
                if known and {"content_hash", "memory_type", "content"} <= tables.get("memories", frozenset()):
                    yield self._claim(file, "sqlite_vec.db", 0.95, "a table memories with content_hash and memory_type")
            elif _is_export(file):
                yield self._claim(file, "export", 0.95, "memories with content_hash beside export_metadata")

    def _claim(self, file: SourceFile, layout: str, confidence: float, evidence: str) -> Claim:
        return Claim(tool=self.tool, layout=layout, files=(file,), confidence=confidence, evidence=(evidence,))

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        for file in told(claim.files, options):
            reading = _Reading(file, options, tally)
            rows = reading.database() if claim.layout == "sqlite_vec.db" else reading.export()
            yield from to_the_end(file, rows, tally)


def _is_export(file: SourceFile) -> bool:
    rows = []
    told = False
    for whole in islice(head_items(file), 50):
        told = told or (whole.key == "export_metadata" and isinstance(whole.value, dict) and not whole.path)
        rows += [item.value for item in islice(_elements(whole), 50) if item.path == "memories"]
    good = sum(isinstance(row, dict) and isinstance(row.get("content"), str) and "content_hash" in row for row in rows)
    typed = sum(isinstance(row, dict) and "memory_type" in row for row in rows)
    return good * 2 >= len(rows) > 0 and (told or typed * 2 >= len(rows))


def _elements(item: Item) -> Iterator[Item]:
    if item.key == "memories" and not item.path and isinstance(item.value, list):
        yield from spread(item)
    else:
        yield item


class _Reading:
    """One reading of one file."""

    def __init__(self, file: SourceFile, options: ReadOptions, tally: Tally) -> None:
        self.file, self.options, self.tally = file, options, tally
        self._maker = Maker(McpMemoryServiceReader.tool, McpMemoryServiceReader.version, options)
        self._given: set[str] = set()

    def export(self) -> Iterator[Reading]:
        for whole in json_items(self.file):
            for item in _elements(whole):
                self.tally.seen[self.file.name] += 1
                if item.problem:
                    yield _left(self.file, item.position, Fate.REJECTED, item.problem, raw=item.raw or None)
                elif item.path == "memories":
                    yield self._row(item.value, "", item.position)
                else:
                    yield self._beside(item)

    def _beside(self, item: Item) -> Reading:
        about = item.value if item.key == "export_metadata" and isinstance(item.value, dict) else {item.key: item.value}
        self.tally.unexplained.look("export", about)
        if "export_timestamp" in about:
            at = self._maker.time(about["export_timestamp"]).at
            self._maker = Maker(
                McpMemoryServiceReader.tool, McpMemoryServiceReader.version, self.options, exported_at=at
            )
        return _left(self.file, item.position, Fate.STRUCTURE, "how the export was made")

    def database(self) -> Iterator[Reading]:
        for table in sqlite_tables(self.file):
            if table.shape is TableShape.ROWS and table.name in {"memories", "beliefs", ""}:
                yield from self._table(table)
            else:
                yield from set_aside(table, _REASONS.get(table.name, "the service's own bookkeeping"), self.tally)

    def _table(self, table: Table) -> Iterator[Reading]:
        read = self._belief if table.name == "beliefs" else self._row
        for row in table.rows():
            self.tally.seen[self.file.name] += row.weight
            if row.problem:
                yield _left(self.file, row.position, Fate.REJECTED, row.problem, table=table.name)
            else:
                yield read(dict(row.values), table.name, row.position)

    def _row(self, row: Any, table: str, position: str) -> Reading:
        if row is None:
            return _left(self.file, position, Fate.EMPTY, "nothing stands here", table=table)
        if not isinstance(row, dict):
            reason = f"{kind_of(row)} where a memory should stand"
            return _left(self.file, position, Fate.REJECTED, reason, table=table, raw=row)
        extra = self.tally.unexplained.look("memory", row)
        native = _word(row.get("content_hash"))
        deleted = self._maker.time(row.get("deleted_at"))
        if row.get("deleted_at") is not None:
            return self._forgotten(native, deleted, table, position, said=as_text(row.get("content")) or "")
        text = row.get("content")
        text = as_text(text) if table or isinstance(text, str) else None
        if not text or not text.strip():
            fate = Fate.EMPTY if not row.get("content") else Fate.REJECTED
            raw = row if fate is Fate.REJECTED else None
            return _left(self.file, position, fate, "a memory without a text", table=table, raw=raw)
        kind = _word(row.get("memory_type")).casefold()
        tags = _tags(row.get("tags"))
        created, doubt = self._when(row, "created_at")
        updated, more_doubt = self._when(row, "updated_at")
        metadata = as_object(row.get("metadata"))
        extra.pop("metadata", None)
        if metadata:
            extra["metadata"] = metadata
        extra |= doubt | more_doubt | {"memory_type": row.get("memory_type")}
        superseded = _word(row.get("superseded_by"))
        parent = _word(row.get("parent_id"))
        turn = kind in _TURNS
        records = self._maker.memory(
            text,
            at=Place(source=self.file.name, position=position, table=table),
            type="interaction" if turn else self._type(kind, tags, text),
            native=native,
            created=created,
            updated=updated,
            tags=tags,
            role="user" if turn else None,
            state="archived" if turn else "superseded" if superseded else None,
            confidence=_share(row.get("confidence")),
            supersedes=(self._maker.id(parent),) if parent and parent != native else (),
            extra=extra,
        )
        return self._given_once(records, table, position, Fate.EVIDENCE if turn else Fate.MEMORY)

    def _belief(self, row: Any, table: str, position: str) -> Reading:
        extra = self.tally.unexplained.look("belief", row)
        text = as_text(row.get("content")) or ""
        sources = row.get("derived_from")
        status = _word(row.get("status"))
        native = _word(row.get("belief_hash"))
        records = self._maker.memory(
            text,
            at=Place(source=self.file.name, position=position, table=table),
            type=self.options.type_of(text),
            native=native,
            key=f"belief\x1f{native}" if native else "",
            created=self._maker.time(row.get("created_at")),
            updated=self._maker.time(row.get("updated_at")),
            basis="inferred",
            confidence=_share(row.get("confidence"), neutral=None),
            state="superseded" if status == "superseded" else None,
            derived_from=[self._maker.id(name) for name in sources if isinstance(name, str) and name]
            if isinstance(sources, list)
            else (),
            extra=extra | {"status": status},
        )
        return self._given_once(records, table, position, Fate.MEMORY)

    def _type(self, kind: str, tags: Sequence[str], text: str) -> str:
        named = next((type for type, words in _TYPES.items() if kind in words), None) or first_type([kind])
        if named is None:
            named = next((type for tag in tags if (type := first_type([tag])) in {"preference", "task"}), None)
        return named or self.options.type_of(text)

    def _when(self, row: Mapping[str, Any], name: str) -> tuple[Instant, dict[str, Any]]:
        """A time that stands there twice, as seconds and as ISO; where they disagree both are kept and the seconds count."""
        seconds, iso = self._maker.time(row.get(name)), self._maker.time(row.get(f"{name}_iso"))
        if seconds.at is None:
            return (iso, {}) if iso.at is not None else (seconds, {})
        if iso.at is not None and abs((seconds.at - iso.at).total_seconds()) > _DAY_S:
            return seconds, {f"{name}_iso": row[f"{name}_iso"]}
        return seconds, {}

    def _forgotten(self, native: str, deleted: Instant, table: str, position: str, *, said: str) -> Reading:
        if not native:
            return _left(self.file, position, Fate.REJECTED, "a deleted memory without its hash", table=table)
        tombstone = self._maker.tombstone(self._maker.id(native), at=deleted.at)
        reason = "a memory that was deleted; its text is not kept"
        return _left(self.file, position, Fate.STRUCTURE, reason, table=table, tombstones=(tombstone,), said=(said,))

    def _given_once(self, records: tuple[Record, ...], table: str, position: str, fate: Fate) -> Reading:
        if not records:
            return _left(self.file, position, Fate.EMPTY, "nothing is left of its text", table=table)
        if records[0].id in self._given:
            return _left(self.file, position, Fate.DUPLICATE, "the same memory stands before it", table=table)
        self._given.update(record.id for record in records)
        return Reading(source=self.file.name, table=table, position=position, fate=fate, records=records)


def _word(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _tags(value: Any) -> list[str]:
    """A list, or a text with commas, as the database has it."""
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    return [tag.strip() for tag in parts if isinstance(tag, str) and tag.strip()]


def _share(value: Any, *, neutral: float | None = 1.0) -> float | None:
    """A number from 0 to 1; None for the one that every row has unless somebody said otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1 or value == neutral:
        return None
    return float(value)


def _left(file: SourceFile, position: str, fate: Fate, reason: str, **more: Any) -> Reading:
    return Reading(source=file.name, table=more.pop("table", ""), position=position, fate=fate, reason=reason, **more)

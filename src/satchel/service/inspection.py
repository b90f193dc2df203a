"""Looking at a source without importing it: a stream is verified, a foreign folder is told column by column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from satchel.formats import record_lines, stream_file
from satchel.move.inspection import Inspection
from satchel.move.mapping import write_mapping
from satchel.move.source import Source, SourceInspection, ToolInspection
from satchel.service.arrival import ImportOptions, Kind, kind_of, rescue_options
from satchel.service.keyring import Keyring, Vouched, opener_for
from satchel_protocol.record import Record
from satchel_protocol.stream import BadLine, StreamReader
from satchel_protocol.tombstone import Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """What a look at a source found."""

    kind: Kind
    source: str
    stream: dict[str, Any] = field(default_factory=dict)
    """For a stream or JSON Lines of records: what it holds, and whether it is whole."""
    foreign: SourceInspection | None = None
    """For everything else: which reader reads what, and what it makes of it."""

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = {"source": self.source, "kind": self.kind}
        return found | self.stream | (self.foreign.to_json() if self.foreign is not None else {})


def inspect_source(path: Path, options: ImportOptions) -> Inspected:
    """Look at a file, folder, archive or stream; nothing is written anywhere.

    Raises:
        SourceError: it is not there or cannot be read.
        StreamError: it is a stream and cannot be trusted.
    """
    kind = kind_of(path)
    if kind == "stream":
        return Inspected(kind=kind, source=path.name, stream=_stream(path, options.passphrase))
    if kind == "records":
        return Inspected(kind=kind, source=path.name, stream=_records(path))
    source = Source(path, rescue_options(options, name=path.name))
    source.open()
    return Inspected(kind=kind, source=path.name, foreign=source.inspection())


def mapping_text(found: Inspected) -> str:
    """A mapping file that says what was inferred, for a person to change."""
    assert found.foreign is not None
    return write_mapping(found.foreign.generic or Inspection(name=found.source, tables=()))


def inspection_text(found: Inspected) -> str:
    """The same for a person to read."""
    if found.foreign is None:
        return "\n".join(_stream_lines(found))
    lines = [line for tool in found.foreign.tools for line in _tool_lines(tool)]
    if found.foreign.generic is not None:
        lines += _table_lines(found.foreign.generic)
    return "\n".join(lines)


def _stream(path: Path, passphrase: str | None) -> dict[str, Any]:
    types: Counter[str] = Counter()
    scopes: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    others: Counter[str] = Counter()
    bad: list[str] = []
    with stream_file.open_stream(path, opener_for(path, passphrase)) as source:
        reader = StreamReader(source, name=path.name)
        for item in reader:
            if isinstance(item, Record):
                types[item.type] += 1
                scopes[item.scope] += 1
                levels[item.level] += 1
            elif isinstance(item, BadLine):
                bad.append(item.reason)
            else:
                others["tombstones" if isinstance(item, Tombstone) else "unknown_lines"] += 1
    assert reader.header is not None
    vouched = Keyring.open().vouched(reader.trailer)
    header = reader.header.to_json()
    # Names of keys may be shown; the keys, which an encrypted stream holds too, not.
    carries = sorted(header.pop("print_key_values", {}))
    return {
        "whole": True,
        "encrypted": stream_file.is_encrypted(path),
        "signature": vouched.to_json(),
        "carries_print_keys_of": carries,
        "header": header,
        "records": types.total(),
        "tombstones": others["tombstones"],
        "unknown_lines": others["unknown_lines"],
        "bad_lines": bad,
        "types": dict(types.most_common()),
        "scopes": dict(scopes.most_common()),
        "levels": dict(levels.most_common()),
        "withheld": dict(reader.trailer.withheld) if reader.trailer is not None else {},
    }


def _records(path: Path) -> dict[str, Any]:
    types: Counter[str] = Counter()
    scopes: Counter[str] = Counter()
    bad: list[str] = []
    for reading in record_lines.readings(path, source=path.name):
        for record in reading.records:
            types[record.type] += 1
            scopes[record.scope] += 1
        if reading.fate == "rejected":
            bad.append(reading.reason)
    return {
        "records": types.total(),
        "bad_lines": bad,
        "types": dict(types.most_common()),
        "scopes": dict(scopes.most_common()),
    }


def _stream_lines(found: Inspected) -> Iterator[str]:
    about = found.stream
    if found.kind == "stream":
        header = about["header"]
        yield f"{found.source}: a whole Satchel stream, version {header['satchel']}, by {header['producer'] or 'unknown'}"
        yield f"  {'encrypted; ' if about['encrypted'] else ''}{Vouched(**about['signature'])}"
        yield f"  written {header.get('created_at') or 'at an unknown time'}, scopes {', '.join(header['scopes']) or '–'}"
        yield f"  {about['records']:,} records, {about['tombstones']:,} tombstones"
        for reason, count in about["withheld"].items():
            yield f"  {count:,} stayed behind ({reason})"
    else:
        yield f"{found.source}: JSON Lines of records, {about['records']:,} of them"
    for name in ("types", "scopes"):
        yield f"  {name}: " + ", ".join(f"{what} {count:,}" for what, count in about[name].items())
    for reason in about["bad_lines"][:20]:
        yield f"  ! {reason}"
    if len(about["bad_lines"]) > 20:
        yield f"  ! … {len(about['bad_lines']) - 20:,} more"


def _tool_lines(tool: ToolInspection) -> Iterator[str]:
    claim = tool.claim
    unverified = ", unverified: written from the documented layout alone" if tool.checked == "layout" else ""
    yield f"{tool.title} ({claim.layout}{unverified}), {claim.confidence:.0%} sure"
    yield from (f"    {reason}" for reason in claim.evidence)
    names = [file.name for file in claim.files]
    yield f"    {len(names)} files: " + ", ".join(names[:6]) + (" …" if len(names) > 6 else "")
    yield "    rows: " + (", ".join(f"{fate} {count:,}" for fate, count in tool.fates.items()) or "none")
    if tool.types:
        yield "    memories: " + ", ".join(f"{name} {count:,}" for name, count in tool.types.items())
    if tool.tombstones:
        yield f"    {tool.tombstones:,} deleted at the source"
    if tool.times["unknown"]:
        yield f"    {tool.times['unknown']:,} without a known time"
    for field_name, count in tool.unexplained.items():
        yield f"    ! field in no list of the format, kept: {field_name} ({count:,}×)"
    yield from (f"    {note}" for note in tool.notes)
    for example in tool.examples:
        yield f"      e.g. {example['fate']}: {example['text'] or example['reason']}"


def _table_lines(inspection: Inspection) -> Iterator[str]:
    for table in inspection.tables:
        name = f"{table.source} · {table.name}" if table.name else table.source
        rows = f"{table.rows:,} rows" if table.exact else f"{table.rows:,} rows looked at"
        yield f"{name}: {table.kind} ({table.container}, {table.encoding}, {rows})"
        yield from (f"    {reason}" for reason in table.evidence[:2])
        for column in table.columns:
            sure = "" if column.get("confidence", 1) >= 0.45 else "  ?"
            yield f"    {column['column']:<24} {column['role']:<12}{sure} {'; '.join(column['evidence'][:2])}"
        for dropped, why in table.dropped.items():
            yield f"    {dropped:<24} left out: {why}"
        for example in table.examples[:3]:
            yield f"      e.g. {example.get('fate', '')}: {example.get('text', '')}"

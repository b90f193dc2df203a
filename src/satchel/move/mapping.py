"""The mapping file: what a person says about the columns of a source, over what was inferred.

```yaml
satchel_mapping: 1
tables:
  - source: "*.db"            # glob on the file's path inside what is imported
    table: memories           # glob on the table's name; "" is a file that is one table; left out: every table
    skip: false               # true: count its rows, import none
    reads_as: memories        # memories, logs, conversation, lookup, settings … ; left out: as inferred
    zone: Asia/Shanghai       # of its times that name none
    scope: "user:{uid}"       # {column} is replaced by the row's value
    type: preference          # one type for all its rows
    columns:
      body: text              # column: role
      ts: created
    kinds:
      "3": task               # value of the kind column: type, or log
```
"""

from __future__ import annotations

import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from satchel.instant import resolve_zone
from satchel.move.infer.role import Role
from satchel.move.infer.table_kind import TableKind
from satchel.move.infer.table_mapping import TableMapping
from satchel_protocol.errors import InvalidMappingError, InvalidTimeError, Problem, SourceError
from satchel_protocol.record import TYPES
from satchel_protocol.scope import KINDS

VERSION = 1
MOST_BYTES = 4 << 20
"""A mapping is written by hand, or by `inspect` for a person to read."""
_TABLE_FIELDS = ("source", "table", "skip", "reads_as", "zone", "scope", "type", "columns", "kinds")


@dataclass(frozen=True, slots=True)
class Mapping:
    """A whole mapping file; the first entry that matches a table counts."""

    tables: tuple[TableMapping, ...] = ()

    def find(self, source: str, table: str) -> TableMapping | None:
        """What is said about a table, or None."""
        return next((entry for entry in self.tables if entry.matches(source, table)), None)


NOTHING = Mapping()


def read_mapping(path: str | Path) -> Mapping:
    """Read a mapping file.

    Raises:
        SourceError: it cannot be opened.
        InvalidMappingError: with every problem found, each with file, line and field.
    """
    place = Path(path)
    try:
        if not stat.S_ISREG(place.stat().st_mode):
            raise SourceError(f"{place}: is no mapping file: neither a regular file nor a link to one")
        if place.stat().st_size > MOST_BYTES:
            raise SourceError(f"{place}: is no mapping file: larger than {MOST_BYTES >> 20} MiB")
        text = place.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        said = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        raise SourceError(
            f"{place}: the mapping file cannot be read: {said}; `inspect --write-mapping` makes one"
        ) from error
    return parse_mapping(text, name=place.name)


def parse_mapping(text: str, *, name: str = "mapping") -> Mapping:
    """Read a mapping from its text; see `read_mapping`."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{name}:{mark.line + 1}" if mark is not None else name
        raise InvalidMappingError(
            [Problem("", "format", f"not readable as YAML: {getattr(error, 'problem', error)}")], where=where
        ) from error
    except (ValueError, RecursionError, AttributeError, TypeError, KeyError) as error:
        # What PyYAML lets through of its own where a date is none, a tag does not fit, or lists hold lists hold lists.
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InvalidMappingError([Problem("", "format", f"not readable as YAML: {why}")], where=name) from error
    reader = _Reader(name, node)
    mapping = reader.read(data)
    if reader.problems:
        raise InvalidMappingError(reader.problems, where=name)
    return mapping


class _Reader:
    """Turns decoded YAML into a mapping and collects what is wrong, each with its line."""

    def __init__(self, name: str, node: yaml.Node | None) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self._lines: dict[str, int] = {}
        self._seen: set[int] = set()
        if node is not None:
            self._index(node, "")

    def _index(self, node: yaml.Node, path: str) -> None:
        self._lines[path] = node.start_mark.line + 1
        if id(node) in self._seen:
            return  # an alias, which may name what it stands in
        self._seen.add(id(node))
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                inner = f"{path}.{key.value}" if path else str(key.value)
                self._index(value, inner)
                self._lines[inner] = key.start_mark.line + 1
        elif isinstance(node, yaml.SequenceNode):
            for place, item in enumerate(node.value):
                self._index(item, f"{path}[{place}]")

    def _wrong(self, path: str, kind: str, message: str) -> None:
        line = self._lines.get(path)
        self.problems.append(Problem(path, kind, f"line {line}: {message}" if line else message))

    def read(self, data: Any) -> Mapping:
        if not isinstance(data, dict):
            self._wrong("", "type", "a mapping file is an object with `satchel_mapping` and `tables`")
            return NOTHING
        if data.get("satchel_mapping") != VERSION:
            self._wrong("satchel_mapping", "missing", f"must be {VERSION}, not {data.get('satchel_mapping')!r}")
        for key in data:
            if key not in ("satchel_mapping", "tables"):
                self._wrong(str(key), "unknown", "no field of a mapping file; known are satchel_mapping, tables")
        tables = data.get("tables") or []
        if not isinstance(tables, list):
            self._wrong("tables", "type", "must be a list")
            return NOTHING
        return Mapping(tuple(self._table(entry, f"tables[{i}]") for i, entry in enumerate(tables)))

    def _table(self, entry: Any, path: str) -> TableMapping:
        if not isinstance(entry, dict):
            self._wrong(path, "type", "must be an object with `source`")
            return TableMapping()
        for key in entry:
            if key not in _TABLE_FIELDS:
                self._wrong(f"{path}.{key}", "unknown", f"no such field; known are {', '.join(_TABLE_FIELDS)}")
        return TableMapping(
            source=self._text(entry, "source", path) or "*",
            table=self._text(entry, "table", path),
            skip=self._truth(entry, "skip", path),
            reads_as=self._kind(entry, path),
            zone=self._zone(entry, path),
            scope=self._scope(entry, path),
            type=self._type(entry.get("type"), f"{path}.type") if entry.get("type") is not None else None,
            columns=self._columns(entry.get("columns"), f"{path}.columns"),
            kinds=self._kinds(entry.get("kinds"), f"{path}.kinds"),
        )

    def _text(self, entry: dict[str, Any], key: str, path: str) -> str | None:
        value = entry.get(key)
        if value is None or isinstance(value, str):
            return value
        self._wrong(f"{path}.{key}", "type", f"must be text, not {value!r}")
        return None

    def _truth(self, entry: dict[str, Any], key: str, path: str) -> bool:
        value = entry.get(key, False)
        if not isinstance(value, bool):
            self._wrong(f"{path}.{key}", "type", f"must be true or false, not {value!r}")
        return value is True

    def _kind(self, entry: dict[str, Any], path: str) -> TableKind | None:
        value = entry.get("reads_as")
        if value is None:
            return None
        if isinstance(value, str) and value in {kind.value for kind in TableKind}:
            return TableKind(value)
        self._wrong(
            f"{path}.reads_as", "format", f"one of {', '.join(kind.value for kind in TableKind)}, not {value!r}"
        )
        return None

    def _zone(self, entry: dict[str, Any], path: str) -> str | None:
        value = self._text(entry, "zone", path)
        if value is not None:
            try:
                resolve_zone(value)
            except InvalidTimeError as error:
                self._wrong(f"{path}.zone", "format", str(error))
        return value

    def _scope(self, entry: dict[str, Any], path: str) -> str | None:
        value = self._text(entry, "scope", path)
        if value is not None and value != "public" and value.partition(":")[0] not in KINDS:
            self._wrong(
                f"{path}.scope",
                "format",
                f"starts with one of {', '.join(KINDS)} and a colon, such as user:{{uid}}, not {value!r}",
            )
        return value

    def _type(self, value: Any, path: str) -> str | None:
        if isinstance(value, str) and value in TYPES:
            return str(value)
        self._wrong(path, "format", f"one of {', '.join(TYPES)}, not {value!r}")
        return None

    def _columns(self, value: Any, path: str) -> dict[str, Role]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            self._wrong(path, "type", "must be an object: column: role")
            return {}
        found: dict[str, Role] = {}
        for column, role in value.items():
            if isinstance(role, str) and role in {known.value for known in Role}:
                found[str(column)] = Role(role)
            else:
                self._wrong(
                    f"{path}.{column}",
                    "format",
                    f"no role {role!r}; known are {', '.join(known.value for known in Role)}",
                )
        return found

    def _kinds(self, value: Any, path: str) -> dict[str, str]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            self._wrong(path, "type", "must be an object: value: type")
            return {}
        found: dict[str, str] = {}
        for name, type_ in value.items():
            if isinstance(type_, str) and type_ in (*TYPES, "log"):
                found[str(name)] = str(type_)
            else:
                self._wrong(f"{path}.{name}", "format", f"one of {', '.join(TYPES)} or log, not {type_!r}")
        return found


def write_mapping(inspection: Any) -> str:
    """A mapping file that says what was inferred, with the evidence as comments, to be edited and given back.

    Args:
        inspection: What `Rescue.inspection()` gave.
    """
    lines = [
        "# What was inferred about this source. Change what is wrong, then import with --mapping.",
        "# Roles: " + ", ".join(role.value for role in Role if role is not Role.EMPTY),
        f"satchel_mapping: {VERSION}",
        "tables:",
    ]
    for table in inspection.tables:
        if not table.columns:
            continue
        lines.append(f"  - source: {_quoted(table.source)}  # {table.container}, {table.encoding}, {table.rows:,} rows")
        lines.append(f"    table: {_quoted(table.name)}")
        lines.append(f"    reads_as: {table.kind}" + _comment(table.evidence))
        lines.append("    columns:")
        for verdict in table.columns:
            note = [f"{verdict['confidence']:.2f}", *verdict["evidence"]]
            lines.append(f"      {_quoted(verdict['column'])}: {verdict['role']}" + _comment(note))
        if table.kinds:
            lines.append("    kinds:")
            lines += [f"      {_quoted(value)}: {type_}" for value, type_ in table.kinds.items()]
    if lines[-1] == "tables:":
        lines[-1] = "tables: []"
    return "\n".join(lines) + "\n"


def _comment(notes: Sequence[str]) -> str:
    text = "".join(c if c.isprintable() else " " for c in "; ".join(notes))
    return f"  # {text[:200]}" if text else ""


def _quoted(text: str) -> str:
    return str(yaml.safe_dump(text, allow_unicode=True, default_style='"', width=10_000)).strip()

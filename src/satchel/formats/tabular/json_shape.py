"""Which lists of like things a JSON value holds. Knows shapes of containers, nothing of memories.

Conventions, which later steps rely on:

- A list of objects is a table of ROWS named by its path (`data.memories`); what is nested in a row stays nested.
- An object of like objects, keyed by id, date or name, is such a table too; the key is the column `$key`.
- An object of settings is a table with the columns `$key` and `$value`, one row a leaf, nested keys joined by dots.
- A list of texts is LINES, with the column `text`.
- Lists of numbers, bare or by the list or keyed, are VECTORS.
- Scalars that stand beside the lists of an object are one row of an `envelope` table, and are put into each row of
  those lists under `^name`, so that a `user_id` above a list is known in it; the nearest one wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from satchel.formats.tabular.rows import Row, Shape, Vector

KEY, VALUE, TEXT, UP = "$key", "$value", "text", "^"

EMPTY_NAME = '""'

_CONTEXT_TEXT = 4096
_CONTEXT_FIELDS = 64
_DEEPEST_TABLE = 8

_DATA_KEY = re.compile(r".*\d.*|[0-9a-fA-F]{8,}|\w+@.+", re.DOTALL)
"""A key that is data (an id, a date, a hash, an address) and no field name."""
_NAME_WITH_DIGIT = re.compile(r"[A-Za-z_]{3,}[a-z_]\d?")
_NAME_WITH_NUMBER = re.compile(r"[^\W\d]{2,}(?:[_\-. ][^\W\d]+)*[_\-. ]?v?\d{1,8}")
"""Words and one number: an id of a sort (`user_12`), or a name with its year or version (`tasks_2025`)."""
_ID_NAMES = re.compile(r"_?(?:id|uuid|guid|uid|key)|.*(?:_id|Id|ID|_uuid|编号)")
_CONTENT_NAMES = frozenset(
    "content text memory message note body fact document value statement sentence observation "
    "内容 记忆 文本 备注 正文".split()
)
_COLUMN_IDS = frozenset("id ids _id _ids uuid uuids index key keys".split())


@dataclass(slots=True)
class Part:
    """One table found in a value."""

    name: str
    shape: Shape
    """ROWS or VECTORS; whether rows are but texts shows when all are seen."""
    rows: list[Row] = field(default_factory=list)
    envelope: bool = False


def parts(value: Any, name: str = "", context: Mapping[str, Any] | None = None, depth: int = 0) -> list[Part]:
    """The tables in a value that is held in memory, outer ones first, in the order of the document.

    Args:
        value: Tidied, as `json_text.tidy` gives it.
        name: Its path.
        context: `^` columns from further out.
    """
    context = context or {}
    if isinstance(value, Vector):
        return [Part(name, Shape.VECTORS, [vector_row([value], name)])]
    if isinstance(value, list):
        return _list_parts(value, name, context)
    if isinstance(value, dict):
        return _object_parts(value, name, context, depth)
    if value is None:
        return []
    return [Part(name, Shape.ROWS, [element_row(value, name or "the document", context)])]


def _list_parts(items: list[Any], name: str, context: Mapping[str, Any]) -> list[Part]:
    if not items:
        return []
    vectors = [item for item in items if isinstance(item, Vector)]
    others = [(i, item) for i, item in enumerate(items) if not isinstance(item, Vector)]
    found: list[Part] = []
    if others and name and all(isinstance(item, str) for item in items) and not _are_sentences(items):
        key = name.rsplit(".", 1)[-1]
        found.append(Part(name, Shape.ROWS, [_leaf(item, key, f"{name}[{i}]", context) for i, item in others]))
    elif others:
        rows = [row for i, item in others for row in element_rows(item, f"{name}[{i}]", context)]
        found.append(Part(name, Shape.ROWS, rows))
    if vectors:
        found.append(Part(name, Shape.VECTORS, [vector_row(vectors, name)]))
    return found


def _object_parts(members: dict[str, Any], name: str, context: Mapping[str, Any], depth: int) -> list[Part]:
    if not members:
        return []
    turned, rest = _by_columns(members)
    if turned:
        rows = [Row(values={**values, **context}, position=f"{name}[{i}]") for i, values in enumerate(turned)]
        beside = [Row(values={**rest, **context}, position=name or "the document")] if rest else []
        return [Part(name, Shape.ROWS, rows)] + ([Part(name, Shape.ROWS, beside, envelope=True)] if rest else [])
    if all(isinstance(v, Vector) for v in members.values()):
        vectors = list(members.values())
        return [Part(name, Shape.VECTORS, [vector_row(vectors, name)])]
    if is_map(members):
        keyed = (row for key, item in members.items() for row in keyed_rows(key, item, name, context))
        return [Part(name, Shape.ROWS, list(keyed))]
    if depth < _DEEPEST_TABLE and not _is_record(members) and _holds_tables(members):
        return _envelope_parts(members, name, context, depth)
    if _is_record(members) or depth >= _DEEPEST_TABLE:
        return [Part(name, Shape.ROWS, [Row(values={**members, **context}, position=name or "the document")])]
    return _settings_parts(members, name, context)


def _envelope_parts(members: dict[str, Any], name: str, context: Mapping[str, Any], depth: int) -> list[Part]:
    """The lists in an object, each its own table, and what stands beside them as one row."""
    scalars = {key: v for key, v in members.items() if not _is_container(v)}
    numbers = {key: v for key, v in members.items() if _are_numbers(v)}
    inner = {**context, **upward(scalars)}
    found: list[Part] = []
    if scalars or numbers:
        row = Row(values={**scalars, **numbers, **context}, position=name or "the document")
        found.append(Part(name, Shape.ROWS, [row], envelope=True))
    for key, value in members.items():
        if _is_container(value) and key not in numbers:
            found += parts(value, joined(name, key), inner, depth + 1)
    return found


def _settings_parts(members: dict[str, Any], name: str, context: Mapping[str, Any]) -> list[Part]:
    """An object of settings: each leaf a row; a list of sentences is its own table."""
    leaves: list[Row] = []
    found: list[Part] = []
    beside = {**context, **upward({key: v for key, v in members.items() if not _is_container(v)})}

    def visit(value: Any, key: str) -> None:
        if isinstance(value, dict) and value:
            for inner, item in value.items():
                visit(item, joined(key, inner))
        elif isinstance(value, Vector):
            found.append(Part(joined(name, key), Shape.VECTORS, [vector_row([value], key)]))
        elif isinstance(value, list) and value:
            if _are_sentences(value):
                found.extend(_list_parts(value, joined(name, key), beside))
                return
            for i, item in enumerate(value):
                leaves.append(_leaf(item, key, f"{joined(name, key)}[{i}]", context))
        elif value is not None and value not in ({}, []):
            leaves.append(_leaf(value, key, joined(name, key), context))

    for key, value in members.items():
        visit(value, key)
    return ([Part(name, Shape.ROWS, leaves)] if leaves else []) + found


def _leaf(value: Any, key: str, position: str, context: Mapping[str, Any]) -> Row:
    return Row(values={KEY: key, VALUE: value, **context}, position=position)


def upward(scalars: Mapping[str, Any]) -> dict[str, Any]:
    """What an object's scalars are called in the rows of its lists; long texts and nothings stay behind."""
    kept = {
        UP + key: value
        for key, value in scalars.items()
        if value is not None and not (isinstance(value, str) and (not value or len(value) > _CONTEXT_TEXT))
    }
    return dict(list(kept.items())[:_CONTEXT_FIELDS])


def element_rows(item: Any, position: str, context: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of one element of a list; a list of objects inside a list is a batch and is taken apart."""
    if isinstance(item, list) and item and all(isinstance(inner, dict) for inner in item):
        for i, inner in enumerate(item):
            yield element_row(inner, f"{position}[{i}]", context)
    else:
        yield element_row(item, position, context)


def element_row(item: Any, position: str, context: Mapping[str, Any]) -> Row:
    """One element of a list as a row: an object's members, a list's places, a text, or a bare value."""
    if isinstance(item, dict):
        values = dict(item)
    elif isinstance(item, list):
        values = {f"column_{i}": inner for i, inner in enumerate(item, start=1)}
    elif isinstance(item, str):
        values = {TEXT: item}
    else:
        values = {VALUE: item}
    return Row(values={**values, **context}, position=position)


def keyed_rows(key: str, item: Any, name: str, context: Mapping[str, Any]) -> Iterator[Row]:
    """The rows of one member of an object that is a table: one object, or the elements of a list."""
    position = joined(name, key)
    items = (
        [(f"{position}[{i}]", inner) for i, inner in enumerate(item)] if isinstance(item, list) else [(position, item)]
    )
    for place, inner in items:
        row = element_row(inner, place, context)
        yield replace(row, values={KEY: key, **row.values})


def is_map(members: Mapping[str, Any]) -> bool:
    """True for an object whose keys are data: like objects by id, or lists by date or user."""
    values = list(members.values())
    # `codes_2025` beside `tasks_2025` are two tables and no ids, unless they hold the same.
    data_keys = _are_data_keys(members) and (not _are_numbered_names(members) or _hold_the_same(values))
    if all(isinstance(v, dict) and v for v in values):
        return data_keys or (len(values) > 1 and _are_alike(values) and not _are_maps(values))
    if all(isinstance(v, list) for v in values) and any(values):
        inner = [item for v in values for item in v]
        if not all(isinstance(item, dict) for item in inner) and not all(isinstance(item, str) for item in inner):
            return False
        return data_keys or (len(values) > 12 and isinstance(inner[0], dict) and _are_alike(inner))
    # One stray scalar (`"version": 1`) among many objects does not make the object a record.
    objects = [v for v in values if isinstance(v, dict)]
    return len(objects) > 4 and len(objects) * 10 >= len(values) * 9 and data_keys and _are_alike(objects)


def _are_maps(objects: list[Any]) -> bool:
    """True when each object is keyed by ids of its own: those that hold them are collections, and no rows."""
    return all(_are_data_keys(item) and all(isinstance(v, dict) for v in item.values()) for item in objects)


def _are_data_keys(members: Mapping[str, Any]) -> bool:
    if sum(is_data_key(key) for key in members) * 2 > len(members):
        return True
    return len(members) > 1 and len({re.sub(r"\d+", "#", key) for key in members}) == 1


def _are_numbered_names(members: Mapping[str, Any]) -> bool:
    """True for keys of words and a number, no two of the same words."""
    if not all(_NAME_WITH_NUMBER.fullmatch(key) for key in members):
        return False
    return len({re.sub(r"\d+", "#", key) for key in members}) == len(members)


def _hold_the_same(values: list[Any]) -> bool:
    """True when objects, or lists of objects, have most of their fields in common with the richest of them."""
    fields = [
        set().union(*(item for item in (v if isinstance(v, list) else [v]) if isinstance(item, dict))) for v in values
    ]
    richest = max(fields, key=len)
    return all(len(names & richest) * 2 >= len(names | richest) for names in fields)


def is_data_key(key: str) -> bool:
    """True for a key that is an id, a date, a number or an address, and no field name such as `line1`."""
    return bool(_DATA_KEY.fullmatch(key)) and not _NAME_WITH_DIGIT.fullmatch(key)


def joined(name: str, key: str) -> str:
    """The path of a member; one without a name is written `""`."""
    return f"{name}.{key or EMPTY_NAME}" if name else key or EMPTY_NAME


def vector_row(vectors: list[Vector], position: str) -> Row:
    """One row that stands for all the vectors of a list; `dims` is for the reason and goes no further."""
    dims = tuple(sorted({vector.dim for vector in vectors}))
    return Row(values={"dims": dims}, position=position or "the document", weight=len(vectors))


def vectors_reason(count: int, dims: list[int]) -> str:
    """What vectors are, for the report."""
    size = f"{dims[0]} numbers" if len(dims) == 1 else f"{dims[0]} to {dims[-1]} numbers"
    return f"{count:,} vectors of {size} each; numbers only, an index that is rebuilt from the text"


def explode(row: Row, column: str) -> Iterator[Row]:
    """The elements of a list inside a row as rows of their own, the outer row's scalars beside them under `^name`.

    Source rows for the ledger are then the inner ones; the outer row is their envelope.
    """
    items = row.values.get(column)
    if isinstance(items, dict):
        items = [
            {KEY: key, **item} if isinstance(item, dict) else {KEY: key, VALUE: item} for key, item in items.items()
        ]
    if not isinstance(items, list):
        return
    scalars = {k: v for k, v in row.values.items() if not _is_container(v) and not k.startswith(UP)}
    context = {**{k: v for k, v in row.values.items() if k.startswith(UP)}, **upward(scalars)}
    for i, item in enumerate(items):
        if not isinstance(item, Vector):
            yield element_row(item, f"{row.position}.{column}[{i}]", context)


def _is_container(value: Any) -> bool:
    return isinstance(value, list | dict | Vector)


def _are_numbers(value: Any) -> bool:
    """True for a short list of bare numbers, flags or nothings, which belongs to what it stands in."""
    return isinstance(value, list) and not any(isinstance(item, str | list | dict | Vector) for item in value)


def _holds_tables(members: Mapping[str, Any]) -> bool:
    """True when somewhere in an object there is a list of objects, or an object keyed by data."""
    waiting: list[tuple[Any, int]] = [(value, 0) for value in members.values()]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, list):
            if any(isinstance(item, dict | Vector) for item in value):
                return True
        elif isinstance(value, dict) and value and depth < _DEEPEST_TABLE:
            if is_map(value) or _by_columns(value)[0]:
                return True
            waiting += [(inner, depth + 1) for inner in value.values()]
    return False


def _is_record(members: Mapping[str, Any]) -> bool:
    """True for an object that is one thing with its own text or id, and no collection of settings."""
    if any(key.lower() in _CONTENT_NAMES and isinstance(v, str) and v.strip() for key, v in members.items()):
        return True
    has_id = any(_ID_NAMES.fullmatch(key) and isinstance(v, str | int) for key, v in members.items())
    return has_id and not _holds_tables(members) and not any(_are_sentences(v) for v in members.values())


def _are_alike(objects: list[Any]) -> bool:
    """True when objects share most of their keys with the union of the first hundred."""
    sample = [set(item) for item in objects[:100]]
    union: set[str] = set().union(*sample)
    return sum(len(keys) for keys in sample) >= 0.5 * len(union) * len(sample)


def _are_sentences(items: Any) -> bool:
    """True for a list of texts that stand for themselves, not for short values of one setting."""
    if not isinstance(items, list) or not items or not all(isinstance(item, str) for item in items):
        return False
    long = sum(len(item.split()) >= 4 or sum(char > "\u2e7f" for char in item) >= 7 for item in items)
    return bool(long * 2 > len(items))


def _by_columns(members: dict[str, Any]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The rows of an object that holds a table column by column, as data frames and vector stores write it.

    Returns:
        The rows, none when it is no such object, and the members that are no columns.
    """
    values = list(members.values())
    if len(members) >= 2 and all(isinstance(v, dict) and v for v in values):
        first = list(values[0])
        if all(key.isdecimal() for key in first) and all(list(v) == first for v in values[1:]):
            return [{column: members[column][key] for column in members} for key in first], {}
        return [], {}
    heads, data = members.get("columns"), members.get("data")
    if isinstance(heads, list) and isinstance(data, list) and data and all(isinstance(row, list) for row in data):
        names = [str(head) for head in heads]
        rest = {key: v for key, v in members.items() if key not in {"columns", "data", "index"}}
        return [{column_name(names, i): cell for i, cell in enumerate(row)} for row in data], rest
    index = next((v for key, v in members.items() if key in _COLUMN_IDS and isinstance(v, list) and v), None)
    if index is None:
        return [], {}
    columns = {key: v for key, v in members.items() if isinstance(v, list) and len(v) == len(index)}
    if len(columns) < 2:
        return [], {}
    rest = {key: v for key, v in members.items() if key not in columns and v is not None}
    return [{key: v[i] for key, v in columns.items() if v[i] is not None} for i in range(len(index))], rest


def column_name(heads: list[str], place: int) -> str:
    """The name of a column by its place, counted from 0; those beyond the heading are numbered from 1."""
    return heads[place] if place < len(heads) and heads[place] else f"column_{place + 1}"

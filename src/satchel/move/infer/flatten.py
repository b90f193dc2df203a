"""Rows made flat: nested objects and JSON in a text field become columns with a dotted name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from satchel.formats.tabular.json_shape import KEY, VALUE, explode, is_map
from satchel.formats.tabular.rows import Row
from satchel.move.infer.typed_values import untyped

_JSON_STARTS = ("{", "[", '"')
_DEEPEST = 4
_MOST = 80
"""Members of a nested object that become columns; a larger one is data, not a record."""
_LONGEST_JSON = 1 << 16


def flatten(values: Mapping[str, Any], plain: Container[str] = ()) -> dict[str, Any]:
    """Column → value, nested objects taken apart: `{"meta": {"src": 1}}` gives `meta.src`.

    Text that is a JSON object or list is decoded first, as SQLite stores keep both. Lists stay what they are.

    Args:
        values: Of the row.
        plain: Columns of texts, a few of which happen to be JSON; they stay texts.
    """
    flat: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, str):
            if (
                name not in plain
                and value[:1] in _JSON_STARTS
                and value[-1:] in ("}", "]", '"')
                and (value[0] != '"' or value[1:2] in "{[")
            ):
                value = _decoded(value)
            if not isinstance(value, Mapping):
                flat[name] = value
                continue
        value = untyped(value)
        if isinstance(value, Mapping) and name != VALUE:
            _spread(flat, name, value, 1)
        else:
            flat[name] = value
    return flat


def plain_columns(rows: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Columns most of whose texts are no JSON, though a few are: each of their cells is read by itself."""
    objects: Counter[str] = Counter()
    texts: Counter[str] = Counter()
    for values in rows:
        for name, value in values.items():
            if not isinstance(value, str) or not value.strip():
                continue
            if value[:1] in "[{" and value[-1:] in "]}" and not isinstance(_decoded(value), str):
                objects[name] += 1
            else:
                texts[name] += 1
    return frozenset(name for name, count in objects.items() if texts[name] > count)


def cell_text(text: str) -> Any:
    """What a text cell that may be JSON holds; the text itself when it is none."""
    return _decoded(text) if text[:1] in ("{", "[") and text[-1:] in ("}", "]") else text


def _spread(flat: dict[str, Any], name: str, value: Mapping[str, Any], depth: int) -> None:
    if not value or _is_wrapped_scalar(value):
        flat[name] = value
        return
    if _is_map_of_rows(value):
        # Like objects by id are rows, whatever holds them.
        flat[name] = [{KEY: key, **item} for key, item in value.items()]
        return
    if len(value) > _MOST or depth > _DEEPEST:
        flat[name] = value
        return
    for inner, item in value.items():
        path = f"{name}.{inner}"
        if isinstance(item, str) and item[:1] in ("{", "[") and item[-1:] in ("}", "]"):
            item = _decoded(item)
        item = untyped(item)
        if isinstance(item, Mapping):
            _spread(flat, path, item, depth + 1)
        else:
            flat[path] = item


def _is_map_of_rows(value: Mapping[str, Any]) -> bool:
    """Objects by id that have most of their fields in common; `{"memory": {…}, "meta": {…}}` is none."""
    items = list(value.values())
    if not all(isinstance(item, Mapping) for item in items) or not is_map(value):
        return False
    shared = set(items[0]).intersection(*items[1:])
    return len(shared) >= max(1, 0.5 * max(len(item) for item in items))


def _is_wrapped_scalar(value: Mapping[str, Any]) -> bool:
    """`{"$date": …}`, `{"$oid": …}` and the like: one value, however it is wrapped."""
    return len(value) == 1 and next(iter(value)).startswith("$")


def _decoded(text: str) -> Any:
    if len(text) > _LONGEST_JSON:
        return text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(found, str) and found[:1] in ("{", "["):
        return _decoded(found)  # written as JSON twice over
    if isinstance(found, dict) and found:
        return found
    if isinstance(found, list) and found:
        return found
    return text


def inner_rows(values: Mapping[str, Any], column: str) -> Iterator[dict[str, Any]]:
    """The rows that a list in a column holds, each flat."""
    for inner in explode(Row(values={column: values.get(column)}, position=""), column):
        yield flatten(inner.values)

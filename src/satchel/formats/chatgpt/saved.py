"""A file of saved memories, which some descriptions of the export name: content, enabled, timestamps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from satchel.formats.documents import Item, json_items, spread
from satchel.formats.tabular.sources import SourceFile

_TEXTS = ("content", "text", "memory")
_CREATED = ("created_at", "create_time", "created", "timestamp")
_UPDATED = ("updated_at", "update_time", "updated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """One saved memory."""

    item: Item
    native: str
    text: str
    enabled: bool
    created: Any
    updated: Any


def saved_memories(source: SourceFile) -> Iterator[Saved | Item]:
    """The saved memories of a file, and as items what is none.

    Raises:
        OSError: reading breaks off.
    """
    for item in json_items(source):
        listed = isinstance(item.value, list) and not item.problem
        for element in spread(item) if listed else (item,):
            value = element.value
            text = _first(value, _TEXTS) if isinstance(value, Mapping) and not element.problem else None
            if not isinstance(text, str):
                yield element
                continue
            native = value.get("id")
            yield Saved(
                item=element,
                native=native if isinstance(native, str) else str(native) if isinstance(native, int) else "",
                text=text,
                enabled=value.get("enabled") is not False,
                created=_first(value, _CREATED),
                updated=_first(value, _UPDATED),
            )


def _first(value: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((value[key] for key in keys if value.get(key) is not None), None)

"""What a keyed memory says in words, made from its schema: readable where nobody has the schema.

The same value under the same entry always gives the same text, so that two replicas make the same record.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from satchel.schema.names import segments
from satchel.schema.snapshot import KeyEntry
from satchel.schema.types import Type
from satchel.text.language import sentences, split_long
from satchel_protocol.record import MAX_CONTENT_BYTES

_JSON: Final[Type] = {"type": "json"}


def content_of(key: KeyEntry | None, name: str, ids: Sequence[str], value: Any) -> str:
    """`Colour theme the user asked for: dark`.

    Args:
        key: What the schema says of it; None for a key that is not declared.
        name: The key's name or pattern; its words stand in for a description.
        ids: Of the item, where it is one of many.
        value: Of the key's type.
    """
    about = str(key.get("describe") or key.type.get("description") or "") if key is not None else ""
    head = _first(about) or " ".join(_spoken(part) for part in segments(name) if not part.startswith("["))
    if ids:
        head = f"{head} ({', '.join(ids)})"
    said = f"{head}: {_told(value, key.type if key is not None else _JSON, 0)}"
    try:
        return split_long(said, MAX_CONTENT_BYTES)[0] if len(said) * 4 > MAX_CONTENT_BYTES else said
    except UnicodeEncodeError:
        return said  # half a surrogate pair: the check of the record says so


@lru_cache(maxsize=4096)
def _first(about: str) -> str:
    """The first sentence of a description; the second one mostly says what absence means."""
    first = next(iter(sentences(" ".join(about.split()))), "")
    return first.strip().rstrip(".。．!！:：")


def _spoken(part: str) -> str:
    return part.replace("_", " ").replace("-", " ").strip() or part


def _told(value: Any, kind: Type, depth: int) -> str:
    if isinstance(value, str):
        meaning = kind.get("meanings", {}).get(value)
        return f"{value} ({meaning})" if meaning else value or '""'
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, Mapping):
        known = kind.get("properties", {})
        more = kind.get("additionalProperties")
        rest = more if isinstance(more, Mapping) else _JSON
        parts = [
            f"{known.get(name, _JSON).get('title') or _spoken(str(name))}: "
            f"{_told(inner, known.get(name, rest), depth + 1)}"
            for name, inner in value.items()
        ]
        return _grouped("; ".join(parts), depth)
    if isinstance(value, list | tuple):
        items = kind.get("items", _JSON)
        return _grouped(", ".join(_told(one, items, depth + 1) for one in value), depth)
    return str(value)


def _grouped(text: str, depth: int) -> str:
    return f"({text})" if depth else text or "none"

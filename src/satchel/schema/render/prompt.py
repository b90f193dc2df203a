"""The block of a system prompt that tells a model which keys there are."""

from __future__ import annotations

import json
from typing import Any

from satchel.schema.snapshot import KeyEntry, Snapshot
from satchel.schema.types import Type

_MOST_EXAMPLES = 3


def shown_keys(snapshot: Snapshot) -> list[KeyEntry]:
    """The active keys in the order of the block: by number unless the file says otherwise.

    By number the block only grows at its end, and the part that a provider has cached stays as it was.
    """
    keys = [key for key in snapshot.by_number.values() if not key.deprecated]
    if snapshot.order == "file":
        return keys
    return sorted(keys, key=lambda key: key.name if snapshot.order == "name" else f"{key.number:020d}")


def prompt_block(snapshot: Snapshot) -> str:
    """One line a key; nothing in it changes when a key is added, save what stands after the last line."""
    lines = ["Memory keys. Read and write these names exactly; no others exist."]
    lines += [line_of(key) for key in shown_keys(snapshot)]
    return "\n".join(lines) + "\n"


def line_of(key: KeyEntry) -> str:
    """What a model is told of one key."""
    name = key.get("prompt_name") or key.name
    parts = [f"- {name} ({type_words(key.type)})"]
    about = " ".join(str(key.get("describe") or key.type.get("description") or "").split())
    if about:
        parts.append(f": {about}")
    meanings = key.type.get("meanings")
    if meanings:
        parts.append(" Values: " + "; ".join(f"{value}: {text}" for value, text in meanings.items()) + ".")
    if "default" in key.body:
        parts.append(f" When absent: {_json(key.body['default'])}.")
    if not key.for_models:
        parts.append(" Read only.")
    if key.examples:
        parts.append(" For example " + " or ".join(map(_json, key.examples[:_MOST_EXAMPLES])) + ".")
    return "".join(parts)


def type_words(kind: Type) -> str:
    """A type in a few words: `one of light, dark`, `list of string`, `object with title: string, due_at?: date-time`."""
    if "enum" in kind:
        return "one of " + ", ".join(map(str, kind["enum"]))
    want = kind["type"]
    if want == "array":
        return f"list of {type_words(kind['items'])}"
    if want == "object" and "properties" in kind:
        needed = set(kind.get("required", ()))
        parts = [
            f"{name}{'' if name in needed else '?'}: {type_words(inner)}" for name, inner in kind["properties"].items()
        ]
        return "object with " + ", ".join(parts)
    if want == "object":
        more = kind.get("additionalProperties")
        return f"map of names to {type_words(more)}" if isinstance(more, dict) else "object"
    if want == "string":
        form = kind.get("format") or "text"
        return f"{form} of at most {kind['maxLength']} characters" if "maxLength" in kind else str(form)
    return "any JSON" if want == "json" else str(want)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

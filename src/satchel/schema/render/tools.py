"""Tool definitions: one tool that writes a key and one that reads it, in the dialects of those who call them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from satchel.schema.render.prompt import line_of, shown_keys
from satchel.schema.snapshot import KeyEntry, Snapshot
from satchel.schema.types import Type

DIALECTS: Final = ("openai", "anthropic", "mcp")
_LONGEST: Final = {"openai": 1024}
"""Characters of a tool's description that a provider takes; a longer one makes it refuse the whole request.

Source: OpenAI API reference, as its error says: "string too long. Expected a string with maximum length 1024".
"""
_KEPT: Final = ("type", "format", "maxLength", "enum", "description", "title", "default")


def as_json_schema(kind: Type) -> dict[str, Any]:
    """A type as plain JSON Schema that any caller of tools understands: closed objects, meanings as a description."""
    if kind["type"] == "json":
        return {"description": kind.get("description", "Any JSON value.")}
    found = {name: kind[name] for name in _KEPT if name in kind}
    if "meanings" in kind:
        told = "; ".join(f"{value}: {text}" for value, text in kind["meanings"].items())
        found["description"] = f"{kind['description']} {told}" if "description" in kind else told
    if kind["type"] == "array":
        found["items"] = as_json_schema(kind["items"])
    if kind["type"] == "object":
        if "properties" in kind:
            found["properties"] = {name: as_json_schema(inner) for name, inner in kind["properties"].items()}
            if kind.get("required"):
                found["required"] = list(kind["required"])
            found["additionalProperties"] = False
        else:
            more = kind.get("additionalProperties")
            found["additionalProperties"] = as_json_schema(more) if isinstance(more, Mapping) else True
    return found


def tools(snapshot: Snapshot, dialect: str) -> list[dict[str, Any]]:
    """A tool that reads any key, then one that writes each key that the model may write, in the order of the prompt.

    One tool a key, so that each value has its own schema: a choice of schemas is what callers refuse or flatten.

    Args:
        dialect: One of `DIALECTS`.
    """
    keys = shown_keys(snapshot)
    if not keys:
        return []  # a choice of no names is no schema
    read = _tool(
        "memory_read",
        "Read one memory by its name.",
        {
            "type": "object",
            "properties": {"key": {"type": "string", "enum": [_name(key) for key in keys]}, **_item(keys)},
            "required": ["key"],
            "additionalProperties": False,
        },
        dialect,
    )
    return [read, *(_writer(key, dialect) for key in keys if key.for_models)]


def _writer(key: KeyEntry, dialect: str) -> dict[str, Any]:
    properties: dict[str, Any] = {"value": as_json_schema(key.type)}
    needed = ["value"]
    if "[*]" in key.name:
        properties |= _item([key])
        needed.insert(0, "item_id")
    schema = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
    # The number, not the name: it is short, never changes and is a valid name in every dialect.
    return _tool(f"memory_write_{key.number}", f"Write {line_of(key).removeprefix('- ')}", schema, dialect)


def _item(keys: list[KeyEntry]) -> dict[str, Any]:
    if not any("[*]" in key.name for key in keys):
        return {}
    return {"item_id": {"type": "string", "description": "What [*] stands for."}}


def _tool(name: str, about: str, schema: dict[str, Any], dialect: str) -> dict[str, Any]:
    most = _LONGEST.get(dialect, len(about))
    if len(about) > most:
        about = about[: most - 1].rstrip() + "…"
    if dialect == "openai":
        return {"type": "function", "function": {"name": name, "description": about, "parameters": schema}}
    field = "input_schema" if dialect == "anthropic" else "inputSchema"
    return {"name": name, "description": about, field: schema}


def _name(key: KeyEntry) -> str:
    return str(key.get("prompt_name") or key.name)

"""What a model is told of a key that it cannot have, or cannot have so: what to do instead, in a sentence or two."""

from __future__ import annotations

import json
from typing import Any, Final

from satchel.schema.render.prompt import shown_keys, type_words
from satchel.schema.resolving import Names, Resolved
from satchel.schema.snapshot import KeyEntry
from satchel.schema.types import Type

_MOST_NAMES: Final = 12
"""Keys up to which all of them are listed."""
_BY_FORMAT: Final = {
    "date": "2026-03-04", "date-time": "2026-03-04T05:06:07Z", "time": "05:06:07Z", "duration": "P3D",
    "email": "ann@example.org", "uri": "https://example.org/", "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "hostname": "example.org",
}  # fmt: skip


def shown_name(key: KeyEntry) -> str:
    """The name under which a model knows a key."""
    return str(key.get("prompt_name") or key.name)


def expected(key: KeyEntry) -> str:
    """What a key takes: `user.display.theme takes one of light, dark, system; for example "dark"`."""
    example = key.examples[0] if key.examples else example_of(key.type)
    return f"{shown_name(key)} takes {type_words(key.type)}; for example {json.dumps(example, ensure_ascii=False)}"


def example_of(kind: Type) -> Any:
    """A value of a type."""
    if "enum" in kind:
        return kind["enum"][0]
    want = kind["type"]
    if want == "string":
        return _BY_FORMAT.get(kind.get("format", ""), "text")[: kind.get("maxLength", 1000)]
    if want == "array":
        return [example_of(kind["items"])]
    if want == "object":
        known = kind.get("properties", {})
        needed = kind.get("required") or list(known)[:1]
        if known:
            return {name: example_of(known[name]) for name in needed}
        more = kind.get("additionalProperties")
        return {"name": example_of(more)} if isinstance(more, dict) else {}
    return {"integer": 1, "number": 0.5, "boolean": True}.get(want, "text")


def instead(names: Names, asked: Resolved) -> str:
    """What to use in the place of a name that there is not, or no more."""
    if asked.successor is not None:
        return f"Use {asked.successor_name}: {expected(asked.successor)}."
    if asked.reserved is not None:
        return "It is gone for good; do not use it."
    near = names.nearest(asked.asked)
    if near is not None:
        return f"Did you mean {shown_name(near)}? {expected(near)}."
    known = [shown_name(key) for key in shown_keys(names.snapshot)]
    if known and len(known) <= _MOST_NAMES:
        return f"The keys are {', '.join(known)}."
    return "Use a key that is declared." if known else ""


def why_reserved(asked: Resolved) -> str:
    """Why a name is taken."""
    body = asked.reserved.body if asked.reserved is not None else {}
    retired = f"was retired in revision {body['retired']}" if "retired" in body else "is reserved"
    return f"{retired} ({body['reason']})" if body.get("reason") else retired

"""Make what is sensitive in a text unreadable: for examples, reasons, evidence and whatever else is shown or logged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from satchel.access.classes import LEVEL_OF
from satchel.access.detectors import find
from satchel_protocol.record import Json

MASK: Final = "••••••"
GUARDED: Final = frozenset(kind for kind, level in LEVEL_OF.items() if level != "normal")
"""Classes that are masked: every one that is withheld."""


def masked(text: str) -> str:
    """The text with every secret and every sensitive statement in it replaced by dots."""
    pieces, place = [], 0
    for finding in find(text):
        if finding.kind not in GUARDED or finding.end <= place:
            continue
        pieces += [text[place : max(place, finding.start)], MASK]
        place = finding.end
    return "".join([*pieces, text[place:]]) if pieces else text


def masked_value(name: str, value: Json) -> Json:
    """A JSON value with what is withheld in it replaced by dots; what it is called counts, as in `{"pin": "4711"}`."""
    if isinstance(value, str):
        head = f"{name}: " if name else ""
        seen = masked(head + value)
        return seen.removeprefix(head) if seen.startswith(head) else MASK
    if isinstance(value, Mapping):
        return {key: masked_value(str(key), member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [masked_value(name, member) for member in value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value if masked_value(name, str(value)) == str(value) else MASK
    return value


def masked_item(item: Json) -> Json:
    """What was set aside, as it may be shown to a model: the text of a record that is withheld goes whole."""
    shown = masked_value("", item)
    access = item.get("access") if isinstance(item, Mapping) else None
    level = access.get("level", "normal") if isinstance(access, Mapping) else "normal"
    return shown if level == "normal" else {**shown, "content": MASK, "value": MASK, "meta": MASK}

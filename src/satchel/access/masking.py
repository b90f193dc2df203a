"""Make what is sensitive in a text unreadable: for examples, reasons, evidence and whatever else is shown or logged."""

from __future__ import annotations

from typing import Final

from satchel.access.classes import LEVEL_OF
from satchel.access.detectors import find

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

"""The classes of sensitive content, how strict each is, and what a detector says it found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DETECTOR: Final = "satchel.access/3"
"""Name and version that `access.detector` carries; goes up when the same text would be judged differently."""

LEVEL_OF: Final = {
    "private_key": "secret",
    "jwt": "secret",
    "api_key": "secret",
    "card": "secret",
    "password": "secret",
    "bank_account": "sensitive",
    "government_id": "sensitive",
    "health": "sensitive",
    "precise_location": "sensitive",
    "email": "normal",
    "phone": "normal",
    "internal_ip": "normal",
    "public_ip": "normal",
}
"""Class → level; those of level `normal` are flagged only. In order of precedence where two claim the same characters."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something sensitive in a text."""

    kind: str
    """One of `LEVEL_OF`."""
    start: int
    end: int
    """Characters of the text, as a slice has them."""

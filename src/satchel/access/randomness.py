"""Whether a run of characters was drawn by a machine, or is words, a placeholder or a name."""

from __future__ import annotations

import re
from typing import Final

_PIECE: Final = re.compile(r"[A-Za-z0-9+/]+", re.ASCII)
_SWITCH: Final = re.compile(
    r"(?<=[a-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])|(?<=[A-Z])(?=[0-9])|(?<=[a-z])(?=[A-Z])", re.ASCII
)
_STAND_IN: Final = re.compile(
    r"(?i)^x{3,}$|x{5,}|(?:\*|•|\.|_){3,}|(?:^|[-_ ./])(?:your|placeholder|redacted|removed|hidden|masked)(?:[-_ ./]|$)|^(?:todo|tbd|none|null|nil|empty|n/?a|undefined)$"
    r"|^[<{\[(]|^\$|^%\w+%$|^os\.|^process\.|^env[.:]|getenv|environ",
    re.ASCII,
)
_OF_KEYS: Final = re.compile(
    r"(?i)(?:^|[-_ ./])(?:my|the|insert|replace|enter|paste|put|add|dummy|fake|change_?me|example|sample|here|goes|demo|test-?key)(?:[-_ ./]|$)|abcdef(?:gh|12)",
    re.ASCII,
)
_HEX: Final = re.compile(r"[0-9a-f]+|[0-9A-F]+", re.ASCII)
UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)


def is_placeholder(value: str) -> bool:
    """Whether a value stands for one that is not said: `<key>`, `${TOKEN}`, `your-key-here`, `xxxxx`."""
    return bool(_STAND_IN.search(value)) or (len(set(value)) <= 2 and not value.isdigit())


def looks_drawn(value: str, *, least: int = 10) -> bool:
    """Whether the value holds a stretch of `least` characters or more that mixes letters and digits as no name does.

    `sk-learn-pipeline-2024` has none: its pieces are words and a year.
    """
    if is_placeholder(value) or _OF_KEYS.search(value):
        return False
    return any(_is_mixed(piece) for piece in _PIECE.findall(value) if len(piece) >= least)


def _is_mixed(piece: str) -> bool:
    digits = sum(char.isdigit() for char in piece)
    if digits == len(piece):
        return False
    switches = len(_SWITCH.findall(piece))
    # A word with a number behind it switches once, a camel-cased name at its humps and without digits.
    return switches >= 3 and (digits >= 1 or switches >= len(piece) // 5)


def is_hex(value: str) -> bool:
    """Whether it is nothing but hex digits, as hashes and commits are."""
    return _HEX.fullmatch(value) is not None

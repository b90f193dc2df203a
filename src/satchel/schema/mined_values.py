"""What values that were seen say about a key without being copied: how private it is, whether a few words are all."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, Final

from satchel.access.classes import LEVEL_OF
from satchel.access.detectors import find
from satchel.schema.names import segments, words

_LEAST_TELLING: Final = 6
"""Characters of a value, written as JSON, from which on two that are the same are no accident."""
_MOST_LOOKED_AT: Final = 500
"""Values of one key that detectors look at."""
_MOST_WORDS: Final = 6
_WORD: Final = re.compile(r"[a-z](?:[a-z]|[-_](?=[a-z])){1,19}")
_SETTINGS: Final = frozenset(
    "theme mode status state level language lang locale unit format style type kind tone size frequency priority plan tier color colour layout channel "
    "currency sort order role stage severity view density direction visibility cadence verbosity".split()
)
"""Last words of names whose values are choices, and say nothing about a person."""
_SENSITIVITY: Final = {"normal": "personal", "sensitive": "sensitive", "secret": "secret"}


def telling(value: Any) -> bytes | None:
    """A digest of a value that hardly two things have by accident; None of a flag, a small number, a short word."""
    if value is None or (isinstance(value, bool | int | float) and abs(value) < 1000):
        return None
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    if len(text) < _LEAST_TELLING + (2 if isinstance(value, str) else 0):
        return None
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def sensitivity_of(name: str, values: Iterable[Any]) -> str:
    """The strictest sensitivity that any value asks for; empty where detectors find nothing."""
    last = segments(name)[-1] if segments(name)[-1][0] != "[" else segments(name)[0]
    found: set[str] = set()
    for place, value in enumerate(values):
        if place >= _MOST_LOOKED_AT:
            break
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
        found |= {finding.kind for finding in find(f"{last}: {text[:5000]}")}
    levels = {LEVEL_OF[kind] for kind in found}
    return next((_SENSITIVITY[level] for level in ("secret", "sensitive", "normal") if level in levels), "")


def choice_of(name: str, values: list[Any]) -> str:
    """What to say of a key whose values are a few words again and again; empty where they are not.

    The words themselves are said only of settings, and only where each was seen twice.
    """
    texts = [value for value in values if isinstance(value, str)]
    counts = Counter(texts)
    if len(texts) != len(values) or len(texts) < 4 or len(counts) > min(_MOST_WORDS, len(texts) // 2):
        return ""
    if not all(_WORD.fullmatch(text) for text in counts):
        return ""
    last = [word for part in segments(name) if not part.startswith("[") for word in words(part)][-1:]
    if (
        last
        and last[0] in _SETTINGS
        and min(counts.values()) > 1
        and not any(find(f"{last[0]}: {one}") for one in counts)
    ):
        listed = ", ".join(
            f"{text} ({count})" for text, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        )
        return f"so far only {listed}: an enum?"
    return f"so far only {len(counts)} different words in {len(texts)} values: an enum?"

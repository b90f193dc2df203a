"""Take one word or identifier apart: ERR_7731, v2.3.1, a/b/c.py, name@example.com, snake_case, camelCase, user's."""

from __future__ import annotations

import re
from itertools import pairwise

from satchel.text.stem import stem

GLUE = "ǀ"
"""Stands for every separator inside an indexed identifier, so that ERR-7731 finds ERR_7731. It is a letter (of Khoisan
languages) to every database's tokenizer, hence never split off, and nobody types it."""
_SUFFIX_MARK = "ǃ"
_SUFFIXES = {"++": f"{_SUFFIX_MARK}pp", "#": f"{_SUFFIX_MARK}sharp"}
_MOST_PARTS = 12

_SEPARATORS = re.compile(r"[-_.,/@:\\+#~=&]+")
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_ELIDED = re.compile(r"^(?:[ldjcnsmt]|qu)'(?=\w{2})", re.IGNORECASE)
_CONTRACTED = re.compile(r"'(?:s|ll|re|ve|d|m)?$", re.IGNORECASE)


def pieces(chunk: str) -> tuple[str, ...]:
    """Index tokens of one chunk without spaces, in order: parts, neighbouring parts, the whole.

    Args:
        chunk: Folded text that the scanner took for one word, its case kept.

    Returns:
        Lower-case tokens of letters and digits, perhaps with repeats. `b/c.py` is found inside `a/b/c.py` by its
        neighbouring parts.
    """
    if chunk.isascii() and chunk.isalpha() and (chunk.islower() or chunk.istitle()):
        return (stem(chunk.lower()),)
    chunk, suffix = _split_suffix(chunk)
    parts = [part for part in map(bare, _SEPARATORS.split(chunk)) if part]
    found: list[str] = []
    for part in parts:
        found += _part(part)
    found += _joints([part.casefold() for part in parts])
    if _GROUPED.fullmatch(chunk):
        found.append(GLUE.join(chunk.replace(",", "").split(".")))
    if suffix and parts:
        found.append(parts[-1].casefold() + suffix)
    return tuple(found)


def _split_suffix(chunk: str) -> tuple[str, str]:
    for written, token in _SUFFIXES.items():
        if chunk.endswith(written):
            return chunk.removesuffix(written), token
    return chunk, ""


def bare(part: str) -> str:
    """A word without its apostrophe and what hangs on it: user's is user, we'll is we, don't is dont, l'eau is eau."""
    if "'" not in part:
        return part
    return _ELIDED.sub("", _CONTRACTED.sub("", part)).replace("'", "")


def _part(part: str) -> list[str]:
    """One component, and its humps where it is camelCase or mixes longer words and numbers."""
    whole = stem(part.casefold())
    humps = _HUMPS.findall(part) if part.isascii() else []
    if len(humps) < 2 or part.istitle():
        return [whole]
    return [whole, *(stem(hump.lower()) for hump in humps if len(hump) > 1)]


def _joints(parts: list[str]) -> list[str]:
    """Neighbouring components and the whole, glued; a version also without its v."""
    if len(parts) < 2:
        return []
    joints = [f"{left}{GLUE}{right}" for left, right in pairwise(parts)]
    if 2 < len(parts) <= _MOST_PARTS:
        joints.append(GLUE.join(parts))
    if parts[0][:1] == "v" and parts[0][1:].isdigit():
        joints += _joints([parts[0][1:], *parts[1:]])
    return joints

"""The quick look: which of the pieces between blanks could be, or be a part of, a name.

A scan of 200 MB looks at each different piece once. Bytes that can be in no path become blanks by a table, the rest is
cut at blanks, and what was looked at before is known by a set: both happen at the speed of C.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from satchel.schema.names import words
from satchel.schema.surfaces.index import NameIndex
from satchel.schema.surfaces.notation import UNSEEN, Odd, Spot, read

_KEPT: Final = frozenset(
    b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:[]\"'{}$<>*@?#\\"
) | frozenset(range(128, 256))
TABLE: Final = bytes(code if code in _KEPT else 32 for code in range(256))
"""Of `bytes.translate`: what can be in no path becomes a blank."""
_ESCAPED: Final = re.compile(rb"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})")
_MOST_KNOWN: Final = 400_000
"""Pieces that are remembered as meaning nothing; then all are forgotten, so that memory stays small."""
_LONGEST: Final = 4_000
"""Characters of a piece that is read as a path; of a longer one, as data in base64, the words are looked at alone."""
_HIDDEN: Final = re.compile(rf"[{UNSEEN}]")
_HUMPS: Final = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST_MUTE: Final = 40
_CUT: Final = re.compile(rb"[\[\]{}\"':<>?*#$/.@_\\-]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """What one piece of text says."""

    words: frozenset[str]
    """Of those that names are made of."""
    spots: tuple[Spot, ...] = ()
    odd: tuple[Odd, ...] = ()


class Pieces:
    """Everything that was looked at."""

    def __init__(self, index: NameIndex) -> None:
        self.index = index
        self._telling: dict[bytes, Piece] = {}
        self._empty: set[bytes] = set()
        self._mute: set[bytes] = set()
        """Words that are in no name."""
        self._words_of = {word: word for word in index.words if word}
        for word in index.words:
            if word.isascii() and word:  # what `words` makes of a plural is looked up rather than worked out
                for plural in (f"{word}s", f"{word}es", f"{word[:-1]}ies"):
                    if words(plural) == (word,):
                        self._words_of.setdefault(plural, word)

    def of(self, data: bytes) -> dict[bytes, Piece]:
        """The pieces of a text that say something, each with what it says."""
        there = set(data.translate(TABLE).split())
        new = there - self._empty
        found = {}
        for piece in new:
            said = self._telling.get(piece)
            if said is None:
                said = self._look(piece)
                if said is None:
                    self._empty.add(piece)
                    continue
                self._telling[piece] = said
            found[piece] = said
        if len(self._empty) > _MOST_KNOWN:
            self._empty.clear()
        if len(self._telling) > _MOST_KNOWN:
            self._telling.clear()
        return found

    def _look(self, piece: bytes) -> Piece | None:
        present = self._words(piece)
        if not present:
            return None
        if len(piece) > _LONGEST:
            return Piece(frozenset(present))
        spots, odd = read(piece.decode("utf-8", "replace"), self.index)
        return Piece(frozenset(present), tuple(spots), tuple(odd))

    def _words(self, piece: bytes) -> set[str]:
        """The words of a piece that any name holds."""
        found: set[str] = set()
        known = self._words_of
        for part in _CUT.split(piece):
            if not part or part in self._mute:
                continue
            if part.isascii():
                mine = {known[word] for hump in _HUMPS.findall(part) if (word := hump.lower().decode()) in known}
                whole = known.get(part.lower().decode())
                if whole:
                    mine.add(whole)
            else:
                mine = {word for word in words(part.decode("utf-8", "replace")[:_LONGEST]) if word in known}
            if mine:
                found |= mine
            elif len(part) < _LONGEST_MUTE:
                self._mute.add(part)
        if not piece.isascii():
            text = _HIDDEN.sub("", piece.decode("utf-8", "replace"))
            found |= {word for word in self.index.han if word in text}
        if len(self._mute) > _MOST_KNOWN:
            self._mute.clear()
        return found


def unescaped(data: bytes) -> bytes:
    r"""The same number of bytes, with what JSON and string literals escape written out.

    `\n` becomes two blanks, since `\nuser.theme` is a name at the beginning of a line. `\u4e3b` becomes its character
    and as many invisible ones as fill its place.
    """
    if b"\\" not in data:
        return data
    for blank in (b"\\n", b"\\r", b"\\t"):
        data = data.replace(blank, b"  ")
    return _ESCAPED.sub(_written_out, data) if b"\\u" in data else data


def _written_out(found: re.Match[bytes]) -> bytes:
    if found[3] is None:
        return _filled(chr(0x10000 + ((int(found[1], 16) - 0xD800) << 10) + (int(found[2], 16) - 0xDC00)), 12)
    code = int(found[3], 16)
    return _filled(" " if 0xD800 <= code < 0xE000 or code < 32 else chr(code), 6)


def _filled(char: str, size: int) -> bytes:
    """A character with U+200B (three bytes) and U+00AD (two) behind it."""
    made = char.encode()
    if char == " ":
        return b" " * size
    rest = size - len(made)
    while rest:
        more = b"\xc2\xad" if rest in {2, 4} else b"\xe2\x80\x8b"
        made += more
        rest -= len(more)
    return made


def places(data: bytes, piece: bytes) -> Iterator[int]:
    """Where a piece stands in a text that went through `TABLE`, as a piece of its own."""
    size, at = len(piece), data.find(piece)
    while at >= 0:
        end = at + size
        if (at == 0 or data[at - 1] == 32) and (end == len(data) or data[end] == 32):
            yield at
        at = data.find(piece, at + 1)

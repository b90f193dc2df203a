"""One surface, read: every mention of a known name in it, and every name that only begins like one."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import orjson

from satchel.schema.finding import canonical
from satchel.schema.surfaces import nesting, prose
from satchel.schema.surfaces.chunks import TABLE, Piece, Pieces, places, unescaped
from satchel.schema.surfaces.index import Known, NameIndex, bare
from satchel.schema.surfaces.mention import How, Mention, Stranger
from satchel.schema.surfaces.notation import UNSEEN, Odd, Spot
from satchel.schema.surfaces.regions import Part, Regions, code_blocks, expressions, generated, within
from satchel.schema.surfaces.surface import CODE, SHOWN, Kind, Surface, Syntax

_LONGEST_SHOWN: Final = 120
_IN_COMMENT: Final = 0.7
"""How much a comment weighs beside a literal: it says what code does as often as what a model reads."""
_HIDDEN: Final = re.compile(rf"[{UNSEEN}]")


@dataclass(slots=True)
class Scanned:
    """What a surface says."""

    mentions: list[Mention] = field(default_factory=list)
    strangers: list[Stranger] = field(default_factory=list)


class Scanner:
    """Reads surfaces; what it learns from one makes the next quicker."""

    def __init__(self, index: NameIndex, *, rendered: Iterable[Any] = ()) -> None:
        """Make it.

        Args:
            rendered: JSON documents that Satchel renders: a file that holds one of them is no handwriting.
        """
        self.index = index
        self.pieces = Pieces(index)
        self.sentences = prose.Names(known for known in index.names if len(known.plain) > 1)
        self.rendered = {canonical(document) for document in rendered}

    def scan(self, surface: Surface) -> Scanned:
        """Read a surface."""
        data = surface.data if surface.syntax is Syntax.PLAIN else unescaped(surface.data)
        said = self.pieces.of(data)
        if not said:
            return Scanned()
        reading = _Reading(surface, data, self)
        reading.paths(said)
        sections = surface.syntax is Syntax.PLAIN and b"=" in data and (b"\n[" in data or data.startswith(b"["))
        fields: set[str] = set().union(*(p.words for text, p in said.items() if sections or _is_field(text)))
        reading.nested([known for known in self.index.near(fields) if len(known.plain) > 1])
        reading.sentences()
        return reading.done()


class _Reading:
    """A surface while it is read."""

    def __init__(self, surface: Surface, data: bytes, scanner: Scanner) -> None:
        self.surface, self.data, self.scanner = surface, data, scanner
        self.found = Scanned()
        self._lines: list[int] | None = None
        self._regions: Regions | None = None
        self._last = (0, 1)
        """Byte and column that were told last."""
        self._generated = generated(data)
        self._code_blocks = code_blocks(data) if surface.syntax not in CODE else []
        self._expressions = expressions(data) if surface.syntax not in CODE else []

    @property
    def is_code(self) -> bool:
        return self.surface.syntax in CODE

    @property
    def regions(self) -> Regions:
        if self._regions is None:
            self._regions = Regions(self.data, self.surface.syntax)
        return self._regions

    def paths(self, said: dict[bytes, Piece]) -> None:
        """Names in pieces without blanks."""
        telling = [(piece, what) for piece, what in said.items() if what.spots or what.odd]
        if not telling:
            return
        table = self.data.translate(TABLE)
        for piece, what in telling:
            offsets = None if piece.isascii() else _offsets(piece)
            for at in places(table, piece):
                for spot in what.spots:
                    self._path(at, spot, offsets)
                for odd in what.odd:
                    self._odd(at, odd, offsets)

    def _path(self, at: int, spot: Spot, offsets: list[int] | None) -> None:
        begin, end = at + _byte(spot.begin, offsets), at + _byte(spot.end, offsets)
        confidence = spot.confidence
        if self.is_code:
            region = self.regions.at(at + _byte(spot.quoted_at, offsets) if spot.quoted_at >= 0 else begin)
            if region is None:
                return
            if region.part is Part.NOTE:
                confidence *= _IN_COMMENT
        how = spot.how
        if how is How.SPELLING and self._is_escape_only(begin, end, spot.known):
            how, confidence = How.EXACT, 1.0
        self._add(spot.known, how, confidence, begin, end)

    def _is_escape_only(self, begin: int, end: int, known: Known) -> bool:
        r"""Whether a name is spelled otherwise only by the escapes of its file: `\u0075ser.name`."""
        if b"\\u" not in self.surface.data[begin:end]:
            return False
        return _HIDDEN.sub("", self.data[begin:end].decode("utf-8", "replace")) == known.name

    def _odd(self, at: int, odd: Odd, offsets: list[int] | None) -> None:
        begin, end = at + _byte(odd.begin, offsets), at + _byte(odd.end, offsets)
        alone = False
        if self.is_code:
            region = self.regions.at(begin)
            if region is None or region.part is not Part.TEXT:
                return
            alone = region.inner == (begin, end)
        else:
            around = self.data[begin - 1 : begin], self.data[end : end + 1]
            alone = around[0] == around[1] and around[0] in {b'"', b"'", b"`"}
        if odd.shared < 2 and (
            self.data[end : end + 1] == b"(" or within(self._expressions, begin) or within(self._code_blocks, begin)
        ):
            return  # session.commit() is a call
        line, column = self._place(begin)
        self.found.strangers.append(
            Stranger(
                written=_shown(odd.written), near=odd.near, slip=odd.slip, shared=odd.shared, alone=alone, begin=begin, end=end, line=line,
                column=column, generated=within(self._generated, begin),
            )
        )  # fmt: skip

    def nested(self, near: Sequence[Known]) -> None:
        """Names as fields inside of fields."""
        if not near:
            return
        wanted = {bare(known.plain[-1]) for known in near}
        wanted |= {name for known in near for name in known.properties}
        for inner in nesting.find(self.data, self.surface.syntax, self.scanner.index, wanted):
            self._add(inner.known, How.NESTED, inner.confidence, inner.begin, inner.end)

    def sentences(self) -> None:
        """Names in the words of sentences."""
        if self.surface.kind is Kind.DATA:
            return
        taken = sorted(mention.begin for mention in self.found.mentions)
        for said in self.scanner.sentences.find(self.data):
            place = bisect_left(taken, said.begin)
            if place < len(taken) and taken[place] < said.end:
                continue  # the names in it are written out
            if not self.is_code or self._is_spoken(said.begin, said.end):
                self._add(said.known, How.PROSE, said.confidence, said.begin, said.end)

    def _is_spoken(self, begin: int, end: int) -> bool:
        """Whether a sentence of code stands in one literal; a comment tells what code does."""
        region = self.regions.at(begin)
        return region is not None and region.part is Part.TEXT and end <= region.inner[1]

    def _add(self, known: Known, how: How, confidence: float, begin: int, end: int) -> None:
        line, column = self._place(begin)
        made = within(self._generated, begin) or within(self._expressions, begin)
        self.found.mentions.append(
            Mention(
                known=known, how=how, confidence=round(confidence, 2), begin=begin, end=end, line=line, column=column,
                written=_shown(self.surface.data[begin:end].decode("utf-8", "replace")), generated=made,
            )
        )  # fmt: skip

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column of a byte."""
        if self._lines is None:
            self._lines = [0, *(found.end() for found in re.finditer(rb"\n", self.data))]
        line = bisect_right(self._lines, at) - 1
        start, column = self._lines[line], 1
        if start <= self._last[0] <= at:  # in a line of megabytes nothing is counted twice
            start, column = self._last
        column += len(self.surface.data[start:at].decode("utf-8", "replace"))
        self._last = (at, column)
        return self.surface.line + line, column

    def done(self) -> Scanned:
        """The mentions in the order of the text, of those of one key that overlap the surest."""
        kept: list[Mention] = []
        last: dict[int | None, int] = {}
        for mention in sorted(self.found.mentions, key=lambda one: (one.begin, -one.end)):
            place = last.get(mention.known.number)
            if place is not None and mention.begin < kept[place].end:
                if mention.confidence > kept[place].confidence:
                    kept[place] = mention
                continue
            last[mention.known.number] = len(kept)
            kept.append(mention)
        self.found.mentions = kept
        self.found.strangers.sort(key=lambda one: one.begin)
        if self.surface.kind in SHOWN and (self.found.mentions or self.found.strangers) and self._is_rendered():
            self.found.mentions = [replace(one, generated=True) for one in self.found.mentions]
            self.found.strangers = []
        return self.found

    def _is_rendered(self) -> bool:
        if self.surface.syntax is not Syntax.JSON:
            return False
        try:
            return canonical(orjson.loads(self.surface.data)) in self.scanner.rendered
        except orjson.JSONDecodeError:
            return False


def _is_field(piece: bytes) -> bool:
    """Whether a piece can be the name of a field, a literal that something is looked up by, or a section."""
    return b":" in piece or b'"' in piece or b"'" in piece or b"[" in piece


def _offsets(piece: bytes) -> list[int]:
    """Where each character of a text begins in its bytes; the last entry is the end."""
    found = [place for place, byte in enumerate(piece) if byte & 0xC0 != 0x80]
    return [*found, len(piece)]


def _byte(char: int, offsets: list[int] | None) -> int:
    return char if offsets is None else offsets[min(char, len(offsets) - 1)]


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"

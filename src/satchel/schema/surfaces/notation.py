"""Paths in a piece of text without blanks: dots, slashes, brackets, arrows; what they stand for.

A path begins where its first segment does: `other.user.name` does not hold `user.name`, and neither do
`user.nameHistory`, `user.names_of` or `user.name-tag`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from satchel.schema.names import words
from satchel.schema.surfaces.index import Found, Known, NameIndex, Standing, Step, bare
from satchel.schema.surfaces.mention import How
from satchel.text.stopwords import ENGLISH

UNSEEN: Final = "\u00ad\u034f\u061c\u115f\u17b4\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
"""Characters that no reader sees, as a class for `re`."""
_SEG: Final = rf"[{UNSEEN}]*[^\W_](?:[\w{UNSEEN}-]*\w)?[{UNSEEN}]*"
_PLACE: Final = r"\$?\{\{?[\w. ]*\}?\}|<[\w-]+>|\*|…|\.{3}"
_ITEM: Final = r"\[\\*\"[^\"\]]*\"\]|\[\\*'[^'\]]*'\]|\[[^\[\]\"'\\]*\]"
"""An item, or a literal in brackets; its quotes have escapes where all of it stands in a literal."""
_SEP: Final = r"\??\.|/|::?|->|>|→"
_PATH: Final = re.compile(rf"(?P<lead>\$\.|\$?/)?(?P<path>{_SEG}(?:(?:{_SEP})(?:{_SEG}|{_PLACE})|{_ITEM})*)")
_STEP: Final = re.compile(rf"(?P<sep>{_SEP})?(?:(?P<seg>{_SEG})|(?P<place>{_PLACE})|(?P<item>{_ITEM}))")
_PLAINER: Final = str.maketrans("．。／［］：＂＇｛｝＊＞｡", "../[]:\"'{}*>.")
"""Full-width punctuation, one character for one."""
_HAN: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uac00-\ud7af\u3000-\u303f\uff0c\uff01\uff1b\uff1f\uff08\uff09]")
_WEAK: Final = (re.compile(r"->|>|→|:"), re.compile(r"/"))
"""What may also stand between two names: tried one after the other where the whole means nothing."""
_SEEN: Final = re.compile(rf"[{UNSEEN}]")
_ENDINGS: Final = frozenset(
    "md rst py pyi js mjs cjs ts tsx jsx json jsonl yaml yml toml txt csv db sql sh go rs rb php html htm css scss xml svg png jpg gif pdf "
    "lock log ini cfg conf env com org net io ai dev app co uk de cn java kt swift c h cpp hpp cs vue ipynb proto service local test spec".split()
)
"""Last segments of names of files and hosts."""
_ARROW: Final = frozenset({"->", ">", "→", ":", "::"})


@dataclass(frozen=True, slots=True)
class Spot:
    """A known name inside a piece of text."""

    begin: int
    end: int
    """In its characters."""
    known: Known
    how: How
    confidence: float
    quoted_at: int = -1
    """Of `state["user"]["name"]`: where its first literal stands, which is what makes it one in code."""


@dataclass(frozen=True, slots=True)
class Odd:
    """A path that begins like a key and is none."""

    begin: int
    end: int
    written: str
    near: str | None
    """The name that it looks like."""
    slip: bool
    """Whether that name is one letter away."""
    shared: int
    """With how many segments a name begins like it."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """One step with what stands before it."""

    step: Step
    sep: str
    """A separator, `[` of an item or a literal in brackets, or nothing at the beginning."""
    begin: int
    end: int
    stop: int
    """Behind its closing bracket."""

    @property
    def quoted(self) -> bool:
        return self.step.quoted


def read(text: str, index: NameIndex) -> tuple[list[Spot], list[Odd]]:
    """The known names in a piece of text, and what only begins like one."""
    spots: list[Spot] = []
    odd: list[Odd] = []
    for plain in _variants(text):
        for found in _PATH.finditer(plain):
            if _is_inside(plain, found):
                continue
            pieces = list(_pieces(plain, found.start("path"), found.end("path")))
            _read_path(plain, pieces, found["lead"] or "", index, spots, odd)
    if not text.isascii():
        spots = [_as_written(text, spot) for spot in spots]
    spots += _of_han(text, index, spots)
    return spots, [one for one in odd if not any(s.begin <= one.begin and one.end <= s.end for s in spots)]


def _as_written(text: str, spot: Spot) -> Spot:
    """A name in full-width letters or dots is another spelling of it."""
    if spot.how in {How.EXACT, How.ALIAS} and text[spot.begin : spot.end] != spot.known.name:
        return replace(spot, how=How.SPELLING, confidence=0.9)
    return spot


def _variants(text: str) -> Iterator[str]:
    """The text with plain punctuation; in Chinese, words of another script as if blanks stood around them."""
    if text.isascii():
        yield text
        return
    plain = text.translate(_PLAINER)
    if _HAN.search(plain) is None:
        yield plain
    else:
        yield _HAN.sub(" ", plain)


def _is_inside(text: str, found: re.Match[str]) -> bool:
    """Whether it is the rest of something else: of a host, an address, a longer path."""
    before = text[found.start() - 1] if found.start() else ""
    after = text[found.end()] if found.end() < len(text) else ""
    if before in {".", "@", "/", "-", "#"}:
        return True
    return (
        after == "@" or (after == ":" and text.startswith("://", found.end())) or "://" in text[: found.start()][-12:]
    )


def _pieces(text: str, begin: int, end: int) -> Iterator[_Piece]:
    place = begin
    while place < end:
        found = _STEP.match(text, place, end)
        if found is None:
            return
        place = found.end()
        sep = found["sep"] or ""
        if found["seg"] is not None:
            yield _Piece(Step(found["seg"]), sep, found.start("seg"), found.end("seg"), found.end("seg"))
        elif found["place"] is not None:
            yield _Piece(
                Step(found["place"], item=True), sep, found.start("place"), found.end("place"), found.end("place")
            )
        else:
            inner = found["item"][1:-1]
            escapes = len(inner) - len(inner.lstrip("\\"))
            quoted = inner[escapes : escapes + 1] in {'"', "'"}
            literal = inner[escapes + 1 : -1].rstrip("\\") if quoted else inner
            at = found.start("item") + 1 + (escapes + 1 if quoted else 0)
            is_item = not quoted or not literal
            yield _Piece(Step(literal, item=is_item, quoted=quoted), "[", at, at + len(literal), found.end("item"))


def _read_path(
    text: str, pieces: Sequence[_Piece], lead: str, index: NameIndex, spots: list[Spot], odd: list[Odd]
) -> None:
    for piece in pieces:  # memory["user.display.theme"]
        if piece.sep == "[" and re.search(r"[./:]", piece.step.text):
            inner = text[piece.begin : piece.end]
            found, strange = read(inner, index)
            spots += [Spot(piece.begin + s.begin, piece.begin + s.end, s.known, s.how, s.confidence) for s in found]
            odd += [
                Odd(piece.begin + o.begin, piece.begin + o.end, o.written, o.near, o.slip, o.shared) for o in strange
            ]
    if _resolved(pieces, lead, index, spots):
        return
    for weak in _WEAK:
        parts = _split(pieces, weak)
        if len(parts) > 1 and sum(_resolved(part, "", index, spots) for part in parts):
            return
    for part in _split(pieces, _WEAK[0]):
        strange_one = _stranger(text, part, index)
        if strange_one is not None:
            odd.append(strange_one)


def _resolved(pieces: Sequence[_Piece], lead: str, index: NameIndex, spots: list[Spot]) -> bool:
    """Whether the pieces are a name, and then its spot; `state["user"]["name"]` is one without what it is looked up in."""
    if not pieces:
        return False
    found = index.resolve([piece.step for piece in pieces])
    used = pieces
    if found is None:
        first = next((n for n, piece in enumerate(pieces) if piece.quoted), 0)
        if first > 0:
            used = pieces[first:]
            found = index.resolve([piece.step for piece in used])
    if found is None and len(pieces) == 1:
        return _flat(pieces[0], index, spots)
    if found is None or (len(used) == 1 and len(found.known.plain) > 1):
        return False
    how, confidence = _how(used, found, lead)
    if len(used) == 1:
        confidence = 0.9 if len(words(used[0].step.text)) > 2 else 0.7 if len(words(used[0].step.text)) == 2 else 0.3
    quoted = next((piece.begin for piece in used if piece.quoted), -1)
    spots.append(Spot(used[0].begin, used[-1].stop, found.known, how, confidence, quoted))
    return True


def _how(pieces: Sequence[_Piece], found: Found, lead: str) -> tuple[How, float]:
    known = found.known
    seps = {piece.sep for piece in pieces[1:]}
    texts = [piece.step.text for piece in pieces if not piece.step.item]
    count = len(texts)
    dotted = seps <= {".", "["} and not any(p.quoted and not _is_id(p.step.text, known) for p in pieces)
    steps = tuple(
        f"[{piece.step.text}]" if piece.sep == "[" and not piece.quoted else piece.step.text for piece in pieces
    )
    spelled = any(
        text not in known.segments and text not in known.properties and not _is_id(text, known) for text in texts
    )
    if dotted and not found.by_namespace:
        if steps == known.segments:
            return (How.ALIAS if known.alias else How.EXACT), 1.0
        return (How.SPELLING, 0.9) if spelled else (How.ITEM, 0.95)
    confidence = 0.9 if count >= 3 else 0.7 if "[" in seps else 0.4
    if count < 3 and lead == "/" and "/" in seps:
        confidence = 0.5
    if seps & _ARROW and count < 3:
        confidence = 0.4
    if found.by_namespace:
        confidence = 0.8 if count >= 3 else 0.5
    return (How.SPELLING if spelled and not found.by_namespace else How.NOTATION), confidence


def _is_id(text: str, known: Known) -> bool:
    """Whether a segment stands where the name has an item."""
    return any(part.startswith("[") for part in known.segments) and bare(text) not in {bare(p) for p in known.plain}


def _flat(piece: _Piece, index: NameIndex, spots: list[Spot]) -> bool:
    """`user_display_theme`, `userDisplayTheme`: all segments of a name run together, their ends visible."""
    text = piece.step.text
    known = index.flat.get(bare(text))
    if known is None or len(known.plain) < 2:
        return False
    want = [word for part in known.plain for word in words(part)]
    if list(words(text)) != want:
        return False
    parts = len(known.plain)
    confidence = 0.8 if parts >= 3 else 0.4
    spots.append(Spot(piece.begin, piece.end, known, How.FLAT, confidence))
    return True


def _split(pieces: Sequence[_Piece], weak: re.Pattern[str]) -> list[list[_Piece]]:
    parts: list[list[_Piece]] = [[]]
    for piece in pieces:
        if parts[-1] and weak.fullmatch(piece.sep):
            parts.append([])
        parts[-1].append(piece)
    return parts


def _stranger(text: str, pieces: Sequence[_Piece], index: NameIndex) -> Odd | None:
    """A dotted or bracketed path that begins with the first segment of a name."""
    first = next((n for n, piece in enumerate(pieces) if piece.quoted), 0)
    if first and bare(pieces[0].step.text) not in index.roots:
        pieces = pieces[first:]
    if len(pieces) < 2 or bare(pieces[0].step.text) not in index.roots or pieces[0].step.item:
        return None
    if any(piece.sep not in {".", "["} for piece in pieces[1:]):
        return None
    steps = [piece.step for piece in pieces]
    last = steps[-1].text
    if last.casefold() in _ENDINGS or (len(steps) == 2 and (steps[1].item or _ends_a_sentence(last))):
        return None
    if index.is_prefix(steps):
        return None
    written = _SEEN.sub("", text[pieces[0].begin : pieces[-1].stop])
    name = ".".join(step.text for step in steps if not step.item)
    if index.is_reserved(name) or index.is_reserved(written):
        return None
    return Odd(pieces[0].begin, pieces[-1].stop, written, *_near(steps, index), index.shares(steps))


def _ends_a_sentence(word: str) -> bool:
    """Of `Ask the user.Then go on`: a blank is missing, nothing is named."""
    return word.casefold() in ENGLISH or (word.istitle() and len(word) > 1)


def _near(steps: Sequence[Step], index: NameIndex) -> tuple[str | None, bool]:
    """The name that a stranger is most like, and whether one slip of one segment is all that is between them."""
    mine = [bare(step.text) for step in steps if not step.item]
    for place, known in index.one_segment_apart(mine):
        if is_slip(mine[place], bare(known.plain[place])):
            return known.name, True
    alike = [known for known in index.same_ends(mine[0], mine[-1]) if known.standing is not Standing.RETIRED]
    return min(alike, key=lambda known: abs(len(known.plain) - len(mine))).name if alike else None, False


def is_slip(one: str, other: str) -> bool:
    """Whether two words differ by one letter added, lost, exchanged or swapped with its neighbour."""
    if one == other or min(len(one), len(other)) < 3 or abs(len(one) - len(other)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rests = one[start:], other[start:]
    if len(one) == len(other):
        return rests[0][1:] == rests[1][1:] or (rests[0][:2] == rests[1][:2][::-1] and rests[0][2:] == rests[1][2:])
    longer, shorter = (rests[0], rests[1]) if len(one) > len(other) else (rests[1], rests[0])
    return longer[1:] == shorter


@lru_cache(maxsize=2_000)
def _spelled(parts: tuple[str, ...]) -> re.Pattern[str]:
    """A name with any separator, and anything unseen between its characters."""
    hidden = rf"[{UNSEEN}]*"
    return re.compile(rf"{hidden}(?:[./:_-]|->|>|→){hidden}".join(hidden.join(map(re.escape, part)) for part in parts))


def _of_han(text: str, index: NameIndex, spots: Sequence[Spot]) -> list[Spot]:
    """Names with Chinese segments, which have no blanks around them: found as they are written, with any separator."""
    if not index.han or text.isascii():
        return []
    plain = text.translate(_PLAINER)
    found = []
    for known in index.names:
        parts = known.segments
        if all(part.isascii() for part in parts):
            continue
        for match in _spelled(parts).finditer(plain):
            inside = any(spot.begin <= match.start() and match.end() <= spot.end for spot in spots)
            ended = not parts[-1].isascii() or not re.match(r"\w", plain[match.end() : match.end() + 1], re.ASCII)
            if not inside and ended:
                exact = text[match.start() : match.end()] == known.name
                hidden = _SEEN.search(match[0]) is not None
                how = (How.ALIAS if known.alias else How.EXACT) if exact else How.SPELLING if hidden else How.NOTATION
                found.append(Spot(match.start(), match.end(), known, how, 1.0 if exact else 0.8))
    return found

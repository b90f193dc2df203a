"""Which memories, and how much of each, go into a block of a given size.

The best hits come first, each whole while there is room; of the first three a part is shown rather than nothing. What is
left of the room goes to what explains them: the turns that a memory was made from, the turns beside a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from satchel.retrieval.blocks import Block, Note, Quote
from satchel.retrieval.pipeline import Hit
from satchel.text.pieces import piece_spans
from satchel.text.size import estimated_tokens
from satchel.text.tokens import index_tokens
from satchel_protocol.errors import UsageError
from satchel_protocol.record import Record

UNITS: Final[Mapping[str, Callable[[str], int]]] = {"tokens": estimated_tokens, "characters": len}
BUDGETS: Final[Mapping[str, int]] = {"tokens": 1000, "characters": 4000}
"""How large a block is where nobody says."""
MOST: Final = 8
FEWEST: Final = 3
"""Memories, of those that fit the question, for which room is made by cutting long ones."""
_AROUND: Final = 3
"""Turns beside each memory, at most."""
_LONGEST_BESIDE: Final = 400
"""Characters of a turn beside a memory; of a longer one a piece is shown."""
_SHORTEST: Final = 40
"""Characters below which a part of a memory says too little to be shown."""

Explain = Callable[[Record], Sequence[tuple[str, Record]]]
"""What may be shown beside a memory: (`source`, `before` or `after`, the record), the most telling first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A block for a model, and what it holds."""

    text: str
    notes: tuple[Note, ...]
    withheld: int = 0
    left_out: int = 0
    """Memories that fitted the question and not the budget."""
    budget: int
    unit: str
    size: int
    """Of the text, in units; for tokens an estimate."""


def build(
    hits: Sequence[Hit],
    *,
    block: Block,
    explain: Explain,
    budget: int | None = None,
    unit: str = "tokens",
    withheld: int = 0,
) -> Context:
    """Fill a block.

    Args:
        hits: Best first.
        block: The format.
        explain: For what stands beside a memory; asked only where there is room.
        budget: Units that the whole block may take, its frame included; None takes the usual.
        unit: `tokens` or `characters`.
        withheld: How many may not be shown, which the block says.

    Raises:
        UsageError: an unknown unit, or a budget that is too small for the frame alone.
    """
    if unit not in UNITS:
        raise UsageError(f"there is no unit {unit!r}; known are {', '.join(UNITS)}")
    room = _Room(block, BUDGETS[unit] if budget is None else budget, unit, withheld)
    notes: list[Note] = []
    wanted = hits[:MOST]
    for place, hit in enumerate(wanted):
        whole = Note(
            quote=Quote(record=hit.record, text=hit.record.content),
            score=hit.score,
            expired=hit.expired,
            folded=hit.folded,
        )
        if place < FEWEST:
            # Those that follow must get a place too, however long this one is.
            share = room.left // (min(FEWEST, len(wanted)) - place)
            note = whole if room.cost(whole) <= share else _cut(whole, hit, share, room)
        else:
            note = whole if room.cost(whole) <= room.left else None
        if note is not None:
            notes.append(note)
            room.take(room.cost(note))
    shown = {note.quote.record.id for note in notes}
    for place, note in enumerate(notes):
        notes[place] = _explained(note, explain, room, shown)
    left_out = len(wanted) - len(notes)
    text = block.render(notes, withheld=withheld, left_out=left_out)
    return Context(
        text=text,
        notes=tuple(notes),
        withheld=withheld,
        left_out=left_out,
        budget=room.budget,
        unit=unit,
        size=UNITS[unit](text),
    )


class _Room:
    """How much of the budget is left."""

    def __init__(self, block: Block, budget: int, unit: str, withheld: int) -> None:
        self._block, self._measure = block, UNITS[unit]
        self.budget = budget
        # The foot that says most is reckoned with; one that says less leaves a little room unused.
        frame = [block.head(), *(block.foot(notes=n, withheld=withheld, left_out=MOST) for n in (0, 1))]
        needed = self._measure(frame[0]) + max(map(self._measure, frame[1:])) + 2
        self.left = budget - needed
        if self.left < 0:
            raise UsageError(f"a budget of {budget} {unit} is too small: the frame alone takes {needed}")

    def cost(self, note: Note) -> int:
        """Units that a note takes, with the line break behind it."""
        return self._measure(self._block.note(note, MOST)) + 1

    def take(self, cost: int) -> None:
        self.left -= cost


def _cut(note: Note, hit: Hit, share: int, room: _Room) -> Note | None:
    """As much of a memory as fits, around the piece of it that matched; None where that is next to nothing."""
    text = note.quote.text
    low, high, best = _SHORTEST, len(text), None
    while low <= high:
        size = (low + high) // 2
        start, end = _window(text, hit.piece, size)
        tried = replace(note, quote=replace(note.quote, text=text[start:end].strip(), cut=True))
        if room.cost(tried) <= share:
            low, best = size + 1, tried
        else:
            high = size - 1
    return best


def _window(text: str, piece: tuple[int, int] | None, size: int) -> tuple[int, int]:
    """So many characters of a text around a piece of it, else from its beginning; cut between words where it can be."""
    start, end = piece if piece is not None else (0, 0)
    if end - start > size:
        end = start + size
    spare = size - (end - start)
    start = max(0, start - spare // 2)
    end = min(len(text), start + size)
    start = max(0, end - size)
    if start > 0 and (blank := text.find(" ", start, start + 30)) >= 0:
        start = blank + 1
    if end < len(text) and (blank := text.rfind(" ", max(start, end - 30), end)) > start:
        end = blank
    return start, end


def _explained(note: Note, explain: Explain, room: _Room, shown: set[str]) -> Note:
    """The note with as much beside it as there is room for, in the order in which it was said."""
    if room.left <= 0:
        return note
    found = note
    for relation, record in explain(note.quote.record):
        if record.id in shown or len(found.around) == _AROUND:
            continue
        quote = _beside(record, relation, note.quote.text)
        tried = replace(found, around=_ordered([*found.around, quote]))
        more = room.cost(tried) - room.cost(found)
        if more > room.left:
            continue
        room.take(more)
        shown.add(record.id)
        found = tried
    return found


def _beside(record: Record, relation: str, text: str) -> Quote:
    """A turn beside a memory; of a long one the piece that shares most words with it, the first of those."""
    if len(record.content) <= _LONGEST_BESIDE:
        return Quote(record=record, text=record.content, relation=relation)
    words = set(index_tokens(text))
    spans = piece_spans(record.content, _LONGEST_BESIDE)
    best = max(
        spans, key=lambda span: len(words.intersection(index_tokens(record.content[slice(*span)]))), default=(0, 0)
    )
    return Quote(record=record, text=record.content[slice(*best)], cut=True, relation=relation)


def _ordered(quotes: list[Quote]) -> tuple[Quote, ...]:
    places = {"before": 0, "source": 1, "after": 2}
    return tuple(sorted(quotes, key=lambda quote: places.get(quote.relation, 1)))

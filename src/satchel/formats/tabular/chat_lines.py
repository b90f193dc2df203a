"""Conversations that were saved as text: `[2026-03-01 10:02] Ana: …`, WhatsApp's export, WeChat's name and time above each text.

Every turn names a moment and who speaks; that is what tells them from a diary, which has moments alone, and from a log,
whose speakers are parts of a program. Lines that name neither go on with the turn above them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from satchel.formats.tabular.rows import Row, Shape, Table
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.textual import SHOWN, Line

TABLE = "messages"
"""What the table of turns is called; the inference knows conversations by such names."""
_DAY = r"(?:\d{4}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})"
_CLOCK = r"(?:[上下]午|凌晨|中午|晚上)?\s?\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\.\d{1,6})?\s?(?:[AaPp]\.?[Mm]\.?|Z|UTC|[+-]\d{2}:?\d{2})?"
_MOMENT = rf"{_DAY}[,，T]?\s{{0,2}}{_CLOCK}"
_NAME = r"[^\W\d_][^:：\[\]<>{}=|\n]{0,39}?"
_IN_FRONT = re.compile(
    rf"[\[(（【]?\s?({_MOMENT})\s{{0,3}}[\])）】]?\s{{0,3}}(?:[-–—|]\s{{0,3}})?<?({_NAME})>?\s?[:：]\s?(.*)", re.DOTALL
)
"""Moment, speaker and words on one line."""
_ABOVE = re.compile(
    rf"\s*(?:({_NAME})(?:\s*[\(（][^)）\n]{{1,40}}[)）])?\s*[,，]?\s+[\[(（]?({_MOMENT})[\])）]?|({_MOMENT})\s+({_NAME}))\s*"
)
"""Speaker and moment on a line of their own, the words below."""
_OPENING = tuple("[(（【")
_HAS_CLOCK = re.compile(r"\d[:：]\d\d")
"""Looked for first: most lines of most texts have none."""
_LONGEST_LINE_ABOVE = 120
_PROGRAM = re.compile(
    r"(?i)^(?:trace|debug|info|notice|warn(?:ing)?|error|err|fatal|critical|调试|信息|警告|错误)\b|^\w+[./]\w+|\(\)|\bpid\b|^[a-z]+(?:[_-][a-z0-9]+)+$"
)
_FEWEST = 4
_MOST_SPEAKERS = 12
_LEADS = 0.4
"""Share of the written lines that begin a turn, at least; long turns have many lines of their own."""
_TURNS_EACH = 2


def chat_table(source: SourceFile, body: Sequence[Line], encoding: str, *, container: str) -> Table | None:
    """The turns of a text that is a conversation; None for any other text."""
    for starts in (_in_front, _above):
        turns = [(place, found) for place, line in enumerate(body) if (found := starts(line.text))]
        if _is_chat(body, turns):
            return _table(source, list(_rows(body, turns)), encoding, container)
    return None


def _table(source: SourceFile, rows: Sequence[Row], encoding: str, container: str) -> Table:
    return Table(
        source=source.name,
        name=TABLE,
        shape=Shape.ROWS,
        container=container,
        columns=("sent_at", "sender", "text"),
        rows=lambda: iter(rows),
        encoding=encoding,
        modified_at=source.modified_at,
    )


def begins_turns(lines: Sequence[str]) -> bool:
    """Whether most lines begin a turn, so that the commas and bars in them part no columns."""
    return 2 * sum(_in_front(line) is not None for line in lines) > len(lines) > 1


_Start = tuple[str, str, str]
"""Moment, speaker, the first words."""


def _in_front(text: str) -> _Start | None:
    text = text.strip("\u200e\u200f \t")  # WhatsApp marks the direction of writing
    found = _IN_FRONT.fullmatch(text) if text[:1].isdigit() or text[:1] in _OPENING else None
    return (found[1].strip(), found[2].strip(), found[3].strip()) if found else None


def _above(text: str) -> _Start | None:
    found = _ABOVE.fullmatch(text) if len(text) <= _LONGEST_LINE_ABOVE and _HAS_CLOCK.search(text) else None
    return ((found[2] or found[3]).strip(), (found[1] or found[4]).strip(), "") if found else None


def _is_chat(body: Sequence[Line], turns: Sequence[tuple[int, _Start]]) -> bool:
    written = sum(bool(line.text.strip()) for line in body)
    speakers = Counter(start[1] for _, start in turns)
    if len(turns) < _FEWEST or not 2 <= len(speakers) <= _MOST_SPEAKERS or len(turns) < _LEADS * written:
        return False
    if len(turns) < _TURNS_EACH * len(speakers) or any(_PROGRAM.search(name) for name in speakers):
        return False
    # Parts of a program are written small; a person's name is not, nor is a role in a script without capitals.
    return any(name[0].isupper() or name[0] > "\u2e7f" for name in speakers) or {"user", "assistant"} <= set(speakers)


def _rows(body: Sequence[Line], turns: Sequence[tuple[int, _Start]]) -> Iterator[Row]:
    """A row a turn, and one for each line above the first turn."""
    first = turns[0][0]
    for line in body[:first]:
        if line.text.strip() or line.problem:
            yield Row(
                values={} if line.problem else {"$beside": line.text.strip()},
                position=f"line {line.number}",
                problem=line.problem,
                raw=line.text[:SHOWN],
            )
    ends = [place for place, _ in turns[1:]] + [len(body)]
    for (place, (moment, speaker, words)), end in zip(turns, ends, strict=True):
        lines = body[place + 1 : end]
        text = "\n".join(part for part in (words, *(line.text.strip() for line in lines)) if part)
        yield Row(
            values={"sent_at": moment, "sender": speaker, "text": text},
            position=f"line {body[place].number}",
            problem=next((line.problem for line in body[place:end] if line.problem), ""),
            raw=body[place].text[:SHOWN],
        )

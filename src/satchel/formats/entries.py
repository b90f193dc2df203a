"""What a text of memories says, entry by entry: pasted lists, transfer texts, the prose that assistants keep of a person.

The lines are taken apart by `text_blocks`, like every text; here an entry gets what it needs to be read alone, prose is
taken apart into statements, and what only stands around memories is told from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from satchel.formats.contract import ReadOptions
from satchel.formats.sections import says_nothing, title_of, type_of_section
from satchel.formats.tabular.text_blocks import Item, TextTable, blocks
from satchel.formats.tabular.text_marks import is_listed, is_sentence
from satchel.formats.tabular.textual import Line
from satchel.text.chatter import is_chatter, is_screen
from satchel.text.language import is_chinese, sentences
from satchel.text.statements import Owner, owner_of, statements

_PLAIN_FENCE = frozenset({"", "text", "txt", "plaintext", "markdown", "md"})
_EVIDENCE = re.compile(
    r"(?:evidence|source|quote|verbatim|依据|证据|来源|原文|原话)\s*[:：]\s*(.+)", re.IGNORECASE | re.DOTALL
)
_EVIDENCE_DATE = re.compile(
    r"[\s(（\[]*\b(?:date|日期|时间)\s*[:：]\s*[\[【(]?\s*([^\]】)\n]{4,40}?)\s*[\]】)]?[.。]?\s*$", re.IGNORECASE
)
_QUOTED = re.compile(r"([\"'“‘「])(.+)([\"'”’」])[,，;；]?", re.DOTALL)
_LONE_DATE = re.compile(
    r"[\s\[(（【]*(?:\d{4}[-/.年]\s?\d{1,2}(?:[-/.月]\s?\d{1,2}日?)?|[A-Z][a-z]{2,8}\.? (?:\d{1,2}, )?\d{4}|\d{1,2} [A-Z][a-z]{2,8}\.? \d{4})[\s\])）】:：]*"
)
_COUNTED = re.compile(
    r"\s*(?:(?:memory|entry|item|fact|note)\s*(?:no\.?\s*)?#?\d{1,4}\s*[:：.)\-–—]\s*|#\d{1,4}[.:)：]?\s+|\d{1,3}[:：]\s+(?=\D)"
    r"|(?:记忆|条目|第)\s*[\d一二三四五六七八九十]{1,4}\s*条?(?:记忆)?\s*[:：、.]\s*)(?=\S)",
    re.IGNORECASE,
)
_DATED_BEHIND = re.compile(
    r"(.*\S)\s*[\[(（【]\s*(?:(?:saved|added|date|日期|保存于)[:： ]*\s*)?(\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?|[A-Z][a-z]{2,8}\.? (?:\d{1,2}, )?\d{4}|\d{1,2} [A-Z][a-z]{2,8}\.? \d{4}"
    r"|(?:date )?unknown|未知)\s*[\])）】][.。]?",
    re.DOTALL,
)
_BOLD = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_OF_DATES = re.compile(
    r"(?:date|when|time|saved|created|added|日期|时间|保存时间)(?: (?:saved|created|added|at|on))?", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]")
_SAYS = re.compile(
    r"(?:the )?user\b|(?:you|i|he|she|they|we|my|your|name)\b|(?:has|is|was|had|will|never|always|avoid|please|no longer|do not|don't)\b"
    r"|\w+(?:s|ed) (?:a|an|the|in|at|for|on|to|with|as|from|and|by|of|[a-z]+)\b|(?:用户|我|你|您|他|她|不|喜欢|讨厌|偏好|住|是|有|会|用|叫|在|养|想|爱|请|对|曾|正|没)",
    re.IGNORECASE,
)
"""How a text begins that says something by itself, however short it is."""
_DATE_LINE = "a date that stands by itself"
_MANY = 2
"""Sentences in an average paragraph from which unmarked paragraphs are running text and not one memory each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing that a text of memories says, or that stands beside them."""

    line: int
    part: int = 0
    """Which sentence of a paragraph it is, from 1; 0 for an entry of its own."""
    text: str
    """To be read alone."""
    written: str
    """The same as the source has it, without its marks; what an id is made from, together with `context`."""
    context: str = ""
    """What was put in front of it, so that it can be."""
    headings: tuple[str, ...] = ()
    label: str = ""
    """The date that it carries, as it is written."""
    evidence: str = ""
    """What the assistant gives as its proof."""
    checked: bool | None = None
    beside: str = ""
    """Why this is no memory; empty for one."""
    problem: str = ""
    """Why it could not be read."""

    @property
    def position(self) -> str:
        """For messages: `line 3`, `line 3, sentence 2`."""
        return f"line {self.line}, sentence {self.part}" if self.part else f"line {self.line}"

    @property
    def key(self) -> str:
        """What tells entries apart."""
        return f"{self.context}\x1f{self.written}" if self.context else self.written


def entries(lines: Sequence[Line], *, within: tuple[str, ...] = (), prose: bool | None = None) -> list[Entry]:
    """The entries of a text, in its order.

    Args:
        lines: The text.
        within: What the whole text stands under.
        prose: Whether unmarked paragraphs are running text, to be taken apart; None: as their sentences say.
    """
    items = [replace(item, headings=(*within, *item.headings)) for item in _dated_behind(list(_flat(_marked(lines))))]
    running = [item.text for item in items if _is_running(item)]
    if prose is None:
        count = sum(len(sentences(text)) for text in running)
        prose = count >= _MANY * max(1, len(running)) and (count > _MANY or len(running) * 2 >= len(items))
    owner = owner_of(running)
    found: list[Entry] = []
    for item in items:
        if found and (proof := _EVIDENCE.fullmatch(item.text)) and not found[-1].beside:
            found[-1] = _proved(found[-1], proof[1])
        elif beside := _beside(item):
            found.append(replace(_entry(item, item.text), beside=beside))
        elif prose and _is_running(item):
            found += _told(item, owner)
        else:
            found.append(_alone(item))
    return _with_dates(found)


def type_of_entry(entry: Entry, options: ReadOptions) -> str:
    """The type of an entry: an open box is a task, then what its section says, then its wording."""
    if entry.checked is not None:
        return "fact" if entry.checked else "task"
    return type_of_section(entry.headings) or options.type_of(entry.text)


def _marked(lines: Sequence[Line]) -> Sequence[Line]:
    """Entries that are counted as no list is (`Memory 5:`, `#6`, 记忆4：) with a list's mark instead."""
    counted = [bool(_COUNTED.match(line.text)) for line in lines]
    if sum(counted) < 2:
        return lines
    return [
        replace(line, text=_COUNTED.sub("- ", line.text)) if is_ else line
        for line, is_ in zip(lines, counted, strict=True)
    ]


def _dated_behind(items: list[Item]) -> list[Item]:
    """Items whose date stands behind them; one such date may be what an item is about, so that most must have one."""
    open_ = [item for item in items if not item.label and not item.problem and not item.code]
    behind = [_DATED_BEHIND.fullmatch(item.text) for item in items]
    if sum(found is not None and not item.label for found, item in zip(behind, items, strict=True)) * 2 <= len(open_):
        return items
    return [
        replace(item, text=found[1], label=found[2]) if found and not item.label else item
        for found, item in zip(behind, items, strict=True)
    ]


def _flat(lines: Sequence[Line]) -> Iterator[Item]:
    """The items of a text; those of a fence that only frames them, and the rows of drawn tables, as items too."""
    for block in blocks(lines):
        if isinstance(block, TextTable):
            yield from _rows(block)
        elif block.code is not None and block.code.lower() in _PLAIN_FENCE:
            inner = [Line(block.line + number, text) for number, text in enumerate(block.raw.split("\n"), start=1)]
            for item in _flat(inner):
                yield replace(item, headings=(*block.headings, *item.headings))
        else:
            yield block


def _rows(table: TextTable) -> Iterator[Item]:
    """The rows of a drawn table; a column of dates is what its rows are labelled with."""
    dates = [place for place, name in enumerate(table.columns) if _OF_DATES.fullmatch(name)]
    for line, cells in table.records:
        told = [
            (table.columns[i], cell) for i, cell in enumerate(cells[: len(table.columns)]) if cell and i not in dates
        ]
        text = told[0][1] if len(told) == 1 else "; ".join(f"{name}: {cell}" for name, cell in told)
        label = next((cells[place] for place in dates if place < len(cells)), "")
        yield Item(line=line, text=text, raw=text, headings=table.headings, label=label)


def _is_running(item: Item) -> bool:
    """Whether an item is a paragraph, not marked as an entry in any way."""
    first, *others = item.raw.split("\n")
    if any(line[:1] in " \t\u3000" for line in others):
        return False  # it has lines of its own indented under it
    return not (item.label or item.parent or item.code or item.problem or item.checked is not None or is_listed(first))


def _beside(item: Item) -> str:
    """Why an item is no memory; empty for one."""
    if item.problem:
        return ""
    if item.code:
        return f"a block of code ({item.code})"
    if not _WORD.search(item.text):
        return "no words"
    if item.label:
        return ""
    if _LONE_DATE.fullmatch(item.text):
        return _DATE_LINE
    if is_screen(item.text):
        return "what a screen shows beside memories"
    if is_chatter(item.text) and _is_running(item):
        return "said about the memories, not one of them"
    return "a heading without anything under it" if _is_running(item) and says_nothing(item.text) else ""


def _entry(item: Item, text: str) -> Entry:
    return Entry(
        line=item.line,
        text=text,
        written=text,
        headings=item.headings,
        label=item.label,
        checked=item.checked,
        problem=item.problem,
    )


def _alone(item: Item) -> Entry:
    """An entry with what it leans on in front: the item above it, or the heading of a mere name."""
    text = _BOLD.sub(r"\2", item.text)
    if (quoted := _QUOTED.fullmatch(text)) and quoted[1] not in quoted[2] and quoted[3] not in quoted[2]:
        text = quoted[2].strip()
    entry = _entry(item, text)
    context = item.parent if not _SAYS.match(text) or len(text.split()) < 3 else ""
    if not context and _is_name(text):
        context = next(
            (title for heading in reversed(item.headings) if not says_nothing(title := title_of(heading))), ""
        )
    if not context or len(context) > 120 or context.casefold() in text.casefold():
        return entry
    colon = "：" if is_chinese(text) else ": "
    return replace(entry, text=f"{context}{colon}{text}", context=context)


def _is_name(text: str) -> bool:
    """Whether a text only names something: `dark mode`, 乌龙茶."""
    return not (is_sentence(text) or _SAYS.match(text) or ":" in text or "：" in text)


def _told(item: Item, owner: Owner | None) -> Iterator[Entry]:
    for number, statement in enumerate(statements(item.text, owner), start=1):
        yield replace(_entry(item, statement.text), written=statement.written, part=number)


def _proved(entry: Entry, proof: str) -> Entry:
    """An entry with the proof that stands under it; the proof's date is its own where it has none."""
    dated = _EVIDENCE_DATE.search(proof)
    quote = proof[: dated.start()].strip() if dated else proof.strip()
    label = entry.label or (dated[1].strip() if dated else "")
    return replace(entry, evidence=" ".join(part for part in (entry.evidence, quote) if part), label=label)


def _with_dates(found: list[Entry]) -> list[Entry]:
    """Dates on lines of their own given to the entries they belong to: those below, or the one above when they come last."""
    places = [place for place, entry in enumerate(found) if entry.beside == _DATE_LINE]
    if not places:
        return found
    memories = [place for place, entry in enumerate(found) if not entry.beside]
    if not memories:
        return found
    if places[0] < memories[0]:
        date = ""
        for place, entry in enumerate(found):
            if entry.beside == _DATE_LINE:
                date = entry.text.strip(" []()（）【】:：")
            elif not entry.beside and not entry.label and date:
                found[place] = replace(entry, label=date)
        return found
    if all(place - 1 in memories for place in places) and len(places) == len(memories):
        for place in places:
            above = found[place - 1]
            found[place - 1] = replace(above, label=above.label or found[place].text.strip(" []()（）【】:："))
    return found

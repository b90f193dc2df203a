"""What a text of memories says, entry by entry: pasted lists, transfer texts, the prose that assistants keep of a person.

The lines are taken apart by `text_blocks`, like every text; here an entry gets what it needs to be read alone, prose is
taken apart into statements, and what only stands around memories is told from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from satchel.formats.contract import ReadOptions
from satchel.formats.entry_dates import dates_between, lone_date, split_proof, with_labels
from satchel.formats.entry_items import items_of
from satchel.formats.sections import says_nothing, title_of, type_of_section
from satchel.formats.tabular.text_blocks import Item
from satchel.formats.tabular.text_marks import is_listed, is_sentence
from satchel.formats.tabular.textual import Line
from satchel.text.chatter import is_chatter, is_screen
from satchel.text.language import is_chinese, sentences
from satchel.text.page_words import is_preamble, is_setting
from satchel.text.statements import Owner, owner_of, statements

_EVIDENCE = re.compile(
    r"(?:evidence|source|quote|verbatim|依据|证据|来源|原文|原话)\s*[:：]\s*(.+)", re.IGNORECASE | re.DOTALL
)
_QUOTED = re.compile(r"([\"'“‘「])(.+)([\"'”’」])[,，;；]?", re.DOTALL)
_FROM = re.compile(r"(?P<date>\S.{0,39}?)\s+from\s+(?P<who>\S.{0,140})", re.IGNORECASE)
_ASIDE = re.compile(r"(?:, (?:expired|sensitive|secret|updated \d{4}-\d\d-\d\d))+$")
"""What a block that `wake` wrote says of a note beside where it is from."""
_BOLD = re.compile(r"(?<![\w*])(\*\*|__)(?=\S)(.{1,200}?)(?<=\S)\1(?!\w)")
_WORD = re.compile(r"[^\W_]")
_SAYS = re.compile(
    r"(?:the )?user\b|(?:you|i|he|she|they|we|my|your|name)\b|(?:has|is|was|had|will|never|always|avoid|please|no longer|do not|don't)\b"
    r"|\w+(?:s|ed) (?:a|an|the|in|at|for|on|to|with|as|from|and|by|of|[a-z]+)\b|(?:用户|我|你|您|他|她|不|喜欢|讨厌|偏好|住|是|有|会|用|叫|在|养|想|爱|请|对|曾|正|没)",
    re.IGNORECASE,
)
"""How a text begins that says something by itself, however short it is."""
ABOUT_ITSELF = "a file's word about itself, not a memory"
AROUND = "said about the memories, not one of them"
CODE = "a block of code"
SETTING = "a setting of a program"
"""Why something is no memory."""
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
    """The same as the source has it, without its marks."""
    headings: tuple[str, ...] = ()
    label: str = ""
    """The date that it carries, as it is written."""
    told_by: str = ""
    """From which assistant it came, where its mark says that beside the date: `[2026-03-01 from claude]`."""
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


def entries(lines: Sequence[Line], *, within: tuple[str, ...] = (), prose: bool | None = None) -> list[Entry]:
    """The entries of a text, in its order.

    Args:
        lines: The text.
        within: What the whole text stands under.
        prose: Whether unmarked paragraphs are running text, to be taken apart; None: as their sentences say.
    """
    items = [
        replace(item, text=item.text if item.code else _BOLD.sub(r"\2", item.text), headings=(*within, *item.headings))
        for item in with_labels(items_of(lines))
    ]
    running = [item.text for item in items if _is_running(item)]
    if prose is None:
        count = sum(len(sentences(text)) for text in running)
        prose = count >= _MANY * max(1, len(running)) and (count > _MANY or len(running) * 2 >= len(items))
    owner = owner_of(running)
    found: list[Entry] = []
    for item in items:
        if found and (proof := _EVIDENCE.fullmatch(item.text)) and not found[-1].beside:
            quote, date = split_proof(proof[1])
            told = " ".join(part for part in (found[-1].evidence, quote) if part)
            found[-1] = replace(found[-1], evidence=told, label=found[-1].label or date)
        elif beside := _beside(item):
            found.append(replace(_entry(item, item.text), beside=beside))
        elif prose and _is_running(item):
            found += _told(item, owner)
        else:
            found.append(_alone(item))
    dates = dates_between(
        [lone_date(entry.text) if entry.beside == _DATE_LINE else "" for entry in found],
        [not entry.beside and not entry.problem for entry in found],
    )
    return [replace(entry, label=entry.label or date) for entry, date in zip(found, dates, strict=True)]


def type_of_entry(entry: Entry, options: ReadOptions) -> str:
    """The type of an entry: an open box is a task, then what its section says, then its wording."""
    if entry.checked is not None:
        return "fact" if entry.checked else "task"
    return type_of_section(entry.headings) or options.type_of(entry.text)


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
        return f"{CODE} ({item.code})"
    if not _WORD.search(item.text):
        return "no words"
    if item.label:
        return ""
    if lone_date(item.text):
        return _DATE_LINE
    if is_screen(item.text):
        return "what a screen shows beside memories"
    if is_setting(item.text):
        return SETTING
    if _is_running(item) and is_preamble(item.text):
        return ABOUT_ITSELF
    if is_chatter(item.text) and _is_running(item):
        return AROUND
    return "a heading without anything under it" if _is_running(item) and says_nothing(item.text) else ""


def _entry(item: Item, text: str) -> Entry:
    marked = _FROM.fullmatch(item.label)
    return Entry(
        line=item.line,
        text=text,
        written=text,
        headings=item.headings,
        label=marked["date"] if marked else item.label,
        told_by=_ASIDE.sub("", marked["who"]) if marked else "",
        checked=item.checked,
        problem=item.problem,
    )


def _alone(item: Item) -> Entry:
    """An entry with what it leans on in front: the item above it, or the heading of a mere name."""
    text = item.text
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
    return replace(entry, text=f"{context}{colon}{text}")


def _is_name(text: str) -> bool:
    """Whether a text only names something: `dark mode`, 乌龙茶."""
    return not (is_sentence(text) or _SAYS.match(text) or ":" in text or "：" in text)


def _told(item: Item, owner: Owner | None) -> Iterator[Entry]:
    for number, statement in enumerate(statements(item.text, owner), start=1):
        yield replace(_entry(item, statement.text), written=statement.written, part=number)

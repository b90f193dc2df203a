"""Lines of markdown or pasted text as items under headings: bullets, numbers, paragraphs, code, tables."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from satchel.formats.tabular.text_headings import (
    HEADING,
    OTHER_HEADING,
    UNDERLINE,
    counted_heading,
    heading_at,
    leads,
)
from satchel.formats.tabular.text_marks import (
    DATED,
    FENCE,
    ITEM,
    RULE,
    SENTENCE_END,
    dated,
    has_date,
    is_sentence,
    starts_list,
)
from satchel.formats.tabular.textual import Line
from satchel.text.language import sentences

_BARE_MARK = re.compile(r"\s*(?:\(?\d{1,4}[.)．、]|[•●▪‣])\s*")
"""A list mark that copying from a page has put on a line of its own."""
_QUOTE = re.compile(r"^\s{0,3}(?:>\s?)+")
_CHECK = re.compile(r"\[([ xX✓✔])\]\s+(.*)", re.DOTALL)
_TABLE_RULE = re.compile(r"\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?\s*)?|\s*\|\s*:?-{2,}:?\s*\|?\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that a text says."""

    line: int
    text: str
    raw: str
    headings: tuple[str, ...] = ()
    label: str = ""
    """The date that stood before it, as it stood there."""
    parent: str = ""
    """The text of the item that this one is indented under."""
    checked: bool | None = None
    """A check box's state."""
    code: str | None = None
    """The language of a code block, empty where none is named; None for text."""
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A table drawn with bars."""

    headings: tuple[str, ...]
    columns: tuple[str, ...]
    records: tuple[tuple[int, tuple[str, ...]], ...]
    """Line number and cells."""


@dataclass(slots=True)
class _State:
    headings: list[tuple[int, str]] = field(default_factory=list)
    unsaid: Item | None = None
    """The last heading, while nothing stands under it."""
    label: str = ""
    """A line such as `What I know about you:`, a heading for the list that follows it."""

    def path(self) -> tuple[str, ...]:
        titles = tuple(title for _, title in self.headings)
        return (*titles, self.label) if self.label else titles

    def enter(self, level: int, title: str, line: Line) -> Iterator[Item]:
        """Go under a heading. One that has nothing under it and is a sentence was meant as an item, and is given back."""
        deeper = bool(self.headings) and level > self.headings[-1][0]
        if self.unsaid is not None and not deeper:
            yield self.unsaid
        self.headings = [(old, name) for old, name in self.headings if old < level]
        outer = tuple(name for _, name in self.headings)
        self.headings.append((level, title))
        self.label = ""
        self.unsaid = item(title, line, outer) if is_sentence(title) else None


def blocks(source: Sequence[Line]) -> Iterator[Item | TextTable]:
    """What a text says, in its order. A heading is no item of its own, unless it is a sentence with nothing under it."""
    state = _State()
    for block in _blocks(_with_marks(_unquoted(source)), state):
        if block is not state.unsaid:
            state.unsaid = None
        yield block
    if state.unsaid is not None:
        yield state.unsaid


def _unquoted(source: Sequence[Line]) -> Sequence[Line]:
    """Without the signs of a quotation, but in blocks of code, where they mean something."""
    if not any(line.text.lstrip().startswith(">") for line in source):
        return source
    plain: list[Line] = []
    fenced = False
    for line in source:
        fenced ^= bool(FENCE.fullmatch(line.text))
        plain.append(line if fenced else replace(line, text=_QUOTE.sub("", line.text)))
    return plain


def _with_marks(source: Sequence[Line]) -> Sequence[Line]:
    """Marks that stand on lines of their own, each put before the text that follows it."""
    alone = [at for at, line in enumerate(source) if _BARE_MARK.fullmatch(line.text)]
    if len(alone) < 2:
        return source
    marked = list(source)
    for at in alone:
        text_at = next((i for i in (at + 1, at + 2) if i < len(source) and source[i].text.strip()), None)
        if text_at is not None and text_at not in alone and not ITEM.fullmatch(source[text_at].text):
            marked[text_at] = replace(source[text_at], text=f"{source[at].text.strip()} {source[text_at].text.strip()}")
            marked[at] = replace(source[at], text="")
    return marked


def _blocks(source: Sequence[Line], state: _State) -> Iterator[Item | TextTable]:
    logged = _mostly_dated(source)
    at = 0
    while at < len(source):
        text = source[at].text
        following = source[at + 1].text if at + 1 < len(source) else ""
        if source[at].problem:
            yield Item(line=source[at].number, text=text, raw=text, headings=state.path(), problem=source[at].problem)
            at += 1
        elif not text.strip():
            at += 1
        elif FENCE.fullmatch(text):
            end = _fence_end(source, at)
            yield from _code(source[at + 1 : end], FENCE.fullmatch(text), state, source[at])
            at = end + 1
        elif "|" in text and _TABLE_RULE.fullmatch(following):
            end = _run(source, at + 2, lambda line: "|" in line)
            yield _table(source, at, end, state)
            at = end
        elif heading := heading_at(source, at):
            level, title, height = heading
            if title:
                yield from state.enter(level, title, source[at])
            at += height
        elif RULE.fullmatch(text):
            state.label = ""
            at += 1
        elif text.lstrip().startswith("<!--"):
            at = _comment_end(source, at)
        elif ITEM.fullmatch(text):
            end = _list_end(source, at)
            yield from _items(source[at:end], state)
            at = end
        else:
            end = _paragraph_end(source, at)
            if title := leads(source[at:end]):
                yield from state.enter(7, title, source[at])
                at += 1
            yield from _paragraph(source[at:end], state, logged=logged, before_list=starts_list(source, end))
            at = end


def _items(lines: Sequence[Line], state: _State) -> Iterator[Item]:
    """The items of a list, continuation lines joined, each knowing the one it is indented under."""
    gathered: list[tuple[int, Line, list[str]]] = []
    for line in lines:
        match = ITEM.fullmatch(line.text)
        if match:
            gathered.append((_indent(match[1]), line, [match[2].strip()]))
        elif line.text.strip():
            gathered[-1][2].append(line.text.strip())
    above: list[tuple[int, str]] = []
    for place, (indent, line, texts) in enumerate(gathered):
        above = [(old, title) for old, title in above if old < indent]
        text = join(texts)
        parent = above[-1][1] if above else ""
        above.append((indent, text.rstrip(":：")))
        has_children = place + 1 < len(gathered) and gathered[place + 1][0] > indent
        if has_children and text.endswith((":", "：")):
            continue  # a heading in the shape of an item: it stands in `parent` of those below
        yield item(text, line, state.path(), raw="\n".join([line.text, *texts[1:]]), parent=parent)


def item(
    text: str, line: Line, headings: tuple[str, ...] = (), *, raw: str = "", parent: str = "", code: str | None = None
) -> Item:
    """An item with its check box and its date taken off its text."""
    checked: bool | None = None
    label = ""
    if code is None:
        if match := _CHECK.fullmatch(text):
            checked, text = match[1] != " ", match[2]
        if written := dated(text):
            label, text = written
    return Item(
        line=line.number,
        text=text,
        raw=raw or line.text,
        headings=headings,
        label=label,
        parent=parent,
        checked=checked,
        code=code,
    )


def join(texts: Sequence[str]) -> str:
    """Wrapped lines as one text: a space between words, none between Chinese characters."""
    result = texts[0]
    for text in texts[1:]:
        wide = result[-1:] > "\u2e7f" and text[:1] > "\u2e7f"
        result += text if wide else f" {text}"
    return result


def _paragraph(lines: Sequence[Line], state: _State, *, logged: bool, before_list: bool) -> Iterator[Item]:
    """Wrapped lines are one item; lines that each stand for themselves are one each."""
    texts = [line.text.strip() for line in lines]
    if before_list and texts[-1].endswith((":", "：")) and (len(lines) == 1 or _is_wrapped(texts)):
        *told, label = sentences(join(texts))
        if told:
            yield item(join(told), lines[0], state.path(), raw="\n".join(line.text for line in lines))
        state.label = label.rstrip(":： ")
        return
    if not before_list:
        state.label = ""
    if logged:
        yield from _log_lines(lines, state)
    elif _is_wrapped(texts):
        yield item(join(texts), lines[0], state.path(), raw="\n".join(line.text for line in lines))
    else:
        yield from _separate_lines(lines, texts, state)


def _separate_lines(lines: Sequence[Line], texts: Sequence[str], state: _State) -> Iterator[Item]:
    """Each line by itself; one that is indented deeper than the one before it runs on from there."""
    gathered: list[tuple[Line, list[str]]] = []
    for text, line in zip(texts, lines, strict=True):
        deeper = bool(gathered) and _margin(line.text) >= _margin(gathered[-1][0].text) + 2
        if deeper and not has_date(text):
            gathered[-1][1].append(text)
        elif text:
            gathered.append((line, [text]))
    for line, parts in gathered:
        yield item(join(parts), line, state.path(), raw="\n".join([line.text, *parts[1:]]))


def _margin(text: str) -> int:
    return _indent(text[: len(text) - len(text.lstrip())])


def _log_lines(lines: Sequence[Line], state: _State) -> Iterator[Item]:
    """In a file of dated lines, one without a date belongs to the one before it (the lines of a traceback)."""
    gathered: list[list[Line]] = []
    for line in lines:
        if gathered and not has_date(line.text):
            gathered[-1].append(line)
        else:
            gathered.append([line])
    for group in gathered:
        raw = "\n".join(line.text for line in group)
        yield item(raw.strip(), group[0], state.path(), raw=raw)


def _code(body: Sequence[Line], fence: re.Match[str] | None, state: _State, opening: Line) -> Iterator[Item]:
    """A fenced block: a list that was only put in a fence, as models answer, or code, which is one item."""
    written = [line for line in body if line.text.strip()]
    if not written:
        return
    language = fence[2] if fence else ""
    listed = sum(bool(ITEM.fullmatch(line.text)) or has_date(line.text) for line in written)
    if language.lower() in {"", "text", "txt", "markdown", "md", "plaintext"} and listed * 2 >= len(written):
        for inner in blocks(body):
            if isinstance(inner, Item):
                yield Item(**{**_fields(inner), "headings": (*state.path(), *inner.headings)})
        return
    text = "\n".join(line.text for line in body).strip("\n")
    yield item(text, opening, state.path(), raw=text, code=language)


def _fields(found: Item) -> dict[str, Any]:
    return {name: getattr(found, name) for name in Item.__slots__}


def _table(source: Sequence[Line], start: int, end: int, state: _State) -> TextTable:
    columns = tuple(name or f"column_{i}" for i, name in enumerate(cells(source[start].text), start=1))
    records = tuple((line.number, cells(line.text)) for line in source[start + 2 : end])
    return TextTable(headings=state.path(), columns=columns, records=records)


def cells(text: str) -> tuple[str, ...]:
    """The cells of a row drawn with bars; `\\|` is a bar in a cell."""
    inner = text.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return tuple(cell.replace("\\|", "|").strip() for cell in re.split(r"(?<!\\)\|", inner))


def _is_wrapped(texts: Sequence[str]) -> bool:
    """True when a paragraph's lines were broken for width: long ones that do not end a sentence."""
    if len(texts) < 2 or any(has_date(text) for text in texts[1:]):
        return len(texts) < 2
    inner = texts[:-1]
    long = sum(_width(text) >= 50 for text in inner)
    ended = sum(text.endswith(SENTENCE_END) for text in inner)
    return long * 2 > len(inner) and ended * 2 < len(inner) + 1


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _mostly_dated(source: Sequence[Line]) -> bool:
    """True for a log: most lines start with a time."""
    written = [line.text for line in source[:400] if line.text.strip()]
    return len(written) > 4 and sum(bool(DATED.fullmatch(text.strip())) for text in written) * 2 > len(written)


def _indent(space: str) -> int:
    return len(space.expandtabs(4))


def _run(source: Sequence[Line], at: int, belongs: Any) -> int:
    while at < len(source) and source[at].text.strip() and belongs(source[at].text):
        at += 1
    return at


def _fence_end(source: Sequence[Line], at: int) -> int:
    match = FENCE.fullmatch(source[at].text)
    mark = match[1] if match else "```"
    for end in range(at + 1, len(source)):
        if source[end].text.strip().startswith(mark) and not source[end].text.strip().strip(mark[0]):
            return end
    return len(source)


def _comment_end(source: Sequence[Line], at: int) -> int:
    while at < len(source) and "-->" not in source[at].text:
        at += 1
    return at + 1


def _list_end(source: Sequence[Line], at: int) -> int:
    """Items, lines indented under them or running on, and blank lines between them."""
    end = at + 1
    while end < len(source):
        text = source[end].text
        if source[end].problem or HEADING.fullmatch(text) or FENCE.fullmatch(text) or RULE.fullmatch(text):
            break
        if counted_heading(source, end):
            break
        if not text.strip():
            following = source[end + 1].text if end + 1 < len(source) else ""
            if not following.strip() or not (ITEM.fullmatch(following) or following.startswith(("  ", "\t"))):
                break
        elif (
            not ITEM.fullmatch(text) and not text.startswith((" ", "\t")) and _stands_alone(source[end - 1].text, text)
        ):
            break
        end += 1
    return end


def _stands_alone(before: str, text: str) -> bool:
    """True when a line without indent after an item is no continuation of it."""
    if not before.strip() or OTHER_HEADING.fullmatch(text) or text.rstrip().endswith((":", "：")) or has_date(text):
        return True
    return _width(before) < 50 or before.rstrip().endswith(SENTENCE_END)


def _paragraph_end(source: Sequence[Line], at: int) -> int:
    end = at + 1
    while end < len(source):
        text = source[end].text
        following = source[end + 1].text if end + 1 < len(source) else ""
        if source[end].problem or not text.strip() or HEADING.fullmatch(text) or FENCE.fullmatch(text):
            break
        if ITEM.fullmatch(text) or RULE.fullmatch(text) or OTHER_HEADING.fullmatch(text):
            break
        if UNDERLINE.fullmatch(following) or ("|" in text and _TABLE_RULE.fullmatch(following)):
            break
        end += 1
    return end


def is_table_rule(text: str) -> bool:
    """True for the line of dashes under the heading of a drawn table."""
    return "|" in text and bool(_TABLE_RULE.fullmatch(text))

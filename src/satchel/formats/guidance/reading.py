"""Markdown, line by line, as statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from satchel.formats.guidance.lists import Node, fence_end, read_list
from satchel.formats.guidance.marks import (
    BOLD,
    BOLD_LINE,
    CHECK,
    CODE_SPAN,
    FENCE,
    HEADING,
    IMPORT,
    ITEM,
    ONLY_IMPORTS,
    QUOTE,
    RULE,
    STEPS,
    UNDERLINE,
    are_lines,
    is_fragment,
    is_label,
    names_what_follows,
    starts_block,
)
from satchel.formats.guidance.statement import Kind, Statement
from satchel.formats.tabular.text_blocks import is_table_rule, join
from satchel.text.language import sentences


def imports(text: str) -> list[str]:
    """The files that a text refers to as `@path`, outside code, in order."""
    found = []
    for statement in statements(text):
        if statement.kind is not Kind.COMMENT:
            found += _imports_of(statement.text)
    return list(dict.fromkeys(found))


def title_of(text: str) -> str:
    """The heading that names the whole file: its only one of the first level, with which it starts. Empty without one."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    found = HEADING.fullmatch(first)
    if found is None or len(found[1]) != 1:
        return ""
    others = sum(bool((more := HEADING.fullmatch(line)) and len(more[1]) == 1) for line in text.split("\n"))
    return found[2].strip().strip("*_").rstrip(":：").strip() if others == 1 else ""


def statements(text: str, *, first_line: int = 1) -> Iterator[Statement]:
    """What a file of instructions says, in its order.

    Args:
        text: Without its front matter.
        first_line: The number of the text's first line in its file.
    """
    yield from _Reader(text.split("\n"), first_line).read()


def _imports_of(text: str) -> list[str]:
    outside, fenced = [], ""
    for line in text.split("\n"):
        mark = FENCE.fullmatch(line)
        if mark and not fenced:
            fenced = mark[2]
        elif fenced and mark and mark[2].startswith(fenced):
            fenced = ""
        elif not fenced:
            outside.append(CODE_SPAN.sub(" ", line))
    return [path.rstrip(".:!?：") for path in IMPORT.findall("\n".join(outside))]


class _Reader:
    """Reads one text; `at` is the next line."""

    def __init__(self, source: list[str], first: int) -> None:
        self._source, self._first, self._at = source, first, 0
        self._headings: list[tuple[int, str]] = []
        self._intro: tuple[int, str] | None = None
        """A line that ends in a colon, waiting for what it introduces."""
        self._listed = False
        """Whether a list or a block has stood under the last bold line: a paragraph after it is about something else."""

    def read(self) -> Iterator[Statement]:
        while self._at < len(self._source):
            text = self._source[self._at]
            following = self._source[self._at + 1] if self._at + 1 < len(self._source) else ""
            if not text.strip():
                self._at += 1
            elif text.lstrip().startswith("<!--"):
                yield from self._unsaid()
                yield self._comment()
            elif heading := HEADING.fullmatch(text):
                yield from self._enter(len(heading[1]), heading[2])
            elif RULE.fullmatch(text):
                yield from self._unsaid()
                self._at += 1
            elif bold := BOLD_LINE.fullmatch(text):
                yield from self._enter(BOLD, bold[1])
            elif FENCE.fullmatch(text):
                yield self._whole(Kind.CODE, fence_end(self._source, self._at))
            elif "|" in text and is_table_rule(following):
                yield self._whole(Kind.TABLE, self._until(lambda line: "|" in line))
            elif ITEM.fullmatch(text):
                yield from self._list()
            elif (under := UNDERLINE.fullmatch(following)) and not QUOTE.match(text):
                self._at += 1
                yield from self._enter(1 if under[1][0] == "=" else 2, text.strip())
            else:
                yield from self._paragraph()
        yield from self._unsaid()

    # Blocks -------------------------------------------------------------------------------------------------------

    def _enter(self, level: int, title: str) -> Iterator[Statement]:
        yield from self._unsaid()
        self._headings = [(old, name) for old, name in self._headings if old < level]
        self._listed = False
        if title.strip():
            self._headings.append((level, title.strip().strip("*_").rstrip(":：").strip()))
        self._at += 1

    def _comment(self) -> Statement:
        start = self._at
        while self._at < len(self._source) - 1 and "-->" not in self._source[self._at]:
            self._at += 1
        self._at += 1
        return self._statement(start, "\n".join(self._source[start : self._at]), Kind.COMMENT)

    def _whole(self, kind: Kind, end: int) -> Statement:
        """A block that is kept as it is, with the line that introduces it."""
        start, body = self._at, "\n".join(self._source[self._at : end])
        self._listed = True
        self._at = end
        if self._intro is not None:
            line, intro = self._intro
            self._intro = None
            return self._statement(line, f"{intro}\n{body}", kind)
        return self._statement(start, body, kind)

    def _paragraph(self) -> Iterator[Statement]:
        start = self._at
        if self._listed:
            self._headings = [(level, name) for level, name in self._headings if level < BOLD]
        end = self._until(lambda line: not starts_block(line))
        lines = [QUOTE.sub("", line).strip() for line in self._source[start:end]]
        self._at = end
        following = next((line for line in self._source[end:] if line.strip()), "")
        leads = bool(ITEM.fullmatch(following) or FENCE.fullmatch(following) or "|" in following)
        yield from self._unsaid()
        text = join(lines)
        close = end < len(self._source) and bool(self._source[end].strip())
        if all(ONLY_IMPORTS.fullmatch(line) for line in lines):
            for number, line in enumerate(lines):
                yield self._statement(start + number, line, Kind.IMPORT)
        elif leads and (
            text.endswith((":", "：")) or (names_what_follows(text) and (close or text[:2] in {"**", "__"}))
        ):
            self._intro = (start, text)
        else:
            yield self._statement(start, "\n".join(lines) if are_lines(lines) else text)

    def _list(self) -> Iterator[Statement]:
        roots, self._at = read_list(self._source, self._at)
        self._listed = True
        intro = self._intro[1].rstrip(":： ") if self._intro else ""
        above = " ".join([*(name for _, name in self._headings), intro])
        if len(roots) > 1 and all(node.ordered for node in roots) and STEPS.search(above):
            steps = "\n".join(f"{node.mark} {node.whole(1)}" for node in roots)
            text = f"{self._intro[1]}\n{steps}" if self._intro else steps
            self._intro = None
            yield self._statement(roots[0].line, text, Kind.STEPS)
            return
        if self._intro and all(not node.below and not node.code and is_fragment(node.own()) for node in roots):
            line, text = self._intro
            self._intro = None
            yield self._statement(line, "\n".join([text, *(f"{node.mark} {node.own()}" for node in roots)]))
            return
        self._intro = None
        yield from self._items(roots, (sentences(intro)[-1],) if intro else ())

    def _items(self, nodes: Sequence[Node], above: tuple[str, ...]) -> Iterator[Statement]:
        for node in nodes:
            own = node.own()
            if node.below and is_label(own):
                yield from self._items(node.below, (*above, own.strip("*_").rstrip(":： ").strip("*_ ")))
                continue
            if ONLY_IMPORTS.fullmatch(own) and not node.below:
                yield self._statement(node.line, own, Kind.IMPORT)
                continue
            check = CHECK.fullmatch(own)
            text = check[2] if check else node.whole()
            kind = Kind.CODE if node.code else Kind.TEXT
            found = self._statement(node.line, text, kind, above)
            yield replace(found, checked=check[1] != " ") if check else found

    # Places -------------------------------------------------------------------------------------------------------

    def _unsaid(self) -> Iterator[Statement]:
        """An introduction that nothing followed is a statement of its own."""
        if self._intro is not None:
            line, text = self._intro
            self._intro = None
            yield self._statement(line, text)

    def _statement(self, at: int, text: str, kind: Kind = Kind.TEXT, above: tuple[str, ...] = ()) -> Statement:
        titles = [*(name for _, name in self._headings), *above]
        return Statement(line=self._first + at, text=text, headings=tuple(titles), kind=kind)

    def _until(self, belongs: Callable[[str], bool]) -> int:
        end = self._at + 1
        while end < len(self._source) and self._source[end].strip() and belongs(self._source[end]):
            end += 1
        return end

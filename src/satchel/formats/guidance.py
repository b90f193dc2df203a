"""Files of instructions for an assistant (`CLAUDE.md`, `AGENTS.md`) as statements that stand by themselves.

A bullet, a paragraph, a block of code, a list of steps: each comes with what stands above it, since "2 spaces" says
nothing without "Python". Code, tables and steps stay whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from satchel.formats.tabular.text_blocks import is_table_rule, join
from satchel.text.language import is_chinese, sentences

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*")
_UNDERLINE = re.compile(r" {0,3}(={3,}|-{3,})[ \t]*")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_BOLD_LINE = re.compile(r"[ \t]*(?:\*\*|__)([^*_]{1,80}?)[:：]?(?:\*\*|__)[ \t]*[:：]?[ \t]*")
_FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})(.*)")
_ITEM = re.compile(
    r"([ \t]*)(?P<mark>[-*+•·](?=[ \t])|\d{1,3}[.)](?=[ \t])|\d{1,3}[、．]|[一二三四五六七八九十]{1,3}、|[（(]\d{1,3}[)）]|[①-⑳])[ \t]*(.*\S.*)"
)
_CHECK = re.compile(r"\[([ xX✓✔])\][ \t]+(.*)", re.DOTALL)
_IMPORT = re.compile(r"(?:^|(?<=[\s(（]))@((?:~/|\.{0,2}/)?[^\s@`'\"<>()（）,，;；。]+)")
_ONLY_IMPORTS = re.compile(r"(?:[-*+•][ \t]+)?(?:@[^\s@]+[ \t]*)+")
_CODE_SPAN = re.compile(r"`[^`\n]*`")
_QUOTE = re.compile(r"[ \t]{0,3}>[ \t]?")
_STEPS = re.compile(
    r"\b(?:steps?|how to|workflow|process|procedure|checklist|release|releasing|deploy\w*|set ?up|install\w*|getting started|follow|sequence|in order)\b|步骤|流程|操作|部署|发布|安装|怎么|如何|顺序|依次",
    re.IGNORECASE,
)
_LABEL_WORDS = 2
"""An item of at most so many words above others is their label and not a sentence."""
_BOLD = 7
"""The level of a bold line, below all headings."""


class Kind(StrEnum):
    """What a statement is."""

    TEXT = "text"
    CODE = "code"
    """Holds a block of code."""
    STEPS = "steps"
    """A numbered list that says how something is done."""
    TABLE = "table"
    IMPORT = "import"
    """Nothing but references to other files."""
    COMMENT = "comment"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing that a file of instructions says."""

    line: int
    """Where it starts, from 1."""
    text: str
    headings: tuple[str, ...] = ()
    """What stands above it, from the outside in: headings, a bold line, the line that introduces a list."""
    kind: Kind = Kind.TEXT
    checked: bool | None = None
    """A check box's state."""

    def content(self, *, within: Sequence[str] = ()) -> str:
        """The statement with what it needs to be understood in front; `within` names what the whole file is about."""
        above = " › ".join([*within, *self.headings])
        if not above:
            return self.text
        colon = "：" if is_chinese(f"{above} {self.text}") else ": "
        start = self.text.split("\n", 1)[0]
        whole = self.kind is not Kind.TEXT and (_FENCE.fullmatch(start) or _ITEM.fullmatch(start) or start[:1] == "|")
        return f"{above}{colon.rstrip()}\n{self.text}" if whole else f"{above}{colon}{self.text}"

    def without(self, title: str) -> Statement:
        """The statement without the heading that names its whole file."""
        return replace(self, headings=self.headings[1:]) if title and self.headings[:1] == (title,) else self


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
    found = _HEADING.fullmatch(first)
    if found is None or len(found[1]) != 1:
        return ""
    others = sum(bool((more := _HEADING.fullmatch(line)) and len(more[1]) == 1) for line in text.split("\n"))
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
        mark = _FENCE.fullmatch(line)
        if mark and not fenced:
            fenced = mark[2]
        elif fenced and mark and mark[2].startswith(fenced):
            fenced = ""
        elif not fenced:
            outside.append(_CODE_SPAN.sub(" ", line))
    return [path.rstrip(".:!?：") for path in _IMPORT.findall("\n".join(outside))]


@dataclass(slots=True)
class _Node:
    """An item of a list with what is indented under it."""

    line: int
    indent: int
    mark: str
    parts: list[str]
    code: list[str] = field(default_factory=list)
    below: list[_Node] = field(default_factory=list)

    @property
    def ordered(self) -> bool:
        return self.mark not in "-*+•·"

    def own(self) -> str:
        return "\n".join([join(self.parts), *self.code])

    def whole(self, depth: int = 0) -> str:
        """The item and what is below it, as a list again."""
        inner = [f"{'  ' * depth}{node.mark} {node.whole(depth + 1)}" for node in self.below]
        return "\n".join([self.own(), *inner])


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
            elif heading := _HEADING.fullmatch(text):
                yield from self._enter(len(heading[1]), heading[2])
            elif _RULE.fullmatch(text):
                yield from self._unsaid()
                self._at += 1
            elif bold := _BOLD_LINE.fullmatch(text):
                yield from self._enter(_BOLD, bold[1])
            elif _FENCE.fullmatch(text):
                yield self._whole(Kind.CODE, self._fenced(self._at))
            elif "|" in text and is_table_rule(following):
                yield self._whole(Kind.TABLE, self._until(lambda line: "|" in line))
            elif _ITEM.fullmatch(text):
                yield from self._list()
            elif (under := _UNDERLINE.fullmatch(following)) and not _QUOTE.match(text):
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
            self._headings = [(level, name) for level, name in self._headings if level < _BOLD]
        end = self._until(lambda line: not _starts_block(line))
        lines = [_QUOTE.sub("", line).strip() for line in self._source[start:end]]
        self._at = end
        following = next((line for line in self._source[end:] if line.strip()), "")
        leads = bool(_ITEM.fullmatch(following) or _FENCE.fullmatch(following) or "|" in following)
        yield from self._unsaid()
        text = join(lines)
        if text.endswith((":", "：")) and leads:
            self._intro = (start, text)
        elif all(_ONLY_IMPORTS.fullmatch(line) for line in lines):
            for number, line in enumerate(lines):
                yield self._statement(start + number, line, Kind.IMPORT)
        else:
            yield self._statement(start, "\n".join(lines) if _are_lines(lines) else text)

    def _list(self) -> Iterator[Statement]:
        roots = self._tree()
        self._listed = True
        intro = self._intro[1].rstrip(":： ") if self._intro else ""
        above = " ".join([*(name for _, name in self._headings), intro])
        if len(roots) > 1 and all(node.ordered for node in roots) and _STEPS.search(above):
            steps = "\n".join(f"{node.mark} {node.whole(1)}" for node in roots)
            text = f"{self._intro[1]}\n{steps}" if self._intro else steps
            self._intro = None
            yield self._statement(roots[0].line, text, Kind.STEPS)
            return
        if self._intro and all(not node.below and not node.code and _is_fragment(node.own()) for node in roots):
            line, text = self._intro
            self._intro = None
            yield self._statement(line, "\n".join([text, *(f"{node.mark} {node.own()}" for node in roots)]))
            return
        self._intro = None
        yield from self._items(roots, (sentences(intro)[-1],) if intro else ())

    def _items(self, nodes: Sequence[_Node], above: tuple[str, ...]) -> Iterator[Statement]:
        for node in nodes:
            own = node.own()
            if node.below and _is_label(own):
                yield from self._items(node.below, (*above, own.strip("*_").rstrip(":： ").strip("*_ ")))
                continue
            if _ONLY_IMPORTS.fullmatch(own) and not node.below:
                yield self._statement(node.line, own, Kind.IMPORT)
                continue
            check = _CHECK.fullmatch(own)
            text = check[2] if check else node.whole()
            kind = Kind.CODE if node.code else Kind.TEXT
            found = self._statement(node.line, text, kind, above)
            yield replace(found, checked=check[1] != " ") if check else found

    def _tree(self) -> list[_Node]:
        """The list at `at`, and leaves `at` behind it."""
        roots: list[_Node] = []
        path: list[_Node] = []
        while self._at < len(self._source):
            text = self._source[self._at]
            found = _ITEM.fullmatch(text)
            if not text.strip():
                following = next((line for line in self._source[self._at :] if line.strip()), "")
                if not (_ITEM.fullmatch(following) or following[:2] in {"  ", "\t"} or following[:1] == "\t"):
                    break
                self._at += 1
            elif found and not _RULE.fullmatch(text):
                indent = len(found[1].expandtabs(4))
                node = _Node(line=self._at, indent=indent, mark=found["mark"], parts=[found[3].strip()])
                while path and path[-1].indent >= indent:
                    path.pop()
                (path[-1].below if path else roots).append(node)
                path.append(node)
                self._at += 1
            elif _FENCE.fullmatch(text) and text[:1] in " \t":
                end = self._fenced(self._at)
                path[-1].code += _dedented(self._source[self._at : end])
                self._at = end
            elif text[:1] not in " \t" and (_starts_block(text) or _BOLD_LINE.fullmatch(text)):
                break
            else:
                path[-1].parts.append(text.strip())
                self._at += 1
        return roots

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

    def _fenced(self, at: int) -> int:
        opened = _FENCE.fullmatch(self._source[at])
        mark = opened[2] if opened else "```"
        for end in range(at + 1, len(self._source)):
            closing = self._source[end].strip()
            if closing.startswith(mark) and not closing.strip(mark[0]):
                return end + 1
        return len(self._source)

    def _until(self, belongs: Callable[[str], bool]) -> int:
        end = self._at + 1
        while end < len(self._source) and self._source[end].strip() and belongs(self._source[end]):
            end += 1
        return end


def _starts_block(line: str) -> bool:
    return bool(
        _HEADING.fullmatch(line)
        or _FENCE.fullmatch(line)
        or _ITEM.fullmatch(line)
        or _RULE.fullmatch(line)
        or line.lstrip().startswith("<!--")
    )


def _is_label(text: str) -> bool:
    """True for an item that only names what is below it."""
    bare = text.strip("*_ ")
    if bare.endswith((":", "：")):
        return True
    wide = sum(char > "\u2e7f" for char in bare)
    return not bare.endswith((".", "。", "!", "！")) and (
        0 < wide <= 4 or (not wide and len(bare.split()) <= _LABEL_WORDS)
    )


def _is_fragment(text: str) -> bool:
    """True for a few words that only say something together with their neighbours."""
    wide = sum(char > "\u2e7f" for char in text)
    return (
        wide <= 10 and len(text) - wide <= 30 and len(text.split()) <= 4 and not text.endswith((".", "。", "!", "！"))
    )


def _are_lines(lines: Sequence[str]) -> bool:
    """True when a paragraph's lines are short ones of their own, and no text that was wrapped."""
    return len(lines) > 1 and all(len(line) < 60 for line in lines[:-1])


def _dedented(lines: Sequence[str]) -> list[str]:
    margin = len(lines[0]) - len(lines[0].lstrip())
    return [line[margin:] if not line[:margin].strip() else line.lstrip() for line in lines]

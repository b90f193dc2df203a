"""Lists in markdown as trees, with the code that stands in their items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from satchel.formats.guidance.marks import BOLD_LINE, FENCE, ITEM, RULE, dedented, starts_block
from satchel.formats.tabular.text_blocks import join


@dataclass(slots=True)
class Node:
    """An item of a list with what is indented under it."""

    line: int
    indent: int
    mark: str
    parts: list[str]
    code: list[str] = field(default_factory=list)
    below: list[Node] = field(default_factory=list)

    @property
    def ordered(self) -> bool:
        return self.mark not in "-*+•·"

    def own(self) -> str:
        return "\n".join([join(self.parts), *self.code])

    def whole(self, depth: int = 0) -> str:
        """The item and what is below it, as a list again."""
        inner = [f"{'  ' * depth}{node.mark} {node.whole(depth + 1)}" for node in self.below]
        return "\n".join([self.own(), *inner])


def read_list(source: Sequence[str], at: int) -> tuple[list[Node], int]:
    """The list at a line, as a tree, and the line behind it."""
    roots: list[Node] = []
    path: list[Node] = []
    while at < len(source):
        text = source[at]
        found = ITEM.fullmatch(text)
        if not text.strip():
            following = next((line for line in source[at:] if line.strip()), "")
            if not (ITEM.fullmatch(following) or following[:2] in {"  ", "\t"} or following[:1] == "\t"):
                break
            at += 1
        elif found and not RULE.fullmatch(text):
            indent = len(found[1].expandtabs(4))
            node = Node(line=at, indent=indent, mark=found["mark"], parts=[found[3].strip()])
            while path and path[-1].indent >= indent:
                path.pop()
            (path[-1].below if path else roots).append(node)
            path.append(node)
            at += 1
        elif FENCE.fullmatch(text) and text[:1] in " \t":
            end = fence_end(source, at)
            path[-1].code += dedented(source[at:end])
            at = end
        elif text[:1] not in " \t" and (starts_block(text) or BOLD_LINE.fullmatch(text)):
            break
        else:
            path[-1].parts.append(text.strip())
            at += 1
    return roots, at


def fence_end(source: Sequence[str], at: int) -> int:
    """The line behind a block of code that opens at a line; the end of the text where nothing closes it."""
    opened = FENCE.fullmatch(source[at])
    mark = opened[2] if opened else "```"
    for end in range(at + 1, len(source)):
        closing = source[end].strip()
        if closing.startswith(mark) and not closing.strip(mark[0]):
            return end + 1
    return len(source)

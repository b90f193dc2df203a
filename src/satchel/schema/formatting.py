"""One layout of the file: indentation, blank lines, the order of fields. Comments and values stay as they are.

It moves lines and never writes a value, so that quotes, flow style and comments survive. The result is read again and
compared with what was there; a file that would say something else is left alone.
"""

from __future__ import annotations

from typing import Any, Final

import yaml

from satchel.schema.layout import DEPRECATION, EXEMPTION, FILE, KEY, NAMESPACE, RESERVED
from satchel.schema.shapes import Fields
from satchel.schema.tree import Mark, Node, parse

_STEP: Final = 2
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ORDERS: Final[dict[tuple[str, ...], Fields]] = {
    (): FILE,
    ("namespaces", "*"): NAMESPACE,
    ("keys", "*"): KEY,
    ("keys", "*", "deprecated"): DEPRECATION,
    ("reserved", "*"): RESERVED,
    ("exemptions", "*"): EXEMPTION,
}
"""Where fields have an order of their own; types keep the order that they are written in."""


class UnformattableError(Exception):
    """The file cannot be laid out: it is damaged, or would not say the same."""


def format_text(text: str) -> str:
    """The same file in the one layout; laying it out twice changes nothing more.

    Raises:
        UnformattableError: see there.
    """
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    problems: list[tuple[str, Mark, str]] = []
    root = parse(plain, lambda rule, at, message: problems.append((rule, at, message)))
    if root is None or problems:
        _, at, message = problems[0] if problems else ("", Mark(1, 1), "there is nothing in it")
        raise UnformattableError(f"line {at.line}: {message}")
    made = _Writer(plain, root).written()
    again: list[str] = []
    after = parse(made, lambda rule, at, message: again.append(message))
    if again or after is None or after.plain() != root.plain() or _comments(made) != _comments(plain):
        raise UnformattableError("its layout is too unusual to be changed without risk; nothing was changed")
    return made


class _Writer:
    """Lays out block mappings and block lists; whatever is inside a line or in flow style moves as it is."""

    def __init__(self, text: str, root: Node) -> None:
        self.lines = text.split("\n")
        self.fixed = _inside_scalars(text)
        self.root = root

    def written(self) -> str:
        if not isinstance(self.root.value, dict) or self._is_flow(self.root):
            return "\n".join(line.rstrip() for line in self.lines).strip("\n") + "\n"
        first = min(mark.line for mark in self.root.keys.values()) - 1
        head = [line.strip() for line in self.lines[:first]]
        out = _squeezed([*head, *self._mapping(self.root, (), 0, len(self.lines))])
        return "\n".join(out).strip("\n") + "\n"

    def _is_flow(self, node: Node) -> bool:
        line = self.lines[node.at.line - 1]
        return line[node.at.column - 1 : node.at.column] in {"{", "["}

    def _is_bare(self, index: int) -> bool:
        stripped = self.lines[index].strip()
        return index not in self.fixed and (not stripped or stripped.startswith("#"))

    def _with_comments(self, index: int, least: int) -> int:
        """The first of the bare lines right above a line (from 0): they belong to what follows."""
        while index > least and self._is_bare(index - 1):
            index -= 1
        return index

    def _without_blanks(self, start: int, stop: int) -> int:
        """The end of some lines, blank ones at their end left out."""
        while stop > start and not self.lines[stop - 1].strip() and stop - 1 not in self.fixed:
            stop -= 1
        return stop

    def _tail(self, start: int, end: int, column: int) -> int:
        """Where the comments at the end of a block begin that stand no further in than the block itself."""
        first = self._with_comments(end, start)
        for index in range(first, end):
            line = self.lines[index]
            if line.strip() and len(line) - len(line.lstrip()) <= column:
                return index
        return end

    def _comments_of(self, start: int, stop: int, indent: int) -> list[str]:
        return [" " * indent + line.strip() for line in self.lines[start:stop] if line.strip()]

    def _mapping(self, node: Node, path: tuple[str, ...], indent: int, end: int) -> list[str]:
        names = list(node.keys)
        starts = [node.keys[name].line - 1 for name in names]
        tail = self._tail(starts[-1] + 1, end, node.keys[names[-1]].column - 1)
        blocks: list[tuple[str, list[str]]] = []
        for place, name in enumerate(names):
            first = self._with_comments(starts[place], starts[place - 1] + 1) if place else starts[place]
            stop = self._with_comments(starts[place + 1], starts[place] + 1) if place + 1 < len(names) else tail
            stop = self._without_blanks(starts[place] + 1, stop)
            above = self._comments_of(first, starts[place], indent)
            blocks.append((name, [*above, *self._field(node, name, path, indent, starts[place], stop)]))
        order = _ORDERS.get(path)
        if order is not None and len(set(starts)) == len(starts):
            rank = {name: place for place, name in enumerate(order.fields)}
            blocks.sort(key=lambda one: rank.get(one[0], len(rank)))
        out: list[str] = []
        for place, (_, lines) in enumerate(blocks):
            if place and not path and out[-1].strip() and len(lines) > 1:
                out.append("")
            out += lines
        return [*out, *self._comments_of(tail, end, indent)]

    def _field(self, node: Node, name: str, path: tuple[str, ...], indent: int, start: int, stop: int) -> list[str]:
        inner: Node = node.value[name]
        column = node.keys[name].column - 1
        first = " " * indent + self.lines[start][column:].rstrip()
        here = (*path, "*" if path == ("namespaces",) else name)
        is_block = inner.value and isinstance(inner.value, dict | list) and not self._is_flow(inner)
        if not is_block or inner.at.line - 1 <= start:
            return [first, *self._moved(start + 1, stop, indent - column)]
        if isinstance(inner.value, dict):
            begin = min(mark.line for mark in inner.keys.values()) - 1
            body = self._mapping(inner, here, indent + _STEP, stop)
        else:
            begin = self._dash(inner.value[0])
            body = self._list(inner, here, indent + _STEP, stop)
        return [first, *self._comments_of(start + 1, begin, indent + _STEP), *body]

    def _list(self, node: Node, path: tuple[str, ...], indent: int, end: int) -> list[str]:
        out: list[str] = []
        starts = [self._dash(inner) for inner in node.value]
        column = len(self.lines[starts[0]]) - len(self.lines[starts[0]].lstrip())
        tail = self._tail(starts[-1] + 1, end, column)
        for place, inner in enumerate(node.value):
            first = self._with_comments(starts[place], starts[place - 1] + 1) if place else starts[place]
            stop = self._with_comments(starts[place + 1], starts[place] + 1) if place + 1 < len(starts) else tail
            if any(not line.strip() for line in self.lines[first : starts[place]]):
                out.append("")
            out += self._comments_of(first, starts[place], indent)
            out += self._item(inner, path, indent, starts[place], self._without_blanks(starts[place] + 1, stop))
        return [*out, *self._comments_of(tail, end, indent)]

    def _item(self, inner: Node, path: tuple[str, ...], indent: int, start: int, stop: int) -> list[str]:
        line = self.lines[start]
        if not isinstance(inner.value, dict) or not inner.value or self._is_flow(inner):
            by = indent - (len(line) - len(line.lstrip()))
            return [" " * indent + line.strip(), *self._moved(start + 1, stop, by)]
        begin = min(mark.line for mark in inner.keys.values()) - 1
        made = self._mapping(inner, (*path, "*"), indent + _STEP, stop)
        lead = next(i for i, one in enumerate(made) if not one.strip().startswith("#"))
        # What stood above the field that is the first one now goes above the whole item, and a dash alone is joined.
        above = [*self._comments_of(start + 1, begin, indent), *(one[_STEP:] for one in made[:lead])]
        return [*above, " " * indent + "- " + made[lead].lstrip(), *made[lead + 1 :]]

    def _dash(self, node: Node) -> int:
        """The line (from 0) of the dash before an item."""
        index = node.at.line - 1
        while index > 0 and not self.lines[index].lstrip().startswith("-"):
            index -= 1
        return index

    def _moved(self, start: int, stop: int, by: int) -> list[str]:
        """Lines as they are, moved as a whole: what is relative inside them stays so."""
        out = []
        for index in range(start, stop):
            line = self.lines[index]
            kept = line if index in self.fixed else line.rstrip()
            if not kept.strip():
                out.append(kept if index in self.fixed else "")
            else:
                out.append(" " * by + kept if by >= 0 else kept[min(-by, len(kept) - len(kept.lstrip())) :])
        return out


def _inside_scalars(text: str) -> set[int]:
    """Lines (from 0) that are inside a text of several lines, where a # is no comment and a blank counts."""
    found: set[int] = set()
    for token in yaml.scan(text, Loader=_LOADER):
        if isinstance(token, yaml.ScalarToken) and token.end_mark.line > token.start_mark.line:
            last = token.end_mark.line if token.end_mark.column else token.end_mark.line - 1
            found.update(range(token.start_mark.line + 1, last + 1))
    return found


def _comments(text: str) -> list[str]:
    """All comments, in the order of the alphabet: none may be lost, though fields are ordered anew."""
    inside = _inside_scalars(text)
    ends: dict[int, int] = {}
    for token in yaml.scan(text, Loader=_LOADER):
        end = token.end_mark
        ends[end.line] = max(ends.get(end.line, 0), end.column)
    found = []
    for index, line in enumerate(text.split("\n")):
        rest = line[ends.get(index, 0) :]
        if "#" in rest and (index not in inside or index in ends):
            found.append(rest[rest.index("#") :].strip())
    return sorted(found)


def _squeezed(lines: list[str]) -> list[str]:
    """At most one blank line after another."""
    out: list[str] = []
    for line in lines:
        if line.strip() or (out and out[-1].strip()):
            out.append(line)
    return out

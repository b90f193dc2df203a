"""YAML as a tree in which every value knows its line and column.

Read by events, so that nothing is expanded: an anchor or alias is a finding and not a bomb. Plain scalars are read by
the core schema of YAML 1.2: `on` is a text, a date is a text. Of a damaged file the part before the damage is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

MOST_BYTES: Final = 32 << 20
_DEEPEST: Final = 60
"""Levels of nesting; the deepest type that anybody can read has far fewer."""
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
MERGE_MARK: Final = re.compile(r"^<{7} ", re.MULTILINE)
"""Begins what git leaves in a file whose two sides it could not merge."""
_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_FLAGS: Final = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in a file, both counted from 1."""

    line: int
    column: int


START: Final = Mark(1, 1)


@dataclass(slots=True)
class Node:
    """One value: a scalar, a list of nodes, or a mapping of names to nodes."""

    at: Mark
    value: Any
    """str, int, float, bool or None; list[Node]; dict[str, Node]."""
    keys: dict[str, Mark] = field(default_factory=dict)
    """Of a mapping: where each name stands."""
    broken: bool = False
    """An alias stood here, or something else that has no value; its finding is made already."""

    def plain(self) -> Any:
        """The value without places."""
        if isinstance(self.value, dict):
            return {name: inner.plain() for name, inner in self.value.items()}
        if isinstance(self.value, list):
            return [inner.plain() for inner in self.value]
        return self.value


Report = Callable[[str, Mark, str], None]
"""Takes the rule, the place and the message of a finding about form."""


def decoded(data: bytes, report: Report) -> str | None:
    """The text of a file; None, with a finding, where it is no UTF-8 or too large."""
    if len(data) > MOST_BYTES:
        report("FILE_UNREADABLE", START, f"larger than {MOST_BYTES >> 20} MiB")
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        at = Mark(before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1)
        report("FILE_UNREADABLE", at, "not UTF-8")
        return None


def parse(text: str, report: Report) -> Node | None:
    """The tree of a text; None where there is nothing, or nothing that can be used."""
    told: list[str] = []

    def noted(rule: str, at: Mark, message: str) -> None:
        told.append(rule)
        report(rule, at, message)

    builder = _Builder(noted)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        merge = MERGE_MARK.search(text)
        if merge is not None:
            noted("FILE_UNREADABLE", _of_offset(text, merge.start()), "a merge left its marks here: settle it first")
            return None
        mark = error.problem_mark or error.context_mark
        at = _within(text, _mark(mark)) if mark else START
        context = f" ({error.context})" if error.context else ""
        noted("FILE_UNREADABLE", at, f"not YAML: {error.problem or 'damaged'}{context}")
    except (yaml.YAMLError, ValueError) as error:
        place = getattr(error, "position", None)
        noted("FILE_UNREADABLE", _of_offset(text, place), f"not YAML: {str(error).splitlines()[0]}")
    except _Stop:
        pass
    if builder.root is None and not told:
        noted("FILE_UNREADABLE", START, "there is nothing in the file")
    return builder.root


def scalar(text: str) -> Any:
    """What a plain scalar stands for."""
    if text in _NULLS:
        return None
    if text in _FLAGS:
        return _FLAGS[text]
    first = text[0]
    if first.isdigit() or first in "+-.":
        if _INT.fullmatch(text) and len(text) <= 40:
            number = int(text, 0) if text[:2] in {"0x", "0o"} else int(text)
            # Beyond 64 bits no tool that reads the schema has a number for it.
            return number if -(1 << 63) <= number < 1 << 63 else text
        if _FLOAT.fullmatch(text):
            value = float(text)
            return value if abs(value) != float("inf") else text
    return text


class _Stop(Exception):
    """Nothing after this can be used."""


class _Builder:
    """Makes nodes of events, one at a time; never deeper than `_DEEPEST`."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self.root: Node | None = None
        self._open: list[tuple[Node, list[Any]]] = []
        """Collections that are not closed, each with the key that waits for its value: [] or [(name, mark)]."""

    def take(self, event: Any) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._plain_only(event)
            value = scalar(event.value) if event.implicit[0] and not event.style else event.value
            self._place(Node(_mark(event.start_mark), value), event.value)
        elif isinstance(event, yaml.AliasEvent):
            at = _mark(event.start_mark)
            self._report("FILE_NOT_PLAIN", at, f"alias *{event.anchor}: write the value out, aliases are not followed")
            self._place(Node(at, None, broken=True), None)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._plain_only(event)
            node = Node(_mark(event.start_mark), {} if isinstance(event, yaml.MappingStartEvent) else [])
            self._place(node, None)
            self._open.append((node, []))
            if len(self._open) > _DEEPEST:
                self._halt(node.at, f"nested deeper than {_DEEPEST} levels")
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            self._open.pop()
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self._halt(_mark(event.start_mark), "a second document; a schema is one")

    def _plain_only(self, event: Any) -> None:
        if event.anchor is not None:
            self._report("FILE_NOT_PLAIN", _mark(event.start_mark), f"anchor &{event.anchor}: not used in a schema")
        if event.tag is not None:
            tag = event.tag if len(event.tag) < 60 else event.tag[:59] + "…"
            self._report("FILE_NOT_PLAIN", _mark(event.start_mark), f"tag {tag}: not used in a schema")

    def _place(self, node: Node, written: str | None) -> None:
        if not self._open:
            self.root = node
            return
        parent, waiting = self._open[-1]
        if isinstance(parent.value, list):
            parent.value.append(node)
        elif not waiting:
            if written is None and not node.broken:
                self._report("FIELD_TYPE", node.at, "a list or mapping stands where a name belongs")
            if written == "<<":
                self._report("FILE_NOT_PLAIN", node.at, "merge key <<: write the fields out")
            waiting.append((written, node.at))
        else:
            name, at = waiting.pop()
            if name is None or name == "<<":
                return
            if name in parent.value:
                first = parent.keys[name]
                self._report(
                    "FILE_DUPLICATE_KEY", at, f"{name!r} stands here a second time; the first is on line {first.line}"
                )
                return
            parent.value[name] = node
            parent.keys[name] = at

    def _halt(self, at: Mark, message: str) -> None:
        self._report("FILE_UNREADABLE", at, message)
        raise _Stop


def _mark(mark: Any) -> Mark:
    return Mark(mark.line + 1, mark.column + 1)


def _within(text: str, mark: Mark) -> Mark:
    """A text that ends too early is told at its end, and not on a line that it does not have."""
    lines = text.split("\n")
    return mark if mark.line <= len(lines) else Mark(len(lines), len(lines[-1]) + 1)


def _of_offset(text: str, offset: Any) -> Mark:
    if not isinstance(offset, int) or not 0 <= offset <= len(text):
        return START
    before = text[:offset]
    return Mark(before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)

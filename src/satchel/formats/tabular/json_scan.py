"""A JSON document of any size as a flat sequence of pieces, none larger than a bound."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from satchel.formats.tabular.json_shape import joined
from satchel.formats.tabular.json_text import BrokenJsonError, JsonText, tidy

WHOLE = 8 << 20
"""Characters. Containers up to this are held in memory as one value; larger ones are entered."""
ELEMENT = 64 << 20
"""Characters. The longest element of a list and the longest text."""

_DEEPEST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One value of a document, good or bad."""

    path: str
    """Of the container it stands in; empty for the document."""
    kind: str
    """`root` for a value that stands by itself, `array`, `object`."""
    key: str
    """The member's name, or its place as digits."""
    value: Any = None
    """Tidied. Meaningless when `problem` is set and nothing could be mended."""
    raw: str = ""
    problem: str = ""

    @property
    def position(self) -> str:
        """Its place in words of JSON."""
        if self.kind == "object":
            return joined(self.path, self.key)
        return f"{self.path}[{self.key}]"


def scan(text: JsonText) -> Iterator[Piece]:
    """The pieces of everything in a text: usually one document, sometimes several one after the other.

    A broken element of a list costs that element; where nothing after a break can be trusted, the last piece says so.
    """
    number = 0
    while text.peek():
        if text.peek() in {",", ";"} and number:
            text.skip()  # a list without its brackets, or the end of a script's statement
            continue
        going = yield from _value(text, "", "root", str(number), keys=frozenset(), depth=0)
        number += 1
        if not going:
            return


def _value(
    text: JsonText, path: str, kind: str, key: str, *, keys: frozenset[str], depth: int
) -> Generator[Piece, None, bool]:
    """One value, whole or entered. Returns whether reading can go on behind it."""
    enter = kind != "array" and text.peek() in {"{", "["} and depth < _DEEPEST
    try:
        value, raw = text.value(WHOLE if enter else ELEMENT)
        value = tidy(value)
    except RecursionError:
        yield Piece(path=path, kind=kind, key=key, problem="nested too deeply to be of use")
        return True
    except BrokenJsonError as fault:
        if enter:
            inner = path if kind == "root" else joined(path, key)
            return (yield from _enter(text, inner, depth + 1))
        return (yield from _broken(text, fault, path, kind, key, keys=keys))
    yield Piece(path=path, kind=kind, key=key, value=value, raw=raw)
    return True


def _enter(text: JsonText, path: str, depth: int) -> Generator[Piece, None, bool]:
    """The members of the container that starts here."""
    if text.peek() == "[":
        return (yield from _array(text, path, depth))
    return (yield from _object(text, path, depth))


def _array(text: JsonText, path: str, depth: int) -> Generator[Piece, None, bool]:
    text.skip()
    number = 0
    keys: frozenset[str] = frozenset()
    while True:
        char = text.peek()
        if char in {"]", ","}:
            text.skip()
            if char == "]":
                return True
        elif not char:
            yield _stopped(text, path, "array", str(number))
            return False
        else:
            going = True
            for piece in (walker := _Returning(_value(text, path, "array", str(number), keys=keys, depth=depth))):
                if not piece.problem and isinstance(piece.value, dict):
                    keys = frozenset(piece.value)
                yield piece
            going = walker.result
            number += 1
            if not going:
                return False


def _object(text: JsonText, path: str, depth: int) -> Generator[Piece, None, bool]:
    text.skip()
    keys: frozenset[str] = frozenset()
    while True:
        char = text.peek()
        if char in {"}", ","}:
            text.skip()
            if char == "}":
                return True
            continue
        if not char:
            yield _stopped(text, path, "object", "")
            return False
        try:
            key, _ = text.value(ELEMENT)
            if not isinstance(key, str) or text.peek() != ":":
                raise text.broken("a member without a name and a colon", "syntax")
        except BrokenJsonError as fault:
            return (yield from _broken(text, fault, path, "object", "", keys=keys))
        text.skip()
        for piece in (walker := _Returning(_value(text, path, "object", tidy(key), keys=keys, depth=depth))):
            if piece.path == path and not piece.problem and isinstance(piece.value, dict):
                keys = frozenset(piece.value)
            yield piece
        if not walker.result:
            return False


class _Returning:
    """Iterates over a generator and keeps what it returns."""

    def __init__(self, generator: Generator[Piece, None, bool]) -> None:
        self._generator = generator
        self.result = False

    def __iter__(self) -> Iterator[Piece]:
        self.result = yield from self._generator


def _broken(
    text: JsonText, fault: BrokenJsonError, path: str, kind: str, key: str, *, keys: frozenset[str]
) -> Generator[Piece, None, bool]:
    where = f"line {fault.line}, column {fault.column}"
    if fault.kind == "large":
        going = text.step_over_large()
        yield Piece(path=path, kind=kind, key=key, problem=f"{fault} at {where}; left out")
        return going
    value, raw, going = text.isolate(keys, keyed=kind == "object")
    if going and value is not None:
        try:
            yield Piece(path=path, kind=kind, key=key, value=tidy(value), raw=raw)
            return True
        except RecursionError:
            value = None
    problem = f"broken JSON at {where}: {fault}"
    if not going:
        left = text.rest()
        problem += f"; nothing after it could be read ({left:,} characters)"
    yield Piece(path=path, kind=kind, key=key, raw=raw, problem=problem)
    return going


def _stopped(text: JsonText, path: str, kind: str, key: str) -> Piece:
    fault = text.broken("", "cut")
    return Piece(
        path=path,
        kind=kind,
        key=key,
        problem=f"the document breaks off inside {path or 'the list'}, at line {fault.line}",
    )

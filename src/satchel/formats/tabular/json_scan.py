"""A JSON document of any size as a flat sequence of pieces, none larger than a bound."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from satchel.formats.tabular.json_shape import joined
from satchel.formats.tabular.json_text import BrokenJsonError, JsonText, tidy

WHOLE = 4 << 20
"""Characters. Containers up to this are held in memory as one value; larger ones are entered."""
ELEMENT = 64 << 20
"""Characters. The longest element of a list and the longest text."""

_DEEPEST = 8
_TOO_DEEP = "nested too deeply to be of use"


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
            return joined(self.path, self.key) or "the document"
        return f"{self.path}[{self.key}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What of a document is held as one value."""

    enter_above: int | None = None
    """Characters. A longer element of a list is entered like the document itself, and so is a broken one, of which then
    only the broken member is lost; None: an element is held, up to `ELEMENT`, or lost."""
    rows_in: str = ""
    """Name of objects whose members are held like the elements of a list: rows under their ids."""

    def holds_members(self, path: str) -> bool:
        """Whether the members of the object at `path` are held up to `ELEMENT`."""
        return bool(self.rows_in) and (path == self.rows_in or path.endswith("." + self.rows_in))


def scan(text: JsonText, bounds: Bounds = Bounds()) -> Iterator[Piece]:
    """The pieces of everything in a text: usually one document, sometimes several one after the other.

    A broken element of a list costs that element; where nothing after a break can be trusted, the last piece says so.
    """
    number = 0
    while text.peek():
        if text.peek() in {",", ";"} and number:
            text.skip()  # a list without its brackets, or the end of a script's statement
            continue
        going = yield from _value(text, bounds, "", "root", str(number), keys=frozenset(), depth=0)
        number += 1
        if not going:
            return


def _value(
    text: JsonText, bounds: Bounds, path: str, kind: str, key: str, *, keys: frozenset[str], depth: int
) -> Generator[Piece, None, bool]:
    """One value, whole or entered. Returns whether reading can go on behind it."""
    opening = text.peek()
    enter = opening in {"{", "["} and depth < _DEEPEST and not bounds.holds_members(path)
    try:
        value, raw = text.value(WHOLE if enter else ELEMENT)
        value = tidy(value)
    except RecursionError:
        yield Piece(path=path, kind=kind, key=key, problem=_TOO_DEEP)
        return True
    except BrokenJsonError as fault:
        # Among like neighbours a broken object is one lost row; elsewhere what is inside it may still be good.
        if enter and not (keys and opening == "{" and fault.kind != "large"):
            inner = path if kind == "root" else joined(path, key)
            return (yield from _enter(text, bounds, inner, depth + 1))
        return bool((yield from _broken(text, fault, path, kind, key, keys=keys)))
    yield Piece(path=path, kind=kind, key=key, value=value, raw=raw)
    return True


def _enter(text: JsonText, bounds: Bounds, path: str, depth: int) -> Generator[Piece, None, bool]:
    """The members of the container that starts here."""
    if text.peek() == "[":
        return (yield from _array(text, bounds, path, depth))
    return (yield from _object(text, bounds, path, depth))


def _array(text: JsonText, bounds: Bounds, path: str, depth: int) -> Generator[Piece, None, bool]:
    text.skip()
    number = 0
    good: Any = None
    while True:
        char = text.peek()
        if char == ",":
            text.skip()
            continue
        if char == "]":
            stray = good is not None and _goes_on(text.ahead(), depth)
            stray = stray or (good is None and text.ahead()[:1] == "{")
            text.skip()
            if not stray:
                return True
            yield _astray(text, path, "array", str(number), "]")
            continue
        if not char:
            yield _stopped(text, path, "array", str(number))
            return False
        key = str(number)
        number += 1
        enter = bounds.enter_above is not None and char in {"{", "["} and depth < _DEEPEST
        try:
            value, raw = text.value(bounds.enter_above if enter and bounds.enter_above else ELEMENT)
            value = tidy(value)
        except RecursionError:
            yield Piece(path=path, kind="array", key=key, problem=_TOO_DEEP)
        except BrokenJsonError as fault:
            keys = frozenset(good) if isinstance(good, dict) else frozenset[str]()
            going: bool | None = None
            if not enter or fault.kind == "syntax":
                going = yield from _broken(text, fault, path, "array", key, keys=keys, enter=enter)
            if going is None:
                going = yield from _enter(text, bounds, f"{path}[{key}]", depth + 1)
            if not going:
                return False
        else:
            if isinstance(value, str) and text.peek() == ":":  # the name of a member whose object lost its bracket
                outside = text.broken("a member outside an object", "syntax")
                keys = frozenset(good) if isinstance(good, dict) else frozenset[str]()
                if not (yield from _broken(text, outside, path, "array", key, keys=keys)):
                    return False
                continue
            good = value
            yield Piece(path=path, kind="array", key=key, value=value, raw=raw)


def _object(text: JsonText, bounds: Bounds, path: str, depth: int) -> Generator[Piece, None, bool]:
    text.skip()
    last: frozenset[str] = frozenset()
    keys: frozenset[str] = frozenset()
    lists = _Strays(path)
    while char := text.peek():
        if char in {"}", ",", "]"}:
            stray = char == "}" and depth == 1 and text.ahead() == ',"'
            text.skip()
            if stray:
                yield _astray(text, path, "object", "", "}")
            elif char == "}":
                return True
            continue
        try:
            key, raw = text.value(ELEMENT)
            key = tidy(key)
        except RecursionError:
            yield Piece(path=path, kind="object", key="", problem=_TOO_DEEP)
            continue
        except BrokenJsonError as fault:
            if not (yield from _broken(text, fault, path, "object", "", keys=keys)):
                return False
            continue
        if not isinstance(key, str):
            yield from lists.pieces(text, key, raw)
            continue
        if text.peek() == ":":
            text.skip()
        elif text.peek() not in {"{", "["}:  # only the colon was lost there, and is not missed
            yield Piece(path=path, kind="object", key=key, raw=raw, problem=_here(text, "a name without a value"))
            continue
        opening = text.peek()
        for piece in (walker := _Returning(_value(text, bounds, path, "object", key, keys=keys, depth=depth))):
            if piece.path == path and not piece.problem and isinstance(piece.value, dict):
                last, keys = frozenset(piece.value), _like(last, frozenset(piece.value))
            yield piece
        if not walker.result:
            return False
        if opening == "[":
            lists.name = joined(path, key)
    yield _stopped(text, path, "object", "")
    return False


class _Strays:
    """Values that stand where a member should: the list before them was closed too early, and they belong to it."""

    def __init__(self, path: str) -> None:
        self.name = path
        self._count = 0

    def pieces(self, text: JsonText, value: Any, raw: str) -> Iterator[Piece]:
        if not self._count:
            problem = _here(text, "a value without a name, taken as one of the list before it")
            yield Piece(path=self.name, kind="array", key="?", problem=problem)
        yield Piece(path=self.name, kind="array", key=f"?{self._count}", value=value, raw=raw)
        self._count += 1


def _here(text: JsonText, what: str) -> str:
    fault = text.broken("", "syntax")
    return f"broken JSON at line {fault.line}, column {fault.column}: {what}"


def _like(last: frozenset[str], now: frozenset[str]) -> frozenset[str]:
    """The keys of an object when they are mostly those of the one before it, else none."""
    return now if len(last & now) * 2 > len(last | now) * 0.8 else frozenset()


class _Returning:
    """Iterates over a generator and keeps what it returns."""

    def __init__(self, generator: Generator[Piece, None, bool]) -> None:
        self._generator = generator
        self.result = False

    def __iter__(self) -> Iterator[Piece]:
        self.result = yield from self._generator


def _broken(
    text: JsonText, fault: BrokenJsonError, path: str, kind: str, key: str, *, keys: frozenset[str], enter: bool = False
) -> Generator[Piece, None, bool | None]:
    """Past a broken value. Returns as `_value`, and None for one that the caller is to `enter` where it starts."""
    where = f"line {fault.line}, column {fault.column}"
    if fault.kind == "large":
        going = text.step_over_large()
        yield Piece(path=path, kind=kind, key=key, problem=f"{fault} at {where}; left out")
        return going
    value, raw, going = text.isolate(keys, keyed=kind == "object", enter=enter)
    if enter and not going:
        return None
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


def _goes_on(ahead: str, depth: int) -> bool:
    """True when behind a closing bracket the list goes on: the bracket is one too many."""
    return ahead[:1] == "{" or (ahead == ",{" and depth >= 1)


def _astray(text: JsonText, path: str, kind: str, key: str, bracket: str) -> Piece:
    return Piece(path=path, kind=kind, key=key, problem=_here(text, f"a {bracket!r} too many before this"))


def _stopped(text: JsonText, path: str, kind: str, key: str) -> Piece:
    fault = text.broken("", "cut")
    return Piece(
        path=path,
        kind=kind,
        key=key,
        problem=f"the document breaks off inside {path or 'the list'}, at line {fault.line}",
    )

"""JSON taken apart while it is read: one value at a time from a text of any length, with recovery after damage."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from satchel.formats.tabular.rows import Vector

_DEEPEST = 200
_SHORTEST_VECTOR = 16
_SHORTEST_COUNTS = 64
_ISOLATE_WITHIN = 8 << 20
FIRST_WINDOW = 1 << 16
"""Characters that are made ready before a value is tried; more when it turns out to be longer."""

_TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)
_TROUBLES = re.compile(
    r'"[^"\\]*(?:\\.[^"\\]*)*"|//[^\n]*|/\*.*?\*/|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[}\]])|\b(?:None|True|False|undefined)\b',
    re.DOTALL,
)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OPENING = {"]": "[", "}": "{"}
_BARE_WORD = re.compile(r"[^\s\"\[\]{},:]+")
_LONGEST_COMMENT = 1 << 16
_PYTHON = re.compile(r"\s*[\[{(]+\s*'")
_LONGEST_LITERAL = 1 << 20
_WORDS = {"None": "null", "undefined": "null", "True": "true", "False": "false"}
_NUMBERS_TEXT = re.compile(r"\[\s*[-+]?(?:\d|\.\d|nan)[-+\d.eE,\s]*\]")
_TIDIED = frozenset({str, dict, list})
_SURROGATE = re.compile("[\ud800-\udfff]")


class BrokenJsonError(Exception):
    """A value that cannot be read; private to the readers."""

    def __init__(self, message: str, kind: str, line: int, column: int) -> None:
        super().__init__(message)
        self.kind = kind
        """`syntax`, `cut` (the text ends inside), `large` (longer than allowed), `deep`."""
        self.line, self.column = line, column


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of a key given twice the last one counts, as everywhere, and the others stay as `key~1`, `key~2`."""
    result = dict(pairs)
    if len(result) != len(pairs):
        given: dict[str, list[Any]] = {}
        for key, value in pairs:
            given.setdefault(key, []).append(value)
        for key, values in given.items():
            result.update((f"{key}~{number}", value) for number, value in enumerate(values[:-1], start=1))
    return result


def _int(digits: str) -> int | str:
    """An integer of any length; one that Python refuses to convert stays text."""
    try:
        return int(digits)
    except ValueError:
        return digits


_FAST = json.JSONDecoder(strict=False, object_pairs_hook=_pairs)
_SLOW = json.JSONDecoder(strict=False, object_pairs_hook=_pairs, parse_int=_int)


def decode_value(text: str, start: int = 0) -> tuple[Any, int]:
    """The JSON value at `start`, and where it ends.

    Raises:
        json.JSONDecodeError: there is none, or it is broken.
        RecursionError: it is nested too deeply.
    """
    try:
        value, end = _FAST.raw_decode(text, start)
    except json.JSONDecodeError:
        raise
    except ValueError:
        value, end = _SLOW.raw_decode(text, start)
    return value, end


def mended(text: str) -> Any:
    """A value with the small sins of people: comments, commas before a bracket, Python's words for the constants.

    Raises:
        ValueError: it is broken beyond that.
        RecursionError: it is nested too deeply.
    """

    def mend(match: re.Match[str]) -> str:
        found = match[0]
        return found if found[0] == '"' else _WORDS.get(found, "")

    clean = _TROUBLES.sub(mend, text)
    try:
        value, end = decode_value(clean, len(clean) - len(clean.lstrip()))
    except json.JSONDecodeError:
        if not _PYTHON.match(text) or len(text) > _LONGEST_LITERAL:
            raise
        return _python_literal(text)
    if clean[end:].strip():
        raise ValueError("more text after the value")
    return value


def _python_literal(text: str) -> Any:
    """What `print` wrote of a dictionary, read without running anything.

    Raises:
        ValueError: it is no such text, or holds what JSON has no word for.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return json.loads(json.dumps(ast.literal_eval(text.strip())))
        except (SyntaxError, TypeError, MemoryError) as error:
            raise ValueError(f"neither JSON nor a Python value: {error}") from error


def tidy(value: Any, depth: int = 0) -> Any:
    """The value, changed in place, with vectors replaced by `Vector` and lone surrogates by U+FFFD.

    Raises:
        RecursionError: nested more than 200 deep, which no later step needs to bear.
    """
    if depth > _DEEPEST:
        raise RecursionError(f"nested more than {_DEEPEST} deep")
    kind = type(value)
    if kind is str:
        return tidy_text(value)
    if kind is dict:
        for key, item in value.items():
            if type(item) in _TIDIED:
                value[key] = tidy(item, depth + 1)
        if not all(map(str.isascii, value)):
            return {_scrub(key): item for key, item in value.items()}
    elif kind is list:
        if is_vector(value):
            return Vector(len(value))
        for place, item in enumerate(value):
            if type(item) in _TIDIED:
                value[place] = tidy(item, depth + 1)
    return value


def tidy_text(text: str) -> str | Vector:
    """A text as it is, a list of numbers that was stored as text as `Vector`."""
    if len(text) > 100 and text[0] == "[" and _NUMBERS_TEXT.fullmatch(text.rstrip()):
        numbers = len(text.strip()[1:-1].replace(",", " ").split())
        if numbers >= _SHORTEST_VECTOR:
            return Vector(numbers)
    return text if text.isascii() else _scrub(text)


def parsed_text(text: str) -> Any:
    """A text that is a JSON object or array as that value; any other as `tidy_text` has it."""
    start = text.lstrip()
    if start[:1] in {"{", "["} and text.rstrip()[-1] in {"}", "]"}:
        try:
            value, end = decode_value(start)
            if not start[end:].strip():
                return tidy(value)
        except (ValueError, RecursionError):
            pass
    return tidy_text(text)


def is_vector(items: list[Any]) -> bool:
    """True for a long list of nothing but numbers; a short one may be a date, a version, a score."""
    if len(items) < _SHORTEST_VECTOR or not all(type(item) in {int, float} for item in items):
        return False
    return len(items) >= _SHORTEST_COUNTS or any(type(item) is float for item in items)


def _scrub(text: str) -> str:
    return _SURROGATE.sub("\ufffd", text)


class JsonText:
    """A long text of JSON, held in a window around the place that is being read."""

    def __init__(self, chunks: Iterable[str]) -> None:
        self._chunks: Iterator[str] = iter(chunks)
        self._text = ""
        self._at = 0
        self._line = 1
        self._ended = False

    def peek(self) -> str:
        """The next character that is no white space, left where it is; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in " \t\r\n\ufeff\x1e\x00":
                self._at += 1
            if self._at < len(self._text):
                if self._text[self._at] != "/" or not self._skip_comment():
                    return self._text[self._at]
            elif not self._fill(1):
                return ""

    def _skip_comment(self) -> bool:
        """Step over a comment, which some tools leave in their settings; False when this is none."""
        self._fill(_LONGEST_COMMENT)
        match = _COMMENT.match(self._text, self._at)
        if match is None:
            return False
        self._at = match.end()
        return True

    def skip(self) -> None:
        """Step over the character that `peek` saw."""
        self._at += 1

    def ahead(self) -> str:
        """The next two characters behind the one that `peek` saw, white space left out; fewer at the end."""
        self._fill(256)
        return "".join(self._text[self._at + 1 : self._at + 256].split())[:2]

    def value(self, limit: int) -> tuple[Any, str]:
        """The next value, and the first part of its text.

        Raises:
            BrokenJsonError: it cannot be read or is longer than `limit` characters; the place stays where it was.
        """
        self.peek()
        wanted = FIRST_WINDOW
        while True:
            self._fill(wanted)
            try:
                value, end = decode_value(self._text, self._at)
            except RecursionError:
                raise self._broken("nested too deeply to be read", "deep", self._at) from None
            except json.JSONDecodeError as error:
                have = len(self._text) - self._at
                unsure = error.msg.startswith("Unterminated string") or error.pos > len(self._text) - 32
                if self._ended:
                    kind = "cut" if error.pos >= len(self._text.rstrip()) - 1 or unsure else "syntax"
                    raise self._broken(error.msg, kind, error.pos) from None
                if not unsure:
                    raise self._broken(error.msg, "syntax", error.pos) from None
                if have > limit:
                    raise self._broken(f"longer than {limit:,} characters", "large", self._at) from None
                wanted = have * 2
                continue
            if end == len(self._text) and not self._ended and not isinstance(value, str | list | dict):
                wanted = (end - self._at) * 2 + 64  # the rest of a number may still come
                continue
            raw = self._text[self._at : min(end, self._at + 2000)]
            self._at = end
            return value, raw

    def isolate(self, keys: frozenset[str], *, keyed: bool, enter: bool = False) -> tuple[Any, str, bool]:
        """After a broken value: step over it, as far as its extent can be told.

        Args:
            keys: Of the last good neighbour; what follows must be like it.
            keyed: In an object, where the next neighbour starts with its key.
            enter: Step over it only to a neighbour that comes before its end; else stay, for the caller to go inside.

        Returns:
            The value if it could be mended, else None; the start of its text; whether reading can go on behind it.
        """
        self._fill(_ISOLATE_WITHIN)
        start = self._at
        raw = self._text[start : start + 2000]
        end = self._closing(start)
        if end and self._text[end : end + 64].lstrip()[:1] not in {",", "]", "}", ""}:
            end = 0
        if end:
            try:
                value = mended(self._text[start:end])
                self._at = end
                return value, raw, True
            except (ValueError, RecursionError):
                pass
        # A lost quote or bracket makes the extent reach far: the nearest good neighbour counts then.
        follower = self._next_neighbour(start, keys, keyed=keyed)
        trusted = bool(end) and self._neighbour_follows(end, keys, keyed=keyed)
        if follower and (not trusted or follower < end):
            self._at = follower
            return None, self._text[start : min(follower, start + 2000)], True
        if trusted and not enter:
            self._at = end
            return None, raw, True
        self._at = start
        return None, raw, False

    def rest(self) -> int:
        """Read to the end; how many characters there were."""
        count = len(self._text) - self._at
        self._text, self._at = "", 0
        for chunk in self._chunks:
            count += len(chunk)
        self._ended = True
        return count

    def broken(self, message: str, kind: str) -> BrokenJsonError:
        """An error for the place where reading stands."""
        return self._broken(message, kind, self._at)

    def step_over_large(self) -> bool:
        """Step over one value of any length by its brackets, in constant memory; False when it never closes."""
        depth = 0
        while True:
            last = self._at
            for token in _TOKENS.finditer(self._text, self._at):
                if token.end() >= len(self._text) - 1 and not self._ended and token[0][0] == '"':
                    break
                last = token.end()
                depth += (token[0] in "[{") - (token[0] in "]}")
                if depth <= 0:
                    self._at = last
                    return True
            self._at = last
            if not self._fill(len(self._text) - self._at + (1 << 20)):
                return False

    def _fill(self, wanted: int) -> bool:
        """Make at least `wanted` characters ready, fewer only at the end; False when nothing is left at all."""
        have = len(self._text) - self._at
        if have < wanted and not self._ended:
            parts = [self._text[self._at :]]
            self._line += self._text.count("\n", 0, self._at)
            self._at = 0
            while have < wanted:
                chunk = next(self._chunks, None)
                if chunk is None:
                    self._ended = True
                    break
                parts.append(chunk)
                have += len(chunk)
            self._text = "".join(parts)
        return have > 0

    def _broken(self, message: str, kind: str, position: int) -> BrokenJsonError:
        line = self._line + self._text.count("\n", 0, position)
        return BrokenJsonError(message, kind, line, position - self._text.rfind("\n", 0, position))

    def _closing(self, start: int) -> int:
        """Where the brackets that open at `start` close; 0 when they do not within the window, or do not match.

        A bare word ends before the next comma or bracket; a text whose quote is lost has no end that can be told.
        """
        if self._text[start : start + 1] not in {"[", "{"}:
            word = _BARE_WORD.match(self._text, start)
            return word.end() if word else 0
        opened: list[str] = []
        for token in _TOKENS.finditer(self._text, start):
            char = token[0]
            if char in {"[", "{"}:
                opened.append(char)
            elif char in {"]", "}"} and opened.pop() != _OPENING[char]:
                return 0
            if not opened:
                return token.end()
        return 0

    def _neighbour_follows(self, end: int, keys: frozenset[str], *, keyed: bool) -> bool:
        """True when what comes behind a comma is the container's end or looks like the neighbours."""
        rest = self._text[end : end + 64].lstrip()
        if not rest.startswith(","):
            return True
        start = end + self._text[end:].index(",") + 1
        return not keys or self._is_neighbour(start, keys, keyed=keyed)

    def _next_neighbour(self, start: int, keys: frozenset[str], *, keyed: bool) -> int:
        """The next place where a value like the good neighbours starts; 0 when there is none in sight."""
        opening = r',\s*(?="(?:[^"\\]|\\.)*"\s*:\s*\{)' if keyed else r",\s*(?=\{)"
        for match in islice(re.compile(opening).finditer(self._text, start + 1), 1000):
            if self._is_neighbour(match.end(), keys, keyed=keyed):
                return match.end()
        return 0

    def _is_neighbour(self, start: int, keys: frozenset[str], *, keyed: bool) -> bool:
        try:
            start = _after_space(self._text, start)
            value, end = decode_value(self._text, start)
            if keyed:
                end = _after_space(self._text, end)
                if not isinstance(value, str) or self._text[end : end + 1] != ":":
                    return False
                value, end = decode_value(self._text, _after_space(self._text, end + 1))
        except (ValueError, RecursionError):
            return False
        if not isinstance(value, dict):
            return not keys
        return len(value.keys() & keys) * 2 >= len(keys) if keys else len(value) > 1


def _after_space(text: str, start: int) -> int:
    while start < len(text) and text[start] in " \t\r\n":
        start += 1
    return start

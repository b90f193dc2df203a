"""Names as fields inside of fields: JSON, the literals of code, YAML, sections of TOML, chains of look-ups."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from satchel.schema.names import segments
from satchel.schema.surfaces.index import Found, Known, NameIndex, Step, bare
from satchel.schema.surfaces.surface import CODE, Syntax

_NAME: Final = rb"[\w.$\x80-\xff-]"
_REST: Final = rb"|'" + _NAME + rb"*+'(\s*+:(?!:))?|\{|\}|\[|\]|\\\\*+[\"'](" + _NAME + rb"++)\\++[\"']\s*+:|:(?![:/=])"
_TOKEN: Final = re.compile(
    rb"\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\"(\s*+:(?!:)(?:\s*+\"[^\"\\\n]*+\"(?!\s*+:))?)?" + _REST
)
"""Each alternative begins with a plain character, which lets `re` skip to the next of them. The groups: what follows
the name of a field, twice; the name of a field with escapes around it."""
_TOKEN_OF_TEXT: Final = re.compile(rb"\"[\w.$ \x80-\xff-]*+\"(\s*+:(?!:))?" + _REST)
"""In a text for people one quote may stand alone: only what can be a name, or a plain value, is taken as quoted."""
_TAIL: Final = bytes(code if chr(code).isalnum() or code >= 128 or code in b"_$-." else 32 for code in range(256))
"""Of `bytes.translate`: blanks for all that is in no name of a field."""
_LINE: Final = re.compile(
    rb"^(?P<indent>[ \t]*(?:- +)*)(?P<quote>[\"']?)(?P<key>[\w.\x80-\xff-]+)(?P=quote)[ \t]*:(?=[ \t\r]|$)",
    re.MULTILINE,
)
_SECTION: Final = re.compile(
    rb"^[ \t]*(?:\[{1,2}(?P<section>[^\[\]\n]+)\]{1,2}|(?P<key>[\w.\"'-]+)[ \t]*=)", re.MULTILINE
)
_LOOK_UP: Final = (
    rb"(?:\?\.)?(?:\.(?:get|setdefault|at|pop)\(|\[)\s?(?:\\*[\"']"
    + _NAME
    + rb"+\\*[\"'](?:, ?[^()\[\]\n]{0,24})?|\d+)\s?[\])]"
)
_CHAIN: Final = re.compile(rb"(?:" + _LOOK_UP + rb"){2,}")
_CHAINED: Final = re.compile(rb"[\])](?:\?\.)?(?:\[\s?(?:\\*[\"']|\d)|\.(?:get|setdefault|at|pop)\()")
"""The joint between two look-ups: a text without one has no chain."""
_HEAD: Final = re.compile(rb"[A-Za-z_]\w*\Z")
_LOOKED_UP: Final = re.compile(rb"[\"'](?P<name>" + _NAME + rb"+?)\\*[\"'](?:,[^()\[\]\n]*)?\s?[\])]|\[(?P<item>\d+)\]")
_END_OF_SPACE: Final = re.compile(rb"[)\]]\s{0,20},\s{0,40}(?:key\s?=\s?)?[\"'](?P<key>" + _NAME + rb"+)[\"']")
_SPACE: Final = re.compile(rb"\s*(?:(?:f?[\"'][\w{}.\x80-\xff-]+[\"']|[A-Za-z_][\w.]*)\s*(?:,\s*|$))+")
_MEMBER: Final = re.compile(rb"[\"'](?P<text>[\w{}.\x80-\xff-]+)[\"']|[A-Za-z_][\w.]*")
_WIDEST: Final = 200
"""Bytes of a namespace in code."""
_SHAPES: Final = frozenset(
    ("properties", "items", "additionalProperties", "anyOf", "oneOf", "allOf", "$defs", "type", "schema")
)
"""Fields of JSON Schema between a field and those inside it."""
_ESCAPED: Final = re.compile(rb"(\\+)\"")
_DEEPEST: Final = 60
_LONGEST_NAME: Final = 80
_MARKS: Final = frozenset((b"{", b"}", b"[", b"]"))
_OPENING: Final = frozenset((b"{", b"["))
_MOST_WRAPPED: Final = 4
"""Strings of JSON in strings of JSON."""


@dataclass(frozen=True, slots=True)
class Inner:
    """A known name as a field."""

    known: Known
    begin: int
    end: int
    """Of its last field, or of all of a chain."""
    confidence: float


def find(data: bytes, syntax: Syntax, index: NameIndex, wanted: set[str]) -> Iterator[Inner]:
    """Known names as nested fields.

    Args:
        wanted: Bare last segments of the names whose words are in the text.
    """
    if b"{" in data:
        token = _TOKEN_OF_TEXT if syntax is Syntax.PLAIN else _TOKEN
        yield from _braces(data, 0, index, wanted, 0, token)
    if syntax in {Syntax.YAML, Syntax.PLAIN}:
        yield from _lines(data, index, wanted)
    if syntax is Syntax.PLAIN and b"=" in data:
        yield from _sections(data, index, wanted)
    if _CHAINED.search(data):
        yield from _chains(data, index)
    if syntax in CODE or syntax is Syntax.PLAIN:
        yield from _spaces(data, index, wanted)


def _braces(
    data: bytes, offset: int, index: NameIndex, wanted: set[str], depth: int, tokens: re.Pattern[bytes]
) -> Iterator[Inner]:
    """Fields by braces; a string that holds JSON, as the arguments of a tool call do, is looked into."""
    frames: list[bytes | None] = []
    key: bytes | None = None
    for token in tokens.finditer(data):
        said = token[0]
        if said in _MARKS:
            if said in _OPENING:
                frames.append(key)
            elif frames:
                frames.pop()
            key = None
            continue
        if b'\\"' in said and said[:1] == b'"' and depth < _MOST_WRAPPED and (b"{" in said or b"[" in said):
            yield from _braces(_within(said[1:]), offset + token.start() + 1, index, wanted, depth + 1, tokens)
            continue
        if token.lastindex is None:
            if said != b":":
                continue
            before = data[max(0, token.start() - _LONGEST_NAME) : token.start()].rstrip()
            key = before[before.translate(_TAIL).rfind(b" ") + 1 :]
            if not key or key[:1].isdigit() or b"." in key:
                continue
            at = data.rfind(key, 0, token.start())
        elif token.lastindex == 3:
            key, at = token[3], token.start(3)
        else:
            key, at = said[1 : token.start(token.lastindex) - token.start() - 1], token.start() + 1
            at += len(key) - len(key.lstrip())
            key = key.strip()
        if _bare_last(key) in wanted and len(frames) <= _DEEPEST:
            if not any(one is not None and _bare_first(one) in index.first for one in frames):
                continue
            path = [*(_text(one) for one in frames if one is not None), _text(key)]
            yield from _judged(path, index, offset + at, offset + at + len(key))


def _within(text: bytes) -> bytes:
    r"""What a literal says, in as many bytes: `\"` is a quote after a blank, and `\\\"` is `\"` after two."""
    return _ESCAPED.sub(_one_less, text)


def _one_less(found: re.Match[bytes]) -> bytes:
    left = (len(found[1]) - 1) // 2
    return b" " * (len(found[1]) - left) + b"\\" * left + b'"'


def _lines(data: bytes, index: NameIndex, wanted: set[str]) -> Iterator[Inner]:
    """Fields by indentation."""
    frames: list[tuple[int, str]] = []
    for found in _LINE.finditer(data):
        indent = len(found["indent"])
        while frames and frames[-1][0] >= indent:
            frames.pop()
        name = _text(found["key"])
        frames.append((indent, name))
        if len(frames) > 1 and _last(name) in wanted:
            yield from _judged([one for _, one in frames[-_DEEPEST:]], index, found.start("key"), found.end("key"))


def _sections(data: bytes, index: NameIndex, wanted: set[str]) -> Iterator[Inner]:
    """`[user.display]` and below it `theme = …`."""
    section = ""
    for found in _SECTION.finditer(data):
        if found["section"] is not None:
            section = _text(found["section"])
        elif section and _last(_text(found["key"])) in wanted:
            yield from _judged([section, _text(found["key"])], index, found.start("key"), found.end("key"))


def _chains(data: bytes, index: NameIndex) -> Iterator[Inner]:
    r"""`state.get("user", {}).get("name")`, and `state[\"user\"][\"name\"]` with the escapes of a literal around it."""
    for found in _CHAIN.finditer(data):
        steps: list[Step] = []
        for one in _LOOKED_UP.finditer(found[0]):
            if one["item"] is not None:
                steps.append(Step(_text(one["item"]), item=True))
            else:
                steps += [Step(part, quoted=True) for part in segments(_text(one["name"]))]
        head = _HEAD.search(data, max(0, found.start() - 40), found.start())
        for path in ([Step(_text(head[0])), *steps], steps) if head is not None else (steps,):
            resolved = index.resolve(path)
            if resolved is not None and len(path) > 1:
                yield Inner(resolved.known, found.start(), found.end(), _confidence(resolved, least=0.7))
                break


def _spaces(data: bytes, index: NameIndex, wanted: set[str]) -> Iterator[Inner]:
    """LangGraph's `("users", user_id, "display"), "theme"`: a namespace and a key in it."""
    for found in _END_OF_SPACE.finditer(data):
        if _last(_text(found["key"])) not in wanted:
            continue
        begin = max(data.rfind(b"(", 0, found.start()), data.rfind(b"[", 0, found.start())) + 1
        if found.start() - begin > _WIDEST or not _SPACE.fullmatch(data, begin, found.start()):
            continue
        steps: list[Step] = []
        for one in _MEMBER.finditer(data, begin, found.start()):
            text = _text(one["text"] or b"")
            steps += [Step("", item=True)] if not text or "{" in text else [Step(part) for part in segments(text)]
        steps += [Step(part) for part in segments(_text(found["key"]))]
        known = index.resolve(steps)
        if known is not None and any(not step.item for step in steps[:-1]):
            yield Inner(known.known, begin, found.end("key"), 0.8)


def _judged(path: Sequence[str], index: NameIndex, begin: int, end: int) -> Iterator[Inner]:
    """The name that the end of a path stands for; what JSON Schema puts between two fields is left out."""
    if len(path) < 2:
        return
    for left_out in (frozenset[str](), _SHAPES):
        if left_out and not left_out.intersection(path):
            return
        steps = [Step(part) for name in path if name not in left_out for part in segments(name)]
        for start in range(len(steps) - 1):
            if bare(steps[start].text) not in index.first:
                continue
            found = index.resolve(steps[start:])
            if found is not None:
                yield Inner(found.known, begin, end, _confidence(found, least=0.45))
                return


def _confidence(found: Found, *, least: float) -> float:
    """Two fields, as `user` and `name` in it, are in data of any kind."""
    return 0.8 if len(found.known.plain) > 2 else least


def _text(key: bytes) -> str:
    return key.decode("utf-8", "replace").strip("\"'\\ ")


@lru_cache(maxsize=50_000)
def _bare_last(key: bytes) -> str:
    return _last(_text(key))


@lru_cache(maxsize=50_000)
def _bare_first(key: bytes) -> str:
    return bare(_text(key).partition(".")[0])


def _last(name: str) -> str:
    return bare(name.rpartition(".")[2])

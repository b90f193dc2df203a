"""What a call of ChatGPT's memory tool says: single memories, one per line, or a request to forget some.

The tool takes plain text; newer models write it as typed code, as JSON, or as a call with the text as its argument.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from satchel.text.clean import strip_controls, strip_list_mark, strip_marks
from satchel.text.language import is_chinese
from satchel.text.stopwords import ENGLISH
from satchel.text.tokens import index_tokens
from satchel_protocol.fingerprint import normalise_text

_TEXT_KEYS = (
    "content text memory memories fact facts value note notes update updates items entries message bio information description"
    " new_memory data payload body"
).split()
_VERB_KEYS = frozenset("action op operation command verb mode".split())
_FORGETTING = re.compile(r"forget|delete|remove|erase|clear", re.IGNORECASE)
_CALL = re.compile(r"[A-Za-z_][\w.]*\((?P<arguments>.*)\)\s*;?", re.DOTALL)
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'", re.DOTALL)
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")
_WRAPPED = re.compile(r"\s*```(?:\w*\n)?(.*)```\s*", re.DOTALL)
_HEADING = re.compile(r"#{1,6}[ \t]++(\S(?:.*[^ \t#])?)[ \t]*+#*+")
_GOES_ON = re.compile(r"[a-z(,;]")
_INTRODUCES = re.compile(r"[:：]$")
_ENDED = re.compile(r"[.!?。！？…;；:：][\"'”’)\]）]*$")
_DEEPEST = 6

_MEMORY_WORDS = r"(?:memor(?:y|ies)|(?:saved|stored|remembered) (?:info\w*|details?|facts?|notes?|preferences?|items?))"
_ASKED = (
    r"(?:please |(?:the )?user(?: has)? (?:asks?|asked|requests?|requested)(?: (?:that )?(?:me|you|i|chatgpt|the assistant|the model))?(?: to)? "
    r"|(?:the )?user (?:wants?|would like) (?:me|you|chatgpt|the assistant|the model) to )"
)
_REQUEST = re.compile(
    rf"{_ASKED}?forget\b(?! (?:how |when |where )?to\b)"
    rf"|{_ASKED}?(?:delete|remove|erase|clear|discard|drop|stop remembering|stop storing)\b.{{0,200}}?{_MEMORY_WORDS}"
    r"|(?:please )?(?:stop remembering|do not remember|don't remember|no longer remember)\b"
    r"|(?:the )?user no longer wants? .{0,200}(?:remembered|stored|saved)\b",
    re.IGNORECASE | re.DOTALL,
)
_REQUEST_HAN = re.compile(
    r"(?:请|用户(?:要求|希望|请求|让)?(?:我|你|助手)?)?(?:忘记|忘掉|忘了|不要再?记住|别再?记|不再记住|(?:删除|移除|清除|清空|抹去)[^。]{0,60}?(?:记忆|记录|记住的))"
)
_EVERYTHING = re.compile(
    r"\W*(?:absolutely )?(?:everything|all(?: of)?)\b(?:\s+(?:the|your|my|his|her|their|of|that|user's|stored|saved|existing|previous|remembered|persisted"
    rf"|and|directives|details?|facts?|info\w*|preferences?|things|you know|you remember|{_MEMORY_WORDS}))*"
    r"(?:\s*(?:(?:about|regarding|of|on|for)\s+)?(?:the )?(?:user|me|them|him|her)\b.*)?\W*",
    re.IGNORECASE | re.DOTALL,
)
_EVERYTHING_HAN = re.compile(
    r"[\s，。：:]*(?:关于我|关于用户|我|用户)?的?(?:所有|全部|一切)(?:的|有关)*(?:关于用户的|用户的)?(?:记忆|信息|内容|记录|事情|东西|事|)?[\s。！]*"
)
_FILLER = frozenset(
    "user user's users about that fact facts memory memories preference preferences information info detail details stored saved"
    " previous previously mention mentioned anything everything please request forget remember remembered longer wants".split()
)
_HAN_FILLER = re.compile(
    r"用户|关于|记忆|信息|忘记|忘掉|忘了|删除|移除|清除|记录|之前|的|了|我|请|所有|全部|这件事|这个"
)
_STRAIGHT = str.maketrans("‘’“”", "''\"\"")
_SUBJECT = re.compile(r"(?:the )?user(?:'s|’s)? |(?:该|这位)?用户(?:的)?")


@dataclass(frozen=True, slots=True)
class Saying:
    """One line of a call."""

    text: str
    forget: bool = False
    """Whether it asks to forget what it names."""


def likeness(text: str) -> str:
    """Under which two spellings of one memory count as the same: `User likes tea.`, `The user likes tea`."""
    plain = normalise_text(text.translate(_STRAIGHT))
    return _SUBJECT.sub("", plain, count=1) if _SUBJECT.match(plain) else plain


def sayings(text: str) -> list[Saying]:
    """What a call says, in its order."""
    return list(_of_value(_decoded(text), forget=False, depth=0))


def single(text: str) -> Iterator[str]:
    """The memories of a text, one per line, each with the heading or the line in front of its list that it needs.

    A line that goes on the one before is put to it, and so is a block of code.
    """
    section = so_far = ""
    above: list[tuple[int, str]] = []
    """What introduces the list that is being read, with its indent; -1 for a line that is no item itself."""
    at = -1
    """The indent of the item `so_far`; -1 for a plain line."""
    block: list[str] | None = None
    for raw in _unwrapped(strip_controls(text)).split("\n"):
        line = raw.strip()
        if block is not None and not _FENCE.fullmatch(raw):
            block.append(raw.rstrip())
            continue
        if _FENCE.fullmatch(raw):
            so_far, block = ("\n".join([so_far, *block]), None) if block is not None else (so_far, [])
            continue
        if not line and not _INTRODUCES.search(so_far):
            yield from _said(so_far)
            so_far = ""
        if not line:
            continue
        if title := _HEADING.fullmatch(line):
            yield from _said(so_far)
            section, so_far, above = title[1].strip("*_ ").rstrip(":："), "", []
            continue
        marked = strip_list_mark(line) != line
        if (
            not marked
            and so_far
            and (_INTRODUCES.search(so_far) or (_GOES_ON.match(line) and not _ENDED.search(so_far)))
        ):
            so_far = _join(so_far, line)
            continue
        indent = len(raw.expandtabs(4)) - len(raw.expandtabs(4).lstrip())
        if marked and _INTRODUCES.search(so_far) and (at < 0 or indent > at):
            above = [*above, (at, so_far)] if at >= 0 else [(at, so_far)]
            so_far = ""
        yield from _said(so_far)
        above = [(level, title) for level, title in above if level < indent] if marked else []
        so_far = _under(above[-1][1] if above else section, strip_marks(line))
        at = indent if marked else -1
    yield from _said("\n".join([so_far, *(block or ())]))


def _said(text: str) -> Iterator[str]:
    if text.strip():
        yield text.strip()


def _under(heading: str, text: str) -> str:
    """A text with what stands above it in front."""
    colon = "" if not heading or _INTRODUCES.search(heading) else "：" if is_chinese(heading) else ":"
    return _join(heading + colon, text) if heading else text


def _join(one: str, other: str) -> str:
    return f"{one}{other}" if is_chinese(one) else f"{one} {other}"


def _unwrapped(text: str) -> str:
    """Without a fence around the whole."""
    found = _WRAPPED.fullmatch(text)
    return found[1] if found and "```" not in found[1] else text


def names_everything(request: str) -> bool:
    """Whether a request to forget is about all memories."""
    found = _REQUEST.match(request) or _REQUEST_HAN.match(request)
    rest = request[found.end() :] if found else request
    if found and re.search(rf"\ball\b.*{_MEMORY_WORDS}$", found[0], re.IGNORECASE | re.DOTALL):
        return not re.search(r"\b(?:about|regarding|of|on) (?!(?:the )?(?:user|me)\b)\w", rest, re.IGNORECASE)
    if found and re.search(r"(?:所有|全部|一切).*记忆$", found[0]):
        return not re.search(r"关于(?!用户|我)", found[0])
    return bool(rest.strip() and (_EVERYTHING.fullmatch(rest) or _EVERYTHING_HAN.fullmatch(rest)))


def names(request: str, memory: str) -> bool:
    """Whether a request to forget is about a memory: nearly all telling words of the request are in it."""
    wanted = _telling(request)
    if not wanted:
        return False
    tokens = set(index_tokens(memory))
    there = sum(word in tokens or any(_kin(word, token) for token in tokens) for word in wanted)
    return there == len(wanted) if len(wanted) <= 2 else there * 3 >= len(wanted) * 2


def _kin(one: str, other: str) -> bool:
    """Whether two stems are of one word: `allergi`, `allerg`."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 5 and len(long) - len(short) <= 2 and long.startswith(short)


def _telling(request: str) -> set[str]:
    plain = _HAN_FILLER.sub(" ", request)
    words = [word for word in re.findall(r"\S+", plain) if word.strip(".,:;!?\"'“”()").lower() not in _FILLER | ENGLISH]
    return set(index_tokens(" ".join(words)))


def _of_value(value: Any, *, forget: bool, depth: int) -> Iterator[Saying]:
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        for line in single(value):
            asked = forget or bool(_REQUEST.match(line) or _REQUEST_HAN.match(line))
            yield Saying(line, asked)
    elif isinstance(value, list):
        for item in value:
            yield from _of_value(item, forget=forget, depth=depth + 1)
    elif isinstance(value, dict):
        verbs = [str(item) for key, item in value.items() if str(key).lower() in _VERB_KEYS]
        forget = forget or any(_FORGETTING.match(verb) for verb in verbs)
        told = [item for key, item in value.items() if str(key).lower() in _TEXT_KEYS and item]
        for item in told:
            yield from _of_value(item, forget=forget, depth=depth + 1)
        if not told:
            yield from (Saying(line, forget) for line in _named(value.items()))


def _named(members: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Values under names of their own: `{"favourite tea": "oolong"}`."""
    for key, item in members:
        if isinstance(item, str | int | float) and str(key).lower() not in _VERB_KEYS and str(item).strip():
            yield f"{str(key).replace('_', ' ')}: {item}"


def _decoded(text: str) -> Any:
    plain = text.strip()
    if plain[:1] in {"{", "[", '"'}:
        try:
            return json.loads(plain, strict=False)
        except (ValueError, RecursionError):
            return text
    call = _CALL.fullmatch(plain)
    if call:
        strings = [_string(found[0]) for found in _STRING.finditer(call["arguments"])]
        if strings:
            return strings
    return text


def _string(literal: str) -> str:
    try:
        return str(ast.literal_eval(literal))
    except (ValueError, SyntaxError, MemoryError):
        return literal[1:-1]

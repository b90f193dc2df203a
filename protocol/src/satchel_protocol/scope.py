"""Scopes: whose memory a record is. `KIND:ID`, `KIND:ID/SEGMENT…`, or `public`.

Segments are percent-encoded: `%`, `/`, `*`, `,`, white space and what is not printable always, everything else
stands as itself, so that `user:小王` stays readable. An escape of a character that needs none is undone on reading;
`user:%E5%B0%8F%E7%8E%8B` and `user:小王` are one scope.

A pattern is `*` (every scope but `public`), `KIND:*`, or a scope, which matches itself and what is below it by whole
segments, never its parents. `public` is matched only by `public`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote_to_bytes

from satchel_protocol.characters import is_printable
from satchel_protocol.errors import InvalidScopeError

KINDS = ("user", "team", "project", "agent", "session", "ns")
PUBLIC = "public"
MAX_LENGTH = 1024
"""Most characters of a scope."""

_RESERVED = frozenset("%/*, ")
"""Encoded beside every character that is not printable; all white space but the blank is not."""
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


@lru_cache(maxsize=65536)
def parse_scope(text: str) -> str:
    """Check a scope and give its canonical spelling.

    Raises:
        InvalidScopeError: the message says what is wrong and how a scope looks.
    """
    if text == PUBLIC:
        return text
    kind, colon, rest = text.partition(":")
    if not colon:
        raise _invalid(text, "it has no kind")
    if kind not in KINDS:
        raise _invalid(text, f"its kind {kind!r} is not one of {', '.join(KINDS)}")
    if len(text) > MAX_LENGTH:
        raise _invalid(text[:40] + "…", f"it is longer than {MAX_LENGTH} characters")
    segments = rest.split("/")
    if not all(segments):
        raise _invalid(text, "it has an empty id or segment")
    canonical = kind + ":" + "/".join(_canonical_segment(text, segment) for segment in segments)
    if len(canonical) > MAX_LENGTH:
        raise _invalid(text[:40] + "…", f"it is longer than {MAX_LENGTH} characters when percent-encoded")
    return canonical


def make_scope(kind: str, *segments: str) -> str:
    """Build a scope from plain, unescaped segments.

    Raises:
        InvalidScopeError: an unknown kind, no segment, or an empty one.
    """
    return parse_scope(kind + ":" + "/".join(encode_segment(s) for s in segments))


def scope_segments(scope: str) -> tuple[str, tuple[str, ...]]:
    """Split a scope into its kind and its plain, unescaped segments; the inverse of `make_scope`."""
    kind, _, rest = parse_scope(scope).partition(":")
    return kind, tuple(_decode(s) for s in rest.split("/")) if rest else ()


def scope_of_namespace(namespace: Sequence[str]) -> str:
    """Map a LangGraph namespace tuple to a scope of kind `ns`; `namespace_of_scope` is the exact inverse."""
    return make_scope("ns", *namespace)


def namespace_of_scope(scope: str) -> tuple[str, ...]:
    """Map a scope of kind `ns` back to its namespace tuple.

    Raises:
        InvalidScopeError: the scope is of another kind.
    """
    kind, segments = scope_segments(scope)
    if kind != "ns":
        raise _invalid(scope, "only scopes of kind ns are namespaces")
    return segments


def scope_root(scope: str) -> str:
    """The scope's first segment with its kind: `user:ann` of `user:ann/tasks`; what print keys belong to."""
    return scope.partition("/")[0]


def is_within(scope: str, root: str) -> bool:
    """Whether `scope` is `root` or below it, by whole segments. Both canonical."""
    return scope == root or scope.startswith(root + "/")


def encode_segment(plain: str) -> str:
    """Percent-encode one segment.

    Raises:
        InvalidScopeError: it holds half of a surrogate pair and is no text.
    """
    if plain.isalnum():
        return plain
    try:
        return "".join(_encode_character(c) if c in _RESERVED or not is_printable(c) else c for c in plain)
    except UnicodeEncodeError as error:
        raise _invalid(plain, "half of a surrogate pair is no text") from error


def _encode_character(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8"))


@dataclass(frozen=True, slots=True)
class Scopes:
    """A list of patterns, parsed once; what a search or an export asks for."""

    patterns: tuple[str, ...]
    """Canonical patterns, without repeats, in the order given."""

    @classmethod
    def of(cls, patterns: str | Iterable[str] | Scopes) -> Scopes:
        """Parse patterns.

        Raises:
            InvalidScopeError: one of them is neither `*`, `KIND:*` nor a scope, or there is none.
        """
        if isinstance(patterns, Scopes):
            return patterns
        given = [patterns] if isinstance(patterns, str) else list(patterns)
        if not given:
            raise InvalidScopeError("no scope is listed; name one, or '*' for all")
        return cls(tuple(dict.fromkeys(map(_parse_pattern, given))))

    def match(self, scope: str) -> bool:
        """Whether a record of `scope` (canonical) is meant."""
        return any(_matches(pattern, scope) for pattern in self.patterns)

    @property
    def everything(self) -> bool:
        """Whether every scope is meant, `public` too, so that a store need not filter."""
        return "*" in self.patterns and PUBLIC in self.patterns


EVERYTHING = Scopes(("*", PUBLIC))
"""All scopes, for backups, moves and the owner's own view."""


def _matches(pattern: str, scope: str) -> bool:
    if pattern == "*":
        return scope != PUBLIC
    if pattern.endswith(":*"):
        return scope.startswith(pattern[:-1])
    return is_within(scope, pattern)


def _parse_pattern(text: str) -> str:
    if text == "*" or (text.endswith(":*") and text[:-2] in KINDS):
        return text
    return parse_scope(text)


def _canonical_segment(text: str, segment: str) -> str:
    if segment.isalnum():
        return segment
    if any(c in "*," or c.isspace() or unicodedata.category(c) == "Cc" for c in segment):
        raise _invalid(text, "white space, control characters, '*' and ',' are written as %XX in it")
    if _BAD_ESCAPE.search(segment):
        raise _invalid(text, "a '%' must be followed by two hex digits")
    return encode_segment(_decode(segment))


def _decode(segment: str) -> str:
    if "%" not in segment:
        return segment
    try:
        return unquote_to_bytes(segment).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _invalid(segment, "its escapes are not UTF-8") from error


def _invalid(text: str, why: str) -> InvalidScopeError:
    return InvalidScopeError(f"{text!r} is no scope: {why}; it looks like user:ann, project:web/docs or public")

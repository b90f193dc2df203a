"""What keeps a record or a tombstone from being written: every rule of the protocol that a type does not express."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Final

from satchel_protocol.characters import is_printable
from satchel_protocol.errors import InvalidScopeError, Problem
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import (
    MAX_CONTENT_BYTES,
    MAX_ID_LENGTH,
    MAX_KEY_LENGTH,
    TYPES,
    UNSET,
    Json,
    Record,
)
from satchel_protocol.scope import parse_scope
from satchel_protocol.tombstone import Tombstone

MAX_DEPTH: Final = 100
"""Deepest nesting of a free JSON value: any reader's stack can take it."""
MAX_INTEGER_BITS: Final = 14_000
"""Longest integer: what Python reads without being told that it is no attack (4,300 digits)."""

Add = Callable[[Problem], None]

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False).encode


def problems_of(record: Record) -> list[Problem]:
    """Everything that keeps a record from being written; empty for a good one."""
    found: list[Problem] = []
    add = found.append
    _check_id("id", record.id, add)
    if not 1 <= len(record.type) <= 64 or not is_printable(record.type):
        add(Problem("type", "format", f"one of {', '.join(TYPES)}, not {record.type[:60]!r}"))
    _check_content(record.content, add)
    _check_scope(record.scope, add)
    if not record.source_agent.strip():
        add(Problem("source_agent", "missing", "who wrote it is missing"))
    for name, at in (("created_at", record.created_at), ("updated_at", record.updated_at)):
        if at is not None and at.tzinfo is None:
            add(Problem(name, "format", "a time without a zone"))
    if record.ttl is not None and not (record.ttl >= 0 and (isinstance(record.ttl, int) or isfinite(record.ttl))):
        add(Problem("ttl", "range", f"seconds, 0 or more, not {record.ttl}"))
    for name, number in (("importance", record.importance), ("confidence", record.confidence)):
        if number is not None and not 0 <= number <= 1:
            add(Problem(name, "range", f"0 to 1, not {number}"))
    if record.key is not None:
        _check_key(record, record.key, add)
    elif record.value is not UNSET:
        add(Problem("value", "missing", "a value needs a key"))
    if record.tags:
        _check_tags(record.tags, add)
    if record.revives and list(record.revives) != sorted(set(record.revives)):
        add(Problem("revives", "format", "sorted and without repeats"))
    if not _is_unicode(_plain_texts(record)):
        _check_texts(record_texts(record), add)
    for path, value in _free_values(record):
        found += json_problems(value, path)
    return found


def problems_of_tombstone(tombstone: Tombstone) -> list[Problem]:
    """Everything that keeps a tombstone from being written; empty for a good one."""
    found: list[Problem] = []
    add = found.append
    _check_id("id", tombstone.id, add)
    _check_id("tombstone_id", tombstone.tombstone_id, add)
    _check_scope(tombstone.scope, add)
    if not tombstone.reason:
        add(Problem("reason", "missing", "why it was deleted is missing"))
    if tombstone.through is not None and tombstone.tombstone_id in tombstone.through.revives:
        add(Problem("through.revives", "range", "it bounds versions that revive it"))
    if any(not 0 <= number < 1 << 32 for number in tombstone.sketch):
        add(Problem("sketch", "range", "unsigned numbers of 32 bits"))
    _check_texts(_tombstone_texts(tombstone), add)
    if tombstone.unknown:
        found += json_problems(tombstone.unknown, "")
    return found


def json_problems(value: Json, path: str) -> list[Problem]:
    """What keeps a value from being written as JSON: NaN, half a surrogate pair, a Python object, absurd nesting."""
    if _is_flat(value) or _is_small(value):
        return []
    try:
        text = _encode(value)
        text.encode("utf-8")
    except (ValueError, TypeError, RecursionError):
        return list(_walk(value, path, 0))
    # Keys that are no strings would have been written as some; nesting cannot be deeper than there are brackets.
    if text.count("[") + text.count("{") <= MAX_DEPTH and _has_string_keys(value):
        return []
    return list(_walk(value, path, 0))


def _is_flat(value: Json) -> bool:
    """Whether a value is an object of a few plain members, as nearly all are."""
    if value.__class__ is not dict:
        return False
    for name, member in value.items():
        if name.__class__ is not str or not name.isascii():
            return False
        if member.__class__ is str:
            if not member.isascii():
                return False
        elif member.__class__ is int:
            if not -(1 << 63) <= member < 1 << 63:
                return False
        elif member is not None and member.__class__ is not bool:
            return False
    return True


def _is_small(value: Json) -> bool:
    """Whether a value is a short number or an ASCII text, as the time in another tool's notation nearly always is."""
    if value.__class__ is int:
        return -(1 << 63) <= value < 1 << 63
    return value.__class__ is str and value.isascii()


def _has_string_keys(value: Json) -> bool:
    if isinstance(value, dict):
        return all(isinstance(name, str) and _has_string_keys(member) for name, member in value.items())
    if isinstance(value, list | tuple):
        return all(map(_has_string_keys, value))
    return True


def _walk(value: Json, path: str, depth: int) -> Iterator[Problem]:
    if depth > MAX_DEPTH:
        yield Problem(path, "size", f"nested deeper than {MAX_DEPTH} levels")
    elif isinstance(value, Mapping):
        for name, member in value.items():
            below = f"{path}.{_shown(name)}" if path else _shown(name)
            if not isinstance(name, str):
                yield Problem(below, "type", f"a JSON object has string keys, not {type(name).__name__}")
            elif not _is_unicode(name):
                yield Problem(below, "format", "half of a surrogate pair, which is no Unicode text")
            yield from _walk(member, below, depth + 1)
    elif isinstance(value, list | tuple):
        for place, member in enumerate(value):
            yield from _walk(member, f"{path}[{place}]", depth + 1)
    else:
        problem = _scalar_problem(value, path)
        if problem is not None:
            yield problem


def _scalar_problem(value: Json, path: str) -> Problem | None:
    if isinstance(value, str):
        if not _is_unicode(value):
            return Problem(path, "format", "half of a surrogate pair, which is no Unicode text")
    elif isinstance(value, float):
        if not isfinite(value):
            return Problem(path, "range", f"{value} is not a JSON number")
    elif isinstance(value, int):
        if value.bit_length() > MAX_INTEGER_BITS:
            return Problem(path, "range", "an integer of more than 4,200 digits")
    elif value is not None:
        return Problem(path, "type", f"{type(value).__name__} is not a JSON value")
    return None


def _shown(name: Json) -> str:
    return str(name).encode("utf-8", "backslashreplace").decode()


def _free_values(record: Record) -> list[tuple[str, Json]]:
    """The values that may be any JSON, with their paths, without those that are empty: nothing is wrong with them."""
    values: list[tuple[str, Json]] = []
    if record.meta:
        values.append(("meta", record.meta))
    if record.unknown:
        values.append(("", record.unknown))
    if record.value is not UNSET and record.value:
        values.append(("value", record.value))
    if record.access is not None and record.access.unknown:
        values.append(("access", record.access.unknown))
    origin = record.origin
    if origin is None:
        return values
    if origin.extra:
        values.append(("origin.extra", origin.extra))
    if origin.unknown:
        values.append(("origin", origin.unknown))
    time = origin.time
    if time is not None:
        if time.raw:
            values.append(("origin.time.raw", time.raw))
        if time.unknown:
            values.append(("origin.time", time.unknown))
    return values


def _plain_texts(record: Record) -> str:
    """All of `record_texts` as one text, quickly: whether any of it is no Unicode is asked of every record."""
    texts = [record.source_agent, record.state, record.basis]
    texts += record.tags
    texts += record.supersedes
    texts += record.derived_from
    texts += record.revives
    access, origin = record.access, record.origin
    if access is not None:
        texts += (access.level, access.share, access.detector, *access.classes)
    if origin is not None:
        texts += (
            origin.tool, origin.account, origin.path, origin.id, origin.role, origin.importer, origin.importer_version
        )  # fmt: skip
        if origin.time is not None:
            texts += (origin.time.unit, origin.time.zone, origin.time.precision)
    return "".join(filter(None, texts))


def record_texts(record: Record) -> list[tuple[str, str | None]]:
    """The texts of a record that may hold anything, with their paths."""
    texts: list[tuple[str, str | None]] = [
        ("source_agent", record.source_agent),
        ("state", record.state),
        ("basis", record.basis),
    ]
    for name, many in (
        ("tags", record.tags),
        ("supersedes", record.supersedes),
        ("derived_from", record.derived_from),
        ("revives", record.revives),
    ):
        if many:
            texts += [(f"{name}[{place}]", text) for place, text in enumerate(many)]
    access, origin = record.access, record.origin
    if access is not None:
        texts += [("access.level", access.level), ("access.share", access.share), ("access.detector", access.detector)]
        texts += [(f"access.classes[{place}]", text) for place, text in enumerate(access.classes)]
    if origin is not None:
        for name in ("tool", "account", "path", "id", "role", "importer", "importer_version"):
            texts.append((f"origin.{name}", getattr(origin, name)))
        if origin.time is not None:
            for name in ("unit", "zone", "precision"):
                texts.append((f"origin.time.{name}", getattr(origin.time, name)))
    return texts


def _tombstone_texts(tombstone: Tombstone) -> list[tuple[str, str | None]]:
    texts: list[tuple[str, str | None]] = [
        ("actor", tombstone.actor),
        ("reason", tombstone.reason),
        ("cause", tombstone.cause),
    ]
    for name, many in (("derived", tombstone.derived), ("prints", tombstone.prints)):
        texts += [(f"{name}[{place}]", text) for place, text in enumerate(many)]
    through = tombstone.through
    if through is not None:
        texts.append(("through.digest", through.digest))
        texts += [(f"through.revives[{place}]", text) for place, text in enumerate(through.revives)]
    return texts


def _check_texts(texts: list[tuple[str, str | None]], add: Add) -> None:
    if "".join([text for _, text in texts if text]).isascii():
        return
    for path, text in texts:
        if text is not None and not _is_unicode(text):
            add(Problem(path, "format", "half of a surrogate pair, which is no Unicode text"))


def _is_unicode(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _check_id(path: str, id: str, add: Add) -> None:
    if not 1 <= len(id) <= MAX_ID_LENGTH or not is_printable(id):
        add(Problem(path, "format", f"1 to {MAX_ID_LENGTH} printable characters, not {id[:60]!r}"))


def _check_scope(scope: str, add: Add) -> None:
    try:
        canonical = parse_scope(scope)
    except InvalidScopeError as error:
        add(Problem("scope", "format", str(error)))
    else:
        if canonical != scope:
            add(Problem("scope", "format", f"its canonical spelling is {canonical!r}"))


def _check_content(content: str, add: Add) -> None:
    if not content.strip():
        add(Problem("content", "missing", "the text is empty"))
    elif "\x00" in content:
        add(Problem("content", "format", "the text holds a NUL character: it is binary"))
    elif not _is_unicode(content):
        add(Problem("content", "format", "the text holds half of a surrogate pair and is no Unicode"))
    else:
        size = len(content) if content.isascii() else len(content.encode("utf-8"))
        if size > MAX_CONTENT_BYTES:
            add(Problem("content", "size", f"{size} bytes of UTF-8; at most {MAX_CONTENT_BYTES}; split it"))


def _check_key(record: Record, key: str, add: Add) -> None:
    if not 1 <= len(key) <= MAX_KEY_LENGTH or not is_printable(key):
        add(Problem("key", "format", f"1 to {MAX_KEY_LENGTH} printable characters"))
        return
    if is_printable(record.scope) and record.id != keyed_id(record.scope, key):
        wanted = keyed_id(record.scope, key)
        add(Problem("id", "format", f"the id of a keyed memory follows from scope and key: {wanted}"))


def _check_tags(tags: tuple[str, ...], add: Add) -> None:
    seen: set[str] = set()
    for place, tag in enumerate(tags):
        if not tag.strip() or tag != tag.lower() or tag in seen:
            add(Problem(f"tags[{place}]", "format", f"lower-case, not empty, without repeats; not {tag[:60]!r}"))
        seen.add(tag)

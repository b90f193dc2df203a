"""The common case of what a record's digest is made of: its canonical JSON, put together without a detour.

It gives what `canonical_json(write_content(record))` gives, three times faster, or None where anything is unusual – a
rare field, a number with an exponent, an object among the extras – so that the general way is taken.
"""

from __future__ import annotations

from hashlib import sha256
from json.encoder import encode_basestring as _quoted

from satchel_protocol.canonical import digest
from satchel_protocol.record import Json, Origin, Record, TimeEvidence
from satchel_protocol.wire import write_content


class _Unusual(Exception):
    """Something for the general way."""


def digest_of(record: Record) -> str:
    """See `Record.digest`."""
    text = content_quickly(record)
    return digest(write_content(record)) if text is None else sha256(text.encode("utf-8")).hexdigest()


def content_quickly(record: Record) -> str | None:
    """The canonical JSON of what a record says, members in the order of their names."""
    if record.key is not None or record.unknown or record.revives:
        return None
    try:
        return _content(record)
    except (_Unusual, TypeError):
        return None


def _content(record: Record) -> str:
    parts: list[str] = []
    add = parts.append
    if record.basis is not None:
        add(f'"basis":{_quoted(record.basis)}')
    if record.confidence is not None:
        add(f'"confidence":{_number(record.confidence)}')
    add(f'"content":{_quoted(record.content)}')
    if record.derived_from:
        add(f'"derived_from":{_texts(record.derived_from)}')
    add(f'"id":{_quoted(record.id)}')
    if record.importance is not None:
        add(f'"importance":{_number(record.importance)}')
    if record.meta:
        add(f'"meta":{_flat(record.meta)}')
    if record.origin is not None:
        origin = _origin(record.origin)
        if origin:
            add(f'"origin":{{{origin}}}')
    add(f'"scope":{_quoted(record.scope)},"source_agent":{_quoted(record.source_agent)}')
    if record.state is not None:
        add(f'"state":{_quoted(record.state)}')
    if record.supersedes:
        add(f'"supersedes":{_texts(record.supersedes)}')
    if record.tags:
        add(f'"tags":{_texts(record.tags)}')
    if record.ttl is not None:
        add(f'"ttl":{_number(record.ttl)}')
    add(f'"type":{_quoted(record.type)}')
    return "{" + ",".join(parts) + "}"


def _origin(origin: Origin) -> str:
    if origin.unknown:
        raise _Unusual
    parts: list[str] = []
    add = parts.append
    if origin.account is not None:
        add(f'"account":{_quoted(origin.account)}')
    if origin.extra:
        add(f'"extra":{_flat(origin.extra)}')
    if origin.id is not None:
        add(f'"id":{_quoted(origin.id)}')
    if origin.path is not None:
        add(f'"path":{_quoted(origin.path)}')
    if origin.role is not None:
        add(f'"role":{_quoted(origin.role)}')
    if origin.time is not None:
        add(f'"time":{{{_evidence(origin.time)}}}')
    if origin.tool is not None:
        add(f'"tool":{_quoted(origin.tool)}')
    return ",".join(parts)


def _evidence(time: TimeEvidence) -> str:
    if time.unknown:
        raise _Unusual
    parts: list[str] = []
    add = parts.append
    if time.assumed:
        add('"assumed":true')
    if time.precision is not None:
        add(f'"precision":{_quoted(time.precision)}')
    if time.raw is not None:
        add(f'"raw":{_scalar(time.raw)}')
    if time.unit is not None:
        add(f'"unit":{_quoted(time.unit)}')
    if time.zone is not None:
        add(f'"zone":{_quoted(time.zone)}')
    return ",".join(parts)


def _flat(value: Json) -> str:
    if value.__class__ is not dict:
        raise _Unusual
    members = []
    for name in sorted(value):
        # Names are sorted by UTF-16, which for others than these is another order than Python's.
        if not name.isascii():
            raise _Unusual
        members.append(f"{_quoted(name)}:{_scalar(value[name])}")
    return "{" + ",".join(members) + "}"


def _scalar(value: Json) -> str:
    if value.__class__ is str:
        return _quoted(value)
    if value is None:
        return "null"
    if value.__class__ is bool:
        return "true" if value else "false"
    return _number(value)


def _number(value: Json) -> str:
    text = repr(value)
    if value.__class__ is int:
        return text
    # As in `satchel_protocol.canonical`: Python and ECMAScript differ in exponents and in `.0`; NaN is no number.
    if value.__class__ is not float or "e" in text or "n" in text or text.endswith(".0"):
        raise _Unusual
    return text


def _texts(texts: tuple[str, ...]) -> str:
    return f"[{','.join(map(_quoted, texts))}]"

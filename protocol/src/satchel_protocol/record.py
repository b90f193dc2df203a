"""The record: one memory, as a plain value. The dataclasses here are the source of the JSON Schema under `spec/`.

Checking happens once, in `Record.from_json` (tolerant: other spellings, unknown fields kept) and `check` (strict:
what may be written). Inside the system a Record is trusted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from operator import attrgetter
from typing import Any, Final, TypeVar

from satchel_protocol.errors import InvalidRecordError

VERSION: Final = "1.0"
"""Version of the wire format."""
TYPES: Final = ("fact", "task", "preference", "skill", "interaction")
STATES: Final = ("archived", "superseded")
LEVELS: Final = ("normal", "sensitive", "secret")
SHARES: Final = ("owner", "scope", "any")
BASES: Final = ("stated", "observed", "inferred")
MAX_CONTENT_BYTES: Final = 64 * 1024
MAX_ID_LENGTH: Final = 256
MAX_KEY_LENGTH: Final = 512

Json = Any
"""A JSON value: None, bool, int, float, str, list or string-keyed dict of them."""


class _Unset:
    """The one value that says a record has no `value`, since null is a value."""

    _only: _Unset | None = None

    def __new__(cls) -> _Unset:
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __repr__(self) -> str:
        return "UNSET"

    def __reduce__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET: Final = _Unset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeEvidence:
    """How `created_at` was read from a foreign notation."""

    raw: Json = None
    """The value as the source had it."""
    unit: str | None = None
    """Its notation: `iso`, `s`, `ms`, `us`, `ns`, `text`, `date` …"""
    zone: str | None = None
    """The zone it was read in; the source's own, or the one that was assumed."""
    precision: str | None = None
    """`year`, `month`, `day`, `minute`, `second`, `millisecond`, `microsecond`."""
    assumed: bool = False
    """True when the source named no zone and one was assumed."""
    unknown: Mapping[str, Json] = field(default_factory=dict)
    """Fields this version does not know; kept and written back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a memory came from, when it was read from another tool."""

    tool: str | None = None
    account: str | None = None
    path: str | None = None
    """File (and place in it) inside what was imported; never an absolute path."""
    id: str | None = None
    """The tool's own id."""
    role: str | None = None
    """Who said it in a conversation: `user`, `assistant`, `system`, `tool`."""
    exported_at: datetime | None = None
    """When the tool wrote the export; a newer export wins over an older one."""
    imported_at: datetime | None = None
    importer: str | None = None
    importer_version: str | None = None
    time: TimeEvidence | None = None
    extra: Mapping[str, Json] = field(default_factory=dict)
    """Source fields that have no place in the record; always kept."""
    unknown: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """Who may see a memory."""

    level: str = "normal"
    """`normal`, `sensitive` or `secret`; an unknown level counts as secret."""
    classes: tuple[str, ...] = ()
    """Why: `card`, `password`, `health` …"""
    share: str | None = None
    """`owner`, `scope` or `any`: to whom it may be handed on."""
    detector: str | None = None
    """Who said so; unset for a person."""
    relaxed_at: datetime | None = None
    """When its owner last relaxed it on purpose; such a decision outlives merges with older, stricter versions."""
    unknown: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One memory. The first nine fields are the floor: a reader that ignores all others still has something useful."""

    id: str
    """1–256 printable characters; UUIDv7 when new; kept as it is through every move."""
    type: str
    """`fact`, `task`, `preference`, `skill` or `interaction`; an unknown one is kept verbatim and ranked as a fact."""
    content: str
    """Self-contained readable text, non-empty, at most 64 KiB of UTF-8."""
    scope: str
    """Whose memory it is: `KIND:ID`, `KIND:ID/SEGMENT…` or `public`, in canonical spelling."""
    source_agent: str
    """Who wrote it first; a move never changes it. Claimed, not trusted."""
    created_at: datetime | None = None
    """In UTC; unknown when there is none: a time is never invented."""
    ttl: float | int | None = None
    """Seconds of validity, counted from `updated_at`, else `created_at`, else `origin.imported_at`."""
    tags: tuple[str, ...] = ()
    """Lower-case, without repeats."""
    meta: Mapping[str, Json] = field(default_factory=dict)
    """Free for its owner; always kept."""
    updated_at: datetime | None = None
    key: str | None = None
    """Name of a keyed memory; (scope, key) is unique and `id` follows from the two."""
    value: Json = UNSET
    """Typed value of a keyed memory."""
    state: str | None = None
    """Active when unset; `archived` and `superseded` are out of recall."""
    access: Access | None = None
    importance: float | None = None
    """0 to 1."""
    basis: str | None = None
    """`stated`, `observed` or `inferred`."""
    confidence: float | None = None
    """0 to 1."""
    supersedes: tuple[str, ...] = ()
    """Ids of the records that this one replaces."""
    derived_from: tuple[str, ...] = ()
    """Ids of the records that this one was made from."""
    revives: tuple[str, ...] = ()
    """Ids of tombstones that this version overrides, sorted."""
    origin: Origin | None = None
    unknown: Mapping[str, Json] = field(default_factory=dict)
    """Fields this version does not know; kept and written back."""

    @classmethod
    def from_json(cls, data: Json, *, where: str = "") -> Record:
        """Read a record tolerantly: camelCase spellings, `meta.access`, other zones; unknown fields are kept.

        Args:
            data: The decoded JSON object.
            where: File and line for the message, such as `notes.jsonl:12`.

        Raises:
            InvalidRecordError: with every problem found.
        """
        from satchel_protocol.quickread import read

        return read(data, where=where)

    def to_json(self, *, standalone: bool = False) -> dict[str, Json]:
        """The record as a JSON object: fields in the protocol's order, unset ones omitted.

        Args:
            standalone: Add `satchel: "1.0"`, as a record outside a stream carries.
        """
        from satchel_protocol.wire import write_record

        return write_record(self, standalone=standalone)

    def check(self, *, where: str = "") -> Record:
        """Check that the record may be written.

        Returns:
            The record itself.

        Raises:
            InvalidRecordError: with every problem found.
        """
        from satchel_protocol.checks import problems_of

        problems = problems_of(self)
        if problems:
            raise InvalidRecordError(problems, where=where)
        return self

    def digest(self) -> str:
        """SHA-256 of what the record says: what decides whether two versions are the same content.

        Left out: when and by which importer it was read (`origin.imported_at`, `importer`, `importer_version`), and
        the fields that a merge joins on their own (`created_at`, `updated_at`, `access`, `origin.exported_at`).
        """
        from satchel_protocol.quickdigest import digest_of

        return digest_of(self)

    @property
    def stamp(self) -> datetime | None:
        """The time of this version: `updated_at`, else `created_at`."""
        return self.updated_at if self.updated_at is not None else self.created_at

    @property
    def valid_from(self) -> datetime | None:
        """What `ttl` counts from."""
        if self.stamp is not None:
            return self.stamp
        return self.origin.imported_at if self.origin is not None else None

    def is_expired(self, now: datetime) -> bool:
        """Whether its validity is over at `now`; a record without `ttl` or without any time never expires."""
        if self.ttl is None or (start := self.valid_from) is None:
            return False
        return (now - start).total_seconds() > self.ttl

    @property
    def level(self) -> str:
        """Access level; `normal` where nothing is said."""
        return self.access.level if self.access is not None else "normal"


FIELDS: Final = tuple(f.name for f in fields(Record) if f.name != "unknown")
"""Names on the wire, in writing order."""


_Value = TypeVar("_Value", Record, Origin)
_READ_ALL: Final = {kind: attrgetter(*(f.name for f in fields(kind))) for kind in (Record, Origin)}
_SET: Final = {kind: {f.name: getattr(kind, f.name).__set__ for f in fields(kind)} for kind in (Record, Origin)}


def evolve(value: _Value, **changes: Any) -> _Value:
    """A copy with some fields changed; `dataclasses.replace` for what an import changes in every second record.

    Raises:
        KeyError: there is no such field.
    """
    kind = value.__class__
    made = object.__new__(kind)
    setters = _SET[kind]
    for put, kept in zip(setters.values(), _READ_ALL[kind](value), strict=True):
        put(made, kept)
    for name, changed in changes.items():
        setters[name](made, changed)
    return made

"""One tree of errors for the whole project.

SatchelError
├── CallerError                     the caller can mend it
│   ├── InvalidRecordError          record.invalid
│   ├── InvalidScopeError           scope.invalid
│   ├── InvalidTimeError            time.invalid
│   ├── InvalidMappingError         mapping.invalid
│   ├── SourceError                 source.unreadable
│   │   ├── UnknownFormatError      source.unknown_format
│   │   └── UnsafeArchiveError      source.unsafe_archive
│   ├── GuardError                  schema.refused
│   │   ├── UndeclaredKeyError      schema.undeclared
│   │   ├── ReservedKeyError        schema.reserved
│   │   ├── ValueTypeError          schema.type
│   │   └── WriterError             schema.writer
│   └── UsageError                  usage
├── StreamError                     stream.invalid
│   ├── NotAStreamError             stream.foreign
│   ├── StreamVersionError          stream.version
│   ├── StreamTruncatedError        stream.truncated
│   ├── StreamAlteredError          stream.altered
│   ├── StreamCountError            stream.counts
│   ├── StreamSignatureError        stream.signature
│   └── StreamLockedError           stream.locked
├── StoreError                      store.error
│   ├── RevisionConflictError       store.revision_conflict
│   ├── TombstonedError             store.tombstoned
│   ├── ScopeCollisionError         store.scope_collision
│   ├── NotFoundError               store.not_found
│   ├── StoreBusyError              store.busy
│   ├── StoreMissingError           store.missing
│   ├── StoreReadOnlyError          store.read_only
│   ├── StoreFullError              store.full
│   ├── StoreDamagedError           store.damaged
│   ├── StoreVersionError           store.version
│   ├── StoreUrlError               store.url
│   ├── CursorError                 store.cursor
│   ├── VectorSpaceError            store.vector_space
│   └── UnsupportedError            store.unsupported
└── EnvironmentProblem              environment.problem
    ├── ConfigError                 environment.config
    ├── EmbedderError               environment.embedder
    └── MissingExtraError           environment.missing_extra

Branches are by who can act. `code` is stable: the command line's --json, HTTP and MCP show the same one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a value."""

    path: str
    """Where, as a dotted path from the value's root: `origin.time.raw`; empty for the value itself."""
    kind: str
    """What kind of wrong, one word a program can switch on: `missing`, `type`, `range`, `format`, `size`."""
    message: str
    """What was found and what was expected, for a person."""

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class SatchelError(Exception):
    """Base of every error that Satchel raises on purpose."""

    code = "satchel.error"


class CallerError(SatchelError):
    """The input can be mended by whoever gave it."""

    code = "caller.error"


class _ProblemsError(CallerError):
    """An error that lists every problem found at once."""

    subject = "value"

    def __init__(self, problems: Iterable[Problem], *, where: str = "") -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.where = where
        head = f"{where}: " if where else ""
        super().__init__(f"{head}invalid {self.subject}: " + "; ".join(str(p) for p in self.problems))


class InvalidRecordError(_ProblemsError):
    """A record, tombstone or header breaks the rules of the protocol; `problems` has each of them."""

    code = "record.invalid"
    subject = "record"


class InvalidMappingError(_ProblemsError):
    """A mapping file names something that is not there, or in a form that is not known."""

    code = "mapping.invalid"
    subject = "mapping"


class InvalidScopeError(CallerError):
    """A scope or scope pattern is not of the form KIND:ID[/SEGMENT…]."""

    code = "scope.invalid"


class InvalidTimeError(CallerError):
    """A text that must be a time is none, or is ambiguous."""

    code = "time.invalid"


class UsageError(CallerError):
    """The command or call was put together in a way that makes no sense."""

    code = "usage"


class SourceError(CallerError):
    """A file or folder to be imported cannot be read; the message names it and says what to do."""

    code = "source.unreadable"


class UnknownFormatError(SourceError):
    """No reader knows this kind of file."""

    code = "source.unknown_format"


class UnsafeArchiveError(SourceError):
    """An archive breaks a safety limit: a path escape, a link, too many or too large members."""

    code = "source.unsafe_archive"


class GuardError(CallerError):
    """The memory schema refuses a write; `hint` says what a model can do instead."""

    code = "schema.refused"

    def __init__(self, rule: str, key: str, found: str, *, number: int | None = None, hint: str = "") -> None:
        super().__init__(f"{rule}: {key}: {found}" + (f". {hint}" if hint else ""))
        self.rule, self.key, self.number, self.hint = rule, key, number, hint


class UndeclaredKeyError(GuardError):
    """The memory schema declares no such key, or not in this place."""

    code = "schema.undeclared"


class ReservedKeyError(GuardError):
    """The key was retired, or its name belongs to somebody else; nobody writes it again."""

    code = "schema.reserved"


class ValueTypeError(GuardError):
    """The value is not of the type that the memory schema declares."""

    code = "schema.type"


class WriterError(GuardError):
    """The memory schema does not let this writer write the key now."""

    code = "schema.writer"


class StreamError(SatchelError):
    """A stream cannot be trusted as it is."""

    code = "stream.invalid"


class NotAStreamError(StreamError):
    """The first line is no Satchel header: this is another kind of file."""

    code = "stream.foreign"


class StreamVersionError(StreamError):
    """The stream is of a higher major version than this reader knows."""

    code = "stream.version"


class StreamTruncatedError(StreamError):
    """The stream ends before its trailer: something cut it off."""

    code = "stream.truncated"


class StreamAlteredError(StreamError):
    """The bytes do not match the digest in the trailer: something changed them."""

    code = "stream.altered"


class StreamCountError(StreamError):
    """The trailer counts other lines than the stream holds."""

    code = "stream.counts"


class StreamSignatureError(StreamError):
    """The signature is not that of these bytes, or not of a key that was asked for."""

    code = "stream.signature"


class StreamLockedError(StreamError):
    """The stream is encrypted, and no key or passphrase at hand opens it."""

    code = "stream.locked"


class StoreError(SatchelError):
    """A store could not do what was asked."""

    code = "store.error"


class RevisionConflictError(StoreError):
    """Another writer changed the record first. Read it again, then retry."""

    code = "store.revision_conflict"

    def __init__(self, id: str, *, expected: int, found: int) -> None:
        super().__init__(f"record {id} is at revision {found}, not {expected}; read it again, then retry")
        self.id, self.expected, self.found = id, expected, found


class TombstonedError(StoreError):
    """The record, or a text equal to it, was forgotten. Writing it needs an explicit revive."""

    code = "store.tombstoned"


class ScopeCollisionError(StoreError):
    """The id is taken by a record of another scope; scope is fixed per id."""

    code = "store.scope_collision"


class NotFoundError(StoreError):
    """Nothing by that id, as far as the caller may see."""

    code = "store.not_found"


class StoreBusyError(StoreError):
    """Another process holds the store longer than we wait. Retry."""

    code = "store.busy"


class StoreMissingError(StoreError):
    """There is no store at that place, and a read never creates one."""

    code = "store.missing"


class StoreReadOnlyError(StoreError):
    """The store cannot be written: permissions, a read-only medium, or opened read-only."""

    code = "store.read_only"


class StoreFullError(StoreError):
    """The disk is full. Nothing of the last operation was kept."""

    code = "store.full"


class StoreDamagedError(StoreError):
    """The store's file is not what it should be; the message says what was found and how to repair it."""

    code = "store.damaged"


class StoreVersionError(StoreError):
    """The store was written by a newer version of Satchel."""

    code = "store.version"


class StoreUrlError(StoreError):
    """The URL names no store that is known here."""

    code = "store.url"


class CursorError(StoreError):
    """The cursor is of another store or epoch; ask for everything again."""

    code = "store.cursor"


class VectorSpaceError(StoreError):
    """Vectors of another model or dimension than the store's, or no vectors at all."""

    code = "store.vector_space"


class UnsupportedError(StoreError):
    """The store does not have the capability that the call needs."""

    code = "store.unsupported"


class EnvironmentProblem(SatchelError):
    """The machine or its configuration lacks something."""

    code = "environment.problem"


class ConfigError(EnvironmentProblem):
    """The configuration file is wrong; the message names file, line and field."""

    code = "environment.config"


class EmbedderError(EnvironmentProblem):
    """The embedder cannot be reached or failed. Nothing else is used in its place without being said."""

    code = "environment.embedder"


class MissingExtraError(EnvironmentProblem):
    """A driver is not installed; the message has the command that installs it."""

    code = "environment.missing_extra"

"""What a schema lets be written: names, writers and values are checked before anything is stored.

Three ways with a key that is not declared: `observe` lets it through and counts, `propose` also gathers it for a patch
to the file, `reject` refuses it and says what to write instead. A retired name and a value of another type are refused
in each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from satchel.access.detectors import find
from satchel.schema.counterfile import OTHERS
from satchel.schema.counting import Counters, Kind
from satchel.schema.hints import expected, instead, shown_name, why_reserved
from satchel.schema.items import filled, opened
from satchel.schema.names import ITEM, oddity
from satchel.schema.resolving import Names, Resolved, Via
from satchel.schema.snapshot import KeyEntry, Snapshot
from satchel.schema.values import faults
from satchel_protocol.errors import ReservedKeyError, UndeclaredKeyError, UsageError, ValueTypeError, WriterError

UNDECLARED: Final = "UNDECLARED_WRITE"
RESERVED: Final = "RESERVED_WRITE"
TYPE_VIOLATION: Final = "TYPE_VIOLATION_BY_MODEL"
WRITER: Final = "WRITE_NOT_ALLOWED"
GROUP: Final = "GROUP_TAKEN"
_MOST_FAULTS: Final = 3
_LONGEST_NAME: Final = 120
"""Of a name that is counted by itself."""
_PRIVATE: Final = frozenset({"personal", "sensitive", "secret"})
"""Sensitivities of which no message shows a value."""


class Mode(StrEnum):
    """What becomes of a write of a key that is not declared."""

    OBSERVE = "observe"
    PROPOSE = "propose"
    REJECT = "reject"


class By(StrEnum):
    """Who writes."""

    MODEL = "model"
    TOOL = "tool"
    """A program: what the model said is not in it."""
    PERSON = "person"


_LET_THROUGH: Final = {Mode.OBSERVE: Kind.UNDECLARED, Mode.PROPOSE: Kind.PROPOSED}


class Guard:
    """A schema in force: its names, its mode, and the counters.

    Args:
        snapshot: The schema; None for none, in which everything is undeclared and let through.
        mode: See `Mode`.
        counters: Where everything is counted.
        session, surface: Who uses a deprecated key, where a call does not say it.
    """

    def __init__(
        self,
        snapshot: Snapshot | None,
        *,
        mode: str = Mode.OBSERVE,
        counters: Counters | None = None,
        session: str = "",
        surface: str = "",
    ) -> None:
        self.declared = snapshot is not None
        self.names = Names(snapshot if snapshot is not None else Snapshot.of())
        self.mode = mode_named(mode)
        self.counters = counters if counters is not None else Counters()
        self.session, self.surface = session, surface

    def resolve(self, key: str) -> Resolved:
        """What a key means."""
        return self.names.resolve(key)

    def type_of(self, key: str) -> str | None:
        """The kind of JSON that a key takes: string, object …; None where it is not declared."""
        found = self.resolve(key).key
        return str(found.type["type"]) if found is not None else None

    def writable(self, key: str, value: Any, *, by: str = By.MODEL) -> Resolved:
        """Check that a value may be put at a key.

        Returns:
            What the key means; its `name` is where the value belongs.

        Raises:
            UndeclaredKeyError, ReservedKeyError, ValueTypeError, WriterError: it may not; the error says why, and what
                can be written instead.
            UsageError: there is no such writer.
        """
        found = self.nameable(key, by=by)
        if found.key is not None:
            self._of_type(found, found.key, value)
        return found

    def nameable(self, key: str, *, by: str = By.MODEL) -> Resolved:
        """Check that whoever it is may write a key; as `writable`."""
        found, writer = self._one(key), _writer_named(by)
        if found.reserved is not None:
            self.use(found, Kind.RESERVED_WRITE)
            raise ReservedKeyError(
                RESERVED, key, why_reserved(found), number=found.reserved.number, hint=instead(self.names, found)
            )
        if found.key is not None:
            self._writer(found, found.key, writer)
        elif self.declared and self.mode is Mode.REJECT:
            self.counters.count(0, self.countable(found), Kind.REJECTED)
            raise UndeclaredKeyError(UNDECLARED, found.asked, "is not declared", hint=instead(self.names, found))
        return found

    def deletable(self, key: str, *, by: str = By.MODEL) -> Resolved:
        """Check that whoever it is may delete what is at a key.

        What is there under a name that is not declared, or no more, is nobody's: anybody may clear it away. A person
        may have everything forgotten.

        Raises:
            UndeclaredKeyError: it names no single item.
            WriterError: only tools, or nobody, may write it.
        """
        found, writer = self._one(key), _writer_named(by)
        if found.key is not None and writer is not By.PERSON:
            self._writer(found, found.key, writer)
        return found

    def twins(self, found: Resolved) -> Iterator[Resolved]:
        """The other places in which a value of a key may still be: its successor's, and those of keys that it replaces."""
        if found.key is None:
            return
        last = found.successor if found.successor is not None else found.key
        for key in self.names.snapshot.by_number.values():
            name = _with_ids_of(key.name, found)
            if key.number != found.key.number and ITEM not in name:
                other = self.resolve(name)
                if last.number in {key.number, other.successor.number if other.successor is not None else None}:
                    yield other

    def _one(self, key: str) -> Resolved:
        found = self.resolve(key)
        if found.whole:
            example = found.pattern.replace(ITEM, "[17]")
            raise UndeclaredKeyError(UNDECLARED, key, "names no single item", hint=f"Name one, such as {example}.")
        return found

    def home(self, found: Resolved, scope: str) -> str:
        """The scope in which a key is, for whoever is at `scope`.

        Raises:
            UndeclaredKeyError: the key's namespace is elsewhere.
        """
        if found.key is None:
            return scope
        place = self.names.home(found.key, scope)
        if place is None:
            where = self.names.place_of(found.key)
            raise UndeclaredKeyError(
                UNDECLARED, found.asked, f"{found.key.name} is not declared for {scope}", number=found.number,
                hint=f"It lives in scopes such as {where}; name one.",
            )  # fmt: skip
        return place

    def free(self, found: Resolved, has_value: Callable[[Resolved], bool]) -> None:
        """Check that no other key of the same group has a value.

        Raises:
            WriterError: one has.
        """
        for other in self._rivals(found):
            if has_value(other):
                self.counters.count(found.number, found.pattern, Kind.WRITER_REFUSED)
                raise WriterError(
                    GROUP, found.asked, f"{other.name} has a value, and of this group only one key may have one",
                    number=found.number, hint=f"Delete {other.name} first if it no longer holds.",
                )  # fmt: skip

    def _rivals(self, found: Resolved) -> Iterator[Resolved]:
        group = found.key.get("group") if found.key is not None else None
        if group is None or found.key is None:
            return
        for key in self.names.snapshot.by_number.values():
            if key.get("group") != group or key.number == found.key.number or _linked(key, found.key):
                continue
            name = _with_ids_of(key.name, found)
            if ITEM not in name:
                yield self.resolve(name)

    def notice(self, found: Resolved) -> str:
        """What whoever used a name should know of it; empty for the key's own."""
        if found.key is None or found.via is Via.DIRECT:
            return ""
        if found.via is Via.ALIAS:
            return f"{found.asked} is another name of {found.name}; use {found.name}"
        use = f": use {found.successor_name}" if found.successor is not None else " and nothing replaces it"
        return f"{found.asked} is deprecated{use}"

    def written(self, found: Resolved, *, session: str = "", surface: str = "") -> None:
        """Count a put that was done."""
        if found.via is Via.DEPRECATED:
            self.use(found, Kind.PUT, session=session, surface=surface)
        elif found.key is not None:
            self.counters.count(found.number, found.pattern, Kind.PUT)
        elif self.declared and self.mode in _LET_THROUGH:
            self.counters.count(0, self.countable(found), _LET_THROUGH[self.mode])

    def deleted(self, found: Resolved) -> None:
        """Count a delete that was done."""
        self.counters.count(found.number, self.countable(found), Kind.DELETED)

    def use(self, found: Resolved, kind: Kind, *, session: str = "", surface: str = "") -> None:
        """Note that a deprecated or retired name was used."""
        self.counters.use(
            found.number, self.countable(found), kind, session=session or self.session, surface=surface or self.surface
        )

    def countable(self, found: Resolved) -> str:
        """The name under which it is counted."""
        return found.pattern if found.number else countable(found.pattern)

    def _writer(self, found: Resolved, key: KeyEntry, by: By) -> None:
        allowed = key.get("write") or "model"
        if allowed == "model" or (allowed == "tool_only" and by is not By.MODEL):
            return
        self.counters.count(found.number, found.pattern, Kind.WRITER_REFUSED)
        who = "nobody writes it" if allowed == "none" else "only tools write it"
        hint = f"Read {shown_name(key)}; leave writing it to " + ("a migration." if allowed == "none" else "the tool.")
        raise WriterError(WRITER, found.asked, who, number=key.number, hint=hint)

    def _of_type(self, found: Resolved, key: KeyEntry, value: Any) -> None:
        wrong = list(islice(faults(value, key.type), _MOST_FAULTS))
        if not wrong:
            return
        self.counters.count(key.number, found.pattern, Kind.TYPE_VIOLATION)
        said = "; ".join(wrong) if key.get("sensitivity") not in _PRIVATE else "the value is not of its type"
        raise ValueTypeError(TYPE_VIOLATION, found.asked, said, number=key.number, hint=f"{expected(key)}.")


def mode_named(name: str) -> Mode:
    """The mode of this name.

    Raises:
        UsageError: there is none.
    """
    try:
        return Mode(name)
    except ValueError as error:
        raise UsageError(f"there is no mode {name!r}; there is {', '.join(Mode)}") from error


def _writer_named(name: str) -> By:
    try:
        return By(name)
    except ValueError as error:
        raise UsageError(f"by is {name!r}; it is one of {', '.join(By)}") from error


@lru_cache(maxsize=4096)
def countable(name: str) -> str:
    """A name as it may be kept in a file of counts: a sentence, or what holds a password, is counted without its text."""
    if len(name) > _LONGEST_NAME or oddity(name) or any(True for _ in find(name.replace(".", " "))):
        return OTHERS
    return name


def _linked(one: KeyEntry, other: KeyEntry) -> bool:
    return one.successor == other.number or other.successor == one.number


def _with_ids_of(pattern: str, found: Resolved) -> str:
    return filled(pattern, opened(found.name)[1])

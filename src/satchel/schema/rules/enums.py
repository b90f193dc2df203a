"""Values that are listed: in the type, in prompts, and in what a model remembers of them."""

from __future__ import annotations

from collections.abc import Iterator

from satchel.schema.finding import Severity
from satchel.schema.rules.registry import Category, Hit, Kind, rule
from satchel.schema.rules.types import of_kind
from satchel.schema.snapshot import KeyEntry


@rule("ENUM_VALUE_NO_DELETE", Severity.ERROR, Category.STORE, Kind.KEY)
def enum_value_no_delete(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A value was taken out of an enum, or spelled anew.

    Why: it is stored, and it stands in examples and summaries. Values that have it are invalid, and models go on
    writing it.

    Instead: keep the value and say in `meanings` that it is no longer written; or add a key with the new enum and a
    translation that maps every old value.

    Before:
        Theme: {type: string, enum: [light, dark, system]}
        # in the next revision: enum: [light, dark]

    After:
        Theme: {type: string, enum: [light, dark, system], meanings: {system: not written since revision 15}}
    """
    yield from of_kind(old, new, "enum_removed")


@rule("ENUM_VALUE_SAME_MEANING", Severity.REPLAY, Category.BEHAVIOUR, Kind.KEY)
def enum_value_same_meaning(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A value is kept and described differently.

    Why: stored values meant what was written there before. Nothing tells a reader which of two meanings a value has.

    Instead: a new value for the new meaning. Where only the wording improves, replay recorded traces with it.

    Before:
        enum: [open, done]
        meanings: {open: not finished}
        # in the next revision: meanings: {open: not read yet}

    After:
        enum: [open, done, unread]
        meanings: {open: not finished, unread: not read yet}
    """
    yield from of_kind(old, new, "meaning")


@rule("ENUM_VALUE_ADDED", Severity.REPLAY, Category.BEHAVIOUR, Kind.KEY)
def enum_value_added(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """An enum got a value.

    Why: prompts and examples list the old ones, and code branches on them. A reader meets a value that it has no
    branch for.

    Instead: replay recorded traces with the longer list before it is published.

    Before:
        Theme: {type: string, enum: [light, dark, system]}

    After:
        Theme: {type: string, enum: [light, dark, system, sepia]}
    """
    yield from of_kind(old, new, "enum_added")

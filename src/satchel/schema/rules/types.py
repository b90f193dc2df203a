"""Stored values stay readable: types, limits, what is required, what absence means."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from satchel.schema.compatible import Difference, differences
from satchel.schema.finding import Severity, same
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule
from satchel.schema.shapes import Path, short
from satchel.schema.snapshot import KeyEntry
from satchel.schema.types import Type, children


@rule("KEY_SAME_TYPE", Severity.ERROR, Category.STORE, Kind.KEY)
def key_same_type(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """The type of a key, or of a part of it, is another.

    Why: values that are stored have the old type. They fail the new one, or worse, are taken for something else. A
    model that was shown the old shape goes on writing it.

    Instead: a new key with the new type, `replaced_by`, and a translation in both directions.

    Before:
        - {number: 7, name: user.theme, type: {type: string}, …}
        # in the next revision: type: {type: object, properties: {…}}

    After:
        - {number: 7, name: user.theme, status: deprecated, deprecated: {replaced_by: 43, …}, translate: {…}, …}
        - {number: 43, name: user.display.theme, type: {type: object, properties: {…}}, …}
    """
    yield from of_kind(old, new, "type")


@rule("KEY_SAME_CARDINALITY", Severity.ERROR, Category.STORE, Kind.KEY)
def key_same_cardinality(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """One value became a list or a map, or the other way round.

    Why: a reader that expects one value gets several, or the first letter of a text. A model that was taught one value
    overwrites a whole list with it.

    Instead: a new key with the new shape, and a translation that wraps and picks.

    Before:
        - {number: 7, name: user.tags, type: {type: string}, …}
        # in the next revision: type: {type: array, items: {type: string}}

    After:
        - {number: 43, name: user.tag_list, type: {type: array, items: {type: string}}, …}
    """
    yield from of_kind(old, new, "cardinality")


@rule("KEY_CONSTRAINT_TIGHTENED", Severity.ERROR, Category.STORE, Kind.KEY)
def key_constraint_tightened(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A limit is narrower: a shorter maxLength, a format or enum that was not there, a property that is gone.

    Why: values that were right when they were written are wrong now. A strict reader drops them without a word.

    Instead: leave the limit and tell writers the narrower one in `describe`, or add a key with the narrower type and
    migrate; its translation says what becomes of values that do not fit.

    Before:
        type: {type: string, maxLength: 200}
        # in the next revision: maxLength: 80

    After:
        type: {type: string, maxLength: 200}
    """
    yield from of_kind(old, new, "tightened")


@rule("KEY_CONSTRAINT_RELAXED", Severity.WARN, Category.STORE, Kind.KEY)
def key_constraint_relaxed(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A limit is wider, or a property is no longer required.

    Why: readers that were built for the narrower one may choke on what is written from now on: a column of 80
    characters, code that takes a property for granted.

    Instead: look at the readers first; the longest-lived are sessions and caches.

    Before:
        type: {type: string, maxLength: 80}

    After:
        type: {type: string, maxLength: 200}
    """
    yield from of_kind(old, new, "relaxed")


@rule("KEY_NEW_REQUIRED", Severity.ERROR, Category.STORE, Kind.KEY)
def key_new_required(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A property of an object that is in use became required.

    Why: no stored value has it, so every one of them is invalid at once.

    Instead: leave it optional, and say in `describe` what its absence means.

    Before:
        Task: {type: object, required: [title], properties: {title: {type: string}}}
        # in the next revision: required: [title, owner]

    After:
        Task: {type: object, required: [title], properties: {title: {type: string}, owner: {type: string}}}
    """
    yield from of_kind(old, new, "required")


@rule("KEY_SAME_DEFAULT", Severity.ERROR, Category.BEHAVIOUR, Kind.KEY)
def key_same_default(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A default was changed, added or taken away.

    Why: most records have no value. All of them mean something else from now on, although nobody wrote anything, and
    two agents of two revisions act differently on the same memory.

    Instead: leave the default. Where it was wrong, write the value into the records that meant it, or add a key.

    Before:
        - {number: 31, name: user.display.theme, default: light, …}
        # in the next revision: default: system

    After:
        - {number: 31, name: user.display.theme, default: light, …}
    """
    one, other = ("default" in key.body for key in (old, new))
    before, after = old.get("default"), new.get("default")
    if one != other or not same(before, after):
        yield Hit(
            path=("default",), old=[before] if one else [], new=[after] if other else [],
            message=f"default {short(before) if one else 'none'} became {short(after) if other else 'none'}",
        )  # fmt: skip
    yield from of_kind(old, new, "default")


@rule("VALUE_MODEL_CLOSED", Severity.ERROR, Category.STORE, Kind.FILE)
def value_model_closed(facts: Facts) -> Iterator[Hit]:
    """An object is open: it lets any property in, or says none at all.

    Why: of two open objects nobody can tell whether the values of one fit the other, so no later change can be judged.
    And a model fills an open object with properties that it invents.

    Instead: list the properties. Where names are free and values alike, write a map: `additionalProperties` with a
    type and no `properties`. What nobody looks into has the type `json`.

    Before:
        type: {type: object, properties: {title: {type: string}}, additionalProperties: true}

    After:
        type: {type: object, properties: {title: {type: string}}}
    """
    for key in facts.now.keys:
        for path, kind in parts_of(key.type):
            more = kind.get("additionalProperties")
            if kind["type"] == "object" and (more is True or (more and "properties" in kind)):
                what = "is open to any property" if more is True else "has both properties and a type for all others"
                yield Hit(
                    number=key.number, key=key.name, path=("type", *path, "additionalProperties"), new=dict(kind), subject=".".join(map(str, path)),
                    message=f"an object in the type of {key.name} {what}; close it, or make it a map or json",
                )  # fmt: skip


@rule("REQUIRED_AT_BIRTH", Severity.WARN, Category.LINT, Kind.FILE)
def required_at_birth(facts: Facts) -> Iterator[Hit]:
    """A new key has an object with required properties.

    Why: a required property can never go: every later revision, every reader and every model must have it. Models
    leave properties out, and then the whole value is refused.

    Instead: leave properties optional unless a value without it is worth nothing.

    Before:
        type: {type: object, required: [title, due_at], properties: {title: {type: string}, due_at: {type: string}}}

    After:
        type: {type: object, required: [title], properties: {title: {type: string}, due_at: {type: string}}}
    """
    for key in facts.added:
        for path, kind in parts_of(key.type):
            if kind.get("required"):
                yield Hit(
                    number=key.number, key=key.name, path=("type", *path, "required"), new=kind["required"], subject=".".join(map(str, path)),
                    message=f"requires {', '.join(kind['required'])} for ever",
                )  # fmt: skip


@lru_cache(maxsize=4096)
def changes(old: KeyEntry, new: KeyEntry) -> tuple[Difference, ...]:
    """The differences of two keys' types; several rules ask for the same pair."""
    return tuple(differences(old.type, new.type))


def of_kind(old: KeyEntry, new: KeyEntry, kind: str) -> Iterator[Hit]:
    """One hit for each difference of a kind."""
    for found in changes(old, new):
        if found.kind == kind:
            path = ("type", *found.path)
            yield Hit(path=path, old=found.old, new=found.new, subject=".".join(path), message=found.message)


def parts_of(kind: Type, path: Path = ()) -> Iterator[tuple[Path, Type]]:
    """A type and everything inside it, each with its path."""
    yield path, kind
    for part, inner in children(kind):
        yield from parts_of(inner, (*path, *part))

"""The form of the file: findings that its reader makes, with a page each like any other rule."""

from __future__ import annotations

from collections.abc import Iterator

from satchel.schema.finding import Severity
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule


@rule("FILE_UNREADABLE", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def file_unreadable(_facts: Facts) -> Iterator[Hit]:
    """The file is no YAML, no UTF-8, empty, too large or nested too deeply. No other rule looked at it.

    Why: what cannot be read cannot be compared, and nothing is rendered from it.

    Instead: mend the place that the message names; it is where the damage was noticed and may begin a line earlier.

    Before:
        keys: [{number: 7, name: user.theme

    After:
        keys: [{number: 7, name: user.theme}]
    """
    yield from ()


@rule("FILE_DUPLICATE_KEY", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def file_duplicate_key(_facts: Facts) -> Iterator[Hit]:
    """One name stands twice in a mapping; the first counts here.

    Why: tools disagree on which of the two they take, so the prompt and the store can have different ones. It is what
    a merge of two branches leaves behind.

    Instead: keep one.

    Before:
        status: active
        status: deprecated

    After:
        status: deprecated
    """
    yield from ()


@rule("FILE_NOT_PLAIN", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def file_not_plain(_facts: Facts) -> Iterator[Hit]:
    """An anchor, an alias, a merge key or a tag.

    Why: a change at an anchor changes keys whose lines do not show in the diff. And aliases of aliases make a page of
    text into gigabytes.

    Instead: write the value out, or use a type with a name and `$ref`.

    Before:
        types: {Short: &short {type: string, maxLength: 80}}
        keys: [{number: 7, type: *short, …}]

    After:
        types: {Short: {type: string, maxLength: 80}}
        keys: [{number: 7, type: {$ref: Short}, …}]
    """
    yield from ()


@rule("FIELD_UNKNOWN", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def field_unknown(_facts: Facts) -> Iterator[Hit]:
    """A field that the layout does not have, most often a slip of the pen.

    Why: `senstivity: personal` protects nothing, and nobody notices.

    Instead: spell it as the message proposes. Notes go into comments.

    Before:
        senstivity: personal

    After:
        sensitivity: personal
    """
    yield from ()


@rule("FIELD_MISSING", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def field_missing(_facts: Facts) -> Iterator[Hit]:
    """A field that must be there is not.

    Why: a key without a number, a name, a namespace or a type cannot be compared with anything.

    Instead: add it. A new number is that of `next_number`.

    Before:
        - {name: user.pets, in: user, type: {type: string}}

    After:
        - {number: 43, name: user.pets, in: user, type: {type: string}}
    """
    yield from ()


@rule("FIELD_TYPE", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def field_type(_facts: Facts) -> Iterator[Hit]:
    """A field holds another kind of value than it can.

    Why: one tool reads `"7"` as 7, the next one as a text, and the number is lost.

    Instead: the kind that the message names; texts that look like numbers are quoted, numbers are not.

    Before:
        number: "7"

    After:
        number: 7
    """
    yield from ()


@rule("FIELD_VALUE", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def field_value(_facts: Facts) -> Iterator[Hit]:
    """A field holds a value that it cannot have: an unknown status, a namespace that is not declared, a wrong duration.

    Why: a status that nobody knows protects nothing, and a key in no namespace has no place in any store.

    Instead: one of the values that the message names.

    Before:
        status: depricated

    After:
        status: deprecated
    """
    yield from ()


@rule("TYPE_OUTSIDE_SUBSET", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def type_outside_subset(_facts: Facts) -> Iterator[Hit]:
    """A type uses what the closed subset of JSON Schema does not have.

    Why: choices, conditions, patterns and null make it impossible to say whether old values fit a new type. The subset
    is what can be judged for certain: string, integer, number, boolean, enum, list, closed object, map, `$ref`, `json`.

    Instead: two keys for two kinds of values; absence for null; an enum for a pattern; `json` for what stays opaque.

    Before:
        type: {anyOf: [{type: string}, {type: "null"}]}

    After:
        type: {type: string}
    """
    yield from ()


@rule("TYPE_UNKNOWN_REF", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def type_unknown_ref(_facts: Facts) -> Iterator[Hit]:
    """`$ref` names a type that is not under `types`.

    Why: nothing can be checked against it or told to a model.

    Instead: the name of a declared type, as it is spelled there.

    Before:
        type: {$ref: Tehme}

    After:
        type: {$ref: Theme}
    """
    yield from ()


@rule("TYPE_RECURSIVE", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def type_recursive(_facts: Facts) -> Iterator[Hit]:
    """A type holds itself, directly or through others.

    Why: its values have no greatest depth, so it can be neither shown to a model nor compared.

    Instead: a key for each item, with the number of its parent as a property; or `json`.

    Before:
        Task: {type: object, properties: {parts: {type: array, items: {$ref: Task}}}}

    After:
        Task: {type: object, properties: {parent_id: {type: string}}}
    """
    yield from ()


@rule("TYPE_TOO_LARGE", Severity.ERROR, Category.FORM, Kind.MADE_ELSEWHERE)
def type_too_large(_facts: Facts) -> Iterator[Hit]:
    """A type has thousands of parts once its references are put in.

    Why: no prompt has room for it; types that use each other twice double with every step.

    Instead: fewer properties, or keys of their own.

    Before:
        A: {type: object, properties: {one: {$ref: B}, two: {$ref: B}}}   # and so on, down to Z

    After:
        A: {type: object, properties: {one: {$ref: B}}}
    """
    yield from ()

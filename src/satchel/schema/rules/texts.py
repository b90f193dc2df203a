"""What a model reads: descriptions, examples, the text that is embedded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from satchel.schema.finding import Severity, same
from satchel.schema.names import matches, segments
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule
from satchel.schema.rules.types import changes, of_kind, parts_of
from satchel.schema.snapshot import KeyEntry
from satchel.schema.types import Type
from satchel.schema.values import faults

_MENTION: Final = re.compile(r"(?<![\w./@-])[^\W\d]\w*(?:\.[^\W\d][\w-]*|\[\*\])+(?![\w/@(])")
_FILE_ENDINGS: Final = frozenset("md py js ts json yml yaml txt csv db com org net io ai".split())


@rule("KEY_DESCRIPTION_CHANGED", Severity.REPLAY, Category.BEHAVIOUR, Kind.KEY)
def key_description_changed(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A text that tells a model what a key means is another, or says otherwise whether it may write it.

    Why: for a model the description is the contract. With other words it writes other values under the same key, and
    old and new values mean different things. A key that it writes now, and only tools wrote before, holds guesses
    beside what was confirmed; one that it may write no longer, it goes on writing for a while.

    Instead: replay recorded traces with the new text. Where the meaning changes, add a key.

    Before:
        describe: Theme the user likes.

    After:
        describe: Theme the user likes. Absent means the user never said.
    """
    before, after = (_spaced(key.get("describe")) for key in (old, new))
    if before != after:
        yield Hit(path=("describe",), old=before, new=after, message=f"describe of {new.name} changed")
    if old.for_models != new.for_models:
        now, was = ("a model may write", "may not before") if new.for_models else ("no model may write", "did before")
        yield Hit(
            path=("write",), old=old.get("write"), new=new.get("write"), subject="write",
            message=f"{now} {new.name} now, and {was}",
        )  # fmt: skip
    for found in changes(old, new):
        if found.kind == "description" and _spaced(found.old) != _spaced(found.new):
            path = ("type", *found.path)
            yield Hit(path=path, old=found.old, new=found.new, subject=".".join(path), message=found.message)


@rule("EXAMPLE_CHANGED", Severity.REPLAY, Category.BEHAVIOUR, Kind.KEY)
def example_changed(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """The examples of a key are others.

    Why: a model copies examples more closely than it follows rules. A capital letter in one turns up in every value.

    Instead: replay recorded traces with the new examples.

    Before:
        examples: [dark]

    After:
        examples: [Dark]
    """
    if not same(old.examples, new.examples):
        yield Hit(path=("examples",), old=old.examples, new=new.examples, message=f"examples of {new.name} changed")
    yield from of_kind(old, new, "example")


@rule("EXAMPLE_INVALID", Severity.ERROR, Category.BEHAVIOUR, Kind.FILE)
def example_invalid(facts: Facts) -> Iterator[Hit]:
    """An example, or a default, is no value of its own type; or a meaning is told of a value that the type does not have.

    Why: the prompt teaches the mistake. The model copies it, the write is refused, and the fact is lost.

    Instead: mend the example, or the type.

    Before:
        type: {type: string, enum: [light, dark]}
        examples: [darkmode]

    After:
        type: {type: string, enum: [light, dark]}
        examples: [dark]
    """
    for key in facts.now.keys:
        values: list[tuple[tuple[str | int, ...], Any]] = [(("examples", i), one) for i, one in enumerate(key.examples)]
        if "default" in key.body:
            values.append((("default",), key.body["default"]))
        told = [(path, value, key.type) for path, value in values]
        for at, kind in parts_of(key.type):
            here = ("type", *at)
            if "default" in kind:
                told.append(((*here, "default"), kind["default"], kind))
            told += [((*here, "examples"), one, kind) for one in kind.get("examples", ())]
            told += [((*here, "meanings"), _meant(name, kind), kind) for name in kind.get("meanings", {})]
        for path, value, kind in told:
            for fault in faults(value, kind):
                what = {"default": "default", "meanings": "meaning"}.get(str(path[-1]), "example")
                inside = ".".join(map(str, path[1:-1])) if path[0] == "type" else ""
                yield Hit(
                    number=key.number, key=key.name, path=path, new=[value, fault], subject=f"{path} {fault}",
                    message=f"{what} of {key.name}{f' ({inside})' if inside else ''}: {fault}",
                )  # fmt: skip


def _meant(name: str, kind: Type) -> Any:
    """The value that a meaning is told of; names in JSON are texts."""
    if kind["type"] == "boolean" and name in {"true", "false"}:
        return name == "true"
    if kind["type"] in {"integer", "number"}:
        listed = next((value for value in kind.get("enum", ()) if str(value) == name), None)
        return listed if listed is not None else _number(name)
    return name


def _number(name: str) -> Any:
    try:
        return float(name) if "." in name else int(name)
    except ValueError:
        return name


@rule("KEY_UNDESCRIBED", Severity.INFO, Category.LINT, Kind.FILE)
def key_undescribed(facts: Facts) -> Iterator[Hit]:
    """A new key has no `describe`.

    Why: a model guesses from the name what belongs there, and what it means that nothing is there.

    Instead: one sentence of what it holds, one of what absence means.

    Before:
        - {number: 43, name: user.pets, in: user, type: {type: string}}

    After:
        - {number: 43, name: user.pets, in: user, type: {type: string},
           describe: Pets the user has told of. Absent means never asked.}
    """
    for key in facts.added:
        if not key.get("describe") and not key.type.get("description"):
            yield Hit(
                number=key.number, key=key.name, message=f"{key.name} does not say what it holds and what absence means"
            )


@rule("SURFACE_UNKNOWN_KEY", Severity.ERROR, Category.BEHAVIOUR, Kind.FILE)
def surface_unknown_key(facts: Facts) -> Iterator[Hit]:
    """A text that a model reads names a key that is not declared, or a key in a spelling that is none of its names.

    Why: the text is in the prompt as it stands. The model asks for that key and gets nothing, or writes it.

    Instead: name the key by its declared name, or make the other spelling an alias. `satchel schema check` looks at the
    schema's own texts, `satchel surfaces scan` at prompts, few-shots and tools, and, where a whole literal looks like a
    key, at code (a warning there, since dots have other uses in code).

    Before:
        describe: One open task. See user.prefs.theme for colours.

    After:
        describe: One open task. See user.display.theme for colours.
    """
    known = {segments(name) for key in facts.now.keys for name in key.names}
    known |= {segments(name) for name in facts.now.reserved_names()}
    prefixes = {parts[:n] for parts in known for n in range(1, len(parts) + 1)}
    roots = {parts[0] for parts in known}
    patterns = facts.now.reserved_patterns()
    for key in facts.now.keys:
        properties = set(key.type.get("properties", ()))
        for mention in _MENTION.findall(key.get("describe") or ""):
            parts = segments(mention)
            if parts[0] not in roots or parts[-1] in _FILE_ENDINGS or parts in prefixes:
                continue
            # `tasks.open[*].title` is a property of a declared object; its own type says whether it is there.
            owner = next((one for one in facts.now.keys if parts[:-1] == segments(one.name)), None)
            inside = owner is not None and parts[-1] in owner.type.get("properties", {})
            if inside or parts[-1] in properties or any(matches(pattern, mention) for pattern in patterns):
                continue
            yield Hit(
                number=key.number, key=key.name, path=("describe",), new=mention, subject=mention,
                message=f"describe of {key.name} names {mention}, which is no key",
            )  # fmt: skip


@rule("EMBED_SURFACE_CHANGED", Severity.REPLAY, Category.BEHAVIOUR, Kind.KEY)
def embed_surface_changed(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """Other properties are embedded for a key.

    Why: old vectors were made of other text. New and old values are ranked against each other by things that cannot be
    compared, and what was found first is found no longer.

    Instead: replay recall with the new list, and make all vectors of the key anew.

    Before:
        embed: [title]

    After:
        embed: [title, notes]
    """
    before, after = old.get("embed"), new.get("embed")
    if before != after:
        yield Hit(
            path=("embed",), old=before, new=after, message=f"embed {before or 'nothing'} became {after or 'nothing'}"
        )


def _spaced(text: Any) -> str:
    """How a text is broken into lines is no change of it."""
    return " ".join(str(text or "").split())

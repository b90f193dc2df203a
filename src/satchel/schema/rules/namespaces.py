"""Where keys live: namespaces keep their shape, keys keep their namespace, and names can be told apart as paths."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from satchel.schema.finding import Severity
from satchel.schema.names import ITEM, oddity, overlap, segments
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule
from satchel.schema.shapes import named, short
from satchel.schema.snapshot import KeyEntry


@rule("NS_NO_DELETE", Severity.ERROR, Category.STORE, Kind.CHANGE)
def ns_no_delete(facts: Facts) -> Iterator[Hit]:
    """A namespace that was published is gone.

    Why: its records lie under its path. Without it nobody reads, expires or erases them.

    Instead: leave the namespace; deprecate its keys one by one. A namespace without keys costs nothing.

    Before:
        namespaces:
          tasks: {number: 2, path: [users, "{user_id}", tasks]}
        # in the next revision without tasks

    After:
        namespaces:
          tasks: {number: 2, path: [users, "{user_id}", tasks]}
    """
    here = {namespace.name for namespace in facts.now.namespaces}
    told: set[str] = set()
    for namespace, past in facts.history.namespace_forms():
        if namespace.name not in here | told:
            told.add(namespace.name)
            yield Hit(
                number=namespace.number, key=namespace.name, at=("namespace", namespace.name), old=namespace.path, subject=namespace.name,
                message=f"namespace {namespace.name} of revision {past.last} is gone",
            )  # fmt: skip


@rule("NS_SAME_SHAPE", Severity.ERROR, Category.STORE, Kind.CHANGE)
def ns_same_shape(facts: Facts) -> Iterator[Hit]:
    """The path of a namespace changed: its length, a label, a placeholder, or whether it is a collection.

    Why: the path is where records lie. With another one all old records are out of reach at once, and the agent says
    that it knows nothing about its user.

    Instead: add a namespace with the new path, and move the keys to new numbers in it with a migration.

    Before:
        user: {number: 1, path: [users, "{user_id}"]}
        # in the next revision: path: [tenants, "{tenant_id}", users, "{user_id}"]

    After:
        user: {number: 1, path: [users, "{user_id}"]}
        tenant_user: {number: 4, path: [tenants, "{tenant_id}", users, "{user_id}"]}
    """
    here = {namespace.name: namespace for namespace in facts.now.namespaces}
    told = set()
    for old, past in facts.history.namespace_forms():
        new = here.get(old.name)
        if new is None or old.name in told:
            continue
        for what, before, after in (
            ("path", old.path, new.path),
            ("collection", bool(old.body.get("collection")), bool(new.body.get("collection"))),
            ("number", old.number, new.number),
        ):
            if before != after:
                told.add(old.name)
                yield Hit(
                    number=new.number, key=new.name, at=("namespace", new.name), path=(what,), old=before, new=after, subject=f"{new.name}.{what}",
                    message=f"{what} of namespace {new.name} was {_shown(before)} in revision {past.last} and is now {_shown(after)}",
                )  # fmt: skip


@rule("KEY_SAME_NAMESPACE", Severity.ERROR, Category.STORE, Kind.KEY)
def key_same_namespace(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A key moved to another namespace.

    Why: its stored values stay where they are, and reads look elsewhere. Moving from a user to a session also changes
    how long a value lives, and from a session to a user who sees it.

    Instead: add a key in the other namespace, deprecate this one, and let a migration move the values.

    Before:
        - {number: 7, name: user.theme, in: user, …}
        # in the next revision: in: session

    After:
        - {number: 7, name: user.theme, in: user, status: deprecated, deprecated: {replaced_by: 43, …}, …}
        - {number: 43, name: session.theme, in: session, …}
    """
    if old.namespace != new.namespace:
        yield Hit(
            path=("in",), old=old.namespace, new=new.namespace,
            message=f"moved from namespace {old.namespace} to {new.namespace}",
        )  # fmt: skip


@rule("KEY_BAD_SEPARATOR", Severity.ERROR, Category.STORE, Kind.FILE)
def key_bad_separator(facts: Facts) -> Iterator[Hit]:
    """A label of a namespace is empty, no text, holds a dot, or the path starts with a name that a framework keeps.

    Why: stores join labels with dots. Some refuse such a label when they write and take it when they delete, so that
    one label removes what belongs to two.

    Instead: labels of letters, digits, - and _, or one placeholder in braces; no `langgraph` at the start.

    Before:
        user: {number: 1, path: [users.v2, "{user_id}"]}

    After:
        user: {number: 1, path: [users, v2, "{user_id}"]}
    """
    for namespace in facts.now.namespaces:
        about: dict[str, Any] = {"number": namespace.number, "key": namespace.name, "at": ("namespace", namespace.name)}
        if not namespace.path:
            yield Hit(**about, path=("path",), new=[], message="a namespace has at least one label")
        for place, label in enumerate(namespace.path):
            wrong = _wrong_label(label, place)
            if wrong:
                yield Hit(
                    **about, path=("path", place), new=label, subject=str(place),
                    message=f"label {place + 1} of namespace {namespace.name} {wrong}",
                )  # fmt: skip


@rule("KEY_BAD_NAME", Severity.ERROR, Category.RESOLVE, Kind.FILE)
def key_bad_name(facts: Facts) -> Iterator[Hit]:
    """The name of a key is no path of segments, or one of its names stands for another number of items than the others.

    Why: names are compared by segments: in prompts, in code, in reservations. A name that cannot be taken apart is
    found in none of them, and nothing shows that it is still used. An alias with `[*]` of a key without one writes
    every item to one place, each over the one before.

    Instead: segments of letters, digits, - and _, joined by dots; `[*]` for the id of an item,
    as often in an alias and in `prompt_name` as in the name.

    Before:
        - {number: 43, name: user/theme, …}

    After:
        - {number: 43, name: user.theme, …}
    """
    for key in facts.now.keys:
        for name in key.names:
            wrong = oddity(name)
            if not wrong and name.count(ITEM) != key.name.count(ITEM):
                wrong = f"stands for {_items(name)}, and {key.name} for {_items(key.name)}"
            if wrong:
                yield Hit(
                    number=key.number,
                    key=key.name,
                    path=(key.field_of(name),),
                    new=name,
                    subject=name,
                    message=f"{name!r} {wrong}",
                )


@rule("WILDCARD_OVERLAP", Severity.ERROR, Category.RESOLVE, Kind.FILE)
def wildcard_overlap(facts: Facts) -> Iterator[Hit]:
    """Two names match one concrete path, or a wildcard stands for something else than the id of an item.

    Why: a read of that path finds two types and two describes. Which one wins depends on the order of the file.

    Instead: `[*]` stands for the id of an item and nothing else; every other segment is written out.

    Before:
        - {number: 18, name: "tasks.open[*]", …}
        - {number: 43, name: "tasks.*[*]", …}

    After:
        - {number: 18, name: "tasks.open[*]", …}
        - {number: 43, name: "tasks.done[*]", …}
    """
    parsed = [(key, name, segments(name)) for key in facts.now.keys for name in key.names]
    odd = {
        name for _, name, parts in parsed if any(p in {"*", "**"} or (p.startswith("[") and p != ITEM) for p in parts)
    }
    told = set()
    for (one, name, left), (other, second, right) in combinations(parsed, 2) if odd else ():
        if one.number != other.number and odd & {name, second} and left != right and overlap(left, right):
            later, named_so = (other, second) if second in odd else (one, name)
            told.add((later.number, named_so))
            yield Hit(
                number=later.number, key=later.name, path=(later.field_of(named_so),), new=sorted((name, second)), subject=f"{name} {second}",
                message=f"{name} and {second} match one path",
            )  # fmt: skip
    for key, name, parts in parsed:
        if (key.number, name) not in told and {"*", "**"} & set(parts):
            yield Hit(
                number=key.number, key=key.name, path=(key.field_of(name),), new=name, subject="free" if name == key.name else name,
                message=f"{name}: a wildcard stands only for the id of an item, as [*]",
            )  # fmt: skip


def _items(name: str) -> str:
    count = name.count(ITEM)
    return "one value" if count == 0 else "the items of one list" if count == 1 else f"items in {count} lists"


def _wrong_label(label: Any, place: int) -> str:
    if not isinstance(label, str):
        return f"is {named(label)}, not a text"
    if not label.strip():
        return "is empty"
    if "." in label:
        return f"({label!r}) holds a dot"
    if place == 0 and label == "langgraph":
        return "is 'langgraph', which the framework keeps for itself"
    braces = label.count("{") + label.count("}")
    if braces and not (braces == 2 and label.startswith("{") and label.endswith("}") and len(label) > 2):
        return f"({label!r}) is no placeholder: write the whole label as {{name}}"
    return ""


def _shown(value: Any) -> str:
    return f"({', '.join(map(str, value))})" if isinstance(value, list) else short(value)

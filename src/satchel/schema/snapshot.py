"""One state of a schema without places or comments: what revisions keep and rules compare.

Everything in an entry is self-contained: types have no references, promises are those that hold. So two entries of any
two revisions can be compared without the files that they came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from satchel.schema.finding import short_hash
from satchel.schema.types import Type

ABSENT: Final = object()


class _Entry:
    """What entries of all kinds share: a JSON body, and a hash of it that is made once."""

    def __init__(self, body: Mapping[str, Any]) -> None:
        self.body = body

    @cached_property
    def hash(self) -> str:
        return short_hash(self.body)

    @property
    def number(self) -> int | None:
        return self.body.get("number")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Entry) and self.body == other.body

    def __hash__(self) -> int:
        return hash(self.hash)


class KeyEntry(_Entry):
    """A key, active or deprecated."""

    @property
    def number(self) -> int:
        return int(self.body["number"])

    @property
    def name(self) -> str:
        return str(self.body["name"])

    @property
    def namespace(self) -> str:
        return str(self.body["in"])

    @property
    def type(self) -> Type:
        found: Type = self.body["type"]
        return found

    @property
    def deprecated(self) -> bool:
        return self.body.get("status") == "deprecated"

    @property
    def deprecation(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.body.get("deprecated", {})
        return found

    @property
    def successor(self) -> int | None:
        """The number of the key to use instead."""
        found = self.deprecation.get("replaced_by")
        return found if isinstance(found, int) else None

    @property
    def for_models(self) -> bool:
        """Whether a model may write it."""
        return self.body.get("write") in {None, "model"}

    @property
    def aliases(self) -> tuple[str, ...]:
        return tuple(self.body.get("aliases", ()))

    @property
    def names(self) -> tuple[str, ...]:
        """All names that ever resolve to it."""
        shown = self.body.get("prompt_name")
        return (self.name, *self.aliases, *((shown,) if shown and shown not in {self.name, *self.aliases} else ()))

    def field_of(self, name: str) -> str:
        """The field in which one of its names stands."""
        return "name" if name == self.name else "aliases" if name in self.aliases else "prompt_name"

    @property
    def examples(self) -> list[Any]:
        return list(self.body.get("examples", ()))

    def get(self, field_name: str) -> Any:
        return self.body.get(field_name)


class NamespaceEntry(_Entry):
    """A namespace."""

    @property
    def name(self) -> str:
        return str(self.body["name"])

    def promise(self, name: str) -> Any:
        """What holds for a key in it that says nothing itself: `retention`, `sensitivity`."""
        return self.body.get("promises", {}).get(name)

    @property
    def path(self) -> list[Any]:
        return list(self.body.get("path", ()))


class ReservedEntry(_Entry):
    """A number, names, or patterns that are never used again."""

    @property
    def name(self) -> str | None:
        return self.body.get("name")

    @property
    def names(self) -> tuple[str, ...]:
        """Name and aliases of a retired key."""
        name = self.name
        return (*((name,) if name else ()), *self.body.get("aliases", ()))

    @property
    def patterns(self) -> tuple[str, ...]:
        return tuple(self.body.get("names", ()))

    @property
    def successor(self) -> int | None:
        found = self.body.get("replaced_by")
        return found if isinstance(found, int) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A whole schema at one moment."""

    schema: str = ""
    format: int = 1
    revision: int = 0
    next_number: int = 1
    order: str = "number"
    """Of the keys in the prompt block."""
    budget_tokens: int | None = None
    keys: tuple[KeyEntry, ...] = ()
    """In the order of the file; of two with one number both are here."""
    namespaces: tuple[NamespaceEntry, ...] = ()
    reserved: tuple[ReservedEntry, ...] = ()
    by_number: Mapping[int, KeyEntry] = field(default_factory=dict)
    """The first key of each number."""

    @classmethod
    def of(cls, **parts: Any) -> Snapshot:
        """A snapshot with its index."""
        index: dict[int, KeyEntry] = {}
        for key in parts.get("keys", ()):
            index.setdefault(key.number, key)
        return cls(**parts, by_number=index)

    def clash(self) -> str:
        """The first number or name that two keys have, as a merge of two branches leaves them; empty where none is."""
        numbers: dict[int, str] = {}
        names: dict[str, int] = {}
        for key in self.keys:
            if key.number in numbers:
                return f"number {key.number} is that of {numbers[key.number]} and of {key.name}"
            numbers[key.number] = key.name
            for name in key.names:
                if names.setdefault(name, key.number) != key.number:
                    return f"{name} is a name of key {names[name]} and of key {key.number}"
        return ""

    def entries(self) -> dict[str, _Entry]:
        """All entries by what they are: `key:7`, `namespace:user`, `reserved:4`, `reserved:langgraph.**`."""
        found: dict[str, _Entry] = {}
        for key in self.keys:
            found.setdefault(f"key:{key.number}", key)
        for namespace in self.namespaces:
            found[f"namespace:{namespace.name}"] = namespace
        for entry in self.reserved:
            what = str(entry.number) if entry.number is not None else ",".join(entry.names or entry.patterns)
            while f"reserved:{what}" in found:  # none takes the place of another: what it reserves would be lost
                what = ",".join((what, *entry.names, *entry.patterns, "again"))
            found[f"reserved:{what}"] = entry
        return found

    def head(self) -> dict[str, Any]:
        """What is not in an entry."""
        return {
            "schema": self.schema, "format": self.format, "revision": self.revision,
            "next_number": self.next_number, "order": self.order,
        }  # fmt: skip

    def reserved_numbers(self) -> set[int]:
        return {entry.number for entry in self.reserved if entry.number is not None}

    def reserved_names(self) -> set[str]:
        return {name for entry in self.reserved for name in entry.names}

    def reserved_patterns(self) -> list[str]:
        return [pattern for entry in self.reserved for pattern in entry.patterns]


def rebuilt(head: Mapping[str, Any], entries: Mapping[str, Mapping[str, Any]]) -> Snapshot:
    """A snapshot from what `head` and `entries` gave."""
    keys, namespaces, reserved = [], [], []
    for what, body in entries.items():
        kind = what.partition(":")[0]
        if kind == "key":
            keys.append(KeyEntry(body))
        elif kind == "namespace":
            namespaces.append(NamespaceEntry(body))
        else:
            reserved.append(ReservedEntry(body))
    return Snapshot.of(
        schema=head.get("schema", ""), format=head.get("format", 1), revision=head.get("revision", 0),
        next_number=head.get("next_number", 1), order=head.get("order", "number"),
        keys=tuple(keys), namespaces=tuple(namespaces), reserved=tuple(reserved),
    )  # fmt: skip

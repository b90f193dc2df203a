"""A first schema out of what agents stored and did: observed keys and values become a file to be looked through.

Nothing of a value is copied into the file, save words of settings that were seen again and again, in a comment. Names that
cannot be keys, and keys that look like each other, are told and left to a person: which of two is right is not in the data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from satchel.access.detectors import find
from satchel.schema.formatting import UnformattableError, format_text
from satchel.schema.mined_groups import Group, Holding, groups_of
from satchel.schema.mined_names import Named, is_id, named
from satchel.schema.mined_places import NOWHERE, places_of
from satchel.schema.mined_values import choice_of, sensitivity_of, telling
from satchel.schema.names import ITEM, segments
from satchel.schema.tree import scalar
from satchel.schema.types import FORMATS
from satchel.schema.values import is_format

_ENOUGH: Final = 3
"""Values of one format before a type says so: fewer may be chance."""
_MOST_PROPERTIES: Final = 40
"""An object with more names than this is a map of free names."""
_DEEPEST: Final = 8
"""Levels of an object that a type follows; what lies deeper is opaque."""
_MOST_PARTS: Final = 400
"""Of one type; far fewer than the reader takes, and more than a person reads."""
_LONGEST_NAME: Final = 100
_MOST_OWNERS: Final = 5
_MOST_PAIRS: Final = 12
"""Of one group that the file lists; those with the most evidence."""
_GUESSED: Final = ("date-time", "date", "email", "uuid")
ABSENT: Final = object()
"""The value of what was only read or deleted."""


@dataclass(frozen=True, slots=True)
class Observed:
    """One stored value, or one thing done to a key."""

    scope: str
    """Empty where nobody said."""
    key: str
    value: Any
    """`ABSENT` where there is none: of a read, a delete, a write of which only a part is known."""
    act: str = "write"
    """`write`, `read` or `delete`."""
    session: str = ""
    agent: str = ""
    place: str = ""
    """Where it was seen, for a person."""


@dataclass(slots=True)
class _Seen:
    """What was seen of one key."""

    values: list[Any] = field(default_factory=list)
    scopes: dict[str, set[str]] = field(default_factory=dict)
    """Namespace → scopes."""
    acts: Counter[str] = field(default_factory=Counter)
    agents: Counter[str] = field(default_factory=Counter)
    sessions: set[str] = field(default_factory=set)
    written: dict[str, None] = field(default_factory=dict)
    """Names as they were written, where they were other ones."""
    place: str = ""
    held: Holding = field(default_factory=Holding)

    @property
    def count(self) -> int:
        return self.acts.total()


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name that was not written as a key is."""

    name: str
    written: tuple[str, ...]
    why: str

    def said(self) -> str:
        """In words."""
        more = f" and {_count(len(self.written) - 1, 'other')}" if len(self.written) > 1 else ""
        return f"{_printable(self.written[0])}{more} became {self.name}: {self.why}"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A file to be looked through."""

    text: str
    keys: int
    left_out: list[str]
    """Names that cannot be keys, each with why."""
    notes: list[str]
    renamed: list[Renamed] = field(default_factory=list)
    groups: list[dict[str, Any]] = field(default_factory=list)
    """Keys that may be one, with the evidence; as JSON."""


def propose(observed: Iterable[Observed], *, schema: str) -> Proposal:
    """A schema with a key for each name that was seen, most seen first."""
    everything = list(observed)
    held: dict[str, set[str]] = {}
    for one in everything:
        held.setdefault(one.scope, set()).add(one.key)
    places = places_of(held)
    names = named({one.key: None for one in everything}, {one.key: _home(places[one.scope][1]) for one in everything})
    seen: dict[str, _Seen] = {}
    for one in everything:
        name = names[one.key].name
        if name:
            _note(seen.setdefault(name, _Seen()), one, names[one.key], places[one.scope][0])
    ranked = sorted(seen.items(), key=lambda item: (-item[1].count, item[0]))
    groups = groups_of({name: found.held for name, found in seen.items()})
    keys, notes = [], []
    for number, (name, found) in enumerate(ranked, start=1):
        homes = sorted(found.scopes, key=lambda home: (-len(found.scopes[home]), home))
        if len(homes) > 1:
            notes.append(f"{name} was seen in {', '.join(homes)}; the file puts it into {homes[0]}")
        if not found.acts["write"]:
            notes.append(f"{name} was read or deleted and never written: what it holds is not known")
        keys.append(_key(number, name, found, homes[0]))
    used = {home for _, found in ranked for home in found.scopes}
    paths = {home: path for home, path in places.values() if home in used}
    if NOWHERE in paths and "" in held:
        notes.append(
            f"{_keys_without_scope(everything, names)} say nothing of whose they are; the file puts them into {NOWHERE}"
        )
    flat = [name for name in seen if len(segments(name)) == 1]
    if len(flat) > 1 and len(flat) == len(seen):
        notes.append("no name has segments; they stay as agents write them, since the name is what models know")
    return Proposal(
        _text(schema, paths, keys, groups, seen),
        len(keys),
        [f"{_printable(name)} {one.why}" for name, one in sorted(names.items()) if not one.name],
        notes,
        _renamed(seen, names),
        [group.to_json({name: found.held for name, found in seen.items()}) for group in groups],
    )


def _note(found: _Seen, one: Observed, name: Named, home: str) -> None:
    found.acts[one.act] += 1
    found.scopes.setdefault(home, set()).add(one.scope)
    found.place = found.place or one.place
    found.held.count += 1
    if one.session:
        found.sessions.add(one.session)
        found.held.sessions.add(one.session)
    if name.why:
        found.written.setdefault(one.key)
    if one.act == "write" and one.agent.strip():
        found.agents[one.agent.strip()] += 1
    if one.value is not ABSENT:
        found.values.append(one.value)
        digest = telling(one.value)
        if digest is not None:
            found.held.values.setdefault(digest, set()).update([one.session] if one.session else [])


def _key(number: int, name: str, found: _Seen, home: str) -> tuple[list[str], dict[str, Any], str]:
    """The comments above a key, its body, and the comment behind its number."""
    body: dict[str, Any] = {
        "number": number,
        "name": name,
        "in": home,
        "type": merged(found.values),
        "status": "active",
        "since": 1,
    }
    if ITEM in segments(name):
        body["item_id"] = "{item_id}"
    private = sensitivity_of(name, found.values)
    if private:
        body["sensitivity"] = private
    owners = [agent for agent, _ in sorted(found.agents.items(), key=lambda one: (-one[1], one[0]))]
    if owners:
        body["owners"] = _Inline(owners[:_MOST_OWNERS])
    above = []
    if found.written and ITEM in segments(name):
        # Not the names themselves: whoever they belong to would stand in a repository.
        above.append(f"written in {_count(len(found.written), 'way')}, with ids where [*] stands")
    elif found.written:
        more = ", …" if len(found.written) > 3 else ""
        above.append("written as " + ", ".join(map(_printable, list(found.written)[:3])) + more)
    choice = choice_of(name, found.values) if not private else ""
    if choice:
        above.append(choice)
    return above, body, _about(found)


def _about(found: _Seen) -> str:
    """How often it was seen."""
    if not found.sessions:
        return f"{_count(len(found.values), 'value')} in {_count(sum(map(len, found.scopes.values())), 'scope')}"
    acts = ", ".join(_count(found.acts[act], act) for act in ("write", "read", "delete") if found.acts[act])
    first = f"; first at {_plain(found.place)}" if found.place else ""
    return f"{acts} in {_count(len(found.sessions), 'session')}{first}"


def _text(
    schema: str,
    paths: Mapping[str, list[str]],
    keys: list[tuple[list[str], dict[str, Any], str]],
    groups: list[Group],
    seen: Mapping[str, _Seen],
) -> str:
    head: dict[str, Any] = {"format": 1, "schema": schema, "revision": 1, "next_number": len(keys) + 1}
    places = {
        name: {"number": n, "path": _Inline(path), "since": 1}
        for n, (name, path) in enumerate(sorted(paths.items()), start=1)
    }
    text = _dumped(head) + "\n" + _dumped({"namespaces": places}) + "\n" + _look_alikes(groups, seen)
    text += "keys:" + ("" if keys else " []") + "\n"
    for above, body, about in keys:
        first, *rest = _dumped(body).rstrip("\n").split("\n")
        text += "".join(f"  # {line}\n" for line in above)
        text += f"  - {first}  # {about}\n" + "".join(f"    {line}\n" for line in rest)
    try:
        return format_text(text)  # what was just proposed passes fmt --check
    except UnformattableError:
        return text


def _look_alikes(groups: list[Group], seen: Mapping[str, _Seen]) -> str:
    if not groups:
        return ""
    lines = [
        "Keys that may be one, none of them merged. Keep one name of a group and make the others its aliases, or say",
        "not_a_rename where they are different things.",
    ]
    for group in groups:
        lines.append("- " + ", ".join(f"{name} ({seen[name].count})" for name in group.names))
        lines += [f"    {pair.said()}" for pair in group.pairs[:_MOST_PAIRS]]
        if len(group.pairs) > _MOST_PAIRS:
            lines.append(f"    and {_count(len(group.pairs) - _MOST_PAIRS, 'pair')} more; --json has them all")
    return "".join(f"# {line}\n" for line in lines) + "\n"


def _renamed(seen: Mapping[str, _Seen], names: Mapping[str, Named]) -> list[Renamed]:
    return [
        Renamed(name, tuple(found.written), names[next(iter(found.written))].why)
        for name, found in sorted(seen.items())
        if found.written
    ]


def _keys_without_scope(everything: list[Observed], names: Mapping[str, Named]) -> str:
    return _count(len({names[one.key].name for one in everything if not one.scope and names[one.key].name}), "key")


def _home(path: list[str]) -> str:
    """The last label of a path that is no placeholder: what an id without a name is one of."""
    return next((label for label in reversed(path) if not label.startswith("{") and label != NOWHERE), "")


def merged(values: list[Any], depth: int = 0) -> dict[str, Any]:
    """The narrowest type of the subset that all values are of; no enum, as the next value may be another one."""
    kind = _merged(values, depth)
    return kind if depth or _parts(kind) <= _MOST_PARTS else {"type": "json"}


def _merged(values: list[Any], depth: int) -> dict[str, Any]:
    present = [value for value in values if value is not None]
    kinds = {_kind(value) for value in present}
    if kinds == {"integer", "number"}:
        return {"type": "number"}
    if len(kinds) != 1 or depth > _DEEPEST:
        return {"type": "json"}
    (kind,) = kinds
    if kind == "string":
        texts = set(present)
        form = next((one for one in _GUESSED if one in FORMATS and all(is_format(text, one) for text in texts)), None)
        return {"type": "string", "format": form} if form is not None and len(texts) >= _ENOUGH else {"type": "string"}
    if kind == "array":
        return {"type": "array", "items": merged([item for value in present for item in value], depth + 1)}
    if kind == "object":
        return _merged_objects(present, depth)
    return {"type": kind}


def _merged_objects(values: list[Mapping[str, Any]], depth: int) -> dict[str, Any]:
    parts: dict[str, list[Any]] = {}
    for value in values:
        for name, inner in value.items():
            parts.setdefault(str(name), []).append(inner)
    if not parts:
        return {"type": "json"}  # empty ones say nothing of what belongs into them
    if not all(map(_can_be_written, parts)):
        return {"type": "json"}
    if len(parts) > _MOST_PROPERTIES or any(map(is_id, parts)):
        # Ids are data: they would not come again, and may be somebody's address.
        inner = merged([one for inner in parts.values() for one in inner], depth + 1)
        return {"type": "object", "additionalProperties": inner}
    return {"type": "object", "properties": {name: merged(inner, depth + 1) for name, inner in sorted(parts.items())}}


def _can_be_written(name: str) -> bool:
    """Whether a name can stand in the file: `<<` has a meaning of its own, and half a character is no text."""
    return name != "<<" and len(name) <= _LONGEST_NAME and not any(0xD800 <= ord(one) <= 0xDFFF for one in name)


def _parts(kind: Mapping[str, Any]) -> int:
    inner = [
        *kind.get("properties", {}).values(),
        *(kind[one] for one in ("items", "additionalProperties") if one in kind),
    ]
    return 1 + sum(map(_parts, inner))


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((int, "integer"), (float, "number"), (str, "string"), (list, "array"), (dict, "object")):
        if isinstance(value, kind):
            return name
    return "json"


def _count(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def _plain(text: str) -> str:
    """Without what ends a line or cannot stand in a file of YAML."""
    return "".join(one if one.isprintable() else "?" for one in text)


def _printable(name: str) -> str:
    """A name for a comment or message: in quotes, without what it holds of somebody's."""
    for finding in reversed(find(name)):
        name = f"{name[: finding.start]}…{name[finding.end :]}"
    return _plain(repr(name if len(name) <= 80 else f"{name[:79]}…"))


def _dumped(document: Any) -> str:
    return yaml.dump(document, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=100_000)


class _Inline(list[str]):
    """A list that is written in one line."""


class _Plain(yaml.SafeDumper):
    """Writes what our reader reads: never an alias."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text_node(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    """Quoted where our reader, by YAML 1.2, takes the plain text for a number: 0E0."""
    style = "'" if text and not isinstance(scalar(text), str) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Plain.add_representer(str, _text_node)
_Plain.add_representer(
    _Inline, lambda dumper, texts: dumper.represent_sequence("tag:yaml.org,2002:seq", list(texts), flow_style=True)
)

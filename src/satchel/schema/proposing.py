"""Keys that were written and are not declared, as a patch to the file: lines are added, none of the others is touched."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import yaml

from satchel.access.detectors import find
from satchel.schema.file import SchemaFile, read_schema
from satchel.schema.items import taken_apart
from satchel.schema.mining import Observed, merged
from satchel.schema.names import ITEM, oddity, segments
from satchel.schema.resolving import Names
from satchel.schema.snapshot import KeyEntry, NamespaceEntry
from satchel.schema.tree import parse
from satchel.schema.values import faults
from satchel_protocol.record import UNSET

_MOST_EXAMPLES: Final = 2
_LONGEST_EXAMPLE: Final = 80
"""Characters of a value that a prompt may show."""
_SHOWN: Final = frozenset({"public", "internal"})
"""Sensitivities of which examples may be given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """How often a name was written that is not declared."""

    name: str
    """With `[*]` in the place of ids."""
    n: int
    first: str
    """Day."""
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """A changed file, to be looked through."""

    text: str
    keys: list[dict[str, Any]] = field(default_factory=list)
    """The keys that it adds, each as it is written, with `seen`."""
    left_out: list[str] = field(default_factory=list)
    """Names that cannot be keys as they are, each with why."""


class UnpatchableError(Exception):
    """The file cannot be changed without a risk to what is in it; the message says why."""


def patched(file: SchemaFile, text: str, seen: Sequence[Seen], observed: Sequence[Observed], *, bump: bool) -> Patch:
    """A file with a key for each name that was written, most written first.

    Args:
        file: As it was read.
        text: As it is written.
        seen: What was counted.
        observed: The values that are stored, of which types and examples are made.
        bump: Whether the file's revision was published, so that a changed file needs the next one.

    Raises:
        UnpatchableError: see there.
    """
    if file.snapshot is None or file.findings:
        raise UnpatchableError("it has findings of form; settle those first")
    names = Names(file.snapshot)
    values: dict[str, list[Observed]] = {}
    for stored in observed:
        values.setdefault(taken_apart(stored.key)[0], []).append(stored)
    keys, left_out = [], []
    number, revision = file.snapshot.next_number, file.snapshot.revision + bump
    for one in sorted(seen, key=lambda each: (-each.n, each.name)):
        held = values.get(one.name, [])
        wrong = _unfit(names, one.name, held)
        body = _body(file, names, one, held, number=number, revision=revision) if not wrong else {}
        if any(_flow(value) is None for value in body.values()):
            wrong = "has values whose type cannot be written into the file"
        if wrong:
            left_out.append(f"{one.name!r} {wrong}")
            continue
        keys.append({**body, "seen": one})
        number += 1
    if not keys:
        return Patch(text=text, left_out=left_out)
    changed = _with_keys(file, text.replace("\r\n", "\n"), keys)
    changed = _with_number(changed, "next_number", number)
    if bump:
        changed = _with_number(changed, "revision", revision)
    _same_besides(file, changed, keys)
    changed = changed.replace("\n", "\r\n") if "\r\n" in text else changed
    return Patch(text=changed, keys=[_told(key) for key in keys], left_out=left_out)


def _unfit(names: Names, name: str, held: Sequence[Observed]) -> str:
    """Why a name cannot become a key; empty where it can."""
    wrong = oddity(name)
    if wrong or {"*", "**"} & set(segments(name)):
        return wrong or "holds a free wildcard"
    found = names.resolve(name)
    if found.key is not None:
        return f"is declared by now, as key {found.number}"
    if found.reserved is not None:
        return "is reserved"
    if not held:
        return "has no stored value to take a type from"
    scopes = sorted({one.scope for one in held})
    if all(scopes) and not any(_fits(names, space, name, held) for space in names.namespaces.values()):
        return f"was written in {', '.join(scopes[:3])}, where no namespace is"
    return ""


def _body(
    file: SchemaFile, names: Names, seen: Seen, held: Sequence[Observed], *, number: int, revision: int
) -> dict[str, Any]:
    namespace = _namespace(names, seen.name, held)
    stored = [one.value for one in held]
    kind = merged(stored)
    body: dict[str, Any] = {
        "number": number, "name": seen.name, "in": namespace.name, "type": kind, "status": "active", "since": revision,
    }  # fmt: skip
    if ITEM in segments(seen.name):
        body["item_id"] = "{item_id}"
    examples = _examples(stored, kind) if (namespace.promise("sensitivity") or "internal") in _SHOWN else []
    if examples:
        body["examples"] = examples
    owners = namespace.promise("owners") or file.data.get("defaults", {}).get("owners")
    if owners:
        body["owners"] = list(owners)
    return body


def _namespace(names: Names, name: str, held: Sequence[Observed]) -> NamespaceEntry:
    """Where most of the values lie; among several the one that is called like the name's first segment."""
    spaces = list(names.namespaces.values())
    if not spaces:
        raise UnpatchableError("it declares no namespace to put a key into")

    return max(spaces, key=lambda space: (_fits(names, space, name, held), space.name == segments(name)[0]))


def _fits(names: Names, space: NamespaceEntry, name: str, held: Sequence[Observed]) -> int:
    """How many of the values lie in a namespace."""
    probe = KeyEntry({"number": 1, "name": name, "in": space.name})
    return sum(names.home(probe, one.scope) == one.scope for one in held)


def _examples(stored: Sequence[Any], kind: Mapping[str, Any]) -> list[Any]:
    """Short values in which no detector finds anything, most frequent first."""
    counts: dict[str, tuple[int, Any]] = {}
    for value in stored:
        shown = repr(value)
        fit = len(shown) <= _LONGEST_EXAMPLE and not any(faults(value, kind)) and not any(True for _ in find(shown))
        if fit and _flow(value) is not None:
            counts[shown] = (counts.get(shown, (0, None))[0] + 1, value)
    ranked = sorted(counts.items(), key=lambda item: (-item[1][0], item[0]))
    return [value for _, (_, value) in ranked[:_MOST_EXAMPLES]]


def _with_keys(file: SchemaFile, text: str, keys: Sequence[Mapping[str, Any]]) -> str:
    """The text with further items at the end of `keys:`."""
    lines = text.split("\n")
    start = file.marks["keys",].line - 1
    if re.fullmatch(r"keys\s*:\s*\[\s*\](\s*#.*)?\s*", lines[start]):
        lines[start] = "keys:"
        return "\n".join([*lines[: start + 1], *_written(keys, "  "), *lines[start + 1 :]])
    if not re.fullmatch(r"keys\s*:(\s*#.*)?\s*", lines[start]):
        raise UnpatchableError(f"line {start + 1}: the list of keys is written in one line; put each key on a line")
    first = next((line for line in lines[start + 1 :] if line.strip() and not line.strip().startswith("#")), "  - ")
    indent = first[: len(first) - len(first.lstrip())]
    following = [mark.line - 1 for path, mark in file.marks.items() if len(path) == 1 and mark.line - 1 > start]
    end = min(following, default=len(lines))
    while end > start + 1 and (not lines[end - 1].strip() or _is_outer_comment(lines[end - 1], indent)):
        end -= 1
    return "\n".join([*lines[:end], *_written(keys, indent), *lines[end:]])


def _is_outer_comment(line: str, indent: str) -> bool:
    """Whether a line is a comment on what follows the list, not on the list's last item."""
    return line.lstrip().startswith("#") and len(line) - len(line.lstrip()) <= len(indent)


def _written(keys: Sequence[Mapping[str, Any]], indent: str) -> list[str]:
    lines = []
    for key in keys:
        seen: Seen = key["seen"]
        days = seen.first if seen.first == seen.last else f"{seen.first} to {seen.last}"
        lines.append(f"{indent}# proposed: written {seen.n} {'time' if seen.n == 1 else 'times'}, {days}")
        body = {name: value for name, value in key.items() if name != "seen"}
        for place, (name, value) in enumerate(body.items()):
            lead = f"{indent}- " if place == 0 else f"{indent}  "
            lines.append(f"{lead}{name}: {_flow(value)}")
    return lines


def _flow(value: Any) -> str | None:
    """A value on one line as our reader reads it back, with quotes where it needs them; None where it cannot be."""
    dumped: str = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=1_000_000, sort_keys=False)
    meant = json.dumps({"value": value}, sort_keys=True)
    for text in (dumped.removesuffix("...\n").rstrip("\n"), json.dumps(value)):
        problems: list[str] = []
        node = parse(f"value: {text}", lambda rule, at, message: problems.append(message))  # noqa: B023 - used at once
        if "\n" in text or node is None or problems:
            continue
        if json.dumps(node.plain(), sort_keys=True) == meant:
            return text
    return None


def _with_number(text: str, name: str, number: int) -> str:
    lines = text.split("\n")
    place = next((at for at, line in enumerate(lines) if re.match(rf"{name}\s*:\s*[0-9]", line)), None)
    if place is None:
        raise UnpatchableError(f"{name} stands on no line of its own")
    lines[place] = re.sub(r"(:\s*)[0-9]+", rf"\g<1>{number}", lines[place], count=1)
    return "\n".join(lines)


def _same_besides(file: SchemaFile, text: str, keys: Sequence[Mapping[str, Any]]) -> None:
    """Read the changed text again: it must say what it said before, and the new keys."""
    again = read_schema(text, file.name)
    added = {int(key["number"]) for key in keys}
    if again.findings or again.snapshot is None or file.snapshot is None:
        raise UnpatchableError("its layout is too unusual to be changed without risk; run satchel schema fmt first")
    kept = tuple(key for key in again.snapshot.keys if key.number not in added)
    same = replace(
        again.snapshot, keys=kept, by_number=file.snapshot.by_number, next_number=file.snapshot.next_number,
        revision=file.snapshot.revision,
    )  # fmt: skip
    if same != file.snapshot or len(again.snapshot.keys) != len(kept) + len(keys):
        raise UnpatchableError("its layout is too unusual to be changed without risk; run satchel schema fmt first")
    for key in keys:
        body = again.snapshot.by_number[int(key["number"])].body
        if any(body.get(name, UNSET) != value for name, value in key.items() if name != "seen"):
            raise UnpatchableError(f"{key['name']} cannot be written so that it is read back the same")


def _told(key: Mapping[str, Any]) -> dict[str, Any]:
    seen: Seen = key["seen"]
    body = {name: value for name, value in key.items() if name != "seen"}
    return {**body, "written": seen.n, "first": seen.first, "last": seen.last}

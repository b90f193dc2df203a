"""Names as agents write them, made into names of keys: paths, free text, ids in the middle; each change is told.

What is a legal name already stays as it is, also where it has no dots: the name is what models know. Ids of items become
`[*]`: at once where the form leaves no doubt (a UUID, `task_2024_001`), else when several keys differ in the number alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from satchel.access.detectors import find
from satchel.schema.names import ITEM, is_generic, oddity, segments

_ENOUGH: Final = 3
"""Numbers behind one word before they are ids and not a part of the name."""
_ONE_ITEM: Final = re.compile(r"\[[^\[\]]+\]")
_FOLDERS: Final = frozenset({"memories", "memory", "memory-bank", "memory_bank"})
_ENDINGS: Final = re.compile(r"\.(?:md|txt|json|ya?ml|xml|html?)$", re.IGNORECASE)
_UNUSABLE: Final = re.compile(r"[^\w-]+")
_UUID: Final = r"[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}"
_HEX: Final = r"(?=[0-9a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{6,64}"
_ULID: Final = r"(?=[0-9A-HJKMNP-TV-Z]*[0-9])[0-9A-HJKMNP-TV-Z]{26}"
_WHOLE_ID: Final = re.compile(rf"{_UUID}|{_HEX}|{_ULID}|[0-9]+(?:[-_T:][0-9]+)*Z?")
_ENDS_IN_ID: Final = re.compile(
    rf"(?P<base>[^\W\d_](?:[\w-]*?[^\W_])?)[-_](?:{_UUID}|{_HEX}|[0-9]+(?:[-_][0-9]+)+|0[0-9]+|[0-9]{{5,}})"
)
_NUMBERED: Final = re.compile(r"(?P<base>[^\W\d_](?:[\w-]*?[^\W\d_])?)[-_]?[0-9]{1,4}(?:[-_](?P<rest>[^\W\d_][\w-]*))?")
_PEOPLE: Final = frozenset(
    "users customers clients tenants members people contacts patients students accounts sessions threads conversations".split()
)
"""Segments behind which one of many stands: `customers.ann.preferences`."""


@dataclass(frozen=True, slots=True)
class Named:
    """What became of a name."""

    name: str
    """Empty where it cannot be a key."""
    why: str = ""
    """What was changed, in a few words; or why it cannot be a key."""


def named(written: Iterable[str], homes: Mapping[str, str] | None = None) -> dict[str, Named]:
    """A name of a key for each name that was seen.

    Args:
        written: Names as they were written, each once.
        homes: Written name → the last label of where it is kept: what an id that stands alone is an item of.
    """
    parsed = {one: _parsed(one) for one in written}
    numbered = _numbered(parts for parts, _ in parsed.values())
    found = {}
    for one, (parts, why) in parsed.items():
        if not parts:
            found[one] = Named("", why)
            continue
        made = _with_items(parts, numbered, (homes or {}).get(one, ""))
        name = _joined(made)
        wrong = oddity(name)
        if wrong:
            found[one] = Named("", wrong)
        else:
            changed = [why] if why else []
            if ITEM in made and ITEM not in parts:
                changed.append("an id stands for an item")
            found[one] = Named(name, ", ".join(changed))
    return found


def is_id(label: str) -> bool:
    """Whether a label is the id of one thing, told from its form: a number, a UUID, an address, a long hash."""
    if _WHOLE_ID.fullmatch(label) or "@" in label or _ENDS_IN_ID.fullmatch(label):
        return True
    return any(character.isdigit() for character in label) and bool(find(label))


def _parsed(written: str) -> tuple[tuple[str, ...], str]:
    """The segments of a name, and what was done to get them; none where it cannot be a key."""
    name = _ONE_ITEM.sub(ITEM, written)
    parts = segments(name)
    if {"*", "**"} & set(parts):
        return (), "holds a free wildcard"
    if not oddity(name):
        return parts, ""
    why = "spelled for a key"
    if re.search(r"[/\\]", name):
        why = "a path"
        pieces = [piece for piece in re.split(r"[/\\]+", name) if piece not in {"", ".", ".."}]
        folders = [place for place, piece in enumerate(pieces[:-1]) if piece.lstrip(".").lower() in _FOLDERS]
        pieces = pieces[folders[-1] + 1 :] if folders else pieces
        if pieces:
            pieces[-1] = _ENDINGS.sub("", pieces[-1]) or pieces[-1]
        parts = tuple(part for piece in pieces for part in segments(piece))
    elif ":" in name:
        why = "colons to dots"
        parts = tuple(part for piece in name.split(":") for part in segments(piece))
    cleaned = tuple(part if part == ITEM or is_id(part) else _cleaned(part) for part in parts)
    cleaned = tuple(part for part in cleaned if part)
    return (cleaned, why) if cleaned else ((), oddity(name))


def _cleaned(part: str) -> str:
    return _UNUSABLE.sub("_", part).strip("_-")


def _numbered(names: Iterable[tuple[str, ...]]) -> set[tuple[tuple[str, ...], str]]:
    """Beginnings and words behind which so many numbers stand that these are ids."""
    seen: dict[tuple[tuple[str, ...], str], set[str]] = {}
    for parts in names:
        for place, part in enumerate(parts):
            match = _NUMBERED.fullmatch(part)
            if match is not None:
                seen.setdefault((parts[:place], match["base"]), set()).add(re.sub(r"\D", "", part))
    return {what for what, numbers in seen.items() if len(numbers) >= _ENOUGH}


def _with_items(parts: tuple[str, ...], numbered: set[tuple[tuple[str, ...], str]], home: str) -> list[str]:
    made: list[str] = []
    for place, part in enumerate(parts):
        match = _NUMBERED.fullmatch(part)
        if part == ITEM:
            made.append(ITEM)
        elif match is not None and (parts[:place], match["base"]) in numbered:
            made += [match["base"], ITEM, *([match["rest"]] if match["rest"] else [])]
        elif (ends := _ENDS_IN_ID.fullmatch(part)) is not None:
            made += [ends["base"], ITEM]
        elif is_id(part) or (_is_one_of_many(parts, place) and made[-1] != ITEM):
            made.append(ITEM)
        else:
            made.append(part)
    if made[0] == ITEM:
        made.insert(0, _singular(_cleaned(home)) if _cleaned(home) and not is_id(home) else "item")
    return made


def _is_one_of_many(parts: tuple[str, ...], place: int) -> bool:
    return 0 < place < len(parts) - 1 and parts[place - 1].lower() in _PEOPLE and not is_generic(parts[place].lower())


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


def singular(label: str) -> str:
    """`customers` is customer, `memories` memory."""
    return _singular(label)


def _joined(parts: list[str]) -> str:
    text = ""
    for part in parts:
        text += part if part == ITEM or not text else f".{part}"
    return text

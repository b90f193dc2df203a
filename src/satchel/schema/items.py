"""Names of one item: `tasks.open[t-17]` is the item t-17 of the key `tasks.open[*]`.

Inside the brackets stands the id as it is; brackets, `*`, `%` and what cannot be printed are %XX where a name is made of an
id, so that it always comes apart into what it was made of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import unquote_to_bytes

from satchel.schema.names import ITEM
from satchel_protocol.characters import is_printable
from satchel_protocol.errors import UsageError

_WRITTEN: Final = re.compile(r"\[([^\[\]]*)\]")
_ENCODED: Final = frozenset("%*[]")


def concrete(pattern: str, ids: Sequence[str]) -> str:
    """The name of one item: a pattern with an id in the place of each `[*]`.

    Raises:
        UsageError: there are more or fewer ids than places, or one is empty.
    """
    if pattern.count(ITEM) != len(ids) or not all(ids):
        raise UsageError(f"{pattern} needs {pattern.count(ITEM)} ids of items, not {list(ids)!r}")
    return filled(pattern, list(map(_encoded, ids)))


def filled(pattern: str, written: Sequence[str]) -> str:
    """A pattern with ids as they are written; the pattern itself where there are more or fewer of them than places."""
    parts = pattern.split(ITEM)
    if len(parts) - 1 != len(written):
        return pattern
    return parts[0] + "".join(f"[{id}]{rest}" for id, rest in zip(written, parts[1:], strict=True))


def opened(name: str) -> tuple[str, tuple[str, ...]]:
    """The pattern of a name, and the ids in it as they are written; the inverse of `filled`.

    `[*]` and `[]` name no item: they stay.
    """
    if "[" not in name:
        return name, ()
    written: list[str] = []

    def stand_in(found: re.Match[str]) -> str:
        if found[1] in {"", "*"}:
            return found[0]
        written.append(found[1])
        return ITEM

    return _WRITTEN.sub(stand_in, name), tuple(written)


def taken_apart(name: str) -> tuple[str, tuple[str, ...]]:
    """The pattern of a name and the ids in it; the inverse of `concrete`.

    An id that is not spelled as `concrete` spells it is taken as it stands.
    """
    pattern, written = opened(name)
    return pattern, tuple(map(_decoded, written))


def _encoded(id: str) -> str:
    return "".join(
        "".join(f"%{byte:02X}" for byte in one.encode()) if one in _ENCODED or not is_printable(one) else one
        for one in id
    )


def _decoded(written: str) -> str:
    try:
        return unquote_to_bytes(written).decode("utf-8") if "%" in written else written
    except UnicodeDecodeError:
        return written

"""What all files of one claim tell together: which memories are live, what their history says, whose they are.

Kept per memory: an id, a time, a place. Texts stay in the files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

from satchel.formats.mem0.items import as_memory, native_id, snake
from satchel.formats.mem0.memories import Memories
from satchel.formats.mem0.rows import Found, Kind
from satchel_protocol.fingerprint import normalise_text

_LONG_AGO = datetime.min.replace(tzinfo=UTC)
Spot = tuple[int, int]
"""Number of the file in the claim, and of the row in it."""


@dataclass(slots=True)
class Life:
    """What the history says of one memory."""

    last: Spot
    """The last entry."""
    deleted: bool
    born: Any
    """When it was created, as the source has it."""
    stamp: datetime
    says: int = 0
    """Hash of the text that it had last."""


@dataclass(slots=True)
class Knowledge:
    """Gathered in a first pass over the files."""

    texts: dict[str, tuple[datetime, Spot]] = field(default_factory=dict)
    """Memory → the newest version that has a text, and where."""
    stored: set[str] = field(default_factory=set)
    """Ids in a vector store."""
    complete: bool = False
    """Whether a vector store is among the files: what is not in it is not live."""
    lives: dict[str, Life] = field(default_factory=dict)
    live_texts: set[int] = field(default_factory=set)
    """Hashes of what the memories in a vector store say: such a text is not gone because one copy of it was deleted."""
    _told: set[int] | None = None
    """Hashes of what the memories say that live by their history."""
    scopes: Counter[str] = field(default_factory=Counter)
    """Scopes of what names an owner."""

    def learn(self, file: int, rows: Iterable[Found], memories: Memories) -> None:
        """Take in the rows of one file."""
        lives: dict[str, Life] = {}
        for number, found in enumerate(rows):
            if found.problem or not isinstance(found.value, dict):
                continue
            if found.kind is Kind.EVENT:
                _live_on(lives, found.value, (file, number), memories)
            elif found.kind is Kind.MEMORY:
                self._text(found, (file, number), memories)
            elif found.kind is Kind.TURN:
                self._owner(owners_of(found.value.get("session_scope")), memories)
            elif found.kind is Kind.POINT:
                self.stored.add(found.value["id"])
            self.complete = self.complete or found.live
        for native, life in lives.items():
            known = self.lives.get(native)
            if known is None or life.stamp > known.stamp:
                self.lives[native] = life

    @property
    def only_scope(self) -> str | None:
        """The scope of the one user, else the one owner, that anything beside the history names; None of several."""
        users = [scope for scope in self.scopes if scope.startswith("user:")]
        owners = users or list(self.scopes)
        return owners[0] if len(owners) == 1 else None

    def lives_elsewhere(self, text: str) -> bool:
        """Whether a memory says this that lives, by the vector store or by its own history; asked after all was learned."""
        if self._told is None:
            self._told = {life.says for life in self.lives.values() if not life.deleted}
        said = hash(normalise_text(text))
        return said in self.live_texts or (said in self._told and not self.complete)

    def _text(self, found: Found, spot: Spot, memories: Memories) -> None:
        memory = as_memory(found.value)
        if memory is None or not isinstance(memory.text, str):
            return
        self._owner(memory.fields, memories)
        if not memory.native:
            return
        if found.live:
            self.stored.add(memory.native)
            self.live_texts.add(hash(normalise_text(memory.text)))
        read = memories.moments.read
        stamp = read(memory.fields.get("updated_at")).at or read(memory.fields.get("created_at")).at or _LONG_AGO
        known = self.texts.get(memory.native)
        if known is None or stamp > known[0]:
            self.texts[memory.native] = (stamp, spot)

    def _owner(self, owners: Mapping[str, Any], memories: Memories) -> None:
        scope, used = memories.scope(owners)
        if used:
            self.scopes[scope] += 1


def _live_on(lives: dict[str, Life], value: Mapping[str, Any], spot: Spot, memories: Memories) -> None:
    names = snake(value)
    native = native_id(names.get("memory_id"))
    if not native:
        return
    before = lives.get(native)
    text = names.get("new_memory")
    read = memories.moments.read
    stamp = read(names.get("updated_at")).at or read(names.get("created_at")).at
    lives[native] = Life(
        last=spot,
        deleted=is_delete(names),
        born=before.born if before is not None and before.born else _birth(names),
        stamp=stamp or (before.stamp if before is not None else _LONG_AGO),
        says=hash(normalise_text(text)) if isinstance(text, str) and text else before.says if before is not None else 0,
    )


def _birth(names: Mapping[str, Any]) -> Any:
    """When a memory was created, by one entry; the first releases timed the entry only, which is the same for an ADD."""
    if names.get("created_at") or names.get("event") != "ADD":
        return names.get("created_at")
    return names.get("updated_at")


def is_delete(names: Mapping[str, Any]) -> bool:
    """Whether an entry of a history tells a delete: by its word, or by its mark where there is no word."""
    word = names.get("event", names.get("action"))
    if isinstance(word, str) and word.strip():
        return word.strip().upper() == "DELETE"
    return names.get("is_deleted") in (1, True, "1", "true")


def owners_of(session: Any) -> dict[str, str]:
    """The ids in a session's name: `agent_id=helper&user_id=nora`."""
    if not isinstance(session, str):
        return {}
    pairs = (part.partition("=") for part in session.split("&"))
    return {name: unquote(value) for name, sign, value in pairs if sign and value}

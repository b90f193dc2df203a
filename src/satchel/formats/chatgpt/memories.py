"""The rows of an export that are about memories: kept until its end, then given out with what became of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

from satchel.formats.chatgpt.history import NEVER, History, Memory, Row, Told, When
from satchel.formats.chatgpt.instructions import statements
from satchel.formats.chatgpt.lists import is_list, listed
from satchel.formats.chatgpt.saved import Saved
from satchel.formats.chatgpt.sayings import likeness, names, names_everything, sayings
from satchel.formats.contract import Fate, Reading
from satchel.formats.making import Maker, Place
from satchel.instant import Instant
from satchel.text.clean import tidy
from satchel.text.language import sentences
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record
from satchel_protocol.tombstone import Tombstone

Kind = Literal["memory", "profile", "instructions"]
_END = datetime.max.replace(tzinfo=UTC)
_NAMED = re.compile(
    r"(?:preferred name|nickname|name|role|occupation|job|称呼|昵称|职业|姓名)[ \t]*[:：]", re.IGNORECASE
)
"""Fields of the settings page, which are facts whatever word they are named by."""
_MISSING = {
    "memory": "forgotten in ChatGPT: the list of what it remembered on {} does not hold it",
    "profile": "custom instructions that were changed by {}",
    "instructions": "custom instructions that were changed by {}",
}


class Scene(NamedTuple):
    """Where and when a row was said."""

    scope: str
    when: When
    """For the order of things: by the nearest known time."""
    time: Instant
    """Of the message itself."""

    @property
    def day(self) -> str:
        return f"{self.when.at:%Y-%m-%d}" if self.when.at > NEVER else "an unknown day"


class Memories:
    """Everything that an export tells about memories.

    Args:
        maker: Makes the records.
    """

    def __init__(self, maker: Maker) -> None:
        self._maker = maker
        self._histories: dict[tuple[str, Kind], History] = {}
        self._rows: list[tuple[Row, Callable[[Row], tuple[Fate, str]]]] = []
        self._parsed: dict[bytes, tuple[Told, ...]] = {}
        self._shared: dict[Told, Told] = {}

    def call(self, row: Row, text: str, scene: Scene, *, refused: bool = False) -> None:
        """A call of the memory tool; `refused` when its answer says that it was not carried out."""
        if refused:
            self._rows.append((row, _of_refused))
            return
        history = self._history(scene.scope, "memory")
        told: list[Told] = []
        for saying in sayings(text):
            if not saying.forget:
                told += self._told(saying.text, scene.time)
                continue
            history.write(scene.when, row, told)
            told = []
            row.asked += 1
            request, everything = saying.text, names_everything(saying.text)
            history.forget(
                scene.when,
                row,
                (lambda _: True) if everything else lambda memory, request=request: names(request, memory),  # type: ignore[misc]
                at=scene.time.at,
                why=f"forgotten in ChatGPT on request, {scene.day}",
            )
        history.write(scene.when, row, told)
        self._rows.append((row, _of_call))

    def show(self, row: Row, value: Any, scene: Scene) -> None:
        """A list of what ChatGPT remembered."""
        told = self._cached(
            ("list", value), lambda: [Told("", entry.text, self._date(entry.date)) for entry in listed(value)]
        )
        self._history(scene.scope, "memory").show(scene.when, row, told, day=scene.day, sure=is_list(value))
        self._rows.append((row, _of_list if told else _of_empty_list))

    def instruct(self, row: Row, profile: str, instructions: str, scene: Scene) -> None:
        """Custom instructions as they were for one conversation; a part that is empty says nothing."""
        for kind, text in (("profile", profile), ("instructions", instructions)):
            told = self._cached((kind, text), lambda text=text: [Told("", one) for one in statements(text)])  # type: ignore[misc]
            if scene.time.at is not None:
                told = tuple(one._replace(time=scene.time) for one in told)
            self._history(scene.scope, kind).show(scene.when, row, told, day=scene.day)  # type: ignore[arg-type]
        self._rows.append((row, _of_instructions))

    def save(self, row: Row, saved: Saved) -> None:
        """A memory from a file of them: it was there when the export was made."""
        told = self._told(saved.text, self._maker.time(saved.created))
        when = When.of(_END, len(self._rows))
        self._history(self._maker.scope, "memory").save(when, row, told, disabled=not saved.enabled)
        self._rows.append((row, _of_call))

    def readings(self) -> Iterator[Reading]:
        """The rows in the order in which they came, with what became of them."""
        for history in self._histories.values():
            history.settle()
        kinds = {id(memory): key for key, history in self._histories.items() for memory in history.memories.values()}
        living = self._living()
        for row, judge in self._rows:
            fate, reason = judge(row)
            records = [record for memory in row.kept for record in self._records(memory, *kinds[id(memory)])]
            yield Reading(
                source=row.source,
                table="",
                position=row.position,
                fate=fate,
                reason=reason,
                records=tuple(records),
                tombstones=tuple(self._tombstone(memory, *kinds[id(memory)]) for memory in row.gone),
                said=tuple(_said(memory, kinds[id(memory)][1], living) for memory in row.gone),
            )
        self._rows.clear()

    def notes(self) -> Iterator[str]:
        """What a person should know about the whole, once the rows were given out."""
        memories = [
            memory
            for (_, kind), history in self._histories.items()
            if kind == "memory"
            for memory in history.memories.values()
        ]
        gone = sum(not memory.alive for memory in memories)
        if gone:
            yield f"memories that were forgotten there: {gone}; they stay out, and a tombstone keeps each from coming back"
        unsaved = sum(memory.alive and not memory.saved for memory in memories)
        if unsaved and any(memory.saved for memory in memories):
            yield f"memories that conversations show and the file of saved ones does not hold: {unsaved}; some may have been deleted since"

    def _living(self) -> set[str]:
        """What lives in the export, be it as a memory or as a custom instruction."""
        memories = (memory for history in self._histories.values() for memory in history.memories.values())
        return {normalise_text(memory.told.text) for memory in memories if memory.alive}

    # Parts ----------------------------------------------------------------------------------------------------------

    def _history(self, scope: str, kind: Kind) -> History:
        if (scope, kind) not in self._histories:
            self._histories[scope, kind] = History(_MISSING[kind])
        return self._histories[scope, kind]

    def _told(self, text: str, time: Instant | None = None) -> list[Told]:
        clean = tidy(text)
        parts = sentences(clean)
        inner = tuple(map(likeness, parts)) if len(parts) > 1 else ()
        return [Told(likeness(clean), clean, time, inner)] if clean else []

    def _cached(self, value: object, read: Callable[[], Sequence[Told]]) -> tuple[Told, ...]:
        """What a text tells; lists and instructions come again in every conversation, nearly the same."""
        print = blake2b(repr(value).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        if print not in self._parsed:
            told = [one for raw in read() for one in self._told(raw.text, raw.time)]
            unique = {one.key: one for one in reversed(told)}.values()
            self._parsed[print] = tuple(self._shared.setdefault(one, one) for one in reversed(list(unique)))
        return self._parsed[print]

    def _date(self, date: str | None) -> Instant | None:
        return self._maker.time(date) if date else None

    def _key(self, memory: Memory, scope: str, kind: Kind) -> str:
        return f"{scope}\x1f{kind}\x1f{memory.told.key}"

    def _records(self, memory: Memory, scope: str, kind: Kind) -> tuple[Record, ...]:
        text, row, maker = memory.told.text, memory.row, self._maker
        key = self._key(memory, scope, kind)
        id = maker.id(key)
        judged = "fact" if kind == "profile" and _NAMED.match(text) else maker.options.type_of(text)
        return maker.memory(
            text,
            at=Place(source="", position=row.place),
            type=judged
            if kind == "memory"
            else "preference"
            if kind == "instructions" or judged == "preference"
            else "fact",
            native=row.native,
            key=key,
            scope=scope,
            created=memory.told.time,
            tags=() if kind == "memory" else ("custom-instructions",),
            basis=None if kind == "memory" else "stated",
            state="superseded" if memory.disabled else None,
            derived_from=(row.turn,) if row.turn else (),
            revives=[maker.tombstone_id(id, count) for count in range(1, memory.deaths + 1)],
        )

    def _tombstone(self, memory: Memory, scope: str, kind: Kind) -> Tombstone:
        return self._maker.tombstone(
            self._maker.id(self._key(memory, scope, kind)),
            scope=scope,
            at=memory.died_at,
            reason="source" if kind == "memory" else "superseded",
            count=memory.deaths,
        )


def _said(memory: Memory, kind: Kind, living: set[str]) -> str:
    """What a deleted memory said; instructions that were changed were not deleted."""
    text = memory.told.text
    return text if kind == "memory" and normalise_text(text) not in living else ""


def _of_call(row: Row) -> tuple[Fate, str]:
    if row.kept:
        if any(memory.disabled for memory in row.kept):
            return Fate.MEMORY, "turned off in ChatGPT: kept, and out of recall"
        return Fate.MEMORY, "others that it told were forgotten later" if row.gone else ""
    if row.gone:
        return Fate.REJECTED, row.gone[0].why
    if row.asked:
        return Fate.STRUCTURE, "a request to forget, which was followed" if row.obeyed else (
            "a request to forget something that no memory here says"
        )
    if row.again:
        return Fate.DUPLICATE, "a memory that another row tells as well"
    return Fate.EMPTY, "a call of the memory tool without words"


def _of_refused(_row: Row) -> tuple[Fate, str]:
    return Fate.REJECTED, "ChatGPT's memory tool answered that it did not keep this"


def _of_list(row: Row) -> tuple[Fate, str]:
    if row.kept:
        return Fate.MEMORY, "remembered by ChatGPT according to its list; nothing here shows it being written"
    return Fate.STRUCTURE, "a list of what ChatGPT remembered, which tells what was forgotten by then"


def _of_empty_list(_row: Row) -> tuple[Fate, str]:
    return Fate.EMPTY, "an empty list of memories, which proves nothing"


def _of_instructions(row: Row) -> tuple[Fate, str]:
    if row.kept:
        return Fate.MEMORY, "custom instructions"
    if row.gone:
        return Fate.STRUCTURE, "custom instructions that were changed later"
    if row.again:
        return Fate.DUPLICATE, "the same custom instructions as for another conversation"
    return Fate.EMPTY, "custom instructions without words"

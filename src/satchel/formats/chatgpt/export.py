"""One reading of one export: turns as they come, memories once everything is known about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count

from satchel.formats.chatgpt.claims import TOOL, sort_files
from satchel.formats.chatgpt.conversations import Conversation, conversations
from satchel.formats.chatgpt.history import Row
from satchel.formats.chatgpt.memories import Memories
from satchel.formats.chatgpt.saved import saved_memories
from satchel.formats.chatgpt.talk import PRIVATE, Desk, Talk, is_private
from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.documents import Item
from satchel.formats.making import Maker, plain
from satchel.formats.passage import to_the_end
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Claim, Tally


class Export:
    """Reads one claim once."""

    def __init__(self, claim: Claim, options: ReadOptions, tally: Tally, *, version: str) -> None:
        # Ids of messages are unique in the world, and those of memories are made of their text and scope. The account,
        # which only a whole export names, stays out of them: a loose file and its ZIP give the same records.
        maker = Maker(TOOL, version, options)
        self._desk = Desk(maker=maker, tally=tally, memories=Memories(maker))
        self._files = sort_files(claim.files)
        self._tell = options.progress
        self._done, self._total = 0, sum(file.size for file in self._files.talks)
        self._numbers = count()

    def readings(self) -> Iterator[Reading]:
        """Every row with its fate."""
        for file in self._files.talks:
            yield from to_the_end(file, self._talks(file), self._desk.tally)
            self._done += file.size
        for file in self._files.saved:
            yield from to_the_end(file, self._saved(file), self._desk.tally)
        for file, kind in self._files.beside:
            fate = Fate.STRUCTURE if file.size else Fate.EMPTY
            yield self._desk.row(file.name, "", fate, kind.reason)
        yield from self._desk.memories.readings()
        self._desk.tally.notes += self._desk.memories.notes()

    def _talks(self, file: SourceFile) -> Iterator[Reading]:
        for found in conversations(file, self._watch):
            if isinstance(found, Conversation):
                yield from Talk(self._desk, file.name, found, next(self._numbers)).readings()
            else:
                yield self._stray(file, found)

    def _watch(self, _name: str, read: int) -> None:
        if self._tell is not None:
            self._tell(self._done + read, self._total)

    def _stray(self, file: SourceFile, item: Item) -> Reading:
        """Something that is no conversation in a file of them."""
        row = self._desk.row
        if item.problem:
            return row(file.name, item.position, Fate.REJECTED, item.problem, raw=item.raw or None)
        if isinstance(item.value, Mapping) and is_private(item.value):
            return row(file.name, item.position, Fate.REJECTED, PRIVATE)
        if isinstance(item.value, Mapping):
            reason = "a conversation without its messages: it has no `mapping`"
            return row(file.name, item.position, Fate.REJECTED, reason, raw=plain(item.value))
        if item.position.endswith("]"):
            return row(file.name, item.position, Fate.REJECTED, "not a conversation", raw=plain(item.value))
        return row(file.name, item.position, Fate.STRUCTURE, "what the file says about itself")

    def _saved(self, file: SourceFile) -> Iterator[Reading]:
        desk = self._desk
        for found in saved_memories(file):
            if isinstance(found, Item):
                yield self._unsaved(file, found)
                continue
            desk.tally.unexplained.look("saved", found.item.value)
            desk.tally.seen[file.name] += 1
            called = f"saved memory {found.native or found.item.key}"
            row = Row(source=file.name, position=found.item.position, place=called, native=found.native)
            desk.memories.save(row, found)

    def _unsaved(self, file: SourceFile, item: Item) -> Reading:
        """Something that is no memory in a file of them."""
        row = self._desk.row
        if item.problem:
            return row(file.name, item.position, Fate.REJECTED, item.problem, raw=item.raw or None)
        if isinstance(item.value, Mapping):
            return row(file.name, item.position, Fate.REJECTED, "a memory without its text", raw=plain(item.value))
        if item.position.endswith("]"):
            return row(file.name, item.position, Fate.REJECTED, "not a memory", raw=plain(item.value))
        return row(file.name, item.position, Fate.STRUCTURE, "what the file says about itself")

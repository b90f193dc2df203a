"""Rows of markdown with their fates; what is said twice comes once."""

from __future__ import annotations

from typing import Any

from satchel.formats.contract import Fate, Reading
from satchel.formats.making import Maker, Place
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.textual import encoding_of, whole
from satchel.formats.tool import Tally
from satchel_protocol.record import Record

MOST_BYTES = 4 << 20
"""Of a file that somebody wrote for an assistant to read; a longer one is something else."""


def text_of(file: SourceFile) -> str | None:
    """The text of a file that somebody wrote; None for one that is too long to be that.

    Raises:
        OSError: it cannot be read.
    """
    if file.size > MOST_BYTES:
        return None
    return whole(file, encoding_of(file), MOST_BYTES).replace("\r\n", "\n").replace("\r", "\n")


class Rows:
    """Gives out the rows of one claim's texts and counts them."""

    def __init__(self, maker: Maker, tally: Tally) -> None:
        self._maker, self._tally = maker, tally
        self._given: dict[str, int] = {}
        """Ids that were given out, with the hash of what they say."""

    def make(
        self,
        text: str,
        *,
        file: SourceFile,
        position: str,
        keys: tuple[str, ...] = ("",),
        tags: list[str] | None = None,
        more_tags: Any = None,
        **more: Any,
    ) -> tuple[Record, ...] | None:
        """The records of a text; none for an empty one, None for one that was given out before.

        A second item under the same key is the same one where it says the same; else the next key tells them apart.
        """
        listed = more_tags if isinstance(more_tags, list) else str(more_tags).split(",") if more_tags else []
        all_tags = [*(tags or []), *(tag for tag in listed if isinstance(tag, str))]
        at = Place(source=file.name, position=position)
        records: tuple[Record, ...] = ()
        for key in keys:
            records = self._maker.memory(text, at=at, key=key, tags=all_tags, **more)
            if not records:
                return ()
            told = self._given.get(records[0].id)
            if told is None:
                self._given.update((record.id, hash(record.content)) for record in records)
                return records
            if told == hash(records[0].content):
                return None
        return None

    def said(self, file: SourceFile, position: str, records: tuple[Record, ...] | None, reason: str = "") -> Reading:
        """The row of what `make` gave."""
        if records is None:
            return self.left(file, position, Fate.DUPLICATE, "the same once more")
        if not records:
            return self.left(file, position, Fate.EMPTY, "nothing is written in it")
        return self.give(file, position, Fate.MEMORY, reason, records=records)

    def left(self, file: SourceFile, position: str, fate: Fate, reason: str) -> Reading:
        """A row that gave no memory."""
        return self.give(file, position, fate, reason)

    def give(
        self,
        file: SourceFile,
        position: str,
        fate: Fate,
        reason: str = "",
        *,
        records: tuple[Record, ...] = (),
        raw: Any = None,
    ) -> Reading:
        """One row with its fate, counted."""
        self._tally.seen[file.name] += 1
        return Reading(
            source=file.name, table="", position=position, fate=fate, reason=reason, records=records, raw=raw
        )

    def unread(self, file: SourceFile, text: str | None) -> Reading:
        """The row of a file with nothing to be read, as `text_of` gave it."""
        if text is None:
            reason = f"longer than {MOST_BYTES >> 20} MiB, which nobody writes for an assistant to read"
            return self.left(file, "", Fate.REJECTED, reason)
        return self.left(file, "", Fate.EMPTY, "nothing is written in it")

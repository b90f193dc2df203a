"""What a reader of one tool's files is: how it knows them, what it reads, and how far it was checked.

A reader claims files by what they hold, never by their names alone; the files of one export are one claim. What no
reader claims is left to the generic rescue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar

from satchel.formats.contract import Reading, ReadOptions
from satchel.formats.fields import Shape, Unexplained
from satchel.formats.tabular.sources import SourceFile


class Checked(StrEnum):
    """Against what a reader was tried."""

    SAMPLES = "samples"
    """Files that the tool, or people who know it, made."""
    PACKAGE = "package"
    """Files made with the tool's own published package."""
    LAYOUT = "layout"
    """Only the documented layout: unverified."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The files of one export of one tool."""

    tool: str
    layout: str
    """Which of the tool's layouts this is, in its own words or ours: `three files`, `history.db`, `sessions`."""
    files: tuple[SourceFile, ...] = field(repr=False)
    confidence: float
    """0 to 1; a file that two readers claim goes to the surer one."""
    evidence: tuple[str, ...] = ()
    """What in the files says so, each in a few words."""
    root: str = ""
    """What the names of the files have in common, such as `old.zip!` or `backup/.claude/`."""
    folder: str = ""
    """What the folder is called that all names are relative to; empty for a file. Told to a claim that is granted."""

    def to_json(self) -> dict[str, object]:
        return {
            "adapter": self.tool,
            "version": self.layout,
            "confidence": round(self.confidence, 2),
            "evidence": list(self.evidence),
            "files": [file.name for file in self.files],
        }


class Tally:
    """What one reading found beside its rows. A new one for each reading."""

    def __init__(self, shapes: Mapping[str, Shape]) -> None:
        self.seen: Counter[str] = Counter()
        """Rows by file, counted where they are taken out of the file: what the fates must add up to."""
        self.unexplained = Unexplained(shapes)
        self.notes: list[str] = []
        """What a person should know about the whole."""


class ToolReader(ABC):
    """Reads what one tool leaves behind. It holds no state: everything about one reading is in its `Tally`."""

    tool: ClassVar[str]
    """Its name in ids, origins and messages: `chatgpt`."""
    title: ClassVar[str]
    """Its name for people: `ChatGPT`."""
    reads: ClassVar[str]
    """What it takes, in a line: `data export (ZIP, folder or conversations.json)`."""
    obtain: ClassVar[str]
    """How a person gets these files out of the tool, or where they lie, in a line."""
    checked: ClassVar[Checked]
    shapes: ClassVar[Mapping[str, Shape]]
    """The declared fields, by kind of object."""
    last: ClassVar[bool] = False
    """Asked after all others, about the files that they leave: for texts with no structure of their own."""
    version: ClassVar[str] = "1"
    """Goes up when the same file would be read differently."""
    shows_deletes: ClassVar[bool] = False
    """Whether its files can tell that something was deleted, and what."""

    @abstractmethod
    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        """The exports of this tool among these files; looks at heads only, never raises for what a file holds."""

    @abstractmethod
    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        """Every row of the claimed files with its fate, in constant memory; a bad row never stops the good ones.

        Counts each row in `tally.seen` where it is taken out of its file. A file without rows of worth (a page, a
        picture) is one row of the fate STRUCTURE or EMPTY with a reason.
        """

    def deletes(self, claim: Claim, options: ReadOptions) -> Iterator[Reading]:
        """Those rows alone that show deletes: applied before any other row of any file of a source is taken in.

        By default everything is read once more, which a reader overrides that can tell sooner that there are none.
        """
        if self.shows_deletes:
            readings = self.read(claim, replace(options, progress=None), Tally(self.shapes))
            yield from (reading for reading in readings if reading.tombstones)

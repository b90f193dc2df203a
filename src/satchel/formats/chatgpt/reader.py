"""ChatGPT's data export: what it remembered as memories, what was said as evidence, what was forgotten as tombstones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from satchel.formats.chatgpt.claims import find_claims
from satchel.formats.chatgpt.export import Export
from satchel.formats.chatgpt.shapes import SHAPES
from satchel.formats.contract import Reading, ReadOptions
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Checked, Claim, Tally, ToolReader
from satchel_protocol.errors import SatchelError

_TELLING: Final = (b'"bio', b"model_set_context")
"""What stands in every call of the memory tool, and beside every list of what it remembered."""
_OVERLAP: Final = max(map(len, _TELLING))


class ChatGptReader(ToolReader):
    """Reads the data export of ChatGPT."""

    tool: ClassVar[str] = "chatgpt"
    title: ClassVar[str] = "ChatGPT"
    reads: ClassVar[str] = "data export (ZIP, folder, conversations.json under any name or in numbered parts)"
    obtain: ClassVar[str] = "Settings → Data controls → Export data; the link to a ZIP comes by e-mail"
    checked = Checked.SAMPLES
    shapes = SHAPES
    shows_deletes = True

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        return find_claims(files)

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        return Export(claim, options, tally, version=self.version).readings()

    def deletes(self, claim: Claim, options: ReadOptions) -> Iterator[Reading]:
        # Large exports of people who never used its memory are many; to look for the tool's name costs little.
        if any(_tells_of_memories(file) for file in claim.files):
            yield from super().deletes(claim, options)


def _tells_of_memories(file: SourceFile) -> bool:
    """Whether a file holds a call of the memory tool, or a list of what it remembered."""
    before = b""
    try:
        with file.open() as data:
            while chunk := data.read(1 << 20):
                if any(telling in before + chunk for telling in _TELLING):
                    return True
                before = chunk[-_OVERLAP:]
    except (OSError, ValueError, SatchelError):
        return False  # told when its rows are read
    return False

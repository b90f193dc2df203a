"""ChatGPT's data export: what it remembered as memories, what was said as evidence, what was forgotten as tombstones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from satchel.formats.chatgpt.claims import find_claims
from satchel.formats.chatgpt.export import Export
from satchel.formats.chatgpt.shapes import SHAPES
from satchel.formats.contract import Reading, ReadOptions
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Checked, Claim, Tally, ToolReader


class ChatGptReader(ToolReader):
    """Reads the data export of ChatGPT."""

    tool: ClassVar[str] = "chatgpt"
    title: ClassVar[str] = "ChatGPT"
    reads: ClassVar[str] = "data export (ZIP, folder, conversations.json under any name or in numbered parts)"
    obtain: ClassVar[str] = "Settings → Data controls → Export data; the link to a ZIP comes by e-mail"
    checked = Checked.SAMPLES
    shapes = SHAPES

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        return find_claims(files)

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        return Export(claim, options, tally, version=self.version).readings()

"""Who reads what: the surest, each file once, and nobody loses all for one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from satchel.formats.contract import Reading, ReadOptions
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Checked, Claim, Tally, ToolReader
from satchel.move.allotment import allot


class Reader(ToolReader):
    title: ClassVar[str] = "Test"
    reads: ClassVar[str] = "names"
    obtain: ClassVar[str] = "nowhere"
    checked = Checked.LAYOUT
    shapes: ClassVar = {}

    def __init__(self, tool: str, wanted: str, confidence: float) -> None:
        self.name, self.wanted, self.confidence = tool, wanted, confidence

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        found = tuple(file for file in files if file.name[0] in self.wanted)
        if found:
            yield Claim(tool=self.name, layout="", files=found, confidence=self.confidence)

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        raise NotImplementedError


def allotted(folder: Path, *readers: Reader) -> tuple[dict[str, str], str]:
    for name in "abcd":
        (folder / name).write_text("x")
    found = allot(folder, readers=readers)
    names = {claim.tool: "".join(file.name for file in claim.files) for _, claim in found.claims}
    return names, "".join(file.name for file in found.rest)


def test_a_file_that_two_readers_claim_goes_to_the_surer_and_the_other_keeps_the_rest(tmp_path):
    weak, sure = Reader("weak", "abc", 0.5), Reader("sure", "cd", 0.9)

    assert allotted(tmp_path, weak, sure) == ({"sure": "cd", "weak": "ab"}, "")


def test_a_reader_that_is_left_with_nothing_has_no_claim(tmp_path):
    assert allotted(tmp_path, Reader("weak", "cd", 0.5), Reader("sure", "bcd", 0.9)) == ({"sure": "bcd"}, "a")


def test_three_readers_share_one_folder(tmp_path):
    readers = [Reader("low", "abcd", 0.3), Reader("high", "a", 0.9), Reader("middle", "ab", 0.5)]

    assert allotted(tmp_path, *readers) == ({"high": "a", "middle": "b", "low": "cd"}, "")

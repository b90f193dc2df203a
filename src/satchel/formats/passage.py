"""Going through the files of a claim: how far it is, and a row for a file that breaks off or holds nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Tally


def told(files: Sequence[SourceFile], options: ReadOptions, *, passes: int = 1) -> list[SourceFile]:
    """The same files, telling `options.progress` how many bytes have been read of how many.

    Args:
        passes: How often each file is read from start to end. Looks at its head are counted too, up to the total.
    """
    progress = options.progress
    if progress is None:
        return list(files)
    total = passes * sum(file.size for file in files)
    before: Counter[str] = Counter()
    now: Counter[str] = Counter()

    def watch(name: str, position: int) -> None:
        if position < now[name]:
            before[name] += now[name]
        now[name] = position
        progress(min(total, before.total() + now.total()), total)

    return [file.watched(watch) for file in files]


def to_the_end(file: SourceFile, readings: Iterator[Reading], tally: Tally) -> Iterator[Reading]:
    """The readings of a file; one row more where it breaks off, and one for a file without any."""
    at = tally.seen[file.name]
    try:
        yield from readings
    except OSError as error:
        tally.seen[file.name] += 1
        reason = f"reading breaks off: {error}"
        yield Reading(source=file.name, table="", position="the file", fate=Fate.REJECTED, reason=reason)
    if tally.seen[file.name] == at:
        tally.seen[file.name] += 1
        yield Reading(source=file.name, table="", position="the file", fate=Fate.EMPTY, reason="nothing is in it")

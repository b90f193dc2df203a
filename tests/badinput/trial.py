"""One damaged source, taken through a whole import: what must hold whatever was done to it."""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import random
import shutil
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from tests.formats.tools.damage import damaged

from satchel.move.ledger import Report
from satchel.service.arrival import ImportOptions
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel_protocol.errors import CallerError
from satchel_protocol.record import Record
from satchel_protocol.scope import Scopes

NOW = datetime(2031, 5, 6, 7, 8, 9, 101112, UTC)
"""When imports happen: a time that stands in no sample."""
COPIED = datetime(2029, 3, 2, 1, 2, 3, tzinfo=UTC)
"""When the files were copied, by the file system: as little a time of any memory."""
ALL = Scopes(("*", "public"))


@dataclass(frozen=True)
class Trial:
    """A sample, its damaged copy, and one store that first gets the damaged one and then the whole one."""

    whole: Path
    broken: Path

    def run(self, url: str = "memory:") -> None:
        with store(url) as memory:
            report = arrive(memory, self.broken)
            if report is not None:
                check_ledgers(report)
            check_times(memory, frozenset(), self.broken)
            after = arrive(memory, self.whole)
            assert after is not None
            check_ledgers(after)
            check_times(memory, times_of(self.whole), self.broken, self.whole)
            found = set(records(memory))
            # Damage can make a row say that it was deleted, and then its tool has forgotten what it says.
            forgotten = {tombstone.id for tombstone in memory.store().tombstones() if tombstone.reason == "source"}
        missing = set(memories_of(self.whole)) - found - forgotten
        assert not missing, missing


def damage(sample: Path, to: Path, seed: int) -> Trial:
    """Copy a sample, and damage one of its files."""
    chance = random.Random(seed)
    copy = to / sample.name
    if sample.is_dir():
        shutil.copytree(sample, copy)
    else:
        shutil.copy(sample, copy)
    files = [copy] if copy.is_file() else sorted(path for path in copy.rglob("*") if path.is_file())
    victim = chance.choice(files)
    victim.write_bytes(damaged(victim.read_bytes(), chance))
    for file in files:
        os.utime(file, (COPIED.timestamp(), COPIED.timestamp()))
    return Trial(sample, copy)


@contextlib.contextmanager
def store(url: str = "memory:") -> Iterator[Memory]:
    """An empty store at a fixed time."""
    numbers = count(1)
    with Memory(
        url, allow=["all"], config=Config(embedder="none"), clock=lambda: NOW, ids=lambda: f"batch-{next(numbers)}"
    ) as memory:
        memory.store(create=True)
        yield memory


def arrive(memory: Memory, source: Path) -> Report | None:
    """Import; None where the source was refused as a whole, which leaves no trace."""
    before = records(memory)
    try:
        return memory.import_(source, options=ImportOptions(logs=True))
    except CallerError:
        assert records(memory) == before
        assert not memory.store().quarantine()
        assert not memory.store().batches()
        return None


def records(memory: Memory) -> dict[str, Record]:
    """Every live record by its id."""
    with memory.store()._begin(write=False) as tx:
        return {record.id: record for record, _ in tx.scan_lines(ALL)}


_MEMORIES: dict[Path, dict[str, datetime | None]] = {}


def memories_of(sample: Path) -> dict[str, datetime | None]:
    """Ids of what the whole sample gives, and the time of each; worked out once."""
    if sample not in _MEMORIES:
        with store() as memory:
            memory.import_(sample, options=ImportOptions(logs=True))
            check_times(memory, frozenset(), sample)
            _MEMORIES[sample] = {id: record.created_at for id, record in records(memory).items()}
    return _MEMORIES[sample]


def times_of(sample: Path) -> frozenset[tuple[str, datetime | None]]:
    """The times that the whole sample gives, each with its evidence."""
    return frozenset(memories_of(sample).items())


def check_ledgers(report: Report) -> None:
    """Every row has one fate, every record one outcome."""
    for source, tally in report.sources.items():
        assert tally.unaccounted == 0, (source, tally.to_json())
        assert tally.items == tally.records.total(), (source, tally.to_json())
    ledger = report.to_json()
    rows, items = ledger["rows"], ledger["records"]
    assert rows["in"] == sum(number for name, number in rows.items() if name not in {"in", "unaccounted"})
    assert items["in"] == sum(number for name, number in items.items() if name != "in")


def check_times(memory: Memory, known: frozenset[tuple[str, datetime | None]], *sources: Path) -> None:
    """No time but what the sources say: each has evidence, and the evidence stands in a file or in its name.

    Of two versions of a record the earliest time survives, and the evidence of the version that wins. So a time may
    stand without any that is `known` from the other version.
    """
    dated = [record for record in records(memory).values() if record.created_at is not None]
    if not dated:
        return
    text = _bare("\n".join(written(source) for source in sources))
    for record in dated:
        at, origin = record.created_at, record.origin
        assert at is not None
        assert origin is not None
        if origin.time is None:
            assert (record.id, at) in known, record
            continue
        assert at.date() not in {NOW.date(), COPIED.date()}, record
        assert _bare(str(origin.time.raw)) in text, (origin.time, record)


def _bare(text: str) -> str:
    """Letters and digits alone: a file's name cannot have the colons of a time, and JSON spells its own way."""
    return "".join(filter(str.isalnum, text))


def written(source: Path) -> str:
    """Everything that a source says, names included, as one text to look for evidence in."""
    files = [source] if source.is_file() else sorted(path for path in source.rglob("*") if path.is_file())
    return "\n".join(part for file in files for part in (str(file.name), *_parts(file.read_bytes()), *_cells(file)))


def _parts(raw: bytes) -> Iterator[str]:
    yield raw.decode("utf-8", "replace")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield raw.decode("utf-16", "replace")
    with contextlib.suppress(UnicodeDecodeError):
        yield raw.decode("gb18030")
    if raw.startswith(b"PK"):
        with contextlib.suppress(zipfile.BadZipFile, OSError, RuntimeError, ValueError):
            yield from _members(zipfile.ZipFile(io.BytesIO(raw)))
    elif raw[:2] == b"\x1f\x8b":
        with contextlib.suppress(OSError, EOFError, zlib.error):
            yield from _parts(gzip.decompress(raw))


def _members(archive: zipfile.ZipFile) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        for info in archive.infolist():
            yield info.filename
            with contextlib.suppress(zipfile.BadZipFile, OSError, RuntimeError, ValueError, zlib.error):
                archive.extract(info, folder)
        yield written(Path(folder))


def _cells(file: Path) -> Iterator[str]:
    """Every cell of a database with its side files, as far as SQLite reads them."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        for suffix in ("", "-wal", "-journal"):
            if (side := file.with_name(file.name + suffix)).is_file():
                shutil.copy(side, f"{copy}{suffix}")
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            connection.text_factory = lambda value: value.decode("utf-8", "replace")
            yield from _rows(connection)


def _rows(connection: sqlite3.Connection) -> Iterator[str]:
    with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
                for row in connection.execute(f'SELECT * FROM "{name}"'):
                    yield "\n".join(str(cell) for cell in row)

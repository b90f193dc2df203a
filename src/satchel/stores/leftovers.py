"""Files that stores leave beside themselves or among the temporary files, which forgetting does not reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from satchel.stores import staging
from satchel.stores.folders import sync_folder
from satchel_protocol.purging import Erasure, Receipt

_STREAMS: Final = (".satchel", ".satchel.zst", ".satchel.age")


def damaged_copies(path: Path) -> list[Path]:
    """What repairs put aside of a store at `path`: whole damaged files, or lines that could not be read."""
    return sorted(
        found
        for found in path.parent.iterdir()
        if found.name.startswith(f"{path.name}.damaged-") and found.is_file() and not found.is_symlink()
    )


def remove(files: Iterable[Path]) -> Iterator[Receipt]:
    """Remove files for good; the caller made sure that nobody is at work on them."""
    for file in files:
        try:
            file.unlink()
            sync_folder(file.parent)
        except FileNotFoundError:
            continue
        except OSError as error:
            detail = f"it cannot be removed ({error.strerror or error}); remove it by hand"
            yield Receipt(place=str(file), outcome=Erasure.FAILED, detail=detail)
            continue
        yield Receipt(place=str(file), outcome=Erasure.ERASED, detail="the file was removed")


def remove_staged() -> Iterator[Receipt]:
    """Remove what killed processes had staged: streams of a move, copies of stores and of sources."""
    for folder in staging.staged_by_the_dead():
        try:
            staging.remove(folder)
        except OSError as error:
            detail = f"it cannot be removed ({error.strerror or error}); remove it by hand"
            yield Receipt(place=str(folder), outcome=Erasure.FAILED, detail=detail)
        else:
            yield Receipt(place=str(folder), outcome=Erasure.ERASED, detail="a killed process had staged it")


def beyond_reach(path: Path) -> Iterator[Receipt]:
    """Files that may hold the text and are not the store's to remove, and what no program can know of."""
    for found in sorted(path.parent.iterdir()):
        if found.name.endswith(_STREAMS):
            detail = (
                "a stream file beside the store; it may hold the text. Write it anew with satchel export, or remove it"
            )
            yield Receipt(place=str(found), outcome=Erasure.UNSUPPORTED, detail=detail)
    for folder in staging.in_use():
        detail = "staged by a program that is at work just now, and gone when it ends"
        yield Receipt(place=str(folder), outcome=Erasure.UNSUPPORTED, detail=detail)
    detail = "backups, snapshots of the file system, and what a disk keeps of overwritten blocks"
    yield Receipt(place="copies elsewhere", outcome=Erasure.UNSUPPORTED, detail=detail)

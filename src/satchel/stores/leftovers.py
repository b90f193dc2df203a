"""Files that stores leave beside themselves or in the folder for temporary files, which forgetting does not reach."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from satchel.stores.folders import sync_folder
from satchel_protocol.purging import Erasure, Receipt

COPY_PREFIX: Final = "satchel-"
"""Of folders with a copy, among the temporary files of the system."""
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


def beyond_reach(path: Path) -> Iterator[Receipt]:
    """Files that may hold the text and are not the store's to remove, and what no program can know of."""
    for found in sorted(path.parent.iterdir()):
        if found.name.endswith(_STREAMS):
            detail = (
                "a stream file beside the store; it may hold the text. Write it anew with satchel export, or remove it"
            )
            yield Receipt(place=str(found), outcome=Erasure.UNSUPPORTED, detail=detail)
    for folder in sorted(Path(tempfile.gettempdir()).glob(f"{COPY_PREFIX}*")):
        detail = "a copy that a program reads from, or that a killed one left; remove it when nobody uses it"
        if (folder / path.name).exists():
            yield Receipt(place=str(folder), outcome=Erasure.UNSUPPORTED, detail=detail)
    detail = "backups, snapshots of the file system, and what a disk keeps of overwritten blocks"
    yield Receipt(place="copies elsewhere", outcome=Erasure.UNSUPPORTED, detail=detail)

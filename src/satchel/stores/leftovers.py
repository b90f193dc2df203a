"""Files that stores leave beside themselves or among the temporary files, which forgetting does not reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from satchel.stores import heads, staging
from satchel.stores.folders import sync_folder
from satchel_protocol.purging import Erasure, Receipt

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be removed
    fcntl = None  # type: ignore[assignment]

_STREAMS: Final = (".satchel", ".satchel.zst", ".age")
_BEGUN: Final = ".part"
"""How a stream or a page is called, behind a dot in front, until all of it is written."""


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
        detail = _what_it_may_hold(found, path)
        if detail:
            yield Receipt(place=str(found), outcome=Erasure.UNSUPPORTED, detail=detail)
    for folder in staging.in_use():
        detail = "staged by a program that is at work just now, and gone when it ends"
        yield Receipt(place=str(folder), outcome=Erasure.UNSUPPORTED, detail=detail)
    detail = "backups, snapshots of the file system, and what a disk keeps of overwritten blocks"
    yield Receipt(place="copies elsewhere", outcome=Erasure.UNSUPPORTED, detail=detail)


def _what_it_may_hold(file: Path, store: Path) -> str:
    """Why a file beside a store is named in the receipt of a purge; nothing for one that is not."""
    try:
        if not file.is_file() or file.samefile(store):
            return ""
        with file.open("rb") as raw:
            head = heads.head_of(raw)
    except OSError:
        head = b""
    if heads.is_store(head):
        return "another store beside this one; it may hold the text. Purge it there too"
    if heads.is_page(head):
        return "a report beside the store; it may show the text. Remove it"
    if heads.is_stream(head) or file.name.endswith(_STREAMS):
        return "a stream file beside the store; it may hold the text. Write it anew with satchel export, or remove it"
    return ""


def unfinished_streams(path: Path) -> list[Path]:
    """What killed exports left beside a store at `path`: one that is being written is under a lock."""
    return [
        found
        for found in sorted(path.parent.iterdir())
        if found.name.startswith(".") and found.name.endswith(_BEGUN) and _is_unfinished_stream(found)
    ]


def _is_unfinished_stream(file: Path) -> bool:
    try:
        if file.is_symlink() or not file.is_file():
            return False
        with file.open("rb") as raw:
            if not heads.is_stream(heads.head_of(raw)):
                return False
            if fcntl is not None:
                fcntl.flock(raw, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

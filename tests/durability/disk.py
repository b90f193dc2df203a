"""A disk that forgets: which states of the files a power loss can leave, given what was written and what was synced.

The rules are the pessimistic ones of POSIX. What was written to a file is safe when the file was synced after it; until
then any of its sectors may have been written or not, in any order, and the file may have any of the sizes it had, with
zeros where nothing was written. A name (created, renamed, removed, a folder made) is safe when its folder was synced;
until then the names of a folder are as they were after some earlier step. Sectors are written whole.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.durability.tracing import Step

SECTOR = 512


@dataclass(slots=True)
class _File:
    safe: bytes = b""
    pending: list[Step] = field(default_factory=list)

    def sync(self) -> None:
        self.safe, self.pending = self.all_of(self.pending), []

    def all_of(self, steps: Sequence[Step]) -> bytes:
        content = bytearray(self.safe)
        for step in steps:
            _apply(content, step)
        return bytes(content)

    def some(self, chance: random.Random) -> bytes:
        """A state that a power loss can leave."""
        content, sizes = bytearray(self.safe), [len(self.safe)]
        share = chance.random()
        now = len(self.safe)
        for step in self.pending:
            now = step.at if step.what == "truncate" else max(now, step.at + len(step.data))
            sizes.append(now)
            if step.what == "truncate":
                if chance.random() < share:
                    _apply(content, step)
                continue
            for first, last in _sectors(step):
                if chance.random() < share:
                    _apply(content, Step("write", at=first, data=step.data[first - step.at : last - step.at]))
        size = chance.choice(sizes)
        del content[size:]
        return bytes(content.ljust(size, b"\0"))


def _sectors(step: Step) -> list[tuple[int, int]]:
    end = step.at + len(step.data)
    edges = [step.at, *range(step.at - step.at % SECTOR + SECTOR, end, SECTOR), end]
    return list(itertools.pairwise(edges))


def _apply(content: bytearray, step: Step) -> None:
    if step.what == "truncate":
        del content[step.at :]
        content.extend(bytes(step.at - len(content)))
    else:
        content.extend(bytes(max(0, step.at - len(content))))
        content[step.at : step.at + len(step.data)] = step.data


@dataclass(slots=True)
class _Folder:
    safe: int = 0
    """How many of the steps cannot get lost any more."""
    steps: list[Step] = field(default_factory=list)


class Disk:
    """Takes steps one after the other; can be cut off between any two."""

    def __init__(self, root: Path, names: dict[str, int]) -> None:
        """Start with files that are safe.

        Args:
            root: The folder that is looked at.
            names: Path → number, of the files that are there.
        """
        self._root = root
        self._files = {number: _File(Path(path).read_bytes()) for path, number in names.items()}
        self._first = dict(names)
        self._folders: dict[str, _Folder] = {}
        self._old_folders = [root, *(path for path in root.rglob("*") if path.is_dir())]

    def take(self, step: Step) -> None:
        if step.what in ("write", "truncate"):
            self._files[step.file].pending.append(step)
        elif step.what == "sync":
            self._files[step.file].sync()
        elif step.what == "sync-folder":
            folder = self._folder(step.path)
            folder.safe = len(folder.steps)
        elif step.what != "said":
            if step.what == "create":
                self._files[step.file] = _File()
            self._folder(str(Path(step.path).parent)).steps.append(step)

    def _folder(self, path: str) -> _Folder:
        return self._folders.setdefault(path, _Folder())

    def leave(self, target: Path, how: str, chance: random.Random) -> None:
        """Write what a power loss at this moment leaves to a new folder.

        Args:
            target: The new folder, which stands for `root`.
            how: `safe`: only what cannot get lost; `all`: everything as if there had been no loss; `some`: drawn.
            chance: Where the draws come from.
        """
        names, folders = dict(self._first), {str(folder) for folder in self._old_folders}
        for path, folder in sorted(self._folders.items()):
            until = {"safe": folder.safe, "all": len(folder.steps)}.get(how)
            if until is None:
                until = chance.randint(folder.safe, len(folder.steps))
            if path not in folders:
                continue  # the folder itself was lost
            for step in folder.steps[:until]:
                if step.what == "make":
                    folders.add(step.path)
                elif step.what == "create":
                    names[step.path] = step.file
                elif step.what == "rename":
                    names[step.other] = names.pop(step.path)
                else:
                    names.pop(step.path, None)
        for path in sorted(folders):
            (target / Path(path).relative_to(self._root)).mkdir(parents=True, exist_ok=True)
        for path, number in names.items():
            file = self._files[number]
            content = {"safe": file.safe, "all": file.all_of(file.pending)}.get(how)
            (target / Path(path).relative_to(self._root)).write_bytes(file.some(chance) if content is None else content)

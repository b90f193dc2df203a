"""Which reader reads which file of a source: tools that are known by what they wrote, the generic rescue for the rest."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.walk import walk
from satchel.formats.tool import Claim, ToolReader
from satchel.formats.tools import READERS

GENERIC = "generic"
"""The adapter that reads what no tool's reader knows, by what its columns hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allotment:
    """The files of a source, each with who reads it."""

    claims: tuple[tuple[ToolReader, Claim], ...] = ()
    """In the order of their first files."""
    rest: tuple[SourceFile, ...] = field(default=(), repr=False)
    """What no tool's reader claims."""

    def to_json(self) -> list[dict[str, Any]]:
        """Every adapter with what it reads, how surely, and why."""
        found = [claim.to_json() for _, claim in self.claims]
        if self.rest or not found:
            evidence = [f"{len(self.rest)} files, read by what their columns hold"]
            found.append({"adapter": GENERIC, "version": "", "confidence": 0.5, "evidence": evidence})
        return found


def allot(
    path: str | os.PathLike[str], *, exclude: Sequence[Path] = (), readers: Sequence[ToolReader] = READERS
) -> Allotment:
    """Say who reads what. A file that several readers claim goes to the surest; nothing is claimed silently.

    Raises:
        SourceError: there is nothing at the path, or it may not be read.
        UnsafeArchiveError: the path is an archive that breaks a safety limit.
    """
    files = source_files(path, exclude=exclude)
    open_files = [file for file in files if not file.refusal and not file.machinery]
    folder = source_label(Path(path)) if Path(path).is_dir() else ""
    taken: set[str] = set()
    granted: list[tuple[ToolReader, Claim]] = []
    for last in (False, True):
        left = [file for file in open_files if file.name not in taken]
        offers = [(reader, claim) for reader in readers if reader.last is last for claim in reader.claim(left)]
        while offers:
            offers.sort(key=lambda offer: -offer[1].confidence)
            reader, claim = offers.pop(0)
            names = {file.name for file in claim.files}
            if names and taken.isdisjoint(names):
                granted.append((reader, replace(claim, folder=folder)))
                taken |= names
            elif names:
                # A surer reader took some of it. Asked again, this one says what it makes of the others.
                left = [file for file in left if file.name not in taken]
                offers = [offer for offer in offers if offer[0] is not reader]
                offers += [(reader, other) for other in reader.claim(left)]
    order = {file.name: place for place, file in enumerate(files)}
    granted.sort(key=lambda grant: min(order[file.name] for file in grant[1].files))
    return Allotment(claims=tuple(granted), rest=tuple(file for file in files if file.name not in taken))


def source_files(path: str | os.PathLike[str], *, exclude: Sequence[Path] = ()) -> list[SourceFile]:
    """Every file of a source but those that are not part of it, such as the store that is being filled.

    Raises:
        SourceError, UnsafeArchiveError: as `allot`.
    """
    place = Path(path)
    excluded = {_real(outside) for outside in exclude}
    if not excluded:
        return list(walk(place))
    base = place if place.is_dir() else place.parent
    found = []
    for file in walk(place):
        real = _real(base / file.name.partition("!")[0])
        if real not in excluded and excluded.isdisjoint(real.parents):
            found.append(file)
    return found


def source_label(path: Path) -> str:
    """What a source calls itself: the name of its folder or file."""
    name = path.resolve().name
    stem = name if path.is_dir() else name.split(".", 1)[0]
    return stem or "old-agent"


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))

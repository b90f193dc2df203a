"""Archives opened safely: every member is checked before the first is handed out.

The limits are those that other importers of memory use. Members are never written under their own names, so that a
path in an archive cannot reach the disk; it is refused all the same, since such an archive was made to do harm. In a
folder it costs only itself, because the folder is what somebody chose and the archive is what happened to lie there.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import tarfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

import zstandard

from satchel.formats.tabular import magic
from satchel.formats.tabular.member_names import check_path, decoded_name, machine_file, machine_part
from satchel.formats.tabular.sources import Scratch, SourceFile, machinery, refused, room_in
from satchel_protocol.errors import SourceError, UnsafeArchiveError

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an archive may hold, archives inside it included."""

    members: int = 100_000
    member_bytes: int = 512 << 20
    total_bytes: int = 2 << 30
    ratio: int = 200
    """Most bytes that one compressed byte may become, for members above `ratio_from_bytes`."""
    ratio_from_bytes: int = 8 << 20
    """Small files of one repeated letter compress well without being bombs."""
    depth: int = 2
    """An archive, and an archive inside it."""


class _Budget:
    """What is left of the limits of one outer archive."""

    def __init__(self, limits: Limits, archive: str, *, skip_bad_names: bool) -> None:
        self.limits, self.archive, self.skip_bad_names = limits, archive, skip_bad_names
        self._members = self._bytes = 0

    def member(self, name: str) -> None:
        self._members += 1
        if self._members > self.limits.members:
            raise self.unsafe(name, f"the archive holds more than {self.limits.members:,} members")

    def size(self, name: str, size: int, packed: int) -> None:
        """Check a member's declared or counted size, without taking it from the total."""
        limits = self.limits
        if size > limits.member_bytes:
            raise self.unsafe(name, f"unpacks to more than {_mib(limits.member_bytes)}")
        if size > limits.ratio_from_bytes and size > limits.ratio * max(packed, 1):
            raise self.unsafe(name, f"unpacks to more than {limits.ratio} times its size, as a bomb does")
        if self._bytes + size > limits.total_bytes:
            raise self.unsafe(name, f"with it the archive unpacks to more than {_mib(limits.total_bytes)}")

    def take(self, name: str, size: int, packed: int) -> None:
        self.size(name, size, packed)
        self._bytes += size

    def unsafe(self, name: str, why: str) -> UnsafeArchiveError:
        return UnsafeArchiveError(
            f"{self.archive}: member {name!r}: {why}; unpack it yourself if you trust it, and import the folder"
        )


def expand(source: SourceFile, limits: Limits, *, skip_bad_names: bool = False) -> Iterator[SourceFile]:
    """The files in an archive, sorted by name; the source itself when it is none.

    Args:
        source: The file.
        limits: What the archive may hold.
        skip_bad_names: Refuse only the member that names a place outside the archive, or is encrypted, instead of the
            whole archive: for one that was found in a folder and not chosen by somebody.

    Raises:
        UnsafeArchiveError: the archive breaks a limit, names a place outside itself, or is encrypted.
        SourceError: the archive is damaged so that no member can be listed.
        OSError: the source cannot be read.
    """
    yield from _expand(source, _Budget(limits, source.name, skip_bad_names=skip_bad_names), level=1)


def _expand(source: SourceFile, budget: _Budget, level: int) -> Iterator[SourceFile]:
    if source.refusal or source.machinery or source.size == 0:
        yield source
        return
    kind = magic.packing(source.head(1024))
    if kind == "zip":
        members = _zip_members(source, budget, level)
        if members is None:
            yield source  # one document in ZIP clothes: a workbook, NumPy arrays
            return
    elif kind:
        if level > budget.limits.depth:
            yield refused(source.name, _TOO_DEEP, size=source.size, modified_at=source.modified_at)
            return
        members = _packed_members(source, kind, budget)
    else:
        yield source
        return
    for member in _with_companions(sorted(members, key=lambda member: member.name)):
        try:
            yield from _expand(member, budget, level + 1)
        except UnsafeArchiveError as error:
            yield refused(member.name, f"an unsafe archive, not opened: {error}", modified_at=member.modified_at)
        except (SourceError, OSError) as error:
            yield refused(member.name, str(error), size=member.size, modified_at=member.modified_at)


_TOO_DEEP = "an archive inside an archive inside an archive; unpack it and import it by itself"


# ------------------------------------------------------------------------------------------------------------------ ZIP


def _zip_members(source: SourceFile, budget: _Budget, level: int) -> list[SourceFile] | None:
    """Every member of a ZIP file, read in place; None when the file is one document and no archive."""
    scratch = Scratch()
    local = scratch.new_path()
    if level == 1:
        raw = source.opener()  # a file on disk, which can be read from any place
    else:
        source.copy_to(local)
        raw = local.open("rb")
    try:
        archive = zipfile.ZipFile(raw)
    except (zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, OSError) as error:
        raw.close()
        raise SourceError(
            f"{source.name}: a damaged or cut ZIP file ({error}); fetch it again, or repair it with `zip -FF`"
        ) from error
    infos = [info for info in archive.infolist() if not info.is_dir()]
    names = [info.filename for info in infos]
    if magic.zip_document(names) or magic.is_npz(names):
        archive.close()
        raw.close()
        return None
    if level > budget.limits.depth:
        archive.close()
        raw.close()
        return [refused(source.name, _TOO_DEEP, size=source.size, modified_at=source.modified_at)]
    holder = _OpenZip(archive, raw, scratch)
    members: list[SourceFile] = []
    skipped: dict[str, int] = {}
    for info in infos:
        name = decoded_name(info)
        budget.member(name)
        if why := check_path(name):
            members.append(_bad_member(budget, source.name, name, why))
            continue
        if what := machine_part(name):
            skipped[what] = skipped.get(what, 0) + 1
            continue
        if stat.S_ISLNK(info.external_attr >> 16):
            members.append(refused(f"{source.name}!{name}", "a link inside an archive; not followed"))
            continue
        if info.flag_bits & 0x1:
            members.append(_bad_member(budget, source.name, name, "is encrypted"))
            continue
        budget.take(name, info.file_size, info.compress_size)
        if what := machine_file(name):
            members.append(machinery(f"{source.name}!{name}", what))
            continue
        members.append(
            SourceFile(
                name=f"{source.name}!{name}",
                size=info.file_size,
                opener=holder.opener(info),
                modified_at=_zip_time(info),
                watcher=source.watcher,
            )
        )
    return members + [machinery(f"{source.name}!({what})", what, weight=count) for what, count in skipped.items()]


def _bad_member(budget: _Budget, archive: str, name: str, why: str) -> SourceFile:
    if not budget.skip_bad_names:
        raise budget.unsafe(name, why)
    shown = "/".join(part for part in name.replace("\\", "/").split("/") if part not in ("", ".", ".."))
    return refused(f"{archive}!{shown}", f"a member of an archive that was not opened: {name!r}: {why}")


class _OpenZip:
    """Keeps a ZIP file open for as long as one of its members may still be read, and closes it then."""

    def __init__(self, archive: zipfile.ZipFile, raw: IO[bytes], scratch: Scratch) -> None:
        self._archive, self._raw, self._scratch = archive, raw, scratch

    def opener(self, info: zipfile.ZipInfo) -> _ZipOpener:
        return _ZipOpener(self, info)

    def open(self, info: zipfile.ZipInfo) -> IO[bytes]:
        return self._archive.open(info)

    def __del__(self) -> None:
        self._archive.close()
        self._raw.close()


@dataclass(frozen=True, slots=True)
class _ZipOpener:
    holder: _OpenZip
    info: zipfile.ZipInfo

    def __call__(self) -> IO[bytes]:
        return self.holder.open(self.info)


def _zip_time(info: zipfile.ZipInfo) -> float | None:
    """The member's local time as if it were here; ZIP knows no zone."""
    try:
        return time.mktime((*info.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return None


# ------------------------------------------------------------------------------------------------- tar and single files


def _packed_members(source: SourceFile, kind: str, budget: _Budget) -> list[SourceFile]:
    """Unpack into a scratch folder, since compressed data cannot be read from the middle."""
    scratch = Scratch()
    with source.open() as stream:
        plain = _unpacker(kind, stream)
        with plain:
            if kind == "tar":
                return _tar_members(source, plain, scratch, budget)
            return _single_member(source, plain, scratch, budget)


def _unpacker(kind: str, stream: IO[bytes]) -> IO[bytes]:
    if kind == "gzip":
        return gzip.open(stream, "rb")  # type: ignore[return-value]  # a GzipFile reads like any stream
    if kind == "bzip2":
        return bz2.open(stream, "rb")
    if kind == "xz":
        return lzma.open(stream, "rb")
    if kind == "zstd":
        return zstandard.ZstdDecompressor().stream_reader(stream, read_across_frames=True)
    return stream


_UNPACK_FAULTS = (EOFError, OSError, zlib.error, lzma.LZMAError, zstandard.ZstdError, tarfile.TarError, ValueError)


def _single_member(source: SourceFile, plain: IO[bytes], scratch: Scratch, budget: _Budget) -> list[SourceFile]:
    """A compressed file: its content, itself walked as a tar when it is one."""
    base = source.name.rsplit("/", 1)[-1].rsplit("!", 1)[-1]
    stem, dot, suffix = base.rpartition(".")
    name = f"{stem}.tar" if suffix.lower() in {"tgz", "tbz", "txz"} else (stem if dot and stem else base)
    target = scratch.new_path()
    budget.member(name)
    size, fault = _pour(plain, target.open("xb"), name, source.size, budget)
    member = SourceFile(
        name=f"{source.name}!{name}",
        size=size,
        opener=scratch.opener(target),
        modified_at=source.modified_at,
        watcher=source.watcher,
    )
    broken = [_broken(source, size, fault)] if fault else []
    if not size and fault:
        return broken
    if size and magic.packing(member.head(1024)) == "tar":
        with member.open() as stream:
            return _tar_members(replace(member, name=source.name), stream, scratch, budget) + broken
    budget.take(name, size, source.size)
    return [member, *broken]


def _pour(plain: IO[bytes], out: IO[bytes], name: str, packed: int, budget: _Budget) -> tuple[int, str]:
    """Unpack chunk by chunk, stopping at the limits; what came before a fault is kept, and the fault told."""
    size = 0
    folder = Path(out.name).parent
    read = getattr(plain, "read1", plain.read)  # `read` would lose what came before a fault in the same chunk
    with out:
        while True:
            try:
                chunk = read(_CHUNK)
            except _UNPACK_FAULTS as error:
                return size, str(error) or type(error).__name__
            if not chunk:
                return size, ""
            size += len(chunk)
            budget.size(name, size, packed)
            with room_in(folder):
                out.write(chunk)


def _tar_members(source: SourceFile, stream: IO[bytes], scratch: Scratch, budget: _Budget) -> list[SourceFile]:
    members: list[SourceFile] = []
    skipped: dict[str, int] = {}
    size = 0
    try:
        with tarfile.open(
            fileobj=stream, mode="r|", errorlevel=1, encoding="utf-8", errors="surrogateescape"
        ) as archive:
            for info in archive:
                if info.isdir():
                    continue
                name = decoded_name(info)
                budget.member(name)
                if why := check_path(name):
                    members.append(_bad_member(budget, source.name, name, why))
                    continue
                if what := machine_part(name):
                    skipped[what] = skipped.get(what, 0) + 1
                    continue
                member, fault = _tar_member(
                    source, archive=archive, info=info, name=name, scratch=scratch, budget=budget
                )
                size += member.size
                if member.size or not fault:
                    members.append(member)
                if fault:
                    members.append(_broken(source, size, fault))
                    break
    except UnsafeArchiveError:
        raise
    except _UNPACK_FAULTS as error:
        if not members:
            raise SourceError(f"{source.name}: a damaged archive ({error}); fetch it again") from error
        members.append(_broken(source, size, str(error) or type(error).__name__))
    return members + [machinery(f"{source.name}!({what})", what, weight=count) for what, count in skipped.items()]


def _tar_member(
    source: SourceFile, *, archive: tarfile.TarFile, info: tarfile.TarInfo, name: str, scratch: Scratch, budget: _Budget
) -> tuple[SourceFile, str]:
    full = f"{source.name}!{name}"
    if info.issym() or info.islnk():
        return refused(full, "a link inside an archive; not followed"), ""
    content = archive.extractfile(info) if info.isreg() else None
    if content is None:
        return refused(full, "a device or pipe inside an archive, not a file"), ""
    if what := machine_file(name):
        return machinery(full, what), ""
    budget.take(name, info.size, info.size)
    target = scratch.new_path()
    size, fault = _pour(
        content, target.open("xb"), name, info.size, _Budget(budget.limits, budget.archive, skip_bad_names=False)
    )
    member = SourceFile(
        name=full,
        size=size,
        opener=scratch.opener(target),
        modified_at=float(info.mtime),
        watcher=source.watcher,
    )
    return member, fault


def _broken(source: SourceFile, size: int, fault: str) -> SourceFile:
    return refused(
        source.name,
        f"the archive is damaged or cut after {size:,} readable bytes ({fault}); what came before was read, fetch it again",
        size=source.size,
        modified_at=source.modified_at,
    )


SIDE_SUFFIXES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; part of it and no source of its own."""


def _with_companions(members: list[SourceFile]) -> Iterator[SourceFile]:
    """Give each SQLite database its side files, which then are no sources of their own."""
    by_name = {member.name: member for member in members if not member.refusal and not member.machinery}
    for member in members:
        owner = next((by_name.get(member.name.removesuffix(s)) for s in SIDE_SUFFIXES if member.name.endswith(s)), None)
        if owner is not None and (owner.size == 0 or magic.is_sqlite(owner.head(16))):
            continue
        sides = {s: by_name[member.name + s] for s in SIDE_SUFFIXES if member.name + s in by_name}
        yield replace(member, companions=sides) if sides else member


def _mib(size: int) -> str:
    return f"{size >> 20:,} MiB"

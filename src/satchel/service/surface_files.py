"""Which files a scan reads: those that git knows where there is a repository, else a walk; each file's bytes."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from satchel.schema.surfaces.kinds import kind_of
from satchel.schema.surfaces.surface import CODE, SHOWN, Kind, Surface, Syntax
from satchel.service.notebooks import cells_of
from satchel.text.decode import decode, is_binary
from satchel_protocol.errors import UsageError

MOST_BYTES: Final = 16 << 20
"""Of a file that is read whole. Lines of JSON are read in parts, however many there are."""
_PART: Final = 4 << 20
_SAMPLE: Final = 8192
_LEFT: Final = {
    **dict.fromkeys((".git", ".hg", ".svn", ".jj"), "a version control folder"),
    **dict.fromkeys(("node_modules", "bower_components", "site-packages", "vendor"), "installed packages"),
    **dict.fromkeys(
        ("__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".tox", ".nox", ".cache", ".gradle", ".hypothesis", ".terraform"),
        "a tool's cache",
    ),
    **dict.fromkeys(("dist", "build", "target", ".next", ".nuxt", "htmlcov", ".eggs"), "build output"),
}  # fmt: skip
_CONTROLS: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_LINES: Final = frozenset((".jsonl", ".ndjson", ".log"))


@dataclass(frozen=True, slots=True)
class SurfaceFile:
    """A file to read."""

    path: Path
    where: str
    """As it is told: from where the command was called."""
    place: str
    """From the folder of the schema, or the folder that was named: what its kind is told by."""
    size: int
    names: tuple[str, ...] = ()
    """What `surfaces:` calls it."""
    kind: Kind | None = None
    """What somebody said that it is."""


@dataclass(slots=True)
class Listing:
    """The files of a scan."""

    files: list[SurfaceFile] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """What is not read, with the reason."""
    _seen: set[tuple[int, int]] = field(default_factory=set)

    def add(self, path: Path, *, home: Path, root: Path, names: Sequence[str] = (), kind: Kind | None = None) -> None:
        """Take a file in, once however often it is named; links and what is no file are told."""
        where = _shown(path)
        try:
            status = path.lstat()
            if stat.S_ISLNK(status.st_mode):
                self.skipped.append((where, "a link"))
                return
        except OSError as error:
            self.skipped.append((where, f"cannot be read: {error.strerror or error}"))
            return
        if not stat.S_ISREG(status.st_mode):
            self.skipped.append(
                (where, "a folder of another repository" if stat.S_ISDIR(status.st_mode) else "no file")
            )
            return
        if (status.st_dev, status.st_ino) not in self._seen:
            self._seen.add((status.st_dev, status.st_ino))
            self.files.append(SurfaceFile(path, where, _place(path, home, root), status.st_size, tuple(names), kind))


def listed(
    paths: Sequence[Path],
    *,
    home: Path,
    named: Mapping[str, Sequence[Path]],
    traces: Sequence[Path],
    exclude: Sequence[str],
) -> Listing:
    """All files to read.

    Args:
        paths: Files and folders that were named.
        home: The folder of the schema.
        named: Surface → its files; they are read whether or not they lie under a path that was named.
        traces: Files and folders of traces.
        exclude: Patterns of what is left out.

    Raises:
        UsageError: a path is not there.
    """
    listing = Listing()
    callings: dict[Path, list[str]] = {}
    for name, files in named.items():
        for file in files:
            callings.setdefault(file, []).append(name)
    for file, names in callings.items():
        listing.add(file, home=home, root=file.parent, names=names)
    leave = [pattern_of(one) for one in exclude]
    for kind, roots in ((Kind.TRACE, traces), (None, paths)):
        for root in roots:
            if not root.exists():
                raise UsageError(f"{root}: there is no such file or folder")
            for path in _files_of(root, listing):
                if any(pattern.fullmatch(_place(path, home, root)) for pattern in leave):
                    continue
                listing.add(path, home=home, root=root, kind=kind)
    return listing


def matching(home: Path, patterns: Sequence[str]) -> list[Path]:
    """The files that patterns of `surfaces:` mean, from the folder of the schema.

    Raises:
        UsageError: a pattern leads out of the folder's reach, or is none.
    """
    found: dict[Path, None] = {}
    for pattern in patterns:
        try:
            for path in sorted(home.glob(pattern)):
                if path.is_file():
                    found.setdefault(path)
        except (ValueError, NotImplementedError) as error:
            raise UsageError(f"surfaces: {pattern!r} is no pattern of files: {error}") from error
    return list(found)


def pattern_of(glob: str) -> re.Pattern[str]:
    """A pattern such as `docs/**/*.md`; one without a slash is meant in every folder, a folder with all in it."""
    body = glob.strip("/").replace(os.sep, "/")
    out = ["" if "/" in body else "(?:.*/)?"]
    place = 0
    while place < len(body):
        if body.startswith("**/", place):
            out.append("(?:.*/)?")
            place += 3
        elif body.startswith("**", place):
            out.append(".*")
            place += 2
        else:
            char = body[place]
            out.append({"*": "[^/]*", "?": "[^/]"}.get(char, re.escape(char)))
            place += 1
    return re.compile("".join(out) + "(?:/.*)?", re.DOTALL)


def surfaces_of(file: SurfaceFile) -> Iterator[Surface | str]:
    """The surfaces that a file is, most often one; or the reason why it is none."""
    try:
        with file.path.open("rb") as opened:
            head = opened.read(_SAMPLE)
            if not _is_plainly_text(head) and is_binary(head):
                yield "binary"
                return
            lines = file.path.suffix.lower() in _LINES or file.kind is Kind.TRACE
            if file.size > MOST_BYTES and not lines:
                yield f"larger than {MOST_BYTES >> 20} MiB"
                return
            opened.seek(0)
            first = 1
            while part := opened.read(_PART if lines else -1):
                part += opened.readline() if lines else b""
                surface = _surface(file, part, first)
                if file.path.suffix.lower() == ".ipynb":
                    yield from cells_of(surface)
                else:
                    yield surface
                first += part.count(b"\n")
    except OSError as error:
        yield f"cannot be read: {error.strerror or error}"


def _is_plainly_text(head: bytes) -> bool:
    """Whether the beginning of a file is UTF-8 without a control character: most files, and `is_binary` weighs more."""
    if _CONTROLS.search(head) or head.startswith(b"%PDF-"):
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"  # the sample ends in the middle of a character
    return True


def _surface(file: SurfaceFile, data: bytes, line: int) -> Surface:
    if not data.isascii():
        data = _utf8(data)
    kind, syntax = kind_of(file.place, data)
    if file.kind is not None:
        kind, syntax = file.kind, Syntax.JSON
    elif file.names and kind not in SHOWN and syntax not in CODE:
        kind = _kind_of_name(file.names[0])
    return Surface(data=data, kind=kind, where=file.where, name=next(iter(file.names), None), syntax=syntax, line=line)


def _kind_of_name(name: str) -> Kind:
    """What somebody calls a surface says what it is: few_shot.preferences, tool.memory_write, else a prompt."""
    if name.startswith("few_shot"):
        return Kind.FEW_SHOT
    return Kind.TOOL if name.startswith("tool") else Kind.PROMPT


def _utf8(data: bytes) -> bytes:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return decode(data).text.encode("utf-8", "replace")
    return data.removeprefix(b"\xef\xbb\xbf")


def _files_of(root: Path, listing: Listing) -> Iterator[Path]:
    if not root.is_dir():
        yield root
        return
    known = _of_git(root)
    if known is None:
        yield from _walked(root, listing)
        return
    told: set[str] = set()
    for name in known:
        parts = name.split("/")
        reason = next((part for part in parts[:-1] if part in _LEFT), None)
        if reason is None:
            yield root / name
        else:
            folder = _shown(root / "/".join(parts[: parts.index(reason) + 1]))
            if folder not in told:
                told.add(folder)
                listing.skipped.append((folder, _LEFT[reason]))


def _of_git(root: Path) -> list[str] | None:
    """What git knows under a folder, ignored files left out; None where there is no repository or no git."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False)  # noqa: S603 - the user's own git; nothing is taken from a file
    except OSError:
        return None
    if ran.returncode != 0:
        return None
    names = sorted({os.fsdecode(name) for name in ran.stdout.split(b"\0") if name})
    if not names and any(root.iterdir()):
        return None  # a folder that a repository around it ignores, named on purpose
    return [name for name in names if (root / name).is_symlink() or (root / name).exists()]


def _walked(root: Path, listing: Listing) -> Iterator[Path]:
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            listing.skipped.append((_shown(folder), f"cannot be read: {error.strerror or error}"))
            continue
        below = []
        for entry in found:
            path = Path(entry.path)
            if not entry.is_dir(follow_symlinks=False):
                yield path
            elif entry.name in _LEFT:
                listing.skipped.append((_shown(path), _LEFT[entry.name]))
            elif (path / "pyvenv.cfg").exists():
                listing.skipped.append((_shown(path), "a virtual environment"))
            else:
                below.append(path)
        waiting += reversed(below)


def _place(path: Path, home: Path, root: Path) -> str:
    """A path as patterns and kinds see it: from the schema's folder where it lies in there, else from what was named."""
    absolute = path.absolute()
    for base in (home.absolute(), Path.cwd(), root.absolute()):
        if absolute.is_relative_to(base) and absolute != base:
            return absolute.relative_to(base).as_posix()
    return path.name


def _shown(path: Path) -> str:
    """Without a leading `./`, and with what is no UTF-8 in a name spelled out."""
    return os.fsencode(os.path.normpath(path)).decode("utf-8", "backslashreplace").replace(os.sep, "/")

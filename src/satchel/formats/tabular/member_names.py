"""Names of files in folders and archives: which are machinery, which are dangerous, and in what encoding they are."""

from __future__ import annotations

import re
import tarfile
import zipfile
from collections.abc import Iterable

MACHINE_FOLDERS = {
    ".git": "a version control folder",
    ".hg": "a version control folder",
    ".svn": "a version control folder",
    ".bzr": "a version control folder",
    "node_modules": "installed packages",
    "site-packages": "installed packages",
    "__pycache__": "compiled Python",
    ".mypy_cache": "a tool's cache",
    ".pytest_cache": "a tool's cache",
    ".ruff_cache": "a tool's cache",
    "__MACOSX": "what macOS adds to archives",
    ".Spotlight-V100": "a search index of macOS",
    ".fseventsd": "a log of macOS",
    "$RECYCLE.BIN": "a recycle bin",
}
"""Folders that hold no memory, and what they are."""

_MACHINE_FILES = {
    ".DS_Store": "folder settings of macOS",
    "Thumbs.db": "preview images of Windows",
    "desktop.ini": "folder settings of Windows",
    ".gitignore": "a version control setting",
    ".gitattributes": "a version control setting",
    ".gitkeep": "a version control setting",
}

_PROGRAM_FILES = re.compile(
    r"(?i)(?:licen[cs]e|copying|notice|changelog|contributing|code_of_conduct|security)(?:[-.](?:md|txt|rst|apache|mit|bsd|gpl))*"
    r"|requirements(?:[-_.]\w+)*\.(?:txt|in)|constraints\.txt|dockerfile(?:\.\w+)?|docker-compose(?:\.\w+)?\.ya?ml|makefile|procfile|pipfile"
    r"|(?:package-lock|npm-shrinkwrap|composer|tsconfig(?:\.\w+)?)\.json|(?:yarn|poetry|uv|cargo|pipfile|composer|gemfile)\.lock|pnpm-lock\.yaml"
    r"|setup\.(?:py|cfg)|tox\.ini|go\.(?:mod|sum)|cargo\.toml|\.(?:dockerignore|npmignore|editorconfig|prettierrc|eslintrc)(?:\.\w+)?"
)
"""What lies beside the code of a program, by names that mean nothing else."""
_CODE = (
    ".py .pyi .js .mjs .cjs .ts .tsx .jsx .vue .go .rs .java .kt .swift .c .h .cc .cpp .hpp .cs .rb .php .lua .sh .bash .zsh .bat .cmd .ps1"
    " .css .scss .less"
).split()
_MARKS_OF_PROGRAM = re.compile(
    r"(?i)package\.json|pyproject\.toml|requirements\.txt|setup\.py|go\.mod|cargo\.toml|dockerfile|docker-compose\.ya?ml|makefile|\w+\.(?:py|js|ts|go|rs)"
)
_ABOUT = re.compile(r"(?i)readme(?:[-_.]\w{2,5})*(?:\.(?:md|txt|rst))?")

_UTF8_FLAG = 0x800


def machine_file(name: str) -> str:
    """What kind of machinery a file is by its name, such as `.DS_Store`; empty for a file worth reading."""
    base = name.rsplit("/", 1)[-1]
    if base.startswith("._") and len(base) > 2:
        return "what macOS adds to foreign disks"
    if _PROGRAM_FILES.fullmatch(base):
        return "a file of a program, about itself"
    return _MACHINE_FILES.get(base, "")


def is_code(name: str) -> bool:
    """Whether a file is called like source code."""
    return name.lower().endswith(tuple(_CODE))


def pages_of_programs(names: Iterable[str]) -> set[str]:
    """Of the files of a folder, those that tell what a program is, since its code lies beside them."""
    of_folders: dict[str, list[str]] = {}
    for name in names:
        folder, _, base = name.rpartition("/")
        of_folders.setdefault(folder, []).append(base)
    found: set[str] = set()
    for folder, bases in of_folders.items():
        about = [base for base in bases if _ABOUT.fullmatch(base)]
        if about and any(_MARKS_OF_PROGRAM.fullmatch(base) for base in bases):
            found.update(f"{folder}/{base}" if folder else base for base in about)
    return found


def machine_part(name: str) -> str:
    """What kind of machinery a folder in this path is; empty when none is."""
    return next((MACHINE_FOLDERS[part] for part in name.split("/")[:-1] if part in MACHINE_FOLDERS), "")


def check_path(name: str) -> str:
    """Why an archive member's name is dangerous; empty for a harmless one."""
    name = name.replace("\\", "/")  # what is a letter here is a separator elsewhere
    if not name or "\x00" in name:
        return "its name is empty or holds a zero byte"
    if name.startswith("/") or re.match(r"[A-Za-z]:($|/)", name):
        return "its name is an absolute path"
    if ".." in name.split("/"):
        return "its name leads out of the archive"
    return ""


def decoded_name(info: zipfile.ZipInfo | tarfile.TarInfo) -> str:
    """A member's name as text with `/` between its parts.

    ZIP names without the UTF-8 flag are in the encoding of whatever machine wrote them, and `zipfile` reads them as
    code page 437; they are taken as UTF-8, then as Chinese, then as that.
    """
    if isinstance(info, tarfile.TarInfo):
        raw = info.name.encode("utf-8", "surrogateescape")
        name = _guess(raw, info.name.encode("utf-8", "replace").decode("utf-8"))
        return name.removeprefix("./") or name
    name = info.orig_filename if "\x00" in info.orig_filename else info.filename
    if not info.flag_bits & _UTF8_FLAG:
        try:
            name = _guess(name.encode("cp437"), name)
        except UnicodeEncodeError:
            pass  # already text: Python itself wrote it
    return name.replace("\\", "/").removeprefix("./")


def _guess(raw: bytes, otherwise: str) -> str:
    for encoding in ("utf-8", "gb2312"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    try:
        text = raw.decode("gb18030")
    except UnicodeDecodeError:
        return otherwise
    # Accented Latin letters can form a rare Chinese character by chance; common ones show that it is Chinese.
    high = [char for char in text if ord(char) > 0x7F]
    common = sum(_in_gb2312(char) for char in high)
    return text if common * 2 > len(high) else otherwise


def _in_gb2312(char: str) -> bool:
    try:
        char.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True

"""Store URLs: what they look like, which file they name, and where the store is when nobody says."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote_to_bytes

from satchel_protocol.errors import StoreUrlError

_FORMS: Final = {
    "memory": "memory: (gone when the program ends)",
    "sqlite": "sqlite:///absolute/notes.db or sqlite:notes.db",
    "jsonl": "jsonl:///absolute/notes.jsonl or jsonl:notes.jsonl",
}
_SUFFIXES: Final = {".db": "sqlite", ".sqlite": "sqlite", ".sqlite3": "sqlite", ".jsonl": "jsonl"}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(.*)", re.DOTALL)
"""Two letters at least: `C:` is a drive."""
_DRIVE = re.compile(r"[\\/]*[A-Za-z]:(?=[\\/]|$)")
_UNSAFE_IN_URL = re.compile(r"%(?![0-9A-Fa-f]{2})")


def known_schemes() -> tuple[str, ...]:
    """Schemes of the stores that can be opened here."""
    return tuple(_FORMS)


def parse_url(url: str) -> tuple[str, Path]:
    """Split a store URL or plain path into its scheme and its file; the file of `memory:` is empty.

    Raises:
        StoreUrlError: it names no store that is known here.
    """
    text = url.strip()
    match = _SCHEME.fullmatch(text)
    if match is None or _DRIVE.match(text):
        return _scheme_of_path(text), _expanded(text, url)
    scheme, rest = match[1].lower(), match[2]
    if scheme not in _FORMS:
        raise StoreUrlError(f"{url!r} names a store of an unknown kind {scheme!r}; known are {_known()}")
    if scheme == "memory":
        if rest.strip("/"):
            raise StoreUrlError(f"{url!r}: a store in memory has no name; write memory:")
        return scheme, Path()
    return scheme, _file_of(rest, scheme, url)


def url_of(scheme: str, path: Path) -> str:
    """The URL of a file's store; the inverse of `parse_url` for absolute paths."""
    posix = path.as_posix()
    slash = "" if posix.startswith("/") else "/"
    return f"{scheme}://{slash}{quote(os.fsencode(posix), safe='/:')}"


def default_url() -> str:
    """Where the store is when nobody says: in the user's data folder, by the XDG rules.

    `$XDG_DATA_HOME/satchel/memory.db`, else `~/.local/share/satchel/memory.db`; on Windows under `%LOCALAPPDATA%`.

    Raises:
        StoreUrlError: there is no home folder to put it in.
    """
    return url_of("sqlite", data_home() / "satchel" / "memory.db")


def data_home() -> Path:
    """The user's folder for data of programs."""
    # The XDG specification: a relative path in the variable is invalid and is ignored.
    named = os.environ.get("XDG_DATA_HOME", "")
    if named and Path(named).is_absolute():
        return Path(named)
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    try:
        return Path.home() / ".local" / "share"
    except RuntimeError as error:
        raise StoreUrlError("there is no home folder for a default store; name one, such as sqlite:notes.db") from error


def _scheme_of_path(text: str) -> str:
    if not text:
        raise StoreUrlError(f"the store has no name; known are {_known()}")
    suffix = Path(text).suffix.lower()
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    if text.endswith((".satchel", ".satchel.zst", ".satchel.age")):
        raise StoreUrlError(f"{text!r} is a stream and no store; read it into one with: satchel import {text}")
    raise StoreUrlError(
        f"{text!r} is neither a store URL nor a file ending in .db, .sqlite or .jsonl; known are {_known()}"
    )


def _file_of(rest: str, scheme: str, url: str) -> Path:
    """The file of what stands behind `sqlite:`."""
    path, mark, _ = rest.partition("?")
    if mark:
        raise StoreUrlError(f"{url!r} has options behind a '?', and there are none; a '?' in a file's name is %3F")
    if _UNSAFE_IN_URL.search(path):
        raise StoreUrlError(f"{url!r}: a '%' in a store URL is followed by two hex digits; a plain one is %25")
    if path.startswith("//"):
        path = path.removeprefix("//")
        if path.lower().startswith("localhost/"):
            path = path[len("localhost") :]
        if not path.startswith(("/", "\\")) and not _DRIVE.match(path):
            raise StoreUrlError(f"{url!r}: two slashes name a host; an absolute path has three, {_FORMS[scheme]}")
    plain = os.fsdecode(unquote_to_bytes(path))
    if not plain.strip("/\\") or "\0" in plain:
        raise StoreUrlError(f"{url!r} names no file; it looks like {_FORMS[scheme]}")
    return _expanded(plain, url)


def _expanded(text: str, url: str) -> Path:
    if _DRIVE.match(text):
        text = text.lstrip("/\\")
    elif text.startswith("//") and sys.platform != "win32":
        text = "/" + text.lstrip("/")
    if "\0" in text:
        raise StoreUrlError(f"{url!r} holds a NUL character and names no file")
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise StoreUrlError(f"{url!r}: there is no such home folder") from error


def _known() -> str:
    return "; ".join(_FORMS.values())

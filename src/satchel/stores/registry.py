"""Store URL → store. The one place that knows every kind of store by its scheme."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from satchel.stores import heads
from satchel.stores.urls import default_url, known_schemes, parse_url
from satchel_protocol.ephemeral import EphemeralStore
from satchel_protocol.store import Store

__all__ = ["default_url", "file_of", "is_store", "known_schemes", "open_store"]


def is_store(source: str) -> bool:
    """Whether this names a store: by the scheme of its URL, or a file of ours by its first bytes."""
    scheme, colon, _ = source.partition(":")
    if colon and scheme.lower() in known_schemes():
        return True
    try:
        path = Path(source).expanduser()
        if not path.is_file():
            return False  # nobody may ever write into a pipe
        with path.open("rb") as file:
            head = file.read(heads.HEAD_BYTES)
    except (OSError, ValueError, RuntimeError):
        return False
    return heads.is_store(head)


def open_store(url: str, *, create: bool, read_only: bool = False, **injected: Any) -> Store:
    """Open the store that a URL or a plain path names.

    Args:
        url: `memory:`, `sqlite:///abs.db`, `sqlite:rel.db`, `jsonl:///f.jsonl`, or a path that ends in `.db`,
            `.sqlite`, `.sqlite3` or `.jsonl`. A part `%20` in a URL is a blank; in a plain path it is what it is.
        create: Make the store, and its folder, where there is none.
        read_only: Refuse writes; never creates.
        injected: `clock`, `ids` and `entropy` for the store.

    Raises:
        StoreUrlError: the URL names no store that is known here.
        StoreMissingError: there is none and `create` is false.
        StoreError: a kind of it for each reason why it cannot be opened.
    """
    scheme, path = parse_url(url)
    create = create and not read_only
    if scheme == "memory":
        return EphemeralStore(**injected)
    if scheme == "sqlite":
        from satchel.stores.sqlite import SqliteStore

        return SqliteStore.open(path, create=create, read_only=read_only, **injected)
    from satchel.stores.jsonl import JsonlStore

    if read_only:
        injected["read_only"] = True
    return JsonlStore.open(path, create=create, **injected)


def file_of(url: str) -> Path | None:
    """The file of the store that a URL or a plain path names; None for one without.

    Raises:
        StoreUrlError: it names no store that is known here.
    """
    scheme, path = parse_url(url)
    return path if scheme in {"sqlite", "jsonl"} else None


def salvage(url: str) -> list[Path]:
    """Mend a store that `open_store` refuses as damaged: what is whole stays, the rest goes to files beside it.

    Returns:
        The files that hold what could not be read, or all there was; they may hold memories, forgotten ones too.

    Raises:
        StoreDamagedError: nothing in the file is ours; it is left as it is.
    """
    scheme, path = parse_url(url)
    if scheme == "jsonl":
        from satchel.stores.jsonl import JsonlStore

        return JsonlStore.salvage(path)
    if scheme == "sqlite":
        from satchel.stores.sqlite import SqliteStore

        return SqliteStore.salvage(path)
    return []

"""Memories that are files: which paths are such, and what of a path is the name."""

from __future__ import annotations

import re
from typing import Final

_FOLDERS: Final = frozenset({"memories", "memory", ".memory", ".memories", "memory-bank", "memory_bank"})
_FILES: Final = frozenset({"memory.md", "memories.md"})


def is_memory_path(path: str) -> bool:
    """Whether a path lies in a folder of memories, or is such a folder."""
    parts = _parts(path)
    return any(part.lower() in _FOLDERS for part in parts) or (bool(parts) and parts[-1].lower() in _FILES)


def is_memory_folder(path: str) -> bool:
    """Whether a path is a folder of memories itself, so that to view it is to list them."""
    parts = _parts(path)
    return "/" in path and bool(parts) and parts[-1].lower() in _FOLDERS


def _parts(path: str) -> list[str]:
    return [part for part in re.split(r"[/\\]", path) if part not in {"", "."}]

"""Which project something belongs to: told by the working directory in a session's lines, not by a folder's name.

Claude Code names the folder of a project by its path with everything but letters and digits made a dash, so that
`/home/ann/my-shop` and `/home/ann/my/shop` are one name. The path itself stands in the lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from satchel.formats.documents import head_text
from satchel.formats.tabular.sources import SourceFile

_CWD = re.compile(r'"(?:cwd|originalCwd|project)"\s*:\s*"((?:[^"\\]|\\.)*)"')
_ENOUGH = 1 << 20
"""Bytes of a file that are searched for a path; a first line may hold a picture."""


def folder_name(path: str) -> str:
    """What Claude Code calls the folder of a project at this path."""
    return re.sub(r"[^A-Za-z0-9]", "-", path)


def paths_in(file: SourceFile) -> list[str]:
    """Working directories that a file's first lines name, each once, in order."""
    found = _CWD.findall(head_text(file)) or _CWD.findall(head_text(file, _ENOUGH))
    paths = []
    for text in found:
        try:
            paths.append(str(json.loads(f'"{text}"')))
        except ValueError:
            continue
    return list(dict.fromkeys(path for path in paths if path.strip()))


def path_of_folder(folder: str, paths: Iterable[str]) -> str:
    """The path that a project's folder stands for, out of those that were found; empty when none was."""
    found = list(paths)
    return next((path for path in found if folder_name(path) == folder), found[0] if found else "")

"""Which tools' files are read, and how far each reader was tried."""

from __future__ import annotations

from typing import Any

from satchel.formats.tool import Checked
from satchel.formats.tools import READERS


def tool_list() -> list[dict[str, Any]]:
    """One entry for each reader, and the generic rescue last: it reads what no other knows."""
    found: list[dict[str, Any]] = [
        {
            "tool": reader.tool,
            "title": reader.title,
            "reads": reader.reads,
            "obtain": reader.obtain,
            "checked": reader.checked.value,
            "verified": reader.checked is not Checked.LAYOUT,
        }
        for reader in READERS
    ]
    found.append(
        {
            "tool": "generic",
            "title": "Anything else",
            "reads": "JSON, JSON Lines, CSV, SQLite, markdown and pasted lists, in a file, folder or archive",
            "obtain": "point at the old agent's folder",
            "checked": Checked.SAMPLES.value,
            "verified": True,
        }
    )
    return found

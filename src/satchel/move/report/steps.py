"""What a person may want to do after an import, as commands that can be copied."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Literal

from satchel.move.report.figures import Figures


@dataclass(frozen=True, slots=True)
class Step:
    """One command."""

    purpose: Literal["recall", "review", "undo"]
    command: str
    store: str
    """The option that names the store; empty where its URL holds a password and is not shown."""

    @property
    def line(self) -> str:
        """All of it on one line."""
        return f"{self.command} {self.store}".rstrip()


def steps(figures: Figures) -> list[Step]:
    """Try it, look at what waits, take it back; nothing after a rehearsal."""
    if figures.dry_run:
        return []
    store = f"--store {shlex.quote(figures.store)}" if figures.store_is_told else ""
    found = [Step("recall", 'satchel recall "…"', store)]
    if figures.rows["rejected"] or figures.records["quarantined"] or figures.records["rejected"]:
        found.append(Step("review", "satchel quarantine list", store))
    if figures.batch:
        found.append(Step("undo", f"satchel undo {shlex.quote(figures.batch)}", store))
    return found

"""Reports made through the real ledger, and a reader of the page that knows no more than a browser does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any

import pytest

from satchel.formats.contract import Fate, Reading
from satchel.move.ledger import Report
from satchel_protocol.record import Origin, Record, TimeEvidence
from satchel_protocol.state import Merged, Outcome

VOID = {"meta", "link", "input", "br"}


@dataclass
class Element:
    """One element of a parsed page."""

    name: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, name: str = "", **attributes: str) -> list[Element]:
        """Every element below this one with that name and those attributes; a class is one of several."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                if child._fits(name, attributes):
                    found.append(child)
                found.extend(child.all(name, **attributes))
        return found

    def one(self, name: str = "", **attributes: str) -> Element:
        (found,) = self.all(name, **attributes)
        return found

    def _fits(self, name: str, attributes: dict[str, str]) -> bool:
        for key, wanted in attributes.items():
            has = self.attributes.get(key.rstrip("_"), None) or ""
            if wanted not in (has.split() if key == "class_" else [has]):
                return False
        return name in ("", self.name)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> repeats an attribute"
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"circle", "path"}:  # the icons close their parts themselves
            return
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


@pytest.fixture(scope="session")
def parsed() -> Callable[[str], Element]:
    """A function: page → its tree; it fails where the page is not well formed."""

    def parse(page: str) -> Element:
        reader = _Reader()
        reader.feed(page)
        reader.close()
        assert len(reader.open) == 1, f"<{reader.open[-1].name}> is never closed"
        return reader.open[0]

    return parse


class Import:
    """An import that is written down row by row, as the service does it."""

    def __init__(self, **fields: Any) -> None:
        self.report = Report(**{"batch": "0198f3a2-6c1e-7b40-9d51-3fe2a7c0b911", "store": "sqlite:///new.db", **fields})
        self._rows = 0

    def row(
        self,
        fate: Fate,
        *texts: str,
        source: str = "core.db",
        table: str = "notes",
        reason: str = "",
        raw: Any = None,
        weight: int = 1,
        outcome: Outcome = Outcome.IMPORTED,
        why: str = "",
        type: str = "fact",
        scope: str = "user:me",
    ) -> Import:
        """Enter one row, with a record for each text, and what the store made of those."""
        self._rows += 1
        at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=self._rows)
        evidence = TimeEvidence(raw=1, unit="ms", zone="UTC", precision="millisecond", assumed=self._rows % 2 == 0)
        records = tuple(
            Record(
                id=f"r{self._rows}-{n}",
                type=type,
                content=text,
                scope=scope,
                source_agent="old",
                created_at=at if self._rows % 5 else None,
                origin=Origin(time=evidence),
            )
            for n, text in enumerate(texts)
        )
        reading = Reading(
            source=source,
            table=table,
            position=f"row {self._rows}",
            fate=fate,
            reason=reason,
            records=records,
            raw=raw,
            weight=weight,
        )
        self.report.saw({source: weight})
        self.report.note_reading(reading)
        for record in records:
            self.report.note_merged(source, Merged(id=record.id, outcome=outcome, reason=why))
        return self

    def json(self) -> dict[str, Any]:
        return self.report.to_json()


@pytest.fixture(scope="session")
def new_import() -> type[Import]:
    return Import


@pytest.fixture
def usual() -> dict[str, Any]:
    """An import with every fate, three sources, and outcomes of several kinds."""
    done = Import(seconds=41.27, stream="/home/wen/new.satchel")
    for n in range(14):
        done.row(Fate.MEMORY, f"note {n}", type="preference" if n % 3 else "task")
    done.row(Fate.MEMORY, "first of a list", "second of a list", scope="project:web")
    done.row(Fate.MEMORY, "known", outcome=Outcome.UNCHANGED)
    done.row(Fate.MEMORY, "doubtful", outcome=Outcome.QUARANTINED, why="almost what was forgotten")
    done.row(Fate.EVIDENCE, "user: hello", source="chat.jsonl", table="", type="interaction")
    done.row(Fate.LOG, source="core.db", reason="a line of a system log", raw="tick")
    done.row(Fate.VECTOR, source="v.npy", table="", reason="numbers of 384 dimensions", weight=1200)
    done.row(Fate.STRUCTURE, reason="a lookup table")
    done.row(Fate.DUPLICATE, reason="the same words as row 1")
    done.row(Fate.EMPTY, reason="no text")
    done.row(Fate.REJECTED, reason="cut in the middle", raw='{"text": "half')
    done.row(Fate.REJECTED, source="chat.jsonl", table="", reason="not a line of JSON", raw="]]")
    done.report.notes.append("core.db: seconds and milliseconds in one column")
    return done.json()

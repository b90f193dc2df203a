"""The truth, noted while the folder is written: what each source row is, and what a careful human would bring over."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .text import squeeze

Reading = dict[str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a row stands, for debugging."""

    file: str
    """Path within the agent folder, with slashes."""
    part: str = ""
    """Table of a database, member of an archive, or empty."""
    row: int | str = 0


@dataclass(slots=True)
class Ledger:
    """Collects the lines of the truth file."""

    memories: list[dict[str, object]] = field(default_factory=list)
    others: list[dict[str, object]] = field(default_factory=list)
    """Evidence, grey and none lines."""
    counts: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    inexact: set[tuple[str, str]] = field(default_factory=set)
    slack: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Rows that a fair ledger may count within another row."""
    probes: list[dict[str, object]] = field(default_factory=list)
    _evidence: dict[str, dict[str, object]] = field(default_factory=dict)

    def memory(
        self,
        place: Place,
        *,
        text: str,
        types: Sequence[str],
        times: Sequence[Reading],
        scopes: Sequence[str],
        lang: str,
        fragments: Sequence[str] = (),
        extra: Sequence[str] = (),
        tags: Iterable[str] = (),
    ) -> dict[str, object]:
        """One memory.

        Args:
            place: Its row, counted as a memory.
            text: The whole text, or for a row of many columns the values in one line.
            types: Types that are right.
            times: Readings that are right.
            scopes: Scopes that are right.
            lang: en or zh.
            fragments: For a row of many columns, the values that a sentence about it must hold; else empty.
            extra: Values beside the text (title, heading, subject) that may appear with it.
            tags: What makes this one hard, for the report by difficulty.
        """
        line: dict[str, object] = {
            "kind": "memory",
            "id": f"m{len(self.memories):05}",
            "text": text,
            "fragments": list(fragments),
            "extra": [value for value in extra if value],
            "types": list(types),
            "times": list(times),
            "scopes": list(scopes),
            "lang": lang,
            "tags": sorted(set(tags)),
            "places": [_place(place)],
        }
        self.memories.append(line)
        self.count(place, "memory")
        return line

    def duplicate(
        self, place: Place, line: dict[str, object], *, types: Sequence[str], times: Sequence[Reading]
    ) -> None:
        """Another copy of a memory already noted; what its copy says is right as well.

        Once any copy knows the time, not knowing it is wrong.
        """
        _extend(line, "types", types)
        held = line["times"]
        assert isinstance(held, list)
        if all(time["at"] for time in held):
            times = [time for time in times if time["at"]]
        elif times and all(time["at"] for time in times):
            line["times"] = [time for time in held if time["at"]]
        _extend(line, "times", times)
        _extend(line, "places", [_place(place)])
        _extend(line, "tags", ["duplicated"])
        self.count(place, "duplicate")

    def evidence(self, place: Place, *, text: str, times: Sequence[Reading], scopes: Sequence[str], lang: str) -> None:
        """One turn of a conversation. The same words said again are one line with several places and times."""
        self.count(place, "evidence")
        key = squeeze(text)
        known = self._evidence.get(key)
        if known is None:
            known = {"kind": "evidence", "text": text, "times": [], "scopes": [], "lang": lang, "places": []}
            self._evidence[key] = known
            self.others.append(known)
        _extend(known, "times", times)
        _extend(known, "scopes", scopes)
        _extend(known, "places", [_place(place)])

    def none(self, place: Place, *, why: str, text: str = "") -> None:
        """A row that is no memory: log, deleted, empty, broken, config, structure, vector, response."""
        self.count(place, why)
        if text:
            self.others.append({"kind": "none", "why": why, "text": text, "places": [_place(place)]})

    def grey(self, place: Place, *, text: str, why: str) -> None:
        """A text that one careful reader would bring and another would not: never counted, either way."""
        self.count(place, "grey")
        self.others.append({"kind": "grey", "why": why, "text": text, "places": [_place(place)]})

    def count(self, place: Place, kind: str, rows: int = 1) -> None:
        """Count `rows` source rows of a kind without saying what they hold."""
        self.counts.setdefault((place.file, place.part), Counter())[kind] += rows

    def fuzzy(self, place: Place) -> None:
        """What is a row in this file is a matter of taste (prose, config, raw vectors): its counts are only a hint."""
        self.inexact.add((place.file, place.part))

    def shared(self, place: Place) -> None:
        """The row at `place` stands on one line with another."""
        self.slack[place.file, place.part] += 1

    def probe(self, *, query: str, memory: Mapping[str, object], about: str, within: int = 3) -> None:
        """A question whose right answer is `memory`, expected among the first `within` hits."""
        self.probes.append({"kind": "probe", "query": query, "memory": memory["id"], "about": about, "within": within})

    def rows(self) -> int:
        """Source rows noted so far."""
        return sum(sum(kinds.values()) for kinds in self.counts.values())

    def save(self, path: Path, *, seed: int, agent: str) -> None:
        """Write the truth file, one JSON object a line."""
        header: dict[str, object] = {
            "kind": "truth",
            "seed": seed,
            "agent": agent,
            "rows": self.rows(),
            "default_scope": "user:me",
        }
        header |= {"memories": len(self.memories), "evidence": len(self._evidence)}
        files = [
            {
                "kind": "file",
                "file": file,
                "part": part,
                "rows": sum(kinds.values()),
                "kinds": dict(sorted(kinds.items())),
                "exact": (file, part) not in self.inexact,
                "slack": self.slack[file, part],
            }
            for (file, part), kinds in sorted(self.counts.items())
        ]
        lines = [header, *self.probes, *files, *self.memories, *self.others]
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def _place(place: Place) -> dict[str, object]:
    return {"file": place.file, "part": place.part, "row": place.row}


def _extend(line: dict[str, object], key: str, values: Iterable[object]) -> None:
    held = line[key]
    assert isinstance(held, list)
    held.extend(value for value in values if value not in held)

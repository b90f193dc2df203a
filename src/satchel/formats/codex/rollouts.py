"""The turns of rollouts, each once: a message comes as an event and as an item, and a fork repeats its parent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from satchel.formats.codex.lines import ENVELOPES, Aside, Said, look
from satchel.formats.contract import Fate, Reading
from satchel.formats.documents import Item, json_lines
from satchel.formats.guidance.rows import Rows
from satchel.formats.making import Maker, Place
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel.formats.tabular.textual import encoding_of, lines
from satchel.formats.tool import Tally
from satchel.formats.workdir import project_scope
from satchel_protocol.fingerprint import normalise_text
from satchel_protocol.record import Record


@dataclass(slots=True)
class _Session:
    """What is known of a rollout so far."""

    id: str
    scope: str
    agent: bool = False
    """A sub-agent's: the one who sets it to work is no person."""
    settled: bool = False
    """Its head was read. Later heads are those of the sessions that it was forked from."""
    parent: str = ""
    """The session that it was forked from, as long as it only repeats that one's turns."""
    turns: list[int] = field(default_factory=list)
    events: Counter[int] = field(default_factory=Counter)
    items: Counter[int] = field(default_factory=Counter)


class Rollouts:
    """Reads the session files of one claim."""

    def __init__(self, maker: Maker, tally: Tally) -> None:
        self._maker, self._tally = maker, tally
        self._rows = Rows(maker, tally)
        self._given: set[int] = set()
        self._turns: dict[str, list[int]] = {}
        """By session, what was said in it, in its order: what a fork of it repeats at its start."""

    def read(self, file: SourceFile, watcher: Watcher | None = None) -> Iterator[Reading]:
        """Every line of a rollout with its fate."""
        try:
            back = _taken_back(file)
            session = _Session(id=re.split(r"[/!]", file.name)[-1], scope=self._maker.scope)
            for number, item in enumerate(json_lines(file.watched(watcher))):
                yield self._line(file, item, session, taken_back=any(start <= number < end for start, end in back))
        except OSError as error:
            yield self._rows.give(file, "the rest", Fate.REJECTED, f"cannot be read further: {error}")

    def _line(self, file: SourceFile, item: Item, session: _Session, *, taken_back: bool) -> Reading:
        if item.problem:
            return self._rows.give(file, item.position, Fate.REJECTED, item.problem, raw=item.raw)
        line = item.value
        if not isinstance(line, dict):
            return self._rows.give(file, item.position, Fate.REJECTED, "no line of a session: no object", raw=line)
        self._declare(line)
        self._settle(line, session)
        found = look(line)
        if isinstance(found, Aside):
            return self._aside(file, item, session, found)
        if not _first_time(found, session):
            return self._rows.give(file, item.position, Fate.DUPLICATE, "the same message as an event and as an item")
        if taken_back:
            return self._rows.give(
                file, item.position, Fate.STRUCTURE, "taken back: the conversation went on before it"
            )
        return self._turn(file, item, session, found)

    def _settle(self, line: Mapping[str, Any], session: _Session) -> None:
        """Take what the head of a session says. The first head is the session's own; it may come after a broken line."""
        payload = line.get("payload") if line.get("type") == "session_meta" else line
        if not isinstance(payload, dict):
            return
        if line.get("type") == "session_meta" and not session.settled:
            session.settled = True
            session.id = _text(payload.get("id")) or session.id
            session.parent = _text(payload.get("forked_from_id"))
            self._turns.setdefault(session.id, session.turns)
            source = payload.get("source")
            session.agent = isinstance(source, dict) and "subagent" in source
            session.scope = project_scope(_text(payload.get("cwd"))) or session.scope
        elif "type" not in line and not session.settled and isinstance(line.get("id"), str) and "role" not in line:
            session.settled, session.id = True, line["id"]

    def _turn(self, file: SourceFile, item: Item, session: _Session, said: Said) -> Reading:
        if self._is_repeated(said, session):
            return self._rows.give(file, item.position, Fate.DUPLICATE, "the same turn once more, as a fork repeats it")
        times = max(session.events[_mark(said)], session.items[_mark(said)])
        key = f"turn\x1f{session.id}\x1f{said.role}\x1f{normalise_text(said.text)}\x1f{times}"
        if (mark := hash(key)) in self._given:
            return self._rows.give(file, item.position, Fate.DUPLICATE, "the same turn of the same session once more")
        self._given.add(mark)
        line = item.value
        time = line.get("timestamp", line.get("created_at"))
        records = self._maker.turn(
            said.text,
            at=Place(source=file.name, position=item.position),
            native=said.native,
            key=key,
            role="assistant" if session.agent else said.role,
            scope=session.scope,
            created=self._maker.time(time),
            tags=("sub-agent",) if session.agent else (),
            extra={"session": session.id},
        )
        if not records:
            return self._rows.give(file, item.position, Fate.EMPTY, "a turn without words")
        return self._rows.give(file, item.position, Fate.EVIDENCE, records=records)

    def _is_repeated(self, said: Said, session: _Session) -> bool:
        """Whether a turn at the start of a fork is the one that stands at this place in its parent."""
        place = len(session.turns)
        session.turns.append(_mark(said))
        above = self._turns.get(session.parent, [])
        if session.parent and place < len(above) and above[place] == _mark(said):
            return True
        session.parent = ""
        return False

    def _aside(self, file: SourceFile, item: Item, session: _Session, aside: Aside) -> Reading:
        raw = item.value if aside.fate is Fate.REJECTED else None
        records: tuple[Record, ...] = ()
        if aside.fate is Fate.LOG and aside.text.strip() and self._maker.options.logs:
            key = f"log\x1f{session.id}\x1f{item.value.get('timestamp')}\x1f{normalise_text(aside.text)}"
            if (mark := hash(key)) not in self._given:
                self._given.add(mark)
                records = self._maker.turn(
                    aside.text,
                    at=Place(source=file.name, position=item.position),
                    native="",
                    key=key,
                    role="system",
                    scope=session.scope,
                    created=self._maker.time(item.value.get("timestamp")),
                    tags=("log",),
                )
        return self._rows.give(file, item.position, aside.fate, aside.reason, records=records, raw=raw)

    def _declare(self, line: Mapping[str, Any]) -> None:
        """Find out the kinds of lines and the fields that nobody knows."""
        note = self._tally.unexplained
        kind = _text(line.get("type"))
        if kind not in ENVELOPES:
            note.look("bare", line)
            return
        note.look("line", line)
        payload = line.get("payload")
        if not isinstance(payload, dict):
            return
        if kind == "response_item" and payload.get("type") == "message":
            note.look("message", payload)
            for part in payload["content"] if isinstance(payload.get("content"), list) else ():
                if isinstance(part, dict):
                    note.look("part", part)
        elif kind == "event_msg" and payload.get("type") in ("user_message", "agent_message"):
            note.look("event", payload)
        elif kind == "session_meta":
            note.look("session", payload)


def _mark(said: Said) -> int:
    return hash((said.role, normalise_text(said.text)))


def _first_time(said: Said, session: _Session) -> bool:
    """Whether a message was not given out before in its other form, whichever form came first."""
    mine, other = (session.events, session.items) if said.event else (session.items, session.events)
    mark = _mark(said)
    mine[mark] += 1
    return mine[mark] > other[mark]


def _taken_back(file: SourceFile) -> list[tuple[int, int]]:
    """The stretches of a rollout that the person took back, as numbers of its values, the second one not included.

    Raises:
        OSError: reading breaks off.
    """
    stretches: list[tuple[int, int]] = []
    if not any('"thread_rolled_back"' in row.text for row in lines(file, encoding_of(file))):
        return stretches
    starts: list[int] = []
    session = _Session(id="", scope="")
    for number, item in enumerate(json_lines(file)):
        line = item.value
        if item.problem or not isinstance(line, dict):
            continue
        payload = line.get("payload")
        if isinstance(payload, dict) and payload.get("type") == "thread_rolled_back":
            turns = payload.get("num_turns")
            if isinstance(turns, int) and turns > 0 and starts:
                stretches.append((starts[max(0, len(starts) - turns)], number))
                del starts[max(0, len(starts) - turns) :]
            continue
        found = look(line)
        if isinstance(found, Said) and _first_time(found, session) and found.role == "user":
            starts.append(number)
    return stretches


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""

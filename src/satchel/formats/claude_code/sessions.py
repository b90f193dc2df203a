"""The turns of sessions, each once: resumed and forked sessions repeat their lines, and a conversation may be taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from satchel.formats.claude_code.lines import KNOWN, TURNS, Aside, Turn, look
from satchel.formats.contract import Fate, Reading
from satchel.formats.documents import Item, json_lines
from satchel.formats.guidance.rows import Rows
from satchel.formats.making import Maker, Place
from satchel.formats.tabular.jsonl_rows import line_values
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel.formats.tabular.textual import encoding_of, lines
from satchel.formats.tool import Tally
from satchel_protocol.fingerprint import normalise_text

_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")

_KEPT = {"session": "sessionId", "parent": "parentUuid", "cwd": "cwd", "agent": "agentId"}
"""What of a turn's line is kept in `origin.extra`, and under which name."""


@dataclass(slots=True)
class _Left:
    """The parts of one session that the person or the program took back."""

    prompts: set[str]
    """Prompts that were written anew, and whatever stands below them."""
    answers: set[str]
    """Answers that were replaced or withdrawn."""


class Sessions:
    """Reads the session files of one claim."""

    def __init__(self, maker: Maker, tally: Tally) -> None:
        self._maker, self._tally = maker, tally
        self._rows = Rows(maker, tally)
        self._seen: dict[int, int] = {}
        """Turns that were given out: hash of the key → hash of the text. Small, since sessions are many."""

    def read(self, file: SourceFile, scope: str, watcher: Watcher | None = None) -> Iterator[Reading]:
        """Every line of a session file with its fate.

        Args:
            file: JSON Lines.
            scope: Of the turns.
            watcher: Told how far reading has come.
        """
        try:
            left = _taken_back(file)
            for item in json_lines(file.watched(watcher)):
                yield self._line(file, item, scope, left)
        except OSError as error:
            yield self._rows.give(file, "the rest", Fate.REJECTED, f"cannot be read further: {error}")

    def _line(self, file: SourceFile, item: Item, scope: str, left: _Left) -> Reading:
        if item.problem:
            return self._rows.give(file, item.position, Fate.REJECTED, item.problem, raw=item.raw)
        line = item.value
        if not isinstance(line, dict):
            return self._rows.give(file, item.position, Fate.REJECTED, "no line of a session: no object", raw=line)
        uuid = _text(line.get("uuid"))
        if uuid and _text(line.get("parentUuid")) in left.prompts:
            left.prompts.add(uuid)
        found = look(line)
        extra = self._declare(line)
        if isinstance(found, Aside):
            return self._aside(file, item, scope, found)
        if uuid in left.prompts:
            reason = "on a branch that was left: the conversation went on from before it"
            return self._rows.give(file, item.position, Fate.STRUCTURE, reason)
        if uuid in left.answers:
            return self._rows.give(file, item.position, Fate.STRUCTURE, "an answer that was replaced or withdrawn")
        return self._turn(file, item, scope, found, extra)

    def _turn(self, file: SourceFile, item: Item, scope: str, turn: Turn, extra: Mapping[str, Any]) -> Reading:
        line: Mapping[str, Any] = item.value
        key = _key(line, turn)
        mark, told = hash(key), hash(normalise_text(turn.text))
        if mark in self._seen:
            if self._seen[mark] == told:
                reason = "the same line once more, as a resumed or forked session repeats it"
                return self._rows.give(file, item.position, Fate.DUPLICATE, reason)
            key = f"{key}\x1f{normalise_text(turn.text)}"
            mark = hash(key)
            if mark in self._seen:
                return self._rows.give(file, item.position, Fate.DUPLICATE, "the same turn once more")
        self._seen[mark] = told
        records = self._maker.turn(
            turn.text,
            at=Place(source=file.name, position=item.position),
            native=_text(line.get("uuid")),
            key=f"turn\x1f{key}",
            role=turn.role,
            scope=scope,
            created=self._maker.time(line.get("timestamp")),
            tags=("sub-agent",) if turn.side else (),
            extra=extra,
        )
        if not records:
            return self._rows.give(file, item.position, Fate.EMPTY, "a turn without words")
        return self._rows.give(file, item.position, Fate.EVIDENCE, records=records)

    def _aside(self, file: SourceFile, item: Item, scope: str, aside: Aside) -> Reading:
        raw = item.value if aside.fate is Fate.REJECTED else None
        records: tuple[Any, ...] = ()
        if aside.fate is Fate.LOG and aside.text.strip() and self._maker.options.logs:
            line = item.value
            key = f"log\x1f{_key(line, aside)}"
            if (mark := hash(key)) not in self._seen:
                self._seen[mark] = 0
                records = self._maker.turn(
                    aside.text,
                    at=Place(source=file.name, position=item.position),
                    native=_text(line.get("uuid")),
                    key=key,
                    role="system",
                    scope=scope,
                    created=self._maker.time(line.get("timestamp")),
                    tags=("log",),
                )
        return self._rows.give(file, item.position, aside.fate, aside.reason, records=records, raw=raw)

    def _declare(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """Find out the kinds of lines and the fields that nobody knows; what of a turn's line is kept beside its text."""
        kind = _text(line.get("type"))
        note = self._tally.unexplained
        if kind and kind not in KNOWN and isinstance(line.get("sessionId"), str):
            note.note("line", [kind])
        if kind == "attachment" and isinstance(line.get("attachment"), dict):
            note.look("attachment", line["attachment"])
        extra = note.look("turn", line) if kind in TURNS else {}
        message = line.get("message")
        if kind in TURNS and isinstance(message, dict):
            note.look("message", message)
            for block in message["content"] if isinstance(message.get("content"), list) else ():
                if isinstance(block, dict):
                    note.look("block", block)
        kept = {name: line[key] for name, key in _KEPT.items() if isinstance(line.get(key), str) and line[key]}
        return kept | extra


def _taken_back(file: SourceFile) -> _Left:
    """Look through a session for what was taken back: a prompt whose place another prompt took later, and answers that
    a later line says it replaces.

    Raises:
        OSError: reading breaks off.
    """
    last: dict[str, str] = {}
    left = _Left(prompts=set(), answers=set())
    for row in lines(file, encoding_of(file)):
        if not _may_tell(row.text):
            continue
        for found in line_values(row):
            line = found.value
            if found.problem or not isinstance(line, dict):
                continue
            for field in ("supersedesUuids", "retractedMessageUuids"):
                if isinstance(line.get(field), list):
                    left.answers.update(uuid for uuid in line[field] if isinstance(uuid, str))
            parent, uuid = line.get("parentUuid"), line.get("uuid")
            if line.get("type") == "user" and isinstance(parent, str) and isinstance(uuid, str) and parent != uuid:
                said = look(line)
                if isinstance(said, Turn) and not said.side:
                    if last.get(parent, uuid) != uuid:
                        left.prompts.add(last[parent])
                    last[parent] = uuid
    left.prompts -= set(last.values())
    return left


def _may_tell(text: str) -> bool:
    """Whether a line may say what was taken back. Most of a session is what tools gave back; it is not read twice."""
    if '"supersedesUuids"' in text or '"retractedMessageUuids"' in text:
        return True
    return '"user"' in text and '"tool_result"' not in text


def _key(line: Mapping[str, Any], said: Turn | Aside) -> str:
    """What makes a turn the same in a resumed or forked session, which copies lines: the id of the line it was first."""
    forked = line.get("forkedFrom")
    first = forked.get("messageUuid") if isinstance(forked, dict) else None
    uuid = _text(first) or _text(line.get("uuid"))
    if _UUID.fullmatch(uuid):
        return uuid.lower()
    session = (_text(forked.get("sessionId")) if first and isinstance(forked, dict) else "") or _text(
        line.get("sessionId")
    )
    if uuid:
        return f"{session}\x1f{uuid}"
    return f"{session}\x1f{line.get('timestamp')}\x1f{normalise_text(said.text)}"


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""

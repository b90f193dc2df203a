"""One conversation: its current branch message by message, and what of it is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any

from satchel.formats.chatgpt.branch import current_branch
from satchel.formats.chatgpt.conversations import Conversation
from satchel.formats.chatgpt.history import Row, When
from satchel.formats.chatgpt.instructions import written
from satchel.formats.chatgpt.memories import Memories, Scene
from satchel.formats.chatgpt.messages import Message, Sort, judge
from satchel.formats.contract import Fate, Reading
from satchel.formats.making import Maker, Place, plain
from satchel.formats.tool import Tally
from satchel.instant import Instant
from satchel_protocol.record import Record
from satchel_protocol.scope import make_scope

_PROJECT = re.compile(r"g-p-[\w-]{1,100}", re.ASCII)
_REFUSED = re.compile(
    r"\b(?:error|exception|fail\w*|full|denied|disabled|not (?:been )?(?:saved|stored|updated|available|allowed)|unable|could not|cannot|can't)\b"
    r"|失败|错误|已满|无法|未能|未保存|停用",
    re.IGNORECASE,
)
"""In the answer to a call that was not carried out; that to one which was says `Model set context updated.`"""
PRIVATE = "a conversation that is not to be remembered: nothing of it is taken"
_LEFT = (
    "not on the current branch: before an answer was made anew or a question put differently, or after the current node"
)


@dataclass(slots=True, kw_only=True)
class Desk:
    """What the conversations of an export share."""

    maker: Maker
    tally: Tally
    memories: Memories
    seen: set[int] = field(default_factory=set)
    """Messages that were read, by a hash of conversation and id: an export may hold a conversation twice."""

    def row(
        self,
        source: str,
        position: str,
        fate: Fate,
        reason: str,
        *,
        records: tuple[Record, ...] = (),
        raw: Any = None,
        weight: int = 1,
    ) -> Reading:
        """One row with its fate, counted."""
        self.tally.seen[source] += weight
        return Reading(
            source=source,
            table="",
            position=position,
            fate=fate,
            reason=reason,
            records=records,
            raw=raw,
            weight=weight,
        )


def is_private(fields: Mapping[str, Any]) -> bool:
    """Whether a conversation is marked as one to keep nothing of."""
    return any(fields.get(name) in (True, 1, "true", "True") for name in ("is_do_not_remember", "is_temporary_chat"))


class Talk:
    """Reads one conversation."""

    def __init__(self, desk: Desk, source: str, found: Conversation, number: int) -> None:
        self._desk, self._source, self._found, self._number = desk, source, found, number
        self._maker = desk.maker
        self._scope = _scope(found.fields) or desk.maker.scope
        self._turn = ""
        """The id of the last turn of its person."""
        self._call: tuple[Row, str, Scene] | None = None
        """A call of the memory tool whose answer has not come yet."""

    def readings(self) -> Iterator[Reading]:
        """Every message with its fate, but those that wait in the desk's memories."""
        found, row = self._found, self._desk.row
        extra = self._desk.tally.unexplained.look("conversation", found.fields)
        links = found.nodes.links
        if is_private(found.fields):
            weight = max(1, len(links) + len(found.broken))
            yield row(self._source, found.position, Fate.REJECTED, PRIVATE, weight=weight)
            return
        for item in found.broken:
            yield row(self._source, item.position, Fate.REJECTED, item.problem, raw=item.raw or None)
        if not links:
            yield row(self._source, found.position, Fate.EMPTY, "a conversation without messages")
            return
        path = current_branch(links, found.fields.get("current_node"))
        self._name(path, extra)
        blank = 0
        for place, id in enumerate(path):
            node = found.nodes[id]
            if node is None or (isinstance(node, dict) and node.get("message") is None):
                blank += 1
            else:
                yield from self._node(id, node, place)
        self._release()
        if blank:
            yield row(self._source, found.position, Fate.EMPTY, "a root, or a node without a message", weight=blank)
        if other := len(links) - len(path):
            yield row(self._source, found.position, Fate.STRUCTURE, _LEFT, weight=other)

    def _name(self, path: list[str], extra: dict[str, Any]) -> None:
        """Find out what the conversation is called, and when it was."""
        fields, links, time = self._found.fields, self._found.nodes.links, self._maker.time
        title = fields.get("title")
        title = title.strip() if isinstance(title, str) else ""
        ids = (fields.get("conversation_id"), fields.get("id"))
        id: str = next((str(id) for id in ids if isinstance(id, str | int) and id), "")
        began = time(fields.get("create_time"))
        # Without an id, its first message and its beginning tell it from others, and stay the same in a later export.
        self._key = id or "\x1f".join((str(began.raw) if began.at else title, *path[:2]))
        self._called = f"conversation {id or title or self._found.position}"
        later = (links[place].time for place in path if links[place].time)
        known = chain((fields.get("create_time"),), later, (fields.get("update_time"),))
        self._last: datetime | None = next((at for value in known if (at := time(value).at)), None)
        named = {"conversation": title, "conversation_id": id}
        self._always = {name: value for name, value in named.items() if value}
        gizmo = fields.get("gizmo_id")
        custom = {"gizmo_id": gizmo} if isinstance(gizmo, str) and gizmo else {}
        self._once = {name: value for name, value in (extra | custom).items() if value is not False}

    def _node(self, id: str, node: Any, place: int) -> Iterator[Reading]:
        desk, position = self._desk, f"{self._found.position}, message {id}"
        message = node.get("message") if isinstance(node, dict) else None
        if not isinstance(message, dict):
            problem = "a message that is no object"
            yield desk.row(self._source, position, Fate.REJECTED, problem, raw=plain(node))
            return
        desk.tally.unexplained.look("node", node)
        native = message.get("id")
        native = native if isinstance(native, str) and native else id
        mark = hash((self._key, native))
        if mark in desk.seen:
            yield desk.row(self._source, position, Fate.DUPLICATE, "the same message once more")
            return
        desk.seen.add(mark)
        judged = judge(message, desk.tally)
        time = self._maker.time(message.get("create_time"))
        self._last = time.at or self._last
        if judged.sort is Sort.ANSWER:
            self._release(refused=bool(_REFUSED.search(judged.text)))
            yield desk.row(self._source, position, Fate.STRUCTURE, "the answer of the memory tool")
            return
        self._release()
        if judged.sort is Sort.TURN:
            yield self._said(position, native, judged, time)
        elif judged.sort is Sort.REST:
            yield self._rest(position, native, judged, time, message)
        else:
            desk.tally.seen[self._source] += 1
            row = Row(
                source=self._source,
                position=position,
                place=f"{self._called}, message {native}",
                native=native if judged.sort is not Sort.LIST else "",
                turn=self._turn if judged.sort is Sort.CALL else "",
            )
            self._hold(row, judged, message, Scene(self._scope, When.of(self._last, self._number, place), time))

    def _said(self, position: str, native: str, judged: Message, time: Instant) -> Reading:
        """A turn of the conversation."""
        records = self._records(native, judged, time, {**self._always, **self._once, **judged.extra}, ())
        if not records:
            return self._desk.row(self._source, position, Fate.EMPTY, "a message of marks and blanks alone")
        self._once = {}
        if judged.role == "user":
            self._turn = records[0].id
        return self._desk.row(self._source, position, Fate.EVIDENCE, "", records=records)

    def _rest(self, position: str, native: str, judged: Message, time: Instant, message: Mapping[str, Any]) -> Reading:
        """A message that is neither a turn nor about memories."""
        records: tuple[Record, ...] = ()
        if judged.fate is Fate.LOG and self._maker.options.logs:
            records = self._records(native, judged, time, self._always, ("log",))
        raw = plain(message) if judged.fate is Fate.REJECTED else None
        return self._desk.row(self._source, position, judged.fate, judged.reason, records=records, raw=raw)

    def _records(
        self, native: str, judged: Message, time: Instant, extra: Mapping[str, Any], tags: tuple[str, ...]
    ) -> tuple[Record, ...]:
        return self._maker.turn(
            judged.text,
            at=Place(source="", position=f"{self._called}, message {native}"),
            native=native,
            key=f"{self._key}\x1f{native}",
            role=judged.role,
            scope=self._scope,
            created=time,
            tags=tags,
            extra=extra,
        )

    def _hold(self, row: Row, judged: Message, message: Mapping[str, Any], scene: Scene) -> None:
        """Put a row about memories aside until everything is known."""
        content, metadata = message.get("content"), message.get("metadata")
        content = content if isinstance(content, dict) else {}
        if judged.sort is Sort.CALL:
            self._call = row, judged.text, scene
        elif judged.sort is Sort.LIST:
            self._desk.memories.show(row, content.get("model_set_context"), scene)
        else:
            texts = written(content, metadata if isinstance(metadata, dict) else {})
            self._desk.memories.instruct(row, *texts, scene)

    def _release(self, *, refused: bool = False) -> None:
        """Hand the last call of the memory tool on, now that it is known whether it was carried out."""
        if self._call is not None:
            row, text, scene = self._call
            self._call = None
            self._desk.memories.call(row, text, scene, refused=refused)


def _scope(fields: Mapping[str, Any]) -> str:
    """The scope of a project that keeps its memory to itself; empty for every other conversation."""
    apart = fields.get("memory_scope")
    ids = (fields.get("gizmo_id"), fields.get("conversation_template_id"))
    project = next((id for id in ids if isinstance(id, str) and _PROJECT.fullmatch(id)), "")
    return make_scope("project", project) if project and isinstance(apart, str) and apart.startswith("project") else ""

"""Conversations as evidence: what was said, message by message; what Claude thought and its tools did is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from satchel.formats.claude_ai.desk import Desk, id_in, place_of, text_of
from satchel.formats.claude_ai.holders import Holder, held
from satchel.formats.contract import Fate, Reading
from satchel.formats.documents import Item
from satchel.formats.making import Maker, Place, plain
from satchel.formats.tabular.sources import SourceFile, Watcher
from satchel_protocol.record import Record

_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
_NOT_SAID = frozenset("thinking redacted_thinking tool_use tool_result token_budget image image_gallery flag".split())
"""Blocks that are no words of either side."""
_SAID = frozenset({"text", "voice_note"})
_PLACEHOLDER = re.compile(r"\s*```\s*This block is not supported on your current device yet\.\s*```\s*")
"""What `text` holds in the place of a block that is none."""
_LEFT = "not on the branch that the conversation ended on: a question or an answer that was made anew"


def conversations(desk: Desk, file: SourceFile, exported: datetime | None, watcher: Watcher) -> Iterator[Reading]:
    """Every message with its fate, then the summary of its conversation.

    Raises:
        OSError: reading breaks off.
    """
    left: frozenset[str] = frozenset()
    for holder, item in held(file, "chat_messages", watcher):
        if item is None:
            yield from _end(desk, file.name, holder, exported)
        elif item.problem:
            yield desk.broken(file.name, item)
        else:
            if holder.count == 1:
                left = _left_branches(holder)
            yield _Message(desk, file.name, holder, item, exported, left).reading()


class _Message:
    """One message of a conversation."""

    def __init__(
        self, desk: Desk, source: str, holder: Holder, item: Item, exported: datetime | None, left: frozenset[str]
    ) -> None:
        self._desk, self._source, self._holder, self._value = desk, source, holder, item.value
        self._maker: Maker = desk.maker(id_in(holder.fields.get("account")), exported)
        self._position = f"{place_of(holder, 'conversation')}, message {holder.count}"
        self._uuid = text_of(item.value.get("uuid"))
        self._left = self._uuid in left

    def reading(self) -> Reading:
        desk, value = self._desk, self._value
        extra = desk.tally.unexplained.look("message", value)
        texts, others, started = self._blocks()
        text = "\n\n".join(texts) or _PLACEHOLDER.sub("\n\n", text_of(value.get("text"))).strip()
        if self._left:
            return desk.row(self._source, self._position, Fate.STRUCTURE, _LEFT)
        native = self._uuid or f"{text_of(self._holder.fields.get('uuid'))}#{self._holder.count}"
        sender = text_of(value.get("sender")).lower()
        common: dict[str, Any] = {
            "at": Place(source=self._source, position=self._position),
            "created": self._maker.time(value.get("created_at") or started),
        }
        about = {**conversation_of(self._holder), **extra, "files": _names(value.get("files") or value.get("files_v2"))}
        records = self._maker.turn(
            text, native=native, role=_ROLES.get(sender, sender or "unknown"), extra=_filled(about), **common
        )
        records += self._attached(native, common)
        if not records and others:
            return self._log(native, common, f"nothing was said: {', '.join(sorted(others))}")
        nothing = "only files, which the export does not hold" if about["files"] else "a message without text"
        return desk.made(self._source, self._position, Fate.EVIDENCE, records, nothing)

    def _log(self, native: str, common: Mapping[str, Any], reason: str) -> Reading:
        """A message in which Claude only thought, or called a tool: a line of a log, kept when logs are asked for."""
        if not self._desk.options.logs:
            return self._desk.row(self._source, self._position, Fate.LOG, reason)
        records = self._maker.turn(
            "\n".join(_told(block) for block in self._value["content"] if isinstance(block, Mapping)),
            native=native,
            role="tool",
            tags=("log",),
            extra=_filled(conversation_of(self._holder)),
            **common,
        )
        return self._desk.made(self._source, self._position, Fate.LOG, records, reason, reason=reason)

    def _blocks(self) -> tuple[list[str], set[str], object]:
        """The texts of a message's blocks, the kinds of the others, and when the first began."""
        unexplained = self._desk.tally.unexplained
        texts: list[str] = []
        others: set[str] = set()
        started: object = None
        content = self._value.get("content")
        if isinstance(content, str):
            return [content] if content.strip() else [], others, None
        for block in content if isinstance(content, list) else []:
            if not isinstance(block, Mapping):
                continue
            kind = text_of(block.get("type"))
            started = started or block.get("start_timestamp")
            if kind in _SAID or (kind not in _NOT_SAID and text_of(block.get("text"))):
                texts += [text] if (text := text_of(block.get("text"))) else []
            elif kind:
                others.add(kind.replace("_", " "))
            if kind == "text":
                unexplained.look("block", block)
            elif kind not in _NOT_SAID | _SAID:
                unexplained.note("block", [kind or "without a type"])
        return texts, others, started

    def _attached(self, native: str, common: Mapping[str, Any]) -> tuple[Record, ...]:
        """The texts that were attached, which the export holds as it read them."""
        records: tuple[Record, ...] = ()
        attachments = self._value.get("attachments")
        for number, attachment in enumerate(attachments if isinstance(attachments, list) else [], start=1):
            if not isinstance(attachment, Mapping):
                continue
            extra = self._desk.tally.unexplained.look("attachment", attachment)
            name, text = text_of(attachment.get("file_name")), text_of(attachment.get("extracted_content"))
            if text:
                about = {**conversation_of(self._holder), **extra, "file_name": name}
                records += self._maker.turn(
                    f"{name}\n\n{text}" if name else text,
                    native=f"{native}/attachment/{text_of(attachment.get('id')) or number}",
                    role="attachment",
                    extra=_filled(about),
                    **common,
                )
        return records


def _end(desk: Desk, source: str, holder: Holder, exported: datetime | None) -> Iterator[Reading]:
    """What is to be said of a conversation as a whole."""
    fields, position = holder.fields, place_of(holder, "conversation")
    extra = desk.tally.unexplained.look("conversation", fields)
    if not holder.count and not text_of(fields.get("uuid")):
        yield desk.row(source, position, Fate.STRUCTURE, "what the file says about itself")
        return
    if not holder.count:
        yield desk.row(source, position, Fate.EMPTY, "a conversation without messages")
    if summary := text_of(fields.get("summary")):
        maker = desk.maker(id_in(fields.get("account")), exported)
        records = maker.turn(
            summary,
            at=Place(source=source, position=f"{position}, summary"),
            native=f"{text_of(fields.get('uuid'))}/summary",
            role="summary",
            updated=maker.time(fields.get("updated_at")),
            extra=_filled({**conversation_of(holder), **extra}),
        )
        yield desk.made(source, f"{position}, summary", Fate.EVIDENCE, records, "an empty summary")


def conversation_of(holder: Holder) -> dict[str, Any]:
    """What the turns of a conversation keep of it."""
    fields = holder.fields
    return {"conversation": text_of(fields.get("name") or fields.get("title")), "conversation_id": id_in(fields)}


def _told(block: Mapping[str, Any]) -> str:
    """A block that is no words of either side, in a line or more for a log."""
    kind = text_of(block.get("type"))
    if kind == "thinking":
        return text_of(block.get("thinking"))
    what = block.get("input") if kind == "tool_use" else block.get("content")
    if isinstance(what, list):
        what = "\n".join(text_of(part.get("text")) for part in what if isinstance(part, Mapping))
    shown = what if isinstance(what, str) else json.dumps(plain(what), ensure_ascii=False) if what else ""
    return f"{kind} {text_of(block.get('name'))}: {shown}".strip(": ") if shown else ""


def _filled(extra: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in extra.items() if value}


def _names(files: object) -> list[str]:
    """What the files of a message are called."""
    listed = files if isinstance(files, list) else []
    return [name for file in listed if isinstance(file, Mapping) and (name := text_of(file.get("file_name")))]


def _left_branches(holder: Holder) -> frozenset[str]:
    """Messages that are not on the way from the conversation's current message up; none where the export tells no way."""
    messages = [message for message in holder.whole or [] if isinstance(message, Mapping)]
    parents = {text_of(m.get("uuid")): text_of(m.get("parent_message_uuid")) for m in messages}
    at = text_of(holder.fields.get("current_leaf_message_uuid"))
    if at not in parents or not any(parents.values()):
        return frozenset()
    path: set[str] = set()
    while at in parents and at not in path:
        path.add(at)
        at = parents[at]
    return frozenset(parents) - path

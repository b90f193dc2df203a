"""Chats of Claude's design tool as evidence, in the scope of their project where they name one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from satchel.formats.claude_ai.conversations import conversation_of
from satchel.formats.claude_ai.desk import Desk, id_in, place_of, project_scope, text_of
from satchel.formats.claude_ai.holders import Holder, held
from satchel.formats.contract import Fate, Reading
from satchel.formats.documents import Item
from satchel.formats.making import Place
from satchel.formats.tabular.sources import SourceFile, Watcher

_ROLES = {"human": "user"}


def design_chats(desk: Desk, file: SourceFile, exported: datetime | None, watcher: Watcher) -> Iterator[Reading]:
    """Every message with its fate.

    Raises:
        OSError: reading breaks off.
    """
    for holder, item in held(file, "messages", watcher):
        if item is None:
            desk.tally.unexplained.look("design", holder.fields)
            if not holder.count:
                yield desk.row(file.name, place_of(holder, "design chat"), Fate.EMPTY, "a chat without messages")
        elif item.problem:
            yield desk.broken(file.name, item)
        else:
            yield _message(desk, file.name, holder, item, exported)


def _message(desk: Desk, source: str, holder: Holder, item: Item, exported: datetime | None) -> Reading:
    message: dict[str, Any] = item.value
    extra = desk.tally.unexplained.look("design_message", message)
    position = f"{place_of(holder, 'design chat')}, message {holder.count}"
    text, files = _said(desk, message.get("content"))
    maker = desk.maker(id_in(holder.fields.get("account")), exported)
    project = holder.fields.get("project")
    name = text_of(project.get("name")) if isinstance(project, Mapping) else text_of(project)
    role = text_of(message.get("role")).lower()
    records = maker.turn(
        text,
        at=Place(source=source, position=position),
        native=text_of(message.get("uuid") or message.get("id")) or f"{id_in(holder.fields)}#{holder.count}",
        role=_ROLES.get(role, role or "unknown"),
        scope=project_scope(name) if name else None,
        created=maker.time(message.get("created_at")),
        extra={key: value for key, value in {**conversation_of(holder), **extra, "files": files}.items() if value},
    )
    nothing = "only files, which the export does not hold" if files else "a message without text"
    return desk.made(source, position, Fate.EVIDENCE, records, nothing)


def _said(desk: Desk, content: object) -> tuple[str, list[str]]:
    """What a message says, and the files with it."""
    if isinstance(content, str):
        return content, []
    blocks: object = content
    files: list[str] = []
    said = ""
    if isinstance(content, Mapping):
        desk.tally.unexplained.look("design_content", content)
        said, blocks = text_of(content.get("content")), content.get("contentBlocks")
        attached = content.get("attachments")
        named = [item for item in (attached if isinstance(attached, list) else []) if isinstance(item, Mapping)]
        files = [name for item in named if (name := text_of(item.get("file_name") or item.get("name")))]
    parts = []
    for block in blocks if isinstance(blocks, list) else []:
        if isinstance(block, Mapping) and text_of(block.get("type")) in {"", "text"}:
            parts.append(text_of(block.get("text") or block.get("content")))
        elif isinstance(block, str):
            parts.append(block)
    return said or "\n\n".join(part for part in parts if part), files

"""What one message of a conversation is: a turn, a call of the memory tool, a list, custom instructions, or nothing of worth.

Each kind of content has its rule here; a kind that has none is told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from satchel.formats.contract import Fate
from satchel.formats.tool import Tally

_TALK = frozenset({"user", "assistant"})
_EVERYBODY = frozenset({"", "all", "user", "assistant"})
_SPOKEN = frozenset({"text", "multimodal_text", "code", "audio_transcription", ""})
_THOUGHT = frozenset({"thoughts", "reasoning_recap"})
_TOOLS = frozenset(
    "execution_output tether_quote tether_browsing_display tether_browsing_code sonic_webpage system_error"
    " citable_code_output computer_output super_widget app_pairing_content super_widget_content genui".split()
)
_WITHOUT_WORDS = {
    "image_asset_pointer": "a picture",
    "audio_asset_pointer": "a sound",
    "video_container_asset_pointer": "a film",
    "real_time_user_audio_video_asset_pointer": "a sound",
}
_POINTER = r"(?:sediment|file-service|sandbox|attachment)://?"
_LINKED = re.compile(rf"!?\[(?P<label>[^\]\n]*)\]\({_POINTER}[^)\s]*\)")
_TOKEN = re.compile(r"[ \t]*\{\{file:[^{}\s]+\}\}")
_BARE = re.compile(r"[ \t]*<?\b(?:sediment|file-service)://[^\s<>\"')\]]+>?")


class Sort(StrEnum):
    """What a message is to us."""

    TURN = "turn"
    CALL = "call"
    """A call of the memory tool."""
    ANSWER = "answer"
    """What the memory tool answered."""
    LIST = "list"
    """ChatGPT's list of what it remembers."""
    INSTRUCTIONS = "instructions"
    REST = "rest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message, judged."""

    sort: Sort
    role: str = ""
    text: str = ""
    fate: Fate = Fate.STRUCTURE
    """Of the rest."""
    reason: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


def judge(message: Mapping[str, Any], tally: Tally) -> Message:
    """The rule that a message falls under; fields that nobody explains are told to the tally."""
    look = tally.unexplained.look
    unknown = look("message", message)
    speaker = message.get("author")
    author = {"role": speaker} if isinstance(speaker, str) else _object(speaker)
    metadata = _object(message.get("metadata"))
    look("author", author)
    content = message.get("content")
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    if not isinstance(content, dict):
        if content is None:
            return _rest(Fate.EMPTY, "a message without content")
        return _rest(Fate.REJECTED, "the content of the message is no object")
    extra = {**unknown, **look("metadata", metadata), **look("content", content)}
    role, kind = _word(author.get("role")), _word(content.get("content_type"))
    if kind == "user_editable_context" or metadata.get("is_user_system_message"):
        look("context data", _object(metadata.get("user_context_message_data")))
        return Message(sort=Sort.INSTRUCTIONS, role=role)
    if kind == "model_editable_context":
        return Message(sort=Sort.LIST, role=role)
    text, others = _said(content, tally)
    hidden = bool(metadata.get("is_visually_hidden_from_conversation"))
    recipient, channel, name = (
        _word(value) for value in (message.get("recipient"), message.get("channel"), author.get("name"))
    )
    if role in {"assistant", ""} and _is_memory_tool(recipient):
        return Message(sort=Sort.CALL, role=role, text=text)
    if role == "tool" and _is_memory_tool(name):
        return Message(sort=Sort.ANSWER, role=role, text=text)
    if role == "assistant" and not hidden and (document := _document(recipient, text)):
        return Message(sort=Sort.TURN, role=role, text=document, extra=extra)
    if (unseen := _unseen(role, kind, recipient, channel, text, hidden=hidden)) is not None:
        return unseen
    if kind not in _SPOKEN:
        tally.unexplained.note("content", [kind])
    if role not in _TALK:
        tally.unexplained.note("author", [role or "nobody"])
        return _rest(Fate.LOG, "said by neither side of the conversation", role, text)
    return _turn(role, text, [*others, *_attached(metadata, tally)], extra | _model(metadata))


def _is_memory_tool(name: str) -> bool:
    return name == "bio" or name.startswith("bio.")


def _unseen(role: str, kind: str, recipient: str, channel: str, text: str, *, hidden: bool) -> Message | None:
    """What a message is that its person was not shown as a turn; None for a turn."""
    if hidden and not text.strip():
        return _rest(Fate.EMPTY, "a hidden message without words")
    if hidden:
        return _rest(Fate.STRUCTURE, "hidden from the conversation: put there by ChatGPT, not by its person")
    if kind in _THOUGHT or channel == "analysis":
        return _rest(Fate.LOG, "what the model thought before it answered", role, text)
    if role == "tool" or kind in _TOOLS:
        return _rest(Fate.LOG, "the answer of a tool", role, text)
    if role == "assistant" and recipient not in _EVERYBODY:
        return _rest(Fate.LOG, "a call of a tool", role, text)
    if role == "system":
        return _rest(Fate.STRUCTURE if text.strip() else Fate.EMPTY, "a message of the system")
    return None


def _turn(role: str, text: str, others: list[str], extra: Mapping[str, Any]) -> Message:
    clean = without_pointers(text)
    if not clean.strip():
        return _rest(Fate.EMPTY, "a picture, sound or file without words" if others else "a message without words")
    named = [name for name in dict.fromkeys(others) if name]
    return Message(sort=Sort.TURN, role=role, text=clean, extra={**extra, "attachments": named} if named else extra)


def without_pointers(text: str) -> str:
    """Without the addresses by which ChatGPT names its own files; the label of a link stays."""
    if "{{file:" in text:
        text = _TOKEN.sub("", text)
    if ":/" not in text:
        return text
    return _BARE.sub("", _LINKED.sub(lambda link: link["label"], text))


def _rest(fate: Fate, reason: str, role: str = "", text: str = "") -> Message:
    return Message(sort=Sort.REST, role=role, text=text, fate=fate, reason=reason)


def _said(content: Mapping[str, Any], tally: Tally) -> tuple[str, list[str]]:
    """The words of a content, and what it holds beside them."""
    parts = content.get("parts")
    if isinstance(parts, str):
        parts = [parts]
    if not isinstance(parts, list):
        told = next((content[key] for key in ("text", "content") if isinstance(content.get(key), str)), "")
        return told, []
    words: list[str] = []
    others: list[str] = []
    for part in parts:
        if isinstance(part, str):
            words.append(part)
        elif isinstance(part, dict):
            tally.unexplained.look("part", part)
            kind = _word(part.get("content_type"))
            if isinstance(part.get("text"), str):
                words.append(part["text"])
            else:
                others.append(_WITHOUT_WORDS.get(kind, ""))
                if kind not in _WITHOUT_WORDS:
                    tally.unexplained.note("part", [kind])
        elif isinstance(part, int | float) and not isinstance(part, bool):
            words.append(str(part))
    return "\n".join(word for word in words if word.strip()), others


def _attached(metadata: Mapping[str, Any], tally: Tally) -> Iterator[str]:
    """The names of the files that a person put to a message."""
    files = metadata.get("attachments")
    for file in files if isinstance(files, list) else ():
        if isinstance(file, dict):
            tally.unexplained.look("attachment", file)
            name = file.get("name")
            yield name[:200] if isinstance(name, str) else ""


def _model(metadata: Mapping[str, Any]) -> dict[str, Any]:
    slug = metadata.get("model_slug")
    return {"model": slug} if isinstance(slug, str) and slug else {}


def _document(recipient: str, text: str) -> str:
    """The document that a call of the canvas tool writes; its person saw it beside the conversation."""
    if recipient != "canmore.create_textdoc":
        return ""
    try:
        call = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(call, dict) or not isinstance(call.get("content"), str):
        return ""
    name = call.get("name")
    return f"{name}\n\n{call['content']}" if isinstance(name, str) and name else str(call["content"])


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _word(value: object) -> str:
    return value.strip().lower() if isinstance(value, str) else ""

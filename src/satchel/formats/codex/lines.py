"""What one line of a rollout is: a turn that somebody saw, or something that the program wrote down for itself.

Since 2025 a line is an envelope {timestamp, type, payload}; before that the payload stood by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from satchel.formats.contract import Fate


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Something that was said; every visible message comes twice, as an event and as an item for the model."""

    role: str
    text: str
    event: bool
    native: str = ""
    """The item's own id, where it has one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """A line that is no turn."""

    fate: Fate
    reason: str
    text: str = ""
    """For those who ask for logs."""


ENVELOPES = frozenset(
    {
        "session_meta",
        "turn_context",
        "world_state",
        "response_item",
        "event_msg",
        "compacted",
        "inter_agent_communication_metadata",
    }
)
_BARE = frozenset(
    "message reasoning function_call function_call_output function_result local_shell_call custom_tool_call "
    "custom_tool_call_output web_search_call".split()
)
_MACHINE = (
    r"environment_context|user_instructions|user_shell_command|turn_aborted|subagent_notification|skill|permissions|INSTRUCTIONS|"
    r"collaboration_mode|apps_instructions|personality_spec|model_switch|hook_prompt|user_action|goal_context|"
    r"memories?(?:_\w+)?|plugins?(?:_\w+)?|recommended_plugins"
)
_INJECTED = re.compile(rf"\s*(?:<(?:{_MACHINE})\b|# AGENTS\.md instructions for |# Instructions\s+<)")
_REQUEST = re.compile(r"\s*# Context from my IDE setup:.*?^## My request for Codex:\s*", re.DOTALL | re.MULTILINE)
_ITEMS = {
    "reasoning": "hidden reasoning, which nobody was shown",
    "agent_message": "a message between agents",
    "ghost_snapshot": "a snapshot of the files",
    "compaction": "a summary of turns that stand by themselves",
    "compaction_summary": "a summary of turns that stand by themselves",
}
_EVENTS = {
    "agent_reasoning": "hidden reasoning, which nobody was shown",
    "agent_reasoning_raw_content": "hidden reasoning, which nobody was shown",
    "token_count": "figures about the session",
    "task_started": "the start of a turn",
    "task_complete": "the end of a turn",
    "turn_aborted": "a notice that the person interrupted",
    "thread_name_updated": "a title of the conversation",
    "thread_rolled_back": "says that turns were taken back",
    "context_compacted": "a notice that the conversation was shortened",
    "error": "a notice of the program",
}


def look(line: Mapping[str, Any]) -> Said | Aside:
    """Say what a line is. Nothing in it is trusted to be of the kind that it should be."""
    kind = _text(line.get("type"))
    payload = line.get("payload")
    if kind in ENVELOPES:
        if not isinstance(payload, dict):
            return Aside(fate=Fate.REJECTED, reason="its payload is no object")
        return _enveloped(kind, payload)
    if kind in _BARE:
        return _item(line)
    if not kind and line.get("role") in ("user", "assistant"):
        text = _content(line.get("content") if "content" in line else line.get("message"))
        return _said(line["role"], text, event=False, native="")
    if not kind and ("record_type" in line or {"id", "timestamp"} <= line.keys()):
        return Aside(fate=Fate.STRUCTURE, reason="the head of the session")
    if kind and "timestamp" in line:
        return Aside(fate=Fate.LOG, reason="a line of a kind that is not known, without a turn in it")
    return Aside(fate=Fate.REJECTED, reason="no line of a session: it does not say what it is")


def _enveloped(kind: str, payload: Mapping[str, Any]) -> Said | Aside:
    if kind == "response_item":
        return _item(payload)
    if kind == "event_msg":
        return _event(payload)
    if kind == "compacted":
        return Aside(fate=Fate.STRUCTURE, reason="repeats the conversation in short")
    return Aside(fate=Fate.STRUCTURE, reason="the state of the session")


def _event(payload: Mapping[str, Any]) -> Said | Aside:
    kind = _text(payload.get("type"))
    if kind in {"user_message", "agent_message"}:
        message = payload.get("message")
        if not isinstance(message, str):
            return Aside(fate=Fate.REJECTED, reason="its message is no text")
        return _said("user" if kind == "user_message" else "assistant", message, event=True, native="")
    return Aside(fate=Fate.LOG, reason=_EVENTS.get(kind, "a notice of the program"))


def _item(payload: Mapping[str, Any]) -> Said | Aside:
    kind = _text(payload.get("type"))
    if kind != "message":
        reason = _ITEMS.get(kind, "a tool's call or result")
        return Aside(fate=Fate.LOG, reason=reason, text=_content(payload.get("output")) if "output" in kind else "")
    if payload.get("role") not in ("user", "assistant"):
        return Aside(fate=Fate.STRUCTURE, reason="words of the program to the model")
    if not isinstance(payload.get("content"), list | str):
        return Aside(fate=Fate.REJECTED, reason="its message has no content")
    return _said(payload["role"], _content(payload["content"]), event=False, native=_text(payload.get("id")))


def _said(role: str, text: str, *, event: bool, native: str) -> Said | Aside:
    if role == "user":
        if _INJECTED.match(text):
            return Aside(fate=Fate.LOG, reason="words that the program put in", text=text)
        text = _REQUEST.sub("", text, count=1)
    if not text.strip():
        return Aside(fate=Fate.EMPTY, reason="a turn without words")
    return Said(role=role, text=text.strip(), event=event, native=native)


def _content(content: object) -> str:
    """The text in a message's content: a string, or parts of which some are text."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return ""
    parts = [part.get("text") for part in content if isinstance(part, dict)]
    return "\n\n".join(part for part in parts if isinstance(part, str) and part.strip())


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""

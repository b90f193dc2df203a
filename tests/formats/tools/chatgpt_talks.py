"""Conversations as ChatGPT exports them, in few words, for tests."""

from __future__ import annotations

from typing import Any

NOON = 1_760_000_000.0
"""2025-10-09 08:53:20 UTC."""
HOUR, DAY = 3600.0, 86400.0


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {
        "author": {"role": role, "name": more.pop("name", None), "metadata": {}},
        "create_time": more.pop("at", None),
        "update_time": None,
        "content": content,
        "status": "finished_successfully",
        "end_turn": None,
        "weight": 1.0,
        "metadata": more.pop("metadata", {}),
        "recipient": more.pop("recipient", "all"),
        "channel": more.pop("channel", None),
        **more,
    }


def text(*parts: Any, kind: str = "text") -> dict[str, Any]:
    return {"content_type": kind, "parts": list(parts)}


def user(words: str, **more: Any) -> dict[str, Any]:
    return message("user", text(words), **more)


def assistant(words: str, **more: Any) -> dict[str, Any]:
    return message("assistant", text(words), **more)


def bio(words: str, **more: Any) -> dict[str, Any]:
    """A call of the memory tool."""
    return message("assistant", text(words), **{"recipient": "bio", **more})


def done(**more: Any) -> dict[str, Any]:
    return message("tool", text("Model set context updated."), name="bio", **more)


def listed(words: Any, **more: Any) -> dict[str, Any]:
    """ChatGPT's list of what it remembers."""
    content = {"content_type": "model_editable_context", "model_set_context": words, "repository": None}
    return message("assistant", content, **more)


def instructed(profile: str = "", instructions: str = "", **more: Any) -> dict[str, Any]:
    """Custom instructions."""
    hidden = {"is_visually_hidden_from_conversation": True, "is_user_system_message": True}
    content = {"content_type": "user_editable_context", "user_profile": profile, "user_instructions": instructions}
    return message("user", content, metadata=hidden, **more)


def talk(*messages: dict[str, Any], id: str = "c1", at: float | None = NOON, **fields: Any) -> dict[str, Any]:
    """A conversation of one branch; messages without a time come a minute after one another, `at=0` stays unknown."""
    nodes: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    last = "root"
    for number, one in enumerate(messages, start=1):
        name = one.get("id") or f"{id}-m{number}"
        time = one["create_time"]
        if time is None and at is not None:
            time = at + 60.0 * number
        nodes[last]["children"].append(name)
        nodes[name] = {
            "id": name,
            "message": {**one, "id": name, "create_time": time or None},
            "parent": last,
            "children": [],
        }
        last = name
    return {
        "title": f"Talk {id}",
        "create_time": at,
        "update_time": at,
        "mapping": nodes,
        "moderation_results": [],
        "current_node": last,
        "conversation_id": id,
        "is_do_not_remember": False,
        "id": id,
        **fields,
    }


def branch(one: dict[str, Any], after: str, *messages: dict[str, Any], name: str = "left") -> dict[str, Any]:
    """The conversation with another branch after a node; the current one stays current."""
    last = after
    for number, more in enumerate(messages, start=1):
        id = f"{name}-{number}"
        one["mapping"][last]["children"].append(id)
        one["mapping"][id] = {"id": id, "message": {**more, "id": id}, "parent": last, "children": []}
        last = id
    return one

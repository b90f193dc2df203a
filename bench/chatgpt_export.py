"""A made-up ChatGPT data export of any size: conversations as trees, memory writes, hidden instructions, dead branches.

    python -m bench.chatgpt_export 200 FILE.zip      # about 200 MB of conversations.json, zipped
    python -m bench.chatgpt_export 200 FOLDER        # the same, as a folder

Everything in it is drawn from the same made-up texts as the other measurements; the layout is the tool's own.
"""

from __future__ import annotations

import json
import random
import sys
import uuid
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from bench.content import BEGINS, SEED, text

MEMORY_EVERY = 12
"""One turn in so many writes a memory; one in three of these writes holds two."""


def write_export(target: Path, megabytes: int, *, seed: int = SEED) -> dict[str, int]:
    """Write an export whose `conversations.json` has about this many 10⁶ bytes.

    Returns:
        How many conversations, messages and memories there are in it.
    """
    made = {"conversations": 0, "messages": 0, "memories": 0}
    with _place(target, "conversations.json") as out:
        out.write(b"[")
        size = 1
        for conversation in _conversations(random.Random(seed), made):
            raw = (b"," if size > 1 else b"") + json.dumps(conversation, ensure_ascii=False).encode()
            out.write(raw)
            size += len(raw)
            if size >= megabytes * 1_000_000:
                break
        out.write(b"]")
    with _place(target, "user.json") as out:
        out.write(json.dumps({"id": "user-bench", "email": "bench@example.org", "chatgpt_plus_user": True}).encode())
    return made


def _conversations(draw: random.Random, made: dict[str, int]) -> Iterator[dict[str, Any]]:
    at = BEGINS.timestamp()
    while True:
        at = round(at + draw.expovariate(1 / 40_000), 6)
        made["conversations"] += 1
        yield _conversation(draw, at, made)


def _conversation(draw: random.Random, at: float, made: dict[str, int]) -> dict[str, Any]:
    language = "en" if draw.random() < 0.6 else "zh"
    tree = _Tree(draw, at)
    tree.add("system", "", hidden=True)
    for _ in range(1 + int(draw.expovariate(1 / 12))):
        tree.add("user", text(draw, language, "interaction"))
        if draw.random() < 1 / MEMORY_EVERY:
            lines = [text(draw, language, draw.choice(("fact", "preference"))) for _ in range(draw.choice((1, 1, 2)))]
            tree.add("assistant", "\n".join(lines), recipient="bio")
            tree.add("tool", "Model set context updated.", name="bio")
            made["memories"] += len(lines)
        if draw.random() < 0.05:
            tree.branch_off(text(draw, language, "skill"))
        tree.add("assistant", " ".join(text(draw, language, "skill") for _ in range(draw.randint(2, 14))))
    made["messages"] += len(tree.mapping) - 1
    id = str(uuid.UUID(int=draw.getrandbits(128), version=4))
    return {
        "title": text(draw, language, "task")[:60], "create_time": at, "update_time": tree.at, "mapping": tree.mapping,
        "moderation_results": [], "current_node": tree.last, "plugin_ids": None, "conversation_id": id, "id": id,
        "conversation_template_id": None, "gizmo_id": None, "is_archived": draw.random() < 0.1,
        "is_do_not_remember": None, "memory_scope": "global_enabled", "default_model_slug": "gpt-5",
    }  # fmt: skip


class _Tree:
    """The nodes of one conversation."""

    def __init__(self, draw: random.Random, at: float) -> None:
        self._draw, self.at = draw, at
        self.last = self._id()
        self.mapping: dict[str, Any] = {self.last: {"id": self.last, "message": None, "parent": None, "children": []}}

    def add(
        self, role: str, content: str, *, recipient: str = "all", name: str | None = None, hidden: bool = False
    ) -> None:
        """A message after the last one."""
        self.last = self._node(role, content, recipient, name, hidden=hidden)

    def branch_off(self, content: str) -> None:
        """An answer that was thrown away and asked for again."""
        self._node("assistant", content, "all", None, hidden=False)

    def _node(self, role: str, content: str, recipient: str, name: str | None, *, hidden: bool) -> str:
        self.at = round(self.at + self._draw.expovariate(1 / 30), 6)
        id = self._id()
        metadata: dict[str, Any] = {"is_visually_hidden_from_conversation": True} if hidden else {}
        if role == "assistant":
            metadata |= {
                "model_slug": "gpt-5",
                "finish_details": {"type": "stop", "stop_tokens": [200002]},
                "citations": [],
            }
        message: dict[str, Any] = {
            "id": id, "author": {"role": role, "name": name, "metadata": {}}, "create_time": None if hidden else self.at,
            "update_time": None, "content": {"content_type": "text", "parts": [content]},
            "status": "finished_successfully", "end_turn": True if role == "assistant" else None, "weight": 1.0,
            "metadata": metadata, "recipient": recipient, "channel": None,
        }  # fmt: skip
        self.mapping[id] = {"id": id, "message": message, "parent": self.last, "children": []}
        self.mapping[self.last]["children"].append(id)
        return id

    def _id(self) -> str:
        return str(uuid.UUID(int=self._draw.getrandbits(128), version=4))


@contextmanager
def _place(target: Path, name: str) -> Iterator[BinaryIO]:
    if ".zip" not in target.name:
        target.mkdir(parents=True, exist_ok=True)
        with (target / name).open("wb") as out:
            yield out
        return
    mode: Any = "a" if target.exists() else "w"
    with (
        zipfile.ZipFile(target, mode, zipfile.ZIP_DEFLATED) as archive,
        archive.open(name, "w", force_zip64=True) as out,
    ):
        yield out  # type: ignore[misc]  # IO[bytes], which writes as well


if __name__ == "__main__":
    print(json.dumps(write_export(Path(sys.argv[2]), int(sys.argv[1]))))

"""What the values of a kind column stand for: a type of ours, a log, a turn of a conversation, or nothing.

A word counts by its meaning; a bare code by the wording of the rows that carry it. Words that the wording keeps
contradicting lose their say.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from satchel.move.infer.types import type_of_kind, type_scores

CHAT_KINDS = frozenset(
    "say said says talk speak utter reply ask chitchat smalltalk chat message messages conversation conversations dialogue dialog turn utterance user_message assistant_message chat_message msg"
    " 对话 聊天 消息 会话 聊天记录 对话记录 duihua liaotian".split()
)
"""Kinds of rows that are turns of a conversation, not memories of one."""
_CHAT_PARTS = frozenset("chat dialog dialogue conversation utterance chatter".split())
_CLEAR = 1.2
"""A margin of wording from which a row is a witness."""


@dataclass(slots=True)
class Kinds:
    """Value of the kind column → what it stands for."""

    types: dict[str, str] = field(default_factory=dict)
    """Value → a type of ours, `log` or `chat`."""
    trusted: bool = True
    """False when the wording of the rows contradicts the column more often than not."""
    agreement: float | None = None
    """Share of clearly worded rows whose wording agrees with their kind; None when there are too few."""
    shown: dict[str, str] = field(default_factory=dict)
    """Label → what it stands for, for the inspection."""


def learn_kinds(rows: Iterable[tuple[str, str, bool]], labels: Mapping[str, str], said: Mapping[str, str]) -> Kinds:
    """Learn what kinds stand for.

    Args:
        rows: Value, text, and whether the row reads like a log line.
        labels: Value → label, where a lookup table was found.
        said: Value → type, from a mapping file.
    """
    witnesses: dict[str, Counter[str]] = defaultdict(Counter)
    logs: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    heard: set[tuple[str, str]] = set()
    for value, text, log in rows:
        if (value, text) in heard:
            continue  # the same words once more are no second witness
        heard.add((value, text))
        counts[value] += 1
        if log:
            logs[value] += 1
            continue
        scores = type_scores(text)
        if scores.margin >= _CLEAR:
            witnesses[value][scores.best] += 1
    kinds = Kinds()
    agreed = asked = 0
    for value in counts:
        label = labels.get(value, value)
        named = said.get(value) or said.get(label) or _named(label)
        if named in ("preference", "task", "skill", "fact"):
            agreed += witnesses[value][named]
            asked += sum(witnesses[value].values())
        if named == "vague":
            continue
        if named is None and logs[value] < 0.5 * counts[value]:
            named = _by_witnesses(witnesses[value])
        if named is not None:
            kinds.types[value] = named
            kinds.shown[label] = named
    if asked >= 20:
        kinds.agreement = agreed / asked
        kinds.trusted = kinds.agreement >= 0.4
    return kinds


def _named(label: str) -> str | None:
    low = label.strip().lower().replace(" ", "_").replace("-", "_")
    if low in CHAT_KINDS or _CHAT_PARTS.intersection(low.split("_")) or "聊天" in low or "对话" in low:
        return "chat"
    return type_of_kind(label)


def _by_witnesses(seen: Counter[str]) -> str | None:
    total = sum(seen.values())
    if total < 5:
        return None
    best, count = seen.most_common(1)[0]
    return best if count >= 0.65 * total else None

"""What in a file's first lines says that Claude Code wrote it. Looks at heads only and never raises."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from satchel.formats.claude_code.lines import TURNS
from satchel.formats.claude_code.memory_folder import index_lines, is_memory_front_matter, may_be_memory_front_matter
from satchel.formats.documents import HEAD, head_lines, head_text
from satchel.formats.tabular.front_matter import split_front_matter
from satchel.formats.tabular.sources import SourceFile

_FRAME = frozenset(
    "parentUuid isSidechain userType cwd version gitBranch requestId entrypoint isMeta toolUseResult".split()
)
_BESIDE: Mapping[str, frozenset[str]] = {
    "summary": frozenset({"summary", "leafUuid"}),
    "queue-operation": frozenset({"operation", "sessionId"}),
    "file-history-snapshot": frozenset({"messageId", "snapshot"}),
    "permission-mode": frozenset({"permissionMode", "sessionId"}),
    "mode": frozenset({"mode", "sessionId"}),
    "ai-title": frozenset({"aiTitle", "sessionId"}),
    "custom-title": frozenset({"customTitle", "sessionId"}),
    "agent-name": frozenset({"agentName", "sessionId"}),
    "last-prompt": frozenset({"lastPrompt", "sessionId"}),
    "worktree-state": frozenset({"worktreeSession", "sessionId"}),
    "bridge-session": frozenset({"bridgeSessionId", "sessionId"}),
    "frame-link": frozenset({"frameUrl", "sessionId"}),
    "pr-link": frozenset({"prUrl", "sessionId"}),
    "relocated": frozenset({"relocatedCwd", "sessionId"}),
    "attachment": frozenset({"attachment", "sessionId", "uuid"}),
    "progress": frozenset({"data", "sessionId", "uuid"}),
    "system": frozenset({"sessionId", "uuid", "version"}),
}
"""Lines that have no message: type → what stands beside it."""
_CUT = re.compile(r'\{"(?:parentUuid|type|isSidechain|sessionId|uuid)"')
_KEYS = re.compile(r'"(\w+)"\s*:')
_PHRASE = re.compile(r"provides guidance to Claude Code|claude\.ai/code", re.IGNORECASE)
_SETTINGS = frozenset(
    "permissions hooks env statusLine enabledPlugins extraKnownMarketplaces autoMemoryEnabled enableAllProjectMcpServers "
    "enabledMcpjsonServers includeCoAuthoredBy cleanupPeriodDays outputStyle alwaysThinkingEnabled apiKeyHelper "
    "effortLevel skipDangerousModePermissionPrompt".split()
)
_ACCOUNT = frozenset(
    "numStartups hasCompletedOnboarding oauthAccount tipsHistory userID firstStartTime lastOnboardingVersion "
    "autoUpdates customApiKeyResponses cachedGrowthBookFeatures".split()
)


class Head:
    """The first bytes of a file, read once for all questions about it."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file

    @cached_property
    def text(self) -> str:
        return head_text(self.file).replace("\r\n", "\n")

    @cached_property
    def lines(self) -> list[dict[str, Any]]:
        """The objects in its first whole lines."""
        if not self.text.lstrip().startswith("{"):
            return []
        return [line for line in head_lines(self.file) if isinstance(line, dict)]

    @cached_property
    def whole(self) -> dict[str, Any]:
        """The object that the whole file is; empty where it is none."""
        if self.file.size > HEAD or not self.text.lstrip().startswith("{"):
            return {}
        try:
            value = json.loads(self.text)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    @cached_property
    def fields(self) -> dict[str, Any]:
        """Its front matter."""
        return split_front_matter(self.text)[0] if self.text.startswith("---") else {}


def is_session(head: Head) -> bool:
    """Whether a file holds lines of a session: most of what can be read has the frame of one."""
    if head.lines:
        if any(isinstance(line.get("message"), dict) and "parts" in line["message"] for line in head.lines):
            return False  # Qwen Code has taken the frame over; its messages have `parts`
        framed = sum(map(_is_line, head.lines))
        # Newer versions write kinds of lines that are not known here; they too name their session.
        others = sum(
            isinstance(line.get("type"), str) and isinstance(line.get("sessionId"), str) for line in head.lines
        )
        return framed > 0 and max(framed, others) * 2 > len(head.lines)
    # The first line is longer than the head: a picture was pasted. Its frame comes before that.
    return bool(_CUT.match(head.text.lstrip())) and sum(f'"{key}":' in head.text for key in (*_FRAME, "sessionId")) >= 3


def _is_line(line: Mapping[str, Any]) -> bool:
    kind = line.get("type")
    if not isinstance(kind, str):
        return False
    if kind in TURNS:
        return (
            bool(_FRAME & line.keys()) and isinstance(line.get("uuid"), str) and {"sessionId", "message"} <= line.keys()
        )
    beside = _BESIDE.get(kind)
    return beside is not None and beside <= line.keys()


def is_memory(head: Head, *, alone: bool) -> bool:
    """Whether a file is one memory. `alone`: nothing around it speaks for it."""
    return is_memory_front_matter(head.fields) or (not alone and may_be_memory_front_matter(head.fields))


def is_pure_index(text: str) -> bool:
    """Whether a text is nothing but links to other files, and words about itself."""
    lines = list(index_lines(text, ()))
    return bool(lines) and all(points for _, _, points in lines)


def is_prose(head: Head) -> bool:
    """Whether a file can be a text of instructions: no JSON, no bytes of something else."""
    return "\x00" not in head.text[:4096] and not head.text.lstrip().startswith(("{", "[{", "%PDF", "PK\x03"))


def is_guidance(head: Head) -> bool:
    """Whether a text says at its start that it is for Claude Code, as `/init` writes it."""
    start = head.text[:2048].lstrip()
    return start.startswith("#") and bool(_PHRASE.search(start)) and is_prose(head)


def is_settings(head: Head) -> bool:
    """Whether a settings file is Claude Code's."""
    return bool(_SETTINGS & head.whole.keys()) or "claude-code-settings" in str(head.whole.get("$schema", ""))


def is_account(head: Head) -> bool:
    """Whether a file is `~/.claude.json` or the credentials, by its keys, looked for in its head: it may be large."""
    if "claudeAiOauth" in head.whole:
        return True
    return head.text.lstrip().startswith("{") and len(_ACCOUNT & set(_KEYS.findall(head.text))) >= 3


def is_history(head: Head) -> bool:
    """Whether a file is the list of typed prompts."""
    return bool(head.lines) and all({"display", "timestamp", "project"} <= line.keys() for line in head.lines[:5])


def is_agent_description(head: Head) -> bool:
    """Whether a file says what kind a sub-agent was."""
    return isinstance(head.whole.get("agentType"), str)

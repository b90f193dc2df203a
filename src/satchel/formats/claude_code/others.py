"""Files of `~/.claude` that hold no memories: what each is, so that all are accounted for.

They are not read. Only the list of prompts is looked into, for the paths of projects.
"""

from __future__ import annotations

SETTINGS = "settings, which may hold keys; not read"
ACCOUNT = "account data and settings, which may hold keys; not read"
AGENT = "says what kind a sub-agent was"
HISTORY = "the list of typed prompts; sessions hold them as turns"
UNKNOWN = "a file of the program or its extensions"
IMPORTED = "imported by a file of instructions, and no text"

_TOP = {
    "settings.json": SETTINGS,
    "settings.local.json": SETTINGS,
    "remote-settings.json": SETTINGS,
    "policy-limits.json": SETTINGS,
    "keybindings.json": SETTINGS,
    "config.json": SETTINGS,
    "launch.json": SETTINGS,
    ".credentials.json": "credentials; not read",
    "credentials.json": "credentials; not read",
    ".claude.json": ACCOUNT,
    "history.jsonl": HISTORY,
    "stats-cache.json": "figures about use",
    "mcp-needs-auth-cache.json": "a cache of the program",
    "todos": "the assistant's own plan for a session",
    "tasks": "the assistant's own plan for a session",
    "teams": "how agents worked together",
    "plans": "a plan that the assistant wrote for one task",
    "projects": "a file of a session",
    "shell-snapshots": "a copy of the shell's settings, which may hold keys; not read",
    "session-env": "settings of a session, which may hold keys; not read",
    "sessions": "which sessions run",
    "statsig": "the program's telemetry",
    "telemetry": "the program's telemetry",
    "usage-data": "figures about use",
    "debug": "a log of the program",
    "logs": "a log of the program",
    "ide": "a lock of an editor, which may hold a key; not read",
    "local": "the program itself",
    "downloads": "the program itself",
    "plugins": "an installed extension, not the person's own words",
    "skills": "a file that belongs to a skill",
    "commands": "a file that belongs to a command",
    "agents": "a file that belongs to an agent",
    "agent-memory": "a file beside an agent's memory",
    "agent-memory-local": "a file beside an agent's memory",
    "output-styles": "a file beside the styles",
    "rules": "a file beside the rules",
    "hooks": "a script that the program runs",
    "workflows": "a script that the program runs",
    "file-history": "a copy of an edited file",
    "backups": "a copy of the settings, which may hold keys; not read",
    "paste-cache": "pasted text, which the sessions hold",
    "image-cache": "a pasted picture",
    "uploads": "a file that was sent along",
    "cache": "a cache of the program",
    "chrome": "a file of the browser extension",
    "worktrees": "a working copy of a repository",
    "scheduled-tasks": "settings of a repeated task",
    "channels": "settings of a channel, which may hold keys; not read",
    "statusline.sh": "a script that the program runs",
}  # fmt: skip
"""First part of the path below `.claude` → what it is."""


def reason_of(rest: str, *, certain: bool) -> str:
    """What a file below `.claude` is, by its path there.

    Args:
        rest: The path below the folder.
        certain: The folder is called `.claude`; else what is not known in it is left to other readers.
    """
    first = rest.split("/", 1)[0]
    return _TOP.get(first) or (UNKNOWN if certain else "")


def in_project(rest: str) -> str:
    """What a file below `projects/NAME` is that is neither a session nor a memory."""
    if rest.endswith(".meta.json"):
        return AGENT
    if rest == "sessions-index.json":
        return "a list of the sessions"
    if "/tool-results/" in f"/{rest}":
        return "a tool's raw output"
    return "a file of a session"

"""Which file is what: the folder of Codex, and its files lying loose under any name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from satchel.formats.codex.lines import ENVELOPES, Aside, look
from satchel.formats.contract import Fate
from satchel.formats.databases import declared_tables
from satchel.formats.documents import head_lines, head_text
from satchel.formats.tabular.sources import SourceFile

_ROOT = re.compile(r"(?:^|.*[/!])\.codex/")
_BARE = re.compile(r"(?P<base>(?:.*[/!])?)(?:sessions/\d{4}/\d{2}/\d{2}/|archived_sessions/)rollout-[^/!]+\.jsonl")
_ROLLOUT_SUMMARY = re.compile(r"thread_id: \S+\n(?:\w+: .*\n)*rollout_path: ", re.MULTILINE)
_OTHERS = (
    (r"auth\.json|\.credentials\.json", "credentials; not read"),
    (r"config\.toml|.*\.config\.toml|managed_config\.toml|requirements\.toml", "settings, which may hold keys; not read"),
    (r"history\.jsonl", "the list of typed prompts; sessions hold them as turns"),
    (r"session_index\.jsonl", "a list of the sessions"),
    (r"(?:log|logs)/.*|logs?_\d+\.sqlite.*", "a log of the program"),
    (r"\w+_\d+\.sqlite(?:-\w+)?", "the program's list of sessions and jobs"),
    (r"memories/rollout_summaries/.*", "a session in short, from which the memories were made"),
    (r"memories/.*", "a file beside the memories"),
    (r"(?:skills|prompts|plugins|rules|agents)/.*", "a file that belongs to an extension"),
    (r"(?:sessions|archived_sessions)/.*", "a file of a session"),
    (r"shell_snapshots/.*", "a copy of the shell's settings, which may hold keys; not read"),
    (r"(?:cache|tmp|\.tmp|packages|vendor_imports|sqlite|ambient-suggestions|browser)/.*", "a cache of the program"),
    (r"version\.json|models_cache\.json|installation_id|\.personality_migration|internal_storage\.json|update-check\.json", "the state of the program"),
)  # fmt: skip
"""Below `.codex`: a pattern of the path, and what it is. They are never opened."""


class Part(StrEnum):
    """What a file is."""

    ROLLOUT = "rollout"
    HANDBOOK = "handbook"
    SUMMARY = "summary"
    RAW = "raw"
    NOTE = "note"
    """What a person asked to be noted, in `extensions/ad_hoc`."""
    DATABASE = "database"
    """`memories_1.sqlite`: what the handbook is made from."""
    AGENTS = "agents"
    SKILL = "skill"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A file of Codex with its place."""

    file: SourceFile = field(repr=False)
    part: Part
    rest: str = ""
    """Its path below the folder of Codex; its own name where it lies loose."""
    base: str | None = None
    """Of instructions: the directory that they are about; None for the person's own."""
    reason: str = ""


def layout(files: Sequence[SourceFile]) -> list[Placed]:
    """The files of Codex among others, by their heads; the same for its own files alone."""
    roots = {found[0] for file in files if (found := _ROOT.match(file.name))}
    for file in files:
        if _ROOT.match(file.name) is None and (found := _BARE.fullmatch(file.name)) and is_rollout(file):
            roots.add(found["base"])
    ordered = sorted(roots, key=len, reverse=True)
    placed = []
    for file in files:
        root = next((root for root in ordered if file.name.startswith(root)), None)
        place = _in_root(file, root) if root is not None else None
        if (place := place or _loose(file)) is not None:
            placed.append(place)
    return placed


def _in_root(file: SourceFile, root: str) -> Placed | None:
    rest = file.name[len(root) :]
    if re.fullmatch(r"(?:sessions|archived_sessions)/.*\.jsonl", rest):
        return Placed(file=file, part=Part.ROLLOUT, rest=rest)
    if rest in {"AGENTS.md", "AGENTS.override.md"}:
        return Placed(file=file, part=Part.AGENTS, rest=rest)
    if re.fullmatch(r"(?:memories/)?skills/(?!\.system/)[^/]+/SKILL\.md|prompts/[^/]+\.md", rest):
        return Placed(file=file, part=Part.SKILL, rest=rest)
    if rest.startswith("memories/") and rest.endswith(".md"):
        inner = rest.removeprefix("memories/")
        parts = {"MEMORY.md": Part.HANDBOOK, "memory_summary.md": Part.SUMMARY, "raw_memories.md": Part.RAW}
        if inner in parts:
            return Placed(file=file, part=parts[inner], rest=rest)
        if re.fullmatch(r"extensions/ad_hoc/.+\.md", inner) and not inner.endswith("instructions.md"):
            return Placed(file=file, part=Part.NOTE, rest=rest)
    if re.fullmatch(r"memories_\d+\.sqlite", rest):
        return Placed(file=file, part=Part.DATABASE, rest=rest)
    reason = next((reason for pattern, reason in _OTHERS if re.fullmatch(pattern, rest)), "")
    if reason or _ROOT.fullmatch(root):
        return Placed(file=file, part=Part.OTHER, rest=rest, reason=reason or "a file of the program")
    return None


def _loose(file: SourceFile) -> Placed | None:
    """A file by what it holds, and instructions by the name that they have everywhere."""
    at = max(file.name.rfind("/"), file.name.rfind("!")) + 1
    folder, name = file.name[:at], file.name[at:]
    if name in {"AGENTS.md", "AGENTS.override.md"} and "\x00" not in head_text(file, 4096):
        return Placed(file=file, part=Part.AGENTS, rest=name, base=folder)
    if "stage1_outputs" in declared_tables(file) and "raw_memory" in declared_tables(file)["stage1_outputs"]:
        return Placed(file=file, part=Part.DATABASE, rest=name)
    if is_rollout(file):
        return Placed(file=file, part=Part.ROLLOUT, rest=name)
    if file.name.endswith((".md", ".txt", ".markdown")):
        text = head_text(file).replace("\r\n", "\n")
        part = _part_of(text)
        if part is not None:
            return Placed(file=file, part=part, rest=name)
        if _ROLLOUT_SUMMARY.match(text):
            reason = "a session in short, from which the memories were made"
            return Placed(file=file, part=Part.OTHER, rest=name, reason=reason)
    return None


def _part_of(text: str) -> Part | None:
    """Which file of the memories folder a text is; each has a form that the tool demands."""
    if re.match(r"# Raw Memories\n", text) and ("## Thread `" in text or "No raw memories yet." in text):
        return Part.RAW
    if re.search(r"^# Task Group: ", text, re.MULTILINE) and re.search(
        r"^applies_to:|rollout_summary_files", text, re.MULTILINE
    ):
        return Part.HANDBOOK
    if re.match(r"---\nrollout_summary_files:\n", text):
        return Part.HANDBOOK
    if re.match(r"v\d+\s*\n\s*## User Profile\b", text):
        return Part.SUMMARY
    return None


def is_rollout(file: SourceFile) -> bool:
    """Whether a file is a session: it holds an envelope with its payload, and hardly a line is anything else."""
    head = head_text(file, 64 << 10)
    if not head.lstrip().startswith("{"):
        return False
    lines = [line for line in head_lines(file) if isinstance(line, dict)]
    if not lines:
        # The first line holds all instructions and can be longer than the head.
        return bool(re.match(r'\s*\{"timestamp":"[^"]+",(?:"ordinal":\d+,)?"type":"session_meta","payload":\{', head))
    if not any(
        line.get("type") in ENVELOPES and isinstance(line.get("payload"), dict) for line in lines if _typed(line)
    ):
        return _is_flat(lines)
    found = [look(line) for line in lines]
    rejected = sum(isinstance(one, Aside) and one.fate is Fate.REJECTED for one in found)
    return rejected * 2 < len(lines)


def _typed(line: dict[str, object]) -> bool:
    return isinstance(line.get("type"), str)


def _is_flat(lines: Sequence[dict[str, object]]) -> bool:
    """Whether these are lines of the first layout: a head with an id and the instructions, then bare items."""
    head = lines[0]
    if "type" in head or not ({"id", "timestamp"} <= head.keys() and head.keys() & {"instructions", "git"}):
        return False
    return all("record_type" in line or _typed(line) for line in lines[1:])

"""The memories folder, as a model wrote it: a handbook of bullets by groups of tasks, a summary, notes asked for.

`MEMORY.md` is made from `raw_memories.md`, and that from the sessions; only the last of them that is there is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from satchel.formats.guidance.reading import statements
from satchel.formats.guidance.statement import Kind, Statement

_GROUP = re.compile(r"(?:Task Group|Thread)\s*[:：]?\s*`?(.*?)`?", re.IGNORECASE)
_TASK = re.compile(r"Task (\d+)\s*[:：.]?\s*(.*)", re.IGNORECASE)
_CWD = re.compile(r"\bcwd\s*[=:]\s*`?([^;,)`\n]+)")
_UPDATED = re.compile(r"\bupdated_at\s*[=:]\s*([0-9T:.Z+-]+)")
_THREAD = re.compile(r"\bthread_id\s*[=:]\s*`?([\w-]+)")
_NOTE = re.compile(r"\s*\[(?:Task (\d+)|ad-hoc note|[a-z0-9_/. -]+\.md)\](?=\s*(?:\[|$))", re.IGNORECASE)
_HEAD = re.compile(
    r"(?:scope|applies_to|updated_at|cwd|rollout_path|rollout_summary_file|thread_id|git_branch|description|task|task_group|"
    r"task_outcome|keywords|outcome|reuse_rule|rollout context)\s*[:=]",
    re.IGNORECASE,
)
_TYPES = (
    (re.compile(r"user profile|用户画像", re.IGNORECASE), "fact"),
    (re.compile(r"preference|communication|偏好", re.IGNORECASE), "preference"),
    (re.compile(r"failure|did not work|do differently|pitfall|lesson|learnings?|tips|how to|procedure|教训|失败", re.IGNORECASE), "skill"),
    (re.compile(r"reusable knowledge|knowledge|facts?|references?|知识", re.IGNORECASE), "fact"),
)  # fmt: skip
_SOURCES = re.compile(r"rollout_summary_files|keywords|references", re.IGNORECASE)
_INDEX = re.compile(r"what'?s in memory|older memory topics|recent active memory|related skills?", re.IGNORECASE)
_IDLE = re.compile(
    r"(?:raw memories|memory|memory summary|memory handbook|merged stage-1 raw memories.*|no raw memories yet\.?|v1)\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One thing that the handbook says."""

    line: int
    text: str
    """With its group in front; empty for what only organises the handbook."""
    type: str = ""
    """What the section above says; empty where it says nothing."""
    cwd: str = ""
    updated: str = ""
    """When the session was last changed that it was learned in."""
    threads: tuple[str, ...] = ()
    reason: str = ""
    """Why there is no text."""


@dataclass(slots=True)
class _Group:
    """What the lines above have told of a group of tasks."""

    heading: str = ""
    name: str = ""
    """Its heading, else the description of its front matter."""
    cwd: str = ""
    updated: str = ""
    tasks: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Task number → the time and the thread of its session."""


def handbook(text: str) -> Iterator[Note]:
    """The notes of `MEMORY.md`, `memory_summary.md` or `raw_memories.md`, in their order.

    Args:
        text: All of it; a block's front matter between the blocks is taken for what it is.
    """
    group = _Group()
    for statement in _statements(text):
        headings = list(statement.headings)
        named = next((found[1].strip() for title in headings if (found := _GROUP.fullmatch(title))), "")
        if named != group.heading:
            group = _Group(heading=named, name=named)
        if statement.kind is Kind.COMMENT and not named:
            group = _described(statement.text, group)
        task = next((found[1] for title in headings if (found := _TASK.fullmatch(title))), "")
        yield _note(statement, group, task)


def _described(comment: str, group: _Group) -> _Group:
    """The group that a line of front matter belongs to, in the first layout, where no heading names the groups."""
    if "rollout_summary_files:" in comment:
        return _Group()
    if found := re.match(r"<!-- description: (.{1,160}) -->", comment):
        group.name = found[1]
    return group


def _note(statement: Statement, group: _Group, task: str) -> Note:
    last = statement.headings[-1] if statement.headings else ""
    organises = _organises(statement, last)
    if organises:
        _learn(statement.text, group, task)
        return Note(line=statement.line, text="", reason=organises)
    about = [found[1] for found in _NOTE.finditer(statement.text) if found[1]] or ([task] if task else [])
    told = [group.tasks[number] for number in about if number in group.tasks]
    bare = replace(statement, text=_NOTE.sub("", statement.text).strip(), headings=_above(statement.headings, group))
    return Note(
        line=statement.line,
        text=bare.content(),
        type=next((type for words, type in _TYPES for title in statement.headings[::-1] if words.search(title)), ""),
        cwd=group.cwd,
        updated=max((time for time, _ in told), default=group.updated if not group.tasks else ""),
        threads=tuple(dict.fromkeys(thread for _, thread in told if thread)),
    )


def _organises(statement: Statement, last: str) -> str:
    """Why a statement is nothing to remember but a part of how the handbook is kept; empty for one to remember."""
    if statement.kind in {Kind.COMMENT, Kind.IMPORT}:
        return "says what the notes below are about"
    if _SOURCES.fullmatch(last):
        return "says which sessions this was learned in, and under which words it is found"
    if any(_INDEX.search(title) for title in statement.headings) or re.match(
        r"related skills?\b", statement.text, re.IGNORECASE
    ):
        return "an index of what stands elsewhere in the folder"
    if _IDLE.fullmatch(statement.text):
        return "the name of the file"
    if all(_HEAD.match(line.strip("- ")) for line in statement.text.split("\n") if line.strip()):
        return "says what the notes below are about"
    return ""


def _learn(text: str, group: _Group, task: str) -> None:
    """Take the working directory, the time and the session that a line tells."""
    if found := _CWD.search(text):
        group.cwd = group.cwd or found[1].strip()
    time, thread = _UPDATED.search(text), _THREAD.search(text)
    if time:
        group.updated = max(group.updated, time[1])
        if task:
            known = group.tasks.get(task, ("", ""))
            group.tasks[task] = (max(known[0], time[1]), thread[1] if thread else known[1])


def _above(headings: Sequence[str], group: _Group) -> tuple[str, ...]:
    """The headings that say what a note is about: the group and the task, and none that only files it."""
    kept = [group.name] if group.name and not group.heading else []
    for title in headings:
        named, task = _GROUP.fullmatch(title), _TASK.fullmatch(title)
        if named:
            kept += [group.name] if not re.fullmatch(r"[0-9a-f-]{30,}", group.name) else []
        elif task:
            kept += [task[2].strip()] if task[2].strip() else []
        elif not any(words.search(title) for words, _ in _TYPES) and not _IDLE.fullmatch(title):
            kept.append(title)
    return tuple(kept)


def _statements(text: str) -> Iterator[Statement]:
    """The statements of a text in which a block may start with a front matter, which comes as a comment."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end = _front_matter_end(lines, at)
        for number in range(at, end):
            lines[number] = f"<!-- {lines[number].strip(' -')} -->"
        at = max(end, at + 1)
    yield from statements("\n".join(lines))


def _front_matter_end(lines: Sequence[str], at: int) -> int:
    """The line behind a front matter that opens at a line; that line itself where none does."""
    if lines[at].strip() != "---" or at + 1 >= len(lines) or not re.match(r"\s*[\w-]+:", lines[at + 1]):
        return at
    return next((end + 1 for end in range(at + 1, len(lines)) if lines[end].strip() == "---"), at)


def note_time(name: str) -> str:
    """The time in the name of a note, such as `2026-08-07T00-00-00-lazy.md`; empty without one. Codex writes UTC."""
    found = re.match(r"(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})", name)
    return f"{found[1]}T{found[2]}:{found[3]}:{found[4]}Z" if found else ""

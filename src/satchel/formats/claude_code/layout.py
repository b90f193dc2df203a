"""Which file is what: the folders of Claude Code, and its files lying loose under any name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from satchel.formats.claude_code import evidence, others
from satchel.formats.claude_code.evidence import Head
from satchel.formats.claude_code.following import ROOT, Following, joined, parent_of
from satchel.formats.claude_code.memory_folder import linked_files
from satchel.formats.claude_code.place import Level, Part, Placed, split_name
from satchel.formats.tabular.sources import SourceFile

_HOME = re.compile(
    r"(?:projects|todos|shell-snapshots|statsig|file-history|session-env|sessions|debug|ide|paste-cache|telemetry|backups|plugins)/|history\.jsonl$|stats-cache\.json$|\.credentials\.json$"
)
_PROJECT = re.compile(r"(?P<base>(?:.*[/!])?)projects/(?P<folder>[^/!]+)/(?P<rest>.+)")
_MANAGED = re.compile(r"(?:^|.*[/!])(?:ClaudeCode|claude-code)/(?:CLAUDE\.md|managed-\w+.*)", re.IGNORECASE)
_INSTRUCTIONS = ("claude.md", "claude.local.md")


class Layout:
    """The files of Claude Code among others. It looks at heads only, and gives the same for its own files alone."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._files = {file.name: file for file in files}
        self.outside: list[str] = []
        """`file: @path` of imports that lead out of the source, or to no file."""

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """In the order of the files."""
        found: dict[str, Placed] = {}
        for name, file in self._files.items():
            if (place := self._by_place(name, file) or self._by_content(name, file)) is not None:
                found[name] = place
        following = Following(self._files, self._roots, found)
        for place in list(found.values()):
            if place.part is Part.INDEX:
                following.linked(place)
            elif place.part is Part.INSTRUCTIONS:
                following.imported(place)
        self.outside = following.outside
        return tuple(found[name] for name in self._files if name in found)

    @cached_property
    def _roots(self) -> tuple[str, ...]:
        """The `.claude` folders, under whatever name, as prefixes of names; the longest first."""
        roots = {found[0] for name in self._files if (found := ROOT.match(name))}
        for name, file in self._files.items():
            if ROOT.match(name) is None and (base := self._bare_root(name, file)) is not None:
                roots.add(base)
        return tuple(sorted(roots, key=len, reverse=True))

    @cached_property
    def _homes(self) -> frozenset[str]:
        """Those of the roots that are a person's and no project's."""
        return frozenset(root for root in self._roots if self._is_home(root))

    def _bare_root(self, name: str, file: SourceFile) -> str | None:
        """The prefix of a `.claude` folder that goes by another name, told by what lies in it."""
        head, _, last = name.rpartition("/")
        base = f"{head}/" if head else ""
        if "!" in last:
            base, last = name[: name.rindex("!") + 1], last.rpartition("!")[2]
        if (found := _PROJECT.fullmatch(name)) and not self._is_shallow(found["rest"], name):
            return found["base"]
        if last in {"settings.json", "settings.local.json"} and evidence.is_settings(Head(file)):
            return base
        if last == "history.jsonl" and evidence.is_history(Head(file)):
            return base
        return None

    def _is_shallow(self, rest: str, name: str) -> bool:
        """True for something below a folder `projects` that says nothing about it being Claude Code's."""
        head = Head(self._files[name])
        if rest.endswith(".jsonl"):
            return not evidence.is_session(head)
        return not (rest.startswith("memory/") and evidence.is_memory(head, alone=False))

    def _by_place(self, name: str, file: SourceFile) -> Placed | None:
        """A file below a `.claude` folder, or one with a name that only Claude Code uses."""
        root = next((root for root in self._roots if name.startswith(root)), None)
        if root is not None and (place := self._in_root(root, name, file)) is not None:
            return place
        if _MANAGED.fullmatch(name):
            if not name.lower().endswith(".md"):
                return Placed(file=file, part=Part.OTHER, reason=others.SETTINGS)
            return Placed(file=file, part=Part.INSTRUCTIONS, level=Level.MANAGED)
        folder, last = split_name(name)
        if last.lower() in _INSTRUCTIONS and evidence.is_prose(Head(file)):
            level = Level.LOCAL if last.lower() == "claude.local.md" else Level.PROJECT
            if any(folder == parent_of(home) for home in self._homes):
                level = Level.USER
            return Placed(file=file, part=Part.INSTRUCTIONS, level=level, base=folder)
        return None

    def _in_root(self, root: str, name: str, file: SourceFile) -> Placed | None:
        rest = name[len(root) :]
        if (found := _PROJECT.fullmatch(rest)) and found["base"] == "":
            return self._in_project(f"{root}projects/{found['folder']}", found["rest"], file)
        home = root in self._homes
        folder = "" if home else parent_of(root)
        level = Level.USER if home else Level.PROJECT
        if rest.lower() in _INSTRUCTIONS or re.fullmatch(r"rules/.+\.mdc?", rest):
            if rest.lower() == "claude.local.md":
                level = Level.LOCAL
            return Placed(file=file, part=Part.INSTRUCTIONS, level=level, base=folder)
        if found := re.fullmatch(r"(agent-memory(?:-local)?/[^/]+|memory)/(.+\.md)", rest):
            return Placed(file=file, part=_memory_part(found[2]), folder=f"{root}{found[1]}", level=level, base=folder)
        if re.fullmatch(r"skills/(?:.+/)?SKILL\.md|commands/.+\.md|agents/.+\.md", rest):
            return Placed(file=file, part=Part.SKILL, folder=root, level=level, base=folder)
        if re.fullmatch(r"output-styles/.+\.md", rest):
            return Placed(file=file, part=Part.STYLE, folder=root, level=level, base=folder)
        reason = others.reason_of(rest, certain=ROOT.fullmatch(root) is not None)
        return Placed(file=file, part=Part.OTHER, reason=reason) if reason else None

    def _in_project(self, folder: str, rest: str, file: SourceFile) -> Placed:
        if rest.startswith("memory/") and rest.lower().endswith((".md", ".markdown")):
            return Placed(file=file, part=_memory_part(rest.removeprefix("memory/")), folder=folder)
        if rest.endswith(".jsonl"):
            return Placed(file=file, part=Part.SESSION, folder=folder)
        return Placed(file=file, part=Part.OTHER, reason=others.in_project(rest))

    def _is_home(self, root: str) -> bool:
        return ROOT.fullmatch(root) is None or any(
            name.startswith(root) and _HOME.match(name[len(root) :]) is not None for name in self._files
        )

    def _by_content(self, name: str, file: SourceFile) -> Placed | None:
        """A loose file, by what it holds."""
        folder, last = split_name(name)
        head = Head(file)
        if evidence.is_session(head):
            return Placed(file=file, part=Part.SESSION)
        reason = ""
        if evidence.is_agent_description(head) and (last.startswith("agent-") or "/subagents/" in f"/{name}"):
            reason = others.AGENT
        elif evidence.is_account(head):
            reason = others.ACCOUNT
        elif evidence.is_history(head):
            reason = others.HISTORY
        if reason:
            return Placed(file=file, part=Part.OTHER, reason=reason)
        if last.lower() == "memory.md" and self._is_index(folder, head):
            return Placed(file=file, part=Part.INDEX, folder=folder)
        if evidence.is_memory(head, alone=not (head.fields and self._is_backed(folder))):
            return Placed(file=file, part=Part.MEMORY, folder=folder)
        if evidence.is_guidance(head):
            return Placed(file=file, part=Part.INSTRUCTIONS, base=folder)
        return None

    def _is_backed(self, folder: str) -> bool:
        """Whether a folder is one of memories: by its index."""
        index = self._files.get(f"{folder}MEMORY.md")
        return index is not None and self._is_index(folder, Head(index))

    def _is_index(self, folder: str, head: Head) -> bool:
        """Whether a MEMORY.md is Claude Code's: it links to memories beside it, or is nothing but such links."""
        links = linked_files(head.text)
        beside = [self._files[place] for link in links if (place := joined(folder, link)) in self._files]
        if beside:
            return any(evidence.is_memory(Head(other), alone=False) for other in beside)
        return bool(links) and evidence.is_pure_index(head.text)


def _memory_part(rest: str) -> Part:
    return Part.INDEX if rest.lower() == "memory.md" else Part.MEMORY

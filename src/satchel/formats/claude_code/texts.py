"""Memories out of Claude Code's markdown: memory files, their index, instructions, skills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from satchel.formats.claude_code import memory_folder
from satchel.formats.claude_code.place import Level, Part, Placed, split_name
from satchel.formats.claude_code.scopes import Scopes
from satchel.formats.contract import Fate, Reading
from satchel.formats.guidance.instructions import About, Instructions
from satchel.formats.guidance.rows import Rows, text_of
from satchel.formats.making import Maker
from satchel.formats.tabular.front_matter import split_front_matter
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tool import Tally


class Texts:
    """Reads the markdown of one claim; each thing said comes once."""

    def __init__(self, maker: Maker, tally: Tally, scopes: Scopes) -> None:
        self._maker, self._tally, self._scopes = maker, tally, scopes
        self._rows = Rows(maker, tally)
        self._written = Instructions(maker, self._rows)
        self.unlisted: Counter[str] = Counter()
        """Memories that their index does not list, by index."""

    def read(self, place: Placed, *, names: dict[str, str], listed: set[str] | None) -> Iterator[Reading]:
        """Every row of a file with its fate.

        Args:
            place: A memory, an index, instructions, a skill or a style.
            names: Of the files and memories in the same folder, for an index; their lower-case names.
            listed: What the index of a memory's folder links to; None where there is none.
        """
        file = place.file
        try:
            text = text_of(file)
        except OSError as error:
            yield self._rows.left(file, "", Fate.REJECTED, f"cannot be read: {error}")
            return
        if text is None or not text.strip():
            yield self._rows.unread(file, text)
        elif place.part is Part.MEMORY:
            yield self._memory(place, text, listed)
        elif place.part is Part.INDEX:
            yield from self._index(place, text, names)
        elif place.part is Part.INSTRUCTIONS:
            yield from self._instructions(place, text)
        else:
            yield self._skill(place, text)

    def _memory(self, place: Placed, text: str, listed: set[str] | None) -> Reading:
        file = place.file
        stem = _name(file).rsplit(".", 1)[0]
        found = memory_folder.parse(text, stem)
        extra = self._tally.unexplained.look("memory", found.fields)
        if found.type and found.type not in memory_folder.TYPES:
            extra["type"] = found.type
        if found.links:
            extra["links"] = list(found.links)
        extra |= {"name": found.name} | (
            {"description": found.fields["description"]} if found.fields.get("description") else {}
        )
        if listed is not None and _name(file).lower() not in listed:
            extra["listed"] = False
            self.unlisted[place.folder] += 1
        project = self._scopes.project_of_memory(place)
        tags = found.fields.get("tags") or found.fields.get("metadata.tags")
        records = self._rows.make(
            found.content,
            file=file,
            position="",
            native=found.name,
            keys=(f"memory\x1f{project}\x1f{found.name}", f"memory\x1f{project}\x1f{found.name}\x1f{stem}"),
            type=memory_folder.TYPES.get(found.type) or self._project_type(found.type, found.content),
            scope=self._scopes.of_memory(place, found.type),
            created=self._maker.time(found.created),
            updated=self._maker.time(found.updated),
            tags=[found.type] if found.type in memory_folder.TYPES else [],
            more_tags=tags,
            extra=extra,
        )
        reason = "its front matter is broken and was read line by line" if found.problem else ""
        return self._rows.said(file, "", records, reason)

    def _project_type(self, told: str, content: str) -> str:
        judged = self._maker.options.type_of(content)
        return judged if not told or told not in memory_folder.TYPES or judged == "task" else "fact"

    def _index(self, place: Placed, text: str, names: dict[str, str]) -> Iterator[Reading]:
        """Lines of an index point to memories; what else is written there is a memory of its own."""
        nothing = True
        for line, said, points in memory_folder.index_lines(text, list(names)):
            nothing = False
            if points:
                yield self._rows.left(place.file, f"line {line}", Fate.STRUCTURE, "the index of the memories beside it")
                continue
            records = self._rows.make(
                said,
                file=place.file,
                position=f"line {line}",
                type=self._maker.options.type_of(said),
                scope=self._scopes.of_memory(place, ""),
            )
            yield self._rows.said(place.file, f"line {line}", records)
        if nothing:
            yield self._rows.left(place.file, "", Fate.STRUCTURE, "the index of the memories beside it")

    def _instructions(self, place: Placed, text: str) -> Iterator[Reading]:
        fields, taken, _ = split_front_matter(text)
        if fields:
            self._tally.unexplained.look("rule", fields)
        extra = {"level": place.level.value} | ({"imported_by": place.via} if place.via else {})
        about = About(
            scope=self._scopes.of_instructions(place),
            within=tuple(part for part in (self._scopes.within(place), _paths(fields)) if part),
            tags=() if place.level is Level.PROJECT else (place.level.value,),
            extra=extra,
            named_by_tool=_name(place.file).lower() in {"claude.md", "claude.local.md"},
            rules="rules/" in place.file.name,
        )
        body = "\n".join(text.split("\n")[taken:])
        yield from self._written.read(place.file, body, about, first_line=taken + 1)

    def _skill(self, place: Placed, text: str) -> Reading:
        fields, taken, _ = split_front_matter(text)
        self._tally.unexplained.look("skill", fields)
        path = place.file.name[len(place.folder) :]
        style = place.part is Part.STYLE
        about = About(
            scope=self._scopes.of_instructions(place),
            tags=("output style" if style else _skill_tag(path),),
            extra={key: value for key, value in fields.items() if key in {"name", "description"}},
        )
        body = "\n".join(text.split("\n")[taken:])
        type = "preference" if style else "skill"
        return self._written.skill(place.file, body, about, path=path, fields=fields, type=type)


def _name(file: SourceFile) -> str:
    return split_name(file.name)[1]


def _paths(fields: dict[str, Any]) -> str:
    """The files that a rule is for."""
    told = fields.get("paths", fields.get("globs"))
    return ", ".join(item for item in told if isinstance(item, str)) if isinstance(told, list) else str(told or "")


def _skill_tag(path: str) -> str:
    return {"commands": "command", "agents": "sub-agent"}.get(path.split("/", 1)[0], "skill")

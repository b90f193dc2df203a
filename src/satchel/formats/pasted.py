"""Memories that a person copied as text: from an assistant's settings page, or as its answer to "write out what you know".

Numbers, bullets, dates or bare lines; sections; a fence with words around it; the running text that Claude shows. There
is nothing in such a file but its wording, so this reader is asked last and claims a source only when all that is left
of it reads like that. A text among the tables of an old agent stays with them: the generic rescue takes the same lines
apart the same way, and finds copies across tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from satchel.formats.contract import Fate, Reading, ReadOptions
from satchel.formats.entries import ABOUT_ITSELF, AROUND, CODE, SETTING, Entry, entries, type_of_entry
from satchel.formats.entry_dates import lone_date
from satchel.formats.fields import Shape
from satchel.formats.making import Maker, Place
from satchel.formats.sections import says_nothing, tag_of, type_of_section
from satchel.formats.tabular import magic
from satchel.formats.tabular.sources import SourceFile
from satchel.formats.tabular.text_blocks import is_table_rule
from satchel.formats.tabular.text_kind import text_kind
from satchel.formats.tabular.text_marks import is_listed
from satchel.formats.tabular.text_rows import held_lines
from satchel.formats.tabular.textual import encoding_of, whole
from satchel.formats.tool import Checked, Claim, Tally, ToolReader
from satchel.formats.unwanted import REASON, is_unwanted
from satchel.instant import ColumnTimes, Instant
from satchel.text.clean import tidy
from satchel.text.decode import is_binary
from satchel.text.page_words import is_property
from satchel_protocol.record import Record

LARGEST = 2 << 20
"""Bytes. Nobody copies more than that off a page."""
_MOST_FILES = 24
_TOO_LONG = 700
"""Characters in an average entry from which a text is a document."""
_OF_PERSON = re.compile(
    r"(?:the )?user(?:'s|’s)?\b|(?:you|your|you're|you’re|name|i|i'm|i’m|my)\b|(?:用户|你|您|我|该用户|使用者|喜欢|不喜欢|讨厌|住在|从事|偏好|习惯|正在|目前|计划|打算|希望|养了?|会说|擅长|名叫"
    r"|毕业于|曾在|现居|对.{1,8}过敏|不吃|爱|有[一二两三四五])"
    r"|(?:is|has|was|had|lives|works|prefers|likes|loves|wants|uses|enjoys|owns|speaks|plays|studies|studied|dislikes|hates|needs|runs|leads|manages|plans|is"
    r"|asks?|values|tends|works|writes|builds|building|learning|started|moved|bought|adopted|graduated|interested|born|married|allergic|considering|planning"
    r"|working|training|currently|recently|previously|does|doesn't|doesn’t|never|always|seems|appears|attends|teaches|goes by|called|named)\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"\d{1,2}[:：]\d{2}")
_MACHINE = re.compile(
    r"\b(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL)\b|\b\w+=\S|^\s*[{<]|^\S+\(\)|^(?:import|from|def|class|function|const|let|var|return) \w"
)
_SPEAKER = re.compile(
    r"(?:\*\*)?(?P<name>user|human|me|you|assistant|ai|bot|chatgpt|claude|gemini|copilot|system|我|用户|助手|客服|机器人)(?:\*\*)?\s?[:：]",
    re.IGNORECASE,
)
_ASSISTANTS = frozenset("assistant ai bot chatgpt claude gemini copilot 助手 客服 机器人".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Signs:
    """What says that a text is memories of a person."""

    layout: str
    evidence: tuple[str, ...]


class PastedReader(ToolReader):
    """Reads lists and prose that somebody pasted into a file."""

    tool: ClassVar[str] = "pasted"
    title: ClassVar[str] = "Pasted memories"
    reads: ClassVar[str] = (
        "a text copied from an assistant's memory page, or its answer to a request to write out what it knows"
    )
    obtain: ClassVar[str] = (
        "copy the list in the assistant's settings, or ask it to write out everything it has stored about you, and save that as a text file"
    )
    checked: ClassVar[Checked] = Checked.SAMPLES
    shapes: ClassVar[dict[str, Shape]] = {}
    last: ClassVar[bool] = True
    shows_deletes = True

    def claim(self, files: Sequence[SourceFile]) -> Iterable[Claim]:
        texts = [file for file in files if file.size and not _is_picture(file)]
        if not 0 < len(texts) <= _MOST_FILES:
            return
        layouts, evidence = dict[str, None](), list[str]()
        for file in texts:
            signs = _signs_of(file)
            if signs is None:
                return
            layouts[signs.layout] = None
            evidence += [sign for sign in signs.evidence if sign not in evidence]
        yield Claim(
            tool=self.tool,
            layout=" and ".join(layouts),
            files=tuple(file for file in files if file in texts or not file.size),
            confidence=0.6,
            evidence=tuple(evidence),
        )

    def read(self, claim: Claim, options: ReadOptions, tally: Tally) -> Iterator[Reading]:
        maker = Maker(self.tool, self.version, options)
        texts = [(file, *_entries_of(file)) for file in claim.files]
        times = _times([entry for _, found, _ in texts for entry in found], options)
        if times.tally.counts["assumed"]:
            tally.notes.append("times without a zone were read as UTC; name their zone with --timezone")
        made = _Made(maker, times, options)
        made.look(entry for _, found, _ in texts for entry in found)
        total = sum(file.size for file, _, _ in texts)
        done = 0
        for file, found, fault in texts:
            readings = [made.reading(file.name, entry) for entry in found]
            if fault or not readings:
                reason = fault or "an empty file"
                fate = Fate.REJECTED if fault else Fate.EMPTY
                readings.append(Reading(source=file.name, table="", position="the file", fate=fate, reason=reason))
            for reading in readings:
                tally.seen[file.name] += 1
                yield reading
            done += file.size
            if options.progress is not None:
                options.progress(done, total)


class _Made:
    """Makes each memory once, where it stands first, with the best that its copies know: earliest date, known section."""

    def __init__(self, maker: Maker, times: ColumnTimes, options: ReadOptions) -> None:
        self._maker, self._times, self._options = maker, times, options
        self._dates: dict[str, Instant] = {}
        self._filed: dict[str, Entry] = {}
        """The first copy of each memory that stands in a section which says its type."""
        self._first: dict[str, str] = {}

    def look(self, found: Iterable[Entry]) -> None:
        for entry in found:
            if entry.beside or entry.problem or is_unwanted("", headings=entry.headings):
                continue
            key = self._key(entry)
            if type_of_section(entry.headings):
                self._filed.setdefault(key, entry)
            if entry.label:
                created, known = self._times.read(entry.label), self._dates.get(key)
                if known is None or (created.at is not None and (known.at is None or created.at < known.at)):
                    self._dates[key] = created

    def reading(self, source: str, entry: Entry) -> Reading:
        fate, reason, records, raw = Fate.MEMORY, "", tuple[Record, ...](), None
        if not entry.problem and not entry.beside and is_unwanted(source, headings=entry.headings):
            return self._unwanted(source, entry)
        if entry.problem:
            fate, reason, raw = Fate.REJECTED, entry.problem, entry.text
        elif entry.beside:
            fate, reason = Fate.STRUCTURE, entry.beside
        else:
            key = self._key(entry)
            here = Place(source=source, position=entry.position)
            records = self._records(entry, here, key) if key not in self._first else ()
            if key in self._first:
                fate, reason = Fate.DUPLICATE, f"the same memory as {self._first[key]}"
            elif not records:
                fate, reason = Fate.EMPTY, "no words"
            else:
                self._first[key] = str(here)
        return Reading(
            source=source, table="", position=entry.position, fate=fate, reason=reason, records=records, raw=raw
        )

    def _unwanted(self, source: str, entry: Entry) -> Reading:
        tombstone = self._maker.tombstone(self._key(entry))
        return Reading(
            source=source,
            table="",
            position=entry.position,
            fate=Fate.STRUCTURE,
            reason=REASON,
            tombstones=(tombstone,),
            said=(tidy(entry.text),),
        )

    def _records(self, entry: Entry, here: Place, key: str) -> tuple[Record, ...]:
        filed = self._filed.get(key, entry)
        written = entry.written if entry.written not in entry.text else ""
        extra = {"evidence": entry.evidence, "written": written, "from": entry.told_by}
        return self._maker.memory(
            entry.text,
            at=here,
            type=type_of_entry(filed, self._options),
            created=self._dates.get(key),
            tags=tag_of(filed.headings),
            extra={name: value for name, value in extra.items() if value},
        )

    def _key(self, entry: Entry) -> str:
        return self._maker.id("", tidy(entry.text))


def _times(found: Sequence[Entry], options: ReadOptions) -> ColumnTimes:
    zone = options.timezone if options.timezone not in (None, "", "UTC") else None
    return ColumnTimes([entry.label for entry in found if entry.label], now=options.clock(), zone=zone)


def _entries_of(file: SourceFile) -> tuple[list[Entry], str]:
    """The entries of a file, and what kept it from being read to its end."""
    try:
        lines, fault = held_lines(file, encoding_of(file))
    except OSError as error:
        return [], f"cannot be read ({error})"
    return entries(lines), fault


# Claiming -------------------------------------------------------------------------------------------------------------


def _is_picture(file: SourceFile) -> bool:
    """Whether a file is a picture, a sound or the like, which holds no rows whoever reads it."""
    try:
        head = file.head(magic.HEAD_BYTES)
    except OSError:
        return False
    return bool(magic.opaque(head, head[-64:] if file.size <= len(head) else file.tail(64), file.size))


def _signs_of(file: SourceFile) -> _Signs | None:
    """What says that a file holds memories of a person as text; None when it may hold something else."""
    if file.size > LARGEST:
        return None
    try:
        head = file.head(LARGEST)
        if is_binary(head[:8192]):
            return None
        text = whole(file, encoding_of(file), LARGEST)
    except OSError:
        return None
    written = [line for line in text.splitlines() if line.strip()]
    kind = text_kind(text[:65536], file.name, truncated=len(text) > 65536)
    # Sentences have commas too: a list that was taken for a table by them is one all the same.
    by_commas = kind.dialect is not None and kind.dialect.delimiter == "," and not kind.dialect.heading
    if kind.name not in {"text", "markdown"} and not (
        by_commas and sum(map(is_listed, written)) * 3 >= len(written) * 2
    ):
        return None
    if text.startswith("---\n") or any(map(is_table_rule, written)) or _is_talk(written):
        return None
    return _weigh(_entries_of(file)[0])


def _weigh(found: Sequence[Entry]) -> _Signs | None:
    memories = [entry for entry in found if not entry.beside and not entry.problem]
    count = len(memories)
    if not count or any(map(_is_of_a_document, found)) or sum(is_property(entry.text) for entry in memories) > 1:
        return None
    timed = sum(bool(_CLOCK.search(entry.label)) for entry in memories)
    machine = sum(bool(_MACHINE.search(entry.text)) for entry in memories)
    length = sum(len(entry.text) for entry in memories) / count
    if timed * 3 > count or machine * 5 > count or length > _TOO_LONG:
        return None
    told = sum(entry.part > 0 for entry in memories)
    person = sum(bool(_OF_PERSON.match(entry.text)) or entry.text != entry.written for entry in memories) / count
    dated = sum(bool(entry.label) and not any(map(lone_date, entry.headings)) for entry in memories) / count
    filed = sum(type_of_section(entry.headings) is not None for entry in memories) / count
    framed = any(entry.beside == AROUND for entry in found) or any(
        says_nothing(heading) and not lone_date(heading) for entry in memories for heading in entry.headings
    )
    enough = person >= 0.5 or (dated >= 0.5 and count > 1) or (filed >= 0.6 and max(person, dated) >= 0.2)
    if not enough and not (framed and person + dated + filed >= 0.3):
        return None
    shares = ((person, "speak of a person"), (dated, "carry a date"), (filed, "stand in known sections"))
    evidence = [f"{round(share * count)} of {count} entries {what}" for share, what in shares if share >= 0.2]
    return _Signs(
        layout="running text" if told * 2 > count else "dated list" if dated >= 0.5 else "list",
        evidence=(*evidence, *(["an assistant's words around them"] if framed else [])),
    )


def _is_of_a_document(entry: Entry) -> bool:
    """Whether an entry is what lists of memories do not have: a box to tick, code, a setting, a file's word about itself."""
    return entry.checked is not None or entry.beside in {ABOUT_ITSELF, SETTING} or entry.beside.startswith(CODE)


def _is_talk(written: Sequence[str]) -> bool:
    """Whether a text is a conversation: both sides are named in front of lines."""
    names = [match["name"].lower() for line in written if (match := _SPEAKER.match(line.strip()))]
    return len(names) > 1 and bool(_ASSISTANTS.intersection(names)) and not _ASSISTANTS.issuperset(names)

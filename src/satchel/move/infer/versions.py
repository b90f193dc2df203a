"""Tables that keep every version of a memory, or every change to one: only the last one counts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from satchel.move.infer.event_words import ADDS, DELETES, UPDATES, change_of
from satchel.move.infer.names import words_of
from satchel.move.infer.profile import Profile, as_key, is_empty

_EVENT_NAMES = frozenset(
    "event op operation action change change_type event_type event_name event_kind eventtype act verb type kind op_type optype action_type"
    " name topic message_type 操作 动作 变更类型 事件 操作类型 动作类型 变更 事件类型 事件名 caozuo shijian_leixing".split()
)
_STRICT = (("event",), ("op",), ("operation",), ("action",))
"""Names of columns that hold changes even where so far all of them are additions."""
_VERSION_NAMES = frozenset("version ver rev revision v vno version_no ver_no seq_no generation 版本 版本号".split())
_TARGET_WORDS = (
    "memory_id",
    "mem_id",
    "memory_key",
    "mem_key",
    "item_id",
    "fact_id",
    "note_id",
    "record_id",
    "entity_id",
    "key",
    "mid",
    "target_id",
    "stream",
    "stream_id",
    "stream_name",
    "aggregate",
    "aggregate_id",
    "agg_id",
    "root_id",
    "object_id",
    "subject_id",
    "doc_id",
    "document_id",
    "entity",
    "subject",
    "对象",
    "对象编号",
    "记忆id",
    "ref_id",
    "uuid",
    "id",
    "记忆编号",
    "编号",
)


@dataclass(slots=True)
class Versions:
    """Which rows of a table are the last word about what they describe."""

    target: str
    """Column that says which memory a row is a version of."""
    event: str | None = None
    number: str | None = None
    """Column of version numbers; else the order of the rows counts."""
    last: dict[str, tuple[float, int]] = field(default_factory=dict)
    """Target → version (else ordinal) and ordinal of its last row."""
    gone: set[str] = field(default_factory=set)
    """Targets whose last change is a deletion."""
    born: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Target → what its first change says of its time; of journals of changes."""

    def takes_part(self, values: Mapping[str, Any]) -> bool:
        """Whether a row is a version or a change of something, rather than another event of the same journal."""
        if is_empty(values.get(self.target)):
            return False
        return self.event is None or bool(change_of(as_key(values.get(self.event)))[0])

    def is_last(self, values: Mapping[str, Any], ordinal: int) -> bool:
        """Whether a row is the last version of its memory, or of none."""
        target = values.get(self.target)
        if not self.takes_part(values):
            return True
        return is_empty(target) or self.last.get(as_key(target), (0.0, ordinal))[1] == ordinal

    def is_gone(self, values: Mapping[str, Any]) -> bool:
        """Whether what a row describes was deleted in the end."""
        return self.takes_part(values) and as_key(values.get(self.target)) in self.gone


def find_versions(profiles: Mapping[str, Profile]) -> Versions | None:
    """The columns of a table of versions or changes; None for a table of states."""
    event = next(
        (
            c
            for c, p in profiles.items()
            if "_".join(words_of(c.rsplit(".", 1)[-1])) in _EVENT_NAMES
            and _are_events(p, strict=words_of(c)[-1:] in _STRICT)
        ),
        None,
    )
    number = next(
        (
            c
            for c, p in profiles.items()
            if "_".join(words_of(c)) in _VERSION_NAMES and p.numbers + p.digits >= 0.9 * max(1, p.filled)
        ),
        None,
    )
    if event is None and (number is None or profiles[number].distinct < 2):
        return None
    ranked = [(name, c) for name in _TARGET_WORDS for c in profiles if c not in (event, number) and _is_called(c, name)]
    for _, column in ranked:
        p = profiles[column]
        repeated = p.filled and p.distinct < p.filled
        if (
            p.filled >= 0.9 * p.rows
            and not p.share(p.phrases) > 0.2
            and (repeated or (event is not None and column != "id"))
        ):
            return Versions(target=column, event=event, number=number)
    return None


def _is_called(column: str, name: str) -> bool:
    words = "_".join(words_of(column))
    return words == name or words.endswith("_" + name) or column == name


def _are_events(profile: Profile, *, strict: bool) -> bool:
    values = {value.strip().lower() for value in profile.counter}
    if values and values <= ADDS | UPDATES | DELETES:
        return strict or bool(values & (UPDATES | DELETES))
    if profile.overflow or not profile.filled:
        return False
    # Names of events, among which those of other things may stand: sessions opened, tokens charged.
    changes: dict[str, set[str]] = defaultdict(set)
    for value in profile.counter:
        change, what = change_of(value)
        if change:
            changes[what].add(change)
    return any("add" in seen and len(seen) > 1 for seen in changes.values())


def replay(
    versions: Versions, rows: Iterable[Mapping[str, Any]], *, worded: Sequence[str] = (), times: Sequence[str] = ()
) -> None:
    """Read all rows, in order, to know the last one of each memory.

    Args:
        versions: Filled by this.
        rows: Flattened.
        worded: Columns of which one is filled where a change gives a wording; any change counts when there are none.
        times: Columns that say when a change was made.
    """
    for ordinal, values in enumerate(rows):
        target = values.get(versions.target)
        if not versions.takes_part(values):
            continue
        key, place = as_key(target), float(ordinal)
        if versions.event is not None and key not in versions.born:
            versions.born[key] = {column: values.get(column) for column in times}
        if versions.number is not None:
            try:
                place = float(as_key(values.get(versions.number)))
            except ValueError:
                place = float(ordinal)
        if key in versions.last and place < versions.last[key][0]:
            continue
        change = change_of(as_key(values.get(versions.event)))[0] if versions.event is not None else ""
        if change == "update" and key in versions.last and worded and all(is_empty(values.get(c)) for c in worded):
            continue  # something beside the wording was changed
        versions.last[key] = (place, ordinal)
        (versions.gone.add if change == "delete" else versions.gone.discard)(key)

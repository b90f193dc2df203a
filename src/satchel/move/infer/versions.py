"""Tables that keep every version of a memory, or every change to one: only the last one counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from satchel.move.infer.names import words_of
from satchel.move.infer.profile import Profile, as_key, is_empty

_ADDS = frozenset("add added insert inserted create created new put upsert set noop none 新增 添加 创建 插入".split())
_UPDATES = frozenset(
    "update updated edit edited modify modified change changed replace replaced merge merged 更新 修改 变更 替换".split()
)
_DELETES = frozenset("delete deleted remove removed del forget forgot drop erase purge 删除 移除 遗忘".split())
_EVENT_NAMES = frozenset(
    "event op operation action change change_type event_type act verb type kind 操作 动作 变更类型 事件".split()
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

    def is_last(self, values: Mapping[str, Any], ordinal: int) -> bool:
        """Whether a row is the last version of its memory, or of none."""
        target = values.get(self.target)
        return is_empty(target) or self.last.get(as_key(target), (0.0, ordinal))[1] == ordinal

    def is_gone(self, values: Mapping[str, Any]) -> bool:
        """Whether what a row describes was deleted in the end."""
        return as_key(values.get(self.target)) in self.gone


def find_versions(profiles: Mapping[str, Profile]) -> Versions | None:
    """The columns of a table of versions or changes; None for a table of states."""
    event = next(
        (
            c
            for c, p in profiles.items()
            if "_".join(words_of(c)) in _EVENT_NAMES and _are_events(p, strict=words_of(c)[-1:] in _STRICT)
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
    known = _ADDS | _UPDATES | _DELETES
    return bool(values) and values <= known and (strict or bool(values & (_UPDATES | _DELETES)))


def replay(versions: Versions, rows: Iterable[Mapping[str, Any]]) -> None:
    """Read all rows, in order, to know the last one of each memory."""
    for ordinal, values in enumerate(rows):
        target = values.get(versions.target)
        if is_empty(target):
            continue
        key, place = as_key(target), float(ordinal)
        if versions.number is not None:
            try:
                place = float(as_key(values.get(versions.number)))
            except ValueError:
                place = float(ordinal)
        if key in versions.last and place < versions.last[key][0]:
            continue
        versions.last[key] = (place, ordinal)
        event = as_key(values.get(versions.event)).lower() if versions.event is not None else ""
        (versions.gone.add if event in _DELETES else versions.gone.discard)(key)

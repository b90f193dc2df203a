"""Which record is which memory of the truth: one to one, by text alone."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import unquote

from .reading import Line
from .text import squeeze

TOLERANCE_S = 1.0
"""A time is right within this much: tools that cut fractions off are not wrong."""


def strings(line: Line, key: str) -> list[str]:
    """The list of strings under `key`, empty when there is none."""
    value = line.get(key)
    return [str(item) for item in value] if isinstance(value, list) else []


def match(memories: Sequence[Line], records: Sequence[Line]) -> dict[int, int]:
    """Pair memories with records: position of the memory → position of the record.

    First by equal squeezed text; where several share it (two users told the same), the pair that agrees best in scope, time
    and type goes first. Then records that hold the text plus what stood beside it (title, heading), and for rows of many
    columns records that hold every required value, the most demanding rows first; among several such records the one that
    agrees best wins, then the one with most of the other values, then the shortest.
    """
    pairs: dict[int, int] = {}
    squeezed = [squeeze(str(record["content"])) for record in records]
    by_text: dict[str, list[int]] = defaultdict(list)
    for position, text in enumerate(squeezed):
        by_text[text].append(position)
    free = set(range(len(records)))
    rivals: dict[str, list[int]] = defaultdict(list)
    for position, memory in enumerate(memories):
        if not strings(memory, "fragments"):
            rivals[squeeze(str(memory["text"]))].append(position)
    for text, positions in rivals.items():
        options = [(agreement(memories[m], records[r]), m, r) for m in positions for r in by_text.get(text, ())]
        for _, m, r in sorted(options, key=lambda option: (-option[0], option[1], option[2])):
            if m not in pairs and r in free:
                pairs[m] = r
                free.discard(r)
    left = sorted(free, key=lambda position: len(squeezed[position]))
    for position in sorted(range(len(memories)), key=lambda position: (-_demand(memories[position]), position)):
        if position not in pairs:
            found = _holding(memories[position], records, left, squeezed)
            if found is not None:
                pairs[position] = found
                left.remove(found)
    return pairs


def _demand(memory: Line) -> int:
    return sum(len(fragment) for fragment in strings(memory, "fragments")) or len(str(memory["text"]))


def _holding(memory: Line, records: Sequence[Line], left: Sequence[int], squeezed: Sequence[str]) -> int | None:
    whole = squeeze(str(memory["text"]))
    fragments = [squeeze(fragment) for fragment in strings(memory, "fragments")]
    if fragments:
        longest = 2 * len(whole) + 80
    else:
        fragments = [whole]
        longest = len(whole) + sum(len(squeeze(extra)) for extra in strings(memory, "extra")) + 12 + len(whole) // 4
    fits = [r for r in left if len(squeezed[r]) <= longest and all(fragment in squeezed[r] for fragment in fragments)]
    parts = [squeeze(part) for part in str(memory["text"]).split(" | ")]
    return max(
        fits, key=lambda r: (agreement(memory, records[r]), sum(part in squeezed[r] for part in parts)), default=None
    )


def answers(memory: Line, record: Line) -> bool:
    """Whether `record` holds the text of `memory`."""
    return bool(match([memory], [record]))


def agreement(memory: Line, record: Line) -> int:
    """How many of scope, time and type agree."""
    return right_scope(memory, record) * 4 + right_time(memory, record) * 2 + right_type(memory, record)


def right_type(memory: Line, record: Line) -> bool:
    """The record has one of the defensible types."""
    return record.get("type") in strings(memory, "types")


def right_scope(memory: Line, record: Line) -> bool:
    """The record has one of the right scopes; percent-encoding and case make no difference."""
    scope = unquote(str(record.get("scope", ""))).casefold()
    return scope in [right.casefold() for right in strings(memory, "scopes")]


def right_time(memory: Line, record: Line) -> bool:
    """The record has one of the right times within TOLERANCE_S, or none where none is known."""
    found = record.get("created_at")
    readings = memory["times"]
    assert isinstance(readings, list)
    if found is None:
        return any(reading["at"] is None for reading in readings)
    try:
        moment = datetime.fromisoformat(str(found))
    except ValueError:
        return False
    if moment.tzinfo is None:
        return False
    known = [datetime.fromisoformat(reading["at"]) for reading in readings if reading["at"]]
    return any(abs((moment.astimezone(UTC) - at).total_seconds()) <= TOLERANCE_S for at in known)

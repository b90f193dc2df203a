"""A zone that a setting names: in a table of settings beside the times, or in a configuration file of the folder.

Rows and files that name a zone themselves know better, and so does a person who names one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from satchel.formats.tabular.rows import Shape
from satchel.instant import resolve_zone
from satchel.move.infer.keyvalue import table_leaning
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.role import TIMES, Role
from satchel_protocol.errors import InvalidTimeError

_NAMES = frozenset(
    "timezone time_zone tz tzname tz_name zone_name zone user_timezone default_timezone local_timezone server_timezone system_timezone"
    " app_timezone timezone_name timezone_id tzid local_tz default_tz server_tz shiqu utc_offset tz_offset zeitzone fuseau zona_horaria 时区".split()
)
_LINE = re.compile(
    r"^\s*(?:export\s+|set\s+)?[\"']?([\w.\- \u4e00-\u9fff]{1,40}?)[\"']?\s*[=:：]\s*[\"']?([^\"'#;]{1,40}?)[\"']?\s*[,;]?\s*(?:[#;].*)?$"
)
_MOST_SETTINGS = 400


@dataclass(frozen=True, slots=True)
class ToldZone:
    """A zone and where it stands."""

    zone: str
    where: str


@lru_cache(maxsize=4096)
def names_zone(name: str) -> bool:
    """Whether a field or a setting by this name holds a zone."""
    called = re.split(r"[.:/]", name)[-1].lstrip("^")
    return "_".join(words_of(called)) in _NAMES or "时区" in called


@lru_cache(maxsize=4096)
def is_zone(value: str) -> bool:
    """Whether a text is the name of a zone or an offset."""
    try:
        resolve_zone(value)
    except InvalidTimeError:
        return False
    return True


def is_zone_setting(key: str, value: object) -> bool:
    """Whether a key and its value set the zone of something."""
    return isinstance(value, str) and names_zone(key) and is_zone(value.strip())


def is_zone_line(text: str) -> bool:
    """Whether a line of text is nothing but such a setting."""
    found = _LINE.match(text)
    return found is not None and is_zone_setting(found[1], found[2])


def told_zones(plans: Sequence[Plan]) -> dict[str, ToldZone]:
    """Source → the zone of its naive times by a setting in it, else in the nearest configuration file around it."""
    own: dict[str, ToldZone] = {}
    around: dict[str, ToldZone] = {}
    by_source: dict[str, list[Plan]] = {}
    for plan in plans:
        by_source.setdefault(plan.table.source, []).append(plan)
    for source, tables in by_source.items():
        found = next((told for plan in tables for told in _told(plan)), None)
        if found is None:
            continue
        own[source] = found
        if all(map(_is_configuration, tables)):
            around.setdefault(_folder(source), found)
    for source in by_source:
        folder = _folder(source)
        while source not in own:
            if folder in around:
                own[source] = around[folder]
            elif not folder:
                break
            folder = _folder(folder)
    return own


def _folder(source: str) -> str:
    """The folder of a file, or of a folder; archives count as folders."""
    return source.replace("!", "/").rpartition("/")[0]


def _told(plan: Plan) -> Iterator[ToldZone]:
    """Zones that a table sets, of which the first counts."""
    table = plan.table
    if plan.sampled > _MOST_SETTINGS or table_leaning(table.name) > 0:
        return  # what a person is like says nothing about a tool's clock
    where = " ".join(part for part in (table.source, table.name) if part)
    key, value = plan.first(Role.KEY), plan.first(Role.VALUE)
    if "$key" in plan.profiles and "$value" in plan.profiles:
        key, value = "$key", "$value"
    for row in plan.sample:
        pairs = [(row.get(key), row.get(value))] if key is not None and value is not None else []
        if table.shape is Shape.LINES and isinstance(text := row.get("text"), str) and (match := _LINE.match(text)):
            pairs.append((match[1], match[2]))
        if plan.sampled == 1 and _is_configuration(plan):
            pairs += list(row.items())
        for name, said in pairs:
            if isinstance(name, str) and isinstance(said, str) and is_zone_setting(name, said):
                yield ToldZone(said.strip(), where)


def _is_configuration(plan: Plan) -> bool:
    """Whether a table holds settings and no memories: keys and values, lines of settings, one object."""
    if table_leaning(plan.table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1], plan.table.name) > 0:
        return False
    if "$key" in plan.profiles and "$value" in plan.profiles:
        return True
    if plan.table.shape is Shape.LINES:
        lines = [row["text"] for row in plan.sample if isinstance(row.get("text"), str)]
        return bool(lines) and sum(bool(_LINE.match(line)) or line[:1] in "[#;" for line in lines) >= 0.8 * len(lines)
    if plan.table.shape in (Shape.VECTORS, Shape.INDEX, Shape.OPAQUE):
        return True
    return plan.sampled <= 1 and plan.first(Role.TEXT) is None and not any(r in TIMES for r in plan.roles.values())

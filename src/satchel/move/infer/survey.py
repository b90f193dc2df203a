"""All tables of a source looked at together: profiles, lookup tables, users, then a plan for each table."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from satchel.formats.tabular.json_shape import explode
from satchel.formats.tabular.rows import BESIDE, Row, Shape, Table
from satchel.instant import resolve_zone
from satchel.move.infer.content import content_of
from satchel.move.infer.flatten import flatten, plain_columns
from satchel.move.infer.grouping import learn
from satchel.move.infer.headings import with_headings
from satchel.move.infer.judgement import find_subject, kind_of_table, log_prior_of, sentence_parts, type_prior_of
from satchel.move.infer.kinds import learn_kinds
from satchel.move.infer.logs import log_score
from satchel.move.infer.lookup import Dictionary, concepts_of, dictionaries, match
from satchel.move.infer.models import split_models
from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import Profile, as_key, is_empty, profile_columns, sampled
from satchel.move.infer.references import join_references
from satchel.move.infer.role import TIMES, Role
from satchel.move.infer.roles import judge
from satchel.move.infer.table_kind import OPEN, TableKind
from satchel.move.infer.table_mapping import TableMapping
from satchel.move.infer.times import ColumnTimes, ZonedTimes, column_times, day_clock, time_share
from satchel.move.infer.types import type_scores
from satchel.move.infer.versions import find_versions, replay
from satchel_protocol.errors import InvalidTimeError

SAMPLE = 2000
_READ_ONLY_COUNTED = (Shape.VECTORS, Shape.INDEX, Shape.OPAQUE)
Say = Callable[[Table], TableMapping | None]


def survey(tables: Sequence[Table], *, now: datetime, zone: str | None, say: Say) -> list[Plan]:
    """Plan how each table is read.

    Args:
        tables: All of them, since a lookup table may stand in another file.
        now: Aware; later times are doubted.
        zone: Of times that name none; None when nobody said.
        say: What a mapping file says about a table.
    """
    parted = [part for table in tables for part in split_models(table)]
    plans = [_look(with_headings(table), now, say(table)) for table in parted]
    books = [book for plan in plans for book in _books(plan)]
    for plan in plans:
        if plan.table.shape not in _READ_ONLY_COUNTED:
            _decode(plan, books)
    join_references(plans)
    _share_times(plans)
    people, zones = _known_people(plans), _zones(plans)
    aliases = _known_aliases(books)
    for plan in plans:
        _plan(plan, books, people, zones, now=now, zone=zone)
        plan.sample = []
        for each in (plan, *plan.subplans.values()):
            each.aliases = aliases
    _name_owners(plans)
    listed = {plan.table.source for plan in plans if _is_pasted_list(plan)}
    for plan in plans:
        plan.listed = plan.table.source in listed
        plan.day = _day_of(plan, now)
    for plan in plans:
        plan.freeze()
        for sub in plan.subplans.values():
            sub.freeze()
    return plans


def _is_pasted_list(plan: Plan) -> bool:
    label = plan.profiles.get("$label")
    return label is not None and label.filled_share >= 0.4


_DATE_IN_NAME = re.compile(
    r"^(?:[^\W\d]{0,12}[\W_]*)?(\d{4}[-_.年/]?\d{1,2}[-_.月/]?\d{1,2}日?)(?:[\W_]*[^\W\d]{0,12})?$"
)
_MONTH_IN_NAME = re.compile(
    r"(?i)\b(?:[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}|\d{1,2}(?:st|nd|rd|th)?\.? [a-z]{3,9}\.?,? \d{4})\b"
)
_WEEKDAY = re.compile(
    r"(?i)[,，(（]?\s*(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?|(?:周|星期)[一二三四五六日天])\s*[,，)）]?"
)


def _days_in(name: str) -> Iterator[str]:
    """Parts of a heading that may be a day: all of it, its digits, a month by name with day and year; weekdays aside."""
    bare = _WEEKDAY.sub(" ", name).strip()
    yield bare
    if match := _DATE_IN_NAME.match(bare):
        yield match[1].replace("_", "-")
    if (month := _MONTH_IN_NAME.search(bare)) and len(month[0]) >= 0.5 * len(bare):
        yield month[0]


_NO_DIARY = re.compile(r"(?i)export|backup|dump|bak|snapshot|memories|导出|备份|log$|日志")


def _day_of(plan: Plan, now: datetime) -> tuple[str, ColumnTimes] | None:
    """The day that a heading or a diary's file name gives to items without a time of their own."""
    if plan.table.container not in ("markdown", "text") or plan.first(Role.CREATED) is not None:
        return None
    stem = plan.table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    for name in (*reversed(plan.table.headings), stem):
        if _NO_DIARY.search(name):
            continue
        for day in _days_in(name.strip()):
            clock = day_clock(day, now=now)
            if clock is not None:
                return day, clock
    return None


_PEOPLE_PLACES = frozenset(
    "users user by_user byuser people members accounts by_person owners per_user user_memories memories_by_user 用户 成员 yonghu".split()
)


def _name_owners(plans: Sequence[Plan]) -> None:
    """Tables that stand below a place called `users` belong to the user they are called after."""
    for plan in plans:
        path = plan.table.source.replace("!", "/").split("/")
        steps = [*path[:-1], path[-1].rsplit(".", 1)[0]]
        if plan.table.name and not plan.table.headings:
            steps += _SEAMS.split(plan.table.name)
        for place, step in enumerate(steps[:-1]):
            if _is_people_place(step) and not _is_people_place(steps[place + 1]):
                plan.owner = steps[place + 1]
            elif step == "user" and ":" in plan.table.name:
                plan.owner = steps[place + 1]  # `user:42:facts`


_SEAMS = re.compile(r"[.:/]")


def _is_people_place(step: str) -> bool:
    return step in _PEOPLE_PLACES or "_".join(words_of(step)) in _PEOPLE_PLACES


def _look(table: Table, now: datetime, said: TableMapping | None) -> Plan:
    """Sample and profile one table, and give its columns roles."""
    plan = Plan(table=table, said=said)
    if table.shape in _READ_ONLY_COUNTED:
        return plan
    rows = sampled(table.rows(), size=SAMPLE)
    _profile(plan, rows, now)
    return plan


def _profile(plan: Plan, rows: Sequence[Row], now: datetime) -> None:
    good = [row for row in rows if not row.problem and BESIDE not in row.values]
    plan.plain = plain_columns(row.values for row in good)
    flat = [Row(values=flatten(row.values, plan.plain), position=row.position) for row in good]
    columns = dict.fromkeys(column for row in flat for column in row.values)
    plan.profiles = profile_columns(list(columns), flat)
    plan.sample = [dict(row.values) for row in flat]
    plan.sampled = len(good)
    plan.complete = len(rows) < 2 * SAMPLE
    plan.time_shares = {
        name: time_share(profile.samples, name=name, now=now) if _may_hold_times(profile) else 0.0
        for name, profile in plan.profiles.items()
    }
    plan.verdicts = judge(list(columns), plan.profiles, plan.time_shares)
    plan.roles = {verdict.column: verdict.role for verdict in plan.verdicts}
    if plan.said is not None:
        plan.roles.update({c: r for c, r in plan.said.columns.items() if c in plan.roles})


def _may_hold_times(profile: Profile) -> bool:
    return (
        profile.filled > 0
        and profile.share(profile.strings + profile.numbers + profile.objects) > 0.5
        and profile.mean_length < 60
    )


def _books(plan: Plan) -> list[Dictionary]:
    if not plan.sample or plan.table.envelope:
        return []
    return dictionaries(plan.table, plan.sample, plan.profiles, complete=plan.complete)


_CODED = frozenset(
    {
        Role.KIND,
        Role.STATE,
        Role.USER,
        Role.REF,
        Role.ID,
        Role.EXTRA,
        Role.IMPORTANCE,
        Role.DETAIL,
        Role.TAGS,
        Role.PROJECT,
    }
    | {Role.TEAM, Role.AGENT, Role.LEVEL, Role.METRIC, Role.SESSION, Role.LOGGER, Role.SPEAKER, Role.TITLE}
)
"""Roles whose values may be codes of a lookup table."""


def _decode(plan: Plan, books: Sequence[Dictionary]) -> None:
    """Find the lookup tables that this table's codes point into."""
    texts = [p for c, p in plan.profiles.items() if p.phrases > 0.3 * max(1, p.filled)]
    chinese = sum(p.han for p in texts) > 0.5 * sum(p.strings for p in texts)
    for column, role in plan.roles.items():
        if role not in _CODED or (role in (Role.ID, Role.TITLE) and column not in plan.table.keys):
            continue
        book = match(plan.table, column, plan.profiles[column], books, plan.table.keys, chinese=chinese)
        if book is None:
            continue
        plan.books[column] = book
        _role_by_book(plan, column, book)
        book.used_by.append(f"{plan.table.name or plan.table.source}.{column}")


_KEPT = frozenset({Role.SESSION, Role.SPEAKER, Role.LEVEL, Role.AGENT, Role.TEAM, Role.PROJECT, Role.TAGS})
"""Roles that a column of codes keeps whatever its codes stand for."""
_RESPONSIBLE = concepts_of(["assignee"])
_BY_CONCEPT = (
    (0, Role.STATE),
    (1, Role.KIND),
    (2, Role.USER),
    (3, Role.IMPORTANCE),
    (4, Role.PROJECT),
    (6, Role.AGENT),
)
"""Which role the codes of a lookup table give a column, by what the table is about; see `lookup.concepts_of`."""


def _role_by_book(plan: Plan, column: str, book: Dictionary) -> None:
    """A column of codes plays the part that the words behind its codes play."""
    if plan.roles[column] in _KEPT:
        return
    meant = concepts_of(words_of(column)) & concepts_of(book.hints) or concepts_of(book.hints)
    if _RESPONSIBLE & concepts_of(words_of(column)):
        plan.roles[column] = Role.DETAIL  # who does the work is not whose memory it is
        return
    for concept, role in _BY_CONCEPT:
        if concept in meant and plan.first(role) in (None, column):
            plan.roles[column] = role
            return
    if plan.roles[column] not in (Role.STATE, Role.KIND, Role.USER, Role.TAGS):
        plan.roles[column] = Role.DETAIL


def _known_people(plans: Iterable[Plan]) -> frozenset[str]:
    """Every value of a user column, so that one without a telling name is recognised by its values."""
    known: set[str] = set()
    for plan in plans:
        column = plan.first(Role.USER)
        if column is not None:
            known.update(plan.profiles[column].counter)
        for book in plan.books.values():
            if book.people:
                known.update(book.entries)
                known.update(book.entries.values())
    return frozenset(value for value in known if not value.isdigit())


def _known_aliases(books: Sequence[Dictionary]) -> dict[str, str]:
    """What persons are called by; names that two tables give to different persons are left out."""
    known: dict[str, str] = {}
    doubted: set[str] = set()
    for book in books:
        for said, label in book.aliases.items():
            if known.setdefault(said, label) != label:
                doubted.add(said)
    return {said: label for said, label in known.items() if said not in doubted}


def _plan(
    plan: Plan,
    books: Sequence[Dictionary],
    people: frozenset[str],
    zones: Mapping[str, str],
    *,
    now: datetime,
    zone: str | None,
) -> None:
    table = plan.table
    if table.shape in _READ_ONLY_COUNTED:
        plan.kind = {Shape.VECTORS: TableKind.VECTORS, Shape.INDEX: TableKind.INDEX}.get(table.shape, TableKind.OPAQUE)
        return
    _find_user(plan, people)
    _find_triple(plan)
    _settle_roles(plan)
    zone = plan.said.zone if plan.said is not None and plan.said.zone else zones.get(table.source, zone)
    _find_versions(plan)
    _set_clocks(plan, zone, now)
    own = [book for book in books if book.source == table.source and book.table == table.name]
    for book in own:
        plan.joined += book.used_by
    plan.type_prior = type_prior_of(table)
    plan.log_prior = log_prior_of(plan)
    kind_of_table(plan, own)
    plan.parts = sentence_parts(plan)
    _learn(plan)
    for column in plan.all(Role.ITEMS) + plan.all(Role.TURNS):
        _plan_items(plan, column, now, zone)


_KIN = 3
"""Files of one kind in a folder from which they count as written by one hand."""
_KIN_TIMES = 600


def _share_times(plans: Sequence[Plan]) -> None:
    """Let the many small files of one folder settle together how their times are written: `02.11.2024` alone says little."""
    groups: dict[tuple[str, str, str], list[Plan]] = {}
    for plan in plans:
        folder, slash, _ = plan.table.source.rpartition("/")
        if slash and plan.table.shape not in _READ_ONLY_COUNTED:
            groups.setdefault((folder, plan.table.container, plan.table.name), []).append(plan)
    for kin in groups.values():
        if len(kin) < _KIN:
            continue
        pooled: dict[str, list[Any]] = {}
        for plan in kin:
            for column, share in plan.time_shares.items():
                if share >= 0.5:
                    pooled.setdefault(column, []).extend(plan.profiles[column].samples[:_KIN_TIMES])
        shared = {column: values[:: 1 + len(values) // _KIN_TIMES] for column, values in pooled.items()}
        for plan in kin:
            plan.kin_times = shared


def _set_clocks(plan: Plan, zone: str | None, now: datetime) -> None:
    """How each column of times is read: one zone for all rows, or the one that each row names."""
    plan.zone_column, zones = _zone_column(plan)
    for column, role in plan.roles.items():
        if role not in TIMES:
            continue
        values = [row.get(column) for row in plan.sample]
        values += plan.kin_times.get(column, ())
        plan.clocks[column] = column_times(values, zone=zone, name=column, now=now)
        if plan.zone_column is not None:
            plan.zoned[column] = ZonedTimes(values, zones, zone=zone, name=column, now=now)


def _zone_column(plan: Plan) -> tuple[str | None, list[str]]:
    """The column that names the zone of its row's times, and the zones in it."""
    for column, profile in plan.profiles.items():
        if not profile.few or profile.strings < 0.9 * profile.filled or not _names_zone(column):
            continue
        zones = [value for value in profile.counter if _is_zone(value)]
        if zones and len(zones) >= 0.8 * len(profile.counter):
            return column, zones
    return None, []


def _names_zone(column: str) -> bool:
    called = column.rsplit(".", 1)[-1].lstrip("^")
    return "_".join(words_of(called)) in _ZONE_NAMES or "时区" in called


def _is_zone(value: str) -> bool:
    try:
        resolve_zone(value)
    except InvalidTimeError:
        return False
    return True


_ZONE_NAMES = frozenset(
    "timezone time_zone tz tzname zone_name user_timezone default_timezone timezone_name shiqu utc_offset tz_offset 时区".split()
)


def _zones(plans: Iterable[Plan]) -> dict[str, str]:
    """Source → the zone that the file itself names, in a field or a setting called `timezone`."""
    found: dict[str, str] = {}
    for plan in plans:
        many = plan.table.shape is Shape.ROWS and plan.sampled > 3
        for values in plan.sample[:200]:
            # Rows that each name a zone speak for themselves alone.
            pairs = [] if many else [*values.items()]
            if isinstance(values.get("$key"), str):
                pairs.append((values["$key"].rsplit(".", 1)[-1], values.get("$value")))
            for name, value in pairs:
                if isinstance(value, str) and _names_zone(name) and _is_zone(value):
                    found.setdefault(plan.table.source, value)
    return found


def _find_versions(plan: Plan) -> None:
    """Replay a table of versions or changes."""
    plan.versions = find_versions(plan.profiles)
    if plan.versions is not None:
        if plan.versions.event is not None and (speaker := plan.first(Role.SPEAKER)) is not None:
            plan.roles[speaker] = Role.EXTRA  # who made a change is no speaker of a conversation
        replay(
            plan.versions,
            (flatten(row.values, plan.plain) for row in plan.table.rows()),
            worded=[c for r in (Role.TEXT, Role.TITLE, Role.VALUE) for c in plan.all(r)],
            times=plan.all(Role.CREATED) + ([plan.zone_column] if plan.zone_column is not None else []),
        )
        plan.evidence.append(f"keeps versions by {plan.versions.target}; the last one of each counts")


def _find_user(plan: Plan, people: frozenset[str]) -> None:
    if plan.first(Role.USER) is not None:
        return
    key = plan.profiles.get("$key")
    if (
        key is not None
        and _names_people(plan.table)
        and key.strings
        and not key.digits
        and key.share(key.phrases) < 0.5
    ):
        plan.roles["$key"] = Role.USER
        return
    for column, role in plan.roles.items():
        profile = plan.profiles[column]
        if (
            role in (Role.EXTRA, Role.DETAIL, Role.TITLE, Role.ID, Role.LOGGER, Role.TAGS, Role.REF, Role.KEY)
            and profile.few
            and profile.distinct >= 2
            and not profile.overflow
        ):
            known = sum(count for value, count in profile.counter.items() if value in people)
            # The same few names elsewhere in a user column; `$key` over lists is the usual place.
            if (
                known >= 0.9 * profile.filled
                and role is not Role.DETAIL
                and column.rsplit(".", 1)[-1] not in ("assignee", "负责人")
            ):
                plan.roles[column] = Role.USER
                return


_FROM = frozenset("from source subject head src from_entity source_name from_name src_name 主体 主语".split())
_TO = frozenset("to target object tail dst to_entity target_name to_name dst_name 客体 宾语".split())
_EDGE = frozenset(
    "relation relation_type relationship predicate rel edge edge_type verb relationtype link_type 关系 谓词".split()
)


def _find_triple(plan: Plan) -> None:
    """The columns of a graph's edges, which make one sentence together."""

    def named(names: frozenset[str]) -> str | None:
        return next((c for c in plan.profiles if "_".join(words_of(c)) in names and plan.profiles[c].strings), None)

    one, edge, other = named(_FROM), named(_EDGE), named(_TO)
    if one and edge and other:
        plan.triple = (one, edge, other)
        for column in plan.triple:
            plan.roles[column] = Role.EXTRA
        if plan.first(Role.TEXT) is None and plan.first(Role.TITLE) is None:
            for column, profile in plan.profiles.items():
                if (
                    plan.roles[column] is Role.EXTRA
                    and column not in plan.triple
                    and name_scores(column).get(Role.TITLE, 0) > 0.5
                    and profile.strings
                ):
                    plan.roles[column] = Role.TITLE
                    return


def _settle_roles(plan: Plan) -> None:
    """What the whole table says about single columns."""
    user = plan.first(Role.USER)
    if user is not None and user not in plan.books and _names_subject(plan, user):
        plan.roles[user] = (
            Role.DETAIL if plan.first(Role.TITLE) or plan.profiles[user].filled_share < 0.9 else Role.TITLE
        )
        user = None
    works = plan.first(Role.NEXT) or plan.first(Role.STATE) or plan.first(Role.DUE)
    if user is not None and works is not None and _is_owner_of_work(user) and user not in plan.books:
        plan.roles[user] = Role.DETAIL
    remark = plan.first(Role.TEXT)
    if remark is not None and plan.first(Role.TITLE) is not None and remark not in plan.clocks:
        names, last = name_scores(remark), words_of(remark)[-1:]
        if names.get(Role.DETAIL, 0.0) > 0.5 and (
            names.get(Role.DETAIL, 0.0) >= names.get(Role.TEXT, 0.0) or last in (("remark",), ("remarks",))
        ):
            plan.roles[remark] = Role.DETAIL  # remarks beside a subject: the row is about the subject
    if plan.first(Role.TEXT) is None and plan.first(Role.TITLE) is None:
        for column in plan.all(Role.DETAIL):
            profile = plan.profiles[column]
            if profile.is_text > 0.6 and profile.sentences > 0.5 * profile.filled:
                plan.roles[column] = Role.TEXT
                break
    text = plan.first(Role.TEXT)
    if text is not None and plan.first(Role.TITLE) is None and (plan.said is None or text not in plan.said.columns):
        names = name_scores(text)
        partners = {plan.roles[c] for c in plan.roles if c != text} & {Role.STATE, Role.NEXT, Role.DUE, Role.DETAIL}
        if partners and names.get(Role.TITLE, 0.0) > 0.5 and names.get(Role.TITLE, 0.0) >= names.get(Role.TEXT, 0.0):
            plan.roles[text] = Role.TITLE
    if plan.first(Role.TEXT) is None and plan.first(Role.TITLE) is None and plan.table.shape is Shape.ROWS:
        step = plan.first(Role.NEXT)
        if step is not None and plan.profiles[step].filled_share >= 0.9 and not plan.all(Role.VALUE):
            plan.roles[step] = Role.TITLE  # what is to be done, of nothing else, is what the row is about
    find_subject(plan)
    for verdict in list(plan.verdicts):
        if plan.roles[verdict.column] is not verdict.role:
            place = plan.verdicts.index(verdict)
            said = plan.said is not None and verdict.column in plan.said.columns
            plan.verdicts[place] = type(verdict)(
                column=verdict.column,
                role=plan.roles[verdict.column],
                confidence=1.0 if said else verdict.confidence,
                evidence=("said in the mapping file",) if said else (*verdict.evidence, "settled by the other columns"),
                rivals=verdict.rivals,
            )


def _names_people(table: Table) -> bool:
    """Whether a table keyed by something is, by its name, keyed by users: `users`, `by_user`, `memories.by_user`."""
    stem = table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    last = table.name.rsplit(".", 1)[-1] or stem
    return 2 in concepts_of(words_of(last)) and not {0, 1} & concepts_of(words_of(last))


_OWNER_WORDS = frozenset(
    "user users usr uid userid username account owner yonghu yh yhid profile principal belongs for".split()
)


def _names_subject(plan: Plan, column: str) -> bool:
    """Whether persons in a column are what the rows are about, not whose they are: clients, authors, contacts."""
    words, profile = words_of(column), plan.profiles[column]
    if _OWNER_WORDS.intersection(words) or any(
        word in column for word in ("用户", "账号", "账户", "所属", "归属", "主人")
    ):
        return False
    if column == "$key" or column.startswith("^"):
        return False
    # Owners return row after row, even where most rows name none; those whom rows are about rarely do.
    return profile.filled >= 3 and profile.distinct_share > (0.8 if profile.filled_share >= 0.9 else 0.4)


def _is_owner_of_work(column: str) -> bool:
    return words_of(column)[-1:] in (("owner",), ("assignee",), ("who",), ("person",), ("author",))


def _learn(plan: Plan) -> None:
    """What the kinds stand for, and what groups of rows say about log lines."""
    if plan.kind not in OPEN:
        return
    rows = [(values, content_of(plan, values)[0]) for values in plan.sample]
    rows = [(values, text) for values, text in rows if text]
    codes = [c for c, r in plan.roles.items() if _may_part(plan, c, r)]
    kind, level = plan.first(Role.KIND), plan.first(Role.LEVEL)
    labels = {column: book.entries for column, book in plan.books.items()}
    plan.groups = learn(rows, codes, labels, [c for c in (kind, level) if c is not None])
    if kind is not None:
        book = labels.get(kind, {})
        said = plan.said.kinds if plan.said is not None else {}
        plan.kinds = learn_kinds(
            (
                (as_key(values.get(kind)), text, _reads_like_log(plan, values, text))
                for values, text in rows
                if not is_empty(values.get(kind))
            ),
            book,
            said,
        )
    logs = sum(_reads_like_log(plan, values, text) for values, text in rows)
    plan.log_share = logs / len(rows) if rows else 0.0
    worded = sum(type_scores(text).human >= 1.6 for _, text in rows)
    if len(rows) >= 30 and worded == 0 and logs >= 0.6 * len(rows):
        plan.silent = True
    if len(rows) >= 20:
        plan.base = max(-1.2, min(1.2, 0.4 * math.log((logs + 1) / (len(rows) - logs + 1))))
    if plan.said is None or plan.said.reads_as is None:
        plan.kind = (
            TableKind.LOGS
            if plan.log_share > 0.97
            else TableKind.MIXED
            if plan.log_share > 0.03
            else TableKind.MEMORIES
        )
        plan.evidence.append(f"{plan.log_share:.0%} of its sampled rows read like log lines")


def _reads_like_log(plan: Plan, values: Mapping[str, Any], text: str) -> bool:
    return log_score(text).logit + plan.groups.say(values, text)[0] + plan.log_prior > 0


def _may_part(plan: Plan, column: str, role: Role) -> bool:
    """Whether a column's values may part log lines from memories."""
    profile = plan.profiles[column]
    if role in (Role.TEXT, Role.TITLE, Role.NEXT, Role.ID, Role.VECTOR, Role.EMPTY) or column.startswith("^"):
        return False
    if role in (Role.KIND, Role.LEVEL, Role.STATE):
        return profile.distinct <= 60
    return profile.few or 0.02 < profile.filled_share < 0.98


def _plan_items(plan: Plan, column: str, now: datetime, zone: str | None) -> None:
    """A plan for the rows that a column's lists hold."""
    inner: list[Row] = []
    for values in plan.sample:
        outer = Row(values={column: values.get(column)}, position="")
        inner += list(explode(outer, column))[:200]
        if len(inner) >= SAMPLE:
            break
    sub = Plan(table=plan.table, said=None)
    _profile(sub, inner, now)
    _set_clocks(sub, zone, now)
    sub.type_prior = plan.type_prior
    sub.kind = TableKind.CONVERSATION if plan.roles[column] is Role.TURNS else TableKind.MEMORIES
    _settle_roles(sub)
    if sub.kind is TableKind.MEMORIES:
        sub.parts = sentence_parts(sub)
        _learn(sub)
    sub.sample = []
    plan.subplans[column] = sub

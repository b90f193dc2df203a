"""All tables of a source looked at together: profiles, lookup tables, users, then a plan for each table."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from satchel.formats.tabular.json_shape import explode
from satchel.formats.tabular.rows import BESIDE, Row, Shape, Table
from satchel.move.infer.clocks import READ_ONLY_COUNTED, day_of, set_clocks, share_times, zones_of
from satchel.move.infer.content import content_of
from satchel.move.infer.flatten import flatten, plain_columns
from satchel.move.infer.grouping import learn
from satchel.move.infer.headings import with_headings
from satchel.move.infer.judgement import kind_of_table, log_prior_of, type_prior_of, type_prior_of_list
from satchel.move.infer.key_people import find_key_people
from satchel.move.infer.kin_flags import share_switches
from satchel.move.infer.kinds import learn_kinds
from satchel.move.infer.logs import log_score
from satchel.move.infer.lookup import Dictionary, dictionaries
from satchel.move.infer.models import split_models
from satchel.move.infer.owners import find_user, ids_called_uid, known_aliases, known_people, name_owners
from satchel.move.infer.parts import sentence_parts
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import Profile, as_key, is_empty, profile_columns, sampled
from satchel.move.infer.references import join_references
from satchel.move.infer.role import Role
from satchel.move.infer.roles import judge
from satchel.move.infer.settling import decode, find_triple, settle_roles
from satchel.move.infer.table_kind import OPEN, TableKind
from satchel.move.infer.table_mapping import TableMapping
from satchel.move.infer.tag_links import link_tags
from satchel.move.infer.times import time_share
from satchel.move.infer.types import type_scores
from satchel.move.infer.versions import find_versions, replay
from satchel.move.infer.zone_settings import told_zones

SAMPLE = 2000
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
    books = _all_books(plans)
    for plan in plans:
        if plan.table.shape not in READ_ONLY_COUNTED:
            decode(plan, books)
    join_references(plans)
    link_tags(plans)
    share_times(plans)
    share_switches(plans)
    ids_called_uid(plans)
    people, zones = known_people(plans), zones_of(plans)
    told = {} if zone is not None else told_zones(plans)
    aliases = known_aliases(books)
    for plan in plans:
        setting = told.get(plan.table.source)
        _plan(plan, books, people, zones, now=now, zone=setting.zone if setting is not None else zone)
        if setting is not None and plan.clocks and zones.get(plan.table.source, setting.zone) == setting.zone:
            plan.zone_setting = setting.zone, setting.where
        plan.sample = []
        for each in (plan, *plan.subplans.values()):
            each.aliases = aliases
    name_owners(plans)
    listed = {plan.table.source for plan in plans if _is_pasted_list(plan)}
    for plan in plans:
        plan.listed = plan.table.source in listed
        plan.day = day_of(plan, now)
    for plan in plans:
        plan.freeze()
        for sub in plan.subplans.values():
            sub.freeze()
    return plans


def _is_pasted_list(plan: Plan) -> bool:
    label = plan.profiles.get("$label")
    return label is not None and label.filled_share >= 0.4


def _look(table: Table, now: datetime, said: TableMapping | None) -> Plan:
    """Sample and profile one table, and give its columns roles."""
    plan = Plan(table=table, said=said)
    if table.shape in READ_ONLY_COUNTED:
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


def _all_books(plans: Sequence[Plan]) -> list[Dictionary]:
    """The lookup tables of a source; those among other tables in one file know it."""
    found = [(plan, _books(plan)) for plan in plans]
    others = {plan.table.source for plan, books in found if not books and plan.sampled}
    every = [book for _, books in found for book in books]
    for book in every:
        book.shared = book.source in others
    return every


def _books(plan: Plan) -> list[Dictionary]:
    if not plan.sample or plan.table.envelope:
        return []
    return dictionaries(plan.table, plan.sample, plan.profiles, complete=plan.complete)


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
    if table.shape in READ_ONLY_COUNTED:
        plan.kind = {Shape.VECTORS: TableKind.VECTORS, Shape.INDEX: TableKind.INDEX}.get(table.shape, TableKind.OPAQUE)
        return
    find_user(plan, people)
    find_triple(plan)
    settle_roles(plan)
    zone = plan.said.zone if plan.said is not None and plan.said.zone else zones.get(table.source, zone)
    plan.key_people = find_key_people(plan, people, books)
    _find_versions(plan)
    set_clocks(plan, zone, now)
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
    set_clocks(sub, zone, now)
    sub.type_prior = type_prior_of_list(column) or plan.type_prior
    sub.kind = TableKind.CONVERSATION if plan.roles[column] is Role.TURNS else TableKind.MEMORIES
    settle_roles(sub)
    if sub.kind is TableKind.MEMORIES:
        sub.parts = sentence_parts(sub)
        _learn(sub)
    sub.sample = []
    plan.subplans[column] = sub

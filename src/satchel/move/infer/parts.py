"""Which columns stand in the sentence of a row, and which one names its subject."""

from __future__ import annotations

from satchel.move.infer.names import name_scores, words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.role import Role
from satchel.move.infer.value_words import LIFE_STATES, TASK_STATES


def sentence_parts(plan: Plan) -> list[str]:
    """Columns that stand in the sentence beside title and text, in the order of the table, the next step last."""
    wide = plan.wide = _is_wide(plan)
    chosen = []
    for column, role in plan.roles.items():
        if column.startswith("^") or (plan.triple is not None and column in plan.triple):
            continue
        of_work = role in (Role.NEXT, Role.DUE) or (role is Role.STATE and _informs(plan, column))
        of_person = column in plan.named or (role is Role.DETAIL and (wide or _speaks_up(plan, column)))
        if of_work or of_person or (wide and _worth_telling(plan, column, role)):
            chosen.append(column)
    works = any(plan.roles[c] in (Role.NEXT, Role.STATE, Role.DUE) for c in chosen)
    if works and not wide:
        chosen = [
            c
            for c in plan.roles
            if c in chosen or (plan.roles[c] in (Role.IMPORTANCE, Role.PROJECT) and _labelled(plan, c))
        ]
    if (
        not wide
        and chosen
        and all(plan.roles[c] is Role.STATE for c in chosen)
        and plan.first(Role.TITLE) is None
        and plan.first(Role.KIND) is not None
    ):
        chosen = []  # a status beside a clear text in a table of many kinds is its own life, not a subject's
    return sorted(
        chosen, key=lambda c: (plan.roles[c] is Role.DUE, plan.roles[c] is Role.NEXT, plan.roles[c] is not Role.STATE)
    )


_SHORT = 32
"""Characters on average below which a second text is a remark about the subject, not the memory."""


def _is_wide(plan: Plan) -> bool:
    """Whether rows tell of a subject in many columns, of which each says a part, rather than in one clear text."""
    text, title = plan.first(Role.TEXT), plan.first(Role.TITLE)
    if text is None:
        return True
    if title is None:
        return False
    by_name = name_scores(text).get(Role.TEXT, 0.0)
    subject, words = plan.profiles[title], plan.profiles[text]
    names_each = subject.filled >= 0.9 * subject.rows and subject.distinct_share > 0.8 and subject.mean_length < _SHORT
    if by_name < 0.6:
        return True
    weak = by_name < 0.8 or words.distinct_share < 0.75  # remarks that return are no memories by themselves
    return weak and names_each and words.mean_length < _SHORT and _partners(plan, text)


def _partners(plan: Plan, text: str) -> bool:
    """Whether other columns too say something about the subject."""
    return any(
        role in (Role.NEXT, Role.DUE)
        or (role is Role.STATE and _informs(plan, column))
        or (
            role in (Role.DETAIL, Role.EXTRA)
            and _worth_telling(plan, column, Role.EXTRA)
            and not _is_slugs(plan, column)
        )
        for column, role in plan.roles.items()
        if column != text and not column.startswith("^")
    )


def _is_slugs(plan: Plan, column: str) -> bool:
    profile = plan.profiles[column]
    return profile.few and profile.distinct <= 8 and profile.share(profile.slugs) > 0.9


def _unique_name(plan: Plan, text: str) -> str | None:
    """The column of names, one for each row, beside remarks that return: those are no memories by themselves."""
    remark = plan.profiles[text]
    if remark.distinct_share > 0.75 or remark.mean_length >= _SHORT or remark.filled < 5:
        return None
    for column, role in plan.roles.items():
        profile = plan.profiles[column]
        if column == text or column.startswith("^") or role not in (Role.DETAIL, Role.EXTRA):
            continue
        if profile.filled >= 0.95 * profile.rows and profile.distinct_share > 0.95 and profile.mean_length < _SHORT:
            codes = profile.numbers + profile.digits + profile.ids + profile.randoms + profile.urls
            if profile.strings == profile.filled and not codes and plan.time_shares.get(column, 0.0) < 0.5:
                return column
    return None


def find_subject(plan: Plan) -> None:
    """A text that only names what the row is about becomes its title, when other columns say the rest."""
    text = plan.first(Role.TEXT)
    if text is None or plan.first(Role.TITLE) is not None or (plan.said is not None and text in plan.said.columns):
        return
    profile = plan.profiles[text]
    if (subject := _unique_name(plan, text)) is not None:
        plan.roles[subject] = Role.TITLE
        return
    if (
        name_scores(text).get(Role.TEXT, 0.0) >= 0.5
        or profile.mean_length >= 1.5 * _SHORT
        or profile.distinct_share < 0.8
    ):
        return
    works = any(
        role in (Role.NEXT, Role.DUE) or (role is Role.STATE and _informs(plan, column))
        for column, role in plan.roles.items()
        if not column.startswith("^")
    )
    told = any(
        role is Role.DETAIL
        and name_scores(column).get(Role.DETAIL, 0.0) >= 0.5
        and plan.profiles[column].is_text > 0.5
        and plan.profiles[column].filled_share > 0.3
        for column, role in plan.roles.items()
        if column != text
    )
    if works or (told and profile.mean_length < _SHORT and profile.sentences < 0.3 * profile.filled):
        plan.roles[text] = Role.TITLE


def _labelled(plan: Plan, column: str) -> bool:
    profile = plan.profiles[column]
    return column in plan.books or (
        profile.share(profile.strings) > 0.8 and profile.share(profile.digits + profile.ids) < 0.3
    )


def _informs(plan: Plan, column: str) -> bool:
    """Whether a state says how a subject stands, rather than that a row is alive."""
    profile = plan.profiles[column]
    labels = plan.book(column)
    values = {(labels.get(v, v) if labels else v).strip().lower(): n for v, n in profile.counter.items()}
    total = sum(values.values())
    life = sum(n for v, n in values.items() if v in LIFE_STATES)
    work = sum(n for v, n in values.items() if v in TASK_STATES)
    if life > 0.8 * total and work < life:
        return False
    return labels is not None or profile.share(profile.numbers + profile.digits + profile.truths) <= 0.8


def _speaks_up(plan: Plan, column: str) -> bool:
    """Whether a second text beside a clear one is something a person wrote about it."""
    profile = plan.profiles[column]
    scores = name_scores(column)
    named = max(scores.get(Role.DETAIL, 0.0), scores.get(Role.TEXT, 0.0))
    return profile.is_text > 0.5 and named >= 0.5 and profile.share(profile.ids + profile.urls) < 0.2


def _worth_telling(plan: Plan, column: str, role: Role) -> bool:
    """Whether a column belongs into the sentence of a row that has no clear text."""
    profile = plan.profiles[column]
    if column in plan.books and not plan.books[column].people:
        return True
    if role is Role.IMPORTANCE:
        return profile.distinct <= 12
    if role is Role.KEY:
        role = Role.EXTRA  # a key without a value is but a name
    if role in (Role.TAGS, Role.PROJECT, Role.TEAM, Role.KIND, Role.LEVEL):
        return _labelled(plan, column) and not (role is Role.KIND and plan.first(Role.TITLE) is None)
    if role is Role.OTHER_TIME:
        return plan.first(Role.TITLE) is not None and not any(
            w in ("access", "accessed", "used", "run", "seen", "login", "indexed", "synced") for w in words_of(column)
        )
    if (
        role is not Role.EXTRA
        or profile.share(profile.ids + profile.urls + profile.hashes) > 0.3
        or profile.share(profile.truths) > 0.9
    ):
        return False
    if profile.share(profile.lists + profile.objects + profile.vectors + profile.blobs) > 0.3:
        return False
    if name_scores(column).get(Role.EXTRA, 0) >= 0.9 or name_scores(column).get(Role.METRIC, 0) >= 0.6:
        return False
    return profile.strings > 0 or bool(words_of(column))

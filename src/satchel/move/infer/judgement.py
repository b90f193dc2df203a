"""What a table is as a whole, what its names lean to, and which of its columns stand in the sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from satchel.formats.tabular.rows import Table
from satchel.move.infer.column_tests import kind_share
from satchel.move.infer.keyvalue import key_leaning, table_leaning, value_leaning
from satchel.move.infer.lookup import Dictionary
from satchel.move.infer.names import name_scores, says_speaker, words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.table_kind import TableKind
from satchel.move.infer.types import type_of_kind, type_scores
from satchel.move.infer.value_words import LIFE_STATES, OUTCOMES, SPEAKERS, TASK_STATES

_LOG_NAMES = re.compile(
    r"(?i)(?:^|[\W_])(?:sys)?logs?(?:$|[\W_])|syslog|(?:^|[\W_])(?:traces?|audit|heartbeats?|telemetry|metrics?|runtime|monitor|crash|daemon|journal_sys|jobs?|runs?|cron|requests?|access)(?:$|[\W_])|日志|心跳|监控|审计|埋点"
)
_MEMORY_NAMES = re.compile(
    r"(?i)memor(?:y|ies)|notes?(?:$|[\W_])|preferences?|prefs?(?:$|[\W_])|facts?(?:$|[\W_])|lessons?|skills?|todos?|tasks?(?:$|[\W_])|knowledge|profile|about|recollect|remember|记忆|笔记|偏好|事实|经验|教训|任务|待办|备忘|随手记|jiyi|beiwang"
)
_CHAT_NAMES = re.compile(
    r"(?i)messages?|chats?|conversations?|dialog(?:ue)?s?|transcripts?|turns|sessions?|history|对话|聊天|会话|消息"
)
_STRICT_CHAT = re.compile(
    r"(?i)(?:\w+_)?(?:chat_?)?(?:messages?|msgs?|utterances?|dialog(?:ue)?s?|turns)|chats?|chat_?(?:log|history|record)s?|conversations?|transcripts?|聊天记录|对话记录|对话|聊天|消息记录|liaotianjilu|duihua"
)
_CACHE_NAMES = re.compile(r"(?i)cache|api|http|tool|request|response|webhook|call|缓存|接口|工具")
_DEFINITIONS = frozenset(
    "tools tool functions plugins servers rules models model config configs skills_registry endpoints providers".split()
)
_RESPONSES = frozenset({"finish_reason", "stop_reason", "finishReason", "stopReason", "logprobs"})
"""Fields that a model's service puts beside each answer."""
_STATUSES = frozenset("status code error success ok message request_id requestId trace_id".split())
_TURN_LINE = re.compile(r"^\W{0,3}(?:\*\*)?([A-Za-z\u4e00-\u9fff]{1,12})(?:\*\*)?\s?[:：]\s*(?:\*\*)?\s*\S")


def names_of(table: Table) -> list[str]:
    """What a table is called, from the outside in: folders, file, table, headings."""
    path = table.source.replace("!", "/").split("/")
    return [*path[:-1], path[-1].rsplit(".", 1)[0], *([table.name] if not table.headings else []), *table.headings]


def type_prior_of(table: Table) -> tuple[str, float] | None:
    """What the names lean to; the innermost that says anything counts, a heading most."""
    names = names_of(table)
    for place, name in enumerate(reversed(names)):
        if not name or name == "front matter":
            continue
        heading = place < len(table.headings)
        last = name.rsplit(".", 1)[-1]
        named = type_of_kind(last) or (type_of_kind(words_of(last)[-1]) if words_of(last) else None)
        if named in ("preference", "task", "skill", "fact"):
            # A fact is the default anyway, and a file called `about` holds all sorts.
            return named, 0.5 if named == "fact" else 2.0 if heading else 1.2
        if heading:
            scores = type_scores(name)
            if scores.marked and scores.margin >= 0.8 and scores.best != "interaction":
                return scores.best, 1.5
    return None


def log_prior_of(plan: Plan) -> float:
    """What names and columns say for log lines before any wording, in log-odds."""
    prior = 0.0
    names = names_of(plan.table)
    for name in reversed(names):
        if _LOG_NAMES.search(name):
            prior += 0.9
            break
        if _MEMORY_NAMES.search(name):
            prior -= 0.7
            break
    if plan.table.source.lower().endswith((".log", ".out", ".err")):
        prior += 0.8
    if plan.table.container == "markdown":
        prior -= 1.0  # tools keep no logs in pages of notes
    metrics = len(plan.all(Role.METRIC))
    state = plan.first(Role.STATE)
    if state is not None and metrics:
        values = plan.profiles[state].counter
        if sum(n for v, n in values.items() if v.lower() in OUTCOMES) > 0.8 * max(1, sum(values.values())):
            prior += 1.2
    title = plan.first(Role.TITLE)
    if plan.first(Role.TEXT) is None and title is not None and metrics:
        profile = plan.profiles[title]
        if profile.share(profile.slugs) > 0.6 and profile.is_text < 0.3:
            prior += 1.5
    return prior


def kind_of_table(plan: Plan, books: Sequence[Dictionary]) -> None:
    """Decide what the table holds; rows of open kinds are judged one by one."""
    if plan.said is not None and plan.said.reads_as is not None:
        plan.kind = plan.said.reads_as
        plan.evidence.append("said in the mapping file")
        _settle_key_value(plan)
        return
    if not plan.profiles or plan.sampled == 0:
        plan.kind = TableKind.EMPTY
        return
    for kind, why in (_of_lookup(plan, books), _of_conversation(plan), _of_key_value(plan), _of_machine(plan)):
        if kind is not None:
            plan.kind = kind
            plan.evidence.append(why)
            return
    plan.kind = TableKind.MEMORIES


Found = tuple[TableKind | None, str]
_NO: Found = (None, "")


def _of_lookup(plan: Plan, books: Sequence[Dictionary]) -> Found:
    if not books or (plan.table.envelope and not any(book.used_by for book in books)):
        return _NO
    used = sorted({column for book in books for column in book.used_by})
    if books[0].people:
        if used or plan.first(Role.TEXT) is None:
            return TableKind.PEOPLE, "users and their names" + (f", used by {', '.join(used[:4])}" if used else "")
        return _NO
    if used and _tells_more(plan, books):
        return _NO
    if used:
        return TableKind.LOOKUP, f"its codes are used by {', '.join(used[:4])}"
    small = sum(len(book.entries) for book in books) <= 60
    label = plan.profiles[books[0].label_column]
    if small and books[0].evident and label.mean_length <= 16:
        return TableKind.LOOKUP, "codes and labels, by its name; nothing here uses them"
    return _NO


def _tells_more(plan: Plan, books: Sequence[Dictionary]) -> bool:
    """Whether rows that codes point to say more than what the codes stand for: a firm and a remark beside a name."""
    own = {book.key_column for book in books} | {book.label_column for book in books}
    told = [
        profile
        for column, profile in plan.profiles.items()
        if column not in own and not column.startswith("^") and profile.is_text > 0.5 and profile.filled_share > 0.3
    ]
    return not any(book.evident for book in books) and len(told) >= 2


def _of_conversation(plan: Plan) -> Found:
    if plan.versions is not None and plan.versions.event is not None:
        return _NO  # changes of memories, whoever made them
    if plan.first(Role.TURNS) is not None and plan.first(Role.ITEMS) is None:
        return TableKind.CONVERSATION, "each row holds the messages of a conversation"
    if plan.first(Role.PROMPT) is not None and plan.first(Role.REPLY) is not None:
        return TableKind.CONVERSATION, "each row is a question and an answer"
    speaker = plan.first(Role.SPEAKER)
    if speaker is not None:
        profile = plan.profiles[speaker]
        speakers = {SPEAKERS.get(value.lower()) for value in profile.counter} - {None}
        if says_speaker(speaker):
            speakers = {"user", "assistant"}
        chatty = any(_CHAT_NAMES.search(name) for name in names_of(plan.table)[-3:])
        if (
            profile.filled_share >= 0.6
            and ({"user", "assistant"} <= speakers or (chatty and len(speakers) >= 1))
            and _find_words(plan)
        ):
            return TableKind.CONVERSATION, "speakers " + ", ".join(sorted(str(s) for s in speakers)) + f" in {speaker}"
    if (
        speaker is None
        and _STRICT_CHAT.fullmatch(names_of(plan.table)[-1].rsplit(".", 1)[-1].rsplit("/", 1)[-1])
        and plan.first(Role.TEXT) is not None
    ):
        kind = plan.first(Role.KIND)
        if kind is None or kind_share(plan.profiles[kind]) < 0.5:
            return TableKind.CONVERSATION, "its name says messages, and it has text"
    text = plan.first(Role.TEXT)
    if text is not None and plan.table.container in ("text", "markdown", "html"):
        lines = [str(value) for value in plan.profiles[text].samples]
        heads = [match[1].lower() for line in lines if (match := _TURN_LINE.match(line))]
        known = {SPEAKERS[head] for head in heads if head in SPEAKERS}
        if {"user", "assistant"} <= known and sum(head in SPEAKERS for head in heads) >= 0.5 * len(lines):
            plan.roles["$turn"] = Role.SPEAKER
            return TableKind.CONVERSATION, "lines begin with who speaks"
    return _NO


def _find_words(plan: Plan) -> bool:
    """Give a conversation its text column, which may hold lists of parts."""
    current = plan.first(Role.TEXT)
    best, best_score = None, 0.2
    for column, role in plan.roles.items():
        profile = plan.profiles[column]
        score = name_scores(column).get(Role.TEXT, 0.0) * profile.filled_share
        if column == current:
            best, best_score = (column, score) if score >= best_score else (best, best_score)
            continue
        if (
            role
            in (
                Role.EXTRA,
                Role.ITEMS,
                Role.PAYLOAD,
                Role.TAGS,
                Role.DETAIL,
                Role.PROMPT,
                Role.REPLY,
                Role.VALUE,
                Role.TITLE,
            )
            and profile.strings + profile.lists + profile.objects
            and score > best_score
        ):
            best, best_score = column, score
    if best is None:
        return current is not None
    if current is not None and current != best:
        plan.roles[current] = Role.EXTRA
    plan.roles[best] = Role.TEXT
    return True


def _settle_key_value(plan: Plan) -> None:
    if "$value" in plan.profiles and "$key" in plan.profiles:
        plan.roles["$key"], plan.roles["$value"] = Role.KEY, Role.VALUE


def _of_key_value(plan: Plan) -> Found:
    _settle_key_value(plan)
    key, value = plan.first(Role.KEY), plan.first(Role.VALUE)
    if key is None or value is None:
        return _NO
    text = plan.first(Role.TEXT)
    if text is not None and text not in (key, value):
        return _NO
    if plan.profiles[key].filled_share < 0.9:
        return _NO
    rows = [
        (str(row.get(key)), row.get(value))
        for row in plan.sample
        if not is_empty(row.get(key)) and not is_empty(row.get(value))
    ]
    own = sum(key_leaning(k) + value_leaning(v) for k, v in rows[:400]) / max(1, min(400, len(rows)))
    plan.lean = table_leaning(*names_of(plan.table)) + max(-1.5, min(1.5, own))
    if plan.lean >= 0:
        return TableKind.PROFILE, f"keys and values of a person (leaning {plan.lean:+.1f})"
    return TableKind.SETTINGS, f"keys and values of the tool (leaning {plan.lean:+.1f})"


def _of_machine(plan: Plan) -> Found:
    if plan.table.envelope:
        worded = [
            c
            for c in plan.all(Role.TEXT) + plan.all(Role.TITLE)
            if plan.profiles[c].sentences and not c.startswith("^")
        ]
        if not worded:
            return TableKind.SETTINGS, "what stands around the lists of a document: version, export time, account"
        return _NO
    columns = {c.rsplit(".", 1)[-1] for c in plan.profiles if not c.startswith("^")}
    if _RESPONSES & columns or all(c.startswith("error.") or c in _STATUSES for c in plan.profiles if c[0] != "^"):
        return TableKind.PAYLOADS, "an answer of a service"
    if any("parameters" in words_of(part) for c in plan.profiles for part in c.split(".")[:-1]):
        return TableKind.SETTINGS, "definitions of tools"
    last = words_of(names_of(plan.table)[-1].rsplit(".", 1)[-1])[-1:]
    if (
        last
        and last[0] in _DEFINITIONS
        and any(
            c for c in plan.profiles if words_of(c)[-1:] in (("code",), ("schema",), ("parameters",), ("endpoint",))
        )
    ):
        return TableKind.SETTINGS, "definitions of tools or models"
    if plan.triple is not None or any(role in (Role.TEXT, Role.ITEMS, Role.NEXT) for role in plan.roles.values()):
        return _NO
    own = {c: r for c, r in plan.roles.items() if not c.startswith("^") and r is not Role.EMPTY}
    readable = [c for c in own if _readable(plan, c)]
    if any(r is Role.PAYLOAD for r in own.values()) and (
        not readable or any(_CACHE_NAMES.search(n) for n in names_of(plan.table))
    ):
        return TableKind.PAYLOADS, "answers of tools or services, kept for speed"
    if readable:
        return _NO
    if any(r is Role.METRIC or plan.profiles[c].fractions for c, r in own.items()):
        return TableKind.METRICS, "numbers that a machine counted"
    if any(r is Role.VECTOR for r in own.values()):
        return TableKind.VECTORS, "vectors; an index that is rebuilt from the text"
    return TableKind.LINKS, "only ids and codes, no words"


def _readable(plan: Plan, column: str) -> bool:
    """Whether a column holds words or values that tell a person something."""
    profile, role = plan.profiles[column], plan.roles[column]
    if role in (Role.TITLE, Role.DETAIL):
        return (
            profile.is_text > 0.25
            or profile.share(profile.han) > 0.3
            or (
                profile.distinct_share > 0.3 and profile.share(profile.slugs) > 0.5 and not _machine_slugs(plan, column)
            )
        )
    if role in (Role.EXTRA, Role.TAGS):
        return profile.is_text > 0.4 or profile.share(profile.han) > 0.5
    return False


_MACHINE_NAME = re.compile(r"[_/:]|\.(?=.)|^[a-z0-9]+(?:-[a-z0-9]+)+$")


def _machine_slugs(plan: Plan, column: str) -> bool:
    """Names such as `nightly_sync` or `llm.latency`, as machines give them."""
    samples = [str(value) for value in plan.profiles[column].samples[:200]]
    return sum(bool(_MACHINE_NAME.search(s)) for s in samples) > 0.5 * len(samples)


def sentence_parts(plan: Plan) -> list[str]:
    """Columns that stand in the sentence beside title and text, in the order of the table, the next step last."""
    wide = plan.wide = _is_wide(plan)
    chosen = []
    for column, role in plan.roles.items():
        if column.startswith("^") or (plan.triple is not None and column in plan.triple):
            continue
        of_work = role in (Role.NEXT, Role.DUE) or (role is Role.STATE and _informs(plan, column))
        of_person = column in plan.named or role is Role.DETAIL and (wide or _speaks_up(plan, column))
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

"""What a table is as a whole, what its names lean to, and which of its columns stand in the sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from satchel.formats.tabular.rows import Table
from satchel.move.infer.beside import lists_places
from satchel.move.infer.column_tests import kind_share
from satchel.move.infer.keyvalue import key_leaning, table_leaning, value_leaning
from satchel.move.infer.lookup import Dictionary
from satchel.move.infer.names import name_scores, says_speaker, words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.table_kind import TableKind
from satchel.move.infer.types import type_of_kind, type_scores
from satchel.move.infer.value_words import OUTCOMES, SPEAKERS

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
        named = _kind_of_place(name)
        if named in ("preference", "task", "skill", "fact"):
            # A fact is the default anyway, and a file called `about` holds all sorts.
            return named, 0.5 if named == "fact" else 2.0 if heading else 1.2
        if heading:
            scores = type_scores(name)
            if scores.marked and scores.margin >= 0.8 and scores.best != "interaction":
                return scores.best, 1.5
    return None


def type_prior_of_list(column: str) -> tuple[str, float] | None:
    """What the name of a list inside a row leans to: `memory.preferences.travel`, `howTo`. It is a heading of its items."""
    named = _kind_of_place(column)
    if named not in ("preference", "task", "skill", "fact"):
        return None
    plain = any("_".join(words_of(step)) in _PLAIN_LISTS for step in column.split("."))
    return named, 0.5 if named == "fact" else 4.0 if plain else 2.0


_PLAIN_LISTS = frozenset(
    "preference preferences prefs user_preferences likes dislikes todo todos to_do to_dos todo_list task tasks reminders"
    " how_to howto how_tos skill skills procedures 偏好 偏好设置 用户偏好 喜好 待办 待办事项 任务 提醒 技能".split()
)
"""Names of lists that leave no doubt; `insights` and `goals` hold all sorts."""


def _kind_of_place(name: str) -> str | None:
    """The type that the path of a table inside its file names; the innermost step that names one counts.

    `users.ana.preferences.travel` holds preferences. Steps further out that say `fact` say only what all memories are.
    """
    for place, step in enumerate(reversed(name.split("."))):
        named = type_of_kind(step) or (type_of_kind(words_of(step)[-1]) if words_of(step) else None)
        if named in ("preference", "task", "skill") or (place == 0 and named not in (None, "vague")):
            return named
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
    if lists_places(plan) and not any(book.used_by for book in books):
        plan.kind = TableKind.LINKS
        plan.evidence.append("channels or rooms of a chat, and who is in them")
        return
    for kind, why in (_of_lookup(plan, books), _of_conversation(plan), _of_key_value(plan), _of_machine(plan)):
        if kind is not None:
            plan.kind = kind
            plan.evidence.append(why)
            return
    plan.kind = TableKind.MEMORIES


Found = tuple[TableKind | None, str]
_NO: Found = (None, "")


_ITEMS = frozenset(
    "memory memories note notes fact facts item items entry entries record records preference preferences lesson lessons insight insights"
    " thought thoughts observation observations task tasks todo todos reminder reminders bookmark bookmarks 记忆 笔记 事实 备忘 任务 待办".split()
)


def _holds_items(plan: Plan, books: Sequence[Dictionary]) -> bool:
    """Whether what looks like codes and labels are numbered items that people wrote: notes with ids."""
    called = next((name for name in reversed(names_of(plan.table)) if name), "").rsplit(".", 1)[-1]
    label = plan.profiles[books[0].label_column]
    return (words_of(called)[-1:] or ("",))[0] in _ITEMS and label.is_text > 0.5 and label.mean_length > 6


def _of_lookup(plan: Plan, books: Sequence[Dictionary]) -> Found:
    if plan.tags_for:
        return TableKind.LOOKUP, f"tags, given to {plan.tags_for}"
    if not books or (plan.table.envelope and not any(book.used_by for book in books)):
        return _NO
    used = sorted({column for book in books for column in book.used_by})
    if books[0].people:
        if used or plan.first(Role.TEXT) is None:
            return TableKind.PEOPLE, "users and their names" + (f", used by {', '.join(used[:4])}" if used else "")
        return _NO
    if used and (_tells_more(plan, books) or _holds_items(plan, books)):
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

"""Memory, log line, turn of a conversation, structure, empty, deleted or rejected: the fate of one row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from satchel.formats.contract import Fate
from satchel.formats.tabular.json_shape import explode
from satchel.formats.tabular.rows import BESIDE, Row, Shape
from satchel.move.infer.beside import is_preamble
from satchel.move.infer.content import content_of, main_text, text_of
from satchel.move.infer.done import with_outcome
from satchel.move.infer.draft import Draft, Judged
from satchel.move.infer.flatten import flatten
from satchel.move.infer.identity import native_id
from satchel.move.infer.judgement import names_of
from satchel.move.infer.key_people import key_voice
from satchel.move.infer.keyvalue import is_taste, leans_to_person, table_leaning, value_leaning
from satchel.move.infer.labels import label_of
from satchel.move.infer.logs import log_score
from satchel.move.infer.manner import Manner
from satchel.move.infer.names import name_scores, says_speaker
from satchel.move.infer.people import scope_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.row_values import extra_of, is_true, life_state, plausible, read_time, scaled, tags_of, ttl_of
from satchel.move.infer.secrets import names_secret
from satchel.move.infer.sentence import join_title, reads_chinese
from satchel.move.infer.speaking import says_machine, says_memory
from satchel.move.infer.table_kind import TableKind
from satchel.move.infer.types import type_of_kind, type_scores
from satchel.move.infer.typing_of_rows import named_type, type_of_row
from satchel.move.infer.value_words import SPEAKERS
from satchel.move.infer.zone_settings import is_zone_line, is_zone_setting
from satchel.text.chatter import is_chatter, is_closing

_LETTER = re.compile(r"[^\W\d_]")
_TURN = re.compile(r"^\W{0,3}(?:\*\*)?([A-Za-z\u4e00-\u9fff]{1,12})(?:\*\*)?\s?[:：]\s*(?:\*\*)?\s*")
_PLACED = frozenset(
    {Role.CREATED, Role.UPDATED, Role.USER, Role.SPEAKER, Role.DELETED, Role.ARCHIVED, Role.AGENT, Role.TAGS, Role.ID}
)
"""Roles whose values have a place of their own in the record, so that they need none in `extra`."""
_MACHINE_ROLES = (Role.METRIC, Role.LOGGER, Role.PAYLOAD)
_CLEARLY_LOG = 2.5
"""Log-odds from which a row that is called a memory is a log line all the same."""
_PROSE_CODE = frozenset({"", "text", "txt", "md", "markdown", "plain"})

_WHY = {
    TableKind.LOOKUP: "a row of a lookup table; its label went into the rows that use its code",
    TableKind.PEOPLE: "a user and their name; it says whose the memories are",
    TableKind.LINKS: "only ids and codes; there is nothing to read",
    TableKind.INDEX: "an index of its container",
    TableKind.SETTINGS: "a setting of the tool, not a memory",
}


class Judge:
    """Judges rows one at a time, under fixed options.

    Args:
        scope: Of rows that name nobody.
        logs: Make records of log lines too.
        manner: How the source words its types; None judges without.
    """

    def __init__(self, *, scope: str, logs: bool = False, manner: Manner | None = None) -> None:
        self._scope, self._logs, self._manner = scope, logs, manner

    def judge(self, plan: Plan, row: Row, ordinal: int = -1) -> Judged:
        """The fate of one row.

        Args:
            plan: Of its table.
            row: The row.
            ordinal: Its number in the table, from 0; tells versions of one memory apart.
        """
        table = plan.table
        if table.shape is Shape.VECTORS or plan.kind is TableKind.VECTORS:
            return Judged(
                fate=Fate.VECTOR, reason=table.reason or "numbers only; an index that is rebuilt from the text"
            )
        if table.shape is Shape.INDEX:
            return Judged(fate=Fate.STRUCTURE, reason=table.reason or "machinery of its container")
        if table.shape is Shape.OPAQUE:
            return Judged(fate=Fate.REJECTED, reason=row.problem or table.reason or "no reader opens it")
        if row.problem:
            return Judged(fate=Fate.REJECTED, reason=row.problem, raw=row.raw or dict(row.values) or row.problem)
        if plan.said is not None and plan.said.skip:
            return Judged(fate=Fate.STRUCTURE, reason="left out by the mapping file")
        if BESIDE in row.values:
            return Judged(fate=Fate.STRUCTURE, reason="a title, a line or a sum beside the rows of a table")
        values = flatten(row.values, plan.plain)
        if all(is_empty(value) for column, value in values.items() if not column.startswith("^")):
            return Judged(fate=Fate.EMPTY, reason="nothing in any column")
        if plan.versions is not None and ordinal >= 0:
            if plan.versions.is_gone(values):
                told = self._dispatch(plan, values)
                gone = next((draft for draft in told.drafts if not draft.evidence), None)
                return Judged(fate=Fate.REJECTED, reason="deleted at the source", deleted=gone)
            if not plan.versions.is_last(values, ordinal):
                return Judged(
                    fate=Fate.DUPLICATE, reason="an earlier version of a memory that the table has in a later one"
                )
        return self._dispatch(plan, values)

    def _dispatch(self, plan: Plan, values: dict[str, Any]) -> Judged:
        kind = plan.kind
        if kind in _WHY and kind is not TableKind.SETTINGS:
            return Judged(fate=Fate.STRUCTURE, reason=_WHY[kind])
        if kind is TableKind.METRICS:
            return Judged(fate=Fate.LOG, reason="numbers that a machine counted", drafts=self._log_draft(plan, values))
        if kind is TableKind.PAYLOADS:
            return Judged(
                fate=Fate.LOG,
                reason="an answer of a tool or service, kept for speed",
                drafts=self._log_draft(plan, values),
            )
        if kind in (TableKind.PROFILE, TableKind.SETTINGS):
            return self._key_value(plan, values)
        if kind is TableKind.CONVERSATION:
            return self._conversation(plan, values)
        return self._open(plan, values)

    # Memories and logs -------------------------------------------------------------------------------------------

    def _open(self, plan: Plan, values: dict[str, Any]) -> Judged:
        items = self._items(plan, values)
        for column in plan.all(Role.TURNS):
            items += tuple(self._turns(plan, values, column))
        content, used = content_of(plan, values)
        content = self._in_context(plan, values, content)
        if not content and not items:
            if any(not is_empty(values.get(c)) for r in _MACHINE_ROLES for c in plan.all(r)):
                return Judged(fate=Fate.LOG, reason="an event of a tool, without words")
            return Judged(fate=Fate.EMPTY, reason="its text is empty")
        if items and (not content or self._names_only(plan)):
            return Judged(fate=Fate.MEMORY, drafts=items)
        if fault := _fault(content):
            return Judged(fate=Fate.EMPTY if "no words" in fault else Fate.REJECTED, reason=fault)
        if str(values.get("$code", "")).lower() not in _PROSE_CODE:
            return Judged(fate=Fate.STRUCTURE, reason=f"a block of code ({values['$code']})")
        if beside := _beside_memories(plan, values, content):
            return Judged(fate=Fate.STRUCTURE, reason=beside)
        turn = self._stray_turn(plan, values, used)
        if turn is not None:
            return turn
        log, why = self._is_log(plan, values, content)
        if log:
            return Judged(fate=Fate.LOG, reason=why, drafts=self._log_draft(plan, values))
        type_ = type_of_row(plan, values, content, manner=self._manner)
        draft = self._draft(plan, values, with_outcome(plan, values, content, type_), type_, used)
        gone = self._gone(plan, values, draft)
        return gone or Judged(fate=Fate.MEMORY, drafts=(draft, *items))

    def _names_only(self, plan: Plan) -> bool:
        """Whether the text of rows that hold a list is but the name of what the list is about."""
        column = plan.first(Role.TEXT)
        return column is None or (
            plan.profiles[column].share(plan.profiles[column].sentences) < 0.4
            and plan.profiles[column].mean_length < 50
        )

    def _is_log(self, plan: Plan, values: Mapping[str, Any], content: str) -> tuple[bool, str]:
        if plan.said is not None and plan.said.reads_as in (TableKind.LOGS, TableKind.MEMORIES):
            return plan.said.reads_as is TableKind.LOGS, "a log line, by the mapping file"
        if plan.said is not None and plan.said.kinds and (named := named_type(plan, values)):
            return named == "log", "a log line, by the mapping file"
        score = log_score(content)
        add, why = plan.groups.say(values, content)
        total = score.logit + add + plan.log_prior
        if plan.wide and plan.parts and plan.log_share < 0.2:
            total -= 3.0  # one of many rows about subjects, whatever its cells read like
        if plan.silent and not type_scores(content).marked:
            total += 1.4
        elif plan.base and score.machine >= 0.5 and type_scores(content).human < 1.6:
            total += plan.base
        signs = ", ".join(score.signs[:3])
        reason = f"reads like a log line ({'; '.join(part for part in (signs, why) if part) or 'by its table'})"
        return total > 0, reason

    def _stray_turn(self, plan: Plan, values: Mapping[str, Any], used: set[str]) -> Judged | None:
        """A turn of a conversation that stands among memories, by its kind."""
        chat = named_type(plan, values) == "chat" and plan.kinds.trusted
        if not chat and not self._speaks(plan, values):
            return None
        text = main_text(plan, values)
        return (
            Judged(
                fate=Fate.EVIDENCE,
                reason="a turn of a conversation",
                drafts=(self._turn(plan, values, text, self._speaker(plan, values), used),),
            )
            if text
            else None
        )

    def _speaks(self, plan: Plan, values: Mapping[str, Any]) -> bool:
        """Whether the row says who speaks, in a table where both sides of a conversation do."""
        column = plan.first(Role.SPEAKER)
        if column is None or is_empty(values.get(column)):
            return False
        if says_speaker(column):
            return True
        if as_key(values[column]).lower() not in SPEAKERS:
            return False
        speakers = {SPEAKERS.get(value.lower()) for value in plan.profiles[column].counter}
        return {"user", "assistant"} <= speakers

    def _in_context(self, plan: Plan, values: Mapping[str, Any], content: str) -> str:
        """An item that says nothing without what stands above it gets that in front."""
        above = text_of(values.get("^item")) if "^item" in values else ""
        if (
            not above
            and plan.table.headings
            and _is_fragment(content)
            and type_of_kind(plan.table.headings[-1]) is None
        ):
            above = plan.table.headings[-1]
        return (
            join_title(above, content, chinese=reads_chinese([content]))
            if above and content and len(above) <= 120
            else content
        )

    def _items(self, plan: Plan, values: Mapping[str, Any]) -> tuple[Draft, ...]:
        """Memories that stand in a list inside the row, each with the row's owner and time."""
        drafts: list[Draft] = []
        for column in plan.all(Role.ITEMS):
            sub = plan.subplans.get(column)
            if sub is None:
                continue
            title, kind = plan.first(Role.TITLE), plan.first(Role.KIND)
            if title is None and self._names_only(plan):
                title = plan.first(Role.TEXT)
            subject = text_of(values.get(title)) if title else ""
            if (
                subject
                and kind
                and not is_empty(values.get(kind))
                and plan.kinds.types.get(as_key(values[kind])) is None
            ):
                subject = f"{subject} ({as_key(values[kind])})"
            for place, inner in enumerate(_inner_rows(values, column)):
                content, used = content_of(sub, inner)
                if not content or _fault(content) or life_state(sub, inner) == "deleted":
                    continue
                content = join_title(subject, content, chinese=reads_chinese([content])) if subject else content
                inner_draft = self._draft(
                    sub, inner, content, type_of_row(sub, inner, content, manner=self._manner), used
                )
                drafts.append(self._inherit(plan, values, inner_draft, f"{column}#{place}" if not subject else column))
        return tuple(drafts)

    def _inherit(self, plan: Plan, values: Mapping[str, Any], draft: Draft, turn: str) -> Draft:
        """An inner record with what its row knows better."""
        outer = self._draft(
            plan, values, draft.content, draft.type, set(plan.all(Role.ITEMS)) | set(plan.all(Role.TURNS))
        )
        scope, said = (draft.scope, draft.said) if draft.said else (outer.scope, outer.said)
        return Draft(
            plan=draft.plan,
            values=draft.values,
            content=draft.content,
            type=draft.type,
            scope=scope,
            said=said,
            created_at=draft.created_at or (outer.created_at if draft.time is None else None),
            updated_at=draft.updated_at or (outer.updated_at if draft.time is None else None),
            time=draft.time or outer.time,
            tags=draft.tags or outer.tags,
            importance=draft.importance if draft.importance is not None else outer.importance,
            confidence=draft.confidence if draft.confidence is not None else outer.confidence,
            ttl=draft.ttl,
            state=draft.state or outer.state,
            native=draft.native,
            role=draft.role,
            turn=turn if draft.evidence else "",
            agent=draft.agent or outer.agent,
            evidence=draft.evidence,
            sources=draft.sources or outer.sources,
            exported_at=draft.exported_at or outer.exported_at,
            extra={**outer.extra, **({"row": outer.native} if outer.native else {}), **draft.extra},
        )

    # Keys and values ---------------------------------------------------------------------------------------------

    def _key_value(self, plan: Plan, values: dict[str, Any]) -> Judged:
        key_column, value_column = plan.first(Role.KEY), plan.first(Role.VALUE)
        if key_column is None or value_column is None:
            return Judged(fate=Fate.STRUCTURE, reason=_WHY[TableKind.SETTINGS])
        key, value = as_key(values.get(key_column, "")), values.get(value_column)
        if isinstance(value, Mapping):
            return self._settings_object(plan, values, key, value)
        text = text_of(value) if not isinstance(value, bool) else as_key(value)
        if not text:
            return Judged(fate=Fate.EMPTY, reason="its value is empty")
        if is_zone_setting(key, value) and (
            plan.kind is TableKind.SETTINGS or table_leaning(*names_of(plan.table)) <= 0
        ):
            return Judged(fate=Fate.STRUCTURE, reason="the zone of the tool's times; they were read in it")
        if names_secret(key):
            return Judged(fate=Fate.STRUCTURE, reason="a secret of the tool's settings; its value is not shown")
        settings = plan.kind is TableKind.SETTINGS
        forced = plan.said is not None and plan.said.reads_as is not None
        voice = key_voice(key, plan.key_people)
        personal = leans_to_person(key, value, plan.lean, settings=settings) or (
            voice > 0 and value_leaning(value) > -1
        )
        if settings if forced else voice < 0 or not personal:
            return Judged(fate=Fate.STRUCTURE, reason=_WHY[TableKind.SETTINGS])
        content = key_value_content(key, value, text, plan.key_people)
        taste = is_taste(key) or (plan.type_prior is not None and plan.type_prior[0] == "preference")
        found = type_scores(text)
        type_ = found.best if found.margin >= 1.2 and found.marked else "preference" if taste else "fact"
        if plan.said is not None and plan.said.type:
            type_ = plan.said.type
        draft = self._draft(plan, values, content, type_, {key_column, value_column}, native=key)
        return self._gone(plan, values, draft) or Judged(fate=Fate.MEMORY, drafts=(draft,))

    def _settings_object(self, plan: Plan, values: dict[str, Any], key: str, value: Mapping[str, Any]) -> Judged:
        """The members of an object that is one value, each judged as a key and a value of its own."""
        key_column, value_column = plan.first(Role.KEY) or "", plan.first(Role.VALUE) or ""
        drafts: list[Draft] = []
        for name, member in value.items():
            if is_empty(member) or isinstance(member, Mapping):
                continue
            inner = self._key_value(plan, {**values, key_column: f"{key}.{name}", value_column: member})
            drafts += inner.drafts if inner.fate is Fate.MEMORY else ()
        if drafts:
            return Judged(fate=Fate.MEMORY, drafts=tuple(drafts))
        return Judged(fate=Fate.STRUCTURE, reason=_WHY[TableKind.SETTINGS])

    # Conversations -----------------------------------------------------------------------------------------------

    def _conversation(self, plan: Plan, values: dict[str, Any]) -> Judged:
        drafts: list[Draft] = []
        for column in plan.all(Role.TURNS):
            drafts += self._turns(plan, values, column)
        prompt, reply = plan.first(Role.PROMPT), plan.first(Role.REPLY)
        if prompt is not None and reply is not None:
            for column, side in ((prompt, "user"), (reply, "assistant")):
                if text := text_of(values.get(column)):
                    drafts.append(self._turn(plan, values, text, side, {prompt, reply}, turn=side))
        elif not plan.all(Role.TURNS):
            text, used = main_text(plan, values), {plan.first(Role.TEXT) or ""}
            if (other := self._no_turn(plan, values, text, used)) is not None:
                return other
            role = self._speaker(plan, values)
            if "$turn" in plan.roles and (match := _TURN.match(text)) and match[1].lower() in SPEAKERS:
                role, text = SPEAKERS[match[1].lower()], text[match.end() :]
            if text:
                drafts.append(self._turn(plan, values, text, role, used))
        if not drafts:
            return Judged(fate=Fate.EMPTY, reason="a turn without words")
        if life_state(plan, values) == "deleted":
            return Judged(fate=Fate.REJECTED, reason="deleted at the source")
        return Judged(fate=Fate.EVIDENCE, drafts=tuple(drafts))

    def _no_turn(self, plan: Plan, values: Mapping[str, Any], text: str, used: set[str]) -> Judged | None:
        """A row in a table of turns that its speaker says is something else: remembered, or written by a machine."""
        column = plan.first(Role.SPEAKER)
        said = as_key(values.get(column)) if column is not None and not is_empty(values.get(column)) else ""
        if not said or not text or says_speaker(column or ""):
            return None
        if says_memory(said):
            if fault := _fault(text):
                return Judged(fate=Fate.EMPTY if "no words" in fault else Fate.REJECTED, reason=fault)
            if type_of_kind(said) == "vague" and log_score(text).logit > _CLEARLY_LOG:
                return Judged(fate=Fate.LOG, reason="reads like a log line", drafts=self._log_draft(plan, values))
            draft = self._draft(
                plan, values, text, type_of_row(plan, values, text, said=type_of_kind(said), manner=self._manner), used
            )
            return self._gone(plan, values, draft) or Judged(fate=Fate.MEMORY, drafts=(draft,))
        if says_machine(said):
            counted = plan.profiles[column].counter if column is not None else {}
            if said.lower() in SPEAKERS and log_score(text).logit <= 0 and not any(map(says_memory, counted)):
                return None  # a prompt or a tool's answer, of a conversation and nothing else
            if SPEAKERS.get(said.lower()) == "system" and log_score(text).logit <= 0 and plan.log_share < 0.5:
                return Judged(fate=Fate.STRUCTURE, reason="an instruction to the model, not a turn of a person")
            return Judged(
                fate=Fate.LOG, reason=f"written by {said}, not by a person", drafts=self._log_draft(plan, values)
            )
        return None

    def _turns(self, plan: Plan, values: Mapping[str, Any], column: str) -> Iterator[Draft]:
        sub = plan.subplans[column]
        text_column = _best_words(sub) or sub.first(Role.TEXT)
        for place, inner in enumerate(_inner_rows(values, column)):
            text = text_of(inner.get(text_column)) if text_column else ""
            if text:
                draft = self._turn(sub, inner, text, self._speaker(sub, inner), {text_column or ""})
                yield self._inherit(plan, values, draft, f"{native_id(plan, values)}#{place}")

    def _turn(
        self, plan: Plan, values: Mapping[str, Any], text: str, role: str | None, used: set[str], turn: str = ""
    ) -> Draft:
        draft = self._draft(plan, values, text, "interaction", used)
        session = plan.first(Role.SESSION)
        mark = "\x1e".join(
            (
                turn,
                as_key(values.get(session)) if session else "",
                role or "",
                str(draft.time.raw) if draft.time else "",
            )
        )
        return Draft(
            plan=plan, values=values, content=text, type="interaction", scope=draft.scope, said=draft.said, created_at=draft.created_at,
            updated_at=draft.updated_at, time=draft.time, tags=draft.tags, state="archived", native=draft.native, role=role, turn=turn if draft.native else mark,
            agent=draft.agent, evidence=True, exported_at=draft.exported_at, extra=draft.extra,
        )  # fmt: skip

    def _speaker(self, plan: Plan, values: Mapping[str, Any]) -> str | None:
        column = plan.first(Role.SPEAKER)
        if column is None or (value := values.get(column)) is None or value == "":
            return None
        if flag := says_speaker(column):
            other = "assistant" if flag == "user" else "user"
            return flag if is_true(value) else other
        said = as_key(value).lower()
        return SPEAKERS.get(said, said or None)

    # Common ------------------------------------------------------------------------------------------------------

    def _draft(
        self, plan: Plan, values: Mapping[str, Any], content: str, type_: str, used: set[str], native: str = ""
    ) -> Draft:
        scope, said = scope_of(plan, values, self._scope)
        created, updated = read_time(plan, values, Role.CREATED), read_time(plan, values, Role.UPDATED)
        if plan.versions is not None and (born := plan.versions.born.get(native_id(plan, values))):
            first = read_time(plan, {**values, **born}, Role.CREATED)
            if plausible(first) is not None and first is not created:
                updated, created = updated or created, first
        if created is None and plan.day is not None:
            created = plan.day[1].read(plan.day[0])
        created_at, updated_at = plausible(created), plausible(updated)
        if created_at is not None and updated_at is not None and updated_at < created_at:
            updated_at = None
        agent = plan.first(Role.AGENT)
        told = created if created is not None and not created.missing else updated
        state = life_state(plan, values)
        placed = used | {
            c for c, r in plan.roles.items() if r in _PLACED and (r is not Role.CREATED or created_at is not None)
        }
        return Draft(
            plan=plan,
            values=values,
            content=content,
            type=type_,
            scope=scope,
            said=said,
            created_at=created_at,
            updated_at=updated_at,
            time=told.evidence() if told is not None else None,
            tags=tags_of(plan, values),
            importance=scaled(plan, values, Role.IMPORTANCE),
            confidence=scaled(plan, values, Role.CONFIDENCE),
            ttl=ttl_of(plan, values, updated_at or created_at),
            state=state if state in ("archived", "superseded") else None,
            native=native_id(plan, values) if plan.versions is not None else native or native_id(plan, values),
            agent=(plan.book(agent) or {}).get(as_key(values[agent]), as_key(values[agent]))
            if agent and not is_empty(values.get(agent))
            else None,
            sources=_sources(plan, values),
            exported_at=plausible(read_time(plan, values, Role.EXPORTED)),
            extra=extra_of(plan, values, placed),
        )

    def _gone(self, plan: Plan, values: Mapping[str, Any], draft: Draft) -> Judged | None:
        if life_state(plan, values) != "deleted":
            return None
        return Judged(
            fate=Fate.REJECTED,
            reason="deleted at the source",
            deleted=draft,
            deleted_at=plausible(read_time(plan, values, Role.DELETED_AT)),
        )

    def _log_draft(self, plan: Plan, values: Mapping[str, Any]) -> tuple[Draft, ...]:
        if not self._logs:
            return ()
        content, used = content_of(plan, values)
        return (self._draft(plan, values, content, "interaction", used),) if content else ()


_KEY_SEAMS = re.compile(r"[.:/]")
_KEY_BAGS = frozenset(
    "user users profile preferences preference prefs pref settings memory memories facts fact kv data 偏好设置 偏好 设置 用户 用户偏好 用户画像 个人资料 记忆".split()
)


def key_value_content(key: str, value: Any, text: str, people: frozenset[str] = frozenset()) -> str:
    """A key and its value as one text, without the persons in the key; a value that is a whole statement stands alone."""
    if isinstance(value, list):
        text = ("、" if reads_chinese([str(v) for v in value]) else ", ").join(as_key(v) for v in value)
    if len(text.split()) >= 6 or (reads_chinese([text]) and len(text) >= 12):
        return text
    parts = [part for part in _KEY_SEAMS.split(key) if part and part not in people]
    chinese = reads_chinese([text, parts[-1] if parts else key])
    named = [part for part in parts if part.lower() not in _KEY_BAGS and not part.isdigit()]
    label = " ".join(label_of(part, chinese=chinese) for part in (named[-2:] or parts[-1:] or [key]))
    return f"{label}：{text}" if chinese else f"{label}: {text}"


def _inner_rows(values: Mapping[str, Any], column: str) -> Iterator[dict[str, Any]]:
    for inner in explode(Row(values={column: values.get(column)}, position=""), column):
        yield flatten(inner.values)


def _best_words(plan: Plan) -> str | None:
    """The column of a conversation's turns that holds the words, however nested: by its name and how often it is filled."""
    found = [
        (name_scores(column).get(Role.TEXT, 0.0) * profile.filled_share, column)
        for column, profile in plan.profiles.items()
        if not column.startswith("^") and profile.strings + profile.lists + profile.objects
    ]
    best = max(found, default=(0.0, ""))
    return best[1] if best[0] >= 0.25 else None


def _sources(plan: Plan, values: Mapping[str, Any]) -> tuple[str, ...]:
    found: list[str] = []
    for column in plan.all(Role.SOURCE_REF):
        value = values.get(column)
        if not is_empty(value):
            found += (
                [as_key(item) for item in value]
                if isinstance(value, list)
                else [part.strip() for part in as_key(value).split(",")]
            )
    return tuple(found[:64])


def _is_fragment(text: str) -> bool:
    if type_scores(text).human >= 2:
        return False
    return len(text) <= 4 if reads_chinese([text]) else len(text.split()) <= 2


_SETTING_LINE = re.compile(r"^(?:export |set )?[A-Za-z_][\w.\-]*\s*=\s*(?:\S+|\"[^\"]*\"|'[^']*')$|^\[[\w.\- ]+\]$")
_PROPERTY_LINE = re.compile(
    r"(?i)^(?:tags?|created(?: (?:time|at|on|by))?|last edited(?: (?:time|by))?|updated|modified|author|status|url|source|aliases|cssclass|date|type|category|id|标签|创建时间|更新时间|作者|来源|分类)\s*[:：]\s*\S.{0,80}$"
)


def _beside_memories(plan: Plan, values: Mapping[str, Any], content: str) -> str:
    """What stands in a text beside its memories: settings, page properties, an assistant's words around a list."""
    if plan.table.container not in ("text", "markdown", "html", "yaml", "toml"):
        return ""
    if _SETTING_LINE.match(content) or is_zone_line(content):
        return "a setting of the tool, not a memory"
    if plan.table.container == "markdown" and _PROPERTY_LINE.match(content) and plan.sampled < 400:
        return "a property of the page"
    if is_closing(content):
        return "the end of a list, not a part of it"
    if is_preamble(content) and is_empty(values.get("$label")) and "$checked" not in values:
        return "a file's word about itself, not a memory"
    label = plan.profiles.get("$label")
    listed = plan.listed or (label is not None and label.filled_share >= 0.4)
    if listed and is_empty(values.get("$label")) and is_chatter(content):
        return "what was said around the list"
    return ""


def _fault(content: str) -> str:
    """Why a text cannot be a memory; empty when it can."""
    if not _LETTER.search(content):
        return (
            "no words, only signs"
            if not any(char.isdigit() for char in content)
            else "a bare number says nothing by itself"
        )
    if content.count("\ufffd") * 5 > len(content):
        return "unreadable: most characters were lost in an earlier conversion"
    return ""

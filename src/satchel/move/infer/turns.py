"""Turns of conversations: evidence beside the memories."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from satchel.formats.contract import Fate
from satchel.move.infer.content import main_text, text_of
from satchel.move.infer.draft import Draft, Judged
from satchel.move.infer.drafting import Drafting
from satchel.move.infer.faults import fault_of
from satchel.move.infer.flatten import inner_rows
from satchel.move.infer.identity import native_id
from satchel.move.infer.logs import log_score
from satchel.move.infer.names import name_scores, says_speaker
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.row_values import is_true, life_state
from satchel.move.infer.speaking import says_machine, says_memory
from satchel.move.infer.types import type_of_kind
from satchel.move.infer.typing_of_rows import named_type
from satchel.move.infer.value_words import SPEAKERS

_TURN = re.compile(r"^\W{0,3}(?:\*\*)?([A-Za-z\u4e00-\u9fff]{1,12})(?:\*\*)?\s?[:：]\s*(?:\*\*)?\s*")
_CLEARLY_LOG = 2.5
"""Log-odds from which a row that is called a memory is a log line all the same."""


class Turns:
    """Judges turns of conversations: rows of their own, lists inside rows, strays among memories."""

    def __init__(self, drafting: Drafting) -> None:
        self._drafting = drafting

    def judge(self, plan: Plan, values: dict[str, Any]) -> Judged:
        """The fate of a row of a table of turns."""
        drafts: list[Draft] = []
        for column in plan.all(Role.TURNS):
            drafts += self.inside(plan, values, column)
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

    def stray(self, plan: Plan, values: Mapping[str, Any], used: set[str]) -> Judged | None:
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

    def inside(self, plan: Plan, values: Mapping[str, Any], column: str) -> Iterator[Draft]:
        """The turns that stand in a list inside a row."""
        sub = plan.subplans[column]
        text_column = _best_words(sub) or sub.first(Role.TEXT)
        for place, inner in enumerate(inner_rows(values, column)):
            text = text_of(inner.get(text_column)) if text_column else ""
            if text:
                draft = self._turn(sub, inner, text, self._speaker(sub, inner), {text_column or ""})
                yield self._drafting.inherit(plan, values, draft, f"{native_id(plan, values)}#{place}")

    def _no_turn(self, plan: Plan, values: Mapping[str, Any], text: str, used: set[str]) -> Judged | None:
        """A row in a table of turns that its speaker says is something else: remembered, or written by a machine."""
        column = plan.first(Role.SPEAKER)
        said = as_key(values.get(column)) if column is not None and not is_empty(values.get(column)) else ""
        if not said or not text or says_speaker(column or ""):
            return None
        if says_memory(said):
            if fault := fault_of(text):
                return Judged(fate=Fate.EMPTY if "no words" in fault else Fate.REJECTED, reason=fault)
            if type_of_kind(said) == "vague" and log_score(text).logit > _CLEARLY_LOG:
                return Judged(
                    fate=Fate.LOG, reason="reads like a log line", drafts=self._drafting.log_draft(plan, values)
                )
            draft = self._drafting.draft(
                plan, values, text, self._drafting.type_of(plan, values, text, said=type_of_kind(said)), used
            )
            return self._drafting.gone(plan, values, draft) or Judged(fate=Fate.MEMORY, drafts=(draft,))
        if says_machine(said):
            counted = plan.profiles[column].counter if column is not None else {}
            if said.lower() in SPEAKERS and log_score(text).logit <= 0 and not any(map(says_memory, counted)):
                return None  # a prompt or a tool's answer, of a conversation and nothing else
            if SPEAKERS.get(said.lower()) == "system" and log_score(text).logit <= 0 and plan.log_share < 0.5:
                return Judged(fate=Fate.STRUCTURE, reason="an instruction to the model, not a turn of a person")
            return Judged(
                fate=Fate.LOG,
                reason=f"written by {said}, not by a person",
                drafts=self._drafting.log_draft(plan, values),
            )
        return None

    def _turn(
        self, plan: Plan, values: Mapping[str, Any], text: str, role: str | None, used: set[str], turn: str = ""
    ) -> Draft:
        draft = self._drafting.draft(plan, values, text, "interaction", used)
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

    def _speaker(self, plan: Plan, values: Mapping[str, Any]) -> str | None:
        column = plan.first(Role.SPEAKER)
        if column is None or (value := values.get(column)) is None or value == "":
            return None
        if flag := says_speaker(column):
            other = "assistant" if flag == "user" else "user"
            return flag if is_true(value) else other
        said = as_key(value).lower()
        return SPEAKERS.get(said, said or None)


def _best_words(plan: Plan) -> str | None:
    """The column of a conversation's turns that holds the words, however nested: by its name and how often it is filled."""
    found = [
        (name_scores(column).get(Role.TEXT, 0.0) * profile.filled_share, column)
        for column, profile in plan.profiles.items()
        if not column.startswith("^") and profile.strings + profile.lists + profile.objects
    ]
    best = max(found, default=(0.0, ""))
    return best[1] if best[0] >= 0.25 else None

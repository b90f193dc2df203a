"""Keys and values: what a person likes or is, told from the settings of a tool."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from satchel.formats.contract import Fate
from satchel.move.infer.content import text_of
from satchel.move.infer.draft import Draft, Judged
from satchel.move.infer.drafting import Drafting
from satchel.move.infer.judgement import names_of
from satchel.move.infer.key_people import key_voice
from satchel.move.infer.keyvalue import is_taste, leans_to_person, table_leaning, value_leaning
from satchel.move.infer.labels import label_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import as_key, is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.secrets import names_secret
from satchel.move.infer.sentence import reads_chinese
from satchel.move.infer.table_kind import TableKind
from satchel.move.infer.types import type_scores
from satchel.move.infer.zone_settings import is_zone_setting

SETTING: Final = "a setting of the tool, not a memory"
"""Why a setting is no memory."""
_KEY_SEAMS = re.compile(r"[.:/]")
_KEY_BAGS = frozenset(
    "user users profile preferences preference prefs pref settings memory memories facts fact kv data 偏好设置 偏好 设置 用户 用户偏好 用户画像 个人资料 记忆".split()
)


class KeptByKey:
    """Judges rows that are a key and its value."""

    def __init__(self, drafting: Drafting) -> None:
        self._drafting = drafting

    def judge(self, plan: Plan, values: dict[str, Any]) -> Judged:
        """The fate of a key and its value: a person's is a memory, a tool's a setting."""
        key_column, value_column = plan.first(Role.KEY), plan.first(Role.VALUE)
        if key_column is None or value_column is None:
            return Judged(fate=Fate.STRUCTURE, reason=SETTING)
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
            return Judged(fate=Fate.STRUCTURE, reason=SETTING)
        content = key_value_content(key, value, text, plan.key_people)
        taste = is_taste(key) or (plan.type_prior is not None and plan.type_prior[0] == "preference")
        found = type_scores(text)
        type_ = found.best if found.margin >= 1.2 and found.marked else "preference" if taste else "fact"
        if plan.said is not None and plan.said.type:
            type_ = plan.said.type
        draft = self._drafting.draft(plan, values, content, type_, {key_column, value_column}, native=key)
        return self._drafting.gone(plan, values, draft) or Judged(fate=Fate.MEMORY, drafts=(draft,))

    def _settings_object(self, plan: Plan, values: dict[str, Any], key: str, value: Mapping[str, Any]) -> Judged:
        """The members of an object that is one value, each judged as a key and a value of its own."""
        key_column, value_column = plan.first(Role.KEY) or "", plan.first(Role.VALUE) or ""
        drafts: list[Draft] = []
        for name, member in value.items():
            if is_empty(member) or isinstance(member, Mapping):
                continue
            inner = self.judge(plan, {**values, key_column: f"{key}.{name}", value_column: member})
            drafts += inner.drafts if inner.fate is Fate.MEMORY else ()
        if drafts:
            return Judged(fate=Fate.MEMORY, drafts=tuple(drafts))
        return Judged(fate=Fate.STRUCTURE, reason=SETTING)


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

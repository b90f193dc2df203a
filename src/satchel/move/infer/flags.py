"""Flags that say a row no longer holds: voided, withdrawn, deleted, by whatever name and with whatever mark."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from satchel.formats.unwanted import names_refusal
from satchel.move.infer.names import words_of
from satchel.move.infer.profile import Profile, as_key, is_empty
from satchel.move.infer.value_words import DELETED_STATES, FALSE, TRUE

_VOID = frozenset(
    "deleted delete del removed void voided invalid invalidated withdrawn withdraw revoked retracted obsolete cancelled canceled"
    " discarded trashed trash tombstone tombstoned erased purged forgotten dropped rescinded annulled struck defunct"
    " geloescht geloscht entfernt ungueltig ungultig storniert supprime efface annule borrado borrada eliminado eliminada anulado excluido apagado"
    " cancellato eliminato annullato verwijderd gewist vervallen zuofei shanchu chexiao quxiao feiqi yizuofei yishanchu".split()
)
_VOID_HAN = re.compile("作废|撤销|撤回|取消|废弃|删除|移除|注销|失效|无效|停用|弃用|删了|不要了|废止")
_ASIDE = frozenset(
    "is was flag mark marker bool state soft the has been row record memory note item entry in f fg bz bj".split()
)
"""Words that may stand beside such a word in the name of a flag."""
_NOT_A_FLAG = re.compile("时间|日期|原因|人|次数|数量|理由|方式|备注|说明")
_VALID = frozenset({"valid", "is_valid", "still_valid", "有效", "是否有效", "是否生效", "youxiao", "sfyx"})
"""Names of flags that say the opposite."""
_IN_USE = frozenset(
    "active is_active isactive enabled is_enabled isenabled in_use alive is_alive aktiv ist_aktiv actif active_flag activo ativo attivo actief"
    " 启用 是否启用 激活 是否激活 在用 是否在用 qiyong".split()
)
"""Names of flags that say whether a row is used at all; where they say no it is kept and no longer told."""
_MARKS = frozenset("x v × ✔ ✓ √ ☑ ✅ ● * # ok da si".split()) | TRUE
_LIVING = frozenset("未删除 正常 有效 未作废 未撤销 active live normal valid current kept 保留 在用 ✗ ✘ ☐".split()) | (
    FALSE - {"×"}
)


@lru_cache(maxsize=4096)
def names_void(column: str) -> bool:
    """Whether a column by this name would flag rows that no longer hold."""
    last = column.rsplit(".", 1)[-1]
    if names_refusal(last):
        return True
    if _VOID_HAN.search(last):
        return not _NOT_A_FLAG.search(last) and len(last) <= 8
    words = [word for word in words_of(last) if not word.isdigit()]
    return bool(_VOID.intersection(words)) and all(word in _VOID or word in _ASIDE for word in words)


@lru_cache(maxsize=4096)
def names_valid(column: str) -> bool:
    """Whether a column by this name would flag rows that still hold."""
    last = column.rsplit(".", 1)[-1]
    return "_".join(words_of(last)) in _VALID or last in _VALID


@lru_cache(maxsize=4096)
def names_in_use(column: str) -> bool:
    """Whether a column by this name would flag rows that are switched on."""
    last = column.rsplit(".", 1)[-1]
    return "_".join(words_of(last)) in _IN_USE or last in _IN_USE


def switches(profile: Profile) -> bool:
    """Whether a flag of rows in use tells them apart. One that says no everywhere was never filled in; it tells nothing."""
    return profile.distinct >= 2 and is_flag(profile) and any(not is_unset(value) for value in profile.counter)


def is_flag(profile: Profile) -> bool:
    """Whether values are marks: yes and no, a tick or nothing, the word for the state itself."""
    if profile.filled == 0 or profile.overflow or profile.distinct > 6 or profile.lists or profile.objects:
        return False
    known = sum(n for value, n in profile.counter.items() if _is_mark(value))
    return known >= 0.95 * sum(profile.counter.values())


def _is_mark(value: str) -> bool:
    low = value.strip().lower()
    return low in _MARKS or low in _LIVING or low in DELETED_STATES or (len(low) <= 6 and bool(_VOID_HAN.search(low)))


def is_set(value: Any) -> bool:
    """Whether a flag that a row no longer holds is set: any mark but a word or number for no."""
    if is_empty(value):
        return False
    low = as_key(value).lower()
    return low not in _LIVING and low.strip("0.") != ""


def is_unset(value: Any) -> bool:
    """Whether a flag that a row still holds says no; an empty one says nothing."""
    return not is_empty(value) and (as_key(value).lower() in FALSE - {""} or as_key(value) in ("无效", "失效", "作废"))

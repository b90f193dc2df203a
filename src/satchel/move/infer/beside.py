"""What stands beside memories and is none: a file's words about itself, the channels and rooms of a chat export."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from satchel.formats.tabular.rows import Table
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.zone_settings import is_zone_line
from satchel.text.chatter import is_chatter, is_closing

_LONGEST = 240
_PREAMBLE = re.compile(
    r"(?ix)^\W*(?:"
    r"(?:this|the\ following)\ (?:file|document|page|list|note|section|sheet)\b.{0,120}\b"
    r"(?:generated|written|rewritten|maintained|managed|updated|created|produced|kept|synced|edited|overwritten|owned|exported|for\ the\ agent)\b"
    r"|(?:auto-?(?:matically\ )?generated|automatically\ (?:generated|written|created|updated|exported)|machine-generated|generated\ (?:by|at|on|from)\b"
    r"|exported\ (?:by|at|on|from)\b|maintained\ by|managed\ by)"
    r"|(?:please\ )?(?:do\ not|don't|never)\ (?:edit|modify|change|touch|delete|remove|overwrite)"
    r"\ (?:(?:this|the)\ (?:file|document|page|list|section|sheet)|by\ hand|manually|below|above|anything\ (?:below|above)|while\ it)"
    r"|edits?\ (?:here|to\ this\ file|below)\ (?:will|are|get|may)\b"
    r"|(?:diese|die\ folgende)\ (?:datei|liste|seite)\b.{0,80}(?:erzeugt|generiert|geschrieben|gepflegt)|automatisch\ (?:erzeugt|generiert)"
    r"|(?:ce\ fichier|este\ archivo)\b.{0,80}"
    r"|(?:本|此|该|这个)(?:文件|文档|页面|列表|表格|表)[^，。；]{0,30}(?:生成|维护|写入|更新|改写|管理|编辑|修改|导出|改动)"
    r"|(?:由.{1,24})?自动(?:生成|维护|更新|导出|写入)"
    r"|(?:请勿|请不要|不要|切勿|勿)(?:手动|手工|人工|直接)(?:编辑|修改|改动|删除)"
    r"|(?:请勿|请不要|不要|切勿|勿)(?:编辑|修改|改动|删除)(?:本|此|该|这个)(?:文件|文档|页|表)"
    r")"
)


def is_preamble(text: str) -> bool:
    """Whether a paragraph is but a file's word about itself: who writes it, that nobody shall edit it."""
    return len(text) <= _LONGEST and bool(_PREAMBLE.match(text))


_PLACES = frozenset(
    "channel channels room rooms guild guilds server servers workspace workspaces dm dms mpim mpims im ims group groups team teams space spaces"
    " chatroom chatrooms conversations_list 频道 群 群组 群聊 房间 聊天室 频道列表 群列表".split()
)
_OF_PLACES = frozenset(
    "member members member_ids participants participant_ids users user_ids topic purpose creator is_channel is_private is_general is_im is_mpim"
    " is_archived archived num_members member_count members_count privacy visibility pins icon avatar position parent_id channel_type 成员 成员列表 群主".split()
)


def lists_places(plan: Plan) -> bool:
    """Whether rows are the channels, rooms or groups of a chat export: a name, its members, what it is for."""
    called = _called(plan.table)
    if not called or called[-1] not in _PLACES:
        return False
    own = [column for column in plan.profiles if not column.startswith(("^", "$")) and plan.profiles[column].filled]
    of_places = [column for column in own if _OF_PLACES & {"_".join(words_of(part)) for part in column.split(".")}]
    told = [
        column
        for column in own
        if column not in of_places
        and plan.profiles[column].is_text > 0.5
        and plan.roles[column] in (Role.TEXT, Role.DETAIL, Role.NEXT)
    ]
    return bool(of_places) and not told


def _called(table: Table) -> tuple[str, ...]:
    stem = table.source.rsplit("!", 1)[-1].rsplit("/", 1)[-1].rsplit(".", 1)[0]
    name = (table.name or stem).rsplit(".", 1)[-1]
    return words_of(name) or (name,)


_SETTING_LINE = re.compile(r"^(?:export |set )?[A-Za-z_][\w.\-]*\s*=\s*(?:\S+|\"[^\"]*\"|'[^']*')$|^\[[\w.\- ]+\]$")
_PROPERTY_LINE = re.compile(
    r"(?i)^(?:tags?|created(?: (?:time|at|on|by))?|last edited(?: (?:time|by))?|updated|modified|author|status|url|source|aliases|cssclass|date|type|category|id|标签|创建时间|更新时间|作者|来源|分类)\s*[:：]\s*\S.{0,80}$"
)


def beside_memories(plan: Plan, values: Mapping[str, Any], content: str) -> str:
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

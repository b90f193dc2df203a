"""What stands beside memories and is none: a file's words about itself, the channels and rooms of a chat export."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satchel.formats.tabular.rows import Table
from satchel.move.infer.names import words_of
from satchel.move.infer.plan import Plan
from satchel.move.infer.profile import is_empty
from satchel.move.infer.role import Role
from satchel.move.infer.zone_settings import is_zone_line
from satchel.text.chatter import is_chatter, is_closing
from satchel.text.page_words import is_preamble, is_property, is_setting

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


def beside_memories(plan: Plan, values: Mapping[str, Any], content: str) -> str:
    """What stands in a text beside its memories: settings, page properties, an assistant's words around a list."""
    if plan.table.container not in ("text", "markdown", "html", "yaml", "toml", "ini"):
        return ""
    if is_setting(content) or is_zone_line(content):
        return "a setting of the tool, not a memory"
    if plan.table.container == "markdown" and is_property(content) and plan.sampled < 400:
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

"""What a file or a page says about itself, and lines that set something: no part of what it tells of anybody."""

from __future__ import annotations

import re

_LONGEST = 240
_PREAMBLE = re.compile(
    r"(?ix)^\W*(?:"
    r"(?:this|the\ following)\ (?:file|document|page|list|note|section|sheet)\b.{0,120}\b"
    r"(?:generated|written|rewritten|maintained|managed|updated|created|produced|kept|synced|appended|edited|overwritten|owned|exported|for\ the\ agent)\b"
    r"|(?:auto-?(?:matically\ )?generated|automatically\ (?:generated|written|created|updated|exported)|machine-generated|generated\ (?:by|at|on|from)\b"
    r"|(?:exported|appended)\ (?:by|at|on|from)\b|maintained\ by|managed\ by)"
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
_SETTING_LINE = re.compile(r"^(?:export |set )?[A-Za-z_][\w.\-]*\s*=\s*(?:\S+|\"[^\"]*\"|'[^']*')$|^\[[\w.\- ]+\]$")
_PROPERTY_LINE = re.compile(
    r"(?i)^(?:tags?|created(?: (?:time|at|on|by))?|last edited(?: (?:time|by))?|updated|modified|author|status|url|source|aliases|cssclass|date|type|category|id|标签|创建时间|更新时间|作者|来源|分类)\s*[:：]\s*\S.{0,80}$"
)


def is_preamble(text: str) -> bool:
    """Whether a paragraph is but a file's word about itself: who writes it, that nobody shall edit it."""
    return len(text) <= _LONGEST and bool(_PREAMBLE.match(text))


def is_setting(text: str) -> bool:
    """Whether a line sets a value of a program (`port = 80`, `export TZ=UTC`), or opens a section of such lines."""
    return bool(_SETTING_LINE.match(text))


def is_property(text: str) -> bool:
    """Whether a line is a property of its page: `Tags: assistant, profile`, `Created: March 3, 2026`."""
    return bool(_PROPERTY_LINE.match(text))

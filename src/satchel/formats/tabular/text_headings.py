"""Headings in text and markdown, however they are written: signs, underlines, bold, brackets, capitals, Chinese numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from satchel.formats.tabular.text_marks import ITEM, RULE, SENTENCE_END, has_date, is_listed, is_sentence, starts_list
from satchel.formats.tabular.textual import Line

HEADING = re.compile(r" {0,3}(#{1,6})\s+(.*)", re.DOTALL)
OTHER_HEADING = re.compile(
    r"\s*(?:\*\*([^*]{1,60})\*\*[:：]?|__([^_]{1,60})__[:：]?|【([^】]{1,40})】[:：]?|={2,9}\s*([^=\s][^=]{0,59}?)\s*={2,9}|[—–]{1,3}\s*([^—–\s][^—–]{0,59}?)\s*[—–]{1,3}|-{2,9}\s*([^-\s][^-]{0,59}?)\s*-{2,9}|\[([^\]\d]{1,40})\])\s*"
)
_ITALIC_HEADING = re.compile(r"\s*(?:\*([^*\s][^*]{0,38})\*|_([^_\s][^_]{0,38})_)[:：]?\s*")
UNDERLINE = re.compile(r" {0,3}(={3,}|-{3,})\s*")
_HAN_NUMBERED = re.compile(
    r"\s*(?:[一二三四五六七八九十]{1,3}[、．]|[（(][一二三四五六七八九十]{1,3}[）)])\s*(\S.{0,39})"
)
"""How sections of a Chinese text are counted."""
_CATEGORY = re.compile(r"\s*(?:category|section|类别|分类|栏目)\s*[:：]\s*(\S.{0,59})", re.IGNORECASE)


def heading_at(source: Sequence[Line], at: int) -> tuple[int, str, int] | None:
    """Level, title and lines of the heading at a place, however it is written; None where there is none."""
    text = source[at].text
    following = source[at + 1].text if at + 1 < len(source) else ""
    if match := HEADING.fullmatch(text):
        return len(match[1]), _unclosed(match[2]), 1
    if RULE.fullmatch(text):
        return None
    if UNDERLINE.fullmatch(following) and not ITEM.fullmatch(text):
        return (1 if "=" in following else 2), text.strip(), 2
    if match := OTHER_HEADING.fullmatch(text):
        return 7, next(group for group in match.groups() if group).strip(" :："), 1
    if (match := _ITALIC_HEADING.fullmatch(text)) and _is_title(match[1] or match[2], source, at):
        return 8, (match[1] or match[2]).strip(" :："), 1
    if (match := _CATEGORY.fullmatch(text)) and starts_list(source, at + 1):
        return 6, match[1].strip(), 1
    if title := counted_heading(source, at):
        return 6, title, 1
    if _is_label(text, source[at - 1].text if at else "", following):
        return 7, text.strip().rstrip(":："), 1
    return None


def _is_label(text: str, before: str, following: str) -> bool:
    """True for a few words by themselves right above a list, such as `INSTRUCTIONS`."""
    text = text.strip()
    if before.strip() or not is_listed(following) or is_listed(text) or (is_sentence(text) and not _is_titled(text)):
        return False
    return not text.endswith(SENTENCE_END[:-2]) and len(text) <= 60


def _unclosed(title: str) -> str:
    """A title without the signs that may close a heading: `Work ##`, but not `C#`."""
    bare = title.rstrip()
    cut = bare.rstrip("#")
    return cut.rstrip() if not cut or cut[-1].isspace() else bare


def leads(lines: Sequence[Line]) -> str:
    """The title in the first line of a paragraph, such as `Work:`, when the others stand under it; empty without one."""
    first = lines[0].text.strip()
    if len(lines) < 2 or not first.endswith((":", "：")) or is_listed(first) or is_sentence(first):
        return ""
    return "" if any(line.text.strip().endswith((":", "：")) for line in lines[1:]) else first.rstrip(":： ")


def _is_titled(text: str) -> bool:
    """True for up to eight words written as titles are: all in capitals, or each longer one with a capital."""
    words = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3 or word.isupper()]
    return 0 < len(text.split()) <= 8 and len(words) > 1 and all(word[0].isupper() for word in words)


def _is_title(text: str, source: Sequence[Line], at: int) -> bool:
    """True for a few words that stand by themselves above something and end no sentence."""
    alone = not at or not source[at - 1].text.strip()
    return alone and at + 1 < len(source) and not is_sentence(text) and not text.endswith(SENTENCE_END)


def counted_heading(source: Sequence[Line], at: int) -> str:
    """The title in a line such as 二、偏好 above a list that is marked in another way; empty for an item."""
    match = _HAN_NUMBERED.fullmatch(source[at].text)
    if match is None or any(mark in match[1] for mark in "，。；！？,;"):
        return ""
    following = next((line.text for line in source[at + 1 : at + 3] if line.text.strip()), "")
    listed = ITEM.fullmatch(following) and not _HAN_NUMBERED.fullmatch(following)
    return match[1].strip(" :：") if listed or (following and has_date(following)) else ""

"""What stands at the front of a line of text: list marks and dates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from satchel.formats.tabular.textual import Line
from satchel.text.clean import split_date_prefix

ITEM = re.compile(
    r"(\s*)(?:[-*+•·●○◦▪‣–—]\s+|[•●▪‣]\s*|\(?\d{1,5}[.)．]\s+|\d{1,5}[、．]\s*|[一二三四五六七八九十]{1,3}[、．]\s*|[（(]\d{1,4}[)）]\s*|[①-⑳]\s*)(\S.*)"
)
RULE = re.compile(r"\s*(?:[-*_=~—─]\s*){3,}")
FENCE = re.compile(r"\s{0,3}(```+|~~~+)\s*([\w+-]*).*")
_BRACKET = re.compile(
    r"[\[【(（]((?<=\[)(?:unknown|\d{4}(?:-\d\d){0,2}) from [^\]\n]{1,140}(?=\])|[^\]】)）]{1,40})[\]】)）]"
    r"\s*[.。]?\s*(?:[-–—:：|]\s*)?(.+)",
    re.DOTALL,
)
_CLOCK = r"\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:[.,]\d{1,9})?\s?(?:Z|UTC|GMT|[AaPp]\.?[Mm]\.?|[+-]\d{2}:?\d{2})?"
_DATE = rf"(?:\d{{4}}\s?[-/.年]\s?\d{{1,2}}(?:\s?[-/.月]\s?\d{{1,2}}日?)?|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{2,4}})(?:[ T,]\s?{_CLOCK})?"
DATED = re.compile(rf"({_DATE})\s*(?:[-–—:：|,，]\s*|\s|(?=[^\W\d_]))\s*(\D.*)", re.DOTALL)
_DATE_LIKE = re.compile(
    r".*\d{4}.*|.*\d{1,2}[-/.月:]\d{1,2}.*|.*(?:unknown|undated|未知|不详|不明|无日期|no date).*|[?？\-–—]{1,4}|n/?a"
    r"|(?:date )?(?:not (?:known|specified|available|recorded)|unspecified|ongoing)",
    re.IGNORECASE | re.DOTALL,
)
SENTENCE_END = tuple(".!?。！？…;；:：")


def has_date(text: str) -> bool:
    """True for a line that begins with a date, in brackets or bare."""
    return dated(text.strip()) is not None


def dated(text: str) -> tuple[str, str] | None:
    """A date, in brackets or bare, and what stands behind it; None without one."""
    bracket = _BRACKET.fullmatch(text)
    if bracket and _DATE_LIKE.fullmatch(bracket[1]):
        return bracket[1].strip(), bracket[2].strip()
    if bare := DATED.fullmatch(text):
        return bare[1].strip(), bare[2].strip()
    written, rest = split_date_prefix(text)
    return (written.strip(), rest.strip()) if written and rest.strip() else None


def is_sentence(text: str) -> bool:
    """True for a text that says something by itself: some words, or some Chinese characters."""
    return len(text.split()) >= 4 or sum(char > "\u2e7f" for char in text) >= 7


def is_listed(text: str) -> bool:
    """True for a line that is an item of a list or starts with a date."""
    return bool(ITEM.fullmatch(text)) or has_date(text)


def starts_list(source: Sequence[Line], at: int) -> bool:
    """True where the next written line is an item, a date or a fence."""
    while at < len(source) and not source[at].text.strip():
        at += 1
    return at < len(source) and bool(
        ITEM.fullmatch(source[at].text) or has_date(source[at].text) or FENCE.fullmatch(source[at].text)
    )

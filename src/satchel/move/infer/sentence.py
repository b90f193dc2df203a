"""One readable sentence out of a row of many columns, in the language of the row; nothing informative left out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from satchel.move.infer.labels import label_of
from satchel.move.infer.profile import as_key, is_empty

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_MIDNIGHT = re.compile(r"[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?$")


def reads_chinese(values: Sequence[str]) -> bool:
    """Whether a row's own words are Chinese rather than Latin."""
    han = sum(len(_HAN.findall(value)) for value in values)
    latin = sum(len(_LATIN.findall(value)) for value in values)
    return han > 0 and han >= 1.5 * latin


def shown(
    value: Any,
    lookup: Mapping[str, str] | None = None,
    *,
    at: datetime | None = None,
    day_only: bool = False,
    chinese: bool = False,
) -> str:
    """A cell as it stands in a sentence: codes by their label, times as dates, lists joined."""
    if is_empty(value):
        return ""
    if lookup:
        label = lookup.get(as_key(value))
        if label:
            return label
    if at is not None:
        return (
            at.strftime("%Y-%m-%d")
            if day_only or (at.hour, at.minute, at.second) == (0, 0, 0)
            else at.strftime("%Y-%m-%d %H:%M UTC")
        )
    if isinstance(value, bool):
        return ("是" if value else "否") if chinese else ("yes" if value else "no")
    if isinstance(value, list | tuple):
        return ("、" if chinese else ", ").join(
            part for item in value if (part := shown(item, lookup, chinese=chinese))
        )
    if isinstance(value, Mapping):
        return ("，" if chinese else ", ").join(
            f"{label_of(str(k), chinese=chinese)} {shown(v, chinese=chinese)}"
            for k, v in value.items()
            if not is_empty(v)
        )
    text = as_key(value)
    return _MIDNIGHT.sub("", text) if len(text) <= 32 else " ".join(text.split()) if "\n" not in text else text


def compose(subject: str, parts: Sequence[tuple[str, str]], *, chinese: bool) -> str:
    """Subject and labelled parts as one sentence.

    `订单同步重构：状态 开发中；下一步 补集成测试` or `Order sync rewrite – status: in progress; next step: add tests`.

    Args:
        subject: What the row is about; may be empty.
        parts: Column name and what stands in it, in the order in which they shall be read.
    """
    told = [(label_of(column, chinese=chinese), value) for column, value in parts if value]
    if chinese:
        body = "；".join(
            f"{label} {value}" if not _LATIN.fullmatch(label) else f"{label}：{value}" for label, value in told
        )
        return f"{subject.rstrip('。；;：:')}：{body}" if subject and body else subject or body
    body = "; ".join(f"{label}: {value}" for label, value in told)
    return f"{subject.rstrip('.;: ')} – {body}" if subject and body else subject or body


def join_title(title: str, text: str, *, chinese: bool) -> str:
    """A title before its text, unless the text already says it."""
    bare, body = title.strip().rstrip("….：:"), text.strip()
    if not bare or body.lower().startswith(bare.lower()) or bare.lower() in body.lower():
        return text
    if body.lower() in bare.lower():
        return title
    return f"{bare}：{body}" if chinese else f"{bare}: {body}"

"""Why a text cannot be a memory at all, and when it says nothing without what stands above it."""

from __future__ import annotations

import re

from satchel.move.infer.sentence import reads_chinese
from satchel.move.infer.types import type_scores

_LETTER = re.compile(r"[^\W\d_]")


def fault_of(content: str) -> str:
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


def is_fragment(text: str) -> bool:
    """Whether a text is so short that it needs its heading to be understood."""
    if type_scores(text).human >= 2:
        return False
    return len(text) <= 4 if reads_chinese([text]) else len(text.split()) <= 2

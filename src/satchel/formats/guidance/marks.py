"""By what the lines of markdown are told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence

HEADING = re.compile(r" {0,3}(#{1,6})[ \t]++((?:.*[^ \t#])?)[ \t]*+#*+[ \t]*+")
UNDERLINE = re.compile(r" {0,3}(={3,}|-{3,})[ \t]*")
RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
BOLD_LINE = re.compile(r"[ \t]*(?:\*\*|__)([^*_]{1,80}?)[:：]?(?:\*\*|__)[ \t]*[:：]?[ \t]*")
FENCE = re.compile(r"([ \t]*)(`{3,}|~{3,})(.*)")
ITEM = re.compile(
    r"([ \t]*)(?P<mark>[-*+•·](?=[ \t])|\d{1,3}[.)](?=[ \t])|\d{1,3}[、．]|[一二三四五六七八九十]{1,3}、|[（(]\d{1,3}[)）]|[①-⑳])[ \t]*+(\S.*)"
)
CHECK = re.compile(r"\[([ xX✓✔])\][ \t]+(.*)", re.DOTALL)
IMPORT = re.compile(r"(?:^|(?<=[\s(（]))@((?:~/|\.{0,2}/)?[^\s@`'\"<>()（）,，;；。]+)")
ONLY_IMPORTS = re.compile(r"(?:[-*+•][ \t]+)?(?:@[^\s@]+[ \t]*)+")
CODE_SPAN = re.compile(r"`[^`\n]*`")
QUOTE = re.compile(r"[ \t]{0,3}>[ \t]?")
STEPS = re.compile(
    r"\b(?:steps?|how to|workflow|process|procedure|checklist|release|releasing|deploy\w*|set ?up|install\w*|getting started|follow|sequence|in order)\b|步骤|流程|操作|部署|发布|安装|怎么|如何|顺序|依次",
    re.IGNORECASE,
)
LABEL_WORDS = 2
"""An item of at most so many words above others is their label and not a sentence."""
BOLD = 7
"""The level of a bold line, below all headings."""


def starts_block(line: str) -> bool:
    return bool(
        HEADING.fullmatch(line)
        or FENCE.fullmatch(line)
        or ITEM.fullmatch(line)
        or RULE.fullmatch(line)
        or line.lstrip().startswith("<!--")
    )


def is_label(text: str) -> bool:
    """True for an item that only names what is below it."""
    bare = text.strip("*_ ")
    if bare.endswith((":", "：")):
        return True
    wide = sum(char > "\u2e7f" for char in bare)
    return not bare.endswith((".", "。", "!", "！")) and (
        0 < wide <= 4 or (not wide and len(bare.split()) <= LABEL_WORDS)
    )


def names_what_follows(text: str) -> bool:
    """True for a line above a list that says what the list is about: a few words and no sentence."""
    wide = sum(char > "\u2e7f" for char in text)
    return (
        wide <= 15
        and len(text) <= 60
        and len(text.split()) <= 6
        and not text.endswith((".", "。", "!", "！", "?", "？"))
    )


def is_fragment(text: str) -> bool:
    """True for a few words that only say something together with their neighbours."""
    wide = sum(char > "\u2e7f" for char in text)
    return (
        wide <= 10 and len(text) - wide <= 30 and len(text.split()) <= 4 and not text.endswith((".", "。", "!", "！"))
    )


def are_lines(lines: Sequence[str]) -> bool:
    """True when a paragraph's lines are short ones of their own, and no text that was wrapped."""
    return len(lines) > 1 and all(len(line) < 60 for line in lines[:-1])


def dedented(lines: Sequence[str]) -> list[str]:
    margin = len(lines[0]) - len(lines[0].lstrip())
    return [line[margin:] if not line[:margin].strip() else line.lstrip() for line in lines]

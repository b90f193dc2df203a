"""Take off what tools and screens add around a text: list marks, date prefixes, citation marks, control characters.

For text that people read. The normal form for fingerprints is `satchel_protocol.fingerprint.normalise_text`.
"""

from __future__ import annotations

import re

_SPACES_OR_HAN = r"(?:[ \t\u3000]+|(?=[\u3400-\u9fff\[\(【（「“]))"
_LIST_MARK = re.compile(
    r"[ \t\u3000]*(?:"
    rf"(?:[-*+•·‣◦▪▫■□●○◆◇★☆►▶→–—]|\#{{1,6}}(?=[ \t])){_SPACES_OR_HAN}(?:\[[ xX]\][ \t]+)?"
    rf"|\(?(?:\d{{1,3}}|[a-z])\)[ \t]+|\d{{1,3}}[.、．]{_SPACES_OR_HAN}|\d{{1,3}}\){_SPACES_OR_HAN}"
    r"|[（(][一二三四五六七八九十\d]{1,3}[）)][ \t]*|[一二三四五六七八九十]{1,3}、[ \t]*|[①-⑳][ \t]*"
    r"|>[ \t]+)"
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?"
_CLOCK = r"(?:[T ,]*\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]m)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?"
_DATE = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}}{_CLOCK})?|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{4}}{_CLOCK}"
    rf"|\d{{4}} ?年 ?\d{{1,2}} ?月(?: ?\d{{1,2}} ?[日号])?{_CLOCK}"
    rf"|{_MONTH} (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?\d{{4}}{_CLOCK}|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{4}}{_CLOCK})"
)
_UNKNOWN = r"(?:(?:date |time )?unknown|unknown date|no date|undated|n/?a|日期未知|时间未知|未知日期|未知|无日期)"
_SEPARATOR = r"[ \t]*(?:[-–—:：|]|\.(?!\d))[ \t]*"
_DATE_PREFIX = re.compile(
    rf"[ \t]*(?:[\[(【（][ \t]*(?P<framed>{_DATE}|{_UNKNOWN})[ \t]*[\])】）](?:{_SEPARATOR})?[ \t]*"
    rf"|[\[(【（](?P<year>\d{{4}})[\])】）]{_SEPARATOR}"
    rf"|(?P<bare>{_DATE})(?:[ \t]+[-–—|][ \t]+|[ \t]*[:：][ \t]+|：))",
    re.IGNORECASE,
)

_CITATIONS = (
    # What ChatGPT wraps in private-use characters; an entity mark holds the name that the user saw.
    (re.compile(r"\ue200(?:entity|product)\ue202\[\s*\"[^\"]*\"\s*,\s*\"([^\"]*)\"[^\]]*\]\ue201"), r"\1"),
    (re.compile(r"[ \t]*\ue200[^\ue200\ue201]{0,2000}\ue201"), ""),
    (re.compile(r"[ \t]*[\ue000-\uf8ff]{0,4}(?:file)?cite[\ue000-\uf8ff]*(?:turn\d+[a-z]+\d+(?:L\d+(?:-L\d+)?)?[\ue000-\uf8ff]*)+"), ""),
    (re.compile(r"[\ue200-\ue20f]"), ""),
    (re.compile(r"[ \t]*【\d+(?::\d+)?†[^】]{0,200}】"), ""),
    (re.compile(r"[ \t]*:?(?:contentReference)?\[oaicite:\d+\](?:\{index=\d+\})?"), ""),
)  # fmt: skip

_CITED = re.compile("[\ue000-\uf8ff【]")
"""One of these, or the letters `cite`, is in every mark of a citation: a quick look that spares most texts the rest."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_BREAKS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_CONTROLS = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff]"
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
"""What any of the four above is about, for a quick look."""


def strip_list_mark(line: str) -> str:
    """Without one bullet, number, heading sign or checkbox in front. `3.14 is pi` and `-5 °C` stay as they are."""
    found = _LIST_MARK.match(line)
    return line[found.end() :] if found else line


def split_date_prefix(line: str) -> tuple[str | None, str]:
    """Take a date in front off: `[2026-03-01] - likes tea` gives (`2026-03-01`, `likes tea`).

    Brackets may hold any date notation or say that it is unknown; a bare date counts only before a separator, so
    that `2026-03-01 was sunny` is left alone.

    Returns:
        The date as written, or None; and the rest. An unknown date comes back as written too (`date unknown`).
    """
    found = _DATE_PREFIX.match(line)
    if not found:
        return None, line
    return found["framed"] or found["year"] or found["bare"], line[found.end() :]


def strip_marks(line: str) -> str:
    """Without list marks and date prefixes in front, in any order; never empty unless the line is blank."""
    rest = line.strip()
    for _ in range(4):
        shorter = split_date_prefix(strip_list_mark(rest))[1].strip()
        if not shorter or shorter == rest:
            break
        rest = shorter
    return rest


def strip_citations(text: str) -> str:
    """Without the marks by which assistants cite their sources, and the blanks before them."""
    if "cite" not in text and (text.isascii() or not _CITED.search(text)):
        return text
    for pattern, kept in _CITATIONS:
        text = pattern.sub(kept, text)
    return text


def strip_controls(text: str) -> str:
    """Printable and encodable: no terminal colours, control or direction characters; every line break is a newline.

    Tabs stay, as do the joiners inside emoji. Halves of a surrogate pair that JSON escapes left apart are put
    together; one without its other half becomes U+FFFD.
    """
    if not _UNPRINTABLE.search(text):
        return text
    text = _BREAKS.sub("\n", _ESCAPES.sub("", text))
    text = _CONTROLS.sub("", text)
    if _LONE_SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def collapse(text: str) -> str:
    """On one line with single blanks, for tables and lists."""
    return " ".join(strip_controls(text).split())


def tidy(text: str) -> str:
    """For keeping: no controls, no citation marks, no blanks at line ends, at most one empty line in a row."""
    lines = (line.rstrip() for line in strip_citations(strip_controls(text)).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

"""Find what a text points to and does not hold: "that thing", 那个东西, "as above", 上次那个, "he said", 昨天.

A memory is read alone, months later. What it points to outside itself is lost then. Precision goes before
completeness: a finding is shown to a person who is writing, so a doubtful case is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from satchel.text import pointing, reference_en, reference_zh
from satchel.text.han_variants import SIMPLIFIED
from satchel.text.sieve import Possible, Sieve

Kind = Literal["thing", "earlier", "person", "time"]
"""`thing`: a demonstrative; `earlier`: another conversation or text; `person`: a pronoun; `time`: a relative day."""

_Span = tuple[int, int, Kind]

_MESSAGES: dict[str, str] = {
    "thing": "says “{text}” without naming it",
    "earlier": "“{text}” points to something outside this text",
    "person": "“{text}” has nobody in this text to refer to",
    "time": "“{text}” depends on the day of writing; a date would last",
}
_QUOTED = re.compile(
    r"《[^《》\n]{1,80}》|“[^“”\n]{1,80}”|「[^「」\n]{1,80}」|『[^『』\n]{1,80}』|\"[^\"\n]{1,80}\"|`[^`\n]{1,200}`|https?://\S+|\b(?:this|it|that)\.[a-z_]\w*"
)
_GIVEN = re.compile(
    r"(?: (?:number|code|id|address|key|token|port|version|account|card|word|phrase|song|name))?(?: (?:is|was|reads|ends (?:in|with)))? ?[:：=]? ?(?:[A-Za-z+#]{0,3}[-.]?\d{2}|Q{2})"
    r"|(?:号码?|编号|码|数字|地址|词|字|话|令牌)?(?:[是为叫：:]|尾号|读作|写作)? ?(?:[A-Za-z+#]{0,3}[-.]?\d{3}|Q{2})"
    r"|(?:'s| is| are)? (?:the |my |his |her |their )?[a-z' -]{2,30}: ?\S"
)
"""The thing itself, right behind the words that point to it: this number 4471, that song “Yesterday”, this is the code: 4471."""
_HEADED = re.compile(r"\W*(?!(?:[\w'’-]+ ){0,4}(?:sa(?:id|ys)|asks?|asked|told|wrote)\b)(?:[\w'’-]+ ){1,4}[\w'’-]+: \S")
"""Break it down: one act at a time. A few words in front of a colon point to what comes."""
_POINTS_AHEAD = frozenset({"it", "them", "this", "these"})
_SIEVE = Sieve((*reference_zh.PATTERNS, *reference_en.PATTERNS, pointing.KNOWN_WELL))
_SEARCHED = 8_000
_DATE_BEHIND = 3
"""Characters between a relative day and the date in brackets that says which."""
_POSSIBLE = 0.25
"""How likely what a rule finds must be at the least; chosen by `bench/pointing/train.py`, on the parts that are not fitted on too."""
_PROBABLE = 0.8
"""… and a Chinese demonstrative that no rule finds."""
_SHORT = 600
"""Characters of a text in which pointers are looked at that no rule finds: a longer one may well tell what they mean."""
_ABSOLUTE_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4} ?年 ?\d{1,2} ?月|\d{1,2} ?月 ?\d{1,2} ?[日号]"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?\d{4}\b"
    r"|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,? \d{4}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A place in a text that only its context explained."""

    start: int
    """Offset of its first character."""
    end: int
    """Offset after its last one."""
    text: str
    """As it is written."""
    kind: Kind

    @property
    def message(self) -> str:
        """What is missing, for the writer."""
        return _MESSAGES[self.kind].format(text=self.text)


def unresolved_references(text: str, *, include_time: bool = True) -> list[Reference]:
    """The unresolved references of a text in Chinese or English, in order, not overlapping.

    Quotations, titles, code and addresses are somebody else's words and never searched, nor is what comes after the
    first 8,000 characters: so long a text is no note any more, and brings its own context.

    Rules find wording that points nowhere, and what they find must seem at least possible to `satchel.text.pointing`; a Chinese
    demonstrative that they leave alone counts where it seems very likely.

    Args:
        include_time: Report relative days as well. Leave them out when the time of writing is kept beside the text:
            they can be worked out then.
    """
    plain = masked(text)
    possible = _SIEVE.possible(plain)
    least = dict.fromkeys(_others(plain, possible), _PROBABLE) | dict.fromkeys(_ruled(plain, possible), _POSSIBLE)
    spans = [span for span in least if include_time or span[2] != "time"]
    shares = pointing.likelihoods(plain, [(start, end) for start, end, _ in spans])
    return _references(text, [span for span, share in zip(spans, shares, strict=True) if share >= least[span]])


def ruled_references(text: str) -> list[Reference]:
    """What the rules find, whatever the model says of it."""
    plain = masked(text)
    return _references(text, _ruled(plain, _SIEVE.possible(plain)))


def masked(text: str) -> str:
    """A text as it is searched: what is quoted is blotted out, traditional signs are simplified; offsets stay."""
    blotted = _QUOTED.sub(lambda found: "Q" * len(found[0]), text[:_SEARCHED])
    return blotted if blotted.isascii() else blotted.translate(SIMPLIFIED)


def _ruled(plain: str, possible: Possible) -> list[_Span]:
    """What the rules find."""
    return _unexplained(plain, [*reference_zh.find(plain, possible), *reference_en.find(plain, possible)])


def _others(plain: str, possible: Possible) -> list[_Span]:
    """Pointers of the sort that the model knows well, whatever they point to."""
    if len(plain) > _SHORT:
        return []
    found = possible.finditer(pointing.KNOWN_WELL, plain)
    return _unexplained(plain, [(*one.span(), "thing") for one in found])


def _unexplained(plain: str, found: list[_Span]) -> list[_Span]:
    """Spans without those that the text around explains: by a date, a number, or what comes after a colon."""
    if not found:
        return []
    dates = (
        [date.start() for date in _ABSOLUTE_DATE.finditer(plain)] if any(span[2] == "time" for span in found) else []
    )
    headed = _HEADED.match(plain)
    return [
        (start, end, kind)
        for start, end, kind in found
        if not (kind == "time" and dates and dates[0] <= end + _DATE_BEHIND)
        and not (kind == "thing" and _GIVEN.match(plain, end))
        and not (headed and end <= headed.end() and plain[start:end].casefold() in _POINTS_AHEAD)
    ]


def _references(text: str, spans: Iterable[_Span]) -> list[Reference]:
    return [Reference(start=start, end=end, text=text[start:end], kind=kind) for start, end, kind in _apart(spans)]


def _apart(spans: Iterable[_Span]) -> list[_Span]:
    """In order of their place; of overlapping ones the earliest and longest."""
    kept: list[_Span] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept

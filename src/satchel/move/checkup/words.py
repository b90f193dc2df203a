"""The wording of a check-up in English and Chinese, beside that of the import report, which it shares numbers with."""

from __future__ import annotations

from typing import Final

from satchel.move.checkup.chinese import CHINESE, CHINESE_NAMES
from satchel.move.checkup.finding import Action
from satchel.move.report.words import Words, WordsBeside

NOUNS: Final = {
    "finding": ("finding", "findings"),
    "error": ("error", "errors"),
    "warning": ("warning", "warnings"),
    "note": ("note", "notes"),
}
NAMES: Final = {
    "rule.sensitive": "Sensitive content",
    "rule.injection": "Words that command",
    "rule.dangling_reference": "Unresolved references",
    "rule.contradiction": "Contradictions",
    "rule.duplicate": "Duplicates",
    "rule.near_duplicate": "Near-duplicates",
    "rule.time": "Times",
    "rule.expired": "Expired",
    "rule.log_line": "Log lines",
    "rule.type_mix": "Mix of types",
    "hint.rule.sensitive": "passwords, keys, ids, health, addresses",
    "hint.rule.injection": "texts that give orders to the model that reads them",
    "hint.rule.dangling_reference": "“that thing”, “as above”, “he said”, “yesterday”: lost outside their conversation",
    "hint.rule.contradiction": "one subject, two statements, both live",
    "hint.rule.duplicate": "the same text in one scope",
    "hint.rule.near_duplicate": "the same statement in slightly other words",
    "hint.rule.time": "missing, assumed, impossible, or all of one second",
    "hint.rule.expired": "past their validity and still live",
    "hint.rule.log_line": "what a machine noted about itself",
    "hint.rule.type_mix": "what all types together say about this memory",
    "severity.error": "error",
    "severity.warning": "warning",
    "severity.info": "note",
}


class CheckupWords(WordsBeside):
    """The wording in one language."""

    __slots__ = ()
    SENTENCES = CHINESE
    ENGLISH_NAMES = NAMES
    CHINESE_NAMES = CHINESE_NAMES

    def count(self, number: int, noun: str) -> str:
        """`1 finding`, `12 warnings`."""
        if noun not in NOUNS:
            return Words.count(self, number, noun)
        if self.chinese:
            return CHINESE_NAMES[f"noun.{noun}"].format(n=f"{number:,}")
        return f"{number:,} {NOUNS[noun][number != 1]}"

    def action(self, action: Action) -> str:
        """What is proposed."""
        values = dict(action.values)
        if "before" in values:  # a proposal within a proposal
            values["before"] = self.say(values["before"])
        return self.say(action.text, **values) if self.chinese else str(action)


def checkup_words(language: str) -> CheckupWords:
    """The wording for `en`, `zh`, `zh-CN` …; what is not Chinese is English."""
    return CheckupWords(language.lower().startswith("zh"))

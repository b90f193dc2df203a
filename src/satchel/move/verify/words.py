"""The wording of a verification in English and Chinese, beside that of the import report, which it shares numbers with."""

from __future__ import annotations

import re
from typing import Final

from satchel.move.report.words import WordsBeside
from satchel.move.verify.chinese import CHINESE, CHINESE_DETAILS, CHINESE_NAMES

NAMES: Final = {
    "check.preferences": "Preferences continue",
    "check.tasks": "Task state continues",
    "check.lessons": "Lessons hold",
    "check.history": "History can be traced",
    "check.forgetting": "Forgetting is in step",
    "check.accounting": "Everything is there",
    "check.time": "No time was invented",
    "check.scope": "Whose it is stayed",
    "hint.check.preferences": "each is found by its subject, and told to a new agent before it asks",
    "hint.check.tasks": "“where is it?” is answered with the latest state, not an older one",
    "hint.check.lessons": "each is found from the problem it solves, and comes up when that arises",
    "hint.check.history": "a question about a day brings what was said, and what came of it",
    "hint.check.forgetting": "nothing forgotten is there, by id, text, likeness or search",
    "hint.check.accounting": "every record as it was, and nothing else; counts by type and scope",
    "hint.check.time": "every record is as old as it was; unknown stays unknown",
    "hint.check.scope": "no scope changed, and none sees what is another's",
    "kind.missing": "not in the new place",
    "kind.unexpected": "in the new place only",
    "kind.altered": "says something else",
    "kind.type_changed": "of another type",
    "kind.state_changed": "in another state",
    "kind.time_changed": "of another time",
    "kind.update_changed": "says the same, and is dated otherwise",
    "kind.access_relaxed": "less guarded than it was",
    "kind.import_time": "dated by the import",
    "kind.invented_time": "dated, where no time was known",
    "kind.scope_changed": "of another scope",
    "kind.leaked": "shown to a scope that must not see it",
    "kind.not_found": "not among the first five",
    "kind.not_in_wake": "not told to a new agent",
    "kind.older_state": "an older state came first",
    "kind.state_differs": "another state than before",
    "kind.day_not_found": "no turn of that day was found",
    "kind.link_lost": "no longer names what it was made from",
    "kind.back_by_id": "was forgotten, and is back",
    "kind.tombstone_missing": "not known there as forgotten; the next import may bring it back",
    "kind.back_by_text": "says what was forgotten",
    "kind.back_by_likeness": "says nearly what was forgotten",
    "kind.back_by_search": "a search finds what was forgotten",
    "kind.not_answered": "the agent's answer does not hold it",
}
"""Names by their key; a key that is missing here is shown as it is."""


def _pattern(template: str) -> re.Pattern[str]:
    """What matches the template, each `{name}` of it a group."""
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template)), re.DOTALL)


_TOLD: Final = [(_pattern(template), chinese) for template, chinese in CHINESE_DETAILS.items()]


class VerifyWords(WordsBeside):
    """The wording in one language."""

    __slots__ = ()
    SENTENCES = CHINESE
    ENGLISH_NAMES = NAMES
    CHINESE_NAMES = CHINESE_NAMES

    def told(self, text: str) -> str:
        """A detail or a note of a verdict, which is kept in English, in the reader's language."""
        if self.chinese:
            for pattern, chinese in _TOLD:
                found = pattern.fullmatch(text)
                if found is not None:
                    return chinese.format(**found.groupdict())
        return text


def verify_words(language: str) -> VerifyWords:
    """The wording for `en`, `zh`, `zh-CN` …; what is not Chinese is English."""
    return VerifyWords(language.lower().startswith("zh"))

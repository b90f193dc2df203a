"""What the check itself says: about older revisions, about revisions that were altered, about exemptions."""

from __future__ import annotations

from collections.abc import Iterator

from satchel.schema.finding import Severity
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule


@rule("COMPAT_ALL_REVISIONS", Severity.ERROR, Category.STORE, Kind.MADE_ELSEWHERE)
def compat_all_revisions(_facts: Facts) -> Iterator[Hit]:
    """A change agrees with the last revision and breaks an older one.

    Why: a session that slept, a summary, a backup may be many revisions old. Two steps that are harmless one by one
    can be a leap for it: a default that was changed twice, a limit that was narrowed and widened by half.

    Instead: make the state agree with every revision that was ever published, or add a key.

    Before:
        # revision 3: maxLength 200, revision 4 (let through): maxLength 80, now:
        type: {type: string, maxLength: 100}

    After:
        type: {type: string, maxLength: 200}
    """
    yield from ()


@rule("REVISION_ALTERED", Severity.ERROR, Category.STORE, Kind.MADE_ELSEWHERE)
def revision_altered(_facts: Facts) -> Iterator[Hit]:
    """A file in `schema/revisions/` was edited, cut or taken away after it was published.

    Why: it is what every later change is compared with. A revision that says something else lets through what breaks
    the sessions that really had it.

    Instead: take the file from version control as it was published.

    Before:
        git log -- schema/revisions/000014.json   # two commits

    After:
        git checkout FIRST -- schema/revisions/000014.json
    """
    yield from ()


@rule("EXEMPTION_EXPIRED", Severity.WARN, Category.LINT, Kind.MADE_ELSEWHERE)
def exemption_expired(_facts: Facts) -> Iterator[Hit]:
    """An exemption is past its day; the finding that it let through is back.

    Why: an exemption outlives its reason unless somebody has to look at it again.

    Instead: settle the finding, or think again and set a new day.

    Before:
        exemptions:
          - {rule: KEY_SAME_DEFAULT, number: 31, reason: no values stored yet, expires: 2026-01-31}

    After:
        exemptions: []
    """
    yield from ()


@rule("EXEMPTION_UNUSED", Severity.WARN, Category.LINT, Kind.MADE_ELSEWHERE)
def exemption_unused(_facts: Facts) -> Iterator[Hit]:
    """An exemption lets nothing through: there is no such finding, or it is another one than was approved.

    Why: it waits for the next finding of its rule and number, which nobody has looked at.

    Instead: take it out. Where the change itself was changed, approve the new finding by its fingerprint.

    Before:
        exemptions:
          - {rule: KEY_SAME_DEFAULT, number: 31, reason: no values stored yet, expires: 2027-01-31}

    After:
        exemptions: []
    """
    yield from ()

"""What is refused or counted while an agent runs; `schema/guarding.py` finds it."""

from __future__ import annotations

from collections.abc import Iterator

from satchel.schema.finding import Severity
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule


@rule("UNDECLARED_WRITE", Severity.WARN, Category.RUNTIME, Kind.MADE_ELSEWHERE)
def undeclared_write(_facts: Facts) -> Iterator[Hit]:
    """A key was written that the schema does not declare.

    Why: the next session asks for another name and finds nothing; after a month the same fact stands under four names,
    each with a part of the truth.

    Instead: write the declared key that the hint names. Where the fact is a new one, declare a key: `satchel schema
    propose` makes the patch from what was written. Whether such a write is stored, gathered or refused is the mode's
    to say (`observe`, `propose`, `reject`).

    Before:
        memory.put("user.colour_theme", "dark")

    After:
        memory.put("user.display.theme", "dark")
    """
    yield from ()


@rule("RESERVED_WRITE", Severity.ERROR, Category.RUNTIME, Kind.MADE_ELSEWHERE)
def reserved_write(_facts: Facts) -> Iterator[Hit]:
    """A retired name, or one that belongs to a framework, was written.

    Why: whoever writes an old name still has it in its context, so the proof that nothing uses it was wrong; and a
    value under it would be read by nobody.

    Instead: write the successor that the hint names, and find out which prompt, summary or session still says the old
    name: `satchel surfaces scan`, `satchel schema counters`.

    Before:
        memory.put("user.lang", "fr")

    After:
        memory.put("user.language", "fr")
    """
    yield from ()


@rule("TYPE_VIOLATION_BY_MODEL", Severity.ERROR, Category.RUNTIME, Kind.MADE_ELSEWHERE)
def type_violation(_facts: Facts) -> Iterator[Hit]:
    """A value was written that is not of its key's type.

    Why: whoever reads it next, program or model, takes it for what the schema says, and a deadline of "next Friday" is
    no date in any calendar.

    Instead: a value as the hint shows it. Where models make the same slip again and again, the description or the
    examples of the key teach it.

    Before:
        memory.put("tasks.open[t-17]", {"title": "Oil the chain", "due_at": "next Friday"})

    After:
        memory.put("tasks.open[t-17]", {"title": "Oil the chain", "due_at": "2026-06-05T12:00:00Z"})
    """
    yield from ()


@rule("WRITE_NOT_ALLOWED", Severity.ERROR, Category.RUNTIME, Kind.MADE_ELSEWHERE)
def write_not_allowed(_facts: Facts) -> Iterator[Hit]:
    """Somebody wrote a key whose `write` leaves it to others: a model, where a tool does it.

    Why: an address that a form confirmed is overwritten by one that a model believed to have read.

    Instead: the tool writes, with `by="tool"`; the model reads it. Where models are to write it, say so in the file.

    Before:
        memory.put("user.contact.email", "ann@example.org")

    After:
        memory.put("user.contact.email", form.confirmed_address, by="tool")
    """
    yield from ()


@rule("GROUP_TAKEN", Severity.ERROR, Category.RUNTIME, Kind.MADE_ELSEWHERE)
def group_taken(_facts: Facts) -> Iterator[Hit]:
    """A key was written while another one of its group has a value.

    Why: of the keys of a group at most one holds; two of them, and each reader believes another.

    Instead: delete the other one first, knowingly: to swap them silently would forget something that nobody named.

    Before:
        memory.put("user.reach.mail", "ann@example.org")   # user.reach.phone has a value

    After:
        memory.delete("user.reach.phone")
        memory.put("user.reach.mail", "ann@example.org")
    """
    yield from ()

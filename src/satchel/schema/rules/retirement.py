"""The one lawful way out: deprecated with a successor, watched, retired with evidence, reserved for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from satchel.schema.finding import Severity, same
from satchel.schema.layout import NO_SUCCESSOR
from satchel.schema.names import matches
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule
from satchel.schema.shapes import short
from satchel.schema.snapshot import KeyEntry, ReservedEntry
from satchel.schema.values import is_format

REMOVAL_RULES: Final = frozenset(
    {
        "KEY_NO_DELETE",
        "KEY_RETIRE_RESERVES_BOTH",
        "KEY_REMOVAL_UNUSED",
        "RETIRE_WITHOUT_EVIDENCE",
        "KEY_UNREACHABLE_NOT_EXEMPT",
    }
)
"""What a reservation and evidence settle; no exemption does, since a key that went without them needs none ever after."""


@rule("KEY_RETIRE_RESERVES_BOTH", Severity.ERROR, Category.RESOLVE, Kind.CHANGE)
def key_retire_reserves_both(facts: Facts) -> Iterator[Hit]:
    """A key was retired and not all of it is reserved: its number, its name and every alias it ever had.

    Why: what is not reserved is free, and the next who needs a name takes it. Models and old summaries still say it,
    and then mean the other key.

    Instead: one entry under `reserved` with `number`, `name` and all `aliases`.

    Before:
        reserved:
          - {names: [user.lang], reason: retired}

    After:
        reserved:
          - {number: 4, name: user.lang, aliases: [user.language], retired: 6, evidence: evidence/0004-r6.json}
    """
    numbers, names = facts.now.reserved_numbers(), facts.now.reserved_names()
    patterns = facts.now.reserved_patterns()
    live = {name for key in facts.now.keys for name in key.names}
    all_names: dict[int, set[str]] = {}
    for key, _ in facts.history.key_forms():
        if key.number not in facts.now.by_number:
            all_names.setdefault(key.number, set()).update(key.names)
    for number, known in all_names.items():
        here = {name for name in known if name in names or any(matches(pattern, name) for pattern in patterns)}
        if number not in numbers and not here:
            continue  # KEY_NO_DELETE's
        missing = sorted(known - here - live)
        if number not in numbers:
            missing.insert(0, f"number {number}")
        if missing:
            entry = next(
                (one for one in facts.now.reserved if one.number == number or known & {*one.names, *one.patterns}), None
            )
            yield Hit(
                number=number, key=_name_of(facts, number), at=_place(entry), old=sorted(known), new=missing,
                message=f"key {number} was retired and not all of it is reserved: {', '.join(missing)}",
            )  # fmt: skip


@rule("RESERVED_NO_DELETE", Severity.ERROR, Category.RESOLVE, Kind.CHANGE)
def reserved_no_delete(facts: Facts) -> Iterator[Hit]:
    """A number, name or pattern that was reserved no longer is.

    Why: a reservation is a promise to everything that still says the old name. Without it the name can come back as
    something else, and a value that lay in a backup for a year is read as that.

    Instead: put it back. Reservations only grow.

    Before:
        reserved:
          - {number: 19, name: user.lang, retired: 11}
        # in the next revision without it

    After:
        reserved:
          - {number: 19, name: user.lang, retired: 11}
    """
    numbers, names = facts.now.reserved_numbers(), facts.now.reserved_names()
    patterns = set(facts.now.reserved_patterns())
    told: set[str] = set()
    for entry, past in facts.history.reservation_forms():
        lost = [f"number {entry.number}"] if entry.number is not None and entry.number not in numbers else []
        lost += [name for name in entry.names if name not in names and name not in patterns]
        lost += [pattern for pattern in entry.patterns if pattern not in patterns and pattern not in names]
        lost = [one for one in lost if one not in told]
        told.update(lost)
        if lost:
            yield Hit(
                number=entry.number, key=entry.name, at=("reserved", entry.number or (entry.names or entry.patterns)[0]), old=lost,
                subject=",".join(lost), message=f"no longer reserved since revision {past.last}: {', '.join(lost)}",
            )  # fmt: skip


@rule("RESERVED_NO_REUSE", Severity.ERROR, Category.RESOLVE, Kind.FILE)
def reserved_no_reuse(facts: Facts) -> Iterator[Hit]:
    """A key uses a number, name or alias that is reserved, or was ever reserved.

    Why: whoever still knows the retired key meets the new one: sessions that slept for weeks, summaries, backups,
    another team's prompt. They read and write values of a type that it does not have.

    Instead: another name, and a number from `next_number`.

    Before:
        keys:
          - {number: 43, name: user.lang, …}
        reserved:
          - {number: 4, name: user.lang, retired: 6}

    After:
        keys:
          - {number: 43, name: user.spoken_language, …}
    """
    entries = [*facts.now.reserved, *(entry for entry, _ in facts.history.reservation_forms())]
    numbers = {entry.number for entry in entries if entry.number is not None}
    names = {name for entry in entries for name in entry.names}
    patterns = sorted({pattern for entry in entries for pattern in entry.patterns})
    for key in facts.now.keys:
        if key.number in numbers:
            yield Hit(
                number=key.number, key=key.name, path=("number",), new=[key.number, key.name], subject="number",
                message=f"number {key.number} is reserved",
            )  # fmt: skip
        for name in key.names:
            by = name if name in names else next((pattern for pattern in patterns if matches(pattern, name)), None)
            if by is not None:
                what = key.field_of(name)
                yield Hit(
                    number=key.number, key=key.name, path=(what,), new=name, subject=name,
                    message=f"{name} is reserved" + (f" by {by}" if by != name else ""),
                )  # fmt: skip


@rule("KEY_DEPRECATION_INCOMPLETE", Severity.ERROR, Category.BEHAVIOUR, Kind.FILE)
def key_deprecation_incomplete(facts: Facts) -> Iterator[Hit]:
    """A deprecated key does not say why, what to use instead, or which migration moves its values; or leads in a circle.

    Why: whoever reads the old key is told its successor. Without one a model keeps the old name or invents a new one,
    and nobody can tell when the old key is finished.

    Instead: `deprecated` with `at`, `reason`, and either `replaced_by` and `migration`, or `replaced_by: none`.

    Before:
        - {number: 7, name: user.theme, status: deprecated, …}

    After:
        - {number: 7, name: user.theme, status: deprecated,
           deprecated: {at: 12, replaced_by: 31, migration: m012-theme, reason: free text never validated}, …}
    """
    known = {*facts.now.by_number, *facts.now.reserved_numbers()}
    for key in facts.now.keys:
        if not key.deprecated:
            continue
        said = key.deprecation
        missing = [name for name in ("at", "reason", "replaced_by") if name not in said]
        if key.successor is not None and "migration" not in said:
            missing.append("migration")
        if missing:
            yield Hit(
                number=key.number, key=key.name, path=("deprecated",), new=missing, subject="missing",
                message=f"{key.name} is deprecated and does not say {', '.join(missing)}"
                + ("" if "replaced_by" in said else f" (replaced_by: {NO_SUCCESSOR} where there is none)"),
            )  # fmt: skip
        at = said.get("at")
        if isinstance(at, int) and at > facts.now.revision:
            yield Hit(
                number=key.number, key=key.name, path=("deprecated", "at"), new=at, subject="at",
                message=f"{key.name} is deprecated at revision {at}, and this is revision {facts.now.revision}",
            )  # fmt: skip
        chain = _chain(facts, key)
        if len(chain) > 1 and chain[-1] == key.number:
            yield Hit(
                number=key.number, key=key.name, path=("deprecated", "replaced_by"), new=chain, subject="circle",
                message=f"{key.name} is replaced by itself in the end: {' → '.join(map(str, (key.number, *chain)))}",
            )  # fmt: skip
        if key.successor is not None and (key.successor == key.number or key.successor not in known):
            yield Hit(
                number=key.number, key=key.name, path=("deprecated", "replaced_by"), new=key.successor, subject="successor",
                message=f"{key.name} is replaced by {key.successor}, which is " + ("itself" if key.successor == key.number else "no key"),
            )  # fmt: skip


def _chain(facts: Facts, key: KeyEntry) -> list[int]:
    """The successors of a key, to the last one or to the first that was met before."""
    chain: list[int] = []
    following = key.successor
    while following is not None and following not in chain:
        chain.append(following)
        held = facts.now.by_number.get(following)
        following = held.successor if held is not None else None
    return chain


@rule("KEY_ACTIVE_TO_RETIRED", Severity.ERROR, Category.BEHAVIOUR, Kind.CHANGE)
def key_active_to_retired(facts: Facts) -> Iterator[Hit]:
    """An active key was retired without having been deprecated.

    Why: a deprecated key still resolves, and every use of it is counted. Without that time nobody knows who uses it,
    and sessions that are open learn of it by a miss.

    Instead: publish a revision in which it is deprecated, watch it, then retire it.

    Before:
        - {number: 7, name: user.theme, status: active, …}
        # in the next revision only: reserved: [{number: 7, name: user.theme}]

    After:
        - {number: 7, name: user.theme, status: deprecated, deprecated: {at: 12, …}, …}
    """
    for key, entry in _newly_retired(facts):
        if not key.deprecated:
            yield Hit(
                number=key.number, key=key.name, at=_place(entry), old="active",
                message=f"{key.name} was active in revision {facts.last.revision if facts.last else 0} and is retired now; deprecate it first",
            )  # fmt: skip


@rule("KEY_UNRETIRED", Severity.ERROR, Category.RESOLVE, Kind.CHANGE)
def key_unretired(facts: Facts) -> Iterator[Hit]:
    """A retired key is back.

    Why: its values were erased or lie in a cold copy, its name was told to be dead, and readers may have stored
    answers that build on that. What it finds now is a mixture of two times.

    Instead: a new key with a new number and another name. Back from deprecated to active is allowed as long as the key
    is not reserved.

    Before:
        reserved:
          - {number: 4, name: user.lang, retired: 6}
        # in the next revision: keys: [{number: 4, name: user.lang, status: active, …}]

    After:
        keys:
          - {number: 43, name: user.spoken_language, status: active, …}
    """
    retired: dict[int, tuple[ReservedEntry, int]] = {
        entry.number: (entry, past.last)
        for entry, past in facts.history.reservation_forms()
        if entry.number is not None
    }
    for key in facts.now.keys:
        if key.number in retired:
            entry, revision = retired[key.number]
            yield Hit(
                number=key.number, key=key.name, path=("status",), old=entry.hash, new=key.name,
                message=f"key {key.number} was retired in revision {entry.body.get('retired', revision)} and is {'deprecated' if key.deprecated else 'active'} again",
            )  # fmt: skip


@rule("KEY_REMOVAL_UNUSED", Severity.EVIDENCE, Category.EVIDENCE, Kind.CHANGE)
def key_removal_unused(facts: Facts) -> Iterator[Hit]:
    """A key was retired and names no evidence that nothing uses it.

    Why: the uses that hurt are the ones that no code search sees: a session that was paused for a month, a summary
    that says the old name, a prompt in a vendor's console.

    Instead: gather the bundle of the watch phase, and name it as `evidence`.

    Before:
        reserved:
          - {number: 7, name: user.theme, retired: 15}

    After:
        reserved:
          - {number: 7, name: user.theme, retired: 15, evidence: evidence/0007-r15.json}
    """
    for key, entry in _newly_retired(facts):
        if "evidence" not in entry.body:
            yield Hit(
                number=key.number, key=key.name, at=_place(entry), old=key.hash, new=entry.hash,
                message=f"{key.name} is retired without evidence that nothing uses it",
            )  # fmt: skip


@rule("RETIRE_WITHOUT_EVIDENCE", Severity.EVIDENCE, Category.EVIDENCE, Kind.CHANGE)
def retire_without_evidence(facts: Facts) -> Iterator[Hit]:
    """The evidence that a retirement names is not there, expired, or about another key.

    Why: a name of a file proves nothing. A bundle of another key, or of a time before the last use, lets a key go that
    is still read.

    Instead: make the bundle anew for this key; it is a JSON file beside the schema with the key's `number`, and
    `expires` where it does not hold for ever.

    Before:
        reserved:
          - {number: 7, name: user.theme, retired: 15, evidence: evidence/0004-r6.json}

    After:
        reserved:
          - {number: 7, name: user.theme, retired: 15, evidence: evidence/0007-r15.json}
    """
    for key, entry in _newly_retired(facts):
        named = entry.body.get("evidence")
        if named is None:
            continue  # KEY_REMOVAL_UNUSED's
        wrong = _wrong_bundle(facts.evidence.get(named), key, facts.today.isoformat())
        if wrong:
            yield Hit(
                number=key.number, key=key.name, at=_place(entry), path=("evidence",), old=key.hash, new=[named, wrong],
                message=f"{named}: {wrong}",
            )  # fmt: skip


@rule("KEY_UNREACHABLE_NOT_EXEMPT", Severity.EVIDENCE, Category.EVIDENCE, Kind.FILE)
def key_unreachable_not_exempt(facts: Facts) -> Iterator[Hit]:
    """An exemption is to stand in for the evidence of a retirement, or for the reservation.

    Why: "nobody here names it" is what everybody believes of a key that only old summaries and sleeping sessions name.
    An exemption would be that belief, written down.

    Instead: take the exemption out and gather the evidence.

    Before:
        exemptions:
          - {rule: KEY_REMOVAL_UNUSED, number: 7, reason: no code names it, expires: 2026-12-31}

    After:
        reserved:
          - {number: 7, name: user.theme, retired: 15, evidence: evidence/0007-r15.json}
    """
    for place, exemption in enumerate(facts.file.data.get("exemptions", ())):
        if exemption.get("rule") in REMOVAL_RULES:
            number = exemption.get("number")
            yield Hit(
                number=number, key=_name_of(facts, number), at=("exemption", place), path=("rule",), new=exemption, subject=str(place),
                message=f"{exemption['rule']} cannot be exempted: a key goes only into reserved, and with evidence",
            )  # fmt: skip


def _newly_retired(facts: Facts) -> Iterator[tuple[KeyEntry, ReservedEntry]]:
    """Keys of the state before that are reserved and no longer keys now."""
    if facts.last is None:
        return
    reserved: dict[Any, ReservedEntry] = {}
    for entry in facts.now.reserved:
        for what in (entry.number, *entry.names, *entry.patterns):
            if what is not None:
                reserved.setdefault(what, entry)
    for key in facts.last.keys:
        found = reserved.get(key.number) or reserved.get(key.name)
        if key.number not in facts.now.by_number and found is not None:
            yield key, found


def _wrong_bundle(bundle: Any, key: KeyEntry, today: str) -> str:
    if not isinstance(bundle, dict):
        return "there is no such bundle, or it is no JSON object"
    if not same(bundle.get("number"), key.number):
        return f"is about {bundle.get('number')}, not about {key.number}"
    expires = bundle.get("expires")
    if expires is not None:
        # A time counts by its day; what is no day at all would never be past.
        if not is_format(str(expires)[:10], "date"):
            return f"expires {short(expires)} is no day such as 2026-03-04"
        if str(expires)[:10] < today:
            return f"expired on {expires}"
    if "key_hash" in bundle and bundle["key_hash"] != key.hash:
        return "was made for another form of the key"
    return ""


def _place(entry: ReservedEntry | None) -> tuple[str, int | str]:
    if entry is None:
        return ("reserved", "")
    return ("reserved", entry.number if entry.number is not None else (entry.names or entry.patterns)[0])


def _name_of(facts: Facts, number: Any) -> str | None:
    if number in facts.now.by_number:
        return facts.now.by_number[number].name
    found = [key.name for key, _ in facts.history.key_forms() if key.number == number]
    return found[-1] if found else next((entry.name for entry in facts.now.reserved if entry.number == number), None)

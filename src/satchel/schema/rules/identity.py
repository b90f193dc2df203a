"""Numbers and names are for ever: what was given once is kept, and never means something else."""

from __future__ import annotations

from collections.abc import Iterator

from satchel.schema.finding import Severity
from satchel.schema.names import matches
from satchel.schema.rules.registry import Category, Facts, Hit, Kind, rule
from satchel.schema.snapshot import KeyEntry


@rule("KEY_NO_DELETE", Severity.ERROR, Category.STORE, Kind.CHANGE)
def key_no_delete(facts: Facts) -> Iterator[Hit]:
    """A key that was published, or one of its names, is no longer in the file.

    Why: values of it lie in stores, and prompts, summaries and old sessions still name it. A name that is declared
    nowhere reads as a miss, and after a miss a model makes the value up. Nothing keeps the number from being given to
    another key either.

    Instead: set `status: deprecated` with a successor, a migration and a reason. When nothing uses it any more, move
    it to `reserved` with number, name and aliases. An alias that goes is put under `reserved` too.

    Before:
        - {number: 7, name: user.theme, in: user, type: {type: string}, status: active}

    After:
        - {number: 7, name: user.theme, in: user, type: {type: string}, status: deprecated,
           deprecated: {at: 12, replaced_by: 31, migration: m012-theme, reason: free text never validated}}
    """
    reserved_numbers, reserved_names = facts.now.reserved_numbers(), facts.now.reserved_names()
    patterns = facts.now.reserved_patterns()
    retired_before = {entry.number for entry, _ in facts.history.reservation_forms()}
    live = facts.now.by_number
    resolving = {name for key in facts.now.keys for name in key.names}
    live_names = {key.name for key in facts.now.keys}
    told: set[tuple[int, str]] = set()
    for key, past in facts.history.key_forms():
        if key.number in live:
            for name in key.names[1:]:
                if (
                    name not in resolving | reserved_names
                    and (key.number, name) not in told
                    and not any(matches(pattern, name) for pattern in patterns)
                ):
                    told.add((key.number, name))
                    yield Hit(
                        number=key.number, key=live[key.number].name, subject=name, old=name,
                        message=f"{name} of revision {past.first} no longer resolves to key {key.number}; keep it as an alias or reserve it",
                    )  # fmt: skip
        elif (
            key.number not in reserved_numbers
            and key.name not in reserved_names
            and not any(matches(pattern, key.name) for pattern in patterns)
            and key.number not in retired_before
            and key.name not in live_names  # KEY_SAME_NUMBER's
            and (key.number, "") not in told
        ):
            told.add((key.number, ""))
            yield Hit(
                number=key.number, key=key.name, old=key.hash,
                message=f"key {key.number} ({key.name}) of revision {past.last} is gone; deprecate it, and reserve number and names when nothing uses it",
            )  # fmt: skip


@rule("KEY_SAME_NAME", Severity.ERROR, Category.RESOLVE, Kind.KEY)
def key_same_name(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A number keeps and its name changes: a rename in place.

    Why: the name is what the model knows. It goes on asking for the old one, out of its prompt, its examples and its
    own summaries, and gets nothing.

    Instead: add a key with the new name and a new number, deprecate the old one with `replaced_by`. Then both resolve
    for as long as anything says the old name.

    Before:
        - {number: 7, name: user.preferences.theme, …}
        # in the next revision: {number: 7, name: user.preferences.colour_theme, …}

    After:
        - {number: 7, name: user.preferences.theme, status: deprecated, deprecated: {replaced_by: 43, …}, …}
        - {number: 43, name: user.preferences.colour_theme, status: active, …}
    """
    if old.name != new.name:
        yield Hit(
            path=("name",), old=old.name, new=new.name,
            message=f"key {new.number} was called {old.name} and is now {new.name}; add {new.name} under a new number and deprecate {old.name} with replaced_by",
        )  # fmt: skip


@rule("KEY_SAME_NUMBER", Severity.ERROR, Category.STORE, Kind.CHANGE)
def key_same_number(facts: Facts) -> Iterator[Hit]:
    """A name keeps and its number changes, or an alias of one key is now a name of another.

    Why: records, traces, evidence and metrics know a key by its number. All that was counted and stored under the old
    number belongs to nothing from then on, and counters that show no use prove nothing. Who still says an alias that
    moved reads and writes the values of another key.

    Instead: give the key its number back, and each alias to the key that had it.

    Before:
        - {number: 7, name: user.theme, …}
        # in the next revision: {number: 43, name: user.theme, …}

    After:
        - {number: 7, name: user.theme, …}
    """
    before: dict[str, set[int]] = {}
    for key, _ in facts.history.key_forms():
        for name in key.names:
            before.setdefault(name, set()).add(key.number)
    for key in facts.now.keys:
        for name in key.names:
            numbers = before.get(name)
            if not numbers or key.number in numbers:
                continue
            was = min(numbers)
            what = key.field_of(name)
            own = what == "name" and any(one.name == name for one, _ in facts.history.key_forms())
            yield Hit(
                number=key.number, key=key.name, path=("number",) if own else (what,), old=was, new=key.number,
                subject="" if own else name,
                message=f"{name} had number {was} and has {key.number} now; numbers are permanent"
                if own
                else f"{name} was a name of key {was} and is one of key {key.number} now; leave it with {was}, or reserve it",
            )  # fmt: skip


@rule("NUMBER_NOT_MONOTONIC", Severity.ERROR, Category.STORE, Kind.FILE)
def number_not_monotonic(facts: Facts) -> Iterator[Hit]:
    """Numbers were not taken from `next_number`: one was given or reserved twice, fills a hole, or the counter went back.

    Why: two branches that each add a key take the same number, or somebody fills a hole that a retired key left. Old
    values, counters and evidence are then read as those of another key. A merge conflict at `next_number` is wanted:
    it is the moment to notice.

    Instead: a new key takes the value of `next_number`, which then grows by one. Key numbers and those under `reserved`
    are one sequence; `revision` grows as well.

    Before:
        next_number: 43
        keys:
          - {number: 43, name: user.pets, …}
          - {number: 43, name: user.city, …}

    After:
        next_number: 45
        keys:
          - {number: 43, name: user.pets, …}
          - {number: 44, name: user.city, …}
    """
    now, last = facts.now, facts.last
    seen: dict[int, int] = {}
    for key in now.keys:
        seen[key.number] = seen.get(key.number, 0) + 1
        if seen[key.number] > 1:
            first = now.by_number[key.number].name
            yield Hit(
                number=key.number, key=key.name, path=("number",), occurrence=seen[key.number] - 1, new=[first, key.name], subject=key.name,
                message=f"number {key.number} is taken by {first} already; take next_number and raise it",
            )  # fmt: skip
        elif key.number >= now.next_number:
            yield Hit(
                number=key.number, key=key.name, path=("number",), new=key.number, subject="next",
                message=f"number {key.number} is not below next_number ({now.next_number}); raise next_number to {key.number + 1}",
            )  # fmt: skip
    reserved: set[int] = set()
    for entry in now.reserved:
        if entry.number is not None and entry.number in reserved:
            yield Hit(
                number=entry.number, key=entry.name, at=("reserved", entry.number), occurrence=1, new=entry.body, subject=f"reserved {entry.name}",
                message=f"number {entry.number} is reserved twice; one entry holds it with all its names",
            )  # fmt: skip
        elif entry.number is not None:
            reserved.add(entry.number)
        if entry.number is not None and entry.number >= now.next_number:
            yield Hit(
                number=entry.number, key=entry.name, at=("reserved", entry.number), new=entry.number, subject="next",
                message=f"reserved number {entry.number} is not below next_number ({now.next_number})",
            )  # fmt: skip
    for namespace in now.namespaces:
        twin = next(
            (one for one in now.namespaces if one.number == namespace.number and one.name < namespace.name), None
        )
        if twin is not None and namespace.number is not None:
            yield Hit(
                number=namespace.number, key=namespace.name, at=("namespace", namespace.name), path=("number",), new=[twin.name, namespace.name],
                message=f"namespace number {namespace.number} is taken by {twin.name} already",
            )  # fmt: skip
    if last is None:
        return
    for key in facts.added:
        if key.number < last.next_number and key.number not in last.reserved_numbers():
            yield Hit(
                number=key.number, key=key.name, path=("number",), old=last.next_number, new=key.number, subject="hole",
                message=f"new key {key.name} has number {key.number}; revision {last.revision} left off at {last.next_number}",
            )  # fmt: skip
    for name, before, after in (
        ("next_number", last.next_number, now.next_number),
        ("revision", last.revision, now.revision),
    ):
        if after < before:
            yield Hit(
                at=None, path=(name,), old=before, new=after, subject=name,
                message=f"{name} went back from {before} to {after}; it only grows",
            )  # fmt: skip


@rule("FORMAT_DOWNGRADE", Severity.ERROR, Category.STORE, Kind.CHANGE)
def format_downgrade(facts: Facts) -> Iterator[Hit]:
    """The version of the file's layout was lowered.

    Why: whatever the newer layout said is read by rules that do not know it, and drops out of prompts without a word.

    Instead: keep the higher format and update the tools that lag.

    Before:
        format: 2
        # in the next revision: format: 1

    After:
        format: 2
    """
    if facts.last is not None and facts.now.format < facts.last.format:
        yield Hit(
            path=("format",), old=facts.last.format, new=facts.now.format,
            message=f"format went from {facts.last.format} to {facts.now.format}",
        )  # fmt: skip


@rule("SCHEMA_SAME_NAME", Severity.ERROR, Category.STORE, Kind.CHANGE)
def schema_same_name(facts: Facts) -> Iterator[Hit]:
    """The schema is called otherwise than the revision that it is compared with.

    Why: two schemas that share a folder of revisions are compared with each other, and one takes the other's numbers.
    Traces and stored revisions are found by the name as well.

    Instead: keep the name. A second schema lives in a folder of its own.

    Before:
        schema: support-assistant
        # in the next revision: schema: support

    After:
        schema: support-assistant
    """
    if facts.last is not None and facts.last.schema and facts.now.schema != facts.last.schema:
        yield Hit(
            path=("schema",), old=facts.last.schema, new=facts.now.schema,
            message=f"is called {facts.now.schema}; what was published is {facts.last.schema}",
        )  # fmt: skip


@rule("KEY_ADDED", Severity.INFO, Category.STORE, Kind.CHANGE)
def key_added(facts: Facts) -> Iterator[Hit]:
    """A key is new.

    Why: nothing breaks; the prompt gets longer by it, and a cached prefix ends where it stands.

    Instead: nothing to do. Keep `describe` clear about what absence means.

    Before:
        next_number: 43

    After:
        next_number: 44
        keys:
          - {number: 43, name: user.pets, in: user, type: {type: string}, status: active, since: 15}
    """
    if facts.last is None:
        return
    for key in facts.added:
        if key.name in facts.names_before:
            continue  # KEY_SAME_NUMBER's
        yield Hit(number=key.number, key=key.name, new=key.hash, message=f"new key {key.number}: {key.name}")


@rule("KEY_SAME_GROUP", Severity.ERROR, Category.STORE, Kind.KEY)
def key_same_group(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """A key enters or leaves a group of which only one key has a value.

    Why: writing one key of a group clears the others. A key that enters a group loses stored values at the next write
    of a neighbour; one that leaves it suddenly stands beside a value that it used to exclude.

    Instead: add a key with the group that you want, and deprecate this one.

    Before:
        - {number: 12, name: user.contact.email, group: contact, …}
        # in the next revision without group

    After:
        - {number: 12, name: user.contact.email, group: contact, status: deprecated, deprecated: {replaced_by: 43, …}, …}
        - {number: 43, name: user.mail_address, …}
    """
    if old.get("group") != new.get("group"):
        yield Hit(
            path=("group",), old=old.get("group"), new=new.get("group"),
            message=f"group {old.get('group') or 'none'} became {new.get('group') or 'none'}",
        )  # fmt: skip


@rule("KEY_SAME_PROMPT_NAME", Severity.ERROR, Category.BEHAVIOUR, Kind.KEY)
def key_same_prompt_name(old: KeyEntry, new: KeyEntry) -> Iterator[Hit]:
    """The name under which a model sees the key is another one.

    Why: for the model this is a rename. Its examples, its summaries and every session that goes on use the old name.

    Instead: leave `prompt_name`, or add a key with a new number and deprecate this one. What was shown once must go on
    resolving.

    Before:
        - {number: 7, name: user.preferences.theme, prompt_name: theme, …}
        # in the next revision: prompt_name: colour_theme

    After:
        - {number: 7, name: user.preferences.theme, prompt_name: theme, …}
    """
    if old.name == new.name and old.get("prompt_name") != new.get("prompt_name"):
        yield Hit(
            path=("prompt_name",), old=old.get("prompt_name"), new=new.get("prompt_name"),
            message=f"was shown to the model as {old.get('prompt_name') or old.name} and is now shown as {new.get('prompt_name') or new.name}",
        )  # fmt: skip

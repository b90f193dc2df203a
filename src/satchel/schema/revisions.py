"""Published revisions: one small file each in `schema/revisions/`, and the history that they make together.

A revision names every entry by its hash and holds the bodies of those that the revisions before it do not. So fifty
revisions of two thousand keys are little more than one of them, and each entry is compared once for each form it ever
had. Every file carries a digest of itself and that of the one before it: a revision that was edited is noticed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import orjson

from satchel.schema.finding import canonical, short_hash
from satchel.schema.snapshot import KeyEntry, NamespaceEntry, ReservedEntry, Snapshot, rebuilt
from satchel.schema.tree import MERGE_MARK

VERSION: Final = 1
FOLDER: Final = Path("schema") / "revisions"
"""Beside the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One published revision as its file has it."""

    head: Mapping[str, Any]
    published_at: str
    entries: Mapping[str, str]
    """What an entry is → hash of its body."""
    bodies: Mapping[str, Any]
    """Hash → body, of those that are new in this revision."""
    accepted: tuple[str, ...]
    """Fingerprints of what was let through when it was published."""
    previous: str
    """Digest of the revision before it; empty for the first."""
    digest: str = ""

    @property
    def number(self) -> int:
        return int(self.head["revision"])

    def document(self) -> dict[str, Any]:
        """As JSON, with its digest."""
        found = {
            "satchel_schema_revision": VERSION,
            **self.head,
            "published_at": self.published_at,
            "previous": self.previous,
            "entries": dict(self.entries),
            "bodies": dict(self.bodies),
            "accepted": list(self.accepted),
        }
        return {**found, "digest": _digest(found)}


class DamagedRevisionError(Exception):
    """A file of a revision is none, was cut or edited."""


def read_revision(document: Any) -> Revision:
    """A revision from its JSON.

    Raises:
        DamagedRevisionError: it is none, or its digest or one of its bodies is another.
    """
    if not isinstance(document, dict) or document.get("satchel_schema_revision") != VERSION:
        raise DamagedRevisionError("is no revision of a schema, or one of a newer Satchel")
    said = document.get("digest")
    found = {name: value for name, value in document.items() if name != "digest"}
    if said != _digest(found):
        raise DamagedRevisionError("its digest is another: it was cut or edited after it was published")
    try:
        revision = Revision(
            head={name: found[name] for name in ("schema", "format", "revision", "next_number", "order")},
            published_at=found["published_at"], entries=found["entries"], bodies=found["bodies"],
            accepted=tuple(found["accepted"]), previous=found["previous"], digest=str(said),
        )  # fmt: skip
    except (KeyError, TypeError) as error:
        raise DamagedRevisionError(f"lacks {error}") from error
    for name, body in revision.bodies.items():
        if short_hash(body) != name:
            raise DamagedRevisionError(f"the body {name} is another")
    return revision


def make_revision(snapshot: Snapshot, history: History, *, published_at: str, accepted: Iterable[str] = ()) -> Revision:
    """What publishing a snapshot adds to a history."""
    entries = snapshot.entries()
    revision = Revision(
        head=snapshot.head(),
        published_at=published_at,
        entries={what: entry.hash for what, entry in entries.items()},
        bodies={entry.hash: dict(entry.body) for entry in entries.values() if entry.hash not in history.bodies},
        accepted=tuple(sorted(set(accepted))),
        previous=history.revisions[-1].digest if history.revisions else "",
    )
    return read_revision(orjson.loads(orjson.dumps(revision.document())))


@dataclass(slots=True)
class Past:
    """One form that an entry once had."""

    body: Any
    first: int
    """The first revision that had it."""
    last: int
    """The last one."""


@dataclass(slots=True)
class History:
    """All published revisions, oldest first, and what they say together."""

    revisions: list[Revision] = field(default_factory=list)
    bodies: dict[str, Any] = field(default_factory=dict)
    accepted: set[str] = field(default_factory=set)
    pasts: dict[str, dict[str, Past]] = field(default_factory=dict)
    """What an entry is → hash → form, in order of first appearance."""

    def add(self, revision: Revision) -> None:
        """Take the next revision in.

        Raises:
            DamagedRevisionError: it does not follow the one before it, or names a body that nobody has.
        """
        before = self.revisions[-1] if self.revisions else None
        if before is not None and revision.number <= before.number:
            raise DamagedRevisionError(f"revision {revision.number} does not follow {before.number}")
        if revision.previous != (before.digest if before is not None else ""):
            raise DamagedRevisionError("the revision before it is missing, or another one than when it was published")
        self.bodies.update(revision.bodies)
        for what, name in revision.entries.items():
            forms = self.pasts.setdefault(what, {})
            if name in forms:
                forms[name].last = revision.number
            elif name in self.bodies:
                forms[name] = Past(self.bodies[name], revision.number, revision.number)
            else:
                raise DamagedRevisionError(f"the body of {what} is in no revision")
        self.accepted.update(revision.accepted)
        self.revisions.append(revision)

    def remember(self, snapshot: Snapshot) -> None:
        """Take a state in that was not published, such as one of a branch: it is a form like any other."""
        for what, entry in snapshot.entries().items():
            forms = self.pasts.setdefault(what, {})
            forms.setdefault(entry.hash, Past(entry.body, snapshot.revision, snapshot.revision))

    def last(self) -> Snapshot | None:
        """The newest published state."""
        if not self.revisions:
            return None
        newest = self.revisions[-1]
        return rebuilt(newest.head, {what: self.bodies[name] for what, name in newest.entries.items()})

    def key_forms(self) -> Iterable[tuple[KeyEntry, Past]]:
        """Every form of every key."""
        return ((KeyEntry(past.body), past) for past in self._forms("key:"))

    def namespace_forms(self) -> Iterable[tuple[NamespaceEntry, Past]]:
        """Every form of every namespace."""
        return ((NamespaceEntry(past.body), past) for past in self._forms("namespace:"))

    def reservation_forms(self) -> Iterable[tuple[ReservedEntry, Past]]:
        """Every form of every reservation."""
        return ((ReservedEntry(past.body), past) for past in self._forms("reserved:"))

    def _forms(self, kind: str) -> Iterable[Past]:
        for what, forms in self.pasts.items():
            if what.startswith(kind):
                yield from forms.values()


def load_history(folder: Path) -> tuple[History, list[tuple[Path, str]]]:
    """The revisions of a folder, and what is wrong with those that could not be used.

    After a damaged one the rest is still read as far as it stands by itself.
    """
    history, wrong = History(), []
    for path in sorted(folder.glob("*.json")):
        try:
            history.add(read_revision(orjson.loads(path.read_bytes())))
        except OSError as error:
            wrong.append((path, f"cannot be read: {error.strerror or error}"))
        except orjson.JSONDecodeError as error:
            wrong.append((path, _unreadable(path, error)))
        except DamagedRevisionError as error:
            wrong.append((path, str(error)))
    return history, wrong


def _unreadable(path: Path, error: orjson.JSONDecodeError) -> str:
    if MERGE_MARK.search(path.read_text("utf-8", "replace")):
        return (
            "a merge left its marks: keep the revision that was published first as it was, and publish the other "
            "change as the next one"
        )
    return f"is no JSON: {error}"


def file_name(number: int) -> str:
    """Names sort as the numbers do."""
    return f"{number:06d}.json"


def _digest(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(document)).hexdigest()

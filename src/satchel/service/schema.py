"""The schema file and what surrounds it: which base is meant, where revisions lie, what is published."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

import orjson

from satchel.schema.check import Checked, check
from satchel.schema.file import SchemaFile, read_schema
from satchel.schema.finding import OUTSTANDING, Severity
from satchel.schema.revisions import (
    FOLDER,
    DamagedRevisionError,
    History,
    Revision,
    file_name,
    load_history,
    make_revision,
    read_revision,
)
from satchel.schema.snapshot import Snapshot
from satchel.schema.tree import MOST_BYTES
from satchel.service.schema_scope import STORE_SCOPE
from satchel_protocol.errors import SatchelError, UsageError

DEFAULT_FILE: Final = Path("memory_schema.yml")
_STORE_AGENT: Final = "satchel"


@dataclass(slots=True)
class Project:
    """A schema file with the revisions beside it."""

    path: Path
    file: SchemaFile
    history: History
    damaged: list[tuple[str, str]] = field(default_factory=list)
    evidence: dict[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Of the revisions."""
        return self.path.parent / FOLDER

    def path_of(self, revision: Revision) -> Path:
        """Where a revision lies, or will."""
        return self.folder / file_name(revision.number)

    @classmethod
    def open(cls, path: Path) -> Project:
        """Read a file, its revisions and the evidence that it names.

        Raises:
            UsageError: the file is not there or cannot be read. What is wrong inside it is in its findings.
        """
        file = read_schema(bytes_of(path), str(path))
        history, wrong = load_history(path.parent / FOLDER)
        project = cls(path, file, history, [(str(place), why) for place, why in wrong])
        for entry in file.snapshot.reserved if file.snapshot is not None else ():
            named = entry.body.get("evidence")
            if named is not None:
                project.evidence[named] = _bundle(path.parent, named)
        return project

    def check(self, today: date, base: Snapshot | None = None) -> Checked:
        """All rules over the file, against every revision and the base."""
        return check(
            self.file, base=base, history=self.history, today=today, evidence=self.evidence, damaged=self.damaged
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What a file is compared with instead of its newest revision."""

    snapshot: Snapshot | None
    note: str = ""
    """What to tell a person: that there was no such file then."""


def base_of(project: Project, against: str) -> Base:
    """The base that `--against` names: `git:REF`, a file, a revision, or a store.

    Raises:
        UsageError: it is not there, or cannot be read as a schema.
    """
    if against.startswith("git:"):
        return _of_git(project.path, against.removeprefix("git:"))
    if "://" in against or against == "memory:":
        return _of_store(project, against)
    path = Path(against)
    data = bytes_of(path)
    if path.suffix == ".json":
        return Base(snapshot=_of_revision(project, path, data))
    return Base(snapshot=_readable(read_schema(data, against), against))


def published(project: Project, now: datetime, *, write: bool = True) -> tuple[Revision | None, Checked]:
    """Record the state as a revision beside the file; nothing is recorded while anything stands against it.

    Returns:
        The revision, or None where findings stop it or nothing changed since the last one.

    Raises:
        UsageError: the revision's number was published already with other content; or two keys have one number or name.
    """
    checked = project.check(now.date())
    stopping = (Severity.ERROR, *OUTSTANDING)
    snapshot = project.file.snapshot
    if snapshot is None or any(finding.severity in stopping for finding in checked.findings):
        return None, checked
    clash = snapshot.clash()
    if clash:  # a revision has one entry for a number: the other key would be lost
        raise UsageError(f"{project.path}: {clash}; it cannot be published")
    last = project.history.revisions[-1] if project.history.revisions else None
    if last is not None:
        same = {what: entry.hash for what, entry in snapshot.entries().items()} == dict(last.entries)
        if same and snapshot.head() == dict(last.head):
            return None, checked
        if snapshot.revision <= last.number:
            raise UsageError(
                f"{project.path}: revision {snapshot.revision} was published already and says something else; "
                f"set revision: {last.number + 1}"
            )
    accepted = {*checked.pairs, *(finding.fingerprint for finding in checked.exempted)}
    revision = make_revision(snapshot, project.history, published_at=_wire(now), accepted=accepted)
    if write:
        project.folder.mkdir(parents=True, exist_ok=True)
        _write(project.path_of(revision), revision.document())
    project.history.add(revision)
    return revision, checked


def store_revisions(url: str | None, revisions: Iterable[Revision], now: datetime) -> list[int]:
    """Put revisions that a store lacks into it as keyed memories, archived so that no recall finds them.

    All of them, since each holds only what is new in it: a store with the newest alone could not be read.

    Returns:
        The numbers of those that were not there.

    Raises:
        UsageError: the store holds another revision of that number.
        SatchelError: the store refuses it.
    """
    from satchel.service.memory import Memory
    from satchel_protocol.ids import keyed_id
    from satchel_protocol.record import Record

    put = []
    with Memory(url, allow=("all",), schema="none") as memory:
        store = memory.store(create=True)
        for revision in revisions:
            name = revision.head["schema"]
            key = f"{name}.r{revision.number:06d}"
            said = f"Revision {revision.number} of the memory schema {name}, published {revision.published_at}."
            id = keyed_id(STORE_SCOPE, key)
            held = store.read(id)
            if held is not None:
                if held.record.value != revision.document():
                    raise UsageError(f"{store.url}: holds another revision {revision.number} of {name!r}")
                continue
            store.write(
                Record(
                    id=id, type="fact", content=said, scope=STORE_SCOPE, source_agent=_STORE_AGENT,
                    created_at=now, key=key, value=revision.document(), state="archived",
                )
            )  # fmt: skip
            put.append(revision.number)
    return put


def _of_store(project: Project, url: str) -> Base:
    from satchel.service.memory import Memory
    from satchel_protocol.scope import Scopes
    from satchel_protocol.state import Filter

    wanted = project.file.snapshot.schema if project.file.snapshot is not None else ""
    history = History()
    where = Filter(scopes=Scopes.of([STORE_SCOPE]), include_archived=True)
    try:
        with Memory(url, allow=("all",)) as memory:
            found = [version.record for version in memory.store(create=False).enumerate(where)]
    except SatchelError as error:
        # One exit code for every base that cannot be had: 3 and 6 mean something else to whoever runs a check.
        raise UsageError(f"{url}: {error}") from error
    documents = {record.key or "": record.value for record in found}
    for key in sorted(documents):
        document = documents[key]
        if isinstance(document, dict) and document.get("schema") == wanted:
            try:
                history.add(read_revision(document))
            except DamagedRevisionError as error:
                raise UsageError(f"{url}: {key}: {error}") from error
    if not history.revisions:
        raise UsageError(
            f"{url}: no revision of {wanted!r} was published into this store; satchel schema publish --into does"
        )
    for revision in history.revisions[len(project.history.revisions) :]:
        _remember(project.history, history, revision)
    return Base(snapshot=history.last())


def _remember(mine: History, theirs: History, revision: Revision) -> None:
    """Take a revision of a store in that is not beside the file, wherever it stands in the order."""
    from satchel.schema.snapshot import rebuilt

    mine.remember(rebuilt(revision.head, {what: theirs.bodies[name] for what, name in revision.entries.items()}))
    mine.accepted.update(revision.accepted)


def _of_git(path: Path, ref: str) -> Base:
    """The file as it was at a commit. A file that was not there then has nothing to be compared with."""
    if not ref or ref.startswith("-"):
        raise UsageError(f"git:{ref}: name a commit, branch or tag after git:")
    folder = path.resolve().parent
    known = _git(folder, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
    if known is None:
        raise UsageError(f"git:{ref}: {folder} is in no git repository, or there is no such commit")
    commit = known.decode("ascii", "replace").strip()
    data = _git(folder, "show", f"{commit}:./{path.name}")
    if data is None:
        return Base(snapshot=None, note=f"git:{ref} has no {path.name}: everything in it is new")
    return Base(snapshot=_readable(read_schema(data, f"git:{ref}:{path.name}"), f"git:{ref}"))


def _git(folder: Path, *arguments: str) -> bytes | None:
    """What git prints; None where it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        ran = subprocess.run(["git", *arguments], cwd=folder, env=environment, capture_output=True, check=False)  # noqa: S603, S607 - the user's own git; nothing is taken from the schema
    except FileNotFoundError as error:
        raise UsageError("git: is not installed, so there is nothing to compare with") from error
    return ran.stdout if ran.returncode == 0 else None


def _of_revision(project: Project, path: Path, data: bytes) -> Snapshot:
    """The state of one revision's file; bodies come from the revisions before it."""
    from satchel.schema.snapshot import rebuilt

    try:
        revision = read_revision(orjson.loads(data))
        history, _ = load_history(path.parent)
        bodies = {**project.history.bodies, **history.bodies, **revision.bodies}
        return rebuilt(revision.head, {what: bodies[name] for what, name in revision.entries.items()})
    except (orjson.JSONDecodeError, DamagedRevisionError) as error:
        raise UsageError(f"{path}: {error}") from error
    except KeyError as error:
        raise UsageError(f"{path}: the revisions before it are not beside it") from error


def _readable(file: SchemaFile, name: str) -> Snapshot:
    if file.snapshot is None:
        first = file.findings[0]
        raise UsageError(f"{name}: cannot be compared with: line {first.line}: {first.message}")
    return file.snapshot


def bytes_of(path: Path) -> bytes:
    """What a file of a schema holds.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        if path.is_dir():
            raise UsageError(f"{path}: is a folder; name the file in it")
        with path.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)  # the reader says what is wrong with more
    except FileNotFoundError as error:
        raise UsageError(f"{path}: there is no such file") from error
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"{path}: cannot be read: {said}") from error


def _bundle(folder: Path, named: str) -> Any:
    """A bundle of evidence; None where it is none, or lies outside the folder of the schema."""
    try:
        place = (folder / named).resolve()
        if not place.is_relative_to(folder.resolve()):
            return None
        return json.loads(place.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _write(path: Path, document: dict[str, Any]) -> None:
    """Whole or not at all."""
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as out:
        out.write(orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n")
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(path)


def _wire(now: datetime) -> str:
    return now.strftime("%Y-%m-%dT%H:%M:%SZ")


def formatted(path: Path) -> tuple[str, str]:
    """The text of a file, and the same in the one layout.

    Raises:
        UsageError: it cannot be read, or not be laid out without a risk.
    """
    from satchel.schema.formatting import UnformattableError, format_text

    try:
        text = bytes_of(path).decode("utf-8")
        return text, format_text(text)
    except (UnicodeDecodeError, UnformattableError) as error:
        said = "not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
        raise UsageError(f"{path}: {said}") from error


def replace_file(path: Path, text: str) -> None:
    """Write a file whole or not at all; a link stays one, and so do the rights."""
    place = path.resolve()
    unfinished = place.with_name(f"{place.name}.part")
    with unfinished.open("w", encoding="utf-8", newline="") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    unfinished.chmod(place.stat().st_mode)
    unfinished.replace(place)


def rendered(project: Project, target: str) -> str:
    """What a target looks like now.

    Raises:
        UsageError: there is no such target, or the file has errors of form, or two keys with one number or name.
    """
    from satchel.schema.render.targets import TARGETS

    if project.file.snapshot is None or project.file.findings:
        first = project.file.findings[0]
        raise UsageError(f"{first.file}:{first.line}:{first.column}: {first.message}; nothing is rendered from it")
    clash = project.file.snapshot.clash()
    if clash:
        raise UsageError(f"{project.path}: {clash}; nothing is rendered from it")
    if target not in TARGETS:
        raise UsageError(f"there is nothing called {target!r} to render; there is {', '.join(TARGETS)}")
    return TARGETS[target](project.file.snapshot)


def refreshed(project: Project, path: Path) -> tuple[str, str]:
    """The text of a file, and the same with its blocks made anew.

    Raises:
        UsageError: it cannot be read, has no block, or one whose marks are wrong.
    """
    from satchel.schema.render.blocks import targets_in, updated

    try:
        text = bytes_of(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8") from error
    wanted = targets_in(text)
    if not wanted:
        raise UsageError(f"{path}: has no block; put <!-- satchel:prompt --> and <!-- /satchel --> around its place")
    made = {target: rendered(project, target) for target in set(wanted)}
    after, problems = updated(text, made.get)
    if problems:
        raise UsageError(f"{path}:{problems[0].line}: {problems[0].message}")
    return text, after


def whole(path: Path) -> str | None:
    """The text of a file that is rendered as a whole; None where it is not there yet.

    Raises:
        UsageError: it cannot be read.
    """
    if not path.exists():
        return None
    try:
        return bytes_of(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8") from error

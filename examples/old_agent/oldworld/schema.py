"""From entries to rows: column names, notations and codes of one table, and what each row then truly says."""

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from .cast import User
from .entries import Entry, World
from .kinds import Kinds, kind_cell
from .ledger import Ledger, Place, Reading
from .text import squeeze
from .times import UNKNOWN, Clock, some_clock

Value = object


Row = dict[str, Value]


USER_FORMS = ("handle", "uid", "number", "name", "email")


@dataclass(slots=True, kw_only=True)
class Schema:
    """The columns of one table of memories (and whatever else is in it)."""

    style: str
    names: dict[str, str]
    """Concept → column name, in the order of the columns."""
    clock: Clock
    updated: Clock | None = None
    user_form: str | None = None
    kinds: Kinds | None = None
    zone_column: str | None = None
    constants: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A row with what is true of it."""

    row: Row
    entry: Entry
    types: tuple[str, ...]
    times: tuple[Reading, ...]
    scopes: tuple[str, ...]
    tags: tuple[str, ...]


def some_schema(
    world: World,
    *,
    users: bool = False,
    kinds: Kinds | None = None,
    deletable: bool = False,
    rich: bool = True,
    style: str | None = None,
    clock: Clock | None = None,
    extra: Sequence[str] = (),
) -> Schema:
    """Draw a schema. `rich` adds columns that say nothing about the memory; `extra` adds given concepts."""
    rng = world.rng
    style = style or world.namer.style()
    concepts = ["text"]
    clock = clock or some_clock(rng)
    concepts += ["time"] if clock.names else []
    concepts += ["id"] if rng.random() < 0.8 else []
    concepts += ["user"] if users else []
    concepts += ["kind"] if kinds else []
    concepts += [rng.choice(("deleted", "deleted", "deleted_at"))] if deletable else []
    updated = None
    if rich:
        noise = ["importance", "source", "session", "level", "tags", "tokens", "hash"]
        concepts += rng.sample(noise, rng.randint(0, 4))
        if clock.names and rng.random() < 0.35:
            concepts.append("updated")
            updated = some_clock(rng, mixed=0.1, absent=0.1)
    concepts += list(extra)
    rng.shuffle(concepts)
    if "id" in concepts and rng.random() < 0.7:
        concepts.remove("id")
        concepts.insert(0, "id")
    taken: set[str] = set()
    names = {concept: world.namer.column(concept, style, taken) for concept in concepts}
    return Schema(
        style=style,
        names=names,
        clock=clock,
        updated=updated,
        kinds=kinds,
        user_form=rng.choice(USER_FORMS) if users else None,
    )


def build(world: World, schema: Schema, entries: Sequence[Entry]) -> list[Built]:
    """Turn entries into rows under `schema`, in the order given."""
    counter = world.rng.choice((1, 1, 1001, 50_000))
    id_form = world.rng.choice(("int", "hex", "prefixed"))
    return [_build_one(world, schema, entry, counter + index, id_form) for index, entry in enumerate(entries)]


def _build_one(world: World, schema: Schema, entry: Entry, number: int, id_form: str) -> Built:
    rng = world.rng
    values: dict[str, Value] = {"text": _blank(rng) if entry.role == "empty" else entry.text}
    raw, times = schema.clock.write(entry.when, rng)
    values["time"] = raw
    tags = list(entry.tags)
    if times == [UNKNOWN]:
        tags.append("no-time")
    if len(schema.clock.names) > 1:
        tags.append("mixed-times")
    if schema.updated:
        later = entry.when + timedelta(seconds=rng.randrange(60, 86_400 * 9))
        values["updated"], later_times = schema.updated.write(later, rng)
        if times == [UNKNOWN]:
            times = [*times, *(time for time in later_times if time != UNKNOWN)]
    scopes: tuple[str, ...] = ("user:me",)
    if schema.user_form:
        values["user"], scopes = user_cell(entry.user, schema.user_form)
    types = entry.types
    if schema.kinds:
        values["kind"], types, note = kind_cell(rng, schema.kinds, entry)
        tags += note
    else:
        tags.append("no-kind")
    values |= _noise(world, schema, entry, number, id_form)
    row: Row = {name: values.get(concept, "") for concept, name in schema.names.items()}
    row.update(schema.constants)
    return Built(row=row, entry=entry, types=types, times=tuple(times), scopes=scopes, tags=tuple(tags))


def user_cell(user: User | None, form: str) -> tuple[Value, tuple[str, ...]]:
    """The cell that names `user`, and the scopes that are right for it."""
    if user is None:
        return None, ("user:me",)
    value = user.form(form)
    return value, (f"user:{value}", *(scope for scope in user.scopes() if scope != f"user:{value}"))


def _noise(world: World, schema: Schema, entry: Entry, number: int, id_form: str) -> dict[str, Value]:
    rng = world.rng
    digest = hashlib.md5(f"{world.seed}/{number}/{entry.text}".encode(), usedforsecurity=False).hexdigest()
    ids: dict[str, Value] = {"int": number, "hex": digest[:12], "prefixed": f"{schema.style[:1]}_{number:06}"}
    gone = entry.role == "deleted"
    flag: tuple[Value, Value] = (
        ("是", "否") if schema.style == "zh" else (True, False) if schema.style == "camel" else (1, 0)
    )
    return {
        "id": ids[id_form],
        "importance": round(rng.random(), 2),
        "source": rng.choice(("chat", "cron", "cli", "import", "voice")),
        "session": entry.session or f"s-{digest[12:18]}",
        "level": rng.choice(("INFO", "WARN", "ERROR", "DEBUG")) if entry.role == "log" else rng.choice((None, "INFO")),
        "tags": rng.choice(("", "home", "work", "misc", "工作", "生活")),
        "tokens": len(entry.text) // 3 + 1,
        "hash": digest,
        "embedding": [round(rng.uniform(-1, 1), 4) for _ in range(8)] if "embedding" in schema.names else None,
        "role": entry.speaker,
        "deleted": flag[0] if gone else flag[1],
        "deleted_at": schema.clock.as_written_any(entry.when + timedelta(days=2), rng) if gone else None,
    }


def _blank(rng: random.Random) -> Value:
    return rng.choice((None, None, "", "   ", "\n"))


def note(
    world: World, ledger: Ledger, built: Built, place: Place, *, extra: Sequence[str] = (), tags: Sequence[str] = ()
) -> None:
    """Enter one written row into the truth; the same text for the same user a second time is a duplicate."""
    entry = built.entry
    if entry.role == "memory":
        key = (squeeze(entry.text), built.scopes[0])
        line = world.lines.get(key)
        if line is not None:
            ledger.duplicate(place, line, types=built.types, times=built.times)
            return
        line = ledger.memory(
            place,
            text=entry.text,
            types=built.types,
            times=built.times,
            scopes=built.scopes,
            lang=entry.lang,
            extra=extra,
            tags=[*built.tags, *tags],
        )
        world.lines[key] = line
        world.origins.append((line, entry))
        if entry.probe:
            world.answers[entry.probe] = line
    elif entry.role == "evidence":
        ledger.evidence(place, text=entry.text, times=built.times, scopes=built.scopes, lang=entry.lang)
    elif entry.role == "grey":
        ledger.grey(place, text=entry.text, why=entry.speaker)
    else:
        ledger.none(place, why=entry.role, text=entry.text if entry.role != "empty" else "")

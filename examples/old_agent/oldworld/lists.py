"""Plain lists of memories in every file format, and the copies of some of them elsewhere."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC

from .containers import named, write_csv, write_json, write_jsonl, write_sqlite
from .databases import Databases
from .entries import Entry, World
from .folder import Folder
from .kinds import some_kinds
from .schema import USER_FORMS, Schema, some_schema
from .speech import TYPES
from .times import MIXED, some_clock

JSON_LAYOUTS = ("array", "wrapped", "dict", "nested", "by_user")


def entries_for(
    world: World, rows: int, schema: Schema, *, special: Sequence[Entry] = (), kinds: Sequence[str] = TYPES
) -> list[Entry]:
    """Mostly memories; now and then an empty or a deleted row."""
    rng = world.rng
    users = 0.9 if schema.user_form else 0.0
    removable = any(concept in schema.names for concept in ("deleted", "deleted_at"))
    out = list(special)
    while len(out) < rows:
        draw = rng.random()
        if draw < 0.012:
            out.append(world.empty())
        elif draw < 0.07 and removable:
            out.append(world.deleted(kinds=kinds, users=users))
        else:
            out.append(world.memory(kinds=kinds, users=users))
    rng.shuffle(out)
    return out


def list_schema(world: World, *, users: bool | None = None, deletable: bool | None = None) -> Schema:
    rng = world.rng
    style = world.namer.style()
    kinds = some_kinds(rng, style=style, messy=False) if rng.random() < 0.45 else None
    if kinds and kinds.coded:
        kinds = replace(kinds, explained=False)
    users = rng.random() < 0.4 if users is None else users
    deletable = rng.random() < 0.3 if deletable is None else deletable
    return some_schema(world, users=users, kinds=kinds, deletable=deletable, style=style)


def json_list(world: World, folder: Folder, *, rows: int, layout: str, place: str = "") -> None:
    """A JSON document of memories; some carry their vectors with them."""
    rng = world.rng
    schema = list_schema(world, users=True if layout == "by_user" else None)
    entries = entries_for(world, rows, schema)
    if layout == "by_user":
        entries = [entry if entry.user else replace(entry, user=world.cast.users[0]) for entry in entries]
    elif rng.random() < 0.3:
        schema.names["embedding"] = world.namer.column(
            "embedding", schema.style, {name.casefold() for name in schema.names.values()}
        )
    write_json(
        world,
        folder,
        named(world, rng.choice(("list", "loose")), ".json", folder=place),
        schema,
        entries,
        layout=layout,
    )


def jsonl_list(world: World, folder: Folder, *, rows: int, place: str = "") -> None:
    """JSON Lines of memories, with the damage of crashes."""
    schema = list_schema(world)
    write_jsonl(world, folder, named(world, "list", ".jsonl", folder=place), schema, entries_for(world, rows, schema))


def csv_list(world: World, folder: Folder, *, rows: int, encoding: str, delimiter: str, place: str = "") -> None:
    """A delimited file of memories in one encoding."""
    schema = list_schema(world)
    file = named(world, "list", ".tsv" if delimiter == "\t" else ".csv", folder=place)
    write_csv(world, folder, file, schema, entries_for(world, rows, schema), encoding=encoding, delimiter=delimiter)


def table_list(
    world: World, folder: Folder, databases: Databases, *, rows: int, late: int, searched: bool, removable: bool
) -> None:
    """A SQLite table of memories alone."""
    schema = list_schema(world, deletable=removable)
    file = databases.file("list")
    entries = entries_for(world, rows, schema)
    databases.add(
        file,
        write_sqlite(
            world, folder, file, schema, entries, table=world.namer.table("list"), late=late, searched=searched
        ),
    )


def copies(world: World, folder: Folder, *, rows: int) -> None:
    """The same memories once more, in another file format and another notation of time, without a kind column."""
    rng = world.rng
    form = rng.choice(USER_FORMS)
    pool = [
        entry
        for line, entry in world.origins
        if _scope(line) == "user:me" or (entry.user and _scope(line) == f"user:{entry.user.form(form)}")
    ]
    chosen = rng.sample(pool, min(rows, len(pool)))
    lines = {id(entry): line for line, entry in world.origins}
    clock = some_clock(rng, absent=0.1, options=rng.choice((MIXED, ())))
    schema = some_schema(world, users=True, rich=False, clock=replace(clock, told=False, zone=UTC))
    schema.user_form = form
    entries = [entry if _scope(lines[id(entry)]) != "user:me" else replace(entry, user=None) for entry in chosen]
    entries = [replace(entry, text=_respaced(world, entry.text), probe="", role="memory") for entry in entries]
    how: Callable[[], None] = rng.choice(
        (
            lambda: write_json(
                world,
                folder,
                named(world, "copy", ".json"),
                schema,
                entries,
                layout=rng.choice(("array", "wrapped", "dict")),
            ),
            lambda: write_jsonl(world, folder, named(world, "copy", ".jsonl"), schema, entries),
            lambda: write_csv(
                world,
                folder,
                named(world, "copy", ".csv"),
                schema,
                entries,
                encoding=rng.choice(("utf-8", "gb18030", "utf-16")),
            ),
        )
    )
    how()


def _scope(line: dict[str, object]) -> str:
    scopes = line["scopes"]
    assert isinstance(scopes, list)
    return str(scopes[0])


def _respaced(world: World, text: str) -> str:
    """The same text as another tool hands it on: other white space, full-width marks."""
    draw = world.rng.random()
    if draw < 0.12:
        return f" {text} "
    if draw < 0.2:
        return text.replace(", ", ",  ")
    if draw < 0.26:
        return text.replace("，", ", ").replace("：", ": ")
    return text

"""Lists of memories in less usual dress: no heading, a told zone, JSON in a column, bare strings, keys that tell the kind."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta, timezone

from .containers import named, offset_text, table_of, write_csv, write_json
from .databases import Databases
from .entries import Entry, World
from .folder import Folder
from .lists import entries_for, list_schema
from .schema import note, some_schema
from .speech import TYPES
from .sqlite_files import Table
from .text import squeeze
from .times import OFFSETS, UNKNOWN, Clock, some_clock


def headerless(world: World, folder: Folder, *, rows: int) -> None:
    """Three columns without a heading: number, time, text."""
    schema = some_schema(world, rich=False, clock=some_clock(world.rng, absent=0.0, mixed=0.0))
    schema.names = {"id": "1", "time": "2", "text": "3"}
    entries = entries_for(world, rows, schema)
    write_csv(world, folder, named(world, "loose", ".tsv"), schema, entries, delimiter="\t", header=False, damage=False)


def told_zone(world: World, folder: Folder, *, rows: int) -> None:
    """A source that says in which zone its local times are: in the heading, in a column, or once for the whole document."""
    rng = world.rng
    minutes = rng.choice(OFFSETS)
    names = rng.choice((("sql",), ("iso_naive",), ("sql_minute",), ("zh_full",), ("zh_minute", "sql")))
    clock = Clock(names=names, absent=0.03, zone=timezone(timedelta(minutes=minutes)), told=True)
    schema = some_schema(world, rich=False, clock=clock)
    how = rng.choice(("heading", "column", "document"))
    if how == "heading":
        heading = schema.names["time"]
        schema.names["time"] = (
            f"{heading} (UTC{offset_text(minutes)})"
            if minutes != 480
            else rng.choice((f"{heading}（北京时间）", f"{heading} (Asia/Shanghai)", f"{heading} (UTC+8)"))
        )
    elif how == "column":
        name = {480: "Asia/Shanghai", 540: "Asia/Tokyo", 330: "Asia/Kolkata"}.get(minutes, offset_text(minutes))
        schema.constants = {
            rng.choice(("tz", "timezone", "utc_offset", "时区")): rng.choice((name, offset_text(minutes)))
        }
    entries = [replace(entry, tags=("told-zone",)) for entry in entries_for(world, rows, schema)]
    if how == "document":
        write_json(world, folder, named(world, "list", ".json"), schema, entries, layout="wrapped")
    else:
        write_csv(world, folder, named(world, "list", ".csv"), schema, entries)


def payload_table(world: World, folder: Folder, databases: Databases, *, rows: int) -> None:
    """A table whose JSON column holds the memory; some of the JSON is cut off or was never JSON."""
    rng = world.rng
    schema = list_schema(world, users=False)
    inner = [concept for concept in schema.names if concept not in ("id", "time")]
    file, table = databases.file("payload"), world.namer.table("payload")
    columns = (
        "key",
        rng.choice(("value", "payload", "json", "doc", "内容json")),
        rng.choice(("created_at", "ts", "crt_tm", "创建时间")),
    )
    out = []
    built, _ = table_of(world, schema, entries_for(world, rows, schema))
    for number, item in enumerate(built, 1):
        text = json.dumps(
            {schema.names[concept]: item.row[schema.names[concept]] for concept in inner},
            ensure_ascii=rng.random() < 0.5,
        )
        place = folder.place(file, table, number)
        if rng.random() < 0.012:
            text = rng.choice((text[: rng.randint(3, 16)], "undefined", "[object Object]", "{{}"))
            world.ledger.none(place, why="broken", text=text)
        else:
            note(world, world.ledger, item, place, tags=["sqlite", "json-in-column"])
        out.append((f"mem/{rng.randrange(16**6):06x}", text, item.row[schema.names["time"]]))
    databases.add(file, Table(name=table, columns=columns, rows=out))


def strings(world: World, folder: Folder, *, rows: int) -> None:
    """A JSON array of bare strings: no time, no user, no kind."""
    rng = world.rng
    file = named(world, "list", ".json")
    entries = [world.empty() if rng.random() < 0.02 else world.memory() for _ in range(rows)]
    for number, entry in enumerate(entries):
        place = folder.place(file, row=number)
        if entry.role == "empty":
            world.ledger.none(place, why="empty")
            continue
        bare(world, entry=entry, folder=folder, file=file, row=number, tags=["json-strings"])
    folder.put(
        file, json.dumps([entry.text for entry in entries], ensure_ascii=False, indent=rng.choice((None, 2))).encode()
    )


def sections(world: World, folder: Folder, *, rows: int) -> None:
    """One JSON object with an array of strings a kind: the key tells the type."""
    rng = world.rng
    keys = {
        "preference": ("preferences", "likes", "偏好"),
        "task": ("todos", "tasks", "待办"),
        "skill": ("lessons", "skills", "经验"),
        "fact": ("facts", "about_user", "事实"),
    }
    file = named(world, "list", ".json")
    document: dict[str, list[str]] = {}
    number = 0
    for kind in TYPES:
        name = rng.choice(keys[kind])
        document[name] = []
        for _ in range(rows // 4):
            entry = world.memory(kinds=(kind,))
            bare(
                world,
                entry=entry,
                types=(kind,),
                folder=folder,
                file=file,
                row=number,
                tags=["json-sections"],
                extra=(name,),
            )
            document[name].append(entry.text)
            number += 1
    world.ledger.fuzzy(folder.place(file))
    folder.put(file, json.dumps(document, ensure_ascii=False, indent=2).encode())


def bare(
    world: World,
    *,
    entry: Entry,
    folder: Folder,
    file: str,
    row: int,
    tags: Sequence[str],
    types: Sequence[str] = (),
    extra: Sequence[str] = (),
    times: Sequence[dict[str, str | None]] = (UNKNOWN,),
) -> None:
    """Note a memory that stands without columns, in the default scope; `types` where a heading or key tells the type."""
    key = (squeeze(entry.text), "user:me")
    line = world.ledger.memory(
        folder.place(file, row=row),
        text=entry.text,
        types=types or entry.types,
        times=times,
        scopes=["user:me"],
        lang=entry.lang,
        extra=extra,
        tags=tags,
    )
    world.lines[key] = line
    world.origins.append((line, entry))

"""One table of rows in one of the file formats that old tools leave behind, with the damage they come with."""

import csv
import io
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from typing import Literal

from .entries import Entry, World
from .folder import Folder, ending
from .schema import Built, Row, Schema, build, note
from .sqlite_files import Table

GARBAGE = (
    b"\xff\xfe\xfa<<<<<<< HEAD",
    b"\x00" * 48,
    b"%%%%",
    b"Segmentation fault (core dumped)",
    b"{'text': u'\xe5\x96",
    b"]]}}",
)


def table_of(world: World, schema: Schema, entries: Sequence[Entry]) -> tuple[list[Built], tuple[str, ...]]:
    """Rows and the names of their columns."""
    return build(world, schema, entries), (*schema.names.values(), *schema.constants)


def write_sqlite(
    world: World,
    folder: Folder,
    file: str,
    schema: Schema,
    entries: Sequence[Entry],
    *,
    table: str,
    late: int = 0,
    searched: bool = False,
) -> Table:
    """A table for a database `file`; its rows are noted now, its bytes come with the database."""
    built, columns = table_of(world, schema, entries)
    rows = [[item.row[name] for name in columns] for item in built]
    for number, item in enumerate(built, 1):
        tags = ["wal-only"] if number > len(rows) - late else []
        note(world, world.ledger, item, folder.place(file, table, number), tags=[*tags, "sqlite"])
    cut = len(rows) - late
    return Table(
        name=table,
        columns=columns,
        rows=rows[:cut],
        late=rows[cut:],
        searched=(schema.names["text"],) if searched else (),
        declared=world.rng.choice(("", "", "TEXT")) if not late else "",
    )


def write_jsonl(
    world: World, folder: Folder, file: str, schema: Schema, entries: Sequence[Entry], *, damage: bool = True
) -> None:
    """JSON Lines; with `damage`, corrupt lines, two objects on a line, and a torn end."""
    rng = world.rng
    built, _ = table_of(world, schema, entries)
    ascii_only = rng.random() < 0.3
    lines: list[bytes] = []
    glue = {rng.randrange(len(built)) for _ in range(2)} if damage and len(built) > 20 else set()
    for number, item in enumerate(built):
        line = json.dumps(item.row, ensure_ascii=ascii_only, separators=rng.choice(((",", ":"), (", ", ": ")))).encode()
        glued = number in glue and bool(lines) and lines[-1].startswith(b"{")
        if glued:
            lines[-1] += line
        else:
            lines.append(line)
        place = folder.place(file, row=len(lines))
        note(world, world.ledger, item, place, tags=["jsonl", *(["glued-lines"] if glued else [])])
        if glued:
            world.ledger.shared(place)
        if damage and rng.random() < 0.004:
            lines.append(rng.choice(GARBAGE))
            world.ledger.none(folder.place(file, row=len(lines)), why="broken")
        if damage and rng.random() < 0.003:
            lines.append(b"{}")
            world.ledger.none(folder.place(file, row=len(lines)), why="empty")
    end = b"\n"
    if damage and rng.random() < 0.6:
        lines.append(json.dumps(built[0].row, ensure_ascii=True).encode()[: rng.randint(9, 30)])
        world.ledger.none(folder.place(file, row=len(lines)), why="broken")
        end = b""
    folder.put(file, b"\n".join(lines) + end)


def write_csv(
    world: World,
    folder: Folder,
    file: str,
    schema: Schema,
    entries: Sequence[Entry],
    *,
    encoding: str = "utf-8",
    delimiter: str = ",",
    header: bool = True,
    damage: bool = True,
) -> None:
    """A delimited file in any encoding; with `damage`, lines with a wrong number of fields or with bytes of no encoding."""
    rng = world.rng
    built, columns = table_of(world, schema, entries)
    buffer, torn = io.StringIO(), "\ue000"
    style: Literal[0, 1, 2] = rng.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC))
    end = rng.choice(("\r\n", "\n"))
    writer = csv.writer(buffer, delimiter=delimiter, quoting=style, lineterminator=end)
    if delimiter == ";" and header and rng.random() < 0.4:
        buffer.write("sep=;" + end)
    if header:
        writer.writerow(columns)
    tags = ["csv", *([encoding] if encoding != "utf-8" else []), *(["headerless"] if not header else [])]
    for number, item in enumerate(built, 1):
        writer.writerow([csv_cell(item.row[name]) for name in columns])
        note(world, world.ledger, item, folder.place(file, row=number), tags=tags)
        if damage and len(columns) > 2 and rng.random() < 0.004:
            buffer.write(rng.choice(("@@@@@@", "#REF!", torn if encoding != "utf-16" else "?")) + end)
            world.ledger.none(folder.place(file, row=number), why="broken")
    first, *others = buffer.getvalue().split(torn)
    folder.put(
        file,
        b"\xff\xfd\xff".join(
            [first.encode(encoding), *(part.encode(encoding.removesuffix("-sig")) for part in others)]
        ),
    )


def csv_cell(value: object) -> object:
    """A value as a spreadsheet export writes it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


def _dump(rng: random.Random, document: object) -> bytes:
    text = json.dumps(document, ensure_ascii=rng.random() < 0.3, indent=rng.choice((None, 2, 4, 1)))
    return text.encode(rng.choice(("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16")))


def write_json(
    world: World, folder: Folder, file: str, schema: Schema, entries: Sequence[Entry], *, layout: str
) -> None:
    """A JSON document: array, wrapped, dict (keyed by id), nested, or by_user."""
    built, _ = table_of(world, schema, entries)
    document = _LAYOUTS[layout](world, schema, built)
    if layout == "by_user":  # the key above names the user, the row itself does not: either reading is fair
        built = [replace(item, scopes=(*item.scopes, "user:me")) for item in built]
    if schema.clock.told and isinstance(document, dict):
        minutes = int((schema.clock.zone.utcoffset(None)).total_seconds() // 60)
        document = {world.rng.choice(("timezone", "tz", "utc_offset", "时区")): offset_text(minutes)} | document
    for number, item in enumerate(built):
        note(world, world.ledger, item, folder.place(file, row=number), tags=["json", f"json-{layout}"])
    folder.put(file, _dump(world.rng, document))


def offset_text(minutes: int) -> str:
    """+08:00 and the like."""
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def _array(world: World, schema: Schema, built: Sequence[Built]) -> object:
    return [
        item.row if item.entry.role != "empty" or world.rng.random() < 0.6 else world.rng.choice(({}, None))
        for item in built
    ]


def _wrapped(world: World, schema: Schema, built: Sequence[Built]) -> object:
    key = world.rng.choice(("memories", "items", "data", "results", "记忆", "rows", "list"))
    start = world.cast.start.astimezone(UTC)
    return {
        "version": world.rng.randint(1, 4),
        "exported_at": f"{start:%Y-%m-%dT%H:%M:%SZ}",
        "count": len(built),
        key: [item.row for item in built],
    }


def _keyed(world: World, schema: Schema, built: Sequence[Built]) -> object:
    form: Callable[[int], str] = world.rng.choice(
        (lambda n: f"mem_{n:05}", lambda n: str(7000 + n), lambda n: f"{n * 2654435761 % 2**32:08x}")
    )
    drop = schema.names.get("id", "")
    return {
        form(number): {name: value for name, value in item.row.items() if name != drop}
        for number, item in enumerate(built, 1)
    }


def _nested(world: World, schema: Schema, built: Sequence[Built]) -> object:
    rng = world.rng
    text, inner, about = (
        schema.names["text"],
        rng.choice(("body", "payload", "fields", "数据")),
        rng.choice(("meta", "info", "属性")),
    )

    def split(row: Row) -> Mapping[str, object]:
        beside = {name: value for name, value in row.items() if name not in (text, schema.names.get("id"))}
        head = {name: row[name] for name in (schema.names.get("id"),) if name}
        return {**head, inner: {text: row[text]}, about: beside}

    items = [split(item.row) for item in built]
    return {
        rng.choice(("response", "export", "root")): {
            "page": 1,
            "has_more": False,
            rng.choice(("items", "records", "entries")): items,
        }
    }


def _by_user(world: World, schema: Schema, built: Sequence[Built]) -> object:
    name = schema.names["user"]
    people: dict[str, list[Row]] = {}
    for item in built:
        row = dict(item.row)
        people.setdefault(str(row.pop(name)), []).append(row)
    return {
        world.rng.choice(("users", "by_user", "用户")): {
            user: {world.rng.choice(("memories", "notes")): rows} for user, rows in people.items()
        }
    }


_LAYOUTS: dict[str, Callable[[World, Schema, Sequence[Built]], object]] = {
    "array": _array,
    "wrapped": _wrapped,
    "dict": _keyed,
    "nested": _nested,
    "by_user": _by_user,
}


def named(world: World, concept: str, right: str, *, folder: str = "", wrong: float = 0.2) -> str:
    """A new file name for `concept`, mostly with the right ending."""
    prefix = f"{folder}/" if folder else ""
    return prefix + world.namer.stem(concept) + ending(world.rng, right, wrong=wrong)

"""The two places where memories and system logs share one table: one with a kind column, one where only the wording tells."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from .containers import named, write_csv, write_jsonl, write_sqlite
from .databases import Databases
from .entries import Entry, World
from .folder import Folder
from .kinds import some_kinds
from .ledger import Place
from .schema import some_schema
from .sqlite_files import Table
from .times import MIXED, some_clock


def big_table(
    world: World,
    folder: Folder,
    databases: Databases,
    *,
    rows: int,
    special: Sequence[Entry],
    late: int,
    searched: bool,
    removable: bool,
) -> None:
    """The big SQLite table with a kind column that is missing, wrong or coded in places."""
    rng = world.rng
    style = world.namer.style()
    kinds = some_kinds(rng, style=style, messy=True)
    clock = some_clock(rng, absent=rng.choice((0.02, 0.06)), options=MIXED if rng.random() < 0.7 else ())
    schema = some_schema(world, users=rng.random() < 0.8, kinds=kinds, deletable=removable, style=style, clock=clock)
    users = 0.85 if schema.user_form else 0.0
    entries = _blend(world, rows, memories=0.25, users=users, deleted=0.012 if removable else 0.0, special=special)
    file = databases.file("mixed")
    table = world.namer.table("mixed")
    written = write_sqlite(world, folder, file, schema, entries, table=table, late=late, searched=searched)
    databases.add(file, written)
    if kinds.explained:
        codes = {str(value): name for name, value in kinds.values.items()}
        _explain(world, databases, folder, file=file, codes=codes, style=style)


def _explain(
    world: World, databases: Databases, folder: Folder, *, file: str, codes: dict[str, str], style: str
) -> None:
    """The code table beside a coded kind column."""
    words = {
        "preference": "用户偏好",
        "task": "待办任务",
        "skill": "经验技能",
        "fact": "事实信息",
        "log": "系统日志",
        "plain": "普通记录",
    }
    taken: set[str] = set()
    name = world.namer.table("kinds")
    columns = (world.namer.column("code", style, taken), world.namer.column("label", style, taken))
    rows = [
        (int(code) if code.isdigit() else code, words[word] if style in ("zh", "pinyin") else word)
        for code, word in codes.items()
    ]
    databases.add(file, Table(name=name, columns=columns, rows=rows))
    for number in range(len(rows)):
        world.ledger.none(folder.place(file, name, number + 1), why="structure")


def unsorted(world: World, folder: Folder, databases: Databases, *, rows: int, special: Sequence[Entry]) -> None:
    """Memories and logs with no kind column at all, in JSON Lines, CSV or SQLite."""
    rng = world.rng
    schema = some_schema(world, users=rng.random() < 0.4, rich=rng.random() < 0.5)
    for concept in ("level", "source"):  # these would give the logs away
        schema.names.pop(concept, None)
    users = 0.8 if schema.user_form else 0.0
    entries = _blend(world, rows, memories=0.3, users=users, deleted=0.0, special=special)
    container = rng.choice(("jsonl", "csv", "sqlite"))
    if container == "jsonl":
        write_jsonl(world, folder, named(world, "unsorted", ".jsonl"), schema, entries)
    elif container == "csv":
        write_csv(world, folder, named(world, "unsorted", ".csv"), schema, entries, delimiter=rng.choice(",;\t"))
    else:
        file = databases.file("unsorted")
        databases.add(file, write_sqlite(world, folder, file, schema, entries, table=world.namer.table("unsorted")))


def _blend(
    world: World, rows: int, *, memories: float, users: float, deleted: float, special: Sequence[Entry]
) -> list[Entry]:
    rng = world.rng
    logs_chinese = rng.uniform(0.2, 0.7)
    entries = list(special)
    while len(entries) < rows:
        draw = rng.random()
        if draw < memories:
            entry = world.memory(users=users)
            entries.append(entry)
            if rng.random() < 0.008:  # the write was retried
                entries.append(replace(entry, when=entry.when + timedelta(seconds=rng.randint(1, 30))))
            elif entry.user and rng.random() < 0.01:  # somebody else is told the same
                other = rng.choice([user for user in world.cast.users if user != entry.user])
                entries.append(replace(entry, user=other, when=world.cast.moment(rng), tags=("same-text-two-users",)))
        elif draw < memories + deleted:
            entries.append(world.deleted(users=users))
        elif draw < memories + deleted + 0.012:
            entries.append(world.empty())
        else:
            entries.append(world.log(logs_chinese))
    entries = entries[:rows] if not special else entries
    rng.shuffle(entries)
    if rng.random() < 0.6:
        entries.sort(key=lambda entry: entry.when)
    return entries


def access_log(world: World, folder: Folder, databases: Databases, *, rows: int) -> None:
    """A database table of requests: many columns, no sentence in any."""
    rng = world.rng
    file, table = databases.file("audit"), world.namer.table("audit")
    clock = some_clock(rng, absent=0.0, mixed=0.1)
    out = []
    for number in range(1, rows + 1):
        raw = clock.as_written_any(world.cast.moment(rng), rng)
        path = world.speech.phrase("{endpoint}", "en")
        out.append(
            (
                number,
                raw,
                rng.choice(("GET", "POST", "PUT")),
                path,
                rng.choice((200, 200, 204, 404, 500)),
                rng.randint(2, 4000),
            )
        )
        world.ledger.none(folder.place(file, table, number), why="log")
    columns = rng.choice(
        (("id", "ts", "method", "path", "status", "latency_ms"), ("编号", "时间", "方法", "路径", "状态码", "耗时"))
    )
    databases.add(file, Table(name=table, columns=columns, rows=out))


def metrics(world: World, folder: Folder, *, rows: int) -> None:
    """A CSV of samples."""
    rng = world.rng
    file = named(world, "metrics", ".csv")
    lines = [rng.choice(("ts,metric,value,host", "timestamp;name;val;node"))]
    mark = ";" if ";" in lines[0] else ","
    for number in range(1, rows + 1):
        moment = world.cast.moment(rng)
        name = rng.choice(("cpu", "heap_mb", "queue_depth", "tokens", "latency_p95"))
        lines.append(
            mark.join((str(int(moment.timestamp())), name, f"{rng.uniform(0, 900):.2f}", rng.choice(world.cast.hosts)))
        )
        world.ledger.none(folder.place(file, row=number), why="log")
    folder.put(file, "\n".join(lines).encode() + b"\n")


def plain_log(world: World, folder: Folder, *, rows: int) -> None:
    """A text file as a daemon writes it; stack traces span lines, so its rows are a matter of taste."""
    rng = world.rng
    file = (
        rng.choice(("logs/", "log/", "var/", ""))
        + f"{world.cast.agent.lower()}{rng.choice(('.log', '.out', '.log.1', '_debug.txt'))}"
    )
    chinese = rng.uniform(0.1, 0.6)
    lines = []
    for number in range(rows):
        entry = world.log(chinese)
        stamp = f"{entry.when:%Y-%m-%d %H:%M:%S},{entry.when.microsecond // 1000:03}"
        lines.append(f"{stamp} {rng.choice(('INFO', 'DEBUG', 'WARNING'))} {entry.text}")
        world.ledger.none(Place(file=file, row=number), why="log")
    world.ledger.fuzzy(Place(file=file))
    folder.put(file, "\n".join(lines).encode(rng.choice(("utf-8", "utf-8", "gb18030"))) + b"\n")

"""Rows of many columns: tasks with coded states, people, settings by key; and the code tables beside them."""

import json

from .containers import named
from .databases import Databases
from .entries import World
from .folder import Folder
from .ledger import Place
from .rows import Rows, csv_bytes, structure, table_of_rows
from .times import UNKNOWN, some_clock

_LABELS = {
    "zh": "未开始 开发中 测试中 待评审 已上线 搁置 等待回复 已完成 排期中 联调中".split(),
    "en": [
        "Not started",
        "In development",
        "In testing",
        "Waiting for review",
        "Shipped",
        "On hold",
        "Waiting for reply",
        "Done",
        "Planned",
    ],
}


_PRIORITY = {"zh": ("低", "中", "高"), "en": ("low", "normal", "urgent")}


def tasks(
    world: World, folder: Folder, databases: Databases, *, rows: int, container: str, lang: str, probe: bool
) -> None:
    """A table of tasks with coded states, and its code table: in a database, in two CSV files, or in one JSON document."""
    rng = world.rng
    style = rng.choice(("zh", "pinyin", "short") if lang == "zh" else ("snake", "camel", "short", "upper"))
    labels = rng.sample(_LABELS[lang], 6)
    form = rng.choice(("number", "text", "letter"))
    codes: list[object] = [
        n if form == "number" else f"{n * 10:02}" if form == "text" else "ABCDEFGH"[n] for n in range(1, 7)
    ]
    decode = dict(zip(codes, labels, strict=True))
    place_of = _place_maker(world, folder, databases, container)
    dated = rng.random() < 0.75
    taken: set[str] = set()
    concepts = ["id", "subject", "status", "next", "priority", "project", "due", *(["time"] if dated else []), "remark"]
    if rng.random() < 0.5:
        concepts.append("assignee")
    names = {concept: world.namer.column(concept, style, taken) for concept in concepts}
    clock, due = (
        some_clock(rng, absent=0.04),
        some_clock(rng, absent=0.2, options=(("date",), ("date_slash",), ("zh_date",))),
    )
    out: Rows = []
    for number in range(1, rows + 1):
        moment = world.cast.moment(rng)
        raw, times = clock.write(moment, rng) if dated else (None, [UNKNOWN])
        subject = world.speech.fixed("{do}", "title", lang).text
        code: object = rng.choice(codes) if rng.random() > 0.01 else ("Z" if form == "letter" else 99)
        following = world.speech.phrase("{do}", lang) if rng.random() < 0.85 else None
        person = rng.choice(world.cast.people[lang])
        remark = world.speech.phrase(rng.choice(("{project}", "{person}")), lang) if rng.random() < 0.3 else None
        values = {
            "id": number,
            "subject": subject,
            "status": code,
            "next": following,
            "priority": rng.randint(1, 3),
            "time": raw,
            "project": rng.choice(world.cast.projects[lang]),
            "due": due.write(world.cast.moment(rng), rng)[0] or None,
            "assignee": person,
            "remark": remark,
        }
        out.append({name: values[concept] for concept, name in names.items()})
        label = decode.get(code)
        told = [
            value
            for concept, value in (values | {"status": label or code}).items()
            if concept in names and concept != "id" and value
        ]
        scopes = ["user:me", f"user:{person}"] if "assignee" in names else ["user:me"]
        line = world.ledger.memory(
            place_of(number),
            text=" | ".join(str(value) for value in told),
            types=["task"],
            times=times,
            scopes=scopes,
            lang=lang,
            fragments=[value for value in (subject, label, following) if value],
            tags=["many-columns", *([] if dated else ["only-due"]), *([] if label else ["code-unknown"])],
        )
        if probe and label and following:
            world.askable.append((line, subject))
    blank = dict.fromkeys(names.values())
    for _ in range(rng.randint(0, 2)):
        out.append(dict(blank))
        world.ledger.none(place_of(len(out)), why="empty")
    _write_with_codes(
        world,
        folder,
        databases,
        container=container,
        place=place_of(0),
        rows=out,
        status=names["status"],
        decode=decode,
        lang=lang,
        style=style,
    )


def _place_maker(world: World, folder: Folder, databases: Databases, container: str) -> "_Placer":
    if container == "sqlite":
        return _Placer(folder, databases.file("tasks"), world.namer.table("tasks"))
    return _Placer(
        folder,
        named(world, "tasks", ".csv" if container == "csv" else ".json", folder=world.rng.choice(("", "work", "工作"))),
        "",
    )


class _Placer:
    """Names the rows of one table."""

    def __init__(self, folder: Folder, file: str, table: str) -> None:
        self.folder, self.file, self.table = folder, file, table

    def __call__(self, row: int) -> Place:
        return self.folder.place(self.file, self.table, row)


def _write_with_codes(
    world: World,
    folder: Folder,
    databases: Databases,
    *,
    container: str,
    place: Place,
    rows: Rows,
    status: str,
    decode: dict[object, str],
    lang: str,
    style: str,
) -> None:
    """Write the tasks and, beside them, what their codes mean."""
    rng = world.rng
    taken: set[str] = set()
    code, label = world.namer.column("code", style, taken), world.namer.column("label", style, taken)
    shared = container == "sqlite" and rng.random() < 0.4
    lookup: Rows = [{code: key, label: value} for key, value in decode.items()]
    if shared:  # one dictionary table for all codes of the tool
        lookup = [{"dict_type": rng.choice(("task_status",)), **row} for row in lookup]
        lookup += [
            {"dict_type": "priority", code: number, label: word} for number, word in enumerate(_PRIORITY[lang], 1)
        ]
        lookup += [
            {"dict_type": "channel", code: key, label: word} for key, word in ((1, "mail"), (2, "chat"), (3, "voice"))
        ]
        lookup = [
            row | {"dict_type": status if row["dict_type"] == "task_status" else row["dict_type"]} for row in lookup
        ]
    if container == "sqlite":
        name = world.namer.table("codes")
        databases.add(place.file, table_of_rows(place.part, rows))
        databases.add(place.file, table_of_rows(name, lookup))
        structure(world, folder, file=place.file, part=name, rows=len(lookup))
    elif container == "csv":
        encoding, mark = rng.choice((("utf-8", ","), ("gb18030", ","), ("utf-8-sig", ";"), ("utf-16", "\t")))
        folder.put(place.file, csv_bytes(rows, mark, encoding))
        beside = f"{place.file.rpartition('/')[0]}/{world.namer.stem('codes')}.csv".lstrip("/")
        folder.put(beside, csv_bytes(lookup, mark, encoding))
        structure(world, folder, file=beside, part="", rows=len(lookup))
    else:
        key = world.namer.stem("codes")
        table: object = {str(value): word for value, word in decode.items()} if rng.random() < 0.5 else lookup
        document = {key: table, world.namer.stem("tasks"): rows}
        folder.put(place.file, json.dumps(document, ensure_ascii=False, indent=rng.choice((None, 2))).encode())
        world.ledger.count(folder.place(place.file), "structure", 1)
        world.ledger.fuzzy(folder.place(place.file))

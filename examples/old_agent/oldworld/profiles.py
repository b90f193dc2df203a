"""People and settings: contacts, the table of users, and what the user likes by key and value."""

import json
from collections.abc import Sequence

from .cast import stranger
from .containers import named
from .databases import Databases
from .entries import World
from .folder import Folder
from .ledger import Reading
from .rows import Rows, csv_bytes, structure, table_of_rows
from .times import UNKNOWN, some_clock

_SETTINGS = {
    "en": {
        "reply_language": ("Chinese", "English", "Dutch"),
        "tone": ("dry and short", "warm", "formal"),
        "temperature_unit": ("Celsius", "Kelvin"),
        "summary_style": ("bullets first", "one paragraph", "table"),
        "theme": ("dark", "high contrast", "sepia"),
        "date_style": ("day before month", "ISO 8601"),
        "favourite_snack": ("roasted chickpeas", "rice crackers", "plums"),
        "meeting_length": ("at most 25 minutes", "half an hour"),
        "greeting": ("first name only", "none"),
        "news_digest": ("weekly", "mornings"),
        "map_app": ("paper first", "OpenStreetMap"),
        "code_comments": ("in English", "only where surprising"),
        "seat": ("window", "aisle"),
    },
    "zh": {
        "回复语言": ("中文", "英文"),
        "语气": ("简短", "正式", "随意"),
        "温度单位": ("摄氏度", "开尔文"),
        "摘要格式": ("先列要点", "一段话"),
        "界面主题": ("深色", "高对比"),
        "日期写法": ("年月日", "日月年"),
        "零食": ("海苔", "山楂片", "坚果"),
        "会议时长": ("不超过二十五分钟", "半小时"),
        "称呼": ("直呼其名", "老师"),
        "新闻推送": ("每周一次", "早上"),
        "座位": ("靠窗", "靠过道"),
        "代码注释": ("中文", "只写难懂处"),
    },
}


def contacts(world: World, folder: Folder, databases: Databases, *, rows: int) -> None:
    """People the user knows: name, relation, city, remark; each row is one fact."""
    rng = world.rng
    lang = world.lang()
    style = rng.choice(("zh", "pinyin") if lang == "zh" else ("snake", "camel"))
    taken: set[str] = set()
    dated = rng.random() < 0.6
    concepts = ["id", "person", "relation", "city", "remark", *(["time"] if dated else [])]
    names = {concept: world.namer.column(concept, style, taken) for concept in concepts}
    clock = some_clock(rng, absent=0.05)
    sqlite = rng.random() < 0.5
    file = databases.file("contacts") if sqlite else named(world, "contacts", ".csv")
    table = world.namer.table("contacts") if sqlite else ""
    out: Rows = []
    known: set[str] = set()
    while len(out) < rows:
        person = stranger(rng, lang)
        if person in known:
            continue
        known.add(person)
        raw, times = clock.write(world.cast.moment(rng), rng) if dated else (None, [UNKNOWN])
        pattern = {
            "zh": ("养了一只{animal}", "在{company}做{role}", "教过{subject}"),
            "en": ("has a {animal}", "{role} at {company}", "taught {subject}"),
        }
        values: dict[str, object] = {
            "id": len(out) + 1,
            "person": person,
            "relation": world.speech.phrase("{relation}", lang),
            "city": world.speech.phrase("{city}", lang),
            "remark": world.speech.phrase(rng.choice(pattern[lang]), lang),
            "time": raw,
        }
        out.append({name: values[concept] for concept, name in names.items()})
        world.ledger.memory(
            folder.place(file, table, len(out)),
            text=" | ".join(str(value) for value in out[-1].values() if value),
            types=["fact"],
            times=times,
            scopes=["user:me"],
            lang=lang,
            fragments=[person, str(values["relation"]), str(values["remark"])],
            tags=["many-columns", "contacts"],
        )
    if sqlite:
        databases.add(file, table_of_rows(table, out))
    else:
        folder.put(file, csv_bytes(out, rng.choice(",;\t"), rng.choice(("utf-8", "gb18030", "utf-16"))))


def settings(world: World, folder: Folder, databases: Databases) -> None:
    """What the user likes, by key and value, under a name that says so."""
    rng = world.rng
    lang = world.lang()
    table = _SETTINGS[lang]
    keys = rng.sample(sorted(table), rng.randint(8, len(table)))
    chosen = {key: rng.choice(table[key]) for key in keys}
    sqlite = rng.random() < 0.5
    file = databases.file("settings") if sqlite else named(world, "settings", ".json", wrong=0.0)
    part = world.namer.table("settings") if sqlite else ""
    clock = some_clock(rng, absent=0.0)
    timed = sqlite and rng.random() < 0.5
    rows: Rows = []
    for number, (key, value) in enumerate(chosen.items(), 1):
        raw, times = clock.write(world.cast.moment(rng), rng)
        rows.append({"key": key, "value": value} | ({"updated_at": raw} if timed else {}))
        readings: Sequence[Reading] = [*times, UNKNOWN] if timed else [UNKNOWN]
        world.ledger.memory(
            folder.place(file, part, number),
            text=f"{key} | {value}",
            types=["preference", "fact"],
            times=readings,
            scopes=["user:me"],
            lang=lang,
            fragments=[key, value],
            tags=["key-value"],
        )
    if sqlite:
        databases.add(file, table_of_rows(part, rows))
    else:
        title = rng.choice(("user_preferences", "preferences", "偏好设置"))
        folder.put(file, json.dumps({title: chosen}, ensure_ascii=False, indent=2).encode())
        world.ledger.fuzzy(folder.place(file))


def people(world: World, folder: Folder, databases: Databases) -> None:
    """The table of users that explains ids and handles; nobody's memory."""
    file = databases.file("users")
    name = world.namer.table("users")
    rows: Rows = [
        {"id": user.number, "uid": user.uid, "handle": user.handle, "name": user.name, "email": user.email}
        for user in world.cast.users
    ]
    databases.add(file, table_of_rows(name, rows))
    structure(world, folder, file=file, part=name, rows=len(rows))

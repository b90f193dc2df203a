"""Markdown notes and pasted lists: front matter, headings, bullets, daily notes, `[date] - memory`."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from .containers import named
from .entries import Entry, World
from .folder import Folder
from .ledger import Reading
from .odd_lists import bare
from .speech import TYPES
from .times import NOTATIONS, UNKNOWN, Clock, floor, reading

_HEADINGS = {
    "en": {
        "preference": ("Preferences", "Likes and dislikes"),
        "task": ("To do", "Open tasks"),
        "skill": ("Lessons learned", "How-tos"),
        "fact": ("Facts", "About people and places"),
    },
    "zh": {
        "preference": ("偏好", "喜好"),
        "task": ("待办", "任务"),
        "skill": ("经验教训", "技能"),
        "fact": ("事实", "资料"),
    },
}


def single_notes(world: World, folder: Folder, *, rows: int) -> None:
    """One memory a file, with front matter: title, date, type, tags."""
    rng = world.rng
    base = rng.choice(("notes", "vault", "笔记库", "memory/notes", "md"))
    date_key = rng.choice(("created", "date", "created_at", "创建时间", "日期"))
    type_key = rng.choice(("type", "kind", "类型", ""))
    clock = Clock(names=(rng.choice(("date", "iso_z", "iso_offset", "sql", "iso_naive", "zh_date")),), absent=0.08)
    for number in range(rows):
        entry = world.memory()
        title = world.speech.phrase(rng.choice(("{project}", "{doc}", "{matter}", "{person}")), entry.lang)
        raw, times = clock.write(entry.when, rng)
        head = [f"title: {title}"]
        if times != [UNKNOWN]:
            head.append(f"{date_key}: {raw}" if rng.random() < 0.6 else f'{date_key}: "{raw}"')
        declared = bool(type_key) and rng.random() < 0.9
        if declared:
            head.append(f"{type_key}: {entry.types[0]}")
        head.append(rng.choice(("tags: [agent, memory]", "tags:\n  - imported", "tags: []")))
        rng.shuffle(head)
        heading = f"# {title}\n\n" if rng.random() < 0.4 else ""
        file = f"{base}/{world.cast.agent.lower()}-{number:03}-{rng.randrange(16**4):04x}.md"
        folder.put(file, ("---\n" + "\n".join(head) + f"\n---\n\n{heading}{entry.text}\n").encode())
        types = entry.types[:1] if declared else ()
        bare(
            world,
            entry=entry,
            types=types,
            folder=folder,
            file=file,
            row=1,
            tags=["markdown", "front-matter"],
            extra=(title,),
            times=times,
        )
        world.ledger.fuzzy(folder.place(file))


def by_topic(world: World, folder: Folder, *, rows: int, headed: bool) -> None:
    """One file of bullets under headings: kinds when `headed`, else dates."""
    rng = world.rng
    lang = world.lang()
    file = named(world, "list", ".md")
    out = [rng.choice((f"# {world.cast.agent} memory", "# 长期记忆", "# Things to keep")), ""]
    row = 0
    groups = rng.sample(TYPES, 4) if headed else [""] * max(2, rows // 5)
    for group in groups:
        day = floor(world.cast.moment(rng), "day")
        title = rng.choice(_HEADINGS[lang][group]) if headed else _day(world, day)
        out += [f"## {title}", ""]
        for _ in range(rows // len(groups)):
            entry = world.memory(kinds=(group,) if headed else TYPES, lang=lang if headed else None)
            row += 1
            out.append(f"{rng.choice('-*')} {entry.text}" if rng.random() < 0.9 else f"- **{entry.text}**")
            times: Sequence[Reading] = [UNKNOWN] if headed else [reading(day, "day")]
            bare(
                world,
                entry=entry,
                types=(group,) if headed else (),
                folder=folder,
                file=file,
                row=row,
                tags=["markdown", "bullets"],
                extra=(out[0][2:], title),
                times=times,
            )
        out.append("")
    world.ledger.fuzzy(folder.place(file))
    folder.put(file, "\n".join(out).encode(rng.choice(("utf-8", "utf-8", "utf-8-sig"))))


def daily(world: World, folder: Folder, *, rows: int) -> None:
    """Daily notes: the file name is the date."""
    rng = world.rng
    base = rng.choice(("daily", "journal", "日记", "log-book"))
    days = rng.sample(range(92), max(2, rows // 4))
    form = rng.choice(("%Y-%m-%d", "%Y%m%d", "%Y年%m月%d日"))
    for number in sorted(days):
        day = world.cast.start + timedelta(days=number)
        file = f"{base}/{day.strftime(form) if form[2] != '年' else f'{day.year}年{day.month}月{day.day}日'}.md"
        lines = []
        for row in range(1, 5):
            entry = world.memory()
            lines.append(f"- {entry.text}")
            bare(
                world,
                entry=entry,
                folder=folder,
                file=file,
                row=row,
                tags=["markdown", "daily"],
                times=[reading(day, "day")],
                extra=(file.rpartition("/")[2],),
            )
        world.ledger.fuzzy(folder.place(file))
        folder.put(file, ("\n".join(lines) + "\n").encode())


def _day(world: World, day: datetime) -> str:
    name = world.rng.choice(("date", "zh_date", "en_date"))
    return str(NOTATIONS[name].write(day))


def pasted(world: World, folder: Folder, *, rows: int) -> None:
    """A list copied from a settings screen: `[date] - memory`, with prose around it and some entries undated."""
    rng = world.rng
    file = named(world, rng.choice(("list", "loose")), ".txt", wrong=0.1)
    mark = rng.choice(("-", "–", "—", "-"))
    lead = rng.choice(("", "", "- ", "{}. "))
    form = rng.choice((("date",), ("date",), ("date_slash",), ("en_date",), ("zh_date",), ("date", "month")))
    out = [
        rng.choice(("Here is everything that I have stored about you:", "以下是我记住的全部内容：", "Saved memories")),
        "",
    ]
    fenced = rng.random() < 0.4
    out += ["```"] if fenced else []
    entries = [world.memory() for _ in range(rows)]
    for number, entry in enumerate(entries, 1):
        stamp, times = _stamp(world, entry, rng.choice(form))
        head = lead.format(number)
        text = entry.text
        if rng.random() < 0.05 and ", " in text:
            text = text.replace(", ", ",\n    ", 1)
        out.append(
            f"{head}[{stamp}] {mark} {text}"
            if stamp
            else f"{head}{rng.choice(('[date unknown]', '[unknown]'))} {mark} {text}"
        )
        bare(world, entry=entry, folder=folder, file=file, row=number, tags=["pasted"], times=times)
        if rng.random() < 0.02:
            out.append("")
    out += ["```"] if fenced else []
    out += ["", rng.choice(("That is all I have.", "（完）", "Let me know if you want any of these removed."))]
    world.ledger.fuzzy(folder.place(file))
    folder.put(file, "\n".join(out).encode())


def _stamp(world: World, entry: Entry, form: str) -> tuple[str, list[Reading]]:
    if world.rng.random() < 0.06:
        return "", [UNKNOWN]
    if form == "month":
        start = floor(entry.when.astimezone(UTC), "month")
        names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
        return f"{names[start.month - 1]} {start.year}", [reading(start, "month")]
    raw, times = Clock(names=(form,), absent=0.0).as_written(NOTATIONS[form], entry.when)
    return str(raw), times

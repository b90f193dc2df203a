"""Conversations: turns with a role and a session. They are evidence, not memories."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from .containers import named, write_csv, write_jsonl, write_sqlite
from .databases import Databases
from .entries import Entry, World
from .folder import Folder
from .schema import Built, Schema, build, note, some_schema

_SHORT = {"en": ("ok, thanks", "yes please", "hm, no"), "zh": ("好的，谢谢", "嗯，可以", "不用了")}
_ROLES = (
    {"user": "user", "assistant": "assistant", "system": "system", "tool": "tool"},
    {"user": "human", "assistant": "ai", "system": "system", "tool": "tool"},
    {"user": "USER", "assistant": "ASSISTANT", "system": "SYSTEM", "tool": "TOOL"},
    {"user": "用户", "assistant": "助手", "system": "系统", "tool": "工具"},
)


def sessions(world: World, turns: int) -> list[list[Entry]]:
    """Sessions of alternating turns with a few system and tool rows between, about `turns` rows in all."""
    roles = world.rng.choice(_ROLES)
    out: list[list[Entry]] = []
    left = turns
    while left > 0:
        out.append(_session(world, roles, least=min(left, world.rng.randint(4, 16))))
        left -= len(out[-1])
    return out


def _session(world: World, roles: Mapping[str, str], *, least: int) -> list[Entry]:
    rng, lang = world.rng, world.lang()
    start = Entry(
        role="grey",
        text=f"You are {world.cast.agent}, a helpful assistant of {world.cast.me['en']}.",
        lang=lang,
        when=world.cast.moment(rng),
        user=world.user(1.0),
        speaker=roles["system"],
        session=f"{rng.choice(('sess', 'c', 'conv'))}-{rng.randrange(16**6):06x}",
    )
    out = [start] if rng.random() < 0.2 else []
    when = start.when
    for number in range(least):
        role = ("user", "assistant")[number % 2]
        when += timedelta(seconds=rng.randint(4, 200))
        if role == "assistant" and rng.random() < 0.05:
            result = {"ok": True, "items": rng.randint(0, 40), "cursor": f"{rng.randrange(16**8):08x}"}
            out.append(replace(start, text=json.dumps(result), when=when, speaker=roles["tool"]))
        short = role == "user" and number > 2 and rng.random() < 0.06
        text = rng.choice(_SHORT[lang]) if short else world.speech.turn(role, lang)
        out.append(replace(start, role="evidence", text=text, when=when, speaker=roles[role]))
    return out


def write_chats(world: World, folder: Folder, databases: Databases, *, rows: int, container: str) -> None:
    """Conversations in one container: files (one JSON Lines file a session), table, tree, or csv."""
    held = sessions(world, rows)
    flat = [entry for session in held for entry in session]
    if container == "files":
        _files(world, folder, held)
    elif container == "tree":
        _tree(world, folder, held)
    elif container == "table":
        file, schema = databases.file("chat"), _schema(world, users=True)
        databases.add(file, write_sqlite(world, folder, file, schema, flat, table=world.namer.table("chat")))
    else:
        write_csv(
            world,
            folder,
            named(world, "chat", ".csv"),
            _schema(world, users=False),
            flat,
            delimiter=world.rng.choice(",\t"),
        )


def _schema(world: World, *, users: bool, session: bool = True) -> Schema:
    return some_schema(
        world,
        users=users and world.rng.random() < 0.6,
        rich=False,
        style=world.rng.choice(("snake", "camel", "zh", "pinyin")),
        extra=("role", "session") if session else ("role",),
    )


def _files(world: World, folder: Folder, held: Sequence[Sequence[Entry]]) -> None:
    base = world.namer.stem("chat")
    schema = _schema(world, users=False, session=world.rng.random() < 0.5)
    for session in held:
        write_jsonl(world, folder, f"{base}/{session[0].session}.jsonl", schema, session, damage=False)


def _tree(world: World, folder: Folder, held: Sequence[Sequence[Entry]]) -> None:
    """An array of conversations, each with its messages inside."""
    rng = world.rng
    file = named(world, "chat", ".json")
    schema = _schema(world, users=False, session=False)
    key = rng.choice(("messages", "turns", "chat_messages", "对话"))
    document: list[dict[str, object]] = []
    row = 0
    for session in held:
        built: list[Built] = build(world, schema, [replace(entry, session="") for entry in session])
        for item in built:
            row += 1
            note(world, world.ledger, item, folder.place(file, row=row))
        title = world.speech.phrase("{matter}", session[0].lang)
        document.append(
            {"id": session[0].session, "title": title, "model": "larch-7b", key: [item.row for item in built]}
        )
    folder.put(file, json.dumps(document, ensure_ascii=False, indent=rng.choice((None, 2))).encode())

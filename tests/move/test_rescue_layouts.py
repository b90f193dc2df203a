"""Layouts that agents' makers choose: what a row is, whose it is and when it was told stands in unusual places."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from satchel.formats.contract import Fate, Reading
from satchel.move.rescue import Rescue, RescueOptions
from satchel_protocol.record import Record

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def read(path: Path, **more: Any) -> list[Reading]:
    return list(Rescue(path, RescueOptions(clock=lambda: NOW, **more)).readings())


def write(folder: Path, name: str, data: Any) -> Path:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(data if isinstance(data, str) else json.dumps(data, ensure_ascii=False), "utf-8")
    return folder


def database(folder: Path, name: str, tables: dict[str, list[tuple[Any, ...]]]) -> Path:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(place) as base:
        for create, rows in tables.items():
            base.execute(create)
            table = create.split()[2]
            for row in rows:
                base.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
    base.close()
    return folder


def memories(readings: list[Reading]) -> list[Record]:
    return [r for reading in readings if reading.fate is Fate.MEMORY for r in reading.records if r.state is None]


def texts(readings: list[Reading]) -> set[str]:
    return {record.content for record in memories(readings)}


@pytest.mark.parametrize(
    ("column", "user", "bot", "kept", "machine"),
    [
        ("sender", "human", "bot", "note", "system"),
        ("speaker", "用户", "助手", "备忘", "系统"),
        ("type", "user", "assistant", "remember", "tool"),
    ],
)
def test_what_stands_for_the_speaker_decides_row_by_row(tmp_path, column, user, bot, kept, machine):
    rows = [
        {column: user, "content": "Could you look up the ferry to Skye?", "time": "2026-03-01T08:00:00Z"},
        {column: bot, "content": "The ferry leaves at ten past nine.", "time": "2026-03-01T08:00:09Z"},
        {column: kept, "content": "Isla gets seasick on small boats", "time": "2026-03-01T08:01:00Z"},
        {column: user, "content": "Then rather the bridge", "time": "2026-03-01T08:02:00Z"},
        {column: bot, "content": "I will plan the bridge.", "time": "2026-03-01T08:02:09Z"},
        {column: kept, "content": "Isla prefers trains over planes", "time": "2026-03-01T08:03:00Z"},
        {column: machine, "content": "job worker-3 finished in 812 ms, queue=0", "time": "2026-03-01T08:04:00Z"},
    ]
    write(tmp_path, "channel.json", rows)

    readings = read(tmp_path)

    assert texts(readings) == {"Isla gets seasick on small boats", "Isla prefers trains over planes"}
    assert [r.fate for r in readings].count(Fate.EVIDENCE) == 4
    assert readings[-1].fate is Fate.LOG


@pytest.mark.parametrize(
    ("column", "target", "noted", "reworded", "gone"),
    [
        ("event", "stream", "MemoryNoted", "MemoryReworded", "MemoryRetracted"),
        ("type", "aggregate_id", "note.added", "note.updated", "note.deleted"),
        ("操作", "编号", "新增", "修改", "作废"),
    ],
)
def test_of_a_journal_of_events_the_last_wording_of_each_stream_counts(tmp_path, column, target, noted, reworded, gone):
    events: list[tuple[str, str, dict[str, Any]]] = [
        (noted, "a", {"text": "Ines keeps bees behind the barn", "by": "user"}),
        (noted, "b", {"text": "Ines pays the milk in cash", "by": "assistant"}),
        (noted, "c", {"text": "Ines wants short answers", "by": "assistant"}),
        (reworded, "a", {"text": "Ines keeps bees in the orchard", "by": "user"}),
        (gone, "b", {"by": "user"}),
        (noted, "d", {"text": "Ines is allergic to pollen", "by": "user"}),
    ]
    rows = [
        {"seq": n, target: which, column: name, "at": f"2026-03-0{n}T08:00:00Z", "data": data}
        for n, (name, which, data) in enumerate(events, 1)
    ]
    rows.append({"seq": 7, target: "z", column: "SessionOpened", "at": "2026-03-08T08:00:00Z", "data": {"tokens": 12}})
    write(tmp_path, "00001.events", "\n".join(json.dumps(row, ensure_ascii=False) for row in rows))

    readings = read(tmp_path)

    found = {record.content: record for record in memories(readings)}
    assert set(found) == {
        "Ines keeps bees in the orchard",
        "Ines wants short answers",
        "Ines is allergic to pollen",
    }
    assert found["Ines keeps bees in the orchard"].created_at == datetime(2026, 3, 1, 8, tzinfo=UTC)
    assert [r.fate for r in readings[:2]] == [Fate.DUPLICATE, Fate.REJECTED]
    assert not any(r.fate is Fate.EVIDENCE for r in readings)


def test_objects_by_id_inside_objects_are_rows_with_their_metadata(tmp_path):
    nodes = {
        f"n{n}": {
            "__type__": "1",
            "__data__": {"text": text, "metadata": {"origin": "agent", "saved_at": f"2026-03-0{n}"}},
        }
        for n, text in enumerate(
            ("Oskar collects tin toys", "Oskar prefers letters over mail", "Oskar lives in Graz"), 1
        )
    }
    write(
        tmp_path, "store.json", {"docstore/data": nodes, "docstore/ref": {key: {"doc_hash": key * 9} for key in nodes}}
    )

    readings = read(tmp_path)

    found = {record.content: record.created_at for record in memories(readings)}
    assert set(found) == {"Oskar collects tin toys", "Oskar prefers letters over mail", "Oskar lives in Graz"}
    assert found["Oskar lives in Graz"] == datetime(2026, 3, 3, tzinfo=UTC)
    assert [r.fate for r in readings].count(Fate.STRUCTURE) == 3


def test_collections_by_id_stay_apart(tmp_path):
    document = {
        "__collections__": {
            "notes": {
                "Xk2": {"body": "Petra swims on Mondays", "__collections__": {}},
                "Pq9": {"body": "Petra dislikes phone calls", "__collections__": {}},
            },
            "devices": {"d1": {"token": "a8" * 16, "os": "android"}, "d2": {"token": "b7" * 16, "os": "ios"}},
        }
    }
    write(tmp_path, "firestore.json", document)

    assert texts(read(tmp_path)) == {"Petra swims on Mondays", "Petra dislikes phone calls"}


@pytest.mark.parametrize(
    ("flag", "mark", "other"),
    [
        ("作废", "√", ""),
        ("已撤销", 1, 0),
        ("是否取消", "是", "否"),
        ("voided", "Y", "N"),
        ("withdrawn", "x", None),
        ("is_revoked", True, False),
        ("Obsolete?", "yes", "no"),
        ("status", "已撤回", "有效"),
        ("state", "withdrawn", "active"),
        ("有效", "否", "是"),
    ],
)
def test_a_flag_that_a_row_no_longer_holds_is_heeded_and_never_told(tmp_path, flag, mark, other):
    kept = (
        "Bruno keeps two goats",
        "Bruno dislikes loud radios",
        "Bruno sells honey on Fridays",
        "Bruno walks to work",
    )
    rows = [{"id": n, "text": text, flag: other} for n, text in enumerate(kept)]
    rows.insert(2, {"id": 9, "text": "Bruno drives a van", flag: mark})
    write(tmp_path, "list.json", rows)

    readings = read(tmp_path)

    assert texts(readings) == set(kept)
    assert [r.reason for r in readings if r.fate is Fate.REJECTED] == ["deleted at the source"]
    assert len([r for r in readings if r.tombstones]) == 1


def test_a_flag_stands_in_no_sentence(tmp_path):
    rows = [
        ("门锁换电池", "进行中", "买四节电池", 0),
        ("窗帘清洗", "未开始", "问干洗店价格", 0),
        ("装地暖", "未开始", "问报价", 1),
    ]
    keys = ("事项", "状态", "下一步", "已撤销")
    write(tmp_path, "items.json", [dict(zip(keys, row, strict=True)) for row in rows])

    assert texts(read(tmp_path)) == {
        "门锁换电池：状态 进行中；下一步 买四节电池",
        "窗帘清洗：状态 未开始；下一步 问干洗店价格",
    }


@pytest.mark.parametrize(
    ("title", "heads", "total"),
    [
        ("What the helper knows (kept by hand),,", "Date,Note,Void", "Total,4,"),
        ("随手记（手工表）,,", "日期,内容,作废", "合计：,4 条,"),
    ],
)
def test_a_sheet_kept_by_hand_has_a_title_above_and_a_sum_below(tmp_path, title, heads, total):
    body = ["2026-03-01,Nora sings alto,", "2026-03-02,Nora eats no pork,", "2026-03-03,Nora has a Volvo,x"]
    body += ["—— second part ——,,", "2026-03-04,Nora works at the mint,", ",,"]
    write(tmp_path, "sheet.csv", "\r\n".join([title, ",,", heads, *body, total]))

    readings = read(tmp_path)

    found = {record.content: record.created_at for record in memories(readings)}
    assert found == {
        "Nora sings alto": datetime(2026, 3, 1, tzinfo=UTC),
        "Nora eats no pork": datetime(2026, 3, 2, tzinfo=UTC),
        "Nora works at the mint": datetime(2026, 3, 4, tzinfo=UTC),
    }
    assert [r.fate for r in readings].count(Fate.STRUCTURE) == 3
    assert [r.fate for r in readings].count(Fate.REJECTED) == 1


def test_the_newest_wording_of_a_row_in_several_copies_counts(tmp_path):
    told = ["Vera lives in Turku", "Vera likes sauna", "Vera has a cat", "Vera teaches chess", "Vera eats no fish"]
    make = "CREATE TABLE remembered (rid TEXT, body TEXT, gone INTEGER, is_deleted INTEGER)"
    now = [(f"r{n}", text, None, 0) for n, text in enumerate(told)]
    now[2] = ("r2", "Vera has two cats", None, 0)
    now[3] = ("r3", "Vera teaches chess", None, 1)
    database(tmp_path, "live/store.db", {make: now})
    before = [{"id": f"r{n}", "text": text} for n, text in enumerate(told)]
    write(tmp_path, "live/export-2026-02-01.json", before)
    write(tmp_path, "old/store.bak.json", [{**row, "text": row["text"].replace("a cat", "a kitten")} for row in before])

    readings = read(tmp_path)

    assert texts(readings) == {"Vera lives in Turku", "Vera likes sauna", "Vera has two cats", "Vera eats no fish"}
    assert not any(r.fate is Fate.MEMORY and r.source.startswith("old") for r in readings)


def test_of_copies_with_times_the_last_changed_row_counts(tmp_path):
    rows = [
        {"id": f"k{n}", "note": f"Paul owns boat number {n}", "updated_at": "2026-02-01T08:00:00Z"} for n in range(5)
    ]
    write(tmp_path, "memory.json", rows)
    newer = [dict(row) for row in rows]
    newer[1] = {**newer[1], "note": "Paul sold boat number 1", "updated_at": "2026-02-09T08:00:00Z"}
    write(tmp_path, "backup/memory.json", newer)

    assert "Paul sold boat number 1" in texts(read(tmp_path))
    assert "Paul owns boat number 1" not in texts(read(tmp_path))


def test_tables_that_merely_count_alike_are_no_copies(tmp_path):
    ours = ("Rosa grows quinces", "Rosa prefers letters", "Rosa lives in Bern", "Rosa plays the oboe")
    theirs = ("Hugo dislikes rain", "Hugo is a carpenter", "Hugo wants short replies", "Hugo has a sister")
    write(tmp_path, "a.json", [{"id": n, "text": text} for n, text in enumerate(ours)])
    write(tmp_path, "b.bak.json", [{"id": n, "text": text} for n, text in enumerate(theirs)])

    assert texts(read(tmp_path)) == {*ours, *theirs}


def test_a_ticked_box_says_so(tmp_path):
    write(tmp_path, "todo.md", "# To do\n\n- [ ] Order a new stove\n- [x] Call the chimney sweep\n- [X] 给车换机油\n")

    assert texts(read(tmp_path)) == {"Order a new stove", "Call the chimney sweep (done)", "给车换机油（已完成）"}


@pytest.mark.parametrize(
    ("column", "yes", "no"), [("Done", "yes", "no"), ("finished", 1, 0), ("completed_at", "2026-03-04T08:00:00Z", None)]
)
def test_a_task_that_is_done_says_so(tmp_path, column, yes, no):
    rows = [("Send the lease to the notary", no), ("Book the ferry to Skye", yes), ("Buy two new tyres", no)]
    write(tmp_path, "tasks.json", [{"id": n, "task": text, column: mark} for n, (text, mark) in enumerate(rows)])

    found = texts(read(tmp_path))

    assert [text for text in found if "done" in text.lower() or "completed" in text] != []
    assert sum("done" in text or "completed" in text for text in found) == 1
    assert next(text for text in found if "ferry" in text) == "Book the ferry to Skye (done)"


def test_a_done_state_beside_a_clear_text_is_kept(tmp_path):
    rows = [("下周前交体检表", "待办"), ("给外婆寄药", "已完成"), ("订年会场地", "已取消")]
    rows += [("周五前续签租约", "待办"), ("给阳台刷漆", "已完成"), ("退掉旧手机卡", "已取消")]
    keys = ("类型", "内容", "状态")
    table = [dict(zip(keys, ("任务", text, state), strict=True)) for text, state in rows]
    table.append(dict(zip(keys, ("偏好", "喜欢靠窗的座位", "有效"), strict=True)))
    write(tmp_path, "记忆.json", table)

    found = texts(read(tmp_path))

    assert any("给外婆寄药" in text and "已完成" in text for text in found)
    assert any("订年会场地" in text and "已取消" in text for text in found)
    assert "喜欢靠窗的座位" in found


@pytest.mark.parametrize(
    ("people", "key", "name", "target"),
    [
        ("contacts.json", "ContactID", "Name", "ContactID"),
        ("members.json", "id", "full_name", "assignee_id"),
        ("客户.json", "编号", "姓名", "客户编号"),
    ],
)
def test_the_names_behind_ids_join_the_sentence(tmp_path, people, key, name, target):
    persons = [
        ("Ada Byrne", "a mill in Cork", "wants samples first"),
        ("Bo Lindh", "a dairy near Lund", "calls back in May"),
    ]
    persons += [("Cleo Marsh", "a bakery", "asked for a discount"), ("Dan Okoro", "a farm shop", "prefers mail")]
    write(
        tmp_path,
        people,
        [{key: n, name: who, "company": firm, "remark": said} for n, (who, firm, said) in enumerate(persons, 41)],
    )
    steps = [(41, "Send the samples"), (43, "Work out a discount"), (42, "Call again"), (41, "Ask for the size")]
    write(tmp_path, "followups.json", [{"no": n, target: who, "action": what} for n, (who, what) in enumerate(steps)])

    found = texts(read(tmp_path))

    assert any("Send the samples" in text and "Ada Byrne" in text for text in found)
    assert any("Call again" in text and "Bo Lindh" in text for text in found)
    assert any("Cleo Marsh" in text and "a bakery" in text for text in found) or people == "members.json"
    assert not any("42" in text for text in found)


@pytest.mark.parametrize(
    ("model", "key", "wrap"), [("model", "pk", "fields"), ("collection", "id", "data"), ("type", "id", "attributes")]
)
def test_rows_of_several_models_in_one_array_are_read_as_tables(tmp_path, model, key, wrap):
    rows: list[dict[str, Any]] = []
    for n, (login, text) in enumerate([("mika", "Mika likes rye bread"), ("tove", "Tove lives in Bergen")], 7):
        rows.append({model: "accounts.user", key: n, wrap: {"username": login, "email": f"{login}@example.org"}})
        rows.append(
            {model: "brain.note", key: n + 90, wrap: {"owner": n, "body": text, "created": "2026-02-01T08:00:00Z"}}
        )
        rows.append({model: "web.session", key: f"{n * 7919:032x}", wrap: {"blob": "eJxVjDs", "expires": "2026-03-01"}})
    write(tmp_path, "dump.json", rows)

    readings = read(tmp_path)

    assert {(r.content, r.scope) for r in memories(readings)} == {
        ("Mika likes rye bread", "user:mika"),
        ("Tove lives in Bergen", "user:tove"),
    }
    assert sum(r.fate is Fate.STRUCTURE for r in readings) == 4
    assert len(readings) == len(rows)


def test_kinds_of_memories_are_no_models(tmp_path):
    rows = [
        {"type": "preference", "text": "Likes rye bread", "strength": 3},
        {"type": "fact", "text": "Lives in Bergen", "source": "chat"},
        {"type": "preference", "text": "Dislikes calls before noon", "strength": 5},
        {"type": "fact", "text": "Works at the harbour", "source": "chat"},
    ]
    write(tmp_path, "m.json", rows)

    assert {r.type for r in memories(read(tmp_path))} == {"preference", "fact"}


NAIVE = [
    {"id": 1, "text": "Jana rows on the lake", "created_at": "2026-02-01 09:00:00"},
    {"id": 2, "text": "Jana likes dark bread", "created_at": "2026-02-02 10:00:00"},
    {"id": 3, "text": "Jana lives in Lucerne", "created_at": "2026-02-03 11:00:00"},
]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("config.json", {"model": "small", "timezone": "Asia/Tokyo", "port": 8080}),
        ("config.json", {"server": {"port": 8080, "tz": "Asia/Tokyo"}}),
        ("agent.yaml", "model: small\nport: 8080\ntime_zone: Asia/Tokyo\n"),
        ("settings.ini", "[general]\nport = 8080\ntimezone = Asia/Tokyo\n"),
        (".env", "PORT=8080\nTZ=Asia/Tokyo\nMODEL=small\n"),
        ("设置.json", {"端口": 8080, "时区": "Asia/Tokyo"}),
    ],
)
def test_a_zone_in_a_configuration_file_holds_for_its_folder(tmp_path, name, said):
    write(tmp_path, name, said)
    write(tmp_path, "data/memories.json", NAIVE)

    rescue = Rescue(tmp_path, RescueOptions(clock=lambda: NOW))
    readings = list(rescue.readings())

    found = {record.content: record.created_at for record in memories(readings)}
    assert found["Jana rows on the lake"] == datetime(2026, 2, 1, 0, tzinfo=UTC)
    assert not any("Tokyo" in text for text in found)
    assert any("Asia/Tokyo" in note and name in note for note in rescue.notes)
    by_hand = {record.content: record.created_at for record in memories(read(tmp_path, timezone="Europe/Zurich"))}
    assert by_hand["Jana rows on the lake"] == datetime(2026, 2, 1, 8, tzinfo=UTC)


def test_a_zone_in_a_table_of_settings_holds_for_its_database(tmp_path):
    database(
        tmp_path,
        "agent.db",
        {
            "CREATE TABLE notes (id INTEGER, text TEXT, created_at TEXT)": [tuple(row.values()) for row in NAIVE],
            "CREATE TABLE options (name TEXT, value TEXT)": [("schema", "4"), ("time_zone", "+09:00")],
        },
    )
    write(tmp_path, "elsewhere/memories.json", [{**row, "text": f"{row['text']} still"} for row in NAIVE])

    found = {record.content: record.created_at for record in memories(read(tmp_path))}

    assert found["Jana lives in Lucerne"] == datetime(2026, 2, 3, 2, tzinfo=UTC)
    assert found["Jana lives in Lucerne still"] == datetime(2026, 2, 3, 11, tzinfo=UTC)
    assert not any("09:00" in text for text in found)


def test_the_zone_of_a_person_is_a_memory_and_no_setting(tmp_path):
    write(tmp_path, "profile.json", {"name": "Jana", "timezone": "Asia/Tokyo", "favourite tea": "sencha"})
    write(tmp_path, "memories.json", NAIVE)

    found = {record.content: record.created_at for record in memories(read(tmp_path))}

    assert any("Asia/Tokyo" in text for text in found)
    assert found["Jana rows on the lake"] == datetime(2026, 2, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("taste", "fact", "beside"),
    [
        ("mem:{}:pref:drink", "mem:{}:fact:home", ["sess:{}:9f", "rate:{}"]),
        ("{}/prefs/drink", "{}/facts/home", ["lock/{}"]),
        ("prefs.{}.drink", "prefs.{}.home", ["session.{}.id", "session.{}.at"]),
    ],
)
def test_persons_in_keys_own_what_is_kept_under_them(tmp_path, taste, fact, beside):
    rows = []
    for who, drink, home in (("nils", "cider", "Bodø"), ("rhea", "oat milk", "Patras"), ("wei", "乌龙茶", "苏州")):
        rows += [{"key": taste.format(who), "value": drink}, {"key": fact.format(who), "value": home}]
        rows += [{"key": key.format(who), "value": "a9f" * 9} for key in beside]
    rows += [{"key": "cache:emb:77", "value": "0f" * 20}, {"key": "cfg:model", "value": "small-2"}]
    write(tmp_path, "dump.jsonl", "\n".join(json.dumps(row) for row in rows))

    found = memories(read(tmp_path))

    assert {record.scope for record in found} == {"user:nils", "user:rhea", "user:wei"}
    assert len(found) == 6
    assert not any(who in record.content for record in found for who in ("nils", "rhea", "wei"))


def test_parts_of_a_tool_in_keys_are_no_persons(tmp_path):
    rows = {"prefs.editor.font": "Iosevka", "prefs.terminal.font": "Iosevka", "prefs.reply.tone": "short and dry"}
    write(tmp_path, "prefs.json", [{"key": key, "value": value} for key, value in rows.items()])

    assert {record.scope for record in memories(read(tmp_path))} == {"user:me"}


@pytest.mark.parametrize(
    ("notes", "between", "tags", "columns"),
    [
        ("note", "note_tag", "tag", ("note_id", "tag_id")),
        ("memories", "memory_labels", "labels", ("memory_id", "label_id")),
        ("笔记", "笔记_标签", "标签", ("笔记编号", "标签编号")),
    ],
)
def test_tags_in_tables_of_their_own_land_on_the_memory(tmp_path, notes, between, tags, columns):
    told = ["Emil swims in the quarry", "Emil likes rye", "Emil fixes bikes for neighbours", "Emil lives in Aarhus"]
    database(
        tmp_path,
        "app.db",
        {
            f"CREATE TABLE {notes} (id INTEGER PRIMARY KEY, body TEXT)": list(enumerate(told, 1)),
            f"CREATE TABLE {tags} (id INTEGER PRIMARY KEY, name TEXT)": [(1, "Sport"), (2, "food"), (3, "help")],
            f"CREATE TABLE {between} ({columns[0]} INTEGER, {columns[1]} INTEGER)": [(1, 1), (2, 2), (3, 1), (3, 3)],
        },
    )

    readings = read(tmp_path)

    assert {record.content: record.tags for record in memories(readings)} == {
        told[0]: ("sport",),
        told[1]: ("food",),
        told[2]: ("sport", "help"),
        told[3]: (),
    }
    assert sum(r.fate is Fate.STRUCTURE for r in readings) == 7


def test_tags_written_out_beside_ids_land_on_the_memory(tmp_path):
    write(
        tmp_path,
        "notes.json",
        [{"id": f"n{n}", "text": f"Emil owns {what}"} for n, what in enumerate(("a kayak", "hens"))],
    )
    write(tmp_path, "note_tags.json", [{"note_id": "n0", "tag": "sport"}, {"note_id": "n0", "tag": "lake"}])

    assert {r.content: r.tags for r in memories(read(tmp_path))} == {
        "Emil owns a kayak": ("sport", "lake"),
        "Emil owns hens": (),
    }


@pytest.mark.parametrize(
    "preamble",
    [
        "This document is maintained by the assistant. Edits may be lost.",
        "Auto-generated by memory-sync, 2026-03-01",
        "<!-- x -->\n\nDo not edit this file by hand.",
        "本文件由助手自动维护，请勿手动修改。",
    ],
)
def test_what_a_file_says_of_itself_is_no_memory(tmp_path, preamble):
    kept = ("Lotte prefers the window seat", "Never edit the tax sheet before Anke has seen it")
    write(tmp_path, "MEMORY.md", f"# Memory\n\n{preamble}\n\n## Preferences\n\n" + "".join(f"- {t}\n" for t in kept))

    assert texts(read(tmp_path)) == set(kept)


def test_channels_of_a_chat_are_no_memories(tmp_path):
    rooms = [{"id": "C7", "name": "harbour", "members": ["U1", "U2"], "topic": {"value": "Boats and where they are"}}]
    write(tmp_path, "export/channels.json", rooms)
    write(
        tmp_path, "bot/notes.json", [{"about": "U1", "note": "Gil repairs sails"}, {"about": "U2", "note": "Ona dives"}]
    )

    readings = read(tmp_path)

    assert texts(readings) == {"Gil repairs sails", "Ona dives"}
    assert [r.fate for r in readings if r.source.endswith("channels.json")] == [Fate.STRUCTURE]


def test_values_that_say_their_type_are_read_bare(tmp_path):
    told = ("Kai rows at dawn", "Kai dislikes onions", "Kai lives in Kiel", "Kai sails on Sundays")
    items = [
        {
            "Item": {
                "id": {"S": f"m{n}"},
                "content": {"S": text},
                "owner": {"S": "kai"},
                "ts": {"N": str(1770000000 + n)},
                "tags": {"L": [{"S": "sea"}]},
                "deleted": {"BOOL": n == 1},
            }
        }
        for n, text in enumerate(told)
    ]
    write(tmp_path, "table.jsonl", "\n".join(map(json.dumps, items)))

    found = {record.content: record for record in memories(read(tmp_path))}

    assert set(found) == {told[0], told[2], told[3]}
    assert {(r.scope, r.tags) for r in found.values()} == {("user:kai", ("sea",))}
    assert found[told[0]].created_at == datetime(2026, 2, 2, 2, 40, tzinfo=UTC)


def test_documents_of_a_store_with_typed_fields_are_memories(tmp_path):
    documents = [
        {
            "name": f"projects/p/databases/d/documents/notes/a{n}",
            "fields": {"text": {"stringValue": text}, "uid": {"stringValue": who}, "hits": {"integerValue": "3"}},
            "createTime": f"2026-02-0{n}T08:00:00Z",
        }
        for n, (text, who) in enumerate(
            [("Kai rows at dawn", "u7"), ("Ona keeps goats", "u8"), ("Ona is a vet", "u8")], 1
        )
    ]
    write(tmp_path, "notes.json", {"documents": documents})

    assert {(r.content, r.scope) for r in memories(read(tmp_path))} == {
        ("Kai rows at dawn", "user:u7"),
        ("Ona keeps goats", "user:u8"),
        ("Ona is a vet", "user:u8"),
    }


@pytest.mark.parametrize("odd", ["\0", "\x07", "\x1b[31m", "\u200b", "\ufeff"])
def test_what_cannot_be_printed_stays_out_wherever_it_stood(tmp_path: Path, odd: str) -> None:
    write(
        tmp_path,
        "notes.md",
        f"# About{odd} Ann\n\n## Tea{odd}\n\n- prefers gree{odd}n tea\n- never drinks coffee\n"
        + "- lives in Oslo\n" * 40,
    )
    write(tmp_path, "rows.json", [{"title": f"Roof{odd} repair", "text": "call Yasmin", f"next{odd}": "buy tiles"}] * 2)
    found = texts(read(tmp_path))
    assert any("tea" in text for text in found)
    assert [text for text in found if odd in text] == []

"""Pasted lists and prose of memories: what is claimed, what each becomes, and what a changed copy adds."""

from __future__ import annotations

import shutil
import zipfile
from datetime import UTC, datetime

import pytest
from tests.formats.tools.harness import FIXTURES, NOW, check, origin, read, written

from satchel.formats.contract import Fate
from satchel.service.wording import type_of

CASES = FIXTURES / "pasted"


@pytest.fixture
def pasted(tmp_path):
    def make(text, name="memories.txt", **options):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        found = read(path, **{"type_of": type_of, **options})
        check(found)
        return found

    return make


def test_a_list_by_sections_has_their_types_and_tags():
    found = read(CASES / "fences_by_section.md", type_of=type_of)

    assert [(r.content, r.type, r.tags, r.created_at and r.created_at.date().isoformat()) for r in found.memories] == [
        ("Always reply in Spanish unless asked otherwise.", "preference", ("instructions",), "2026-01-04"),
        ("Never use em dashes in drafts.", "preference", ("instructions",), None),
        ("Name is Marta Quiroga; lives in Valencia.", "fact", ("identity",), "2025-12-01"),
        (
            'Building "Horta", a marketplace for local growers. Uses Django and HTMX.',
            "task",
            ("projects",),
            "2026-02-01",
        ),
        ("Status: beta with 40 users.", "task", ("projects",), None),
    ]
    assert {r.reason for r in found.readings if r.fate is Fate.STRUCTURE} == {
        "said about the memories, not one of them"
    }


def test_a_chinese_list_is_read_like_any_other():
    found = read(CASES / "chinese_sections.txt", type_of=type_of)

    assert [(r.content, r.type, r.created_at) for r in found.memories] == [
        ("你叫陈思远，住在杭州，是一名后端工程师。", "fact", None),
        ('有一只叫"团子"的橘猫。', "fact", None),
        ("回答尽量简短，先给结论", "preference", None),
        ("不喜欢吃香菜", "preference", None),
        ("正在把订单服务从 Python 2 迁移到 Go", "task", datetime(2026, 3, 1, tzinfo=UTC)),
        ("计划 6 月底前考完 PMP", "task", datetime(2026, 4, 12, tzinfo=UTC)),
        ("每周三下午有组会", "task", None),
    ]


def test_times_keep_how_they_were_written(pasted):
    found = pasted(
        "- [2026-02-30] User has an impossible date\n- [Jan 2026] User moved\n- [2031-01-01] User will retire\n- [Q1 2026] User paints\n"
        "- [2026-03-04 09:15] User got a bike\n- [?] User sails\n- User swims\n"
    )
    times = {r.content.split(" ", 1)[1]: r for r in found.memories}

    assert {key: r.created_at for key, r in times.items() if r.created_at is not None} == {
        "moved": datetime(2026, 1, 1, tzinfo=UTC),
        "got a bike": datetime(2026, 3, 4, 9, 15, tzinfo=UTC),
    }
    assert (written(times["moved"]).precision, written(times["moved"]).assumed) == ("month", True)
    unread = [written(times[key]).raw for key in ("has an impossible date", "will retire", "paints")]
    assert unread == ["2026-02-30", "2031-01-01", "Q1 2026"]
    assert origin(times["swims"]).time is None
    assert any("--timezone" in note for note in found.notes)


def test_the_order_of_day_and_month_is_told_by_all_dates_together(pasted):
    both = pasted("- [03/04/2026] User got a bike\n- [25/04/2026] User sold a car\n")
    alone = pasted("- [03/04/2026] User got a bike\n- [05/06/2026] User sold a car\n")

    assert [r.created_at for r in both.memories] == [
        datetime(2026, 4, 3, tzinfo=UTC),
        datetime(2026, 4, 25, tzinfo=UTC),
    ]
    assert [(r.created_at, written(r).raw) for r in alone.memories] == [(None, "03/04/2026"), (None, "05/06/2026")]


def test_a_zone_that_the_person_names_is_that_of_the_dates(pasted):
    found = pasted("- [2026-03-04] User got a bike\n- [2026-03-05] User sold a car\n", timezone="Asia/Shanghai")

    assert found.memories[0].created_at == datetime(2026, 3, 3, 16, tzinfo=UTC)
    assert written(found.memories[0]).assumed is False


def test_copies_in_one_text_are_one_memory_that_knows_what_they_all_know(pasted):
    found = pasted(
        "[2026-03-01] - Likes oolong tea.\n[2025-11-01] - likes oolong tea\n- Plays the cello\n\n## Preferences\n[unknown] - Likes oolong tea\n"
    )

    assert next((r.content, r.created_at, r.type, r.tags) for r in found.memories) == (
        "Likes oolong tea.",
        datetime(2025, 11, 1, tzinfo=UTC),
        "preference",
        ("preferences",),
    )
    assert found.fates == {Fate.MEMORY: 2, Fate.DUPLICATE: 2}
    assert {r.reason for r in found.readings if r.fate is Fate.DUPLICATE} == {"the same memory as memories.txt, line 1"}


def test_pasting_again_with_changes_adds_only_what_changed(pasted):
    old = pasted("1. [2026-01-02]. User likes tea.\n2. User lives in Lyon.\n3. User has a cat.\n")
    new = pasted(
        "Here is everything I know about you:\n\n```\n- User has a cat\n[2026-01-02] - User likes tea\n- User lives in Nice.\n```\n\nThat is all.\n",
        "again.md",
    )

    added = {r.id for r in new.memories} - {r.id for r in old.memories}
    assert [r.content for r in new.memories if r.id in added] == ["User lives in Nice."]


def test_a_rewritten_paragraph_adds_its_new_sentence_only(pasted):
    first = "Ann is a baker in Lille. She starts at four. She sells to two cafés. Ann plans a second shop."
    old, new = pasted(first), pasted(first.replace("two cafés", "three cafés"), "later.txt")

    added = {r.id for r in new.memories} - {r.id for r in old.memories}
    assert len(old.memories) == 4
    assert [r.content for r in new.memories if r.id in added] == ["Ann sells to three cafés."]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_a_list_in_any_encoding(pasted, encoding):
    found = pasted("用户喜欢喝茶\r\n用户住在台北\r\n".encode(encoding))

    assert found.tools == ["pasted"]
    assert [r.content for r in found.memories] == ["用户喜欢喝茶", "用户住在台北"]


def test_several_texts_and_a_zip_of_them_are_one_source(tmp_path):
    folder = tmp_path / "copied"
    folder.mkdir()
    (folder / "chatgpt.txt").write_text("1. User likes tea.\n2. User has a cat.\n")
    (folder / "gemini.txt").write_text("- User has a cat\n- User skis in winter\n")
    (folder / "empty.txt").write_text("")
    with zipfile.ZipFile(tmp_path / "copied.zip", "w") as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)

    for source in (folder, tmp_path / "copied.zip"):
        found = read(source)
        check(found)
        assert found.tools == ["pasted"]
        assert found.fates == {Fate.MEMORY: 3, Fate.DUPLICATE: 1, Fate.EMPTY: 1}


def test_a_picture_beside_a_pasted_text_changes_nothing(tmp_path):
    shutil.copy(CASES / "prose.txt", tmp_path)
    (tmp_path / "screen.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))

    found = read(tmp_path)

    check(found)
    assert found.tools == ["pasted"]
    assert found.fates == {Fate.MEMORY: 7, Fate.REJECTED: 1}


def test_beside_another_tools_files_what_is_left_may_be_a_pasted_text(tmp_path):
    folder = tmp_path / "claude"
    shutil.copytree(FIXTURES / "claude_ai" / "three_files", folder)
    shutil.copy(CASES / "claude_settings.txt", folder / "memory.txt")

    assert read(folder).tools == ["claude_ai", "pasted"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes.md", "# Release\n\n- [x] tag\n- [ ] publish\n"),
        ("app.log", "".join(f"2026-01-02 10:00:0{i} INFO worker started id={i}\n" for i in range(6))),
        ("chat.txt", "User: likes tea?\nAssistant: The user likes tea.\nUser: yes\nAssistant: Noted.\n"),
        ("recipe.txt", "Flour 500 g\nWater 300 g\nSalt 10 g\nKnead and rest for an hour\n"),
        ("script.sh", "#!/bin/sh\nset -eu\ncp -r notes backup\n"),
        ("data.csv", "id,text,when\n1,likes tea,2026-01-02\n2,has a cat,2026-01-03\n"),
        ("data.json", '[{"text": "The user likes tea."}]'),
        ("readme.md", "# Tool\n\nInstall it with pip.\n\n```sh\npip install tool\n```\n\nUse it like this.\n"),
        ("table.md", "| user | likes |\n| --- | --- |\n| Ann | tea |\n| Bo | coffee |\n"),
        ("front.md", "---\ntitle: About Ann\n---\n\nThe user likes tea.\nThe user has a cat.\n"),
        ("essay.txt", ("The lighthouse was built in stone by masons. " * 40 + "\n\n") * 3),
        ("names.txt", "Ann\nBo\nCleo\n"),
        (
            "list.tsv",
            "Preference\tWants euros\t2026-01-02\nFact\tHas a cat\t2026-01-03\nFact\tIs a nurse\t2026-01-04\n",
        ),
        ("server.ini", "[server]\nname = notes\nport = 80\n\n[user]\nname = ann\n"),
        (
            "BRAIN.md",
            "# BRAIN\n\nThis file is rewritten by the agent. Do not edit it.\n\n## Tastes\n\n- Prefers tea\n- Likes jazz\n",
        ),
        (
            "About me.md",
            "# About me\n\nCreated: March 3, 2026 9:14 AM\nTags: me\n\n## Food\n\n- I like tea\n- I eat no pork\n",
        ),
        ("2026-03-03.md", "# 2026-03-03\n\n* Imke signed the contract\n* The printer was moved upstairs\n"),
    ],
)
def test_other_texts_are_left_to_the_generic_rescue(pasted, name, text):
    assert pasted(text, name).tools == []


def test_a_text_among_tables_stays_with_them_so_that_copies_are_found(tmp_path):
    (tmp_path / "memories.txt").write_text("1. The user likes oolong tea.\n2. The user has a grey cat.\n")
    (tmp_path / "notes.csv").write_text(
        "id,content,created_at\n1,The user likes oolong tea.,2026-01-02\n2,The user rows on Sundays.,2026-01-03\n"
        "3,The user sold the old boat.,2026-01-04\n"
    )

    found = read(tmp_path)

    assert found.tools == []
    assert sorted(r.content for r in found.memories) == [
        "The user has a grey cat.",
        "The user likes oolong tea.",
        "The user rows on Sundays.",
        "The user sold the old boat.",
    ]


def test_a_text_that_breaks_off_gives_what_it_has(pasted):
    whole = (CASES / "transfer_text.txt").read_bytes()
    found = pasted(whole[: len(whole) // 2])

    assert found.tools == ["pasted"]
    assert 4 <= len(found.memories) < 11
    assert all(r.created_at is None or r.created_at < NOW for r in found.memories)


def test_a_very_long_entry_is_kept_in_parts(pasted):
    found = pasted(
        "1. User likes tea.\n2. User wrote: " + "a long line of words " * 4000 + "\n" + "3. User naps.\n" * 90
    )

    assert len(found.memories) >= 4
    assert sum("part" in origin(r).extra for r in found.memories) == 2

"""What somebody deleted in the old tool does not come back from another file of it, under another id, now or later.

Unless they wrote it again afterwards: the order of events decides.
"""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.formats.tools.chatgpt_talks import bio, done, talk, user

from satchel.move.ledger import Report
from satchel.service.arrival import ImportOptions
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel_protocol.state import Outcome

GONE = "Ines keeps bees behind the chapel in Brimhollow"
KEPT = "Ines repairs clocks on Thursdays"
BEFORE, DELETED, AFTER = "2026-02-01T08:00:00+00:00", "2026-03-01T08:00:00+00:00", "2026-04-01T08:00:00+00:00"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory(str(tmp_path / "own.db"), allow=["all"], config=Config()) as opened:
        yield opened


@pytest.fixture
def old(tmp_path: Path) -> Path:
    folder = tmp_path / "old"
    folder.mkdir()
    return folder


def history(folder: Path, *, old_memory: str | None = GONE, deleted: str | None = DELETED) -> None:
    """mem0's history: one memory that was deleted, one that lives."""
    db = sqlite3.connect(folder / "history.db")
    db.execute(
        "CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT,"
        " created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT)"
    )
    rows = [
        ("h1", "m1", None, GONE, "ADD", BEFORE, None, 0),
        ("h2", "m2", None, KEPT, "ADD", BEFORE, None, 0),
        ("h3", "m1", old_memory, None, "DELETE", BEFORE, deleted, 1),
    ]
    db.executemany("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)", rows)
    db.commit()
    db.close()


def listed(folder: Path, text: str, *, id: str = "m9", created: str | None = BEFORE, name: str = "backup.json") -> None:
    """A list as `get_all` gives it, made at another time."""
    found = {"id": id, "memory": text, "hash": "0" * 32, "user_id": "me", "created_at": created, "updated_at": None}
    (folder / name).write_text(json.dumps({"results": [found]}, ensure_ascii=False), "utf-8")


def table(folder: Path, *texts: str, created: str = BEFORE, name: str = "notes.csv") -> None:
    with (folder / name).open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([("id", "memory", "created_at"), *((n, t, created) for n, t in enumerate(texts, 7))])


def lines(folder: Path, text: str, *, created: str | None = None, name: str = "a.jsonl") -> Path:
    line = {"id": "x1", "type": "fact", "content": text, "scope": "user:me", "source_agent": "a", "created_at": created}
    (folder / name).write_text(json.dumps(line) + "\n")
    return folder / name


def contents(memory: Memory) -> set[str]:
    return {record.content for record in memory.list(include_archived=True, include_superseded=True)}


def bring(memory: Memory, *sources: Path) -> Report:
    report = memory.import_(*sources, options=ImportOptions(scope="user:me"))
    assert report.total.unaccounted == 0
    return report


@pytest.mark.parametrize("spelling", [GONE, f"- {GONE.upper()}.", GONE.replace(" ", "  ")])
def test_another_file_of_the_same_folder_does_not_bring_it_back(memory, old, spelling) -> None:
    history(old)
    listed(old, spelling)
    report = bring(memory, old)
    assert contents(memory) == {KEPT}
    assert report.total.records[Outcome.TOMBSTONED] == 1
    assert report.total.records[Outcome.TOMBSTONE_APPLIED] == 1


def test_nor_does_a_file_that_no_reader_knows_whatever_its_name(memory, old) -> None:
    history(old)
    table(old, GONE, "The bakery opens at six", name="aaa.csv")
    table(old, GONE, name="zzz.csv")
    bring(memory, old)
    assert contents(memory) == {KEPT, "The bakery opens at six"}


def test_nor_a_second_source_of_the_same_import_in_either_order(memory, old, tmp_path) -> None:
    history(old)
    beside = lines(tmp_path, GONE)
    report = bring(memory, beside, old)
    assert contents(memory) == {KEPT}
    assert report.sources["a.jsonl"].records[Outcome.TOMBSTONED] == 1, "and it is counted as what it is"


def test_nor_a_later_import(memory, old, tmp_path) -> None:
    history(old)
    bring(memory, old)
    memory.close()
    report = bring(memory, lines(tmp_path, f"[2026-01-05] - {GONE}"))
    assert contents(memory) == {KEPT}
    assert report.total.records[Outcome.TOMBSTONED] == 1
    with Memory(str(tmp_path / "other.db"), config=Config()) as other:
        other.remember(GONE, scope="user:me", created_at=datetime(2026, 1, 1, tzinfo=UTC))
        other.export(tmp_path / "other.satchel", scope="*")
    bring(memory, tmp_path / "other.satchel")
    assert contents(memory) == {KEPT}


def test_a_history_that_does_not_repeat_the_text_with_the_delete_tells_it_before(memory, old) -> None:
    history(old, old_memory=None)
    listed(old, GONE)
    bring(memory, old)
    assert contents(memory) == {KEPT}


@pytest.mark.parametrize("where", ["list", "table"])
def test_what_was_written_again_after_the_delete_lives(memory, old, where) -> None:
    history(old)
    if where == "list":
        listed(old, GONE, created=AFTER)
    else:
        table(old, GONE, created=AFTER)
    for _ in range(2):
        report = bring(memory, old)
        assert contents(memory) == {KEPT, GONE}
        assert report.total.records[Outcome.TOMBSTONED] == 0
    bring(memory, lines(old.parent, GONE, created=BEFORE))
    assert contents(memory) == {KEPT, GONE}
    assert sum(record.content == GONE for record in memory.list()) == 1, "an older copy stays out"


def added(folder: Path, memory_id: str, at: str) -> None:
    db = sqlite3.connect(folder / "history.db")
    values = (f"h-{memory_id}", memory_id, None, GONE, "ADD", at, None, 0)
    db.execute("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)", values)
    db.commit()
    db.close()


@pytest.mark.parametrize("at", [BEFORE, AFTER])
def test_another_memory_of_the_same_history_that_says_the_same_and_was_not_deleted_lives(memory, old, at) -> None:
    history(old)
    added(old, "m3", at)
    bring(memory, old)
    assert contents(memory) == {KEPT, GONE}


def test_where_a_time_is_missing_it_stays_forgotten(memory, old) -> None:
    history(old, deleted=None)
    listed(old, GONE, created=AFTER)
    bring(memory, old)
    assert contents(memory) == {KEPT}


def test_what_a_person_wrote_into_the_store_is_not_removed_by_an_import(memory, old) -> None:
    own = memory.remember(GONE, scope="user:me", created_at=datetime(2026, 1, 1, tzinfo=UTC))
    history(old)
    report = bring(memory, old)
    assert memory.read(own.id).content == GONE
    assert any("written here" in note for note in report.notes)
    memory.undo(report.batch)
    assert contents(memory) == {GONE}


def test_what_an_earlier_import_brought_goes_when_a_newer_one_shows_its_delete(memory, old, tmp_path) -> None:
    listed(old, GONE)
    bring(memory, old)
    assert contents(memory) == {GONE}
    history(old)
    bring(memory, old)
    assert contents(memory) == {KEPT}


def test_a_correction_in_nearly_the_same_words_comes_in(memory, old) -> None:
    history(old)
    listed(old, GONE + "s", created=AFTER)
    bring(memory, old)
    assert contents(memory) == {KEPT, GONE + "s"}
    assert memory.quarantine() == []


def test_nearly_the_same_words_from_before_wait_to_be_looked_at_where_the_tool_does_not_show_them_alive(
    memory, old, tmp_path
) -> None:
    history(old)
    beside = lines(tmp_path, GONE + "s", created=BEFORE)
    bring(memory, old, beside)
    assert contents(memory) == {KEPT}
    assert len(memory.quarantine()) == 1


def test_what_is_only_much_like_it_and_lives_in_the_same_table_comes_in(memory, old) -> None:
    texts = [f"The bus to Brimhollow leaves platform {n} at noon on every working day" for n in range(6)]
    with (old / "memories.csv").open("w", encoding="utf-8", newline="") as out:
        rows = [(n, text, BEFORE, DELETED if n == 2 else "") for n, text in enumerate(texts)]
        csv.writer(out).writerows([("id", "memory", "created_at", "deleted_at"), *rows])
    bring(memory, old)
    assert contents(memory) == set(texts) - {texts[2]}
    assert memory.quarantine() == []


def test_another_persons_memory_of_the_same_words_is_not_meant(memory, old) -> None:
    history(old)
    listed(old, GONE)
    data = json.loads((old / "backup.json").read_text())
    data["results"][0]["user_id"] = "bob"
    data["results"].append({**data["results"][0], "id": "m10", "user_id": "me", "memory": "Something of mine"})
    (old / "backup.json").write_text(json.dumps(data))
    bring(memory, old)
    assert {(r.scope, r.content) for r in memory.list()} >= {("user:bob", GONE)}


def test_the_text_is_kept_nowhere(memory, old, tmp_path) -> None:
    history(old)
    listed(old, GONE)
    report = bring(memory, old)
    memory.close()
    assert "Brimhollow" not in json.dumps(report.to_json())
    for file in tmp_path.iterdir():
        if file.is_file():
            assert b"rimhollow" not in file.read_bytes(), file.name


def test_a_dry_run_tells_the_same(memory, old) -> None:
    memory.remember("Anything.")
    history(old)
    listed(old, GONE)
    dry = memory.import_(old, options=ImportOptions(scope="user:me", dry_run=True))
    wet = bring(memory, old)
    assert dry.total.to_json() == wet.total.to_json()
    assert dry.notes == wet.notes


def test_a_row_that_is_marked_as_deleted_keeps_its_text_out_of_other_files_and_later_imports(
    memory, old, tmp_path
) -> None:
    rows = [(1, GONE, BEFORE, DELETED), (2, KEPT, BEFORE, ""), (3, "Ines rows on Sundays", BEFORE, "")]
    with (old / "memories.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([("id", "memory", "created_at", "deleted_at"), *rows])
    bring(memory, old)
    assert GONE not in contents(memory)
    bring(memory, lines(tmp_path, GONE))
    assert GONE not in contents(memory)


def test_what_was_forgotten_in_chatgpt_does_not_come_back_from_a_pasted_list(memory, tmp_path) -> None:
    said, asked = (
        f"User {GONE.removeprefix('Ines ')}.",
        "Please forget that I keep bees behind the chapel in Brimhollow",
    )
    talks = [
        talk(user("hello"), bio(said), done(), id="c1", at=1_760_000_000.0),
        talk(user(asked), bio(f"Forget: {said}"), done(), id="c2", at=1_765_000_000.0),
    ]
    (tmp_path / "conversations.json").write_text(json.dumps(talks), "utf-8")
    (tmp_path / "pasted.txt").write_text(f"- {said}\n- User repairs clocks on Thursdays.\n", "utf-8")
    bring(memory, tmp_path / "pasted.txt", tmp_path / "conversations.json")
    assert said.rstrip(".") not in {content.rstrip(".") for content in contents(memory)}
    assert any("clocks" in content for content in contents(memory))


# Lists of what is not to be remembered --------------------------------------------------------------------------------


def unwanted_list(folder: Path) -> None:
    (folder / "do_not_remember.json").write_text(json.dumps([GONE, "Ines owes Karl money"]), "utf-8")


def unwanted_key(folder: Path) -> None:
    state = {"version": 1, "facts": [{"fact": KEPT}, {"fact": GONE}], "do_not_remember": [GONE, "Ines owes Karl money"]}
    (folder / "state.json").write_text(json.dumps(state), "utf-8")


def unwanted_section(folder: Path) -> None:
    text = f"# Facts\n\n- {KEPT}\n- {GONE}\n\n# Do not remember\n\n- {GONE}\n- Ines owes Karl money\n"
    (folder / "MEMORY.md").write_text(text, "utf-8")


def unwanted_table(folder: Path) -> None:
    db = sqlite3.connect(folder / "agent.db")
    db.execute("CREATE TABLE deleted_memories (id INTEGER PRIMARY KEY, memory TEXT)")
    db.executemany("INSERT INTO deleted_memories (memory) VALUES (?)", [(GONE,), ("Ines owes Karl money",)])
    db.commit()
    db.close()


def unwanted_flag(folder: Path) -> None:
    rows = [
        (1, "Ines bakes on Mondays", ""),
        (2, "Ines sings in a choir", ""),
        (3, GONE, 1),
        (4, "Ines owes Karl money", 1),
    ]
    with (folder / "flagged.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([("id", "memory", "do_not_remember"), *rows])


@pytest.mark.parametrize("written", [unwanted_list, unwanted_key, unwanted_section, unwanted_table, unwanted_flag])
@pytest.mark.parametrize("created", [BEFORE, AFTER])
def test_what_stands_on_a_list_of_what_is_not_to_be_remembered_does_not_come_in(
    memory, old, tmp_path, written, created
) -> None:
    written(old)
    table(old, KEPT, GONE, created=created)
    bring(memory, old)
    kept = contents(memory)
    assert KEPT in kept
    assert kept.isdisjoint({GONE, "Ines owes Karl money"})
    bring(memory, lines(tmp_path, "Ines owes Karl money"))
    assert contents(memory) == kept


def test_a_pasted_text_may_have_such_a_section(memory, tmp_path) -> None:
    pasted = tmp_path / "pasted.txt"
    pasted.write_text(
        "## Facts\n- User repairs clocks.\n- User keeps bees.\n\n## 不要记住\n- 用户的工资是两万\n- User keeps bees.\n",
        "utf-8",
    )
    report = bring(memory, pasted)
    assert report.total.records[Outcome.TOMBSTONE_APPLIED] == 2
    assert {content.rstrip(".") for content in contents(memory)} == {"User repairs clocks"}

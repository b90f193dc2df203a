"""What was forgotten stays forgotten: the same text from another tool, under another id, in another spelling.

Elsewhere it is imported without a word as soon as its id is another one.
"""

from __future__ import annotations

import csv
import json
import sqlite3
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from satchel.move.ledger import Report
from satchel.service.config import Config
from satchel.service.events import Event
from satchel.service.memory import Memory
from satchel_protocol.state import Outcome

ENGLISH = "User's café is the one near the fish market"
CHINESE = "用户平时用 Python 写代码，喜欢手冲咖啡"
KEPT = ("The release goes out on the first Tuesday of a month", "用户周末去爬山", "User prefers tabs to spaces")
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it was": lambda text: text,
    "in capitals": str.upper,
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "full width": lambda text: text.translate(FULL_WIDTH),
    "other blanks": lambda text: "  ".join(text.replace(" ", "\u00a0").split(" ")) + " ",
    "a full stop": lambda text: text + "。",
    "curly quotes": lambda text: text.replace("'", "’"),
    "a bullet": lambda text: "• " + text,
    "a number": lambda text: "3. " + text,
    "a circled number": lambda text: "③ " + text,
    "a checkbox": lambda text: "- [x] " + text,
    "a date": lambda text: f"[2026-03-01] - {text}",
    "a written date": lambda text: f"[Mar 1, 2026] {text}.",
    "a Chinese date": lambda text: f"2026年3月1日：{text}",
    "an unknown date": lambda text: f"[date unknown] - {text}",
    "blanks between scripts left out": lambda text: text.replace("用 Python 画", "用Python画"),
}


@pytest.fixture(params=["sqlite", "jsonl"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    ending = {"sqlite": "db", "jsonl": "jsonl"}[request.param]
    with Memory(f"{request.param}:///{tmp_path}/own.{ending}", allow=("all",), config=Config()) as opened:
        yield opened


SUBJECTS = (
    "bicycle piano garden sister train novel kitchen camera winter guitar balcony river dentist rabbit lamp harbour"
).split()
OBJECTS = "自行车 钢琴 花园 姐姐 火车 小说 厨房 相机 冬天 吉他 阳台 河边 牙医 兔子 台灯 港口".split()
FORGOTTEN = [
    (spelling, text)
    for spelling, subject, thing in zip(SPELLINGS, SUBJECTS, OBJECTS, strict=True)
    for text in (f"User's café talk is about the {subject} by the old mill", f"用户平时用 Python 画{thing}，还写了说明")
]
"""One English and one Chinese text for each spelling, so that no reader takes two of them for one."""


def forget(memory: Memory, *texts: str) -> None:
    for text in texts:
        memory.forget(memory.remember(text).id)


def contents(memory: Memory) -> set[str]:
    return {record.content for record in memory.list(include_archived=True, include_superseded=True)}


def is_back(memory: Memory, text: str) -> bool:
    """Whether a word of the text that stands in no other is anywhere in the store."""
    word = {ENGLISH: "fish", CHINESE: "手冲咖啡"}[text]
    folded = [unicodedata.normalize("NFKC", content).casefold() for content in contents(memory)]
    return any(word in content for content in folded) or any(hit for hit in memory.recall(word))


# Ways in -------------------------------------------------------------------------------------------------------------


def records_file(folder: Path, texts: list[str]) -> Path:
    path = folder / "records.jsonl"
    lines = [
        {"id": f"other-{n}", "type": "fact", "content": text, "scope": "user:me", "source_agent": "other", "created_at": None}
        for n, text in enumerate(texts)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return path


def stream_file(folder: Path, texts: list[str]) -> Path:
    path = folder / "other.satchel"
    with Memory(f"sqlite:///{folder}/other.db", config=Config()) as other:
        for text in texts:
            other.remember(text)
        other.export(path, scope="*")
    return path


def messy_folder(folder: Path, texts: list[str]) -> Path:
    """A table, a database and a document of somebody's agent, each with all the texts under ids of its own."""
    old = folder / "old_agent"
    old.mkdir()
    with (old / "memories.csv").open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows(
            [
                ("id", "memory", "created_at"),
                *((n, text, f"2026-01-0{1 + n % 9}T08:00:00Z") for n, text in enumerate(texts)),
            ]
        )
    db = sqlite3.connect(old / "agent.db")
    db.execute("CREATE TABLE memory (id INTEGER PRIMARY KEY, content TEXT, ts INTEGER)")
    db.executemany(
        "INSERT INTO memory VALUES (?, ?, ?)", [(n, text, 1_760_000_000 + n) for n, text in enumerate(texts)]
    )
    db.commit()
    db.close()
    document = [{"uuid": f"m{n}", "text": text, "updated": "2026-02-01"} for n, text in enumerate(texts)]
    (old / "export.json").write_text(json.dumps(document, ensure_ascii=False), "utf-8")
    return old


def pasted_list(folder: Path, texts: list[str]) -> Path:
    path = folder / "pasted.txt"
    path.write_text("".join(f"[2026-01-0{1 + n % 9}] - {text}\n" for n, text in enumerate(texts)), "utf-8")
    return path


WAYS = {"records": records_file, "stream": stream_file, "folder": messy_folder, "pasted": pasted_list}


def bring(memory: Memory, way: str, folder: Path, texts: list[str]) -> Report:
    folder.mkdir()
    return memory.import_(WAYS[way](folder, texts))


# --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_a_forgotten_text_does_not_come_back_under_another_id_in_any_spelling(memory, tmp_path, way) -> None:
    forget(memory, *(text for _, text in FORGOTTEN))

    report = bring(memory, way, tmp_path / "in", [*(SPELLINGS[name](text) for name, text in FORGOTTEN), *KEPT])

    assert contents(memory) - set(KEPT) == set()
    assert set(KEPT) <= contents(memory), "what was never forgotten comes in"
    assert report.total.records[Outcome.TOMBSTONED] >= len(FORGOTTEN)
    assert report.total.unaccounted == 0


@pytest.mark.parametrize("way", WAYS)
def test_it_stays_away_after_opening_again_and_however_often_it_comes(memory, tmp_path, way) -> None:
    forget(memory, ENGLISH, CHINESE)
    memory.close()
    for round_ in range(3):
        bring(memory, way, tmp_path / f"in{round_}", [ENGLISH, CHINESE, *KEPT])
        memory.close()
    assert contents(memory) == set(KEPT)


@pytest.mark.parametrize("way", WAYS)
def test_what_comes_first_and_is_forgotten_later_takes_its_twins_along(memory, tmp_path, way) -> None:
    bring(memory, way, tmp_path / "in", [ENGLISH, CHINESE, *KEPT])
    memory.remember("• " + ENGLISH.upper())
    for text in (ENGLISH, CHINESE):
        found = [record for record in memory.list() if record.content == text]
        memory.forget(found[0].id)
    assert not is_back(memory, ENGLISH)
    assert not is_back(memory, CHINESE)
    assert set(KEPT) <= contents(memory)


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["english", "chinese"])
def test_a_person_who_says_it_again_gets_it_back_and_is_told(memory, text) -> None:
    gone = memory.forget(memory.remember(text).id)
    told: list[Event] = []
    memory.subscribe(told.append)

    record = memory.remember("1. " + text)

    assert gone.tombstone_id in record.revives
    assert is_back(memory, text)
    assert any(event.kind == "warned" and "forgotten" in event.detail for event in told)
    assert text not in "".join(event.detail for event in told)


def test_what_was_never_forgotten_is_remembered_without_a_remark(memory) -> None:
    told: list[Event] = []
    memory.subscribe(told.append)
    memory.remember(KEPT[0])
    assert [event.kind for event in told] == ["remembered"]


def test_a_revived_text_comes_through_a_second_import(memory, tmp_path) -> None:
    forget(memory, ENGLISH)
    memory.remember(ENGLISH)
    bring(memory, "stream", tmp_path / "in", list(KEPT))
    assert is_back(memory, ENGLISH)


def test_another_persons_memory_of_the_same_words_is_untouched(memory, tmp_path) -> None:
    forget(memory, ENGLISH)
    line = {
        "id": "x",
        "type": "fact",
        "content": ENGLISH,
        "scope": "user:bob",
        "source_agent": "other",
        "created_at": None,
    }
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps(line) + "\n", "utf-8")
    memory.import_(path)
    assert [record.scope for record in memory.list()] == ["user:bob"]


def test_the_tombstones_hold_no_word_of_the_text_and_stand_in_no_file_with_a_key(memory, tmp_path) -> None:
    forget(memory, ENGLISH, CHINESE)
    out = tmp_path / "own.satchel"
    memory.export(out, scope="*", include_sensitive=["all"])
    written = out.read_text("utf-8")
    assert written.count('{"tombstone"') == 2
    assert not any(word in written for word in ("fish", "market", "手冲", "咖啡"))
    assert not any(key.hex() in written for keys in memory.store().print_keys().values() for key in keys)

"""Conversations saved as text are turns with their moment and speaker; diaries, logs and lists are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.formats.tabular.reader import tables
from satchel.formats.tabular.rows import Table

LAYOUTS = {
    "whatsapp, Android": "{d}/03/2026, 20:1{n} - {who}: {said}",
    "whatsapp, iOS": "[{d}.03.26, 20:1{n}:05] {who}: {said}",
    "brackets": "[2026-03-{d} 20:1{n}] {who}: {said}",
    "angles": "2026-03-{d}T20:1{n}:00Z <{who}>: {said}",
    "wechat": "{who} 2026-03-{d} 20:1{n}:05\n{said}\n",
    "signal": "{who} (2026-03-{d} 20:1{n})\n{said}\n",
}


def _read(tmp_path: Path, text: str, name: str = "talk.txt") -> list[Table]:
    (tmp_path / name).write_text(text, "utf-8")
    return list(tables(tmp_path / name))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("people", [("Ana Ruiz", "Bo"), ("林小雨", "助手"), ("user", "assistant")])
def test_turns_have_moment_speaker_and_words(layout: str, people: tuple[str, str], tmp_path: Path) -> None:
    said = [f"what was said {n}" for n in range(6)]
    lines = [LAYOUTS[layout].format(d=11 + n, n=n, who=people[n % 2], said=text) for n, text in enumerate(said)]
    lines.insert(3, "a second line")
    (table,) = _read(tmp_path, "\n".join(lines) + "\n")
    rows = list(table.rows())
    assert table.name == "messages"
    assert [row.values["sender"] for row in rows] == [people[n % 2] for n in range(6)]
    assert [row.values["text"] for row in rows] == [*said[:2], said[2] + "\na second line", *said[3:]]
    assert all("20:1" in row.values["sent_at"] for row in rows)


@pytest.mark.parametrize(
    "text",
    [
        "".join(
            f"[2026-03-0{n} 10:00] scheduler: job {n} done\n[2026-03-0{n} 10:01] indexer: {n} rows\n"
            for n in range(1, 5)
        ),
        "".join(f"2026-03-0{n} 10:00 INFO: started\n2026-03-0{n} 10:01 ERROR: failed\n" for n in range(1, 5)),
        "".join(f"2026-03-0{n} 10:00 Likes tea: green, no sugar\n" for n in range(1, 8)),
        "".join(f"2026-03-0{n} 10:00 watered the beds\n" for n in range(1, 8)),
        "[2026-03-01 10:00] Ana: one\n[2026-03-01 10:01] Bo: two\n" + "a long text of its own\n" * 30,
    ],
)
def test_what_is_no_conversation_stays_a_text(text: str, tmp_path: Path) -> None:
    assert all(table.name != "messages" for table in _read(tmp_path, text))


def test_what_stands_above_the_first_turn_is_accounted_for(tmp_path: Path) -> None:
    lines = ["Chats are encrypted.", *(f"1{n}/03/2026, 20:10 - {'AB'[n % 2]}nna: hi {n}" for n in range(6))]
    (table,) = _read(tmp_path, "\n".join(lines))
    assert [row.position for row in table.rows()] == [f"line {n}" for n in range(1, 8)]

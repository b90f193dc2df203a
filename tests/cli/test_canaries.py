"""Secrets that were planted in a source stand in no output but those by which an owner looks at a memory."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path

import pytest
from tests.access.labelled import filled

from satchel.service.config import Config
from satchel.service.events import Event
from satchel.service.memory import Memory
from satchel_protocol.record import Access

CANARIES = {
    "password": "Zugspitze-8821",
    "api_key": filled("sk-proj-‹b62:48›"),
    "card": filled("‹card:4:16›"),
    "health": "ibuprofenallergy",
    "government_id": filled("‹cnid›"),
    "bank_account": filled("‹iban:DE›"),
    "precise_location": "Nebelhornstraße 47",
    "private_key": filled("AGE-SECRET-KEY-1‹B32:58›"),
}
TEXTS = {
    "password": "The wifi password at the cabin is {}",
    "api_key": "用户的OpenAI密钥是{}记得保存",
    "card": "信用卡号{}请记住",
    "health": "User is allergic to {}",
    "government_id": "身份证号{}，订票用",
    "bank_account": "Rent goes to {} on the first",
    "precise_location": "User lives in {}, Oberstdorf",
    "private_key": "age key {} decrypts the backups",
}
SENTENCES = [TEXTS[kind].format(canary) for kind, canary in CANARIES.items()]
HARMLESS = ["User prefers oolong tea in the afternoon", "The release goes out on the first Tuesday", "用户周末去爬山"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What an old agent left: the canaries as memories, in columns of their own, in rows that are rejected, in a log."""
    old = tmp_path / "old"
    old.mkdir()
    with (old / "memories.csv").open("w", encoding="utf-8", newline="") as out:
        rows = [("id", "memory", "created_at", "wifi_password")]
        rows += [
            (str(n), text, "2026-01-05T08:00:00Z", CANARIES["password"])
            for n, text in enumerate([*SENTENCES, *HARMLESS])
        ]
        csv.writer(out).writerows(rows)
    db = sqlite3.connect(old / "agent.db")
    db.execute("CREATE TABLE settings (key TEXT, value TEXT)")
    db.executemany(
        "INSERT INTO settings VALUES (?, ?)",
        [(f"{kind}_of_user", text) for kind, text in zip(TEXTS, SENTENCES, strict=True)],
    )
    db.execute("CREATE TABLE messages (id INTEGER PRIMARY KEY, role TEXT, content TEXT, ts INTEGER)")
    db.executemany(
        "INSERT INTO messages (role, content, ts) VALUES ('user', ?, ?)",
        [(text, 1_760_000_000 + n) for n, text in enumerate(SENTENCES)],
    )
    db.commit()
    db.close()
    broken = [
        {"id": f"r{n}", "type": "fact", "content": text, "scope": "nowhere", "source_agent": "x"}
        for n, text in enumerate(SENTENCES)
    ]
    good = [
        {"id": "g", "type": "fact", "content": HARMLESS[0], "scope": "user:me", "source_agent": "x", "created_at": None}
    ]
    lines = [json.dumps(line, ensure_ascii=False) for line in (*good, *broken, *good)]
    (tmp_path / "records.jsonl").write_text(
        "\n".join([*lines, *(f'{{"content": "{text}"' for text in SENTENCES)]) + "\n", "utf-8"
    )
    return old


def assert_quiet(text: str, where: str, *, but: set[str] | None = None) -> None:
    for kind, canary in CANARIES.items():
        if kind not in (but or set()):
            assert canary not in text, f"{kind} in {where}"


def test_no_canary_in_what_import_move_inspect_and_export_print_and_write(run, folder, tmp_path) -> None:
    page, stream = tmp_path / "report.html", tmp_path / "out.satchel"
    for arguments in (
        ("inspect", folder), ("inspect", folder, "--json"), ("inspect", tmp_path / "records.jsonl", "--json"),
        ("import", folder, "--dry-run", "--json"), ("import", folder, "--report", page), ("import", folder, "--json"),
        ("import", tmp_path / "records.jsonl"), ("import", tmp_path / "records.jsonl", "--json"),
        ("quarantine", "list"), ("stats", "--json"), ("doctor", "--json"), ("undo",),
        ("export", "--scope", "*", "-o", stream, "--json"), ("inspect", stream, "--json"),
        ("move", folder, f"sqlite:///{tmp_path}/new.db", "--json"),
    ):  # fmt: skip
        ran = run(*arguments)
        assert ran.code in (0, 1), (arguments, ran.err)
        assert_quiet(ran.out + ran.err, " ".join(map(str, arguments)))
    for path in (page, stream, tmp_path / "new.satchel"):
        assert_quiet(path.read_text("utf-8"), path.name)


def test_a_move_says_what_stayed_out_of_the_file_and_how_to_let_it_in(run, folder, tmp_path) -> None:
    report = run("move", folder, f"sqlite:///{tmp_path}/new.db", "--json").json
    assert set(report["stream_withheld"]) >= {"secret: password", "secret: card", "sensitive: health"}
    assert any("--include-sensitive" in note for note in report["notes"])

    again = tmp_path / "second.satchel"
    report = run(
        "move", folder, f"sqlite:///{tmp_path}/other.db", "--stream", again, "--include-sensitive", "health", "--json"
    ).json
    written = again.read_text("utf-8")
    assert "sensitive: health" not in report["stream_withheld"]
    assert CANARIES["health"] in written
    assert_quiet(written, "the stream", but={"health"})

    everything = tmp_path / "all.satchel"
    report = run(
        "move", folder, f"sqlite:///{tmp_path}/third.db", "--stream", everything, "--include-sensitive", "all", "--json"
    ).json
    assert report["stream_withheld"] == {}
    assert all(canary in everything.read_text("utf-8") for canary in CANARIES.values())


def test_what_moves_between_the_owners_stores_is_all_there(run, folder, tmp_path) -> None:
    old, new = f"sqlite:///{tmp_path}/a.db", f"jsonl:///{tmp_path}/b.jsonl"
    run("import", folder, "--store", old)
    run("move", old, new)
    listed = run("list", "--all", "--store", new, "--json").json["records"]
    assert {record["access"]["level"] for record in listed if record.get("access")} >= {"secret", "sensitive"}
    assert all(any(canary in record["content"] for record in listed) for canary in CANARIES.values())


def test_an_owner_sees_them_marked_on_the_command_line(run) -> None:
    for text in SENTENCES:
        run("remember", text)
    shown = run("recall", "wifi password cabin")
    assert CANARIES["password"] in shown.out
    assert "[secret]" in shown.out
    assert "[sensitive]" in run("list").out


def test_a_flagged_class_is_held_back_on_request(run, tmp_path) -> None:
    run("remember", "Write to ann@example.com")
    run("remember", HARMLESS[0])
    trailer = run("export", "--scope", "*", "-o", tmp_path / "a.satchel", "--withhold", "email", "--json").json[
        "trailer"
    ]
    assert (trailer["records"], trailer["withheld"]) == (1, {"held back: email": 1})
    told = run("export", "--scope", "*", "-o", tmp_path / "b.satchel", "--withhold", "email").out
    assert "1 withheld as asked (email)" in told
    assert run("export", "--scope", "*", "-o", tmp_path / "c.satchel", "--withhold", "emails").code == 2


def test_errors_repeat_no_secret(run) -> None:
    for arguments in (
        ("remember", "tea", "--type", f"password: {CANARIES['password']} " + "x" * 64),
        ("remember", "tea", "--created", f"password is {CANARIES['password']}"),
        ("list", "--store", f"postgresql://ann:{CANARIES['password']}@db.example.com/x"),
        ("recall", "tea", "--scope", f"password: {CANARIES['password']}"),
        ("export", "--scope", f"token {CANARIES['api_key']}", "-o", "x"),
    ):
        for json_ in ((), ("--json",)):
            ran = run(*arguments, *json_)
            assert ran.code != 0
            assert_quiet(ran.out + ran.err, " ".join(arguments))


def test_a_model_is_shown_none_of_them_and_told_how_many(folder, tmp_path) -> None:
    heard: list[Event] = []
    with Memory(f"sqlite:///{tmp_path}/m.db", config=Config()) as memory:
        memory.subscribe(heard.append)
        for text in (*SENTENCES, *HARMLESS):
            memory.remember(text)
        memory.import_(tmp_path / "records.jsonl")
        assert memory.quarantine()
        for text in SENTENCES:
            answer = memory.recall(text)
            assert answer.withheld
            assert_quiet(str([hit.record.to_json() for hit in answer]), "recall")
        assert_quiet(str([record.to_json() for record in memory.list()]), "list")
        assert_quiet(str(memory.quarantine()), "quarantine")
    assert_quiet(str(heard), "events")
    assert [event.detail for event in heard if event.kind == "withheld"] == [str(len(SENTENCES))]


def test_a_model_that_is_allowed_a_class_is_shown_it(tmp_path) -> None:
    with Memory(f"sqlite:///{tmp_path}/m.db", allow=["health"], config=Config()) as memory:
        for text in SENTENCES:
            memory.remember(text)
        assert [record.content for record in memory.list()] == [TEXTS["health"].format(CANARIES["health"])]


def test_a_later_version_with_a_secret_is_withheld_although_an_earlier_one_was_relaxed(tmp_path) -> None:
    mine, theirs = f"sqlite:///{tmp_path}/mine.db", f"sqlite:///{tmp_path}/theirs.db"
    out = tmp_path / "theirs.satchel"
    with (
        Memory(theirs, allow=["all"], config=Config()) as other,
        Memory(mine, allow=["all"], config=Config()) as memory,
    ):
        first = other.remember(TEXTS["health"].format(CANARIES["health"]))
        other.export(out, scope="*", include_sensitive=["all"])
        memory.import_(out)
        assert memory.edit(first.id, access=Access()).level == "normal"
        other.edit(first.id, content=SENTENCES[0])
        other.export(out, scope="*", include_sensitive=["all"])
        memory.import_(out)
        now = memory.read(first.id)
        assert (now.content, now.level) == (SENTENCES[0], "secret")


def test_an_unknown_line_with_a_secret_stays_out_of_a_file(tmp_path) -> None:
    with Memory(f"sqlite:///{tmp_path}/m.db", config=Config()) as memory:
        memory.remember(HARMLESS[0])
        memory.store().keep_lines(
            [json.dumps({"reminder": {"scope": "user:me", "text": text}}) for text in SENTENCES[:1] + HARMLESS[:1]]
        )
        trailer = memory.export(tmp_path / "a.satchel", scope="*")
        assert (trailer.passed_through, trailer.withheld) == (1, {"secret: password": 1})
        assert_quiet((tmp_path / "a.satchel").read_text("utf-8"), "the file")

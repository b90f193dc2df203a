"""`satchel verify`, and the verification that a move ends with: exit codes, documents, pages, an agent's own program."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.verify.olden import FORGOTTEN, RECORDS, at, made, old_store

from satchel.cli.app import code_of
from satchel.move.verify.chinese import CHINESE_DETAILS
from satchel.move.verify.words import verify_words
from satchel.stores.registry import open_store
from satchel_protocol.record import Record
from satchel_protocol.store import Store

Run = Callable[..., tuple[int, Any]]
AGENT = Path(__file__).with_name("agent.py")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("SATCHEL_TIMEZONE", "UTC")

    def act(*arguments: object) -> tuple[int, Any]:
        code = code_of([str(argument) for argument in arguments])
        out = capsys.readouterr().out
        return code, json.loads(out) if "--json" in arguments else out

    return act


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A made-up folder of an old agent: memories with deletes, a list, a conversation."""
    old = tmp_path / "old"
    old.mkdir()
    memories = [r for r in RECORDS if r.type != "interaction" and r.scope == "user:ann"]
    rows = [
        {"id": n, "kind": r.type, "text": r.content, "created_at": r.created_at.isoformat() if r.created_at else None}
        for n, r in enumerate(memories)
    ]
    rows.append(
        {"id": 99, "kind": "fact", "text": FORGOTTEN.content, "created_at": "2026-05-01T10:00:00Z", "deleted": True}
    )
    for row in rows:
        row.setdefault("deleted", False)
    (old / "memories.jsonl").write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    turns = [r for r in RECORDS if r.type == "interaction"]
    talk = [
        {
            "role": "user" if n % 2 == 0 else "assistant",
            "content": r.content,
            "timestamp": r.created_at.isoformat() if r.created_at else None,
        }
        for n, r in enumerate(turns)
    ]
    (old / "chat.json").write_text(json.dumps({"messages": talk}, ensure_ascii=False), "utf-8")
    return old


def failed(document: dict[str, Any]) -> dict[str, list[tuple[str, str]]]:
    return {c["name"]: [(f["kind"], f["text"]) for f in c["failures"]] for c in document["checks"] if c["failures"]}


def test_a_move_of_a_folder_passes_and_verifies_again(run: Run, folder: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    page = tmp_path / "report.html"
    code, report = run("move", folder, new, "--scope", "user:ann", "--report", page, "--json")
    assert code == 0, failed(report["verification"])
    verification = report["verification"]
    assert verification["ok"]
    assert failed(verification) == {}
    applies = {check["name"]: check["applies"] for check in verification["checks"]}
    assert applies["preferences"] == 4
    assert applies["history"] >= 2
    forgetting = next(check for check in verification["checks"] if check["name"] == "forgetting")
    assert (forgetting["applies"], forgetting["texts_known"], forgetting["searched"]) == (1, 1, 1)
    assert "Preferences continue" in page.read_text("utf-8")

    code, again = run("verify", folder, new, "--scope", "user:ann", "--all", "--json")
    assert (code, failed(again)) == (0, {})
    code, stream = run("verify", new, tmp_path / "new.satchel", "--all", "--json")
    assert (code, failed(stream)) == (0, {})


def _said(store: Store, words: str) -> Record:
    return next(v.record for v in store.enumerate() if words in v.record.content)


def _instead(store: Store, words: str, **changes: Any) -> None:
    """Put another version in its place without a trace."""
    record = _said(store, words)
    with store._begin(write=True) as tx:
        version = tx.current(record.id)
        assert version is not None
        changed = replace(record, **changes)
        tx.drop(record.id)
        tx.put(replace(version, record=changed, seq=tx.next_seq(), digest=changed.digest()), prints=(), keep=False)


SABOTAGE: dict[str, tuple[str, dict[str, Any] | None, str, str]] = {
    "a preference is lost": ("night train to Vienna", None, "preferences", "not_in_wake"),
    "a preference expired": ("Meeting minutes", {"ttl": 1}, "preferences", "not_in_wake"),
    "a task is lost": ("相册", None, "tasks", "not_found"),
    "a task is in an old state": (
        "landlord",
        {"content": "Renew the greenhouse lease – state: not begun"},
        "tasks",
        "state_differs",
    ),
    "a lesson is lost": ("label printer jams", None, "lessons", "not_found"),
    "a fact is lost": ("boathouse", None, "accounting", "missing"),
    "a turn is lost": ("厦门的老房子", None, "history", "missing"),
    "a time is another": ("boathouse", {"created_at": datetime(2026, 9, 2, tzinfo=UTC)}, "time", "time_changed"),
    "an owner is another": ("午睡", {"scope": "user:bo"}, "scope", "scope_changed"),
    "the forgotten is back": ("boathouse", {"content": FORGOTTEN.content, "id": "back"}, "forgetting", "back_by_text"),
}


@pytest.mark.parametrize("what", SABOTAGE)
def test_a_folder_that_was_moved_and_sabotaged_fails(run: Run, folder: Path, tmp_path: Path, what: str) -> None:
    words, changes, check, kind = SABOTAGE[what]
    new = tmp_path / "new.db"
    assert run("move", folder, new, "--scope", "user:ann", "--no-verify", "--json")[0] == 0
    with open_store(str(new), create=False) as store:
        record = _said(store, words)
        named = record.id
        if changes is None:
            store.delete(record.id)
        elif "id" in changes:
            named = "back"
            store.write(replace(record, **changes), revive=True)
        else:
            _instead(store, words, **changes)
    code, document = run("verify", folder, new, "--scope", "user:ann", "--all", "--json")
    assert code == 1
    failures = {(c["name"], f["kind"], f["record"]) for c in document["checks"] for f in c["failures"]}
    assert (check, kind, named) in failures
    assert {record for _, _, record in failures} == {named}


def test_a_move_of_a_stream_and_of_lines_of_records_passes(run: Run, tmp_path: Path) -> None:
    old_store(tmp_path / "old.db").close()
    stream, lines = tmp_path / "old.satchel", tmp_path / "old.jsonl"
    assert run("export", "--scope", "*", "-o", stream, "--store", tmp_path / "old.db", "--json")[0] == 0
    lines.write_text("\n".join(json.dumps(r.to_json(standalone=True), ensure_ascii=False) for r in RECORDS), "utf-8")
    for number, old in enumerate((stream, lines)):
        code, report = run("move", old, tmp_path / f"new{number}.db", "--json")
        assert (code, failed(report["verification"])) == (0, {})
        assert report["verification"]["records"] == len(RECORDS)
        assert run("verify", old, tmp_path / f"new{number}.db", "--json")[0] == 0


def test_what_a_stream_withholds_is_not_missed_in_it(run: Run, tmp_path: Path) -> None:
    old_store(tmp_path / "old.db").close()
    run("remember", "The wifi password at the cabin is sunflower42", "--store", tmp_path / "old.db", "--json")
    stream = tmp_path / "old.satchel"
    run("export", "--scope", "*", "-o", stream, "--store", tmp_path / "old.db", "--json")
    code, document = run("verify", tmp_path / "old.db", stream, "--json")
    assert (code, failed(document)) == (0, {})
    assert any("stayed out" in note for note in document["notes"])


def test_what_a_stream_withholds_is_not_too_much_beside_it(run: Run, tmp_path: Path) -> None:
    old, stream = tmp_path / "old.db", tmp_path / "old.satchel"
    old_store(old).close()
    run("remember", "The wifi password at the cabin is sunflower42", "--store", old, "--json")
    run("remember", "Write to zoe@harbour.example about the crates", "--store", old, "--json")
    export = ("export", "--scope", "*", "-o", stream, "--withhold", "email", "--store", old, "--json")
    assert run(*export)[1]["trailer"]["withheld"] == {"held back: email": 1, "secret: password": 1}
    for places in ((stream, old), (old, stream)):
        code, document = run("verify", *places, "--json")
        assert (code, failed(document)) == (0, {})
        assert any("2 sensitive memories stayed out" in note for note in document["notes"])
    # One more than were left out: nobody can say which, so that both are named.
    run("remember", "The wifi password at the boat is moonflower42", "--store", old, "--json")
    for places in ((stream, old), (old, stream)):
        code, document = run("verify", *places, "--json")
        assert code == 1
        assert len(failed(document)["accounting"]) == 2


def test_what_is_found_to_be_sensitive_when_a_stream_is_written_is_not_missed_in_it(run: Run, tmp_path: Path) -> None:
    old, stream = tmp_path / "old.db", tmp_path / "new.satchel"
    with old_store(old) as store:
        store.merge([made("pin", "preference", "The wifi password at the cabin is sunflower42", at(8, 8))])
    run("move", old, tmp_path / "new.db", "--stream", stream, "--json")
    code, document = run("verify", old, stream, "--json")
    assert (code, failed(document)) == (0, {})


def test_an_encrypted_stream_is_verified_with_the_owners_keys(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    old_store(tmp_path / "old.db").close()
    assert run("keys", "make", "--json")[0] == 0
    sealed = tmp_path / "old.satchel.age"
    exported = ("export", "--scope", "*", "-o", sealed, "--encrypt-to", "me", "--store", tmp_path / "old.db", "--json")
    assert run(*exported)[0] == 0
    for places in ((tmp_path / "old.db", sealed), (sealed, tmp_path / "old.db")):
        code, document = run("verify", *places, "--json")
        assert (code, failed(document)) == (0, {})


def test_a_move_can_leave_the_verification_out(run: Run, folder: Path, tmp_path: Path) -> None:
    _, report = run("move", folder, tmp_path / "new.db", "--no-verify", "--json")
    assert "verification" not in report
    _, report = run("move", folder, tmp_path / "other.db", "--dry-run", "--json")
    assert "verification" not in report


def test_a_move_into_a_store_in_use_judges_what_came(run: Run, folder: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    mine = Record(id="mine", type="fact", content="The ferry leaves at noon", scope="user:me", source_agent="t")
    twin = Record(id="twin", type="fact", content=RECORDS[12].content, scope="user:me", source_agent="t")
    with open_store(str(new), create=True) as store:
        store.merge([mine, twin])
        store.delete("twin")
    code, report = run("move", folder, new, "--json")
    assert (code, failed(report["verification"])) == (0, {})
    accounting = next(c for c in report["verification"]["checks"] if c["name"] == "accounting")
    assert accounting["earlier"] == 1


def test_a_faulty_store_fails_a_move_with_its_own_code(
    run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    merge = Store.merge

    def losing(self: Store, items: Any, **how: Any) -> Any:
        kept = [item for item in items if "boathouse" not in getattr(item, "content", "")]
        return merge(self, kept if self.url.startswith("sqlite") else items, **how)

    monkeypatch.setattr("satchel.stores.sqlite.store.SqliteStore.merge", losing, raising=False)
    monkeypatch.setattr(
        "satchel.move.ledger.Report.note_merged", lambda *_: None
    )  # the faulty store answers for fewer than it was given
    monkeypatch.setattr("satchel.service.arrival.zip", lambda *lists, strict: zip(*lists, strict=False), raising=False)
    code, report = run("move", folder, tmp_path / "new.db", "--scope", "user:ann", "--json")
    assert code == 9
    assert failed(report["verification"])["accounting"] == [
        ("missing", "The spare key of the boathouse hangs behind the clock")
    ]


def test_verify_fails_with_one_and_names_the_record(run: Run, tmp_path: Path) -> None:
    old_store(tmp_path / "old.db").close()
    (tmp_path / "new.db").write_bytes((tmp_path / "old.db").read_bytes())
    with open_store(str(tmp_path / "new.db"), create=False) as store:
        store.delete("p2")
    page = tmp_path / "verified.html"
    code, out = run("verify", tmp_path / "old.db", tmp_path / "new.db", "--html", page)
    assert code == 1
    assert "p2" in out
    text = page.read_text("utf-8")
    assert "not in the new place" in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_a_page_and_a_terminal_in_chinese(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATCHEL_LANGUAGE", "zh")
    old_store(tmp_path / "old.db").close()
    page = tmp_path / "verified.html"
    code, out = run("verify", tmp_path / "old.db", tmp_path / "old.db", "--html", page)
    assert code == 0
    assert "偏好延续" in out
    assert "五个问题都得到了回答" in page.read_text("utf-8")


def test_details_and_notes_are_told_in_chinese_too(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATCHEL_LANGUAGE", "zh")
    old_store(tmp_path / "old.db").close()
    (tmp_path / "new.db").write_bytes((tmp_path / "old.db").read_bytes())
    with open_store(str(tmp_path / "new.db"), create=False) as store:
        for id in ("t1", "p2", "s1", "c3"):
            store.delete(id)
        store.write(FORGOTTEN, revive=True)
    page = tmp_path / "verified.html"
    _, out = run("verify", tmp_path / "old.db", tmp_path / "new.db", "--html", page)
    assert "排在最前的是 t1-old" in out
    assert "没有答案" in out
    assert "忘掉的是 gone" in page.read_text("utf-8")
    words = verify_words("zh")
    for template, chinese in CHINESE_DETAILS.items():
        filled = dict.fromkeys(re.findall(r"{(\w+)}", template), "7")
        assert words.told(template.format(**filled)) == chinese.format(**filled)
        assert verify_words("en").told(template.format(**filled)) == template.format(**filled)


def test_more_than_what_was_moved_fails_unless_it_may_be(run: Run, tmp_path: Path) -> None:
    old_store(tmp_path / "old.db").close()
    (tmp_path / "new.db").write_bytes((tmp_path / "old.db").read_bytes())
    with open_store(str(tmp_path / "new.db"), create=False) as store:
        store.write(
            Record(id="more", type="fact", content="The ferry leaves at noon", scope="user:ann", source_agent="t")
        )
    places = (tmp_path / "old.db", tmp_path / "new.db")
    code, document = run("verify", *places, "--json")
    assert (code, failed(document)) == (1, {"accounting": [("unexpected", "The ferry leaves at noon")]})
    assert run("verify", *places, "--allow-more", "--json")[0] == 0


def test_a_memory_changed_since_is_counted_and_fails_nothing(run: Run, tmp_path: Path) -> None:
    old_store(tmp_path / "old.db").close()
    (tmp_path / "new.db").write_bytes((tmp_path / "old.db").read_bytes())
    changes = {
        "f1": "The spare key of the boathouse is with Bo",
        "p2": "Meanwhile flights are fine whenever a window seat is free",
        "t1": "Renew the greenhouse lease – state: signed; next: pay the deposit",
        "s1": "A jammed label printer is opened from below",
    }
    with open_store(str(tmp_path / "new.db"), create=False) as store:
        for id, content in changes.items():
            version = store.read(id)
            assert version is not None
            store.write(replace(version.record, content=content))
    code, document = run("verify", tmp_path / "old.db", tmp_path / "new.db", "--json")
    accounting = next(c for c in document["checks"] if c["name"] == "accounting")
    assert (code, failed(document), accounting["changed_since"]) == (0, {}, len(changes))
    # Whoever did not change them must be able to see which they are.
    assert set(accounting["changed"]) == set(changes)
    assert any(all(id in note for id in changes) for note in document["notes"])


def test_moving_again_after_changes_is_sound(run: Run, folder: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    run("move", folder, new, "--json")
    with open_store(str(new), create=False) as store:
        store.write(replace(_said(store, "boathouse"), content="The spare key of the boathouse is with Bo"))
        store.delete(_said(store, "label printer").id)
    code, report = run("move", folder, new, "--json")
    assert (code, failed(report["verification"])) == (0, {})


def test_what_is_sensitive_is_in_no_report(run: Run, tmp_path: Path) -> None:
    store = old_store(tmp_path / "old.db")
    store.close()
    code, _ = run(
        "remember",
        "The alarm code of the summer house is 7391-blue",
        "--store",
        tmp_path / "old.db",
        "--type",
        "preference",
        "--json",
    )
    assert code == 0
    (tmp_path / "new.db").write_bytes((tmp_path / "old.db").read_bytes())
    with open_store(str(tmp_path / "new.db"), create=False) as new:
        secret = next(v.record for v in new.enumerate() if "7391" in v.record.content)
        assert secret.level != "normal"
        new.delete(secret.id)
    page = tmp_path / "verified.html"
    code, document = run("verify", tmp_path / "old.db", tmp_path / "new.db", "--html", page, "--json")
    assert code == 1
    shown = json.dumps(document) + page.read_text("utf-8")
    assert secret.id in shown
    assert "7391" not in shown
    assert "summer house" not in shown


def test_an_agent_is_asked_in_place_of_recall(run: Run, tmp_path: Path) -> None:
    old_store(tmp_path / "old.db").close()
    told = tmp_path / "told.json"
    current = [r for r in RECORDS if r.id != "t1-old"]
    told.write_text(json.dumps([(r.scope, r.content) for r in current]), "utf-8")

    def command(manner: str) -> str:
        return shlex.join([sys.executable, str(AGENT), manner, str(told)])

    places = (tmp_path / "old.db", tmp_path / "old.db")
    code, document = run("verify", *places, "--all", "--agent", command("good"), "--json")
    rates = {check["name"]: check["rate"] for check in document["checks"]}
    assert rates["tasks"] == rates["history"] == 1.0
    assert document["asked_by"] == command("good")

    code, document = run("verify", *places, "--agent", command("forgetful"), "--json")
    assert code == 1
    assert {check["name"] for check in document["checks"] if not check["ok"]} == {
        "preferences",
        "tasks",
        "lessons",
        "history",
    }

    for manner in ("broken", "gone"):
        code, document = run("verify", *places, "--agent", command(manner), "--json")
        assert (code, document["error"]["code"]) == (8, "environment.problem")
    code, document = run("verify", *places, "--agent", "/nowhere/at-all", "--json")
    assert (code, document["error"]["code"]) == (2, "usage")


def test_what_makes_no_sense_is_refused(run: Run, tmp_path: Path) -> None:
    old_store(tmp_path / "old.db").close()
    assert run("verify", tmp_path / "old.db", tmp_path / "none.db", "--json")[0] == 6
    assert run("verify", tmp_path / "old.db", tmp_path / "old.db", "--all", "--sample", "3", "--json")[0] == 2
    assert run("verify", tmp_path / "nothing-here", tmp_path / "old.db", "--json")[0] == 3

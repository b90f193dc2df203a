"""Signed and encrypted streams: what goes in comes out for whom it was meant, and for nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run

CANARY = "the boat key hangs behind the blue door"


@pytest.fixture(autouse=True)
def me(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SATCHEL_KEYS", str(tmp_path / "me.json"))


@pytest.fixture
def told(run: Run) -> Run:
    run("remember", CANARY)
    return run


def as_somebody_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SATCHEL_KEYS", str(tmp_path / "other.json"))
    monkeypatch.setenv("SATCHEL_STORE", f"sqlite:{tmp_path}/other.db")


@pytest.mark.parametrize("name", ["all.satchel.age", "all.satchel.zst.age", "all.satchel"])
def test_an_encrypted_stream_comes_back_for_its_owner(told: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    made = told("export", "*", "-o", file, "--encrypt-to", "me", "--sign", "--json")
    assert made.code == 0, made.err
    assert CANARY.encode() not in file.read_bytes()
    look = told("inspect", file, "--json")
    assert (look.json["encrypted"], look.json["signature"]["state"], look.json["records"]) == (True, "own", 1)
    back = told("import", file, "--store", f"sqlite:{tmp_path}/back.db", "--signed-by", "me", "--json")
    assert (back.code, back.json["memories"]) == (0, 1)
    assert "encrypted" in told("inspect", file).out


def test_it_opens_for_nobody_else(told: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "all.satchel.age"
    told("export", "*", "-o", file, "--encrypt-to", "me")
    as_somebody_else(monkeypatch, tmp_path)
    for command in (["import", file], ["inspect", file], ["import", file, "--dry-run"]):
        ran = told(*command, "--json")
        assert (ran.code, ran.json["error"]["code"]) == (4, "stream.locked")
        assert ran.err.count("\n") == 1
    assert not (tmp_path / "other.db").exists()
    told("keys", "make")
    assert "for other keys" in told("import", file).err


def test_it_is_written_for_somebody_who_is_known(told: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "all.satchel.age"
    assert "satchel keys trust ann" in told("export", "*", "-o", file, "--encrypt-to", "ann").err
    assert not file.exists()
    monkeypatch.setenv("SATCHEL_KEYS", str(tmp_path / "other.json"))
    hers = {key["kind"]: key["public"] for key in told("keys", "make", "--json").json["keys"]}
    monkeypatch.setenv("SATCHEL_KEYS", str(tmp_path / "me.json"))
    assert told("keys", "trust", "ann", "--age", hers["age"]).code == 0
    assert told("export", "*", "-o", file, "--encrypt-to", "ann", "--sign").code == 0
    assert told("inspect", file, "--json").json["error"]["code"] == "stream.locked"
    as_somebody_else(monkeypatch, tmp_path)
    assert told("import", file, "--signed-by", "any", "--json").json["error"]["code"] == "stream.signature"
    taken = told("import", file, "--json")
    assert taken.json["memories"] == 1
    assert any("not known here" in note for note in taken.json["notes"])


def test_a_signed_stream_that_was_changed_is_refused(told: Run, tmp_path: Path) -> None:
    import json

    file = tmp_path / "all.satchel"
    told("export", "*", "-o", file, "--sign")
    lines = file.read_text().splitlines()
    trailer = json.loads(lines[-1])
    trailer["trailer"]["withheld"] = {"secret: card": 3}
    file.write_text("\n".join([*lines[:-1], json.dumps(trailer)]) + "\n")
    ran = told("import", file, "--store", f"sqlite:{tmp_path}/new.db", "--json")
    assert (ran.code, ran.json["error"]["code"]) == (4, "stream.signature")
    assert not (tmp_path / "new.db").exists()
    assert told("inspect", file, "--json").json["signature"]["state"] == "invalid"


def test_what_was_forgotten_is_recognised_where_an_encrypted_stream_went(told: Run, tmp_path: Path) -> None:
    new = ["--store", f"sqlite:{tmp_path}/new.db"]
    id = told("list", "--json").json["records"][0]["id"]
    told("forget", id, "--yes")
    plain, sealed = tmp_path / "plain.satchel", tmp_path / "all.satchel.age"
    told("export", "*", "-o", plain)
    told("export", "*", "-o", sealed, "--encrypt-to", "me")
    assert told("inspect", plain, "--json").json["carries_print_keys_of"] == []
    look = told("inspect", sealed, "--json").json
    assert look["carries_print_keys_of"] == ["user:me"]
    assert "print_key_values" not in look["header"]
    (tmp_path / "again.jsonl").write_text(
        f'{{"id":"another","type":"fact","content":"{CANARY}","scope":"user:me","source_agent":"x","created_at":null}}\n'
    )
    assert any(
        "by id only" in note
        for note in told("import", plain, "--store", f"sqlite:{tmp_path}/p.db", "--json").json["notes"]
    )
    assert not any("by id only" in note for note in told("import", sealed, *new, "--json").json["notes"])
    ran = told("import", tmp_path / "again.jsonl", *new, "--json").json
    assert (ran["records"]["imported"], ran["records"]["tombstoned"]) == (0, 1)


def test_what_is_for_somebody_else_carries_no_key_of_the_fingerprints(told: Run, tmp_path: Path) -> None:
    id = told("list", "--json").json["records"][0]["id"]
    told("forget", id, "--yes")
    file = tmp_path / "bob.satchel.age"
    assert told("export", "*", "-o", file, "--encrypt-to", "me", "--for", "user:bob").code == 0
    look = told("inspect", file, "--json").json
    assert (look["tombstones"], look["carries_print_keys_of"]) == (1, [])


def test_keys_are_shown_rotated_backed_up_and_restored(
    told: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told("keys", "--json").json["keys"] == []
    assert "no keys yet" in told("keys").out
    file = tmp_path / "all.satchel.age"
    told("export", "*", "-o", file, "--encrypt-to", "me", "--sign")
    first = told("keys", "--json").json
    assert {key["kind"] for key in first["keys"]} == {"age", "signing"}
    told("keys", "rotate", "age", "signing", "prints")
    after = told("keys", "--json").json
    assert len(after["keys"]) == 4
    assert len(after["prints"]["user:me"]) == 2
    assert after["prints"]["user:me"][1] == first["prints"]["user:me"][0]
    assert told("inspect", file, "--json").json["signature"]["state"] == "own"
    (tmp_path / "pass").write_text("three words here\n")
    backup = tmp_path / "keys.age"
    assert told("keys", "backup", backup).code == 2
    assert told("keys", "backup", backup, "--passphrase-file", tmp_path / "pass").code == 0
    assert told("keys", "backup", backup, "--passphrase-file", tmp_path / "pass").code == 2
    monkeypatch.setenv("SATCHEL_KEYS", str(tmp_path / "new.json"))
    assert told("inspect", file).code == 4
    assert told("keys", "restore", backup, "--passphrase-file", tmp_path / "pass", "--json").json["keys"] == 4
    assert told("inspect", file, "--json").json["signature"]["state"] == "own"
    assert told("keys", "rotate", "door").code == 2


def test_a_stream_under_a_passphrase_is_read(told: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from satchel.access.sealing import with_passphrase

    plain, file = tmp_path / "plain.satchel", tmp_path / "all.age"
    told("export", "*", "-o", plain)
    file.write_bytes(with_passphrase(plain.read_bytes(), "three words here"))
    assert "--passphrase-file" in told("inspect", file).err
    (tmp_path / "pass").write_text("three words here\n")
    assert told("inspect", file, "--passphrase-file", tmp_path / "pass", "--json").json["records"] == 1
    monkeypatch.setenv("SATCHEL_PASSPHRASE", "wrong")
    assert told("import", file, "--json").json["error"]["code"] == "stream.locked"


def test_standard_output_is_not_encrypted(told: Run) -> None:
    ran = told("export", "*", "-o", "-", "--encrypt-to", "me")
    assert (ran.code, "only a file" in ran.err) == (2, True)

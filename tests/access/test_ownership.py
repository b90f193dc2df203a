"""What comes from somebody else: into which scopes it comes, and which it may claim."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from satchel.access.ownership import claimable
from satchel.cli.app import code_of
from satchel.service.arrival import ImportOptions
from satchel.service.config import Config
from satchel.service.memory import Memory
from satchel_protocol.errors import UsageError
from satchel_protocol.scope import EVERYTHING, Scopes
from satchel_protocol.scopemap import ScopeMap
from satchel_protocol.state import Outcome

GONE = "Bob keeps the spare key under the oleander."
KEPT = "Bob rows on Sundays with his brother."


@pytest.fixture(autouse=True)
def _keys_of_this_test(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SATCHEL_KEYS", str(tmp_path / "keys.json"))


@pytest.mark.parametrize(
    ("principal", "asked", "may"),
    [
        ("user:bob", EVERYTHING, ["user:bob"]),
        ("user:bob", ["*"], ["user:bob"]),
        ("user:bob", ["user:*"], ["user:bob"]),
        ("user:bob/work", ["user:bob"], ["user:bob/work"]),
        ("user:bob", ["user:bob/work"], ["user:bob/work"]),
        ("user:bob", ["user:bob", "team:crew", "public"], ["user:bob", "team:crew", "public"]),
        ("team:crew", ["*"], ["team:crew"]),
        ("team:crew", ["project:*", "team:*"], ["project:*", "team:crew"]),
    ],
)
def test_a_principal_owns_what_is_theirs_and_what_is_listed_of_what_is_shared(principal, asked, may) -> None:
    assert claimable(principal, Scopes.of(asked)).patterns == tuple(may)


@pytest.mark.parametrize("listed", ["user:ann", "user:bobby", "user:ann/shared"])
def test_another_persons_scope_cannot_be_granted(listed) -> None:
    with pytest.raises(UsageError):
        claimable("user:bob", Scopes.of([listed]))


def bobs_files(folder: Path) -> dict[str, Path]:
    """What Bob may send, in each form: two memories, one of them forgotten, a third of somebody else's, a delete of it."""
    with Memory(str(folder / "bobs.db"), allow=["all"], config=Config(), agent="bob") as bob:
        bob.remember(KEPT, type="fact")
        bob.forget(bob.remember(GONE, type="fact").id)
        bob.put("user.theme", "dark")
        bob.remember("Ann owes Bob a boat.", scope="user:ann", id="claimed")
        bob.remember("Ann's own.", scope="user:ann", id="anns")
        bob.forget("anns")
        bob.store().keep_lines(['{"later":{"scope":"user:me"}}', '{"later":{"scope":"user:bob"}}'])
        stream, sealed = folder / "bob.satchel", folder / "sealed.satchel.age"
        bob.export(stream, scope="*")
        bob.export(sealed, scope="*", encrypt_to=["me"])
    lines = folder / "bob.jsonl"
    lines.write_text("".join(line + "\n" for line in stream.read_text().splitlines()[1:-1] if '"later"' not in line))
    return {"stream": stream, "sealed": sealed, "lines": lines}


@pytest.mark.parametrize("form", ["stream", "sealed", "lines"])
def test_what_somebody_elses_file_claims_stays_out_and_the_rest_comes_into_their_scope(tmp_path, form) -> None:
    if form == "sealed":
        pytest.importorskip("pyrage")
    file = bobs_files(tmp_path)[form]
    with Memory(str(tmp_path / "mine.jsonl"), allow=["all"], config=Config()) as mine:
        mine.remember("Mine.", id="my own")
        mine.remember("Ann's own.", scope="user:ann", id="anns")
        options = ImportOptions(scope_map=ScopeMap.of(["user:me=user:bob"]), principal="user:bob")
        report = mine.import_(file, options=options)

        found = {(record.scope, record.content) for record in mine.list(scope="*")}
        assert found == {
            ("user:me", "Mine."),
            ("user:ann", "Ann's own."),
            ("user:bob", KEPT),
            ("user:bob", "user theme: dark"),
        }
        assert mine.get("user.theme", scope="user:bob").value == "dark"
        assert report.total.unaccounted == 0
        held = 2 + (form != "lines")  # the line that names a scope which became another one
        assert report.total.records[Outcome.WITHHELD] == held
        assert any("user:bob" in note for note in report.notes)
        (tmp_path / "again.jsonl").write_text(json.dumps(line_of(GONE, "user:bob")) + "\n")
        mine.import_(tmp_path / "again.jsonl")
        came_back = GONE in {record.content for record in mine.list(scope="user:bob")}
        assert came_back is (form != "sealed"), "only where the keys of the fingerprints came along is it recognised"
        mine.undo(report.batch)
        assert KEPT not in {record.content for record in mine.list(scope="*")}


def line_of(content: str, scope: str) -> dict[str, object]:
    head = {"id": "again", "type": "fact", "content": content, "scope": scope, "source_agent": "x"}
    return {**head, "created_at": None}


def test_rows_of_a_foreign_file_come_into_the_mapped_scope_and_so_do_its_deletes(tmp_path: Path) -> None:
    rows = [
        {"id": 1, "user_id": "7", "text": KEPT, "deleted_at": ""},
        {"id": 2, "user_id": "7", "text": GONE, "deleted_at": "2025-03-01T10:00:00Z"},
        {"id": 3, "user_id": "8", "text": "The ferry leaves from pier four at noon.", "deleted_at": ""},
    ]
    (tmp_path / "memories.json").write_text(json.dumps(rows))
    with Memory(str(tmp_path / "mine.db"), config=Config()) as mine:
        options = ImportOptions(scope_map=ScopeMap.of(["user:7=user:bob"]), principal="user:bob")
        report = mine.import_(tmp_path / "memories.json", options=options)
        assert {(record.scope, record.content) for record in mine.list(scope="*")} == {("user:bob", KEPT)}
        assert {tombstone.scope for tombstone in mine.store().tombstones()} == {"user:bob"}
        assert report.total.unaccounted == 0


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., int]:
    return lambda *args: code_of(["import", *args, "--store", str(tmp_path / "mine.db")])


def test_the_command_takes_both_and_refuses_what_makes_no_sense(tmp_path, run, capsys) -> None:
    file = str(bobs_files(tmp_path)["stream"])
    assert run(file, "--from", "user:bob", "--map-scope", "user:me=user:bob", "--json") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["scopes"] == {"user:ann": 1, "user:bob": 2}
    assert document["records"]["withheld"] == 3
    for wrong in (["--map-scope", "user:me"], ["--from", "bob"], ["--from", "user:bob", "--only-scope", "user:ann"]):
        assert run(file, *wrong) == 2

"""`satchel schema` as it is called: formats, exit codes, bases, publishing."""

from __future__ import annotations

import json
import os
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from tests.schema.cases import FIXTURES, base, edited, written

from satchel import Memory
from satchel.cli.app import code_of

TEXT = (FIXTURES / "base.yml").read_text("utf-8")
FIELDS = {"rule", "severity", "file", "line", "column", "number", "key", "message", "fingerprint"}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("memory_schema.yml").write_text(TEXT, "utf-8")


def schema(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = code_of(["schema", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(schema(capsys, *arguments)[1])


def edit(step: dict[str, Any], *, revision: int = 2) -> None:
    Path("memory_schema.yml").write_text(written(edited(base(), step) | {"revision": revision}), "utf-8")


def git(*arguments: str) -> None:
    who = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True, env=environment)


def test_a_clean_file_is_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = schema(capsys, "check")
    assert (code, out) == (0, "")
    assert "No findings" in err
    assert document(capsys, "check", "--format", "json") == {"findings": []}


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ({"delete": ["keys/6"]}, 1),
        ({"set": {"keys/1/describe": "Else."}}, 3),
        ({"set": {"keys/1/describe": "Else.", "keys/2/default": "disc"}}, 1),
        ({"set": {"keys/1/type/maxLength": 90}}, 0),
        ({"add": [{"number": 30, "name": "rider.club"}]}, 0),
    ],
)
def test_the_exit_code_is_that_of_the_weightiest_finding(
    capsys: pytest.CaptureFixture[str], step: dict[str, Any], code: int
) -> None:
    assert schema(capsys, "publish")[0] == 0
    edit(step)
    assert schema(capsys, "check")[0] == code
    assert schema(capsys, "check", "--format", "json")[0] == code


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "nowhere.yml"),
        ("check", "."),
        ("check", "--format", "yaml"),
        ("check", "--against", "git:HEAD"),
        ("check", "--against", "nowhere.yml"),
        ("check", "--against", "git:--output=x"),
        ("explain", "KEY_NO_DELTE"),
        ("show", "rider.nmae"),
    ],
)
def test_what_cannot_be_done_is_exit_code_2_and_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, _, err = schema(capsys, *arguments)
    assert code == 2
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_damaged_file_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    Path("memory_schema.yml").write_text("keys: [1, {", "utf-8")
    code, out, _ = schema(capsys, "check")
    assert code == 1
    assert out.startswith("memory_schema.yml:1:")


def test_a_finding_as_json_has_exactly_the_fields_that_were_promised(capsys: pytest.CaptureFixture[str]) -> None:
    schema(capsys, "publish")
    edit({"set": {"keys/2/default": "disc"}})
    found = document(capsys, "check", "--format", "json")
    assert found.keys() == {"findings"}
    assert [one.keys() for one in found["findings"]] == [FIELDS]
    one = found["findings"][0]
    assert (one["rule"], one["severity"], one["number"], one["key"]) == (
        "KEY_SAME_DEFAULT",
        "error",
        2,
        "rider.bike.brakes",
    )
    assert "default: disc" in Path(one["file"]).read_text("utf-8").split("\n")[one["line"] - 1]
    assert document(capsys, "check", "--json") == found


def test_the_other_formats_are_what_their_readers_expect(capsys: pytest.CaptureFixture[str]) -> None:
    schema(capsys, "publish")
    edit({"set": {"keys/2/default": "50%, or: so\nand <so>", "keys/1/describe": "Else.", "keys/3/type/maxLength": 9}})
    sarif = document(capsys, "check", "--format", "sarif")
    results = sarif["runs"][0]["results"]
    assert sarif["version"] == "2.1.0"
    assert {one["level"] for one in results} == {"error"}
    assert all(one["locations"][0]["physicalLocation"]["region"]["startLine"] > 1 for one in results)
    gitlab = document(capsys, "check", "--format", "gitlab")
    assert len({one["fingerprint"] for one in gitlab}) == len(gitlab) == len(results)
    assert {one["severity"] for one in gitlab} <= {"blocker", "critical", "major", "minor", "info"}
    root = ET.fromstring(schema(capsys, "check", "--format", "junit")[1])
    assert root.get("failures") == str(len(root.findall(".//failure"))) == str(len(results))
    lines = schema(capsys, "check", "--format", "github")[1].splitlines()
    assert len(lines) == len(results)
    assert all(line.startswith("::error file=memory_schema.yml,line=") for line in lines)


def test_a_fingerprint_is_of_the_change_and_not_of_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    schema(capsys, "publish")

    def prints(step: dict[str, Any], above: str = "") -> list[str]:
        edit(step)
        path = Path("memory_schema.yml")
        path.write_text(above + path.read_text("utf-8"), "utf-8")
        return [one["fingerprint"] for one in document(capsys, "check", "--format", "json")["findings"]]

    one = {"set": {"keys/2/default": "disc"}}
    assert prints(one) == prints(one, "# a comment\n\n")
    assert prints(one) == prints({"set": {"keys/2/default": "disc", "keys/2/owners": ["x"]}})
    assert prints(one) != prints({"set": {"keys/2/default": "drum"}})


def test_a_base_from_git_a_file_and_a_revision(capsys: pytest.CaptureFixture[str]) -> None:
    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "nothing")
    code, _, err = schema(capsys, "check", "--against", "git:HEAD")
    assert code == 0
    assert "everything in it is new" in err
    git("add", "memory_schema.yml")
    git("commit", "-q", "-m", "schema")
    schema(capsys, "publish")
    Path("before.yml").write_text(TEXT, "utf-8")
    edit({"delete": ["keys/6"]})
    for against in ("git:HEAD", "before.yml", "schema/revisions/000001.json"):
        found = document(capsys, "check", "--against", against, "--format", "json")["findings"]
        assert [one["rule"] for one in found] == ["KEY_NO_DELETE"], against


def test_a_base_in_a_folder_below_the_top_of_the_repository(capsys: pytest.CaptureFixture[str]) -> None:
    git("init", "-q")
    Path("agents/desk").mkdir(parents=True)
    Path("agents/desk/schema.yml").write_text(TEXT, "utf-8")
    git("add", "agents")
    git("commit", "-q", "-m", "schema")
    Path("agents/desk/schema.yml").write_text(written(edited(base(), {"delete": ["keys/6"]})), "utf-8")
    found = document(capsys, "check", "agents/desk/schema.yml", "--against", "git:HEAD", "--format", "json")["findings"]
    assert [(one["rule"], one["file"]) for one in found] == [("KEY_NO_DELETE", "agents/desk/schema.yml")]


def test_a_base_that_was_published_into_a_store(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/s.db"
    assert schema(capsys, "check", "--against", url)[0] == 2
    assert schema(capsys, "publish", "--into", url)[0] == 0
    edit({"set": {"keys/1/owners": ["x"]}})
    assert schema(capsys, "publish", "--into", url)[0] == 0
    edit({"delete": ["keys/6"]}, revision=3)
    Path("elsewhere").mkdir()
    Path("memory_schema.yml").rename("elsewhere/memory_schema.yml")
    found = document(capsys, "check", "elsewhere/memory_schema.yml", "--against", url, "--format", "json")["findings"]
    assert [one["rule"] for one in found] == ["KEY_NO_DELETE"]


def test_a_store_gets_every_revision_that_it_lacks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/s.db"
    schema(capsys, "publish")
    edit({"set": {"keys/1/owners": ["x"]}})
    assert document(capsys, "publish", "--into", url, "--json")["stored"] == [1, 2]
    assert document(capsys, "publish", "--into", url, "--json")["stored"] == []
    assert schema(capsys, "check", "--against", url)[0] == 0
    edit({"set": {"keys/1/owners": ["y"]}}, revision=3)
    schema(capsys, "publish")
    assert document(capsys, "publish", "--into", url, "--dry-run", "--json")["stored"] == []
    assert document(capsys, "publish", "--into", url, "--json")["stored"] == [3]
    with Memory(url, scope="ns:riders/ann") as memory:
        assert memory.get("rider.name").miss == "empty"


def test_a_store_with_another_revision_of_that_number_is_left_as_it_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/s.db"
    schema(capsys, "publish", "--into", url)
    Path("schema/revisions/000001.json").unlink()
    edit({"set": {"keys/1/owners": ["x"]}}, revision=1)
    schema(capsys, "publish")
    code, _, told = schema(capsys, "publish", "--into", url)
    assert (code, "another revision 1" in told) == (2, True)


def test_publishing_is_refused_while_something_stands_against_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert schema(capsys, "publish", "--dry-run")[0] == 0
    assert not Path("schema").exists()
    assert document(capsys, "publish", "--json", "--now", "2026-01-01T00:00:00Z")["published"] == 1
    assert document(capsys, "publish", "--json")["published"] is None
    edit({"set": {"keys/2/default": "disc"}})
    assert schema(capsys, "publish")[0] == 1
    edit({"set": {"keys/1/describe": "Else."}})
    assert schema(capsys, "publish")[0] == 3
    edit({"add": [{"number": 30, "name": "rider.club"}]}, revision=1)
    assert schema(capsys, "publish")[0] == 2
    assert [path.name for path in Path("schema/revisions").iterdir()] == ["000001.json"]


def test_no_exemption_publishes_a_schema_that_lost_a_key(capsys: pytest.CaptureFixture[str]) -> None:
    schema(capsys, "publish")
    exempt = [{"rule": "KEY_NO_DELETE", "number": 6, "reason": "unused", "expires": "2999-01-01"}]
    edit({"delete": ["keys/6"], "exempt": exempt})
    assert schema(capsys, "publish")[0] == 1


def test_no_exemption_publishes_two_keys_of_one_number(capsys: pytest.CaptureFixture[str]) -> None:
    exempt = [{"rule": "NUMBER_NOT_MONOTONIC", "number": 6, "reason": "both are wanted", "expires": "2999-01-01"}]
    edit({"add": [{"number": 6, "name": "rider.club"}], "exempt": exempt})
    assert schema(capsys, "check")[0] == 0
    code, _, told = schema(capsys, "publish")
    assert (code, "number 6 is that of rider.weekly_km and of rider.club" in told) == (2, True)


def test_an_exemption_of_a_key_is_none_of_the_namespace_of_that_number(capsys: pytest.CaptureFixture[str]) -> None:
    quiet = {"set": {"namespaces/jobs/sensitivity": "personal", "keys/2/sensitivity": "sensitive"}}
    looser = {
        "set": {
            "namespaces/jobs/sensitivity": "internal",
            "keys/2/sensitivity": "internal",
            "keys/5/sensitivity": "personal",
        }
    }
    edit(quiet)
    schema(capsys, "publish")
    exempt = {"rule": "SENSITIVITY_LOWERED", "number": 2, "reason": "seen", "expires": "2999-01-01"}
    edit(looser | {"exempt": [exempt]}, revision=3)
    (left,) = document(capsys, "check", "--json")["findings"]
    assert (left["rule"], left["number"], left["key"]) == ("SENSITIVITY_LOWERED", 2, "jobs")
    edit(looser | {"exempt": [exempt, exempt | {"fingerprint": left["fingerprint"]}]}, revision=3)
    assert schema(capsys, "check")[0] == 0


def test_a_merge_that_was_not_finished_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    schema(capsys, "publish")
    marks = "<<<<<<< HEAD\n{}=======\n{}>>>>>>> branch\n"
    text = Path("memory_schema.yml").read_text("utf-8")
    line = next(one for one in text.splitlines(keepends=True) if one.startswith("next_number"))
    Path("memory_schema.yml").write_text(text.replace(line, marks.format(line, line)), "utf-8")
    made = Path("schema/revisions/000001.json")
    made.write_text(marks.format(made.read_text("utf-8"), "{}\n"), "utf-8")
    found = document(capsys, "check", "--json")["findings"]
    assert {one["rule"] for one in found} == {"FILE_UNREADABLE", "REVISION_ALTERED"}
    assert all("merge" in one["message"] for one in found)
    assert [one["line"] for one in found if one["rule"] == "FILE_UNREADABLE"] == [
        text.split("\n").index(line.strip()) + 1
    ]


def test_what_was_let_through_once_does_not_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    schema(capsys, "publish")
    step = {"set": {"keys/2/default": "disc"}}
    exempt = [{"rule": "KEY_SAME_DEFAULT", "number": 2, "reason": "no values", "expires": "2999-01-01"}]
    edit(step | {"exempt": exempt})
    assert schema(capsys, "publish")[0] == 0
    edit(step | {"add": [{"number": 30, "name": "rider.club"}]}, revision=3)
    assert [one["rule"] for one in document(capsys, "check", "--json")["findings"]] == ["KEY_ADDED"]
    edit({}, revision=3)
    assert "KEY_SAME_DEFAULT" in {one["rule"] for one in document(capsys, "check", "--json")["findings"]}


@pytest.mark.parametrize(
    ("step", "rule", "number"),
    [
        ({"set": {"namespaces/jobs/path": ["jobs", "{rider_id}"]}}, "NS_SAME_SHAPE", 2),
        ({"delete": ["reserved/9"]}, "RESERVED_NO_DELETE", 9),
    ],
)
def test_what_went_with_leave_is_not_told_again_unless_it_goes_again(
    capsys: pytest.CaptureFixture[str], step: dict[str, Any], rule: str, number: int
) -> None:
    def rules() -> set[str]:
        return {one["rule"] for one in document(capsys, "check", "--json")["findings"]}

    schema(capsys, "publish")
    edit(step)
    assert rule in rules()
    edit(step | {"exempt": [{"rule": rule, "number": number, "reason": "seen", "expires": "2999-01-01"}]})
    assert schema(capsys, "publish")[0] == 0
    edit(step, revision=3)
    assert rule not in rules()
    edit({}, revision=3)
    if rule == "NS_SAME_SHAPE":
        assert rule in rules()  # going back moves the records once more
        return
    assert schema(capsys, "publish")[0] == 0
    edit(step, revision=4)
    assert rule in rules()


def test_a_revision_that_was_edited_is_a_finding_at_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    schema(capsys, "publish")
    path = Path("schema/revisions/000001.json")
    path.write_text(path.read_text("utf-8").replace("Aino", "Anna"), "utf-8")
    code, out, _ = schema(capsys, "check")
    assert code == 1
    assert out.startswith("schema/revisions/000001.json:1:1: error REVISION_ALTERED")


def test_every_rule_can_be_explained(capsys: pytest.CaptureFixture[str]) -> None:
    listed = document(capsys, "explain", "--json")
    for rule in [one["rule"] for one in listed["rules"]] + list(listed["reserved"]):
        code, out, _ = schema(capsys, "explain", rule)
        assert code == 0
        assert rule in out
    assert "Why:" in schema(capsys, "explain", "key-same-name")[1]


def test_diff_and_show_tell_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    schema(capsys, "publish")
    assert document(capsys, "diff", "--json")["changes"] == []
    edit({"set": {"keys/1/owners": ["x"]}, "delete": ["keys/6"], "add": [{"number": 30, "name": "rider.club"}]})
    changes = document(capsys, "diff", "--json")["changes"]
    assert [(one["what"], one["change"]) for one in changes] == [
        ("schema", "changed"), ("key:1", "changed"), ("key:30", "added"), ("key:6", "removed"),
    ]  # fmt: skip
    for wanted, state in (
        ("rider.telephone", "active"),
        ("4", "deprecated"),
        ("rider.shoes", "reserved"),
        ("rider.weekly_km", "removed"),
        ("system.clock", "reserved"),
    ):
        assert document(capsys, "show", wanted, "--json")["state"] == state
    assert document(capsys, "show", "rider.name", "--json")["replaces"] == [4]
    assert schema(capsys, "show", "rider.name")[0] == 0

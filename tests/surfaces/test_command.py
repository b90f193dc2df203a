"""`satchel surfaces scan` as it is called."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from satchel.cli.app import code_of
from satchel.service.memory import Memory
from satchel_protocol.ids import keyed_id
from satchel_protocol.record import Access, Record

SCHEMA = Path(__file__).with_name("fixtures") / "memory_schema.yml"
PROMPT = "Read user.preferences.theme first.\n<!-- satchel:prompt -->\n- user.name (text)\n<!-- /satchel -->\n"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SCHEMA, "memory_schema.yml")
    put("prompts/system.md", PROMPT)


def put(path: str, text: str | bytes) -> Path:
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text if isinstance(text, bytes) else text.encode())
    return place


def scan(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    plant = () if "--plant" in arguments else ("--plant", "0")
    code = code_of(["surfaces", "scan", *arguments, *plant])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    return json.loads(scan(capsys, *arguments, "--json")[1])


def read(found: Any) -> int:
    return sum(found["surfaces"]["kinds"].values())


def test_findings_are_lines_and_errors_are_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = scan(capsys)
    assert code == 1
    assert out == (
        "prompts/system.md:1:6: error SURFACE_DEPRECATED_KEY user.preferences.theme (7) is deprecated; "
        "use user.display.theme (31)\n"
    )
    assert "1 prompt" in err
    assert "the schema itself" in err


def test_warnings_alone_are_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    put("prompts/system.md", "Write user.name.\n")
    code, out, _ = scan(capsys)
    assert (code, "SURFACE_HANDWRITTEN" in out) == (0, True)
    put("prompts/system.md", "Nothing.\n")
    code, out, err = scan(capsys)
    assert (code, out) == (0, "")
    assert "No findings" in err


@pytest.mark.parametrize(
    "arguments",
    [("--format", "yaml"), ("nowhere",), ("--schema", "no.yml"), ("--provider", "nothing"), ("--provider", "os:nothing"), ("--provider", "os:getcwd"),
     ("--surface", "x"), ("--store", "sqlite:none.db"), ("--now", "someday"), ("--traces", "none")],
)  # fmt: skip
def test_what_cannot_be_done_is_exit_code_2_and_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, out, err = scan(capsys, *arguments)
    assert (code, out) == (2, "") or arguments[0] == "--now"
    assert code != 0
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_a_schema_with_faults_is_mended_first(capsys: pytest.CaptureFixture[str]) -> None:
    put("memory_schema.yml", "format: 1\nkeys: []\n")
    code, _, err = scan(capsys)
    assert code == 2
    assert "memory_schema.yml:" in err


def test_json_says_what_was_read_and_what_was_not(capsys: pytest.CaptureFixture[str]) -> None:
    put("a.bin", b"\0\1\2" * 100)
    put("node_modules/x/index.js", "user.lang")
    put("venv/pyvenv.cfg", "home = x")
    put("venv/x.md", "user.lang")
    put("big.md", b"x" * ((16 << 20) + 1))
    Path("link.md").symlink_to("prompts/system.md")
    found = document(capsys)
    reasons = {one["where"]: one["reason"] for one in found["skipped"]}
    assert reasons == {
        "a.bin": "binary", "node_modules": "installed packages", "venv": "a virtual environment", "big.md": "larger than 16 MiB",
        "link.md": "a link", "memory_schema.yml": "the schema itself",
    }  # fmt: skip
    assert found["surfaces"]["kinds"] == {"prompt": 1}
    assert {one["key"] for one in found["keys"]} == {"user.preferences.theme", "user.name"}
    assert "mentions" not in found
    mentions = document(capsys, "--mentions")["mentions"]
    assert [(one["name"], one["generated"]) for one in mentions] == [
        ("user.preferences.theme", False),
        ("user.name", True),
    ]


@pytest.mark.parametrize("form", ["text", "json", "github", "gitlab", "junit", "sarif"])
def test_formats(capsys: pytest.CaptureFixture[str], form: str) -> None:
    code, out, _ = scan(capsys, "--format", form)
    assert code == 1
    assert "SURFACE_DEPRECATED_KEY" in out
    if form == "junit":
        assert ElementTree.fromstring(out).find("testsuite").get("name") == "satchel surfaces scan"
    if form in {"json", "gitlab", "sarif"}:
        assert json.loads(out)
    if form == "sarif":
        assert json.loads(out)["runs"][0]["tool"]["driver"]["name"] == "satchel surfaces scan"


def git(*arguments: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *arguments], check=True, capture_output=True, env=environment)


def test_in_a_repository_git_says_which_files_count(capsys: pytest.CaptureFixture[str]) -> None:
    put(".gitignore", "out/\n")
    put("out/x.md", "user.lang")
    put("new.md", "user.lang")
    git("init", "-q")
    git("add", "prompts")
    files = {one["file"] for one in document(capsys)["findings"]}
    assert files == {"prompts/system.md", "new.md"}
    assert {one["file"] for one in document(capsys, "out")["findings"]} == {"out/x.md"}
    assert {one["file"] for one in document(capsys, "out/x.md", "new.md")["findings"]} == {"out/x.md", "new.md"}


def test_files_are_left_out_by_pattern(capsys: pytest.CaptureFixture[str]) -> None:
    put("docs/a/b.md", "user.lang")
    put("docs/c.md", "user.lang")
    for pattern, left in (
        ("docs", set()),
        ("docs/*.md", {"docs/a/b.md"}),
        ("docs/**/*.md", set()),
        ("c.md", {"docs/a/b.md"}),
        ("d?cs/a", {"docs/c.md"}),
    ):
        found = document(capsys, "--exclude", pattern)
        assert {one["file"] for one in found["findings"]} - {"prompts/system.md"} == left, pattern


def test_other_encodings_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    put("prompts/system.md", "主题：user.lang 在这里，请先读取用户的偏好设置。\n".encode("gb18030"))
    put("prompts/wide.md", "Read user.lang first.\n".encode("utf-16"))
    put("prompts/mark.md", "\ufeffuser.lang\n")
    found = document(capsys)
    assert sorted((one["file"], one["column"]) for one in found["findings"]) == [
        ("prompts/mark.md", 1), ("prompts/system.md", 4), ("prompts/wide.md", 6),
    ]  # fmt: skip


def test_lines_of_json_are_read_in_parts(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchel.service.surface_files._PART", 64)
    rows = [json.dumps({"n": n, "text": "user.lang" if n == 77 else "nothing"}) for n in range(100)]
    put("log.jsonl", "\n".join(rows))
    (finding,) = [one for one in document(capsys)["findings"] if one["file"] == "log.jsonl"]
    assert finding["line"] == 78


def test_the_cells_of_a_notebook_are_code_and_pages(capsys: pytest.CaptureFixture[str]) -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "é user.lang\n"]},
        {"cell_type": "code", "outputs": [{"text": "user.lang"}], "source": ["x = user.lang\n", 'y = "user.lang"\n']},
        {"cell_type": "code", "outputs": [], "source": 'z = "user.lang"'},
        {"cell_type": "code", "outputs": [], "source": []},
    ]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}, indent=1, ensure_ascii=False)
    put("a.ipynb", text)
    put("c.ipynb", json.dumps({"cells": cells[:1], "nbformat": 4}, indent=1))
    put("b.ipynb", '{"not": "user.lang"}')
    lines = text.split("\n")
    found = [(one["file"], one["line"], one["severity"]) for one in document(capsys, "a.ipynb", "b.ipynb")["findings"]]
    assert [(file, severity) for file, _, severity in found] == [
        ("a.ipynb", "info"), ("a.ipynb", "error"), ("a.ipynb", "error"), ("b.ipynb", "error"),
    ]  # fmt: skip
    assert [one["line"] for one in document(capsys, "c.ipynb")["findings"]] == [8]
    for (_, line, _), written in zip(found, ("é user.lang", "y = ", "z = "), strict=False):
        assert written in lines[line - 1]


def test_claims_are_held_against_the_files_of_a_surface(capsys: pytest.CaptureFixture[str]) -> None:
    text = Path("memory_schema.yml").read_text("utf-8")
    text = text.replace("    examples: [dark]\n", "    examples: [dark]\n    surfaces: [system_prompt, console]\n")
    put("memory_schema.yml", text)
    rules = {(one["rule"], one["severity"]) for one in document(capsys)["findings"]}
    assert ("SURFACE_UNSCANNED", "warn") in rules
    found = document(capsys, "--surface", "system_prompt=prompts/*.md", "--surface", "console=none/*.md")
    told = [
        (one["rule"], one["file"], one["message"]) for one in found["findings"] if one["file"] == "memory_schema.yml"
    ]
    assert told == [
        (
            "SURFACE_CLAIM_WRONG",
            "memory_schema.yml",
            "user.display.theme says that system_prompt shows it, and it does not",
        ),
        ("SURFACE_UNSCANNED", "memory_schema.yml", "nothing of the surface console was scanned: no file is none/*.md"),
    ]
    put("memory_schema.yml", text + "surfaces: {system_prompt: [prompts/*.md], console: [prompts/console.txt]}\n")
    put("prompts/console.txt", "user.display.theme")
    put("prompts/system.md", "<!-- satchel:prompt -->\nuser.display.theme\n<!-- /satchel -->\n")
    put("elsewhere/x.py", "x = 1")
    found = document(capsys, "elsewhere")  # what surfaces: names is read whatever else is asked for
    assert [one["rule"] for one in found["findings"]] == ["SURFACE_HANDWRITTEN"]
    assert read(found) == 3


def test_a_surface_that_is_named_is_what_its_name_says(capsys: pytest.CaptureFixture[str]) -> None:
    put("texts/first.txt", "user.lang")
    assert [one["severity"] for one in document(capsys, "texts")["findings"] if one["file"] == "texts/first.txt"] == [
        "info"
    ]
    found = document(capsys, "texts", "--surface", "few_shot.theme=texts/*")
    assert [one["severity"] for one in found["findings"]] == ["error"]
    assert found["surfaces"]["kinds"] == {"few_shot": 1}


def test_memories_of_a_store_are_read_and_secrets_are_not_quoted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/m.db"
    with Memory(url, allow=("all",)) as memory:
        store = memory.store(create=True)
        more: dict[str, Any] = {"scope": "user:ann", "source_agent": "t", "created_at": None}
        store.write(Record(id="a", type="fact", content="Wrote it to user.lang", **more))
        store.write(
            Record(id="b", type="interaction", content="Find the theme under preferences.", state="archived", **more)
        )
        keyed = keyed_id("user:ann", "user.language")
        store.write(Record(id=keyed, type="fact", content="Nothing here.", key="user.language", value="de", **more))
        store.write(
            Record(
                id="d", type="fact", content="The theme is kept in hunter2 preferences", access=Access(level="secret", classes=("password",)), **more
            )
        )  # fmt: skip
    found = document(capsys, "prompts", "--store", url, "--mentions")
    told = {one["file"].removeprefix(f"{url}#"): (one["number"], one["severity"]) for one in found["findings"]}
    del told["prompts/system.md"]
    assert told == {"a": (4, "warn"), "b": (7, "info"), keyed: (4, "warn"), "d": (7, "info")}
    assert "hunter2" not in json.dumps(found)
    assert found["surfaces"]["kinds"] == {"history": 1, "memory": 3, "prompt": 1}


def test_traces_are_read_as_lines_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    call = {
        "tool_calls": [{"function": {"name": "write", "arguments": json.dumps({"key": "user.lang", "value": "de"})}}]
    }
    put("runs/one.jsonl", json.dumps({"ok": 1}) + "\n" + json.dumps(call) + "\n")
    found = document(capsys, "prompts", "--traces", "runs")
    assert [(one["file"], one["line"], one["severity"]) for one in found["findings"] if "runs" in one["file"]] == [
        ("runs/one.jsonl", 2, "warn")
    ]
    assert found["surfaces"]["kinds"] == {"prompt": 1, "trace": 1}


PROVIDER = """
from satchel.schema.surfaces.surface import Surface

class Console:
    name = "console"

    def surfaces(self):
        yield Surface.of("Read user.lang.", kind="prompt", where="greeting", name="system_prompt")
        if FAIL:
            raise OSError("the vendor is away")

FAIL = False
"""


def test_a_provider_brings_texts_from_elsewhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put("made_up_console.py", PROVIDER)
    try:
        found = document(capsys, "prompts", "--provider", "made_up_console:Console")
        assert ("console:greeting", 1, 6) in {(one["file"], one["line"], one["column"]) for one in found["findings"]}
        assert found["surfaces"]["kinds"] == {"prompt": 2}
        monkeypatch.setattr(sys.modules["made_up_console"], "FAIL", True)
        code, out, _ = scan(capsys, "prompts", "--provider", "made_up_console:Console")
        assert code == 1
        assert "error SURFACE_UNSCANNED" in out
        assert "the vendor is away" in out
        assert "console:greeting" in out
    finally:
        sys.modules.pop("made_up_console", None)


def test_an_entry_point_is_a_provider(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    put("site/made_up_point.py", PROVIDER)
    put("site/made_up-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: made-up\nVersion: 1.0\n")
    put("site/made_up-1.0.dist-info/entry_points.txt", "[satchel.surfaces]\nconsole = made_up_point:Console\n")
    monkeypatch.syspath_prepend("site")
    try:
        assert document(capsys, "prompts", "--provider", "console")["surfaces"]["kinds"] == {"prompt": 2}
    finally:
        sys.modules.pop("made_up_point", None)


def test_the_report_says_how_much_would_have_been_found(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (document(capsys, "--plant", "299")["planted"] for _ in range(2))
    assert first == second
    assert (first["found"], first["planted"], first["at_least"]) == (299, 299, 0.99003)
    assert "299 of 299" in scan(capsys, "--plant", "299")[2]
    assert Path("prompts/system.md").read_text("utf-8") == PROMPT


def test_two_processes_find_what_one_finds(capsys: pytest.CaptureFixture[str]) -> None:
    for n in range(6):
        put(f"prompts/p{n}.md", f"user.lang {n}\n" * 3)
    one, two = (document(capsys, "--mentions", "--jobs", str(jobs), "--plant", "20") for jobs in (1, 2))
    assert one == two
    assert len(one["findings"]) == 19


def test_exemptions_of_the_file_hold(capsys: pytest.CaptureFixture[str]) -> None:
    text = Path("memory_schema.yml").read_text("utf-8")
    put(
        "memory_schema.yml",
        text + "exemptions:\n  - {rule: SURFACE_DEPRECATED_KEY, number: 7, reason: r, expires: 2026-02-01}\n",
    )
    assert scan(capsys, "--now", "2026-02-01T00:00:00Z")[0] == 0
    assert "1 let through" in scan(capsys, "--now", "2026-02-01T00:00:00Z")[2]
    assert scan(capsys, "--now", "2026-02-02T00:00:00Z")[0] == 1


def test_chinese(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATCHEL_LANGUAGE", "zh")
    err = scan(capsys, "--plant", "20")[2]
    assert "植入的键名" in err
    assert "已读取 1 处文本" in err


def test_the_provider_of_the_page_works(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "guides" / "surfaces.md").read_text("utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    put("console_prompts.py", example)
    try:
        found = document(capsys, "prompts", "--provider", "console_prompts:Console", "--mentions")
        assert ("console:greeting", "user.display.theme") in {(one["where"], one["name"]) for one in found["mentions"]}
    finally:
        sys.modules.pop("console_prompts", None)


def test_names_of_files_may_be_anything(capsys: pytest.CaptureFixture[str]) -> None:
    put("prompts/a b:c,d\n.md", "user.lang")
    odd = os.fsdecode(b"prompts/\xff.md")
    try:
        put(odd, "user.lang")
    except OSError:
        pytest.skip("this file system has no such names")
    for form in ("text", "json", "github", "gitlab", "junit", "sarif"):
        code, out, _ = scan(capsys, "--format", form)
        assert (code, out.count("SURFACE_DEPRECATED_KEY") >= 3) == (1, True)
    assert "prompts/\\\\xff.md" in scan(capsys, "--format", "json")[1]


def test_the_measurement_of_speed_runs(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    results = tmp_path / "results.json"
    command = [sys.executable, "-m", "bench.surfaces", "--files", "12", "--bytes", "60000", "--json", str(results)]
    subprocess.run(command, cwd=root, capture_output=True, check=True, env={**os.environ, "PYTHONPATH": ""})
    rows = json.loads(results.read_text("utf-8"))["rows"]
    assert [(row["processes"], row["found"]) for row in rows] == [(2, 299), (1, 299)]

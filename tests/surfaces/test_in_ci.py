"""The hooks and the recipes for CI: they parse, their commands exist, and they end as their page says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from satchel.cli.app import code_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guides" / "schema-in-ci.md").read_text("utf-8")
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
RECIPES: list[Any] = [
    yaml.safe_load(body) for body in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
]
SCHEMA = """\
format: 1
schema: shop
revision: 1
next_number: 4
namespaces: {user: {number: 1, path: [users, "{id}"]}}
keys:
  - {number: 1, name: user.display.theme, in: user, type: {type: string}, since: 1, describe: Colours. Absent means never said.}
  - {number: 2, name: user.contact.email, in: user, type: {type: string}, since: 1, describe: Address. Absent means never said.}
  - number: 3
    name: user.prefs.colour
    in: user
    type: {type: string}
    since: 1
    status: deprecated
    deprecated: {at: 1, replaced_by: 1, migration: m1, reason: one name}
    describe: Old colours.
reserved:
  - {names: ["user.lang"], reason: never again}
  - {names: [user.nick], reason: retired}
"""  # fmt: skip
PROMPT = "You are a shop.\n<!-- satchel:prompt -->\n<!-- /satchel -->\n"


def edit(path: str, change: Callable[[str], str]) -> None:
    place = Path(path)
    before = place.read_text("utf-8")
    after = change(before)
    assert after != before
    place.write_text(after, "utf-8")


def rendered() -> None:
    assert code_of(["schema", "render", "--into", "prompts/system.md"]) == 0


def gone() -> None:
    edit(
        "memory_schema.yml",
        lambda text: re.sub(r".*user\.contact\.email.*\n", "", text).replace("revision: 1", "revision: 2", 1),
    )
    rendered()


def other_words() -> None:
    edit(
        "memory_schema.yml",
        lambda text: text.replace("Address.", "Address of the user.").replace("revision: 1", "revision: 2", 1),
    )
    rendered()


def new_key() -> None:
    more = "  - {number: 4, name: user.shipping.street, in: user, type: {type: string}, since: 2, describe: Street. Absent means never said.}\nreserved:"
    edit("memory_schema.yml", lambda text: text.replace("reserved:", more).replace("next_number: 4", "next_number: 5").replace("revision: 1", "revision: 2", 1))  # fmt: skip


CHANGES: dict[str, Callable[[], None]] = {
    "nothing wrong": lambda: None,
    "a key is gone from the file, its block made anew": gone,
    "another `describe`, its block made anew": other_words,
    "a new key, its block not made anew": new_key,
    "a prompt names a retired key": lambda: edit("prompts/system.md", lambda text: text + "Ask for user.nick.\n"),
    "code names a key that is only deprecated": lambda: edit(
        "src/app.py", lambda text: text + 'OLD = "user.prefs.colour"\n'
    ),
    "the schema is damaged": lambda: edit("memory_schema.yml", lambda text: text + "keys: [\n"),
}


def table() -> list[tuple[str, list[int]]]:
    rows = re.findall(r"^\| ([^|]+) \| (\d) \| (\d) \| (\d) \|$", PAGE, re.MULTILINE)
    return [(what, [int(code) for code in codes]) for what, *codes in rows]


def git(*arguments: str) -> None:
    who = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True, env=environment)


@pytest.fixture(autouse=True)
def _repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prompts").mkdir()
    Path("src").mkdir()
    Path("memory_schema.yml").write_text(SCHEMA, "utf-8")
    Path("prompts/system.md").write_text(PROMPT, "utf-8")
    Path("src/app.py").write_text('KEY = "user.display.theme"\n', "utf-8")
    rendered()
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "first")
    git("update-ref", "refs/remotes/origin/main", "HEAD")


def test_the_table_has_a_row_for_each_change() -> None:
    assert [what for what, _ in table()] == list(CHANGES)


@pytest.mark.parametrize(("what", "codes"), table(), ids=str)
def test_each_row_of_the_table_is_what_happens(what: str, codes: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    CHANGES[what]()
    said = [
        code_of(["schema", "check", "--against", "git:origin/main"]),
        code_of(["schema", "render", "--check", "--into", "prompts/system.md"]),
        code_of(["surfaces", "scan"]),
    ]
    assert said == codes, capsys.readouterr()


def run(command: str) -> subprocess.CompletedProcess[str]:
    scripts = str(Path(sys.executable).parent)
    environment = {
        **os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "GITHUB_BASE_REF": "main", "CI_DEFAULT_BRANCH": "main",
        "SATCHEL_EMBEDDER": "none",
    }  # fmt: skip
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=environment, check=False)


def commands(recipe: Any) -> list[str]:
    """Ours in a recipe, in order."""
    found: list[str] = []
    waiting = [recipe]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, dict):
            waiting += [inner for name, inner in one.items() if name != "name"]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and one.startswith("satchel "):
            found.append(one)
    return found


def test_the_recipes_are_those_of_github_and_gitlab() -> None:
    hooks, github, gitlab = RECIPES
    assert {hook["id"] for hook in hooks["repos"][0]["hooks"]} == {hook["id"] for hook in HOOKS}
    assert len(commands(github)) == len(commands(gitlab)) == 3
    assert gitlab["schema"]["artifacts"]["reports"]["codequality"] == ["schema.json", "surfaces.json"]


@pytest.mark.parametrize("recipe", [1, 2], ids=["github", "gitlab"])
def test_the_commands_of_a_recipe_run(recipe: int) -> None:
    for command in commands(RECIPES[recipe]):
        ran = run(command)
        assert ran.returncode == 0, (command, ran.stderr)
    new_key()
    edit("prompts/system.md", lambda text: text + "Ask for user.nick.\n")
    codes = {command.split(" --")[0]: run(command).returncode for command in commands(RECIPES[recipe])}
    assert codes == {"satchel schema check": 0, "satchel schema render": 1, "satchel surfaces scan": 1}
    if recipe == 2:
        import json

        reports = {name: json.loads(Path(name).read_text("utf-8")) for name in ("schema.json", "surfaces.json")}
        assert [one["check_name"] for one in reports["surfaces.json"]] == ["SURFACE_DEPRECATED_KEY"]


def hook(name: str) -> dict[str, Any]:
    return next(one for one in HOOKS if one["id"] == name)


def as_pre_commit(name: str, files: list[str], arguments: list[str]) -> int:
    """Run a hook as pre-commit does: entry, args, then the files, where it wants them; not at all without a file."""
    one = hook(name)
    wanted = [file for file in files if re.search(one.get("files", ""), file)]
    if not wanted:
        return 0
    given = wanted if one.get("pass_filenames", True) else []
    return run(" ".join(map(shlex.quote, [*shlex.split(one["entry"]), *arguments, *given]))).returncode


def test_hooks_have_what_pre_commit_asks_for() -> None:
    for one in HOOKS:
        assert {"id", "name", "entry", "language"} <= one.keys()
        assert one["language"] == "python"
        assert (ROOT / one["additional_dependencies"][0] / "pyproject.toml").is_file()


def test_hooks_pass_and_fail() -> None:
    arguments = {one["id"]: one.get("args", []) for one in RECIPES[0]["repos"][0]["hooks"]}
    files = ["memory_schema.yml", "prompts/system.md", "src/app.py"]
    assert [as_pre_commit(name, files, given) for name, given in arguments.items()] == [0, 0, 0]
    edit("prompts/system.md", lambda text: text.replace("Colours", "Colors") + "Ask for user.nick.\n")
    assert [as_pre_commit(name, files, given) for name, given in arguments.items()] == [0, 1, 1]
    # Of the files alone that are committed; a prompt that is not among them is another commit's.
    assert as_pre_commit("satchel-surfaces-scan", ["src/app.py"], []) == 0
    assert run("satchel schema publish").returncode == 0
    edit(
        "memory_schema.yml",
        lambda text: text.replace("{type: string}, since: 1, describe: Addr", "{type: integer}, describe: Addr"),
    )
    assert as_pre_commit("satchel-schema-check", files, []) == 1
    assert as_pre_commit("satchel-schema-check", ["src/app.py"], []) == 0


def test_the_check_hook_looks_at_revisions_too() -> None:
    pattern = re.compile(hook("satchel-schema-check")["files"])
    for file in (
        "memory_schema.yml",
        "agent/memory_schema.yaml",
        "schema/revisions/000001.json",
        "a/schema/revisions/12.json",
    ):
        assert pattern.search(file)
    for file in ("my_memory_schema.yml", "memory_schema.yml.bak", "schema/revisions/x.json", "schema.yml"):
        assert not pattern.search(file)

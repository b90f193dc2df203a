"""`satchel allow` and `satchel export --for`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Run = Callable[..., Any]


def test_a_class_is_let_through_listed_and_taken_back(run: Run) -> None:
    run("remember", "User is allergic to peanuts")
    assert "peanuts" not in run("wake", "--task", "order peanuts").out
    given = run("allow", "health", "--scope", "user:me", "--json").json
    assert (given["class"], given["scope"], given["actor"]) == ("health", "user:me", "satchel")
    assert "peanuts" in run("wake", "--task", "order peanuts").out
    assert [p["class"] for p in run("allow", "--list", "--json").json["permissions"]] == ["health"]
    assert "health" in run("allow", "--list").out
    assert run("allow", "health", "--remove", "--scope", "user:me", "--json").json["removed"] is True
    assert run("allow", "health", "--remove", "--json").json["removed"] is False
    assert run("allow", "--list", "--json").json == {"permissions": []}


def test_what_is_wrong_is_said(run: Run) -> None:
    run("remember", "x y z")
    assert run("allow", "--json").code == 2
    assert run("allow", "allergies").code == 2
    assert run("allow", "health", "--scope", "nobody").code == 2


def test_an_export_for_somebody_says_what_is_not_shared(run: Run, tmp_path: Path) -> None:
    run("remember", "User likes tea")
    out = tmp_path / "f.satchel"
    told = run("export", "--scope", "*", "-o", out, "--for", "user:bob", "--json").json
    assert told["trailer"]["records"] == 1
    assert run("export", "--scope", "*", "-o", out, "--for", "bob").code == 2

"""Cases of rules as data: edits of one base schema, all but the last published; and the helpers that play them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from satchel.schema.check import Checked, check
from satchel.schema.file import SchemaFile, read_schema
from satchel.schema.revisions import History, make_revision

FIXTURES = Path(__file__).parent / "fixtures"
TODAY = date(2026, 6, 1)
Schema = dict[str, Any]


@dataclass(frozen=True)
class Case:
    rule: str
    about: str
    steps: list[Mapping[str, Any]]
    fires: bool
    line: str = ""
    """What stands in the line that the finding points to."""
    severity: str = ""
    accepted: bool = False
    """Whether publishing let the differences of the steps through."""
    evidence: Mapping[str, Any] = field(default_factory=dict)
    swap: Mapping[str, str] = field(default_factory=dict)
    """Stretches of the base as it is written → what stands there instead, where the form is what matters."""
    double: int = 0
    """How many types there are each of which holds the next one twice."""
    wide: int = 0
    """How many properties a type has."""


def base() -> Schema:
    loaded: Schema = yaml.load((FIXTURES / "base.yml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return loaded


def all_cases() -> list[Case]:
    found = []
    for path in sorted(FIXTURES.glob("*/*.yml")):
        for rule, kinds in yaml.safe_load(path.read_text("utf-8")).items():
            for kind in ("fires", "silent"):
                for about, case in kinds[kind].items():
                    case = dict(case) if isinstance(case, dict) else {"steps": case}
                    steps = case.pop("steps", [{}])
                    found.append(Case(rule=rule, about=about, fires=kind == "fires", steps=steps, **case))
    return found


def edited(schema: Schema, step: Mapping[str, Any]) -> Schema:
    """A schema with the edits of a step: `set` path → value, `delete` paths, `add` keys, `reserve` entries."""
    made = copy.deepcopy(schema)
    for path, value in step.get("set", {}).items():
        holder, name = _place(made, path)
        holder[name] = value
    for path in step.get("delete", ()):
        holder, name = _place(made, path)
        del holder[name]
    for key in step.get("add", ()):
        made["keys"].append(
            {"in": "rider", "type": {"type": "string"}, "status": "active", "describe": "Made up.", **key}
        )
        made["next_number"] = max(made["next_number"], int(key["number"]) + 1)
    made.setdefault("reserved", []).extend(step.get("reserve", ()))
    made.setdefault("exemptions", []).extend(step.get("exempt", ()))
    return made


def _place(schema: Schema, path: str) -> tuple[Any, Any]:
    """`keys.7.type` is the type of key number 7."""
    here: Any = schema
    parts = path.split("/")
    for part in parts[:-1]:
        here = here[_index(here, part)]
    return here, _index(here, parts[-1])


def _index(here: Any, part: str) -> Any:
    if not isinstance(here, list):
        return part
    numbered = [i for i, one in enumerate(here) if isinstance(one, dict) and str(one.get("number")) == part]
    return numbered[0] if numbered else int(part)


def written(schema: Schema) -> str:
    return yaml.dump(schema, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=10_000)


def history_of(schemas: Iterable[Schema], *, accepted: bool = False) -> History:
    """All of them published, one revision each."""
    history = History()
    for number, schema in enumerate(schemas, start=1):
        file = read_schema(written({**schema, "revision": number}), "memory_schema.yml")
        assert file.snapshot is not None
        pairs = check(file, history=copy.deepcopy(history), today=TODAY).pairs if accepted else ()
        history.add(make_revision(file.snapshot, history, published_at="2026-01-01T00:00:00Z", accepted=pairs))
    return history


def _of_form(case: Case) -> str:
    text = (FIXTURES / "base.yml").read_text("utf-8")
    for old, new in case.swap.items():
        assert text.count(old) == 1, (case.about, old, text.count(old))
        text = text.replace(old, new)
    twice = [
        f"  D{n}: {{type: object, properties: {{a: {{$ref: D{n + 1}}}, b: {{$ref: D{n + 1}}}}}}}"
        for n in range(case.double)
    ]
    more = [*twice, f"  D{case.double}: {{type: string}}"] if twice else []
    if case.wide:
        parts = ", ".join(f"p{n}: {{type: string}}" for n in range(case.wide))
        more.append(f"  Wide: {{type: object, properties: {{{parts}}}}}")
    return text.replace("types:\n", "\n".join(["types:", *more, ""]), 1)


def play(case: Case) -> tuple[SchemaFile, str, Checked]:
    """The check of the last step against all before it."""
    if case.swap or case.double or case.wide:
        text = _of_form(case)
        file = read_schema(text, "memory_schema.yml")
        return file, text, check(file, today=TODAY)
    states = [base()]
    for step in case.steps:
        states.append(edited(states[-1], step))
    now = {"revision": len(states), **{k: v for k, v in states[-1].items() if k != "revision"}}
    if "revision" in case.steps[-1].get("set", {}):
        now["revision"] = case.steps[-1]["set"]["revision"]
    text = written(now)
    file = read_schema(text, "memory_schema.yml")
    history = history_of(states[:-1], accepted=case.accepted)
    return file, text, check(file, history=history, today=TODAY, evidence=case.evidence)

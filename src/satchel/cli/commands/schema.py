"""`schema`: the file that declares what an agent may remember, and the rules of changing it."""

from __future__ import annotations

import difflib
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satchel.cli import exits, options
from satchel.cli.output import note, print_json, print_text, progress_bar
from satchel.cli.wording import say
from satchel_protocol.errors import UsageError

if TYPE_CHECKING:
    from satchel.schema.finding import Finding
    from satchel.service.schema import Base, Project

schema = typer.Typer(
    name="schema", help=say("The memory schema: check it, publish it, explain its rules."), no_args_is_help=True
)
SchemaPath = Annotated[
    Path, typer.Argument(metavar="[FILE]", help=say("The schema; memory_schema.yml by default."), show_default=False)
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="BASE",
        help=say("Compare with git:REF, a file or a store instead of the newest revision."),
    ),
]
Now = Annotated[
    str | None, typer.Option("--now", metavar="INSTANT", help=say("Judge as of this time; now by default."))
]
_DEFAULT = Path("memory_schema.yml")


@schema.command("check", help=say("Look for changes that break what was published; errors give exit code 1."))
def check(
    file: SchemaPath = _DEFAULT,
    against: Against = None,
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help=say("text, json, github, gitlab, junit or sarif."))
    ] = "text",
    now: Now = None,
    as_json: options.AsJson = False,
) -> int:
    """Exit codes: 0 clean, 1 errors, 2 wrong usage or unreadable, 3 only evidence or a replay is outstanding."""
    from satchel.schema.finding import exit_code
    from satchel.schema.printing import FORMATS

    wanted = "json" if as_json and form == "text" else form
    if wanted not in FORMATS:
        raise UsageError(f"--format: {form!r} is none of {', '.join(FORMATS)}")
    project = _open(file)
    base = _base(project, against)
    checked = project.check(_instant(now).date(), base.snapshot if base is not None else None)
    print_text(FORMATS[wanted](checked.findings).rstrip("\n")) if checked.findings or wanted != "text" else None
    if wanted == "text":
        _summary(checked.findings, exempted=len(checked.exempted))
    return exit_code(checked.findings)


@schema.command("init", help=say("Write a first schema, out of a store, traces of agents, or LangGraph's store."))
def init(
    file: SchemaPath = _DEFAULT,
    from_store: Annotated[
        bool, typer.Option("--from-store", help=say("Propose a key for each one that the store holds."))
    ] = False,
    from_traces: Annotated[
        list[Path] | None,
        typer.Option(
            "--from-traces",
            metavar="PATH",
            help=say("Propose keys out of what agents did in these traces, a file or folder; may repeat."),
        ),
    ] = None,
    from_langgraph: Annotated[
        Path | None,
        typer.Option(
            "--from-langgraph", metavar="DB", help=say("Propose keys out of the database of LangGraph's SqliteStore.")
        ),
    ] = None,
    tool: Annotated[
        list[str] | None,
        typer.Option(
            "--tool",
            metavar="NAME=WHAT",
            help=say("What a tool in traces does: NAME=put:KEY_ARGUMENT,VALUE_ARGUMENT or NAME=ignore; may repeat."),
        ),
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help=say("What the schema is called."))] = "memory",
    store: options.StoreUrl = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> None:
    """Write a first schema, out of a store, traces of agents, or LangGraph's store; an empty one without any."""
    from satchel.cli.files import check_writable, write_text
    from satchel.service.mining import mine

    if file.exists() and not dry_run:
        raise UsageError(f"{file} exists already; name another file, or remove it first")
    with progress_bar(quiet=as_json) as bar:
        mined = mine(
            name,
            store=store,
            from_store=from_store,
            traces=from_traces or (),
            langgraph=from_langgraph,
            tools=tool or (),
            progress=bar,
        )
    made = mined.proposal
    if not dry_run:
        check_writable(file)
        write_text(file, made.text)
    if as_json:
        print_json(
            {
                "file": str(file),
                "text": made.text,
                "keys": made.keys,
                "left_out": made.left_out,
                "notes": mined.notes,
                "renamed": [{"name": one.name, "written": one.written, "why": one.why} for one in made.renamed],
                "look_alikes": made.groups,
                "traces": mined.traces,
                "dry_run": dry_run,
            }
        )
        return
    if dry_run:
        print_text(made.text.rstrip("\n"))
    if mined.traces is not None:
        _traces(mined.traces)
    for text in [*made.left_out, *(one.said() for one in made.renamed), *mined.notes]:
        note(text)
    if made.groups:
        note(say("{n} groups of keys that may be one; the file lists them with what speaks for it", n=len(made.groups)))
    note(say("{path}: {n} keys; look through it, then satchel schema check", path=file, n=made.keys))


def _traces(found: dict[str, Any]) -> None:
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in found["verdicts"].items())
    note(
        say(
            "{traces} traces ({verdicts}) of {sessions} sessions in {files} files, {operations} operations on memories",
            traces=found["traces"],
            verdicts=verdicts,
            sessions=found["sessions"],
            files=found["files"],
            operations=found["operations"],
        )
    )
    for name, lack in found["lacks"].items():
        note(say("{n} of them: {why} ({lack})", n=lack["traces"], why=lack["why"], lack=name))
    if found["tools"]:
        note(say("tools taken for memories: {tools}", tools=", ".join(found["tools"])))


@schema.command("explain", help=say("Show the page of a rule, or list all rules."))
def explain(
    rule: Annotated[str | None, typer.Argument(metavar="[RULE]", help=say("Such as KEY_SAME_NAME."))] = None,
    as_json: options.AsJson = False,
) -> None:
    """Show the page of a rule, or list all rules."""
    from satchel.schema.rules import RESERVED, RULES

    if rule is None:
        if as_json:
            print_json({"rules": [_told(one) for one in RULES.values()], "reserved": RESERVED})
            return
        for one in RULES.values():
            print_text(f"{one.id:<28} {one.severity.value:<8} {one.page.splitlines()[0]}")
        return
    id = rule.upper().replace("-", "_")
    if id in RESERVED:
        found: dict[str, Any] = {"rule": id, "reserved": RESERVED[id]}
        text = say("{rule} is reserved and not checked yet: it {why}.", rule=id, why=RESERVED[id])
    elif id in RULES:
        found = _told(RULES[id])
        text = f"{id} ({RULES[id].severity.value}, {RULES[id].category.value})\n\n{RULES[id].page}"
    else:
        near = difflib.get_close_matches(id, [*RULES, *RESERVED], n=1)
        hint = f"; did you mean {near[0]}?" if near else "; satchel schema explain lists them"
        raise UsageError(f"there is no rule {rule!r}{hint}")
    if as_json:
        print_json(found)
    else:
        print_text(text)


@schema.command("diff", help=say("Show what is different from the newest revision, or from a base."))
def diff(file: SchemaPath = _DEFAULT, against: Against = None, as_json: options.AsJson = False) -> None:
    """Show what is different from the newest revision, or from a base."""
    from satchel.schema.changes import diff as compared
    from satchel.schema.snapshot import Snapshot

    project = _open(file)
    snapshot = _readable(project)
    base = _base(project, against)
    old = (base.snapshot if base is not None else project.history.last()) or Snapshot.of()
    found = compared(old, snapshot)
    if as_json:
        print_json(
            {
                "file": str(file),
                "against": against or (f"revision {old.revision}" if old.revision else None),
                "changes": found,
            }
        )
        return
    for change in found:
        sign = {"added": "+", "removed": "-", "changed": "~"}[change["change"]]
        print_text(f"{sign} {change['what']}  {change['name']}")
        for name, values in change["fields"].items():
            print_text(f"    {name}: {_value(values, 'old')} → {_value(values, 'new')}")
    if not found:
        note(say("Nothing is different."))


@schema.command("publish", help=say("Record the schema as a revision that all later changes are compared with."))
def publish(
    file: SchemaPath = _DEFAULT,
    into: Annotated[
        str | None, typer.Option("--into", metavar="URL", help=say("Put the revision into this store as well."))
    ] = None,
    now: Now = None,
    dry_run: options.DryRun = False,
    as_json: options.AsJson = False,
) -> int:
    """Record the schema as a revision; refused, with the exit code of the check, while anything stands against it."""
    from satchel.schema.finding import OUTSTANDING, Severity, exit_code
    from satchel.schema.printing import as_text
    from satchel.service.schema import published, store_revisions

    at = _instant(now)
    project = _open(file)
    revision, checked = published(project, at, write=not dry_run)
    code = exit_code(checked.findings)
    stopping = (Severity.ERROR, *OUTSTANDING)
    stored: list[int] = []
    if not code and into is not None and not dry_run:
        stored = store_revisions(into, project.history.revisions, at)
    path = str(project.path_of(revision)) if revision is not None else None
    if as_json:
        print_json(
            {
                "published": revision.number if revision is not None else None,
                "path": path,
                "stored": stored,
                "findings": [one.to_json() for one in checked.findings],
                "dry_run": dry_run,
            }
        )
        return code
    if code:
        print_text(as_text(checked.findings).rstrip("\n"))
        note(say("Not published: settle the findings first."))
        if any(one.number is not None for one in checked.findings if one.severity in stopping):
            note(
                say(
                    "What was looked at and is meant goes under exemptions, with its fingerprint (satchel schema check --json)."
                )
            )
    elif revision is None:
        note(say("Nothing has changed since the last revision."))
    elif dry_run:
        note(say("Would be published as revision {n}: {path}", n=revision.number, path=path))
    else:
        note(say("Published as revision {n}: {path}", n=revision.number, path=path))
    if stored:
        note(say("Put into {url}: revisions {numbers}", url=into, numbers=", ".join(map(str, stored))))
    return code


@schema.command("fmt", help=say("Lay the file out in one way; comments and values stay as they are."))
def fmt(
    file: SchemaPath = _DEFAULT,
    only_check: Annotated[
        bool, typer.Option("--check", help=say("Change nothing; exit code 1 when the layout is another."))
    ] = False,
    as_json: options.AsJson = False,
) -> int:
    """Lay the file out in one way; comments and values stay as they are."""
    from satchel.cli.files import check_writable
    from satchel.service.schema import formatted, replace_file

    before, after = formatted(file)
    differs = before != after
    if differs and not only_check:
        check_writable(file)
        replace_file(file, after)
    if as_json:
        print_json({"file": str(file), "changed": differs and not only_check, "differs": differs})
    elif differs:
        note(say("{path}: the layout is another", path=file) if only_check else say("{path}: laid out anew", path=file))
    return exits.FINDINGS if differs and only_check else exits.OK


@schema.command("show", help=say("Show what the file and its revisions say of one key, and how often it was used."))
def show(
    key: Annotated[str, typer.Argument(metavar="KEY", help=say("Name, alias or number of a key."))],
    file: SchemaPath = _DEFAULT,
    store: options.StoreUrl = None,
    as_json: options.AsJson = False,
) -> None:
    """Show what the file and its revisions say of one key, and what was counted of it in the store."""
    from satchel.cli.commands.counting import line_of
    from satchel.schema.changes import all_names, known_of
    from satchel.service.counters import counted

    project = _open(file)
    snapshot = _readable(project)
    found = known_of(project.file, project.history, key)
    if found is None:
        near = difflib.get_close_matches(key, all_names(snapshot), n=1)
        raise UsageError(f"there is no key {key!r} in {file}" + (f"; did you mean {near[0]}?" if near else ""))
    with options.memory(store) as memory:
        counts = counted(memory.url).of(found["number"]) if found["number"] is not None else None
    if as_json:
        print_json({**found, "counters": counts})
        return
    place = found["place"]
    where = f"  {place['file']}:{place['line']}" if place else ""
    print_text(f"{found['number'] if found['number'] is not None else '–'}  {found['name']}  {found['state']}{where}")
    for name, value in (found["key"] or found["reserved"] or {}).items():
        if name not in {"number", "name"}:
            print_text(f"    {name}: {_value({'old': value}, 'old')}")
    for form in found["forms"]:
        span = f"{form['first']}" if form["first"] == form["last"] else f"{form['first']}–{form['last']}"
        changed = ", ".join(form["fields"]) or form["name"]
        print_text("    " + say("revisions {span}: {what}", span=span, what=changed))
    if counts is not None and counts["total"]:
        print_text("    " + say("counted: {what}", what=line_of({**counts, "number": found["number"]})))


@schema.command("render", help=say("Make the prompt block, examples, tools, models or a page of the schema."))
def render(
    file: SchemaPath = _DEFAULT,
    target: Annotated[
        str,
        typer.Option(
            "--target",
            metavar="WHAT",
            help=say("prompt, examples, tools-openai, tools-anthropic, tools-mcp, models, keys-pyi or page."),
        ),
    ] = "prompt",
    into: Annotated[
        list[Path] | None,
        typer.Option(
            "--into", metavar="PATH", help=say("Make the blocks between satchel marks in this file anew; may repeat.")
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help=say("Make this whole file anew, such as tools.json."))
    ] = None,
    only_check: Annotated[
        bool, typer.Option("--check", help=say("Change nothing; exit code 1 when a block or file is out of date."))
    ] = False,
    as_json: options.AsJson = False,
) -> int:
    """Make the prompt block, examples, tools, models or a page of the schema."""
    from satchel.cli.files import check_writable, write_text
    from satchel.service.schema import refreshed, rendered, replace_file, whole
    from satchel.text.size import estimated_tokens

    project = _open(file)
    if not into and out is None:
        if only_check:
            raise UsageError("--check looks at files: name them with --into, for blocks in them, or --out")
        text = rendered(project, target)
        tokens, budget = estimated_tokens(text), _readable(project).budget_tokens
        if as_json:
            print_json({"target": target, "text": text, "tokens": tokens, "budget_tokens": budget})
        else:
            print_text(text.rstrip("\n"))
            note(say("about {n} tokens", n=tokens))
        return exits.OK
    made: list[tuple[Path, str | None, str]] = [(path, *refreshed(project, path)) for path in into or ()]
    if out is not None:
        check_writable(out)
        made.append((out, whole(out), rendered(project, target)))
    stale = [path for path, before, after in made if before != after]
    for path, before, after in made:
        if before is None and not only_check:
            write_text(path, after)
        elif before is not None and before != after and not only_check:
            replace_file(path, after)
    if as_json:
        print_json({"files": [{"file": str(path), "differs": path in stale} for path, *_ in made], "check": only_check})
    for path in stale if not as_json else ():
        note(say("{path}: out of date", path=path) if only_check else say("{path}: made anew", path=path))
    return exits.FINDINGS if stale and only_check else exits.OK


def _open(file: Path) -> Project:
    from satchel.service.schema import Project

    return Project.open(file)


def _base(project: Project, against: str | None) -> Base | None:
    from satchel.service.schema import base_of

    if against is None:
        return None
    base = base_of(project, against)
    if base.note:
        note(base.note)
    return base


def _readable(project: Project) -> Any:
    if project.file.snapshot is None:
        first = project.file.findings[0]
        raise UsageError(f"{first.file}:{first.line}:{first.column}: {first.message}")
    return project.file.snapshot


def _instant(text: str | None) -> datetime:
    return options.read_time(text, "--now") or datetime.now(UTC)


def _told(rule: Any) -> dict[str, Any]:
    return {
        "rule": rule.id, "severity": rule.severity.value, "category": rule.category.value, "subject": rule.subject,
        "page": rule.page,
    }  # fmt: skip


def _summary(findings: list[Finding], *, exempted: int) -> None:
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding.severity.value] = counts.get(finding.severity.value, 0) + 1
    if counts:
        note(", ".join(f"{count} {name}" for name, count in counts.items()))
    else:
        note(say("No findings."))
    if exempted:
        note(say("{n} let through by exemptions", n=exempted))


def _value(values: dict[str, Any], side: str) -> str:
    import json

    return json.dumps(values[side], ensure_ascii=False) if side in values else "–"

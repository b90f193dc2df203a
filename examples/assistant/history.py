"""Builds the example's schema step by step, publishing each state: `python examples/assistant/history.py FOLDER`.

What stands in this folder was made by it, and a test makes it again. Read the steps from the top: they are what a team does
to a memory schema in a year.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from satchel.schema.formatting import format_text
from satchel.service.schema import Project, published

Schema = dict[str, Any]

HEAD = """\
# What the assistant of Harbour Parcels remembers. Made by history.py, which tells how it came to this.
# yaml-language-server: $schema=../../spec/memory_schema.schema.json
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One published change."""

    day: str
    why: str
    change: Callable[[Schema], None]


def key(number: int, name: str, place: str, type: Any, describe: str, **more: Any) -> Schema:
    """A key as it stands in the file; prompts and tools show it, and few-shots where it has examples."""
    shown = ["system_prompt", "reflection", "tools", *(["few_shots"] if "examples" in more else [])]
    body = {"number": number, "name": name, "in": place, "type": type, "status": "active", "describe": describe}
    return {**body, **more, "surfaces": shown}


def add(*keys: Schema) -> Callable[[Schema], None]:
    """New keys, under the next numbers."""

    def change(schema: Schema) -> None:
        for one in keys:
            assert one["number"] == schema["next_number"]
            schema["next_number"] += 1
            schema["keys"].append({**one, "since": schema["revision"]})

    return change


def edit(number: int, **fields: Any) -> Callable[[Schema], None]:
    """Other fields of a key; None takes one out."""

    def change(schema: Schema) -> None:
        (found,) = (one for one in schema["keys"] if one["number"] == number)
        for name, value in fields.items():
            found[name] = value
            if value is None:
                del found[name]

    return change


def deprecate(number: int, replaced_by: int, reason: str, **more: Any) -> Callable[[Schema], None]:
    """A key goes out of use, and says what to use instead."""

    def change(schema: Schema) -> None:
        at = schema["revision"]
        said = {"at": at, "replaced_by": replaced_by, "migration": f"m{at:03d}", "reason": reason}
        edit(number, status="deprecated", deprecated=said, surfaces=None, **more)(schema)

    return change


def retire(number: int, evidence: str) -> Callable[[Schema], None]:
    """A key that nothing uses any more: its number and names are kept for good."""

    def change(schema: Schema) -> None:
        (found,) = (one for one in schema["keys"] if one["number"] == number)
        schema["keys"].remove(found)
        entry = {"number": number, "name": found["name"], "aliases": found.get("aliases", [])}
        entry |= {
            "retired": schema["revision"],
            "replaced_by": found["deprecated"]["replaced_by"],
            "evidence": evidence,
        }
        schema.setdefault("reserved", []).append({name: value for name, value in entry.items() if value != []})

    return change


def namespace(name: str, path: list[str], **more: Any) -> Callable[[Schema], None]:
    """A place for keys."""

    def change(schema: Schema) -> None:
        places = schema["namespaces"]
        places[name] = {"number": len(places) + 1, "path": path, "since": schema["revision"], **more}

    return change


def together(*changes: Callable[[Schema], None]) -> Callable[[Schema], None]:
    """Several changes at once."""

    def change(schema: Schema) -> None:
        for one in changes:
            one(schema)

    return change


def new_type(name: str, type: Any) -> Callable[[Schema], None]:
    """A type that keys refer to."""
    return lambda schema: schema.setdefault("types", {}).update({name: type})


def exempt(rule: str, number: int, reason: str, *, expires: str) -> Callable[[Schema], None]:
    """Let a finding through for a while."""
    entry = {"rule": rule, "number": number, "reason": reason, "expires": expires}
    return lambda schema: schema.setdefault("exemptions", []).append(entry)


TICKET = {
    "type": "object",
    "required": ["title", "state"],
    "properties": {
        "title": {"type": "string", "maxLength": 120},
        "state": {"type": "string", "enum": ["open", "done"]},
    },
}
WINDOWS = ["morning", "afternoon", "evening", "saturday"]
TEXT = {"type": "string", "maxLength": 200}

# fmt: off
STEPS = (
    Step(
        "2025-04-07",
        "What the traces showed, sorted by a person: one language, one slot, tickets as items.",
        together(
            namespace("customer", ["customers", "{customer_id}"]),
            namespace("tickets", ["customers", "{customer_id}", "tickets"], collection=True),
            new_type("Ticket", TICKET),
            add(
                key(1, "customer.display_name", "customer", {"type": "string", "maxLength": 80}, "How the customer wants to be called. Absent means nobody asked.", examples=["Ilse"]),
                key(2, "customer.nickname", "customer", {"type": "string", "maxLength": 80}, "What friends call the customer."),
                key(3, "customer.language", "customer", {"type": "string", "maxLength": 16}, "Language to answer in. Absent means answer in the language of the message.", examples=["de"], aliases=["customer_language", "language_pref", "preferred_language"]),
                key(4, "delivery.slot", "customer", TEXT, "When parcels should come, in the customer's words.", aliases=["preferred_delivery_time"]),
                key(5, "tickets.open[*]", "tickets", {"$ref": "Ticket"}, "One ticket. Set its state to done instead of deleting it.", item_id="{ticket_id}", examples=[{"title": "Damaged box", "state": "open"}]),
            ),
        ),
    ),
    Step(
        "2025-04-28",
        "The tone that customers asked for again and again.",
        together(
            new_type("Tone", {"type": "string", "enum": ["brief", "formal", "friendly"]}),
            add(key(6, "customer.tone", "customer", {"$ref": "Tone"}, "Tone the customer asked for. Absent means the customer never said.", examples=["brief"])),
        ),
    ),
    Step(
        "2025-05-19",
        "Pickup points, and hints for the driver.",
        add(
            key(7, "delivery.pickup_point", "customer", TEXT, "Where the customer collects parcels. Absent means they are brought."),
            key(8, "delivery.address_hint", "customer", TEXT, "What helps the driver at the door.", sensitivity="personal", retention="180d"),
        ),
    ),
    Step(
        "2025-06-02",
        "How to reach the customer; only the contact form writes the address.",
        together(
            new_type("Channel", {"type": "string", "enum": ["email", "phone", "letter"]}),
            add(
                key(9, "contact.channel", "customer", {"$ref": "Channel"}, "How the customer wants to be reached. Absent means e-mail.", examples=["email"]),
                key(10, "contact.email", "customer", {"type": "string", "format": "email"}, "Address that the customer confirmed. Absent means never confirmed.", sensitivity="personal", retention="90d", write="tool_only"),
            ),
        ),
    ),
    Step(
        "2025-06-23",
        "One name is enough.",
        deprecate(2, 1, "two names for one thing; models wrote now one and now the other"),
    ),
    Step(
        "2025-07-14",
        "Tickets say until when an answer is due.",
        lambda schema: schema["types"]["Ticket"]["properties"].update({"due_on": {"type": "string", "format": "date"}}),
    ),
    Step(
        "2025-08-25",
        "Nothing has used the nickname for sixty days.",
        retire(2, "evidence/0002-r7.json"),
    ),
    Step(
        "2025-09-15",
        "What belongs to one conversation alone.",
        together(
            namespace("session", ["sessions", "{session_id}"], retention="30d"),
            add(key(11, "session.parcel_in_question", "session", {"type": "string", "maxLength": 20}, "Number of the parcel that this conversation is about.", examples=["H-204"])),
        ),
    ),
    Step(
        "2025-10-06",
        "Delivery windows that the planning can use, instead of free text.",
        together(
            new_type("Window", {"type": "string", "enum": WINDOWS}),
            add(key(12, "delivery.window", "customer", {"$ref": "Window"}, "When parcels should come. Absent means at any time.", examples=["evening"])),
            deprecate(
                4, 12, "free text that no planning could use",
                translate={
                    "up": {"map": {"weekdays after 18:00": "evening", "Saturday mornings": "saturday"}, "otherwise": "quarantine"},
                    "down": {"copy": True},
                    "loss": ["up"],
                },
            ),
        ),
    ),
    Step(
        "2025-11-03",
        "What the customer needs at the counter; kept apart and short.",
        add(key(13, "customer.access_needs", "customer", TEXT, "What the customer needs at a counter or door. Write only what the customer said.", sensitivity="sensitive", retention="90d")),
    ),
    Step(
        "2025-12-01",
        "Tickets that are settled.",
        add(key(14, "tickets.closed[*]", "tickets", {"$ref": "Ticket"}, "One settled ticket, for questions that come later.", item_id="{ticket_id}", write="tool_only", not_a_rename=[5])),
    ),
    Step(
        "2026-01-12",
        "When the customer last wrote; a tool counts that.",
        add(key(15, "contact.last_seen", "customer", {"type": "string", "format": "date-time"}, "When the customer last wrote.", write="tool_only")),
    ),
    Step(
        "2026-02-02",
        "The messenger is a channel. Prompts and examples were rendered anew and the replay was looked at by a person.",
        together(
            lambda schema: schema["types"]["Channel"]["enum"].append("messenger"),
            exempt("ENUM_VALUE_ADDED", 9, "replayed by hand on 240 sessions, no difference", expires="2026-03-31"),
        ),
    ),
    Step(
        "2026-03-09",
        "How satisfied the customer was, and a budget for the prompt. The exemption has done its work.",
        together(
            add(key(16, "feedback.last_score", "customer", {"type": "integer", "enum": [1, 2, 3, 4, 5]}, "Last score that the customer gave, 5 is best.", examples=[4])),
            lambda schema: schema.pop("exemptions"),
            lambda schema: schema.update(render={"budget_tokens": 900}),
        ),
    ),
)
# fmt: on
EVIDENCE = {
    "evidence/0002-r7.json": {
        "number": 2,
        "key": "customer.nickname",
        "window": ["2025-06-25", "2025-08-24"],
        "alias_hits": 0,
        "mentions_in_outputs": 0,
        "mentions_in_surfaces": 0,
        "sessions_older_than_cut_over": 0,
        "planted_found": "299 of 299",
    }
}


def build(folder: Path) -> None:
    """Publish every step into a folder, one after the other.

    Raises:
        SystemExit: a step breaks what was published before it.
    """
    for name, bundle in EVIDENCE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(bundle, indent=2) + "\n", "utf-8")
    path = folder / "memory_schema.yml"
    schema: Schema = {
        "format": 1, "schema": "harbour", "revision": 0, "next_number": 1,
        "defaults": {"owners": ["team-desk"], "retention": "400d", "sensitivity": "internal", "write": "model"},
        "namespaces": {}, "types": {}, "keys": [],
        "surfaces": {
            "system_prompt": ["prompts/system.md"],
            "reflection": ["prompts/reflection.md"],
            "few_shots": ["few_shots/*.md"],
            "tools": ["tools/*.json"],
        },
    }  # fmt: skip
    for step in STEPS:
        schema["revision"] += 1
        step.change(schema)
        path.write_text(text_of(schema), "utf-8", newline="\n")
        revision, checked = published(
            Project.open(path), datetime.fromisoformat(f"{step.day}T09:00:00+00:00").astimezone(UTC)
        )
        if revision is None:
            found = "\n".join(f"{one.rule}: {one.message}" for one in checked.findings)
            raise SystemExit(f"step {schema['revision']}, {step.why}\n{found}")


def text_of(schema: Schema) -> str:
    """The file: sections apart, a line for each small thing."""
    out = HEAD
    for section, value in schema.items():
        if section == "keys":
            out += "\nkeys:\n" + "".join(f"  {line}\n" for line in dumped([small(one) for one in value]).splitlines())
        elif section in {"namespaces", "types", "reserved", "exemptions", "surfaces"}:
            out += "\n" + dumped({section: small(value)}) if value else ""
        else:
            out += dumped(small({section: value}))
    return format_text(out)


class Line(dict[str, Any]):
    """A mapping in one line."""


class ListLine(list[Any]):
    """A list in one line."""


class Dumper(yaml.SafeDumper):
    """Writes values out where they stand, as our reader wants it."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


Dumper.add_representer(Line, lambda to, value: to.represent_mapping("tag:yaml.org,2002:map", value, flow_style=True))
Dumper.add_representer(
    ListLine, lambda to, value: to.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=True)
)


def small(value: Any) -> Any:
    """The parts of a mapping or list, each in one line."""
    if isinstance(value, dict):
        return {name: in_one_line(one) for name, one in value.items()}
    return [in_one_line(one) for one in value]


def in_one_line(value: Any) -> Any:
    """A value that the dumper writes in one line."""
    if isinstance(value, dict):
        return Line(value)
    return ListLine(value) if isinstance(value, list) else value


def dumped(value: Any) -> str:
    """As YAML."""
    return yaml.dump(value, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=10_000)


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent))

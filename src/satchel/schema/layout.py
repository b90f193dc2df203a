"""Which fields `memory_schema.yml` has: one declaration for the reader, for editors and for the page about it."""

from __future__ import annotations

from typing import Any, Final

from satchel.schema.shapes import Anything, Either, Field, Fields, Flag, ListOf, MapOf, Shape, Text, Whole
from satchel.schema.types import TypeShape

FORMAT: Final = 1
"""Of the layout that this module declares."""
STATUSES: Final = ("active", "deprecated")
SENSITIVITIES: Final = ("public", "internal", "personal", "sensitive", "secret")
"""From the loosest promise to the strictest."""
WRITERS: Final = ("model", "tool_only", "none")
NO_SUCCESSOR: Final = "none"

_DURATION: Final = Text(
    pattern=r"(?:[1-9][0-9]*[hdwmy]|forever)", wanted="a duration such as 12h, 90d, 6w, 18m, 2y, or forever"
)
_DATE: Final = Text(pattern=r"[0-9]{4}-[0-9]{2}-[0-9]{2}", wanted="a date such as 2026-03-04")
_TEXTS: Final = ListOf(Text())
_NUMBER: Final = Whole()
_SUCCESSOR: Final = Either(
    ((int, _NUMBER), (str, Text(one_of=(NO_SUCCESSOR,)))), f"the number of the successor, or {NO_SUCCESSOR!r}"
)
_ONE: Final = Either(((int, _NUMBER), (str, Text())), "a number or a name")
_OTHERS: Final = Either(
    ((bool, Flag()), (int, _NUMBER), (str, Text()), (list, ListOf(_ONE))), "true, or numbers and names of keys"
)
_LABELS: Final = ListOf(Anything())
"""Labels are checked by KEY_BAD_SEPARATOR, which says more than a wrong type does."""

_PROMISES: dict[str, Field] = {
    "owners": Field(_TEXTS, "Who answers for it."),
    "sensitivity": Field(Text(one_of=SENSITIVITIES), "How private a value is."),
    "retention": Field(_DURATION, "How long a value may be kept."),
    "write": Field(Text(one_of=WRITERS), "Who may write it; the model may read all."),
}

_STEP: Final = Fields(
    {
        "copy": Field(Flag(), "The value stays as it is."),
        "map": Field(MapOf(Anything()), "Old value to new value."),
        "pick": Field(Text(), "One property of an object becomes the value."),
        "wrap": Field(Text(), "The value becomes this property of an object."),
        "split": Field(Anything(), "A text is taken apart by a format."),
        "constant": Field(Anything(), "Always this value."),
        "function": Field(Text(pattern=r"[\w.]+:[\w.]+", wanted="MODULE:FUNCTION"), "A Python function."),
        "otherwise": Field(Anything(), "What becomes of a value that has no translation: quarantine, or a value."),
    },
    "a translation",
)

DEPRECATION: Final = Fields(
    {
        "at": Field(_NUMBER, "The revision in which it was deprecated."),
        "replaced_by": Field(_SUCCESSOR, "The number of the key to use instead, or none."),
        "migration": Field(Text(), "The migration that moves the values."),
        "reason": Field(Text(), "Why, for whoever meets the old name."),
    },
    "a deprecation",
)

KEY: Final = Fields(
    {
        "number": Field(_NUMBER, "Permanent; from next_number, which then grows.", required=True),
        "name": Field(Text(), "Permanent; what the model knows: user.display.theme, tasks.open[*].", required=True),
        "in": Field(Text(), "Its namespace.", required=True),
        "item_id": Field(Text(), "What [*] stands for."),
        "type": Field(
            TypeShape(), "A type of the closed subset of JSON Schema, or $ref to one of types.", required=True
        ),
        "status": Field(
            Text(one_of=STATUSES, hint="; a retired key moves to reserved"), "A retired key moves to reserved."
        ),
        "since": Field(_NUMBER, "The revision that brought it."),
        "deprecated": Field(DEPRECATION, "Of a deprecated key: since when, for what, why."),
        "describe": Field(Text(), "What the model is told, absence included."),
        "examples": Field(ListOf(Anything()), "Values that prompts may show."),
        "default": Field(Anything(), "What absence means."),
        "aliases": Field(_TEXTS, "Other names that resolve to it."),
        "prompt_name": Field(Text(), "The name shown to the model, where it is another one."),
        "group": Field(Text(), "Of the keys of one group at most one has a value."),
        "surfaces": Field(_TEXTS, "Where the name is shown to a model."),
        "embed": Field(_TEXTS, "Properties whose text is embedded."),
        **_PROMISES,
        "watch": Field(
            Fields(
                {
                    "tier": Field(Text(one_of=("low", "normal", "high")), "How closely reads are watched."),
                    "miss_alert": Field(
                        Text(pattern=r"[0-9]+(?:\.[0-9]+)?%", wanted="a share such as 2%"),
                        "Share of misses that alerts.",
                    ),
                },
                "a watch",
            ),
            "When to alert.",
        ),
        "translate": Field(
            Fields(
                {
                    "up": Field(_STEP, "From this key to its successor."),
                    "down": Field(_STEP, "And back."),
                    "loss": Field(ListOf(Text(one_of=("up", "down"))), "Directions in which values fold together."),
                },
                "a translation of both directions",
            ),
            "How values move to the successor and back.",
        ),
        "not_a_rename": Field(_OTHERS, "Numbers or names of look-alikes that it has nothing to do with; true for all."),
    },
    "a key",
)

NAMESPACE: Final = Fields(
    {
        "number": Field(_NUMBER, "Permanent.", required=True),
        "path": Field(_LABELS, 'Labels and placeholders: [users, "{user_id}"].', required=True),
        "since": Field(_NUMBER, "The revision that brought it."),
        "collection": Field(Flag(), "Whether its keys stand for many items."),
        "describe": Field(Text(), "What belongs into it."),
        **_PROMISES,
    },
    "a namespace",
)

RESERVED: Final = Fields(
    {
        "number": Field(_NUMBER, "Of the retired key."),
        "name": Field(Text(), "Of the retired key."),
        "aliases": Field(_TEXTS, "All its other names."),
        "names": Field(_TEXTS, "Patterns that nobody may use: langgraph.**"),
        "retired": Field(_NUMBER, "The revision that retired it."),
        "replaced_by": Field(_SUCCESSOR, "The number of its successor, or none."),
        "evidence": Field(Text(), "The bundle that proves that nothing uses it."),
        "reason": Field(Text(), "Why it is reserved."),
    },
    "a reservation",
)

EXEMPTION: Final = Fields(
    {
        "rule": Field(Text(), "The rule whose finding is let through.", required=True),
        "number": Field(_NUMBER, "Of the key that the finding is about.", required=True),
        "reason": Field(Text(), "Why.", required=True),
        "expires": Field(_DATE, "The last day on which it holds.", required=True),
        "fingerprint": Field(Text(), "Of the one finding that is meant; without it any of rule and number."),
    },
    "an exemption",
)

FILE: Final = Fields(
    {
        "format": Field(Whole(0), "Version of this layout.", required=True),
        "schema": Field(Text(), "What the schema is called.", required=True),
        "revision": Field(_NUMBER, "One more for each merged change.", required=True),
        "next_number": Field(_NUMBER, "The number of the next key; it only grows.", required=True),
        "defaults": Field(Fields(_PROMISES, "the defaults"), "What holds where a key or namespace says nothing."),
        "namespaces": Field(MapOf(NAMESPACE), "Where keys live.", required=True),
        "types": Field(MapOf(TypeShape()), "Types with a name."),
        "keys": Field(ListOf(KEY), "What the agent may remember.", required=True),
        "reserved": Field(ListOf(RESERVED), "Numbers and names that are never used again."),
        "surfaces": Field(
            MapOf(_TEXTS),
            "Surface to the files that it is, as patterns from this folder: prompts/*.md; ** is any folders.",
        ),
        "exemptions": Field(ListOf(EXEMPTION), "Findings that are let through for a while."),
        "render": Field(
            Fields(
                {
                    "order": Field(
                        Text(one_of=("number", "name", "file")), "Of the keys in the prompt; by number unless said."
                    ),
                    "budget_tokens": Field(_NUMBER, "How large the prompt block may be."),
                },
                "the rendering",
            ),
            "How the prompt block is made.",
        ),
    },
    "a schema",
)


def schema_for_editors() -> dict[str, Any]:
    """JSON Schema 2020-12 of the file, as published in `spec/memory_schema.schema.json`."""
    shape: Shape = FILE
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Generated by python docs/reference/generate.py",
        "title": "memory_schema.yml",
        **shape.for_editors(),
        "$defs": {"type": TypeShape().definition()},
    }

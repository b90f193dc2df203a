"""Random edits of random schemas: each unsafe one is caught by the rule that is there for it, each safe one is silent."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.schema.cases import TODAY, Schema, history_of, written

from satchel.schema.check import check
from satchel.schema.file import read_schema
from satchel.schema.finding import Finding

WORDS = "amber basil cedar dune flint fjord grove heron iris jade kelp lotus maple nectar onyx pearl quartz raven sable thistle upland violet willow xenon yarrow zephyr".split()
KINDS: list[dict[str, Any]] = [
    {"type": "string", "maxLength": 60},
    {"type": "integer"},
    {"type": "string", "enum": ["left", "right", "both"], "meanings": {"left": "port side"}},
    {"type": "array", "items": {"type": "string"}},
    {"type": "object", "properties": {"what": {"type": "string", "maxLength": 40}, "side": {"$ref": "Side"}}},
    {"type": "object", "additionalProperties": {"type": "number"}},
]


def made(rng: random.Random) -> Schema:
    words = rng.sample(WORDS, 14)
    keys = []
    for n in range(1, 13):
        status: dict[str, Any] = {"status": "active"}
        if n == 12:
            status = {
                "status": "deprecated",
                "deprecated": {"at": 1, "replaced_by": 1, "migration": "m", "reason": "old"},
            }
        more: dict[int, dict[str, Any]] = {
            1: {"aliases": [f"boat.{words[12]}"], "prompt_name": f"boat.{words[13]}.shown", "group": "g"},
            2: {"default": 3},
            3: {"examples": ["left"], "sensitivity": "personal", "retention": "30d"},
            5: {"embed": ["what"]},
        }
        name = f"boat.{words[n - 1]}" + ("[*]" if n == 5 else "")
        kind = copy.deepcopy(KINDS[(n - 1) % len(KINDS)])
        keys.append(
            {
                "number": n,
                "name": name,
                "in": "boat",
                "type": kind,
                **status,
                "describe": f"About {words[n - 1]}.",
                **more.get(n, {}),
            }
        )
    return {
        "format": 1, "schema": "boats", "revision": 1, "next_number": 20,
        "defaults": {"owners": ["crew"], "retention": "300d", "sensitivity": "internal"},
        "namespaces": {"boat": {"number": 1, "path": ["boats", "{boat_id}"]}, "port": {"number": 2, "path": ["ports", "{port_id}"]}},
        "types": {"Side": {"type": "string", "enum": ["left", "right"]}},
        "keys": rng.sample(keys, len(keys)),
        "reserved": [{"number": 15, "name": "boat.crow_nest", "aliases": ["boat.lookout"], "retired": 1}, {"names": ["system.**"]}],
    }  # fmt: skip


def key(schema: Schema, number: int) -> Any:
    return next(one for one in schema["keys"] if one["number"] == number)


def of_type(schema: Schema, rng: random.Random, kind: int) -> Any:
    """A key whose type was made of that kind: of two there is one to choose."""
    return key(schema, rng.choice([n for n in range(1, 12) if (n - 1) % len(KINDS) == kind]))


def fresh(schema: Schema, rng: random.Random, **more: Any) -> Any:
    used = {word for one in schema["keys"] for word in WORDS if word in str(one)}
    number = schema["next_number"]
    schema["next_number"] += 1
    one = {
        "number": number,
        "name": f"boat.{rng.choice(sorted(set(WORDS) - used))}",
        "in": "boat",
        "type": {"type": "string"},
        "status": "active",
        "describe": "New.",
        **more,
    }
    schema["keys"].insert(rng.randrange(len(schema["keys"]) + 1), one)
    return one


def aliased(one: dict[str, Any], name: str) -> None:
    """Another name, for as many items as its own stands for."""
    one.setdefault("aliases", []).append(name + "[*]" * one["name"].count("[*]"))


def live(schema: Schema, rng: random.Random) -> Any:
    return key(schema, rng.randrange(1, 12))


Edit = Callable[[Schema, random.Random], object]
UNSAFE: dict[str, list[Edit]] = {
    "KEY_NO_DELETE": [lambda s, r: s["keys"].remove(live(s, r)), lambda s, r: key(s, 1).update(aliases=[])],
    "KEY_RETIRE_RESERVES_BOTH": [
        lambda s, r: (s["reserved"].append({"number": 12}), s["keys"].remove(key(s, 12))),
        lambda s, r: (s["reserved"].append({"names": [key(s, 12)["name"]]}), s["keys"].remove(key(s, 12))),
    ],
    "RESERVED_NO_DELETE": [lambda s, r: s["reserved"].pop(r.randrange(2)), lambda s, r: s["reserved"][0].pop("aliases")],
    "RESERVED_NO_REUSE": [
        lambda s, r: fresh(s, r, name=r.choice(["boat.crow_nest", "boat.lookout", "system.zone", "system.a.b"])),
        lambda s, r: live(s, r).update(aliases=["boat.lookout", f"boat.{'x' * 9}"]),
        lambda s, r: fresh(s, r).update(number=15),
    ],
    "KEY_SAME_NAME": [lambda s, r: live(s, r).update(name=f"boat.{r.choice(['hull', 'keel', 'mast'])}")],
    "KEY_SAME_NUMBER": [lambda s, r: (live(s, r).update(number=20), s.update(next_number=21))],
    "KEY_SAME_TYPE": [
        lambda s, r: of_type(s, r, 0).update(type={"type": "integer"}),
        lambda s, r: of_type(s, r, 3)["type"].update(items={"type": "boolean"}),
        lambda s, r: s["types"].update(Side={"type": "integer"}),
    ],
    "KEY_SAME_CARDINALITY": [
        lambda s, r: of_type(s, r, 1).update(type={"type": "array", "items": {"type": "integer"}}),
        lambda s, r: of_type(s, r, 3).update(type={"type": "string"}),
    ],
    "KEY_CONSTRAINT_TIGHTENED": [
        lambda s, r: of_type(s, r, 0)["type"].update(maxLength=r.randrange(1, 60)),
        lambda s, r: of_type(s, r, 0)["type"].update(format="email"),
        lambda s, r: of_type(s, r, 4)["type"]["properties"].pop("side"),
    ],
    "KEY_NEW_REQUIRED": [lambda s, r: of_type(s, r, 4)["type"].update(required=["what"])],
    "KEY_SAME_DEFAULT": [lambda s, r: key(s, 2).update(default=r.randrange(4, 9)), lambda s, r: key(s, 2).pop("default")],
    "KEY_SAME_GROUP": [lambda s, r: key(s, 1).pop("group"), lambda s, r: key(s, r.randrange(2, 12)).update(group="g")],
    "KEY_SAME_PROMPT_NAME": [lambda s, r: key(s, 1).update(prompt_name="boat.other.shown")],
    "KEY_SAME_NAMESPACE": [lambda s, r: live(s, r).update({"in": "port"})],
    "NS_NO_DELETE": [lambda s, r: s["namespaces"].pop("port")],
    "NS_SAME_SHAPE": [
        lambda s, r: s["namespaces"]["boat"]["path"].insert(r.randrange(2), "fleet"),
        lambda s, r: s["namespaces"]["port"].update(path=["ports", "{harbour_id}"]),
    ],
    "ENUM_VALUE_NO_DELETE": [lambda s, r: of_type(s, r, 2)["type"]["enum"].pop(), lambda s, r: s["types"]["Side"]["enum"].remove("left")],
    "ENUM_VALUE_ADDED": [lambda s, r: of_type(s, r, 2)["type"]["enum"].insert(r.randrange(4), "none")],
    "ENUM_VALUE_SAME_MEANING": [lambda s, r: of_type(s, r, 2)["type"]["meanings"].update(left="to the west")],
    "KEY_DEPRECATION_INCOMPLETE": [lambda s, r: live(s, r).update(status="deprecated")],
    "KEY_ACTIVE_TO_RETIRED": [
        lambda s, r: (s["reserved"].append({"number": 7, "name": key(s, 7)["name"], "evidence": "e.json"}), s["keys"].remove(key(s, 7)))
    ],
    "KEY_REMOVAL_UNUSED": [
        lambda s, r: (s["reserved"].append({"number": 12, "name": key(s, 12)["name"]}), s["keys"].remove(key(s, 12)))
    ],
    "KEY_UNRETIRED": [lambda s, r: (s["reserved"].pop(0), fresh(s, r, name="boat.crow_nest").update(number=15))],
    "VALUE_MODEL_CLOSED": [lambda s, r: of_type(s, r, 4)["type"].update(additionalProperties=True), lambda s, r: fresh(s, r, type={"type": "object"})],
    "NUMBER_NOT_MONOTONIC": [
        lambda s, r: fresh(s, r).update(number=r.randrange(1, 12)),
        lambda s, r: fresh(s, r).update(number=17),
        lambda s, r: s.update(next_number=13),
    ],
    "KEY_DESCRIPTION_CHANGED": [lambda s, r: live(s, r).update(describe=f"Now {r.random()}."), lambda s, r: live(s, r).update(write=r.choice(["tool_only", "none"]))],
    "EXAMPLE_CHANGED": [lambda s, r: key(s, 3).update(examples=["right"])],
    "EXAMPLE_INVALID": [lambda s, r: of_type(s, r, 2).update(examples=["LEFT"]), lambda s, r: of_type(s, r, 1).update(examples=["many"])],
    "EMBED_SURFACE_CHANGED": [lambda s, r: key(s, 5).update(embed=["what", "side"])],
    "SENSITIVITY_LOWERED": [lambda s, r: key(s, 3).pop("sensitivity"), lambda s, r: s["defaults"].update(sensitivity="public")],
    "RETENTION_EXTENDED": [lambda s, r: key(s, 3).update(retention="5w"), lambda s, r: s["defaults"].pop("retention")],
    "KEY_CONFUSABLE": [
        lambda s, r: fresh(s, r, name=live(s, r)["name"].replace("[*]", "").upper()),
        lambda s, r: fresh(s, r, name=live(s, r)["name"].replace("[*]", "") + "s"),
        lambda s, r: fresh(s, r, name=live(s, r)["name"].replace("boat", "b\u043eat")),
    ],
    "KEY_NEAR_COLLISION": [lambda s, r: fresh(s, r, name=live(s, r)["name"].replace("[*]", "") + r.choice(["_info", "_details", "_settings"]))],
    "KEY_BAD_SEPARATOR": [lambda s, r: s["namespaces"].update(dock={"number": 3, "path": ["docks.v2"]})],
    "KEY_BAD_NAME": [lambda s, r: fresh(s, r, name=r.choice(["boat/hull", "boat..hull", "boat.hull.", "boat.my hull"]))],
    "WILDCARD_OVERLAP": [lambda s, r: fresh(s, r, name="boat.*[*]")],
    "RENAME_SUSPECTED": [
        lambda s, r: (
            key(s, 7).update(status="deprecated", deprecated={"at": 2, "replaced_by": "none", "reason": "x"}),
            fresh(s, r, name=key(s, 7)["name"] + "_kind", type=copy.deepcopy(key(s, 7)["type"])),
        )
    ],
    "KEY_CONSTRAINT_RELAXED": [lambda s, r: of_type(s, r, 0)["type"].pop("maxLength")],
}  # fmt: skip
SAFE: dict[str, Edit] = {
    "a key is added": fresh,
    "two keys are added": lambda s, r: (fresh(s, r), fresh(s, r, type={"type": "array", "items": {"type": "integer"}})),
    "keys change places": lambda s, r: r.shuffle(s["keys"]),
    "reservations change places": lambda s, r: s["reserved"].reverse(),
    "owners change": lambda s, r: s["defaults"].update(owners=["shore"]),
    "an owner is named": lambda s, r: live(s, r).update(owners=["deck"]),
    "a namespace is added": lambda s, r: s["namespaces"].update(dock={"number": 3, "path": ["docks", "{dock_id}"]}),
    "a name is reserved": lambda s, r: s["reserved"].append({"names": ["tmp.**"], "reason": "scratch"}),
    "a number is skipped": lambda s, r: s.update(next_number=s["next_number"] + r.randrange(1, 9)),
    "a type gets a name": lambda s, r: (s["types"].update(Long=copy.deepcopy(KINDS[0])), of_type(s, r, 0).update(type={"$ref": "Long"})),
    "a named type is written out": lambda s, r: of_type(s, r, 4)["type"]["properties"].update(side=copy.deepcopy(s["types"]["Side"])),
    "an optional property is added": lambda s, r: of_type(s, r, 4)["type"]["properties"].update(note={"type": "string"}),
    "an enum is put in another order": lambda s, r: r.shuffle(of_type(s, r, 2)["type"]["enum"]),
    "an alias is added": lambda s, r: aliased(live(s, r), "boat.gangway"),
    "sensitivity rises": lambda s, r: live(s, r).update(sensitivity="secret"),
    "retention shrinks": lambda s, r: live(s, r).update(retention="24h"),
    "a key is deprecated": lambda s, r: key(s, r.randrange(2, 12)).update(
        status="deprecated", deprecated={"at": 2, "replaced_by": 1, "migration": "m2", "reason": "twice"}
    ),
    "a key is active again": lambda s, r: (key(s, 12).update(status="active"), key(s, 12).pop("deprecated")),
    "lines of a description change": lambda s, r: (one := live(s, r)).update(describe=one["describe"].replace(" ", "\n  ")),
    "a writer is named": lambda s, r: live(s, r).update(write="model"),
    "a watch is set": lambda s, r: live(s, r).update(watch={"tier": "high", "miss_alert": "2%"}),
}  # fmt: skip

ALONGSIDE = {
    "KEY_ADDED", "REQUIRED_AT_BIRTH", "KEY_UNDESCRIBED",
}  # fmt: skip


def outcome(rng: random.Random, edit: Edit) -> tuple[list[Finding], Schema, Schema]:
    """The findings of an edit, after as many published revisions of safe edits as it takes to have a past."""
    states = [made(rng)]
    for _ in range(rng.randrange(3)):
        after = copy.deepcopy(states[-1])
        SAFE[rng.choice(["owners change", "keys change places", "a number is skipped"])](after, rng)
        states.append(after)
    now = copy.deepcopy(states[-1])
    edit(now, rng)
    now["revision"] = len(states) + 1
    file = read_schema(written(now), "s.yml")
    return check(file, history=history_of(states), today=TODAY).findings, states[-1], now


@pytest.mark.parametrize(
    ("rule", "place"), [(rule, place) for rule, edits in UNSAFE.items() for place in range(len(edits))]
)
def test_an_unsafe_edit_is_caught_by_its_rule(rule: str, place: int) -> None:
    for seed in range(6):
        findings, _, _ = outcome(random.Random(f"{rule} {seed}"), UNSAFE[rule][place])
        assert rule in {one.rule for one in findings}, (seed, [(one.rule, one.message) for one in findings])


@pytest.mark.parametrize("about", SAFE)
def test_a_safe_edit_is_silent(about: str) -> None:
    for seed in range(8):
        findings, _, _ = outcome(random.Random(f"{about} {seed}"), SAFE[about])
        loud = [(one.rule, one.message) for one in findings if one.rule not in ALONGSIDE]
        assert loud == [], (seed, loud)


def test_findings_stay_when_a_second_edit_is_made() -> None:
    """Two edits of which one is unsafe: the other hides nothing."""
    rng = random.Random(11)
    for rule, edits in UNSAFE.items():
        states = made(rng)
        now = copy.deepcopy(states)
        edits[0](now, rng)
        fresh(now, rng)
        rng.shuffle(now["keys"])
        now["revision"] = 2
        findings = check(read_schema(written(now), "s.yml"), history=history_of([states]), today=TODAY).findings
        assert rule in {one.rule for one in findings}, rule

"""One profile JSON per user: lists of likes, facts with the day they were learned, counters, a summary of the last talk."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import ANY, Expected, Memory
from tests.acceptance.folders.files import write_json
from tests.acceptance.second.words import F, T, sec, told, z

PEOPLE: dict[str, dict[str, object]] = {
    "u-1001": {
        "name": "Bettina Roszak",
        "likes": ["rhubarb cake", "paper maps", "answers with a table"],
        "dislikes": ["voice messages", "the word 'leverage'"],
        "facts": (
            ("Bettina teaches geography at a school in Graz", "2026-01-10 09:00:00"),
            ("Bettina's husband Milan is a bus driver", "2026-01-12 17:30:00"),
            ("Bettina broke her left wrist in December", "2026-02-01 08:15:00"),
        ),
        "todo": ["order 28 atlases for class 5b"],
    },
    "u-1002": {
        "name": "Chidi Abara",
        "likes": ["jollof rice", "dark roast coffee"],
        "dislikes": ["meetings without an agenda", "cinnamon"],
        "facts": (
            ("Chidi runs a bicycle repair shop in Leeds", "2026-01-20 12:00:00"),
            ("Chidi's supplier for chains is Northline Parts", "2026-01-28 15:45:00"),
            ("Chidi closes the shop on Wednesdays", "2026-02-14 10:10:00"),
        ),
        "todo": ["get a quote for the new shop sign", "pay the VAT by 7 May"],
    },
    "u-1003": {
        "name": "沈知夏",
        "likes": ["桂花糕", "清单式的回答", "爬山"],
        "dislikes": ["香菜", "半夜的提醒"],
        "facts": (
            ("沈知夏在上海做室内设计", "2026-02-03 03:00:00"),
            ("沈知夏的工作室在愚园路", "2026-02-05 06:20:00"),
            ("沈知夏的母亲下半年要做白内障手术", "2026-03-01 11:11:00"),
        ),
        "todo": ["三月底前给客户老宋出第二版平面图"],
    },
    "u-1004": {
        "name": "Lauri Heikkinen",
        "likes": ["ice swimming", "plain text mails"],
        "dislikes": ["pop-ups"],
        "facts": (
            ("Lauri is a forester near Kuopio", "2026-02-20 05:00:00"),
            ("Lauri has three huskies: Pihka, Routa and Nila", "2026-02-22 19:00:00"),
        ),
        "todo": ["renew the chainsaw certificate"],
    },
}


def build(folder: Path) -> None:
    for n, (code, person) in enumerate(PEOPLE.items()):
        facts = person["facts"]
        assert isinstance(facts, tuple)
        write_json(
            folder / "profiles" / f"{code}.json",
            {
                "user_id": code,
                "display_name": person["name"],
                "preferences": {"likes": person["likes"], "dislikes": person["dislikes"]},
                "facts": [
                    {"text": text, "learned_at": z(utc) if n % 2 else sec(utc), "confidence": 0.9}
                    for text, utc in facts
                ],
                "open_tasks": person["todo"],
                "stats": {"turns": 400 + n * 31, "tokens_in": 91000 + n, "last_latency_ms": 812, "embedding_dim": 768},
                "schema": 4,
            },
        )
    write_json(folder / "index.json", {code: f"profiles/{code}.json" for code in PEOPLE})


def _all() -> list[Memory]:
    found: list[Memory] = []
    for code, person in PEOPLE.items():
        scope = (f"user:{code}",)
        for key in ("likes", "dislikes"):
            values = person[key]
            assert isinstance(values, list)
            found += [told(value, types=("preference",), at=ANY, scope=scope, shares=True) for value in values]
        facts, todo = person["facts"], person["todo"]
        assert isinstance(facts, tuple)
        assert isinstance(todo, list)
        found += [Memory(text=text, at=z(utc), types=F, scope=scope) for text, utc in facts]
        found += [told(text, types=T, at=ANY, scope=scope, shares=True) for text in todo]
    return found


EXPECTED = Expected(
    memories=tuple(_all()),
    never=("tokens_in", "latency", "embedding_dim", "profiles/u-"),
    tolerated=tuple(str(person["name"]) for person in PEOPLE.values()),
)

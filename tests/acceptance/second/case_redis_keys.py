"""A key-value server's dump: person and subject are inside the key; caches, locks and counters beside memories."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import Expected, Memory
from tests.acceptance.folders.files import write_jsonl
from tests.acceptance.second.words import LESSON, F, P, T

ROWS = (
    ("lin", "pref:drink", "林岚喜欢喝乌龙茶，不加糖", P),
    ("lin", "pref:reply_style", "回复时先给结论，再给理由", P),
    ("lin", "fact:home", "林岚住在苏州工业园区", F),
    ("lin", "fact:job", "林岚是小学科学老师", F),
    ("lin", "fact:pet", "林岚养了一只叫豆包的柯基", F),
    ("lin", "todo:1", "五月十日前提交公开课教案", T),
    ("lin", "todo:2", "给豆包预约疫苗", T),
    ("lin", "lesson:print", "教训：打印前要先转成 PDF，不然字体会变", ("skill",)),
    ("omar", "pref:units", "Omar prefers kilometres and Celsius", P),
    ("omar", "pref:tone", "Omar dislikes exclamation marks in replies", P),
    ("omar", "fact:home", "Omar lives in Rabat with his brother Yassin", F),
    ("omar", "fact:car", "Omar drives a 2014 Dacia Duster", F),
    ("omar", "fact:allergy", "Omar is allergic to shellfish", F),
    ("omar", "todo:1", "Send the tax papers to the notary by 30 April", T),
    ("omar", "lesson:vpn", "The VPN drops every 8 hours; reconnect before long uploads", LESSON),
    ("hye", "pref:music", "Hye-jin likes to work with piano music", P),
    ("hye", "pref:lang", "Hye-jin wants answers in English with Korean terms kept", P),
    ("hye", "fact:thesis", "Hye-jin's thesis is about tidal energy", F),
    ("hye", "fact:advisor", "Hye-jin's advisor is Professor Lindqvist", F),
    ("hye", "todo:1", "Book the lab for the week of 4 May", T),
)


def build(folder: Path) -> None:
    rows: list[dict[str, object]] = [
        {"key": f"mem:{who}:{what}", "type": "string", "ttl": -1, "value": value} for who, what, value, _ in ROWS
    ]
    for n, who in enumerate(("lin", "omar", "hye")):
        rows += [
            {"key": f"sess:{who}:{n:04x}", "type": "string", "ttl": 1800, "value": f"eyJzaWQiOiJ{n * 7919:08x}In0="},
            {"key": f"rate:{who}", "type": "string", "ttl": 60, "value": str(17 + n)},
            {"key": f"lock:mem:{who}", "type": "string", "ttl": 5, "value": "worker-2"},
        ]
    for n in range(1, 24):
        rows.append(
            {"key": f"cache:emb:{n * 104729:08x}", "type": "string", "ttl": 86400, "value": f"{n * 7907:016x}" * 4}
        )
    for n in range(1, 12):
        rows.append({"key": f"metrics:latency:2026-04-{n:02}", "type": "string", "ttl": -1, "value": str(180 + n * 9)})
    rows.append({"key": "cfg:model", "type": "string", "ttl": -1, "value": "gpt-4o-mini"})
    rows.append({"key": "cfg:schema_version", "type": "string", "ttl": -1, "value": "7"})
    rows.sort(key=lambda row: str(row["key"])[::-1])
    write_jsonl(folder / "dump.rdb.jsonl", rows)


EXPECTED = Expected(
    memories=tuple(Memory(parts=(value,), types=types, scope=f"user:{who}") for who, _, value, types in ROWS),
    never=("eyJzaWQi", "worker-2", "gpt-4o-mini"),
    tolerated=(),
)

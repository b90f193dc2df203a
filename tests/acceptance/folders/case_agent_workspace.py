"""A workspace of a personal agent: a memory file, a profile of the user, daily notes, a persona, a heartbeat file."""

from __future__ import annotations

from pathlib import Path

from tests.acceptance.folders.expected import ANY, FACT, PREFERENCE, SKILL, TASK, WISH, Expected, Memory
from tests.acceptance.folders.files import write_json, write_text

MEMORY = """---
title: Long-term memory
updated: 2026-05-30
---

## People
- **Ragnhild** (boss): prefers decisions in writing
- **Aksel** – brother, lives in Tromsø, visits every Easter

## House
- The boiler needs bleeding twice a year, in October and in February
- Wi-Fi in the sauna only works with the door open

## How to work with me
- Never send anything before I have seen a draft
- 遇到中文资料直接用中文总结
"""
DAILY = """# 2026-05-28

- Decided to sell the boat after the summer
- TODO: call the insurance about the broken window
- Learned: the ferry app only takes cards issued in Norway
"""


def build(folder: Path) -> None:
    write_text(folder / "MEMORY.md", MEMORY)
    write_text(folder / "memory" / "2026-05-28.md", DAILY)
    write_text(folder / "HEARTBEAT.md", "# Heartbeat\n\nIf nothing needs attention, reply HEARTBEAT_OK.\n")
    write_json(
        folder / "state" / "heartbeat-state.json",
        {"lastChecks": {"email": 1779955200, "calendar": 1779951600, "weather": None}},
    )


_DAY = "2026-05-28T00:00:00Z"
EXPECTED = Expected(
    memories=(
        Memory(parts=("Ragnhild", "boss", "prefers decisions in writing"), types=WISH, at=ANY),
        Memory(parts=("Aksel", "brother, lives in Tromsø, visits every Easter"), types=FACT, at=ANY),
        Memory(
            parts=("The boiler needs bleeding twice a year, in October and in February",), types=FACT + TASK, at=ANY
        ),
        Memory(parts=("Wi-Fi in the sauna only works with the door open",), types=FACT + SKILL, at=ANY),
        Memory(parts=("Never send anything before I have seen a draft",), types=PREFERENCE + SKILL, at=ANY),
        Memory(parts=("遇到中文资料直接用中文总结",), types=PREFERENCE + SKILL, at=ANY),
        Memory(parts=("Decided to sell the boat after the summer",), types=FACT + TASK, at=_DAY, precision="day"),
        Memory(parts=("call the insurance about the broken window",), types=TASK, at=_DAY, precision="day"),
        Memory(
            parts=("the ferry app only takes cards issued in Norway",), types=FACT + SKILL, at=_DAY, precision="day"
        ),
    ),
    # An order to the agent rather than something it knows; one may keep it.
    tolerated=("HEARTBEAT_OK",),
    never=("1779955200", "lastChecks", "updated: 2026"),
    evidence=0,
)

"""A dump of a key-value server: whose memory it is stands in the key, beside caches, counters and sessions."""

from __future__ import annotations

import json
from pathlib import Path

from tests.acceptance.folders.expected import TASK, WISH, Expected, Memory
from tests.acceptance.folders.files import write_json

FACTS_42 = [
    "Plays goalkeeper in a Sunday league team",
    "Has lived in Graz since 2021",
    "Drives a diesel van with a roof rack",
]
FACTS_7 = ["Studies veterinary medicine in Vienna", "Is afraid of flying and takes night trains instead"]


def build(folder: Path) -> None:
    dump: dict[str, object] = {
        "user:42:prefs": json.dumps({"reply_language": "Austrian German", "units": "metric", "tone": "dry, no emoji"}),
        "user:42:facts": FACTS_42,
        "user:42:todo": ["Order winter tyres before the end of October"],
        "user:7:prefs": json.dumps({"reply_language": "English", "tone": "warm and chatty"}),
        "user:7:facts": FACTS_7,
        "agent:lock": "0",
    }
    dump |= {
        f"session:{n:08x}": json.dumps({"uid": (42, 7)[n % 2], "ip": f"198.51.100.{n}", "csrf": f"{n * 7919:x}"})
        for n in range(12)
    }
    dump |= {f"rate:{('42', '7')[n % 2]}:202603{n:02d}": n * 3 % 17 for n in range(1, 16)}
    dump |= {f"cache:weather:graz:{n}": json.dumps({"t": n, "wind": n * 2, "exp": 1772360000 + n}) for n in range(10)}
    write_json(folder / "dump.json", dump)


EXPECTED = Expected(
    memories=(
        *(Memory(parts=(text,), types=WISH, scope="user:42", shares=True) for text in FACTS_42),
        *(Memory(parts=(text,), types=WISH, scope="user:7", shares=True) for text in FACTS_7),
        Memory(parts=("Order winter tyres before the end of October",), types=TASK, scope="user:42", shares=True),
        Memory(parts=("language", "Austrian German"), types=WISH, scope="user:42", shares=True),
        Memory(parts=("units", "metric"), types=WISH, scope="user:42", shares=True),
        Memory(parts=("tone", "dry, no emoji"), types=WISH, scope="user:42", shares=True),
        Memory(parts=("language", "English"), types=WISH, scope="user:7", shares=True),
        Memory(parts=("tone", "warm and chatty"), types=WISH, scope="user:7", shares=True),
    ),
    never=("csrf", "198.51.100", "wind", "cache:", "rate:"),
    evidence=0,
)

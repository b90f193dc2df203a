"""Documents that end too early, at every kind of place: what stands before the cut comes in, the rest is said."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.badinput.trial import arrive, check_ledgers, check_times, records, store

ROWS = [
    {
        "id": f"m{n}",
        "memory": f'User keeps “{n}” in mind 记住 \U0001f375 \\ "q"',
        "created_at": "2026-01-02T03:04:05Z",
        "score": -1.5e-3,
        "meta": {"tags": ["a", None, True], "deep": [[{}]]},
    }
    for n in range(4)
]
DOCUMENTS = {
    "list.json": json.dumps(ROWS, ensure_ascii=False, indent=1),
    "escaped.json": json.dumps({"version": 1, "memories": ROWS}),
    "lines.jsonl": "".join(json.dumps(row) + "\n" for row in ROWS),
}


def cuts(raw: bytes) -> list[int]:
    """One place of each kind: behind every sort of sign, inside names, texts, numbers, words, escapes and characters."""
    found: dict[bytes, int] = {}
    for match in re.finditer(rb"[\x80-\xff]+|\\u....|\\.|[a-z]{3,}|-?[0-9][0-9.eE+-]*|\s+|.", raw, re.DOTALL):
        text = match[0]
        for at in {match.start() + 1, match.start() + len(text) // 2, match.end()}:
            inside = at - match.start()
            before = raw[max(0, match.start() - 2) : match.start()]
            kind = re.sub(rb"[0-9]+", b"0", before + text[:2]) + bytes([min(inside, 9)])
            found.setdefault(kind, at)
    return sorted(set(found.values()) - {len(raw)})


@pytest.mark.parametrize("name", DOCUMENTS)
def test_half_a_document(name: str, tmp_path: Path) -> None:
    raw = DOCUMENTS[name].encode()
    whole = tmp_path / name
    places = cuts(raw)
    assert len(places) > 60
    for number, at in enumerate(places[:: 1 + len(places) // 60]):
        file = tmp_path / f"{number}" / name
        file.parent.mkdir()
        file.write_bytes(raw[:at])
        with store() as memory:
            report = arrive(memory, file)
            if report is not None:
                check_ledgers(report)
            check_times(memory, frozenset(), file)
            complete = raw[:at].count(b"-0.0015")  # the last values of a row are deeper than the text
            got = {record.origin.id for record in records(memory).values() if record.origin}
            assert len(got) >= complete - 1, (at, raw[max(0, at - 30) : at])
            whole.write_bytes(raw)
            assert arrive(memory, whole) is not None
            assert {record.origin.id for record in records(memory).values() if record.origin} >= {
                "m0",
                "m1",
                "m2",
                "m3",
            }

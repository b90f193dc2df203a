"""The same texts, vectors and questions for every tool of the contest.

    python -m bench.peers.inputs COUNT FOLDER

The vectors are those of the default embedder, so that what a tool finds by them can be judged. A question is made of
every other word of a record, of a run of characters in Chinese; the record is what it should find.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

QUESTIONS = 200


def main() -> None:
    from bench.content import records

    from satchel.retrieval.embedders.use import UseEmbedder

    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    given = _all_different(list(records(count)))
    asked = _questions(given)
    with (folder / "records.jsonl").open("w", encoding="utf-8") as out:
        for record in given:
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    (folder / "questions.json").write_text(json.dumps(asked, ensure_ascii=False), "utf-8")
    embedder = UseEmbedder()
    (folder / "unrelated.json").write_text(json.dumps(embedder.unrelated()), "utf-8")
    _embedded(embedder, [record["content"] for record in given], folder / "vectors.f32")
    _embedded(embedder, [question["text"] for question in asked], folder / "questions.f32")


def _all_different(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """No two texts alike: some tools take equal texts for one."""
    texts: set[str] = set()
    for record in given:
        if record["content"] in texts:
            record["content"] += f" ({record['id'][:8]})"
        texts.add(record["content"])
    return given


def _questions(given: list[dict[str, Any]]) -> list[dict[str, str]]:
    draw = random.Random(12)
    asked = []
    for record in draw.sample(given, min(QUESTIONS, len(given))):
        words = record["content"][:120].split()
        if len(words) > 3:
            text = " ".join(words[::2])
        else:
            start = draw.randrange(max(1, len(record["content"]) - 12))
            text = record["content"][start : start + 12]
        asked.append({"text": text, "id": record["id"]})
    return asked


def _embedded(embedder: Any, texts: list[str], path: Path) -> None:
    import numpy as np

    found = np.zeros((len(texts), embedder.dimension), np.float32)
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    for start in range(0, len(order), embedder.batch):
        part = order[start : start + embedder.batch]
        found[part] = embedder.embed([texts[place] for place in part])
    path.write_bytes(found.tobytes())


if __name__ == "__main__":
    main()

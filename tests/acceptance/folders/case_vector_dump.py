"""What is left of a vector store: texts in a metadata file, vectors in three formats beside it, one of them a pickle."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
from tests.acceptance.folders.expected import FACT, PREFERENCE, SKILL, Expected, Memory
from tests.acceptance.folders.files import write_json

TEXTS = [
    ("Noor keeps kosher and orders accordingly", "2026-02-01T10:00:00.120Z", ("preference", "fact")),
    ("Noor's thesis advisor is Professor Albright", "2026-02-03T11:30:00.000Z", FACT),
    ("Noor reads papers on paper; send PDFs formatted for A4", "2026-02-10T08:15:42.500Z", PREFERENCE + FACT),
    ("When plotting, use the colour-blind safe palette", "2026-02-14T19:00:00.000Z", SKILL + PREFERENCE),
    ("The lab's cluster is called heron and has 12 GPUs", "2026-02-20T13:05:09.999Z", FACT),
    ("Noor dislikes being greeted with exclamation marks", "2026-03-02T07:00:00.000Z", PREFERENCE),
    ("Defence is planned for the second week of September", "2026-03-15T16:45:00.001Z", ("fact", "task")),
]


def build(folder: Path) -> None:
    store = folder / "vector_store"
    write_json(
        store / "metadata.json",
        {
            f"vec_{n}": {
                "text": text,
                "created": when,
                "source": "distilled",
                "row": n,
                "norm": round(0.91 + n / 100, 4),
            }
            for n, (text, when, _) in enumerate(TEXTS)
        },
        indent=None,
    )
    vectors = np.random.default_rng(5).standard_normal((len(TEXTS), 16)).astype("float32")
    np.save(store / "embeddings.npy", vectors)
    (store / "index.faiss").write_bytes(b"IxFI" + bytes([16, 0, 0, 0, len(TEXTS)]) + bytes(27) + vectors.tobytes())
    (store / "docstore.pkl").write_bytes(pickle.dumps({n: text for n, (text, _, _) in enumerate(TEXTS)}))


EXPECTED = Expected(
    memories=tuple(Memory(text=text, types=types, at=when) for text, when, types in TEXTS),
    evidence=0,
    logs=0,
    # The pickle is refused unread, which the report may count as a rejected row.
    max_rejected=1,
)

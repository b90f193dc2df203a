"""A retrieval store: text in a docstore with the source in its metadata, vectors in .npy and .faiss, a pickle, ingestion logs."""

from __future__ import annotations

import struct
from pathlib import Path

from tests.acceptance.folders.expected import Expected
from tests.acceptance.folders.files import write_json, write_text
from tests.acceptance.second.words import DUTY, LESSON, F, P, T, W, chinese_logs, later, mem, sec, z

ROWS = (
    ("小雅在准备雅思考试，目标七分", "2026-02-01 03:00:00", F),
    ("小雅喜欢用思维导图整理笔记", "2026-02-02 04:30:00", P),
    ("Xiaoya's mentor is Dr Pettersen from the Oslo office", "2026-02-03 10:10:00", F),
    ("小雅每晚十一点半睡觉", "2026-02-05 15:40:00", W),
    ("Xiaoya prefers British English in her essays", "2026-02-06 12:00:00", P),
    ("写作文时小雅常把 effect 和 affect 弄混", "2026-02-08 13:13:00", ("fact", "skill")),
    ("二月二十八日前报名三月的口语模拟", "2026-02-10 01:20:00", T),
    ("小雅的室友叫小满，学建筑", "2026-02-12 09:45:00", F),
    ("Lesson: reading the questions before the passage saves ten minutes", "2026-02-15 08:30:00", ("skill",)),
    ("小雅不喜欢别人打断她说话", "2026-02-18 11:00:00", P),
    ("Xiaoya's student visa number is kept in the blue folder", "2026-02-20 16:25:00", F),
    ("小雅想在七月去挪威见导师，需要准备邀请函", "2026-02-22 02:02:00", DUTY),
    ("改作文要先标错误再给范文", "2026-02-25 06:36:00", ("preference", "skill", "fact")),
    ("Buy a second-hand copy of Collins Writing for IELTS", "2026-02-27 19:00:00", T),
    ("小雅的平板存储快满了，录音要先传到网盘", "2026-03-02 05:05:00", LESSON),
    ("小雅对猫毛过敏", "2026-03-04 14:44:00", F),
)


def _npy(count: int, width: int) -> bytes:
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({count}, {width}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    values = struct.pack(f"<{count * width}f", *((n * 37 % 101) / 101 - 0.5 for n in range(count * width)))
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values


def build(folder: Path) -> None:
    docs: dict[str, object] = {}
    for n, (text, utc, _) in enumerate(ROWS):
        docs[f"d{n:03}"] = {
            "__type__": "document",
            "__data__": {
                "id_": f"d{n:03}",
                "text": text,
                "metadata": {"origin": "memory", "stored_at": z(utc)},
                "embedding": None,
            },
        }
    for n, line in enumerate(chinese_logs(34, 29)):
        docs[f"x{n:03}"] = {
            "__type__": "document",
            "__data__": {
                "id_": f"x{n:03}",
                "text": line,
                "embedding": None,
                "metadata": {"origin": "runtime_log", "stored_at": z(later("2026-02-01 00:00:00", n * 800))},
            },
        }
    store = folder / "storage"
    write_json(
        store / "docstore.json",
        {"docstore/data": docs, "docstore/metadata": {key: {"doc_hash": key * 8} for key in docs}},
    )
    write_json(
        store / "index_store.json", {"index_store/data": {"i1": {"__type__": "vector_store", "nodes": list(docs)}}}
    )
    (store / "vectors.npy").write_bytes(_npy(len(docs), 16))
    write_json(store / "vectors.ids.json", list(docs))
    (store / "index.faiss").write_bytes(
        b"IxF2" + struct.pack("<iqqqB", 16, len(docs), 1 << 20, 1 << 20, 1) + b"\x00" * 3200
    )
    (store / "index.pkl").write_bytes(
        b"\x80\x04\x95\x1d\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94."
    )
    write_text(folder / "ingest.stamp", str(sec("2026-03-05 00:00:00")))


EXPECTED = Expected(
    memories=tuple(mem(text, z(utc), types) for text, utc, types in ROWS),
    never=("毫秒", "runtime_log", "posix", "d001", "x001"),
    max_rejected=2,
)

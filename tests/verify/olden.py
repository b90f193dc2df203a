"""A small made-up memory of two people, Chinese and English: of every kind some, with conversations and a forgotten one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from satchel.stores.registry import open_store
from satchel_protocol.record import Record
from satchel_protocol.store import Store

NOW = datetime(2026, 9, 20, 8, tzinfo=UTC)
ANN, BO = "user:ann", "user:bo"


def at(month: int, day: int, hour: int = 10) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=UTC)


def made(id: str, type: str, content: str, created: datetime | None, scope: str = ANN, **more: object) -> Record:
    fields = {"source_agent": "quill", **more}
    return Record(id=id, type=type, content=content, scope=scope, created_at=created, **fields)  # type: ignore[arg-type]


RECORDS = (
    made("p1", "preference", "Meeting minutes go into a single page with decisions on top", at(6, 2)),
    made("p2", "preference", "Ann never flies on Sundays and takes the night train to Vienna instead", at(6, 9)),
    made("p3", "preference", "发票一律按客户和季度命名，不能只写编号", at(7, 1)),
    made("p4", "preference", "给外婆打电话要避开午睡的钟点", at(7, 3)),
    made("p5", "preference", "Bo drinks oolong without sugar", at(5, 5), BO),
    made("t1", "task", "Renew the greenhouse lease – state: waiting for the landlord; next: call Mrs Ferri", at(8, 1)),
    made("t1-old", "task", "Renew the greenhouse lease – state: not begun; next: find the contract", at(7, 1)),
    made("t2", "task", "整理旧相册 – 状态：扫描到第三本；下一步：给照片标年份", at(8, 12)),
    made("t3", "task", "Paint the north wall of the workshop", at(8, 20), BO),
    made("s1", "skill", "When the label printer jams, hold the feed button for five seconds", at(6, 20)),
    made("s2", "skill", "遇到数据库迁移卡住时，先停掉夜间备份再重试", at(6, 25)),
    made("s3", "skill", "Before sourdough is baked, let it rise in the cold overnight", at(6, 27), BO),
    made("f1", "fact", "The spare key of the boathouse hangs behind the clock", at(4, 4)),
    made("f2", "fact", "表妹住在厦门，九月搬家", at(8, 30), derived_from=("c3",)),
    made("f3", "fact", "The choir rehearses in the old customs house", None),
    made(
        "c1", "interaction", "Shall we move the seminar about tidal power to the aula?", at(8, 5, 9), state="archived"
    ),
    made(
        "c2",
        "interaction",
        "Yes, the aula has the better projector for the tide charts.",
        at(8, 5, 10),
        state="archived",
    ),
    made("c3", "interaction", "表妹说她九月要从厦门的老房子搬走，想请我帮忙打包", at(8, 28), state="archived"),
)
FORGOTTEN = made("gone", "fact", "The alarm at the marina is switched off with the blue lever", at(5, 1))


def old_store(path: Path, *more: Record) -> Store:
    """All of it in a store, and what else is given, after one memory was forgotten."""
    store = open_store(f"sqlite:///{path.as_posix()}", create=True, clock=lambda: at(9, 1))
    store.merge([*RECORDS, *more, FORGOTTEN])
    store.delete(FORGOTTEN.id, actor="ann")
    return store
